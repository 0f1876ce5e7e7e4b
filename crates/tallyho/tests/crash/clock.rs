//! A clock goes on where it was when the server is killed and started again, and its flag still falls.

use crate::common::{Game, Server, ask, connect, http, make};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;

/// The time of a clock of an hour, in milliseconds.
const FULL: i64 = 3_600_000;

/// A table with a clock, as the browsers of both players have it.
async fn players(address: &str, clock: Value) -> [Game; 2] {
    let made = make(address, json!({ "clock": clock })).await;
    let made: Value = serde_json::from_str(made.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    let mut games = Vec::new();
    for seat in ["allies", "axis"] {
        let joined = http(address, &format!("GET {}", made["links"][seat].as_str().unwrap()), "", "").await;
        let cookie = joined.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        games.push(Game {
            id: made["table"].as_str().unwrap().to_owned(),
            cookie: cookie.split(';').next().unwrap().to_owned(),
            acknowledged: Vec::new(),
            over: false,
        });
    }
    games.try_into().ok().unwrap()
}

/// Listens at a table until something is told that holds.
async fn told(game: &Game, address: &str, holds: impl Fn(&Value) -> bool) -> Value {
    let mut socket = connect(game, address).await.unwrap();
    loop {
        if let Message::Text(text) = socket.next().await.unwrap().unwrap() {
            let message: Value = serde_json::from_str(&text).unwrap();
            if holds(&message) {
                return message["params"].clone();
            }
        }
    }
}

fn is_hello(message: &Value) -> bool {
    message["method"] == "hello"
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_goes_on_with_a_clock_from_the_last_change_and_gives_nobody_a_new_one() {
    let dir = tempfile::TempDir::new().unwrap();
    let server = Server::start(dir.path());
    let clock = json!({ "seconds": 3600, "per": "game", "add_s": 0 });
    let [allies, axis] = players(&server.address, clock).await;
    told(&axis, &server.address, is_hello).await;
    let mut now = told(&allies, &server.address, is_hello).await["clock"].clone();
    assert_eq!(now["runs"].as_array().map(Vec::len), Some(1), "one side owes a decision: {now}");
    let side = now["runs"][0].as_str().unwrap().to_owned();
    let left = |clock: &Value| clock["left_ms"][&side].as_i64().unwrap();
    let player = if side == "allies" { &allies } else { &axis };
    while left(&now) == FULL {
        now = told(player, &server.address, is_hello).await["clock"].clone();
    }
    // A change is noted before anybody is told of it, and the clock with it.
    let mut socket = connect(player, &server.address).await.unwrap();
    ask(&mut socket, "pilot", json!({ "seat": side, "level": "random", "play": true })).await.unwrap();
    let before = told(player, &server.address, is_hello).await["clock"].clone();
    server.kill();
    let server = Server::start(dir.path());
    let after = told(player, &server.address, is_hello).await["clock"].clone();
    assert!((1..FULL).contains(&left(&after)), "{before} before, {after} after");
    assert_eq!(after["runs"], before["runs"], "it runs on by itself");
    server.kill();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flag_falls_after_a_kill_though_nobody_comes_back() {
    let dir = tempfile::TempDir::new().unwrap();
    let server = Server::start(dir.path());
    let [allies, axis] = players(&server.address, json!({ "seconds": 3, "per": "move" })).await;
    told(&axis, &server.address, is_hello).await;
    server.kill();
    let server = Server::start(dir.path());
    let path = format!("GET /api/tables/{}", allies.id);
    let late = loop {
        let answer = http(&server.address, &path, &format!("Cookie: {}\r\n", allies.cookie), "").await;
        let info: Value = serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap();
        if !info["outcome"].is_null() {
            break info;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    let winner = if late["people"]["late"] == "allies" { "axis" } else { "allies" };
    assert_eq!(late["outcome"]["winner"], winner, "{late}");
    server.kill();
}
