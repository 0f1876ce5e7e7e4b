//! Where games are kept: one SQLite file.
//!
//! What is acknowledged is on disk (WAL, `synchronous=FULL`). There is one writer; all commands that wait for it go into
//! one transaction and share its fsync, so that a thousand tables cost hardly more than one. The move log is kept in
//! the order of arrival; each entry names the table's entry before it, and a table is read back along that chain.
//!
//! Seat tokens are kept as hashes only, and a seed never leaves this crate except in [`StoredTable`].

mod entry;
mod open;
mod read;
mod token;
mod writer;

pub use entry::{Appended, Entry, Fresh, Kept, Place, StoredTable, TableRow};
pub use open::Options;
pub use token::{Token, TokenHash};

use sqlx::SqlitePool;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::mpsc;

/// Why something could not be kept or read.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database answered with an error.
    #[error("database: {0}")]
    Database(Arc<sqlx::Error>),
    /// The schema could not be brought up to date.
    #[error("database schema: {0}")]
    Schema(Arc<sqlx::migrate::MigrateError>),
    /// Another process has the database open.
    #[error("{0} is in use by another process")]
    InUse(PathBuf),
    /// The file system refused.
    #[error("{0}: {1}")]
    File(PathBuf, Arc<std::io::Error>),
    /// What is on disk cannot be read as what it should be.
    #[error("{0} cannot be read: {1}")]
    Damaged(String, String),
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}

impl From<sqlx::Error> for StoreError {
    fn from(e: sqlx::Error) -> StoreError {
        StoreError::Database(Arc::new(e))
    }
}

/// How much has been written since the store was opened.
#[derive(Debug, Default)]
pub struct Written {
    commits: AtomicU64,
    entries: AtomicU64,
}

impl Written {
    /// Transactions, each with one fsync.
    pub fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// Entries of the move log.
    pub fn entries(&self) -> u64 {
        self.entries.load(Ordering::Relaxed)
    }
}

/// An open store. Clones share it.
#[derive(Clone)]
pub struct Store {
    jobs: mpsc::Sender<writer::Job>,
    readers: SqlitePool,
    written: Arc<Written>,
    path: Arc<Path>,
}

impl Store {
    /// The database file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How much has been written since the store was opened.
    pub fn written(&self) -> &Written {
        &self.written
    }
}
