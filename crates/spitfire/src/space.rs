//! 2.1 and 10.0: the map, facings, rows and wedges.
//!
//! Hexsides are numbered clockwise from north, as in the digest; corner `i` lies between hexsides `i` and `i + 1`:
//!
//! ```text
//!            0 N                    5 NNW   0 NNE
//!     5 NW  /‾‾\  1 NE                 /‾‾\
//!           \__/                 4 W   \__/   1 E
//!     4 SW   3 S  2 SE             3 SSW   2 SSE
//! ```

use crate::rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sky::{Direction, Grid, Hex};
use table::RuleId;
use table::view::At;

/// The rule behind a facing: 6.F every aircraft points at exactly one hexside (10.A: corner).
pub(crate) const FACING_RULE: RuleId = rule::FACING;
/// 2.1: flat-topped, numbered CCRR, even columns half a hex further south.
pub(crate) const GRID: Grid = Grid::FlatEvenColumnsSouth;

/// Where an aircraft points: a hexside, or a corner under 10.0; 0 to 5, clockwise.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Facing(u8);

const HEXSIDES: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];
const CORNERS: [&str; 6] = ["NNE", "E", "SSE", "SSW", "W", "NNW"];

impl Facing {
    /// Facing `n`, if `n` is 0 to 5.
    pub fn new(n: u8) -> Option<Facing> {
        (n < 6).then_some(Facing(n))
    }

    /// 0 to 5.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Turned right by `n` sixths of a circle; negative turns left.
    #[must_use]
    pub fn turned(self, n: i8) -> Facing {
        Facing((self.0 as i8 + n).rem_euclid(6) as u8)
    }

    /// The hexside with this name.
    pub fn hexside(name: &str) -> Option<Facing> {
        HEXSIDES.iter().position(|n| *n == name).map(|n| Facing(n as u8))
    }

    /// The corner with this name.
    pub fn corner(name: &str) -> Option<Facing> {
        CORNERS.iter().position(|n| *n == name).map(|n| Facing(n as u8))
    }

    /// Its name.
    pub fn name(self, corners: bool) -> &'static str {
        if corners { CORNERS[self.0 as usize] } else { HEXSIDES[self.0 as usize] }
    }

    /// Compass heading in degrees.
    pub fn heading(self, corners: bool) -> u16 {
        u16::from(self.0) * 60 + if corners { 30 } else { 0 }
    }

    /// The hexside direction `n` sixths clockwise of this facing's number, on the common lattice.
    pub(crate) fn side(self, n: i8) -> Direction {
        // The lattice numbers flat-topped hexsides from SE.
        Direction::ALL[((self.0 as i8 + n + 4).rem_euclid(6)) as usize]
    }
}

/// 7.C: whether `to` lies on the straight row of hexes from `from` along hexside `facing + n`.
pub(crate) fn on_row(from: Hex, facing: Facing, n: i8, to: Hex) -> bool {
    let (x, y) = from.seen_from(facing.side(n), to);
    y == 0 && x > 0
}

/// 10.B: whether `to` lies in the closed wedge between hexsides `facing + n` and `facing + n + 1`.
pub(crate) fn in_wedge(from: Hex, facing: Facing, n: i8, to: Hex) -> bool {
    let (x, y) = from.seen_from(facing.side(n), to);
    x >= 0 && y >= 0 && (x, y) != (0, 0)
}

/// 9.3: whether `to` is in the left or right rear zone of a Leader at `from`.
pub(crate) fn in_rear_zone(from: Hex, facing: Facing, corners: bool, left: bool, to: Hex) -> bool {
    if !corners {
        return in_wedge(from, facing, if left { 3 } else { 2 }, to);
    }
    // 10.0 ruling: from the corner astern to the hexside abeam, 90 degrees on either side.
    let (x, y) = from.seen_from(facing.side(3), to);
    let astern = x >= 0 && y >= 0 && (x, y) != (0, 0);
    if left {
        (astern && y >= x) || in_wedge(from, facing, 4, to)
    } else {
        (astern && x >= y) || in_wedge(from, facing, 2, to)
    }
}

/// The hex with a printed number such as `3020`; nothing if the text is not four digits.
pub(crate) fn read_hex(text: &str) -> Option<Hex> {
    let digits = text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit());
    let number: i16 = if digits { text.parse().ok()? } else { return None };
    Some(GRID.hex(number / 100, number % 100))
}

/// The printed number of a hex.
pub fn hex_name(hex: Hex) -> String {
    let (column, row) = GRID.printed(hex);
    format!("{column:02}{row:02}")
}

/// The hex as a view has it.
pub(crate) fn at(hex: Hex) -> At {
    let (col, row) = GRID.printed(hex);
    At::Hex { col, row }
}

#[cfg(test)]
#[path = "space_tests.rs"]
mod tests;
