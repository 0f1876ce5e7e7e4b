//! Seats for strangers, one more game, games that are named, left, deleted and carried elsewhere, and clocks.

use crate::common::{Answer, House};
use bids::BIDS;
use serde_json::{Value, json};

async fn post(house: &House, path: &str, cookie: &str, body: Value) -> Answer {
    let headers = [("Content-Type", "application/json"), ("Cookie", cookie)];
    house.request("POST", path, &headers, &body.to_string()).await
}

async fn open_table(house: &House) -> (String, String) {
    let made = house.table(json!({ "open": true, "mine": "allies" })).await;
    assert!(made.json["links"].get("axis").is_none(), "the maker gets no link to a stranger's seat");
    (made.id, made.maker)
}

#[tokio::test]
async fn a_stranger_takes_an_open_seat_from_the_list() {
    let mut house = House::open().await;
    let (id, maker) = open_table(&house).await;
    let listed = house.get("/api/tables", "").await.json();
    assert_eq!(listed["seats"][0]["id"], json!(id));
    assert_eq!(listed["seats"][0]["people"]["open"], json!(["axis"]));
    assert_eq!(house.get("/api/tables", &maker).await.json()["seats"], json!([]), "not to the maker");
    let mut allies = house.player(&id, &maker).await;
    let taken = post(&house, &format!("/api/tables/{id}/take"), "", json!({ "side": "axis" })).await;
    assert_eq!(taken.status, 200, "{}", taken.body);
    allies.told("people", |now| now["open"] == json!([])).await;
    house.restart().await;
    assert_eq!(house.get("/api/tables", "").await.json()["seats"], json!([]));
    let axis = house.player(&id, &taken.cookie()).await;
    assert_eq!(axis.hello["seat"], "axis");
}

#[tokio::test]
async fn of_many_who_take_a_seat_at_once_one_gets_it() {
    let house = House::open().await;
    let (id, maker) = open_table(&house).await;
    let path = format!("/api/tables/{id}/take");
    let own = post(&house, &path, &maker, json!({ "side": "axis" })).await;
    assert_eq!((own.status, own.json()["error"]["code"].clone()), (409, json!("seated")));
    assert_eq!(post(&house, &path, "", json!({ "side": "allies" })).await.status, 409);
    let press = || post(&house, &path, "", json!({ "side": "axis" }));
    let all = tokio::join!(press(), press(), press(), press());
    let mut status = [all.0.status, all.1.status, all.2.status, all.3.status];
    status.sort_unstable();
    assert_eq!(status, [200, 409, 409, 409]);
}

#[tokio::test]
async fn only_a_seat_of_a_second_person_can_be_open() {
    let house = House::open().await;
    for more in [json!({ "hot_seat": true }), json!({ "seats": { "axis": "pilot:simple" } })] {
        let mut body = json!({ "game": "bids", "scenario": "three", "open": true });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        assert_eq!(house.post("/api/tables", &body).await.json()["error"]["path"], "open");
    }
}

#[tokio::test]
async fn a_game_is_deleted_by_whoever_plays_it_alone_and_by_nobody_else() {
    let house = House::open().await;
    let delete = async |id: &str, cookie: &str| {
        house.request("DELETE", &format!("/api/tables/{id}"), &[("Cookie", cookie)], "").await
    };
    let alone = house.table(json!({ "seats": { "axis": "pilot:simple" } })).await;
    assert_eq!(delete(&alone.id, "").await.status, 403);
    assert_eq!(delete(&alone.id, &alone.cookies["watch"]).await.json(), json!({ "deleted": false }));
    let mut player = house.player(&alone.id, &alone.maker).await;
    assert_eq!(delete(&alone.id, &alone.maker).await.json(), json!({ "deleted": true }));
    player.told("bye", |bye| bye["why"] == "deleted").await;
    assert_eq!(house.get(&format!("/api/tables/{}", alone.id), &alone.maker).await.status, 404);

    let two = house.table(json!({})).await;
    house.player(&two.id, &two.cookies["axis"]).await;
    // The maker has both links, and is still only one of two.
    let both = format!("{}; {}", two.cookies["allies"], two.cookies["axis"]);
    for cookie in [&two.maker, &both] {
        assert_eq!(delete(&two.id, cookie).await.json(), json!({ "deleted": false }));
    }
    house.player(&two.id, &two.cookies["axis"]).await;
}

#[tokio::test]
async fn a_deleted_game_leaves_the_numbers_of_others_alone() {
    let mut house = House::open().await;
    let kept = house.table(json!({})).await;
    let mut allies = house.player(&kept.id, &kept.cookies["allies"]).await;
    let gone = house.table(json!({ "hot_seat": true })).await;
    let mut both = house.player(&gone.id, &gone.maker).await;
    both.bid("allies", BIDS[0]).await;
    let path = format!("/api/tables/{}", gone.id);
    assert_eq!(house.request("DELETE", &path, &[("Cookie", &gone.maker)], "").await.status, 200);
    allies.bid("allies", BIDS[0]).await;
    house.restart().await;
    let again = house.player(&kept.id, &kept.cookies["allies"]).await;
    assert_eq!(again.seq, 1);
    let next = house.table(json!({})).await;
    assert_eq!(house.player(&next.id, &next.maker).await.seq, 0, "a new table begins at the beginning");
}

