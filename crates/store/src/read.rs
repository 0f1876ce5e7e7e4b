//! Reading: one table along its chain, seats by token, lists.

use crate::{
    Appended, ChainEnd, Entry, Fresh, Kept, Store, StoreError, StoredTable, TableRow, TokenHash, writer,
};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqlitePool};
use std::sync::Arc;
use table::{Header, Seat, Seed};
use tokio::sync::oneshot;

const ROW: &str = "t.id, t.game, t.title, t.created_ms, t.setup, t.summary, t.seq, t.finished_ms";

impl Store {
    /// Keeps a new table. When this returns, it is on disk.
    pub async fn create(&self, fresh: Fresh) -> Result<ChainEnd, StoreError> {
        self.ask(|reply| writer::Job::Create(Box::new(fresh), reply)).await
    }

    /// Keeps changes of a table. When this returns, they are on disk.
    pub async fn append(&self, kept: Kept) -> Result<Appended, StoreError> {
        self.ask(|reply| writer::Job::Append(kept, reply)).await
    }

    /// Keeps what the server wants to know again of a table, in place of what it wanted to know before. When this returns, it is on disk.
    pub async fn set_up(&self, table: ChainEnd, setup: String) -> Result<(), StoreError> {
        self.ask(|reply| writer::Job::Setup(table, setup, reply)).await
    }

    /// Writes the notes that still wait, moves the write-ahead log into the main file and closes the database.
    pub async fn close(&self) -> Result<(), StoreError> {
        self.readers.close().await;
        self.ask(writer::Job::Close).await
    }

    pub(crate) async fn ask<T>(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> writer::Job,
    ) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.jobs.send(job(reply)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Tests whether a change could be kept, by writing something that nobody needs. All who ask at once share one write.
    pub async fn probe(&self) -> Result<(), StoreError> {
        self.ask(writer::Job::Probe).await
    }

    pub(crate) fn failed(&self, e: sqlx::Error) -> StoreError {
        StoreError::Database(self.path.to_path_buf(), Arc::new(e))
    }

    /// The connections for reading, unless another file has taken the database's name.
    pub(crate) fn readers(&self) -> Result<&SqlitePool, StoreError> {
        self.watch.in_place()?;
        Ok(&self.readers)
    }

    /// A table with all that happened at it, in order.
    pub async fn table(&self, id: &str) -> Result<Option<StoredTable>, StoreError> {
        let sql = format!(
            "SELECT {ROW}, t.key, t.header, s.seed \
             FROM game_table t LEFT JOIN seed s ON s.table_key = t.key WHERE t.id = $1"
        );
        let found = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id).fetch_optional(self.readers()?).await;
        let Some(row) = found.map_err(|e| self.failed(e))? else { return Ok(None) };
        let damaged = |says: String| StoreError::Damaged(format!("table {id}"), says);
        let kept = head(&row).map_err(damaged)?;
        let entries = sqlx::query(CHAIN).bind(kept.key).fetch_all(self.readers()?).await;
        let entries = entries.map_err(|e| self.failed(e))?;
        let (entries, end) = chain(&kept, &entries).map_err(damaged)?;
        Ok(Some(StoredTable {
            header: kept.header,
            setup: kept.row.setup.clone(),
            seed: kept.seed,
            entries,
            end,
            row: kept.row,
        }))
    }

    /// The seats that these tokens give, and at which tables.
    pub async fn seats(&self, tokens: &[TokenHash]) -> Result<Vec<(String, Seat)>, StoreError> {
        let mut seats = Vec::new();
        for token in tokens {
            let row = sqlx::query(
                "SELECT t.id, s.seat FROM seat s JOIN game_table t ON t.key = s.table_key WHERE s.token_hash = $1",
            )
            .bind(&token.0)
            .fetch_optional(self.readers()?)
            .await;
            let row = row.map_err(|e| self.failed(e))?;
            seats.extend(row.and_then(|row| legible("a seat", seat(&row))));
        }
        Ok(seats)
    }

    /// The lines of these tables in a list; unknown and damaged ones are left out.
    pub async fn rows(&self, ids: &[String]) -> Result<Vec<TableRow>, StoreError> {
        let sql = format!("SELECT {ROW} FROM game_table t WHERE t.id = $1");
        let mut rows = Vec::new();
        for id in ids {
            let row = sqlx::query(sqlx::AssertSqlSafe(sql.as_str())).bind(id).fetch_optional(self.readers()?);
            let row = row.await.map_err(|e| self.failed(e))?;
            rows.extend(row.and_then(|row| legible(id, table_row(&row))));
        }
        Ok(rows)
    }

    /// The newest tables that anybody may watch; damaged ones are left out.
    pub async fn listed(&self, limit: u32) -> Result<Vec<TableRow>, StoreError> {
        self.newest("t.listed = 1", 0, limit).await
    }

