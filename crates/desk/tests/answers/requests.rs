//! Requests and their answers, on the first game of the catalog.

use crate::common::{ask, desk, err, line, ok, without_seq};
use desk::Desk;
use serde_json::{Value, json};
use table::{Seed, Transcript};

const GAME: &str = "fast-and-easy";

fn open(desk: &mut Desk, dice: Value) -> String {
    let opened = ok(desk, "new", json!({"game": GAME, "scenario": "kent-duel", "dice": dice}));
    opened["table"].as_str().unwrap().to_owned()
}

/// Who is to act at a table, if anybody is.
fn to_act(desk: &mut Desk, table: &str) -> Option<String> {
    ok(desk, "pending", json!({"table": table}))["to_act"][0].as_str().map(str::to_owned)
}

/// Lets the pilots play to the end and gives every command with its seat and what it caused.
fn play(desk: &mut Desk, table: &str) -> Vec<(String, Value, Value)> {
    let mut played = Vec::new();
    while let Some(seat) = to_act(desk, table) {
        let reply = ok(desk, "pilot", json!({"table": table, "seat": seat, "play": true}));
        played.push((seat, reply["command"].clone(), reply["acted"].clone()));
    }
    played
}

#[test]
fn the_list_of_games_names_scenarios_options_aircraft_and_pilots() {
    let list = ok(&mut desk(), "games", json!({}));
    let game = list["games"].as_array().unwrap().iter().find(|g| g["id"] == GAME).unwrap();
    let scenarios: Vec<&str> =
        game["scenarios"].as_array().unwrap().iter().map(|s| s["id"].as_str().unwrap()).collect();
    assert!(scenarios.contains(&"kent-duel") && scenarios.contains(&"big-box"), "{scenarios:?}");
    assert_eq!(game["aircraft"].as_array().unwrap().len(), 36);
    assert!(
        game["options"].as_array().unwrap().iter().all(|o| o["rule"].as_str().unwrap().starts_with(GAME))
    );
    assert_eq!(
        list["pilots"],
        json!(["random", "simple", "cadet", "pilot-officer", "flight-lieutenant", "wing-commander"])
    );
}

#[test]
fn every_scenario_can_be_set_up_looked_at_and_drawn() {
    let mut desk = desk();
    let list = ok(&mut desk, "games", json!({}));
    for game in list["games"].as_array().unwrap() {
        for scenario in game["scenarios"].as_array().unwrap() {
            let opened = ok(&mut desk, "new", json!({"game": game["id"], "scenario": scenario["id"]}));
            let table = &opened["table"];
            assert!(!opened["pending"]["to_act"].as_array().unwrap().is_empty(), "{scenario}");
            let view = ok(&mut desk, "view", json!({"table": table, "seat": "observer"}));
            assert_eq!(
                view["aircraft"].as_array().unwrap().len(),
                scenario["aircraft"].as_u64().unwrap() as usize
            );
            assert_eq!(view["decision"], Value::Null);
            let cards: Vec<&Value> = view["cards"].as_array().unwrap().iter().map(|c| &c["id"]).collect();
            assert!(
                view["aircraft"].as_array().unwrap().iter().all(|a| cards.contains(&&a["card"])),
                "{scenario}"
            );
            let svg = ok(&mut desk, "render", json!({"table": table, "seat": "observer"}))["svg"].clone();
            assert!(svg.as_str().unwrap().starts_with("<svg"));
            ok(&mut desk, "close", json!({"table": table}));
            assert_eq!(err(&mut desk, "pending", json!({"table": table}))["code"], -32003);
        }
    }
}

#[test]
fn a_view_holds_the_decision_of_its_seat_and_the_log_from_where_it_is_asked_for() {
    let mut desk = desk();
    let table = open(&mut desk, json!({"seed": 3}));
    for _ in 0..6 {
        let seat = to_act(&mut desk, &table).unwrap();
        ok(&mut desk, "pilot", json!({"table": table, "seat": seat, "play": true}));
    }
    let seat = to_act(&mut desk, &table).unwrap();
    let all = ok(&mut desk, "view", json!({"table": table, "seat": seat}));
    assert_eq!(all["decision"]["owed"], true);
    let legal = ok(&mut desk, "legal", json!({"table": table, "seat": seat}));
    assert_eq!((&legal["seq"], &all["seq"]), (&json!(6), &json!(6)));
    assert_eq!(all["decision"], without_seq(legal));
    let log = all["log"].as_array().unwrap();
    assert!(log.len() > 2);
    let since = log[2]["seq"].as_u64().unwrap();
    let rest = ok(&mut desk, "view", json!({"table": table, "seat": seat, "since": since}));
    assert_eq!(rest["log"].as_array().unwrap()[..], log[2..]);
    let none = ok(&mut desk, "view", json!({"table": table, "seat": seat, "since": all["next_seq"]}));
    assert_eq!(none["log"], json!([]));
    for seat in ["observer", "referee"] {
        assert_eq!(err(&mut desk, "legal", json!({"table": table, "seat": seat}))["code"], -32003);
        assert_eq!(err(&mut desk, "undo", json!({"table": table, "seat": seat}))["code"], -32003);
    }
}

