//! Links that carry the games of a browser to another device.

use crate::{Store, StoreError, TokenHash, writer};
use sqlx::{Row, SqliteConnection};
use table::Seat;

/// The most links that wait at once; the oldest make room.
const MOST_LINKS: i64 = 1000;

/// A change of the links that wait.
pub(crate) enum Carry {
    /// A link that works from now until then.
    Pack { token: TokenHash, now_ms: i64, until_ms: i64, seats: String },
    /// It was used.
    Spend(TokenHash),
}

impl Store {
    /// Keeps a link that gives these seats between two moments in milliseconds since 1970. When this returns, it is on disk.
    pub async fn pack(
        &self,
        token: TokenHash,
        (now_ms, until_ms): (i64, i64),
        seats: &[(String, Seat)],
    ) -> Result<(), StoreError> {
        // Words always have a JSON form.
        let seats = serde_json::to_string(seats).unwrap_or_default();
        let pack = Carry::Pack { token, now_ms, until_ms, seats };
        self.ask(|reply| writer::Job::Carry(pack, reply)).await
    }

    /// The seats that a link gives, if it still works.
    pub async fn packed(
        &self,
        token: &TokenHash,
        now_ms: i64,
    ) -> Result<Option<Vec<(String, Seat)>>, StoreError> {
        let row = sqlx::query("SELECT seats FROM carry WHERE token_hash = $1 AND until_ms > $2")
            .bind(&token.0)
            .bind(now_ms)
            .fetch_optional(self.readers()?)
            .await;
        let seats = row.and_then(|row| row.map(|row| row.try_get::<String, _>("seats")).transpose());
        let Some(seats) = seats.map_err(|e| self.failed(e))? else { return Ok(None) };
        let read = serde_json::from_str(&seats);
        read.map(Some).map_err(|e| StoreError::Damaged("a link to another device".into(), e.to_string()))
    }

    /// Ends a link.
    pub async fn spend(&self, token: TokenHash) -> Result<(), StoreError> {
        self.ask(|reply| writer::Job::Carry(Carry::Spend(token), reply)).await
    }
}

impl Carry {
    /// Writes the change into a transaction. Links that work no longer go when a new one comes.
    pub(crate) async fn write(&self, tx: &mut SqliteConnection) -> sqlx::Result<()> {
        match self {
            Carry::Pack { token, now_ms, until_ms, seats } => {
                sqlx::query(
                    "DELETE FROM carry WHERE until_ms <= $1 OR token_hash IN \
                     (SELECT token_hash FROM carry ORDER BY until_ms DESC LIMIT -1 OFFSET $2)",
                )
                .bind(now_ms)
                .bind(MOST_LINKS - 1)
                .execute(&mut *tx)
                .await?;
                sqlx::query("INSERT INTO carry (token_hash, until_ms, seats) VALUES ($1, $2, $3)")
                    .bind(&token.0)
                    .bind(until_ms)
                    .bind(seats)
                    .execute(tx)
                    .await?;
            }
            Carry::Spend(token) => {
                sqlx::query("DELETE FROM carry WHERE token_hash = $1").bind(&token.0).execute(tx).await?;
            }
        }
        Ok(())
    }
}
