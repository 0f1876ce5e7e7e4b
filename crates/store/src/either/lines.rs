//! What a host wants to know of all tables, read alike from both engines: this file is compiled once for each.

use super::lists::table_row;
use super::{CHANGED, ROW, Reader, Record, UNNOTED};
use crate::look::{Played, TableLine};
use crate::queue::NOWHERE;
use crate::{ChainEnd, StoreError, TokenHash};
use sqlx::Row;
use table::Seat;

impl Reader {
    /// The tables after one with this key, the oldest first. One that cannot be read is left out.
    pub(crate) async fn lines(
        &self,
        after: i64,
        limit: u32,
    ) -> Result<(Vec<TableLine>, Option<i64>), StoreError> {
        let sql = format!(
            "SELECT {ROW}, t.key, t.rules, {CHANGED} AS changed_ms \
             FROM game_table t WHERE t.key > $1 ORDER BY t.key LIMIT $2"
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(after).bind(i64::from(limit));
        let rows = self.answer(query.fetch_all(self.pool()?)).await?;
        let last = rows.last().map(|row| row.try_get("key")).transpose().map_err(|e| self.failed(e))?;
        let lines = rows.iter().filter_map(|row| line(row).ok()).collect();
        Ok((lines, last.filter(|_| rows.len() == limit as usize)))
    }

    /// One table, if it is there and can be read.
    pub(crate) async fn line_of(&self, id: &str) -> Result<Option<TableLine>, StoreError> {
        let sql = format!(
            "SELECT {ROW}, t.key, t.rules, {CHANGED} AS changed_ms FROM game_table t WHERE t.id = $1"
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id);
        let row = self.answer(query.fetch_optional(self.pool()?)).await?;
        row.map(|row| line(&row)).transpose().map_err(|e| self.failed(e))
    }

    /// Games that were finished before that moment, the first of them first.
    pub(crate) async fn finished_before(
        &self,
        at_ms: i64,
        limit: u32,
    ) -> Result<Vec<(String, ChainEnd)>, StoreError> {
        let query = sqlx::query_as(
            "SELECT t.id, t.key FROM game_table t WHERE t.finished_ms < $1 ORDER BY t.finished_ms, t.key LIMIT $2",
        );
        let query = query.bind(at_ms).bind(i64::from(limit));
        let rows: Vec<(String, i64)> = self.answer(query.fetch_all(self.pool()?)).await?;
        Ok(rows.into_iter().map(|(id, key)| (id, ChainEnd { key, ..NOWHERE })).collect())
    }

    /// The tokens that give seats at a table.
    pub(crate) async fn tokens(&self, key: i64) -> Result<Vec<(TokenHash, Seat)>, StoreError> {
        let query = sqlx::query_as("SELECT token_hash, seat FROM seat WHERE table_key = $1");
        let rows: Vec<(String, String)> = self.answer(query.bind(key).fetch_all(self.pool()?)).await?;
        let damaged = |e: serde_json::Error| StoreError::Damaged("a seat".into(), e.to_string());
        let seat = |(hash, seat): (String, String)| {
            Ok((TokenHash(hash), serde_json::from_value(seat.into()).map_err(damaged)?))
        };
        rows.into_iter().map(seat).collect()
    }

    /// How many tables there are of each game by each edition of its rules.
    pub(crate) async fn played(&self) -> Result<Vec<Played>, StoreError> {
        let query = sqlx::query_as(
            "SELECT game, rules, COUNT(*), COUNT(finished_ms), CAST(COALESCE(SUM(seq), 0) AS BIGINT) \
             FROM game_table GROUP BY game, rules ORDER BY game, rules",
        );
        let rows: Vec<(String, Option<String>, i64, i64, i64)> =
            self.answer(query.fetch_all(self.pool()?)).await?;
        let played =
            |(game, rules, tables, finished, entries)| Played { game, rules, tables, finished, entries };
        Ok(rows.into_iter().map(played).collect())
    }

    /// How far lists are behind the log.
    pub(crate) async fn unnoted(&self) -> Result<i64, StoreError> {
        self.answer(sqlx::query_scalar(UNNOTED).fetch_one(self.pool()?)).await
    }
}

fn line(row: &Record) -> sqlx::Result<TableLine> {
    let own = table_row(row)?;
    let changed_ms: Option<i64> = row.try_get("changed_ms")?;
    Ok(TableLine {
        end: ChainEnd { key: row.try_get("key")?, ..NOWHERE },
        changed_ms: changed_ms.unwrap_or(own.created_ms),
        rules: row.try_get("rules")?,
        row: own,
    })
}