#[test]
fn options_go_over_the_scenarios_own_and_unknown_ones_are_refused_by_path() {
    let mut desk = desk();
    let list = ok(&mut desk, "games", json!({}));
    let game = list["games"].as_array().unwrap().iter().find(|game| game["id"] == GAME).unwrap();
    let options = game["options"].as_array().unwrap();
    let flag = options.iter().find(|o| o["default"].is_boolean()).unwrap();
    let (id, other) = (flag["id"].as_str().unwrap(), !flag["default"].as_bool().unwrap());
    let new = |options: Value| json!({"game": GAME, "scenario": "kent-duel", "options": options});
    let opened = ok(&mut desk, "new", new(json!({id: other})));
    let transcript = ok(&mut desk, "transcript", json!({"table": opened["table"]}));
    assert_eq!(transcript["header"]["scenario"]["options"][id], other);
    let unknown = err(&mut desk, "new", new(json!({"warp-drive": true})));
    assert_eq!(
        (unknown["code"].as_i64(), &unknown["data"]["path"]),
        (Some(-32602), &json!("options.warp-drive"))
    );
    let wrong = err(&mut desk, "new", new(json!({id: "perhaps"})));
    assert_eq!(
        (wrong["code"].as_i64(), &wrong["data"]["path"]),
        (Some(-32602), &json!(format!("options.{id}")))
    );
}

/// The scenario of a built-in duel as an object, as a transcript holds it.
fn duel(desk: &mut Desk) -> Value {
    let table = open(desk, json!({"seed": 1}));
    ok(desk, "transcript", json!({"table": table}))["header"]["scenario"].clone()
}

#[test]
fn a_whole_scenario_sets_up_the_same_table_as_its_id() {
    let mut desk = desk();
    let scenario = duel(&mut desk);
    let opened = ok(&mut desk, "new", json!({"game": GAME, "scenario": scenario, "dice": {"seed": 1}}));
    let ids = open(&mut desk, json!({"seed": 1}));
    let by_id = ok(&mut desk, "transcript", json!({"table": ids}));
    assert_eq!(ok(&mut desk, "transcript", json!({"table": opened["table"]})), by_id);
}

#[test]
fn an_impossible_scenario_is_refused_with_the_path_of_the_field() {
    let mut desk = desk();
    let duel = duel(&mut desk);
    let mut flawed = |pointer: &str, value: Value| {
        let mut scenario = duel.clone();
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        match scenario.pointer_mut(parent).unwrap() {
            Value::Object(fields) => drop(fields.insert(key.into(), value)),
            list => list[key.parse::<usize>().unwrap()] = value,
        }
        let error = err(&mut desk, "new", json!({"game": GAME, "scenario": scenario}));
        assert_eq!(error["code"], -32602, "{error}");
        error["data"]["path"].as_str().unwrap().to_owned()
    };
    assert_eq!(flawed("/groups/0/hexes/1", json!("99.99")), "scenario.groups[0].hexes[1]");
    assert_eq!(flawed("/groups/1/aircraft", json!("Sopwith Camel")), "scenario.groups[1].aircraft");
    let twice = duel["groups"][0]["hexes"][0].clone();
    assert!(flawed("/groups/0/hexes/1", twice).starts_with("scenario.groups[0].hexes["));
    assert_eq!(flawed("/groups/0/facing", json!(17)), "scenario.groups[0].facing");
    assert_eq!(flawed("/turns", json!("many")), "scenario.turns");
    let hurt = json!([{"plane": 1, "hits": -1}]);
    assert_eq!(flawed("/groups/0/state", hurt), "scenario.groups[0].state[0].hits");
    let unknown = err(&mut desk, "new", json!({"game": GAME, "scenario": "nowhere"}));
    assert_eq!(unknown["data"]["path"], "scenario");
    assert!(unknown["message"].as_str().unwrap().contains("kent-duel"));
    assert_eq!(err(&mut desk, "new", json!({"game": GAME, "scenario": 5}))["data"]["path"], "scenario");
    assert_eq!(err(&mut desk, "new", json!({"game": "chess", "scenario": "x"}))["data"]["path"], "game");
}

