//! What the web server answers over HTTP about its tables.

use super::{ClockOrder, Parted, Patch, People, brief};
use crate::{Briefing, Card, LogEntry, Outcome, Relief, Seat, Side, View, Watch, Why};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use ts_rs::TS;

/// Answer to `GET /api/tables`.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Tables {
    /// Tables of which this browser holds a seat, newest first.
    pub mine: Vec<TableInfo>,
    /// Tables that anybody may watch, newest first.
    pub open: Vec<TableInfo>,
    /// Tables at which anybody may take a seat, newest first.
    pub seats: Vec<TableInfo>,
}

/// What lists and pages show of a table.
#[derive(Clone, Debug, Serialize, TS)]
pub struct TableInfo {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The scenario's title.
    pub title: String,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// The sides.
    pub sides: BTreeMap<Side, SideInfo>,
    /// The people.
    pub people: People,
    /// How much time players have; nothing if they have all the time in the world.
    pub clock: Option<ClockOrder>,
    /// Seats that this browser holds.
    pub held: Vec<Seat>,
    /// Whether one browser was given both sides.
    pub hot_seat: bool,
    /// Where its dice come from.
    pub dice: DiceKind,
    /// SHA-256 of its seed, where there is one.
    pub commitment: Option<String>,
    /// What fixes its scenario, options and dice together, where there is a seed: `tallyho verify` prints the same for the finished game.
    pub seal: Option<String>,
    /// Who may watch.
    pub watch: Watch,
    /// The least time between two commands of a computer pilot, in milliseconds.
    pub pace_ms: u32,
    /// Whether the computer pilots wait.
    pub paused: bool,
    /// Changes so far.
    pub seq: u32,
    /// Sides that owe a decision.
    pub to_act: Vec<Side>,
    /// Game turn.
    pub turn: u16,
    /// Last turn, if there is one.
    pub turns: Option<u16>,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// Workbooks of its log sheets; 0 in a game that has none.
    pub log_sheets: u16,
    /// Why the table is shown as it was, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub parted: Option<Parted>,
}

/// Where a table's dice come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum DiceKind {
    /// From a secret seed.
    Seed,
    /// From a seed that the maker chose and therefore knows.
    Chosen,
    /// People throw them.
    Ask,
}

/// A side of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SideInfo {
    /// What it is called in this scenario.
    pub name: String,
    /// The computer pilot that flies it, if people do not.
    pub pilot: Option<String>,
    /// The computer pilot that flies for the person who holds its seat, if they have asked for one.
    #[serde(default)]
    pub relief: Option<Relief>,
}

/// Answer to `GET /api/tables/<id>/replay`.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Replay {
    /// The table.
    pub table: TableInfo,
    /// From where it is seen.
    pub seat: Seat,
    /// The scenario's card.
    pub briefing: Briefing,
    /// The position after set-up.
    pub view: View,
    /// Cards of the aircraft in it, and all that come with the scenario.
    pub cards: Vec<Card>,
    /// The log of set-up.
    #[serde(serialize_with = "brief::entries")]
    #[ts(type = "Partial<LogEntry>[]")]
    pub log: Vec<LogEntry>,
    /// Every command.
    pub steps: Vec<ReplayStep>,
}

/// Answer to `GET /api/tables/<id>/position/<line>`: a position of a game as a scenario, to be changed or played from there.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct PastPosition {
    /// The game's id.
    pub game: String,
    /// The position, as far as this browser may know it; nothing if the game was over.
    #[ts(type = "Record<string, unknown> | null")]
    pub position: Option<Value>,
}

/// One command of a replay.
#[derive(Clone, Debug, Serialize, TS)]
pub struct ReplayStep {
    /// Its number, from 1.
    pub line: u32,
    /// Who said it.
    pub side: Side,
    /// What was said, where this browser may know.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub command: Option<Value>,
    /// Who owed a decision after it.
    pub to_act: Vec<Side>,
    /// What it changed.
    pub patch: Patch,
    /// What it caused.
    #[serde(serialize_with = "brief::entries")]
    #[ts(type = "Partial<LogEntry>[]")]
    pub log: Vec<LogEntry>,
}

/// Answer to `GET /api/tables/<id>/chances`: who wins how often from places along a finished game, flown to its end by computer pilots.
/// They are worked out one after the other: ask again until there are `of` points.
#[derive(Clone, Debug, Default, Serialize, TS)]
pub struct Chances {
    /// How many places there will be; 0 while the game waits for its turn.
    pub of: u32,
    /// The places that are worked out, in the order of the game.
    pub points: Vec<ChancesAt>,
}

/// How often each side won from one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ChancesAt {
    /// After this many commands.
    pub line: u32,
    /// Games that the Allies won.
    pub allies: u32,
    /// Games that the Axis won.
    pub axis: u32,
    /// Games that nobody won.
    pub draws: u32,
}

/// Answer to `GET /api/tables/<id>/debrief`: luck and skill in a finished game. It is worked out decision by decision: ask again until as
/// many steps are `done` as there are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
pub struct Debrief {
    /// How many steps there are in all; 0 while the game waits for its turn. It may shrink on the way.
    pub of: u32,
    /// How many are done.
    pub done: u32,
    /// What is known of the Allies.
    pub allies: SideDebrief,
    /// What is known of the Axis.
    pub axis: SideDebrief,
}

/// What was luck and what was skill on one side. All in thousandths of a victory point.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
pub struct SideDebrief {
    /// What its fire brought beyond what it brings on average.
    #[ts(type = "number")]
    pub luck_milli: i64,
    /// Decisions that were thought through: those that looked dearest.
    pub weighed: u32,
    /// What those cost together.
    #[ts(type = "number")]
    pub cost_milli: i64,
    /// Those that cost most, dearest first, at most three.
    pub dearest: Vec<Costly>,
}

/// A decision that cost something against a better one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Costly {
    /// Number of the command, from 1.
    pub line: u32,
    /// What it cost, in thousandths of a victory point.
    #[ts(type = "number")]
    pub cost_milli: i64,
    /// What was done.
    pub done: String,
    /// What was better.
    pub better: String,
    /// What speaks for that; empty where nothing more can be said.
    pub why: String,
}

/// Answer to `GET /api/tables/<id>/why`: which commands of computer pilots may be asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
pub struct Explained {
    /// Their numbers, from 1, in the order of the game.
    pub lines: Vec<u32>,
}

/// Why a computer pilot gave a command. It has thought once more about what it knew then.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct PastWhy {
    /// Number of the command, from 1.
    pub line: u32,
    /// Who gave it.
    pub side: Side,
    /// What the pilot is called.
    pub pilot: String,
    /// How it flies, in one sentence.
    pub flies: String,
    /// Which of the candidates it gave; nothing where none are told of.
    pub given: Option<u32>,
    /// The reason, and what it weighed.
    pub why: Why,
}
