//! Tables played over sockets: in step, through restarts, by people and by pilots.

use crate::common::{House, Made, Player};
use bids::BIDS;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

async fn two(house: &House, made: &Made) -> (Player, Player) {
    let allies = house.player(&made.id, &made.cookies["allies"]).await;
    (allies, house.player(&made.id, &made.cookies["axis"]).await)
}

/// What is held by patches is what the server would send whole.
async fn agrees(player: &mut Player) {
    let whole = player.ok("view", json!({})).await;
    assert_eq!(whole["seq"], json!(player.seq));
    assert_eq!(whole["log"], json!(player.log));
    assert_eq!(crate::common::view_of(whole), player.view);
}

#[tokio::test]
async fn two_seats_and_a_watcher_stay_in_step_to_the_end() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    let (mut allies, mut axis) = two(&house, &made).await;
    let mut watcher = house.player(&made.id, &made.cookies["watch"]).await;
    assert_eq!(allies.hello["seats"], json!(["allies", "observer"]));
    assert_eq!(watcher.hello["seat"], "observer");
    for round in 0..3 {
        let done = allies.bid("allies", BIDS[round % 3]).await;
        assert_eq!((&done["pending"]["seq"], &done["line"]), (&json!(allies.seq), &json!(allies.seq)));
        axis.bid("axis", BIDS[2 - round % 3]).await;
        for player in [&mut allies, &mut axis, &mut watcher] {
            player.until(2 * round as u64 + 2).await;
            agrees(player).await;
        }
    }
    assert!(allies.view["outcome"]["text"].is_string(), "the game is over");
    assert_eq!(allies.view["score"], watcher.view["score"]);
    assert_eq!(allies.refused("act", json!({ "command": { "bid": BIDS[0] } })).await, -32001);
    // Once it is over, everybody may see everything.
    assert_eq!(watcher.ok("sit", json!({ "seat": "referee" })).await["seat"], "referee");
}

#[tokio::test]
async fn several_tabs_on_one_seat_see_the_same() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    let (mut first, mut axis) = two(&house, &made).await;
    let mut second = house.player(&made.id, &made.cookies["allies"]).await;
    second.bid("allies", BIDS[1]).await;
    first.until(1).await;
    axis.bid("axis", BIDS[0]).await;
    first.until(2).await;
    second.until(2).await;
    assert_eq!((&first.view, &first.log), (&second.view, &second.log));
}

#[tokio::test]
async fn presence_counts_who_is_there() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    let (mut allies, axis) = two(&house, &made).await;
    assert_eq!(axis.hello["presence"], json!({ "allies": 1, "axis": 1, "observer": 0, "watchers": [] }));
    drop(axis);
    allies.told("presence", |p| p["axis"] == 0).await;
}

#[tokio::test]
async fn a_lost_connection_comes_back_to_the_same_position() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    let (mut allies, mut axis) = two(&house, &made).await;
    allies.bid("allies", BIDS[0]).await;
    drop(allies);
    axis.until(1).await;
    axis.bid("axis", BIDS[1]).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    assert_eq!((allies.seq, allies.hello["seq"].as_u64()), (2, Some(2)));
    assert_eq!(allies.view["score"], axis.view["score"]);
    // Only the end of the log is asked for.
    let last = allies.log.last().unwrap()["seq"].clone();
    let late = allies.ok("view", json!({ "since": last })).await;
    assert_eq!(late["log"].as_array().unwrap().len(), 1);
}

/// What a table says itself when it is set up is kept like everything else.
#[tokio::test]
async fn commands_that_leave_nothing_to_choose_are_given_and_kept() {
    let mut house = House::open().await;
    let made = house.table(json!({ "scenario": "curt" })).await;
    let (allies, mut axis) = two(&house, &made).await;
    assert_eq!((allies.seq, &allies.view["to_act"]), (2, &json!(["allies", "axis"])));
    assert_eq!(axis.refused("undo", json!({})).await, -32003, "nothing was chosen");
    house.restart().await;
    let (mut again, _) = two(&house, &made).await;
    assert_eq!((again.seq, &again.view, &again.log), (2, &allies.view, &allies.log));
    again.bid("allies", BIDS[0]).await;
    agrees(&mut again).await;
}

