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

use crate::rules::Rules;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sky::{Direction, Grid, Hex};
use table::view::{At, Pose};

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

/// Where something is and how it points, as a view has it.
pub(crate) fn pose(rules: &Rules, hex: Hex, facing: Facing, altitude: u8) -> Pose {
    Pose {
        at: at(hex),
        heading: facing.heading(rules.corners()),
        altitude: Some(i16::from(altitude)),
        attitude: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;
    use sky::{Board, Edge};

    fn hex(text: &str) -> Hex {
        read_hex(text).unwrap()
    }

    fn neighbours(text: &str) -> Vec<String> {
        (0..6).map(|n| hex_name(hex(text).ahead(Facing(n).side(0), 1))).collect()
    }

    #[test]
    fn ex_01_hex_5810_and_its_neighbours() {
        assert_eq!(hex("5810"), Hex::new(58, -19), "{}", rule::MAP);
        assert_eq!(neighbours("5810"), ["5809", "5910", "5911", "5811", "5711", "5710"]);
    }

    #[test]
    fn ex_02_hex_3107_and_its_neighbours() {
        assert_eq!(hex("3107"), Hex::new(31, -9));
        assert_eq!(neighbours("3107"), ["3106", "3206", "3207", "3108", "3007", "3006"]);
    }

    #[test]
    fn ex_03_the_six_rows_from_3020() {
        let rows = [
            ["3019", "3018", "3017"],
            ["3120", "3219", "3319"],
            ["3121", "3221", "3322"],
            ["3021", "3022", "3023"],
            ["2921", "2821", "2722"],
            ["2920", "2819", "2719"],
        ];
        for (n, row) in rows.iter().enumerate() {
            for to in row {
                for facing in 0..6 {
                    let ahead = on_row(hex("3020"), Facing(facing), 0, hex(to));
                    assert_eq!(ahead, usize::from(facing) == n, "{to} facing {facing}");
                }
            }
        }
    }

    #[test]
    fn ex_04_distances() {
        assert_eq!(hex("3020").distance(hex("2915")), 6);
        assert_eq!(hex("0102").distance(hex("0302")), 2);
        assert!((0..6).all(|n| !on_row(hex("0102"), Facing(n), 0, hex("0302"))));
        assert_eq!(hex("5415").distance(hex("2021")), 34);
    }

    #[test]
    fn ex_05_the_edge_crossed_is_decided_by_column_first() {
        let board = Board { grid: GRID, columns: 59, rows: 33 };
        let edge =
            |from: &str, way: &str| board.beyond(hex(from).ahead(Facing::hexside(way).unwrap().side(0), 1));
        assert_eq!(edge("5920", "SE"), Some(Edge::East), "{}", rule::MAP);
        assert_eq!(edge("5901", "NE"), Some(Edge::East));
        assert_eq!(edge("5833", "SE"), Some(Edge::South));
        assert_eq!(edge("3033", "SW"), Some(Edge::South));
        assert_eq!(edge("2901", "NE"), Some(Edge::North));
        assert_eq!(edge("0101", "NW"), Some(Edge::West));
        assert_eq!(edge("0201", "NW"), None);
    }

    #[test]
    fn facings_have_one_name_each() {
        for n in 0..6 {
            assert_eq!(Facing::hexside(Facing(n).name(false)), Some(Facing(n)), "{}", rule::FACING);
            assert_eq!(Facing::corner(Facing(n).name(true)), Some(Facing(n)), "{}", rule::FACING);
        }
        assert_eq!(Facing::new(6), None);
        assert_eq!(read_hex("30a0"), None);
        assert_eq!(read_hex("30200"), None);
    }
}
