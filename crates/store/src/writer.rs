//! The one writer: all jobs that wait share a transaction and its fsync.

use crate::{Appended, Entry, Fresh, Kept, Place, StoreError, Written};
use sqlx::{Connection, SqliteConnection};
use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// The most jobs in one transaction.
const MOST: usize = 1024;
/// How many notes are written with one transaction: enough to keep up, few enough that no commit takes noticeably longer.
const NOTES: usize = 16;
/// Entries written by one statement, largest first.
const BLOCKS: [usize; 3] = [64, 8, 1];

pub(crate) type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

pub(crate) enum Job {
    Create(Box<Fresh>, Reply<Place>),
    Append(Kept, Reply<Appended>),
    Close(Reply<()>),
}

/// The numbers given last.
#[derive(Clone, Copy)]
pub(crate) struct Numbers {
    pub(crate) entry: i64,
    pub(crate) table: i64,
}

/// What the writer works with. The lock is held for as long as it lives.
pub(crate) struct Desk {
    pub(crate) connection: SqliteConnection,
    pub(crate) numbers: Numbers,
    pub(crate) written: Arc<Written>,
    pub(crate) note_after: Duration,
    pub(crate) lock: File,
}

/// Tables that were written to and not yet noted, in the order in which their first such entry came.
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

struct Note {
    head: i64,
    seq: u32,
    summary: String,
    finished_ms: Option<i64>,
}

pub(crate) async fn run(mut desk: Desk, mut waiting: mpsc::Receiver<Job>) {
    let mut behind = Behind::default();
    let mut jobs = Vec::new();
    let mut closing = Vec::new();
    while closing.is_empty() {
        let wait = behind.order.front().map_or(Duration::from_secs(3600), |(_, _, since)| {
            (*since + desk.note_after).saturating_duration_since(Instant::now())
        });
        match tokio::time::timeout(wait, waiting.recv_many(&mut jobs, MOST)).await {
            Ok(0) => break,
            Ok(_) => {
                let mut work = Vec::with_capacity(jobs.len());
                for job in jobs.drain(..) {
                    match job {
                        Job::Close(reply) => closing.push(reply),
                        job => work.push(job),
                    }
                }
                serve(&mut desk, &mut behind, work).await;
            }
            Err(_) => {
                if let Err(e) = write(&mut desk, &mut behind, &[], Notes::Due).await {
                    tracing::warn!(error = %e, "tables could not be noted");
                    behind.put_off();
                }
            }
        }
    }
    let noted = write(&mut desk, &mut behind, &[], Notes::All).await;
    let closed = desk.connection.close().await.map_err(StoreError::from);
    drop(desk.lock);
    for reply in closing {
        let _ = reply.send(noted.as_ref().map(|_| ()).map_err(Clone::clone).and(closed.clone()));
    }
}

/// Writes jobs in one transaction and answers them. If that fails, each is tried alone, so that one that cannot be
/// written does not take others with it.
async fn serve(desk: &mut Desk, behind: &mut Behind, jobs: Vec<Job>) {
    if jobs.is_empty() {
        return;
    }
    match write(desk, behind, &jobs, Notes::Due).await {
        Ok(places) => {
            for (job, place) in jobs.into_iter().zip(places) {
                answer(job, Ok(place));
            }
        }
        Err(e) if jobs.len() == 1 => {
            tracing::error!(error = %e, "a write failed");
            for job in jobs {
                answer(job, Err(e.clone()));
            }
        }
        Err(e) => {
            tracing::warn!(error = %e, jobs = jobs.len(), "a group of writes failed, trying each alone");
            for job in jobs {
                let place = write(desk, behind, std::slice::from_ref(&job), Notes::Due).await;
                answer(job, place.map(|places| places[0]));
            }
        }
    }
}

// A caller that has gone away no longer wants its answer.
fn answer(job: Job, place: Result<Place, StoreError>) {
    match job {
        Job::Create(_, reply) => drop(reply.send(place)),
        Job::Append(_, reply) => drop(reply.send(place.map(|place| Appended { place }))),
        Job::Close(reply) => drop(reply.send(place.map(|_| ()))),
    }
}

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
    desk: &mut Desk,
    behind: &mut Behind,
    jobs: &[Job],
    notes: Notes,
) -> Result<Vec<Place>, StoreError> {
    let began = std::time::Instant::now();
    let mut numbers = desk.numbers;
    let mut rows = Vec::with_capacity(jobs.len());
    let mut places = Vec::with_capacity(jobs.len());
    // A table may have several jobs in one transaction only if each waited for the one before, which it cannot have.
    let mut tx = desk.connection.begin_with("BEGIN IMMEDIATE").await?;
    for job in jobs {
        match job {
            Job::Create(fresh, _) => {
                numbers.table += 1;
                create(&mut tx, numbers.table, fresh).await?;
                places.push(Place { key: numbers.table, head: 0, seq: 0 });
            }
            Job::Append(kept, _) => {
                let mut place = kept.place;
                for entry in &kept.entries {
                    numbers.entry += 1;
                    place.seq += 1;
                    rows.push(log_row(numbers.entry, place, kept.at_ms, entry)?);
                    place.head = numbers.entry;
                }
                if kept.finished {
                    finish(&mut tx, kept, place).await?;
                }
                places.push(place);
            }
            Job::Close(_) => {}
        }
    }
    let entries = rows.len();
    let mut rest = &mut rows[..];
    for size in BLOCKS {
        while rest.len() >= size {
            let (block, others) = rest.split_at_mut(size);
            insert(&mut tx, block).await?;
            rest = others;
        }
    }
    let noted = behind.note(&mut tx, notes.count(behind, desk.note_after), desk.numbers.entry).await?;
    tx.commit().await?;
    desk.numbers = numbers;
    behind.forget(noted);
    for (job, place) in jobs.iter().zip(&places) {
        if let Job::Append(kept, _) = job {
            behind.add(kept, *place);
        }
    }
    desk.written.commits.fetch_add(1, Ordering::Relaxed);
    desk.written.entries.fetch_add(entries as u64, Ordering::Relaxed);
    metrics::counter!("tallyho_store_commits_total").increment(1);
    metrics::counter!("tallyho_store_entries_total").increment(entries as u64);
    metrics::histogram!("tallyho_store_commit_seconds").record(began.elapsed());
    Ok(places)
}

