//! The printed schema against what is really sent, answered, given as a command and kept in files.

use crate::common::{answers, tallyho, text};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The part of the schema at a JSON pointer, able to see all definitions.
fn part(schema: &Value, pointer: &str) -> Validator {
    assert!(schema.pointer(pointer).is_some(), "{pointer}");
    let root = json!({"$defs": schema["$defs"], "games": schema["games"], "methods": schema["methods"], "$ref": format!("#{pointer}")});
    jsonschema::validator_for(&root).unwrap()
}

fn schema() -> Value {
    serde_json::from_str(&text(&tallyho(&["schema"], b""))).unwrap()
}

fn assert_valid(validator: &Validator, value: &Value, what: &str) {
    let errors: Vec<String> =
        validator.iter_errors(value).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(errors.is_empty(), "{what}: {}", errors.join("\n"));
}

/// Requests and their answers, every method among them.
fn session() -> Vec<(String, Value, Value)> {
    let table = json!({"table": "t1"});
    let seat = |more: Value| {
        let mut params = json!({"table": "t1", "seat": "axis"});
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        params
    };
    let mut requests = vec![
        ("games", json!({})),
        (
            "new",
            json!({"game": "fast-and-easy", "scenario": "kent-duel", "options": {}, "dice": {"seed": 42}}),
        ),
        ("pending", table.clone()),
        ("briefing", seat(json!({}))),
        ("legal", seat(json!({}))),
        ("legal", seat(json!({"draft": {"move": {"aircraft": 1, "path": "F F"}}}))),
        ("plans", json!({"table": "t1", "aircraft": 1})),
        ("odds", json!({"table": "t1", "shooter": 1, "target": "red-section-1"})),
        ("position", seat(json!({}))),
        ("act", seat(json!({"command": "take-off"}))),
        ("act", seat(json!({"command": {"move": {"aircraft": 1, "path": "F F F F F"}}}))),
        ("undo", seat(json!({}))),
        ("hint", seat(json!({"level": "cadet"}))),
        ("new", json!({"game": "fast-and-easy", "scenario": {"title": 3}, "dice": "ask"})),
    ];
    for _ in 0..150 {
        requests.push(("pilot", seat(json!({"level": "simple", "play": true}))));
        requests.push(("pilot", json!({"table": "t1", "seat": "allies", "play": true})));
        requests
            .extend((5..9).map(|target| ("odds", json!({"table": "t1", "shooter": 1, "target": target}))));
    }
    requests.extend([
        ("undo", seat(json!({}))),
        ("view", seat(json!({"since": 2}))),
        ("why", seat(json!({"line": 3, "level": "simple"}))),
        ("sit", seat(json!({"position": false, "menus": false}))),
        ("consent", seat(json!({"seq": 1, "allow": true}))),
        ("pace", json!({"table": "t1", "ms": 100, "paused": true, "step": false})),
        ("relieve", seat(json!({"until": "turn", "level": "cadet", "aircraft": [1]}))),
        ("call-me", json!({"table": "t1", "name": "Biggles"})),
        ("talk", json!({"table": "t1", "to": "all", "text": "Tally-ho"})),
        ("again", seat(json!({"swap": true}))),
        ("ping", json!({})),
        ("transcript", table.clone()),
        ("render", seat(json!({}))),
        ("rules", json!({"game": "fast-and-easy", "id": "fast-and-easy/immelmann"})),
        ("cards", json!({"game": "fast-and-easy"})),
        ("format", json!({"game": "fast-and-easy"})),
        (
            "check",
            json!({"game": "fast-and-easy", "scenario": "kent-duel", "toml": true,
                "edit": {"put": {"aircraft": 1, "at": {"col": 3, "row": 3}}}}),
        ),
        ("check", json!({"game": "fast-and-easy", "text": "title = 3"})),
        ("close", table),
    ]);
    let line = |(n, (method, params)): (usize, &(&str, Value))| {
        format!("{}\n", json!({"jsonrpc": "2.0", "id": n, "method": method, "params": params}))
    };
    let input: String = requests.iter().enumerate().map(line).collect();
    let answers = answers(&tallyho(&["rpc"], input.as_bytes()));
    requests
        .into_iter()
        .zip(answers)
        .map(|((method, params), answer)| (method.to_owned(), params, answer))
        .collect()
}

#[test]
fn what_is_sent_and_answered_is_as_the_schema_says() {
    let schema = schema();
    let validators: BTreeMap<&str, (Validator, Validator)> = wire::METHODS
        .iter()
        .map(|(name, _)| {
            let of = |which: &str| part(&schema, &format!("/methods/{name}/{which}"));
            (*name, (of("params"), of("result")))
        })
        .collect();
    let error = part(&schema, "/$defs/RpcError");
    let command = part(&schema, "/games/fast-and-easy/command");
    let mut answered = BTreeSet::new();
    for (method, params, answer) in session() {
        let (params_schema, result_schema) = &validators[method.as_str()];
        assert_valid(params_schema, &params, &format!("params of {method}"));
        match answer.get("result") {
            Some(result) => {
                assert_valid(result_schema, result, &format!("result of {method}"));
                answered.insert(method);
                if let Some(given) = result.get("command") {
                    assert_valid(&command, given, "a command");
                }
            }
            None => assert_valid(&error, &answer["error"], &format!("error of {method}")),
        }
    }
    let missing: Vec<&str> =
        wire::METHODS.iter().map(|(n, _)| *n).filter(|n| !answered.contains(*n)).collect();
    let why = "nobody asks for consent here, only a server has a pace, people and rules that change, and load answers as new does";
    assert_eq!(missing, ["consent", "agree", "pace", "relieve", "call-me", "talk", "again", "load"], "{why}");
}

#[test]
fn a_wrong_shape_is_refused_by_the_schema() {
    let schema = schema();
    let view = part(&schema, "/methods/view/params");
    assert!(view.is_valid(&json!({"table": "t1", "seat": "axis"})));
    assert!(!view.is_valid(&json!({"table": "t1", "seat": "king"})));
    assert!(!view.is_valid(&json!({"table": "t1", "seat": "axis", "sinse": 3})));
    let new = part(&schema, "/methods/new/params");
    assert!(!new.is_valid(&json!({"game": "fast-and-easy", "scenario": "x", "dice": {"seed": {}}})));
    let command = part(&schema, "/games/fast-and-easy/command");
    assert!(!command.is_valid(&json!({"move": {"aircraft": "x"}})) && !command.is_valid(&json!("loop")));
}

#[test]
fn every_data_file_is_as_the_schema_says() {
    let schema = schema();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = 0;
    for (game, parts) in schema["games"].as_object().unwrap() {
        let data = crates.join(game).join("data");
        let scenario = part(&schema, &format!("/games/{game}/scenario"));
        let read =
            |path: &Path| -> Value { toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap() };
        for entry in std::fs::read_dir(data.join("scenarios")).unwrap() {
            let path = entry.unwrap().path();
            assert_valid(&scenario, &read(&path), &path.display().to_string());
            files += 1;
        }
        for file in parts.as_object().unwrap().keys().filter(|key| key.ends_with(".toml")) {
            let pointer = format!("/games/{game}/{file}");
            assert_valid(&part(&schema, &pointer), &read(&data.join(file)), file);
            files += 1;
        }
    }
    assert!(files >= 11, "{files}");
}
