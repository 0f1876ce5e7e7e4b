//! How much load the server takes. Starts a server as a process of its own on this machine, seats two sockets at each of many tables,
//! plays recorded games there, and measures. Prints a Markdown table.
//!
//! Every game is worked out beforehand from its seed, so the server does nothing but carry out commands, keep them and tell
//! both seats.

mod client;
mod disk;
mod games;
mod server;

use anyhow::{Context, ensure};
use clap::Parser;
use client::Pair;
use games::Recorded;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// Measure the server under load, on loopback only.
#[derive(Parser)]
struct Args {
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

const GAME: &str = "fast-and-easy";
/// The scenario of the many tables, and one with many planes for the size of what is sent.
const SCENARIO: &str = "kent-duel";
const CROWDED: &str = "big-box";
const CROWDED_MOVES: usize = 120;
const WARM_UP: usize = 2;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    ensure!((2..=5000).contains(&args.tables), "2 to 5000 tables");
    ensure!((1..=60).contains(&args.seconds) && args.rate <= 50_000 && args.moves <= 100, "a bounded load");
    let dir = tempfile::Builder::new().prefix("tallyho-load-").tempdir_in(&args.dir)?;
    let paced = (args.rate as usize * args.seconds as usize).div_ceil(args.tables);
    let needed = WARM_UP + paced + args.moves;
    eprintln!("working out games of at least {needed} commands");
    let games: Vec<Arc<Recorded>> = games::recorded(GAME, SCENARIO, needed, args.tables.min(40))?;
    let crowd = games::recorded(GAME, CROWDED, CROWDED_MOVES, 1)?;

    let before = disk::commits_a_second(dir.path()).await?;
    let server =
        server::Server::start(&args.server, dir.path()).await.context("the server does not start")?;
    // After the first tables, whatever a server needs only once (database pages, stacks of threads) is in use.
    let first = args.tables.div_ceil(10);
    eprintln!("seating {} tables", args.tables);
    let mut pairs = client::seat(&server.address, &games, first, args.menus).await?;
    play_each(&mut pairs, WARM_UP).await?;
    let few = server.memory_at_rest().await?;
    let mut more = client::seat(&server.address, &games, args.tables - first, args.menus).await?;
    play_each(&mut more, WARM_UP).await?;
    pairs.append(&mut more);
    let seated = server.memory_at_rest().await?;
    for pair in &mut pairs {
        pair.take_bytes();
    }

    eprintln!("{} moves a second for {} s", args.rate, args.seconds);
    let cpu = server.cpu()?;
    let latencies = at_rate(&mut pairs, args.rate, paced).await?;
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

    let mut crowded = client::seat(&server.address, &crowd, 1, args.menus).await?;
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
    println!("| acknowledgement at {} moves a second: median | {} | 1 ms |", args.rate, ms(&latencies, 500));
    println!("| 99 of 100 | {} | 5 ms |", ms(&latencies, 990));
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

/// Every table plays its next moves, one after the other, all tables at once.
async fn play_each(pairs: &mut Vec<Pair>, moves: usize) -> anyhow::Result<()> {
    let playing: Vec<_> = pairs
        .drain(..)
        .map(|mut pair| {
            tokio::spawn(async move {
                for _ in 0..moves {
                    pair.play().await?;
                }
                anyhow::Ok(pair)
            })
        })
        .collect();
    for played in playing {
        pairs.push(played.await??);
    }
    Ok(())
}

/// Every table plays at its own steady pace, so that all together make `rate` moves a second. Returns how long each took from
/// the moment it was due to its acknowledgement, in microseconds, sorted: a late start counts as waiting.
async fn at_rate(pairs: &mut Vec<Pair>, rate: u32, moves: usize) -> anyhow::Result<Vec<u64>> {
    let gap = Duration::from_secs(1) / rate;
    let (due, playing): (Vec<_>, Vec<_>) = pairs
        .drain(..)
        .map(|mut pair| {
            let (due, mut dues) = mpsc::unbounded_channel::<Instant>();
            let playing = tokio::spawn(async move {
                let mut took = Vec::with_capacity(moves);
                while let Some(due) = dues.recv().await {
                    let acknowledged = pair.play().await?;
                    took.push(acknowledged.duration_since(due).as_micros() as u64);
                }
                anyhow::Ok((pair, took))
            });
            (due, playing)
        })
        .unzip();
    // A thread of its own: the runtime's clock ticks in milliseconds, too coarse for what is measured.
    std::thread::spawn(move || {
        let start = Instant::now() + Duration::from_millis(100);
        let times = (0..).map(|n| start + gap * n);
        for (at, table) in times.zip((0..moves).flat_map(|_| &due)) {
            std::thread::sleep(at.saturating_duration_since(Instant::now()));
            let _ = table.send(at);
        }
    });
    let mut all = Vec::new();
    for played in playing {
        let (pair, took) = played.await??;
        pairs.push(pair);
        all.extend(took);
    }
    all.sort_unstable();
    Ok(all)
}

fn per(count: u64, time: Duration) -> u64 {
    count * 1_000_000 / (time.as_micros() as u64).max(1)
}

fn tenths(n: u64) -> String {
    format!("{}.{}", n / 10, n % 10)
}

/// The latency below which `thousandths` of all lie.
fn ms(sorted: &[u64], thousandths: usize) -> String {
    let at = (sorted.len() * thousandths / 1000).min(sorted.len().saturating_sub(1));
    let micros = sorted.get(at).copied().unwrap_or_default();
    format!("{}.{:02} ms", micros / 1000, micros % 1000 / 10)
}

fn kib(full: u64, empty: u64, tables: u64) -> u64 {
    full.saturating_sub(empty) / 1024 / tables
}
