//! Section 13: what a side may say, one command for each decision, and what it becomes.

use crate::card::MOST_WEAPONS;
use crate::combat::Declared;
use crate::field::{Facing, Field, Hand, Spot};
use crate::forces::MOST_IN_GROUP;
use crate::placement::Formation;
use crate::state::Flight;
use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::view::At;
use table::{Leave, PieceId};

/// What a side says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(clippy::large_enum_variant, reason = "an attack is drawn and judged without touching the heap")]
pub enum Command {
    /// D3, D4: the aircraft chosen and their arrangement in groups. May be said again until both sides have confirmed.
    Force(ForceList),
    /// The force, or the plots, stand.
    Confirm,
    /// D5: sets up a group.
    Place(Place),
    /// D6: gives a group its marker. May be said again until both sides have confirmed.
    Plot {
        /// Group number.
        group: u16,
        /// The marker.
        marker: Marker,
    },
    /// D7: the group that the flipped card activates.
    Activate {
        /// Group number.
        group: u16,
    },
    /// Letting the flipped card go by, which no rule allows.
    Pass,
    /// D9: straight ahead.
    Forward {
        /// The aircraft.
        aircraft: PieceId,
        /// SUs.
        n: i16,
    },
    /// D9: a turn of up to 60 degrees.
    Turn {
        /// The aircraft.
        aircraft: PieceId,
        /// To which side.
        side: Hand,
        /// Degrees. On hexes it may be left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        angle: Option<u16>,
    },
    /// D9: tries a tight turn.
    TightTurn {
        /// The aircraft.
        aircraft: PieceId,
        /// To which side.
        side: Hand,
    },
    /// D9: tries a half loop.
    HalfLoop {
        /// The aircraft.
        aircraft: PieceId,
    },
    /// D10: the pivot of a tight turn or half loop.
    Pivot {
        /// The aircraft.
        aircraft: PieceId,
        /// To which side.
        side: Hand,
        /// Degrees.
        angle: u16,
    },
    /// D10, with the option of free withdrawal: no pivot.
    Decline {
        /// The aircraft.
        aircraft: PieceId,
    },
    /// D9: the movement is over.
    EndMove {
        /// The aircraft.
        aircraft: PieceId,
    },
    /// D11, D8a: every target and the weapons that fire at it.
    Attack {
        /// The aircraft.
        aircraft: PieceId,
        /// The declaration, in the order in which it is resolved.
        #[schemars(with = "Vec<Shot>")]
        at: ArrayVec<Shot, MOST_WEAPONS>,
    },
    /// D11: holds its fire.
    NoAttack {
        /// The aircraft.
        aircraft: PieceId,
    },
    /// Gives the game up.
    Resign,
    /// Offers the other side to end the game as things stand.
    OfferEnd,
    /// Ends the game as the other side has offered.
    AcceptEnd,
}

table::leave_by!(Command: Resign, OfferEnd, AcceptEnd);

/// What a legal command amounts to. Groups and aircraft are places in the lists of the position.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are those of the command")]
pub enum Act {
    /// A side's force is chosen.
    Force(Vec<Flight>),
    /// Its force, or its plots, stand.
    Confirm,
    /// A group is set up.
    Place(Formation),
    /// A group is given its marker.
    Plot { group: usize, marker: Marker },
    /// A group is activated.
    Activate { group: usize },
    /// An aircraft flies straight ahead.
    Forward { plane: usize, by: i16 },
    /// It turns.
    Turn { plane: usize, to: Hand, angle: u16 },
    /// It tries a tight turn.
    TightTurn { plane: usize, to: Hand },
    /// It tries a half loop.
    HalfLoop { plane: usize },
    /// It pivots.
    Pivot { plane: usize, to: Hand, angle: u16 },
    /// It does not pivot.
    Decline { plane: usize },
    /// Its movement is over.
    EndMove { plane: usize },
    /// It attacks.
    Attack(Declared),
    /// It holds its fire.
    HoldFire { plane: usize },
    /// The game ends before its time, or may.
    Leave(Leave),
}

/// A force and its groups.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForceList {
    /// Each aircraft by card id, name or type.
    pub aircraft: Vec<String>,
    /// The groups, each a list of places in `aircraft`, from 1. Left out: as few groups as the rules allow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<Vec<u16>>>,
}

impl Command {
    /// The aircraft that it moves or lets fire.
    pub const fn aircraft(&self) -> Option<PieceId> {
        match self {
            Command::Forward { aircraft, .. }
            | Command::Turn { aircraft, .. }
            | Command::TightTurn { aircraft, .. }
            | Command::HalfLoop { aircraft }
            | Command::Pivot { aircraft, .. }
            | Command::Decline { aircraft }
            | Command::EndMove { aircraft }
            | Command::Attack { aircraft, .. }
            | Command::NoAttack { aircraft } => Some(*aircraft),
            Command::Force(_)
            | Command::Confirm
            | Command::Place(_)
            | Command::Plot { .. }
            | Command::Activate { .. }
            | Command::Pass
            | Command::Resign
            | Command::OfferEnd
            | Command::AcceptEnd => None,
        }
    }
}

impl ForceList {
    /// Adds a group of `count` aircraft with this card.
    pub fn add_group(&mut self, card: &str, count: usize) {
        let first = self.aircraft.len() as u16 + 1;
        self.aircraft.extend(std::iter::repeat_n(card.to_owned(), count));
        self.groups.get_or_insert_default().push((first..first + count as u16).collect());
    }
}

/// How a group is set up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Group number.
    pub group: u16,
    /// The group's level; 0 while undecided.
    #[serde(default)]
    pub altitude: i16,
    /// Where each aircraft of the group stands, in the order of their numbers.
    #[serde(default)]
    #[schemars(with = "Vec<Stand>")]
    pub at: ArrayVec<Stand, MOST_IN_GROUP>,
}

