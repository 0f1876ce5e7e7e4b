//! Printed maps: how a sheet of hexes is numbered, where it ends, and which compass heading a hexside has.

use crate::{Direction, Hex};
use serde::{Deserialize, Serialize};

/// How a printed map lays out and numbers its hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Grid {
    /// Pointy-topped, rows west to east from row 0 in the north, odd rows half a hex further east.
    PointyOddRowsEast,
    /// Flat-topped, columns north to south from column 1 and row 1, even columns half a hex further south.
    FlatEvenColumnsSouth,
    /// Flat-topped, columns south to north from column 0 and row 0, odd columns half a hex further north.
    FlatOddColumnsNorth,
}

/// A rectangular sheet of hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Board {
    /// Layout and numbering.
    pub grid: Grid,
    /// Hexes from west to east.
    pub columns: i16,
    /// Hexes from north to south.
    pub rows: i16,
}

/// A side of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// Beyond the top.
    North,
    /// Beyond the right.
    East,
    /// Beyond the bottom.
    South,
    /// Beyond the left.
    West,
}

impl Grid {
    /// The number of the first column and row.
    pub const fn first(self) -> i16 {
        match self {
            Grid::FlatEvenColumnsSouth => 1,
            Grid::PointyOddRowsEast | Grid::FlatOddColumnsNorth => 0,
        }
    }

    /// The hex printed at `column`, `row`.
    pub const fn hex(self, column: i16, row: i16) -> Hex {
        match self {
            Grid::PointyOddRowsEast => Hex::new(column - (row - (row & 1)) / 2, row),
            // Even columns stand lower: r = row - ceil(column / 2).
            Grid::FlatEvenColumnsSouth => Hex::new(column, row - (column + 1).div_euclid(2)),
            // Rows count north: k = row - floor(column / 2), and r = -(k + q) on the common lattice.
            Grid::FlatOddColumnsNorth => Hex::new(column, column.div_euclid(2) - row - column),
        }
    }

    /// The column and row printed in `hex`. Inverse of [`Grid::hex`], also beyond the edge of a sheet.
    pub const fn printed(self, hex: Hex) -> (i16, i16) {
        match self {
            Grid::PointyOddRowsEast => (hex.q + (hex.r - (hex.r & 1)) / 2, hex.r),
            Grid::FlatEvenColumnsSouth => (hex.q, hex.r + (hex.q + 1).div_euclid(2)),
            Grid::FlatOddColumnsNorth => (hex.q, hex.q.div_euclid(2) - hex.r - hex.q),
        }
    }

    /// The compass heading of a direction in whole degrees, 0 = north, clockwise.
    pub const fn heading(self, d: Direction) -> u16 {
        let first = match self {
            Grid::PointyOddRowsEast => 90,
            Grid::FlatEvenColumnsSouth | Grid::FlatOddColumnsNorth => 120,
        };
        (first + 60 * d.number() as u16) % 360
    }
}

impl Board {
    /// The hex printed at `column`, `row`, if the sheet has it.
    pub fn hex(&self, column: i16, row: i16) -> Option<Hex> {
        let first = self.grid.first();
        let on = (first..first + self.columns).contains(&column) && (first..first + self.rows).contains(&row);
        on.then(|| self.grid.hex(column, row))
    }

    /// Whether the sheet has this hex.
    pub fn contains(&self, hex: Hex) -> bool {
        self.index(hex).is_some()
    }

    /// A dense number for the hex, row by row from the first, below `columns * rows`; nothing beyond the edge.
    #[inline]
    pub fn index(&self, hex: Hex) -> Option<usize> {
        let (column, row) = self.grid.printed(hex);
        let (column, row) = (column - self.grid.first(), row - self.grid.first());
        let on = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        on.then(|| row as usize * self.columns as usize + column as usize)
    }

