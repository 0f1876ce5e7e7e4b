//! Arithmetic that can be shown: offer, log and preview use the same lines.

use table::{Calculation, RuleId};

/// Takes the lines of a calculation, or only its sum.
pub(crate) trait Terms {
    /// Adds a line.
    fn add(&mut self, from: &'static str, value: i32, rule: RuleId);
}

/// Only the sum is wanted.
pub(crate) struct SumOnly;

impl Terms for SumOnly {
    #[inline]
    fn add(&mut self, _: &'static str, _: i32, _: RuleId) {}
}

impl Terms for Calculation {
    fn add(&mut self, from: &'static str, value: i32, rule: RuleId) {
        Calculation::add(self, from, value, rule);
    }
}
