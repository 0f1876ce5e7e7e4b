//! Taking back at a table of several people (`table/take-back`), and commands that stand (`table/stands`).

use crate::common::{House, Made, Player};
use bids::BIDS;
use serde_json::{Value, json};

async fn two(house: &House, made: &Made) -> (Player, Player) {
    let allies = house.player(&made.id, &made.cookies["allies"]).await;
    (allies, house.player(&made.id, &made.cookies["axis"]).await)
}

async fn nod(player: &mut Player) {
    player.ok("act", json!({ "command": "nod" })).await;
}

/// What a seat is told of taking back when it looks.
async fn may(player: &mut Player) -> String {
    let whole = player.ok("view", json!({})).await;
    whole["take_back"]["may"].as_str().unwrap_or("nothing").to_owned()
}

fn texts(player: &Player) -> Vec<&str> {
    player.log.iter().map(|entry| entry["text"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn what_the_other_side_has_seen_is_taken_back_only_if_it_agrees_and_the_log_tells_of_it() {
    let mut house = House::open().await;
    let made = house.table(json!({ "scenario": "polite" })).await;
    let (mut allies, mut axis) = two(&house, &made).await;
    assert_eq!((may(&mut allies).await, may(&mut axis).await), ("no".into(), "no".into()));
    nod(&mut allies).await;
    axis.until(1).await;
    assert_eq!((may(&mut allies).await, may(&mut axis).await), ("ask".into(), "no".into()));
    let asked = allies.ok("undo", json!({})).await;
    assert_eq!(
        (&asked["asked"], &asked["pending"]["seq"]),
        (&json!(true), &json!(1)),
        "nothing has changed yet"
    );
    assert_eq!(axis.told("asked", |_| true).await, json!({ "by": "allies", "seq": 1 }));
    let page = house.player(&made.id, &made.cookies["axis"]).await;
    assert_eq!(page.hello["asked"], "allies", "whoever comes later is told too");
    assert_eq!(axis.ok("view", json!({})).await["asked"], "allies");
    // Nobody agrees for the other side, or to another change than the one that was asked about.
    assert_eq!(allies.refused("consent", json!({ "seq": 1, "allow": true })).await, -32003);
    assert_eq!(allies.refused("consent", json!({ "seat": "axis", "seq": 1, "allow": true })).await, -32003);
    assert_eq!(axis.refused("consent", json!({ "seq": 0, "allow": true })).await, -32003);
    let back = axis.ok("consent", json!({ "seq": 1, "allow": true })).await;
    assert_eq!((&back["pending"]["seq"], &back["pending"]["line"]), (&json!(2), &json!(0)));
    allies.until(2).await;
    for player in [&allies, &axis] {
        assert_eq!(texts(player), ["Allies take back what they said last"]);
        assert_eq!(player.log[0]["rules"], json!(["table/take-back"]));
    }
    assert_eq!(axis.refused("consent", json!({ "seq": 2, "allow": true })).await, -32003, "once is enough");
    house.restart().await;
    let (mut allies, axis) = two(&house, &made).await;
    assert_eq!(texts(&axis), ["Allies take back what they said last"]);
    nod(&mut allies).await;
    assert_eq!(texts(&allies), ["Allies take back what they said last", "Allies nod"]);
}

#[tokio::test]
async fn a_refusal_or_another_command_ends_the_question() {
    let house = House::open().await;
    let made = house.table(json!({ "scenario": "polite" })).await;
    let (mut allies, mut axis) = two(&house, &made).await;
    nod(&mut allies).await;
    axis.until(1).await;
    allies.ok("undo", json!({})).await;
    axis.ok("consent", json!({ "seq": 1, "allow": false })).await;
    assert_eq!(allies.told("asked", |asked| asked["by"].is_null()).await["seq"], 1);
    assert_eq!(axis.refused("consent", json!({ "seq": 1, "allow": true })).await, -32003);
    allies.ok("undo", json!({})).await;
    nod(&mut axis).await;
    for seq in [1, 2] {
        assert_eq!(axis.refused("consent", json!({ "seq": seq, "allow": true })).await, -32003);
    }
    assert_eq!(axis.ok("view", json!({})).await["asked"], Value::Null);
}

#[tokio::test]
async fn nobody_is_asked_before_the_other_side_has_come_or_where_one_browser_has_both() {
    let house = House::open().await;
    let made = house.table(json!({ "scenario": "polite" })).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    for seq in [1, 3] {
        nod(&mut allies).await;
        assert_eq!(may(&mut allies).await, "now");
        allies.ok("undo", json!({})).await;
        assert_eq!((allies.seq, texts(&allies).len()), (seq + 1, 0));
    }
    nod(&mut allies).await;
    // A side that looks on as an observer, or through a file, has seen it as well.
    house.get(&format!("/api/tables/{}/transcript", made.id), &made.cookies["axis"]).await;
    assert_eq!(may(&mut allies).await, "ask");
    let hot = house.table(json!({ "scenario": "polite", "hot_seat": true })).await;
    let mut both = house.player(&hot.id, &hot.maker).await;
    nod(&mut both).await;
    assert_eq!(may(&mut both).await, "now");
    both.ok("undo", json!({ "seat": "allies" })).await;
    assert_eq!(texts(&both), ["Allies take back what they said last"]);
}

#[tokio::test]
async fn nothing_is_taken_back_once_the_game_is_over() {
    let mut house = House::open().await;
    let made = house.table(json!({})).await;
    let (mut allies, mut axis) = two(&house, &made).await;
    axis.bid("axis", BIDS[0]).await;
    allies.until(1).await;
    allies.ok("act", json!({ "command": "give-up" })).await;
    axis.until(2).await;
    let path = format!("/api/tables/{}/transcript", made.id);
    let shown = house.get(&path, "").await.body;
    assert!(shown.contains("\"seed\""), "the transcript shows everything now");
    for again in [false, true] {
        if again {
            house.restart().await;
            (allies, axis) = two(&house, &made).await;
        }
        for player in [&mut allies, &mut axis] {
            assert_eq!(player.refused("undo", json!({})).await, -32003);
            assert_eq!(may(player).await, "no");
        }
        assert_eq!(house.get(&path, "").await.body, shown);
    }
}

#[tokio::test]
async fn who_throws_dice_is_bound_before_the_dice_tell_of_a_secret_even_after_a_restart() {
    let mut house = House::open().await;
    let made = house.table(json!({ "dice": "ask" })).await;
    let (mut allies, mut axis) = two(&house, &made).await;
    allies.bid("allies", BIDS[0]).await;
    axis.until(1).await;
    let bid = |n: u32, dice: Value| json!({ "command": { "bid": n }, "dice": dice });
    let asked = axis.ask("act", bid(BIDS[2], json!([]))).await;
    assert_eq!(asked["error"]["data"]["need"].as_array().unwrap().len(), 2, "{asked}");
    for again in [false, true] {
        if again {
            house.restart().await;
            (allies, axis) = two(&house, &made).await;
        }
        for dice in [json!([]), json!([3])] {
            let other = axis.ask("act", bid(BIDS[1], dice)).await;
            assert_eq!(other["error"]["data"]["rule"], "table/stands", "{other}");
        }
        assert_eq!(allies.refused("undo", json!({})).await, -32003, "the Axis may know of the bid");
        let menu = axis.ok("legal", json!({})).await;
        let choices = menu["choices"].as_array().unwrap().clone();
        assert_eq!(choices.len(), 1);
        assert_eq!(choices[0]["say"], json!({ "command": { "bid": BIDS[2] } }));
    }
    // A page that was asked for dice sends the number of the change at which it asked.
    let mut thrown = bid(BIDS[2], json!([4, 5]));
    thrown["seq"] = 1.into();
    axis.ok("act", thrown).await;
    allies.until(axis.seq).await;
    assert_eq!(allies.view["score"][1]["value"], 9);
}

#[tokio::test]
async fn a_pilot_that_throws_its_own_dice_is_not_stopped_by_what_binds_it() {
    let house = House::open().await;
    let made = house.table(json!({ "dice": "ask", "seats": { "axis": "pilot:random" } })).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    for _ in 0..3 {
        // Whoever bids last throws; the pilot bids at once, so that the page throws here.
        let command = json!({ "command": { "bid": BIDS[0] }, "dice": [] });
        let mut answer = allies.ask("act", command.clone()).await;
        while let Some(need) = answer["error"]["data"]["need"].as_array() {
            let mut again = command.clone();
            again["dice"] = json!(vec![1; need.len()]);
            answer = allies.ask("act", again).await;
        }
        assert!(answer.get("error").is_none(), "{answer}");
        while allies.view["to_act"] == json!(["axis"]) {
            allies.until(allies.seq + 1).await;
        }
    }
    while allies.view["outcome"].is_null() {
        allies.until(allies.seq + 1).await;
    }
}
