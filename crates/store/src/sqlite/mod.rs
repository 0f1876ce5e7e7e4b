//! The engine of one machine: one SQLite file, one process, one writer.
//!
//! WAL with `synchronous=FULL`. The move log is kept in the order of arrival; each entry names the table's entry before it, and a table is
//! read back along that chain.

#[path = "../either/asides.rs"]
mod asides;
mod backup;
mod file;
#[path = "../either/kept.rs"]
mod kept;
#[path = "../either/lines.rs"]
mod lines;
#[path = "../either/lists.rs"]
mod lists;
mod log;
#[path = "../either/wholes.rs"]
mod wholes;
mod writer;

use crate::look::{LAST_STEP, Schema};
use crate::{Step, StoreError, migrator, not_migrated};
pub(crate) use backup::{Held, Part, is_sound};
pub(crate) use file::is_in_use;
use file::{Lock, Watch};
use log::forget_log;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection as _, Row, SqlitePool};
use std::future::Future;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use writer::Writer;

/// A connection, and a row that it answers with.
use sqlx::SqliteConnection as Connection;
use sqlx::sqlite::SqliteRow as Record;

/// Connections for reading.
const READERS: u32 = 2;
/// The page cache of a connection; a negative number is KiB to SQLite. A small one will do: the log is written at its end, and a table is
/// read once.
const CACHE: &str = "-256";
const PATIENCE: Duration = Duration::from_secs(5);

/// What a list shows of a table `t`.
const ROW: &str =
    "t.id, t.game, t.title, t.created_ms, t.setup, t.summary, t.summary AS noted, t.seq, t.finished_ms";

/// When a table last changed, and how many entries of the log are not in lists yet.
const CHANGED: &str = "(SELECT m.at_ms FROM move m WHERE m.n = t.head)";
const UNNOTED: &str = "SELECT COUNT(*) FROM move m JOIN game_table t ON t.key = m.table_key AND m.n > t.head \
    WHERE m.n > (SELECT value FROM meta WHERE name = 'noted')";

const STEPS: [Step; 11] = [
    (
        1,
        "tables, seats and the move log",
        include_str!("../../migrations/sqlite/0001_tables_seats_and_the_move_log.sql"),
    ),
    (2, "talk", include_str!("../../migrations/sqlite/0002_talk.sql")),
    (3, "open seats and clocks", include_str!("../../migrations/sqlite/0003_open_seats_and_clocks.sql")),
    (4, "your turn", include_str!("../../migrations/sqlite/0004_your_turn.sql")),
    (5, "carry links", include_str!("../../migrations/sqlite/0005_carry_links.sql")),
    (6, "marks", include_str!("../../migrations/sqlite/0006_marks.sql")),
    (7, "rules and kept views", include_str!("../../migrations/sqlite/0007_rules_and_kept_views.sql")),
    (9, "who counts", include_str!("../../migrations/sqlite/0009_who_counts.sql")),
    (10, "questions", include_str!("../../migrations/sqlite/0010_questions.sql")),
    (11, "used links", include_str!("../../migrations/sqlite/0011_used_links.sql")),
    (13, "finished games", include_str!("../../migrations/sqlite/0013_finished_games.sql")),
];

/// Now, in milliseconds since 1970.
const NOW_MS: &str = "unixepoch() * 1000";
/// A clock stands while nobody serves, so the age of its note tells nothing; and nobody else changes what is beside a log.
const AGE: &str = "0";
const TIMES_BESIDE: &str = "0";

/// Begins a transaction that sees one moment.
const SNAPSHOT: &str = "BEGIN";
/// All columns of the schema.
const COLUMNS: &str = "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c \
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'";

/// The connections for reading.
#[derive(Clone)]
pub(crate) struct Reader {
    pool: SqlitePool,
    /// Nothing for whoever only looks: they rely on nothing that they see.
    watch: Option<Arc<Watch>>,
    file: Arc<Path>,
}

impl Reader {
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }

    fn failed(&self, e: sqlx::Error) -> StoreError {
        failed(&self.file, e)
    }

    /// The connections, unless another file has taken the database's name.
    fn pool(&self) -> Result<&SqlitePool, StoreError> {
        if let Some(watch) = &self.watch {
            watch.in_place()?;
        }
        Ok(&self.pool)
    }

    /// How large the database is, without its write-ahead log.
    pub(crate) async fn bytes(&self) -> Result<u64, StoreError> {
        Ok(std::fs::metadata(&self.file).map_or(0, |file| file.len()))
    }

    async fn answer<T>(&self, answer: impl Future<Output = sqlx::Result<T>>) -> Result<T, StoreError> {
        answer.await.map_err(|e| self.failed(e))
    }
}

fn failed(file: &Path, e: sqlx::Error) -> StoreError {
    StoreError::Database(file.display().to_string(), Arc::new(e))
}

