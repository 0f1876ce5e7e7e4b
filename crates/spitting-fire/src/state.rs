//! Section 14: the position.

use crate::card::MOST_BATTERIES;
use crate::command::Marker;
use crate::field::{Field, Hand, Leg, Spot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{PieceId, Side};

/// The position of a match.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    /// Phase.
    pub phase: Phase,
    /// Turn, from 1.
    pub turn: u16,
    /// Forces chosen and not yet shown, by side.
    pub forces: [Option<Vec<Flight>>; 2],
    /// Which sides have confirmed their force or their plots.
    pub confirmed: [bool; 2],
    /// Whether the Axis sets up in the south, once that is settled.
    pub axis_south: Option<bool>,
    /// Every aircraft, lost ones included, group by group, the Allies first.
    pub planes: Vec<Plane>,
    /// Every flight group, the Allies first.
    pub groups: Vec<Group>,
    /// Cards left to flip, by side. Their order does not exist until they are flipped.
    pub left: [u8; 2],
    /// Cards flipped, by side, the one being played included.
    pub flipped: [u8; 2],
    /// The card being played.
    pub card: Option<Side>,
    /// Victory points, by side.
    pub points: [i32; 2],
    /// The group being activated.
    pub active: Option<u16>,
    /// The aircraft that is moving, or has moved and not yet attacked.
    pub mover: Mover,
    /// The side whose offer to end the game stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<Side>,
    /// The side that has resigned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resigned: Option<Side>,
    /// Where each aircraft's last move began and turned, in order. It is only drawn: no rule asks about it, and it is no
    /// part of what positions are compared by.
    #[serde(skip)]
    pub tracks: Vec<(u16, Spot)>,
}

/// Phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Forces are chosen.
    Choosing,
    /// Groups are set up.
    Placement,
    /// Markers are chosen.
    Plotting,
    /// Groups are activated.
    Action,
    /// The game has ended. (The end phase of a turn asks nobody and is never waited in.)
    Over,
}

/// A group in a force that has been chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Flight {
    /// Its card.
    pub card: u16,
    /// Its aircraft.
    pub count: u8,
}

/// An aircraft.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Plane {
    /// Where it is; meaningless while it is not on the board.
    pub spot: Spot,
    /// Heading in degrees.
    pub heading: u16,
    /// Its card.
    pub card: u16,
    /// Its group.
    pub group: u16,
    /// Its level.
    pub level: i16,
    /// Whose it is.
    pub side: Side,
    /// Boxes marked.
    pub damage: u8,
    /// Whether it flies.
    pub status: Status,
    /// Whether it has moved and attacked this turn.
    pub acted: bool,
    /// Whether it has attacked this turn.
    pub attacked: bool,
    /// Whether that was before moving.
    pub early: bool,
    /// Its bank.
    pub bank: Bank,
    /// Attacks left of each battery.
    pub ammunition: [u8; MOST_BATTERIES],
}

/// Whether an aircraft flies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Not yet placed.
    Waiting,
    /// On the board.
    Flying,
    /// Lost.
    Lost(Fate),
}

/// How an aircraft was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// Its last box was marked.
    ShotDown,
    /// It flew off the board.
    LeftBoard,
    /// Its group dived at level 1.
    Crashed,
    /// Its group climbed at its maximum altitude.
    Stalled,
}

impl Fate {
    /// In words.
    pub const fn word(self) -> &'static str {
        match self {
            Fate::ShotDown => "shot down",
            Fate::LeftBoard => "left the board",
            Fate::Crashed => "crashed",
            Fate::Stalled => "stalled",
        }
    }

    /// In a sentence: "… is shot down".
    pub const fn told(self) -> &'static str {
        match self {
            Fate::ShotDown => "is shot down",
            Fate::LeftBoard => "leaves the board",
            Fate::Crashed => "crashes",
            Fate::Stalled => "stalls and is lost",
        }
    }
}

/// The bank of an aircraft ([`crate::rule::OPT_BANKING`]).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Bank {
    /// Wings level.
    #[default]
    Level,
    /// Banked left.
    Left,
    /// Banked right.
    Right,
}

impl From<Hand> for Bank {
    fn from(side: Hand) -> Bank {
        match side {
            Hand::Left => Bank::Left,
            Hand::Right => Bank::Right,
        }
    }
}

