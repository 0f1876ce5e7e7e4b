//! The engine of many processes: a PostgreSQL that they share.
//!
//! An entry of the log is kept only if the entry before it is the one that its writer knew, by number and mark. No process owns a table,
//! and none holds a lock while anybody thinks.

#[path = "../either/asides.rs"]
mod asides;
mod bell;
mod bucket;
mod clocks;
mod company;
mod hosts;
#[path = "../either/kept.rs"]
mod kept;
#[path = "../either/lines.rs"]
mod lines;
#[path = "../either/lists.rs"]
mod lists;
mod log;
mod look;
mod runs;
#[path = "../either/wholes.rs"]
mod wholes;
mod writer;

use crate::{Mark, Step, StoreError, migrator, not_migrated};
use bell::Bell;
pub(crate) use company::{Company, MOST_ADOPTED};
use hosts::Hosts;
use log::forget_log;
pub(crate) use look::{look, schema};
use sqlx::{Executor, PgPool};
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
const ROW: &str = "t.id, t.game, t.title, t.created_ms, t.setup, t.seq, t.finished_ms, t.summary AS noted, \
    CASE WHEN t.seq = (SELECT MAX(m.seq) FROM move m WHERE m.table_key = t.key) THEN t.summary END AS summary";

/// When a table last changed, and how many tables lists show as they were some entries ago.
const CHANGED: &str =
    "(SELECT m.at_ms FROM move m WHERE m.table_key = t.key AND m.seq > 0 ORDER BY m.seq DESC LIMIT 1)";
const UNNOTED: &str = "SELECT COUNT(*) FROM game_table t WHERE t.seq < (SELECT MAX(m.seq) FROM move m WHERE m.table_key = t.key)";

const STEPS: [Step; 8] = [
    (6, "the whole schema", include_str!("../../migrations/postgres/0006_the_whole_schema.sql")),
    (7, "rules and kept views", include_str!("../../migrations/postgres/0007_rules_and_kept_views.sql")),
    (8, "buckets", include_str!("../../migrations/postgres/0008_buckets.sql")),
    (9, "who counts", include_str!("../../migrations/postgres/0009_who_counts.sql")),
    (10, "questions", include_str!("../../migrations/postgres/0010_questions.sql")),
    (11, "used links", include_str!("../../migrations/postgres/0011_used_links.sql")),
    (12, "runs", include_str!("../../migrations/postgres/0012_runs.sql")),
    (13, "finished games", include_str!("../../migrations/postgres/0013_finished_games.sql")),
];

/// Now, in milliseconds since 1970, by the one clock that all processes share.
const NOW_MS: &str = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
/// How long ago a clock `c` was noted, in milliseconds; nothing if nobody who is alive counts it: then it stands.
const AGE: &str = "CASE WHEN EXISTS (SELECT FROM process p WHERE p.id = c.process \
    AND p.beat > clock_timestamp() - interval '5 s') \
    THEN CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) - c.noted_ms ELSE 0 END";
/// How often something beside the log of a table `t` has changed.
const TIMES_BESIDE: &str = "t.beside";

/// Begins a transaction that sees one moment.
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
/// All columns of the schema.
const COLUMNS: &str = "SELECT table_name::text, column_name::text FROM information_schema.columns \
    WHERE table_schema = current_schema()";

/// The connections for reading.
#[derive(Clone)]
pub(crate) struct Reader {
    hosts: Arc<Hosts>,
}

impl Reader {
    /// Ends it. Whoever still waits for an answer is not waited for: what is read is of no use any more.
    pub(crate) async fn close(&self) {
        let _ = tokio::time::timeout(CONNECT, self.hosts.pool.close()).await;
    }

    fn failed(&self, e: sqlx::Error) -> StoreError {
        self.hosts.failed(e)
    }

    fn pool(&self) -> Result<&PgPool, StoreError> {
        Ok(&self.hosts.pool)
    }

    async fn answer<T>(&self, answer: impl Future<Output = sqlx::Result<T>>) -> Result<T, StoreError> {
        self.hosts.answer(answer).await
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

/// Whether somebody else held a row for too long, or two waited for each other. Whatever it was, it was not kept.
pub(crate) fn is_blocked(e: &sqlx::Error) -> bool {
    let code = e.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| ["55P03", "40P01"].contains(&&*code))
}

/// Opens a database and brings its schema up to date. Who starts first does that; the others wait. Steps only add, so that a process which
/// does not know the last of them starts and writes beside newer ones. A step that is more than that sets `least` in `meta` to its own
/// number.
pub(crate) async fn open(url: &str) -> Result<(Writer, Reader, Company), StoreError> {
    let hosts = Hosts::of(url)?;
    let mut connection = connect(&hosts).await.map_err(|e| hosts.failed(e))?;
    if look::schema_of(&mut connection).await.map_err(|e| hosts.failed(e))?.is_newer() {
        return Err(StoreError::Newer(hosts.name.clone()));
    }
    let migrated = migrator(&STEPS).set_ignore_missing(true).run_direct(None, &mut connection, false).await;
    migrated.map_err(|e| not_migrated(&hosts.name, e))?;
    let safe = sqlx::query_scalar("SHOW fsync").fetch_one(&mut connection).await;
    let safe: String = safe.map_err(|e| hosts.failed(e))?;
    if safe != "on" {
        tracing::warn!(
            database = hosts.name,
            "fsync is off there: what is acknowledged can be lost with its machine"
        );
    }
    let process = Mark::draw().0;
    let bell = Bell::new(process, &hosts);
    let reader = Reader { hosts: Arc::clone(&hosts) };
    let company = Company::new(process, reader.clone(), bell.clone());
    Ok((Writer { hosts, connection: Some(connection), bell, said: None }, reader, company))
}

/// A connection for writing waits for no lock for long, and whoever says nothing more in the middle of a transaction, because their process
/// is held or their network is cut, does not keep theirs. It finds rows by their keys: a plan made while a table is small would read all of
/// it, and is kept when the table has grown.
const FOR_WRITING: &str = "SET lock_timeout = '2s'; SET idle_in_transaction_session_timeout = '3s'; \
    SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off";

/// A connection for writing: what it commits is on disk.
async fn connect(hosts: &Hosts) -> sqlx::Result<Connection> {
    let mut connection = hosts.connect().await?;
    within(CONNECT, async {
        connection.execute(FOR_WRITING).await?;
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
