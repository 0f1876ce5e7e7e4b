//! Where aircraft were lost, as a map.

use super::chart::Words;
use std::collections::BTreeMap;
use std::fmt::Write;
use table::Side;
use table::view::{At, Board};

/// Cells across an open table.
const CELLS: i32 = 30;
/// Maps with more hexes have no dots.
const MOST_DOTS: usize = 4000;
/// Room around what is shown, in sides of a hex.
const ROOM: f64 = 6.0;
const ROOT_3: f64 = 1.732_050_807_568_877_2;

/// How often something happened in each place.
pub(crate) type Places = BTreeMap<At, u64>;

/// A map of places, darker where more happened. `all` are those that the map must show.
pub(crate) fn map(words: &Words<'_>, board: &Board, places: &Places, all: &Places, side: Side) -> String {
    let frame = Frame::round(board, all);
    let [x, y, width, height] = frame.view();
    let mut svg = format!(
        "<rect class=\"sea\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\".6\"/>\n"
    );
    let dots = dots(board, &frame);
    if !dots.is_empty() {
        let _ = writeln!(svg, "<path class=\"dots\" d=\"{dots}\"/>");
    }
    let cells = cells(board, places);
    let most = cells.values().copied().max().unwrap_or(1);
    for (at, n) in &cells {
        let (x, y) = centre(board, *at);
        // The eye sees areas of colour: the root keeps rare places visible.
        let shade = 0.15 + 0.85 * (*n as f64 / most as f64).sqrt();
        let _ = writeln!(
            svg,
            "<path class=\"{}\" fill-opacity=\"{shade:.2}\" d=\"{}\"><title>{}: {n}</title></path>",
            side.word(),
            outline(board, x, y),
            board.name(*at)
        );
    }
    words.svg([x, y, width, height], &svg)
}

/// A dot in the middle of every hex of the board that is in the picture, if they are not too many.
fn dots(board: &Board, frame: &Frame) -> String {
    let Board::Hexes { first, columns, rows, .. } = board else { return String::new() };
    let hexes =
        (*first..*first + *columns).flat_map(|col| (*first..*first + *rows).map(move |row| (col, row)));
    let middles = hexes.map(|(col, row)| centre(board, At::Hex { col, row })).filter(|at| frame.holds(*at));
    let middles: Vec<(f64, f64)> = middles.take(MOST_DOTS + 1).collect();
    if middles.len() > MOST_DOTS {
        return String::new();
    }
    middles.iter().map(|(x, y)| format!("M{x:.1} {y:.1}h0")).collect()
}

/// Places put together where a board has no cells of its own.
fn cells(board: &Board, places: &Places) -> Places {
    let Board::Open { width, .. } = board else { return places.clone() };
    let size = (width / CELLS).max(1);
    let mut cells = Places::new();
    for (at, n) in places {
        let middle = |v: i32| v.div_euclid(size) * size + size / 2;
        let at = match *at {
            At::Point { x, y } => At::Point { x: middle(x), y: middle(y) },
            hex @ At::Hex { .. } => hex,
        };
        *cells.entry(at).or_default() += n;
    }
    cells
}

/// Two places that span the board.
fn corners(board: &Board) -> [At; 2] {
    match board {
        Board::Hexes { first, columns, rows, .. } => [
            At::Hex { col: *first, row: *first },
            At::Hex { col: *first + *columns - 1, row: *first + *rows - 1 },
        ],
        Board::Open { width, height, .. } => [At::Point { x: 0, y: 0 }, At::Point { x: *width, y: *height }],
    }
}

/// Where the middle of a place is drawn. A hex has sides of length 1; an open table is as wide as its cells.
fn centre(board: &Board, at: At) -> (f64, f64) {
    match (board, at) {
        (Board::Hexes { pointy, odd_shifted, rows_from_south, .. }, At::Hex { col, row }) => {
            let (col_at, row_at) = (f64::from(col), f64::from(row));
            let line = if *pointy { row } else { col };
            let shift = if (line.rem_euclid(2) == 1) == *odd_shifted { 0.5 } else { 0.0 };
            let down = if *rows_from_south { -1.0 } else { 1.0 };
            if *pointy {
                ((col_at + shift) * ROOT_3, row_at * 1.5 * down)
            } else {
                (col_at * 1.5, (row_at + shift) * ROOT_3 * down)
            }
        }
        (Board::Open { width, .. }, At::Point { x, y }) => {
            let size = f64::from((width / CELLS).max(1));
            (f64::from(x) / size, -f64::from(y) / size)
        }
        // A board has places of its own kind only.
        (Board::Hexes { .. }, At::Point { .. }) | (Board::Open { .. }, At::Hex { .. }) => (0.0, 0.0),
    }
}

/// A place's outline round its middle.
fn outline(board: &Board, x: f64, y: f64) -> String {
    let h = ROOT_3 / 2.0;
    match board {
        Board::Hexes { pointy: true, .. } => {
            format!("M{x:.2} {:.2}l{h:.2} .5v1l-{h:.2} .5l-{h:.2} -.5v-1z", y - 1.0)
        }
        Board::Hexes { .. } => {
            format!("M{:.2} {y:.2}l.5 -{h:.2}h1l.5 {h:.2}l-.5 {h:.2}h-1z", x - 1.0)
        }
        Board::Open { .. } => format!("M{:.2} {:.2}h1v1h-1z", x - 0.5, y - 0.5),
    }
}

/// What a picture shows: left, top, right and bottom.
struct Frame([f64; 4]);

impl Frame {
    /// The smallest that shows these places with some room around them, and no more of the board than there is: some boards are
    /// far larger than any fight.
    fn round(board: &Board, places: &Places) -> Frame {
        let hold = |frame: Option<[f64; 4]>, (x, y): (f64, f64)| {
            let [left, top, right, bottom] = frame.unwrap_or([x, y, x, y]);
            Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
        };
        let middles =
            |places: &[At]| places.iter().map(|at| centre(board, *at)).fold(None, hold).unwrap_or_default();
        let all: Vec<At> = places.keys().copied().collect();
        let (own, whole) = (middles(&all), middles(&corners(board)));
        let wider = |n: usize, by: f64| if n < 2 { own[n] - by } else { own[n] + by };
        Frame([0, 1, 2, 3].map(|n| {
            let edge = if n < 2 { wider(n, ROOM).max(whole[n]) } else { wider(n, ROOM).min(whole[n]) };
            // What was lost beyond the board is shown all the same.
            if n < 2 { edge.min(own[n]) } else { edge.max(own[n]) }
        }))
    }

    fn holds(&self, (x, y): (f64, f64)) -> bool {
        let [left, top, right, bottom] = self.0;
        (left - 1.0..=right + 1.0).contains(&x) && (top - 1.0..=bottom + 1.0).contains(&y)
    }

    /// Left, top, width and height, with a margin.
    fn view(&self) -> [f64; 4] {
        let [left, top, right, bottom] = self.0;
        [left - 1.5, top - 1.5, right - left + 3.0, bottom - top + 3.0]
    }
}
