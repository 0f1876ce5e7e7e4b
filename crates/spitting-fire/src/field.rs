//! Section 2: geometry. One vocabulary for the open table and for hexes, so that every rule is written once.

use crate::options::Mode;
use crate::rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sky::open::{Point, Sheet, UNIT};
use sky::{Direction, Grid, Hex};
pub use table::Hand;
use table::RuleId;
use table::view::At;

/// A place: on the open table a point in thousandths of an SU, on hexes the axial coordinates of a hex.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Spot {
    /// East, or axial q.
    pub x: i32,
    /// North, or axial r.
    pub y: i32,
}

impl Spot {
    #[inline]
    fn hex(self) -> Hex {
        Hex::new(self.x as i16, self.y as i16)
    }

    #[inline]
    fn point(self) -> Point {
        Point::new(self.x, self.y)
    }
}

impl From<Hex> for Spot {
    #[inline]
    fn from(hex: Hex) -> Spot {
        Spot { x: hex.q.into(), y: hex.r.into() }
    }
}

impl From<Point> for Spot {
    #[inline]
    fn from(p: Point) -> Spot {
        Spot { x: p.x, y: p.y }
    }
}

/// Further away than any board reaches, in SU. Anybody may write any place: those beyond this are all as far off the board,
/// and no distance between two places leaves its type.
const FAR: i16 = 1000;

/// A straight part of a move: it begins where the aircraft starts its activation or pivots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Leg {
    /// Where it begins.
    pub from: Spot,
    /// Heading in degrees; on hexes a multiple of 60.
    pub heading: u16,
    /// SUs flown.
    pub length: i16,
}

/// Firing arcs ([`rule::FIRING_ARCS`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arc {
    /// Forward fixed.
    Ff,
    /// Rear fixed.
    Rf,
    /// Left beam.
    Bl,
    /// Right beam.
    Br,
    /// Forward trainable.
    Ft,
    /// Rear trainable.
    Rt,
    /// Trainable turret.
    Tt,
}

impl Arc {
    /// All seven.
    pub const ALL: [Arc; 7] = [Arc::Ff, Arc::Rf, Arc::Bl, Arc::Br, Arc::Ft, Arc::Rt, Arc::Tt];

    /// The code printed on cards.
    pub const fn code(self) -> &'static str {
        match self {
            Arc::Ff => "FF",
            Arc::Rf => "RF",
            Arc::Bl => "BL",
            Arc::Br => "BR",
            Arc::Ft => "FT",
            Arc::Rt => "RT",
            Arc::Tt => "TT",
        }
    }

    /// Its middle in degrees clockwise from the nose, and the degrees from there to each edge.
    pub const fn sector(self) -> (i16, u16) {
        match self {
            Arc::Ff => (0, 30),
            Arc::Rf => (180, 30),
            Arc::Bl => (-90, 60),
            Arc::Br => (90, 60),
            Arc::Ft => (0, 90),
            Arc::Rt => (180, 90),
            Arc::Tt => (0, 180),
        }
    }
}

/// A set of arcs: a target on the line between two is in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arcs(u8);

impl Arcs {
    #[inline]
    fn of(inside: [bool; 6]) -> Arcs {
        let mut bits = 1 << Arc::Tt as u8;
        for (n, is_in) in inside.into_iter().enumerate() {
            bits |= u8::from(is_in) << n;
        }
        Arcs(bits)
    }

    /// Whether `arc` is among them.
    #[inline]
    pub const fn has(self, arc: Arc) -> bool {
        self.0 & (1 << arc as u8) != 0
    }

    /// Their codes.
    pub fn codes(self) -> Vec<&'static str> {
        Arc::ALL.into_iter().filter(|a| self.has(*a)).map(Arc::code).collect()
    }
}

/// The board of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Flat-topped hexes, one SU each ([`rule::HEX_GEOMETRY`]).
    Hexes(sky::Board),
    /// The open table ([`rule::OPEN_GEOMETRY`]).
    Open(Sheet),
}

impl Field {
    /// A board of `width` by `height` SUs.
    pub fn new(mode: Mode, width: i16, height: i16) -> Field {
        match mode {
            Mode::Hexes => {
                Field::Hexes(sky::Board { grid: Grid::FlatOddColumnsNorth, columns: width, rows: height })
            }
            Mode::Open => {
                Field::Open(Sheet { width: i32::from(width) * UNIT, height: i32::from(height) * UNIT })
            }
        }
    }

