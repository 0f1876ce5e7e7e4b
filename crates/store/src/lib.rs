//! Where games are kept: one SQLite file, or a PostgreSQL that any number of processes share.
//!
//! What is acknowledged is on disk. All writes that wait go out together and share one fsync, so a thousand tables cost hardly more than
//! one (`queue.rs`). A change is kept only if the table's log still ends where its writer thinks: whoever comes second is told
//! ([`StoreError::Moved`]), reads again and has lost nothing.
//!
//! `sqlite` and `postgres` are the two engines. What both do by the same SQL stands in `either/` and is compiled once for each.
//!
//! Seat tokens are kept as hashes only, and a seed never leaves this crate except in [`StoredTable`].

#![allow(clippy::duplicate_mod, reason = "what stands in `either/` is compiled once for each engine")]

mod backup;
mod behind;
mod carry;
mod clock;
mod copy;
mod entry;
mod kept;
mod look;
mod others;
mod place;
mod postgres;
mod queue;
mod run;
mod sqlite;
mod talk;
mod tell;
mod token;
mod whole;

pub use backup::{Restored, backup, restore, sync_folder};
pub use clock::{Beside, ClockNote, NotedClock};
pub use copy::{Tally, copy};
pub use entry::{Appended, ChainEnd, Entry, Fresh, Kept, Mark, StoredTable, TableRow};
pub use kept::KeptView;
pub use look::{Figures, Played, Process, Schema, TableLine, schema};
pub use others::{Flight, Glance, News, Present, Tail};
pub use place::Place;
pub use run::RunThere;
pub use talk::{Aside, MOST_LINES, TalkLine};
pub use tell::{KeptTell, Question, Tell};
pub use token::{Token, TokenHash};
pub use whole::Whole;

use sqlx::SqlSafeStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use table::Seat;
use tokio::sync::mpsc;

/// Why something could not be kept or read.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database answered with an error.
    #[error("{0}: {says}", says = said(.1))]
    Database(String, Arc<sqlx::Error>),
    /// The schema could not be brought up to date.
    #[error("{0}: the database cannot be brought up to date: {1}")]
    Schema(String, Arc<MigrateError>),
    /// The schema is of a later version of this program.
    #[error("{0} was made by a newer Tallyho; start that one, or put back a backup from before the upgrade")]
    Newer(String),
    /// The schema is of an earlier version of this program.
    #[error(
        "{0} has schema {1}, and this program needs {2}: bring it up to date with `tallyho admin migrate`"
    )]
    Older(String, i64, i64),
    /// Another process has the database open.
    #[error("{} is in use by another process", .0.display())]
    InUse(PathBuf),
    /// Somebody has the database open with another program.
    #[error("{}: somebody has it open, perhaps with `sqlite3`; nothing was changed", .0.display())]
    OpenElsewhere(PathBuf),
    /// Somebody removed, renamed or overwrote the database under the running program.
    #[error("{} or its write-ahead log was removed or replaced; nothing is kept until the files are back or the server is restarted", .0.display())]
    Replaced(PathBuf),
    /// Whoever asks may not read or write the file.
    #[error("{}: permission denied; run it as the user of the server (sudo -u tallyho)", .0.display())]
    Forbidden(PathBuf),
    /// The file system refused.
    #[error("{path}: {1}", path = .0.display())]
    File(PathBuf, Arc<std::io::Error>),
    /// What is on disk cannot be read as what it should be.
    #[error("{0} cannot be read: {1}")]
    Damaged(String, String),
    /// A table has an entry of a kind that this program does not know.
    #[error("table {0} was played on by a newer Tallyho")]
    NewerTable(String),
    /// Somebody else changed the table first: read it again.
    #[error("the table has moved on")]
    Moved,
    /// The database went away before it said whether it has kept the change: read the table again to know.
    #[error("{0}: the database went away; whether the change was kept is not known: {says}", says = said(.1))]
    Unknown(String, Arc<sqlx::Error>),
    /// No place that games can be kept in.
    #[error("{0}")]
    Place(String),
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// The reason without file names, which only the host should see.
    pub fn in_short(&self) -> String {
        match self {
            StoreError::Database(_, e) | StoreError::Unknown(_, e) => match e.as_database_error() {
                Some(e) => e.message().to_owned(),
                None => "the database does not answer".into(),
            },
            StoreError::Schema(..) | StoreError::Newer(_) | StoreError::Older(..) => {
                "the database is of another version".into()
            }
            StoreError::InUse(_) | StoreError::OpenElsewhere(_) => {
                "the database is in use by another process".into()
            }
            StoreError::Replaced(_) => "the database was removed or replaced under the server".into(),
            StoreError::Forbidden(_) => "permission denied".into(),
            StoreError::File(_, e) => e.to_string(),
            StoreError::Damaged(..)
            | StoreError::NewerTable(_)
            | StoreError::Moved
            | StoreError::Place(_)
            | StoreError::Closed => self.to_string(),
        }
    }

    /// Of a file with games that could not be opened.
    fn not_opened(file: &Path, e: std::io::Error) -> StoreError {
        match e.kind() {
            std::io::ErrorKind::PermissionDenied => StoreError::Forbidden(file.to_owned()),
            _ => StoreError::File(file.to_owned(), Arc::new(e)),
        }
    }

    /// Whether the cause is what was to be written, and not the disk.
    fn is_of_what_was_written(&self) -> bool {
        matches!(self, StoreError::Database(_, e) if is_of_what_was_written(e))
    }

    /// Whether somebody else held what was to be written for too long. Nothing of it was kept.
    fn is_blocked(&self) -> bool {
        matches!(self, StoreError::Database(_, e) | StoreError::Unknown(_, e) if postgres::is_blocked(e))
    }

    /// Whether the cause is the database or the way to it: whatever else is written now may fare no better.
    fn is_of_the_database(&self) -> bool {
        !matches!(self, StoreError::Moved) && !self.is_of_what_was_written() && !self.is_blocked()
    }

    /// The same, where something may have been kept.
    fn or_unknown(self) -> StoreError {
        match self {
            StoreError::Database(name, e) => StoreError::Unknown(name, e),
            e => e,
        }
    }

    /// The same, where nothing was kept.
    fn or_not_kept(self) -> StoreError {
        match self {
            StoreError::Unknown(name, e) => StoreError::Database(name, e),
            e => e,
        }
    }

    /// Whether the same is there already, or somebody else has taken what was to be had.
    pub fn is_taken(&self) -> bool {
        match self {
            StoreError::Database(_, e) => {
                matches!(**e, sqlx::Error::RowNotFound)
                    || e.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
            }
            _ => false,
        }
    }
}

