//! Positions as data: what `view` and `position` answer can be entered again with `new`; and what `legal` and `plans` leave out.

use crate::common::{desk, err, ok};
use desk::Desk;
use serde_json::{Value, json};

fn table_of(opened: &Value) -> String {
    opened["table"].as_str().unwrap().to_owned()
}

fn open(desk: &mut Desk, game: &str, scenario: Value) -> String {
    table_of(&ok(desk, "new", json!({"game": game, "scenario": scenario, "dice": {"seed": 4}})))
}

fn first_to_act(desk: &mut Desk, table: &str) -> Option<String> {
    ok(desk, "pending", json!({"table": table}))["to_act"][0].as_str().map(str::to_owned)
}

/// Lets pilots give so many commands. Whether the game goes on.
fn play(desk: &mut Desk, table: &str, commands: usize) -> bool {
    for _ in 0..commands {
        let Some(seat) = first_to_act(desk, table) else { return false };
        ok(desk, "pilot", json!({"table": table, "seat": seat, "level": "simple", "play": true}));
    }
    first_to_act(desk, table).is_some()
}

/// What a seat sees and may say, without what tells of the game before.
fn seen(desk: &mut Desk, table: &str, seat: &str) -> Value {
    let mut view = ok(desk, "view", json!({"table": table, "seat": seat}));
    for field in ["log", "next_seq", "line", "seq", "take_back"] {
        view.as_object_mut().unwrap().remove(field);
    }
    view
}

#[test]
fn the_position_that_a_referee_sees_can_be_entered_again() {
    let mut desk = desk();
    for (game, scenario) in [
        ("fast-and-easy", "malta-1941"),
        ("spitfire", "bombing"),
        ("spitfire", "formations"),
        ("spitting-fire", "duel"),
        ("spitting-fire", "match"),
    ] {
        let table = open(&mut desk, game, json!(scenario));
        let mut entered = 0;
        while play(&mut desk, &table, 9) && entered < 12 {
            let position =
                ok(&mut desk, "view", json!({"table": table, "seat": "referee"}))["position"].clone();
            assert_eq!(
                ok(&mut desk, "position", json!({"table": table, "seat": "referee"}))["position"],
                position
            );
            let again = open(&mut desk, game, position);
            for seat in ["allies", "axis", "observer", "referee"] {
                assert_eq!(
                    seen(&mut desk, &again, seat),
                    seen(&mut desk, &table, seat),
                    "{game} {scenario} {seat}"
                );
            }
            entered += 1;
        }
        assert!(entered > 0, "{game} {scenario}");
    }
}

#[test]
fn the_numbers_that_a_view_tells_in_words_are_in_the_position() {
    let mut desk = desk();
    let table = open(&mut desk, "spitting-fire", json!("duel"));
    let position = loop {
        let position = ok(&mut desk, "view", json!({"table": table, "seat": "referee"}))["position"].clone();
        if position["state"]["moving"].is_object() {
            break position;
        }
        assert!(play(&mut desk, &table, 1));
    };
    let state = &position["state"];
    assert!(state["moving"]["mp-total"].is_i64() && state["moving"]["mp-spent"].is_i64(), "movement points");
    assert!(state["cards-left"]["red"].is_u64() && state["cards-flipped"]["black"].is_u64(), "the deck");
    assert!(state["active-group"].is_u64(), "the group");
    let table = open(&mut desk, "fast-and-easy", json!("malta-1941"));
    let position = ok(&mut desk, "view", json!({"table": table, "seat": "observer"}))["position"].clone();
    assert_eq!((&position["start"]["combat"], &position["start"]["turn"]), (&json!(false), &json!(1)));
}

#[test]
fn a_seat_gets_the_position_without_what_it_may_not_know() {
    let mut desk = desk();
    let table = open(&mut desk, "spitting-fire", json!("match"));
    ok(&mut desk, "pilot", json!({"table": table, "seat": "axis", "play": true}));
    let forces = |desk: &mut Desk, seat: &str| {
        ok(desk, "view", json!({"table": table, "seat": seat}))["position"]["state"]["forces"].clone()
    };
    assert!(forces(&mut desk, "axis")["axis"].is_object());
    assert!(forces(&mut desk, "referee")["axis"].is_object());
    assert_eq!(forces(&mut desk, "allies"), Value::Null);
    assert_eq!(forces(&mut desk, "observer"), Value::Null);
}

