//! Looking at a PostgreSQL without joining those who serve it.

use super::{Connection, Hosts, Reader, STEPS};
use crate::StoreError;
use crate::look::{LAST_STEP, Process, Schema};
use sqlx::Connection as _;

/// Opens a database to look at it.
pub(crate) async fn look(url: &str) -> Result<Reader, StoreError> {
    let hosts = Hosts::of(url)?;
    hosts.find().await.map_err(|e| hosts.failed(e))?;
    Ok(Reader { hosts })
}

/// The last step of the schema that a database has, and the last one that is known.
pub(crate) async fn schema(url: &str) -> Result<Schema, StoreError> {
    let hosts = Hosts::of(url)?;
    let mut connection = hosts.connect().await.map_err(|e| hosts.failed(e))?;
    let schema = schema_of(&mut connection).await.map_err(|e| hosts.failed(e))?;
    connection.close().await.map_err(|e| hosts.failed(e))?;
    Ok(schema)
}

/// The same over a connection.
pub(super) async fn schema_of(connection: &mut Connection) -> sqlx::Result<Schema> {
    let found = if_there(connection, "_sqlx_migrations", LAST_STEP).await?;
    let least = if_there(connection, "meta", "SELECT MAX(value) FROM meta WHERE name = 'least'").await?;
    Ok(Schema::of(found, least, &STEPS))
}

async fn if_there(db: &mut Connection, table: &str, ask: &'static str) -> sqlx::Result<Option<i64>> {
    let made = sqlx::query_scalar("SELECT to_regclass($1) IS NOT NULL").bind(table);
    match made.fetch_one(&mut *db).await? {
        true => sqlx::query_scalar(ask).fetch_one(db).await,
        false => Ok(None),
    }
}

impl Reader {
    /// How large the database is.
    pub(crate) async fn bytes(&self) -> Result<u64, StoreError> {
        let query = sqlx::query_scalar("SELECT pg_database_size(current_database())");
        let bytes: i64 = self.answer(query.fetch_one(self.pool()?)).await?;
        Ok(bytes as u64)
    }

    /// Who serves the tables, the last heard of first.
    pub(crate) async fn processes(&self) -> Result<Vec<Process>, StoreError> {
        let query = sqlx::query_as(
            "SELECT p.about, CAST(EXTRACT(EPOCH FROM clock_timestamp() - p.beat) * 1000 AS BIGINT), \
                 (SELECT COUNT(*) FROM flight f WHERE f.process = p.id), \
                 (SELECT COUNT(*) FROM presence o WHERE o.process = p.id) \
             FROM process p ORDER BY p.beat DESC",
        );
        let rows: Vec<(String, i64, i64, i64)> = self.answer(query.fetch_all(self.pool()?)).await?;
        let process = |(about, beat_ms, flights, tables)| Process { about, beat_ms, flights, tables };
        Ok(rows.into_iter().map(process).collect())
    }
}
