//! The one writer: all jobs that wait share a transaction and its fsync.

use crate::carry::Carry;
use crate::file::{Lock, Watch};
use crate::{Appended, Aside, ChainEnd, Fresh, Kept, StoreError, Written, talk};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// Most jobs in one transaction.
const MOST: usize = 1024;
/// How many notes are written with one transaction: enough to keep up, few enough that no commit takes noticeably longer.
const NOTES: usize = 16;
/// Most entries written by one statement. Each number of entries has its own prepared statement.
const BLOCK: usize = 64;

pub(crate) type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

pub(crate) enum Job {
    Create(Box<Fresh>, Reply<ChainEnd>),
    Append(Kept, Reply<Appended>),
    /// What the server wants to know again of the table that ends there.
    Setup(ChainEnd, String, Reply<()>),
    /// What is kept beside the log of the table that ends there.
    Aside(ChainEnd, Aside, Reply<()>),
    /// Links to other devices, which belong to no table.
    Carry(Carry, Reply<()>),
    Probe(Reply<()>),
    Close(Reply<()>),
}

/// The last numbers given to an entry and to a table.
#[derive(Clone, Copy)]
pub(crate) struct Numbers {
    pub(crate) entry: i64,
    pub(crate) table: i64,
}

/// What the writer works with. The lock is held for as long as it lives.
pub(crate) struct Writer {
    pub(crate) path: PathBuf,
    pub(crate) options: SqliteConnectOptions,
    pub(crate) connection: SqliteConnection,
    /// A transaction has failed, so the state of the connection is unknown.
    pub(crate) doubtful: bool,
    pub(crate) numbers: Numbers,
    pub(crate) watch: Arc<Watch>,
    pub(crate) written: Arc<Written>,
    pub(crate) note_after: Duration,
    pub(crate) lock: Lock,
}

impl Writer {
    fn failed(&self, e: sqlx::Error) -> StoreError {
        StoreError::Database(self.path.clone(), Arc::new(e))
    }

    /// A new connection in place of the doubtful one. SQLite ends some failed transactions by itself and leaves others open, and sqlx cannot
    /// tell which. The old one is closed last: as long as the file is open somewhere, SQLite does not read its log again and cannot
    /// find there what a failed transaction has left behind.
    async fn reconnect(&mut self) -> sqlx::Result<()> {
        let mut connection = SqliteConnection::connect_with(&self.options).await?;
        self.numbers = Numbers::read(&mut connection).await?;
        let doubtful = std::mem::replace(&mut self.connection, connection);
        self.doubtful = false;
        if let Err(error) = doubtful.close().await {
            tracing::warn!(%error, "a failed connection could not be closed");
        }
        Ok(())
    }
}

/// Tables whose rows lag behind the log, in the order in which they began to.
#[derive(Default)]
struct Behind {
    order: VecDeque<(i64, i64, Instant)>,
    notes: BTreeMap<i64, Note>,
}

/// Which notes a transaction writes.
#[derive(Clone, Copy)]
enum Notes {
    Due,
    All,
}

impl Notes {
    fn count(self, behind: &Behind, after: Duration) -> usize {
        let now = Instant::now();
        let due = |since: Instant| now.duration_since(since) >= after;
        match self {
            Notes::All => behind.order.len(),
            Notes::Due => behind.order.iter().take(NOTES).take_while(|(_, _, since)| due(*since)).count(),
        }
    }
}

/// What a table's row is to say. Rows are updated some seconds after the log, many at a time: that is called noting.
struct Note {
    head: i64,
    seq: u32,
    summary: String,
    finished_ms: Option<i64>,
}