/// Opens a file, which is created if it does not exist: lock, connections, schema, and what a crash left to be noted.
pub(crate) async fn open(file: &Path, shrinks: bool) -> Result<(Writer, Reader), StoreError> {
    let (lock, path) = Lock::take(file)?;
    file::keep_to_owner(&path);
    let options = options(&path).journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full);
    let failed = |e| failed(file, e);
    let mut connection = Connection::connect_with(&options).await.map_err(failed)?;
    let migrated = migrator(&STEPS).run_direct(None, &mut connection, false).await;
    migrated.map_err(|e| not_migrated(&file.display().to_string(), e))?;
    note_what_a_crash_left(&mut connection).await.map_err(failed)?;
    let numbers = writer::Numbers::read(&mut connection).await.map_err(failed)?;
    if shrinks {
        make_shrinkable(&mut connection).await;
    }
    let gives_back = shrinks && is_shrinkable(&mut connection).await.map_err(failed)?;
    let watch = Arc::new(Watch::begin(path, &lock, gives_back)?);
    // Connections are kept: a new one would read whatever file has the name by then.
    let pool = SqlitePoolOptions::new()
        .max_connections(READERS)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_lazy_with(options.clone().read_only(true));
    let reader = Reader { pool, watch: Some(Arc::clone(&watch)), file: file.into() };
    let writer = Writer {
        path: file.to_owned(),
        options,
        connection,
        // An attempt to write the file anew may have failed on it.
        doubtful: shrinks && !gives_back,
        numbers,
        heads: Default::default(),
        watch,
        lock,
    };
    Ok((writer, reader))
}

fn options(path: &Path) -> SqliteConnectOptions {
    let options = SqliteConnectOptions::new().filename(path).foreign_keys(true).busy_timeout(PATIENCE);
    options.pragma("cache_size", CACHE)
}

/// Opens a file to look at it, whoever else uses it.
pub(crate) fn look(file: &Path) -> Reader {
    let options = options(file).read_only(true);
    let pool = SqlitePoolOptions::new().max_connections(READERS).connect_lazy_with(options);
    Reader { pool, watch: None, file: file.into() }
}

/// The last step of the schema that a file has, and the last one that is known.
pub(crate) async fn schema(file: &Path) -> Result<Schema, StoreError> {
    let failed = |e| failed(file, e);
    let connected = Connection::connect_with(&options(file).read_only(true)).await;
    // SQLite does not say why it cannot open a file.
    let mut connection = connected.map_err(|e| match std::fs::File::open(file) {
        Err(e) if e.kind() == ErrorKind::PermissionDenied => StoreError::Forbidden(file.to_owned()),
        _ => failed(e),
    })?;
    let made = "SELECT COUNT(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'";
    let made: i64 = sqlx::query_scalar(made).fetch_one(&mut connection).await.map_err(failed)?;
    let found = match made {
        0 => None,
        _ => sqlx::query_scalar(LAST_STEP).fetch_one(&mut connection).await.map_err(failed)?,
    };
    connection.close().await.map_err(failed)?;
    Ok(Schema::of(found, found, &STEPS))
}

/// What SQLite answers of a file that gives room back when it is told to.
const INCREMENTAL: i64 = 2;

/// Has the file give the room of deleted games back. That takes as much room once more for a while: on a disk that is nearly full games
/// go on without it, and the next start tries again.
async fn make_shrinkable(connection: &mut Connection) {
    let Err(error) = write_shrinkable(connection).await else { return };
    tracing::warn!(
        %error,
        "the database could not be written anew, so it keeps the room of deleted games until the next start"
    );
    // What was written of the attempt stands in the log, on the same disk.
    if let Err(error) = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_all(connection).await {
        tracing::warn!(%error, "the write-ahead log could not be cut short");
    }
}

/// A file that cannot give room back piece by piece is written anew once. The index finds the seats of a game that is deleted.
async fn write_shrinkable(connection: &mut Connection) -> sqlx::Result<()> {
    sqlx::query("CREATE INDEX IF NOT EXISTS seat_table ON seat (table_key)")
        .execute(&mut *connection)
        .await?;
    if !is_shrinkable(connection).await? {
        tracing::info!("the database is written anew once, so that it can give room back");
        sqlx::query("PRAGMA auto_vacuum = INCREMENTAL").execute(&mut *connection).await?;
        sqlx::query("VACUUM").execute(connection).await?;
    }
    Ok(())
}

/// Whether the file gives room back when it is told to: only then may it get shorter.
async fn is_shrinkable(connection: &mut Connection) -> sqlx::Result<bool> {
    let mode: i64 = sqlx::query_scalar("PRAGMA auto_vacuum").fetch_one(connection).await?;
    Ok(mode == INCREMENTAL)
}

/// Rows of tables lag behind the log. After a crash, rows that had not caught up do so now; their summaries are out of date
/// and are dropped.
async fn note_what_a_crash_left(connection: &mut Connection) -> sqlx::Result<()> {
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
    async fn read(connection: &mut Connection) -> sqlx::Result<writer::Numbers> {
        let row = sqlx::query(
            // Numbers up to the noted one may belong to games that were deleted: they are not given again.
            "SELECT MAX((SELECT COALESCE(MAX(n), 0) FROM move), (SELECT value FROM meta WHERE name = 'noted')), (SELECT COALESCE(MAX(key), 0) FROM game_table)",
        )
        .fetch_one(connection)
        .await?;
        Ok(writer::Numbers { entry: row.try_get(0)?, table: row.try_get(1)? })
    }
}