#[tokio::test]
async fn a_restart_brings_back_the_same_position_and_the_game_goes_on() {
    let mut house = House::open().await;
    let made = house.table(json!({})).await;
    let (mut allies, mut axis) = two(&house, &made).await;
    allies.bid("allies", BIDS[0]).await;
    axis.until(1).await;
    axis.bid("axis", BIDS[1]).await;
    allies.until(2).await;
    allies.bid("allies", BIDS[2]).await;
    allies.ok("undo", json!({})).await;
    allies.bid("allies", BIDS[1]).await;
    axis.until(5).await;
    house.restart().await;
    let (mut allies_again, mut axis_again) = two(&house, &made).await;
    assert_eq!((allies_again.seq, axis_again.seq), (5, 5));
    assert_eq!((&allies.view, &allies.log), (&allies_again.view, &allies_again.log));
    assert_eq!((&axis.view, &axis.log), (&axis_again.view, &axis_again.log));
    axis_again.bid("axis", BIDS[0]).await;
    allies_again.until(6).await;
    agrees(&mut allies_again).await;
}

#[tokio::test]
async fn a_server_that_stops_says_goodbye() {
    let mut house = House::open().await;
    let made = house.table(json!({})).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let stopping = tokio::spawn(house.running.take().unwrap().stop());
    assert_eq!(allies.told("bye", |_| true).await["why"], "shutdown");
    assert!(allies.receive().await.is_none());
    stopping.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_hot_seat_holds_both_sides_and_sits_down_in_turn() {
    let house = House::open().await;
    let made = house.table(json!({ "hot_seat": true })).await;
    assert_eq!(made.json["seats"], json!(["allies", "axis"]));
    let mut player = house.player(&made.id, &made.maker).await;
    assert_eq!(player.hello["seats"], json!(["allies", "axis", "observer"]));
    player.bid("allies", BIDS[0]).await;
    let handed_over = player.ok("sit", json!({ "seat": "axis" })).await;
    assert_eq!(handed_over["seat"], "axis");
    assert!(handed_over["decision"]["owed"].as_bool().unwrap());
    player.look().await;
    player.bid("axis", BIDS[1]).await;
    agrees(&mut player).await;
}

#[tokio::test]
async fn a_pilot_flies_its_side_to_the_end() {
    let house = House::open().await;
    let made = house.table(json!({ "seats": { "axis": "pilot:simple" } })).await;
    assert!(made.json["links"].get("axis").is_none(), "nobody may sit where a pilot flies");
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    for (seq, bid) in [1, 3, 5].into_iter().zip(BIDS) {
        // The pilot bids without waiting for anybody.
        allies.until(seq).await;
        assert_eq!(allies.view["to_act"], json!(["allies"]));
        allies.bid("allies", bid).await;
        agrees(&mut allies).await;
    }
    assert!(allies.view["outcome"].is_object());
}

#[tokio::test]
async fn undo_takes_back_the_pilots_answers_and_stops_at_what_was_shown() {
    let house = House::open().await;
    let made = house.table(json!({ "scenario": "polite", "seats": { "axis": "pilot:simple" } })).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let start = allies.view.clone();
    assert_eq!(allies.refused("undo", json!({})).await, -32003, "there is nothing to take back");
    allies.ok("act", json!({ "command": "nod" })).await;
    // The pilot nods and bids in secret; neither shows anything.
    allies.until(3).await;
    let back = allies.ok("undo", json!({})).await;
    assert_eq!((&back["pending"]["seq"], &back["pending"]["line"]), (&json!(4), &json!(0)));
    assert_eq!(allies.view, start);
    assert!(allies.log.is_empty());
    agrees(&mut allies).await;
    allies.ok("act", json!({ "command": "nod" })).await;
    allies.until(7).await;
    allies.bid("allies", BIDS[0]).await;
    let shown = allies.seq;
    assert_eq!(allies.refused("undo", json!({})).await, -32003, "the bids were shown");
    agrees(&mut allies).await;
    assert_eq!(allies.seq, shown);
}

#[tokio::test]
async fn two_pilots_play_to_the_end_by_themselves() {
    let house = House::open().await;
    let seats = json!({ "allies": "pilot:random", "axis": "pilot:simple" });
    let made = house.table(json!({ "seats": seats, "pace_ms": 0 })).await;
    assert_eq!(made.json["seats"], json!(["observer", "referee"]));
    let mut watcher = house.player(&made.id, &made.maker).await;
    watcher.until(6).await;
    assert!(watcher.view["outcome"].is_object());
    agrees(&mut watcher).await;
}

#[tokio::test]
async fn a_command_taken_back_under_a_pilot_leaves_it_nothing_to_answer() {
    let mut house = House::open().await;
    let made = house
        .table(json!({ "scenario": "polite", "seats": { "axis": "pilot:simple" }, "pace_ms": 10_000 }))
        .await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    allies.ok("act", json!({ "command": "nod" })).await;
    house.restart().await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    assert_eq!((allies.seq, &allies.view["to_act"]), (1, &json!(["axis"])));
    // It is at work again since somebody looks.
    allies.ok("undo", json!({})).await;
    assert_eq!(allies.view["to_act"], json!(["allies"]));
}

#[tokio::test]
async fn people_throw_their_own_dice() {
    let house = House::open().await;
    let made = house.table(json!({ "dice": "ask" })).await;
    let (mut allies, mut axis) = two(&house, &made).await;
    assert_eq!(allies.hello["table"]["dice"], "ask");
    allies.bid("allies", BIDS[0]).await;
    axis.until(1).await;
    let asked = axis.ask("act", json!({ "command": { "bid": BIDS[1] } })).await;
    assert_eq!(asked["error"]["code"], -32002);
    assert_eq!(asked["error"]["data"]["need"][0]["die"], 6);
    assert_eq!(axis.refused("act", json!({ "command": { "bid": BIDS[1] }, "dice": [7] })).await, -32602);
    let done = axis.ok("act", json!({ "command": { "bid": BIDS[1] }, "dice": [5] })).await;
    assert_eq!(done["dice"], json!([5]));
    assert_eq!(axis.view["score"][1]["value"], 5);
}

#[tokio::test]
async fn a_pilot_throws_its_own_dice() {
    let house = House::open().await;
    let seats = json!({ "allies": "pilot:simple", "axis": "pilot:simple" });
    let made = house.table(json!({ "dice": "ask", "seats": seats, "pace_ms": 0 })).await;
    let mut watcher = house.player(&made.id, &made.maker).await;
    watcher.until(6).await;
    assert!(watcher.view["outcome"].is_object());
}

#[tokio::test]
async fn a_command_for_an_older_position_is_refused() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    let (mut allies, mut axis) = two(&house, &made).await;
    allies.ok("act", json!({ "command": { "bid": BIDS[0] }, "seq": 0 })).await;
    axis.until(1).await;
    let stale = axis.ask("act", json!({ "command": { "bid": BIDS[0] }, "seq": 0 })).await;
    assert_eq!((&stale["error"]["code"], &stale["error"]["data"]["seq"]), (&json!(-32004), &json!(1)));
    // Sending the same command again after a lost answer is safe.
    assert_eq!(allies.refused("act", json!({ "command": { "bid": BIDS[0] }, "seq": 0 })).await, -32004);
}

