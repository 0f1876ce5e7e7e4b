//! Where an aircraft can get to in a game turn and whom it could fire at from there: what a simple pilot knows of the turn after this one.
//! Everything is kept in the aircraft's own frame, so it also tells what the aircraft could do from another place.

use crate::course::MOST_FPS;
use crate::plans::Group;
use crate::space::{Frame, angle};
use crate::state::Plane;
use sky::{Direction, Hex};

/// Hexes from the middle of the map to its edge: a move and the range of guns.
const EDGE: i16 = MOST_FPS as i16 + 2;
const WIDTH: usize = 2 * EDGE as usize + 1;

/// What an attack at a range and an angle of 0, 60, 120 or 180 degrees is worth, roughly as in [`crate::odds::worth`].
const ATTACKS: [[i64; 4]; 3] = [[900, 200, 40, 100], [700, 100, 20, 80], [300, 30, 0, 20]];

/// Hexes in which fixed guns reach a target ([`crate::rule::FIXED_ARC`]), and their range.
const ARC: [(i16, i16, usize); 5] = [(0, 0, 0), (1, 0, 1), (2, 0, 2), (2, -1, 2), (1, 1, 2)];

/// What an aircraft can do in one move.
pub(crate) struct Reach {
    /// Hexes and headings in its frame.
    places: Vec<(i16, i16, u8)>,
    /// The best attack on a target in a hex with a heading of its frame.
    attacks: Vec<i16>,
}

impl Reach {
    /// What an aircraft can do with these courses.
    pub(crate) fn of<'a>(plane: &Plane, groups: impl Iterator<Item = &'a Group<'a>>) -> Reach {
        let mut places: Vec<(i16, i16, u8)> = Vec::new();
        for end in groups.flat_map(|group| &group.ends) {
            let frame = Frame::of(plane.hex, plane.heading, end.hex);
            places.push((frame.ahead, frame.right, relative(plane.heading, end.heading)));
        }
        places.sort_unstable();
        places.dedup();
        let mut reach = Reach { places, attacks: vec![0; WIDTH * WIDTH * 6] };
        for n in 0..reach.places.len() {
            reach.aim(reach.places[n]);
        }
        reach
    }

    /// Notes the attacks from a place.
    fn aim(&mut self, (ahead, right, heading): (i16, i16, u8)) {
        let (from, facing) = (Hex::new(ahead, right), direction(heading));
        for (a, b, range) in ARC {
            let hex = from.relative(facing, a, b);
            for other in Direction::ALL {
                let Some(at) = slot(hex.q, hex.r, other.number()) else { continue };
                let worth = ATTACKS[range][usize::from(angle(facing, other) / 60)] as i16;
                self.attacks[at] = self.attacks[at].max(worth);
            }
        }
    }

    /// What this aircraft could do from a place against one that stands elsewhere.
    pub(crate) fn attack(&self, (hex, heading): (Hex, Direction), (target, other): (Hex, Direction)) -> i64 {
        let frame = Frame::of(hex, heading, target);
        slot(frame.ahead, frame.right, relative(heading, other)).map_or(0, |at| i64::from(self.attacks[at]))
    }

    /// What this aircraft could do from a place against another that moves first, on average over its moves.
    pub(crate) fn pressure(&self, from: (Hex, Direction), (other, at): (&Reach, (Hex, Direction))) -> i64 {
        let places = other
            .places
            .iter()
            .map(|(a, b, turned)| (at.0.relative(at.1, *a, *b), at.1.turned(*turned as i8)));
        places.map(|place| self.attack(from, place)).sum::<i64>() / other.places.len().max(1) as i64
    }
}

fn direction(number: u8) -> Direction {
    Direction::default().turned(number as i8)
}

fn relative(from: Direction, to: Direction) -> u8 {
    (6 + to.number() - from.number()) % 6
}

fn slot(ahead: i16, right: i16, heading: u8) -> Option<usize> {
    let inside = ahead.abs() <= EDGE && right.abs() <= EDGE;
    inside.then(|| (((ahead + EDGE) as usize * WIDTH) + (right + EDGE) as usize) * 6 + usize::from(heading))
}
