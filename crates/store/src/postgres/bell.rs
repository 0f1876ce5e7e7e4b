//! The bell: what was committed is told to the other processes afterwards, on a connection of its own. Inside the transaction it would hold
//! all writers of the server up until the disk has answered. It carries keys of tables and nothing else: any role of the database may listen.

use super::{Connection, Hosts, within};
use crate::News;
use sqlx::Executor;
use sqlx::postgres::PgListener;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

const CHANNEL: &str = "tallyho";
/// The most bytes that PostgreSQL carries in one go, with some to spare.
const MOST_BYTES: usize = 7_900;
/// After a failure, so long until the next attempt.
const PAUSE: Duration = Duration::from_millis(200);
const PATIENCE: Duration = Duration::from_secs(3);
/// A bell that comes alone is rung at once. What happens within this time after it is told by the next one: each bell wakes every process,
/// and under load one for many tables costs hardly more than one for a single table.
const APART: Duration = Duration::from_millis(10);
/// News that wait for whoever listens. If there are more, the bell waits, and nothing is lost.
const QUEUE: usize = 256;

/// One process's bell.
#[derive(Clone)]
pub(crate) struct Bell {
    process: i64,
    hosts: Arc<Hosts>,
    out: mpsc::UnboundedSender<i64>,
}

impl Bell {
    pub(super) fn new(process: i64, hosts: &Arc<Hosts>) -> Bell {
        let (out, keys) = mpsc::unbounded_channel();
        let bell = Bell { process, hosts: Arc::clone(hosts), out };
        tokio::spawn(ring(process, Arc::clone(hosts), keys));
        bell
    }

    /// Tells the others that something happened at these tables.
    pub(crate) fn ring(&self, keys: impl IntoIterator<Item = i64>) {
        for key in keys {
            // Whoever is gone rings no more.
            let _ = self.out.send(key);
        }
    }

    /// Hears the bells of others from now on.
    pub(crate) fn listen(&self) -> mpsc::Receiver<News> {
        let (out, news) = mpsc::channel(QUEUE);
        tokio::spawn(hear(self.process, Arc::clone(&self.hosts), out));
        news
    }
}

/// Rings for everything that came since the last time. What could not be told is found by those who look: nothing is told twice.
async fn ring(process: i64, hosts: Arc<Hosts>, mut keys: mpsc::UnboundedReceiver<i64>) {
    let mut connection = None;
    let mut waiting = Vec::new();
    while keys.recv_many(&mut waiting, MOST_BYTES).await > 0 {
        let all: BTreeSet<i64> = waiting.drain(..).collect();
        for words in texts(process, &all) {
            if let Err(error) = within(PATIENCE, send(&hosts, &mut connection, &words)).await {
                tracing::warn!(%error, "the bell could not be rung");
                connection = None;
                tokio::time::sleep(PAUSE).await;
            }
        }
        tokio::time::sleep(APART).await;
    }
}

async fn send(hosts: &Hosts, connection: &mut Option<Connection>, words: &str) -> sqlx::Result<()> {
    let connection = match connection {
        Some(connection) => connection,
        None => {
            let mut new = hosts.connect().await?;
            new.execute("SET synchronous_commit = off").await?;
            connection.insert(new)
        }
    };
    sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(words).execute(connection).await?;
    Ok(())
}

/// `PROCESS KEY KEY …`, in as many texts as it takes.
fn texts(process: i64, keys: &BTreeSet<i64>) -> Vec<String> {
    let mut texts = vec![process.to_string()];
    for key in keys {
        let mut text = texts.pop().unwrap_or_default();
        if text.len() + 21 > MOST_BYTES {
            texts.push(text);
            text = process.to_string();
        }
        let _ = write!(text, " {key}");
        texts.push(text);
    }
    texts
}

/// Whoever is heard is another process, unless it is this one.
fn heard(process: i64, words: &str) -> Option<News> {
    let mut numbers = words.split(' ').map(str::parse::<i64>);
    let from = numbers.next()?.ok()?;
    (from != process).then(|| News::At(numbers.filter_map(Result::ok).collect()))
}

/// Hears until nobody wants to know any more. After any trouble the connection is opened anew, and whoever listens is told to look.
async fn hear(process: i64, hosts: Arc<Hosts>, news: mpsc::Sender<News>) {
    loop {
        if let Ok(mut listener) = within(PATIENCE, listener(&hosts)).await {
            if news.send(News::Look).await.is_err() {
                return;
            }
            loop {
                let told = tokio::select! {
                    told = listener.try_recv() => told,
                    () = news.closed() => return,
                };
                match told {
                    Ok(Some(told)) => {
                        if let Some(told) = heard(process, told.payload())
                            && news.send(told).await.is_err()
                        {
                            return;
                        }
                    }
                    Ok(None) | Err(_) => break,
                }
            }
            tracing::warn!("the bell was cut off; hearing anew");
        }
        tokio::select! {
            () = tokio::time::sleep(PAUSE) => {}
            () = news.closed() => return,
        }
    }
}

/// Listens at the host that was found last: a standby refuses, and whoever writes or reads finds another.
async fn listener(hosts: &Hosts) -> sqlx::Result<PgListener> {
    let pool = sqlx::postgres::PgPoolOptions::new().max_connections(1).connect_lazy_with(hosts.last());
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bell_carries_every_key_once_and_fits() {
        let keys: BTreeSet<i64> = (0..5_000).map(|n| n * 1_000_000_007).collect();
        let texts = texts(-7, &keys);
        assert!(texts.iter().all(|text| text.len() <= MOST_BYTES));
        let heard_by = |process| texts.iter().filter_map(|text| heard(process, text)).collect::<Vec<_>>();
        let all = heard_by(8).into_iter().flat_map(|news| match news {
            News::At(keys) => keys,
            News::Look => Vec::new(),
        });
        assert_eq!(all.collect::<BTreeSet<_>>(), keys);
        assert_eq!(heard_by(-7), [], "nobody hears their own bell");
    }
}
