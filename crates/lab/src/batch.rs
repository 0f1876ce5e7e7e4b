//! Games as they are played, kept in batches.

use crate::Result;
use crate::folder::Folder;
use crate::plan::Numbers;
use std::time::{Duration, Instant};

/// When a batch is finished: whichever comes first.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// So many games.
    pub games: u64,
    /// It has lasted so long.
    pub time: Duration,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { games: 20_000, time: Duration::from_secs(5) }
    }
}

/// The batch under way.
pub(crate) struct Batch<'a> {
    folder: &'a Folder,
    pace: Pace,
    numbers: Option<Numbers>,
    text: String,
    begun: Instant,
    /// When the run began. Long runs make longer batches, or their folder would overflow with files.
    since: Instant,
}

/// The part of a run that one batch may last.
const PART: u32 = 50;

impl<'a> Batch<'a> {
    pub(crate) fn new(folder: &'a Folder, pace: Pace) -> Batch<'a> {
        let now = Instant::now();
        Batch { folder, pace, numbers: None, text: String::new(), begun: now, since: now }
    }

    /// Takes a game. Games come in the order of their numbers.
    pub(crate) fn add(&mut self, number: u64, line: &str) -> Result<()> {
        // A batch has no gaps.
        if self.numbers.is_some_and(|numbers| numbers.to != number) {
            self.keep()?;
        }
        let from = self.numbers.map_or(number, |numbers| numbers.from);
        self.numbers = Some(Numbers { from, to: number + 1 });
        self.text.push_str(line);
        let lasts = self.pace.time.max(self.since.elapsed() / PART);
        if number + 1 - from >= self.pace.games || self.begun.elapsed() >= lasts {
            self.keep()?;
        }
        Ok(())
    }

    /// Keeps what there is.
    pub(crate) fn keep(&mut self) -> Result<()> {
        if let Some(numbers) = self.numbers.take() {
            self.folder.keep(numbers, &self.text)?;
            self.text.clear();
        }
        self.begun = Instant::now();
        Ok(())
    }
}
