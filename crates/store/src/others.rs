//! What other processes do with the same database. An SQLite file has only one process: there is never news, and everything is its own.

use crate::postgres::{MOST_ADOPTED, patiently};
use crate::{ChainEnd, Entry, Mark, Reader, Store, StoreError};
use std::collections::BTreeMap;
use std::sync::PoisonError;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// What a bell says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Something happened at the tables with these keys.
    At(Vec<i64>),
    /// A bell may have been missed: look everywhere.
    Look,
}

/// How a table stands in the database, at a glance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glance {
    /// Key of the table.
    pub key: i64,
    /// How many entries its log has.
    pub seq: u32,
    /// The mark of the last one.
    pub mark: Mark,
    /// How often something beside the log has changed.
    pub beside: i64,
    /// Who is there at other processes.
    pub present: Present,
}

/// A table whose pilots are flown by one process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flight {
    /// Its key.
    pub key: i64,
    /// Its id.
    pub id: String,
}

/// Who is at a table, by process, as JSON of whoever wrote it.
pub type Present = BTreeMap<i64, String>;

/// What was added to a table's log after some entry, each with where the log ended then.
pub type Tail = Vec<(Entry, ChainEnd)>;

impl Store {
    /// Whether other processes may change the same tables.
    pub fn is_shared(&self) -> bool {
        self.company.is_some()
    }

    /// News of other processes, from now on; nothing if there can be none. There is one listener a process.
    pub fn listen(&self) -> Option<mpsc::Receiver<News>> {
        self.company.as_ref().map(|company| company.listen())
    }

    /// How tables stand. Those that are missing in the answer were deleted.
    pub async fn glance(&self, keys: &[i64]) -> Result<Vec<Glance>, StoreError> {
        match (&self.reader, &self.company) {
            (Reader::Postgres(reader), Some(company)) => {
                patiently(|| reader.glance(keys, company.process())).await
            }
            _ => Ok(Vec::new()),
        }
    }

    /// What was added to a table's log after `end`; nothing if the log has another history now.
    pub async fn tail(&self, end: ChainEnd) -> Result<Option<Tail>, StoreError> {
        match &self.reader {
            Reader::Sqlite(_) => Ok(Some(Vec::new())),
            Reader::Postgres(reader) => patiently(|| reader.tail(end)).await,
        }
    }

    /// The same of many tables in one answer. Tables of which it cannot be told just now, or whose history is another, are left out.
    pub async fn tails(&self, ends: &[ChainEnd]) -> Result<Vec<(ChainEnd, Tail)>, StoreError> {
        match &self.reader {
            Reader::Sqlite(_) => Ok(Vec::new()),
            Reader::Postgres(reader) => patiently(|| reader.tails(ends)).await,
        }
    }

    /// Notes the digests of the rules by which this process plays, in the order in which they come to the database.
    pub async fn serve(&self, rules: &[String]) -> Result<(), StoreError> {
        match &self.company {
            Some(company) => company.serve(rules).await,
            None => Ok(()),
        }
    }

    /// Whether a table that was last played by these rules is to be left to others: they came to the database after this process's own,
    /// and somebody who is alive plays by them.
    pub async fn is_outranked(&self, rules: &str, own: &str) -> Result<bool, StoreError> {
        match &self.company {
            Some(company) => patiently(|| company.is_outranked(rules, own)).await,
            None => Ok(false),
        }
    }

    /// Tells the others that this process is alive, with its release and the digests of its rules. Answers whether it may judge that others
    /// are not.
    pub async fn beat(&self, about: &str) -> Result<bool, StoreError> {
        let Some(company) = &self.company else { return Ok(true) };
        let sent = Instant::now();
        let sure = company.beat(about).await?;
        *self.beat.lock().unwrap_or_else(PoisonError::into_inner) = sent;
        Ok(sure)
    }

    /// How long ago the others were last told so; no time at all where there are none.
    pub fn beat_age(&self) -> Duration {
        let beat = || *self.beat.lock().unwrap_or_else(PoisonError::into_inner);
        self.company.as_ref().map_or(Duration::ZERO, |_| beat().elapsed())
    }