#[tokio::test]
async fn questions_are_answered_at_the_table() {
    let house = House::open().await;
    let made = house.table(json!({})).await;
    let mut allies = house.player(&made.id, &made.cookies["allies"]).await;
    let legal = allies.ok("legal", json!({ "draft": { "bid": BIDS[0] } })).await;
    assert_eq!((&legal["seq"], &legal["draft"]["barred"]), (&json!(0), &json!([])));
    assert_eq!(legal["draft"]["plans"].as_array().unwrap().len(), 3);
    assert_eq!(legal["draft"]["cut"], "sample");
    let short = allies.ok("legal", json!({ "draft": { "bid": BIDS[0] }, "plans": false })).await;
    assert_eq!(short["draft"]["plans"], json!([]), "they were not asked for");
    let plans = allies.ok("plans", json!({ "aircraft": 1 })).await;
    assert_eq!((plans["plans"].as_array().unwrap().len(), &plans["cut"]), (3, &json!("sample")));
    let position = allies.ok("position", json!({})).await;
    assert_eq!((&position["seq"], &position["position"]["rounds"]), (&json!(0), &json!(3)));
    assert_eq!(allies.ok("plans", json!({ "aircraft": "allies-kite" })).await["seq"], 0);
    assert_eq!(allies.refused("odds", json!({ "shooter": 1, "target": 2 })).await, -32001);
    assert_eq!(allies.ok("pilot", json!({ "level": "simple" })).await["command"], json!({ "bid": BIDS[2] }));
    assert!(allies.ok("render", json!({})).await["svg"].as_str().unwrap().contains("<svg"));
    assert_eq!(allies.ok("pending", json!({})).await["to_act"], json!(["allies", "axis"]));
    assert_eq!(allies.ok("pilot", json!({ "play": true })).await["acted"]["pending"]["seq"], 1);
}

