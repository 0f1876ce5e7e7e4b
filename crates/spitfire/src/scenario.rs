//! 2.5, 9.0: what a scenario file holds. It may set any state of the digest's section 9.

use crate::chart::Chart;
use crate::command::{Altitude, Path, Shot};
use crate::data::Data;
use crate::options::Options;
use crate::rule;
use crate::state::{Attitude, Exit, Prep, Role};
use crate::words::air_force;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::view::ScenarioInfo;
use table::{BriefingText, PieceId, Scenery, Side};

/// What a scenario file holds.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Scenario {
    /// Title.
    #[serde(default)]
    pub title: String,
    /// What it is about.
    #[serde(default)]
    pub text: String,
    /// Playing time in minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u16>,
    /// Which scenario's objectives and end.
    pub kind: Kind,
    /// 9.0: the period from which both types come; if missing, any that has both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<u8>,
    /// Who is First Player.
    #[serde(default = "allies")]
    pub first: Side,
    /// What players are told.
    #[serde(default, skip_serializing_if = "BriefingText::is_empty")]
    pub briefing: BriefingText,
    /// 9.0: one type per side.
    pub types: Types,
    /// What the players chose.
    #[serde(default)]
    pub options: Options,
    /// Charts of its own, used before the built-in ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub charts: Vec<Chart>,
    /// What the map looks like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenery: Option<Scenery>,
    /// 9.2: ground targets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<String>,
    /// The aircraft, numbered from 1.
    pub aircraft: Vec<Aircraft>,
    /// Turn to start in.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub turn: u16,
    /// Phase to start in.
    #[serde(default)]
    pub phase: Start,
    /// 9.3.L: whether the Movement Phase has begun although nobody has moved, so that its first check is over.
    #[serde(default, skip_serializing_if = "is_false")]
    pub begun: bool,
    /// Aircraft of the phasing side that have moved in this phase or before this combat, in order. Left out in a combat phase, all
    /// of its aircraft have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<PieceId>,
    /// Fire already declared, in a combat phase.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub declared: BTreeMap<Side, Vec<Shot>>,
    /// Points as they stand; worked out from the aircraft if missing.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub points: BTreeMap<Side, i32>,
    /// Who has offered to stop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop_offered_by: Option<Side>,
}

fn allies() -> Side {
    Side::Allies
}
fn one() -> u16 {
    1
}
fn is_one(n: &u16) -> bool {
    *n == 1
}

/// One type per side (9.0).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Types {
    /// The Allied type.
    pub allies: String,
    /// The German type.
    pub axis: String,
}

impl Types {
    /// The type of a side.
    pub fn of(&self, side: Side) -> &str {
        match side {
            Side::Allies => &self.allies,
            Side::Axis => &self.axis,
        }
    }
}

/// Whose objectives and end a scenario has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// 9.1.
    AirSuperiority,
    /// 9.2.
    Bombing,
    /// 9.3.
    Formations,
    /// 9.3.X.
    FormationsVariant,
}

impl Kind {
    /// Whether formations are kept (9.3).
    pub fn formations(self) -> bool {
        matches!(self, Kind::Formations | Kind::FormationsVariant)
    }

    /// The rule that describes it.
    pub fn rule(self) -> table::RuleId {
        match self {
            Kind::AirSuperiority => rule::AIR_SUPERIORITY,
            Kind::Bombing => rule::BOMBING,
            Kind::Formations => rule::FORMATIONS,
            Kind::FormationsVariant => rule::FORMATION_VARIANT,
        }
    }
}

/// 5.1: the phases of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// First Player Movement Phase.
    #[default]
    FirstMovement,
    /// Joint Combat Phase after it.
    FirstCombat,
    /// Second Player Movement Phase.
    SecondMovement,
    /// Joint Combat Phase after it.
    SecondCombat,
}

/// First or Second Player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Player {
    /// First Player.
    First,
    /// Second Player.
    Second,
}