    /// The newest tables, made since then, at which anybody may take a seat; damaged ones are left out.
    pub async fn with_open_seats(&self, since_ms: i64, limit: u32) -> Result<Vec<TableRow>, StoreError> {
        self.newest("t.seat_open = 1", since_ms, limit).await
    }

    async fn newest(&self, which: &str, since_ms: i64, limit: u32) -> Result<Vec<TableRow>, StoreError> {
        let sql = format!(
            "SELECT {ROW} FROM game_table t WHERE {which} AND t.created_ms >= $2 \
             ORDER BY t.created_ms DESC, t.key DESC LIMIT $1"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(i64::from(limit)).bind(since_ms);
        let rows = rows.fetch_all(self.readers()?);
        let rows = rows.await.map_err(|e| self.failed(e))?;
        let line =
            |row: &SqliteRow| legible(&row.try_get::<String, _>("id").unwrap_or_default(), table_row(row));
        Ok(rows.iter().filter_map(line).collect())
    }
}

/// A row of a list; a damaged one is left out, so the others can be shown.
fn legible<T, E: std::fmt::Display>(id: &str, row: Result<T, E>) -> Option<T> {
    row.inspect_err(|error| tracing::error!(table = id, %error, "a damaged row is left out")).ok()
}

fn seat(row: &SqliteRow) -> Result<(String, Seat), Box<dyn std::error::Error>> {
    let seat = serde_json::from_value(row.try_get::<String, _>(1)?.into())?;
    Ok((row.try_get(0)?, seat))
}

/// A table without what happened at it.
struct Head {
    key: i64,
    header: Header,
    seed: Option<Seed>,
    row: TableRow,
}

fn head(row: &SqliteRow) -> Result<Head, String> {
    let wrong = |e: sqlx::Error| e.to_string();
    let header = serde_json::from_str(row.try_get("header").map_err(wrong)?).map_err(|e| e.to_string())?;
    let seed: Option<&str> = row.try_get("seed").map_err(wrong)?;
    let seed = seed.map(|text| Seed::from_hex(text).ok_or("its seed is no seed")).transpose()?;
    Ok(Head { key: row.try_get("key").map_err(wrong)?, header, seed, row: table_row(row).map_err(wrong)? })
}

/// One statement, so that chain and end come from one snapshot of the file. Every step goes to a lower entry of the same table, so damaged
/// links can neither loop nor lead into another table: the walk just stops, and `chain` sees that it has not reached the beginning.
pub(crate) const CHAIN: &str = "WITH RECURSIVE \
   chain (n, prev, seq, body) AS ( \
     SELECT m.n, m.prev, m.seq, m.body FROM move m WHERE m.table_key = $1 AND m.n = ( \
       SELECT MAX(t.head, COALESCE((SELECT MAX(late.n) FROM move late WHERE late.table_key = t.key \
         AND late.n > (SELECT value FROM meta WHERE name = 'noted')), 0)) FROM game_table t WHERE t.key = $1) \
     UNION ALL SELECT m.n, m.prev, m.seq, m.body FROM chain c JOIN move m ON m.n = c.prev \
       WHERE m.n < c.n AND m.seq = c.seq - 1 AND m.table_key = $1) \
 SELECT n, seq, body FROM chain";

/// The entries of a table in order, and where they end.
fn chain(table: &Head, rows: &[SqliteRow]) -> Result<(Vec<Entry>, ChainEnd), String> {
    let wrong = |e: sqlx::Error| e.to_string();
    let mut entries = Vec::with_capacity(rows.len());
    let mut end = ChainEnd { key: table.key, head: 0, seq: 0 };
    // Rows come from the end of the chain.
    for row in rows.iter().rev() {
        let seq: i64 = row.try_get("seq").map_err(wrong)?;
        end.head = row.try_get("n").map_err(wrong)?;
        end.seq += 1;
        if seq != i64::from(end.seq) {
            return Err(format!("entry {seq} stands where entry {} belongs", end.seq));
        }
        let body = row.try_get("body").map_err(wrong)?;
        entries.push(serde_json::from_str(body).map_err(|e| format!("entry {seq}: {e}"))?);
    }
    // A row may lag behind the log, but not the other way round.
    if end.seq < table.row.seq {
        return Err(format!("{} entries are left of {}", end.seq, table.row.seq));
    }
    Ok((entries, end))
}

fn table_row(row: &SqliteRow) -> sqlx::Result<TableRow> {
    Ok(TableRow {
        id: row.try_get("id")?,
        game: row.try_get("game")?,
        title: row.try_get("title")?,
        created_ms: row.try_get("created_ms")?,
        setup: row.try_get("setup")?,
        summary: row.try_get("summary")?,
        seq: row.try_get("seq")?,
        finished_ms: row.try_get("finished_ms")?,
    })
}
