//! Every game of the database played again, as `tallyho verify` does it, its dice compared with its seed.

use super::check::Logged;
use anyhow::anyhow;
use catalog::Catalog;
use sqlx::{PgConnection, Row};
use std::collections::BTreeMap;
use table::{Line, Seed, Transcript};

/// Plays all again. Answers what differs.
pub(crate) async fn all(
    db: &mut PgConnection,
    tables: &BTreeMap<String, Logged>,
) -> anyhow::Result<Vec<String>> {
    let catalog = Catalog::built_in().map_err(|flaws| anyhow!("{flaws:?}"))?;
    let mut wrong = Vec::new();
    for (id, table) in tables {
        let head = "SELECT t.header, s.seed FROM game_table t LEFT JOIN seed s ON s.table_key = t.key \
                    WHERE t.key = $1";
        let head = sqlx::query(head).bind(table.key).fetch_one(&mut *db).await?;
        let log = "SELECT body FROM move WHERE table_key = $1 AND seq > 0 ORDER BY seq";
        let log: Vec<String> = sqlx::query_scalar(log).bind(table.key).fetch_all(&mut *db).await?;
        let seed = head.try_get::<Option<String>, _>(1)?;
        if let Err(says) = replay(&catalog, head.try_get(0)?, seed.as_deref(), &log) {
            wrong.push(format!("{id}: cannot be played again: {says}"));
        }
    }
    Ok(wrong)
}

fn replay(catalog: &Catalog, header: &str, seed: Option<&str>, log: &[String]) -> Result<(), String> {
    let header = serde_json::from_str(header).map_err(|e| e.to_string())?;
    let lines = log.iter().map(|line| serde_json::from_str::<Line>(line));
    let lines = lines.collect::<Result<_, _>>().map_err(|e| e.to_string())?;
    let seed = seed.and_then(Seed::from_hex).ok_or("its seed is gone")?;
    let whole = Transcript { header, lines, resumed: Vec::new(), end: None };
    catalog.replay(&whole, Some(seed)).map(drop).map_err(|difference| difference.to_string())
}
