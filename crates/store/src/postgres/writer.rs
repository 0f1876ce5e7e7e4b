//! The writer of one process among many. A batch may be sent twice, because the answer to the first time was lost, and nothing happens
//! twice: what is there already under the same mark was kept.

use super::bell::Bell;
use super::{Connection, Hosts, PAUSE, Record, asides, clocks, connect, is_blocked, wholes, within};
use crate::behind::Notes;
use crate::queue::{Batch, Done, Ends, Engine, Job, NOWHERE};
use crate::whole::{Cell, LOG, ROW, Whole};
use crate::{ChainEnd, Fresh, Kept, Mark, StoreError, is_of_what_was_written};
use sqlx::postgres::{PgDatabaseError, PgSeverity};
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
    const MOVES_FIRST: bool = true;

    async fn write(&mut self, batch: Batch<'_>) -> Result<Done, StoreError> {
        // A command has waited since it was queued. Nothing waits for probes and notes, and while they are repeated, commands wait for them.
        let give_up = batch.since + if batch.jobs.is_empty() { Duration::ZERO } else { Self::PATIENCE };
        let mut course = Course::of(batch.jobs);
        while !batch.jobs.is_empty() || batch.probe {
            // That of yesterday may have been cut off since, which says nothing about the database.
            let new = self.connection.is_none();
            let Err(failure) = self.attempt(&batch, &mut course).await else {
                if self.said.take().is_some() {
                    tracing::info!(database = self.hosts.name, "the database is back");
                }
                break;
            };
            self.connection = None;
            if new && Instant::now() >= give_up {
                let failure = Arc::new(failure);
                if batch.probe {
                    return Err(StoreError::Database(self.hosts.name.clone(), failure));
                }
                let ends = course.given_up(&self.hosts.name, &failure);
                self.bell.ring(changed(&batch, &ends));
                return Ok(Done { ends, noted: false });
            }
            if self.said.is_none_or(|said| said.elapsed() >= SAY_EVERY) {
                self.said = Some(Instant::now());
                tracing::warn!(database = self.hosts.name, error = %failure, "the database went away; trying again");
            }
            tokio::time::sleep(PAUSE).await;
        }
        let ends = course.ended();
        self.bell.ring(changed(&batch, &ends));
        let noted = match self.note(&batch.notes).await {
            Ok(noted) => noted,
            Err(error) if batch.jobs.is_empty() && !batch.probe => return Err(self.hosts.failed(error)),
            Err(error) => {
                tracing::warn!(%error, "tables could not be noted");
                false
            }
        };
        Ok(Done { ends, noted })
    }

    /// PostgreSQL sees to that itself.
    async fn shrink(&mut self) -> Result<u64, StoreError> {
        Ok(0)
    }

    /// What was acknowledged is on its disk, and nothing else waits: a connection that was cut off meanwhile takes nothing with it.
    async fn close(self) -> Result<(), StoreError> {
        if let Some(connection) = self.connection
            && let Err(error) = within(ASIDE, connection.close()).await
        {
            tracing::warn!(%error, "the connection to the database was gone at the end");
        }
        Ok(())
    }
}

impl Writer {
    /// The connection, or a new one.
    async fn connected(&mut self) -> sqlx::Result<&mut Connection> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect(&self.hosts).await?,
        };
        Ok(self.connection.insert(connection))
    }

    /// Sends what is left of a batch.
    async fn attempt(&mut self, batch: &Batch<'_>, course: &mut Course<'_>) -> sqlx::Result<()> {
        let name = self.hosts.name.clone();
        let connection = self.connected().await?;
        let limit = if batch.jobs.is_empty() { ASIDE } else { BATCH };
        within(limit, async {
            course.write(&name, connection).await?;
            if batch.probe { asides::probe(connection).await } else { Ok(()) }
        })
        .await
    }

    /// Writes notes, apart from everything that somebody waits for. Answers whether all are written.
    async fn note(&mut self, notes: &Notes<'_>) -> sqlx::Result<bool> {
        if notes.of.is_empty() {
            return Ok(true);
        }
        loop {
            let new = self.connection.is_none();
            let noted = within(ASIDE, note(self.connected().await?, notes)).await;
            match noted {
                Err(_) if !new => self.connection = None,
                Err(e) => {
                    self.connection = None;
                    return Err(e);
                }
                noted => return noted,
            }
        }
    }
}

