//! A desk with the built-in games, spoken to as a bot would.

use catalog::Catalog;
use desk::Desk;
use serde_json::{Value, json};
use table::Seed;

/// A desk whose fresh seeds are numbers from 1000 on.
pub(crate) fn desk() -> Desk {
    let mut next = 1000;
    Desk::new(
        Catalog::built_in().unwrap(),
        move || {
            next += 1;
            Seed::from_number(next)
        },
        |_| Box::new(|| false),
    )
}

/// The answer to one line.
pub(crate) fn line(desk: &mut Desk, bytes: &[u8]) -> Option<Value> {
    desk::answer(desk, bytes).map(|answer| serde_json::from_str(&answer).unwrap())
}

/// The whole answer to a request.
pub(crate) fn ask(desk: &mut Desk, method: &str, params: Value) -> Value {
    let request = json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params});
    let answer = line(desk, request.to_string().as_bytes()).unwrap();
    assert_eq!(answer["jsonrpc"], "2.0");
    assert_eq!(answer["id"], 7);
    answer
}

/// The result of a request that must succeed.
pub(crate) fn ok(desk: &mut Desk, method: &str, params: Value) -> Value {
    let answer = ask(desk, method, params);
    assert!(answer.get("error").is_none(), "{method}: {answer}");
    answer["result"].clone()
}

/// A result without the number of changes, which only ever goes up.
pub(crate) fn without_seq(mut result: Value) -> Value {
    for pointer in ["", "/pending"] {
        if let Some(Value::Object(fields)) = result.pointer_mut(pointer) {
            fields.remove("seq");
        }
    }
    result
}

/// The error of a request that must fail.
pub(crate) fn err(desk: &mut Desk, method: &str, params: Value) -> Value {
    let answer = ask(desk, method, params);
    assert!(answer.get("result").is_none(), "{method}: {answer}");
    answer["error"].clone()
}
