//! Clocks that nobody counts: those of processes that are no longer heard of, and those that were left.

use super::{Company, Connection, NOW_MS, Reader};
use crate::queue::{Job, NOWHERE};
use crate::{Aside, ChainEnd, ClockNote, StoreError};
use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;

/// The most clocks that are adopted at a time.
const MOST_ADOPTED: i64 = 256;

const ADOPT: &str = "\
    WITH left_alone AS (SELECT c.table_key FROM clock c WHERE c.table_key <> ALL($2) AND NOT EXISTS \
            (SELECT FROM process p WHERE p.id = c.process AND p.beat > clock_timestamp() - interval '5 s') \
        LIMIT $3 FOR UPDATE OF c SKIP LOCKED), \
    mine AS (UPDATE clock SET process = $1 FROM left_alone \
        WHERE clock.table_key = left_alone.table_key RETURNING clock.table_key) \
    SELECT t.id, t.key FROM mine JOIN game_table t ON t.key = mine.table_key";

/// Notes the time that has gone by on many clocks in one statement: each of them is noted every few seconds. Answers at which tables it is
/// still counted by whoever says so.
pub(super) async fn count(db: &mut Connection, jobs: &[(usize, &Job)]) -> sqlx::Result<BTreeSet<i64>> {
    // Of two notes of a clock the last one counts.
    let mut notes: BTreeMap<i64, (i64, &str)> = BTreeMap::new();
    for (_, job) in jobs {
        if let Job::Aside(end, Aside::Clock(process, ClockNote::Count(body)), _) = job {
            notes.insert(end.key, (*process, body));
        }
    }
    let sql = format!(
        "UPDATE clock c SET body = n.body, noted_ms = {NOW_MS} \
         FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS n (key, process, body) \
         WHERE c.table_key = n.key AND c.process = n.process RETURNING c.table_key"
    );
    let query = sqlx::query_scalar(sqlx::AssertSqlSafe(sql))
        .bind(notes.keys().copied().collect::<Vec<_>>())
        .bind(notes.values().map(|(process, _)| *process).collect::<Vec<_>>())
        .bind(notes.values().map(|(_, body)| *body).collect::<Vec<_>>());
    Ok(query.fetch_all(db).await?.into_iter().collect())
}

impl Company {
    pub(crate) async fn adopt_clocks(&self, but: &[i64]) -> Result<Vec<(String, ChainEnd)>, StoreError> {
        let query = sqlx::query_as(ADOPT).bind(self.process()).bind(but).bind(MOST_ADOPTED);
        self.reader.tables(query.fetch_all(self.reader.pool()?)).await
    }
}

impl Reader {
    pub(crate) async fn own_clocks(&self, process: i64) -> Result<Vec<(String, ChainEnd)>, StoreError> {
        let query = sqlx::query_as(
            "SELECT t.id, t.key FROM clock c JOIN game_table t ON t.key = c.table_key WHERE c.process = $1",
        );
        self.tables(query.bind(process).fetch_all(self.pool()?)).await
    }

    async fn tables(
        &self,
        rows: impl Future<Output = sqlx::Result<Vec<(String, i64)>>>,
    ) -> Result<Vec<(String, ChainEnd)>, StoreError> {
        let rows = self.answer(rows).await?;
        Ok(rows.into_iter().map(|(id, key)| (id, ChainEnd { key, ..NOWHERE })).collect())
    }
}
