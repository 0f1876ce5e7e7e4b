//! Where an aircraft can get to in a game turn and whom it could fire at from there: what a simple pilot knows of the turn after this one.
//! Everything is kept in the aircraft's own frame, so it also tells what the aircraft could do from another place.

use crate::course::MOST_FPS;
use crate::plans::{End, Group};
use crate::space::{Frame, angle, turned_from};
use sky::{Direction, Hex};

/// Hexes from the middle of the map to its edge: a move and the range of guns.
const EDGE: i16 = MOST_FPS as i16 + 2;
const WIDTH: usize = 2 * EDGE as usize + 1;
const SLOTS: usize = WIDTH * WIDTH * 6;

/// What an attack at a range and an angle of 0, 60, 120 or 180 degrees is worth, roughly as in [`crate::odds::worth`].
const ATTACKS: [[i64; 4]; 3] = [[900, 200, 40, 100], [700, 100, 20, 80], [300, 30, 0, 20]];

/// Hexes in which fixed guns reach a target ([`crate::rule::FIXED_ARC`]), and their range.
const ARC: [(i16, i16, usize); 5] = [(0, 0, 0), (1, 0, 1), (2, 0, 2), (2, -1, 2), (1, 1, 2)];

/// What an aircraft can do in one move.
#[derive(PartialEq)]
pub(crate) struct Reach {
    /// Hexes and headings in the frame of an aircraft that stands in its hex, by how far that one's heading is turned from its own.
    places: [Vec<(Hex, Direction)>; 6],
    /// The number of each of its places.
    numbers: Vec<u16>,
    /// The best attack on a target in a hex with a heading of its frame.
    attacks: Vec<i16>,
}

/// Stands for a place that it does not get to.
const NO_PLACE: u16 = u16::MAX;

impl Reach {
    /// What an aircraft can do with these courses.
    pub(crate) fn of(groups: &[Group<'_>]) -> Reach {
        let mut own: Vec<(Hex, Direction)> = Vec::new();
        let mut numbers = vec![NO_PLACE; SLOTS];
        for end in groups.iter().flat_map(|group| &group.courses.ends) {
            let place = (end.hex, end.heading);
            if let Some(at) = slot(place).filter(|at| numbers[*at] == NO_PLACE) {
                numbers[at] = own.len() as u16;
                own.push(place);
            }
        }
        let mut attacks = vec![0; SLOTS];
        own.iter().for_each(|place| aim(&mut attacks, *place));
        let places = Direction::ALL.map(|turned| own.iter().map(|place| seen_from(turned, *place)).collect());
        Reach { places, numbers, attacks }
    }

    /// The places that it gets to, in its frame.
    pub(crate) fn places(&self) -> &[(Hex, Direction)] {
        &self.places[0]
    }

    /// The number of the place where one of its courses ends.
    #[inline]
    pub(crate) fn number(&self, end: &End) -> usize {
        slot((end.hex, end.heading)).map_or(usize::MAX, |at| usize::from(self.numbers[at]))
    }

    /// What this aircraft could do from a place against one that stands elsewhere.
    pub(crate) fn attack(&self, (hex, heading): (Hex, Direction), (target, other): (Hex, Direction)) -> i64 {
        let Frame { ahead, right } = Frame::of(hex, heading, target);
        self.best((Hex::new(ahead, right), turned_from(heading, other)))
    }

    /// The best attack on a target in its frame.
    #[inline]
    fn best(&self, target: (Hex, Direction)) -> i64 {
        slot(target).map_or(0, |at| i64::from(self.attacks[at]))
    }

    /// What this aircraft could do from a place against another that moves first, on average over its moves.
    pub(crate) fn pressure(
        &self,
        (hex, heading): (Hex, Direction),
        (other, at): (&Reach, (Hex, Direction)),
    ) -> i64 {
        let Frame { ahead, right } = Frame::of(hex, heading, at.0);
        let places = &other.places[usize::from(turned_from(at.1, heading).number())];
        let sum: i64 =
            places.iter().map(|(hex, to)| self.best((Hex::new(ahead + hex.q, right + hex.r), *to))).sum();
        sum / places.len().max(1) as i64
    }
}

/// Notes the attacks from a place.
fn aim(attacks: &mut [i16], (from, facing): (Hex, Direction)) {
    for (a, b, range) in ARC {
        let hex = from.relative(facing, a, b);
        for other in Direction::ALL {
            let Some(at) = slot((hex, other)) else { continue };
            let worth = ATTACKS[range][usize::from(angle(facing, other) / 60)] as i16;
            attacks[at] = attacks[at].max(worth);
        }
    }
}

/// A place in the frame of an aircraft in the middle with another heading.
fn seen_from(own: Direction, (hex, heading): (Hex, Direction)) -> (Hex, Direction) {
    let (ahead, right) = Hex::default().seen_from(own, hex);
    (Hex::new(ahead, right), turned_from(own, heading))
}

#[inline]
fn slot((hex, heading): (Hex, Direction)) -> Option<usize> {
    let inside = hex.q.abs() <= EDGE && hex.r.abs() <= EDGE;
    inside.then(|| {
        (((hex.q + EDGE) as usize * WIDTH) + (hex.r + EDGE) as usize) * 6 + usize::from(heading.number())
    })
}
