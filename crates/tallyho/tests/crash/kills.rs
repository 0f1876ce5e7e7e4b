//! The server is killed fifty times in the middle of play, as a power cut would, and started again on the same files. Whatever
//! it acknowledged must be there, command by command and die by die, and the games must go on.

use crate::common::{Game, Server, new_game, nothing_is_lost, play};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::Notify;

const KILLS: usize = 50;
const TABLES: usize = 6;

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
        let finished = Arc::new(AtomicUsize::new(0));
        let one_more = Arc::new(Notify::new());
        let players: Vec<_> = games
            .drain(..)
            .map(|mut game| {
                let (count, one_more) = (Arc::clone(&acknowledgements), Arc::clone(&one_more));
                let finished = Arc::clone(&finished);
                let address = server.address.clone();
                tokio::spawn(async move {
                    play(&mut game, &address, &count, &one_more).await;
                    finished.fetch_add(1, Ordering::Relaxed);
                    one_more.notify_one();
                    game
                })
            })
            .collect();
        // A different moment each time: after the first acknowledgement, after many, between any two.
        let enough = 1 + kill * 7 % 40;
        // Who has played to the end says so before the last call: nobody may wait for one that never comes.
        while acknowledgements.load(Ordering::Relaxed) < enough
            && finished.load(Ordering::Relaxed) < players.len()
        {
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
