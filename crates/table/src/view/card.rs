//! Aircraft cards: the printed values of a type, as every client draws them.

use crate::RuleId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An aircraft's card: the printed values of its type. It does not change during a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Card {
    /// Key, as used by [`super::Aircraft::card`] and by scenario files.
    pub id: String,
    /// Full name.
    pub name: String,
    /// Nation, if the game names it.
    pub nation: Option<String>,
    /// Class: fighter, jet, bomber.
    pub class: String,
    /// Single values.
    pub values: Vec<CardValue>,
    /// Tracks and tables.
    pub tables: Vec<CardTable>,
    /// Where its weapons reach, where that can be drawn as sectors.
    pub arcs: Vec<FireArc>,
    /// What a silhouette is drawn from.
    pub shape: Shape,
    /// Where the figures come from.
    pub source: String,
}

/// A value on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct CardValue {
    /// What it is.
    pub label: String,
    /// What it says, a dash where the type has none.
    pub value: String,
    /// The rule that uses it.
    #[ts(type = "string")]
    pub rule: RuleId,
    /// Where it comes from, if not where the whole card does.
    pub source: Option<String>,
}

/// A track or table on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct CardTable {
    /// How it is drawn.
    pub kind: CardTableKind,
    /// Title.
    pub title: String,
    /// What the columns count: "speed", "range in hexes"; empty where the column heads say it themselves.
    pub head: String,
    /// Column heads: of a track the numbers of its spaces, of boxes their labels.
    pub columns: Vec<String>,
    /// Rows: head, then cells. Of tracks and boxes they are the further lines printed in each space.
    pub rows: Vec<CardRow>,
    /// Labels of the aircraft's gauges whose readings stand here, see [`CardTableKind`].
    pub gauges: Vec<String>,
    /// The rule that uses it.
    #[ts(type = "string")]
    pub rule: RuleId,
    /// Where it comes from, if not where the whole card does.
    pub source: Option<String>,
}

/// How a track or table on a card is drawn, and how a gauge's reading is marked on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum CardTableKind {
    /// Rows and columns. Readings are not marked.
    Table,
    /// Numbered spaces in a row, along which markers move: a reading stands on the space of that number.
    Track,
    /// Boxes that are crossed off: from the first on as many as a bad gauge reads, from the last back all but as many as a
    /// good one reads.
    Boxes,
}

/// A row of a table on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct CardRow {
    /// Row head.
    pub head: String,
    /// Cells, as many as there are columns.
    pub cells: Vec<String>,
}

/// A sector into which weapons fire: on an open table as it is, on hexes all whose middle lies in it or on its edge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct FireArc {
    /// Its name, and what fires into it.
    pub label: String,
    /// Its middle in degrees clockwise from the nose.
    pub bearing: i16,
    /// Degrees from its middle to each edge.
    pub half: u16,
    /// Its bands from the aircraft outwards.
    pub bands: Vec<FireBand>,
    /// The rule that lays it out.
    #[ts(type = "string")]
    pub rule: RuleId,
}

/// A part of a sector, up to a range.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct FireBand {
    /// Where it ends, in the board's units.
    pub range: u16,
    /// What holds in it: "medium, 5+".
    pub label: String,
}

/// What a silhouette is drawn from; historical, no rule depends on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// Wing span in decimetres.
    pub span_dm: u16,
    /// Length in decimetres.
    pub length_dm: u16,
    /// Engines.
    pub engines: u8,
    /// Where they sit.
    pub engine_at: EngineAt,
    /// Wing plan.
    pub wing: Wing,
    /// Tail plan.
    pub tail: Tail,
}

/// Where engines sit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum EngineAt {
    /// In the nose, behind a propeller.
    #[default]
    Nose,
    /// On the wings, with propellers.
    Wings,
    /// Jets or rockets under the wings.
    WingJets,
    /// A jet or rocket in the fuselage.
    Fuselage,
}

/// Plan of the wing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Wing {
    /// Elliptical.
    Elliptical,
    /// Tapered, rounded tips.
    #[default]
    Tapered,
    /// Tapered, square tips.
    Square,
    /// Swept back.
    Swept,
    /// Cranked.
    Gull,
    /// Two wings.
    Biplane,
}

/// Plan of the tail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Tail {
    /// One fin.
    #[default]
    Single,
    /// Two fins.
    Twin,
    /// Two booms.
    TwinBoom,
    /// No tailplane.
    None,
}
