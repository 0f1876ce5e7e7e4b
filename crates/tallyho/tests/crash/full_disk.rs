//! The disk is full for a while. Mounting a small disk would need root, so the size of files is limited instead: writes fail in
//! the same place with the same consequences, and the limit can be set and lifted while the server runs.

use crate::common::{Game, Server, Step, command, connect, http, make, new_game, nothing_is_lost, step};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Limits the size of the files that a process may write.
fn limit(pid: u32, bytes: &str) {
    let limits = [format!("--pid={pid}"), format!("--fsize={bytes}:")];
    assert!(Command::new("prlimit").args(limits).status().unwrap().success());
}

/// No file can grow, as if the disk had just become full.
fn fill(server: &Server, dir: &Path) {
    let longest = ["games.db", "games.db-wal"].map(|name| dir.join(name).metadata().unwrap().len());
    limit(server.child.id(), &longest.into_iter().max().unwrap().to_string());
}

async fn moves(game: &mut Game, address: &str, count: usize) {
    let mut socket = connect(game, address).await.unwrap();
    for _ in 0..count {
        assert!(matches!(step(game, &mut socket).await, Some(Step::Acknowledged)), "{}", game.id);
    }
}

fn failed_writes(metrics: &str) -> u64 {
    let count = metrics.lines().find_map(|line| line.strip_prefix("tallyho_store_failed_writes_total "));
    count.unwrap_or_else(|| panic!("not counted: {metrics}")).parse().unwrap()
}

async fn readiness(address: &str) -> String {
    http(address, "GET /readyz", "", "").await
}

async fn until_it_says(address: &str, status: &str) -> String {
    loop {
        let answer = readiness(address).await;
        if answer.starts_with(&format!("HTTP/1.1 {status}")) {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn a_disk_that_is_full_for_a_while_costs_that_while_and_nothing_else() {
    let dir = tempfile::TempDir::new().unwrap();
    let server = Server::start(dir.path());
    let address = server.address.as_str();
    let metrics = || http(address, "GET /metrics", "", "");
    assert_eq!(failed_writes(&metrics().await), 0, "counted from the start");
    let mut game = new_game(address).await;
    for while_full in 1..=3 {
        moves(&mut game, address, 4).await;
        until_it_says(address, "200").await;
        fill(&server, dir.path());

        let made = make(address, json!({})).await;
        assert!(made.starts_with("HTTP/1.1 503") && made.contains("nothing has changed"), "{made}");
        let mut socket = connect(&game, address).await.expect("whoever has a seat may still look");
        for _ in 0..3 {
            let Some(Step::Refused(error)) = step(&mut game, &mut socket).await else {
                panic!("not refused")
            };
            assert_eq!(error["code"], -32005, "{error}");
            assert!(error["message"].as_str().unwrap().contains("nothing has changed"), "{error}");
        }
        let unready = until_it_says(address, "503").await;
        assert!(unready.contains("games cannot be kept: ") && !unready.contains("games.db"), "{unready}");
        assert!(failed_writes(&metrics().await) >= 5 * while_full);
        assert!(http(address, "GET /healthz", "", "").await.ends_with("ok"));

        limit(server.child.id(), "unlimited");
        // On the same socket, and without anybody's help.
        assert!(matches!(step(&mut game, &mut socket).await, Some(Step::Acknowledged)));
        until_it_says(address, "200").await;
        moves(&mut new_game(address).await, address, 2).await;
    }
    nothing_is_lost(&game, address).await;
    server.kill();
    let server = Server::start(dir.path());
    nothing_is_lost(&game, &server.address).await;
    moves(&mut game, &server.address, 2).await;
    server.kill();
}

#[tokio::test]
async fn a_computer_pilot_flies_on_when_there_is_room_again() {
    let dir = tempfile::TempDir::new().unwrap();
    let server = Server::start(dir.path());
    let address = server.address.as_str();
    let both = json!({ "allies": "pilot:random", "axis": "pilot:random" });
    let made = make(address, json!({ "seats": both, "pace_ms": 0, "watch": "anyone" })).await;
    let made: Value = serde_json::from_str(made.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    let seq = async || {
        let answer =
            http(address, &format!("GET /api/tables/{}", made["table"].as_str().unwrap()), "", "").await;
        let table: Value = serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap();
        assert!(table["outcome"].is_null(), "over too soon for this test: {table}");
        table["seq"].as_u64().unwrap()
    };
    fill(&server, dir.path());
    while failed_writes(&http(address, "GET /metrics", "", "").await) < 2 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let stuck_at = seq().await;
    limit(server.child.id(), "unlimited");
    while seq().await == stuck_at {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.kill();
}

#[tokio::test]
async fn a_server_on_a_full_disk_says_so_and_starts_when_there_is_room() {
    let dir = tempfile::TempDir::new().unwrap();
    let start_full = || {
        let server = command(dir.path());
        let mut full = Command::new("prlimit");
        full.arg("--fsize=0:").arg(server.get_program()).args(server.get_args());
        let said = full.stdin(Stdio::null()).output().unwrap();
        assert!(!said.status.success());
        let said = String::from_utf8(said.stderr).unwrap();
        assert!(said.contains("games.db") && said.contains("disk"), "{said}");
    };
    start_full();
    let server = Server::start(dir.path());
    let mut game = new_game(&server.address).await;
    moves(&mut game, &server.address, 3).await;
    server.kill();
    start_full();
    let server = Server::start(dir.path());
    nothing_is_lost(&game, &server.address).await;
    server.kill();
}