/// What a database says, without the line of its own source that found it.
fn said(e: &sqlx::Error) -> String {
    e.as_database_error().map_or_else(|| e.to_string(), |e| e.message().to_owned())
}

fn is_of_what_was_written(e: &sqlx::Error) -> bool {
    match e {
        sqlx::Error::Database(e) => e.kind() != sqlx::error::ErrorKind::Other,
        // Something that was to be there is not.
        sqlx::Error::Encode(_) | sqlx::Error::RowNotFound => true,
        _ => false,
    }
}

const COMMITS: &str = "tallyho_store_commits_total";
const ENTRIES: &str = "tallyho_store_entries_total";
const FAILURES: &str = "tallyho_store_failed_writes_total";
const SECONDS: &str = "tallyho_store_commit_seconds";

/// How much has been written since the store was opened.
#[derive(Debug, Default)]
pub struct Written {
    commits: AtomicU64,
    entries: AtomicU64,
    failures: AtomicU64,
    /// Writes that moves go before.
    put_off: AtomicUsize,
}

impl Written {
    /// Starts at 0 and registers the metrics at once, so that the first failure shows up as a step.
    fn begin() -> Written {
        for name in [COMMITS, ENTRIES, FAILURES] {
            metrics::counter!(name).increment(0);
        }
        drop(metrics::histogram!(SECONDS));
        behind::tell(0);
        Written::default()
    }

    /// Transactions, each with one fsync.
    pub fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// Entries of the move log.
    pub fn entries(&self) -> u64 {
        self.entries.load(Ordering::Relaxed)
    }

    /// Transactions that failed; nothing of them was kept.
    pub fn failures(&self) -> u64 {
        self.failures.load(Ordering::Relaxed)
    }

    fn commit(&self, entries: usize, took: Duration) {
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.entries.fetch_add(entries as u64, Ordering::Relaxed);
        metrics::counter!(COMMITS).increment(1);
        metrics::counter!(ENTRIES).increment(entries as u64);
        metrics::histogram!(SECONDS).record(took);
    }

    fn failure(&self) {
        self.failures.fetch_add(1, Ordering::Relaxed);
        metrics::counter!(FAILURES).increment(1);
    }
}

/// Settings of a store.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How long lists may lag behind the move log.
    pub note_after: Duration,
    /// Whether the room of deleted games goes back to the system ([`Store::shrink`]). An SQLite file is written anew once for that.
    pub shrinks: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { note_after: Duration::from_secs(4), shrinks: false }
    }
}

