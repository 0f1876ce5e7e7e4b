//! The engine of many processes: a PostgreSQL that they share.
//!
//! An entry of the log is kept only if the entry before it is the one that its writer knew, by number and mark. No process owns a table,
//! and none holds a lock while anybody thinks.

#[path = "../either/asides.rs"]
mod asides;
mod bell;
mod company;
#[path = "../either/kept.rs"]
mod kept;
#[path = "../either/lists.rs"]
mod lists;
mod log;
#[path = "../either/wholes.rs"]
mod wholes;
mod writer;

use crate::{Mark, Place, Step, StoreError, migrator, not_migrated};
use bell::Bell;
pub(crate) use company::Company;
use log::forget_log;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection as _, Executor, PgPool};
use std::future::Future;
use std::io::{Error as IoError, ErrorKind};
use std::sync::Arc;
use std::time::{Duration, Instant};
use writer::Writer;

/// A connection, and a row that it answers with.
use sqlx::PgConnection as Connection;
use sqlx::postgres::PgRow as Record;

/// Connections for reading.
const READERS: u32 = 3;
/// How long it may take to connect, and to answer.
const CONNECT: Duration = Duration::from_secs(3);
const READ: Duration = Duration::from_secs(5);
/// The pause before the next attempt.
const PAUSE: Duration = Duration::from_millis(100);

/// What a list shows of a table `t`. A summary is good only if it is of the last entry.
const ROW: &str = "t.id, t.game, t.title, t.created_ms, t.setup, t.seq, t.finished_ms, \
    CASE WHEN t.seq = (SELECT MAX(m.seq) FROM move m WHERE m.table_key = t.key) THEN t.summary END AS summary";

const STEPS: [Step; 2] = [
    (6, "the whole schema", include_str!("../../migrations/postgres/0006_the_whole_schema.sql")),
    (7, "rules and kept views", include_str!("../../migrations/postgres/0007_rules_and_kept_views.sql")),
];

/// Begins a transaction that sees one moment.
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
/// All columns of the schema.
const COLUMNS: &str = "SELECT table_name::text, column_name::text FROM information_schema.columns \
    WHERE table_schema = current_schema()";

/// The connections for reading.
#[derive(Clone)]
pub(crate) struct Reader {
    pool: PgPool,
    name: Arc<str>,
}

impl Reader {
    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }

    fn failed(&self, e: sqlx::Error) -> StoreError {
        StoreError::Database(self.name.to_string(), Arc::new(e))
    }

    fn pool(&self) -> Result<&PgPool, StoreError> {
        Ok(&self.pool)
    }

    async fn answer<T>(&self, answer: impl Future<Output = sqlx::Result<T>>) -> Result<T, StoreError> {
        within(READ, answer).await.map_err(|e| self.failed(e))
    }
}

/// An answer, if it comes in time. A network that is cut says nothing.
async fn within<T>(limit: Duration, answer: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    tokio::time::timeout(limit, answer).await.unwrap_or_else(|_| {
        let says = format!("no answer within {} s", limit.as_secs());
        Err(sqlx::Error::Io(IoError::new(ErrorKind::TimedOut, says)))
    })
}

/// Asks again for a while if the database went away: a restart costs its readers a moment and no error.
pub(crate) async fn patiently<T, F>(question: impl Fn() -> F) -> Result<T, StoreError>
where
    F: Future<Output = Result<T, StoreError>>,
{
    let give_up = Instant::now() + READ;
    loop {
        match question().await {
            Err(StoreError::Database(_, e)) if is_away(&e) && Instant::now() < give_up => {
                tokio::time::sleep(PAUSE).await;
            }
            answer => return answer,
        }
    }
}

/// Whether the database, or the way to it, is gone; for the moment, perhaps. The letters are classes of PostgreSQL's error codes: no
/// connection, no resources, being shut down, a standby that does not write yet.
fn is_away(e: &sqlx::Error) -> bool {
    match e {
        sqlx::Error::Io(_) | sqlx::Error::Protocol(_) | sqlx::Error::PoolTimedOut => true,
        sqlx::Error::Database(e) => e
            .code()
            .is_some_and(|code| ["08", "53", "57P", "25006"].iter().any(|class| code.starts_with(class))),
        _ => false,
    }
}

/// Opens a database and brings its schema up to date. Who starts first does that; the others wait.
pub(crate) async fn open(url: &str) -> Result<(Writer, Reader, Company), StoreError> {
    let name = Place::Postgres(url.to_owned()).to_string();
    let failed = |e| StoreError::Database(name.clone(), Arc::new(e));
    let options: PgConnectOptions = url.parse().map_err(failed)?;
    let options = options.application_name("tallyho");
    let mut connection = connect(&options).await.map_err(failed)?;
    let migrated = migrator(&STEPS).run_direct(None, &mut connection, false).await;
    migrated.map_err(|e| not_migrated(&name, e))?;
    let safe: String = sqlx::query_scalar("SHOW fsync").fetch_one(&mut connection).await.map_err(failed)?;
    if safe != "on" {
        tracing::warn!(
            database = name,
            "fsync is off there: what is acknowledged can be lost with its machine"
        );
    }
    let pool = PgPoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(READ)
        .connect_lazy_with(options.clone());
    let process = Mark::draw().0;
    let bell = Bell::new(process, &options);
    let reader = Reader { pool: pool.clone(), name: name.as_str().into() };
    let company = Company::new(process, pool, name.as_str().into(), bell.clone());
    Ok((Writer { name, options, connection: Some(connection), bell }, reader, company))
}

/// A connection for writing: what it commits is on disk, and it waits for no lock for long.
async fn connect(options: &PgConnectOptions) -> sqlx::Result<Connection> {
    within(CONNECT, async {
        let mut connection = Connection::connect_with(options).await?;
        connection.execute("SET lock_timeout = '2s'").await?;
        connection
            .execute(
                "SELECT set_config('synchronous_commit', 'on', false) \
                 WHERE current_setting('synchronous_commit') IN ('off', 'local')",
            )
            .await?;
        Ok(connection)
    })
    .await
}
