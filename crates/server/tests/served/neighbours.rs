//! Two servers on one PostgreSQL: any of them serves any table.

use crate::common::{House, Made, catalog, config};
use bids::SECRET;
use serde_json::{Value, json};
use server::{Place, Running};
use sqlx::{Connection, PgConnection};
use tempfile::TempDir;

/// Two servers on a new database; nothing where there is no PostgreSQL to test with.
async fn two() -> Option<[House; 2]> {
    let Ok(server) = std::env::var("TALLYHO_POSTGRES") else {
        eprintln!("LEFT OUT: there is no PostgreSQL to test with; run the tests by scripts/postgres");
        return None;
    };
    let name = format!("test_{:016x}", getrandom::u64().unwrap());
    let mut admin = PgConnection::connect(&server).await.unwrap();
    let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
    sqlx::raw_sql(create).execute(&mut admin).await.unwrap();
    let (_, socket) = server.split_once('?').unwrap();
    let place = Place::Postgres(format!("postgres:///{name}?{socket}"));
    Some([house(&place).await, house(&place).await])
}

async fn house(place: &Place) -> House {
    let dir = TempDir::new().unwrap();
    let mut config = config(dir.path());
    config.database = place.clone();
    let running = Running::start(config, catalog()).await.unwrap();
    House { address: running.address, running: Some(running), dir }
}

async fn made(house: &House) -> Made {
    house.table(json!({})).await
}

#[tokio::test]
async fn a_game_is_played_over_two_servers_and_each_is_told_the_same_bytes() {
    let Some([here, there]) = two().await else { return };
    let made = made(&here).await;
    let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = there.player(&made.id, &made.cookies["axis"]).await;
    let mut near = here.player(&made.id, &made.cookies["watch"]).await;
    let mut far = there.player(&made.id, &made.cookies["watch"]).await;
    for round in 0..3 {
        allies.bid("allies", SECRET).await;
        axis.until(2 * round + 1).await;
        assert!(
            !axis.heard.contains(&SECRET.to_string()) || round > 0,
            "what is secret stays so over there too"
        );
        axis.bid("axis", SECRET + 1).await;
        allies.until(2 * round + 2).await;
    }
    assert!(allies.view["outcome"].is_object());
    near.until(6).await;
    far.until(6).await;
    assert_eq!(near.view, far.view);
    let changes =
        |heard: &str| heard.lines().filter(|l| l.contains("\"changed\"")).map(str::to_owned).collect();
    let (near, far): (Vec<String>, Vec<String>) = (changes(&near.heard), changes(&far.heard));
    assert_eq!(near, far);
}

#[tokio::test]
async fn nobody_is_refused_by_a_position_that_another_server_has_left_behind() {
    let Some([here, there]) = two().await else { return };
    let made = made(&here).await;
    // Nobody looks on over there while the first bids are made here: its memory is old.
    drop(there.player(&made.id, &made.cookies["axis"]).await);
    let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
    for _ in 0..2 {
        allies.bid("allies", SECRET).await;
        let act = json!({ "seat": "axis", "command": { "bid": SECRET + 1 }, "seq": allies.seq });
        there.player(&made.id, &made.cookies["axis"]).await.ok("act", act).await;
        allies.until(allies.seq + 1).await;
    }
    // Whoever is late is told so, and by which number.
    let late = json!({ "seat": "allies", "command": { "bid": SECRET }, "seq": 1 });
    assert_eq!(allies.refused("act", late).await, -32004);
}

#[tokio::test]
async fn who_is_there_and_what_is_said_is_known_everywhere() {
    let Some([here, there]) = two().await else { return };
    let made = made(&here).await;
    let mut allies = here.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = there.player(&made.id, &made.cookies["axis"]).await;
    let both = |p: &Value| p["allies"] == 1 && p["axis"] == 1;
    allies.told("presence", both).await;
    axis.told("presence", both).await;
    for n in 1..=3 {
        allies.ok("talk", json!({ "seat": "allies", "to": "all", "text": format!("one {n}") })).await;
        axis.ok("talk", json!({ "seat": "axis", "to": "all", "text": format!("two {n}") })).await;
    }
    for (player, last) in [(&mut axis, "one 3"), (&mut allies, "two 3")] {
        while !player.heard.contains(last) {
            player.receive().await.expect("the server closed the socket");
        }
    }
    let late = there.player(&made.id, &made.cookies["axis"]).await;
    assert_eq!(late.hello["talk"].as_array().unwrap().len(), 6);
}

#[tokio::test]
async fn the_pilots_of_a_server_that_stops_are_flown_on_by_the_other() {
    let Some([mut here, there]) = two().await else { return };
    let pilots = json!({ "seats": { "allies": "pilot:cadet", "axis": "pilot:cadet" }, "pace_ms": 600 });
    let made = here.table(pilots).await;
    let mut watcher = there.player(&made.id, &made.cookies["watch"]).await;
    watcher.until(1).await;
    here.running.take().unwrap().stop().await.unwrap();
    watcher.until(6).await;
    assert!(watcher.view["outcome"].is_object());
}
