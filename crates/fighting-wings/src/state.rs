//! What changes during a game (section 27). A scenario file may set all of it.

use crate::aircraft::{Condition, MOST_GROUPS, MOST_POSITIONS};
use crate::attitude::{Bank, Hand, Nose, Pitch};
use crate::command::{Burst, Guns, Plan, Throttle};
use crate::course::MOST_FPS;
use crate::rules::{MOST_AIRCRAFT, Rules};
use crate::space;
use crate::turn::Rate;
use crate::units::Halves;
use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sky::{Direction, Hex};
use table::Side;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    /// The aircraft, in id order.
    pub planes: Vec<Plane>,
    /// Everything else.
    pub now: Now,
}

fn zero<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// One aircraft. Whatever is left out of a file is as it is before a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plane {
    /// Its hex, axial coordinates.
    #[serde(with = "pair")]
    #[schemars(with = "[i16; 2]")]
    pub hex: Hex,
    /// Its heading in degrees.
    #[serde(with = "compass")]
    #[schemars(with = "u16")]
    pub heading: Direction,
    /// Its altitude in increments.
    pub altitude: i16,
    /// Its speed.
    pub speed: Halves,
    /// Its bank.
    #[serde(default, skip_serializing_if = "zero")]
    pub bank: Bank,
    /// Whether it climbs. With the bank this is its pitch.
    #[serde(default, skip_serializing_if = "zero")]
    pub nose: Nose,
    /// Whether half an FP waits for another (`X.fp`).
    #[serde(default, skip_serializing_if = "zero")]
    pub half: bool,
    /// Quarter points of accel carried (`X.carry`).
    #[serde(default, skip_serializing_if = "zero")]
    pub carry: i16,
    /// FPs of an unfinished turn (`X.turncarry`).
    #[serde(default, skip_serializing_if = "zero")]
    pub turning: Option<TurnCarry>,
    /// The throttle of its last move.
    #[serde(default)]
    pub throttle: Throttle,
    /// `20`.
    #[serde(default, skip_serializing_if = "zero")]
    pub damaged: bool,
    /// `21`.
    #[serde(default, skip_serializing_if = "zero")]
    pub loaded: bool,
    /// Whether it drops its load when the game turn is over.
    #[serde(default, skip_serializing_if = "zero")]
    pub unloads: bool,
    /// Whether it still takes part.
    #[serde(default, skip_serializing_if = "zero")]
    pub status: Status,
    /// `14.c`: its next move is at Idle.
    #[serde(default, skip_serializing_if = "zero")]
    pub forced_idle: bool,
    /// `15.c.ii.3`: its next move is straight.
    #[serde(default, skip_serializing_if = "zero")]
    pub forced_straight: bool,
    /// `18.e`: has downed an enemy since its last roll.
    #[serde(default, skip_serializing_if = "zero")]
    pub bonus: bool,
    /// Enemies downed.
    #[serde(default, skip_serializing_if = "zero")]
    pub kills: u8,
    /// Its place in a fixed formation while it is a member.
    #[serde(default, skip_serializing_if = "zero")]
    pub place: Option<Place>,
    /// Whether it has left its fixed formation in this game turn.
    #[serde(default, skip_serializing_if = "zero")]
    pub has_left: bool,
    /// Its initiative number in this game turn, 0 before the roll.
    #[serde(default, skip_serializing_if = "zero")]
    pub number: u8,
    /// Whether it flies on its leader's number.
    #[serde(default, skip_serializing_if = "zero")]
    pub follows: bool,
    /// Whether it has moved in this game turn.
    #[serde(default, skip_serializing_if = "zero")]
    pub moved: bool,
    /// Game turns in a row off the raid's heading.
    #[serde(default, skip_serializing_if = "zero")]
    pub off_course: u8,
    /// Whether it was turned back.
    #[serde(default, skip_serializing_if = "zero")]
    pub turned_back: bool,
    /// Enemies that began the game turn in its blind spots (`T.blind`), bit by bit.
    #[serde(default, skip_serializing_if = "zero")]
    pub blind: u32,
    /// Whether it has used its fixed attack in this game turn.
    #[serde(default, skip_serializing_if = "zero")]
    pub fired: bool,
    /// Flexible positions used in this game turn, bit by bit.
    #[serde(default, skip_serializing_if = "zero")]
    pub gunned: u16,
    /// Enemies met head-on in this game turn, bit by bit.
    #[serde(default, skip_serializing_if = "zero")]
    pub met: u32,
    /// Ammunition of its gun groups; full if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<u8>>")]
    pub ammo: Option<ArrayVec<u8, MOST_GROUPS>>,
    /// Ammunition of its flexible positions; full if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<u8>>")]
    pub gun_ammo: Option<ArrayVec<u8, MOST_POSITIONS>>,
    /// What its last move leaves for fire.
    #[serde(default, skip_serializing_if = "zero")]
    pub trace: Trace,
    /// Hexes of its last move, start first.
    #[serde(default, skip_serializing_if = "ArrayVec::is_empty", with = "pairs")]
    #[schemars(with = "Vec<[i16; 2]>")]
    pub trail: ArrayVec<Hex, { MOST_FPS + 1 }>,
}

