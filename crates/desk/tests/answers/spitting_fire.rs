//! Spitting Fire as a bot meets it: typed cards and dice, cards that come with the scenario, pilots that buy.

use crate::common::{ask, desk, err, ok};
use desk::Desk;
use serde_json::{Value, json};

fn open(desk: &mut Desk, scenario: Value, options: Value, dice: Value) -> String {
    let new = json!({"game": "spitting-fire", "scenario": scenario, "options": options, "dice": dice});
    ok(desk, "new", new)["table"].as_str().unwrap().to_owned()
}

fn to_act(desk: &mut Desk, table: &str) -> Option<Value> {
    ok(desk, "pending", json!({"table": table}))["to_act"].get(0).cloned()
}

/// Whole games in which a person throws every die and flips every card.
#[test]
fn a_match_is_played_with_typed_cards_and_dice() {
    for mode in ["hexes", "open"] {
        let mut desk = desk();
        let options = json!({"mode": mode, "points": 240, "turns": 3});
        let table = open(&mut desk, json!("match"), options, json!("ask"));
        let (mut cards, mut dice_thrown) = (0, 0);
        while let Some(seat) = to_act(&mut desk, &table) {
            let thought = ok(&mut desk, "pilot", json!({"table": table, "seat": seat}));
            // All faces of the command so far; the table takes them again together with the new ones.
            let mut dice: Vec<Value> = Vec::new();
            loop {
                let act = |dice: &[Value]| json!({"table": table, "seat": seat, "command": thought["command"], "dice": dice});
                let answer = ask(&mut desk, "act", act(&dice));
                let Some(error) = answer.get("error") else { break };
                assert_eq!(error["code"], -32002, "{error}");
                for one in error["data"]["need"].as_array().unwrap() {
                    assert!(
                        one["for"].is_string() && one["rule"].as_str().unwrap().starts_with("spitting-fire/")
                    );
                    let Some(pile) = one.get("card") else {
                        dice_thrown += 1;
                        dice.push(json!(1 + dice_thrown % one["die"].as_u64().unwrap()));
                        continue;
                    };
                    cards += 1;
                    // A colour that is used up cannot be flipped.
                    if let Some(colour) = ["red", "black"].into_iter().find(|colour| pile[*colour] == 0) {
                        let wrong = act(&[&dice[..], &[json!(colour)]].concat());
                        assert_eq!(err(&mut desk, "act", wrong)["code"], -32602, "{pile}");
                    }
                    let red = pile["black"] == 0 || (pile["red"] != 0 && cards % 2 == 0);
                    dice.push(json!(if red { "red" } else { "black" }));
                }
            }
        }
        assert!(cards > 12 && dice_thrown > 4, "{mode}: {cards} cards, {dice_thrown} dice");
        let transcript = ok(&mut desk, "transcript", json!({"table": table}));
        assert!(transcript["end"]["outcome"].is_object(), "{mode}");
        ok(&mut desk, "load", json!({"transcript": transcript}));
    }
}

fn own_card() -> Value {
    json!({"id": "racer", "name": "Racer", "type": "Test Racer", "nation": "britain", "points": 30, "def": 4,
        "boxes": 5, "min": 5, "climb": 8, "level": 12, "dive": 18, "turn": 4, "alt": 8, "weapons": ["20mm 2FF"]})
}

/// The ids of the cards that a seat is sent.
fn cards(desk: &mut Desk, table: &str, seat: &str) -> Vec<String> {
    let seen = ok(desk, "view", json!({"table": table, "seat": seat}));
    let cards = seen["cards"].as_array().unwrap();
    cards.iter().map(|c| c["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn cards_that_come_with_the_scenario_are_in_the_view() {
    let mut desk = desk();
    let group = |side: &str, card: &str| json!({"side": side, "card": card, "aircraft": 2});
    let flown = json!({"title": "Own", "cards": [own_card()], "groups": [group("allies", "racer"), group("axis", "bf-109")]});
    let table = open(&mut desk, flown, json!({}), json!({"seed": 4}));
    for seat in ["allies", "axis", "observer", "referee"] {
        assert_eq!(cards(&mut desk, &table, seat), ["bf-109", "racer"], "{seat}");
    }
    // Read back from its transcript it is the same.
    while let Some(seat) = to_act(&mut desk, &table) {
        ok(&mut desk, "pilot", json!({"table": table, "seat": seat, "level": "random", "play": true}));
    }
    let transcript = ok(&mut desk, "transcript", json!({"table": table}));
    let again =
        ok(&mut desk, "load", json!({"transcript": transcript}))["table"].as_str().unwrap().to_owned();
    assert_eq!(cards(&mut desk, &again, "observer"), ["bf-109", "racer"]);
    // Where it is only offered, it is there to be looked at.
    let offered = json!({"title": "Own", "cards": [own_card()], "options": {"points": 200}});
    let table = open(&mut desk, offered, json!({}), json!({"seed": 4}));
    assert_eq!(cards(&mut desk, &table, "allies"), ["racer"]);
    let offers =
        ok(&mut desk, "legal", json!({"table": table, "seat": "allies"}))["muster"]["offers"].clone();
    assert!(offers.as_array().unwrap().iter().any(|o| o["card"] == "racer"));
}

/// The same dice, the same force; other dice, other forces.
#[test]
fn what_a_pilot_buys_differs_from_table_to_table() {
    let mut desk = desk();
    let mut bought = |seed: u64| {
        let table = open(&mut desk, json!("match"), json!({}), json!({"seed": seed}));
        ok(&mut desk, "pilot", json!({"table": table, "seat": "axis"}))["command"].to_string()
    };
    assert_eq!(bought(1), bought(1));
    let forces: std::collections::BTreeSet<String> = (1..=8).map(&mut bought).collect();
    assert!(forces.len() >= 6, "{forces:?}");
}
