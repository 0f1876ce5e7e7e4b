//! Links that carry the games of a browser to another device.

use crate::queue::Job;
use crate::{Mark, Store, StoreError, TokenHash, ask};
use table::Seat;

/// The most links that wait at once; the oldest make room.
pub(crate) const MOST_LINKS: i64 = 1000;

/// A change of the links that wait.
pub(crate) enum Carry {
    /// A link that works from now until then.
    Pack { token: TokenHash, now_ms: i64, until_ms: i64, seats: String },
    /// A link of another database.
    Keep { token: TokenHash, until_ms: i64, seats: String },
    /// It is used, unless it was; with random bits by which whoever uses it knows their own first attempt, if its answer was lost.
    Spend(TokenHash, Mark),
}

impl Store {
    /// Keeps a link that gives these seats between two moments in milliseconds since 1970. When this returns, it is on disk.
    pub async fn pack(
        &self,
        token: TokenHash,
        (now_ms, until_ms): (i64, i64),
        seats: &[(String, Seat)],
    ) -> Result<(), StoreError> {
        // Words always have a JSON form.
        let seats = serde_json::to_string(seats).unwrap_or_default();
        let pack = Carry::Pack { token, now_ms, until_ms, seats };
        self.put(|reply| Job::Carry(pack, reply)).await
    }

    /// The seats that a link gives, if it still works.
    pub async fn packed(
        &self,
        token: &TokenHash,
        now_ms: i64,
    ) -> Result<Option<Vec<(String, Seat)>>, StoreError> {
        let Some(seats) = ask!(self, reader => reader.packed(token, now_ms))? else { return Ok(None) };
        let read = serde_json::from_str(&seats);
        read.map(Some).map_err(|e| StoreError::Damaged("a link to another device".into(), e.to_string()))
    }

    /// Uses a link up. Answers whether nobody had done so before: of two who do it at once, at whichever processes, one is too late.
    pub async fn spend(&self, token: TokenHash) -> Result<bool, StoreError> {
        match self.put(|reply| Job::Carry(Carry::Spend(token, Mark::draw()), reply)).await {
            Err(e) if e.is_taken() => Ok(false),
            spent => spent.map(|()| true),
        }
    }
}
