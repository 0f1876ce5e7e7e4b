//! Reading: one table along its chain, seats by token, lists.

use crate::{
    Appended, Entry, Fresh, Kept, Place, Store, StoreError, StoredTable, TableRow, TokenHash, writer,
};
use serde::de::DeserializeOwned;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use table::{Seat, Seed};
use tokio::sync::oneshot;

const ROW: &str = "t.id, t.game, t.title, t.created_ms, t.setup, t.summary, t.seq, t.finished_ms";

impl Store {
    /// Keeps a new table. When this returns, it is on disk.
    pub async fn create(&self, fresh: Fresh) -> Result<Place, StoreError> {
        self.ask(|reply| writer::Job::Create(Box::new(fresh), reply)).await
    }

    /// Keeps changes of a table. When this returns, they are on disk.
    pub async fn append(&self, kept: Kept) -> Result<Appended, StoreError> {
        self.ask(|reply| writer::Job::Append(kept, reply)).await
    }

    /// Writes everything that is written behind, puts the log into the main file and closes the database.
    pub async fn close(&self) -> Result<(), StoreError> {
        self.readers.close().await;
        self.ask(writer::Job::Close).await
    }

    async fn ask<T>(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> writer::Job,
    ) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.jobs.send(job(reply)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// A table with all that happened at it, in order.
    pub async fn table(&self, id: &str) -> Result<Option<StoredTable>, StoreError> {
        // One statement reads head and chain from one snapshot of the file.
        let rows = sqlx::query(
            "WITH RECURSIVE \
               one AS (SELECT t.key, t.id, t.game, t.title, t.created_ms, t.header, t.setup, t.summary, t.finished_ms, s.seed, \
                         MAX(t.head, COALESCE((SELECT MAX(m.n) FROM move m WHERE m.table_key = t.key \
                           AND m.n > (SELECT value FROM meta WHERE name = 'noted')), 0)) AS head \
                       FROM game_table t LEFT JOIN seed s ON s.table_key = t.key WHERE t.id = $1), \
               chain (n, prev, seq, body) AS ( \
                 SELECT m.n, m.prev, m.seq, m.body FROM move m JOIN one ON m.n = one.head \
                 UNION ALL SELECT m.n, m.prev, m.seq, m.body FROM chain c JOIN move m ON m.n = c.prev) \
             SELECT one.*, chain.seq, chain.body FROM one LEFT JOIN chain ORDER BY chain.n",
        )
        .bind(id)
        .fetch_all(&self.readers)
        .await?;
        let Some(last) = rows.last() else { return Ok(None) };
        let head: i64 = last.try_get("head")?;
        let mut entries = Vec::with_capacity(rows.len());
        if head > 0 {
            for row in &rows {
                entries.push(parsed::<Entry>(id, row.try_get("body")?)?);
            }
        }
        let seq = last.try_get::<Option<i64>, _>("seq")?.unwrap_or(0) as u32;
        if seq as usize != entries.len() {
            let says = format!("entry {seq} is the last of {}", entries.len());
            return Err(StoreError::Damaged(format!("table {id}"), says));
        }
        let seed: Option<&str> = last.try_get("seed")?;
        let seed = seed.map(|text| Seed::from_hex(text).ok_or("seed")).transpose();
        Ok(Some(StoredTable {
            header: parsed(id, last.try_get("header")?)?,
            setup: last.try_get("setup")?,
            seed: seed.map_err(|e| StoreError::Damaged(format!("table {id}"), e.into()))?,
            entries,
            place: Place { key: last.try_get("key")?, head, seq },
            row: table_row(last)?,
        }))
    }

    /// Which seats at which tables these tokens give, as far as they give any.
    pub async fn seats(&self, tokens: &[TokenHash]) -> Result<Vec<(String, Seat)>, StoreError> {
        let mut seats = Vec::new();
        for token in tokens {
            let row = sqlx::query(
                "SELECT t.id, s.seat FROM seat s JOIN game_table t ON t.key = s.table_key WHERE s.token_hash = $1",
            )
            .bind(&token.0)
            .fetch_optional(&self.readers)
            .await?;
            if let Some(row) = row {
                let id: String = row.try_get(0)?;
                let seat = serde_json::from_value(row.try_get::<String, _>(1)?.into());
                let seat = seat.map_err(|e| StoreError::Damaged(format!("seat at {id}"), e.to_string()))?;
                seats.push((id, seat));
            }
        }
        Ok(seats)
    }

    /// The lines of these tables in a list; unknown ids are left out.
    pub async fn rows(&self, ids: &[String]) -> Result<Vec<TableRow>, StoreError> {
        let sql = format!("SELECT {ROW} FROM game_table t WHERE t.id = $1");
        let mut rows = Vec::new();
        for id in ids {
            let row = sqlx::query(sqlx::AssertSqlSafe(sql.as_str())).bind(id).fetch_optional(&self.readers);
            rows.extend(row.await?.as_ref().map(table_row).transpose()?);
        }
        Ok(rows)
    }

    /// The newest tables that anybody may watch.
    pub async fn listed(&self, limit: u32) -> Result<Vec<TableRow>, StoreError> {
        let sql = format!(
            "SELECT {ROW} FROM game_table t WHERE t.listed = 1 ORDER BY t.created_ms DESC, t.key DESC LIMIT $1"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(i64::from(limit)).fetch_all(&self.readers);
        rows.await?.iter().map(table_row).collect()
    }
}

fn table_row(row: &SqliteRow) -> Result<TableRow, StoreError> {
    Ok(TableRow {
        id: row.try_get("id")?,
        game: row.try_get("game")?,
        title: row.try_get("title")?,
        created_ms: row.try_get("created_ms")?,
        setup: row.try_get("setup")?,
        summary: row.try_get("summary")?,
        seq: row.try_get::<Option<i64>, _>("seq")?.unwrap_or(0) as u32,
        finished_ms: row.try_get("finished_ms")?,
    })
}

fn parsed<T: DeserializeOwned>(id: &str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|e| StoreError::Damaged(format!("table {id}"), e.to_string()))
}
