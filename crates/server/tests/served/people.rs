//! People at a table: what they are called, and what they say to whom. What is said to one side is in no byte that anybody else is sent.

use crate::common::{House, Made, Player};
use serde_json::{Value, json};

/// Players of both sides and a watcher.
async fn company(house: &House) -> (Made, [Player; 3]) {
    let made = house.table(json!({ "watch": "anyone" })).await;
    let allies = house.player(&made.id, &made.cookies["allies"]).await;
    let axis = house.player(&made.id, &made.cookies["axis"]).await;
    let watcher = house.player(&made.id, "").await;
    (made, [allies, axis, watcher])
}

fn texts(talk: &Value) -> Vec<&str> {
    talk.as_array().unwrap().iter().map(|said| said["text"].as_str().unwrap()).collect()
}

/// Everything that can be fetched of a table and of the lists with this cookie.
async fn fetched(house: &House, id: &str, cookie: &str) -> String {
    let mut all = house.get("/api/tables", cookie).await.body;
    for path in ["", "/transcript", "/replay", "/why", "/chances", "/debrief"] {
        all += &house.get(&format!("/api/tables/{id}{path}"), cookie).await.body;
    }
    all
}

#[tokio::test]
async fn what_is_said_to_one_side_is_in_no_byte_that_others_are_sent() {
    let mut house = House::open().await;
    let (made, [mut allies, mut axis, mut watcher]) = company(&house).await;
    allies.ok("talk", json!({ "to": "side", "text": "attack from PLUM" })).await;
    axis.ok("talk", json!({ "to": "side", "text": "we hold QUINCE" })).await;
    watcher.ok("talk", json!({ "to": "watchers", "text": "they meet at PEAR" })).await;
    // Whoever has heard the last line has heard all before it.
    allies.ok("talk", json!({ "to": "all", "text": "good luck" })).await;
    for player in [&mut axis, &mut watcher] {
        player.told("said", |said| said["text"] == "good luck").await;
    }
    // No seat may be spoken from or listened at that is not held.
    for seat in ["allies", "axis", "referee"] {
        watcher.refused("talk", json!({ "seat": seat, "to": "side", "text": "x" })).await;
        for method in ["view", "sit", "position", "transcript"] {
            watcher.ask(method, json!({ "seat": seat })).await;
            axis.ask(method, json!({ "seat": seat })).await;
        }
    }
    // A player who sits with the watchers hears no more for it.
    axis.ok("sit", json!({ "seat": "observer" })).await;
    watcher.ok("talk", json!({ "to": "watchers", "text": "more PEAR" })).await;
    axis.ok("talk", json!({ "seat": "observer", "to": "side", "text": "still QUINCE" })).await;
    for (players, words) in
        [([&axis, &watcher], "PLUM"), ([&allies, &watcher], "QUINCE"), ([&allies, &axis], "PEAR")]
    {
        for player in players {
            assert!(!player.heard.contains(words), "{words} in {}", player.heard);
        }
    }
    house.restart().await;
    for (seat, own) in [("allies", "PLUM"), ("axis", "QUINCE"), ("watch", "PEAR")] {
        let cookie = &made.cookies[seat];
        let all = house.player(&made.id, cookie).await.heard + &fetched(&house, &made.id, cookie).await;
        for words in ["PLUM", "QUINCE", "PEAR"] {
            assert_eq!(all.contains(words), words == own, "{seat}: {words}");
        }
    }
}

#[tokio::test]
async fn talk_survives_a_restart_with_its_names() {
    let mut house = House::open().await;
    let (made, [mut allies, mut axis, _]) = company(&house).await;
    allies.ok("call-me", json!({ "name": " Anna\u{202e} " })).await;
    let said = allies.ok("talk", json!({ "to": "all", "text": "<b>hello</b>\nthere" })).await;
    assert_eq!((&said["name"], &said["text"]), (&json!("Anna"), &json!("<b>hello</b> there")));
    let heard = axis.told("said", |_| true).await;
    assert_eq!(heard, said);
    house.restart().await;
    let axis = house.player(&made.id, &made.cookies["axis"]).await;
    assert_eq!(axis.hello["talk"], json!([said]));
    assert_eq!(axis.hello["table"]["people"]["names"], json!({ "allies": "Anna" }));
}

#[tokio::test]
async fn everybody_sees_what_players_and_watchers_are_called() {
    let house = House::open().await;
    let (made, [mut allies, mut axis, mut watcher]) = company(&house).await;
    axis.ok("call-me", json!({ "name": "Otto" })).await;
    allies.told("people", |now| now["names"] == json!({ "axis": "Otto" })).await;
    watcher.ok("call-me", json!({ "name": "Eve" })).await;
    let here = allies.told("presence", |now| now["watchers"] == json!(["Eve"])).await;
    assert_eq!((&here["observer"], &here["axis"]), (&json!(1), &json!(1)));
    for taken in ["Server", "adm\u{200b}in"] {
        assert_eq!(axis.refused("call-me", json!({ "name": taken })).await, -32602, "{taken}");
    }
    axis.ok("call-me", json!({ "name": "" })).await;
    let info = house.get(&format!("/api/tables/{}", made.id), "").await.json();
    assert_eq!(info["people"]["names"], json!({}), "a name can be taken off");
}

#[tokio::test]
async fn whoever_talks_too_much_or_too_long_is_told_to_wait() {
    let house = House::open().await;
    let (_, [mut allies, ..]) = company(&house).await;
    assert_eq!(allies.refused("talk", json!({ "to": "all", "text": "x".repeat(301) })).await, -32602);
    assert_eq!(allies.refused("talk", json!({ "to": "all", "text": " \u{202e} " })).await, -32602);
    let mut codes = Vec::new();
    for n in 0..40 {
        codes.push(
            allies.ask("talk", json!({ "to": "all", "text": n.to_string() })).await["error"]["code"].clone(),
        );
    }
    assert_eq!(codes[0], Value::Null);
    assert!(codes.contains(&json!(-32006)), "{codes:?}");
}

#[tokio::test]
async fn a_host_may_switch_talk_off() {
    let house = House::open_with(|config| config.chat = false).await;
    let (_, [mut allies, ..]) = company(&house).await;
    assert_eq!(allies.hello["talk"], Value::Null);
    assert_eq!(allies.refused("talk", json!({ "to": "all", "text": "hello" })).await, -32003);
}

#[tokio::test]
async fn watchers_talk_to_each_other_and_not_to_players() {
    let house = House::open().await;
    let (made, [mut allies, _, mut watcher]) = company(&house).await;
    assert_eq!(watcher.refused("talk", json!({ "to": "all", "text": "look left" })).await, -32003);
    assert_eq!(allies.refused("talk", json!({ "to": "watchers", "text": "hm" })).await, -32003);
    watcher.ok("talk", json!({ "to": "watchers", "text": "nice" })).await;
    let other = house.player(&made.id, &made.cookies["watch"]).await;
    assert_eq!(texts(&other.hello["talk"]), ["nice"]);
}
