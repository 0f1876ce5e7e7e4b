//! What a side says (section 26), and what it becomes.

use crate::attitude::{Nose, Pitch};
use crate::course::Course;
use crate::rules::MOST_AIRCRAFT;
use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Leave, PieceId};

/// A list of aircraft.
pub(crate) type Pieces = ArrayVec<PieceId, MOST_AIRCRAFT>;
/// The most aircraft that combine their fire (`19.l.i`).
pub(crate) const MOST_CREWS: usize = 6;

/// What a side says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// What formations do this game turn.
    Brief(Brief),
    /// Names the aircraft that leads a fixed formation from now on.
    Lead(PieceId),
    /// Flies a plan.
    Fly(Plan),
    /// Fires fixed guns.
    Fire(Burst),
    /// Fires flexible guns.
    Guns(Guns),
    /// Holds fire.
    Pass,
    /// These aircraft leave the fight; all others stay.
    #[schemars(with = "Vec<PieceId>")]
    Disengage(Pieces),
    /// Gives the game up.
    Resign,
    /// Offers an end.
    OfferEnd,
    /// Accepts the end offered.
    AcceptEnd,
}

table::leave_by!(Command: Resign, OfferEnd, AcceptEnd);

/// `18.g`: what formations do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Brief {
    /// Flexible followers that take their leader's initiative.
    #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
    #[schemars(with = "Vec<PieceId>")]
    pub follow: Pieces,
    /// Members that leave their fixed formation.
    #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
    #[schemars(with = "Vec<PieceId>")]
    pub leave: Pieces,
    /// Aircraft that join their fixed formation again.
    #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
    #[schemars(with = "Vec<PieceId>")]
    pub join: Pieces,
}

/// A move: everything about it is said before it is flown.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The aircraft.
    pub aircraft: PieceId,
    /// `8`.
    pub throttle: Throttle,
    /// `9`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flaps: bool,
    /// `21`: drops the load.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub jettison: bool,
    /// What becomes of the pitch.
    pub mode: Mode,
    /// The number for the altitude.
    pub altitude: Altitude,
    /// The FPs.
    pub steps: Course,
}

/// Throttle settings.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Throttle {
    /// No power.
    Idle,
    /// Cruise.
    Normal,
    /// Full power.
    #[default]
    Military,
    /// More than that, where the type has it.
    Emergency,
}

impl Throttle {
    /// All of them, lowest first.
    pub const ALL: [Throttle; 4] =
        [Throttle::Idle, Throttle::Normal, Throttle::Military, Throttle::Emergency];

    /// The word.
    pub fn word(self) -> &'static str {
        ["Idle", "Normal", "Military", "Emergency"][self as usize]
    }
}

/// What becomes of the pitch in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// It stays.
    Steady,
    /// A transition of the chart.
    To(Pitch),
    /// Note A: climbs and is level again.
    NoteAUp,
    /// Note A: dives and is level again.
    NoteADown,
    /// `15.g`.
    Wingover,
    /// `X.stall`.
    Stall,
}

impl Mode {
    /// The nose with which a move ends that began with `nose`.
    pub(crate) fn nose(self, nose: Nose) -> Nose {
        match self {
            Mode::Steady => nose,
            Mode::To(pitch) => pitch.nose(),
            Mode::NoteAUp | Mode::NoteADown | Mode::Wingover => Nose::Level,
            Mode::Stall => Nose::Dive,
        }
    }
}

/// The number for the altitude, as the mode has it.
/// There is one number, so nobody climbs by rate and otherwise too ([`crate::rule::RATE_ALONE`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Altitude {
    /// Level flight: increments gained or lost.
    Level(i16),
    /// Climbing by rate: increments gained.
    Rate(i16),
    /// Increments added to those of the VFPs.
    Adjust(i16),
}

impl Altitude {
    /// The number.
    pub(crate) fn number(self) -> i16 {
        let (Altitude::Level(n) | Altitude::Rate(n) | Altitude::Adjust(n)) = self;
        n
    }

    /// The kind that goes with a mode, with the number 0.
    pub(crate) fn none(mode: Mode, nose: Nose) -> Altitude {
        if mode == Mode::Steady && nose == Nose::Level { Altitude::Level(0) } else { Altitude::Adjust(0) }
    }

    /// The same kind with another number.
    #[must_use]
    pub(crate) fn with(self, n: i16) -> Altitude {
        match self {
            Altitude::Level(_) => Altitude::Level(n),
            Altitude::Rate(_) => Altitude::Rate(n),
            Altitude::Adjust(_) => Altitude::Adjust(n),
        }
    }
}

/// `19.a`: an attack with fixed guns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Burst {
    /// Who fires.
    pub aircraft: PieceId,
    /// At whom.
    pub target: PieceId,
    /// The gun groups used, written "AB".
    #[serde(with = "letters")]
    #[schemars(with = "String")]
    pub groups: u16,
    /// `19.k`: whether the nose guns aim for the wing guns.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub aim: bool,
}

/// `19.l`: an attack with flexible guns.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Guns {
    /// The attacker at whom they fire.
    pub target: PieceId,
    /// Who fires.
    #[schemars(with = "Vec<Crew>")]
    pub crews: ArrayVec<Crew, MOST_CREWS>,
}

/// The gun positions of one aircraft that fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Crew {
    /// The aircraft.
    pub aircraft: PieceId,
    /// Its positions, written "AC" for the first and the third on its card.
    #[serde(with = "letters")]
    #[schemars(with = "String")]
    pub positions: u16,
}

/// A set of guns as letters.
mod letters {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(set: &u16, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&super::letters_of(*set))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u16, D::Error> {
        let mut set = 0;
        for letter in String::deserialize(from)?.bytes() {
            let bit = letter.wrapping_sub(b'A');
            if bit >= 16 || set & (1 << bit) != 0 {
                return Err(serde::de::Error::custom("guns are named by letters from A on, each once"));
            }
            set |= 1 << bit;
        }
        Ok(set)
    }
}

/// The letters of a set of guns.
pub(crate) fn letters_of(set: u16) -> String {
    (0..16).filter(|bit| set & (1 << bit) != 0).map(|bit| char::from(b'A' + bit)).collect()
}

/// What a legal command amounts to.
#[derive(Clone, Debug)]
pub enum Act {
    /// Formations do this.
    Brief(Brief),
    /// This aircraft leads a fixed formation.
    Lead(usize),
    /// This aircraft flies a plan.
    Fly(usize, Plan),
    /// Fixed guns are fired.
    Fire(Burst),
    /// Flexible guns are fired.
    Guns(Guns),
    /// Whoever is asked holds fire.
    Hold,
    /// These leave the fight.
    Disengage(Pieces),
    /// The game ends, or may.
    Leave(Leave),
}
