//! The one writer: a batch is a transaction, with one fsync.

use super::file::{Lock, Watch};
use super::{Connection, asides, failed, log, wholes};
use crate::behind::{NOTES, Notes};
use crate::queue::{Batch, Done, Engine, Job, NOWHERE};
use crate::whole::ROW;
use crate::{Aside, ChainEnd, Fresh, Kept, Mark, StoreError};
use sqlx::Connection as _;
use sqlx::sqlite::SqliteConnectOptions;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Most entries written by one statement. Each number of entries has its own prepared statement.
const BLOCK: usize = 64;
/// The most tables whose ends are remembered; then they are looked up again.
const MOST_HEADS: usize = 1 << 20;
/// Where no chain ends: a table that was deleted.
const GONE: i64 = -1;

/// The last numbers given to an entry and to a table.
#[derive(Clone, Copy)]
pub(crate) struct Numbers {
    pub(super) entry: i64,
    pub(super) table: i64,
}

/// What the writer works with. The lock is held for as long as it lives.
pub(crate) struct Writer {
    pub(super) path: PathBuf,
    pub(super) options: SqliteConnectOptions,
    pub(super) connection: Connection,
    /// A transaction has failed, so the state of the connection is unknown.
    pub(super) doubtful: bool,
    pub(super) numbers: Numbers,
    /// Where the chains of tables end, by key: a change that does not go on from there is not kept.
    pub(super) heads: BTreeMap<i64, i64>,
    pub(super) watch: Arc<Watch>,
    pub(super) lock: Lock,
}

impl Engine for Writer {
    // A file that refuses is not asked again: whoever wants it to be can tell by the answer.
    const PATIENCE: Duration = Duration::ZERO;
    // All jobs that wait are one transaction.
    const MOVES_FIRST: bool = false;

    async fn write(&mut self, batch: Batch<'_>) -> Result<Done, StoreError> {
        let written = self.attempt(batch).await;
        self.doubtful |= written.is_err();
        written
    }

    async fn shrink(&mut self) -> Result<u64, StoreError> {
        self.ready().await?;
        let shrunk = shrink(&mut self.connection).await;
        self.doubtful |= shrunk.is_err();
        shrunk.map_err(|e| failed(&self.path, e))
    }

    /// Moves the write-ahead log into the main file.
    async fn close(self) -> Result<(), StoreError> {
        let closed = self.connection.close().await;
        drop(self.lock);
        closed.map_err(|e| failed(&self.path, e))
    }
}

impl Writer {
    /// A new connection in place of the doubtful one. SQLite ends some failed transactions by itself and leaves others open, and sqlx cannot
    /// tell which. The old one is closed last: as long as the file is open somewhere, SQLite does not read its log again and cannot
    /// find there what a failed transaction has left behind.
    async fn reconnect(&mut self) -> sqlx::Result<()> {
        let mut connection = Connection::connect_with(&self.options).await?;
        self.numbers = Numbers::read(&mut connection).await?;
        let doubtful = std::mem::replace(&mut self.connection, connection);
        self.doubtful = false;
        self.heads.clear();
        if let Err(error) = doubtful.close().await {
            tracing::warn!(%error, "a failed connection could not be closed");
        }
        Ok(())
    }

    /// Makes sure of the files and of the connection.
    async fn ready(&mut self) -> Result<(), StoreError> {
        self.watch.in_place()?;
        if self.doubtful {
            self.reconnect().await.map_err(|e| failed(&self.path, e))?;
        }
        Ok(())
    }

    /// One transaction. Numbers and ends of chains change only if it succeeds.
    async fn attempt(&mut self, batch: Batch<'_>) -> Result<Done, StoreError> {
        self.ready().await?;
        self.learn(batch.jobs).await.map_err(|e| failed(&self.path, e))?;
        let mut plan = Plan::of(self.numbers, &self.heads, batch.jobs);
        self.transaction(&batch, &mut plan).await.map_err(|e| failed(&self.path, e))?;
        // If the file was replaced meanwhile, what was written is lost.
        self.watch.in_place()?;
        self.numbers = plan.numbers;
        self.heads.extend(plan.heads);
        let ends = plan.ends.into_iter().map(|end| end.ok_or(StoreError::Moved)).collect();
        Ok(Done { ends, noted: true })
    }

    /// Looks up where chains end that are not known yet. That is once for each table, when it is first played on.
    async fn learn(&mut self, jobs: &[&Job]) -> sqlx::Result<()> {
        if self.heads.len() > MOST_HEADS {
            self.heads.clear();
        }
        for job in jobs {
            if let Job::Append(kept, ..) = job
                && !self.heads.contains_key(&kept.end.key)
            {
                let head = log::head(&mut self.connection, kept.end.key).await?;
                self.heads.insert(kept.end.key, head.unwrap_or(GONE));
            }
        }
        Ok(())
    }

