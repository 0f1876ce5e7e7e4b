//! The log of a table, read along its chain.

use super::{Connection, Reader, Record};
use crate::entry::{Log, Unread};
use crate::queue::NOWHERE;
use crate::{ChainEnd, Entry, Mark, StoreError};
use sqlx::Row;

/// Where a table's chain ends. Its row may lag behind the log, which is looked through from where it was noted.
const HEAD: &str = "SELECT MAX(t.head, COALESCE((SELECT MAX(late.n) FROM move late WHERE late.table_key = t.key \
    AND late.n > (SELECT value FROM meta WHERE name = 'noted')), 0)) FROM game_table t WHERE t.key = $1";

/// One statement, so that chain and end come from one snapshot of the file. Every step goes to a lower entry of the same table, so damaged
/// links can neither loop nor lead into another table: the walk just stops, and `chain` sees that it has not reached the beginning.
fn chain_of() -> String {
    format!(
        "WITH RECURSIVE chain (n, prev, seq, mark, at_ms, body) AS ( \
           SELECT m.n, m.prev, m.seq, m.mark, m.at_ms, m.body FROM move m WHERE m.table_key = $1 AND m.n = ({HEAD}) \
           UNION ALL SELECT m.n, m.prev, m.seq, m.mark, m.at_ms, m.body FROM chain c JOIN move m ON m.n = c.prev \
             WHERE m.n < c.n AND m.seq = c.seq - 1 AND m.table_key = $1) \
         SELECT n, seq, mark, at_ms, body FROM chain"
    )
}

impl Reader {
    /// The log of a table.
    pub(super) async fn log(&self, key: i64) -> Result<Log, StoreError> {
        let query = sqlx::query(sqlx::AssertSqlSafe(chain_of())).bind(key);
        let rows = self.answer(query.fetch_all(self.pool()?)).await?;
        Ok(chain(key, &rows))
    }
}

fn chain(key: i64, rows: &[Record]) -> Log {
    let mut entries = Vec::with_capacity(rows.len());
    let mut end = ChainEnd { key, ..NOWHERE };
    // Rows come from the end of the chain.
    for row in rows.iter().rev() {
        let seq: i64 = row.try_get("seq")?;
        end.head = row.try_get("n")?;
        end.mark = Mark(row.try_get("mark")?);
        end.seq += 1;
        if seq != i64::from(end.seq) {
            return Err(Unread::out_of_place(seq, end.seq));
        }
        entries.push(Entry::read(end.seq, row.try_get("body")?)?);
    }
    Ok((entries, end))
}

/// Where a table's chain ends; nothing if there is no such table.
pub(super) async fn head(db: &mut Connection, key: i64) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar(HEAD).bind(key).fetch_optional(db).await
}

/// The rows of a table's log, in order.
pub(super) async fn rows(db: &mut Connection, key: i64) -> sqlx::Result<Vec<Record>> {
    let mut rows = sqlx::query(sqlx::AssertSqlSafe(chain_of())).bind(key).fetch_all(db).await?;
    rows.reverse();
    Ok(rows)
}

/// Deletes a table's log.
pub(super) async fn forget_log(tx: &mut Connection, key: i64) -> sqlx::Result<()> {
    let log = format!("DELETE FROM move WHERE n IN (SELECT n FROM ({}))", chain_of());
    sqlx::query(sqlx::AssertSqlSafe(log)).bind(key).execute(tx).await?;
    Ok(())
}
