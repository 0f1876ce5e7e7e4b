//! How long moves take over several processes on one PostgreSQL, and how soon the pilots of a dead process fly on.
//!
//! The two players of a table sit at different processes: one gives a command and is told that it is kept, the other one sees it there.

use crate::client::{self, Took, at_rate, play_each};
use crate::cluster::Cluster;
use crate::figures::{ms, per, seconds, tenths};
use crate::games;
use crate::one::{GAME, SCENARIO};
use crate::server::{Server, cpu};
use crate::socket::{Socket, make};
use anyhow::{Context, ensure};
use serde_json::json;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What to measure.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The server's binary
    #[arg(long, default_value = "target/release/tallyho")]
    server: PathBuf,
    /// Processes
    #[arg(long, default_value_t = 3)]
    processes: usize,
    /// Tables, with two sockets each, at two processes
    #[arg(long, default_value_t = 1000)]
    tables: usize,
    /// Moves a second; one row of the table each
    #[arg(long = "rate", default_values_t = [500, 1000, 2000])]
    rates: Vec<u32>,
    /// Seconds at each rate
    #[arg(long, default_value_t = 10)]
    seconds: u32,
    /// Tables whose pilots lose their process
    #[arg(long, default_value_t = 100)]
    pilots: usize,
}

const WARM_UP: usize = 2;
const PACE_MS: u32 = 200;

pub(crate) async fn run(args: Args) -> anyhow::Result<()> {
    ensure!((2..=32).contains(&args.processes) && (2..=5000).contains(&args.tables), "a bounded load");
    ensure!(
        (1..=60).contains(&args.seconds) && args.rates.iter().all(|rate| *rate <= 50_000),
        "a bounded load"
    );
    let cluster = Cluster::found().await?;
    let dir = tempfile::Builder::new().prefix("tallyho-several-").tempdir()?;
    let moves = |rate: u32| (rate as usize * args.seconds as usize).div_ceil(args.tables);
    let needed = WARM_UP + args.rates.iter().map(|rate| moves(*rate)).sum::<usize>();
    eprintln!("working out games of at least {needed} commands");
    let games = games::recorded(GAME, SCENARIO, needed, args.tables.min(40))?;
    let mut servers = Vec::new();
    for n in 0..args.processes {
        let data = dir.path().join(format!("process-{n}"));
        servers.push(Server::start(&args.server, &data, Some(&cluster.place)).await?);
    }
    let addresses: Vec<String> = servers.iter().map(|server| server.address.clone()).collect();
    eprintln!("seating {} tables", args.tables);
    let mut pairs = client::seat(&addresses, &games, args.tables, false).await?;
    play_each(&mut pairs, WARM_UP).await?;
    println!(
        "| moves a second, {} processes, {} tables, {} sockets | acknowledged: median | 99 of 100 | seen at another process: median | 99 of 100 | processors: servers | PostgreSQL | clients | moves per commit |",
        args.processes,
        args.tables,
        2 * args.tables
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for rate in &args.rates {
        eprintln!("{rate} moves a second for {} s", args.seconds);
        let before = Used::so_far(&servers, &cluster).await?;
        let began = Instant::now();
        let took = at_rate(&mut pairs, *rate, moves(*rate)).await?;
        let used = Used::so_far(&servers, &cluster).await?.since(&before);
        println!("{}", row(*rate, &took, &used, began.elapsed()));
    }
    drop(pairs);
    let stood_still = take_over(servers, args.pilots).await?;
    println!();
    println!(
        "A process was killed that flew the pilots of {} tables. They flew on at another after {} (median), the last one after {}.",
        args.pilots,
        seconds(stood_still[stood_still.len() / 2]),
        seconds(stood_still[stood_still.len() - 1])
    );
    Ok(())
}

/// Processor time so far, and what was kept with it.
struct Used {
    servers: Duration,
    database: Duration,
    clients: Duration,
    commits: u64,
    entries: u64,
}

impl Used {
    async fn so_far(servers: &[Server], cluster: &Cluster) -> anyhow::Result<Used> {
        let mut used = Used {
            servers: Duration::ZERO,
            database: cluster.cpu().await?,
            clients: cpu("self")?,
            commits: 0,
            entries: 0,
        };
        for server in servers {
            used.servers += server.cpu()?;
            let [commits, entries] = server.commits().await?;
            (used.commits, used.entries) = (used.commits + commits, used.entries + entries);
        }
        Ok(used)
    }

    fn since(&self, before: &Used) -> Used {
        Used {
            servers: self.servers - before.servers,
            database: self.database - before.database,
            clients: self.clients - before.clients,
            commits: self.commits - before.commits,
            entries: self.entries - before.entries,
        }
    }
}

fn row(rate: u32, took: &Took, used: &Used, time: Duration) -> String {
    let [acknowledged, seen] = [&took.acknowledged, &took.seen].map(|took| (ms(took, 500), ms(took, 990)));
    // Hundredths of a processor.
    let share = |of: Duration| {
        let hundredths = per(of.as_micros() as u64, time) / 10_000;
        format!("{}.{:02}", hundredths / 100, hundredths % 100)
    };
    format!(
        "| {rate} | {} | {} | {} | {} | {} | {} | {} | {} |",
        acknowledged.0,
        acknowledged.1,
        seen.0,
        seen.1,
        share(used.servers),
        share(used.database),
        share(used.clients),
        tenths(used.entries * 10 / used.commits.max(1))
    )
}

/// Kills the process that flies the pilots of many tables. Answers how long each of them stood still, in milliseconds, sorted.
async fn take_over(mut servers: Vec<Server>, tables: usize) -> anyhow::Result<Vec<u64>> {
    let doomed = servers.remove(0);
    let order = json!({ "game": GAME, "scenario": "big-box", "pace_ms": PACE_MS, "watch": "anyone",
        "seats": { "allies": "pilot:random", "axis": "pilot:random" } });
    let mut sockets = Vec::new();
    for n in 0..tables {
        let made = make(&doomed.address, &order).await?;
        let mut socket = Socket::open(&servers[n % servers.len()].address, &made).await?;
        socket.told("\"method\":\"changed\"").await?;
        sockets.push(socket);
    }
    let killed = Instant::now();
    doomed.stop().await?;
    // What it kept with its last breath may still be on the way.
    let settled = killed + Duration::from_secs(1);
    let waiting: Vec<_> = sockets
        .into_iter()
        .map(|mut socket| {
            tokio::spawn(async move {
                loop {
                    socket.told("\"method\":\"changed\"").await?;
                    if Instant::now() > settled {
                        return anyhow::Ok(killed.elapsed().as_millis() as u64);
                    }
                }
            })
        })
        .collect();
    let mut stood_still = Vec::new();
    for table in waiting {
        stood_still.push(
            tokio::time::timeout(Duration::from_secs(60), table)
                .await
                .context("a pilot was left alone")???,
        );
    }
    stood_still.sort_unstable();
    Ok(stood_still)
}
