//! Tables with two sockets each.

use crate::games::Recorded;
use anyhow::{Context, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;
use table::Side;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// Tables that are set up at once.
const AT_ONCE: usize = 8;

/// A table and its two players.
pub(crate) struct Pair {
    recorded: Arc<Recorded>,
    next: usize,
    sockets: [Socket; 2],
}

struct Socket {
    stream: WebSocketStream<TcpStream>,
    bytes: u64,
}

/// Makes tables and takes both seats at each, with or without the next menu in every change.
pub(crate) async fn seat(
    address: &str,
    games: &[Arc<Recorded>],
    tables: usize,
    menus: bool,
) -> anyhow::Result<Vec<Pair>> {
    let turns = Arc::new(Semaphore::new(AT_ONCE));
    let seating: Vec<_> = (0..tables)
        .map(|n| {
            let (turns, address) = (Arc::clone(&turns), address.to_owned());
            let recorded = Arc::clone(&games[n % games.len()]);
            tokio::spawn(async move {
                let _turn = turns.acquire().await?;
                Pair::seat(&address, recorded, menus).await
            })
        })
        .collect();
    let mut pairs = Vec::with_capacity(tables);
    for pair in seating {
        pairs.push(pair.await??);
    }
    Ok(pairs)
}

impl Pair {
    async fn seat(address: &str, recorded: Arc<Recorded>, menus: bool) -> anyhow::Result<Pair> {
        let body = json!({ "game": recorded.game, "scenario": recorded.scenario, "hot_seat": true,
            "dice": { "seed": recorded.seed } });
        let answer = post(address, "/api/tables", &body).await?;
        let cookie =
            answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).context(answer.clone())?;
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        let json: Value = serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap_or_default())?;
        let id = json["table"].as_str().context("no id")?;
        let mut sockets = Vec::new();
        for side in Side::BOTH {
            let mut socket = Socket::open(address, id, &cookie).await?;
            socket
                .ask(&json!({ "method": "sit", "params": { "seat": side.word(), "menus": menus } }))
                .await?;
            sockets.push(socket);
        }
        let sockets = sockets.try_into().ok().context("two sockets")?;
        Ok(Pair { recorded, next: 0, sockets })
    }

    /// Gives the next command and waits until both seats know of it. Returns when it was acknowledged.
    pub(crate) async fn play(&mut self) -> anyhow::Result<Instant> {
        let (side, command) = self.recorded.lines.get(self.next).context("the game is over")?;
        let params = json!({ "seat": side.word(), "command": command, "seq": self.next, "events": false });
        self.next += 1;
        let (own, other) = (side.index(), side.enemy().index());
        self.sockets[own].ask(&json!({ "method": "act", "params": params })).await?;
        let acknowledged = Instant::now();
        self.sockets[other].told("\"method\":\"changed\"").await?;
        Ok(acknowledged)
    }

    /// Bytes received since this was last asked.
    pub(crate) fn take_bytes(&mut self) -> u64 {
        self.sockets.iter_mut().map(|socket| std::mem::take(&mut socket.bytes)).sum()
    }
}

impl Socket {
    async fn open(address: &str, id: &str, cookie: &str) -> anyhow::Result<Socket> {
        let mut request = format!("ws://{address}/ws/{id}").into_client_request()?;
        request.headers_mut().insert("Cookie", cookie.parse()?);
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let (stream, _) = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
        Ok(Socket { stream, bytes: 0 })
    }

    async fn ask(&mut self, request: &Value) -> anyhow::Result<()> {
        let mut request = request.clone();
        request["jsonrpc"] = "2.0".into();
        request["id"] = 1.into();
        self.stream.send(Message::text(request.to_string())).await?;
        let answer = self.told("\"id\":1,").await?;
        ensure!(!answer.contains("\"error\":"), "{request}: {answer}");
        Ok(())
    }

    /// Waits for a message that begins in a certain way.
    async fn told(&mut self, what: &str) -> anyhow::Result<String> {
        loop {
            match self.stream.next().await.context("the server closed the socket")?? {
                Message::Text(text) => {
                    self.bytes += text.len() as u64;
                    if text.get(..60).unwrap_or(&text).contains(what) {
                        return Ok(text.to_string());
                    }
                }
                Message::Close(_) => bail!("the server closed the socket"),
                _ => {}
            }
        }
    }
}

async fn post(address: &str, path: &str, body: &Value) -> anyhow::Result<String> {
    let body = body.to_string();
    let length = body.len();
    let head = format!("POST {path}",);
    request(address, &head, &format!("Content-Type: application/json\r\nContent-Length: {length}\r\n"), &body)
        .await
}

/// A page of the server.
pub(crate) async fn get(address: &str, path: &str) -> anyhow::Result<String> {
    request(address, &format!("GET {path}"), "", "").await
}

async fn request(address: &str, line: &str, headers: &str, body: &str) -> anyhow::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    let text = format!("{line} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n{body}");
    stream.write_all(text.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