#[test]
fn a_misspelt_parameter_is_named() {
    let mut desk = desk();
    let path = |desk: &mut Desk, method: &str, params: Value| {
        let error = err(desk, method, params);
        assert_eq!(error["code"], -32602);
        error["data"]["path"].as_str().unwrap().to_owned()
    };
    assert_eq!(path(&mut desk, "view", json!({"table": "t1", "seat": "king"})), "seat");
    assert_eq!(path(&mut desk, "view", json!({"table": "t1", "seat": "axis", "sinse": 1})), "sinse");
    assert_eq!(path(&mut desk, "view", json!({"table": 1, "seat": "axis"})), "table");
    assert_eq!(
        path(&mut desk, "new", json!({"game": GAME, "scenario": "kent-duel", "dice": {"seed": "x"}})),
        "dice.seed"
    );
    assert_eq!(
        path(
            &mut desk,
            "new",
            json!({"game": GAME, "scenario": "kent-duel", "dice": {"script": [1, "blue"]}})
        ),
        "dice.script[1]"
    );
    assert_eq!(path(&mut desk, "pending", json!({})), "table");
}

#[test]
fn a_command_may_name_its_aircraft() {
    let mut desk = desk();
    let table = open(&mut desk, json!({"seed": 5}));
    let seat = to_act(&mut desk, &table).unwrap();
    let reply = ok(&mut desk, "pilot", json!({"table": table, "seat": seat}));
    let command = reply["command"].clone();
    let (what, fields) = command.as_object().unwrap().iter().next().unwrap();
    let view = ok(&mut desk, "view", json!({"table": table, "seat": seat}));
    let aircraft =
        view["aircraft"].as_array().unwrap().iter().find(|a| a["id"] == fields["aircraft"]).unwrap();
    let name = aircraft["name"].as_str().unwrap();
    let slug = name.to_lowercase().replace(' ', "-");
    let with = |name: &str| {
        let mut fields = fields.clone();
        fields["aircraft"] = name.into();
        json!({what: fields})
    };
    for name in [name, slug.as_str()] {
        let draft = ok(&mut desk, "legal", json!({"table": table, "seat": seat, "draft": with(name)}));
        assert_eq!(draft["draft"]["command"], command, "{name}");
    }
    let error = err(&mut desk, "act", json!({"table": table, "seat": seat, "command": with("red-99")}));
    assert_eq!(error["data"]["path"], format!("command.{what}.aircraft"));
    assert!(error["message"].as_str().unwrap().contains(&slug), "{error}");
    let acted = ok(&mut desk, "act", json!({"table": table, "seat": seat, "command": with(&slug)}));
    assert_eq!(acted["line"], 1);
    let transcript = ok(&mut desk, "transcript", json!({"table": table}));
    assert_eq!(transcript["lines"][0]["command"], command, "the transcript holds numbers");
}

#[test]
fn an_illegal_command_names_its_rule_and_changes_nothing() {
    let mut desk = desk();
    let table = open(&mut desk, json!({"seed": 5}));
    let seat = to_act(&mut desk, &table).unwrap();
    let other = if seat == "axis" { "allies" } else { "axis" };
    let command = ok(&mut desk, "pilot", json!({"table": table, "seat": seat}))["command"].clone();
    let before = ok(&mut desk, "transcript", json!({"table": table}));
    let error = err(&mut desk, "act", json!({"table": table, "seat": other, "command": command}));
    assert_eq!(error["code"], -32001);
    assert!(error["data"]["rule"].as_str().unwrap().starts_with(GAME), "{error}");
    assert_eq!(
        error["data"]["reasons"][0],
        json!({"rule": error["data"]["rule"], "why": error["data"]["why"]})
    );
    assert_eq!(err(&mut desk, "pilot", json!({"table": table, "seat": other}))["code"], -32003);
    assert_eq!(ok(&mut desk, "transcript", json!({"table": table})), before);
    let missing =
        err(&mut desk, "act", json!({"table": table, "seat": seat, "command": {"loop-the-loop": {}}}));
    assert_eq!((missing["code"].as_i64(), &missing["data"]["path"]), (Some(-32602), &json!("command")));
}

