//! One predicate for offer, refusal and effect: rules are tested in the order of `fast-and-easy/refusal-order`, and
//! what speaks against a command goes to whoever asks: a list with every reason, or just whether there is one.

use crate::rules as rule;
use table::{Refusal, Refusals, RuleId};

/// Where reasons against something go.
pub(crate) trait Objections {
    /// Takes a reason.
    fn add(&mut self, refusal: impl FnOnce() -> Refusal);
    /// Whether there is any.
    fn any(&self) -> bool;

    /// Takes a reason unless `legal`.
    #[inline]
    fn unless(&mut self, legal: bool, refusal: impl FnOnce() -> Refusal) {
        if !legal {
            self.add(refusal);
        }
    }
}

/// Only whether there is a reason; costs nothing.
#[derive(Default)]
pub(crate) struct Barred(bool);

impl Objections for Barred {
    #[inline]
    fn add(&mut self, _: impl FnOnce() -> Refusal) {
        self.0 = true;
    }

    #[inline]
    fn any(&self) -> bool {
        self.0
    }
}

/// Every reason, in the order of the tests: the first is the one named (`fast-and-easy/refusal-order`).
impl Objections for Refusals {
    fn add(&mut self, refusal: impl FnOnce() -> Refusal) {
        Refusals::add(self, refusal());
    }

    fn any(&self) -> bool {
        !self.is_empty()
    }
}

/// A reason by rule and sentence.
#[inline]
pub(crate) fn no(rule: RuleId, says: &'static str) -> Refusal {
    Refusal::new(rule, says)
}

/// A reason with the numbers compared.
#[inline]
pub(crate) fn no_with(rule: RuleId, says: &'static str, numbers: [i32; 3]) -> Refusal {
    Refusal::with(rule, says, numbers)
}

/// Something said out of its step, or by the wrong side or plane (`fast-and-easy/sequence`).
pub(crate) fn out_of_turn(says: &'static str) -> Refusals {
    Refusal::new(rule::SEQUENCE, says).into()
}
