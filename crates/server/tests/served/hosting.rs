//! What a host does to games beside the players: links taken back, finished games deleted after a while, tables examined and carried over.

use crate::common::{House, Made, Player, catalog, config};
use crate::neighbours::{database, house};
use bids::SECRET;
use serde_json::json;
use server::Verdict;
use sqlx::{Connection, SqliteConnection};
use std::time::Duration;
use store::{Aside, Options, Store, Token};
use table::{Seat, Seed, Transcript};

/// Plays the game of a table to its end.
async fn play_to_the_end(house: &House, made: &Made) -> [Player; 2] {
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    for round in 0..3 {
        allies.bid("allies", SECRET).await;
        axis.until(2 * round + 1).await;
        axis.bid("axis", SECRET + 1).await;
        allies.until(2 * round + 2).await;
    }
    [allies, axis]
}

#[tokio::test]
async fn whoever_sits_by_a_link_that_was_taken_back_is_sent_away_by_every_process() {
    let Ok(server) = std::env::var("TALLYHO_POSTGRES") else { return };
    let place = database(&server).await;
    let (here, there) = (house(&place).await, house(&place).await);
    let made = here.table(json!({})).await;
    let mut thieves = [
        here.player(&made.id, &made.cookies["allies"]).await,
        there.player(&made.id, &made.cookies["allies"]).await,
    ];
    let mut axis = there.player(&made.id, &made.cookies["axis"]).await;
    let host = Store::open_at(&place, Options::default()).await.unwrap();
    let end = host.line_of(&made.id).await.unwrap().unwrap().end;
    let token = Token::new([7; 32]);
    host.aside(end, Aside::Revoke(Seat::Allies, token.hash())).await.unwrap();
    for thief in &mut thieves {
        thief.told("bye", |bye| bye["why"] == "reset").await;
    }
    for house in [&here, &there] {
        let path = format!("/api/tables/{}", made.id);
        assert_eq!(house.get(&path, &made.cookies["allies"]).await.status, 403);
        assert!(house.socket(&made.id, &[("Cookie", &made.cookies["allies"])]).await.is_err());
    }
    let mut allies = here.by_link(&format!("/join/{}", token.reveal())).await;
    allies.look().await;
    allies.bid("allies", SECRET).await;
    // The other side has kept its socket.
    axis.until(1).await;
    axis.bid("axis", SECRET + 1).await;
}

#[tokio::test]
async fn finished_games_are_deleted_in_time_and_others_never() {
    let mut house = House::open().await;
    let (over, going_on) = (house.table(json!({})).await, house.table(json!({})).await);
    play_to_the_end(&house, &over).await;
    house.player(&going_on.id, &going_on.cookies["allies"]).await.bid("allies", SECRET).await;
    // Not a day old yet.
    house.restart_with(|config| config.keep_finished = Some(Duration::from_secs(24 * 3600))).await;
    let mut watcher = house.player(&over.id, &over.cookies["watch"]).await;
    watcher.look().await;
    house
        .restart_with(|config| {
            config.keep_finished = Some(Duration::ZERO);
            config.delete_every = Duration::from_secs(3600);
        })
        .await;
    while house.get(&format!("/api/tables/{}", over.id), "").await.status != 404 {
        tokio::task::yield_now().await;
    }
    let metrics = house.get("/metrics", "").await.body;
    assert!(
        metrics.lines().any(|line| line.starts_with("tallyho_tables_deleted_total") && !line.ends_with(" 0"))
    );
    let mut player = house.player(&going_on.id, &going_on.cookies["axis"]).await;
    player.look().await;
    assert_eq!(player.seq, 1);
}

