//! A game as JSON lines: set-up, every command, every die. The position is only a cache of it.

use crate::dice::hex;
use crate::state_text;
use crate::{Outcome, Resumed, Seed, Side};
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt;
use ts_rs::TS;

/// The format's number, first field of every transcript.
pub(crate) const FORMAT: u32 = 1;
/// The number of a transcript whose game went on by other rules: it has lines that say so.
pub(crate) const RESUMED: u32 = 2;

/// A whole game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Transcript {
    /// What was set up.
    pub header: Header,
    /// What was said and thrown, as far as it is in play.
    pub lines: Vec<Line>,
    /// Where the game went on by other rules, in the order of the commands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resumed: Vec<Resumed>,
    /// How it ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
}

/// First line: what was set up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Format of the transcript.
    pub tallyho: u32,
    /// The game's id.
    pub game: String,
    /// The rules' revision.
    pub revision: u32,
    /// The whole scenario, options included.
    #[ts(type = "unknown")]
    pub scenario: Value,
    /// SHA-256 of the seed, where there is one; otherwise people threw the dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// Hash of the position after set-up.
    pub state: StateHash,
    /// SHA-256 over all the rest of the header: options are in no position, so that no other hash would notice one that was changed.
    /// Missing in transcripts from before there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
}

/// One command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Who said it.
    pub side: Side,
    /// What was said.
    #[ts(type = "unknown")]
    pub command: Value,
    /// The faces used, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    /// Hash of the position after it.
    pub state: StateHash,
}

/// Last line: how it ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// The outcome.
    pub outcome: Outcome,
    /// The seed, shown now that nothing depends on it any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The seeds since each resumption.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resumed: Vec<String>,
}

/// Where and how a transcript differs from what the rules make of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Line of the file, from 1.
    pub line: usize,
    /// What differs.
    pub says: String,
    /// What sort of difference it is.
    pub how: How,
}

/// Sorts of differences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum How {
    /// A command is not allowed, or cannot be read.
    Illegal,
    /// A command takes other dice.
    Dice,
    /// A command leads to another position.
    Position,
    /// Anything else: the set-up, the seeds, the end.
    #[default]
    Otherwise,
}

impl Difference {
    /// A difference that is not in what a command does.
    pub fn new(line: usize, says: impl Into<String>) -> Difference {
        Difference { line, says: says.into(), how: How::Otherwise }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.says)
    }
}

impl Header {
    /// What `hash` must be: 64 hexadecimal digits over everything else in the header.
    pub fn own_hash(&self) -> String {
        // The format is no part of the set-up: it becomes another when a game goes on by other rules.
        let rest = Header { hash: None, tallyho: FORMAT, ..self.clone() };
        let mut text = String::new();
        // A header is made of strings, numbers, lists and string-keyed maps, which always have a JSON form.
        canonical(&serde_json::to_value(&rest).unwrap_or_default(), &mut text);
        hex(&Sha256::digest(text))
    }

    /// What can be shown from the first move on, and checked once the seed is known: it fixes set-up, options and dice together. The seed
    /// in it keeps those who do not know the whole scenario from trying out what it may be.
    pub fn seal(&self, seed: Seed) -> String {
        hex(&Sha256::digest([seed.hex(), self.own_hash()].concat()))
    }
}

/// One text for one value, whoever wrote it: no spaces, the keys of every object in order.
fn canonical(value: &Value, text: &mut String) {
    match value {
        Value::Object(map) => {
            let mut keys: Vec<&String> = map.keys().collect();
            keys.sort_unstable();
            text.push('{');
            for (n, key) in keys.into_iter().enumerate() {
                text.push_str(if n == 0 { "" } else { "," });
                text.push_str(&Value::from(key.as_str()).to_string());
                text.push(':');
                canonical(&map[key], text);
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for (n, item) in items.iter().enumerate() {
                text.push_str(if n == 0 { "" } else { "," });
                canonical(item, text);
            }
            text.push(']');
        }
        plain => text.push_str(&plain.to_string()),
    }
}

impl Transcript {
    /// The JSON lines, each ended by a line feed.
    pub fn to_lines(&self) -> String {
        let mut text = String::new();
        let mut push = |json: serde_json::Result<String>| {
            // Values made of strings, numbers and maps with string keys always have a JSON form.
            text.push_str(&json.unwrap_or_default());
            text.push('\n');
        };
        push(serde_json::to_string(&self.header));
        let mut resumed = self.resumed.iter().peekable();
        for command in 1..=self.lines.len() + 1 {
            while let Some(resumed) = resumed.next_if(|resumed| resumed.mark.resume as usize == command) {
                resumed.write(&mut push);
            }
            if let Some(line) = self.lines.get(command - 1) {
                push(serde_json::to_string(line));
            }
        }
        if let Some(end) = &self.end {
            push(serde_json::to_string(end));
        }
        text
    }

    /// Reads JSON lines. Blank lines are skipped.
    pub fn from_lines(text: &str) -> Result<Transcript, Difference> {
        let mut read: Option<Transcript> = None;
        for (n, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
            let flaw = |says: String| Difference::new(n + 1, says);
            let Some(read) = &mut read else {
                let header = serde_json::from_str(line);
                let header = header.map_err(|e| flaw(format!("not a transcript header: {e}")))?;
                read = Some(Transcript { header, lines: Vec::new(), resumed: Vec::new(), end: None });
                continue;
            };
            if read.end.is_some() {
                return Err(flaw("nothing may follow the line that ends the game".into()));
            }
            if line.trim_start().starts_with("{\"outcome\"") {
                read.end = Some(serde_json::from_str(line).map_err(|e| flaw(format!("not an end: {e}")))?);
            } else if line.trim_start().starts_with("{\"resume\"") {
                let mark = serde_json::from_str(line);
                let mark = mark.map_err(|e| flaw(format!("not a resumption: {e}")))?;
                read.resume(mark).map_err(flaw)?;
            } else {
                let said = serde_json::from_str(line);
                read.lines.push(said.map_err(|e| flaw(format!("not a command line: {e}")))?);
            }
        }
        read.ok_or_else(|| Difference::new(1, "the transcript is empty"))
    }
}

/// A short hash of a position: the first 8 bytes of the SHA-256 of its JSON, the same on every machine and in every build. Written as 16
/// hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, JsonSchema, TS)]
#[schemars(transparent)]
#[ts(type = "string")]
pub struct StateHash(#[schemars(with = "String")] u64);

/// Room for the JSON of a usual position.
const USUAL: usize = 4096;

impl StateHash {
    /// The hash of a position.
    pub fn of(state: &impl Serialize) -> StateHash {
        let mut text = Vec::with_capacity(USUAL);
        state_text::write(&mut text, state);
        let digest = Sha256::digest(&text);
        StateHash(digest[..8].iter().fold(0, |hash, byte| hash << 8 | u64::from(*byte)))
    }

    /// The hash as a number.
    pub fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for StateHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StateHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StateHash, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.len() == 16 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        let number = digits.then(|| u64::from_str_radix(&text, 16).ok()).flatten();
        number.map(StateHash).ok_or_else(|| D::Error::custom("a position's hash is 16 hexadecimal digits"))
    }
}
