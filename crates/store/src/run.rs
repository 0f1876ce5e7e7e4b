//! Runs of the lab that other processes play. Where there is only one, nothing is kept of them.

use crate::postgres::patiently;
use crate::{Store, StoreError};

/// A run at another process, as that one told of it last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunThere {
    /// What it said, as JSON.
    pub body: String,
    /// The report, once there is one.
    pub report: Option<Vec<u8>>,
    /// Whether that process is alive.
    pub is_alive: bool,
}

impl Store {
    /// Tells the others of a run that is played here. Answers whether somebody wants it stopped.
    pub async fn tell_run(&self, id: &str, body: &str, report: Option<&[u8]>) -> Result<bool, StoreError> {
        match &self.company {
            Some(company) => company.tell_run(id, body, report).await,
            None => Ok(false),
        }
    }

    /// A run that another process plays or has played.
    pub async fn run(&self, id: &str) -> Result<Option<RunThere>, StoreError> {
        match &self.company {
            Some(company) => patiently(|| company.run(id)).await,
            None => Ok(None),
        }
    }

    /// Asks whoever plays a run to stop it.
    pub async fn stop_run(&self, id: &str) -> Result<(), StoreError> {
        match &self.company {
            Some(company) => company.stop_run(id).await,
            None => Ok(()),
        }
    }

    /// Forgets runs of which nothing was told for long.
    pub async fn forget_runs(&self) -> Result<(), StoreError> {
        match &self.company {
            Some(company) => company.forget_runs().await,
            None => Ok(()),
        }
    }
}
