//! The server is killed fifty times in the middle of play, as a power cut would, and started again on the same files. Whatever
//! it acknowledged must be there, command by command and die by die, and the games must go on.
#![allow(clippy::unwrap_used)]

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

const KILLS: usize = 50;
const TABLES: usize = 6;

/// A table and everything that the server acknowledged of it.
struct Game {
    id: String,
    cookie: String,
    acknowledged: Vec<Value>,
    over: bool,
}

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(dir: &Path) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tallyho"))
            .args(["serve", "--port", "0", "--no-open", "--no-limits", "--log", "error", "--data-dir"])
            .arg(dir)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("the server said: {line}")).to_owned();
        Server { child, address }
    }

    /// SIGKILL: the process gets no chance to write anything.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

async fn http(address: &str, request: &str, headers: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let length = body.len();
    let text = format!(
        "{request} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
    );
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

async fn new_game(address: &str) -> Game {
    let body = json!({ "game": "fast-and-easy", "scenario": "kent-duel", "hot_seat": true }).to_string();
    let answer = http(address, "POST /api/tables", "Content-Type: application/json\r\n", &body).await;
    let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let json: Value = serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    Game {
        id: json["id"].as_str().unwrap().to_owned(),
        cookie: cookie.split(';').next().unwrap().to_owned(),
        acknowledged: Vec::new(),
        over: false,
    }
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Asks, and returns the answer; nothing if the server died first.
async fn ask(socket: &mut Socket, method: &str, params: Value) -> Option<Value> {
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    socket.send(Message::text(request.to_string())).await.ok()?;
    loop {
        if let Message::Text(text) = socket.next().await?.ok()? {
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["id"] == 1 {
                assert!(message.get("error").is_none(), "{method}: {message}");
                return Some(message["result"].clone());
            }
        }
    }
}

/// Plays both sides until the server dies or the game is over, and notes what is acknowledged.
async fn play(
    game: &mut Game,
    address: &str,
    acknowledgements: &AtomicUsize,
    one_more: &Notify,
) -> Option<()> {
    let mut request = format!("ws://{address}/ws/{}", game.id).into_client_request().ok()?;
    request.headers_mut().insert("Cookie", game.cookie.parse().unwrap());
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await.ok()?;
    loop {
        let pending = ask(&mut socket, "pending", json!({})).await?;
        let Some(side) = pending["to_act"][0].as_str() else {
            game.over = true;
            return Some(());
        };
        let seq = pending["seq"].as_u64().unwrap() as usize;
        // The command that the killed server had not yet acknowledged may have been written or not.
        if seq == game.acknowledged.len() + 1 {
            game.acknowledged.push(Value::Null);
        }
        assert_eq!(seq, game.acknowledged.len(), "{}", game.id);
        let hint = ask(&mut socket, "pilot", json!({ "seat": side, "level": "random" })).await?;
        let command = hint["command"].clone();
        let done = ask(&mut socket, "act", json!({ "seat": side, "command": command, "seq": seq })).await?;
        game.acknowledged.push(json!({ "side": side, "command": command, "dice": done["dice"] }));
        acknowledgements.fetch_add(1, Ordering::Relaxed);
        one_more.notify_one();
    }
}

/// Everything acknowledged is in the game's own record, in its place.
async fn nothing_is_lost(game: &Game, address: &str) {
    let path = format!("GET /api/tables/{}/transcript", game.id);
    let answer = http(address, &path, &format!("Cookie: {}\r\n", game.cookie), "").await;
    let lines: Vec<Value> = answer.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let lines: Vec<&Value> = lines.iter().filter(|line| line.get("side").is_some()).collect();
    assert!(lines.len() >= game.acknowledged.len(), "{}: {} lines", game.id, lines.len());
    for (n, (kept, acknowledged)) in lines.iter().zip(&game.acknowledged).enumerate() {
        if !acknowledged.is_null() {
            assert_eq!(kept["side"], acknowledged["side"], "{} line {n}", game.id);
            assert_eq!(kept["command"], acknowledged["command"], "{} line {n}", game.id);
            let dice = kept.get("dice").cloned().unwrap_or(json!([]));
            assert_eq!(dice, acknowledged["dice"], "{} line {n}", game.id);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_kills_lose_nothing_that_was_acknowledged() {
    let dir = tempfile::TempDir::new().unwrap();
    let mut games: Vec<Game> = Vec::new();
    let mut total = 0;
    for kill in 0..KILLS {
        let server = Server::start(dir.path());
        for game in &games {
            nothing_is_lost(game, &server.address).await;
        }
        games.retain(|game| !game.over);
        while games.len() < TABLES {
            games.push(new_game(&server.address).await);
        }
        let acknowledgements = Arc::new(AtomicUsize::new(0));
        let one_more = Arc::new(Notify::new());
        let players: Vec<_> = games
            .drain(..)
            .map(|mut game| {
                let (count, one_more) = (Arc::clone(&acknowledgements), Arc::clone(&one_more));
                let address = server.address.clone();
                tokio::spawn(async move {
                    play(&mut game, &address, &count, &one_more).await;
                    one_more.notify_one();
                    game
                })
            })
            .collect();
        // The moment differs from time to time: after the first acknowledgement, after many, between any two.
        let enough = 1 + kill * 7 % 40;
        while acknowledgements.load(Ordering::Relaxed) < enough && players.iter().any(|p| !p.is_finished()) {
            one_more.notified().await;
        }
        server.kill();
        for player in players {
            games.push(player.await.unwrap());
        }
        total += acknowledgements.load(Ordering::Relaxed);
    }
    let server = Server::start(dir.path());
    for game in &games {
        nothing_is_lost(game, &server.address).await;
    }
    server.kill();
    assert!(total > KILLS * 10, "{total} commands under fire");
}
