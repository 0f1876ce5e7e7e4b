//! How much load one process takes: two sockets at each of many tables, recorded games, and a Markdown table of what was measured.
//!
//! Every game is worked out beforehand from its seed, so the server does nothing but carry out commands, keep them and tell
//! both seats.

use crate::client::{self, Pair, at_rate, play_each};
use crate::figures::{ms, per, tenths};
use crate::games::Recorded;
use crate::server::{self, Server};
use crate::{disk, games};
use anyhow::{Context, ensure};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// What to measure.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The server's binary
    #[arg(long, default_value = "target/release/tallyho")]
    server: PathBuf,
    /// Folder for the database; it is on the disk that is measured
    #[arg(long, default_value = "target")]
    dir: PathBuf,
    /// Tables, with two sockets each
    #[arg(long, default_value_t = 1000)]
    tables: usize,
    /// Moves a second at the fixed rate
    #[arg(long, default_value_t = 2000)]
    rate: u32,
    /// Seconds at the fixed rate
    #[arg(long, default_value_t = 10)]
    seconds: u32,
    /// Moves of each table as fast as they go
    #[arg(long, default_value_t = 15)]
    moves: usize,
    /// Whether every change brings the next menu, as browsers have it
    #[arg(long)]
    menus: bool,
}

pub(crate) const GAME: &str = "fast-and-easy";
/// The scenario of the many tables, and one with many planes for the size of what is sent.
pub(crate) const SCENARIO: &str = "kent-duel";
const CROWDED: &str = "big-box";
const CROWDED_MOVES: usize = 120;
const WARM_UP: usize = 2;

pub(crate) async fn run(args: Args) -> anyhow::Result<()> {
    ensure!((2..=5000).contains(&args.tables), "2 to 5000 tables");
    ensure!((1..=60).contains(&args.seconds) && args.rate <= 50_000 && args.moves <= 100, "a bounded load");
    let dir = tempfile::Builder::new().prefix("tallyho-load-").tempdir_in(&args.dir)?;
    let paced = (args.rate as usize * args.seconds as usize).div_ceil(args.tables);
    let needed = WARM_UP + paced + args.moves;
    eprintln!("working out games of at least {needed} commands");
    let games: Vec<Arc<Recorded>> = games::recorded(GAME, SCENARIO, needed, args.tables.min(40))?;
    let crowd = games::recorded(GAME, CROWDED, CROWDED_MOVES, 1)?;

    let before = disk::commits_a_second(dir.path()).await?;
    let data = dir.path().join("data");
    let server = Server::start(&args.server, &data, None).await.context("the server does not start")?;
    let here = [server.address.clone()];
    // After the first tables, whatever a server needs only once (database pages, stacks of threads) is in use.
    let first = args.tables.div_ceil(10);
    eprintln!("seating {} tables", args.tables);
    let mut pairs = client::seat(&here, &games, first, args.menus).await?;
    play_each(&mut pairs, WARM_UP).await?;
    let few = server.memory_at_rest().await?;
    let mut more = client::seat(&here, &games, args.tables - first, args.menus).await?;
    play_each(&mut more, WARM_UP).await?;
    pairs.append(&mut more);
    let seated = server.memory_at_rest().await?;
    for pair in &mut pairs {
        pair.take_bytes();
    }

    eprintln!("{} moves a second for {} s", args.rate, args.seconds);
    let cpu = server.cpu()?;
    let took = at_rate(&mut pairs, args.rate, paced).await?;
    let paced_cpu = server.cpu()? - cpu;
    let told: u64 = pairs.iter_mut().map(Pair::take_bytes).sum();
    let paced_moves = (paced * pairs.len()) as u64;

    eprintln!("as fast as it goes");
    let (cpu, began) = (server.cpu()?, Instant::now());
    play_each(&mut pairs, args.moves).await?;
    let (fast, fast_cpu) = (began.elapsed(), server.cpu()? - cpu);
    let fast_moves = (args.moves * pairs.len()) as u64;
    let full = server.memory_at_rest().await?;
    let commits = server.commits().await?;
    let after = disk::commits_a_second(dir.path()).await?;

    let mut crowded = client::seat(&here, &crowd, 1, args.menus).await?;
    for pair in &mut crowded {
        pair.take_bytes();
    }
    play_each(&mut crowded, CROWDED_MOVES).await?;
    let crowded_bytes: u64 = crowded.iter_mut().map(Pair::take_bytes).sum();
    server.stop().await?;

    let raw = u64::midpoint(before, after);
    let a_second = per(fast_moves, fast);
    let tables = args.tables as u64;
    println!("| the server, `{SCENARIO}`, {tables} tables, {} sockets | | goal |", 2 * tables);
    println!("|---|---:|---:|");
    println!("| moves a second, each acknowledged after an fsync | {a_second} | |");
    println!(
        "| one-row SQLite commits a second of this disk (before, after) | {raw} ({before}, {after}) | |"
    );
    println!("| moves a second for each of those | {} | 3 |", tenths(a_second * 10 / raw.max(1)));
    println!("| moves per commit over the whole run | {} | |", tenths(server::grouped(&commits)));
    println!("| moves per CPU second of the server, at full speed | {} | |", per(fast_moves, fast_cpu));
    println!("| the same at {} moves a second | {} | |", args.rate, per(paced_moves, paced_cpu));
    println!(
        "| acknowledgement at {} moves a second: median | {} | 1 ms |",
        args.rate,
        ms(&took.acknowledged, 500)
    );
    println!("| 99 of 100 | {} | 5 ms |", ms(&took.acknowledged, 990));
    let others = tables - first as u64;
    println!(
        "| memory a table, two sockets included, after {WARM_UP} moves (the first {first} tables not counted) | {} KiB | 32 KiB |",
        kib(seated, few, others)
    );
    println!("| the same after {needed} moves at all tables | {} KiB | 32 KiB |", kib(full, few, others));
    println!("| bytes sent per move and socket | {} | 1024 |", told / (2 * paced_moves).max(1));
    println!("| the same in `{CROWDED}` | {} | 1024 |", crowded_bytes / (2 * CROWDED_MOVES as u64));
    Ok(())
}

fn kib(full: u64, empty: u64, tables: u64) -> u64 {
    full.saturating_sub(empty) / 1024 / tables
}