    async fn transaction(
        &mut self,
        batch: &Batch<'_>,
        Plan { ends, rows, .. }: &mut Plan,
    ) -> sqlx::Result<()> {
        let moves_alone = |job: &&Job| matches!(job, Job::Append(kept, ..) if !kept.finished);
        let alone = batch.notes.of.is_empty() && !batch.probe && batch.jobs.iter().all(moves_alone);
        if alone && rows.len() <= BLOCK {
            // One statement is a transaction by itself; begin and commit would each be a trip to the database's thread and back.
            return insert(&mut self.connection, rows).await;
        }
        let mut tx = self.connection.begin_with("BEGIN IMMEDIATE").await?;
        for (job, end) in batch.jobs.iter().zip(&*ends) {
            let Some(end) = end else { continue };
            match job {
                Job::Create(fresh, ..) => create(&mut tx, *end, fresh).await?,
                Job::Whole(whole, _) => {
                    let own = [("key", end.key), ("head", end.head)];
                    wholes::insert(&mut tx, &ROW, &own, std::slice::from_ref(&whole.row)).await?;
                    wholes::insert_beside(&mut tx, end.key, whole).await?;
                }
                Job::Append(kept, ..) if kept.finished => finish(&mut tx, kept, *end).await?,
                Job::Setup(_, setup, _) => asides::set_up(&mut tx, end.key, setup).await?,
                Job::Aside(_, aside, _) => asides::write(&mut tx, end.key, aside).await?,
                Job::Carry(carry, _) => asides::carry(&mut tx, carry).await?,
                Job::Append(..) | Job::Probe(_) | Job::Shrink(_) | Job::Close(_) => {}
            }
        }
        for block in rows.chunks_mut(BLOCK) {
            insert(&mut tx, block).await?;
        }
        note(&mut tx, &batch.notes, self.numbers.entry).await?;
        if batch.probe {
            asides::probe(&mut tx).await?;
        }
        tx.commit().await
    }
}

/// Gives some free pages back to the system. Returns how many are left for the next time: none of a file that cannot give them back.
async fn shrink(db: &mut Connection) -> sqlx::Result<u64> {
    const FREE: &str = "PRAGMA freelist_count";
    let free: i64 = sqlx::query_scalar(FREE).fetch_one(&mut *db).await?;
    // Few enough that players notice nothing.
    sqlx::query("PRAGMA incremental_vacuum(64)").fetch_all(&mut *db).await?;
    let left: i64 = sqlx::query_scalar(FREE).fetch_one(&mut *db).await?;
    if left > 0 && left == free {
        return Ok(0);
    }
    if left == 0 {
        // The file itself gets shorter with this; it waits for nobody.
        sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_all(db).await?;
    }
    Ok(left as u64)
}

/// One row of the log.
struct LogRow {
    n: i64,
    key: i64,
    seq: i64,
    prev: i64,
    mark: Mark,
    at_ms: i64,
    body: String,
}

/// What jobs come to.
struct Plan {
    /// The last numbers after them.
    numbers: Numbers,
    /// Where each job's table ends then; nothing for a job that came too late.
    ends: Vec<Option<ChainEnd>>,
    /// Where the chains of their tables end then.
    heads: BTreeMap<i64, i64>,
    /// The rows of the log.
    rows: Vec<LogRow>,
}

impl Plan {
    fn of(numbers: Numbers, known: &BTreeMap<i64, i64>, jobs: &[&Job]) -> Plan {
        let (ends, rows) = (Vec::with_capacity(jobs.len()), Vec::with_capacity(jobs.len()));
        let mut plan = Plan { numbers, ends, heads: BTreeMap::new(), rows };
        for job in jobs {
            let end = match job {
                Job::Create(fresh, marks, _) => {
                    plan.numbers.table += 1;
                    let mut end = ChainEnd { key: plan.numbers.table, ..NOWHERE };
                    for (entry, mark) in fresh.entries.iter().zip(&marks[1..]) {
                        end = plan.add(end, *mark, fresh.created_ms, entry);
                    }
                    plan.heads.insert(end.key, end.head);
                    Some(end)
                }
                Job::Whole(whole, _) => {
                    plan.numbers.table += 1;
                    let mut end = ChainEnd { key: plan.numbers.table, ..NOWHERE };
                    for entry in &whole.log {
                        end = plan.add(end, Mark(entry.mark), entry.at_ms, &entry.body);
                    }
                    plan.heads.insert(end.key, end.head);
                    Some(end)
                }
                Job::Append(kept, _) => {
                    let end = kept.end;
                    let head = plan.heads.get(&end.key).or_else(|| known.get(&end.key));
                    (head == Some(&end.head)).then(|| plan.add(end, kept.mark, kept.at_ms, &kept.entry))
                }
                Job::Aside(end, Aside::Forget, _) => {
                    plan.heads.insert(end.key, GONE);
                    Some(*end)
                }
                Job::Setup(end, ..) | Job::Aside(end, ..) => Some(*end),
                Job::Carry(..) | Job::Probe(_) | Job::Shrink(_) | Job::Close(_) => Some(NOWHERE),
            };
            plan.ends.push(end);
        }
        plan
    }