    /// Takes the pilots of a table over, unless another process that is alive flies them.
    pub async fn claim(&self, table: ChainEnd) -> Result<bool, StoreError> {
        match &self.company {
            Some(company) => company.claim(table.key).await,
            None => Ok(true),
        }
    }

    /// Gives the pilots of these tables back.
    pub async fn release(&self, keys: &[i64]) -> Result<(), StoreError> {
        match &self.company {
            Some(company) => company.release(keys).await,
            None => Ok(()),
        }
    }

    /// Leaves the pilots of a table to whichever other process adopts them.
    pub async fn disown(&self, key: i64) -> Result<(), StoreError> {
        match &self.company {
            Some(company) => company.disown(key).await,
            None => Ok(()),
        }
    }

    /// Takes over some pilots of processes that are no longer heard of, but for those of some tables. Answers which, and whether there may
    /// be more.
    pub async fn adopt(&self, but: &[i64]) -> Result<(Vec<Flight>, bool), StoreError> {
        let Some(company) = &self.company else { return Ok((Vec::new(), false)) };
        let adopted = company.adopt(but).await?;
        let more = adopted.len() == MOST_ADOPTED;
        Ok((adopted, more))
    }

    /// Whether the database has lost since somebody last asked who is alive and who flies what, because it has crashed; at the start,
    /// whether nobody flies anything, since all processes may have gone down with it.
    pub fn was_emptied(&self) -> bool {
        self.company.as_ref().is_some_and(|company| company.was_emptied())
    }

    /// Notes again, after that, whose pilots this process flies. If that fails, it is still lost.
    pub async fn claim_again(&self, keys: &[i64]) -> Result<(), StoreError> {
        match &self.company {
            Some(company) => company.claim_again(keys).await,
            None => Ok(()),
        }
    }

    /// Has the pilots of all games adopted that go on, that nobody has claimed and whose setup has one of these signs, unless others of them
    /// have changed since, by more than the time within which a pilot that is at work says something. Answers how many.
    pub async fn seek_flights(&self, signs: &[&str], at_work: Duration) -> Result<u64, StoreError> {
        match &self.company {
            Some(company) => company.seek_flights(signs, at_work).await,
            None => Ok(0),
        }
    }

    /// The tables whose pilots this process has.
    pub async fn flights(&self) -> Result<Vec<Flight>, StoreError> {
        match &self.company {
            Some(company) => company.flights().await,
            None => Ok(Vec::new()),
        }
    }

    /// Tells the others who is at tables here: nothing where nobody is.
    pub async fn present(&self, here: &[(i64, Option<String>)]) -> Result<(), StoreError> {
        match &self.company {
            Some(company) => company.present(here).await,
            None => Ok(()),
        }
    }

    /// Takes a turn at something that one process does for all; for so long nobody else gets it, nor this one again.
    pub async fn turn(&self, at: &str, lasts: Duration) -> Result<bool, StoreError> {
        match &self.company {
            Some(company) => company.turn(at, lasts).await,
            None => Ok(true),
        }
    }

    /// Takes a drop from a client's bucket, which holds `most`, gets one each `every` and is the same for all processes. Answers whether
    /// there was one; always, where there is only one process.
    pub async fn take_drop(&self, client: &str, most: u32, every: Duration) -> Result<bool, StoreError> {
        match &self.company {
            Some(company) => company.take_drop(client, most, every).await,
            None => Ok(true),
        }
    }

    /// Forgets buckets that nothing was taken from for long.
    pub async fn forget_buckets(&self) -> Result<(), StoreError> {
        match &self.company {
            Some(company) => company.forget_buckets().await,
            None => Ok(()),
        }
    }

    /// Forgets processes that were not heard of for an hour, and who was with them.
    pub async fn forget_processes(&self) -> Result<(), StoreError> {
        match &self.company {
            Some(company) => company.forget_processes().await,
            None => Ok(()),
        }
    }

    /// Leaves the company: others may fly the pilots of this process at once.
    pub async fn part(&self) -> Result<(), StoreError> {
        match &self.company {
            Some(company) => company.part().await,
            None => Ok(()),
        }
    }
}
