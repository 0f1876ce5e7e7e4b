//! What a scenario file holds (`fast-and-easy/scenarios`): a set-up, or any position of a game in progress.
//!
//! A plane's number in the game follows the order of `groups` and, inside a group, of its `hexes`. Numbers are plain
//! integers here and are checked by the set-up, so that every flaw names its field.

use crate::options::Options;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sky::Edge;
use std::collections::BTreeMap;
use table::view::ScenarioInfo;
use table::{BriefingText, Scenery, Side};

/// A set-up, or a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Scenario {
    /// Title.
    pub title: String,
    /// What it is about.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Playing time in minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u16>,
    /// The map (`fast-and-easy/board`).
    pub board: BoardSize,
    /// What the map looks like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenery: Option<Scenery>,
    /// Turn limit (`fast-and-easy/game-end`).
    pub turns: i32,
    /// The side with the escort role, which moves first (`fast-and-easy/plane-classes`).
    pub escort: Side,
    /// What the sides are called.
    #[serde(default)]
    pub sides: SideNames,
    /// What players are told.
    #[serde(default, skip_serializing_if = "BriefingText::is_empty")]
    pub briefing: BriefingText,
    /// Sides far from home (`fast-and-easy/casualty-modifiers`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub far_from_home: Vec<Side>,
    /// Points for each bomber that exits (`fast-and-easy/victory`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_vp: Option<i32>,
    /// Points for each ground target destroyed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_vp: Option<i32>,
    /// Ground targets (`fast-and-easy/bombing`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<TargetSpec>,
    /// Cloud hexes (`fast-and-easy/opt-clouds`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clouds: Vec<String>,
    /// Options that differ from their defaults.
    #[serde(default)]
    pub options: Options,
    /// The planes.
    pub groups: Vec<Group>,
    /// Where play starts, for a position taken from a game in progress: once the first turn has begun, the set-up rules are not
    /// applied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
}

/// The size of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a board is \"small\", \"standard\", \"large\" or { columns, rows }")]
pub enum BoardSize {
    /// One of the three maps.
    Named(BoardName),
    /// Any other size.
    Size(Size),
}

/// The three maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BoardName {
    /// 30 × 20.
    Small,
    /// 40 × 26.
    Standard,
    /// 64 × 44.
    Large,
}

/// Columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Size {
    /// Columns.
    pub columns: i32,
    /// Rows.
    pub rows: i32,
}

/// What the sides are called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SideNames {
    /// The Allies.
    pub allies: String,
    /// The Axis.
    pub axis: String,
}

impl Default for SideNames {
    fn default() -> SideNames {
        SideNames { allies: Side::Allies.to_string(), axis: Side::Axis.to_string() }
    }
}

/// A ground target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TargetSpec {
    /// Its hex.
    pub hex: String,
    /// The side that has destroyed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destroyed_by: Option<Side>,
}

/// Planes of one type that are set up together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Group {
    /// Name.
    pub name: String,
    /// Whose they are.
    pub side: Side,
    /// Type, a name from `aircraft.toml`.
    pub aircraft: String,
    /// Facing, 0 = east, clockwise.
    #[serde(default)]
    pub facing: i32,
    /// Their hexes in id order; `-` for a plane that has none (not yet placed, or out).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<String>,
    /// How many there are, where `hexes` is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<i32>,
    /// The formation that these bombers fly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<FormationSpec>,
    /// Planes of the group flown by aces, from 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ace: Vec<i32>,
    /// Planes of the group that carry rockets, from 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rockets: Vec<i32>,
    /// Whether they start with bombs under their wings (`fast-and-easy/fighter-bomber`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub loaded: bool,
    /// Whether they are radar night fighters (`fast-and-easy/opt-night`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub radar: bool,
    /// Whether they start with drop tanks (`fast-and-easy/opt-drop-tanks`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tanks: bool,
    /// Who plays them, where several share a side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// What differs for single planes of the group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub state: Vec<PlaneState>,
}

impl Group {
    /// One plane in a hex, with nothing special about it.
    pub fn of_one(name: String, side: Side, aircraft: &str, facing: i32, hex: String) -> Group {
        Group {
            name,
            side,
            aircraft: aircraft.to_owned(),
            facing,
            hexes: vec![hex],
            count: None,
            formation: None,
            ace: Vec::new(),
            rockets: Vec::new(),
            loaded: false,
            radar: false,
            tanks: false,
            player: None,
            state: Vec::new(),
        }
    }
}

/// A formation (`fast-and-easy/formations`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct FormationSpec {
    /// Layout by name. Left out, with `slots` left out too, its player chooses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout: Option<String>,
    /// A layout of one's own: slots `[x, y]` from the lead slot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slots: Option<Vec<[i16; 2]>>,
    /// Hex of the lead slot. Left out, its player chooses. In a position it may lie beyond the edge: `41.12`, `-02.12`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<String>,
    /// Rate of this turn, once chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<i32>,
}