    /// One more entry after the end of a chain. Returns its end then.
    fn add(&mut self, end: ChainEnd, mark: Mark, at_ms: i64, entry: &str) -> ChainEnd {
        self.numbers.entry += 1;
        let ChainEnd { key, head: prev, seq, .. } = end;
        let end = ChainEnd { key, head: self.numbers.entry, seq: seq + 1, mark };
        let (n, seq) = (end.head, end.seq.into());
        self.rows.push(LogRow { n, key, seq, prev, mark, at_ms, body: entry.to_owned() });
        self.heads.insert(key, n);
        end
    }
}

async fn insert(db: &mut Connection, rows: &mut [LogRow]) -> sqlx::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut sql = String::from("INSERT INTO move (n, table_key, seq, prev, mark, at_ms, body) VALUES ");
    sql.push_str(&places_for(7, rows.len()));
    let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
    for row in rows {
        let body = std::mem::take(&mut row.body);
        query = query.bind(row.n).bind(row.key).bind(row.seq).bind(row.prev);
        query = query.bind(row.mark.0).bind(row.at_ms).bind(body);
    }
    query.execute(db).await?;
    Ok(())
}

/// `(?, ?), (?, ?)`: places for `rows` rows of `columns` values.
fn places_for(columns: usize, rows: usize) -> String {
    let row = format!("({})", vec!["?"; columns].join(", "));
    vec![row; rows].join(", ")
}

async fn create(tx: &mut Connection, end: ChainEnd, fresh: &Fresh) -> sqlx::Result<()> {
    let header = serde_json::to_string(&fresh.header).map_err(|e| sqlx::Error::Encode(e.into()))?;
    sqlx::query(
        "INSERT INTO game_table (key, id, game, title, created_ms, header, setup, listed, seat_open, summary, head, seq, rules) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
    )
    .bind(end.key)
    .bind(&fresh.id)
    .bind(&fresh.header.game)
    .bind(&fresh.title)
    .bind(fresh.created_ms)
    .bind(header)
    .bind(&fresh.setup)
    .bind(i64::from(fresh.listed))
    .bind(i64::from(fresh.seat_open))
    .bind(&fresh.summary)
    .bind(end.head)
    .bind(i64::from(end.seq))
    .bind(&fresh.rules)
    .execute(&mut *tx)
    .await?;
    if let Some(seed) = &fresh.seed {
        sqlx::query("INSERT INTO seed (table_key, seed) VALUES ($1, $2)")
            .bind(end.key)
            .bind(seed.hex())
            .execute(&mut *tx)
            .await?;
    }
    for (hash, seat) in &fresh.seats {
        asides::seat(tx, end.key, hash, *seat).await?;
    }
    Ok(())
}

/// The end of a game is noted in the same transaction as its last command.
async fn finish(tx: &mut Connection, kept: &Kept, end: ChainEnd) -> sqlx::Result<()> {
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

/// Writes notes, and up to which entry the log is noted. `last` is the last entry before this transaction, whose own entries are noted
/// later.
async fn note(tx: &mut Connection, notes: &Notes<'_>, last: i64) -> sqlx::Result<()> {
    if notes.of.is_empty() {
        return Ok(());
    }
    for some in notes.of.chunks(NOTES) {
        let sql = format!(
            "WITH note (head, seq, summary, finished_ms, key) AS (VALUES {}) \
             UPDATE game_table SET head = note.head, seq = note.seq, summary = note.summary, \
             finished_ms = note.finished_ms \
             FROM note WHERE game_table.key = note.key AND game_table.head < note.head",
            places_for(5, some.len())
        );
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
        for note in some {
            query = query.bind(note.end.head).bind(i64::from(note.end.seq));
            query = query.bind(&note.summary).bind(note.finished_ms).bind(note.end.key);
        }
        query.execute(&mut *tx).await?;
    }
    let noted = notes.left_from.map_or(last, |first| first - 1);
    sqlx::query("UPDATE meta SET value = $1 WHERE name = 'noted'").bind(noted).execute(tx).await?;
    Ok(())
}
