//! A server as a process of its own, and games played at it with a note of all that it acknowledged.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// A table and everything that the server acknowledged of it.
pub(crate) struct Game {
    pub(crate) id: String,
    pub(crate) cookie: String,
    pub(crate) acknowledged: Vec<Value>,
    pub(crate) over: bool,
}

pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) address: String,
}

/// The server on these files. A write beyond a limit on the size of files fails, as on a full disk, instead of ending the process.
pub(crate) fn command(dir: &Path) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", "trap '' XFSZ; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_tallyho")])
        .args(["serve", "--port", "0", "--no-open", "--no-limits", "--log", "error", "--data-dir"])
        .arg(dir)
        .stdin(Stdio::null());
    command
}

impl Server {
    pub(crate) fn start(dir: &Path) -> Server {
        Server::of(&mut command(dir))
    }

    /// Starts a server and waits until it says where it is.
    pub(crate) fn of(command: &mut Command) -> Server {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("the server said: {line}")).to_owned();
        Server { child, address }
    }

    /// SIGKILL: the process gets no chance to write anything.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

pub(crate) async fn http(address: &str, request: &str, headers: &str, body: &str) -> String {
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

/// Asks for a table.
pub(crate) async fn make(address: &str, more: Value) -> String {
    let mut body = json!({ "game": "fast-and-easy", "scenario": "kent-duel" });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let kind = "Content-Type: application/json\r\n";
    http(address, "POST /api/tables", kind, &body.to_string()).await
}

pub(crate) async fn new_game(address: &str) -> Game {
    let answer = make(address, json!({ "hot_seat": true })).await;
    let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let json: Value = serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    Game {
        id: json["table"].as_str().unwrap().to_owned(),
        cookie: cookie.split(';').next().unwrap().to_owned(),
        acknowledged: Vec::new(),
        over: false,
    }
}

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Asks, and returns the result; nothing if the server died first.
pub(crate) async fn ask(socket: &mut Socket, method: &str, params: Value) -> Option<Value> {
    let message = answer(socket, method, params).await?;
    assert!(message.get("error").is_none(), "{method}: {message}");
    Some(message["result"].clone())
}

/// Asks, and returns the whole answer; nothing if the server died first.
pub(crate) async fn answer(socket: &mut Socket, method: &str, params: Value) -> Option<Value> {
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    socket.send(Message::text(request.to_string())).await.ok()?;
    loop {
        if let Message::Text(text) = socket.next().await?.ok()? {
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["id"] == 1 {
                return Some(message);
            }
        }
    }
}

pub(crate) async fn connect(game: &Game, address: &str) -> Option<Socket> {
    let mut request = format!("ws://{address}/ws/{}", game.id).into_client_request().ok()?;
    request.headers_mut().insert("Cookie", game.cookie.parse().unwrap());
    Some(tokio_tungstenite::connect_async(request).await.ok()?.0)
}

/// What became of one command.
pub(crate) enum Step {
    Acknowledged,
    Refused(Value),
    Over,
}

/// One command of whichever side owes one, noted once it is acknowledged; nothing if the server died first.
pub(crate) async fn step(game: &mut Game, socket: &mut Socket) -> Option<Step> {
    let pending = ask(socket, "pending", json!({})).await?;
    let Some(side) = pending["to_act"][0].as_str() else {
        game.over = true;
        return Some(Step::Over);
    };
    let seq = pending["seq"].as_u64().unwrap() as usize;
    // The command that the killed server had not yet acknowledged may have been written or not.
    if seq == game.acknowledged.len() + 1 {
        game.acknowledged.push(Value::Null);
    }
    assert_eq!(seq, game.acknowledged.len(), "{}", game.id);
    let hint = ask(socket, "pilot", json!({ "seat": side, "level": "random" })).await?;
    let command = hint["command"].clone();
    let done = answer(socket, "act", json!({ "seat": side, "command": command, "seq": seq })).await?;
    if let Some(error) = done.get("error") {
        return Some(Step::Refused(error.clone()));
    }
    let dice = &done["result"]["dice"];
    game.acknowledged.push(json!({ "side": side, "command": command, "dice": dice }));
    Some(Step::Acknowledged)
}

/// Plays both sides until the server dies or the game is over, and notes what is acknowledged.
pub(crate) async fn play(
    game: &mut Game,
    address: &str,
    acknowledgements: &AtomicUsize,
    one_more: &Notify,
) -> Option<()> {
    let mut socket = connect(game, address).await?;
    loop {
        match step(game, &mut socket).await? {
            Step::Acknowledged => {
                acknowledgements.fetch_add(1, Ordering::Relaxed);
                one_more.notify_one();
            }
            Step::Refused(error) => panic!("{}: {error}", game.id),
            Step::Over => return Some(()),
        }
    }
}

/// Everything acknowledged is in the game's own record, in its place.
pub(crate) async fn nothing_is_lost(game: &Game, address: &str) {
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
