//! The writer of one process among many. A batch may be sent twice, because the answer to the first time was lost, and nothing happens
//! twice: what is there already under the same mark was kept.

use super::bell::Bell;
use super::{Connection, Hosts, PAUSE, asides, connect, wholes, within};
use crate::behind::Notes;
use crate::queue::{Batch, Ends, Engine, Job, NOWHERE};
use crate::whole::{Cell, LOG, ROW, Whole};
use crate::{ChainEnd, Fresh, Kept, Mark, StoreError, is_of_what_was_written};
use sqlx::{Connection as _, Row};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a batch may take, and how long one without commands.
const BATCH: Duration = Duration::from_secs(5);
const ASIDE: Duration = Duration::from_secs(3);
/// How often the log is told that the database is still away.
const SAY_EVERY: Duration = Duration::from_secs(10);

/// What the writer works with.
pub(crate) struct Writer {
    pub(super) hosts: Arc<Hosts>,
    /// Nothing after a failure: a connection whose state is unknown is thrown away.
    pub(super) connection: Option<Connection>,
    /// Tells the others what was committed.
    pub(super) bell: Bell,
    /// When the log was last told that the database is away, while it is.
    pub(super) said: Option<Instant>,
}

impl Engine for Writer {
    const PATIENCE: Duration = Duration::from_secs(10);