/// The tables at which something was changed that others may know.
fn changed(batch: &Batch<'_>, ends: &Ends) -> Vec<i64> {
    let told = batch.jobs.iter().zip(ends).filter(|(job, end)| {
        end.is_ok()
            && match job {
                Job::Append(..) | Job::Setup(..) => true,
                Job::Aside(_, aside, _) => aside.is_heard(),
                Job::Create(..) | Job::Whole(..) | Job::Carry(..) => false,
                Job::Probe(_) | Job::Shrink(_) | Job::Close(_) => false,
            }
    });
    told.filter_map(|(_, end)| end.as_ref().ok().map(|end| end.key)).collect()
}

/// How far a batch has come, over all attempts: what was answered is not sent again.
struct Course<'a> {
    jobs: &'a [&'a Job],
    ends: Vec<Option<Result<ChainEnd, StoreError>>>,
    /// Whether a job was sent and no answer came, so that it may have been kept.
    in_doubt: Vec<bool>,
}

impl<'a> Course<'a> {
    fn of(jobs: &'a [&'a Job]) -> Course<'a> {
        Course { jobs, ends: jobs.iter().map(|_| None).collect(), in_doubt: vec![false; jobs.len()] }
    }

    /// Sends what was not answered yet. All moves are one statement, so that a process which is cut off leaves no transaction open, and all
    /// notes of time that has gone by are another. Everything else is a transaction of its own and may have to wait for a row that somebody
    /// holds.
    async fn write(&mut self, name: &str, db: &mut Connection) -> sqlx::Result<()> {
        let jobs = self.jobs;
        let open = jobs.iter().copied().enumerate().filter(|(n, _)| self.ends[*n].is_none());
        let (moves, others): (Vec<_>, Vec<_>) = open.partition(|(_, job)| matches!(job, Job::Append(..)));
        let mut answered = Ok(());
        if !moves.is_empty() {
            let before = self.begin(&moves);
            if let Err(e) = append(db, &moves, &mut self.ends).await {
                answered = self.fail(name, before, e)?;
            }
        }
        let (counts, others): (Vec<_>, Vec<_>) = others.into_iter().partition(|(_, job)| job.is_count());
        if !counts.is_empty() {
            let before = self.begin(&counts);
            match clocks::count(db, &counts).await {
                Ok(counted) => self.counted(name, &counts, &counted),
                Err(e) => answered = answered.and(self.fail(name, before, e)?),
            }
        }
        for job in others {
            let before = self.begin(&[job]);
            match other(db, job.1).await {
                Ok(end) => self.ends[job.0] = Some(Ok(end)),
                Err(e) => answered = answered.and(self.fail(name, before, e)?),
            }
        }
        answered
    }

    /// Whoever counts a clock no longer is told so.
    fn counted(&mut self, name: &str, counts: &[(usize, &Job)], counted: &BTreeSet<i64>) {
        for (n, job) in counts {
            if let Job::Aside(end, ..) = job {
                let not_here = || StoreError::Database(name.to_owned(), Arc::new(sqlx::Error::RowNotFound));
                self.ends[*n] = Some(counted.contains(&end.key).then_some(*end).ok_or_else(not_here));
            }
        }
    }

    /// Jobs are about to be sent. Answers which of them were in doubt before.
    fn begin(&mut self, jobs: &[(usize, &Job)]) -> Vec<(usize, bool)> {
        let begin = |(n, _): &(usize, &Job)| (*n, std::mem::replace(&mut self.in_doubt[*n], true));
        jobs.iter().map(begin).collect()
    }

    /// Sending them has failed. What is about them alone is their end, and everything else may go better the next time. Without an answer
    /// nothing more can be sent.
    fn fail(
        &mut self,
        name: &str,
        before: Vec<(usize, bool)>,
        e: sqlx::Error,
    ) -> sqlx::Result<sqlx::Result<()>> {
        let of_them = is_of_what_was_written(&e) || is_blocked(&e);
        if !of_them && !is_an_answer(&e) {
            return Err(e);
        }
        for (n, in_doubt) in &before {
            self.in_doubt[*n] = *in_doubt;
        }
        if !of_them {
            return Ok(Err(e));
        }
        let e = Arc::new(e);
        for (n, _) in before {
            if self.ends[n].is_none() {
                self.ends[n] = Some(Err(self.error(n, name, &e)));
            }
        }
        Ok(Ok(()))
    }

    fn error(&self, n: usize, name: &str, e: &Arc<sqlx::Error>) -> StoreError {
        let (name, e) = (name.to_owned(), Arc::clone(e));
        if self.in_doubt[n] && !is_of_what_was_written(&e) {
            StoreError::Unknown(name, e)
        } else {
            StoreError::Database(name, e)
        }
    }

    /// How it ended.
    fn ended(self) -> Ends {
        self.ends.into_iter().flatten().collect()
    }

    /// How it ended, where what is left was given up.
    fn given_up(mut self, name: &str, failure: &Arc<sqlx::Error>) -> Ends {
        for n in 0..self.ends.len() {
            if self.ends[n].is_none() {
                self.ends[n] = Some(Err(self.error(n, name, failure)));
            }
        }
        self.ended()
    }
}

