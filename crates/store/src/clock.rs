//! Clocks of games, as they are kept. Of several processes one counts the time of a clock: the one that changed its game last, or another
//! that has adopted it since.

use crate::postgres::patiently;
use crate::{Aside, ChainEnd, Reader, Store, StoreError, Tell, ask};
use std::time::Duration;
use table::Side;

/// A change of a table's clock. What it says is JSON of the server.
#[derive(Clone, Debug)]
pub enum ClockNote {
    /// It begins, unless it was noted before: then somebody else was first ([`StoreError::is_taken`]).
    Begin(String),
    /// The game was changed by this process, which counts from now on.
    Change(String),
    /// Time has gone by, if this process still counts; otherwise it is told ([`StoreError::is_taken`]).
    Count(String),
    /// This process counts no longer. Another may.
    Leave,
    /// It is stopped for good.
    Stop,
}

/// How a clock was noted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotedClock {
    /// What was said of it.
    pub body: String,
    /// Whether this process counts its time.
    pub here: bool,
    /// How long ago that was, if whoever counts it is alive; no time at all for a clock that stands.
    pub age: Duration,
}

/// What is kept of a table beside its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// How often something of it has changed; always 0 where there is only one process.
    pub times: i64,
    /// What the server wants to know again of the table.
    pub setup: String,
    /// Its clock, if it has one that was begun.
    pub clock: Option<NotedClock>,
    /// Who wants to be told of their turn.
    pub tells: Vec<(Side, Tell)>,
}

impl Store {
    /// Keeps a change of a clock. When this returns, it is on disk.
    pub async fn note_clock(&self, table: ChainEnd, note: ClockNote) -> Result<(), StoreError> {
        self.aside(table, Aside::Clock(self.process(), note)).await
    }

    /// The clocks of all games that go on, with the ids of their tables.
    pub async fn clocks(&self) -> Result<Vec<(String, ChainEnd, String)>, StoreError> {
        ask!(self, reader => reader.clocks())
    }

    /// What is kept of a table beside its log; nothing if there is no such table.
    pub async fn beside(&self, table: ChainEnd) -> Result<Option<Beside>, StoreError> {
        ask!(self, reader => reader.beside(table.key, self.process()))
    }

    /// Counts on for processes that are no longer heard of, and for those that have left a clock, but at some tables. Answers at which.
    pub async fn adopt_clocks(&self, but: &[i64]) -> Result<Vec<(String, ChainEnd)>, StoreError> {
        match &self.company {
            Some(company) => company.adopt_clocks(but).await,
            None => Ok(Vec::new()),
        }
    }

    /// The tables whose clocks this process counts, as far as the database knows.
    pub async fn own_clocks(&self) -> Result<Vec<(String, ChainEnd)>, StoreError> {
        match (&self.reader, &self.company) {
            (Reader::Postgres(reader), Some(_)) => patiently(|| reader.own_clocks(self.process())).await,
            _ => Ok(Vec::new()),
        }
    }

    /// This process among those that share the database; 0 where it is the only one.
    fn process(&self) -> i64 {
        self.company.as_ref().map_or(0, |company| company.process())
    }
}
