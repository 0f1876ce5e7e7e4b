//! Why something may not be done: data, cheap enough for the hot path; the sentence is made at the edge.

use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// The id of a rule in a game's digest, for instance `fast-and-easy/turn`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct RuleId(pub &'static str);

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// One reason why a command is illegal: the rule, the sentence with `{0}`, `{1}`, `{2}` for the numbers compared, and
/// those numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule that refuses.
    pub rule: RuleId,
    /// What it says, numbers left out. Also the code of the refusal: one sentence, one reason.
    pub says: &'static str,
    /// The numbers compared.
    pub numbers: [i32; 3],
}

impl Refusal {
    /// A reason without numbers.
    pub const fn new(rule: RuleId, says: &'static str) -> Refusal {
        Refusal { rule, says, numbers: [0; 3] }
    }

    /// A reason with the numbers that were compared.
    pub const fn with(rule: RuleId, says: &'static str, numbers: [i32; 3]) -> Refusal {
        Refusal { rule, says, numbers }
    }

    /// The sentence, numbers filled in.
    pub fn text(&self) -> String {
        let mut text = self.says.to_owned();
        for (n, value) in self.numbers.iter().enumerate() {
            text = text.replace(&format!("{{{n}}}"), &value.to_string());
        }
        text
    }
}

/// The most reasons that are kept: a command may be wrong in a million places, and nobody reads them all.
const MOST: usize = 100;

/// All reasons why a command is illegal, in the order in which the rules are tested: the first is the one named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusals(Vec<Refusal>);

impl Refusals {
    /// No reason: legal.
    pub fn none() -> Refusals {
        Refusals::default()
    }

    /// Adds a reason, once, and no more than a hundred.
    pub fn add(&mut self, refusal: Refusal) {
        if self.0.len() < MOST && !self.0.contains(&refusal) {
            self.0.push(refusal);
        }
    }

    /// Whether nothing speaks against it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The reason to name when only one is named.
    pub fn first(&self) -> Option<&Refusal> {
        self.0.first()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Refusal> {
        self.0.iter()
    }

    /// `Ok` when nothing speaks against it.
    pub fn verdict(self) -> Result<(), Refusals> {
        if self.is_empty() { Ok(()) } else { Err(self) }
    }
}

impl From<Refusal> for Refusals {
    fn from(refusal: Refusal) -> Refusals {
        let mut all = Refusals::none();
        all.add(refusal);
        all
    }
}

/// Where reasons against something go: a list of them all, or just whether there is one. One predicate then serves offer,
/// refusal and effect.
pub trait Reasons {
    /// Takes a reason, which is only made if somebody wants it.
    fn object(&mut self, refusal: impl FnOnce() -> Refusal);
    /// Whether there is any.
    fn any(&self) -> bool;

    /// Whether no further reason is wanted, so that what is dear to test need not be tested.
    #[inline]
    fn enough(&self) -> bool {
        false
    }

    /// Takes a reason unless `legal`.
    #[inline]
    fn unless(&mut self, legal: bool, refusal: impl FnOnce() -> Refusal) {
        if !legal {
            self.object(refusal);
        }
    }
}

/// Every reason, in the order of the tests.
impl Reasons for Refusals {
    fn object(&mut self, refusal: impl FnOnce() -> Refusal) {
        self.add(refusal());
    }

    fn any(&self) -> bool {
        !self.is_empty()
    }
}

/// Only whether there is a reason; costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Whether(bool);

impl Reasons for Whether {
    #[inline]
    fn object(&mut self, _: impl FnOnce() -> Refusal) {
        self.0 = true;
    }

    #[inline]
    fn any(&self) -> bool {
        self.0
    }

    #[inline]
    fn enough(&self) -> bool {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_prints_its_numbers() {
        let rule = RuleId("game/turn");
        let refusal = Refusal::with(rule, "needs {1} straight hexes, has {0}", [2, 3, 0]);
        assert_eq!(refusal.text(), "needs 3 straight hexes, has 2");
    }

    #[test]
    fn the_first_reason_is_the_one_named_and_none_is_listed_twice() {
        let (a, b) = (Refusal::new(RuleId("g/a"), "a"), Refusal::new(RuleId("g/b"), "b"));
        let mut all = Refusals::from(a);
        all.add(b);
        all.add(a);
        assert_eq!(all.first(), Some(&a));
        assert_eq!(all.iter().count(), 2);
        assert_eq!(all.clone().verdict(), Err(all));
    }

    #[test]
    fn a_command_wrong_in_a_million_places_is_refused_at_once() {
        let mut all = Refusals::none();
        for n in 0..1_000_000 {
            all.add(Refusal::with(RuleId("g/a"), "place {0} is wrong", [n, 0, 0]));
        }
        assert_eq!((all.iter().count(), all.first().map(|r| r.numbers[0])), (MOST, Some(0)));
    }
}