#[test]
fn dice_that_people_throw_are_asked_for_and_taken() {
    let mut desk = desk();
    let table = open(&mut desk, json!("ask"));
    let mut asked = 0;
    while let Some(seat) = to_act(&mut desk, &table) {
        let command = ok(&mut desk, "pilot", json!({"table": table, "seat": seat}))["command"].clone();
        let mut dice: Vec<u64> = Vec::new();
        loop {
            let lines = ok(&mut desk, "pending", json!({"table": table}))["line"].as_u64().unwrap();
            let act = json!({"table": table, "seat": seat, "command": command, "dice": dice});
            let answer = ask(&mut desk, "act", act);
            let Some(error) = answer.get("error") else {
                assert_eq!(answer["result"]["line"], lines + 1);
                break;
            };
            assert_eq!(error["code"], -32002, "{error}");
            let need = error["data"]["need"].as_array().unwrap();
            assert!(
                need.iter().all(|n| n["rule"].as_str().unwrap().starts_with(GAME) && n["for"].is_string())
            );
            assert_eq!(
                ok(&mut desk, "pending", json!({"table": table}))["line"],
                lines,
                "nothing has changed"
            );
            asked += need.len();
            dice = need.iter().enumerate().map(|(n, d)| 1 + n as u64 % d["die"].as_u64().unwrap()).collect();
        }
    }
    assert!(asked > 20, "{asked}");
    let transcript = ok(&mut desk, "transcript", json!({"table": table}));
    assert_eq!(transcript["header"].get("commitment"), None);
    assert!(transcript["end"]["outcome"].is_object());
    ok(&mut desk, "load", json!({"transcript": transcript}));
}

#[test]
fn a_script_of_the_faces_of_a_seeded_game_makes_the_same_game() {
    let mut desk = desk();
    let table = open(&mut desk, json!({"seed": 11}));
    let played = play(&mut desk, &table);
    let faces: Vec<Value> =
        played.iter().flat_map(|(_, _, acted)| acted["dice"].as_array().unwrap().clone()).collect();
    assert!(!faces.is_empty());
    let scripted = open(&mut desk, json!({"script": faces}));
    for (seat, command, acted) in &played {
        let again = ok(&mut desk, "act", json!({"table": scripted, "seat": seat, "command": command}));
        assert_eq!(again, *acted);
    }
    let seeded =
        err(&mut desk, "act", json!({"table": table, "seat": "axis", "command": "done", "dice": [1]}));
    assert_eq!((seeded["code"].as_i64(), &seeded["data"]["path"]), (Some(-32602), &json!("dice")));
}

#[test]
fn a_command_can_be_taken_back_until_a_die_has_been_thrown() {
    let mut desk = desk();
    let table = open(&mut desk, json!({"seed": 2}));
    assert_eq!(err(&mut desk, "undo", json!({"table": table, "seat": "axis"}))["code"], -32003);
    let (mut back, mut not) = (0, 0);
    for _ in 0..60 {
        let Some(seat) = to_act(&mut desk, &table) else { break };
        let before = ok(&mut desk, "view", json!({"table": table, "seat": "referee"}));
        let reply = ok(&mut desk, "pilot", json!({"table": table, "seat": seat, "play": true}));
        let other = if seat == "axis" { "allies" } else { "axis" };
        assert_eq!(err(&mut desk, "undo", json!({"table": table, "seat": other}))["code"], -32003);
        let undo = ask(&mut desk, "undo", json!({"table": table, "seat": seat}));
        if undo.get("error").is_some() {
            assert_eq!(undo["error"]["code"], -32003);
            not += 1;
            continue;
        }
        assert_eq!(reply["acted"]["dice"], json!([]), "a thrown die cannot be taken back");
        assert_eq!(undo["result"]["next_seq"], before["next_seq"]);
        let after = ok(&mut desk, "view", json!({"table": table, "seat": "referee"}));
        assert_eq!(after["seq"].as_u64(), before["seq"].as_u64().map(|seq| seq + 2));
        assert_eq!(without_seq(after), without_seq(before));
        let again = ok(&mut desk, "act", json!({"table": table, "seat": seat, "command": reply["command"]}));
        assert_eq!(without_seq(again), without_seq(reply["acted"].clone()));
        back += 1;
    }
    assert!(back > 0 && not > 0, "{back} taken back, {not} not");
}