    /// The rule that lays it out.
    pub const fn rule(&self) -> RuleId {
        match self {
            Field::Hexes(_) => rule::HEX_GEOMETRY,
            Field::Open(_) => rule::OPEN_GEOMETRY,
        }
    }

    /// Whether it is a hex board.
    pub const fn is_hexes(&self) -> bool {
        matches!(self, Field::Hexes(_))
    }

    /// The smallest step of a pivot in degrees.
    pub const fn pivot_step(&self) -> u16 {
        if self.is_hexes() { 60 } else { 1 }
    }

    /// The hex printed at `column`, `row`, on the board or beyond its edge.
    pub fn hex(&self, column: i16, row: i16) -> Spot {
        let [column, row] = [column, row].map(|n| n.clamp(-FAR, FAR));
        Grid::FlatOddColumnsNorth.hex(column, row).into()
    }

    /// The point at `x`, `y`, on the board or beyond its edge.
    pub fn point(&self, x: i32, y: i32) -> Spot {
        let far = i32::from(FAR) * UNIT;
        let [x, y] = [x, y].map(|n| n.clamp(-far, far));
        Spot { x, y }
    }

    /// The place `length` SUs along a leg.
    #[inline]
    pub fn along(&self, from: Spot, heading: u16, length: i16) -> Spot {
        match self {
            Field::Hexes(_) => from.hex().ahead(direction(heading), length).into(),
            Field::Open(_) => from.point().along(heading, i32::from(length) * UNIT).into(),
        }
    }

    /// Where a leg ends.
    #[inline]
    pub fn end(&self, leg: &Leg) -> Spot {
        self.along(leg.from, leg.heading, leg.length)
    }

    /// Into how many steps backing up divides an SU: whole hexes, or thousandths ([`rule::BACKING_UP`]).
    pub const fn steps_in_unit(&self) -> i32 {
        match self {
            Field::Hexes(_) => 1,
            Field::Open(_) => UNIT,
        }
    }

    /// The place so many of those steps along a leg.
    pub fn along_steps(&self, from: Spot, heading: u16, steps: i32) -> Spot {
        match self {
            Field::Hexes(_) => self.along(from, heading, steps as i16),
            Field::Open(_) => from.point().along(heading, steps).into(),
        }
    }

    /// Whether a place is on the board.
    #[inline]
    pub fn contains(&self, at: Spot) -> bool {
        match self {
            Field::Hexes(board) => board.contains(at.hex()),
            Field::Open(sheet) => sheet.contains(at.point()),
        }
    }

    /// Whether pieces at these places stand on each other ([`rule::STACKING`]).
    #[inline]
    pub fn overlap(&self, a: Spot, b: Spot) -> bool {
        match self {
            Field::Hexes(_) => a == b,
            Field::Open(_) => a.point().overlaps(b.point()),
        }
    }

    /// Whether two places are within `units` SUs of each other.
    #[inline]
    pub fn within(&self, a: Spot, b: Spot, units: i32) -> bool {
        match self {
            Field::Hexes(_) => i32::from(a.hex().distance(b.hex())) <= units,
            Field::Open(_) => a.point().within(b.point(), units),
        }
    }

    /// The distance in thousandths of an SU, for showing and for judging positions; no rule depends on it.
    pub fn milli(&self, a: Spot, b: Spot) -> i32 {
        match self {
            Field::Hexes(_) => i32::from(a.hex().distance(b.hex())) * UNIT,
            Field::Open(_) => a.point().square_distance(b.point()).isqrt() as i32,
        }
    }

    /// The arcs of an aircraft at `from` in which `to` lies.
    #[inline]
    pub fn arcs(&self, from: Spot, heading: u16, to: Spot) -> Arcs {
        match self {
            Field::Hexes(_) => {
                let (x, y) = from.hex().seen_from(direction(heading), to.hex());
                let (f, s) = (2 * i32::from(x) + i32::from(y), i32::from(y));
                Arcs::of([
                    f > 0 && f >= 3 * s.abs(),
                    f < 0 && -f >= 3 * s.abs(),
                    s < 0 && f.abs() <= 3 * s.abs(),
                    s > 0 && f.abs() <= 3 * s.abs(),
                    f >= 0,
                    f <= 0,
                ])
            }
            Field::Open(_) => {
                let b = from.point().seen_from(heading, to.point());
                Arcs::of([
                    b.in_nose_cone(),
                    b.in_tail_cone(),
                    b.abeam_left(),
                    b.abeam_right(),
                    b.in_front_half(),
                    b.in_rear_half(),
                ])
            }
        }
    }

