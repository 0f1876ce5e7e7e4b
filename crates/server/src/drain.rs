//! How a server stops: step by step, so that nobody loses more than the moment in which they come back elsewhere.

use crate::app::{App, Running, ServerError};
use crate::{clocks, keeping};
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::Instant;

/// How long sockets get to end, and after them requests.
const GRACE: Duration = Duration::from_secs(5);
/// How long the database may take to note how clocks stand, and that this process is gone.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long all of it may take. Whoever has started the server kills it after 30 s.
const ALL: Duration = Duration::from_secs(25);
/// Where there are other processes, goodbyes are spread over so long for each socket, and over so long at most: not all come to them at once.
const EACH: Duration = Duration::from_millis(5);
const LONGEST: Duration = Duration::from_secs(3);

/// Where the server stands on its way to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    Serving,
    /// Not ready for anything new: pilots stop, sockets are said goodbye to.
    Draining,
    /// No connections any more.
    Closed,
}

impl App {
    /// Waits until the server is as far as that.
    pub(crate) async fn until(&self, stage: Stage) {
        let mut now = self.stage.subscribe();
        // Without a sender there is no server any more.
        let _ = now.wait_for(|now| *now >= stage).await;
    }

    pub(crate) fn is_draining(&self) -> bool {
        *self.stage.borrow() >= Stage::Draining
    }

    /// Waits until it is time to say goodbye to a socket.
    pub(crate) async fn time_to_go(&self) {
        self.until(Stage::Draining).await;
        if self.store.is_shared() {
            let all = LONGEST.min(EACH * self.sockets.load(Ordering::Acquire) as u32);
            let own = getrandom::u64().unwrap_or_default() % (all.as_millis() as u64 + 1);
            tokio::time::sleep(Duration::from_millis(own)).await;
        }
    }
}

impl Running {
    /// Says goodbye to every socket, lets requests end, closes the store. Everything acknowledged was on disk before. Where nobody is
    /// there and nothing waits, this takes no time.
    pub async fn stop(self) -> Result<(), ServerError> {
        tracing::info!("stopping");
        let end = Instant::now() + ALL;
        let app = &self.app;
        app.stage.send_replace(Stage::Draining);
        for task in self.tasks {
            task.abort();
        }
        if app.store.is_shared() {
            // The others count on from there.
            note_clocks(app, end).await;
        }
        match within(PATIENCE, end, app.store.part()).await {
            Some(Ok(())) => {}
            Some(Err(error)) => {
                tracing::warn!(%error, "the others could not be told that this process stops");
            }
            None => tracing::warn!("the others could not be told in time that this process stops"),
        }
        let left = async {
            while app.sockets.load(Ordering::Acquire) > 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let left = within(LONGEST + GRACE, end, left).await;
        app.stage.send_replace(Stage::Closed);
        let ended = within(GRACE, end, self.serving).await;
        if left.is_none() || ended.is_none() {
            tracing::warn!("some connections did not end in time");
        }
        note_clocks(app, end).await;
        within(ALL, end, keeping::keep_all(app)).await;
        // Nothing that was acknowledged hangs on it.
        match within(ALL, end.max(Instant::now() + PATIENCE), app.store.close()).await {
            Some(closed) => closed?,
            None => tracing::warn!("the database could not be closed in time"),
        }
        Ok(())
    }
}

/// A step on the way to the end, which may take so long and no longer than until then; nothing if it takes longer.
async fn within<T>(limit: Duration, end: Instant, step: impl Future<Output = T>) -> Option<T> {
    tokio::time::timeout_at(end.min(Instant::now() + limit), step).await.ok()
}

/// Notes how clocks stand, unless the database is away for long: then they go on from their last note.
async fn note_clocks(app: &App, end: Instant) {
    if within(PATIENCE, end, clocks::note(app)).await.is_none() {
        tracing::warn!("clocks could not be noted in time");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;

    async fn status(running: &Running, path: &str, more: &str) -> String {
        let mut stream = TcpStream::connect(running.address).await.unwrap();
        let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{more}\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer.split(' ').nth(1).unwrap().to_owned()
    }

    #[tokio::test]
    async fn a_server_that_drains_is_alive_but_not_ready_and_takes_no_new_sockets() {
        let dir = tempfile::TempDir::new().unwrap();
        let config = Config::new(([127, 0, 0, 1], 0).into(), dir.path().join("games.db"));
        let shelf = catalog::shelf::<bids::Bids>(&std::collections::BTreeMap::new()).unwrap();
        let running = Running::start(config, catalog::Catalog::of(vec![shelf])).await.unwrap();
        let socket = "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
        let at = "/ws/k3v9q2m7x1dc";
        assert_eq!(status(&running, "/readyz", "").await, "200");
        assert_eq!(status(&running, at, socket).await, "404", "it looked for the table");
        running.app.stage.send_replace(Stage::Draining);
        assert_eq!(status(&running, "/readyz", "").await, "503");
        assert_eq!(status(&running, "/healthz", "").await, "200");
        assert_eq!(status(&running, at, socket).await, "503");
        let address = running.address;
        running.stop().await.unwrap();
        assert!(TcpStream::connect(address).await.is_err(), "nobody listens any more");
    }
}