/// What a seat is told of the next change.
async fn change(player: &mut Player) -> Value {
    player.told("changed", |_| true).await
}

#[tokio::test]
async fn a_change_brings_the_menu_to_the_side_that_owes_the_decision_and_to_nobody_else() {
    let house = House::open().await;
    let made = house.table(json!({ "scenario": "polite" })).await;
    let (mut allies, mut axis) = two(&house, &made).await;
    let mut quiet = house.player(&made.id, &made.cookies["axis"]).await;
    quiet.ok("sit", json!({ "menus": false })).await;
    let mut watcher = house.player(&made.id, &made.cookies["watch"]).await;
    allies
        .send(Message::text(
            json!({ "jsonrpc": "2.0", "method": "act", "params": { "command": "nod" } }).to_string(),
        ))
        .await;
    let mut told = change(&mut axis).await["menu"].clone();
    told["seq"] = json!(1);
    axis.seq = 1;
    assert_eq!(told, axis.ok("legal", json!({})).await, "what it would have asked for");
    for player in [&mut allies, &mut quiet, &mut watcher] {
        let changed = change(player).await;
        assert_eq!((&changed["seq"], changed.get("menu")), (&json!(1), None));
    }
    axis.ok("act", json!({ "command": "nod" })).await;
    // Both owe a bid now.
    for (player, owes) in [(&mut allies, true), (&mut quiet, false), (&mut watcher, false)] {
        assert_eq!(change(player).await["menu"]["owed"] == json!(true), owes);
    }
    axis.ok("undo", json!({})).await;
}

#[tokio::test]
async fn whoever_wants_no_events_gets_none_with_the_answer() {
    let house = House::open().await;
    let made = house.table(json!({ "scenario": "polite" })).await;
    let (mut allies, mut axis) = two(&house, &made).await;
    let done = allies.ok("act", json!({ "command": "nod" })).await;
    assert_eq!(done["events"][0]["text"], "Allies nod");
    axis.until(1).await;
    let done = axis.ok("act", json!({ "command": "nod", "events": false })).await;
    assert_eq!((&done["events"], &done["pending"]["seq"]), (&json!([]), &json!(2)));
}

