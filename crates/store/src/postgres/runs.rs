//! Runs of the lab that are played at one process and asked for at another.

use super::Company;
use crate::{RunThere, StoreError};

impl Company {
    /// Tells the others of a run that is played here. Answers whether somebody wants it stopped.
    pub(crate) async fn tell_run(
        &self,
        id: &str,
        body: &str,
        report: Option<&[u8]>,
    ) -> Result<bool, StoreError> {
        let query = sqlx::query_scalar(
            "INSERT INTO run (id, process, at, body, report) VALUES ($1, $2, clock_timestamp(), $3, $4) \
             ON CONFLICT (id) DO UPDATE SET at = clock_timestamp(), body = $3, report = $4 RETURNING stop",
        );
        let query = query.bind(id).bind(self.process()).bind(body).bind(report);
        let stop: i64 = self.reader.answer(query.fetch_one(self.reader.pool()?)).await?;
        Ok(stop != 0)
    }

    /// A run of whichever process that is alive, or that has ended.
    pub(crate) async fn run(&self, id: &str) -> Result<Option<RunThere>, StoreError> {
        let query = sqlx::query_as(
            "SELECT r.body, r.report, EXISTS (SELECT FROM process p WHERE p.id = r.process \
                 AND p.beat > clock_timestamp() - interval '5 s') FROM run r WHERE r.id = $1",
        );
        let found = self.reader.answer(query.bind(id).fetch_optional(self.reader.pool()?)).await?;
        Ok(found.map(|(body, report, is_alive)| RunThere { body, report, is_alive }))
    }

    /// Asks whoever plays a run to stop it.
    pub(crate) async fn stop_run(&self, id: &str) -> Result<(), StoreError> {
        let query = sqlx::query("UPDATE run SET stop = 1 WHERE id = $1").bind(id);
        self.reader.answer(query.execute(self.reader.pool()?)).await.map(drop)
    }

    /// Forgets runs of which nothing was told for half an hour.
    pub(crate) async fn forget_runs(&self) -> Result<(), StoreError> {
        let query = sqlx::query("DELETE FROM run WHERE at < clock_timestamp() - interval '30 minutes'");
        self.reader.answer(query.execute(self.reader.pool()?)).await.map(drop)
    }
}
