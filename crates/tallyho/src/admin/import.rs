//! `tallyho admin import`: transcripts become tables.

use super::words::{count, now_ms};
use super::{Settings, link, open_or_make, random};
use crate::data::{LARGEST_TRANSCRIPT, read_text};
use crate::home::Home;
use crate::plain::{plain, plain_path};
use anyhow::Result;
use catalog::Catalog;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use store::{Store, StoreError};
use table::{Seat, Transcript};

/// Each transcript is verified first. Finished games can be imported, and games that go on if their players throw their own dice: where
/// dice come from a seed, it is secret until the end, and no transcript holds it. Talk, clocks, names and computer pilots are in no
/// transcript: both sides are for people. A database that is not there is made. If a file cannot be imported, the others are, and the exit
/// status is 1.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    home: Home,
    /// Transcripts
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Address under which players reach the server, for the links
    #[arg(long, env = "TALLYHO_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
}

pub(super) async fn run(args: &Args, catalog: &Catalog) -> Result<ExitCode> {
    let store = open_or_make(&args.home.anywhere()?).await?;
    let public = args.public_url.clone().or(args.home.settings::<Settings>()?.public_url);
    let mut left = 0;
    for file in &args.files {
        match import(&store, catalog, file).await {
            Ok(table) => {
                println!("{} is table {}", plain_path(file), table.id);
                for (seat, token) in &table.tokens {
                    println!("  {:8}  {}", word(*seat), link(public.as_deref(), token));
                }
            }
            Err(why) => {
                left += 1;
                println!("LEFT OUT {}: {}", plain_path(file), plain(&why.to_string()));
            }
        }
    }
    store.close().await?;
    println!("{} made, {} left out", count(args.files.len() - left, "table"), count(left, "file"));
    Ok(if left == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn import(store: &Store, catalog: &Catalog, file: &Path) -> Result<server::Imported> {
    let wrong = |says: String| anyhow::anyhow!(says);
    let text = read_text(file, LARGEST_TRANSCRIPT).map_err(wrong)?;
    let transcript = Transcript::from_lines(&text).map_err(|difference| wrong(difference.to_string()))?;
    let draw = [random()?, random()?, random()?, random()?];
    let mut table = server::imported(catalog, &transcript, now_ms(), draw).map_err(wrong)?;
    let whole = table.whole.take().ok_or(StoreError::Closed)?;
    store.keep_whole(whole).await?;
    Ok(table)
}

/// What a seat is called.
pub(super) fn word(seat: Seat) -> &'static str {
    match seat {
        Seat::Allies => "allies",
        Seat::Axis => "axis",
        Seat::Observer => "observer",
        Seat::Referee => "referee",
    }
}
