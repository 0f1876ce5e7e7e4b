//! `tallyho rpc` as a process: a whole session, noise, and the end of input.

use crate::common::{answers, tallyho, text};
use serde_json::{Value, json};

fn request(id: u32, method: &str, params: &Value) -> String {
    format!("{}\n", json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
}

#[test]
fn one_request_gets_one_line_and_the_end_of_input_ends_it() {
    let output = tallyho(&["rpc"], b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"games\"}\n");
    assert!(output.status.success());
    assert_eq!(text(&output).lines().count(), 1);
    let answer = &answers(&output)[0];
    assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &json!(1)));
    assert_eq!(answer["result"]["games"][0]["id"], "fast-and-easy");
}

#[test]
fn nothing_at_all_is_a_session_too() {
    let output = tallyho(&["rpc"], b"");
    assert!(output.status.success());
    assert!(output.stdout.is_empty());
}

#[test]
fn the_last_line_needs_no_end() {
    let output = tallyho(&["rpc"], b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"games\"}");
    assert_eq!(answers(&output).len(), 1);
}

#[test]
fn noise_gets_errors_and_the_session_goes_on() {
    let mut input: Vec<u8> = Vec::new();
    for line in [&b"\xff\xfe\x00"[..], b"{", b"null", b"[1,2]", b"\"\\ud800\"", &b"[".repeat(200_000)] {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    input.extend_from_slice(request(9, "games", &json!({})).as_bytes());
    let answers = answers(&tallyho(&["rpc"], &input));
    assert_eq!(answers.len(), 7);
    let code = |n: usize| answers[n]["error"]["code"].as_i64().unwrap();
    assert_eq!([code(0), code(1), code(2), code(4), code(5)], [-32700, -32700, -32600, -32700, -32700]);
    assert_eq!(answers[3].as_array().unwrap().len(), 2, "a batch of two things that are no requests");
    assert_eq!(answers[6]["id"], 9);
    assert!(answers[6]["result"].is_object());
}

/// The session of `tests/session.jsonl`: requests and answers in turn, `>` before a request, `<` before its answer.
#[test]
fn a_recorded_session_is_answered_as_recorded() {
    let session = include_str!("session.jsonl");
    let (requests, recorded): (Vec<_>, Vec<_>) = session.lines().partition(|line| line.starts_with("> "));
    let input: String = requests.iter().map(|line| format!("{}\n", &line[2..])).collect();
    let output = text(&tallyho(&["rpc"], input.as_bytes()));
    let answered: Vec<String> = output.lines().map(|line| format!("< {line}")).collect();
    assert!(recorded.len() > 10);
    for (n, (is, was)) in answered.iter().zip(&recorded).enumerate() {
        assert_eq!(is, was, "answer {}", n + 1);
    }
    assert_eq!(answered.len(), recorded.len());
}