#[tokio::test]
async fn a_game_that_cannot_be_deleted_holds_up_no_other() {
    let mut house = House::open().await;
    let (stuck, other) = (house.table(json!({})).await, house.table(json!({})).await);
    play_to_the_end(&house, &stuck).await;
    play_to_the_end(&house, &other).await;
    house.running.take().unwrap().stop().await.unwrap();
    let file = house.dir.path().join("games.db");
    let mut db = SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.unwrap();
    let trigger = format!(
        "CREATE TRIGGER stuck BEFORE DELETE ON game_table WHEN old.id = '{}' \
         BEGIN SELECT RAISE(ABORT, 'stuck'); END",
        stuck.id
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(trigger)).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    let mut config = config(house.dir.path());
    (config.keep_finished, config.delete_every) = (Some(Duration::ZERO), Duration::from_secs(3600));
    let running = server::Running::start(config, catalog()).await.unwrap();
    (house.address, house.running) = (running.address, Some(running));
    while house.get(&format!("/api/tables/{}", other.id), "").await.status != 404 {
        tokio::task::yield_now().await;
    }
    assert_ne!(house.get(&format!("/api/tables/{}", stuck.id), "").await.status, 404);
}

#[tokio::test]
async fn those_who_look_at_a_game_that_is_deleted_are_told() {
    let house = House::open_with(|config| {
        config.keep_finished = Some(Duration::ZERO);
        config.delete_every = Duration::from_millis(20);
    })
    .await;
    let made = house.table(json!({})).await;
    let mut watcher = house.player(&made.id, &made.cookies["watch"]).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    for round in 0..3 {
        allies.bid("allies", SECRET).await;
        axis.until(2 * round + 1).await;
        axis.bid("axis", SECRET + 1).await;
        if round < 2 {
            allies.until(2 * round + 2).await;
        }
    }
    watcher.told("bye", |bye| bye["why"] == "deleted").await;
}

#[tokio::test]
async fn a_kept_game_is_examined_written_out_and_made_a_table_elsewhere() {
    let mut house = House::open().await;
    let made = house.table(json!({})).await;
    let unfinished = house.table(json!({})).await;
    play_to_the_end(&house, &made).await;
    house.running.take().unwrap().stop().await.unwrap();
    let place = config(house.dir.path()).database;
    let store = Store::look(&place).await.unwrap();
    assert_eq!(server::examine(&store, &catalog(), &made.id).await.unwrap(), Verdict::Same);
    assert_eq!(server::examine(&store, &catalog(), "nothing").await.unwrap(), Verdict::Gone);
    let (whole, over) = server::transcript(&store, &catalog(), &made.id).await.unwrap().unwrap();
    assert!(over && whole.end.is_some());
    let read = Transcript::from_lines(&whole.to_lines()).unwrap();
    let random = [[1; 32], [2; 32], [3; 32], [4; 32]];
    let table = server::imported(&catalog(), &read, 7_000, random).unwrap();
    drop(store);
    let store = Store::open_at(&place, Options::default()).await.unwrap();
    store.keep_whole(table.whole.unwrap()).await.unwrap();
    let (again, _) = server::transcript(&store, &catalog(), &table.id).await.unwrap().unwrap();
    assert_eq!(again.to_lines(), whole.to_lines());
    let kept = store.table(&table.id).await.unwrap().unwrap();
    assert_eq!(kept.row.finished_ms, Some(7_000));
    assert_eq!(kept.seed, whole.end.and_then(|end| Seed::from_hex(&end.seed?)));
    // The dice of a game that goes on are secret, and not in its transcript.
    let (open, over) = server::transcript(&store, &catalog(), &unfinished.id).await.unwrap().unwrap();
    let refused = server::imported(&catalog(), &open, 7_000, random).err().unwrap();
    assert!(!over && refused.contains("secret seed"), "{refused}");
    store.close().await.unwrap();
    house.start(catalog()).await;
    let mut player = house.by_link(&format!("/join/{}", table.tokens[0].1.reveal())).await;
    player.look().await;
    assert!(player.view["outcome"].is_object());
}

#[tokio::test]
async fn whoever_asks_for_its_health_need_not_know_a_name_of_the_server() {
    let house = House::open().await;
    for (path, status) in
        [("/healthz", 200), ("/readyz", 200), ("/", 421), ("/api/games", 421), ("/metrics", 421)]
    {
        let answer = house.request("GET", path, &[("Host", "tallyho_upstream")], "").await;
        assert_eq!(answer.status, status, "{path}");
    }
}
