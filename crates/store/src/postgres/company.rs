//! Processes that share a database: who is alive, who flies which pilots, who is at which table. Whether a table forks never rests on
//! this: the log decides.

use super::Reader;
use super::bell::Bell;
use crate::{Flight, News, StoreError};
use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OnceCell, mpsc};

/// A process of which nothing was heard for so long is counted out.
macro_rules! alive {
    ($process:literal) => {
        concat!(
            "EXISTS (SELECT FROM process p WHERE p.id = ",
            $process,
            " AND p.beat > clock_timestamp() - interval '5 s')"
        )
    };
}

/// Whoever judges others must have got through for so long.
const JUDGE_AFTER: Duration = Duration::from_secs(5);
/// A beat that is older than this tells nobody that this process is alive.
const LAPSE: Duration = Duration::from_secs(3);
/// A process that never is.
const NOBODY: i64 = 0;
/// The most tables whose pilots are taken over in one go.
pub(crate) const MOST_ADOPTED: usize = 64;

/// This process among the others.
pub(crate) struct Company {
    id: i64,
    pub(super) reader: Reader,
    bell: Bell,
    /// Since when beats got through without a gap, and when the last one did.
    beats: Mutex<Option<(Instant, Instant)>>,
    /// Whether the database has lost, or may have, what it said there: it has crashed, and with it went who flies what.
    emptied: AtomicBool,
    /// With which addresses are hashed, once it is known.
    pub(super) salt: OnceCell<i64>,
}

impl Company {
    pub(super) fn new(id: i64, reader: Reader, bell: Bell) -> Company {
        Company {
            id,
            reader,
            bell,
            beats: Mutex::default(),
            emptied: AtomicBool::new(false),
            salt: OnceCell::new(),
        }
    }

    pub(crate) fn process(&self) -> i64 {
        self.id
    }

    pub(crate) fn listen(&self) -> mpsc::Receiver<News> {
        self.bell.listen()
    }

    /// Says that this process is alive. Nobody judges others before its own beats went through for a while, so that an outage of the
    /// database starts no raid.
    pub(crate) async fn beat(&self, about: &str) -> Result<bool, StoreError> {
        let sent = Instant::now();
        // Nobody has written a row before that is new.
        let query = sqlx::query_as(
            "INSERT INTO process (id, beat, about) VALUES ($1, clock_timestamp(), $2) \
             ON CONFLICT (id) DO UPDATE SET beat = clock_timestamp(), about = $2 \
             RETURNING xmax = 0, NOT EXISTS (SELECT FROM flight)",
        );
        let (anew, nobody_flies): (bool, bool) =
            self.reader.answer(query.bind(self.id).bind(about).fetch_one(self.reader.pool()?)).await?;
        let mut beats = self.beats.lock().unwrap_or_else(PoisonError::into_inner);
        let since = match *beats {
            // Where the row was lost, those of the others were too, and they have not beaten again yet.
            Some((since, last)) if !anew && sent.duration_since(last) < LAPSE => since,
            _ => sent,
        };
        // At the first beat of a process: perhaps all processes went down together with the database.
        if anew && (beats.is_some() || nobody_flies) {
            self.emptied.store(true, Ordering::Release);
        }
        *beats = Some((since, sent));
        self.bell.try_out();
        Ok(sent.duration_since(since) >= JUDGE_AFTER)
    }

