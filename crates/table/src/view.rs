//! The one shape that every client draws, whatever the game. A view is a redaction: what a seat may not know is not in
//! it.

mod card;

pub use card::{
    Card, CardRow, CardTable, CardTableKind, CardValue, EngineAt, FireArc, FireBand, Shape, Tail, Wing,
};

use crate::play::known_to;
use crate::{Outcome, PieceId, RuleId, Scenery, Screen, Seat, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use smol_str::SmolStr;
use std::collections::BTreeMap;
use std::sync::Arc;
use ts_rs::TS;

/// What a seat sees of the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct View {
    /// The game's id.
    pub game: SmolStr,
    /// The scenario's title.
    pub title: SmolStr,
    /// Who sees it.
    pub seat: Seat,
    /// The map.
    pub board: Board,
    /// Where in the sequence of play the game is.
    pub phase: Phase,
    /// Every aircraft that this seat knows of, lost ones included.
    pub aircraft: Vec<Aircraft>,
    /// Things on the map that are not aircraft.
    pub markers: Vec<Marker>,
    /// Which sides owe a decision.
    pub to_act: Vec<Side>,
    /// Points and other standings.
    pub score: Vec<Score>,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// Feet that a level of altitude stands for, where the game says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level_feet: Option<u16>,
    /// Whether aircraft fly at altitudes, also those that are not placed yet.
    pub altitudes: bool,
    /// What the map looks like, where the scenario says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenery: Option<Scenery>,
}

/// What a game shows of a position. The table makes a [`View`] of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The scenario's title.
    pub title: SmolStr,
    /// The map.
    pub board: Board,
    /// Where in the sequence of play the game is.
    pub phase: Phase,
    /// Every aircraft that the seat knows of, lost ones included.
    pub aircraft: Vec<Aircraft>,
    /// Things on the map that are not aircraft.
    pub markers: Vec<Marker>,
    /// Points and other standings.
    pub score: Vec<Score>,
    /// Feet that a level of altitude stands for, where the game says so.
    pub level_feet: Option<u16>,
    /// Whether aircraft fly at altitudes, also those that are not placed yet.
    pub altitudes: bool,
    /// What the map looks like, where the scenario says so.
    pub scenery: Option<Scenery>,
}

impl View {
    /// What a seat may see of a position: what the game shows of what the seat knows, with what follows from the referee.
    pub fn of<G: Screen>(rules: &G::Rules, state: &G::State, seat: Seat) -> View {
        let scene = G::view(rules, &known_to::<G>(rules, state, seat), seat);
        View {
            game: SmolStr::new_static(G::ID),
            title: scene.title,
            seat,
            board: scene.board,
            phase: scene.phase,
            aircraft: scene.aircraft,
            markers: scene.markers,
            to_act: G::to_act(rules, state).iter().collect(),
            score: scene.score,
            outcome: G::outcome(rules, state),
            level_feet: scene.level_feet,
            altitudes: scene.altitudes,
            scenery: scene.scenery,
        }
    }
}

/// The map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Board {
    /// A sheet of hexes.
    Hexes {
        /// Whether hexes have a corner (pointy) or a side (flat) to the north.
        pointy: bool,
        /// Number of the first column and the first row.
        first: i16,
        /// Columns, west to east.
        columns: i16,
        /// Rows.
        rows: i16,
        /// Whether odd (rather than even) rows (pointy) or columns (flat) are the shifted ones: half a hex east (pointy) or
        /// half a hex towards the end of the row count (flat).
        odd_shifted: bool,
        /// Whether rows are counted from the south.
        rows_from_south: bool,
        /// How a hex is written: `CC.RR`, `CCRR` or `[C,R]`.
        names: SmolStr,
        /// What a hex is called when distances are measured: "hexes", "SU".
        unit: SmolStr,
    },
    /// An open table, measured in thousandths of a standard unit, y northwards.
    Open {
        /// Width, west to east.
        width: i32,
        /// Depth, south to north.
        height: i32,
        /// What the unit is called: "SU".
        unit: SmolStr,
    },
}

impl Board {
    /// A place as players write it; points of an open table in tenths of a unit, eastwards and northwards.
    pub fn name(&self, at: At) -> String {
        match at {
            At::Hex { col, row } => match self {
                Board::Hexes { names, .. } if names == "CC.RR" => format!("{col:02}.{row:02}"),
                Board::Hexes { names, .. } if names == "CCRR" => format!("{col:02}{row:02}"),
                Board::Hexes { .. } | Board::Open { .. } => format!("[{col},{row}]"),
            },
            At::Point { x, y } => {
                let [x, y] = [x, y].map(|n| (n + 50).div_euclid(100)).map(|tenths| {
                    let sign = if tenths < 0 { "-" } else { "" };
                    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
                });
                format!("{x}, {y}")
            }
        }
    }
}

