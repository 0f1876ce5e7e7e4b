//! What keeps a game through changes of its rules: kept views, and the seeds of games that went on by other rules.

use crate::{ChainEnd, Store, StoreError, ask};
use table::{Seat, Seed};

/// The replay of a game as a seat may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptView {
    /// Who may see it.
    pub seat: Seat,
    /// The entry by which the game went on by other rules, 0 if it never did.
    pub since_seq: u32,
    /// The last entry that is in it.
    pub upto_seq: u32,
    /// Digest of the rules by which it was played.
    pub rules: String,
    /// The replay, packed by whoever keeps it.
    pub body: Vec<u8>,
}

impl Store {
    /// What was kept of a table since it last went on by other rules, one view a seat.
    pub async fn kept_views(&self, table: ChainEnd, since_seq: u32) -> Result<Vec<KeptView>, StoreError> {
        ask!(self, reader => reader.kept_views(table.key, since_seq))
    }

    /// Up to which entry a table's views are kept, 0 if they are not.
    pub async fn kept_upto(&self, table: ChainEnd) -> Result<u32, StoreError> {
        ask!(self, reader => reader.kept_upto(table.key))
    }

    /// The seeds that were drawn when a game went on by other rules.
    pub async fn resumed_seeds(&self, table: ChainEnd) -> Result<Vec<Seed>, StoreError> {
        ask!(self, reader => reader.resumed_seeds(table.key))
    }
}
