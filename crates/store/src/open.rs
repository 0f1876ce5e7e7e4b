//! Opening: lock, connections, schema, and what a crash left to be noted.

use crate::{Store, StoreError, Written, writer};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, Row, SqlSafeStr, SqliteConnection};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// Jobs that may wait for the writer before senders have to wait themselves.
const QUEUE: usize = 4096;
/// Connections for reading.
const READERS: u32 = 2;
/// Pages that a connection keeps, in KiB by SQLite's sign: the log is written at its end, and a table is read once.
const CACHE: &str = "-256";
const PATIENCE: Duration = Duration::from_secs(5);

/// The schema, step by step. A step that has been released is never changed.
const MIGRATIONS: [(i64, &str, &str); 1] = [(
    1,
    "tables, seats and the move log",
    include_str!("../migrations/0001_tables_seats_and_the_move_log.sql"),
)];

/// Settings of a store.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How long what lists show may lag behind the move log.
    pub note_after: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options { note_after: Duration::from_secs(4) }
    }
}

impl Store {
    /// Opens the store in `file`, which is made if it is not there. Only one process may have it open.
    pub async fn open(file: &Path) -> Result<Store, StoreError> {
        Store::open_with(file, Options::default()).await
    }

    /// Opens the store in `file` with settings other than the usual ones.
    pub async fn open_with(file: &Path, settings: Options) -> Result<Store, StoreError> {
        let lock = lock(file)?;
        let options = SqliteConnectOptions::new()
            .filename(file)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(PATIENCE)
            .pragma("cache_size", CACHE);
        let mut connection = SqliteConnection::connect_with(&options.clone().create_if_missing(true)).await?;
        migrate(&mut connection).await?;
        note_what_a_crash_left(&mut connection).await?;
        let numbers = writer::Numbers::read(&mut connection).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_lazy_with(options.read_only(true).create_if_missing(false));
        let written = Arc::new(Written::default());
        let (jobs, waiting) = mpsc::channel(QUEUE);
        let note_after = settings.note_after;
        let desk = writer::Desk { connection, numbers, written: written.clone(), note_after, lock };
        tokio::spawn(writer::run(desk, waiting));
        Ok(Store { jobs, readers, written, path: file.into() })
    }
}

/// Holds the lock file until it is dropped; the operating system lets go of it when the process dies.
fn lock(file: &Path) -> Result<File, StoreError> {
    let mut name = file.as_os_str().to_owned();
    name.push(".lock");
    let name = PathBuf::from(name);
    let failed = |e: std::io::Error| StoreError::File(name.clone(), Arc::new(e));
    let lock = File::options().create(true).truncate(false).write(true).open(&name).map_err(failed)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(std::fs::TryLockError::WouldBlock) => Err(StoreError::InUse(file.to_owned())),
        Err(std::fs::TryLockError::Error(e)) => Err(failed(e)),
    }
}

async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let steps = MIGRATIONS.map(|(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    let migrator = Migrator::with_migrations(steps.to_vec());
    migrator.run_direct(None, connection, false).await.map_err(|e| StoreError::Schema(Arc::new(e)))
}

/// Tables are noted behind the log. After a crash the entries that were not noted yet are noted now; their tables'
/// summaries are out of date and are dropped.
async fn note_what_a_crash_left(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let mut tx = connection.begin_with("BEGIN IMMEDIATE").await?;
    let stale = sqlx::query(
        "UPDATE game_table SET head = m.head, seq = m.seq, summary = NULL \
         FROM (SELECT table_key, MAX(n) AS head, MAX(seq) AS seq FROM move \
               WHERE n > (SELECT value FROM meta WHERE name = 'noted') GROUP BY table_key) AS m \
         WHERE game_table.key = m.table_key AND game_table.head < m.head",
    )
    .execute(&mut *tx)
    .await?
    .rows_affected();
    sqlx::query("UPDATE meta SET value = (SELECT COALESCE(MAX(n), 0) FROM move) WHERE name = 'noted'")
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    if stale > 0 {
        tracing::info!(tables = stale, "noted what was played before the last stop");
    }
    Ok(())
}

impl writer::Numbers {
    async fn read(connection: &mut SqliteConnection) -> Result<writer::Numbers, StoreError> {
        let row = sqlx::query(
            "SELECT (SELECT COALESCE(MAX(n), 0) FROM move), (SELECT COALESCE(MAX(key), 0) FROM game_table)",
        )
        .fetch_one(connection)
        .await?;
        Ok(writer::Numbers { entry: row.try_get(0)?, table: row.try_get(1)? })
    }
}