#[test]
fn a_command_for_an_older_position_is_refused_and_one_without_events_brings_none() {
    let mut desk = desk();
    let table = open(&mut desk, json!({"seed": 2}));
    let seat = to_act(&mut desk, &table).unwrap();
    let hint = ok(&mut desk, "pilot", json!({"table": table, "seat": seat}))["command"].clone();
    let act = |seq: u32| json!({"table": table, "seat": seat, "command": hint, "seq": seq, "events": false});
    let late = err(&mut desk, "act", act(1));
    assert_eq!((&late["code"], &late["data"]["seq"]), (&json!(-32004), &json!(0)));
    let acted = ok(&mut desk, "act", act(0));
    assert_eq!((&acted["events"], &acted["pending"]["seq"]), (&json!([]), &json!(1)));
    assert_eq!(err(&mut desk, "act", act(0))["code"], -32004, "sending it again is safe");
}

/// The hint for whoever is to act first, in a new game.
fn first_hint(game: &str, scenario: &str, options: &Value) -> String {
    let mut desk = desk();
    let new = json!({"game": game, "scenario": scenario, "options": options, "dice": {"seed": 2}});
    let table = ok(&mut desk, "new", new)["table"].clone();
    let seat = to_act(&mut desk, table.as_str().unwrap()).unwrap();
    let hint = ok(&mut desk, "hint", json!({"table": table, "seat": seat, "level": "flight-lieutenant"}));
    hint["why"]["candidates"][0]["label"].as_str().unwrap().to_owned()
}

#[test]
fn a_hint_says_where_a_move_ends_and_where_who_is_set_up() {
    let hex = first_hint("fast-and-easy", "kent-duel", &json!({}));
    assert!(hex.contains(": to 1") && hex.contains(", heading east"), "{hex}");
    let level = first_hint("spitfire", "air-superiority", &json!({}));
    assert!(level.contains(": to ") && level.contains(", level "), "{level}");
    let unbounded = first_hint("fighting-wings", "kent", &json!({}));
    assert!(unbounded.contains(": to [") && unbounded.ends_with("00 ft"), "{unbounded}");
    let put = first_hint("spitting-fire", "duel", &json!({}));
    assert_eq!((put.matches(": [").count(), put.matches("heading").count()), (2, 1), "{put}");
    let open = first_hint("spitting-fire", "duel", &json!({"mode": "open"}));
    assert!(open.contains(", heading ") && open.contains('°') && !open.contains('['), "{open}");
}

#[test]
fn what_only_a_server_can_heed_is_refused_by_field() {
    let new = json!({"game": GAME, "scenario": "kent-duel", "seats": {"axis": "pilot:simple"}});
    assert_eq!(err(&mut desk(), "new", new)["data"]["path"], "seats");
    let sat = json!({"game": GAME, "scenario": "kent-duel", "dice": "seed"});
    assert_eq!(ok(&mut desk(), "new", sat)["table"], "t1");
}

#[test]
fn the_end_of_a_game_cannot_be_taken_back() {
    let mut desk = desk();
    for (game, scenario, seat, command) in [
        ("fast-and-easy", "kent-duel", "axis", "concede"),
        ("spitfire", "air-superiority", "allies", "resign"),
    ] {
        let opened = ok(&mut desk, "new", json!({"game": game, "scenario": scenario, "dice": {"seed": 3}}));
        let table = &opened["table"];
        let acted = ok(&mut desk, "act", json!({"table": table, "seat": seat, "command": command}));
        assert_eq!((&acted["dice"], &acted["pending"]["to_act"]), (&json!([]), &json!([])), "{game}");
        let shown = ok(&mut desk, "transcript", json!({"table": table}));
        assert!(shown["end"]["seed"].is_string(), "{game}: {shown}");
        for seat in ["allies", "axis"] {
            assert_eq!(err(&mut desk, "undo", json!({"table": table, "seat": seat}))["code"], -32003);
        }
        assert_eq!(ok(&mut desk, "transcript", json!({"table": table})), shown, "{game}");
    }
}

#[test]
fn rules_of_the_table_are_read_like_those_of_a_game() {
    let rule = ok(&mut desk(), "rules", json!({"game": "table", "id": "table/take-back"}));
    assert!(rule["rules"][0]["text"].as_str().unwrap().contains("agrees"), "{rule}");
}

