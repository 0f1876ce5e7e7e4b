//! Several `tallyho rpc` processes that are asked the same and must answer the same.

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The processes.
pub(crate) struct Peers {
    peers: Vec<Peer>,
    asked: u64,
}

struct Peer {
    name: String,
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Peers {
    /// Starts one process per binary.
    pub(crate) fn start(binaries: &[PathBuf]) -> Result<Peers> {
        let peers = binaries.iter().map(|b| Peer::start(b)).collect::<Result<_>>()?;
        Ok(Peers { peers, asked: 0 })
    }

    /// Asks every process and answers what all of them answered.
    pub(crate) fn ask(&mut self, method: &str, params: &Value) -> Result<Value> {
        self.asked += 1;
        let request = json!({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params});
        let mut answer = self.exchange(request.to_string().as_bytes())?;
        ensure!(answer["id"] == self.asked, "{method}: the answer has another id: {answer}");
        if !answer["error"].is_null() {
            bail!("{method} was refused: {}", answer["error"]);
        }
        Ok(answer["result"].take())
    }

    /// Sends a line that is no request; every process must answer it with an error and go on.
    pub(crate) fn noise(&mut self, line: &[u8]) -> Result<()> {
        let answer = self.exchange(line)?;
        let sent = String::from_utf8_lossy(line);
        ensure!(
            answer["error"]["code"].is_i64(),
            "noise was not answered by an error: {sent:?} got {answer}"
        );
        Ok(())
    }

    fn exchange(&mut self, line: &[u8]) -> Result<Value> {
        for peer in &mut self.peers {
            peer.send(line)?;
        }
        let mut first: Option<(&str, String)> = None;
        for peer in &mut self.peers {
            let answer = peer.receive()?;
            match &first {
                None => first = Some((&peer.name, answer)),
                Some((name, same)) if *same != answer => {
                    let sent = String::from_utf8_lossy(line);
                    bail!("{name} and {} differ\nasked {sent}\n{same}\n{answer}", peer.name);
                }
                Some(_) => {}
            }
        }
        let (name, answer) = first.context("no process")?;
        serde_json::from_str(&answer).with_context(|| format!("{name} answered {answer:?}"))
    }

    /// Ends the input of every process, which must then exit by itself and well.
    pub(crate) fn stop(self) -> Result<()> {
        for Peer { name, mut process, to, .. } in self.peers {
            drop(to);
            let status = process.wait()?;
            ensure!(status.success(), "{name} ended with {status}");
        }
        Ok(())
    }
}

impl Peer {
    fn start(binary: &Path) -> Result<Peer> {
        let name = binary.display().to_string();
        let mut process = Command::new(binary)
            .arg("rpc")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {name}"))?;
        let to = process.stdin.take().context("no standard input")?;
        let from = BufReader::new(process.stdout.take().context("no standard output")?);
        Ok(Peer { name, process, to, from })
    }

    fn send(&mut self, line: &[u8]) -> Result<()> {
        let sent = self.to.write_all(line).and_then(|()| self.to.write_all(b"\n"));
        sent.and_then(|()| self.to.flush()).with_context(|| format!("{} takes no more input", self.name))
    }

    fn receive(&mut self) -> Result<String> {
        let mut line = String::new();
        let read = self.from.read_line(&mut line).with_context(|| format!("reading from {}", self.name))?;
        ensure!(read > 0, "{} has ended", self.name);
        Ok(line)
    }
}
