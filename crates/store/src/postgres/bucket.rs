//! Shares of clients over all processes. An address is kept only as a hash, salted by a number that this database has drawn.

use super::Company;
use crate::{Mark, StoreError};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::time::Duration;

/// One statement takes a drop, or changes nothing if there is none. `$2` is the time in which a bucket fills, `$3` that of one drop.
const TAKE: &str = "\
    INSERT INTO bucket AS b (client, empty_at) \
        VALUES ($1, clock_timestamp() - ($2 - $3) * interval '1 second') \
    ON CONFLICT (client) DO UPDATE SET empty_at = \
        GREATEST(b.empty_at, clock_timestamp() - $2 * interval '1 second') + $3 * interval '1 second' \
        WHERE b.empty_at + $3 * interval '1 second' <= clock_timestamp()";

/// A bucket that was left alone for so long is full, whatever it holds.
const FORGET: &str = "DELETE FROM bucket WHERE empty_at < clock_timestamp() - interval '1 hour'";

impl Company {
    /// Takes a drop from a client's bucket, which holds `most` and gets one each `every`. Answers whether there was one.
    pub(crate) async fn take_drop(
        &self,
        client: &str,
        most: u32,
        every: Duration,
    ) -> Result<bool, StoreError> {
        let salt = self.salt().await?;
        let mut hash = String::with_capacity(64);
        for byte in Sha256::new().chain_update(salt.to_be_bytes()).chain_update(client).finalize() {
            let _ = write!(hash, "{byte:02x}");
        }
        let query = sqlx::query(TAKE).bind(hash).bind((every * most).as_secs_f64()).bind(every.as_secs_f64());
        Ok(self.reader.answer(query.execute(self.reader.pool()?)).await?.rows_affected() > 0)
    }

    /// Forgets clients that have asked nothing for long.
    pub(crate) async fn forget_buckets(&self) -> Result<(), StoreError> {
        self.reader.answer(sqlx::query(FORGET).execute(self.reader.pool()?)).await.map(drop)
    }

    /// The database's salt, which whoever comes first has drawn.
    async fn salt(&self) -> Result<i64, StoreError> {
        let ask = || async {
            let draw = "INSERT INTO meta (name, value) VALUES ('salt', $1) ON CONFLICT DO NOTHING";
            self.reader.answer(sqlx::query(draw).bind(Mark::draw().0).execute(self.reader.pool()?)).await?;
            let drawn = sqlx::query_scalar("SELECT value FROM meta WHERE name = 'salt'");
            self.reader.answer(drawn.fetch_one(self.reader.pool()?)).await
        };
        self.salt.get_or_try_init(ask).await.copied()
    }
}