#[test]
fn a_rule_comes_in_players_words_and_in_detail_and_the_guide_with_all_of_them() {
    let mut desk = desk();
    for game in ["fast-and-easy", "fighting-wings", "spitfire", "spitting-fire"] {
        let whole = ok(&mut desk, "rules", json!({"game": game}));
        for rule in whole["rules"].as_array().unwrap() {
            for field in ["title", "plain", "chapter", "text"] {
                assert!(!rule[field].as_str().unwrap().is_empty(), "{field} of {rule}");
            }
        }
        let guide = whole["guide"]["text"].as_str().unwrap();
        assert!(guide.starts_with("# Learn ") && guide.contains("## Glossary"), "{game}");
        assert_eq!(whole["guide"]["sheet"]["kind"], "hexes", "{game}");
    }
    let one = ok(&mut desk, "rules", json!({"game": "spitfire", "id": "spitfire/7.F"}));
    assert_eq!(one["rules"][0]["title"], "Damage");
    assert_eq!(one.get("guide"), None, "with one rule comes no guide");
}

#[test]
fn the_seed_is_nowhere_to_be_seen_until_the_game_is_over() {
    let mut desk = desk();
    let opened = ok(&mut desk, "new", json!({"game": GAME, "scenario": "kent-duel"}));
    let table = opened["table"].as_str().unwrap().to_owned();
    let seed = Seed::from_number(1001);
    while let Some(seat) = to_act(&mut desk, &table) {
        for method in ["transcript", "view", "legal", "pilot"] {
            let params = match method {
                "transcript" => json!({"table": table}),
                _ => json!({"table": table, "seat": seat}),
            };
            let answer = ok(&mut desk, method, params).to_string();
            assert!(!answer.contains(&seed.hex()), "{method}");
            assert_eq!(answer.contains(&seed.commitment()), method == "transcript");
        }
        ok(&mut desk, "pilot", json!({"table": table, "seat": seat, "play": true}));
    }
    let transcript = ok(&mut desk, "transcript", json!({"table": table}));
    assert_eq!(transcript["end"]["seed"], seed.hex());
}

#[test]
fn a_transcript_loads_as_an_object_and_as_lines_and_a_change_is_found() {
    let mut desk = desk();
    let table = open(&mut desk, json!({"seed": 4}));
    let played = play(&mut desk, &table);
    let transcript = ok(&mut desk, "transcript", json!({"table": table}));
    let text = serde_json::from_value::<Transcript>(transcript.clone()).unwrap().to_lines();
    for given in [transcript.clone(), json!(text)] {
        let loaded = ok(&mut desk, "load", json!({"transcript": given}));
        assert_eq!(loaded["pending"]["line"], played.len());
        assert_eq!(ok(&mut desk, "transcript", json!({"table": loaded["table"]})), transcript);
    }
    let mut forged = transcript.clone();
    let line = played.iter().position(|(_, _, acted)| acted["dice"] != json!([])).unwrap();
    let face = forged["lines"][line]["dice"][0].as_u64().unwrap();
    forged["lines"][line]["dice"][0] = (face % 6 + 1).into();
    let error = err(&mut desk, "load", json!({"transcript": forged}));
    assert_eq!(
        (error["code"].as_i64(), error["data"]["line"].as_u64()),
        (Some(-32602), Some(line as u64 + 2))
    );
    let mut broken = transcript.clone();
    broken["lines"][0]["side"] = "martians".into();
    assert_eq!(
        err(&mut desk, "load", json!({"transcript": broken}))["data"]["path"],
        "transcript.lines[0].side"
    );
    assert_eq!(err(&mut desk, "load", json!({"transcript": "x"}))["data"]["line"], 1);
    let mut stopped = transcript;
    stopped["lines"].as_array_mut().unwrap().truncate(5);
    stopped["end"] = Value::Null;
    assert_eq!(ok(&mut desk, "load", json!({"transcript": stopped}))["pending"]["line"], 5);
}

#[test]
fn plans_end_where_they_say_and_can_be_given() {
    let mut desk = desk();
    let table = open(&mut desk, json!({"seed": 6}));
    let seat = to_act(&mut desk, &table).unwrap();
    let command = ok(&mut desk, "pilot", json!({"table": table, "seat": seat}))["command"].clone();
    let aircraft = command["move"]["aircraft"].clone();
    let plans = ok(&mut desk, "plans", json!({"table": table, "aircraft": aircraft}))["plans"].clone();
    let plans = plans.as_array().unwrap();
    assert!(plans.len() > 10);
    for plan in plans {
        let menu = ok(&mut desk, "legal", json!({"table": table, "seat": seat, "draft": plan["command"]}));
        assert_eq!(menu["draft"]["barred"], json!([]), "{plan}");
        assert_eq!(menu["draft"]["pose"], plan["pose"], "{plan}");
    }
    let unknown = err(&mut desk, "plans", json!({"table": table, "aircraft": "nobody"}));
    assert_eq!(unknown["data"]["path"], "aircraft");
    assert_eq!(err(&mut desk, "plans", json!({"table": table, "aircraft": 999}))["data"]["path"], "aircraft");
}

