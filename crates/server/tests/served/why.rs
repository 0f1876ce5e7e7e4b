//! Why a computer pilot did what it did: told once its turn is over, and never before.

use crate::common::{House, Made};
use bids::BIDS;
use serde_json::{Value, json};

/// A person against a computer, which has bid by now.
async fn against_a_computer(house: &House) -> (Made, crate::common::Player) {
    let made = house.table(json!({ "seats": { "axis": "pilot:flight-lieutenant" } })).await;
    let mut allies = house.player(&made.id, &made.maker).await;
    allies.until(1).await;
    (made, allies)
}

/// Plays on to the end. The computer, which need not wait for the person, bids first in every round.
async fn play_on(allies: &mut crate::common::Player) {
    for seq in [5, 6] {
        allies.bid("allies", BIDS[0]).await;
        allies.until(seq).await;
    }
}

/// The commands that one may ask about.
async fn explained(house: &House, id: &str, cookie: &str) -> Value {
    let answer = house.get(&format!("/api/tables/{id}/why"), cookie).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()["lines"].clone()
}

async fn why(house: &House, id: &str, cookie: &str, line: u32) -> (u16, Value) {
    let answer = house.get(&format!("/api/tables/{id}/why/{line}"), cookie).await;
    (answer.status, answer.json())
}

#[tokio::test]
async fn a_computer_says_why_once_its_turn_is_over_and_not_before() {
    let house = House::open().await;
    let (made, mut allies) = against_a_computer(&house).await;
    let watch = &made.cookies["watch"];
    for cookie in [&made.maker, watch] {
        assert_eq!(explained(&house, &made.id, cookie).await, json!([]));
        let (status, says) = why(&house, &made.id, cookie, 1).await;
        assert_eq!((status, &says["error"]["code"]), (409, &json!("not-told")), "its bid is still secret");
    }
    allies.bid("allies", BIDS[0]).await;
    // The computer has bid again, in the next turn.
    allies.until(3).await;
    for cookie in [&made.maker, watch] {
        assert_eq!(
            explained(&house, &made.id, cookie).await,
            json!([1]),
            "not of the person, not of this turn"
        );
        let (status, says) = why(&house, &made.id, cookie, 1).await;
        assert_eq!((status, &says["side"], &says["line"]), (200, &json!("axis"), &json!(1)), "{says}");
        assert_eq!(says["pilot"], "Flight lieutenant");
        let candidates = says["why"]["candidates"].as_array().unwrap();
        assert_eq!((candidates.len(), &says["given"]), (BIDS.len(), &json!(0)));
        let best_first = |a: &Value, b: &Value| a["score_milli"].as_i64() >= b["score_milli"].as_i64();
        assert!(candidates.is_sorted_by(best_first), "{says}");
        assert!(says["why"]["text"].as_str().unwrap().starts_with("The best of 3"), "{says}");
        for line in [0, 2, 3, 4, u32::MAX] {
            assert_eq!(why(&house, &made.id, cookie, line).await.0, 409, "command {line}");
        }
    }
    play_on(&mut allies).await;
    assert_eq!(explained(&house, &made.id, "").await, json!([1, 3, 5]), "all of it once the game is over");
    assert_eq!(why(&house, &made.id, "", 5).await.0, 200);
}

#[tokio::test]
async fn on_a_socket_a_computer_says_the_same_and_no_sooner() {
    let house = House::open().await;
    let (made, mut allies) = against_a_computer(&house).await;
    let mut watcher = house.player(&made.id, &made.cookies["watch"]).await;
    for player in [&mut allies, &mut watcher] {
        let told = player.ask("why", json!({ "line": 1 })).await;
        assert_eq!(told["error"]["code"], -32003, "its bid is still secret: {told}");
    }
    allies.bid("allies", BIDS[0]).await;
    allies.until(3).await;
    let (_, by_http) = why(&house, &made.id, &made.maker, 1).await;
    for player in [&mut allies, &mut watcher] {
        assert_eq!(player.ok("why", json!({ "line": 1 })).await, by_http);
        for line in [0, 2, 3, 4, u32::MAX] {
            assert_eq!(player.refused("why", json!({ "line": line })).await, -32003, "command {line}");
        }
        let told = player.ask("why", json!({ "line": 1, "level": "cadet" })).await;
        assert_eq!(told["error"]["message"], "level: a server knows which pilot gave a command");
    }
    assert_eq!(watcher.refused("why", json!({ "line": 1, "seat": "axis" })).await, -32003);
}

#[tokio::test]
async fn where_people_get_no_hints_a_computer_says_why_after_the_game() {
    let house = House::open_with(|config| config.hints = false).await;
    let (made, mut allies) = against_a_computer(&house).await;
    allies.bid("allies", BIDS[0]).await;
    allies.until(3).await;
    assert_eq!(explained(&house, &made.id, &made.maker).await, json!([]));
    assert_eq!(why(&house, &made.id, &made.maker, 1).await.0, 409);
    play_on(&mut allies).await;
    assert_eq!(explained(&house, &made.id, &made.maker).await, json!([1, 3, 5]));
}

#[tokio::test]
async fn people_are_not_asked_why() {
    let house = House::open().await;
    let made = house.table(json!({ "hot_seat": true })).await;
    let mut both = house.player(&made.id, &made.maker).await;
    for bid in BIDS {
        both.bid("allies", bid).await;
        both.bid("axis", BIDS[0]).await;
    }
    assert_eq!(explained(&house, &made.id, &made.maker).await, json!([]));
    assert_eq!(why(&house, &made.id, &made.maker, 1).await.0, 409);
}
