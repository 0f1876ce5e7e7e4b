//! Exact odds: the same rules code run over every face that the dice can show.

use crate::{Ask, Asked, Calculation, Dice, Need, PieceId};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use ts_rs::TS;

/// An exact probability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Fraction {
    over: u128,
    under: u128,
}

impl Fraction {
    const ZERO: Fraction = Fraction { over: 0, under: 1 };
    const ONE: Fraction = Fraction { over: 1, under: 1 };

    fn new(over: u128, under: u128) -> Fraction {
        let d = gcd(over, under).max(1);
        Fraction { over: over / d, under: under / d }
    }

    fn times(self, over: u128, under: u128) -> Fraction {
        Fraction::new(self.over * over, self.under * under)
    }

    fn plus(self, other: Fraction) -> Fraction {
        let d = gcd(self.under, other.under).max(1);
        let under = self.under / d * other.under;
        Fraction::new(self.over * (other.under / d) + other.over * (self.under / d), under)
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A probability as it is sent: exact, and in millionths for bars and percentages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Chance {
    /// The exact fraction: `11/36`.
    pub exact: String,
    /// Rounded to millionths.
    pub ppm: u32,
}

impl From<Fraction> for Chance {
    fn from(f: Fraction) -> Chance {
        Chance {
            exact: format!("{}/{}", f.over, f.under),
            ppm: ((f.over * 2_000_000 + f.under) / (2 * f.under)) as u32,
        }
    }
}

/// What an attack comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Impact {
    /// Whether anything hits, in the game's own sense.
    pub hit: bool,
    /// Points of damage.
    pub points: i32,
    /// Whether the target suffers for it: by a point of damage, the loss of an engine, or worse.
    pub harmed: bool,
    /// Whether the target is out of the game.
    pub out: bool,
}

/// An attack of which the odds are asked.
#[derive(Clone, Copy, Debug)]
pub struct OddsOf<'a> {
    /// Who fires.
    pub shooter: PieceId,
    /// At whom.
    pub target: PieceId,
    /// With which weapons, in the game's own words; nothing means what a sensible player would use.
    pub with: Option<&'a str>,
}

/// The exact odds of an attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Odds {
    /// Chance that at least one shot hits, whether it does damage or not.
    pub hit: Chance,
    /// Chance that the target suffers for it: by a point of damage, the loss of an engine, or worse.
    pub harm: Chance,
    /// Chance that the target is out of the game.
    pub kill: Chance,
    /// Expected damage in thousandths of a point.
    pub expected_milli: i64,
    /// Chance of each amount of damage, smallest first.
    pub damage: Vec<DamageChance>,
    /// Every modifier, line by line, with its rule.
    pub calculations: Vec<Calculation>,
    /// What a person would say: "4 dice at 5+".
    pub text: String,
}

/// Chance of one amount of damage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct DamageChance {
    /// Points of damage.
    pub points: i32,
    /// How likely.
    pub chance: Chance,
}

impl Odds {
    /// Odds from how likely each result is.
    pub fn new(of: &Distribution<Impact>, calculations: Vec<Calculation>, text: String) -> Odds {
        let mut damage: BTreeMap<i32, Fraction> = BTreeMap::new();
        for (impact, p) in &of.0 {
            let so_far = damage.entry(impact.points).or_insert(Fraction::ZERO);
            *so_far = so_far.plus(*p);
        }
        let expected = damage
            .iter()
            .map(|(points, p)| p.times(u128::from(points.unsigned_abs()), 1))
            .fold(Fraction::ZERO, Fraction::plus);
        Odds {
            hit: of.chance(|impact| impact.hit),
            harm: of.chance(|impact| impact.harmed),
            kill: of.chance(|impact| impact.out),
            expected_milli: ((expected.over * 2_000 + expected.under) / (2 * expected.under)) as i64,
            damage: damage.into_iter().map(|(points, p)| DamageChance { points, chance: p.into() }).collect(),
            calculations,
            text,
        }
    }
}

/// How likely each result is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution<T: Ord>(BTreeMap<T, Fraction>);

impl<T: Ord> Distribution<T> {
    /// How likely the results are that satisfy `wanted`.
    pub fn chance(&self, wanted: impl Fn(&T) -> bool) -> Chance {
        let sum = self.0.iter().filter(|(t, _)| wanted(t)).map(|(_, p)| *p);
        sum.fold(Fraction::ZERO, Fraction::plus).into()
    }

    /// How likely each joint result of this event and an independent one is: dice that do not depend on each other need not
    /// be enumerated together.
    pub fn and<U: Ord, V: Ord>(
        &self,
        other: &Distribution<U>,
        join: impl Fn(&T, &U) -> V,
    ) -> Distribution<V> {
        let mut results = BTreeMap::new();
        for (t, p) in &self.0 {
            for (u, q) in &other.0 {
                let sum = results.entry(join(t, u)).or_insert(Fraction::ZERO);
                *sum = sum.plus(p.times(q.over, q.under));
            }
        }
        Distribution(results)
    }

    /// The same chances of what each result amounts to.
    #[must_use]
    pub fn map<U: Ord>(&self, amounts_to: impl Fn(&T) -> U) -> Distribution<U> {
        let mut results = BTreeMap::new();
        for (t, p) in &self.0 {
            let sum = results.entry(amounts_to(t)).or_insert(Fraction::ZERO);
            *sum = sum.plus(*p);
        }
        Distribution(results)
    }

