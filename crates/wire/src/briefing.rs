//! What a player is told before a game, and may look up in it.

use crate::view::{Board, Marker, Pose, Shape};
use crate::{BriefingText, Scenery, Side};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use ts_rs::TS;

/// The card of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Briefing {
    /// Title.
    pub title: String,
    /// What it is about, in a sentence.
    pub summary: String,
    /// Story, tasks and balance, as the scenario's author wrote them; empty where nobody did.
    #[serde(flatten)]
    pub words: BriefingText,
    /// What each side is called.
    pub sides: BTreeMap<Side, String>,
    /// How the game is won and when it ends, with the options of this game.
    pub objectives: Vec<String>,
    /// Last turn, if there is one.
    pub turns: Option<u16>,
    /// Playing time, in minutes, if known.
    pub minutes: Option<u16>,
    /// Who takes part, as far as the seat knows at the start.
    pub forces: Vec<Force>,
    /// The map at the start, as far as the seat knows it.
    pub map: StartMap,
}

/// Aircraft of one type and side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Force {
    /// Whose they are.
    pub side: Side,
    /// Id of their card.
    pub card: String,
    /// What the type is called.
    pub name: String,
    /// Their part in the fight.
    pub role: String,
    /// How many there are.
    pub count: u16,
    /// What the type looks like.
    pub shape: Shape,
}

/// A map, and what stands on it at the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct StartMap {
    /// The map.
    pub board: Board,
    /// What it looks like, where the scenario says so.
    pub scenery: Option<Scenery>,
    /// Things on it that are not aircraft.
    pub markers: Vec<Marker>,
    /// The aircraft on it.
    pub aircraft: Vec<Placed>,
}

/// An aircraft on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Placed {
    /// Which of the forces it belongs to.
    pub force: u16,
    /// Where it is and how it points.
    pub pose: Pose,
}
