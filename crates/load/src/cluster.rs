//! The private PostgreSQL that `scripts/postgres` has started: crashed in several ways, and started again.

use crate::server::{cpu, signal};
use anyhow::{Context, ensure};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Row};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::process::Command;

/// How long a crashed server may take until it answers again.
const RECOVERY: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(100);

/// How a PostgreSQL fails.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Crash {
    /// It is told to stop at once, without writing anything.
    Immediate,
    /// Its first process is killed.
    Postmaster,
    /// One of the processes that serve a connection is killed. All others end with it, and it starts again by itself.
    Backend,
}

impl Crash {
    pub(crate) const ALL: [Crash; 3] = [Crash::Immediate, Crash::Postmaster, Crash::Backend];
}

/// Where it is.
pub(crate) struct Cluster {
    /// For `--database`.
    pub(crate) place: String,
    data: PathBuf,
    programs: PathBuf,
}

impl Cluster {
    /// The one that `scripts/postgres --durable` tells of.
    pub(crate) async fn found() -> anyhow::Result<Cluster> {
        let told = |name: &str| {
            std::env::var(name).with_context(|| format!("no {name}: run this by scripts/postgres --durable"))
        };
        let cluster = Cluster {
            place: told("TALLYHO_POSTGRES")?,
            data: told("TALLYHO_POSTGRES_DATA")?.into(),
            programs: told("TALLYHO_POSTGRES_PROGRAMS")?.into(),
        };
        let fsync: String = sqlx::query_scalar("SHOW fsync").fetch_one(&mut cluster.connect().await?).await?;
        ensure!(fsync == "on", "fsync is {fsync} there: run this by scripts/postgres --durable");
        Ok(cluster)
    }

    pub(crate) async fn connect(&self) -> anyhow::Result<PgConnection> {
        Ok(PgConnection::connect_with(&self.options()?).await?)
    }

    pub(crate) fn options(&self) -> anyhow::Result<PgConnectOptions> {
        Ok(self.place.parse()?)
    }

    async fn postmaster(&self) -> anyhow::Result<u32> {
        let text = tokio::fs::read_to_string(self.data.join("postmaster.pid")).await?;
        Ok(text.lines().next().context("an empty postmaster.pid")?.trim().parse()?)
    }

    /// Processor time of all its processes that live, so far.
    pub(crate) async fn cpu(&self) -> anyhow::Result<Duration> {
        let postmaster = self.postmaster().await?;
        let children = std::fs::read_to_string(format!("/proc/{postmaster}/task/{postmaster}/children"))?;
        let all = children.split_whitespace().filter_map(|pid| cpu(pid).ok()).sum::<Duration>();
        Ok(all + cpu(&postmaster.to_string())?)
    }

    /// Crashes it, and starts it again after a while.
    pub(crate) async fn crash(&self, how: Crash, away: Duration) -> anyhow::Result<()> {
        match how {
            Crash::Immediate => {
                self.control(&["--mode=immediate", "stop"]).await?;
                tokio::time::sleep(away).await;
            }
            Crash::Postmaster => {
                signal(self.postmaster().await?, "KILL").await?;
                tokio::time::sleep(away).await;
            }
            Crash::Backend => {
                let mut connection = self.connect().await?;
                let others = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' \
                              AND pid <> pg_backend_pid() ORDER BY pid LIMIT 1";
                let row = sqlx::query(others).fetch_one(&mut connection).await?;
                signal(u32::try_from(row.try_get::<i32, _>(0)?)?, "KILL").await?;
            }
        }
        let give_up = Instant::now() + RECOVERY;
        loop {
            // A server that is up refuses to be started; one whose last processes have not ended yet refuses as well.
            let _ = self.control(&["--wait", "start"]).await;
            match self.connect().await {
                Ok(_) => return Ok(()),
                Err(e) if Instant::now() > give_up => return Err(e.context("PostgreSQL does not come back")),
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    /// Has `pg_ctl` do something, as the cluster's owner: it refuses to run as root.
    async fn control(&self, words: &[&str]) -> anyhow::Result<()> {
        let program = self.programs.join("pg_ctl");
        let mut command = Command::new("sh");
        let as_owner = "[ \"$(id -u)\" != 0 ] || set -- setpriv --reuid=postgres --regid=postgres \
                        --clear-groups \"$@\"; exec \"$@\"";
        command.args(["-c", as_owner, "sh"]);
        command.arg(program).arg("--pgdata").arg(&self.data).arg("--log").arg(self.data.join("log"));
        let done = command.args(words).stdout(Stdio::null()).stderr(Stdio::null()).status().await?;
        ensure!(done.success(), "pg_ctl {words:?} ended with {done}");
        Ok(())
    }
}