#[test]
fn a_finished_game_has_no_position_to_go_on_from() {
    let mut desk = desk();
    let table = open(&mut desk, "fast-and-easy", json!("kent-duel"));
    ok(&mut desk, "act", json!({"table": table, "seat": "axis", "command": "concede"}));
    assert_eq!(ok(&mut desk, "view", json!({"table": table, "seat": "referee"}))["position"], Value::Null);
    assert_eq!(ok(&mut desk, "position", json!({"table": table, "seat": "axis"}))["position"], Value::Null);
}

#[test]
fn legal_leaves_the_plans_of_a_draft_out_when_told_to() {
    let mut desk = desk();
    for (game, scenario) in [("fast-and-easy", "kent-duel"), ("spitfire", "air-superiority")] {
        let table = open(&mut desk, game, json!(scenario));
        let seat = first_to_act(&mut desk, &table).unwrap();
        let menu = ok(&mut desk, "legal", json!({"table": table, "seat": seat}));
        let draft = menu["choices"][0]["say"]["draft"].clone();
        let ask = |desk: &mut Desk, more: Value| {
            let mut params = json!({"table": table, "seat": seat, "draft": draft});
            params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            ok(desk, "legal", params)
        };
        let whole = ask(&mut desk, json!({}));
        assert!(
            !whole["draft"]["plans"].as_array().unwrap().is_empty(),
            "{game}: they are there unless told"
        );
        assert_eq!(whole["draft"]["cut"], Value::Null, "{game}: all of them");
        assert_eq!(ask(&mut desk, json!({"plans": true})), whole);
        let mut short = ask(&mut desk, json!({"plans": false}));
        assert_eq!(short["draft"]["plans"], json!([]), "{game}");
        short["draft"]["plans"] = whole["draft"]["plans"].clone();
        assert_eq!(short, whole, "{game}: nothing else is left out");
        let wrong = json!({"table": table, "seat": seat, "plans": "few"});
        assert_eq!(err(&mut desk, "legal", wrong)["data"]["path"], "plans");
    }
}

#[test]
fn plans_say_whether_they_are_all() {
    let mut desk = desk();
    for (mode, cut) in [("hexes", Value::Null), ("open", json!("sample"))] {
        let new = json!({"game": "spitting-fire", "scenario": "duel", "options": {"mode": mode}, "dice": {"seed": 4}});
        let table = table_of(&ok(&mut desk, "new", new));
        let plans = loop {
            assert!(play(&mut desk, &table, 1));
            let position =
                ok(&mut desk, "position", json!({"table": table, "seat": "referee"}))["position"].clone();
            let mover = position["state"]["moving"]["aircraft"].clone();
            if !mover.is_u64() {
                continue;
            }
            let plans = ok(&mut desk, "plans", json!({"table": table, "aircraft": mover}));
            if !plans["plans"].as_array().unwrap().is_empty() {
                break plans;
            }
        };
        assert_eq!(plans["cut"], cut, "{mode}");
    }
}

#[test]
fn whoever_asks_for_many_plans_gets_the_long_list_up_to_there() {
    let mut desk = desk();
    let new = json!({"game": "fighting-wings", "scenario": "kent", "dice": {"seed": 4}});
    let table = table_of(&ok(&mut desk, "new", new));
    let mut short = json!([]);
    while short == json!([]) {
        assert!(play(&mut desk, &table, 1));
        short = ok(&mut desk, "plans", json!({"table": table, "aircraft": 1}))["plans"].clone();
    }
    let few = ok(&mut desk, "plans", json!({"table": table, "aircraft": 1, "most": 100}));
    assert_eq!((few["plans"].as_array().unwrap().len() <= 100, &few["cut"]), (true, &json!("limit")));
    let many = ok(&mut desk, "plans", json!({"table": table, "aircraft": 1, "most": 10000}));
    assert!(many["plans"].as_array().unwrap().len() > short.as_array().unwrap().len());
    for most in [0, 10_001] {
        let refused = err(&mut desk, "plans", json!({"table": table, "aircraft": 1, "most": most}));
        assert_eq!(refused["data"]["path"], "most");
    }
    let seat = ok(&mut desk, "pending", json!({"table": table}))["to_act"][0].clone();
    let given = many["plans"].as_array().unwrap().last().unwrap()["command"].clone();
    ok(&mut desk, "act", json!({"table": table, "seat": seat, "command": given}));
}
