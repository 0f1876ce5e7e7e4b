//! JSON-RPC 2.0 over lines: whatever bytes a line holds, it gets a fitting answer.

use crate::Desk;
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wire::{Answer, BadCall, Call, Code, Error, ErrorData, Id, METHODS, Response};

/// Answers one line: a request, a notification or a batch. No answer is due to notifications and to blank lines.
pub fn answer(desk: &mut Desk, line: &[u8]) -> Option<String> {
    if line.trim_ascii().is_empty() {
        return None;
    }
    let answer = match serde_json::from_slice(line) {
        Err(e) => written(&Response::new(Id::Null, Err(plain(Code::Parse, format!("not JSON: {e}"))))),
        Ok(Value::Array(batch)) if batch.is_empty() => {
            written(&Response::new(Id::Null, Err(plain(Code::Request, "an empty batch".into()))))
        }
        Ok(Value::Array(batch)) => {
            let answers: Vec<String> =
                batch.into_iter().filter_map(|one| respond(desk, one)).map(|r| written(&r)).collect();
            if answers.is_empty() {
                return None;
            }
            format!("[{}]", answers.join(","))
        }
        Ok(one) => written(&respond(desk, one)?),
    };
    Some(answer)
}

fn written(response: &Response) -> String {
    serde_json::to_string(response).unwrap_or_else(|e| {
        let id = serde_json::to_string(&response.id).unwrap_or_else(|_| "null".into());
        let code = i32::from(Code::Internal);
        let message = Value::String(format!("the answer has no JSON form: {e}"));
        format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":{message}}}}}"#)
    })
}

fn plain(code: Code, message: String) -> Error {
    Error { code, message, data: None }
}

fn at(code: Code, path: &str, says: &str) -> Error {
    let message = if path.is_empty() { says.to_owned() } else { format!("{path}: {says}") };
    Error { code, message, data: Some(ErrorData::Params { path: path.to_owned(), flaws: Vec::new() }) }
}

/// The response to one request; none to a notification.
fn respond(desk: &mut Desk, request: Value) -> Option<Response> {
    let (id, call) = match opened(request) {
        Ok((id, method, params)) => (id, Call::read(&method, params).map_err(|bad| bad_call(&method, bad))),
        Err((id, error)) => return Some(Response::new(id, Err(error))),
    };
    let answer = call.and_then(|call| guarded(|| desk.call(call)));
    id.map(|id| Response::new(id, answer))
}

/// The rules never panic on input; should they all the same, the table is as it was, because a command is carried out on a
/// copy of the position.
fn guarded(call: impl FnOnce() -> Result<Answer, Error>) -> Result<Answer, Error> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
        let says = panic.downcast_ref::<String>().map(String::as_str);
        let says = says.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
        Err(plain(Code::Internal, format!("a fault of this program, nothing has changed: {says}")))
    })
}

fn bad_call(method: &str, bad: BadCall) -> Error {
    match bad {
        BadCall::Method => {
            let known: Vec<&str> = METHODS.iter().map(|(name, _)| *name).collect();
            let message = format!("there is no method '{method}'; there are: {}", known.join(", "));
            plain(Code::Method, message)
        }
        BadCall::Params { path, says } => at(Code::Params, &path, &says),
    }
}

/// The parts of a request; of a malformed one, its id as far as it has one.
fn opened(request: Value) -> Result<(Option<Id>, String, Value), (Id, Error)> {
    let bad = |path: &str, says: &str| at(Code::Request, path, says);
    let Value::Object(mut fields) = request else {
        return Err((Id::Null, bad("", "a request is a JSON object")));
    };
    let id = match fields.remove("id") {
        None => None,
        Some(Value::Null) => Some(Id::Null),
        Some(Value::Number(n)) => Some(Id::Number(n)),
        Some(Value::String(text)) => Some(Id::Text(text)),
        Some(_) => return Err((Id::Null, bad("id", "an id is a number, a string or null"))),
    };
    let fail = |path, says| Err((id.clone().unwrap_or(Id::Null), bad(path, says)));
    if fields.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return fail("jsonrpc", "must be \"2.0\"");
    }
    let Some(Value::String(method)) = fields.remove("method") else {
        return fail("method", "the name of a method, a string");
    };
    match fields.remove("params").unwrap_or(Value::Null) {
        params @ (Value::Null | Value::Object(_) | Value::Array(_)) => Ok((id, method, params)),
        _ => fail("params", "an object, or a list in the order of the fields"),
    }
}

/// The answer to a line that is longer than `limit` bytes and was therefore not read.
pub fn too_long(limit: usize) -> String {
    let says = format!("a line of more than {limit} bytes is not read");
    written(&Response::new(Id::Null, Err(plain(Code::Request, says))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_internal_error() {
        let error = guarded(|| panic!("the wing came off")).unwrap_err();
        assert_eq!(i32::from(error.code), -32603);
        assert!(error.message.ends_with("the wing came off"), "{}", error.message);
    }

    #[test]
    fn a_line_that_is_too_long_is_answered_like_any_other_bad_request() {
        let answer: Value = serde_json::from_str(&too_long(9)).unwrap();
        assert_eq!(answer["error"]["code"], -32600);
        assert_eq!(answer["id"], Value::Null);
    }
}