pub(crate) async fn run(mut writer: Writer, mut waiting: mpsc::Receiver<Job>) {
    let mut behind = Behind::default();
    let mut jobs = Vec::new();
    let mut closing = Vec::new();
    while closing.is_empty() {
        let wait = behind.order.front().map_or(Duration::from_secs(3600), |(_, _, since)| {
            (*since + writer.note_after).saturating_duration_since(Instant::now())
        });
        match tokio::time::timeout(wait, waiting.recv_many(&mut jobs, MOST)).await {
            Ok(0) => break,
            Ok(_) => {
                let mut work = Vec::with_capacity(jobs.len());
                let mut probes = Vec::new();
                for job in jobs.drain(..) {
                    match job {
                        Job::Close(reply) => closing.push(reply),
                        Job::Probe(reply) => probes.push(reply),
                        job => work.push(job),
                    }
                }
                serve(&mut writer, &mut behind, work).await;
                if !probes.is_empty() {
                    let probed = write(&mut writer, &mut behind, Batch { probe: true, ..NOTES_DUE }).await;
                    for reply in probes {
                        let _ = reply.send(probed.as_ref().map(|_| ()).map_err(Clone::clone));
                    }
                }
            }
            Err(_) => {
                if let Err(e) = write(&mut writer, &mut behind, NOTES_DUE).await {
                    tracing::warn!(error = %e, "tables could not be noted");
                }
            }
        }
    }
    let noted = write(&mut writer, &mut behind, Batch { notes: Notes::All, ..NOTES_DUE }).await;
    let closed = writer.connection.close().await;
    let closed = closed.map_err(|e| StoreError::Database(writer.path, Arc::new(e)));
    drop(writer.lock);
    for reply in closing {
        let _ = reply.send(noted.as_ref().map(|_| ()).map_err(Clone::clone).and(closed.clone()));
    }
}

/// Writes jobs in one transaction and answers them. If it fails because of what was written, each job is tried alone, so one bad job does
/// not fail the others. If the disk is at fault, all are told at once.
async fn serve(writer: &mut Writer, behind: &mut Behind, jobs: Vec<Job>) {
    if jobs.is_empty() {
        return;
    }
    match write(writer, behind, Batch { jobs: &jobs, ..NOTES_DUE }).await {
        Ok(ends) => {
            for (job, end) in jobs.into_iter().zip(ends) {
                answer(job, Ok(end));
            }
        }
        Err(e) if jobs.len() > 1 && e.is_of_what_was_written() => {
            tracing::warn!(error = %e, jobs = jobs.len(), "a group of writes failed, trying each alone");
            for job in jobs {
                let end =
                    write(writer, behind, Batch { jobs: std::slice::from_ref(&job), ..NOTES_DUE }).await;
                answer(job, end.map(|ends| ends[0]));
            }
        }
        Err(e) => {
            tracing::error!(error = %e, jobs = jobs.len(), "nothing could be written");
            for job in jobs {
                answer(job, Err(e.clone()));
            }
        }
    }
}

// A failed send is ignored: the caller has gone away.
fn answer(job: Job, end: Result<ChainEnd, StoreError>) {
    match job {
        Job::Create(_, reply) => drop(reply.send(end)),
        Job::Append(_, reply) => drop(reply.send(end.map(|end| Appended { end }))),
        Job::Setup(_, _, reply)
        | Job::Aside(_, _, reply)
        | Job::Carry(_, reply)
        | Job::Probe(reply)
        | Job::Close(reply) => drop(reply.send(end.map(|_| ()))),
    }
}

/// What one transaction writes.
#[derive(Clone, Copy)]
struct Batch<'a> {
    jobs: &'a [Job],
    notes: Notes,
    probe: bool,
}

/// A transaction without jobs.
const NOTES_DUE: Batch<'static> = Batch { jobs: &[], notes: Notes::Due, probe: false };

/// One row of the log.
struct LogRow {
    n: i64,
    key: i64,
    seq: i64,
    prev: i64,
    at_ms: i64,
    body: String,
}

/// One transaction. Returns where each job's table ends now. Numbers and notes change only if it succeeds.
async fn write(
    writer: &mut Writer,
    behind: &mut Behind,
    batch: Batch<'_>,
) -> Result<Vec<ChainEnd>, StoreError> {
    let written = attempt(writer, behind, batch).await;
    if written.is_err() {
        writer.doubtful = true;
        writer.written.failure();
        // Notes can wait; they would only make the next transaction larger.
        behind.put_off();
    }
    written
}

async fn attempt(
    writer: &mut Writer,
    behind: &mut Behind,
    batch: Batch<'_>,
) -> Result<Vec<ChainEnd>, StoreError> {
    let began = std::time::Instant::now();
    writer.watch.in_place()?;
    if writer.doubtful {
        writer.reconnect().await.map_err(|e| writer.failed(e))?;
    }
    let notes = batch.notes.count(behind, writer.note_after);
    let mut plan = Plan::of(writer.numbers, batch.jobs);
    let entries = plan.rows.len();
    transaction(writer, behind, batch, notes, &mut plan).await.map_err(|e| writer.failed(e))?;
    let Plan { numbers, ends, .. } = plan;
    // If the file was replaced meanwhile, what was written is lost.
    writer.watch.in_place()?;
    writer.numbers = numbers;
    behind.forget(notes);
    for (job, end) in batch.jobs.iter().zip(&ends) {
        match job {
            Job::Append(kept, _) => behind.add(kept, *end),
            Job::Aside(_, Aside::Forget, _) => behind.drop(end.key),
            Job::Create(..)
            | Job::Setup(..)
            | Job::Aside(..)
            | Job::Carry(..)
            | Job::Probe(_)
            | Job::Close(_) => {}
        }
    }
    writer.written.commit(entries, began.elapsed());
    Ok(ends)
}

