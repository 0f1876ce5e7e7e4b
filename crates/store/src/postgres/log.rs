//! The log of a table, read by its key.

use super::{Connection, Reader, Record};
use crate::entry::{Log, Unread};
use crate::{ChainEnd, Entry, Glance, Mark, StoreError, Tail};
use sqlx::Row;

impl Reader {
    /// The log of a table.
    pub(super) async fn log(&self, key: i64) -> Result<Log, StoreError> {
        let rows = self.from(key, 0).await?;
        Ok(in_order(key, 0, &rows).and_then(|rows| {
            let end = rows.last().map(|(_, end)| *end);
            let end = end.ok_or_else(|| Unread::Damaged("its log is gone".into()))?;
            Ok((rows.into_iter().filter_map(|(entry, _)| entry).collect(), end))
        }))
    }

    /// What came after `end`, if that is still part of the table's history.
    pub(crate) async fn tail(&self, end: ChainEnd) -> Result<Option<Tail>, StoreError> {
        let rows = self.from(end.key, end.seq).await?;
        let name = format!("with key {}", end.key);
        after(end, &rows).map_err(|unread| match unread {
            Unread::Newer => StoreError::NewerTable(name),
            Unread::Damaged(says) => StoreError::Damaged(format!("the table {name}"), says),
        })
    }

    /// The same of many tables in one answer. Tables of which it cannot be told, or whose history is another, are left out.
    pub(crate) async fn tails(&self, ends: &[ChainEnd]) -> Result<Vec<(ChainEnd, Tail)>, StoreError> {
        let query = sqlx::query(
            "SELECT m.seq, m.mark, m.body, r.key FROM unnest($1::bigint[], $2::bigint[]) AS r (key, seq) CROSS JOIN LATERAL \
                 (SELECT seq, mark, body FROM move WHERE table_key = r.key AND seq >= r.seq ORDER BY seq) AS m \
             ORDER BY r.key, m.seq",
        );
        let keys: Vec<i64> = ends.iter().map(|end| end.key).collect();
        let seqs: Vec<i64> = ends.iter().map(|end| i64::from(end.seq)).collect();
        let rows = self.answer(query.bind(keys).bind(seqs).fetch_all(self.pool()?)).await?;
        let of = |row: &Record| row.try_get::<i64, _>(3).unwrap_or_default();
        let tables = rows.chunk_by(|one, next| of(one) == of(next));
        let known = tables.filter_map(|rows| {
            let end = ends.iter().find(|end| end.key == of(&rows[0]))?;
            Some((*end, after(*end, rows).ok()??))
        });
        Ok(known.collect())
    }

    /// The rows of a table's log from a number on.
    async fn from(&self, key: i64, seq: u32) -> Result<Vec<Record>, StoreError> {
        let query =
            sqlx::query("SELECT seq, mark, body FROM move WHERE table_key = $1 AND seq >= $2 ORDER BY seq");
        self.answer(query.bind(key).bind(i64::from(seq)).fetch_all(self.pool()?)).await
    }

    /// How tables stand, and who is there at processes other than this one that are alive.
    pub(crate) async fn glance(&self, keys: &[i64], process: i64) -> Result<Vec<Glance>, StoreError> {
        let query = sqlx::query(
            "SELECT t.key, m.seq, m.mark, t.beside, \
                 (SELECT json_object_agg(o.process, o.body)::text FROM presence o JOIN process p ON p.id = o.process \
                  WHERE o.table_key = t.key AND p.id <> $2 AND p.beat > clock_timestamp() - interval '5 s') \
             FROM unnest($1::bigint[]) AS asked (key) JOIN game_table t ON t.key = asked.key \
             JOIN LATERAL (SELECT seq, mark FROM move WHERE table_key = t.key ORDER BY seq DESC LIMIT 1) AS m ON true",
        );
        let rows = self.answer(query.bind(keys).bind(process).fetch_all(self.pool()?)).await?;
        rows.iter().map(glance).collect::<sqlx::Result<_>>().map_err(|e| self.failed(e))
    }
}

fn glance(row: &Record) -> sqlx::Result<Glance> {
    let wrong = |e: Box<dyn std::error::Error + Send + Sync>| sqlx::Error::Decode(e);
    let present: Option<&str> = row.try_get(4)?;
    let present = present.map(serde_json::from_str).transpose().map_err(|e| wrong(e.into()))?;
    Ok(Glance {
        key: row.try_get(0)?,
        seq: u32::try_from(row.try_get::<i64, _>(1)?).map_err(|e| wrong(e.into()))?,
        mark: Mark(row.try_get(2)?),
        beside: row.try_get(3)?,
        present: present.unwrap_or_default(),
    })
}

/// What comes after `end` in rows that begin with it; nothing if they do not.
fn after(end: ChainEnd, rows: &[Record]) -> Result<Option<Tail>, Unread> {
    let mut rows = in_order(end.key, end.seq, rows)?.into_iter();
    if rows.next().is_none_or(|(_, first)| first != end) {
        return Ok(None);
    }
    Ok(Some(rows.filter_map(|(entry, end)| Some((entry?, end))).collect()))
}

/// The entries of rows that begin with a number, each with where the log ended then. Entry 0 is there so that the first one has a
/// predecessor, and says nothing.
fn in_order(key: i64, first: u32, rows: &[Record]) -> Result<Vec<(Option<Entry>, ChainEnd)>, Unread> {
    let mut entries = Vec::with_capacity(rows.len());
    for (row, belongs) in rows.iter().zip(first..) {
        let seq: i64 = row.try_get("seq")?;
        if seq != i64::from(belongs) {
            return Err(Unread::out_of_place(seq, belongs));
        }
        let end = ChainEnd { key, head: 0, seq: belongs, mark: Mark(row.try_get("mark")?) };
        let body = row.try_get("body")?;
        entries.push(((belongs > 0).then(|| Entry::read(belongs, body)).transpose()?, end));
    }
    Ok(entries)
}

/// The rows of a table's log, in order, without entry 0.
pub(super) async fn rows(db: &mut Connection, key: i64) -> sqlx::Result<Vec<Record>> {
    let query =
        sqlx::query("SELECT seq, mark, at_ms, body FROM move WHERE table_key = $1 AND seq > 0 ORDER BY seq");
    query.bind(key).fetch_all(db).await
}

/// Deletes a table's log, and what processes have said of the table.
pub(super) async fn forget_log(tx: &mut Connection, key: i64) -> sqlx::Result<()> {
    for table in ["flight", "presence", "move"] {
        let rows = format!("DELETE FROM {table} WHERE table_key = $1");
        sqlx::query(sqlx::AssertSqlSafe(rows)).bind(key).execute(&mut *tx).await?;
    }
    Ok(())
}