/// A place on the map.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(untagged)]
pub enum At {
    /// A hex, by printed column and row.
    Hex {
        /// Column as printed.
        col: i16,
        /// Row as printed.
        row: i16,
    },
    /// A point of an open table, in thousandths of a unit.
    Point {
        /// East of the south-west corner.
        x: i32,
        /// North of the south-west corner.
        y: i32,
    },
}

/// Where an aircraft is and how it points.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
)]
pub struct Pose {
    /// The place.
    pub at: At,
    /// Compass heading in whole degrees, 0 = north, clockwise.
    pub heading: u16,
    /// Altitude level, in games that have it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub altitude: Option<i16>,
    /// How it banks and pitches, in games that have it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub attitude: Option<Attitude>,
}

/// How an aircraft banks and pitches.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
)]
pub struct Attitude {
    /// Degrees of bank, to the right positive: 0 = wings level, 180 = upside down.
    pub bank: i16,
    /// Degrees of the flight path over the horizon, climbing positive.
    pub pitch: i16,
}

/// What an aircraft can turn into height or speed, in one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Energy {
    /// What it has as height: its altitude level.
    pub height: i32,
    /// What it has as speed: levels that it could rise for it.
    pub speed: i32,
    /// The rule that changes one into the other.
    #[ts(type = "string")]
    pub rule: RuleId,
}

/// Where in the sequence of play the game is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Phase {
    /// Game turn, from 1.
    pub turn: u16,
    /// Last turn, if the scenario has one.
    pub turns: Option<u16>,
    /// Which of `steps` is on; the number of steps once the game is over.
    pub step: u8,
    /// The steps of a turn, in order.
    pub steps: Vec<PhaseStep>,
}

/// One step of the sequence of play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct PhaseStep {
    /// Its name.
    pub name: SmolStr,
    /// Whose it is, if it is one side's.
    pub side: Option<Side>,
    /// The rule behind it.
    #[ts(type = "string")]
    pub rule: RuleId,
}

/// An aircraft in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Aircraft {
    /// Its number in set-up order, from 1.
    pub id: PieceId,
    /// What it is called on the map: "Red 1".
    pub name: SmolStr,
    /// The group it belongs to.
    pub group: SmolStr,
    /// Key into the cards.
    pub card: SmolStr,
    /// Whose it is.
    pub side: Side,
    /// Its part in the fight: fighter, bomber, escort, interceptor.
    pub role: SmolStr,
    /// Where it is; nothing while it is not on the map.
    pub pose: Option<Pose>,
    /// Whether it still takes part, and if not why not: "flying", "off the map until turn 5", "shot down".
    pub status: SmolStr,
    /// Whether it is on the map.
    pub flying: bool,
    /// Present condition: damage, speed, ammunition.
    pub gauges: Vec<Gauge>,
    /// Short marks: ace, loaded, radar.
    pub tags: Vec<Tag>,
    /// Places passed in its last move, start first.
    pub trail: Vec<At>,
    /// Height and speed as one, in games that change one into the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub energy: Option<Energy>,
}

/// A number that has a scale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Gauge {
    /// What is measured.
    pub label: SmolStr,
    /// The reading.
    pub value: i32,
    /// Full scale.
    pub max: i32,
    /// Whether a high reading is bad (damage) rather than good (speed).
    pub bad: bool,
    /// How many make one as a player writes it, where parts are counted: 2 for halves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<u8>,
    /// The rule that explains it.
    #[ts(type = "string")]
    pub rule: RuleId,
}

/// A short mark on an aircraft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Tag {
    /// One or two words.
    pub text: SmolStr,
    /// The rule that explains it.
    #[ts(type = "string")]
    pub rule: RuleId,
}

/// Something on the map that is not an aircraft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Marker {
    /// What it is, which also chooses its picture.
    pub kind: MarkerKind,
    /// Where it is.
    pub at: At,
    /// Whose it is, where it is somebody's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// What it is called.
    pub label: SmolStr,
    /// The rule that explains it.
    #[ts(type = "string")]
    pub rule: RuleId,
}

