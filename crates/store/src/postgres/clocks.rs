//! Clocks that nobody counts: those of processes that are no longer heard of, and those that were left.

use super::{Company, Reader};
use crate::queue::NOWHERE;
use crate::{ChainEnd, StoreError};
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
