//! `tallyho admin export`: transcripts of games.

use super::words::count;
use crate::home::Home;
use crate::plain::plain;
use anyhow::{Context, Result, bail};
use catalog::Catalog;
use server::Verdict;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use store::Store;

/// The transcript of a game that goes on holds what its sides keep from each other: forces, plots, declarations. So such a game is left
/// out, and the exit status is 1, unless you say --with-secrets; show the file to none of its players then. No transcript holds the dice
/// that are still to come. A file that is there already is left as it is, and the exit status is 1.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    home: Home,
    /// Ids of tables
    #[arg(value_name = "ID", required_unless_present = "all", conflicts_with = "all")]
    ids: Vec<String>,
    /// All finished games (and with --with-secrets all others)
    #[arg(long)]
    all: bool,
    /// A folder for files tallyho-ID.jsonl, or a new file for one game
    #[arg(long, value_name = "DIR|FILE")]
    to: PathBuf,
    /// Export games that are not over too
    #[arg(long)]
    with_secrets: bool,
}

pub(super) async fn run(args: &Args, catalog: &Catalog) -> Result<ExitCode> {
    let store = Store::look(&args.home.games()?).await?;
    let ids = if args.all { store.ids().await? } else { args.ids.clone() };
    if !args.to.is_dir() && (args.all || ids.len() > 1) {
        bail!("{} is no folder, and several games need one", args.to.display());
    }
    let (mut written, mut left) = (0, 0);
    for id in &ids {
        let (whole, over) = match server::transcript(&store, catalog, id).await? {
            Ok(kept) => kept,
            Err(verdict) => {
                left += 1;
                println!("LEFT OUT {id}: {}", reason(&verdict));
                continue;
            }
        };
        if !over && !args.with_secrets {
            // Of all games those were asked for that are over.
            if !args.all {
                left += 1;
                println!(
                    "LEFT OUT {id}: it is not over, and its transcript holds secrets; see --with-secrets"
                );
            }
            continue;
        }
        let file = if args.to.is_dir() {
            args.to.join(format!("tallyho-{}.jsonl", plain(id)))
        } else {
            args.to.clone()
        };
        if file.exists() {
            left += 1;
            println!("LEFT OUT {id}: {} is there already", file.display());
            continue;
        }
        write(&file, &whole.to_lines()).with_context(|| format!("cannot write {}", file.display()))?;
        written += 1;
        let secrets = if over { "" } else { " (not over: it holds secrets)" };
        println!("{id} is in {}{secrets}", file.display());
    }
    println!("{} written, {} left out", count(written, "transcript"), count(left, "game"));
    Ok(if left == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn reason(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Gone => "there is no such table".into(),
        Verdict::Newer => "a newer Tallyho has played on".into(),
        Verdict::Damaged(says) => format!("it cannot be read: {}", plain(says)),
        Verdict::Same | Verdict::Parts { .. } => "it cannot be written".into(),
    }
}

/// A new file, for its owner only. It has another name until it is whole; what was left of one that was broken off makes way.
fn write(file: &Path, text: &str) -> std::io::Result<()> {
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    match std::fs::remove_file(&part) {
        Err(e) if e.kind() != ErrorKind::NotFound => return Err(e),
        _ => {}
    }
    let mut options = std::fs::File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut written = options.open(&part)?;
    // The game may be deleted next.
    let synced = written.write_all(text.as_bytes()).and_then(|()| written.sync_all());
    let done = synced.and_then(|()| std::fs::rename(&part, file)).and_then(|()| store::sync_folder(file));
    if done.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    done
}
