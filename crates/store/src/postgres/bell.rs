//! The bell: what was committed is told to the other processes afterwards, on a connection of its own. Inside the transaction it would hold
//! all writers of the server up until the disk has answered. It carries keys of tables and nothing else: any role of the database may listen.

use super::{Connection, Hosts, within};
use crate::News;
use sqlx::Executor;
use sqlx::postgres::PgListener;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
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
/// A process hears its own bell within this time, or it is deaf. A network that is cut says nothing: nobody else would tell.
const HEARD_WITHIN: Duration = Duration::from_millis(2_500);
/// How often that is looked at.
const LISTEN_AGAIN: Duration = Duration::from_millis(250);
/// News that wait for whoever listens. If there are more, the bell waits, and nothing is lost.
const QUEUE: usize = 256;

/// One process's bell.
#[derive(Clone)]
pub(crate) struct Bell {
    process: i64,
    hosts: Arc<Hosts>,
    /// Keys of tables, or nothing but that the bell is to be rung.
    out: mpsc::UnboundedSender<Option<i64>>,
    unheard: Unheard,
}

/// Since when this process has rung its bell and not heard it.
#[derive(Clone, Default)]
struct Unheard(Arc<Mutex<Option<Instant>>>);

impl Unheard {
    fn rung(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(Instant::now);
    }

    /// It was heard, or could not be rung, or nobody listened.
    fn is_over(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Waits until it should have been heard long ago.
    async fn for_long(&self) {
        let since = || *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        while since().is_none_or(|since| since.elapsed() < HEARD_WITHIN) {
            tokio::time::sleep(LISTEN_AGAIN).await;
        }
    }
}

impl Bell {
    pub(super) fn new(process: i64, hosts: &Arc<Hosts>) -> Bell {
        let (out, keys) = mpsc::unbounded_channel();
        let bell = Bell { process, hosts: Arc::clone(hosts), out, unheard: Unheard::default() };
        tokio::spawn(ring(process, Arc::clone(hosts), bell.unheard.clone(), keys));
        bell
    }

    /// Tells the others that something happened at these tables.
    pub(crate) fn ring(&self, keys: impl IntoIterator<Item = i64>) {
        for key in keys {
            // Whoever is gone rings no more.
            let _ = self.out.send(Some(key));
        }
    }

    /// Rings only so that this process hears whether it still hears.
    pub(crate) fn try_out(&self) {
        let _ = self.out.send(None);
    }

    /// Hears the bells of others from now on.
    pub(crate) fn listen(&self) -> mpsc::Receiver<News> {
        let (out, news) = mpsc::channel(QUEUE);
        tokio::spawn(hear(self.process, Arc::clone(&self.hosts), self.unheard.clone(), out));
        news
    }
}

/// Rings for everything that came since the last time. What could not be told is found by those who look: nothing is told twice.
async fn ring(
    process: i64,
    hosts: Arc<Hosts>,
    unheard: Unheard,
    mut keys: mpsc::UnboundedReceiver<Option<i64>>,
) {
    let mut connection = None;
    let mut waiting = Vec::new();
    while keys.recv_many(&mut waiting, MOST_BYTES).await > 0 {
        let all: BTreeSet<i64> = waiting.drain(..).flatten().collect();
        for words in texts(process, &all) {
            unheard.rung();
            if let Err(error) = within(PATIENCE, send(&hosts, &mut connection, &words)).await {
                tracing::warn!(%error, "the bell could not be rung");
                unheard.is_over();
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

/// What was heard.
#[derive(Debug, PartialEq, Eq)]
enum Heard {
    /// This process's own bell.
    Itself,
    Others(News),
}

fn heard(process: i64, words: &str) -> Option<Heard> {
    let mut numbers = words.split(' ').map(str::parse::<i64>);
    let from = numbers.next()?.ok()?;
    if from == process {
        return Some(Heard::Itself);
    }
    let keys: Vec<i64> = numbers.filter_map(Result::ok).collect();
    // Others try their bells out too.
    (!keys.is_empty()).then_some(Heard::Others(News::At(keys)))
}

/// Hears until nobody wants to know any more. After any trouble the connection is opened anew, and whoever listens is told to look.
async fn hear(process: i64, hosts: Arc<Hosts>, unheard: Unheard, news: mpsc::Sender<News>) {
    // Said once, until it hears again.
    let mut said = false;
    loop {
        if let Ok(mut listener) = within(PATIENCE, listener(&hosts)).await {
            unheard.is_over();
            if news.send(News::Look).await.is_err() {
                return;
            }
            let why = loop {
                let told = tokio::select! {
                    told = listener.try_recv() => told,
                    () = unheard.for_long() => break "the bell is silent; hearing anew",
                    () = news.closed() => return,
                };
                match told.map(|told| told.map(|told| heard(process, told.payload()))) {
                    Ok(Some(Some(Heard::Itself))) => {
                        unheard.is_over();
                        said = false;
                    }
                    Ok(Some(Some(Heard::Others(told)))) => {
                        if news.send(told).await.is_err() {
                            return;
                        }
                    }
                    Ok(Some(None)) => {}
                    Ok(None) | Err(_) => break "the bell was cut off; hearing anew",
                }
            };
            if !said {
                tracing::warn!("{why}");
                said = true;
            }
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
        let all = heard_by(8).into_iter().flat_map(|heard| match heard {
            Heard::Others(News::At(keys)) => keys,
            Heard::Others(News::Look) | Heard::Itself => Vec::new(),
        });
        assert_eq!(all.collect::<BTreeSet<_>>(), keys);
        assert!(heard_by(-7).iter().all(|heard| *heard == Heard::Itself), "nobody is told what they did");
    }
}
