//! Opening: lock, connections, schema, and what a crash left to be noted.

use crate::file::{self, Lock, Watch};
use crate::{Store, StoreError, Written, writer};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, Row, SqlSafeStr, SqliteConnection};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// How many jobs may wait for the writer. After that, senders wait.
const QUEUE: usize = 4096;
/// Connections for reading.
const READERS: u32 = 2;
/// The page cache of a connection; a negative number is KiB to SQLite. A small one will do: the log is written at its end, and a table is
/// read once.
const CACHE: &str = "-256";
const PATIENCE: Duration = Duration::from_secs(5);

/// The schema, step by step. A step that has been released is never changed.
const MIGRATIONS: [(i64, &str, &str); 5] = [
    (
        1,
        "tables, seats and the move log",
        include_str!("../migrations/0001_tables_seats_and_the_move_log.sql"),
    ),
    (2, "talk", include_str!("../migrations/0002_talk.sql")),
    (3, "open seats and clocks", include_str!("../migrations/0003_open_seats_and_clocks.sql")),
    (4, "your turn", include_str!("../migrations/0004_your_turn.sql")),
    (5, "carry links", include_str!("../migrations/0005_carry_links.sql")),
];

/// Settings of a store.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How long lists may lag behind the move log.
    pub note_after: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options { note_after: Duration::from_secs(4) }
    }
}

impl Store {
    /// Opens the store in `file`, which is created if it does not exist. Only one process may have it open.
    pub async fn open(file: &Path) -> Result<Store, StoreError> {
        Store::open_with(file, Options::default()).await
    }

    /// Opens the store in `file` with settings other than the usual ones.
    pub async fn open_with(file: &Path, settings: Options) -> Result<Store, StoreError> {
        let (lock, path) = Lock::take(file)?;
        file::keep_to_owner(&path);
        let failed = |e| StoreError::Database(file.to_owned(), Arc::new(e));
        let options = SqliteConnectOptions::new()
            .filename(&path)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(PATIENCE)
            .pragma("cache_size", CACHE);
        let mut connection = SqliteConnection::connect_with(&options).await.map_err(failed)?;
        migrate(file, &mut connection).await?;
        note_what_a_crash_left(&mut connection).await.map_err(failed)?;
        let numbers = writer::Numbers::read(&mut connection).await.map_err(failed)?;
        let watch = Arc::new(Watch::begin(path, &lock)?);
        // Connections are kept: a new one would read whatever file has the name by then.
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_lazy_with(options.clone().read_only(true));
        let written = Arc::new(Written::begin());
        let (jobs, waiting) = mpsc::channel(QUEUE);
        let state = writer::Writer {
            path: file.to_owned(),
            options,
            connection,
            doubtful: false,
            numbers,
            watch: Arc::clone(&watch),
            written: Arc::clone(&written),
            note_after: settings.note_after,
            lock,
        };
        tokio::spawn(writer::run(state, waiting));
        Ok(Store { jobs, readers, watch, written, path: file.into() })
    }
}

async fn migrate(file: &Path, connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let steps = MIGRATIONS.map(|(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    let migrator = Migrator::with_migrations(steps.to_vec());
    migrator.run_direct(None, connection, false).await.map_err(|e| match e {
        // The database knows a step that this program does not.
        MigrateError::VersionMissing(_) => StoreError::Newer(file.to_owned()),
        MigrateError::Execute(e) | MigrateError::ExecuteMigration(e, _) => {
            StoreError::Database(file.to_owned(), Arc::new(e))
        }
        e => StoreError::Schema(file.to_owned(), Arc::new(e)),
    })
}

/// Rows of tables lag behind the log. After a crash, rows that had not caught up do so now; their summaries are out of date
/// and are dropped.
async fn note_what_a_crash_left(connection: &mut SqliteConnection) -> sqlx::Result<()> {
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
    pub(crate) async fn read(connection: &mut SqliteConnection) -> sqlx::Result<writer::Numbers> {
        let row = sqlx::query(
            // Numbers up to the noted one may belong to games that were deleted: they are not given again.
            "SELECT MAX((SELECT COALESCE(MAX(n), 0) FROM move), (SELECT value FROM meta WHERE name = 'noted')), (SELECT COALESCE(MAX(key), 0) FROM game_table)",
        )
        .fetch_one(connection)
        .await?;
        Ok(writer::Numbers { entry: row.try_get(0)?, table: row.try_get(1)? })
    }
}
