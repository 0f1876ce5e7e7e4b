//! A server on a free port with a small game, an HTTP client of one page, and a player who keeps the view up to date by
//! patches alone and remembers every byte sent to it.
#![allow(unreachable_pub, reason = "all files beside this one use it")]

use bids::Bids;
use catalog::Catalog;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, Running};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

pub struct House {
    pub running: Option<Running>,
    pub address: SocketAddr,
    pub dir: TempDir,
}

pub fn catalog() -> Catalog {
    Catalog::of(vec![catalog::shelf::<Bids>(&BTreeMap::new()).unwrap()])
}

pub fn config(dir: &Path) -> Config {
    Config::new(([127, 0, 0, 1], 0).into(), dir.join("games.db"))
}

impl House {
    pub async fn open() -> House {
        House::open_with(|_| {}).await
    }

    pub async fn open_with(change: impl FnOnce(&mut Config)) -> House {
        let dir = TempDir::new().unwrap();
        let mut config = config(dir.path());
        change(&mut config);
        let running = Running::start(config, catalog()).await.unwrap();
        House { address: running.address, running: Some(running), dir }
    }

    /// Stops the server and starts it again on the same files.
    pub async fn restart(&mut self) {
        self.restart_with(|_| {}).await;
    }

    pub async fn restart_with(&mut self, change: impl FnOnce(&mut Config)) {
        self.running.take().unwrap().stop().await.unwrap();
        let mut config = config(self.dir.path());
        change(&mut config);
        let running = Running::start(config, catalog()).await.unwrap();
        self.address = running.address;
        self.running = Some(running);
    }

    /// Stops the server and starts another one on the same files, with other rules.
    pub async fn upgrade(&mut self, catalog: Catalog) {
        self.running.take().unwrap().stop().await.unwrap();
        self.start(catalog).await;
    }

    /// Starts a server on files that none uses.
    pub async fn start(&mut self, catalog: Catalog) {
        let running = Running::start(config(self.dir.path()), catalog).await.unwrap();
        self.address = running.address;
        self.running = Some(running);
    }

    /// A server with these rules on what the files of this one hold at this moment, as after a crash: nobody has closed them.
    pub async fn crashed(&self, catalog: Catalog) -> House {
        let dir = TempDir::new().unwrap();
        for file in ["games.db", "games.db-wal"] {
            std::fs::copy(self.dir.path().join(file), dir.path().join(file)).unwrap();
        }
        let mut house = House { running: None, address: self.address, dir };
        house.start(catalog).await;
        house
    }

    /// A server with these rules on the files of this one, which was stopped and which somebody has meddled with.
    pub async fn reopened(mut self, catalog: Catalog) -> House {
        self.start(catalog).await;
        self
    }

