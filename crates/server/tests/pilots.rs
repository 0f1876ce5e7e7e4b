//! Computer pilots and people: how fast pilots fly.

mod common;

use common::House;
use serde_json::{Value, json};

/// A table at which only computers fly, so slowly that nothing happens by itself.
fn slow() -> Value {
    json!({ "seats": { "allies": "pilot:cadet", "axis": "pilot:wing-commander" }, "pace_ms": 10_000 })
}

#[tokio::test]
async fn whoever_made_the_table_has_its_pilots_wait_step_and_go_on() {
    let house = House::open().await;
    let made = house.table(slow()).await;
    let mut maker = house.player(&made.id, &made.maker).await;
    let mut watcher = house.player(&made.id, &made.cookies["watch"]).await;
    let paused = json!({ "pace_ms": 10_000, "paused": true });
    assert_eq!(maker.ok("pace", json!({ "paused": true })).await, paused);
    assert_eq!(watcher.told("pace", |_| true).await, paused, "everybody is told");
    for step in 1..=2 {
        maker.ok("pace", json!({ "step": true })).await;
        maker.until(step).await;
    }
    assert_eq!(maker.ok("pending", json!({})).await["seq"], 2, "each step is one command");
    assert_eq!(maker.ok("pace", json!({ "ms": 0, "paused": false })).await["paused"], false);
    maker.until(6).await;
    assert!(maker.view["outcome"].is_object());
    assert_eq!(maker.refused("pace", json!({ "paused": true })).await, -32003, "the game is over");
}

#[tokio::test]
async fn a_shorter_pace_holds_at_once() {
    let house = House::open().await;
    let made = house.table(slow()).await;
    let mut maker = house.player(&made.id, &made.maker).await;
    assert_eq!(maker.ok("pace", json!({ "ms": 1 })).await, json!({ "pace_ms": 1, "paused": false }));
    maker.until(6).await;
}

#[tokio::test]
async fn the_pace_outlives_a_restart() {
    let mut house = House::open().await;
    let made = house.table(slow()).await;
    let mut maker = house.player(&made.id, &made.maker).await;
    maker.ok("pace", json!({ "ms": 250, "paused": true })).await;
    house.restart().await;
    let mut maker = house.player(&made.id, &made.maker).await;
    let table = &maker.hello["table"];
    assert_eq!((&table["pace_ms"], &table["paused"]), (&json!(250), &json!(true)));
    assert_eq!(table["held"], json!(["observer", "referee"]));
    maker.ok("pace", json!({ "step": true })).await;
    maker.until(1).await;
}

#[tokio::test]
async fn others_do_not_set_the_pace_and_are_told_why() {
    let house = House::open().await;
    let made = house.table(slow()).await;
    let mut watcher = house.player(&made.id, &made.cookies["watch"]).await;
    let mut stranger = house.player(&made.id, &made.cookies["watch"]).await;
    for player in [&mut watcher, &mut stranger] {
        let answer = player.ask("pace", json!({ "paused": true })).await;
        let says = "only whoever made this table sets the pace of its pilots";
        assert_eq!(answer["error"]["message"], says);
    }
    let mut maker = house.player(&made.id, &made.maker).await;
    assert_eq!(maker.refused("pace", json!({ "ms": 10_001 })).await, -32602);
    assert_eq!(
        maker.refused("view", json!({ "seat": "referee" })).await,
        -32003,
        "a referee sees no secrets yet"
    );
    let people = house.table(json!({ "seats": { "axis": "pilot:cadet" } })).await;
    let mut allies = house.player(&people.id, &people.maker).await;
    let answer = allies.ask("pace", json!({ "paused": true })).await;
    assert_eq!(answer["error"]["message"], "people fly at this table: they set the pace");
}
