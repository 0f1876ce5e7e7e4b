//! What keeps a game through changes of its rules, alike in both engines: this file is compiled once for each.

use super::{Connection, Reader, Record};
use crate::{KeptView, StoreError};
use sqlx::Row;
use table::Seed;

impl Reader {
    /// What was kept of a table since it last went on by other rules, one view a seat.
    pub(crate) async fn kept_views(&self, key: i64, since_seq: u32) -> Result<Vec<KeptView>, StoreError> {
        let query = sqlx::query(
            "SELECT seat, since_seq, upto_seq, rules, body FROM kept_view WHERE table_key = $1 AND since_seq = $2",
        );
        let rows = self.answer(query.bind(key).bind(i64::from(since_seq)).fetch_all(self.pool()?)).await?;
        let damaged = |e: String| StoreError::Damaged("a kept view".into(), e);
        rows.iter().map(|row| kept_view(row).map_err(|e| damaged(e.to_string()))).collect()
    }

    /// Up to which entry a table's views are kept, 0 if they are not.
    pub(crate) async fn kept_upto(&self, key: i64) -> Result<u32, StoreError> {
        let query =
            sqlx::query_scalar("SELECT COALESCE(MAX(upto_seq), 0) FROM kept_view WHERE table_key = $1");
        let upto: i64 = self.answer(query.bind(key).fetch_one(self.pool()?)).await?;
        Ok(upto as u32)
    }

    /// The seeds that were drawn when a game went on by other rules.
    pub(crate) async fn resumed_seeds(&self, key: i64) -> Result<Vec<Seed>, StoreError> {
        let query = sqlx::query_scalar("SELECT seed FROM resumed_seed WHERE table_key = $1");
        let texts: Vec<String> = self.answer(query.bind(key).fetch_all(self.pool()?)).await?;
        Ok(texts.iter().filter_map(|text| Seed::from_hex(text)).collect())
    }
}

fn kept_view(row: &Record) -> Result<KeptView, Box<dyn std::error::Error>> {
    Ok(KeptView {
        seat: serde_json::from_value(row.try_get::<String, _>("seat")?.into())?,
        since_seq: u32::try_from(row.try_get::<i64, _>("since_seq")?)?,
        upto_seq: u32::try_from(row.try_get::<i64, _>("upto_seq")?)?,
        rules: row.try_get("rules")?,
        body: row.try_get("body")?,
    })
}

/// Keeps views in place of older ones.
pub(super) async fn keep(tx: &mut Connection, key: i64, views: &[KeptView]) -> sqlx::Result<()> {
    for view in views {
        let seat = serde_json::to_value(view.seat).unwrap_or_default();
        sqlx::query(
            "INSERT INTO kept_view (table_key, seat, since_seq, upto_seq, rules, body) VALUES ($1, $2, $3, $4, $5, $6) \
             ON CONFLICT (table_key, seat, since_seq) DO UPDATE SET upto_seq = $4, rules = $5, body = $6 \
             WHERE kept_view.upto_seq <= $4",
        )
        .bind(key)
        .bind(seat.as_str())
        .bind(i64::from(view.since_seq))
        .bind(i64::from(view.upto_seq))
        .bind(&view.rules)
        .bind(&view.body)
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

/// Notes by which rules a table was last found to agree.
pub(super) async fn stamp(tx: &mut Connection, key: i64, rules: &str) -> sqlx::Result<()> {
    let query = sqlx::query("UPDATE game_table SET rules = $1 WHERE key = $2").bind(rules).bind(key);
    query.execute(tx).await?;
    Ok(())
}

/// Keeps a seed for a game that is about to go on by other rules. Before the entry that names its hash: a seed without an entry harms nobody.
pub(super) async fn seed(tx: &mut Connection, key: i64, seed: Seed) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO resumed_seed (table_key, commitment, seed) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    )
    .bind(key)
    .bind(seed.commitment())
    .bind(seed.hex())
    .execute(tx)
    .await?;
    Ok(())
}
