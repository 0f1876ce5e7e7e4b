//! What the players may choose at set-up: D1.

use crate::rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::view::OptionInfo;

/// Hexes or open table ([`rule::PLAY_MODE`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// One hex = 1 SU.
    #[default]
    Hexes,
    /// Continuous positions.
    Open,
}

/// Which edge the Axis sets up on ([`rule::SETUP_AREAS`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AxisEdge {
    /// The south edge.
    South,
    /// The north edge.
    North,
    /// One die: 1–3 south, 4–6 north.
    #[default]
    Random,
}

impl AxisEdge {
    /// Whether the Axis sets up in the south, where no die decides it.
    pub const fn without_a_die(self) -> Option<bool> {
        match self {
            AxisEdge::South => Some(true),
            AxisEdge::North => Some(false),
            AxisEdge::Random => None,
        }
    }
}

/// Which cards may be chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AircraftList {
    /// All cards.
    #[default]
    All,
    /// Only those on the book's contents page.
    Book,
}

/// Match settings (D1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// Hexes or open table.
    pub mode: Mode,
    /// Short side of the board, west to east, in SU.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<i32>,
    /// Long side of the board, south to north, in SU.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<i32>,
    /// Point total of each side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
    /// Point total of the Allies, where it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allies_points: Option<i32>,
    /// Point total of the Axis, where it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis_points: Option<i32>,
    /// Which edge the Axis sets up on.
    pub axis_edge: AxisEdge,
    /// Which cards may be chosen.
    pub aircraft: AircraftList,
    /// Turn limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<i32>,
    /// Optional rule Banking.
    pub banking: bool,
    /// Optional rule Deflection.
    pub deflection: bool,
    /// Optional rule Limited Ammo.
    pub limited_ammo: bool,
    /// Optional rule Tailing.
    pub tailing: bool,
    /// Crashed and stalled aircraft give no VPs.
    pub no_crash_vp: bool,
    /// A tight turn or half loop may be given up after the roll.
    pub free_withdrawal: bool,
}

/// What the players may choose.
pub(crate) fn list() -> Vec<OptionInfo> {
    use serde_json::json;
    let option = |id: &str, text: &str, default, values: &[serde_json::Value], rule| OptionInfo {
        id: id.to_owned(),
        text: text.to_owned(),
        default,
        values: values.to_vec(),
        rule,
    };
    let flag = |id, text, rule| option(id, text, json!(false), &[json!(false), json!(true)], rule);
    vec![
        option(
            "mode",
            "Hexes, or the open table with free positions and headings",
            json!("hexes"),
            &[json!("hexes"), json!("open")],
            rule::PLAY_MODE,
        ),
        option("width", "Short side of the board in SU, 24 to 120", json!(24), &[], rule::PLAYING_AREA),
        option("height", "Long side of the board in SU, 36 to 120", json!(36), &[], rule::PLAYING_AREA),
        option(
            "points",
            "Point total of each side",
            json!(500),
            &[json!(500), json!(1000), json!(1500), json!(2000)],
            rule::POINT_TOTAL,
        ),
        option(
            "allies-points",
            "Point total of the Allies, where it differs",
            json!(null),
            &[],
            rule::POINT_TOTAL,
        ),
        option(
            "axis-points",
            "Point total of the Axis, where it differs",
            json!(null),
            &[],
            rule::POINT_TOTAL,
        ),
        option(
            "axis-edge",
            "Where the Axis sets up",
            json!("random"),
            &[json!("random"), json!("south"), json!("north")],
            rule::SETUP_AREAS,
        ),
        option(
            "aircraft",
            "All cards, or only those on the book's contents page",
            json!("all"),
            &[json!("all"), json!("book")],
            rule::CARD,
        ),
        option("turns", "Turn limit", json!(10), &[], rule::GAME_LENGTH),
        flag(
            "banking",
            "Banking: a rolled aircraft turns sooner to one side and later to the other",
            rule::OPT_BANKING,
        ),
        flag("deflection", "Deflection: the target's aspect changes the number to hit", rule::OPT_DEFLECTION),
        flag("limited-ammo", "Limited Ammo: batteries run empty", rule::OPT_LIMITED_AMMO),
        flag("tailing", "Tailing: fire before moving from an enemy's tail", rule::OPT_TAILING),
        flag("no-crash-vp", "Crashed and stalled aircraft give no VPs", rule::OPT_NO_CRASH_VP),
        flag(
            "free-withdrawal",
            "A tight turn or half loop may be given up after the roll",
            rule::OPT_FREE_WITHDRAWAL,
        ),
    ]
}
