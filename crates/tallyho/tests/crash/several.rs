//! Three processes serve the same tables from one PostgreSQL and are killed in turn, in the middle of play. Players go on at another.

use crate::common::{Game, Server, command, make, new_game, nothing_is_lost, play};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tempfile::TempDir;
use tokio::sync::Notify;
use tokio_tungstenite::tungstenite::Message;

const KILLS: usize = 9;
const TABLES: usize = 6;

/// A process on the PostgreSQL that `scripts/postgres` starts; nothing where there is none.
fn process(dir: &TempDir) -> Option<Server> {
    let Ok(place) = std::env::var("TALLYHO_POSTGRES") else {
        eprintln!("LEFT OUT: there is no PostgreSQL to test with; run the tests by scripts/postgres");
        return None;
    };
    Some(Server::of(command(dir.path()).args(["--database", &place])))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_that_are_killed_in_turn_lose_nothing_that_was_acknowledged() {
    let dir = TempDir::new().unwrap();
    let Some(first) = process(&dir) else { return };
    let mut servers = vec![first, process(&dir).unwrap(), process(&dir).unwrap()];
    let addresses: Vec<String> = servers.iter().map(|server| server.address.clone()).collect();
    let addresses = Arc::new(Mutex::new(addresses));
    let (count, one_more) = (Arc::new(AtomicUsize::new(0)), Arc::new(Notify::new()));
    let (stop, gone) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let mut players = Vec::new();
    for n in 0..TABLES {
        let mut game: Game = new_game(&servers[n % 3].address).await;
        let (addresses, count) = (Arc::clone(&addresses), Arc::clone(&count));
        let (one_more, stop, gone) = (Arc::clone(&one_more), Arc::clone(&stop), Arc::clone(&gone));
        players.push(tokio::spawn(async move {
            // Whenever a process dies, the player turns to the next.
            let mut at = n;
            while !game.over && stop.load(Ordering::Relaxed) == 0 {
                let address = addresses.lock().unwrap()[at % 3].clone();
                play(&mut game, &address, &count, &one_more).await;
                at += 1;
            }
            // Counted before the last word: a task that says it has not yet ended.
            gone.fetch_add(1, Ordering::Relaxed);
            one_more.notify_one();
            game
        }));
    }
    for kill in 0..KILLS {
        let enough = count.load(Ordering::Relaxed) + 5 + kill * 7 % 20;
        while count.load(Ordering::Relaxed) < enough && gone.load(Ordering::Relaxed) < TABLES {
            one_more.notified().await;
        }
        let fresh = process(&dir).unwrap();
        addresses.lock().unwrap()[kill % 3].clone_from(&fresh.address);
        std::mem::replace(&mut servers[kill % 3], fresh).kill();
    }
    stop.store(1, Ordering::Relaxed);
    for server in servers {
        server.kill();
    }
    let last = process(&dir).unwrap();
    for player in players {
        nothing_is_lost(&player.await.unwrap(), &last.address).await;
    }
    last.kill();
    let total = count.load(Ordering::Relaxed);
    assert!(total > KILLS * 5, "{total} commands under fire");
}

#[tokio::test]
async fn pilots_of_a_process_that_was_killed_are_flown_on_by_another_without_a_gap() {
    let dir = TempDir::new().unwrap();
    let Some(here) = process(&dir) else { return };
    let there = process(&dir).unwrap();
    let pilots = json!({ "allies": "pilot:cadet", "axis": "pilot:cadet" });
    let made = make(&here.address, json!({ "seats": pilots, "pace_ms": 200, "watch": "anyone" })).await;
    let made: Value = serde_json::from_str(made.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    let socket = format!("ws://{}/ws/{}", there.address, made["table"].as_str().unwrap());
    let (mut socket, _) = tokio_tungstenite::connect_async(socket).await.unwrap();
    let (mut here, mut seqs) = (Some(here), Vec::new());
    while seqs.len() < 20 {
        let Message::Text(text) = socket.next().await.unwrap().unwrap() else { continue };
        let message: Value = serde_json::from_str(&text).unwrap();
        if message["method"] == "changed" {
            seqs.push(message["params"]["seq"].as_u64().unwrap());
        }
        if seqs.len() == 5
            && let Some(here) = here.take()
        {
            here.kill();
        }
    }
    assert!(seqs.windows(2).all(|two| two[1] == two[0] + 1), "{seqs:?}");
    there.kill();
}
