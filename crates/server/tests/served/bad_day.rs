//! The disk and its files on a bad day: whoever is refused is told that nothing has changed, nobody else notices, and it passes.

use crate::common::{House, catalog, config};
use bids::BIDS;
use serde_json::json;
use server::{Place, Running};
use sqlx::{Connection, Executor, PgConnection, SqliteConnection};
use std::time::Duration;

/// Another program's statements on the database, under the running server.
async fn meddle(house: &House, statements: &[&'static str]) {
    let file = house.dir.path().join("games.db");
    let mut other = SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.unwrap();
    for sql in statements {
        other.execute(*sql).await.unwrap();
    }
    other.close().await.unwrap();
}

/// SQLite ends every transaction by itself, as it does when the disk is full.
const FULL: [&str; 3] = [
    "CREATE TRIGGER full_log BEFORE INSERT ON move BEGIN SELECT RAISE(ROLLBACK, 'disk is full'); END",
    "CREATE TRIGGER full_tables BEFORE INSERT ON game_table BEGIN SELECT RAISE(ROLLBACK, 'disk is full'); END",
    "CREATE TRIGGER full_meta BEFORE INSERT ON meta BEGIN SELECT RAISE(ROLLBACK, 'disk is full'); END",
];
const ROOM_AGAIN: [&str; 3] = ["DROP TRIGGER full_log", "DROP TRIGGER full_tables", "DROP TRIGGER full_meta"];

async fn until_ready(house: &House, status: u16) -> String {
    loop {
        let answer = house.get("/readyz", "").await;
        if answer.status == status {
            return answer.body;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn on_a_full_disk_nothing_changes_and_afterwards_play_goes_on() {
    let house = House::open_with(|config| config.limits = false).await;
    assert!(house.get("/metrics", "").await.body.contains("tallyho_store_failed_writes_total"));
    let made = house.table(json!({})).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    allies.bid("allies", BIDS[0]).await;
    axis.until(1).await;
    assert_eq!(until_ready(&house, 200).await, "ready");

    meddle(&house, &FULL).await;
    let before = (axis.view.clone(), axis.log.clone());
    for _ in 0..2 {
        let answer = axis.ask("act", json!({ "seat": "axis", "command": { "bid": BIDS[1] } })).await;
        assert_eq!(answer["error"]["code"], -32005);
        assert!(answer["error"]["message"].as_str().unwrap().contains("nothing has changed"));
    }
    let table = house.post("/api/tables", &json!({ "game": "bids", "scenario": "three" })).await;
    assert_eq!((table.status, table.json()["error"]["code"].as_str()), (503, Some("store")));
    assert_eq!(until_ready(&house, 503).await, "games cannot be kept: disk is full");
    let link = made.json["links"]["allies"].as_str().unwrap();
    assert_eq!(house.get(link, "").await.status, 303, "a link needs no room on the disk");
    for player in [&mut allies, &mut axis] {
        player.look().await;
        assert_eq!(player.seq, 1);
    }
    assert_eq!((axis.view.clone(), axis.log.clone()), before);

    meddle(&house, &ROOM_AGAIN).await;
    axis.bid("axis", BIDS[1]).await;
    allies.until(2).await;
    house.table(json!({})).await;
    until_ready(&house, 200).await;
}

#[tokio::test]
async fn many_who_ask_whether_it_is_ready_cost_no_more_than_one() {
    let house = House::open_with(|config| config.limits = false).await;
    let probes = async || {
        let file = house.dir.path().join("games.db");
        let mut db = SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.unwrap();
        sqlx::query_scalar::<_, i64>("SELECT COALESCE(MAX(value), 0) FROM meta WHERE name = 'probes'")
            .fetch_one(&mut db)
            .await
            .unwrap()
    };
    let began = std::time::Instant::now();
    for _ in 0..100 {
        assert_eq!(house.get("/readyz", "").await.status, 200);
    }
    let seconds = began.elapsed().as_secs() as i64;
    assert!((1..=seconds + 1).contains(&probes().await), "one a second at most");
}

#[tokio::test]
async fn a_damaged_table_is_refused_alone() {
    let mut house = House::open().await;
    let mut made = Vec::new();
    for _ in 0..2 {
        let table = house.table(json!({ "watch": "anyone" })).await;
        let mut allies = house.player(&table.id, &table.cookies["allies"]).await;
        allies.bid("allies", BIDS[0]).await;
        allies.ok("undo", json!({})).await;
        allies.bid("allies", BIDS[1]).await;
        made.push(table);
    }
    let damage = "UPDATE move SET prev = n WHERE table_key = 1 AND seq = 2";
    let unknown = "UPDATE game_table SET summary = NULL";
    house.running.take().unwrap().stop().await.unwrap();
    meddle(&house, &[damage, unknown]).await;
    let running = Running::start(config(house.dir.path()), catalog()).await.unwrap();
    (house.address, house.running) = (running.address, Some(running));
    let (broken, sound) = (&made[0], &made[1]);
    let cookie = broken.cookies["allies"].as_str();
    for path in ["", "/transcript", "/replay"] {
        let refused = house.get(&format!("/api/tables/{}{path}", broken.id), cookie).await;
        assert_eq!((refused.status, refused.json()["error"]["code"].as_str()), (500, Some("broken-table")));
    }
    assert!(house.socket(&broken.id, &[("Cookie", cookie)]).await.is_err());
    let both = format!("{cookie}; {}", sound.cookies["allies"]);
    let tables = house.get("/api/tables", &both).await.json();
    for list in ["mine", "open"] {
        let ids: Vec<_> = tables[list].as_array().unwrap().iter().map(|t| t["id"].clone()).collect();
        assert_eq!(ids, [json!(sound.id)], "{list}");
    }
    let mut axis = house.player(&sound.id, &sound.cookies["axis"]).await;
    assert_eq!(axis.bid("axis", BIDS[2]).await["pending"]["seq"], 4);
}

#[tokio::test]
async fn a_database_replaced_under_the_server_acknowledges_nothing() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let file = house.dir.path().join("games.db");
    std::fs::rename(&file, house.dir.path().join("away.db")).unwrap();
    std::fs::write(&file, "").unwrap();
    assert_eq!(allies.refused("act", json!({ "command": { "bid": BIDS[0] } })).await, -32005);
    let why = until_ready(&house, 503).await;
    assert_eq!(why, "games cannot be kept: the database was removed or replaced under the server");
}

#[tokio::test]
async fn a_database_elsewhere_that_is_silent_is_not_called_a_disk() {
    let Ok(server) = std::env::var("TALLYHO_POSTGRES") else { return };
    let place = crate::neighbours::database(&server).await;
    let house = crate::neighbours::house(&place).await;
    assert_eq!(until_ready(&house, 200).await, "ready");
    let Place::Postgres(url) = &place else { unreachable!("it is a PostgreSQL") };
    let mut holder = PgConnection::connect(url).await.unwrap();
    let mut held = holder.begin().await.unwrap();
    held.execute("LOCK TABLE meta IN ACCESS EXCLUSIVE MODE").await.unwrap();
    assert_eq!(until_ready(&house, 503).await, "games cannot be kept: the database does not answer");
    held.rollback().await.unwrap();
    until_ready(&house, 200).await;
}

#[cfg(unix)]
#[tokio::test]
async fn while_the_database_is_away_questions_are_answered_from_memory() {
    let Ok(server) = std::env::var("TALLYHO_POSTGRES") else { return };
    let way = crate::way::Way::to(&crate::neighbours::database(&server).await).await;
    let house = crate::neighbours::house(&way.place).await;
    let made = house.table(json!({})).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    allies.bid("allies", BIDS[0]).await;
    axis.until(1).await;
    way.shut.send_replace(true);
    let asked = async {
        for _ in 0..30 {
            axis.look().await;
            assert_eq!(axis.seq, 1);
            axis.ok("legal", json!({ "seat": "axis" })).await;
            // In the end nobody has looked for long whether this is still the position.
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    // If each of them waited for the database, it would take minutes.
    tokio::time::timeout(Duration::from_secs(30), asked).await.unwrap();
    way.shut.send_replace(false);
    while axis
        .ask("act", json!({ "seat": "axis", "command": { "bid": BIDS[1] } }))
        .await
        .get("error")
        .is_some()
    {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    allies.until(2).await;
}
