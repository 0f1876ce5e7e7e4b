//! Whatever is sent, a fitting answer comes back and the tables are as they were.

use crate::common::{desk, line, ok};
use desk::Desk;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};
use std::cell::RefCell;

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(with_a_table());
}

/// A desk with table `t1` some way into a game.
fn with_a_table() -> Desk {
    let mut desk = desk();
    ok(&mut desk, "new", json!({"game": "fast-and-easy", "scenario": "kent-duel", "dice": {"seed": 9}}));
    for _ in 0..20 {
        let pending = ok(&mut desk, "pending", json!({"table": "t1"}));
        ok(&mut desk, "pilot", json!({"table": "t1", "seat": pending["to_act"][0], "play": true}));
    }
    desk
}

/// Sends a line and checks that the answer is one: an error or a result, and never a fault of the program.
fn send(bytes: &[u8]) {
    DESK.with_borrow_mut(|desk| {
        let Some(answer) = line(desk, bytes) else { return };
        let all = match answer {
            Value::Array(all) => all,
            one => vec![one],
        };
        for one in all {
            assert_eq!(one["jsonrpc"], "2.0");
            assert!(one.get("result").is_some() != one.get("error").is_some(), "{one}");
            assert_ne!(one["error"]["code"], -32603, "{one} to {}", String::from_utf8_lossy(bytes));
        }
    });
}

fn value() -> impl Strategy<Value = Value> {
    let word = prop_oneof![
        Just("allies".to_owned()),
        Just("t1".to_owned()),
        Just("done".to_owned()),
        Just("ask".to_owned()),
        "[a-zA-Z0-9 .-]{0,12}",
        any::<String>(),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3i64..200).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word.prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z-]{1,8}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Requests that mean something at table `t1`.
fn sensible() -> Vec<Value> {
    let requests = [
        ("games", json!({})),
        (
            "new",
            json!({"game": "fast-and-easy", "scenario": "kent-duel", "options": {}, "dice": {"seed": 1}}),
        ),
        ("pending", json!({"table": "t1"})),
        ("view", json!({"table": "t1", "seat": "axis", "since": 3})),
        (
            "legal",
            json!({"table": "t1", "seat": "axis", "draft": {"move": {"aircraft": 1, "path": "F F TR"}}}),
        ),
        (
            "act",
            json!({"table": "t1", "seat": "allies", "command": {"move": {"aircraft": 5, "path": "F F"}}, "dice": [3]}),
        ),
        (
            "act",
            json!({"table": "t1", "seat": "axis", "command": {"fire": {"aircraft": "schwarm-1", "guns": "forward"}}}),
        ),
        ("odds", json!({"table": "t1", "shooter": 1, "target": "red-section-1", "with": "forward"})),
        ("plans", json!({"table": "t1", "aircraft": 1})),
        ("pilot", json!({"table": "t1", "seat": "axis", "level": "random", "budget_ms": 5})),
        ("why", json!({"table": "t1", "seat": "axis", "line": 1, "level": "cadet"})),
        ("transcript", json!({"table": "t1"})),
        ("load", json!({"transcript": {"header": {}, "lines": []}})),
        ("render", json!({"table": "t1", "seat": "observer"})),
        ("rules", json!({"game": "fast-and-easy", "id": "fast-and-easy/turn"})),
    ];
    requests
        .map(|(method, params)| json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}))
        .to_vec()
}

/// Every place in a value, as JSON pointers.
fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(n, item)| places(item, &format!("{at}/{n}"), all));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(key, field)| places(field, &format!("{at}/{key}"), all));
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        send(&bytes);
    }

    #[test]
    fn any_json_is_answered(value in value()) {
        send(value.to_string().as_bytes());
    }

    #[test]
    fn a_sensible_request_with_one_thing_changed_is_answered(
        request in prop::sample::select(sensible()),
        place in any::<Index>(),
        value in value(),
    ) {
        let mut all = Vec::new();
        places(&request, "", &mut all);
        let mut changed = request.clone();
        *changed.pointer_mut(&all[place.index(all.len())]).unwrap() = value;
        send(changed.to_string().as_bytes());
    }

    #[test]
    fn a_sensible_request_with_its_text_damaged_is_answered(
        request in prop::sample::select(sensible()),
        at in any::<Index>(),
        byte in any::<u8>(),
    ) {
        let mut text = request.to_string().into_bytes();
        let at = at.index(text.len());
        text[at] = byte;
        send(&text);
        send(&text[..at]);
    }

    #[test]
    fn a_scenario_with_one_thing_changed_is_set_up_or_refused(place in any::<Index>(), value in value()) {
        let scenario = DESK.with_borrow_mut(|desk| {
            ok(desk, "transcript", json!({"table": "t1"}))["header"]["scenario"].clone()
        });
        let mut all = Vec::new();
        places(&scenario, "", &mut all);
        let mut changed = scenario.clone();
        *changed.pointer_mut(&all[place.index(all.len())]).unwrap() = value;
        let params = json!({"game": "fast-and-easy", "scenario": changed});
        send(json!({"jsonrpc": "2.0", "id": 1, "method": "new", "params": params}).to_string().as_bytes());
    }
}

#[test]
fn nesting_and_length_are_answered() {
    for text in ["[".repeat(100_000), "{\"a\":".repeat(100_000), format!("\"{}\"", "x".repeat(1 << 20))] {
        send(text.as_bytes());
    }
    let deep = |n: usize| format!("{}1{}", "[".repeat(n), "]".repeat(n));
    for n in [10, 100, 120, 127, 128, 1000] {
        let act = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"act","params":{{"table":"t1","seat":"axis","command":{}}}}}"#,
            deep(n)
        );
        send(act.as_bytes());
    }
}

#[test]
fn noise_leaves_a_table_as_it_was() {
    let mut desk = with_a_table();
    let before = ok(&mut desk, "transcript", json!({"table": "t1"}));
    for request in sensible() {
        if request["method"] == "act" {
            continue;
        }
        line(&mut desk, request.to_string().as_bytes());
    }
    line(&mut desk, b"\xff\xfe{\"table\":");
    assert_eq!(ok(&mut desk, "transcript", json!({"table": "t1"})), before);
}