#[tokio::test]
async fn players_name_their_game() {
    let mut house = House::open().await;
    let made = house.table(json!({})).await;
    let path = format!("/api/tables/{}/label", made.id);
    assert_eq!(post(&house, &path, &made.cookies["watch"], json!({ "label": "x" })).await.status, 403);
    assert_eq!(post(&house, &path, &made.maker, json!({ "label": "x".repeat(41) })).await.status, 422);
    assert_eq!(
        post(&house, &path, &made.maker, json!({ "label": " Club \u{202e}night " })).await.status,
        200
    );
    house.restart().await;
    let info = house.get(&format!("/api/tables/{}", made.id), &made.maker).await.json();
    assert_eq!(info["people"]["label"], "Club night");
}

#[tokio::test]
async fn two_who_agree_play_once_more_and_may_change_sides() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let mut axis = house.player(&made.id, &made.cookies["axis"]).await;
    allies.ok("call-me", json!({ "name": "Anna" })).await;
    assert_eq!(allies.refused("again", json!({})).await, -32003, "the game is not over");
    allies.ok("act", json!({ "command": "give-up" })).await;
    axis.until(1).await;
    allies.ok("again", json!({ "swap": true })).await;
    let offer = axis.told("people", |now| !now["again"].is_null()).await;
    assert_eq!(offer["again"], json!({ "by": "allies", "swap": true }));
    let agreed = axis.ok("again", json!({ "swap": true })).await;
    let next = agreed["next"]["table"].as_str().unwrap().to_owned();
    let path = format!("/api/tables/{}/follow", made.id);
    assert_eq!(
        post(&house, &path, "", json!({})).await.header("set-cookie").map(|c| c.contains("=;")),
        Some(true)
    );
    let cookie = post(&house, &path, &made.cookies["allies"], json!({})).await.cookie();
    assert_eq!(
        cookie,
        post(&house, &path, &made.cookies["allies"], json!({})).await.cookie(),
        "one seat, once"
    );
    let now = house.player(&next, &cookie).await;
    assert_eq!(
        (&now.hello["seat"], &now.hello["table"]["people"]["names"]),
        (&json!("axis"), &json!({ "axis": "Anna" }))
    );
}

#[tokio::test]
async fn games_are_carried_to_another_browser_by_a_link_that_works_once_also_after_a_restart() {
    let mut house = House::open().await;
    let (one, two) = (house.table(json!({})).await, house.table(json!({ "hot_seat": true })).await);
    let cookies = format!("{}; {}", one.maker, two.maker);
    assert_eq!(post(&house, "/api/carry", "", json!({})).await.status, 409);
    let link =
        post(&house, "/api/carry", &cookies, json!({})).await.json()["link"].as_str().unwrap().to_owned();
    house.restart().await;
    let path = format!("/api{link}");
    let use_it = || post(&house, &path, "", json!({}));
    let (one_of_two, other) = tokio::join!(use_it(), use_it());
    let there = if one_of_two.status == 200 { &one_of_two } else { &other };
    assert_eq!(there.json(), json!({ "tables": 2 }));
    assert_eq!(one_of_two.status + other.status, 200 + 404, "of two who use it at once one is too late");
    let got: Vec<&str> = there.head.lines().filter_map(|line| line.strip_prefix("set-cookie: ")).collect();
    let got: Vec<&str> = got.iter().map(|cookie| cookie.split(';').next().unwrap()).collect();
    assert!(got.iter().all(|cookie| !cookies.contains(cookie)), "the first browser's tokens stay there");
    let mine = house.get("/api/tables", &got.join("; ")).await.json();
    assert_eq!(mine["mine"].as_array().unwrap().len(), 2);
    house.restart().await;
    assert_eq!(post(&house, &path, "", json!({})).await.status, 404, "spent for good");
}

#[tokio::test]
async fn a_clock_waits_for_both_sides_and_survives_a_restart() {
    let mut house = House::open().await;
    let clock = json!({ "seconds": 3600, "per": "game", "add_s": 0 });
    let made = house.table(json!({ "clock": clock })).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    assert_eq!(allies.hello["clock"], Value::Null, "nobody has come to play against");
    house.player(&made.id, &made.cookies["axis"]).await;
    let now = allies.told("clock", |_| true).await;
    assert_eq!(now["runs"].as_array().unwrap().len(), 2, "both bid at once: {now}");
    house.restart().await;
    let again = house.player(&made.id, &made.cookies["allies"]).await;
    let left = again.hello["clock"]["left_ms"]["allies"].as_i64().unwrap();
    assert!((1..=3_600_000).contains(&left), "{left}");
    assert_eq!(again.hello["clock"]["runs"], now["runs"]);
}

#[tokio::test]
async fn whoever_has_no_time_left_has_resigned() {
    let house = House::open().await;
    let clock = json!({ "seconds": 1, "per": "move" });
    let made = house.table(json!({ "clock": clock })).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let _axis = house.player(&made.id, &made.cookies["axis"]).await;
    let late = allies.told("people", |now| !now["late"].is_null()).await["late"].clone();
    allies.look().await;
    let winner = if late == "allies" { "axis" } else { "allies" };
    assert_eq!(allies.view["outcome"]["winner"], winner);
}

#[tokio::test]
async fn a_clock_has_sensible_times() {
    let house = House::open().await;
    for clock in
        [json!({ "seconds": 0, "per": "turn" }), json!({ "seconds": 60, "per": "game", "add_s": 9999 })]
    {
        let body = json!({ "game": "bids", "scenario": "three", "clock": clock });
        assert_eq!(house.post("/api/tables", &body).await.json()["error"]["path"], "clock");
    }
}