/// A place and a direction, in the words of the board in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Stand {
    /// On hexes.
    Hex(HexStand),
    /// On the open table.
    Point(PointStand),
}

/// A hex and a hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HexStand {
    /// Column and row: `[10,2]` or `"10.2"`.
    pub hex: HexName,
    /// Facing.
    pub facing: Facing,
}

/// A point and a heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PointStand {
    /// Thousandths of an SU east of the south-west corner.
    pub x: i32,
    /// Thousandths of an SU north of it.
    pub y: i32,
    /// Whole degrees, 0 = north, clockwise.
    pub heading: u16,
}

/// A hex by column and row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "HexText", into = "[i16; 2]")]
#[schemars(with = "HexText")]
pub struct HexName {
    /// Column, from 0 in the west.
    pub col: i16,
    /// Row, from 0 in the south.
    pub row: i16,
}

/// A hex as people write it.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum HexText {
    /// Column and row.
    Pair([i16; 2]),
    /// Column, full stop, row.
    Dotted(Dotted),
}

/// `10.2`
#[derive(Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
struct Dotted([i16; 2]);

impl TryFrom<String> for Dotted {
    type Error = String;

    fn try_from(text: String) -> Result<Dotted, String> {
        let read = text.split_once('.').and_then(|(c, r)| Some([c.parse().ok()?, r.parse().ok()?]));
        read.map(Dotted).ok_or_else(|| format!("'{text}' is not a hex: write [10,2] or \"10.2\""))
    }
}

impl From<HexText> for HexName {
    fn from(text: HexText) -> HexName {
        let (HexText::Pair([col, row]) | HexText::Dotted(Dotted([col, row]))) = text;
        HexName { col, row }
    }
}

impl From<HexName> for [i16; 2] {
    fn from(hex: HexName) -> [i16; 2] {
        [hex.col, hex.row]
    }
}

impl Stand {
    /// The place and heading on this board, if it is of the board's kind and points along a hexside or whole degree.
    pub fn on(&self, field: &Field) -> Option<(Spot, u16)> {
        let (spot, heading) = match (self, field) {
            (Stand::Hex(at), Field::Hexes(_)) => (field.hex(at.hex.col, at.hex.row), at.facing.heading()),
            (Stand::Point(at), Field::Open(_)) => (field.point(at.x, at.y), at.heading),
            _ => return None,
        };
        field.can_point(heading).then_some((spot, heading))
    }

    /// The words for a place and heading on this board.
    pub fn of(field: &Field, spot: Spot, heading: u16) -> Stand {
        match field.at(spot) {
            At::Hex { col, row } => {
                Stand::Hex(HexStand { hex: HexName { col, row }, facing: Facing::of(heading) })
            }
            At::Point { x, y } => Stand::Point(PointStand { x, y, heading }),
        }
    }
}

/// A target and the weapons that fire at it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    /// The target's number.
    pub target: u16,
    /// Weapons in card order, from 0.
    #[schemars(with = "Vec<u8>")]
    pub weapons: ArrayVec<u8, MOST_WEAPONS>,
}

impl Shot {
    /// A shot with the weapons whose bits are set.
    pub fn with(target: u16, bits: u16) -> Shot {
        Shot { target, weapons: (0..MOST_WEAPONS as u8).filter(|n| bits >> n & 1 == 1).collect() }
    }
}

/// The nine manoeuvre markers ([`crate::rule::MARKERS`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Marker {
    /// `=`, right.
    LevelRight,
    /// `=`, straight.
    StraightLevel,
    /// `=`, left.
    LevelLeft,
    /// `+`, right.
    ClimbRight,
    /// `+`, straight.
    StraightClimb,
    /// `+`, left.
    ClimbLeft,
    /// `−`, right.
    DiveRight,
    /// `−`, straight.
    StraightDive,
    /// `−`, left.
    DiveLeft,
}

impl Marker {
    /// All nine.
    pub const ALL: [Marker; 9] = [
        Marker::LevelRight,
        Marker::StraightLevel,
        Marker::LevelLeft,
        Marker::ClimbRight,
        Marker::StraightClimb,
        Marker::ClimbLeft,
        Marker::DiveRight,
        Marker::StraightDive,
        Marker::DiveLeft,
    ];

    /// The change of level.
    pub const fn change(self) -> i16 {
        match self {
            Marker::ClimbRight | Marker::StraightClimb | Marker::ClimbLeft => 1,
            Marker::LevelRight | Marker::StraightLevel | Marker::LevelLeft => 0,
            Marker::DiveRight | Marker::StraightDive | Marker::DiveLeft => -1,
        }
    }

    /// The arrow; nothing when it is straight.
    pub const fn arrow(self) -> Option<Hand> {
        match self {
            Marker::LevelRight | Marker::ClimbRight | Marker::DiveRight => Some(Hand::Right),
            Marker::LevelLeft | Marker::ClimbLeft | Marker::DiveLeft => Some(Hand::Left),
            Marker::StraightLevel | Marker::StraightClimb | Marker::StraightDive => None,
        }
    }

    /// Its name in the book.
    pub const fn name(self) -> &'static str {
        match self {
            Marker::LevelRight => "Level Right",
            Marker::StraightLevel => "Straight Level",
            Marker::LevelLeft => "Level Left",
            Marker::ClimbRight => "Climb Right",
            Marker::StraightClimb => "Straight Climb",
            Marker::ClimbLeft => "Climb Left",
            Marker::DiveRight => "Dive Right",
            Marker::StraightDive => "Straight Dive",
            Marker::DiveLeft => "Dive Left",
        }
    }
}
