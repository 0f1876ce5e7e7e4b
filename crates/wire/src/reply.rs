//! What the answers hold.

use crate::{
    Card, Cut, GameInfo, LogEntry, Menu, Odds, Outcome, Plan, Rule, Side, StateHash, Transcript, View,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

/// Every game there is.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct GameList {
    /// The games.
    pub games: Vec<GameInfo>,
    /// Computer pilots, weakest first: what `pilot` takes as `level`.
    pub pilots: Vec<String>,
}

/// Who owes a decision, or how it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Pending {
    /// Sides that owe a decision; empty exactly when the game is over.
    pub to_act: Vec<Side>,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// Number of commands so far.
    pub line: u32,
}

/// A table that was set up or loaded.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct Opened {
    /// The table's id, for all further requests.
    pub table: String,
    /// Who owes the first decision.
    pub pending: Pending,
}

/// What a seat sees: the position, the cards of the aircraft in it, the decision asked of it, and the log.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct Seen {
    /// The position.
    #[serde(flatten)]
    pub view: View,
    /// Cards of the aircraft in the position, and all that come with the scenario.
    pub cards: Vec<Card>,
    /// The decision asked of this seat; nothing for an observer or a referee.
    pub decision: Option<Menu<Value>>,
    /// The position as a scenario, as far as this seat knows it: what `new` takes. Nothing once the game is over.
    #[ts(type = "Record<string, unknown> | null")]
    pub position: Option<Value>,
    /// The log, from the entry asked for.
    pub log: Vec<LogEntry>,
    /// What to send as `since` next time.
    pub next_seq: u32,
    /// Number of commands so far.
    pub line: u32,
}

/// What a command has caused.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct Acted {
    /// The new log entries that the acting seat may see.
    pub events: Vec<LogEntry>,
    /// Who owes a decision now.
    pub pending: Pending,
    /// Number of the command, from 1.
    pub line: u32,
    /// The faces used, in order.
    pub dice: Vec<u8>,
    /// Hash of the last position, once the game is over. Before, it would tell something of what a seat may not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub state: Option<StateHash>,
}

/// After taking a command back.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct Undone {
    /// Who owes a decision now.
    pub pending: Pending,
    /// Log entries from this number on no longer exist.
    pub next_seq: u32,
}

/// All distinct complete moves of an aircraft.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct PlanList {
    /// The moves.
    pub plans: Vec<Plan<Value>>,
    /// Why some are left out; nothing when these are all.
    pub cut: Option<Cut>,
}

/// A position that can be entered again.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct Entry {
    /// The position as a scenario, as far as the seat knows it: what `new` takes. Nothing once the game is over.
    #[ts(type = "Record<string, unknown> | null")]
    pub position: Option<Value>,
}

/// What a computer pilot would say.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct PilotReply {
    /// The command.
    #[ts(type = "unknown")]
    pub command: Value,
    /// What it caused, if it was to be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub acted: Option<Acted>,
}

/// A position as a picture.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct Picture {
    /// The SVG document.
    pub svg: String,
}

/// Rules of a game.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct RuleList {
    /// In the order of the digest.
    pub rules: Vec<Rule>,
}

/// Aircraft cards of a game.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct CardList {
    /// The cards.
    pub cards: Vec<Card>,
}

/// A table is gone.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct Closed {}

/// Any answer. Its JSON is that of the answer alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// To `games`.
    Games(GameList),
    /// To `new` and `load`.
    Opened(Opened),
    /// To `pending`.
    Pending(Pending),
    /// To `view`.
    View(Box<Seen>),
    /// To `legal`.
    Legal(Box<Menu<Value>>),
    /// To `act`.
    Acted(Box<Acted>),
    /// To `undo`.
    Undone(Undone),
    /// To `odds`.
    Odds(Box<Odds>),
    /// To `plans`.
    Plans(PlanList),
    /// To `position`.
    Position(Box<Entry>),
    /// To `pilot`.
    Pilot(Box<PilotReply>),
    /// To `transcript`.
    Transcript(Box<Transcript>),
    /// To `render`.
    Render(Picture),
    /// To `rules`.
    Rules(RuleList),
    /// To `cards`.
    Cards(CardList),
    /// To `close`.
    Closed(Closed),
}