async fn transaction(
    writer: &mut Writer,
    behind: &Behind,
    batch: Batch<'_>,
    notes: usize,
    Plan { ends, rows, .. }: &mut Plan,
) -> sqlx::Result<()> {
    let moves_alone = |job: &Job| matches!(job, Job::Append(kept, _) if !kept.finished);
    if notes == 0 && !batch.probe && rows.len() <= BLOCK && batch.jobs.iter().all(moves_alone) {
        // One statement is a transaction by itself; begin and commit would each be a trip to the database's thread and back.
        return insert(&mut writer.connection, rows).await;
    }
    let mut tx = writer.connection.begin_with("BEGIN IMMEDIATE").await?;
    for (job, end) in batch.jobs.iter().zip(&*ends) {
        match job {
            Job::Create(fresh, _) => create(&mut tx, end.key, fresh).await?,
            Job::Append(kept, _) if kept.finished => finish(&mut tx, kept, *end).await?,
            Job::Setup(_, setup, _) => set_up(&mut tx, end.key, setup).await?,
            Job::Aside(_, aside, _) => aside.write(&mut tx, end.key).await?,
            Job::Carry(carry, _) => carry.write(&mut tx).await?,
            Job::Append(..) | Job::Probe(_) | Job::Close(_) => {}
        }
    }
    for block in rows.chunks_mut(BLOCK) {
        insert(&mut tx, block).await?;
    }
    behind.note(&mut tx, notes, writer.numbers.entry).await?;
    if batch.probe {
        probe(&mut tx).await?;
    }
    tx.commit().await
}

/// Writes a new value each time, because SQLite skips a write that changes nothing.
async fn probe(tx: &mut SqliteConnection) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO meta (name, value) VALUES ('probes', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1",
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The numbers after these jobs, where each job's table ends then, and the rows of the log. A table has at most one job here: its next job
/// waits for the answer to this one.
struct Plan {
    /// The numbers after them.
    numbers: Numbers,
    /// Where each job's table ends then.
    ends: Vec<ChainEnd>,
    /// The rows of the log.
    rows: Vec<LogRow>,
}

impl Plan {
    /// A table may have several jobs in one transaction only if each waited for the one before, which it cannot have.
    fn of(mut numbers: Numbers, jobs: &[Job]) -> Plan {
        let mut rows = Vec::with_capacity(jobs.len());
        let mut ends = Vec::with_capacity(jobs.len());
        for job in jobs {
            match job {
                Job::Create(..) => {
                    numbers.table += 1;
                    ends.push(ChainEnd { key: numbers.table, head: 0, seq: 0 });
                }
                Job::Append(kept, _) => {
                    let mut end = kept.end;
                    for entry in &kept.entries {
                        numbers.entry += 1;
                        end.seq += 1;
                        rows.push(LogRow {
                            n: numbers.entry,
                            key: end.key,
                            seq: end.seq.into(),
                            prev: end.head,
                            at_ms: kept.at_ms,
                            body: entry.clone(),
                        });
                        end.head = numbers.entry;
                    }
                    ends.push(end);
                }
                Job::Setup(end, ..) | Job::Aside(end, ..) => ends.push(*end),
                Job::Carry(..) => ends.push(ChainEnd { key: 0, head: 0, seq: 0 }),
                Job::Probe(_) | Job::Close(_) => {}
            }
        }
        Plan { numbers, ends, rows }
    }
}

async fn insert(db: &mut SqliteConnection, rows: &mut [LogRow]) -> sqlx::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut sql = String::from("INSERT INTO move (n, table_key, seq, prev, at_ms, body) VALUES ");
    sql.push_str(&places_for(6, rows.len()));
    let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
    for row in rows {
        let body = std::mem::take(&mut row.body);
        query = query.bind(row.n).bind(row.key).bind(row.seq).bind(row.prev).bind(row.at_ms).bind(body);
    }
    query.execute(db).await?;
    Ok(())
}

