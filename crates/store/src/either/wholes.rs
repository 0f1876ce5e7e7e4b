//! Whole tables, read and written alike by both engines: this file is compiled once for each, with its own connections.

use super::{COLUMNS, Connection, Reader, Record, SNAPSHOT, log};
use crate::whole::{BESIDE, Cell, Kind, Logged, Part, ROW, Whole};
use crate::{StoreError, TokenHash};
use sqlx::Row;

/// Most rows written by one statement.
const BLOCK: usize = 64;

impl Reader {
    /// The ids of all tables, oldest first.
    pub(crate) async fn ids(&self) -> Result<Vec<String>, StoreError> {
        self.answer(sqlx::query_scalar("SELECT id FROM game_table ORDER BY key").fetch_all(self.pool()?))
            .await
    }

    /// All columns of the schema, each with its table.
    pub(crate) async fn columns(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.answer(sqlx::query_as(COLUMNS).fetch_all(self.pool()?)).await
    }

    /// The links to other devices: hash, until when, seats.
    pub(crate) async fn links(&self) -> Result<Vec<(TokenHash, i64, String)>, StoreError> {
        let query = sqlx::query_as("SELECT token_hash, until_ms, seats FROM carry WHERE spent IS NULL");
        let links: Vec<(String, i64, String)> = self.answer(query.fetch_all(self.pool()?)).await?;
        Ok(links.into_iter().map(|(hash, until_ms, seats)| (TokenHash(hash), until_ms, seats)).collect())
    }

    /// A table with everything that is kept of it, from one moment.
    pub(crate) async fn whole(&self, id: &str) -> Result<Option<Whole>, StoreError> {
        let pool = self.pool()?;
        let read = self.answer(async {
            let mut tx = pool.begin_with(SNAPSHOT).await?;
            let key = sqlx::query_scalar("SELECT key FROM game_table WHERE id = $1").bind(id);
            let Some(key) = key.fetch_optional(&mut *tx).await? else { return Ok(None) };
            let mut row = rows(&mut tx, &ROW, ("key", key)).await?;
            let logged = log::rows(&mut tx, key).await?;
            let logged = logged.iter().map(entry).collect::<sqlx::Result<Vec<_>>>()?;
            let mut beside = Vec::new();
            for part in &BESIDE {
                beside.push(rows(&mut tx, part, ("table_key", key)).await?);
            }
            tx.rollback().await?;
            Ok(row.pop().map(|row| (row, logged, beside)))
        });
        read.await?.map(|(row, log, beside)| Whole::of(id, row, log, beside)).transpose()
    }
}

fn entry(row: &Record) -> sqlx::Result<(i64, Logged)> {
    let (mark, at_ms, body) = (row.try_get("mark")?, row.try_get("at_ms")?, row.try_get("body")?);
    Ok((row.try_get("seq")?, Logged { mark, at_ms, body }))
}

/// What a part of the schema has of one table.
async fn rows(tx: &mut Connection, part: &Part, (by, key): (&str, i64)) -> sqlx::Result<Vec<Vec<Cell>>> {
    let names: Vec<&str> = part.columns.iter().map(|(name, _)| *name).collect();
    let sql = format!("SELECT {} FROM {} WHERE {by} = $1", names.join(", "), part.table);
    let found = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(key).fetch_all(tx).await?;
    let cell = |row: &Record, (name, kind): &(&str, Kind)| {
        Ok(match kind {
            Kind::Number => Cell::Number(row.try_get(*name)?),
            Kind::Words => Cell::Words(row.try_get(*name)?),
            Kind::Bytes => Cell::Bytes(row.try_get(*name)?),
        })
    };
    found.iter().map(|row| part.columns.iter().map(|column| cell(row, column)).collect()).collect()
}

/// Writes rows of a part of the schema, each with some numbers of this database before it.
pub(super) async fn insert(
    tx: &mut Connection,
    part: &Part,
    own: &[(&str, i64)],
    rows: &[Vec<Cell>],
) -> sqlx::Result<()> {
    let names = own.iter().map(|(name, _)| *name).chain(part.columns.iter().map(|(name, _)| *name));
    let names: Vec<&str> = names.collect();
    for some in rows.chunks(BLOCK) {
        let place = |n: usize| format!("${}", n + 1);
        let row =
            |n: usize| (n * names.len()..(n + 1) * names.len()).map(place).collect::<Vec<_>>().join(", ");
        let rows: Vec<String> = (0..some.len()).map(|n| format!("({})", row(n))).collect();
        let sql = format!("INSERT INTO {} ({}) VALUES {}", part.table, names.join(", "), rows.join(", "));
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
        for row in some {
            for (_, number) in own {
                query = query.bind(*number);
            }
            for cell in row {
                query = match cell {
                    Cell::Number(number) => query.bind(*number),
                    Cell::Words(words) => query.bind(words.clone()),
                    Cell::Bytes(bytes) => query.bind(bytes.clone()),
                };
            }
        }
        query.execute(&mut *tx).await?;
    }
    Ok(())
}

/// Writes what belongs to a table beside its row and its log.
pub(super) async fn insert_beside(tx: &mut Connection, key: i64, whole: &Whole) -> sqlx::Result<()> {
    for (part, rows) in BESIDE.iter().zip(&whole.beside) {
        insert(tx, part, &[("table_key", key)], rows).await?;
    }
    Ok(())
}
