//! JSON-RPC 2.0: the envelope around every request and answer.

use crate::{Answer, Barred, Flaw, RuleId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// The version of JSON-RPC, `"2.0"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub enum Version {
    /// The only one there is.
    #[serde(rename = "2.0")]
    Two,
}

/// What ties an answer to its request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(untagged)]
pub enum Id {
    /// A number.
    Number(#[ts(type = "number")] serde_json::Number),
    /// A text.
    Text(String),
    /// Nothing: the request could not be read far enough to know.
    Null,
}

/// A request; without an id it is a notification, which gets no answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Request {
    /// `"2.0"`.
    pub jsonrpc: Version,
    /// Given back in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<Id>,
    /// Which one.
    pub method: String,
    /// Its parameters.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    #[ts(optional, type = "unknown")]
    pub params: Value,
}

/// An answer: `result` or `error`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Response {
    /// `"2.0"`.
    pub jsonrpc: Version,
    /// The request's.
    pub id: Id,
    /// What was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Answer>,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Error>,
}

impl Response {
    /// The answer to request `id`.
    pub fn new(id: Id, answer: Result<Answer, Error>) -> Response {
        let (result, error) = match answer {
            Ok(result) => (Some(result), None),
            Err(error) => (None, Some(error)),
        };
        Response { jsonrpc: Version::Two, id, result, error }
    }
}

/// Why a request failed. Nothing has changed, unless the code says that nobody knows.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
#[ts(rename = "RpcError")]
#[schemars(rename = "RpcError")]
pub struct Error {
    /// Which sort.
    #[schemars(with = "i32")]
    #[ts(type = "number")]
    pub code: Code,
    /// The sentence for people.
    pub message: String,
    /// The details for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub data: Option<ErrorData>,
}

/// Sorts of errors, by their JSON-RPC number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "i32")]
pub enum Code {
    /// −32700: the line is not JSON.
    Parse,
    /// −32600: it is JSON, but no request.
    Request,
    /// −32601: there is no such method.
    Method,
    /// −32602: a parameter is missing or wrong; the data name its path.
    Params,
    /// −32603: the program is at fault; the table is as it was.
    Internal,
    /// −32001: the rules forbid the command.
    Illegal,
    /// −32002: dice are needed.
    Dice,
    /// −32003: not possible at this table: no such table, not a playing seat, nothing to take back.
    NotHere,
    /// −32004: the table has moved on since the client last saw it.
    Moved,
    /// −32005: it could not be put on disk, and certainly was not kept.
    Disk,
    /// −32006: too many requests.
    Busy,
    /// −32007: nobody knows whether it was kept: the socket is closed, to come back and compare.
    Unknown,
}

impl From<Code> for i32 {
    fn from(code: Code) -> i32 {
        match code {
            Code::Parse => -32700,
            Code::Request => -32600,
            Code::Method => -32601,
            Code::Params => -32602,
            Code::Internal => -32603,
            Code::Illegal => -32001,
            Code::Dice => -32002,
            Code::NotHere => -32003,
            Code::Moved => -32004,
            Code::Disk => -32005,
            Code::Busy => -32006,
            Code::Unknown => -32007,
        }
    }
}

/// The details of an error.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
#[serde(untagged)]
pub enum ErrorData {
    /// Of −32602 and −32600.
    Params {
        /// Path of the first field that is wrong: `scenario.aircraft[3].hex`.
        path: String,
        /// Everything that is wrong, where the whole could be read.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, type = "{ file?: string, path: string, says: string, rule?: string }[]")]
        flaws: Vec<Flaw>,
    },
    /// Of −32001.
    Illegal {
        /// The rule named first.
        #[ts(type = "string")]
        rule: RuleId,
        /// What it says.
        why: String,
        /// All reasons.
        reasons: Vec<Barred>,
    },
    /// Of −32002.
    Dice {
        /// One entry for each die or card, in order.
        need: Vec<NeedOne>,
    },
    /// Of −32004.
    Moved {
        /// Changes so far.
        seq: u32,
    },
    /// Of −32006.
    Busy {
        /// How long to wait, in milliseconds.
        retry_ms: u32,
    },
    /// Of −32602 for a transcript that does not replay.
    Line {
        /// Line of the transcript, from 1.
        line: u32,
        /// What differs there.
        says: String,
    },
}

/// One die or card that is needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(untagged)]
pub enum NeedOne {
    /// A die.
    Die {
        /// Its faces.
        die: u8,
        /// What for.
        #[serde(rename = "for")]
        why: String,
        /// The rule that asks.
        #[ts(type = "string")]
        rule: RuleId,
    },
    /// A card.
    Card {
        /// Cards left of each colour.
        card: Pile,
        /// What for.
        #[serde(rename = "for")]
        why: String,
        /// The rule that asks.
        #[ts(type = "string")]
        rule: RuleId,
    },
}

/// The cards left in a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Pile {
    /// Red ones.
    pub red: u8,
    /// Black ones.
    pub black: u8,
}
