//! Hexes, directions, distances, rays, rings and the hexes between two hexes.

use serde::{Deserialize, Serialize};

/// A hex in axial coordinates. The third cube coordinate is `-q - r`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Hex {
    /// Steps along direction 0.
    pub q: i16,
    /// Steps along direction 1.
    pub r: i16,
}

/// One of the six hexsides, numbered clockwise from 0 to 5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Direction(u8);

const RING: [Hex; 6] = [
    Hex { q: 1, r: 0 },
    Hex { q: 0, r: 1 },
    Hex { q: -1, r: 1 },
    Hex { q: -1, r: 0 },
    Hex { q: 0, r: -1 },
    Hex { q: 1, r: -1 },
];

impl Direction {
    /// All six, clockwise.
    pub const ALL: [Direction; 6] =
        [Direction(0), Direction(1), Direction(2), Direction(3), Direction(4), Direction(5)];

    /// Direction `n`, or nothing when `n` is not 0 to 5.
    pub const fn new(n: u8) -> Option<Direction> {
        if n < 6 { Some(Direction(n)) } else { None }
    }

    /// The number, 0 to 5.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Turned clockwise (to the right) by `sides` hexsides; negative turns left.
    #[must_use]
    pub const fn turned(self, sides: i8) -> Direction {
        Direction((self.0 as i8 + sides).rem_euclid(6) as u8)
    }

    /// The step into the next hex in this direction.
    pub const fn step(self) -> Hex {
        RING[self.0 as usize]
    }
}

impl Hex {
    /// The hex at axial (`q`, `r`).
    pub const fn new(q: i16, r: i16) -> Hex {
        Hex { q, r }
    }

    /// The hex `n` steps away in direction `d`; negative `n` goes backwards.
    #[must_use]
    pub const fn ahead(self, d: Direction, n: i16) -> Hex {
        let step = d.step();
        Hex { q: self.q + step.q * n, r: self.r + step.r * n }
    }

    /// The hex `x` steps along `d` and then `y` steps along the direction clockwise of it: the `[x, y]` of
    /// the rule books' formations and arcs.
    #[must_use]
    pub const fn relative(self, d: Direction, x: i16, y: i16) -> Hex {
        self.ahead(d, x).ahead(d.turned(1), y)
    }

    /// The inverse of [`Hex::relative`]: where `other` lies as seen from here facing `d`.
    pub const fn seen_from(self, d: Direction, other: Hex) -> (i16, i16) {
        let (q, r) = (other.q - self.q, other.r - self.r);
        // Turning the plane so that `d` becomes direction 0 maps (x, y) coordinates back.
        match d.number() {
            0 => (q, r),
            1 => (q + r, -q),
            2 => (r, -q - r),
            3 => (-q, -r),
            4 => (-q - r, q),
            _ => (-r, q + r),
        }
    }

    /// Steps on the shortest way to `other`.
    pub const fn distance(self, other: Hex) -> i16 {
        let (q, r) = ((other.q - self.q).abs(), (other.r - self.r).abs());
        let s = (other.q + other.r - self.q - self.r).abs();
        let longest = if q > r { q } else { r };
        if s > longest { s } else { longest }
    }

    /// The direction of the straight row of hexes from here that holds `other`, if there is one.
    pub fn row_to(self, other: Hex) -> Option<Direction> {
        let n = self.distance(other);
        if n == 0 {
            return None;
        }
        Direction::ALL.into_iter().find(|d| self.ahead(*d, n) == other)
    }

    /// The hexes at distance `radius`, clockwise from the one straight ahead in direction `from`.
    pub fn ring(self, from: Direction, radius: i16) -> impl Iterator<Item = Hex> {
        (0..6).flat_map(move |side| {
            let corner = self.ahead(from.turned(side), radius);
            let along = from.turned(side + 2);
            (0..radius).map(move |n| corner.ahead(along, n))
        })
    }
}

/// One place on the line between two hexes: a single hex, or the two that the line runs exactly between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// The line crosses this hex.
    Hex(Hex),
    /// The line runs along the side shared by these two.
    Side(Hex, Hex),
}

/// What lies between `a` and `b`, excluding both: for a distance of `n`, the `n - 1` points that divide the line
/// between the centres, each rounded to the nearest hex, exact halves given as [`Between::Side`].
pub fn between(a: Hex, b: Hex) -> impl Iterator<Item = Between> {
    let n = i32::from(a.distance(b));
    (1..n).map(move |k| nearest(a, b, k, n))
}