/// A flight group. Its aircraft stand next to each other in the list.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Group {
    /// Whose it is.
    pub side: Side,
    /// The card of its aircraft.
    pub card: u16,
    /// Its first aircraft.
    pub first: u16,
    /// How many it had at the start.
    pub count: u8,
    /// The altitude marker.
    pub altitude: i16,
    /// The manoeuvre marker of this turn.
    pub plot: Option<Marker>,
    /// Whether its marker lies face down before a seat that may not know which it is. Only in what such a seat knows of the
    /// position, never in the position itself.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub face_down: bool,
    /// Whether it has been, or is being, activated this turn.
    pub activated: bool,
    /// Whether it has been placed.
    pub placed: bool,
}

/// The moving aircraft.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Mover {
    /// Which one.
    pub plane: Option<u16>,
    /// Its counters.
    pub counters: Counters,
    /// The way it has flown, kept until the next aircraft starts.
    pub legs: Vec<Leg>,
}

/// Counters of a movement, all zero at its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Counters {
    /// MPs available.
    pub total: i16,
    /// MPs spent.
    pub spent: i16,
    /// SUs forward in this activation.
    pub forward: i16,
    /// SUs forward since the start or the last pivot.
    pub since: i16,
    /// Whether a turn of any kind has been tried.
    pub tried: bool,
    /// The pivot that must follow.
    pub pending: Option<Pending>,
    /// Whether the movement is over.
    pub ended: bool,
}

impl Counters {
    /// MPs left.
    #[inline]
    pub const fn left(&self) -> i16 {
        self.total - self.spent
    }
}

/// A pivot that must follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Pending {
    /// Of a tight turn to this side.
    TightTurn(Hand),
    /// Of a half loop, to either side.
    HalfLoop,
}

impl Group {
    /// Its aircraft, lost ones included.
    #[inline]
    pub fn members(&self) -> std::ops::Range<usize> {
        let first = usize::from(self.first);
        first..first + usize::from(self.count)
    }
}

impl Plane {
    /// Whether it is on the board.
    #[inline]
    pub fn flying(&self) -> bool {
        self.status == Status::Flying
    }

    /// Whether it is lost.
    pub fn lost(&self) -> bool {
        matches!(self.status, Status::Lost(_))
    }
}

impl State {
    /// The aircraft numbered `id`.
    #[inline]
    pub fn index(&self, id: PieceId) -> Option<usize> {
        Some(id.index()).filter(|n| *n < self.planes.len())
    }

    /// The group numbered `n`, from 1.
    #[inline]
    pub fn group_index(&self, n: u16) -> Option<usize> {
        let n = usize::from(n).wrapping_sub(1);
        (n < self.groups.len()).then_some(n)
    }

    /// Whether a group still has aircraft.
    #[inline]
    pub fn in_play(&self, group: usize) -> bool {
        self.planes[self.groups[group].members()].iter().any(|p| !p.lost())
    }

    /// The groups of a side, lost ones included.
    pub fn groups_of(&self, side: Side) -> impl Iterator<Item = usize> {
        (0..self.groups.len()).filter(move |g| self.groups[*g].side == side)
    }

    /// Whether a side still has aircraft.
    pub fn side_in_play(&self, side: Side) -> bool {
        self.planes.iter().any(|p| p.side == side && !p.lost())
    }

    /// Keeps the way of the aircraft that has moved, in place of that of its move before.
    pub fn keep_track(&mut self, plane: usize) {
        let plane = plane as u16;
        self.tracks.retain(|(p, _)| *p != plane);
        self.tracks.extend(self.mover.legs.iter().map(|leg| (plane, leg.from)));
    }

    /// The aircraft other than `by` that stands on this place.
    #[inline]
    pub fn occupant(&self, field: &Field, spot: Spot, by: usize) -> Option<usize> {
        let stands = |(n, p): (usize, &Plane)| n != by && p.flying() && field.overlap(p.spot, spot);
        self.planes.iter().enumerate().position(stands)
    }

    /// Whether another aircraft stands on this place.
    #[inline]
    pub fn occupied(&self, field: &Field, spot: Spot, by: usize) -> bool {
        self.occupant(field, spot, by).is_some()
    }
}
