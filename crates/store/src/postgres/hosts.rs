//! The hosts of a database. Of several in the URL the one is taken that is no standby, at the start and after every fail-over.

use super::{CONNECT, Connection, READ, READERS, is_away, within};
use crate::{Place, StoreError};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection as _, Executor, PgPool};
use std::future::Future;
use std::io::{Error as IoError, ErrorKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How long readers wait for a connection where another host may have to be found.
const SOON: Duration = Duration::from_millis(1_500);
/// A connection that is there says so within this time.
const THERE: Duration = Duration::from_secs(1);
/// Nobody waits for an answer any longer than that: the database is not to work it out either.
const FOR_READING: &str = "SET statement_timeout = '5s'; SET lock_timeout = '2s'";

/// The hosts of one database, and connections for reading to the one that was found last.
pub(crate) struct Hosts {
    pub(super) name: String,
    pub(super) pool: PgPool,
    all: Vec<PgConnectOptions>,
    last: AtomicUsize,
    /// Held by whoever looks for another host.
    seeking: tokio::sync::Mutex<()>,
}

impl Hosts {
    pub(super) fn of(url: &str) -> Result<Arc<Hosts>, StoreError> {
        let name = Place::Postgres(url.to_owned()).to_string();
        let wrong = |e| StoreError::Database(name.clone(), Arc::new(e));
        let read = |url: String| {
            let options: PgConnectOptions = url.parse().map_err(wrong)?;
            Ok(options.application_name("tallyho"))
        };
        let all = each_host(url).into_iter().map(read).collect::<Result<Vec<_>, StoreError>>()?;
        let pool = readers(all.len()).connect_lazy_with(all[0].clone());
        Ok(Arc::new(Hosts { name, pool, all, last: AtomicUsize::new(0), seeking: Default::default() }))
    }

    /// The host that was found last.
    pub(super) fn last(&self) -> PgConnectOptions {
        self.all[self.last.load(Ordering::Relaxed)].clone()
    }

    /// Connects to the host that takes writes, beginning with the one that was found last.
    pub(super) async fn connect(&self) -> sqlx::Result<Connection> {
        let first = self.last.load(Ordering::Relaxed);
        let mut failure = None;
        for at in (0..self.all.len()).map(|n| (first + n) % self.all.len()) {
            match within(CONNECT, self.connect_at(at)).await {
                Ok(connection) => {
                    if self.last.swap(at, Ordering::Relaxed) != at {
                        tracing::warn!(
                            database = self.name,
                            host = at + 1,
                            "another host of the database is used"
                        );
                        self.pool.set_connect_options(self.all[at].clone());
                    }
                    return Ok(connection);
                }
                Err(e) => failure = failure.or(Some(e)),
            }
        }
        Err(failure.unwrap_or(sqlx::Error::PoolClosed))
    }

    async fn connect_at(&self, at: usize) -> sqlx::Result<Connection> {
        let mut connection = Connection::connect_with(&self.all[at]).await?;
        if self.all.len() > 1 {
            is_no_standby(&mut connection).await?;
        }
        Ok(connection)
    }

    /// Finds the host that takes writes, for the pool.
    pub(super) async fn find(&self) -> sqlx::Result<()> {
        self.connect().await?.close().await
    }

    /// An answer from the pool. If the host went away and there are others, they are tried for the next question.
    pub(super) async fn answer<T>(
        &self,
        answer: impl Future<Output = sqlx::Result<T>>,
    ) -> Result<T, StoreError> {
        let answer = within(READ, answer).await;
        if self.all.len() > 1
            && answer.as_ref().is_err_and(is_away)
            && let Ok(_one_at_a_time) = self.seeking.try_lock()
            // In a box of its own: else everything that ever asks keeps room for connecting, of whichever engine it asks.
            && let Err(error) = Box::pin(self.find()).await
        {
            tracing::warn!(database = self.name, %error, "no host of the database takes writes");
        }
        answer.map_err(|e| self.failed(e))
    }

    pub(super) fn failed(&self, e: sqlx::Error) -> StoreError {
        StoreError::Database(self.name.clone(), Arc::new(e))
    }
}

/// Connections for reading. Whoever gives up waiting for an answer gives their connection back, where sqlx waits for that answer without
/// end: a network that was cut in silence would take all of them. So each is asked, with a time limit, before it is used and before it is
/// put back, and one that says nothing is thrown away.
fn readers(hosts: usize) -> PgPoolOptions {
    PgPoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(if hosts > 1 { SOON } else { READ })
        .after_connect(move |connection, _| {
            Box::pin(async move {
                if hosts > 1 {
                    // It would answer, and with what was true some time ago.
                    is_no_standby(connection).await?;
                }
                connection.execute(FOR_READING).await.map(drop)
            })
        })
        .test_before_acquire(false)
        .before_acquire(|connection, _| Box::pin(is_there(connection)))
        .after_release(|connection, _| Box::pin(is_there(connection)))
}

async fn is_there(connection: &mut Connection) -> sqlx::Result<bool> {
    within(THERE, connection.ping()).await.map(|()| true)
}

async fn is_no_standby(connection: &mut Connection) -> sqlx::Result<()> {
    if sqlx::query_scalar("SELECT pg_is_in_recovery()").fetch_one(connection).await? {
        let says = "this host is a standby";
        return Err(sqlx::Error::Io(IoError::new(ErrorKind::NotConnected, says)));
    }
    Ok(())
}

/// One URL for each host of `postgres://user@a:5432,b:5433/name`.
fn each_host(url: &str) -> Vec<String> {
    let start = url.find("://").map_or(0, |at| at + 3);
    let end = url[start..].find(['/', '?']).map_or(url.len(), |at| start + at);
    let first = url[start..end].rfind('@').map_or(start, |at| start + at + 1);
    url[first..end].split(',').map(|host| [&url[..first], host, &url[end..]].concat()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_hosts_is_read_and_everything_else_is_the_same_for_all() {
        assert_eq!(
            each_host("postgres://tally:a,b@one:5433,two/club?sslmode=require"),
            [
                "postgres://tally:a,b@one:5433/club?sslmode=require",
                "postgres://tally:a,b@two/club?sslmode=require",
            ]
        );
        for alone in
            ["postgres:///postgres?host=/tmp/a,b", "postgres://db.example/club", "postgres://db.example"]
        {
            assert_eq!(each_host(alone), [alone]);
        }
    }
}
