//! Computer pilots and people: how fast pilots fly, and what they advise.

use crate::common::House;
use bids::{BIDS, SECRET};
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

#[tokio::test]
async fn a_hint_says_what_a_pilot_would_do_and_what_it_weighed() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let hint = allies.ok("hint", json!({})).await;
    let would = allies.ok("pilot", json!({ "level": "wing-commander" })).await["command"].clone();
    assert_eq!(hint["command"], would);
    let candidates = hint["why"]["candidates"].as_array().unwrap();
    assert_eq!((candidates.len(), &candidates[0]["command"]), (BIDS.len(), &would));
    assert!(candidates.is_sorted_by_key(|c| std::cmp::Reverse(c["score_milli"].as_i64())));
    assert!(!hint["why"]["text"].as_str().unwrap().is_empty());
    assert!(candidates.iter().all(|c| !c["label"].as_str().unwrap().is_empty()), "{hint}");
    let answer = allies.ask("hint", json!({ "level": "ace" })).await;
    assert!(answer["error"]["message"].as_str().unwrap().contains("there is no pilot 'ace'"), "{answer}");
}

#[tokio::test]
async fn a_hint_knows_what_its_side_knows_and_no_more() {
    let house = House::open().await;
    let mut hints = Vec::new();
    for bid in [SECRET, BIDS[0]] {
        let made = house.table(json!({ "dice": { "seed": 5 } })).await;
        let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
        let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
        allies.bid("allies", bid).await;
        axis.until(1).await;
        hints.push(axis.ok("hint", json!({})).await);
        assert!(!axis.heard.contains(&SECRET.to_string()), "{}", axis.heard);
    }
    assert_eq!(hints[0], hints[1], "what the other side has bid is its secret");
}

#[tokio::test]
async fn a_seat_without_a_decision_gets_no_hint() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let mut watcher = house.player(&made.id, &made.cookies["watch"]).await;
    allies.bid("allies", BIDS[0]).await;
    let answer = allies.ask("hint", json!({})).await;
    assert_eq!(answer["error"]["message"], "the Allies owe no decision now");
    let answer = watcher.ask("hint", json!({})).await;
    assert_eq!(answer["error"]["message"], "only 'allies' and 'axis' play; other seats look on");
    assert_eq!(watcher.refused("hint", json!({ "seat": "axis" })).await, -32003);
}

#[tokio::test]
async fn a_host_can_give_no_hints_at_all() {
    let house = House::open_with(|config| config.hints = false).await;
    assert_eq!(house.get("/api/games", "").await.json()["hints"], false, "nobody need ask to know");
    let made = house.table(json!({})).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    for method in ["hint", "pilot"] {
        assert_eq!(allies.ask(method, json!({})).await["error"]["message"], "this server gives no hints");
    }
    allies.bid("allies", BIDS[0]).await;
}

/// A table at which a person of the Allies plays against a person of the Axis.
fn people() -> Value {
    json!({ "seats": { "allies": "human", "axis": "human" } })
}

#[tokio::test]
async fn a_pilot_flies_for_a_person_until_the_seat_is_taken_back_and_after_a_restart() {
    let mut house = House::open().await;
    let made = house.table(people()).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    let now = allies.ok("relieve", json!({ "until": "recalled", "level": "cadet" })).await;
    let relief = json!({ "level": "cadet", "turn": null, "aircraft": [], "waits": null });
    assert_eq!(now, json!({ "side": "allies", "relief": relief }));
    assert_eq!(axis.told("relieved", |_| true).await, now, "everybody is told");
    allies.until(1).await;
    assert_eq!(
        allies.ok("pending", json!({})).await["to_act"],
        json!(["axis"]),
        "the Axis decide for themselves"
    );
    house.restart().await;
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    axis.bid("axis", BIDS[0]).await;
    axis.until(3).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let back = allies.ok("relieve", json!({})).await;
    assert_eq!(back, json!({ "side": "allies", "relief": null }));
}

#[tokio::test]
async fn a_pilot_for_the_rest_of_a_turn_leaves_the_next_turn_alone() {
    let house = House::open().await;
    let made = house.table(people()).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    let now = allies.ok("relieve", json!({ "until": "turn" })).await;
    assert_eq!(now["relief"]["turn"], 1);
    allies.until(1).await;
    axis.until(1).await;
    axis.bid("axis", BIDS[0]).await;
    allies.until(2).await;
    assert_eq!(allies.ok("view", json!({})).await["phase"]["turn"], 2);
    // A pilot at work would have its turn to think before this hint.
    allies.ok("hint", json!({})).await;
    allies.bid("allies", BIDS[0]).await;
}

#[tokio::test]
async fn nobody_has_a_pilot_fly_for_a_seat_that_is_not_theirs() {
    let house = House::open().await;
    let made = house.table(people()).await;
    let mut watcher = house.player(&made.id, &made.cookies["watch"]).await;
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    assert_eq!(watcher.refused("relieve", json!({ "until": "turn" })).await, -32003);
    assert_eq!(axis.refused("relieve", json!({ "seat": "allies", "until": "turn" })).await, -32003);
    assert_eq!(axis.refused("relieve", json!({ "until": "turn", "level": "ace" })).await, -32602);
}

#[tokio::test]
async fn a_pilot_of_some_aircraft_leaves_decisions_that_are_not_about_them_to_the_person() {
    let house = House::open().await;
    let made = house.table(people()).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let now = allies.ok("relieve", json!({ "until": "recalled", "aircraft": [1] })).await;
    assert_eq!(now["relief"]["aircraft"], json!([1]));
    // A bid is about no aircraft.
    let left = allies.told("relieved", |now| now["relief"]["waits"] == 0).await;
    assert_eq!(left["relief"]["aircraft"], json!([1]), "it flies on");
    allies.bid("allies", BIDS[0]).await;
    assert_eq!(allies.refused("relieve", json!({ "until": "turn", "aircraft": [2] })).await, -32602);
}
