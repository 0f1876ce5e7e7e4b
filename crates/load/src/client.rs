//! Tables with two sockets each, at one process or at two.

use crate::games::Recorded;
use crate::socket::{Socket, make};
use anyhow::Context;
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::Side;
use tokio::sync::{Semaphore, mpsc};

/// Tables that are set up at once.
const AT_ONCE: usize = 8;

/// A table and its two players.
pub(crate) struct Pair {
    recorded: Arc<Recorded>,
    next: usize,
    sockets: [Socket; 2],
}

/// Makes tables and takes both seats at each, with or without the next menu in every change. Tables are made at each address in turn; the
/// other player sits at the next address.
pub(crate) async fn seat(
    addresses: &[String],
    games: &[Arc<Recorded>],
    tables: usize,
    menus: bool,
) -> anyhow::Result<Vec<Pair>> {
    let turns = Arc::new(Semaphore::new(AT_ONCE));
    let seating: Vec<_> = (0..tables)
        .map(|n| {
            let turns = Arc::clone(&turns);
            let at = [n, n + 1].map(|n| addresses[n % addresses.len()].clone());
            let recorded = Arc::clone(&games[n % games.len()]);
            tokio::spawn(async move {
                let _turn = turns.acquire().await?;
                Pair::seat(at, recorded, menus).await
            })
        })
        .collect();
    let mut pairs = Vec::with_capacity(tables);
    for pair in seating {
        pairs.push(pair.await??);
    }
    Ok(pairs)
}

/// When a move was known.
pub(crate) struct Known {
    /// To whoever made it.
    pub(crate) acknowledged: Instant,
    /// To the other player.
    pub(crate) seen: Instant,
}

impl Pair {
    async fn seat(at: [String; 2], recorded: Arc<Recorded>, menus: bool) -> anyhow::Result<Pair> {
        let made = make(&at[0], &recorded.order()).await?;
        let mut sockets = Vec::new();
        for (side, address) in Side::BOTH.into_iter().zip(at) {
            let mut socket = Socket::open(&address, &made).await?;
            socket.ask("sit", json!({ "seat": side.word(), "menus": menus })).await?;
            sockets.push(socket);
        }
        let sockets = sockets.try_into().ok().context("two sockets")?;
        Ok(Pair { recorded, next: 0, sockets })
    }

    /// Gives the next command and waits until both seats know of it.
    pub(crate) async fn play(&mut self) -> anyhow::Result<Known> {
        let (side, command) = self.recorded.lines.get(self.next).context("the game is over")?;
        let params = json!({ "seat": side.word(), "command": command, "seq": self.next, "events": false });
        self.next += 1;
        let (own, other) = match (side, &mut self.sockets) {
            (Side::Allies, [allies, axis]) => (allies, axis),
            (Side::Axis, [allies, axis]) => (axis, allies),
        };
        let acknowledged = async {
            own.ask("act", params).await?;
            anyhow::Ok(Instant::now())
        };
        let seen = async {
            other.told("\"method\":\"changed\"").await?;
            anyhow::Ok(Instant::now())
        };
        let (acknowledged, seen) = tokio::try_join!(acknowledged, seen)?;
        Ok(Known { acknowledged, seen })
    }

    /// Bytes received since this was last asked.
    pub(crate) fn take_bytes(&mut self) -> u64 {
        self.sockets.iter_mut().map(|socket| std::mem::take(&mut socket.bytes)).sum()
    }
}

/// Every table plays its next moves, one after the other, all tables at once.
pub(crate) async fn play_each(pairs: &mut Vec<Pair>, moves: usize) -> anyhow::Result<()> {
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

/// How long moves took from the moment when each was due, in microseconds, sorted: a late start counts as waiting.
#[derive(Default)]
pub(crate) struct Took {
    pub(crate) acknowledged: Vec<u64>,
    pub(crate) seen: Vec<u64>,
}

/// Every table plays at its own steady pace, so that all together make `rate` moves a second.
pub(crate) async fn at_rate(pairs: &mut Vec<Pair>, rate: u32, moves: usize) -> anyhow::Result<Took> {
    let gap = Duration::from_secs(1) / rate;
    let (due, playing): (Vec<_>, Vec<_>) = pairs
        .drain(..)
        .map(|mut pair| {
            let (due, mut dues) = mpsc::unbounded_channel::<Instant>();
            let playing = tokio::spawn(async move {
                let mut took = Vec::with_capacity(moves);
                while let Some(due) = dues.recv().await {
                    let known = pair.play().await?;
                    took.push([known.acknowledged, known.seen].map(|at| (at - due).as_micros() as u64));
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
    let mut all = Took::default();
    for played in playing {
        let (pair, took) = played.await??;
        pairs.push(pair);
        for [acknowledged, seen] in took {
            all.acknowledged.push(acknowledged);
            all.seen.push(seen);
        }
    }
    all.acknowledged.sort_unstable();
    all.seen.sort_unstable();
    Ok(all)
}