#[test]
fn odds_take_names_and_are_whole_or_refused_by_a_rule() {
    let mut desk = desk();
    let table = open(&mut desk, json!({"seed": 8}));
    let view = ok(&mut desk, "view", json!({"table": table, "seat": "observer"}));
    let names: Vec<String> =
        view["aircraft"].as_array().unwrap().iter().map(|a| a["name"].as_str().unwrap().to_owned()).collect();
    let mut whole = 0;
    while let Some(seat) = to_act(&mut desk, &table) {
        for shooter in &names {
            for target in &names {
                let answer =
                    ask(&mut desk, "odds", json!({"table": table, "shooter": shooter, "target": target}));
                match answer.get("error") {
                    Some(error) => assert_eq!(error["code"], -32001, "{error}"),
                    None => {
                        let damage = answer["result"]["damage"].as_array().unwrap();
                        let sum: u64 = damage.iter().map(|d| d["chance"]["ppm"].as_u64().unwrap()).sum();
                        assert!(sum.abs_diff(1_000_000) <= damage.len() as u64, "{answer}");
                        whole += 1;
                    }
                }
            }
        }
        ok(&mut desk, "pilot", json!({"table": table, "seat": seat, "play": true}));
        if whole > 200 {
            break;
        }
    }
    assert!(whole > 0);
    let error = err(&mut desk, "odds", json!({"table": table, "shooter": names[0], "target": "nobody"}));
    assert_eq!(error["data"]["path"], "target");
}

#[test]
fn rules_cards_and_pilots_are_found_by_name() {
    let mut desk = desk();
    let all = ok(&mut desk, "rules", json!({"game": GAME}))["rules"].as_array().unwrap().clone();
    let id = all[3]["id"].clone();
    assert_eq!(ok(&mut desk, "rules", json!({"game": GAME, "id": id}))["rules"], json!([all[3]]));
    assert_eq!(err(&mut desk, "rules", json!({"game": GAME, "id": "x"}))["data"]["path"], "id");
    assert_eq!(ok(&mut desk, "cards", json!({"game": GAME}))["cards"].as_array().unwrap().len(), 36);
    let table = open(&mut desk, json!({"seed": 1}));
    let error = err(&mut desk, "pilot", json!({"table": table, "seat": "axis", "level": "ace"}));
    assert_eq!(error["data"]["path"], "level");
    assert!(error["message"].as_str().unwrap().contains("random, simple"));
}

#[test]
fn a_pilot_says_why_it_gave_a_command_once_its_turn_is_over() {
    let mut desk = desk();
    let table = open(&mut desk, json!({"seed": 3}));
    let why =
        |line: u64, level: &str| json!({"table": table, "seat": "observer", "line": line, "level": level});
    let turn = |desk: &mut Desk| {
        ok(desk, "view", json!({"table": table, "seat": "observer"}))["phase"]["turn"].clone()
    };
    let first = turn(&mut desk);
    let mut last = 0;
    while turn(&mut desk) == first {
        let seat = to_act(&mut desk, &table).unwrap();
        let pilot = json!({"table": table, "seat": seat, "level": "cadet", "play": true});
        last = ok(&mut desk, "pilot", pilot)["acted"]["line"].as_u64().unwrap();
        if turn(&mut desk) == first {
            let told = err(&mut desk, "why", why(last, "cadet"));
            let says = "the reasons for this command are not told, or not yet";
            assert_eq!((&told["code"], &told["message"]), (&json!(-32003), &json!(says)));
        }
    }
    let said = ok(&mut desk, "why", why(last, "cadet"));
    assert_eq!((&said["line"], &said["pilot"]), (&json!(last), &json!("Cadet")));
    assert!(!said["why"]["text"].as_str().unwrap().is_empty(), "{said}");
    let simple = ok(&mut desk, "why", why(last, "simple"));
    assert_ne!(simple["pilot"], said["pilot"], "another pilot has reasons of its own");
    assert_eq!(err(&mut desk, "why", why(last, "ace"))["code"], -32602);
    assert_eq!(err(&mut desk, "why", why(last + 1, "cadet"))["code"], -32003);
}

