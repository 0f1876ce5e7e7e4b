//! JSON-RPC 2.0: whatever a message holds, it gets a fitting answer.

use crate::Desk;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wire::{Answer, BadCall, Call, Code, Error, ErrorData, Id, METHODS, Misread, Response};

/// Answers one line: a request, a notification or a batch. No answer is due to notifications and to blank lines.
pub fn answer(desk: &mut Desk, line: &[u8]) -> Option<String> {
    let line = line.trim_ascii();
    if line.is_empty() {
        return None;
    }
    if line[0] != b'[' {
        return respond(desk, line).map(|response| written(&response));
    }
    match serde_json::from_slice::<Vec<&RawValue>>(line) {
        Err(e) => Some(written(&refused(Id::Null, not_json(&e)))),
        Ok(batch) if batch.is_empty() => {
            Some(written(&refused(Id::Null, plain(Code::Request, "an empty batch".into()))))
        }
        Ok(batch) => {
            let answers = batch.into_iter().filter_map(|one| respond(desk, one.get().as_bytes()));
            let answers: Vec<String> = answers.map(|response| written(&response)).collect();
            (!answers.is_empty()).then(|| format!("[{}]", answers.join(",")))
        }
    }
}

/// The response to one request; none to a notification.
fn respond(desk: &mut Desk, request: &[u8]) -> Option<Response> {
    let Message { id, call } = match read(request) {
        Ok(message) => message,
        Err(refused) => return Some(*refused),
    };
    let answer = call.and_then(|call| guarded(|| desk.call(&call)));
    id.map(|id| Response::new(id, answer))
}

/// A response as text.
pub fn written(response: &Response) -> String {
    serde_json::to_string(response).unwrap_or_else(|e| {
        let id = serde_json::to_string(&response.id).unwrap_or_else(|_| "null".into());
        let code = i32::from(Code::Internal);
        let message = Value::String(format!("the answer has no JSON form: {e}"));
        format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":{message}}}}}"#)
    })
}

fn refused(id: Id, error: Error) -> Response {
    Response::new(id, Err(error))
}

fn not_json(e: &serde_json::Error) -> Error {
    plain(Code::Parse, format!("not JSON: {e}"))
}

fn plain(code: Code, message: String) -> Error {
    Error { code, message, data: None }
}

fn at(code: Code, path: &str, says: &str) -> Error {
    let message = if path.is_empty() { says.to_owned() } else { format!("{path}: {says}") };
    Error { code, message, data: Some(ErrorData::Params { path: path.to_owned(), flaws: Vec::new() }) }
}

/// A request that could be read as one, whatever it asks. Without an id it is a notification.
pub struct Message {
    /// What ties the answer to it.
    pub id: Option<Id>,
    /// What is asked.
    pub call: Result<Call, Error>,
}

/// The parts of a request, each still as text.
#[derive(Default, Deserialize)]
struct Parts<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    jsonrpc: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    method: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    params: Option<&'a RawValue>,
}

/// What is `null` is there, and not absent.
fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(from).map(Some)
}

impl Parts<'_> {
    fn id(&self) -> Result<Option<Id>, Error> {
        let read = |raw: &RawValue| {
            let wrong = |_| at(Code::Request, "id", "an id is a number, a string or null");
            serde_json::from_str(raw.get()).map_err(wrong)
        };
        self.id.map(read).transpose()
    }
}

/// Reads a request in one pass: its parts, then the parameters straight into what the method takes. One that is no request is answered by
/// the response that is returned, with its id as far as it has one.
pub fn read(request: &[u8]) -> Result<Message, Box<Response>> {
    let fail = |id, error| Err(Box::new(refused(id, error)));
    let parts: Parts<'_> = match serde_json::from_slice(request) {
        Ok(parts) => parts,
        Err(e) if e.is_data() => return fail(Id::Null, at(Code::Request, "", "a request is a JSON object")),
        Err(e) => return fail(Id::Null, not_json(&e)),
    };
    let id = match parts.id() {
        Ok(id) => id,
        Err(error) => return fail(Id::Null, error),
    };
    let wrong = |path, says| fail(id.clone().unwrap_or(Id::Null), at(Code::Request, path, says));
    let word = |part: Option<&RawValue>| part.and_then(|raw| serde_json::from_str::<String>(raw.get()).ok());
    if word(parts.jsonrpc).as_deref() != Some("2.0") {
        return wrong("jsonrpc", "must be \"2.0\"");
    }
    let Some(method) = word(parts.method) else {
        return wrong("method", "the name of a method, a string");
    };
    let params = match parts.params.map_or("null", RawValue::get) {
        "null" => "{}",
        params if params.starts_with(['{', '[']) => params,
        _ => return wrong("params", "an object, or a list in the order of the fields"),
    };
    let call = Call::read(&method, params).map_err(|bad| bad_call(&method, bad));
    Ok(Message { id, call })
}

/// The id of a request that is not read.
pub fn id_of(request: &[u8]) -> Id {
    let parts: Parts<'_> = serde_json::from_slice(request).unwrap_or_default();
    parts.id().ok().flatten().unwrap_or(Id::Null)
}

fn bad_call(method: &str, bad: BadCall) -> Error {
    match bad {
        BadCall::Method => {
            let method: String = method.chars().take(LONGEST_NAME).collect();
            let known: Vec<&str> = METHODS.iter().map(|(name, _)| *name).collect();
            let message = format!("there is no method '{method}'; there are: {}", known.join(", "));
            plain(Code::Method, message)
        }
        BadCall::Params(Misread { path, says }) => at(Code::Params, &path, &says),
    }
}

/// So much of an unknown method's name is repeated.
const LONGEST_NAME: usize = 40;

/// The rules never panic on input; should they all the same, the table is as it was, because a command is carried out on a
/// copy of the position.
pub fn guarded(call: impl FnOnce() -> Result<Answer, Error>) -> Result<Answer, Error> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
        let says = panic.downcast_ref::<String>().map(String::as_str);
        let says = says.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
        Err(plain(Code::Internal, format!("a fault of this program, nothing has changed: {says}")))
    })
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
