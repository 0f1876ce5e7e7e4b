//! Who wants to be told of their turn, and addresses that are to be confirmed, alike in both engines: this file is compiled once for each.

use super::super::{Connection, NOW_MS, Reader, Record};
use crate::{KeptTell, Question, StoreError, Tell};
use sqlx::Row;
use table::Side;

impl Reader {
    /// All wishes to be told.
    pub(crate) async fn tells(&self) -> Result<Vec<KeptTell>, StoreError> {
        let query = sqlx::query(
            "SELECT w.side, w.address, w.stop, w.told, t.id \
             FROM tell w JOIN game_table t ON t.key = w.table_key",
        );
        let kept = |row: &Record| {
            let (side, tell) = wish(row)?;
            Ok(KeptTell { table: row.try_get("id")?, side, tell })
        };
        let rows = self.answer(query.fetch_all(self.pool()?)).await?;
        rows.iter().map(kept).collect::<sqlx::Result<_>>().map_err(|e| self.failed(e))
    }

    /// The wishes at a table.
    pub(crate) async fn tells_of(&self, key: i64) -> Result<Vec<(Side, Tell)>, StoreError> {
        let query = sqlx::query("SELECT side, address, stop, told FROM tell WHERE table_key = $1");
        let rows = self.answer(query.bind(key).fetch_all(self.pool()?)).await?;
        rows.iter().map(wish).collect::<sqlx::Result<_>>().map_err(|e| self.failed(e))
    }

    /// The table and side whose messages are ended by a secret.
    pub(crate) async fn told_by(&self, stop: &str) -> Result<Option<(String, Side)>, StoreError> {
        let query = sqlx::query(
            "SELECT w.side, t.id FROM tell w JOIN game_table t ON t.key = w.table_key WHERE w.stop = $1",
        );
        let found = self.answer(query.bind(stop).fetch_optional(self.pool()?)).await?;
        let told = |row: Record| Ok((row.try_get("id")?, side(&row)?));
        found.map(told).transpose().map_err(|e| self.failed(e))
    }