/// Whether an aircraft takes part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// It flies.
    #[default]
    Flying,
    /// It is destroyed.
    Lost,
    /// It has left the fight.
    Gone,
}

/// `X.turncarry`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnCarry {
    /// To which side.
    pub hand: Hand,
    /// How tightly.
    pub rate: Rate,
    /// FPs spent.
    pub fps: u8,
    /// Whether one of them was a VFP.
    pub vertical: bool,
}

/// A place in a fixed formation: an offset from the place of its first leader, in the formation's frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Hexes ahead.
    pub ahead: i16,
    /// Hexes to the right.
    pub right: i16,
    /// Increments above.
    pub above: i16,
}

/// What a move leaves for fire (`T.fixed`, `19.l.iii`): sets of FPs, bit 0 is the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Trace {
    /// FPs of the move.
    #[serde(skip_serializing_if = "zero")]
    pub fps: u8,
    /// Direction of the last HFP in degrees plus one; 0 if the hex was not entered.
    #[serde(skip_serializing_if = "zero")]
    pub entered: u16,
    /// Manoeuvre FPs.
    #[serde(skip_serializing_if = "zero")]
    pub manoeuvre: u16,
    /// FPs of HT manoeuvres.
    #[serde(skip_serializing_if = "zero")]
    pub hard: u16,
    /// FPs of BT manoeuvres.
    #[serde(skip_serializing_if = "zero")]
    pub break_turn: u16,
    /// FPs of snap rolls.
    #[serde(skip_serializing_if = "zero")]
    pub snap: u16,
    /// FPs of turns with slats.
    #[serde(skip_serializing_if = "zero")]
    pub slats: u16,
    /// Whether an FP was spent at ET.
    #[serde(skip_serializing_if = "zero")]
    pub et: bool,
    /// Whether it made a negative-G transition.
    #[serde(skip_serializing_if = "zero")]
    pub negative: bool,
    /// Whether it stalled.
    #[serde(skip_serializing_if = "zero")]
    pub stalled: bool,
}

impl Trace {
    /// The direction in which the hex was entered.
    pub(crate) fn entered(&self) -> Option<Direction> {
        self.entered.checked_sub(1).and_then(space::heading)
    }

    /// The direction as it is kept.
    pub(crate) fn entry(direction: Option<Direction>) -> u16 {
        direction.map_or(0, |d| space::degrees(d) + 1)
    }

    /// FPs of the second half of the move (`15.g`).
    pub(crate) fn second_half(&self) -> u16 {
        u16::MAX << (self.fps / 2)
    }

    /// The last `n` of the first `flown` FPs.
    pub(crate) fn last(flown: u8, n: u8) -> u16 {
        let upto = |k: u8| (1u16 << k) - 1;
        upto(flown) & !upto(flown.saturating_sub(n))
    }
}

/// Everything about a position but its aircraft.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Now {
    /// The game turn, from 1.
    pub turn: u16,
    /// What is owed.
    pub stage: Stage,
    /// Aircraft that move next, in this order (`18.g`).
    #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
    #[schemars(with = "Vec<u8>")]
    pub queue: ArrayVec<u8, MOST_AIRCRAFT>,
    /// Aircraft in the order in which they have moved.
    #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
    #[schemars(with = "Vec<u8>")]
    pub order: ArrayVec<u8, MOST_AIRCRAFT>,
    /// Sides that have said what their formations do.
    #[serde(default, skip_serializing_if = "zero")]
    pub briefed: [bool; 2],
    /// The die of each initiative number, 0 before it is thrown (`18.f.iii`).
    #[serde(default, skip_serializing_if = "zero")]
    pub ties: [u8; 6],
    /// `18.f.ii`: for each aircraft the enemies that it pursues, read before anybody moves.
    #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
    #[schemars(with = "Vec<u32>")]
    pub pursued: ArrayVec<u32, MOST_AIRCRAFT>,
    /// Aces and heroes lost by side (`18.e.iv`).
    #[serde(default, skip_serializing_if = "zero")]
    pub idols_lost: [u8; 2],
    /// Leaders of the fixed formations; nothing while the owner must name one.
    #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
    #[schemars(with = "Vec<Option<u8>>")]
    pub heads: ArrayVec<Option<u8>, 8>,
    /// Attacks declared in this phase, in the order of their dice.
    #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
    #[schemars(with = "Vec<Burst>")]
    pub bursts: ArrayVec<Burst, MOST_AIRCRAFT>,
    /// Answers of flexible guns in this phase, in the order of their dice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Guns>,
    /// A plan that waits for a head-on attack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub halted: Option<Halted>,
    /// The side whose offer to end the game stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<Side>,
    /// How the game ended, once it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
}