/// Kinds of markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum MarkerKind {
    /// A ground target.
    Target,
    /// A ground target that has been destroyed.
    DestroyedTarget,
    /// A cloud.
    Cloud,
    /// A place in a formation that nobody fills.
    Slot,
    /// A set-up area.
    Area,
}

/// A standing: points of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Score {
    /// Whose.
    pub side: Side,
    /// What is counted.
    pub label: SmolStr,
    /// How many.
    pub value: i32,
    /// Whether dice that are still to be thrown can change it: then they count as what they bring on average.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub about: bool,
}

impl Score {
    /// A standing that no dice can change any more.
    pub fn exact(side: Side, label: &str, value: i32) -> Score {
        Score { side, label: label.into(), value, about: false }
    }
}

/// What a game offers, for the list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct GameInfo {
    /// Id.
    pub id: String,
    /// Title.
    pub title: String,
    /// What kind of game it is.
    pub text: String,
    /// What the players may choose.
    pub options: Vec<OptionInfo>,
    /// Ready-made scenarios.
    pub scenarios: Vec<ScenarioInfo>,
    /// Aircraft ids.
    pub aircraft: Vec<String>,
}

/// Something the players may choose at set-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct OptionInfo {
    /// Key in `options`.
    pub id: String,
    /// What it does, in one sentence.
    pub text: String,
    /// Value when nothing is said.
    #[ts(type = "unknown")]
    pub default: serde_json::Value,
    /// All values, when they can be listed.
    #[ts(type = "unknown[]")]
    pub values: Vec<serde_json::Value>,
    /// The rule behind it.
    #[ts(type = "string")]
    pub rule: RuleId,
}

/// A ready-made scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct ScenarioInfo {
    /// Id.
    pub id: String,
    /// Title.
    pub title: String,
    /// What it is about.
    pub text: String,
    /// What each side is called here.
    pub sides: BTreeMap<Side, String>,
    /// Number of aircraft.
    pub aircraft: u16,
    /// Playing time, in minutes, if known.
    pub minutes: Option<u16>,
}

/// Complete moves of an aircraft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Plans<C> {
    /// The moves, one shortest way to each result.
    pub plans: Vec<Plan<C>>,
    /// Why some are left out; nothing when these are all.
    pub cut: Option<Cut>,
}

/// Why a list of moves does not hold them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Cut {
    /// There is no end of moves, so those with angles from a sample are listed.
    Sample,
    /// The search was stopped by its limit.
    Limit,
}

impl<C> Plans<C> {
    /// No moves: the aircraft has none to make now.
    pub fn none() -> Plans<C> {
        Plans { plans: Vec::new(), cut: None }
    }

    /// Every move that there is.
    pub fn all(plans: Vec<Plan<C>>) -> Plans<C> {
        Plans { plans, cut: None }
    }

    /// The first of these moves, and that there were more.
    pub fn at_most(mut self, most: usize) -> Plans<C> {
        if self.plans.len() > most {
            self.plans.truncate(most);
            self.cut = Some(Cut::Limit);
        }
        self
    }

    /// The same moves with their commands turned into something else.
    pub fn map<D>(self, f: &impl Fn(C) -> D) -> Plans<D> {
        let plan =
            |p: Plan<C>| Plan { command: f(p.command), pose: p.pose, path: p.path, manoeuvre: p.manoeuvre };
        Plans { plans: self.plans.into_iter().map(plan).collect(), cut: self.cut }
    }
}

/// A complete move that an aircraft could make, for 'click where you want to go' and for search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Plan<C> {
    /// The command that flies it.
    pub command: C,
    /// Where it ends; nothing if it leaves the map.
    pub pose: Option<Pose>,
    /// The way, start first. Plans that fly the same way share it.
    #[serde(serialize_with = "whole")]
    #[schemars(with = "Vec<At>")]
    #[ts(as = "Vec<At>")]
    pub path: Arc<[At]>,
    /// What a pilot would call it, in games whose moves have names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manoeuvre: Option<Manoeuvre>,
}

/// What a pilot would call a move. Clients sort moves by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Manoeuvre {
    /// The kind: "climbing", "split-S".
    pub kind: &'static str,
    /// The way it goes: "left turn", "straight on".
    pub way: &'static str,
    /// What tells it from others that end in the same place: "speed 5.5, Military".
    pub note: String,
}

fn whole<S: Serializer>(path: &Arc<[At]>, to: S) -> Result<S::Ok, S::Error> {
    path.as_ref().serialize(to)
}