    pub async fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let mut text =
            format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            text.push_str(&format!("Host: {}\r\n", self.address));
        }
        for (name, value) in headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        stream.write_all(format!("{text}\r\n{body}").as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await.unwrap();
        Answer::read(&bytes)
    }

    pub async fn get(&self, path: &str, cookie: &str) -> Answer {
        self.request("GET", path, &[("Cookie", cookie)], "").await
    }

    /// Asks for the win chances of a finished game until all of them are known.
    pub async fn chances(&self, id: &str) -> Value {
        loop {
            let answer = self.get(&format!("/api/tables/{id}/chances"), "").await;
            assert_eq!(answer.status, 200, "{}", answer.body);
            let known = answer.json();
            if known["of"] != 0 && known["points"].as_array().unwrap().len() as u64 == known["of"] {
                return known;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.request("POST", path, &[("Content-Type", "application/json")], &body.to_string()).await
    }

    /// Makes a table of the small game and follows all its links, each with a browser of its own.
    pub async fn table(&self, more: Value) -> Made {
        let mut body = json!({ "game": "bids", "scenario": "three" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let answer = self.post("/api/tables", &body).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        let made = answer.json();
        let id = made["table"].as_str().unwrap().to_owned();
        let mut cookies = BTreeMap::new();
        for (seat, link) in made["links"].as_object().unwrap() {
            let joined = self.get(link.as_str().unwrap(), "").await;
            let to = format!("/table/{id}");
            assert_eq!((joined.status, joined.header("location")), (303, Some(to.as_str())));
            cookies.insert(seat.clone(), joined.cookie());
        }
        Made { id, maker: answer.cookie(), cookies, json: made }
    }

    /// Sits down with nothing but a secret link, as a program does.
    pub async fn by_link(&self, link: &str) -> Player {
        let request = format!("ws://{}{link}", self.address).into_client_request().unwrap();
        let (socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        Player::new(socket).await
    }

    pub async fn player(&self, id: &str, cookie: &str) -> Player {
        Player::new(self.socket(id, &[("Cookie", cookie)]).await.unwrap()).await
    }

    pub async fn socket(&self, id: &str, headers: &[(&'static str, &str)]) -> Result<Socket, Error> {
        let mut request = format!("ws://{}/ws/{id}", self.address).into_client_request()?;
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        tokio_tungstenite::connect_async(request).await.map(|(socket, _)| socket)
    }
}

pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A table and the cookies of browsers that followed its links.
pub struct Made {
    pub id: String,
    pub maker: String,
    pub cookies: BTreeMap<String, String>,
    pub json: Value,
}

pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    fn read(bytes: &[u8]) -> Answer {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        let mut answer = Answer { status, head: head.to_owned(), body: String::new() };
        let chunked = answer.header("transfer-encoding") == Some("chunked");
        answer.body = if chunked { unchunk(body) } else { body.to_owned() };
        answer
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, v)| v)
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }

    /// The cookie as a browser sends it back.
    pub fn cookie(&self) -> String {
        self.header("set-cookie").unwrap().split(';').next().unwrap().to_owned()
    }
}

fn unchunk(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap();
        whole.push_str(&rest[..size]);
        body = rest[size..].trim_start_matches("\r\n");
    }
    whole
}

/// A client as a page is one: a view, kept up by patches.
pub struct Player {
    socket: Socket,
    pub hello: Value,
    pub seq: u64,
    pub view: Value,
    pub log: Vec<Value>,
    /// Everything received, as it came.
    pub heard: String,
    next: u64,
}

impl Player {
    async fn new(socket: Socket) -> Player {
        let mut player = Player {
            socket,
            hello: Value::Null,
            seq: 0,
            view: Value::Null,
            log: Vec::new(),
            heard: String::new(),
            next: 1,
        };
        let hello = player.receive().await.unwrap();
        assert_eq!(hello["method"], "hello");
        player.hello = hello["params"].clone();
        player.seq = player.hello["seq"].as_u64().unwrap();
        player.look().await;
        player
    }

    /// Asks for the whole position.
    pub async fn look(&mut self) {
        self.view = Value::Null;
        let whole = self.ok("view", json!({})).await;
        self.seq = whole["seq"].as_u64().unwrap();
        self.log = whole["log"].as_array().unwrap().clone();
        self.view = view_of(whole);
    }

    /// The next message; nothing once the server has closed the socket.
    pub async fn receive(&mut self) -> Option<Value> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    self.heard.push_str(&text);
                    self.heard.push('\n');
                    return Some(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    pub async fn send(&mut self, message: Message) {
        self.socket.send(message).await.unwrap();
    }

    /// Asks and returns the whole answer; what comes before it is taken in.
    pub async fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.next;
        self.next += 1;
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(Message::text(request.to_string())).await;
        loop {
            let message = self.receive().await.expect("the server closed the socket");
            if message["id"] == json!(id) {
                return message;
            }
            self.take_in(&message);
        }
    }

    pub async fn ok(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params).await;
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    pub async fn refused(&mut self, method: &str, params: Value) -> i64 {
        let answer = self.ask(method, params).await;
        answer["error"]["code"].as_i64().unwrap_or_else(|| panic!("{method}: {answer}"))
    }

    pub async fn bid(&mut self, seat: &str, n: u32) -> Value {
        self.ok("act", json!({ "seat": seat, "command": { "bid": n } })).await
    }

    /// Takes in whatever is told until change `seq` has come.
    pub async fn until(&mut self, seq: u64) {
        while self.seq < seq {
            let message = self.receive().await.expect("the server closed the socket");
            self.take_in(&message);
        }
    }

    /// Waits for a notification and returns its parameters.
    pub async fn told(&mut self, method: &str, when: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.receive().await.expect("the server closed the socket");
            if message["method"] == method && when(&message["params"]) {
                return message["params"].clone();
            }
        }
    }

    /// Takes in a notification as `docs/protocol.md` tells a client to.
    fn take_in(&mut self, message: &Value) {
        let params = &message["params"];
        if message["method"] != "changed" {
            return;
        }
        let seq = params["seq"].as_u64().unwrap();
        assert_eq!(seq, self.seq + 1, "a gap");
        self.seq = seq;
        if self.view.is_null() {
            return;
        }
        apply(&mut self.view, &params["patch"]);
        if let Some(log) = params.get("log") {
            self.log.retain(|entry| entry["seq"].as_u64() < log["from"].as_u64());
            self.log.extend(log["entries"].as_array().unwrap().iter().map(filled));
        }
    }
}

fn filled(entry: &Value) -> Value {
    let mut whole =
        json!({ "side": null, "actor": null, "target": null, "dice": [], "path": [], "calculation": null });
    whole.as_object_mut().unwrap().extend(entry.as_object().unwrap().clone());
    whole
}

/// The view in an answer to `view`, without what else is in it.
pub fn view_of(mut whole: Value) -> Value {
    let more =
        ["cards", "decision", "position", "log", "next_seq", "line", "seq", "mark", "take_back", "asked"];
    whole.as_object_mut().unwrap().retain(|field, _| !more.contains(&field.as_str()));
    whole
}

/// The view after a patch.
pub fn apply(view: &mut Value, patch: &Value) {
    for (field, new) in patch.as_object().unwrap() {
        match field.as_str() {
            "phase" => view["phase"].as_object_mut().unwrap().extend(new.as_object().unwrap().clone()),
            "aircraft" => {
                let all = view["aircraft"].as_array_mut().unwrap();
                for changed in new.as_array().unwrap() {
                    let fields = changed.as_object().unwrap().clone();
                    match all.iter_mut().find(|a| a["id"] == changed["id"]) {
                        Some(known) => known.as_object_mut().unwrap().extend(fields),
                        None => all.push(changed.clone()),
                    }
                }
            }
            "gone" => {
                let gone = new.as_array().unwrap();
                view["aircraft"].as_array_mut().unwrap().retain(|a| !gone.contains(&a["id"]));
            }
            "markers" => {
                let all = view["markers"].as_array_mut().unwrap();
                for gone in new["gone"].as_array().into_iter().flatten() {
                    let at = all.iter().position(|m| m == gone).unwrap();
                    all.remove(at);
                }
                all.extend(new["new"].as_array().into_iter().flatten().cloned());
            }
            whole => view[whole] = new.clone(),
        }
    }
}
