//! The server as a process of its own, and what the system says about it.

use anyhow::{Context, bail};
use std::fs::File;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// How long the server is left alone before its memory is read.
const REST: Duration = Duration::from_secs(3);

pub(crate) struct Server {
    child: Child,
    pid: u32,
    pub(crate) address: String,
}

impl Server {
    /// Starts a server whose files are in `data`, with its games in a database or in a file there. What it logs is put beside that folder.
    pub(crate) async fn start(binary: &Path, data: &Path, database: Option<&str>) -> anyhow::Result<Server> {
        let log = File::options().create(true).append(true).open(data.with_extension("log"))?;
        let mut child = Command::new(binary)
            .args(["serve", "--port", "0", "--no-open", "--no-limits", "--log", "warn", "--data-dir"])
            .arg(data)
            .args(database.into_iter().flat_map(|place| ["--database", place]))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .with_context(|| binary.display().to_string())?;
        let pid = child.id().context("it ended at once")?;
        let said = BufReader::new(child.stdout.take().context("no output")?).lines().next_line().await?;
        let said = said.unwrap_or_default();
        let address = said.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let Some(address) = address else { bail!("it said '{said}'") };
        Ok(Server { child, pid, address: address.to_owned() })
    }

    /// Its own memory without mapped files, after time to give back what it used only briefly.
    pub(crate) async fn memory_at_rest(&self) -> anyhow::Result<u64> {
        tokio::time::sleep(REST).await;
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.pid))?;
        let line = text.lines().find_map(|line| line.strip_prefix("RssAnon:")).context("no RssAnon")?;
        let kib: u64 = line.trim().trim_end_matches(" kB").trim().parse()?;
        Ok(kib * 1024)
    }

    /// Processor time so far, in user and system mode.
    pub(crate) fn cpu(&self) -> anyhow::Result<Duration> {
        cpu(&self.pid.to_string())
    }

    /// The server's own count of commits and entries.
    pub(crate) async fn commits(&self) -> anyhow::Result<[u64; 2]> {
        let text = crate::socket::get(&self.address, "/metrics").await?;
        let count = |name: &str| {
            let line =
                text.lines().find_map(|line| line.strip_prefix(name)).with_context(|| name.to_owned())?;
            anyhow::Ok(line.trim().parse::<u64>()?)
        };
        Ok([count("tallyho_store_commits_total ")?, count("tallyho_store_entries_total ")?])
    }

    /// Sends it a signal by name.
    pub(crate) async fn signal(&self, name: &str) -> anyhow::Result<()> {
        signal(self.pid, name).await
    }

    /// Waits until it has ended by itself.
    pub(crate) async fn ended(mut self, within: Duration) -> anyhow::Result<()> {
        let ended = tokio::time::timeout(within, self.child.wait()).await;
        let status = ended.with_context(|| format!("it does not end within {} s", within.as_secs()))??;
        if status.success() { Ok(()) } else { bail!("it ended with {status}") }
    }

    /// SIGKILL: the process gets no chance to write anything.
    pub(crate) async fn stop(mut self) -> anyhow::Result<()> {
        self.child.kill().await?;
        Ok(())
    }
}

/// Sends a process a signal by name.
pub(crate) async fn signal(pid: u32, name: &str) -> anyhow::Result<()> {
    let sent =
        Command::new("sh").args(["-c", "kill -\"$0\" \"$1\"", name, &pid.to_string()]).status().await?;
    if sent.success() { Ok(()) } else { bail!("SIG{name} could not be sent to process {pid}") }
}

/// Processor time of a process so far, in user and system mode; `self` for this one.
pub(crate) fn cpu(pid: &str) -> anyhow::Result<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let fields = text.rsplit_once(')').context("not a stat line")?.1;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let ticks: u64 = fields.get(11).context("no utime")?.parse::<u64>()?
        + fields.get(12).context("no stime")?.parse::<u64>()?;
    // Linux counts in hundredths of a second on every platform that we build for.
    Ok(Duration::from_millis(ticks * 10))
}

/// Entries per commit, in tenths.
pub(crate) fn grouped([commits, entries]: &[u64; 2]) -> u64 {
    entries * 10 / commits.max(&1)
}
