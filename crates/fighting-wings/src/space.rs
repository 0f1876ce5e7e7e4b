//! Section 6: headings, frames, arcs, and the adjusted range of 19.c.

use sky::{Direction, Grid, Hex};
use table::view::At;

/// The sheet on which hexes are drawn; play has no edge.
pub(crate) const GRID: Grid = Grid::PointyOddRowsEast;

/// A heading in degrees: 30, 90, 150, 210, 270 or 330.
/// See [`crate::rule::HEADINGS`].
pub(crate) fn degrees(heading: Direction) -> u16 {
    GRID.heading(heading)
}

/// The heading of so many degrees, if it is one.
pub(crate) fn heading(degrees: u16) -> Option<Direction> {
    Direction::ALL.into_iter().find(|d| self::degrees(*d) == degrees)
}

/// Where a hex is drawn.
pub(crate) fn at(hex: Hex) -> At {
    let (col, row) = GRID.printed(hex);
    At::Hex { col, row }
}

/// The angle between two headings: 0, 60, 120 or 180.
pub(crate) fn angle(a: Direction, b: Direction) -> u16 {
    let sides = (i16::from(a.number()) - i16::from(b.number())).rem_euclid(6);
    60 * sides.min(6 - sides) as u16
}

/// A heading in the frame of an aircraft with another one.
#[inline]
pub(crate) fn turned_from(own: Direction, heading: Direction) -> Direction {
    heading.turned(-(own.number() as i8))
}

/// Where something in an aircraft's frame is, hex and heading.
#[inline]
pub(crate) fn from_frame(own: (Hex, Direction), there: (Hex, Direction)) -> (Hex, Direction) {
    (own.0.relative(own.1, there.0.q, there.0.r), own.1.turned(there.1.number() as i8))
}

/// X.hex: where something lies from an aircraft: `ahead` steps ahead and `right` steps to the right of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// Ahead.
    pub(crate) ahead: i16,
    /// To the right, at 60 degrees.
    pub(crate) right: i16,
}

impl Frame {
    /// Where `hex` lies from an aircraft.
    #[inline]
    pub(crate) fn of(from: Hex, heading: Direction, hex: Hex) -> Frame {
        let (ahead, right) = from.seen_from(heading, hex);
        Frame { ahead, right }
    }

    #[inline]
    fn along(self) -> i16 {
        2 * self.ahead + self.right
    }

    #[inline]
    fn across(self) -> i16 {
        3 * self.right.abs()
    }

    /// The own hex.
    pub(crate) fn here(self) -> bool {
        self.ahead == 0 && self.right == 0
    }

    /// The 6:00 line.
    pub(crate) fn dead_astern(self) -> bool {
        self.right == 0 && self.ahead < 0
    }

    /// The front 60 degrees, lines included.
    #[inline]
    pub(crate) fn front(self) -> bool {
        self.along() > 0 && self.across() <= self.along()
    }

    /// The rear 60 degrees, lines included.
    pub(crate) fn rear(self) -> bool {
        self.along() < 0 && self.across() <= -self.along()
    }

    /// On the line of the front or rear 60 degrees.
    pub(crate) fn on_line(self) -> bool {
        self.across() == self.along().abs() && !self.here()
    }

    /// The forward 120 degrees.
    pub(crate) fn forward(self) -> bool {
        !self.here() && self.ahead >= 0 && self.ahead + self.right >= 0
    }

    /// The rear 120 degrees.
    pub(crate) fn backward(self) -> bool {
        !self.here() && self.ahead <= 0 && self.ahead + self.right <= 0
    }

    /// The right 120 degrees, lines included.
    pub(crate) fn right_side(self) -> bool {
        self.right > 0 && self.across() >= self.along().abs()
    }

    /// The left 120 degrees, lines included.
    pub(crate) fn left_side(self) -> bool {
        self.right < 0 && self.across() >= self.along().abs()
    }

    /// Behind the 3:00-9:00 line.
    pub(crate) fn behind(self) -> bool {
        self.along() < 0
    }

    /// 19.h: the angle between a heading and the bearing on which something comes towards this place in its frame.
    pub(crate) fn bearing_angle(self) -> u16 {
        if self.along() > self.across() {
            0
        } else if self.along() > 0 {
            60
        } else if self.across() <= -self.along() {
            180
        } else {
            120
        }
    }
}

/// 19.c: the range in hexes with the difference of altitude, up to 2; nothing beyond.
#[inline]
pub(crate) fn adjusted_range(hexes: i16, climb: i16) -> Option<u8> {
    match (hexes, climb.abs()) {
        (0, 0..=4) => Some(0),
        (0, 5..=13) | (1, 0..=10) => Some(1),
        (0, 14..=22) | (1, 11..=20) | (2, 0..=13) => Some(2),
        _ => None,
    }
}
