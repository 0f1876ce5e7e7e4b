//! Reading, alike from both engines: seats by token, lists, a table without its log. This file is compiled once for each, with its
//! own connections and rows.

use super::{AGE, ROW, Reader, Record, TIMES_BESIDE};
use crate::entry::Unread;
use crate::queue::NOWHERE;
use crate::{Beside, ChainEnd, NotedClock, StoreError, StoredTable, TableRow, TalkLine, Tell, TokenHash};
use sqlx::Row;
use std::time::Duration;
use table::{Header, Seat, Seed, Side};

impl Reader {
    /// A table with all that happened at it, in order.
    pub(crate) async fn table(&self, id: &str) -> Result<Option<StoredTable>, StoreError> {
        let sql = format!(
            "SELECT {ROW}, t.key, t.header, t.rules, s.seed \
             FROM game_table t LEFT JOIN seed s ON s.table_key = t.key WHERE t.id = $1"
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id);
        let Some(row) = self.answer(query.fetch_optional(self.pool()?)).await? else { return Ok(None) };
        let damaged = |says: String| StoreError::Damaged(format!("table {id}"), says);
        let head = head(&row).map_err(damaged)?;
        let (entries, end) = self.log(head.key).await?.map_err(|unread| match unread {
            Unread::Newer => StoreError::NewerTable(id.to_owned()),
            Unread::Damaged(says) => damaged(says),
        })?;
        // A row may lag behind the log, but not the other way round.
        if end.seq < head.row.seq {
            return Err(damaged(format!("{} entries are left of {}", end.seq, head.row.seq)));
        }
        let Head { header, seed, rules, row, .. } = head;
        Ok(Some(StoredTable { header, setup: row.setup.clone(), seed, rules, entries, end, row }))
    }

    /// The seats that these tokens give, and at which tables.
    pub(crate) async fn seats(&self, tokens: &[TokenHash]) -> Result<Vec<(String, Seat)>, StoreError> {
        let mut seats = Vec::new();
        for token in tokens {
            let query = sqlx::query(
                "SELECT t.id, s.seat FROM seat s JOIN game_table t ON t.key = s.table_key WHERE s.token_hash = $1",
            );
            let row = self.answer(query.bind(&token.0).fetch_optional(self.pool()?)).await?;
            seats.extend(row.and_then(|row| legible("a seat", seat(&row))));
        }
        Ok(seats)
    }

    /// The lines of these tables in a list; unknown and damaged ones are left out.
    pub(crate) async fn rows(&self, ids: &[String]) -> Result<Vec<TableRow>, StoreError> {
        let sql = format!("SELECT {ROW} FROM game_table t WHERE t.id = $1");
        let mut rows = Vec::new();
        for id in ids {
            let query = sqlx::query(sqlx::AssertSqlSafe(sql.as_str())).bind(id);
            let row = self.answer(query.fetch_optional(self.pool()?)).await?;
            rows.extend(row.and_then(|row| legible(id, table_row(&row))));
        }
        Ok(rows)
    }

