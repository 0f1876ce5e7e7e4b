//! Where players want to be told that it is their turn.

use crate::{Store, StoreError};
use sqlx::{Row, SqliteConnection};
use std::fmt;
use table::Side;

/// A player's wish to be told, as it is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct Tell {
    /// A mail address or the URL of a webhook.
    pub address: String,
    /// The secret by which whoever is told ends it.
    pub stop: String,
    /// Whether they were told of the turn that they owe now.
    pub told: bool,
}

impl fmt::Debug for Tell {
    // An address must not slip into a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tell(…, told: {})", self.told)
    }
}

/// A wish and whose it is.
#[derive(Clone, Debug)]
pub struct KeptTell {
    /// The id of the table.
    pub table: String,
    /// Who wants to be told.
    pub side: Side,
    /// The wish.
    pub tell: Tell,
}

impl Store {
    /// All wishes to be told.
    pub async fn tells(&self) -> Result<Vec<KeptTell>, StoreError> {
        let rows = sqlx::query(
            "SELECT t.id, w.side, w.address, w.stop, w.told \
             FROM tell w JOIN game_table t ON t.key = w.table_key",
        )
        .fetch_all(self.readers()?)
        .await;
        let kept = |row: &sqlx::sqlite::SqliteRow| {
            let side: String = row.try_get("side")?;
            let side = Side::BOTH.into_iter().find(|known| known.word() == side);
            Ok(KeptTell {
                table: row.try_get("id")?,
                side: side.ok_or_else(|| sqlx::Error::Decode("a side of no game".into()))?,
                tell: Tell {
                    address: row.try_get("address")?,
                    stop: row.try_get("stop")?,
                    told: row.try_get::<i64, _>("told")? != 0,
                },
            })
        };
        let all = rows.and_then(|rows| rows.iter().map(kept).collect::<sqlx::Result<_>>());
        all.map_err(|e| self.failed(e))
    }
}

/// Writes a wish, or takes it away.
pub(crate) async fn write(
    tx: &mut SqliteConnection,
    key: i64,
    side: Side,
    tell: Option<&Tell>,
) -> sqlx::Result<()> {
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
