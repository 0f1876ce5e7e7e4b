//! Where players want to be told that it is their turn.

use crate::{ChainEnd, Store, StoreError, ask};
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

/// An address that is to be confirmed.
#[derive(Clone, PartialEq, Eq)]
pub struct Question {
    /// The secret in the link that asks.
    pub secret: String,
    /// Who gave it.
    pub side: Side,
    /// A mail address.
    pub address: String,
    /// How far the game had come when it was given.
    pub saw: u32,
    /// Until when the question waits, in milliseconds since 1970.
    pub until_ms: i64,
}

impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Question(…, of {})", self.side)
    }
}

impl Store {
    /// The table and side whose messages are ended by a secret.
    pub async fn told_by(&self, stop: &str) -> Result<Option<(String, Side)>, StoreError> {
        ask!(self, reader => reader.told_by(stop))
    }

    /// The question with a secret, if it still waits, and the table that it is of.
    pub async fn question(&self, secret: &str) -> Result<Option<(String, Question)>, StoreError> {
        ask!(self, reader => reader.question(secret))
    }

    /// The sides of a table of which questions wait.
    pub async fn asked(&self, table: ChainEnd) -> Result<Vec<Side>, StoreError> {
        ask!(self, reader => reader.asked(table.key))
    }

    /// How many questions wait.
    pub async fn questions(&self) -> Result<i64, StoreError> {
        ask!(self, reader => reader.questions())
    }

    /// All wishes to be told.
    pub async fn tells(&self) -> Result<Vec<KeptTell>, StoreError> {
        ask!(self, reader => reader.tells())
    }
}