    /// Every result with its chance.
    pub fn iter(&self) -> impl Iterator<Item = (&T, Chance)> {
        self.0.iter().map(|(t, p)| (t, Chance::from(*p)))
    }
}

/// Runs `event` over every sequence of faces that its asks allow and adds up how likely each result is.
pub fn enumerate<T: Ord>(mut event: impl FnMut(&mut dyn Dice) -> Result<T, Need>) -> Distribution<T> {
    let mut results = BTreeMap::new();
    let mut dice = EveryFace { path: Vec::new(), at: 0 };
    loop {
        dice.at = 0;
        if let Ok(result) = event(&mut dice) {
            let p = dice.path.iter().fold(Fraction::ONE, |p, face| p.times(face.weight(), face.total()));
            let sum = results.entry(result).or_insert(Fraction::ZERO);
            *sum = sum.plus(p);
        }
        dice.path.truncate(dice.at);
        // Advance the last die that still has another result; those after it start again.
        loop {
            match dice.path.pop() {
                None => return Distribution(results),
                Some(face) => {
                    if let Some(next) = face.next() {
                        dice.path.push(next);
                        break;
                    }
                }
            }
        }
    }
}

/// A run of faces that lead to the same result: `face` stands for all up to, not including, `end`.
struct Tried {
    ask: Ask,
    face: u8,
    end: u8,
}

impl Tried {
    fn starting(ask: &Ask, face: u8) -> Option<Tried> {
        let face = (face..=ask.faces()).find(|f| ask.can_show(*f))?;
        let is_cut = |f: &u8| ask.cuts & (1u32 << (*f).min(31)) != 0 || *f > 31;
        let end = (face + 1..=ask.faces()).find(is_cut).unwrap_or(ask.faces() + 1);
        Some(Tried { ask: *ask, face, end })
    }

    fn next(&self) -> Option<Tried> {
        Tried::starting(&self.ask, self.end)
    }

    fn weight(&self) -> u128 {
        match self.ask.of {
            Asked::Die(_) => u128::from(self.end - self.face),
            Asked::Card { red, black } => u128::from(if self.face == 1 { red } else { black }),
        }
    }

    fn total(&self) -> u128 {
        match self.ask.of {
            Asked::Die(faces) => u128::from(faces),
            Asked::Card { red, black } => u128::from(red) + u128::from(black),
        }
    }
}

struct EveryFace {
    path: Vec<Tried>,
    at: usize,
}

impl Dice for EveryFace {
    fn roll(&mut self, ask: &Ask) -> Result<u8, Need> {
        if self.at == self.path.len() {
            let first = Tried::starting(ask, 1).ok_or(Need { ask: *ask, count: 1 })?;
            self.path.push(first);
        }
        self.at += 1;
        Ok(self.path[self.at - 1].face)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleId;

    const RULE: RuleId = RuleId("game/rule");

    #[test]
    fn two_dice_are_enumerated_exactly() {
        let d6 = Ask::d6("sum", RULE);
        let sums = enumerate(|dice| Ok(dice.roll(&d6)? + dice.roll(&d6)?));
        assert_eq!(sums.chance(|s| *s == 7).exact, "1/6");
        assert_eq!(sums.chance(|s| *s >= 11).exact, "1/12");
        assert_eq!(sums.chance(|_| true).exact, "1/1");
    }

    #[test]
    fn a_throw_that_follows_only_some_faces_is_weighed_rightly() {
        // A six is thrown again; the chance of two sixes is 1/36.
        let d6 = Ask::d6("again", RULE);
        let again = enumerate(|dice| Ok(if dice.roll(&d6)? == 6 { dice.roll(&d6)? == 6 } else { false }));
        assert_eq!(again.chance(|two| *two).exact, "1/36");
    }

    #[test]
    fn faces_that_lead_to_the_same_result_are_tried_once_and_weighed() {
        let hit = Ask::d6("hit", RULE).from(&[4, 6]);
        let mut tries = 0;
        let hits = enumerate(|dice| {
            tries += 1;
            let mut hits = 0;
            for _ in 0..4 {
                hits += u8::from(dice.roll(&hit)? >= 4);
            }
            Ok(hits)
        });
        assert_eq!(tries, 81);
        assert_eq!(hits.chance(|h| *h == 0).exact, "1/16");
        assert_eq!(hits.chance(|h| *h == 2).exact, "3/8");
    }

    #[test]
    fn independent_events_join_as_if_thrown_together() {
        let d6 = Ask::d6("sum", RULE);
        let one = enumerate(|dice| dice.roll(&d6));
        let both = enumerate(|dice| Ok(dice.roll(&d6)? + dice.roll(&d6)?));
        assert_eq!(one.and(&one, |a, b| a + b), both);
    }

    #[test]
    fn cards_are_weighed_by_the_colours_left() {
        let card = Ask::card(3, 1, "flip", RULE);
        let red = enumerate(|dice| Ok(dice.roll(&card)? == 1));
        assert_eq!(red.chance(|r| *r).exact, "3/4");
        let none = enumerate(|dice| Ok(dice.roll(&Ask::card(0, 2, "flip", RULE))? == 1));
        assert_eq!(none.chance(|r| *r).exact, "0/1");
    }
}
