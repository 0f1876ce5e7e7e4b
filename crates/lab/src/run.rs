//! Games on every core.

use crate::batch::{Batch, Pace};
use crate::folder::Folder;
use crate::line::Line;
use crate::plan::{Numbers, Plan};
use crate::{Fault, Result};
use catalog::Series;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How a run is gone about. None of it changes the results.
pub struct Progress<'a> {
    /// How many threads play.
    pub threads: usize,
    /// When a batch is finished.
    pub pace: Pace,
    /// Once set, no new game is begun.
    pub stop: &'a AtomicBool,
    /// Told how many more games have been played.
    pub played: &'a (dyn Fn(u64) + Sync),
}

/// Rows of games that may wait to be written before players wait too.
const WAITING: usize = 256;

/// A thread takes this many games at a time at most, and so many that they do not last longer than this: to hand over each
/// short game alone would take a tenth of the time.
const MOST: u64 = 64;
const LONGEST: Duration = Duration::from_millis(20);

/// Games that were played in a row, and why there are no more of them.
struct Played {
    /// Their place in the order of play, their number and their line.
    games: Vec<(u64, u64, String)>,
    wrong: Option<Fault>,
}

/// Plays the games that a folder misses, and keeps them in it. Whether all are there now.
pub fn run(series: &dyn Series, folder: &Folder, how: &Progress<'_>) -> Result<bool> {
    let missing = folder.missing()?;
    let next = AtomicU64::new(0);
    let (sender, receiver) = sync_channel(WAITING);
    thread::scope(|scope| {
        let work = Work { series, plan: folder.plan(), missing: &missing, next: &next, how };
        for _ in 0..how.threads.max(1) {
            let (work, sender) = (work, sender.clone());
            scope.spawn(move || work.play_all(&sender));
        }
        drop(sender);
        let kept = collect(folder, &receiver, how);
        how.stop.fetch_or(kept.is_err(), Ordering::Relaxed);
        // Players must not wait for somebody who no longer listens.
        drop(receiver);
        kept
    })?;
    Ok(folder.missing()?.is_empty())
}

fn collect(folder: &Folder, receiver: &Receiver<Played>, how: &Progress<'_>) -> Result<()> {
    let mut batch = Batch::new(folder, how.pace);
    let mut wrong = Ok(());
    for played in receiver {
        (how.played)(played.games.len() as u64);
        for (place, number, line) in played.games {
            batch.add(place, number, line)?;
        }
        // What was played before it is still good.
        if let Some(fault) = played.wrong {
            wrong = Err(fault);
        }
    }
    batch.keep()?;
    wrong
}

/// What every thread needs.
#[derive(Clone, Copy)]
struct Work<'a> {
    series: &'a dyn Series,
    plan: &'a Plan,
    missing: &'a [Numbers],
    next: &'a AtomicU64,
    how: &'a Progress<'a>,
}

impl Work<'_> {
    fn play_all(self, sender: &SyncSender<Played>) {
        let mut count = 1;
        while !self.how.stop.load(Ordering::Relaxed) {
            let first = self.next.fetch_add(count, Ordering::Relaxed);
            let begun = Instant::now();
            let played = self.play_some(first, count);
            let over = played.wrong.is_some() || (played.games.len() as u64) < count;
            if played.wrong.is_some() {
                self.how.stop.store(true, Ordering::Relaxed);
            }
            if sender.send(played).is_err() || over {
                return;
            }
            count = if begun.elapsed() < LONGEST / 2 { (count * 2).min(MOST) } else { (count / 2).max(1) };
        }
    }

    /// Plays games in a row, until there is no more to play.
    fn play_some(self, first: u64, count: u64) -> Played {
        let mut played = Played { games: Vec::new(), wrong: None };
        for place in first..first + count {
            let Some(number) = number_at(self.missing, place) else { break };
            match self.play(number) {
                Ok(line) => played.games.push((place, number, line)),
                Err(fault) => {
                    played.wrong = Some(fault);
                    break;
                }
            }
        }
        played
    }

    fn play(self, number: u64) -> Result<String> {
        let job = self.plan.job(number, self.plan.levels()?);
        let record = self.series.play(job).map_err(|why| Fault(format!("game {number}: {why}")))?;
        Line::new(self.plan, number, job, record).text()
    }
}

/// The number at a place in lists of numbers.
fn number_at(lists: &[Numbers], mut place: u64) -> Option<u64> {
    for list in lists {
        if place < list.count() {
            return Some(list.from + place);
        }
        place -= list.count();
    }
    None
}
