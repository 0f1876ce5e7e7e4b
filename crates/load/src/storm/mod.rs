//! The storm: several processes on one PostgreSQL, many tables with players, watchers and pilots, while processes are killed, stopped and
//! drained in turn and the database is crashed. At the end everything that anybody was told is compared with the database.

mod bell;
mod check;
mod crew;
mod ear;
mod guest;
mod heard;
mod party;
mod replay;
mod weather;

use crate::cluster::Cluster;
use crate::games;
use crate::one::{GAME, SCENARIO};
use crew::Crew;
use heard::Counts;
use party::Party;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// What the storm is like.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The server's binary
    #[arg(long, default_value = "target/release/tallyho")]
    server: PathBuf,
    /// How long it lasts
    #[arg(long, default_value_t = 600)]
    seconds: u64,
    /// Tables at any time
    #[arg(long, default_value_t = 1000)]
    tables: usize,
    /// How long a player thinks, in milliseconds
    #[arg(long, default_value_t = 2000)]
    pace: u64,
}

/// Different games that are played.
const GAMES: usize = 40;

pub(crate) async fn run(args: Args) -> anyhow::Result<ExitCode> {
    let cluster = Arc::new(Cluster::found().await?);
    let games = games::whole(GAME, SCENARIO, GAMES)?;
    let dir = tempfile::Builder::new().prefix("tallyho-storm-").tempdir()?;
    let crew = Arc::new(Crew::start(&args.server, dir.path(), &cluster.place).await?);
    let (over, is_over) = watch::channel(false);
    let counts = Arc::new(Counts::default());
    let heard = tokio::spawn(bell::listen(cluster.options()?, is_over.clone()));
    let hosts: Vec<_> = (0..args.tables)
        .map(|n| {
            let party = Party {
                n,
                games: games.clone(),
                crew: Arc::clone(&crew),
                pace: Duration::from_millis(args.pace),
                over: is_over.clone(),
                counts: Arc::clone(&counts),
            };
            tokio::spawn(party.go_on())
        })
        .collect();
    let events = weather::rage(&crew, &cluster, Duration::from_secs(args.seconds)).await?;
    let ended_ms = weather::now_ms();
    over.send_replace(true);
    eprintln!("the storm is over; everybody goes home");
    let mut seen = Vec::new();
    for host in hosts {
        seen.extend(host.await??);
    }
    let heard = heard.await??;
    let mut drained = crew.stop().await;
    let mut report = check::all(&cluster, &seen, &heard, &events, ended_ms).await?;
    report.wrong.append(&mut drained);
    report.print(&counts, &events, &args);
    if report.wrong.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("the logs of the processes are in {}", dir.keep().display());
    Ok(ExitCode::FAILURE)
}

/// Waits until the storm is over.
async fn passed(over: &mut watch::Receiver<bool>) {
    let _ = over.wait_for(|over| *over).await;
}