#[tokio::test]
async fn a_socket_answers_what_standard_input_answers_except_where_tables_are_made() {
    let house = House::open().await;
    let made = house.table(json!({ "scenario": { "rounds": 1 } })).await;
    let (mut allies, mut axis) = two(&house, &made).await;
    assert_eq!(allies.ok("games", json!({})).await, house.get("/api/games", "").await.json());
    assert_eq!(
        allies.ok("rules", json!({ "game": "bids" })).await,
        house.get("/api/rules/bids", "").await.json()
    );
    assert_eq!(allies.ok("cards", json!({ "game": "bids" })).await["cards"][0]["id"], "kite");
    let new = json!({ "game": "bids", "scenario": "three" });
    for (method, params) in [("new", new), ("load", json!({ "transcript": "" })), ("close", json!({}))] {
        assert_eq!(allies.refused(method, params).await, -32003, "{method}");
    }
    allies.bid("allies", BIDS[0]).await;
    assert_eq!(axis.refused("transcript", json!({})).await, -32003, "it holds what the Allies bid");
    axis.until(1).await;
    axis.bid("axis", BIDS[1]).await;
    assert_eq!(axis.ok("transcript", json!({})).await["lines"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn lists_show_ones_own_tables_and_open_ones() {
    let mut house = House::open().await;
    let own = house.table(json!({})).await;
    let open = house.table(json!({ "watch": "anyone" })).await;
    let ids = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|t| t["id"].as_str().unwrap().to_owned()).collect()
    };
    let mine = house.get("/api/tables", &format!("{}; {}", own.maker, open.cookies["axis"])).await.json();
    let mut seen = ids(&mine["mine"]);
    seen.sort();
    let mut both = [own.id.clone(), open.id.clone()];
    both.sort();
    assert_eq!(seen, both);
    assert_eq!(ids(&mine["open"]), vec![open.id.clone()]);
    let stranger = house.get("/api/tables", "").await.json();
    assert_eq!((ids(&stranger["mine"]), ids(&stranger["open"])), (vec![], vec![open.id.clone()]));
    let info = house.get(&format!("/api/tables/{}", open.id), "").await.json();
    assert_eq!((&info["held"], &info["sides"]["axis"]["name"]), (&json!([]), &json!("Orange")));
    assert_eq!(info["commitment"].as_str().unwrap().len(), 64);
    // After a restart the list is made from what was kept.
    let mut player = house.player(&open.id, &open.cookies["allies"]).await;
    player.bid("allies", BIDS[0]).await;
    house.restart().await;
    let listed = house.get("/api/tables", &open.cookies["axis"]).await.json();
    assert_eq!((&listed["mine"][0]["to_act"], &listed["mine"][0]["seq"]), (&json!(["axis"]), &json!(1)));
}

#[tokio::test]
async fn chances_are_worked_out_along_a_finished_game() {
    let house = House::open().await;
    let made = house.table(json!({ "hot_seat": true })).await;
    let path = format!("/api/tables/{}/chances", made.id);
    let mut player = house.player(&made.id, &made.maker).await;
    let early = house.get(&path, &made.maker).await;
    assert_eq!((early.status, early.json()["error"]["code"].as_str()), (409, Some("not-over")));
    for bid in BIDS {
        player.bid("axis", bid).await;
        player.bid("allies", BIDS[1]).await;
    }
    let outcome = house.get(&format!("/api/tables/{}", made.id), &made.maker).await.json()["outcome"].clone();
    let points = house.chances(&made.id).await["points"].as_array().unwrap().clone();
    let lines: Vec<_> = points.iter().map(|p| p["line"].as_u64().unwrap()).collect();
    assert_eq!((lines[0], *lines.last().unwrap()), (0, 6), "from the set-up to the end");
    let games = |p: &serde_json::Value| ["allies", "axis", "draws"].map(|who| p[who].as_u64().unwrap());
    assert!(points.iter().all(|p| games(p).iter().sum::<u64>() > 0));
    // At the end nothing is left to chance.
    let winner = outcome["winner"].as_str().unwrap_or("draws");
    let last = points.last().unwrap();
    assert_eq!(last[winner].as_u64().unwrap(), games(last).iter().sum::<u64>());
}

#[tokio::test]
async fn whoever_asks_for_the_chances_of_many_games_gets_all_of_them_in_turn() {
    let house = House::open().await;
    let mut ids = Vec::new();
    for _ in 0..6 {
        let made = house.table(json!({ "scenario": { "rounds": 1 }, "hot_seat": true })).await;
        let mut both = house.player(&made.id, &made.maker).await;
        both.bid("allies", BIDS[0]).await;
        both.bid("axis", BIDS[1]).await;
        ids.push(made.id);
    }
    for id in &ids {
        let answer = house.get(&format!("/api/tables/{id}/chances"), "").await;
        assert_eq!(answer.status, 200, "to wait for a turn is no error: {}", answer.body);
    }
    for id in &ids {
        assert_eq!(house.chances(id).await["points"].as_array().unwrap().len(), 2);
    }
}

#[tokio::test]
async fn a_replay_leads_through_every_position_of_the_game() {
    let house = House::open().await;
    let made = house.table(json!({ "hot_seat": true })).await;
    let mut player = house.player(&made.id, &made.maker).await;
    player.bid("allies", BIDS[0]).await;
    player.ok("undo", json!({ "seat": "allies" })).await;
    for bid in BIDS {
        player.bid("axis", bid).await;
        player.bid("allies", BIDS[1]).await;
    }
    // Once a game is over, whoever knows its id may see all of it.
    let replay = house.get(&format!("/api/tables/{}/replay", made.id), "").await.json();
    assert_eq!(replay["seat"], "referee");
    let steps = replay["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 6, "what was taken back is not in it");
    let mut view = replay["view"].clone();
    for step in steps {
        crate::common::apply(&mut view, &step["patch"]);
        assert_eq!(view["to_act"], step["to_act"]);
    }
    player.ok("sit", json!({ "seat": "referee" })).await;
    player.look().await;
    assert_eq!(view, player.view);
    let said: usize = steps.iter().map(|s| s["log"].as_array().unwrap().len()).sum();
    assert_eq!(said, player.log.len());
    let transcript = house.get(&format!("/api/tables/{}/transcript", made.id), "").await;
    let whole = table::Transcript::from_lines(&transcript.body).unwrap();
    assert!(whole.end.as_ref().unwrap().seed.is_some(), "the seed is shown at the end");
    assert!(crate::common::catalog().replay(&whole, None).is_ok());
}
