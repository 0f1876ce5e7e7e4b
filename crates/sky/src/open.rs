//! The open table: places without hexes, in whole thousandths of a unit and whole degrees. Every result is an exact
//! integer, the same on every machine.
//!
//! ```text
//!        0 north, +y
//!            |
//!  270 ------o------ 90 east, +x      headings grow clockwise
//!            |
//!           180
//! ```

use serde::{Deserialize, Serialize};

/// Thousandths in a unit of length.
pub const UNIT: i32 = 1000;

/// The tolerance of every test on the open table. It always favours "touching counts", so that rounding decides nothing.
pub const EPS: i32 = 2;

/// Sines of 0 to 90 degrees in millionths.
const SIN: [i32; 91] = [
    0, 17_452, 34_899, 52_336, 69_756, 87_156, 104_528, 121_869, 139_173, 156_434, 173_648, 190_809, 207_912,
    224_951, 241_922, 258_819, 275_637, 292_372, 309_017, 325_568, 342_020, 358_368, 374_607, 390_731,
    406_737, 422_618, 438_371, 453_990, 469_472, 484_810, 500_000, 515_038, 529_919, 544_639, 559_193,
    573_576, 587_785, 601_815, 615_661, 629_320, 642_788, 656_059, 669_131, 681_998, 694_658, 707_107,
    719_340, 731_354, 743_145, 754_710, 766_044, 777_146, 788_011, 798_636, 809_017, 819_152, 829_038,
    838_671, 848_048, 857_167, 866_025, 874_620, 882_948, 891_007, 898_794, 906_308, 913_545, 920_505,
    927_184, 933_580, 939_693, 945_519, 951_057, 956_305, 961_262, 965_926, 970_296, 974_370, 978_148,
    981_627, 984_808, 987_688, 990_268, 992_546, 994_522, 996_195, 997_564, 998_630, 999_391, 999_848,
    1_000_000,
];

const MILLION: i64 = 1_000_000;

/// The sine of `degrees` in millionths.
#[inline]
pub const fn sin(degrees: i32) -> i64 {
    let d = degrees.rem_euclid(360) as usize;
    (match d {
        0..=90 => SIN[d],
        91..=180 => SIN[180 - d],
        181..=270 => -SIN[d - 180],
        _ => -SIN[360 - d],
    }) as i64
}

/// The cosine of `degrees` in millionths.
#[inline]
pub const fn cos(degrees: i32) -> i64 {
    sin(degrees + 90)
}

/// `n / d` to the nearest integer, halves away from zero. `d` is positive.
#[inline]
pub const fn rdiv(n: i64, d: i64) -> i64 {
    if n >= 0 { (2 * n + d) / (2 * d) } else { -((-2 * n + d) / (2 * d)) }
}

/// A point of the table, in thousandths of a unit from its south-west corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Point {
    /// East of the corner.
    pub x: i32,
    /// North of the corner.
    pub y: i32,
}

impl Point {
    /// The point at (`x`, `y`).
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// The point `length` thousandths away along `heading`. Measure a path from where its leg began, so that flying 3 and then
    /// 4 units ends where flying 7 does.
    #[must_use]
    #[inline]
    pub const fn along(self, heading: u16, length: i32) -> Point {
        let (length, heading) = (length as i64, heading as i32);
        Point {
            x: self.x + rdiv(length * sin(heading), MILLION) as i32,
            y: self.y + rdiv(length * cos(heading), MILLION) as i32,
        }
    }

    /// The square of the distance to `other`.
    #[inline]
    pub const fn square_distance(self, other: Point) -> i64 {
        let (x, y) = ((other.x - self.x) as i64, (other.y - self.y) as i64);
        x * x + y * y
    }

    /// Whether `other` is within `units` of here.
    #[inline]
    pub const fn within(self, other: Point, units: i32) -> bool {
        let reach = (UNIT * units + EPS) as i64;
        self.square_distance(other) <= reach * reach
    }

    /// Whether disks one unit across overlap when their centres are here and at `other`; touching is no overlap.
    #[inline]
    pub const fn overlaps(self, other: Point) -> bool {
        let touch = (UNIT - EPS) as i64;
        self.square_distance(other) < touch * touch
    }

    /// Where `other` lies as seen from here, facing `heading`.
    #[inline]
    pub const fn seen_from(self, heading: u16, other: Point) -> Bearing {
        let (x, y) = ((other.x - self.x) as i64, (other.y - self.y) as i64);
        let (sin, cos) = (sin(heading as i32), cos(heading as i32));
        Bearing { ahead: rdiv(x * sin + y * cos, MILLION), right: rdiv(x * cos - y * sin, MILLION) }
    }
}

/// Where something lies relative to a heading: how far ahead (negative: behind) and how far to the right (negative: left).
/// A place on the line between two sectors is in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bearing {
    /// Along the heading.
    pub ahead: i64,
    /// Across it.
    pub right: i64,
}

impl Bearing {
    /// In the 60 degrees ahead.
    #[inline]
    pub const fn in_nose_cone(self) -> bool {
        let reach = self.ahead + EPS as i64;
        self.ahead > 0 && 3 * self.right * self.right <= reach * reach
    }

    /// In the 60 degrees behind.
    #[inline]
    pub const fn in_tail_cone(self) -> bool {
        Bearing { ahead: -self.ahead, right: self.right }.in_nose_cone()
    }

