//! What a scenario file holds: the match settings, and any state that section 14 lists.

use crate::card::{CardEntry, Nation};
use crate::command::{ForceList, HexName, Marker};
use crate::field::{Facing, Hand};
use crate::options::{AxisEdge, Options};
use crate::state::{Bank, Fate, Phase};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::view::{At, ScenarioInfo};
use table::{BriefingText, PieceId, Scenery, Side};

/// A scenario: a match to be set up, or any position of a real table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Scenario {
    /// Title.
    pub title: String,
    /// What it is about.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// What players are told.
    #[serde(skip_serializing_if = "BriefingText::is_empty")]
    pub briefing: BriefingText,
    /// What the map looks like.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenery: Option<Scenery>,
    /// What each side is called here.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub sides: BTreeMap<Side, String>,
    /// The nations from which each side may choose; nothing means all that its side may use.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub nations: BTreeMap<Side, Vec<Nation>>,
    /// Playing time in minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u16>,
    /// Match settings.
    pub options: Options,
    /// Cards beside those of the data files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<CardEntry>,
    /// Fixed forces: flight groups with their aircraft. A side without any chooses its force.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupEntry>,
    /// Where in the game it starts; nothing means at the beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<StateEntry>,
}

/// A flight group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GroupEntry {
    /// Whose it is.
    pub side: Side,
    /// Card id, name or type.
    pub card: String,
    /// How many aircraft, or each of them.
    pub aircraft: Members,
    /// Aircraft that stay on the ground so that the fight is even. Who takes this force for a fight of its own has them too.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub reserve: u8,
    /// The altitude marker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub altitude: Option<i16>,
    /// The manoeuvre marker of this turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plot: Option<Marker>,
    /// Whether it has been, or is being, activated this turn.
    #[serde(default, skip_serializing_if = "is_false")]
    pub activated: bool,
}

/// The aircraft of a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Members {
    /// So many, not placed yet.
    Count(u8),
    /// Each of them.
    Each(Vec<PlaneEntry>),
}

impl Members {
    /// How many.
    pub fn count(&self) -> usize {
        match self {
            Members::Count(n) => usize::from(*n),
            Members::Each(each) => each.len(),
        }
    }
}

/// An aircraft: `hex` and `facing` on hexes, `x`, `y` and `heading` on the open table. A lost one may have them from where it was
/// last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlaneEntry {
    /// Column and row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<HexName>,
    /// Facing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<Facing>,
    /// Thousandths of an SU east of the south-west corner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<i32>,
    /// Thousandths of an SU north of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub y: Option<i32>,
    /// Whole degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<u16>,
    /// Its level, where it differs from the altitude marker; of a lost aircraft, where it was last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<i16>,
    /// Boxes marked.
    #[serde(skip_serializing_if = "is_zero")]
    pub damage: i32,
    /// How it was lost, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<Fate>,
    /// Whether it has moved and attacked this turn.
    #[serde(skip_serializing_if = "is_false")]
    pub acted: bool,
    /// Whether it has attacked this turn.
    #[serde(skip_serializing_if = "is_false")]
    pub attacked: bool,
    /// Whether that was before moving (Tailing).
    #[serde(skip_serializing_if = "is_false")]
    pub attacked_early: bool,
    /// Bank (Banking).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank: Option<Bank>,
    /// Attacks left of each battery (Limited Ammo).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ammunition: Option<Vec<u8>>,
    /// Where its last move began and turned. It is only drawn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub track: Vec<At>,
}

/// Where in the game a position is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct StateEntry {
    /// The phase. Nothing means: choosing before all aircraft stand on the board, else plotting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// The turn; 1 if nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<i32>,
    /// Whose edge is which, when the lottery has been held.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis_edge: Option<AxisEdge>,
    /// Forces chosen and not yet shown.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub forces: BTreeMap<Side, ForceList>,
    /// Sides that have confirmed their force or their plots.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub confirmed: Vec<Side>,
    /// The side of the card that was flipped last and is being played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<Side>,
    /// Cards left to flip; they follow from the groups and are compared with them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards_left: Option<Cards>,
    /// Cards flipped; likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards_flipped: Option<Cards>,
    /// Victory points.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub points: BTreeMap<Side, i32>,
    /// The side whose offer to end the game stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<Side>,
    /// The group being activated, from 1 in the order of `groups`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active_group: Option<u16>,
    /// The aircraft that is moving or has moved and not yet attacked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moving: Option<MovingEntry>,
    /// The way of the aircraft that moved last, while none is moving.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub last_legs: Vec<LegEntry>,
}

/// Cards of each colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cards {
    /// Axis.
    pub red: u8,
    /// Allies.
    pub black: u8,
}

/// The counters of the moving aircraft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MovingEntry {
    /// The aircraft.
    pub aircraft: PieceId,
    /// MPs available; the rate of the marker if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mp_total: Option<i16>,
    /// MPs spent.
    #[serde(default)]
    pub mp_spent: i16,
    /// SUs forward in this activation.
    #[serde(default)]
    pub fwd_total: i16,
    /// SUs forward since the start or the last pivot.
    #[serde(default)]
    pub fwd_since: i16,
    /// Whether a turn of any kind has been tried.
    #[serde(default, skip_serializing_if = "is_false")]
    pub first_turn_tried: bool,
    /// The way flown; nothing means a straight way of `fwd-since` to where it stands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legs: Vec<LegEntry>,
    /// The pivot that must follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending: Option<PendingEntry>,
    /// Whether the movement is over.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ended: bool,
}

/// A straight part of the way flown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LegEntry {
    /// Where it begins.
    pub from: crate::command::Stand,
    /// SUs flown.
    pub length: i16,
}

/// A pivot that must follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PendingEntry {
    /// Of a tight turn to this side.
    TightTurn(Hand),
    /// Of a half loop.
    HalfLoop,
}

/// The list entry of a scenario.
pub(crate) fn scenario_info(id: &str, scenario: &Scenario) -> ScenarioInfo {
    let aircraft = scenario.groups.iter().map(|g| g.aircraft.count() as u16).sum();
    ScenarioInfo {
        id: id.to_owned(),
        title: scenario.title.clone(),
        text: scenario.text.clone(),
        sides: scenario.sides.clone(),
        aircraft,
        minutes: scenario.minutes,
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(b: &bool) -> bool {
    !b
}

fn is_zero<N: Default + PartialEq>(n: &N) -> bool {
    *n == N::default()
}