    /// The edge beyond which the hex lies; a corner counts as east or west. Nothing if it is on the sheet.
    pub fn beyond(&self, hex: Hex) -> Option<Edge> {
        let (column, row) = self.grid.printed(hex);
        let (column, row) = (column - self.grid.first(), row - self.grid.first());
        let north_is_low = !matches!(self.grid, Grid::FlatOddColumnsNorth);
        if column < 0 {
            Some(Edge::West)
        } else if column >= self.columns {
            Some(Edge::East)
        } else if row < 0 {
            Some(if north_is_low { Edge::North } else { Edge::South })
        } else if row >= self.rows {
            Some(if north_is_low { Edge::South } else { Edge::North })
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRIDS: [Grid; 3] = [Grid::PointyOddRowsEast, Grid::FlatEvenColumnsSouth, Grid::FlatOddColumnsNorth];

    fn neighbours(grid: Grid, at: (i16, i16)) -> Vec<(i16, i16)> {
        Direction::ALL.iter().map(|d| grid.printed(grid.hex(at.0, at.1).ahead(*d, 1))).collect()
    }

    #[test]
    fn printed_numbers_round_trip_on_every_grid() {
        for grid in GRIDS {
            for column in -5..70 {
                for row in -5..50 {
                    assert_eq!(grid.printed(grid.hex(column, row)), (column, row), "{grid:?}");
                }
            }
        }
    }

    #[test]
    fn neighbours_are_the_printed_ones() {
        // Fast and Easy ex-02, clockwise from east.
        let pointy = Grid::PointyOddRowsEast;
        assert_eq!(neighbours(pointy, (10, 10)), [(11, 10), (10, 11), (9, 11), (9, 10), (9, 9), (10, 9)]);
        assert_eq!(neighbours(pointy, (10, 11)), [(11, 11), (11, 12), (10, 12), (9, 11), (10, 10), (11, 10)]);
        // Spitfire 2.1, clockwise from SE: 5810 has SE 5911, S 5811, SW 5711, NW 5710, N 5809, NE 5910.
        let flat = Grid::FlatEvenColumnsSouth;
        assert_eq!(neighbours(flat, (58, 10)), [(59, 11), (58, 11), (57, 11), (57, 10), (58, 9), (59, 10)]);
        // Spitting Fire hex-geometry, clockwise from SE, for [10,10] and [11,10].
        let north = Grid::FlatOddColumnsNorth;
        assert_eq!(neighbours(north, (10, 10)), [(11, 9), (10, 9), (9, 9), (9, 10), (10, 11), (11, 10)]);
        assert_eq!(neighbours(north, (11, 10)), [(12, 10), (11, 9), (10, 10), (10, 11), (11, 11), (12, 11)]);
    }

    #[test]
    fn headings_are_compass_degrees() {
        let headings = |g: Grid| Direction::ALL.map(|d| g.heading(d));
        assert_eq!(headings(Grid::PointyOddRowsEast), [90, 150, 210, 270, 330, 30]);
        assert_eq!(headings(Grid::FlatEvenColumnsSouth), [120, 180, 240, 300, 0, 60]);
    }

    #[test]
    fn the_sheet_ends_where_it_is_printed_to_end() {
        for grid in GRIDS {
            let board = Board { grid, columns: 6, rows: 4 };
            let first = grid.first();
            let mut seen = [false; 24];
            for column in first - 3..first + 9 {
                for row in first - 3..first + 7 {
                    let hex = grid.hex(column, row);
                    assert_eq!(board.hex(column, row).is_some(), board.contains(hex));
                    assert_eq!(board.beyond(hex).is_none(), board.contains(hex));
                    if let Some(n) = board.index(hex) {
                        assert!(!std::mem::replace(&mut seen[n], true));
                    }
                }
            }
            assert!(seen.iter().all(|s| *s));
        }
    }

    #[test]
    fn a_corner_counts_as_east_or_west() {
        // Spitfire 2.1: 5901 NE is east, 5833 SE is south, 2901 NE is north, 0101 NW is west.
        let sheet = Board { grid: Grid::FlatEvenColumnsSouth, columns: 59, rows: 33 };
        let beyond = |c, r, d| sheet.beyond(sheet.grid.hex(c, r).ahead(Direction::new(d).unwrap(), 1));
        assert_eq!(beyond(59, 1, 5), Some(Edge::East));
        assert_eq!(beyond(58, 33, 0), Some(Edge::South));
        assert_eq!(beyond(29, 1, 5), Some(Edge::North));
        assert_eq!(beyond(1, 1, 3), Some(Edge::West));
        assert_eq!(beyond(2, 1, 3), None);
    }
}
