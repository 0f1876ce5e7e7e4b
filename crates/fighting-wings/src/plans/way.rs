//! A course with a byte for each FP, because a pilot who thinks ahead keeps some hundred thousand of them in mind.

use crate::attitude::Hand;
use crate::course::{Course, Kind, MOST_FPS, Manoeuvre, Step};
use crate::turn::Rate;

/// The FPs of a course by their numbers; what comes after the last one is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Way([u8; MOST_FPS]);

/// Numbers of manoeuvres, in the order of [`crate::every_manoeuvre`]: the first bank change, turn, slip and skid, and how many there are.
const BANK: u8 = 1;
const TURN: u8 = BANK + 8;
const SLIP: u8 = TURN + 40;
const SKID: u8 = SLIP + 2;
const ALL: u8 = SKID + 4;

impl Way {
    /// Notes FP number `fp`.
    #[inline]
    pub(super) fn note(&mut self, fp: u8, step: Step) {
        self.0[usize::from(fp)] = ALL * step.kind as u8 + number(step.act);
    }

    /// The first FPs as a course.
    pub(super) fn course(&self, fps: u8, reversal: Option<u8>) -> Course {
        let step = |number: &u8| Step {
            kind: [Kind::H, Kind::U, Kind::D][usize::from(number / ALL)],
            act: manoeuvre(number % ALL),
        };
        Course { steps: self.0[..usize::from(fps)].iter().map(step).collect(), reversal }
    }
}

#[inline]
fn number(act: Manoeuvre) -> u8 {
    match act {
        Manoeuvre::Straight => 0,
        Manoeuvre::Bank { hand, count, snap } => BANK + 4 * hand as u8 + 2 * (count - 1) + u8::from(snap),
        Manoeuvre::Turn { hand, rate, change } => TURN + 20 * hand as u8 + 4 * rate as u8 + change,
        Manoeuvre::Slip { hand } => SLIP + hand as u8,
        Manoeuvre::Skid { hand, turn } => SKID + 2 * hand as u8 + u8::from(turn),
    }
}

fn manoeuvre(number: u8) -> Manoeuvre {
    let hand = |which: u8| Hand::BOTH[usize::from(which)];
    match number {
        0 => Manoeuvre::Straight,
        BANK..TURN => {
            let n = number - BANK;
            Manoeuvre::Bank { hand: hand(n / 4), count: 1 + n / 2 % 2, snap: n % 2 == 1 }
        }
        TURN..SLIP => {
            let n = number - TURN;
            Manoeuvre::Turn { hand: hand(n / 20), rate: Rate::ALL[usize::from(n / 4 % 5)], change: n % 4 }
        }
        SLIP..SKID => Manoeuvre::Slip { hand: hand(number - SLIP) },
        SKID.. => {
            let n = number - SKID;
            Manoeuvre::Skid { hand: hand(n / 2), turn: n % 2 == 1 }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_has_a_number_of_its_own() {
        let steps = [Kind::H, Kind::U, Kind::D]
            .into_iter()
            .flat_map(|kind| crate::every_manoeuvre().map(move |act| Step { kind, act }));
        for (n, step) in steps.enumerate() {
            let mut way = Way::default();
            way.note(0, step);
            assert_eq!((usize::from(way.0[0]), way.course(1, None).steps[0]), (n, step));
        }
    }
}
