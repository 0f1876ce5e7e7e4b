//! Listens to the bell beside the processes, as any role of the database may.

use super::passed;
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use std::collections::BTreeSet;
use std::time::Duration;
use tokio::sync::watch;

const CHANNEL: &str = "tallyho";
const PAUSE: Duration = Duration::from_millis(100);

/// What the bell said.
#[derive(Default)]
pub(crate) struct Heard {
    pub(crate) times: u64,
    /// All numbers but the first of each, which says who rings.
    pub(crate) keys: BTreeSet<i64>,
    /// Whatever is no number.
    pub(crate) other: Vec<String>,
}

impl Heard {
    fn add(&mut self, words: &str) {
        self.times += 1;
        for (n, word) in words.split(' ').enumerate() {
            match word.parse::<i64>() {
                Ok(key) if n > 0 => drop(self.keys.insert(key)),
                Ok(_) => {}
                Err(_) => self.other.push(words.to_owned()),
            }
        }
    }
}

/// Listens until the storm is over, on a new connection whenever the old one is gone.
pub(crate) async fn listen(
    options: PgConnectOptions,
    mut over: watch::Receiver<bool>,
) -> anyhow::Result<Heard> {
    let mut heard = Heard::default();
    while !*over.borrow() {
        let pool = PgPoolOptions::new().max_connections(1).connect_lazy_with(options.clone());
        if let Ok(mut listener) = PgListener::connect_with(&pool).await
            && listener.listen(CHANNEL).await.is_ok()
        {
            loop {
                tokio::select! {
                    told = listener.try_recv() => match told {
                        Ok(Some(told)) => heard.add(told.payload()),
                        Ok(None) | Err(_) => break,
                    },
                    () = passed(&mut over) => return Ok(heard),
                }
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(heard)
}
