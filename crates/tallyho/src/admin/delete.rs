//! `tallyho admin delete`: games are deleted.

use super::open;
use super::words::count;
use crate::home::Home;
use crate::plain::plain;
use anyhow::Result;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use store::{Aside, Store, TableLine};

/// Log, seats, seeds, talk and all else that is kept of a game goes with it, and nothing brings it back but a backup. Whoever is at such
/// a table on a PostgreSQL is told so.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    home: Home,
    /// Ids of tables
    #[arg(value_name = "ID", required = true)]
    ids: Vec<String>,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

pub(super) async fn run(args: &Args) -> Result<ExitCode> {
    let store = open(&args.home.games()?).await?;
    let mut found = Vec::new();
    for id in &args.ids {
        match store.line_of(id).await? {
            Some(line) => found.push(line),
            None => println!("there is no table {}", plain(id)),
        }
    }
    let deleted =
        if found.is_empty() || args.yes || agreed(&found)? { delete(&store, &found).await } else { 0 };
    store.close().await?;
    println!("{} deleted", count(deleted, "table"));
    Ok(if deleted == args.ids.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns how many are gone. One that cannot be deleted is named, and the others go all the same.
async fn delete(store: &Store, lines: &[TableLine]) -> usize {
    let mut deleted = 0;
    for line in lines {
        match store.aside(line.end, Aside::Forget).await {
            Ok(()) => deleted += 1,
            Err(e) => println!("LEFT {}: {}", line.row.id, plain(&e.to_string())),
        }
    }
    deleted
}

/// Asks, if somebody is there who can answer.
fn agreed(lines: &[TableLine]) -> Result<bool> {
    for line in lines {
        let over = if line.row.finished_ms.is_some() { "finished" } else { "NOT finished" };
        println!(
            "{}  {}, {} moves, {over}: {}",
            line.row.id,
            line.row.game,
            line.row.seq,
            plain(&line.row.title)
        );
    }
    if !std::io::stdin().is_terminal() {
        println!("say --yes to delete these");
        return Ok(false);
    }
    print!("Delete these for good? (yes/no) ");
    std::io::stdout().flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    Ok(answer.trim() == "yes")
}
