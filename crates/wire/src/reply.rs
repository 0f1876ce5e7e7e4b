//! What the answers hold.

use crate::live::{Parted, PastWhy, People, Said};
use crate::{
    Briefing, Card, Checked, Cut, Format, GameInfo, Guide, Json, LogEntry, Mark, Menu, Odds, Opened, Outcome,
    PieceId, Plan, Rule, Side, StateHash, Transcript, View,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// Every game there is.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct GameList {
    /// The games.
    pub games: Vec<GameInfo>,
    /// Computer pilots, weakest first: what `pilot` takes as `level`.
    pub pilots: Vec<String>,
    /// Those of them that people are offered as opponents, weakest first.
    pub levels: Vec<PilotInfo>,
    /// Whether computer pilots help people: `hint` and `pilot` are answered.
    pub hints: bool,
}

/// A computer pilot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct PilotInfo {
    /// Its level; at a server what follows `pilot:` when a table is made.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// How it plays, in one sentence.
    pub text: String,
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
    /// Number of changes so far: commands, commands taken back, and commands that stand and wait for their dice.
    pub seq: u32,
    /// The last of them, at a server's table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mark: Option<Mark>,
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
    pub decision: Option<Menu<Json>>,
    /// The position as a scenario, as far as this seat knows it: what `new` takes. Nothing once the game is over, and where it is not wanted.
    #[ts(type = "Record<string, unknown> | null")]
    pub position: Option<Value>,
    /// The log, from the entry asked for.
    pub log: Vec<LogEntry>,
    /// What to send as `since` next time.
    pub next_seq: u32,
    /// Number of commands so far.
    pub line: u32,
    /// Number of changes so far.
    pub seq: u32,
    /// The last of them, at a server's table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mark: Option<Mark>,
    /// Whether this seat may take its last command back; nothing for a seat that plays no side.
    pub take_back: Option<MayTakeBack>,
    /// Who asks the other side to let them take something back.
    pub asked: Option<Side>,
}

/// The decision asked of a seat.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct MenuNow {
    /// The decision.
    #[serde(flatten)]
    pub menu: Menu<Json>,
    /// Number of changes so far.
    pub seq: u32,
}

/// Whether a seat may take its last command back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct MayTakeBack {
    /// Whether it may.
    pub may: TakeBackWord,
    /// Why it may not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub why: Option<String>,
}

/// Whether something may be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum TakeBackWord {
    /// At once.
    Now,
    /// If the other side agrees.
    Ask,
    /// Not at all.
    No,
}

impl MayTakeBack {
    /// At once.
    pub fn now() -> MayTakeBack {
        MayTakeBack { may: TakeBackWord::Now, why: None }
    }

    /// If the other side agrees.
    pub fn ask() -> MayTakeBack {
        MayTakeBack { may: TakeBackWord::Ask, why: None }
    }

    /// Not at all.
    pub fn no(why: &str) -> MayTakeBack {
        MayTakeBack { may: TakeBackWord::No, why: Some(why.to_owned()) }
    }
}

/// What a command has caused.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct Acted {
    /// The new log entries that the acting seat may see, where they are wanted.
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
    /// Whether the other side has to agree first: nothing has changed yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub asked: bool,
}

/// All distinct complete moves of an aircraft.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct PlanList {
    /// The moves.
    pub plans: Vec<Plan<Json>>,
    /// Why some are left out; nothing when these are all.
    pub cut: Option<Cut>,
    /// Number of changes so far.
    pub seq: u32,
}

/// A position that can be entered again.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct PositionNow {
    /// The position as a scenario, as far as the seat knows it: what `new` takes. Nothing once the game is over.
    #[ts(type = "Record<string, unknown> | null")]
    pub position: Option<Value>,
    /// Number of changes so far.
    pub seq: u32,
}

/// What a computer pilot would say.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct PilotReply {
    /// The command.
    pub command: Json,
    /// What it caused, if it was to be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub acted: Option<Acted>,
}

/// What a computer pilot finds best, and why.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct HintReply {
    /// The command that it finds best.
    pub command: Json,
    /// Why.
    pub why: Why,
}

/// Why a computer pilot finds a command best, or gave it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct Why {
    /// The reason, in a sentence.
    pub text: String,
    /// The commands that it weighed, best first; only the best are told of.
    pub candidates: Vec<Candidate>,
}

/// A command that a computer pilot has weighed.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct Candidate {
    /// The command.
    pub command: Json,
    /// What it is called.
    pub label: String,
    /// What it is worth to the side, in thousandths: higher is better. Only candidates of one hint can be compared.
    #[ts(type = "number")]
    pub score_milli: i64,
    /// What speaks for it; empty where nothing more can be said.
    pub text: String,
}

/// How fast computer pilots fly that fly both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct PaceNow {
    /// The least time between two commands, in milliseconds.
    pub pace_ms: u32,
    /// Whether they wait.
    pub paused: bool,
}

/// A computer pilot that flies for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Relief {
    /// Which pilot.
    pub level: String,
    /// The only turn in which it flies; nothing when it flies until the seat is taken back.
    pub turn: Option<u16>,
    /// The only aircraft that it flies; empty when it flies all.
    #[serde(default)]
    pub aircraft: Vec<PieceId>,
    /// The change after which it leaves the decision to the person, because it has nothing to say for its aircraft there.
    #[serde(default)]
    pub waits: Option<u32>,
}

/// Who flies for a side whose seat a person holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Relieved {
    /// The side.
    pub side: Side,
    /// Its computer pilot; nothing when the person flies.
    pub relief: Option<Relief>,
}

/// What somebody is called from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Called {
    /// The name as others see it; nothing if there is none.
    pub name: Option<String>,
}

/// A position as a picture.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct Picture {
    /// The SVG document.
    pub svg: String,
}

/// Our digest of a game's rules.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct Digest {
    /// By chapter, in the order in which a player meets them.
    pub rules: Vec<Rule>,
    /// The game's id.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// The guide, unless one rule was asked for; what holds in every game has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub guide: Option<Guide>,
    /// The whole digest in Markdown, unless one rule was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
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

/// Somebody is there.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct Pong {}

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
    /// To `view` and `sit`.
    View(Box<Seen>),
    /// To `briefing`.
    Briefing(Box<Briefing>),
    /// To `legal`.
    Legal(Box<MenuNow>),
    /// To `act`.
    Acted(Box<Acted>),
    /// To `undo` and `consent`.
    Undone(Undone),
    /// To `agree`.
    Parted(Parted),
    /// To `view`, `sit` and `briefing` at a table that is shown as it was kept.
    Kept(Json),
    /// To `odds`.
    Odds(Box<Odds>),
    /// To `plans`.
    Plans(PlanList),
    /// To `position`.
    Position(Box<PositionNow>),
    /// To `pilot`.
    Pilot(Box<PilotReply>),
    /// To `hint`.
    Hint(Box<HintReply>),
    /// To `why`.
    Why(Box<PastWhy>),
    /// To `pace`.
    Pace(PaceNow),
    /// To `relieve`.
    Relieved(Relieved),
    /// To `call-me`.
    Called(Called),
    /// To `talk`.
    Said(Said),
    /// To `again`.
    People(People),
    /// To `transcript`.
    Transcript(Box<Transcript>),
    /// To `render`.
    Render(Picture),
    /// To `rules`.
    Rules(Box<Digest>),
    /// To `cards`.
    Cards(CardList),
    /// To `format`.
    Format(Box<Format>),
    /// To `check`.
    Checked(Box<Checked>),
    /// To `close`.
    Closed(Closed),
    /// To `ping`.
    Pong(Pong),
}
