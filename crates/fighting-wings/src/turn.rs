//! Section 15.a: the turn chart (`T.turn`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How tightly an aircraft turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Rate {
    /// Easy.
    Ez,
    /// Tight.
    Tt,
    /// Hard.
    Ht,
    /// Break.
    Bt,
    /// Emergency.
    Et,
}

impl Rate {
    /// All of them, easiest first.
    pub const ALL: [Rate; 5] = [Rate::Ez, Rate::Tt, Rate::Ht, Rate::Bt, Rate::Et];

    /// The letters of the book.
    pub fn word(self) -> &'static str {
        ["EZ", "TT", "HT", "BT", "ET"][self as usize]
    }
}

/// What the chart says of a rate at a speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    /// So many FPs for 60 degrees.
    Fps(u8),
    /// Up to so many times 60 degrees with each FP.
    Sixties(u8),
}

const NO: Option<Cell> = None;
const A: Option<Cell> = Some(Cell::Sixties(2));
const B: Option<Cell> = Some(Cell::Sixties(3));

const fn f(fps: u8) -> Option<Cell> {
    Some(Cell::Fps(fps))
}

const CHART: [[Option<Cell>; 5]; 12] = [
    [A, B, NO, NO, NO],
    [f(1), A, B, NO, NO],
    [f(2), f(1), A, B, NO],
    [f(3), f(2), f(1), A, NO],
    [f(4), f(3), f(2), f(1), A],
    [f(5), f(4), f(3), f(2), f(1)],
    [f(7), f(5), f(3), f(2), f(1)],
    [f(8), f(5), f(4), f(3), f(2)],
    [f(10), f(6), f(4), f(3), f(2)],
    [f(12), f(7), f(5), f(3), f(2)],
    [f(15), f(8), f(6), f(4), f(3)],
    [f(17), f(9), f(7), f(5), f(3)],
];

/// The chart at a move speed in half points: nothing where the rate cannot be used.
#[inline]
pub(crate) fn cell(speed: i16, rate: Rate) -> Option<Cell> {
    let row = (speed / 2).min(12);
    if row < 1 { None } else { CHART[row as usize - 1][rate as usize] }
}

impl Cell {
    /// FPs needed for a change of heading, with `15.b`: one fewer, never below 1, if one of them is a VFP.
    /// See [`crate::rule::TURNS_WITH_VFPS`], [`crate::rule::VFP_TURNS`].
    #[inline]
    pub(crate) fn needed(self, vertical: bool) -> u8 {
        match self {
            Cell::Fps(fps) => (fps - u8::from(vertical)).max(1),
            Cell::Sixties(_) => 1,
        }
    }

    /// The most that one change turns, in steps of 60 degrees.
    #[inline]
    pub(crate) fn most(self) -> u8 {
        match self {
            Cell::Fps(_) => 1,
            Cell::Sixties(most) => most,
        }
    }
}
