//! The processes of the storm, each of which is started again whatever becomes of it.

use crate::server::Server;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

pub(crate) const PROCESSES: usize = 3;
/// How long a process may take to end by itself, and to start.
const DRAIN: Duration = Duration::from_secs(40);
const START: Duration = Duration::from_secs(90);
const PAUSE: Duration = Duration::from_millis(200);

pub(crate) struct Crew {
    binary: PathBuf,
    dir: PathBuf,
    place: String,
    servers: tokio::sync::Mutex<[Option<Server>; PROCESSES]>,
    addresses: Mutex<[String; PROCESSES]>,
}

impl Crew {
    pub(crate) async fn start(binary: &Path, dir: &Path, place: &str) -> anyhow::Result<Crew> {
        let crew = Crew {
            binary: binary.to_owned(),
            dir: dir.to_owned(),
            place: place.to_owned(),
            servers: tokio::sync::Mutex::default(),
            addresses: Mutex::default(),
        };
        for n in 0..PROCESSES {
            crew.begin(n).await?;
        }
        Ok(crew)
    }

    /// Where a process is, or was last.
    pub(crate) fn address(&self, n: usize) -> String {
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner)[n % PROCESSES].clone()
    }

    /// Starts a process; again and again while the database is away.
    async fn begin(&self, n: usize) -> anyhow::Result<()> {
        let give_up = Instant::now() + START;
        let data = self.dir.join(format!("process-{n}"));
        let server = loop {
            match Server::start(&self.binary, &data, Some(&self.place)).await {
                Ok(server) => break server,
                Err(e) if Instant::now() > give_up => return Err(e),
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        };
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner)[n].clone_from(&server.address);
        self.servers.lock().await[n] = Some(server);
        Ok(())
    }

    async fn take(&self, n: usize) -> Option<Server> {
        self.servers.lock().await[n].take()
    }

    /// Kills a process and starts another in its place.
    pub(crate) async fn kill(&self, n: usize) -> anyhow::Result<()> {
        if let Some(server) = self.take(n).await {
            server.stop().await?;
        }
        self.begin(n).await
    }

    /// Holds a process still for a while: it knows nothing of it when it goes on.
    pub(crate) async fn hold(&self, n: usize, time: Duration) -> anyhow::Result<()> {
        if let Some(server) = &self.servers.lock().await[n] {
            server.signal("STOP").await?;
        }
        tokio::time::sleep(time).await;
        if let Some(server) = &self.servers.lock().await[n] {
            server.signal("CONT").await?;
        }
        Ok(())
    }

    /// Has a process end by itself and starts another in its place. Answers how long it took to end.
    pub(crate) async fn drain(&self, n: usize) -> anyhow::Result<Duration> {
        let began = Instant::now();
        if let Some(server) = self.take(n).await {
            server.signal("TERM").await?;
            server.ended(DRAIN).await?;
        }
        let took = began.elapsed();
        self.begin(n).await?;
        Ok(took)
    }

    /// Ends all processes. Answers what went wrong.
    pub(crate) async fn stop(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        for n in 0..PROCESSES {
            if let Some(server) = self.take(n).await {
                let ended = match server.signal("TERM").await {
                    Ok(()) => server.ended(DRAIN).await,
                    Err(e) => Err(e),
                };
                wrong.extend(ended.err().map(|e| format!("process {n} at its end: {e}")));
            }
        }
        wrong
    }
}