/// An open store. Clones share it.
#[derive(Clone)]
pub struct Store {
    jobs: mpsc::Sender<queue::Queued>,
    reader: Reader,
    written: Arc<Written>,
    /// What other processes do with the same database, if they can.
    company: Option<Arc<postgres::Company>>,
    /// When the others were last told that this process is alive, or when it began.
    beat: Arc<Mutex<Instant>>,
}

/// The engine's connections for reading.
#[derive(Clone)]
enum Reader {
    Sqlite(sqlite::Reader),
    Postgres(postgres::Reader),
}

/// Asks whichever engine it is. PostgreSQL is asked again for a while if it went away.
macro_rules! ask {
    ($store:expr, $reader:ident => $question:expr) => {
        match &$store.reader {
            $crate::Reader::Sqlite($reader) => $question.await,
            $crate::Reader::Postgres($reader) => $crate::postgres::patiently(|| $question).await,
        }
    };
}
pub(crate) use ask;

impl Store {
    /// Opens the store in an SQLite `file`, which is created if it does not exist. Only one process may have it open.
    pub async fn open(file: &Path) -> Result<Store, StoreError> {
        Store::open_at(&Place::File(file.to_owned()), Options::default()).await
    }

    /// Opens the store at a place, with settings.
    pub async fn open_at(place: &Place, settings: Options) -> Result<Store, StoreError> {
        let written = Arc::new(Written::begin());
        let beat = Arc::new(Mutex::new(Instant::now()));
        match place {
            Place::File(file) => {
                let (writer, reader) = sqlite::open(file, settings.shrinks).await?;
                let jobs = queue::start(writer, settings, Arc::clone(&written));
                Ok(Store { jobs, reader: Reader::Sqlite(reader), written, company: None, beat })
            }
            Place::Postgres(url) => {
                let (writer, reader, company) = postgres::open(url).await?;
                let jobs = queue::start(writer, settings, Arc::clone(&written));
                Ok(Store {
                    jobs,
                    reader: Reader::Postgres(reader),
                    written,
                    company: Some(Arc::new(company)),
                    beat,
                })
            }
        }
    }

    /// The database file, if it is one.
    pub fn file(&self) -> Option<&Path> {
        match &self.reader {
            Reader::Sqlite(reader) => Some(reader.file()),
            Reader::Postgres(_) => None,
        }
    }

    /// Writes that wait for their turn.
    pub fn waiting(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity() + self.written.put_off.load(Ordering::Relaxed)
    }

    /// How much has been written since the store was opened.
    pub fn written(&self) -> &Written {
        &self.written
    }

    /// A table with all that happened at it, in order.
    pub async fn table(&self, id: &str) -> Result<Option<StoredTable>, StoreError> {
        ask!(self, reader => reader.table(id))
    }

    /// The seats that these tokens give, and at which tables.
    pub async fn seats(&self, tokens: &[TokenHash]) -> Result<Vec<(String, Seat)>, StoreError> {
        ask!(self, reader => reader.seats(tokens))
    }

    /// The lines of these tables in a list; unknown and damaged ones are left out.
    pub async fn rows(&self, ids: &[String]) -> Result<Vec<TableRow>, StoreError> {
        ask!(self, reader => reader.rows(ids))
    }

    /// The newest tables that anybody may watch; damaged ones are left out.
    pub async fn listed(&self, limit: u32) -> Result<Vec<TableRow>, StoreError> {
        ask!(self, reader => reader.newest("t.listed = 1", 0, limit))
    }

    /// The newest tables, made since then, at which anybody may take a seat; damaged ones are left out.
    pub async fn with_open_seats(&self, since_ms: i64, limit: u32) -> Result<Vec<TableRow>, StoreError> {
        ask!(self, reader => reader.newest("t.seat_open = 1", since_ms, limit))
    }
}

/// A step of a schema: its number, its name, its SQL. A step that has been released is never changed.
type Step = (i64, &'static str, &'static str);

/// Brings a schema up to date, or says why not.
fn migrator(steps: &[Step]) -> Migrator {
    let step = |(version, name, sql): &Step| {
        Migration::new(*version, (*name).into(), MigrationType::Simple, (*sql).into_sql_str(), false)
    };
    Migrator::with_migrations(steps.iter().map(step).collect())
}

fn not_migrated(name: &str, e: MigrateError) -> StoreError {
    match e {
        // The database knows a step that this program does not.
        MigrateError::VersionMissing(_) => StoreError::Newer(name.to_owned()),
        MigrateError::Execute(e) | MigrateError::ExecuteMigration(e, _) => {
            StoreError::Database(name.to_owned(), Arc::new(e))
        }
        e => StoreError::Schema(name.to_owned(), Arc::new(e)),
    }
}
