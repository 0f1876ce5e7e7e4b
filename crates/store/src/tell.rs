//! Where players want to be told that it is their turn.

use crate::{Store, StoreError, ask};
use std::fmt;
use table::Side;

/// A player's wish to be told, as it is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct Tell {
    /// A mail address or the URL of a webhook.
    pub address: String,
    /// The secret by which whoever is told ends it.
    pub stop: String,
    /// Whether they were told of the turn that they owe now.
    pub told: bool,
}

impl fmt::Debug for Tell {
    // An address must not slip into a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tell(…, told: {})", self.told)
    }
}

/// A wish and whose it is.
#[derive(Clone, Debug)]
pub struct KeptTell {
    /// The id of the table.
    pub table: String,
    /// Who wants to be told.
    pub side: Side,
    /// The wish.
    pub tell: Tell,
}

impl Store {
    /// All wishes to be told.
    pub async fn tells(&self) -> Result<Vec<KeptTell>, StoreError> {
        ask!(self, reader => reader.tells())
    }
}