    /// The rows of hexes, or the points from south to north, of the strip `depth` SUs deep along the south or the north edge
    /// ([`rule::SETUP_AREAS`]).
    pub fn strip(&self, south: bool, depth: i16) -> std::ops::RangeInclusive<i32> {
        let depth = i32::from(depth);
        match self {
            Field::Hexes(_) if south => 0..=depth - 1,
            Field::Hexes(board) => i32::from(board.rows) - depth..=i32::from(board.rows) - 1,
            Field::Open(_) if south => 0..=depth * UNIT,
            Field::Open(sheet) => sheet.height - depth * UNIT..=sheet.height,
        }
    }

    /// Whether a place lies in that strip, edges included and without tolerance.
    pub fn in_strip(&self, at: Spot, south: bool, depth: i16) -> bool {
        let (across, along) = match self.at(at) {
            At::Hex { col, row } => (col.into(), row.into()),
            At::Point { x, y } => (x, y),
        };
        let wide = match self {
            Field::Hexes(board) => i32::from(board.columns) - 1,
            Field::Open(sheet) => sheet.width,
        };
        (0..=wide).contains(&across) && self.strip(south, depth).contains(&along)
    }

    /// A place as every client draws it.
    pub fn at(&self, spot: Spot) -> At {
        match self {
            Field::Hexes(board) => {
                let (col, row) = board.grid.printed(spot.hex());
                At::Hex { col, row }
            }
            Field::Open(_) => At::Point { x: spot.x, y: spot.y },
        }
    }

    /// The place that a view calls so, if it is one of this kind of board.
    pub fn spot(&self, at: At) -> Option<Spot> {
        match (self, at) {
            (Field::Hexes(_), At::Hex { col, row }) => Some(self.hex(col, row)),
            (Field::Open(_), At::Point { x, y }) => Some(self.point(x, y)),
            _ => None,
        }
    }

    /// A place in words.
    pub fn text(&self, spot: Spot) -> String {
        match self.at(spot) {
            At::Hex { col, row } => format!("[{col},{row}]"),
            At::Point { x, y } => format!("({x},{y})"),
        }
    }

    /// A heading in words.
    pub fn heading_text(&self, heading: u16) -> String {
        match self {
            Field::Hexes(_) => Facing::of(heading).word().to_owned(),
            Field::Open(_) => format!("{heading}°"),
        }
    }

    /// Whether an aircraft may point that way: any whole degree, on hexes a hexside.
    pub const fn can_point(&self, heading: u16) -> bool {
        heading < 360 && (!self.is_hexes() || heading.is_multiple_of(60))
    }
}

/// The hexside of a heading: 0 degrees is north, which the common lattice numbers 4.
#[inline]
fn direction(heading: u16) -> Direction {
    Direction::ALL[((heading / 60 + 4) % 6) as usize]
}

/// A heading turned by so many degrees.
#[inline]
pub fn turned(heading: u16, side: Hand, angle: u16) -> u16 {
    match side {
        Hand::Right => (heading + angle) % 360,
        Hand::Left => (heading + 360 - angle % 360) % 360,
    }
}

/// A hexside by its compass name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Facing {
    /// North, 0 degrees.
    N,
    /// North-east, 60 degrees.
    NE,
    /// South-east, 120 degrees.
    SE,
    /// South, 180 degrees.
    S,
    /// South-west, 240 degrees.
    SW,
    /// North-west, 300 degrees.
    NW,
}

impl Facing {
    const ALL: [Facing; 6] = [Facing::N, Facing::NE, Facing::SE, Facing::S, Facing::SW, Facing::NW];

    /// The heading in degrees.
    pub const fn heading(self) -> u16 {
        self as u16 * 60
    }

    /// The facing of a heading that is a multiple of 60.
    pub const fn of(heading: u16) -> Facing {
        Facing::ALL[(heading / 60 % 6) as usize]
    }

    /// The word.
    pub const fn word(self) -> &'static str {
        match self {
            Facing::N => "N",
            Facing::NE => "NE",
            Facing::SE => "SE",
            Facing::S => "S",
            Facing::SW => "SW",
            Facing::NW => "NW",
        }
    }
}
