//! What a socket says, and what guests note of it.

use serde::Deserialize;
use std::sync::atomic::{AtomicU64, Ordering};
use table::Side;
use wire::Json;

/// A message, as far as anybody in the storm looks at it.
#[derive(Deserialize)]
pub(crate) struct Message<'a> {
    #[serde(default, borrow)]
    pub(crate) method: Option<&'a str>,
    #[serde(default)]
    pub(crate) id: Option<u64>,
    #[serde(default)]
    pub(crate) params: Option<News>,
    #[serde(default)]
    pub(crate) result: Option<Answer>,
    #[serde(default)]
    pub(crate) error: Option<Fault>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct News {
    pub(crate) seq: Option<u32>,
    pub(crate) mark: Option<String>,
    pub(crate) to_act: Option<Vec<Side>>,
    pub(crate) table: Option<Info>,
}

#[derive(Deserialize)]
pub(crate) struct Info {
    pub(crate) to_act: Vec<Side>,
}

/// The answer to `act` or to `pilot`.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Answer {
    pub(crate) pending: Option<Pending>,
    pub(crate) command: Option<Json>,
}

#[derive(Deserialize)]
pub(crate) struct Pending {
    pub(crate) seq: u32,
    pub(crate) mark: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct Fault {
    pub(crate) code: i64,
    pub(crate) message: String,
}

/// One entry of a table's log, as somebody was told of it: its number and its mark.
pub(crate) type Place = (u32, u64);

/// Reads a mark.
pub(crate) fn mark(text: Option<&str>) -> Option<u64> {
    text.filter(|text| text.len() == 16).and_then(|text| u64::from_str_radix(text, 16).ok())
}

/// Everything that a guest was told.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) table: String,
    /// Whether computers fly both sides of it.
    pub(crate) flown: bool,
    /// What each of its sockets was told, in order.
    pub(crate) sockets: Vec<Vec<Place>>,
    /// Entries of its own that were acknowledged.
    pub(crate) acknowledged: Vec<Place>,
    /// What must not be.
    pub(crate) wrong: Vec<String>,
}

/// What happened to all guests.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) sockets: AtomicU64,
    pub(crate) acknowledged: AtomicU64,
    pub(crate) races_lost: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) settled_kept: AtomicU64,
    pub(crate) settled_not_kept: AtomicU64,
    pub(crate) abandoned: AtomicU64,
    pub(crate) longest_wait_ms: AtomicU64,
}

impl Counts {
    pub(crate) fn one_more(of: &AtomicU64) {
        of.fetch_add(1, Ordering::Relaxed);
    }
}