/// What differs for one plane of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct PlaneState {
    /// Which plane of the group, from 1.
    pub plane: i32,
    /// Its name, where it is not the group's with a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its type, where it is not the group's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aircraft: Option<String>,
    /// Facing, where it is not the group's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<i32>,
    /// Whether it is on the map, and if not why not. A plane off the map has the hex that it left from in `hexes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<StatusSpec>,
    /// Hits taken.
    pub hits: i32,
    /// Engines destroyed.
    pub engines_hit: i32,
    /// Whether it has received an H.
    pub critical: bool,
    /// Declared turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marker: Option<MarkerSpec>,
    /// Side of its last slip.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slip: Option<crate::Hand>,
    /// Salvos left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub salvos: Option<i32>,
    /// Whether its bombs are still aboard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bombs: Option<bool>,
    /// Pending shifts.
    pub shifts: i32,
    /// Whether it has drop tanks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tanks: Option<bool>,
    /// Turns left since it dropped its tanks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tank_turns: Option<i32>,
    /// Fuel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fuel: Option<i32>,
    /// Hex in which its last move began, where it is not `entered` that tells it. It may lie beyond the edge, as `lead` may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Hexes entered in its last move, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entered: Vec<String>,
    /// Whether an ace flies it, where the group does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ace: Option<bool>,
    /// What it has done.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub done: Vec<Deed>,
}

/// What a plane has done this turn, or since its last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// It has moved.
    Moved,
    /// It has fired its forward guns.
    ForwardFired,
    /// It has fired its rear guns.
    RearFired,
    /// It has fired rockets.
    RocketsFired,
    /// It has fired its turrets.
    TurretsFired,
    /// It has tried to boost.
    BoostTried,
    /// Its boost has succeeded.
    Boosted,
    /// It has fired on a friend.
    FiredOnFriend,
    /// It has been fired at since its last move.
    FiredAt,
    /// It began this move in formation and cannot keep the rate.
    DropsOut,
    /// A bomber of SPEED 0 that may move one hex.
    MayCreep,
    /// It has only looked for targets in the dark and seen none: what it would have fired counts as fired, but nobody has seen it
    /// fire (`fast-and-easy/opt-night`).
    LookedInVain,
}

impl Deed {
    /// Every deed.
    pub const ALL: [Deed; 12] = [
        Deed::Moved,
        Deed::ForwardFired,
        Deed::RearFired,
        Deed::RocketsFired,
        Deed::TurretsFired,
        Deed::BoostTried,
        Deed::Boosted,
        Deed::FiredOnFriend,
        Deed::FiredAt,
        Deed::DropsOut,
        Deed::MayCreep,
        Deed::LookedInVain,
    ];
}

/// Status of a plane (`17. State`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum StatusSpec {
    /// On the map.
    OnMap,
    /// Off the map, able to return.
    #[serde(rename_all = "kebab-case")]
    OffMap {
        /// The edge by which it left.
        #[schemars(with = "String")]
        edge: Edge,
        /// The turn in which it left.
        turn: i32,
    },
    /// A bomber that has flown over the far edge.
    Exited,
    /// Gone, not a loss.
    Disengaged,
    /// Out of the game.
    Out(crate::Cause),
}

/// A declared turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MarkerSpec {
    /// To which side.
    pub side: crate::Hand,
    /// Straight hexes flown.
    pub run: i32,
}

/// Where a position starts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Start {
    /// Turn.
    pub turn: i32,
    /// Step of the sequence, 1 to 7; 0 while planes are still being placed.
    pub step: i32,
    /// How far step 3 has got.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bombers: Option<BomberStage>,
    /// Whether combat has started.
    #[serde(default)]
    pub combat: bool,
    /// The plane in the middle of its move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moving: Option<MovingSpec>,
    /// Planes that may still act in this step, by their numbers in the game. Left out, the step is about to begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending: Option<Vec<i32>>,
    /// The side that has offered to end the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<Side>,
    /// Whether both have agreed to end it with this turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub agreed: bool,
}

/// How far step 3 has got (`fast-and-easy/bomber-move-order`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BomberStage {
    /// Rates are being chosen.
    Rates,
    /// Boosts are being announced.
    Boosts,
    /// Stragglers are moving.
    Stragglers,
}

/// A plane that has tried an Immelmann and must go on straight.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MovingSpec {
    /// Its number in the game.
    pub aircraft: i32,
    /// Where it has got to.
    pub hex: String,
    /// How it points now.
    pub facing: i32,
    /// Hexes spent.
    pub spent: i32,
    /// Straight run.
    #[serde(default)]
    pub run: i32,
    /// Slip side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slip: Option<crate::Hand>,
    /// Hex in which the move began, where it is not `entered` that tells it. It may lie beyond the edge, as `lead` may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Hexes entered, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entered: Vec<String>,
}

impl Scenario {
    /// Whether it starts in flight, so that the set-up rules are not applied.
    pub fn in_flight(&self) -> bool {
        self.start.as_ref().is_some_and(|start| start.step != 0)
    }
}

impl Group {
    /// How many planes it has.
    pub fn len(&self) -> usize {
        if self.hexes.is_empty() { self.count.unwrap_or(0).max(0) as usize } else { self.hexes.len() }
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The list entry of a scenario.
pub(crate) fn info(id: &str, scenario: &Scenario) -> ScenarioInfo {
    ScenarioInfo {
        id: id.to_owned(),
        title: scenario.title.clone(),
        text: scenario.text.clone(),
        sides: BTreeMap::from([
            (Side::Allies, scenario.sides.allies.clone()),
            (Side::Axis, scenario.sides.axis.clone()),
        ]),
        aircraft: scenario.groups.iter().map(|g| g.len() as u16).sum(),
        minutes: scenario.minutes,
    }
}