/// What is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// A side says what its formations do.
    Brief(Side),
    /// The owner names a leader for this fixed formation.
    Lead(u8),
    /// These aircraft may move now, bit by bit: their owner picks one.
    Move(u32),
    /// Aircraft number so many of the order may fire.
    Fire(u8),
    /// Flexible guns may answer attack number so many.
    Answer(u8),
    /// A side says who leaves the fight.
    Depart(Side),
    /// Nothing: the game is over.
    Over,
}

/// A plan stopped after so many FPs because a head-on attack is possible (`19.j`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Halted {
    /// The plan.
    pub plan: Plan,
    /// FPs flown.
    pub flown: u8,
    /// The enemy met.
    pub foe: u8,
    /// Who is asked.
    pub asked: Asked,
    /// Whether the mover was damaged when it began.
    #[serde(default, skip_serializing_if = "zero")]
    pub was_damaged: bool,
}

/// Who is asked in a head-on meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Asked {
    /// The mover, whether it attacks.
    Mover,
    /// The enemy, whether it fires back.
    Foe,
    /// The enemy's flexible guns.
    Gunners,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Over {
    /// By points.
    Points,
    /// By the first kill of this side.
    FirstKill(Side),
    /// Both were shot down in one phase.
    BothLost,
    /// By the resignation of this side.
    Resigned(Side),
}

impl Plane {
    /// Whether it is in play.
    #[inline]
    pub fn flying(&self) -> bool {
        self.status == Status::Flying
    }

    /// Its pitch.
    #[inline]
    pub fn pitch(&self) -> Pitch {
        Pitch::of(self.nose, self.bank)
    }

    /// Its heading in degrees.
    pub fn degrees(&self) -> u16 {
        space::degrees(self.heading)
    }

    /// Its condition.
    #[inline]
    pub(crate) fn condition(&self) -> Condition {
        Condition { damaged: self.damaged, loaded: self.loaded }
    }

    /// Ammunition left in a group.
    #[inline]
    pub(crate) fn rounds(&self, group: usize) -> u8 {
        self.ammo.as_ref().and_then(|ammo| ammo.get(group)).copied().unwrap_or(0)
    }

    /// Ammunition left in a flexible position.
    pub(crate) fn gun_rounds(&self, position: usize) -> u8 {
        self.gun_ammo.as_ref().and_then(|ammo| ammo.get(position)).copied().unwrap_or(0)
    }
}

impl State {
    /// Indices of the aircraft in play of a side.
    #[inline]
    pub(crate) fn flying<'a>(&'a self, rules: &'a Rules, side: Side) -> impl Iterator<Item = usize> + 'a {
        let planes = self.planes.iter().enumerate();
        planes.filter(move |(n, plane)| plane.flying() && rules.side(*n) == side).map(|(n, _)| n)
    }

    /// Members of a fixed formation in play.
    #[inline]
    pub(crate) fn members<'a>(&'a self, rules: &'a Rules, formation: u8) -> impl Iterator<Item = usize> + 'a {
        let planes = self.planes.iter().enumerate();
        let member = move |(n, plane): &(usize, &Plane)| {
            plane.flying() && plane.place.is_some() && rules.crews[*n].formation == Some(formation)
        };
        planes.filter(member).map(|(n, _)| n)
    }

    /// The fixed formation of which an aircraft is a member.
    #[inline]
    pub(crate) fn formation_of(&self, rules: &Rules, index: usize) -> Option<u8> {
        rules.crews[index].formation.filter(|_| self.planes[index].place.is_some())
    }
}

/// Hexes as `[q, r]`.
mod pair {
    use super::{Deserialize, Hex, Serialize};
    use serde::{Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(hex: &Hex, to: S) -> Result<S::Ok, S::Error> {
        [hex.q, hex.r].serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Hex, D::Error> {
        <[i16; 2]>::deserialize(from).map(|[q, r]| Hex::new(q, r))
    }
}

/// Lists of hexes as `[[q, r]]`.
mod pairs {
    use super::{ArrayVec, Deserialize, Hex, MOST_FPS};
    use serde::{Deserializer, Serializer};

    type Trail = ArrayVec<Hex, { MOST_FPS + 1 }>;

    pub(super) fn serialize<S: Serializer>(trail: &Trail, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(trail.iter().map(|hex| [hex.q, hex.r]))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Trail, D::Error> {
        let hexes = ArrayVec::<[i16; 2], { MOST_FPS + 1 }>::deserialize(from)?;
        Ok(hexes.into_iter().map(|[q, r]| Hex::new(q, r)).collect())
    }
}

/// Headings in degrees.
mod compass {
    use super::{Deserialize, Direction, Serialize, space};
    use serde::{Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(heading: &Direction, to: S) -> Result<S::Ok, S::Error> {
        space::degrees(*heading).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Direction, D::Error> {
        let degrees = u16::deserialize(from)?;
        let fault = || format!("{degrees} is no heading: 30, 90, 150, 210, 270 or 330 is");
        space::heading(degrees).ok_or_else(|| serde::de::Error::custom(fault()))
    }
}
