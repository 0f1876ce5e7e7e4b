//! Where games are kept: one SQLite file.
//!
//! What is acknowledged is on disk (WAL, `synchronous=FULL`). There is one writer; all commands that wait for it go into
//! one transaction and share its fsync, so a thousand tables cost hardly more than one. The move log is kept in
//! the order of arrival; each entry names the table's entry before it, and a table is read back along that chain.
//!
//! Seat tokens are kept as hashes only, and a seed never leaves this crate except in [`StoredTable`].

mod carry;
mod entry;
mod file;
mod open;
mod read;
mod talk;
mod tell;
mod token;
mod writer;

pub use entry::{Appended, ChainEnd, Entry, Fresh, Kept, StoredTable, TableRow};
pub use open::Options;
pub use talk::{Aside, MOST_LINES, TalkLine};
pub use tell::{KeptTell, Tell};
pub use token::{Token, TokenHash};

use sqlx::SqlitePool;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;

/// Why something could not be kept or read.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database answered with an error.
    #[error("{path}: {1}", path = .0.display())]
    Database(PathBuf, Arc<sqlx::Error>),
    /// The schema could not be brought up to date.
    #[error("{path}: the database cannot be brought up to date: {1}", path = .0.display())]
    Schema(PathBuf, Arc<sqlx::migrate::MigrateError>),
    /// The schema is of a later version of this program.
    #[error("{} was made by a newer Tallyho; start that one, or put back a backup from before the upgrade", .0.display())]
    Newer(PathBuf),
    /// Another process has the database open.
    #[error("{} is in use by another process", .0.display())]
    InUse(PathBuf),
    /// Somebody removed, renamed or overwrote the database under the running program.
    #[error("{} or its write-ahead log was removed or replaced; nothing is kept until the files are back or the server is restarted", .0.display())]
    Replaced(PathBuf),
    /// The file system refused.
    #[error("{path}: {1}", path = .0.display())]
    File(PathBuf, Arc<std::io::Error>),
    /// What is on disk cannot be read as what it should be.
    #[error("{0} cannot be read: {1}")]
    Damaged(String, String),
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// The reason without file names, which only the host should see.
    pub fn in_short(&self) -> String {
        match self {
            StoreError::Database(_, e) => match e.as_database_error() {
                Some(e) => e.message().to_owned(),
                None => "the database does not answer".into(),
            },
            StoreError::Schema(..) | StoreError::Newer(_) => "the database is of another version".into(),
            StoreError::InUse(_) => "the database is in use by another process".into(),
            StoreError::Replaced(_) => "the database was removed or replaced under the server".into(),
            StoreError::File(_, e) => e.to_string(),
            StoreError::Damaged(..) | StoreError::Closed => self.to_string(),
        }
    }

    /// Whether the cause is what was to be written, and not the disk.
    fn is_of_what_was_written(&self) -> bool {
        match self {
            StoreError::Database(_, e) => match &**e {
                sqlx::Error::Database(e) => e.kind() != sqlx::error::ErrorKind::Other,
                sqlx::Error::Encode(_) => true,
                _ => false,
            },
            _ => false,
        }
    }
}

const COMMITS: &str = "tallyho_store_commits_total";
const ENTRIES: &str = "tallyho_store_entries_total";
const FAILURES: &str = "tallyho_store_failed_writes_total";

/// How much has been written since the store was opened.
#[derive(Debug, Default)]
pub struct Written {
    commits: AtomicU64,
    entries: AtomicU64,
    failures: AtomicU64,
}

impl Written {
    /// Starts at 0 and registers the metrics at once, so that the first failure shows up as a step.
    fn begin() -> Written {
        for name in [COMMITS, ENTRIES, FAILURES] {
            metrics::counter!(name).increment(0);
        }
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
        metrics::histogram!("tallyho_store_commit_seconds").record(took);
    }

    fn failure(&self) {
        self.failures.fetch_add(1, Ordering::Relaxed);
        metrics::counter!(FAILURES).increment(1);
    }
}

/// An open store. Clones share it.
#[derive(Clone)]
pub struct Store {
    jobs: mpsc::Sender<writer::Job>,
    readers: SqlitePool,
    watch: Arc<file::Watch>,
    written: Arc<Written>,
    path: Arc<Path>,
}

impl Store {
    /// The database file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes that wait for their turn.
    pub fn waiting(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }

    /// How much has been written since the store was opened.
    pub fn written(&self) -> &Written {
        &self.written
    }
}
