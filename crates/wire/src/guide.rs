//! Guides that teach a game, and the diagrams in them.

use crate::{Board, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A guide that teaches a game in one sitting.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct Guide {
    /// Markdown. A fenced block `diagram` is a diagram as JSON, a link to `rule:ID` leads to a rule.
    pub text: String,
    /// The hexes on which diagrams are drawn. Each diagram says how many columns and rows it needs, and counts both from 0.
    pub sheet: Board,
}

impl Guide {
    /// The most columns and rows of a diagram.
    pub const LARGEST: [i16; 2] = [12, 8];
}

/// A diagram of a guide. Hexes are column and row, both from 0, as the game numbers them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Diagram {
    /// What it shows.
    pub caption: String,
    /// Columns and rows.
    pub size: [i16; 2],
    /// Aircraft where they begin.
    pub planes: Vec<DiagramPlane>,
    /// Where they fly.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<DiagramPath>>")]
    pub paths: Vec<DiagramPath>,
    /// Who fires at whom, from where their paths end.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<DiagramShot>>")]
    pub shots: Vec<DiagramShot>,
    /// Hexes with a remark.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<DiagramMark>>")]
    pub marks: Vec<DiagramMark>,
}

/// An aircraft of a diagram.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct DiagramPlane {
    /// What it is called, in this diagram only once.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// What it looks like.
    pub shape: DiagramShape,
    /// Where it is.
    pub hex: [i16; 2],
    /// Where its nose points: `N`, `NE`, `SE` …, as far as the game's hexes have it.
    pub heading: String,
    /// A few words beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tag: Option<String>,
}

/// What an aircraft of a diagram looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum DiagramShape {
    /// A fighter with one engine.
    Fighter,
    /// A fighter with two engines.
    Twin,
    /// A bomber.
    Bomber,
}

/// Where an aircraft of a diagram flies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct DiagramPath {
    /// The aircraft's name.
    pub plane: String,
    /// Hex after hex, the first beside the aircraft.
    pub hexes: Vec<[i16; 2]>,
    /// Its heading at the end, if that is not the direction of the last step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ends: Option<String>,
}

/// A shot in a diagram.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct DiagramShot {
    /// Who fires.
    pub from: String,
    /// At whom.
    pub to: String,
    /// A few words along the line.
    pub text: String,
}

/// A hex of a diagram with a remark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct DiagramMark {
    /// Which one.
    pub hex: [i16; 2],
    /// At most four words.
    pub text: String,
    /// Whether that is good or bad for whoever flies there.
    #[serde(default)]
    #[ts(optional, as = "Option<DiagramTone>")]
    pub tone: DiagramTone,
}

/// What a mark of a diagram means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum DiagramTone {
    /// Neither.
    #[default]
    Plain,
    /// Allowed, or an advantage.
    Good,
    /// Forbidden, or a danger.
    Bad,
}
