//! Digest section 9: the position.

use crate::chart::{FASTEST, Gun};
use crate::command::{Altitude, Fire, Path, Shot};
use crate::few::Few;
use crate::rules::Rules;
use crate::space::{Facing, pose};
use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sky::Hex;
use table::view::Pose;
use table::{PieceId, Side};

/// The position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    /// Game turn, from 1.
    pub turn: u16,
    /// 0 to 3: which phase of the turn (5.1).
    pub phase: u8,
    /// What is to be decided.
    pub stage: Stage,
    /// All aircraft in set-up order.
    pub planes: ArrayVec<Plane, 8>,
    /// Order of the phasing side's aircraft moved in this phase.
    pub moved: ArrayVec<PieceId, 4>,
    /// Sides asked to declare fire in this Joint Combat Phase.
    pub asked: [bool; 2],
    /// Fire declared and not yet shown.
    pub declared: [Option<Fire>; 2],
    /// Who has offered to stop.
    pub stop_offer: Option<Side>,
    /// 9.3: how each side flies.
    pub shape: [Formation; 2],
    /// How it ended.
    pub ending: Option<Ending>,
}

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Stage {
    /// 10.0: start corners of a side.
    Corners(Side),
    /// 9.3: Leader and slots, before the first altitude decision.
    Naming,
    /// The phasing side moves its aircraft.
    Moving,
    /// 9.3: Leader and slots after a loss in the owner's own Movement Phase.
    NamingAfter,
    /// Both sides declare fire.
    Firing,
    /// The game is over.
    Over,
}

/// 9.3: how a side flies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum Formation {
    /// No formation.
    #[default]
    None,
    /// A Vee, or what is left of one.
    Vee,
    /// Two Sections.
    Schwarm,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Ending {
    /// Who won.
    pub winner: Option<Side>,
    /// By what.
    pub by: EndedBy,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum EndedBy {
    /// Points, when a side had no aircraft left (9.1) or no bomber was left (9.2).
    Points,
    /// 9.2: no fighter is left while a bomber still flies.
    NoFighterLeft,
    /// 9.3.L.
    Formation,
    /// 9.3.W.
    OneLeft,
    /// 9.0: the turn cap.
    TurnCap,
    /// 9.0: both agreed to stop.
    Agreed,
    /// 9.0: somebody resigned.
    Resigned,
}

/// An aircraft.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Plane {
    /// Whose it is.
    pub side: Side,
    /// Where it is, or was last.
    pub hex: Hex,
    /// Hexside, or corner under 10.0.
    pub facing: Facing,
    /// Altitude Level.
    pub altitude: u8,
    /// Climb Progress.
    pub climb: u8,
    /// Current Speed.
    pub speed: u8,
    /// Maximum Speed.
    pub max: u8,
    /// 7.F: the face-down marker of two-hit types.
    pub half: bool,
    /// Damage Points scored on it in all.
    pub hits: u16,
    /// Whether it still flies.
    pub status: Status,
    /// Own Movement Phases completed.
    pub phases: u16,
    /// 6.D2: whether its previous own phase contained a vertical dive.
    pub vertical: bool,
    /// 6.G2, 6.G3: what the previous own phase prepared.
    pub prep: Prep,
    /// Own phase, from 1, of the last wing-over or split-S; 0 for none.
    pub wing_over: u16,
    /// 11.B.
    pub attitude: Attitude,
    /// 9.2: passes made.
    pub passes: u8,
    /// 9.2: whether this stay in a target hex has been scored.
    pub scored: bool,
    /// 9.3.
    pub role: Role,
    /// 9.3.S: 1 or 2; 0 without Sections.
    pub section: u8,
    /// 9.3.S: own Movement Phases left to join in; 0 when not joining.
    pub joining: u8,
    /// 10.0: whether the owner still chooses its start corner.
    pub corner_open: bool,
    /// Whether it has moved in this phase.
    pub moved: bool,
    /// What was decided and flown before the position was entered, if the scenario began in the middle of a move.
    pub announced: Option<Announced>,
    /// 8.0: one record per movement point of the phase just flown, dropped after combat.
    pub records: Records,
}

/// 8.0: the records of one move.
pub type Records = Few<Record, FASTEST>;

impl Plane {
    /// Whether it is on the map.
    pub fn flying(&self) -> bool {
        self.status == Status::Flying
    }

