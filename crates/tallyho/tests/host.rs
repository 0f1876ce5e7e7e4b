//! What a host sees of the server's bad days: a log without secrets, and service that comes back by itself.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

struct Server {
    child: Child,
    address: String,
}

impl Server {
    /// Starts the server by the shell, after what `before` does there.
    fn start(before: &str, dir: &std::path::Path, args: &[&str]) -> Server {
        let mut child = Command::new("sh")
            .args(["-c", &format!("{before}exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_tallyho")])
            .args(["serve", "--port", "0", "--no-open", "--data-dir"])
            .arg(dir)
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("the server said: {line}")).to_owned();
        Server { child, address }
    }

    fn ask(&self, request: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let (address, length) = (&self.address, body.len());
        write!(
            stream,
            "{request} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Kills the server and returns all that it logged.
    fn log(mut self) -> String {
        self.child.kill().unwrap();
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        self.child.wait().unwrap();
        log
    }
}

#[test]
fn a_log_at_its_finest_holds_no_secret_and_no_colour() {
    for format in ["text", "json"] {
        let dir = tempfile::TempDir::new().unwrap();
        let server = Server::start("", dir.path(), &["--log", "trace", "--log-format", format]);
        let table = json!({ "game": "fast-and-easy", "scenario": "kent-duel" }).to_string();
        let made = server.ask("POST /api/tables", "Content-Type: application/json\r\n", &table);
        let made: Value = serde_json::from_str(made.split("\r\n\r\n").nth(1).unwrap()).unwrap();
        let link = made["links"]["axis"].as_str().unwrap();
        let token = link.strip_prefix("/join/").unwrap();
        let joined = server.ask(&format!("GET {link}"), "", "");
        let cookie = joined.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        let cookie = cookie.split(';').next().unwrap();
        let id = made["id"].as_str().unwrap();
        // A frame from the client, masked with nought, and its end.
        let upgrade = format!(
            "Cookie: {cookie}\r\nConnection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        );
        let mut socket = TcpStream::connect(&server.address).unwrap();
        write!(socket, "GET /ws/{id} HTTP/1.1\r\nHost: {}\r\n{upgrade}\r\n", server.address).unwrap();
        let said =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "act", "params": { "command": "secret-word" } });
        let said = said.to_string();
        socket.write_all(&[0x81, 0x80 | said.len() as u8, 0, 0, 0, 0]).unwrap();
        socket.write_all(said.as_bytes()).unwrap();
        let mut heard = BufReader::new(socket);
        let mut answer = Vec::new();
        while !String::from_utf8_lossy(&answer).contains("\"error\"") {
            assert!(heard.read_until(b'}', &mut answer).unwrap() > 0);
        }
        let log = server.log();
        assert!(log.contains("/join/{token}") && log.contains("listening"), "{log}");
        for secret in [token, cookie, "secret-word", "\u{1b}["] {
            assert!(!log.contains(secret), "{secret:?} is in the log:\n{log}");
        }
    }
}

#[test]
fn out_of_descriptors_is_logged_once_and_survived() {
    let dir = tempfile::TempDir::new().unwrap();
    let server = Server::start("ulimit -n 64; ", dir.path(), &[]);
    let ask = |stream: &mut TcpStream| {
        write!(stream, "GET /healthz HTTP/1.1\r\nHost: {}\r\n\r\n", server.address)?;
        stream.read_exact(&mut [0; 8])
    };
    // Each of these is open before the next is asked for, until there are no more descriptors for one.
    let mut open = Vec::new();
    for _ in 0..64 {
        open.push(TcpStream::connect(&server.address).unwrap());
    }
    drop(open);
    let mut stream = TcpStream::connect(&server.address).unwrap();
    ask(&mut stream).unwrap();
    let log = server.log();
    assert_eq!(log.matches("connections cannot be accepted").count(), 1, "{log}");
}