    async fn write(&mut self, batch: Batch<'_>) -> Result<Ends, StoreError> {
        if batch.jobs.is_empty() && batch.notes.of.is_empty() && !batch.probe {
            return Ok(Vec::new());
        }
        // A command has waited since it was queued. Nothing waits for probes and notes, and while they are repeated, commands wait for them.
        let give_up = batch.since + if batch.jobs.is_empty() { Duration::ZERO } else { Self::PATIENCE };
        let mut sent = false;
        loop {
            // That of yesterday may have been cut off since, which says nothing about the database.
            let new = self.connection.is_none();
            let failure = match self.attempt(&batch, &mut sent).await {
                Ok(ends) => {
                    if self.said.take().is_some() {
                        tracing::info!(database = self.hosts.name, "the database is back");
                    }
                    self.bell.ring(changed(&batch, &ends));
                    return Ok(ends);
                }
                Err(e) => e,
            };
            // Whatever is plainly about what was written will be so the next time; everything else may have been kept or not.
            self.connection = None;
            let failure = Arc::new(failure);
            if is_of_what_was_written(&failure) {
                return Err(StoreError::Database(self.hosts.name.clone(), failure));
            }
            if new && Instant::now() >= give_up {
                let name = self.hosts.name.clone();
                return Err(if sent {
                    StoreError::Unknown(name, failure)
                } else {
                    StoreError::Database(name, failure)
                });
            }
            if self.said.is_none_or(|said| said.elapsed() >= SAY_EVERY) {
                self.said = Some(Instant::now());
                tracing::warn!(database = self.hosts.name, error = %failure, "the database went away; trying again");
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// PostgreSQL sees to that itself.
    async fn shrink(&mut self) -> Result<u64, StoreError> {
        Ok(0)
    }

    async fn close(self) -> Result<(), StoreError> {
        match self.connection {
            Some(connection) => {
                let closed = connection.close().await;
                closed.map_err(|e| self.hosts.failed(e))
            }
            None => Ok(()),
        }
    }
}

impl Writer {
    /// Sends a batch over the connection, or over a new one.
    async fn attempt(&mut self, batch: &Batch<'_>, sent: &mut bool) -> sqlx::Result<Ends> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect(&self.hosts).await?,
        };
        let connection = self.connection.insert(connection);
        *sent = true;
        let limit = if batch.jobs.is_empty() { ASIDE } else { BATCH };
        within(limit, write(&self.hosts.name, connection, batch)).await
    }
}

/// The tables at which something was changed that others may know.
fn changed(batch: &Batch<'_>, ends: &Ends) -> Vec<i64> {
    let told =
        batch.jobs.iter().zip(ends).filter(|(job, end)| {
            end.is_ok() && matches!(job, Job::Append(..) | Job::Setup(..) | Job::Aside(..))
        });
    told.filter_map(|(_, end)| end.as_ref().ok().map(|end| end.key)).collect()
}

/// Everything but the moves is a transaction of its own. All moves are one statement, so that a process which is cut off leaves no
/// transaction open.
async fn write(name: &str, db: &mut Connection, batch: &Batch<'_>) -> sqlx::Result<Ends> {
    let mut ends = Vec::with_capacity(batch.jobs.len());
    for job in batch.jobs {
        let end = match other(db, job).await {
            Ok(end) => Ok(end),
            // One bad job does not fail the others.
            Err(e) if is_of_what_was_written(&e) => Err(StoreError::Database(name.to_owned(), Arc::new(e))),
            Err(e) => return Err(e),
        };
        ends.push(end);
    }
    append(db, batch.jobs, &mut ends).await?;
    note(db, &batch.notes).await?;
    if batch.probe {
        asides::probe(db).await?;
    }
    Ok(ends)
}

/// Writes a job that is no move.
async fn other(db: &mut Connection, job: &Job) -> sqlx::Result<ChainEnd> {
    Ok(match job {
        Job::Create(fresh, marks, _) => create(db, fresh, marks).await?,
        Job::Whole(whole, _) => keep_whole(db, whole).await?,
        Job::Setup(end, setup, _) => {
            let mut tx = db.begin().await?;
            asides::set_up(&mut tx, end.key, setup).await?;
            count_beside(&mut tx, end.key).await?;
            tx.commit().await?;
            *end
        }
        Job::Aside(end, aside, _) => {
            let mut tx = db.begin().await?;
            asides::write(&mut tx, end.key, aside).await?;
            count_beside(&mut tx, end.key).await?;
            tx.commit().await?;
            *end
        }
        Job::Carry(carry, _) => {
            let mut tx = db.begin().await?;
            asides::carry(&mut tx, carry).await?;
            tx.commit().await?;
            NOWHERE
        }
        Job::Append(..) | Job::Probe(_) | Job::Shrink(_) | Job::Close(_) => NOWHERE,
    })
}

/// Other processes see by the number that something has changed.
async fn count_beside(tx: &mut Connection, key: i64) -> sqlx::Result<()> {
    sqlx::query("UPDATE game_table SET beside = beside + 1 WHERE key = $1").bind(key).execute(tx).await?;
    Ok(())
}

/// A table, its seed, its seats and what happened while it was set up, in one statement.
async fn create(db: &mut Connection, fresh: &Fresh, marks: &[Mark]) -> sqlx::Result<ChainEnd> {
    let header = serde_json::to_string(&fresh.header).map_err(|e| sqlx::Error::Encode(e.into()))?;
    let hashes: Vec<&str> = fresh.seats.iter().map(|(hash, _)| hash.0.as_str()).collect();
    let seat = |(_, seat): &(_, _)| serde_json::to_value(seat).ok()?.as_str().map(str::to_owned);
    let seats: Vec<String> = fresh.seats.iter().filter_map(seat).collect();
    let bodies: Vec<&str> = std::iter::once("").chain(fresh.entries.iter().map(String::as_str)).collect();
    let seqs: Vec<i64> = (0..).take(bodies.len()).collect();
    let numbers: Vec<i64> = marks.iter().map(|mark| mark.0).collect();
    let made = sqlx::query_scalar(
        "WITH made AS (INSERT INTO game_table \
             (id, created_ms, game, header, title, setup, listed, seat_open, summary, seq, rules) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $17) RETURNING key), \
         seeded AS (INSERT INTO seed SELECT key, $11 FROM made WHERE $11 IS NOT NULL), \
         seated AS (INSERT INTO seat (table_key, token_hash, seat) \
             SELECT made.key, s.* FROM made, unnest($12::text[], $13::text[]) AS s), \
         logged AS (INSERT INTO move (table_key, at_ms, seq, mark, body) \
             SELECT made.key, $2, m.* FROM made, unnest($14::bigint[], $15::bigint[], $16::text[]) AS m) \
         SELECT key FROM made",
    )
    .bind(&fresh.id)
    .bind(fresh.created_ms)
    .bind(&fresh.header.game)
    .bind(header)
    .bind(&fresh.title)
    .bind(&fresh.setup)
    .bind(i64::from(fresh.listed))
    .bind(i64::from(fresh.seat_open))
    .bind(&fresh.summary)
    .bind(fresh.entries.len() as i64)
    .bind(fresh.seed.map(|seed| seed.hex()))
    .bind(hashes)
    .bind(seats)
    .bind(seqs)
    .bind(&numbers)
    .bind(bodies)
    .bind(&fresh.rules)
    .fetch_one(&mut *db)
    .await;
    let key = match made {
        Err(sqlx::Error::Database(e)) if e.is_unique_violation() => {
            // Perhaps made by the first attempt.
            let own = "SELECT t.key FROM game_table t JOIN move m ON m.table_key = t.key \
                       WHERE t.id = $1 AND m.seq = 0 AND m.mark = $2";
            let own = sqlx::query_scalar(own).bind(&fresh.id).bind(numbers[0]).fetch_optional(db).await?;
            own.ok_or(sqlx::Error::Database(e))?
        }
        made => made?,
    };
    let mark = marks.last().copied().unwrap_or(Mark::NONE);
    Ok(ChainEnd { key, head: 0, seq: fresh.entries.len() as u32, mark })
}

/// A table as another database had it. Entry 0 has the mark of a table without entries.
async fn keep_whole(db: &mut Connection, whole: &Whole) -> sqlx::Result<ChainEnd> {
    let mut tx = db.begin().await?;
    wholes::insert(&mut tx, &ROW, &[], std::slice::from_ref(&whole.row)).await?;
    let key = sqlx::query_scalar("SELECT key FROM game_table WHERE id = $1");
    let key = key.bind(&whole.id).fetch_one(&mut *tx).await?;
    let row = |seq: i64, mark: i64, at_ms: i64, body: &str| {
        let numbers = [seq, mark, at_ms].map(|n| Cell::Number(Some(n)));
        numbers.into_iter().chain([Cell::Words(Some(body.to_owned()))]).collect()
    };
    let mut log: Vec<Vec<Cell>> = vec![row(0, Mark::NONE.0, 0, "")];
    log.extend(whole.log.iter().zip(1..).map(|(entry, seq)| row(seq, entry.mark, entry.at_ms, &entry.body)));
    wholes::insert(&mut tx, &LOG, &[("table_key", key)], &log).await?;
    wholes::insert_beside(&mut tx, key, whole).await?;
    tx.commit().await?;
    let mark = whole.log.last().map_or(Mark::NONE, |entry| Mark(entry.mark));
    Ok(ChainEnd { key, head: 0, seq: whole.log.len() as u32, mark })
}

/// Who is in the answer with their mark has won. Rows are sorted by table, so that two processes cannot wait for each other.
const APPEND: &str = "\
    WITH r AS (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[]) \
        AS r (key, seq, before, mark, at_ms, body, ended)), \
    kept AS (INSERT INTO move (table_key, seq, mark, at_ms, body) \
        SELECT r.key, r.seq, r.mark, r.at_ms, r.body FROM r \
        WHERE EXISTS (SELECT FROM move p WHERE p.table_key = r.key AND p.seq = r.seq - 1 AND p.mark = r.before) \
        ORDER BY r.key ON CONFLICT (table_key, seq) DO NOTHING RETURNING table_key, mark), \
    ended AS (UPDATE game_table t SET finished_ms = r.at_ms, summary = r.ended, seq = r.seq \
        FROM r JOIN kept ON kept.table_key = r.key AND kept.mark = r.mark \
        WHERE t.key = r.key AND r.ended IS NOT NULL) \
    SELECT mark FROM kept";

/// Appends the moves among the jobs in one statement.
async fn append(db: &mut Connection, jobs: &[Job], ends: &mut Ends) -> sqlx::Result<()> {
    let moves: Vec<(usize, &Kept)> = jobs
        .iter()
        .enumerate()
        .filter_map(|(n, job)| match job {
            Job::Append(kept, _) => Some((n, kept)),
            _ => None,
        })
        .collect();
    if moves.is_empty() {
        return Ok(());
    }
    let column = |of: fn(&Kept) -> i64| moves.iter().map(|(_, kept)| of(kept)).collect::<Vec<i64>>();
    let keys = column(|kept| kept.end.key);
    let seqs = column(|kept| i64::from(kept.end.seq) + 1);
    let rows = sqlx::query(APPEND)
        .bind(&keys)
        .bind(&seqs)
        .bind(column(|kept| kept.end.mark.0))
        .bind(column(|kept| kept.mark.0))
        .bind(column(|kept| kept.at_ms))
        .bind(moves.iter().map(|(_, kept)| kept.entry.as_str()).collect::<Vec<_>>())
        .bind(
            moves.iter().map(|(_, kept)| kept.finished.then_some(kept.summary.as_str())).collect::<Vec<_>>(),
        )
        .fetch_all(&mut *db)
        .await?;
    let mut kept = BTreeSet::new();
    for row in rows {
        kept.insert(row.try_get::<i64, _>(0)?);
    }
    if kept.len() < moves.len() {
        // Lost, unless an earlier attempt of ours was kept whose answer did not come.
        let there = sqlx::query(
            "SELECT m.mark FROM move m JOIN unnest($1::bigint[], $2::bigint[]) AS r (key, seq) \
             ON m.table_key = r.key AND m.seq = r.seq",
        );
        for row in there.bind(keys).bind(seqs).fetch_all(db).await? {
            kept.insert(row.try_get(0)?);
        }
    }
    for (n, Kept { end, mark, .. }) in moves {
        let won = kept.contains(&mark.0);
        ends[n] =
            if won { Ok(ChainEnd { seq: end.seq + 1, mark: *mark, ..*end }) } else { Err(StoreError::Moved) };
    }
    Ok(())
}

/// Writes notes. Rows are locked in the order of their keys, so that two processes cannot wait for each other.
async fn note(db: &mut Connection, notes: &Notes<'_>) -> sqlx::Result<()> {
    if notes.of.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "WITH note AS (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS n (key, seq, summary)), \
         mine AS (SELECT t.key FROM game_table t JOIN note ON note.key = t.key WHERE t.seq < note.seq \
             ORDER BY t.key FOR NO KEY UPDATE OF t) \
         UPDATE game_table t SET seq = note.seq, summary = note.summary \
         FROM note JOIN mine ON mine.key = note.key WHERE t.key = note.key",
    )
    .bind(notes.of.iter().map(|note| note.end.key).collect::<Vec<_>>())
    .bind(notes.of.iter().map(|note| i64::from(note.end.seq)).collect::<Vec<_>>())
    .bind(notes.of.iter().map(|note| note.summary.as_str()).collect::<Vec<_>>())
    .execute(db)
    .await?;
    Ok(())
}