    /// Where it is and how it points, as a view has it.
    pub(crate) fn pose(&self, rules: &Rules) -> Pose {
        pose(rules, self.hex, self.facing, self.altitude)
    }

    /// The way flown of a move in whose middle the scenario began.
    pub(crate) fn flown(&self) -> Path {
        self.announced.as_ref().map_or_else(Path::default, |announced| announced.flown.clone())
    }

    /// Whether it counts as shot down, by fire or under 6.J.
    pub fn lost(&self) -> bool {
        matches!(self.status, Status::ShotDown | Status::Left { safe: false, .. })
    }
}

/// Decisions that a scenario says were taken already.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Announced {
    /// Segment A.
    pub altitude: Altitude,
    /// Segment B.
    pub speed: Option<u8>,
    /// Segment C, as far as flown.
    pub flown: Path,
}

/// Whether an aircraft still flies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Status {
    /// On the map.
    Flying,
    /// Shot down by fire.
    ShotDown,
    /// 6.J: off the map or below level 1.
    Left {
        /// Which way.
        by: Exit,
        /// Whether its mission was completed.
        safe: bool,
    },
}

/// Ways out of the game under 6.J.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Exit {
    /// Over the north edge.
    North,
    /// Over the east edge.
    East,
    /// Over the south edge.
    South,
    /// Over the west edge.
    West,
    /// Below level 1.
    Ground,
}

/// What a phase has prepared for the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Prep {
    /// Nothing.
    #[default]
    None,
    /// Every point was climbed: a wing-over.
    AllClimb,
    /// A vertical dive was flown: a split-S.
    VerticalDive,
}

/// 11.0: how an aircraft points up or down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Attitude {
    /// Nose up.
    Climb,
    /// Level.
    #[default]
    Level,
    /// Nose down.
    Dive,
}

/// 9.3: part in a formation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// None.
    #[default]
    None,
    /// Leader of a Vee or Section.
    Leader,
    /// Left wingman of a Vee.
    Left,
    /// Right wingman of a Vee.
    Right,
    /// The only wingman: the whole 120 degrees.
    Wing,
}

/// 8.0: where an aircraft was after one movement point, and what that point was spent on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Record {
    /// Where.
    pub hex: Hex,
    /// Pointing where.
    pub facing: Facing,
    /// Spent on what.
    pub kind: Spent,
}

/// 8.F: kinds of movement points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Spent {
    /// A hex forward.
    #[default]
    Forward,
    /// A turn, also in place.
    Turn,
    /// Climbing.
    Climb,
    /// A vertical dive.
    Dive,
    /// First half of a snap roll, in the starting hex.
    RollFirst,
    /// Second half of a snap roll, in the finishing hex.
    RollLast,
    /// Wing-over or split-S.
    WingOver,
}

impl Spent {
    /// The word for it in a scenario's records.
    pub fn word(self) -> &'static str {
        match self {
            Spent::Forward => "forward",
            Spent::Turn => "turn",
            Spent::Climb => "climb",
            Spent::Dive => "dive",
            Spent::RollFirst => "roll-first",
            Spent::RollLast => "roll-last",
            Spent::WingOver => "wing-over",
        }
    }
}

impl State {
    /// The player whose Movement Phase it is or has just been (5.1).
    pub fn phasing(&self, rules: &Rules) -> Side {
        if self.phase < 2 { rules.first } else { rules.first.enemy() }
    }

    /// The aircraft with this number, if there is one.
    pub fn plane(&self, id: PieceId) -> Option<&Plane> {
        self.planes.get(id.index())
    }

    /// Flying aircraft of a side with their indices.
    pub(crate) fn flying(&self, side: Side) -> impl Iterator<Item = (usize, &Plane)> + Clone {
        self.planes.iter().enumerate().filter(move |(_, p)| p.side == side && p.flying())
    }

    pub(crate) fn count(&self, side: Side) -> usize {
        self.flying(side).count()
    }
}

/// A gun of an aircraft, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Aim {
    pub(crate) shooter: usize,
    pub(crate) gun: Gun,
    pub(crate) target: usize,
}

impl From<Shot> for Aim {
    fn from(shot: Shot) -> Aim {
        Aim { shooter: shot.aircraft.index(), gun: shot.gun, target: shot.target.index() }
    }
}

impl From<Aim> for Shot {
    fn from(aim: Aim) -> Shot {
        Shot { aircraft: PieceId::of(aim.shooter), gun: aim.gun, target: PieceId::of(aim.target) }
    }
}
