//! The map: where a place is on the sheet, and the sheet itself.

use crate::land;
use std::fmt::Write;
use table::Scenery;
use table::view::{At, Board};

/// Half the width of a pointy-topped hex whose corner is [`CORNER`] from its middle, to the nearest whole number.
const HALF: i32 = 26;
/// From the middle of a hex to its corner.
const CORNER: i32 = 30;
/// Width of an open table on the sheet.
const OPEN_WIDTH: i32 = 1200;
/// Thousandths in a unit of an open table.
const UNIT: i32 = 1000;

/// A map with its size on paper.
pub(crate) struct Sheet<'a> {
    board: &'a Board,
    pub(crate) width: i32,
    pub(crate) height: i32,
}

impl Sheet<'_> {
    pub(crate) fn of(board: &Board) -> Sheet<'_> {
        let (width, height) = match *board {
            Board::Hexes { pointy: true, columns, rows, .. } => {
                let shift = if rows > 1 { HALF } else { 0 };
                (2 * HALF * i32::from(columns) + shift, CORNER * 3 / 2 * i32::from(rows - 1) + 2 * CORNER)
            }
            Board::Hexes { pointy: false, columns, rows, .. } => {
                let shift = if columns > 1 { HALF } else { 0 };
                (CORNER * 3 / 2 * i32::from(columns - 1) + 2 * CORNER, 2 * HALF * i32::from(rows) + shift)
            }
            Board::Open { width, height, .. } => {
                let tall = i64::from(OPEN_WIDTH) * i64::from(height.max(1)) / i64::from(width.max(1));
                (OPEN_WIDTH, tall as i32)
            }
        };
        Sheet { board, width, height }
    }

    /// Where a place is drawn.
    pub(crate) fn point(&self, at: At) -> (i32, i32) {
        match (self.board, at) {
            (Board::Hexes { .. }, At::Hex { col, row }) => self.middle(col, row),
            (Board::Open { width, .. }, At::Point { x, y }) => {
                let scaled =
                    |n: i32| (i64::from(n) * i64::from(OPEN_WIDTH) / i64::from((*width).max(1))) as i32;
                (scaled(x), self.height - scaled(y))
            }
            // A place on the other kind of map has no point on this one; the corner is as good as any.
            _ => (0, 0),
        }
    }

    fn middle(&self, col: i16, row: i16) -> (i32, i32) {
        let Board::Hexes { pointy, first, odd_shifted, rows_from_south, .. } = *self.board else {
            return (0, 0);
        };
        let (c, r) = (i32::from(col) - i32::from(first), i32::from(row) - i32::from(first));
        let (x, down) = if pointy {
            (HALF + 2 * HALF * c + shift(row, odd_shifted), CORNER + CORNER * 3 / 2 * r)
        } else {
            (CORNER + CORNER * 3 / 2 * c, HALF + 2 * HALF * r + shift(col, odd_shifted))
        };
        (x, if rows_from_south { self.height - down } else { down })
    }

    /// One cell around the origin, for tinting.
    pub(crate) fn cell(&self, attributes: &str) -> String {
        match self.board {
            Board::Hexes { pointy, .. } => format!("<path d=\"{}\" {attributes}/>", outline(*pointy, 0, 0)),
            Board::Open { .. } => format!("<circle r=\"{CORNER}\" {attributes}/>"),
        }
    }

    /// Draws the map with its scenery, its grid and the numbers along its edges.
    pub(crate) fn draw(&self, svg: &mut String, scenery: Option<&Scenery>) {
        svg.push_str("<defs><path id=\"map\" d=\"");
        match *self.board {
            Board::Hexes { pointy, first, columns, rows, .. } => {
                for row in first..first + rows {
                    for col in first..first + columns {
                        let (x, y) = self.middle(col, row);
                        svg.push_str(&outline(pointy, x, y));
                    }
                }
            }
            Board::Open { .. } => {
                let _ = write!(svg, "M0 0H{}V{}H0Z", self.width, self.height);
            }
        }
        let land =
            scenery.map_or_else(String::new, |scenery| land::drawn(scenery, (self.width, self.height)));
        let _ = writeln!(
            svg,
            "\"/><clipPath id=\"edge\"><use href=\"#map\"/></clipPath></defs>\n<use href=\"#map\" fill=\"url(#sea)\"/>\n\
             <g clip-path=\"url(#edge)\">{land}</g>\n\
             <use href=\"#map\" fill=\"none\" stroke=\"#22303a\" stroke-opacity=\".22\"/>"
        );
        match *self.board {
            Board::Hexes { first, columns, rows, .. } => self.number_edges(svg, first, columns, rows),
            Board::Open { width, .. } => {
                let step = (i64::from(OPEN_WIDTH) * i64::from(UNIT) / i64::from(width.max(1))) as i32;
                if step >= 8 {
                    let across = (1..).map(|n| n * step).take_while(|x| *x < self.width);
                    let down = (1..).map(|n| n * step).take_while(|y| *y < self.height);
                    let mut lines = String::new();
                    for x in across {
                        let _ = write!(lines, "M{x} 0v{}", self.height);
                    }
                    for y in down {
                        let _ = write!(lines, "M0 {}h{}", self.height - y, self.width);
                    }
                    let _ = writeln!(
                        svg,
                        "<path d=\"{lines}\" fill=\"none\" stroke=\"#22303a\" stroke-opacity=\".14\"/>"
                    );
                }
            }
        }
    }

    fn number_edges(&self, svg: &mut String, first: i16, columns: i16, rows: i16) {
        svg.push_str("<g font-size=\"10\" fill=\"#6d756f\" text-anchor=\"middle\">");
        for col in first..first + columns {
            let _ = write!(
                svg,
                "<text x=\"{}\" y=\"{}\">{col}</text>",
                self.middle(col, first).0,
                self.height + 13
            );
        }
        for row in first..first + rows {
            let _ = write!(svg, "<text x=\"-14\" y=\"{}\">{row}</text>", self.middle(first, row).1 + 4);
        }
        svg.push_str("</g>\n");
    }
}

/// Half a hex for the shifted rows or columns.
fn shift(line: i16, odd_shifted: bool) -> i32 {
    if (line.rem_euclid(2) == 1) == odd_shifted { HALF } else { 0 }
}

fn outline(pointy: bool, x: i32, y: i32) -> String {
    let (h, c, s) = (HALF, CORNER, CORNER / 2);
    if pointy {
        format!("M{x} {}l{h} {s}v{c}l-{h} {s}l-{h}-{s}v-{c}z", y - c)
    } else {
        format!("M{} {y}l{s}-{h}h{c}l{s} {h}l-{s} {h}h-{c}z", x - c)
    }
}