    /// Notes by which rules this process plays: those that are new to the database come after all others.
    pub(crate) async fn serve(&self, rules: &[String]) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO meta (name, value) \
                 SELECT 'rules ' || r, (SELECT COALESCE(MAX(value), 0) + 1 FROM meta WHERE starts_with(name, 'rules ')) \
                 FROM unnest($1::text[]) AS r ORDER BY r \
             ON CONFLICT DO NOTHING",
        );
        self.reader.answer(query.bind(rules).execute(self.reader.pool()?)).await?;
        Ok(())
    }

    /// Whether these rules came to the database after those of this process, and another process that is alive plays by them.
    pub(crate) async fn is_outranked(&self, rules: &str, own: &str) -> Result<bool, StoreError> {
        let query = sqlx::query_scalar(
            "SELECT EXISTS (SELECT FROM meta theirs, meta own \
                 WHERE theirs.name = 'rules ' || $2 AND own.name = 'rules ' || $3 \
                 AND (theirs.value, theirs.name) > (own.value, own.name)) \
             AND EXISTS (SELECT FROM process p WHERE p.id <> $1 AND position($2 IN p.about) > 0 \
                 AND p.beat > clock_timestamp() - interval '5 s')",
        );
        let query = query.bind(self.id).bind(rules).bind(own);
        self.reader.answer(query.fetch_one(self.reader.pool()?)).await
    }

    pub(crate) async fn claim(&self, key: i64) -> Result<bool, StoreError> {
        let query = sqlx::query(concat!(
            "INSERT INTO flight (table_key, process) VALUES ($1, $2) \
             ON CONFLICT (table_key) DO UPDATE SET process = $2 WHERE flight.process = $2 OR NOT ",
            alive!("flight.process")
        ));
        let claimed = self.reader.answer(query.bind(key).bind(self.id).execute(self.reader.pool()?)).await?;
        Ok(claimed.rows_affected() > 0)
    }

    pub(crate) fn was_emptied(&self) -> bool {
        self.emptied.swap(false, Ordering::AcqRel)
    }

    pub(crate) async fn claim_again(&self, keys: &[i64]) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO flight (table_key, process) SELECT key, $1 FROM unnest($2::bigint[]) AS mine (key) \
             ON CONFLICT DO NOTHING",
        );
        let claimed = self.reader.answer(query.bind(self.id).bind(keys).execute(self.reader.pool()?)).await;
        claimed.map(drop).inspect_err(|_| self.emptied.store(true, Ordering::Release))
    }

    pub(crate) async fn seek_flights(&self, signs: &[&str], at_work: Duration) -> Result<u64, StoreError> {
        let query = sqlx::query(
            "WITH flown AS (SELECT t.key, \
                 (SELECT m.at_ms FROM move m WHERE m.table_key = t.key ORDER BY m.seq DESC LIMIT 1) AS at_ms \
                 FROM game_table t WHERE t.finished_ms IS NULL \
                 AND EXISTS (SELECT FROM unnest($2::text[]) AS sign WHERE position(sign IN t.setup) > 0)) \
             INSERT INTO flight (table_key, process) SELECT key, $1 FROM flown \
                 WHERE at_ms >= (SELECT MAX(at_ms) FROM flown) - $3 \
             ON CONFLICT DO NOTHING",
        );
        let query = query.bind(NOBODY).bind(signs).bind(at_work.as_millis() as i64);
        let query = query.execute(self.reader.pool()?);
        Ok(self.reader.answer(query).await?.rows_affected())
    }

    pub(crate) async fn release(&self, keys: &[i64]) -> Result<(), StoreError> {
        let query = sqlx::query("DELETE FROM flight WHERE process = $1 AND table_key = ANY($2)");
        self.reader.answer(query.bind(self.id).bind(keys).execute(self.reader.pool()?)).await?;
        Ok(())
    }

    pub(crate) async fn disown(&self, key: i64) -> Result<(), StoreError> {
        let query = sqlx::query("UPDATE flight SET process = $3 WHERE process = $1 AND table_key = $2");
        self.reader.answer(query.bind(self.id).bind(key).bind(NOBODY).execute(self.reader.pool()?)).await?;
        Ok(())
    }

    pub(crate) async fn adopt(&self, but: &[i64]) -> Result<Vec<Flight>, StoreError> {
        let query = sqlx::query_as(concat!(
            "WITH orphans AS (SELECT f.table_key FROM flight f WHERE f.table_key <> ALL($3) AND f.process <> $1 AND NOT ",
            alive!("f.process"),
            " LIMIT $2 FOR UPDATE SKIP LOCKED), \
             mine AS (UPDATE flight SET process = $1 FROM orphans \
                 WHERE flight.table_key = orphans.table_key RETURNING flight.table_key) \
             SELECT t.key, t.id FROM mine JOIN game_table t ON t.key = mine.table_key"
        ));
        let query = query.bind(self.id).bind(MOST_ADOPTED as i64).bind(but);
        self.flights_of(query.fetch_all(self.reader.pool()?)).await
    }

    pub(crate) async fn flights(&self) -> Result<Vec<Flight>, StoreError> {
        let query = sqlx::query_as(
            "SELECT t.key, t.id FROM flight f JOIN game_table t ON t.key = f.table_key WHERE f.process = $1",
        );
        self.flights_of(query.bind(self.id).fetch_all(self.reader.pool()?)).await
    }

    async fn flights_of(
        &self,
        rows: impl Future<Output = sqlx::Result<Vec<(i64, String)>>>,
    ) -> Result<Vec<Flight>, StoreError> {
        let rows = self.reader.answer(rows).await?;
        Ok(rows.into_iter().map(|(key, id)| Flight { key, id }).collect())
    }

    pub(crate) async fn present(&self, here: &[(i64, Option<String>)]) -> Result<(), StoreError> {
        let keys: Vec<i64> = here.iter().map(|(key, _)| *key).collect();
        let bodies: Vec<Option<&str>> = here.iter().map(|(_, body)| body.as_deref()).collect();
        let query = sqlx::query(
            "WITH here AS (SELECT * FROM unnest($2::bigint[], $3::text[]) AS here (key, body)), \
             left_here AS (DELETE FROM presence USING here \
                 WHERE presence.table_key = here.key AND presence.process = $1 AND here.body IS NULL) \
             INSERT INTO presence (table_key, process, body) \
                 SELECT here.key, $1, here.body FROM here WHERE here.body IS NOT NULL ORDER BY here.key \
             ON CONFLICT (table_key, process) DO UPDATE SET body = excluded.body",
        );
        self.reader
            .answer(query.bind(self.id).bind(&keys).bind(&bodies).execute(self.reader.pool()?))
            .await?;
        self.bell.ring(keys);
        Ok(())
    }

    pub(crate) async fn turn(&self, at: &str, lasts: Duration) -> Result<bool, StoreError> {
        let query = sqlx::query(
            "WITH clock (now) AS (SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)) \
             INSERT INTO meta (name, value) SELECT $1, clock.now + $2 FROM clock \
             ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE meta.value <= excluded.value - $2",
        );
        let query = query.bind(at).bind(lasts.as_millis() as i64);
        let taken = self.reader.answer(query.execute(self.reader.pool()?)).await?;
        Ok(taken.rows_affected() > 0)
    }

    /// Forgets processes that were not heard of for long, and who was with processes that are gone.
    pub(crate) async fn forget_processes(&self) -> Result<(), StoreError> {
        let gone = sqlx::query("DELETE FROM process WHERE beat < clock_timestamp() - interval '1 hour'");
        self.reader.answer(gone.execute(self.reader.pool()?)).await?;
        let left = sqlx::query(
            "DELETE FROM presence WHERE NOT EXISTS (SELECT FROM process p WHERE p.id = presence.process)",
        );
        self.reader.answer(left.execute(self.reader.pool()?)).await?;
        Ok(())
    }

    pub(crate) async fn part(&self) -> Result<(), StoreError> {
        let query = sqlx::query("DELETE FROM process WHERE id = $1").bind(self.id);
        self.reader.answer(query.execute(self.reader.pool()?)).await?;
        let query = sqlx::query_scalar("DELETE FROM presence WHERE process = $1 RETURNING table_key");
        let left: Vec<i64> = self.reader.answer(query.bind(self.id).fetch_all(self.reader.pool()?)).await?;
        self.bell.ring(left);
        Ok(())
    }
}
