//! What a host sees: a log without secrets, and service that comes back by itself.

use crate::common::{Server, http, make};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

/// Starts the server by the shell, after what `before` does there, and keeps its log.
fn start(before: &str, dir: &Path, args: &[&str]) -> Server {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{before}exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_tallyho")]);
    command.args(["serve", "--port", "0", "--no-open", "--data-dir"]).arg(dir).args(args);
    Server::of(command.stdin(Stdio::null()).stderr(Stdio::piped()))
}

/// Kills the server and returns all that it logged.
fn log_of(mut server: Server) -> String {
    let mut log = server.child.stderr.take().unwrap();
    server.kill();
    let mut text = String::new();
    log.read_to_string(&mut text).unwrap();
    text
}

#[tokio::test]
async fn a_log_at_its_finest_holds_no_secret_and_no_colour() {
    for format in ["text", "json"] {
        let dir = tempfile::TempDir::new().unwrap();
        let server = start("", dir.path(), &["--log", "trace", "--log-format", format]);
        let made = make(&server.address, json!({})).await;
        let made: Value = serde_json::from_str(made.split("\r\n\r\n").nth(1).unwrap()).unwrap();
        let (id, link) = (made["table"].as_str().unwrap(), made["links"]["axis"].as_str().unwrap());
        let joined = http(&server.address, &format!("GET {link}"), "", "").await;
        let cookie = joined.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        let cookie = cookie.split(';').next().unwrap();
        let mut socket = TcpStream::connect(&server.address).unwrap();
        write!(
            socket,
            "GET /ws/{id} HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            server.address
        )
        .unwrap();
        // One text frame with a mask of zeros.
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
        let log = log_of(server);
        assert!(log.contains("/join/{token}") && log.contains("listening"), "{log}");
        for secret in [link.trim_start_matches("/join/"), cookie, "secret-word", "\u{1b}["] {
            assert!(!log.contains(secret), "{secret:?} is in the log:\n{log}");
        }
    }
}

#[tokio::test]
async fn out_of_descriptors_is_logged_and_survived() {
    let dir = tempfile::TempDir::new().unwrap();
    let mut server = start("ulimit -n 64; ", dir.path(), &[]);
    let mut log = BufReader::new(server.child.stderr.take().unwrap()).lines();
    // More connections than the server has descriptors for; some wait for others to close.
    let open: Vec<TcpStream> = (0..64).map(|_| TcpStream::connect(&server.address).unwrap()).collect();
    assert!(log.any(|line| line.unwrap().contains("connections cannot be accepted")));
    drop(open);
    assert!(http(&server.address, "GET /healthz", "", "").await.ends_with("ok"));
    server.kill();
}