    /// The question with a secret, if it still waits, and its table.
    pub(crate) async fn question(&self, secret: &str) -> Result<Option<(String, Question)>, StoreError> {
        let sql = format!(
            "SELECT q.secret, q.side, q.address, q.saw, q.until_ms, t.id \
             FROM question q JOIN game_table t ON t.key = q.table_key \
             WHERE q.secret = $1 AND q.until_ms > {NOW_MS}"
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(secret);
        let found = self.answer(query.fetch_optional(self.pool()?)).await?;
        let question = |row: Record| Ok((row.try_get("id")?, question(&row)?));
        found.map(question).transpose().map_err(|e| self.failed(e))
    }

    /// The sides of a table of which questions wait.
    pub(crate) async fn asked(&self, key: i64) -> Result<Vec<Side>, StoreError> {
        let sql =
            format!("SELECT side FROM question WHERE table_key = $1 AND until_ms > {NOW_MS} ORDER BY side");
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(key);
        let rows = self.answer(query.fetch_all(self.pool()?)).await?;
        rows.iter().map(side).collect::<sqlx::Result<_>>().map_err(|e| self.failed(e))
    }

    /// How many questions wait.
    pub(crate) async fn questions(&self) -> Result<i64, StoreError> {
        let sql = format!("SELECT COUNT(*) FROM question WHERE until_ms > {NOW_MS}");
        let query = sqlx::query_scalar(sqlx::AssertSqlSafe(sql));
        self.answer(query.fetch_one(self.pool()?)).await
    }
}

fn side(row: &Record) -> sqlx::Result<Side> {
    let word: &str = row.try_get("side")?;
    let side = Side::BOTH.into_iter().find(|known| known.word() == word);
    side.ok_or_else(|| sqlx::Error::Decode("a side of no game".into()))
}

fn wish(row: &Record) -> sqlx::Result<(Side, Tell)> {
    let told = row.try_get::<i64, _>("told")? != 0;
    Ok((side(row)?, Tell { address: row.try_get("address")?, stop: row.try_get("stop")?, told }))
}

fn question(row: &Record) -> sqlx::Result<Question> {
    Ok(Question {
        secret: row.try_get("secret")?,
        side: side(row)?,
        address: row.try_get("address")?,
        saw: u32::try_from(row.try_get::<i64, _>("saw")?).map_err(|e| sqlx::Error::Decode(e.into()))?,
        until_ms: row.try_get("until_ms")?,
    })
}

/// Writes a wish to be told, or takes it away.
pub(super) async fn tell(tx: &mut Connection, key: i64, side: Side, tell: Option<&Tell>) -> sqlx::Result<()> {
    let query = match tell {
        Some(tell) => sqlx::query(
            "INSERT INTO tell (table_key, side, address, stop, told) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (table_key, side) DO UPDATE SET address = $3, stop = $4, told = $5",
        )
        .bind(key)
        .bind(side.word())
        .bind(&tell.address)
        .bind(&tell.stop)
        .bind(i64::from(tell.told)),
        None => {
            sqlx::query("DELETE FROM tell WHERE table_key = $1 AND side = $2").bind(key).bind(side.word())
        }
    };
    query.execute(tx).await?;
    Ok(())
}

/// Notes that a player is told, unless they were or do not want it any more: of several processes one may tell them.
pub(super) async fn told(tx: &mut Connection, key: i64, side: Side, stop: &str) -> sqlx::Result<()> {
    let query =
        sqlx::query("UPDATE tell SET told = 1 WHERE table_key = $1 AND side = $2 AND stop = $3 AND told = 0");
    match query.bind(key).bind(side.word()).bind(stop).execute(tx).await?.rows_affected() {
        0 => Err(sqlx::Error::RowNotFound),
        _ => Ok(()),
    }
}

/// Notes that a player owes no longer what they were told of.
pub(super) async fn untold(tx: &mut Connection, key: i64, side: Side, stop: &str) -> sqlx::Result<()> {
    let query = sqlx::query("UPDATE tell SET told = 0 WHERE table_key = $1 AND side = $2 AND stop = $3");
    query.bind(key).bind(side.word()).bind(stop).execute(tx).await?;
    Ok(())
}

/// Keeps a question in place of others of the same side, and forgets all that wait no longer.
pub(super) async fn ask(tx: &mut Connection, key: i64, question: &Question) -> sqlx::Result<()> {
    unask(tx, key, question.side).await?;
    let old = format!("DELETE FROM question WHERE until_ms <= {NOW_MS}");
    sqlx::query(sqlx::AssertSqlSafe(old)).execute(&mut *tx).await?;
    sqlx::query(
        "INSERT INTO question (secret, table_key, side, address, saw, until_ms) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(&question.secret)
    .bind(key)
    .bind(question.side.word())
    .bind(&question.address)
    .bind(i64::from(question.saw))
    .bind(question.until_ms)
    .execute(tx)
    .await?;
    Ok(())
}

pub(super) async fn unask(tx: &mut Connection, key: i64, side: Side) -> sqlx::Result<()> {
    let query = sqlx::query("DELETE FROM question WHERE table_key = $1 AND side = $2");
    query.bind(key).bind(side.word()).execute(tx).await?;
    Ok(())
}

/// Uses a question up and keeps the wish. If it does not wait any more, it was used, unless by this very answer, which was lost.
pub(super) async fn answer(
    tx: &mut Connection,
    key: i64,
    (side, wish): (Side, &Tell),
    secret: &str,
) -> sqlx::Result<()> {
    let query = sqlx::query("DELETE FROM question WHERE secret = $1").bind(secret);
    if query.execute(&mut *tx).await?.rows_affected() > 0 {
        return tell(tx, key, side, Some(wish)).await;
    }
    let own = sqlx::query("SELECT 1 FROM tell WHERE table_key = $1 AND side = $2 AND stop = $3");
    own.bind(key).bind(side.word()).bind(&wish.stop).fetch_one(tx).await.map(drop)
}