#[test]
fn batches_and_notifications_are_those_of_json_rpc() {
    let mut desk = desk();
    let batch = json!([
        {"jsonrpc": "2.0", "id": 1, "method": "pending", "params": {"table": "none"}},
        {"jsonrpc": "2.0", "method": "games"},
        {"jsonrpc": "2.0", "id": "two", "method": "nothing"},
        17,
    ]);
    let answers = line(&mut desk, batch.to_string().as_bytes()).unwrap();
    let ids: Vec<&Value> = answers.as_array().unwrap().iter().map(|a| &a["id"]).collect();
    assert_eq!(ids, [&json!(1), &json!("two"), &Value::Null]);
    let codes: Vec<i64> =
        answers.as_array().unwrap().iter().map(|a| a["error"]["code"].as_i64().unwrap()).collect();
    assert_eq!(codes, [-32003, -32601, -32600]);
    assert_eq!(line(&mut desk, br#"{"jsonrpc": "2.0", "method": "games"}"#), None);
    assert_eq!(line(&mut desk, br#"[{"jsonrpc": "2.0", "method": "games"}]"#), None);
    assert_eq!(line(&mut desk, b"  \t\r"), None);
    let code = |desk: &mut Desk, text: &str| line(desk, text.as_bytes()).unwrap()["error"]["code"].clone();
    assert_eq!(code(&mut desk, "[]"), -32600);
    assert_eq!(code(&mut desk, "{"), -32700);
    assert_eq!(code(&mut desk, r#"{"id": 1, "method": "games"}"#), -32600);
    assert_eq!(code(&mut desk, r#"{"jsonrpc": "2.0", "id": {}, "method": "games"}"#), -32600);
    assert_eq!(code(&mut desk, r#"{"jsonrpc": "2.0", "id": 1, "method": "games", "params": 3}"#), -32600);
    // Parameters may also be a list, in the order of the fields.
    let table = open(&mut desk, json!({"seed": 1}));
    let listed = json!({"jsonrpc": "2.0", "id": null, "method": "pending", "params": [table]});
    let answer = line(&mut desk, listed.to_string().as_bytes()).unwrap();
    assert_eq!((&answer["id"], &answer["result"]["line"]), (&Value::Null, &json!(0)));
}

#[test]
fn words_of_a_command_stay_words_whatever_the_aircraft_are_called() {
    let mut desk = desk();
    let one = |name: &str, side: &str, aircraft: &str, hex: &str| json!({"name": name, "side": side, "aircraft": aircraft, "hexes": [hex]});
    let scenario = json!({
        "title": "Words", "board": "small", "turns": 9, "escort": "allies", "start": {"turn": 1, "step": 1},
        "groups": [one("F", "allies", "P40", "10.10"), one("", "axis", "ME 110", "20.10")],
    });
    let new = json!({"game": "fast-and-easy", "scenario": scenario, "dice": {"seed": 1}});
    let table = ok(&mut desk, "new", new)["table"].clone();
    for path in ["F", ""] {
        let draft = json!({"move": {"aircraft": "f", "path": path}});
        let menu = ok(&mut desk, "legal", json!({"table": table, "seat": "allies", "draft": draft}));
        assert_eq!(menu["draft"]["command"], json!({"move": {"aircraft": 1, "path": path}}));
    }
}

#[test]
fn a_face_that_cannot_come_up_is_refused_before_the_rest_is_asked_for() {
    let mut desk = desk();
    let one = |name: &str, side: &str, aircraft: &str, hex: &str| json!({"name": name, "side": side, "aircraft": aircraft, "hexes": [hex]});
    let scenario = json!({
        "title": "Four dice", "board": "small", "turns": 9, "escort": "allies", "start": {"turn": 1, "step": 2, "combat": true},
        "groups": [one("Red", "allies", "P51 Mustang", "10.10"), one("Gelb", "axis", "ME 110", "12.10")],
    });
    let new = json!({"game": "fast-and-easy", "scenario": scenario, "dice": "ask"});
    let table = ok(&mut desk, "new", new)["table"].clone();
    let fire = |dice: Value| json!({"table": table, "seat": "allies", "command": {"fire": {"aircraft": "red"}}, "dice": dice});
    for wrong in [json!([0]), json!([7]), json!([1, 9]), json!(["red"])] {
        let error = err(&mut desk, "act", fire(wrong));
        assert_eq!((error["code"].as_i64(), &error["data"]["path"]), (Some(-32602), &json!("dice")));
    }
    assert_eq!(err(&mut desk, "act", fire(json!([1])))["data"]["need"].as_array().unwrap().len(), 3);
    ok(&mut desk, "act", fire(json!([1, 1, 1])));
}
