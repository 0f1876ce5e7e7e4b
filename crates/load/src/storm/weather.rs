//! What happens to processes and database, and when.

use super::crew::{Crew, PROCESSES};
use crate::cluster::{Cluster, Crash};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio::time::Instant;

/// How long a process is held still.
const HELD: Duration = Duration::from_secs(10);
/// How long the database is away, and once in every three times.
const AWAY: Duration = Duration::from_secs(1);
const LONG_AWAY: Duration = Duration::from_secs(12);
/// The last of the time is calm, so that everything can come to rest.
const CALM: Duration = Duration::from_secs(40);
/// Four kinds of events, each so often at most.
const ROUNDS: u32 = 6;
/// Events are at least so far apart.
const SOONEST: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, Debug)]
pub(crate) enum What {
    Kill,
    Hold,
    Drain,
    Crash(Crash),
}

/// Something that happened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    /// Milliseconds since 1970.
    pub(crate) at_ms: i64,
    pub(crate) what: What,
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> i64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_millis() as i64
}

/// Lets the storm rage for as long as it is to last.
pub(crate) async fn rage(
    crew: &Arc<Crew>,
    cluster: &Arc<Cluster>,
    time: Duration,
) -> anyhow::Result<Vec<Event>> {
    let began = Instant::now();
    let raging = time.saturating_sub(CALM).max(SOONEST * 4);
    let gap = SOONEST.max(raging / (4 * ROUNDS + 1));
    let mut events = Vec::new();
    let mut under_way = Vec::new();
    for n in 1.. {
        let at = began + gap * n;
        if at > began + raging {
            break;
        }
        tokio::time::sleep_until(at).await;
        let round = (n - 1) as usize / 4;
        let process = (n as usize) % PROCESSES;
        let what = match n % 4 {
            1 => What::Kill,
            2 => What::Crash(Crash::ALL[round % 3]),
            3 => What::Hold,
            _ => What::Drain,
        };
        eprintln!("{:>4} s: {what:?}, process {process}", began.elapsed().as_secs());
        events.push(Event { at_ms: now_ms(), what });
        let away = if round % 3 == 1 { LONG_AWAY } else { AWAY };
        let (crew, cluster) = (Arc::clone(crew), Arc::clone(cluster));
        under_way.push(tokio::spawn(async move {
            match what {
                What::Kill => crew.kill(process).await,
                What::Crash(how) => cluster.crash(how, away).await,
                What::Hold => crew.hold(process, HELD).await,
                What::Drain => crew.drain(process).await.map(drop),
            }
        }));
    }
    for event in under_way {
        event.await??;
    }
    tokio::time::sleep_until(began + time.max(raging + CALM)).await;
    Ok(events)
}