/// `(?, ?), (?, ?)`: places for `rows` rows of `columns` values.
fn places_for(columns: usize, rows: usize) -> String {
    let row = format!("({})", vec!["?"; columns].join(", "));
    vec![row; rows].join(", ")
}

async fn create(tx: &mut SqliteConnection, key: i64, fresh: &Fresh) -> sqlx::Result<()> {
    let header = serde_json::to_string(&fresh.header).map_err(|e| sqlx::Error::Encode(e.into()))?;
    sqlx::query(
        "INSERT INTO game_table (key, id, game, title, created_ms, header, setup, listed, seat_open, summary) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(key)
    .bind(&fresh.id)
    .bind(&fresh.header.game)
    .bind(&fresh.title)
    .bind(fresh.created_ms)
    .bind(header)
    .bind(&fresh.setup)
    .bind(i64::from(fresh.listed))
    .bind(i64::from(fresh.seat_open))
    .bind(&fresh.summary)
    .execute(&mut *tx)
    .await?;
    if let Some(seed) = &fresh.seed {
        sqlx::query("INSERT INTO seed (table_key, seed) VALUES ($1, $2)")
            .bind(key)
            .bind(seed.hex())
            .execute(&mut *tx)
            .await?;
    }
    for (hash, seat) in &fresh.seats {
        talk::seat(tx, key, hash, *seat).await?;
    }
    Ok(())
}

async fn set_up(tx: &mut SqliteConnection, key: i64, setup: &str) -> sqlx::Result<()> {
    sqlx::query("UPDATE game_table SET setup = $1 WHERE key = $2").bind(setup).bind(key).execute(tx).await?;
    Ok(())
}

/// The end of a game is noted in the same transaction as its last command.
async fn finish(tx: &mut SqliteConnection, kept: &Kept, end: ChainEnd) -> sqlx::Result<()> {
    sqlx::query("UPDATE game_table SET finished_ms = $1, summary = $2, head = $3, seq = $4 WHERE key = $5")
        .bind(kept.at_ms)
        .bind(&kept.summary)
        .bind(end.head)
        .bind(i64::from(end.seq))
        .bind(end.key)
        .execute(tx)
        .await?;
    Ok(())
}

impl Behind {
    fn add(&mut self, kept: &Kept, end: ChainEnd) {
        let note = Note {
            head: end.head,
            seq: end.seq,
            summary: kept.summary.clone(),
            finished_ms: kept.finished.then_some(kept.at_ms),
        };
        if self.notes.insert(end.key, note).is_none() {
            let first = end.head - kept.entries.len() as i64 + 1;
            self.order.push_back((end.key, first, Instant::now()));
        }
    }

    /// Writes the first `count` notes, and up to which entry the log is noted. `last` is the last entry before this transaction, whose own
    /// entries are noted later.
    async fn note(&self, tx: &mut SqliteConnection, count: usize, last: i64) -> sqlx::Result<()> {
        if count == 0 {
            return Ok(());
        }
        let keys: Vec<i64> = self.order.iter().take(count).map(|(key, _, _)| *key).collect();
        for keys in keys.chunks(NOTES) {
            let sql = format!(
                "WITH note (head, seq, summary, finished_ms, key) AS (VALUES {}) \
                 UPDATE game_table SET head = note.head, seq = note.seq, summary = note.summary, \
                 finished_ms = note.finished_ms \
                 FROM note WHERE game_table.key = note.key AND game_table.head < note.head",
                places_for(5, keys.len())
            );
            let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
            for (key, note) in keys.iter().filter_map(|key| self.notes.get_key_value(key)) {
                query = query.bind(note.head).bind(i64::from(note.seq));
                query = query.bind(&note.summary).bind(note.finished_ms).bind(*key);
            }
            query.execute(&mut *tx).await?;
        }
        let noted = self.order.get(count).map_or(last, |(_, first, _)| first - 1);
        sqlx::query("UPDATE meta SET value = $1 WHERE name = 'noted'").bind(noted).execute(tx).await?;
        Ok(())
    }

    /// A table that was deleted is not noted any more: another one may get its key.
    fn drop(&mut self, key: i64) {
        self.order.retain(|(of, _, _)| *of != key);
        self.notes.remove(&key);
    }

    fn forget(&mut self, noted: usize) {
        for (key, _, _) in self.order.drain(..noted) {
            self.notes.remove(&key);
        }
    }

    /// After a failure, tries again later.
    fn put_off(&mut self) {
        let now = Instant::now();
        for (_, _, since) in &mut self.order {
            *since = now;
        }
    }
}
