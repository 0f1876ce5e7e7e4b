//! Scenarios over HTTP: what is wrong with one, within limits; and a past position as a scenario, as far as it may be known.

use crate::common::House;
use bids::{BIDS, SECRET};
use serde_json::json;

#[tokio::test]
async fn a_scenario_is_checked_before_anybody_plays_it() {
    let house = House::open().await;
    let check = |more: serde_json::Value| {
        let mut ask = json!({ "game": "bids" });
        ask.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let house = &house;
        async move { house.post("/api/check", &ask).await }
    };
    let sound = check(json!({ "scenario": "three" })).await.json();
    assert_eq!((&sound["flaws"], &sound["scenario"]["rounds"]), (&json!([]), &json!(3)));
    let wrong = check(json!({ "text": "rounds = 0" })).await.json();
    assert_eq!(wrong["flaws"], json!([{ "path": "rounds", "says": "at least 1", "rule": "bids/end" }]));
    assert_eq!(check(json!({ "text": "rounds = \"x\"" })).await.json()["flaws"][0]["path"], "rounds");
    let edit = json!({ "remove": { "aircraft": 1 } });
    let answer = check(json!({ "scenario": "three", "edit": edit })).await.json();
    assert_eq!(answer["flaws"][0]["path"], "edit");
    for wrong in
        [json!({}), json!({ "scenario": "three", "text": "" }), json!({ "game": "chess", "text": "" })]
    {
        assert_eq!(check(wrong).await.status, 422);
    }
    let format = house.get("/api/format/bids", "").await.json();
    assert!(format["schema"]["properties"]["rounds"].is_object(), "{format}");
    assert_eq!(house.get("/api/format/chess", "").await.status, 404);
}

#[tokio::test]
async fn whoever_has_too_many_scenarios_checked_waits() {
    let house = House::open().await;
    let refused = loop {
        let answer = house.post("/api/check", &json!({ "game": "bids", "scenario": "three" })).await;
        if answer.status != 200 {
            break answer;
        }
    };
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("1")));
}

#[tokio::test]
async fn a_past_position_holds_what_its_seat_knew() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    allies.bid("allies", SECRET).await;
    let past = |line: &str, seat: &str| {
        let path = format!("/api/tables/{}/position/{line}", made.id);
        let cookie = made.cookies.get(seat).cloned().unwrap_or_default();
        let house = &house;
        async move { house.get(&path, &cookie).await }
    };
    let secret = SECRET.to_string();
    let own = past("1", "allies").await;
    assert!(own.body.contains(&secret), "{}", own.body);
    for seat in ["axis", "watch"] {
        let answer = past("1", seat).await;
        assert_eq!((answer.status, answer.json()["game"].as_str()), (200, Some("bids")), "{seat}");
        assert!(!answer.body.contains(&secret), "{seat}: {}", answer.body);
    }
    assert_eq!(past("1", "nobody").await.status, 403);
    for line in ["2", "-1", "x"] {
        assert_eq!(past(line, "allies").await.status, 404, "{line}");
    }
    // What it answers can be played.
    let position = own.json()["position"].clone();
    let table = house.post("/api/tables", &json!({ "game": "bids", "scenario": position })).await;
    assert_eq!(table.status, 201, "{}", table.body);
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    axis.bid("axis", BIDS[0]).await;
    assert!(past("2", "axis").await.json()["position"].is_object());
}