/// An aircraft at the start. Only the hex, facing and altitude must be given.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Aircraft {
    /// Whose it is, by player; if missing, `side` says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
    /// Whose it is, by side; if missing, `player` says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Printed number of its hex.
    pub hex: String,
    /// N, NE, SE, S, SW, NW; under 10.0 also NNE, E, SSE, SSW, W, NNW.
    pub facing: String,
    /// Altitude Level.
    pub altitude: u8,
    /// Climb Progress.
    #[serde(skip_serializing_if = "is_zero")]
    pub climb: u8,
    /// Current Speed; Level Max if missing (3.0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<u8>,
    /// Steps below Level Max, where `speed` is missing.
    #[serde(skip_serializing_if = "is_zero")]
    pub below_level_max: u8,
    /// Maximum Speed; the top of the track if missing (3.0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_speed: Option<u8>,
    /// One hit of two is taken; for types that lose speed with every second one (`spitfire/7.F`).
    #[serde(skip_serializing_if = "is_false")]
    pub half: bool,
    /// Damage Points taken in all; worked out from `max-speed` and `half` if missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hits: Option<u16>,
    /// Whether it still flies.
    #[serde(skip_serializing_if = "is_flying")]
    pub status: StartStatus,
    /// Own Movement Phases completed; as the turn and phase have it if missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phases: Option<u16>,
    /// It dived vertically in its last Movement Phase (`spitfire/6.D2`).
    #[serde(skip_serializing_if = "is_false")]
    pub previous_phase_vertical: bool,
    /// What its last Movement Phase allows now (`spitfire/6.G2`).
    #[serde(skip_serializing_if = "is_unprepared")]
    pub prep: Prep,
    /// Own phase, from 1, of the last wing-over or split-S.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wing_over_phase: Option<u16>,
    /// Whether its nose is up or down; for fire between altitudes (`spitfire/11.0`).
    #[serde(skip_serializing_if = "is_level")]
    pub attitude: Attitude,
    /// Bombing passes made (`spitfire/9.2`).
    #[serde(skip_serializing_if = "is_zero")]
    pub passes: u8,
    /// Its stay in this target hex is scored already (`spitfire/9.2`).
    #[serde(skip_serializing_if = "is_false")]
    pub scored_in_this_stay: bool,
    /// Its part in a formation (`spitfire/9.3`).
    #[serde(skip_serializing_if = "is_no_role")]
    pub role: Role,
    /// Its pair in a Schwarm, 1 or 2 (`spitfire/9.3.S`).
    #[serde(skip_serializing_if = "is_zero")]
    pub section: u8,
    /// Own Movement Phases left to join its formation (`spitfire/9.3.S`).
    #[serde(skip_serializing_if = "is_zero")]
    pub joining: u8,
    /// Decisions already taken in this Movement Phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announced: Option<AnnouncedMove>,
    /// Where each movement point took it; one record per point of the phase just flown: `3019 N forward`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub records: Vec<String>,
}

/// Decisions already taken for an aircraft that has not finished its move.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnnouncedMove {
    /// The altitude that it has announced.
    pub altitude: Altitude,
    /// The speed that it has announced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<u8>,
    /// What it has flown so far, from the hex given.
    #[serde(default, skip_serializing_if = "Path::is_empty")]
    #[schemars(with = "String")]
    pub flown: Path,
}

/// Whether an aircraft still flies, as a scenario says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StartStatus {
    /// On the map.
    #[default]
    Flying,
    /// Shot down.
    ShotDown,
    /// 6.J: gone, its mission completed.
    LeftSafely(Exit),
    /// 6.J: gone, which counts as shot down.
    LeftLost(Exit),
}

macro_rules! skips {
    ($($name:ident($value:ident: $type:ty) = $test:expr;)*) => {$(
        fn $name($value: &$type) -> bool { $test }
    )*};
}
skips! {
    is_zero(n: u8) = *n == 0;
    is_false(b: bool) = !*b;
    is_flying(s: StartStatus) = *s == StartStatus::Flying;
    is_unprepared(p: Prep) = *p == Prep::None;
    is_level(a: Attitude) = *a == Attitude::Level;
    is_no_role(r: Role) = *r == Role::None;
}

/// The list entry of a scenario.
pub(crate) fn info(data: &Data, id: &str, scenario: &Scenario) -> ScenarioInfo {
    let air_force_of = |side: Side| {
        let ours = match side {
            Side::Allies => scenario.options.allies.as_ref().unwrap_or(&scenario.types.allies),
            Side::Axis => scenario.options.axis.as_ref().unwrap_or(&scenario.types.axis),
        };
        let own = scenario.charts.iter().find(|chart| chart.id == *ours);
        let chart = own.or_else(|| data.charts.get(ours).map(|chart| &**chart));
        chart.map_or_else(|| side.to_string(), |chart| air_force(&chart.nation).to_owned())
    };
    ScenarioInfo {
        id: id.to_owned(),
        title: scenario.title.clone(),
        text: scenario.text.clone(),
        sides: Side::BOTH.into_iter().map(|side| (side, air_force_of(side))).collect(),
        aircraft: scenario.aircraft.len() as u16,
        minutes: scenario.minutes,
    }
}
