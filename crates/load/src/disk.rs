//! What the disk can do without grouping: one row, one transaction, one fsync.

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{Connection, SqliteConnection};
use std::path::Path;
use std::time::Instant;

const COMMITS: u64 = 400;

/// One-row commits a second, as durable as the server's.
pub(crate) async fn commits_a_second(dir: &Path) -> anyhow::Result<u64> {
    let file = tempfile::Builder::new().prefix("raw-").suffix(".db").tempfile_in(dir)?;
    let options = SqliteConnectOptions::new()
        .filename(file.path())
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    let mut db = SqliteConnection::connect_with(&options).await?;
    sqlx::query("CREATE TABLE move (n INTEGER PRIMARY KEY, body TEXT)").execute(&mut db).await?;
    let body = "x".repeat(160);
    let began = Instant::now();
    for n in 0..COMMITS as i64 {
        sqlx::query("INSERT INTO move (n, body) VALUES ($1, $2)")
            .bind(n)
            .bind(&body)
            .execute(&mut db)
            .await?;
    }
    let took = began.elapsed();
    db.close().await?;
    Ok(COMMITS * 1_000_000 / (took.as_micros() as u64).max(1))
}
