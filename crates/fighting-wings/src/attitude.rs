//! Section 12: bank and pitch. The brackets of a pitch follow the bank, so only the nose is kept.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Left or right; right comes first in every list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Hand {
    /// Right.
    Right,
    /// Left.
    Left,
}

impl Hand {
    /// Both.
    pub const BOTH: [Hand; 2] = [Hand::Right, Hand::Left];

    /// Hexsides clockwise of one step to this side.
    #[inline]
    pub(crate) fn sides(self) -> i8 {
        match self {
            Hand::Right => 1,
            Hand::Left => -1,
        }
    }

    /// The letter of the text form.
    pub(crate) fn letter(self) -> char {
        match self {
            Hand::Right => 'R',
            Hand::Left => 'L',
        }
    }

    /// The word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Hand::Right => "right",
            Hand::Left => "left",
        }
    }
}

/// The six banks, in the order in which a roll to the right passes them.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "UPPERCASE")]
pub enum Bank {
    /// Wings level.
    #[default]
    Lvl,
    /// Right.
    Rb,
    /// Inverted right.
    Irb,
    /// Inverted.
    Inv,
    /// Inverted left.
    Ilb,
    /// Left.
    Lb,
}

impl Bank {
    /// The ring.
    pub const RING: [Bank; 6] = [Bank::Lvl, Bank::Rb, Bank::Irb, Bank::Inv, Bank::Ilb, Bank::Lb];

    /// So many steps of a roll to a side.
    #[inline]
    #[must_use]
    pub(crate) fn rolled(self, hand: Hand, steps: u8) -> Bank {
        let steps = i16::from(hand.sides()) * i16::from(steps);
        Bank::RING[(self as i16 + steps).rem_euclid(6) as usize]
    }

    /// Whether the aircraft is upside down.
    #[inline]
    pub(crate) fn inverted(self) -> bool {
        matches!(self, Bank::Irb | Bank::Inv | Bank::Ilb)
    }

    /// The side to which it turns.
    #[inline]
    pub(crate) fn side(self) -> Option<Hand> {
        match self {
            Bank::Rb | Bank::Irb => Some(Hand::Right),
            Bank::Lb | Bank::Ilb => Some(Hand::Left),
            Bank::Lvl | Bank::Inv => None,
        }
    }

    /// 15.h.iii: what half a loop makes of it.
    #[inline]
    #[must_use]
    pub(crate) fn flipped(self) -> Bank {
        match self {
            Bank::Lvl => Bank::Inv,
            Bank::Inv => Bank::Lvl,
            Bank::Lb => Bank::Ilb,
            Bank::Ilb => Bank::Lb,
            Bank::Rb => Bank::Irb,
            Bank::Irb => Bank::Rb,
        }
    }

    /// The word of the book.
    pub fn word(self) -> &'static str {
        match self {
            Bank::Lvl => "LVL",
            Bank::Rb => "RB",
            Bank::Irb => "IRB",
            Bank::Inv => "INV",
            Bank::Ilb => "ILB",
            Bank::Lb => "LB",
        }
    }
}

/// Whether an aircraft climbs.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Nose {
    /// Level flight.
    #[default]
    Level,
    /// Climbing.
    Climb,
    /// Diving.
    Dive,
}

/// The six pitch attitudes of the start and end of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Pitch {
    /// Level.
    L,
    /// Diving.
    D,
    /// Climbing.
    C,
    /// Inverted level.
    #[serde(rename = "(I)")]
    Inverted,
    /// Inverted diving.
    #[serde(rename = "(D)")]
    InvertedDive,
    /// Inverted climbing.
    #[serde(rename = "(C)")]
    InvertedClimb,
}

impl Pitch {
    /// All of them, as the chart lists them.
    pub const ALL: [Pitch; 6] =
        [Pitch::L, Pitch::D, Pitch::C, Pitch::Inverted, Pitch::InvertedDive, Pitch::InvertedClimb];

    /// The pitch of an aircraft.
    #[inline]
    pub(crate) fn of(nose: Nose, bank: Bank) -> Pitch {
        match (nose, bank.inverted()) {
            (Nose::Level, false) => Pitch::L,
            (Nose::Climb, false) => Pitch::C,
            (Nose::Dive, false) => Pitch::D,
            (Nose::Level, true) => Pitch::Inverted,
            (Nose::Climb, true) => Pitch::InvertedClimb,
            (Nose::Dive, true) => Pitch::InvertedDive,
        }
    }

    /// Whether it climbs.
    #[inline]
    pub(crate) fn nose(self) -> Nose {
        match self {
            Pitch::L | Pitch::Inverted => Nose::Level,
            Pitch::C | Pitch::InvertedClimb => Nose::Climb,
            Pitch::D | Pitch::InvertedDive => Nose::Dive,
        }
    }

    /// Whether it is written in brackets.
    #[inline]
    pub(crate) fn bracketed(self) -> bool {
        matches!(self, Pitch::Inverted | Pitch::InvertedClimb | Pitch::InvertedDive)
    }

    /// As the book writes it.
    pub fn word(self) -> &'static str {
        match self {
            Pitch::L => "L",
            Pitch::D => "D",
            Pitch::C => "C",
            Pitch::Inverted => "(I)",
            Pitch::InvertedDive => "(D)",
            Pitch::InvertedClimb => "(C)",
        }
    }
}