/// The hex nearest to the point `k/n` of the way from `a` to `b`.
fn nearest(a: Hex, b: Hex, k: i32, n: i32) -> Between {
    let at = |from: i16, to: i16| {
        let scaled = i32::from(from) * (n - k) + i32::from(to) * k;
        (scaled.div_euclid(n), scaled.rem_euclid(n))
    };
    let (q, dq) = at(a.q, b.q);
    let (r, dr) = at(a.r, b.r);
    // On a line of n steps one cube coordinate changes by n, so at every k/n it is whole, and the remainders
    // of the other two add up to 0 or n.
    let hex = |up_q: bool, up_r: bool| Hex::new((q + i32::from(up_q)) as i16, (r + i32::from(up_r)) as i16);
    if dq + dr == n {
        // The third coordinate is whole: q and r round in opposite directions.
        match (2 * dq).cmp(&n) {
            std::cmp::Ordering::Less => Between::Hex(hex(false, true)),
            std::cmp::Ordering::Greater => Between::Hex(hex(true, false)),
            std::cmp::Ordering::Equal => Between::Side(hex(true, false), hex(false, true)),
        }
    } else if dq == 0 {
        rounded(dr, n, hex(false, false), hex(false, true))
    } else {
        rounded(dq, n, hex(false, false), hex(true, false))
    }
}

fn rounded(part: i32, n: i32, low: Hex, high: Hex) -> Between {
    match (2 * part).cmp(&n) {
        std::cmp::Ordering::Less => Between::Hex(low),
        std::cmp::Ordering::Greater => Between::Hex(high),
        std::cmp::Ordering::Equal => Between::Side(low, high),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn oracle(h: Hex) -> hexx::Hex {
        hexx::Hex::new(i32::from(h.q), i32::from(h.r))
    }

    fn any_hex() -> impl Strategy<Value = Hex> {
        (-60i16..60, -60i16..60).prop_map(|(q, r)| Hex::new(q, r))
    }

    proptest! {
        #[test]
        fn distance_agrees_with_hexx(a in any_hex(), b in any_hex()) {
            prop_assert_eq!(i32::from(a.distance(b)), oracle(a).distance_to(oracle(b)));
        }

        #[test]
        fn turning_agrees_with_hexx(a in any_hex(), d in 0u8..6, n in -9i16..9) {
            let d = Direction::new(d).unwrap();
            let vector = Hex::default().ahead(d, n);
            let turned = Hex::default().ahead(d.turned(1), n);
            prop_assert_eq!(oracle(turned), oracle(vector).clockwise());
            prop_assert_eq!(oracle(a.ahead(d, n)), oracle(a) + oracle(vector));
        }

        #[test]
        fn rings_agree_with_hexx(a in any_hex(), d in 0u8..6, radius in 1i16..6) {
            let d = Direction::new(d).unwrap();
            let mut ours: Vec<_> = a.ring(d, radius).map(oracle).collect();
            prop_assert_eq!(ours[0], oracle(a.ahead(d, radius)));
            let mut theirs: Vec<_> = oracle(a).ring(radius as u32).collect();
            ours.sort_by_key(|h| (h.x, h.y));
            theirs.sort_by_key(|h| (h.x, h.y));
            prop_assert_eq!(ours, theirs);
        }

        #[test]
        fn relative_and_seen_from_are_inverse(a in any_hex(), d in 0u8..6, x in -9i16..9, y in -9i16..9) {
            let d = Direction::new(d).unwrap();
            prop_assert_eq!(a.seen_from(d, a.relative(d, x, y)), (x, y));
        }

        #[test]
        fn rows_are_found_exactly_when_they_exist(a in any_hex(), b in any_hex()) {
            let row = a.row_to(b);
            let found = Direction::ALL.into_iter().find(|d| (1..240).any(|n| a.ahead(*d, n) == b));
            prop_assert_eq!(row, found);
        }

        #[test]
        fn a_line_is_connected_and_symmetrical(a in any_hex(), b in any_hex()) {
            let there: Vec<_> = between(a, b).collect();
            let mut back: Vec<_> = between(b, a).collect();
            back.reverse();
            let unordered = |x: &Between| match *x {
                Between::Hex(h) => (h, h),
                Between::Side(x, y) => (x.min(y), x.max(y)),
            };
            prop_assert_eq!(
                there.iter().map(unordered).collect::<Vec<_>>(),
                back.iter().map(unordered).collect::<Vec<_>>()
            );
            for (k, place) in there.iter().enumerate() {
                let k = k as i16 + 1;
                let (x, y) = unordered(place);
                for h in [x, y] {
                    prop_assert_eq!(h.distance(a), k);
                    prop_assert_eq!(h.distance(b), a.distance(b) - k);
                }
            }
        }

        #[test]
        fn where_hexx_has_no_tie_it_draws_the_same_line(a in any_hex(), b in any_hex()) {
            let ours: Vec<_> = between(a, b).collect();
            let theirs: Vec<_> = oracle(a).line_to(oracle(b)).collect();
            for (k, place) in ours.iter().enumerate() {
                match *place {
                    Between::Hex(h) => prop_assert_eq!(oracle(h), theirs[k + 1]),
                    Between::Side(x, y) => {
                        prop_assert!(theirs[k + 1] == oracle(x) || theirs[k + 1] == oracle(y));
                    }
                }
            }
        }
    }

    #[test]
    fn a_line_along_a_hexside_names_both_hexes() {
        let line: Vec<_> = between(Hex::new(0, 0), Hex::new(1, 1)).collect();
        assert_eq!(line, [Between::Side(Hex::new(1, 0), Hex::new(0, 1))]);
    }
}
