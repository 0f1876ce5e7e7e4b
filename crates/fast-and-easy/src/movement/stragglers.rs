//! What speaks against a step of a bomber that moves by itself (`fast-and-easy/straggler`).

use super::{BomberLeave, Mover, Walk, slip_direction};
use crate::command::Step;
use crate::rule;
use crate::state::Hand;
use table::{Reasons, Refusal};

impl Mover<'_> {
    /// What speaks against `step`, in the order of `fast-and-easy/refusal-order`.
    #[inline(never)]
    pub(super) fn object_bomber(&self, walk: &Walk, step: Step, why: &mut impl Reasons) {
        let Some(leave) = self.bomber else { return };
        match step {
            Step::Forward => {
                self.object_marker(walk, step, why);
                self.object_closed(walk, why);
                self.object_no_movement(walk, why);
            }
            Step::Slip(hand) => self.object_bomber_slip(leave, walk, hand, why),
            Step::Turn(_) | Step::Declare(_) => self.object_bomber_turn(leave, walk, step, why),
            Step::Immelmann => {
                why.object(|| Refusal::new(rule::BOMBER_FORMATION, "bombers make no Immelmann"));
            }
            Step::End => self.object_end(walk, why),
        }
    }

    /// A slip that does not open the move closes it.
    fn object_closed(&self, walk: &Walk, why: &mut impl Reasons) {
        why.unless(!walk.manoeuvred.closing_slip, || {
            Refusal::new(rule::STRAGGLER, "a slip is the first or the last hex of a straggler's move")
        });
    }

    /// A straggler makes one slip or, with the option, one turn.
    fn object_both(&self, either: bool, why: &mut impl Reasons) {
        why.unless(!either, || {
            let says = "a straggler turns instead of its slip, not as well";
            Refusal::new(rule::OPT_STRAGGLER_TURNS, says)
        });
    }

    fn object_bomber_slip(&self, leave: BomberLeave, walk: &Walk, hand: Hand, why: &mut impl Reasons) {
        why.unless(leave.slip, || {
            Refusal::new(rule::BOMBER_FORMATION, "a bomber that keeps formation does not slip")
        });
        self.object_marker(walk, Step::Slip(hand), why);
        self.object_closed(walk, why);
        let opens = walk.spent == 0;
        why.unless(opens || !walk.manoeuvred.opening_slip || leave.corkscrew, || {
            Refusal::new(rule::STRAGGLER, "a straggler slips once in its move")
        });
        self.object_both(walk.manoeuvred.turned, why);
        if !opens && walk.spent < self.performance.max {
            self.object_total(walk.spent + 1, why);
        }
        self.object_just_turned(walk, Step::Slip(hand), why);
        self.object_no_movement(walk, why);
        let next = walk.hex.ahead(slip_direction(walk.facing, hand), 1);
        why.unless(self.rules.has(next), || {
            Refusal::new(rule::MAP_EDGE, "a bomber may not slip off the map")
        });
    }

    fn object_bomber_turn(&self, leave: BomberLeave, walk: &Walk, step: Step, why: &mut impl Reasons) {
        why.unless(leave.turns, || {
            Refusal::new(rule::BOMBER_FORMATION, "bombers fly straight and do not turn")
        });
        why.unless(leave.turns || self.rules.options.straggler_turns, || {
            let says = "the option straggler_turns, which lets single bombers turn, is off";
            Refusal::new(rule::OPTIONS, says)
        });
        if !leave.turns {
            return;
        }
        self.object_both(walk.manoeuvred.opening_slip || walk.manoeuvred.closing_slip, why);
        self.object_marker(walk, step, why);
        self.object_just_turned(walk, step, why);
        if let Step::Turn(_) = step {
            self.object_turn(walk, why);
        } else {
            self.object_declaration(walk, why);
            self.object_end(walk, why);
        }
    }
}
