//! Looking at a database that others may be using: nothing is written, and its schema stays as it is.

use crate::{ChainEnd, Place, Reader, Step, Store, StoreError, TableRow, Written, ask, postgres, sqlite};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tokio::sync::mpsc;

/// How many tables are read at a time.
const PAGE: u32 = 500;
/// Finds the last step of a schema.
pub(crate) const LAST_STEP: &str = "SELECT MAX(version) FROM _sqlx_migrations";

/// Which steps of the schema there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schema {
    /// The last one that the database has; nothing if it has none.
    pub found: Option<i64>,
    /// The last one that this program knows.
    pub known: i64,
    /// The one that a program must know to work with the database. Later steps of a PostgreSQL only add, so that processes of the release
    /// before go on beside newer ones.
    pub least: i64,
}

impl Schema {
    pub(crate) fn of(found: Option<i64>, least: Option<i64>, steps: &[Step]) -> Schema {
        let known = steps.last().map_or(0, |(version, ..)| *version);
        Schema { found, known, least: least.unwrap_or_default() }
    }

    /// Whether this program can do nothing with it, because a newer one has changed it.
    pub fn is_newer(&self) -> bool {
        self.least > self.known
    }

    /// Whether steps are missing that this program needs.
    pub fn is_older(&self) -> bool {
        self.found.unwrap_or_default() < self.known
    }
}

/// Reads which schema a database has, whatever it is.
pub async fn schema(place: &Place) -> Result<Schema, StoreError> {
    match place {
        Place::File(file) => {
            is_there(file)?;
            sqlite::schema(file).await
        }
        Place::Postgres(url) => postgres::schema(url).await,
    }
}

/// SQLite would make the file.
fn is_there(file: &Path) -> Result<(), StoreError> {
    match file.try_exists() {
        Err(e) => Err(StoreError::not_opened(file, e)),
        Ok(true) => Ok(()),
        Ok(false) => Err(StoreError::Place(format!("there is no {}", file.display()))),
    }
}

/// What a host wants to know of a table.
#[derive(Clone, Debug)]
pub struct TableLine {
    /// By which it can be changed beside its log.
    pub end: ChainEnd,
    /// Its line in a list.
    pub row: TableRow,
    /// When it last changed, as far as is noted.
    pub changed_ms: i64,
    /// Digest of the rules by which it was last found to agree.
    pub rules: Option<String>,
}

/// How many tables there are of one game by one edition of its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The game's id.
    pub game: String,
    /// Digest of the rules.
    pub rules: Option<String>,
    /// Tables.
    pub tables: i64,
    /// Of these, finished ones.
    pub finished: i64,
    /// Entries of their logs.
    pub entries: i64,
}

/// A process that serves the tables of a PostgreSQL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// What it says of itself.
    pub about: String,
    /// How long ago it was last heard of.
    pub beat_ms: i64,
    /// At how many tables it flies computer pilots.
    pub flights: i64,
    /// At how many tables somebody is with it.
    pub tables: i64,
}

/// How a database stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Tables by game and edition.
    pub played: Vec<Played>,
    /// How far lists are behind: entries in SQLite, tables in PostgreSQL.
    pub unnoted: i64,
    /// How large it is.
    pub bytes: u64,
    /// Who serves it, the last heard of first; an SQLite file does not tell.
    pub processes: Vec<Process>,
}

impl Store {
    /// Opens a store to look at it, whoever else uses it. Whatever would change it is refused.
    pub async fn look(place: &Place) -> Result<Store, StoreError> {
        let schema = schema(place).await?;
        if schema.is_older() {
            let found = schema.found.unwrap_or_default();
            return Err(StoreError::Older(place.to_string(), found, schema.known));
        }
        if schema.is_newer() {
            return Err(StoreError::Newer(place.to_string()));
        }
        let reader = match place {
            Place::File(file) => Reader::Sqlite(sqlite::look(file)),
            Place::Postgres(url) => Reader::Postgres(postgres::look(url).await?),
        };
        // Nobody takes jobs from this queue.
        let (jobs, _) = mpsc::channel(1);
        let beat = Arc::new(Mutex::new(Instant::now()));
        Ok(Store { jobs, reader, written: Arc::new(Written::default()), company: None, beat })
    }

    /// A page of all tables, the oldest first, and from where the next page goes on; `after` 0 is the first.
    pub async fn lines(&self, after: i64) -> Result<(Vec<TableLine>, Option<i64>), StoreError> {
        ask!(self, reader => reader.lines(after, PAGE))
    }

    /// One table, if it is there.
    pub async fn line_of(&self, id: &str) -> Result<Option<TableLine>, StoreError> {
        ask!(self, reader => reader.line_of(id))
    }

    /// Games that were finished before a moment in milliseconds since 1970, so many at most, the first of them first.
    pub async fn finished_before(
        &self,
        at_ms: i64,
        limit: u32,
    ) -> Result<Vec<(String, ChainEnd)>, StoreError> {
        ask!(self, reader => reader.finished_before(at_ms, limit))
    }

    /// How large the database is; of a file without its write-ahead log.
    pub async fn bytes(&self) -> Result<u64, StoreError> {
        ask!(self, reader => reader.bytes())
    }

    /// How the database stands.
    pub async fn figures(&self) -> Result<Figures, StoreError> {
        let processes = match &self.reader {
            Reader::Sqlite(_) => Vec::new(),
            Reader::Postgres(reader) => postgres::patiently(|| reader.processes()).await?,
        };
        Ok(Figures {
            played: ask!(self, reader => reader.played())?,
            unnoted: ask!(self, reader => reader.unnoted())?,
            bytes: self.bytes().await?,
            processes,
        })
    }
}

impl Place {
    /// Whether a server has the file open; a PostgreSQL is there for many.
    pub fn is_in_use(&self) -> Result<bool, StoreError> {
        match self {
            Place::File(file) => sqlite::is_in_use(file).map_err(|e| StoreError::not_opened(file, e)),
            Place::Postgres(_) => Ok(false),
        }
    }
}
