//! Threads that play games, and whoever takes the results in the order of the games.

use crate::{Fault, Result};
use bot::Terms;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Who plays. None of it changes the results.
#[derive(Clone, Copy)]
pub struct Crew<'a> {
    /// How many threads play.
    pub threads: usize,
    /// Once set, no new game is begun.
    pub stop: &'a AtomicBool,
    /// Told how many more games have been played.
    pub played: &'a (dyn Fn(u64) + Sync),
    /// On what terms bots fly, where there are any.
    pub bots: &'a Terms,
}

/// Rows of games that may wait to be taken before players wait too.
const WAITING: usize = 256;
/// A thread takes this many games at a time at most, and so many that they do not last longer than this: to hand over each
/// short game alone would take a tenth of the time.
const MOST: u64 = 64;
const LONGEST: Duration = Duration::from_millis(20);

/// Games that were played in a row, and why there are no more of them.
struct Row<T> {
    games: Vec<(u64, T)>,
    wrong: Option<Fault>,
}

impl Crew<'_> {
    /// Plays games 0 to `count - 1` on all threads and gives each to `take`, in their order, until that one has enough. When the
    /// crew is asked to stop, the games under way are still taken.
    pub(crate) fn play<T: Send>(
        self,
        count: u64,
        play: impl Fn(u64) -> Result<T> + Sync,
        mut take: impl FnMut(T) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let (next, enough) = (AtomicU64::new(0), AtomicBool::new(false));
        let (sender, receiver) = sync_channel(WAITING);
        let work = Work { crew: self, count, next: &next, enough: &enough, play: &play };
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let sender = sender.clone();
                scope.spawn(move || work.play_all(&sender));
            }
            drop(sender);
            let taken = self.take_all(&receiver, &mut take);
            enough.store(true, Ordering::Relaxed);
            // Players must not wait for somebody who no longer listens.
            drop(receiver);
            taken
        })
    }

    fn take_all<T>(
        self,
        receiver: &Receiver<Row<T>>,
        take: &mut impl FnMut(T) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        // Games that came before their turn.
        let mut early = BTreeMap::new();
        let mut next = 0;
        let mut wrong = Ok(());
        for row in receiver {
            (self.played)(row.games.len() as u64);
            early.extend(row.games);
            while let Some(game) = early.remove(&next) {
                next += 1;
                if take(game)?.is_break() {
                    return Ok(());
                }
            }
            // What was played before it is still good.
            if let Some(fault) = row.wrong {
                wrong = Err(fault);
            }
        }
        wrong
    }
}

/// What every thread needs.
struct Work<'a, P> {
    crew: Crew<'a>,
    count: u64,
    next: &'a AtomicU64,
    enough: &'a AtomicBool,
    play: &'a P,
}

impl<P> Clone for Work<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Work<'_, P> {}

impl<P> Work<'_, P> {
    fn play_all<T>(self, sender: &SyncSender<Row<T>>)
    where
        P: Fn(u64) -> Result<T>,
    {
        let mut size = 1;
        while !self.crew.stop.load(Ordering::Relaxed) && !self.enough.load(Ordering::Relaxed) {
            let first = self.next.fetch_add(size, Ordering::Relaxed);
            let last = self.count.min(first + size);
            if first >= last {
                return;
            }
            let begun = Instant::now();
            let row = self.play_row(first, last);
            if row.wrong.is_some() {
                self.enough.store(true, Ordering::Relaxed);
            }
            if sender.send(row).is_err() {
                return;
            }
            size = if begun.elapsed() < LONGEST / 2 { (size * 2).min(MOST) } else { (size / 2).max(1) };
        }
    }

    fn play_row<T>(self, first: u64, last: u64) -> Row<T>
    where
        P: Fn(u64) -> Result<T>,
    {
        let mut row = Row { games: Vec::new(), wrong: None };
        for n in first..last {
            match (self.play)(n) {
                Ok(game) => row.games.push((n, game)),
                Err(fault) => {
                    row.wrong = Some(fault);
                    break;
                }
            }
        }
        row
    }
}