    /// The newest tables of a sort, made since then; damaged ones are left out.
    pub(crate) async fn newest(
        &self,
        which: &str,
        since_ms: i64,
        limit: u32,
    ) -> Result<Vec<TableRow>, StoreError> {
        let sql = format!(
            "SELECT {ROW} FROM game_table t WHERE {which} AND t.created_ms >= $2 \
             ORDER BY t.created_ms DESC, t.key DESC LIMIT $1"
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(i64::from(limit)).bind(since_ms);
        let rows = self.answer(query.fetch_all(self.pool()?)).await?;
        let line =
            |row: &Record| legible(&row.try_get::<String, _>("id").unwrap_or_default(), table_row(row));
        Ok(rows.iter().filter_map(line).collect())
    }

    /// The clocks of all games that go on, with the ids of their tables.
    pub(crate) async fn clocks(&self) -> Result<Vec<(String, ChainEnd, String)>, StoreError> {
        let query =
            sqlx::query("SELECT t.id, t.key, c.body FROM clock c JOIN game_table t ON t.key = c.table_key");
        let clock = |row: &Record| {
            let end = ChainEnd { key: row.try_get("key")?, ..NOWHERE };
            Ok((row.try_get("id")?, end, row.try_get("body")?))
        };
        let rows = self.answer(query.fetch_all(self.pool()?)).await?;
        rows.iter().map(clock).collect::<sqlx::Result<_>>().map_err(|e| self.failed(e))
    }

    /// What was said at a table, oldest first.
    pub(crate) async fn talk(&self, key: i64) -> Result<Vec<TalkLine>, StoreError> {
        let query = sqlx::query("SELECT n, room, at_ms, body FROM talk WHERE table_key = $1 ORDER BY n");
        let line = |row: &Record| {
            Ok(TalkLine {
                n: u32::try_from(row.try_get::<i64, _>("n")?).map_err(|e| sqlx::Error::Decode(e.into()))?,
                room: row.try_get("room")?,
                at_ms: row.try_get("at_ms")?,
                body: row.try_get("body")?,
            })
        };
        let rows = self.answer(query.bind(key).fetch_all(self.pool()?)).await?;
        rows.iter().map(line).collect::<sqlx::Result<_>>().map_err(|e| self.failed(e))
    }

    /// What is kept of a table beside its log, for a process; nothing if there is no such table.
    pub(crate) async fn beside(&self, key: i64, process: i64) -> Result<Option<Beside>, StoreError> {
        let sql = format!(
            "SELECT {TIMES_BESIDE}, t.setup, c.body, c.process, {AGE} \
             FROM game_table t LEFT JOIN clock c ON c.table_key = t.key WHERE t.key = $1"
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(key);
        let row = self.answer(query.fetch_optional(self.pool()?)).await?;
        let Some(row) = row else { return Ok(None) };
        let tells = self.tells_of(key).await?;
        beside(&row, process, tells).map(Some).map_err(|e| self.failed(e))
    }

    /// The seats that a link to another device gives, as JSON, if it still works.
    pub(crate) async fn packed(&self, token: &TokenHash, now_ms: i64) -> Result<Option<String>, StoreError> {
        let query =
            sqlx::query("SELECT seats FROM carry WHERE token_hash = $1 AND until_ms > $2 AND spent IS NULL");
        let row = self.answer(query.bind(&token.0).bind(now_ms).fetch_optional(self.pool()?)).await?;
        row.map(|row| row.try_get("seats")).transpose().map_err(|e| self.failed(e))
    }
}

/// A row of a list; a damaged one is left out, so the others can be shown.
fn legible<T, E: std::fmt::Display>(id: &str, row: Result<T, E>) -> Option<T> {
    row.inspect_err(|error| tracing::error!(table = id, %error, "a damaged row is left out")).ok()
}

fn seat(row: &Record) -> Result<(String, Seat), Box<dyn std::error::Error>> {
    let seat = serde_json::from_value(row.try_get::<String, _>(1)?.into())?;
    Ok((row.try_get(0)?, seat))
}

fn beside(row: &Record, process: i64, tells: Vec<(Side, Tell)>) -> sqlx::Result<Beside> {
    let body: Option<String> = row.try_get(2)?;
    let clock = match body {
        Some(body) => {
            let age: i64 = row.try_get(4)?;
            let here = row.try_get::<i64, _>(3)? == process;
            Some(NotedClock { body, here, age: Duration::from_millis(age.max(0) as u64) })
        }
        None => None,
    };
    Ok(Beside { times: row.try_get(0)?, setup: row.try_get(1)?, clock, tells })
}

/// A table without what happened at it.
struct Head {
    key: i64,
    header: Header,
    seed: Option<Seed>,
    rules: Option<String>,
    row: TableRow,
}

fn head(row: &Record) -> Result<Head, String> {
    let wrong = |e: sqlx::Error| e.to_string();
    let header = serde_json::from_str(row.try_get("header").map_err(wrong)?).map_err(|e| e.to_string())?;
    let seed: Option<&str> = row.try_get("seed").map_err(wrong)?;
    let seed = seed.map(|text| Seed::from_hex(text).ok_or("its seed is no seed")).transpose()?;
    let (key, rules) = (row.try_get("key").map_err(wrong)?, row.try_get("rules").map_err(wrong)?);
    Ok(Head { key, header, seed, rules, row: table_row(row).map_err(wrong)? })
}

pub(super) fn table_row(row: &Record) -> sqlx::Result<TableRow> {
    Ok(TableRow {
        id: row.try_get("id")?,
        game: row.try_get("game")?,
        title: row.try_get("title")?,
        created_ms: row.try_get("created_ms")?,
        setup: row.try_get("setup")?,
        summary: row.try_get("summary")?,
        noted: row.try_get("noted")?,
        seq: u32::try_from(row.try_get::<i64, _>("seq")?).map_err(|e| sqlx::Error::Decode(e.into()))?,
        finished_ms: row.try_get("finished_ms")?,
    })
}