fn log_row(n: i64, place: Place, at_ms: i64, entry: &Entry) -> Result<LogRow, StoreError> {
    let body = serde_json::to_string(entry)
        .map_err(|e| StoreError::Damaged("an entry of the log".into(), e.to_string()))?;
    Ok(LogRow { n, key: place.key, seq: place.seq.into(), prev: place.head, at_ms, body })
}

async fn insert(tx: &mut SqliteConnection, rows: &mut [LogRow]) -> Result<(), StoreError> {
    let mut sql = String::from("INSERT INTO move (n, table_key, seq, prev, at_ms, body) VALUES ");
    for at in 0..rows.len() {
        let first = at * 6 + 1;
        let comma = if at == 0 { "" } else { ", " };
        let [a, b, c, d, e, f] = std::array::from_fn(|n| first + n);
        sql.push_str(&format!("{comma}(${a}, ${b}, ${c}, ${d}, ${e}, ${f})"));
    }
    let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
    for row in rows {
        let body = std::mem::take(&mut row.body);
        query = query.bind(row.n).bind(row.key).bind(row.seq).bind(row.prev).bind(row.at_ms).bind(body);
    }
    query.execute(tx).await?;
    Ok(())
}

async fn create(tx: &mut SqliteConnection, key: i64, fresh: &Fresh) -> Result<(), StoreError> {
    let header = serde_json::to_string(&fresh.header)
        .map_err(|e| StoreError::Damaged("a transcript header".into(), e.to_string()))?;
    sqlx::query(
        "INSERT INTO game_table (key, id, game, title, created_ms, header, setup, listed, summary) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(key)
    .bind(&fresh.id)
    .bind(&fresh.header.game)
    .bind(&fresh.title)
    .bind(fresh.created_ms)
    .bind(header)
    .bind(&fresh.setup)
    .bind(i64::from(fresh.listed))
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
        let seat = serde_json::to_value(seat).unwrap_or_default();
        sqlx::query("INSERT INTO seat (token_hash, table_key, seat) VALUES ($1, $2, $3)")
            .bind(&hash.0)
            .bind(key)
            .bind(seat.as_str())
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

/// The end of a game is noted with its last command, not behind it.
async fn finish(tx: &mut SqliteConnection, kept: &Kept, place: Place) -> Result<(), StoreError> {
    sqlx::query("UPDATE game_table SET finished_ms = $1, summary = $2, head = $3, seq = $4 WHERE key = $5")
        .bind(kept.at_ms)
        .bind(&kept.summary)
        .bind(place.head)
        .bind(i64::from(place.seq))
        .bind(place.key)
        .execute(tx)
        .await?;
    Ok(())
}

impl Behind {
    fn add(&mut self, kept: &Kept, place: Place) {
        let note = Note {
            head: place.head,
            seq: place.seq,
            summary: kept.summary.clone(),
            finished_ms: kept.finished.then_some(kept.at_ms),
        };
        if self.notes.insert(place.key, note).is_none() {
            let first = place.head - kept.entries.len() as i64 + 1;
            self.order.push_back((place.key, first, Instant::now()));
        }
    }

    /// Writes the first `count` notes, and how far the log is noted with them. `last` is the last entry before this transaction: its own are
    /// noted later.
    async fn note(&self, tx: &mut SqliteConnection, count: usize, last: i64) -> Result<usize, StoreError> {
        if count == 0 {
            return Ok(0);
        }
        for (key, _, _) in self.order.iter().take(count) {
            let Some(note) = self.notes.get(key) else { continue };
            sqlx::query(
                "UPDATE game_table SET head = $1, seq = $2, summary = $3, finished_ms = $4 \
                 WHERE key = $5 AND head < $1",
            )
            .bind(note.head)
            .bind(i64::from(note.seq))
            .bind(&note.summary)
            .bind(note.finished_ms)
            .bind(key)
            .execute(&mut *tx)
            .await?;
        }
        let noted = self.order.get(count).map_or(last, |(_, first, _)| first - 1);
        sqlx::query("UPDATE meta SET value = $1 WHERE name = 'noted'").bind(noted).execute(tx).await?;
        Ok(count)
    }

    fn forget(&mut self, noted: usize) {
        for (key, _, _) in self.order.drain(..noted) {
            self.notes.remove(&key);
        }
    }

    /// After a failure: tries again later, not at once.
    fn put_off(&mut self) {
        let now = Instant::now();
        for (_, _, since) in &mut self.order {
            *since = now;
        }
    }
}