/// Whether the database has answered that it did not do what it was told. Its last words before it goes away are no such answer: they may
/// come after it has done it.
fn is_an_answer(e: &sqlx::Error) -> bool {
    let e = e.as_database_error().and_then(|e| e.try_downcast_ref::<PgDatabaseError>());
    e.is_some_and(|e| e.severity() == PgSeverity::Error)
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
            if aside.is_heard() {
                count_beside(&mut tx, end.key).await?;
            }
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

/// Appends moves in one statement, and notes where their tables end.
async fn append(
    db: &mut Connection,
    moves: &[(usize, &Job)],
    ends: &mut [Option<Result<ChainEnd, StoreError>>],
) -> sqlx::Result<()> {
    let moves: Vec<(usize, &Kept)> = moves
        .iter()
        .filter_map(|(n, job)| match *job {
            Job::Append(kept, _) => Some((*n, kept)),
            _ => None,
        })
        .collect();
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
    let mut won = marks(&rows)?;
    let mut end = |won: &BTreeSet<i64>| {
        for (n, Kept { end, mark, .. }) in &moves {
            if won.contains(&mark.0) {
                ends[*n] = Some(Ok(ChainEnd { seq: end.seq + 1, mark: *mark, ..*end }));
            }
        }
    };
    end(&won);
    if won.len() < moves.len() {
        // Lost, unless an earlier attempt of ours was kept whose answer did not come.
        let there = sqlx::query(
            "SELECT m.mark FROM move m JOIN unnest($1::bigint[], $2::bigint[]) AS r (key, seq) \
             ON m.table_key = r.key AND m.seq = r.seq",
        );
        won = marks(&there.bind(keys).bind(seqs).fetch_all(db).await?)?;
        end(&won);
        for (n, _) in moves {
            ends[n].get_or_insert(Err(StoreError::Moved));
        }
    }
    Ok(())
}

fn marks(rows: &[Record]) -> sqlx::Result<BTreeSet<i64>> {
    rows.iter().map(|row| row.try_get(0)).collect()
}

/// Writes notes. A row that somebody else holds is passed over: it is noted later, and nobody waits for it. Answers whether none was.
async fn note(db: &mut Connection, notes: &Notes<'_>) -> sqlx::Result<bool> {
    let query = sqlx::query_scalar(
        "WITH note AS (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS n (key, seq, summary)), \
         mine AS (SELECT t.key FROM game_table t JOIN note ON note.key = t.key WHERE t.seq < note.seq \
             FOR NO KEY UPDATE OF t SKIP LOCKED), \
         noted AS (UPDATE game_table t SET seq = note.seq, summary = note.summary \
             FROM note JOIN mine ON mine.key = note.key WHERE t.key = note.key) \
         SELECT NOT EXISTS (SELECT FROM note JOIN game_table t ON t.key = note.key \
             WHERE t.seq < note.seq AND NOT EXISTS (SELECT FROM mine WHERE mine.key = note.key))",
    );
    let query = query
        .bind(notes.of.iter().map(|note| note.end.key).collect::<Vec<_>>())
        .bind(notes.of.iter().map(|note| i64::from(note.end.seq)).collect::<Vec<_>>())
        .bind(notes.of.iter().map(|note| note.summary.as_str()).collect::<Vec<_>>());
    query.fetch_one(db).await
}
