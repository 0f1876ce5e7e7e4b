//! 8.0–8.G: whether a gun has sighted a target.

use crate::chart::Gun;
use crate::rule;
use crate::rules::Rules;
use crate::space::{Facing, in_wedge, on_row};
use crate::state::{Aim, Spent, State};
use sky::Hex;
use table::{Calculation, RuleId};

/// 7.C, 10.B: whether `to` is in a gun's field of fire without its range limit.
#[inline]
pub(crate) fn in_field(rules: &Rules, gun: Gun, from: Hex, facing: Facing, to: Hex) -> bool {
    match (gun, rules.corners()) {
        // For sighting also its own hex; 7.H forbids that for fire.
        (Gun::AllAround, _) => true,
        (Gun::Forward, false) => on_row(from, facing, 0, to),
        (Gun::Rear, false) => on_row(from, facing, 3, to),
        (Gun::Forward, true) => in_wedge(from, facing, 0, to),
        (Gun::Rear, true) => in_wedge(from, facing, 3, to),
    }
}

/// 8.F, second column: whether a movement point of this kind counts when the firer moved last.
pub(crate) fn counts_for_firer(kind: Spent) -> bool {
    match kind {
        Spent::Forward | Spent::Climb | Spent::Dive | Spent::RollLast => true,
        Spent::Turn | Spent::RollFirst | Spent::WingOver => false,
    }
}

/// 8.G: the last third of the points spent, fractions rounded up.
pub(crate) fn third(points: usize) -> u8 {
    points.div_ceil(3) as u8
}

/// How far a gun has got with sighting a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    /// 8.C: points at the end of the move in which the target was in the field without a break.
    pub(crate) run: u8,
    /// Points that counted.
    pub(crate) counted: u8,
    /// Points needed.
    pub(crate) needed: u8,
    /// 8.A or 8.B.
    pub(crate) rule: RuleId,
}

impl Sight {
    /// The arithmetic: at least 0 when the target is sighted.
    pub(crate) fn calculation(self) -> Calculation {
        let mut sum = Calculation::of("points of sight to spare");
        sum.add("last points in the field, without a break", i32::from(self.run), rule::CONTINUOUS);
        sum.add("of which do not count", i32::from(self.counted) - i32::from(self.run), rule::WHAT_COUNTS);
        sum.add("a third of the move is needed", -i32::from(self.needed), rule::ROUNDED_UP);
        sum
    }

    pub(crate) fn sighted(self) -> bool {
        self.counted >= self.needed
    }
}

/// 8.0: walks the records of whoever moved last backwards while the target is in the field (8.C).
pub(crate) fn sight(rules: &Rules, state: &State, aim: Aim) -> Sight {
    let (shooter, target) = (&state.planes[aim.shooter], &state.planes[aim.target]);
    let firer_moved = state.phasing(rules) == shooter.side;
    let (mut run, mut counted) = (0, 0);
    if firer_moved {
        for record in shooter.records.iter().rev() {
            if !in_field(rules, aim.gun, record.hex, record.facing, target.hex) {
                break;
            }
            run += 1;
            counted += u8::from(counts_for_firer(record.kind));
        }
    } else {
        for record in target.records.iter().rev() {
            if !in_field(rules, aim.gun, shooter.hex, shooter.facing, record.hex) {
                break;
            }
            run += 1;
            counted += 1;
        }
    }
    let records = if firer_moved { &shooter.records } else { &target.records };
    let rule = if firer_moved { rule::FIRER_MOVED } else { rule::TARGET_MOVED };
    // Whoever has not moved yet has sighted nothing and been sighted by nobody.
    Sight { run, counted, needed: third(records.len()).max(1), rule }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ex_48_a_third_is_rounded_up() {
        let thirds: Vec<u8> = (3..=14).map(third).collect();
        assert_eq!(thirds, [1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5], "{}", rule::ROUNDED_UP);
    }

    #[test]
    fn what_counts_for_the_firer_is_the_table() {
        let counts = [Spent::Forward, Spent::Climb, Spent::Dive, Spent::RollLast].map(counts_for_firer);
        assert_eq!(counts, [true; 4], "{}", rule::WHAT_COUNTS);
        let not = [Spent::Turn, Spent::RollFirst, Spent::WingOver].map(counts_for_firer);
        assert_eq!(not, [false; 3]);
    }
}