    /// In the 120 degrees to the right.
    #[inline]
    pub const fn abeam_right(self) -> bool {
        let reach = self.right + EPS as i64;
        self.right > 0 && self.ahead * self.ahead <= 3 * reach * reach
    }

    /// In the 120 degrees to the left.
    #[inline]
    pub const fn abeam_left(self) -> bool {
        Bearing { ahead: self.ahead, right: -self.right }.abeam_right()
    }

    /// In the half circle ahead.
    #[inline]
    pub const fn in_front_half(self) -> bool {
        self.ahead >= -(EPS as i64)
    }

    /// In the half circle behind.
    #[inline]
    pub const fn in_rear_half(self) -> bool {
        self.ahead <= EPS as i64
    }
}

/// A rectangular open table with its south-west corner at (0, 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sheet {
    /// Width from west to east in thousandths.
    pub width: i32,
    /// Depth from south to north in thousandths.
    pub height: i32,
}

impl Sheet {
    /// Whether a point is on the table.
    #[inline]
    pub const fn contains(&self, at: Point) -> bool {
        at.x >= -EPS && at.x <= self.width + EPS && at.y >= -EPS && at.y <= self.height + EPS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const O: Point = Point::new(12_000, 6_000);

    #[test]
    fn a_way_is_measured_from_the_beginning_of_its_leg() {
        assert_eq!(O.along(37, 7000), Point::new(16_213, 11_590));
        // Two rounded steps would end elsewhere.
        assert_eq!(O.along(37, 3000).along(37, 4000), Point::new(16_212, 11_591));
        assert_eq!(O.along(45, 4000).along(345, 8000), Point::new(12_757, 16_555));
    }

    #[test]
    fn halves_are_rounded_away_from_zero() {
        let rounded = [(5, 2), (-5, 2), (4, 3), (-4, 3), (5, 3), (-5, 3), (0, 7)].map(|(n, d)| rdiv(n, d));
        assert_eq!(rounded, [3, -3, 1, -1, 2, -2, 0]);
    }

    #[test]
    fn touching_counts_as_reached_and_not_as_overlap() {
        let a = Point::new(12_000, 18_000);
        let north = |d: i32| Point::new(12_000, 18_000 + d);
        assert!(a.within(north(2002), 2) && !a.within(north(2003), 2));
        assert!(a.within(north(6002), 6) && !a.within(north(6003), 6));
        assert!(!a.overlaps(north(998)) && a.overlaps(north(997)));
        let sheet = Sheet { width: 24_000, height: 36_000 };
        assert!(sheet.contains(Point::new(-2, 36_002)));
        assert!(!sheet.contains(Point::new(-3, 0)) && !sheet.contains(Point::new(0, 36_003)));
    }

    #[test]
    fn a_place_on_the_line_is_in_both_sectors() {
        let a = Point::new(12_000, 18_000);
        let seen = |h, x, y| a.seen_from(h, Point::new(x, y));
        let on_line = seen(0, 14_000, 21_464);
        assert_eq!(on_line, Bearing { ahead: 3464, right: 2000 });
        assert!(on_line.in_nose_cone() && on_line.abeam_right() && !on_line.abeam_left());
        assert!(!seen(0, 14_100, 21_464).in_nose_cone());
        let abeam = seen(0, 16_000, 18_000);
        assert!(abeam.in_front_half() && abeam.in_rear_half() && abeam.abeam_right());
        let behind = seen(0, 10_000, 14_536);
        assert!(behind.in_tail_cone() && behind.abeam_left() && !behind.in_front_half());
        let turned = |h| seen(h, 12_000, 21_000);
        assert_eq!(turned(330), Bearing { ahead: 2598, right: 1500 });
        assert!(turned(330).in_nose_cone() && turned(330).abeam_right());
        assert!(turned(331).in_nose_cone() && !turned(331).abeam_right());
        assert!(!turned(329).in_nose_cone() && turned(329).abeam_right());
    }

    proptest! {
        #[test]
        fn sines_and_cosines_lie_on_the_circle(d in -720i32..720) {
            let sum = sin(d) * sin(d) + cos(d) * cos(d);
            prop_assert!((sum - MILLION * MILLION).abs() < 2 * MILLION);
            prop_assert_eq!(sin(d), sin(d + 360));
            prop_assert_eq!(sin(-d), -sin(d));
        }

        #[test]
        fn somewhere_is_always_in_one_of_the_four_sectors(h in 0u16..360, x in -9000i32..9000, y in -9000i32..9000) {
            prop_assume!((x, y) != (0, 0));
            let b = Point::default().seen_from(h, Point::new(x, y));
            let sectors = [b.in_nose_cone(), b.in_tail_cone(), b.abeam_left(), b.abeam_right()];
            prop_assert!(sectors.contains(&true) || (b.ahead, b.right) == (0, 0));
            prop_assert!(b.in_front_half() || b.in_rear_half());
        }

        #[test]
        fn flying_there_and_back_ends_within_the_tolerance(h in 0u16..360, n in 0i32..40_000) {
            let back = O.along(h, n).along((h + 180) % 360, n);
            prop_assert!((back.x - O.x).abs() <= 1 && (back.y - O.y).abs() <= 1);
        }
    }
}
