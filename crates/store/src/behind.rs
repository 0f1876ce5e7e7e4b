//! Tables whose rows lag behind the log. Rows are updated some seconds after it, many at a time: that is called noting.

use crate::{ChainEnd, Kept};
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;
use tokio::time::Instant;

/// How many notes are written with one transaction: enough to keep up, few enough that no commit takes noticeably longer.
pub(crate) const NOTES: usize = 16;

/// What a table's row is to say.
pub(crate) struct Note {
    pub(crate) end: ChainEnd,
    pub(crate) summary: String,
    pub(crate) finished_ms: Option<i64>,
}

/// Which notes a transaction writes.
#[derive(Clone, Copy)]
pub(crate) enum Which {
    Due,
    All,
}

/// Tables whose rows lag, in the order in which they began to.
#[derive(Default)]
pub(crate) struct Behind {
    /// Their keys, where their first entry that is not noted stands, and since when.
    order: VecDeque<(i64, i64, Instant)>,
    notes: BTreeMap<i64, Note>,
}

/// Notes to be written, the oldest ones.
#[derive(Default)]
pub(crate) struct Notes<'a> {
    pub(crate) of: Vec<&'a Note>,
    /// Where the first entry stands that will not be noted then.
    pub(crate) left_from: Option<i64>,
}

/// Tells the metrics how many tables lists show as they were some changes ago.
pub(crate) fn tell(lag: usize) {
    metrics::gauge!("tallyho_lists_behind").set(lag as f64);
}

impl Behind {
    /// How long it is until a note is due.
    pub(crate) fn wait(&self, after: Duration) -> Option<Duration> {
        let (_, _, since) = self.order.front()?;
        Some((*since + after).saturating_duration_since(Instant::now()))
    }

    /// How many notes are to be written now.
    pub(crate) fn count(&self, which: Which, after: Duration) -> usize {
        let now = Instant::now();
        let due = |since: Instant| now.duration_since(since) >= after;
        match which {
            Which::All => self.order.len(),
            Which::Due => self.order.iter().take(NOTES).take_while(|(_, _, since)| due(*since)).count(),
        }
    }

    /// The first `count` notes.
    pub(crate) fn first(&self, count: usize) -> Notes<'_> {
        Notes {
            of: self.order.iter().take(count).filter_map(|(key, _, _)| self.notes.get(key)).collect(),
            left_from: self.order.get(count).map(|(_, first, _)| *first),
        }
    }

    /// A change was kept: its table lags from now on.
    pub(crate) fn add(&mut self, kept: &Kept, end: ChainEnd) {
        let finished_ms = kept.finished.then_some(kept.at_ms);
        let note = Note { end, summary: kept.summary.clone(), finished_ms };
        if self.notes.insert(end.key, note).is_none() {
            self.order.push_back((end.key, end.head, Instant::now()));
            tell(self.order.len());
        }
    }

    /// A table that was deleted is not noted any more: another one may get its key.
    pub(crate) fn drop(&mut self, key: i64) {
        self.order.retain(|(of, _, _)| *of != key);
        self.notes.remove(&key);
        tell(self.order.len());
    }

    /// The first ones were written.
    pub(crate) fn forget(&mut self, noted: usize) {
        for (key, _, _) in self.order.drain(..noted) {
            self.notes.remove(&key);
        }
        if noted > 0 {
            tell(self.order.len());
        }
    }

    /// After a failure, tries again later.
    pub(crate) fn put_off(&mut self) {
        let now = Instant::now();
        for (_, _, since) in &mut self.order {
            *since = now;
        }
    }
}
