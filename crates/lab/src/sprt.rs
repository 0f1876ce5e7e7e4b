//! When is it sure who is better? Wald's sequential test over pairs of games, generalised: what is not asked about, how often
//! pairs are drawn for instance, is taken as it was found.

use crate::stats::Pairs;

/// A sequential test: is the first player better by `elo1` rather than by `elo0`?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// What is believed if nothing speaks against it.
    pub elo0: f64,
    /// What is to be shown.
    pub elo1: f64,
    /// How often it may say `elo1` where `elo0` is true.
    pub alpha: f64,
    /// How often it may say `elo0` where `elo1` is true.
    pub beta: f64,
}

/// What a test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is not sure yet.
    Open,
    /// The first player is no better than `elo0`, rather than better by `elo1`.
    NoBetter,
    /// The first player is better by `elo1`, rather than by `elo0`.
    Better,
}

/// A kind of pair that has not come up counts as this many: it may still come up.
const UNSEEN: f64 = 1e-3;
/// Halvings when a root is looked for: more than a double has digits.
const HALVINGS: u32 = 80;

/// The share of points to be expected of a player so much better.
pub fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// How much better a player is who has this share of the points. A player who has all or none is not measured.
pub fn elo_of(share: f64) -> f64 {
    -400.0 * (1.0 / share.clamp(1e-6, 1.0 - 1e-6) - 1.0).log10()
}

impl Sprt {
    /// How much likelier the pairs are if `elo1` is true, as a logarithm.
    pub fn log_likelihood(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let seen = pairs.0.map(|times| if times == 0 { UNSEEN } else { times as f64 });
        let all: f64 = seen.iter().sum();
        let parts = seen.map(|times| times / all);
        let [zero, one] = [self.elo0, self.elo1].map(|elo| likeliest(parts, share_of(elo)));
        let each = (0..5).map(|n| parts[n] * (one[n] / zero[n]).ln());
        all * each.sum::<f64>()
    }

    /// The test says no when the logarithm falls to the first, and yes when it rises to the second.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What the pairs say.
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let (low, high) = self.bounds();
        match self.log_likelihood(pairs) {
            sum if sum <= low => Verdict::NoBetter,
            sum if sum >= high => Verdict::Better,
            _ => Verdict::Open,
        }
    }
}

/// The distribution over the five kinds of pairs whose mean is `share` and under which those seen are likeliest (Van den Bergh,
/// "Maximum likelihood estimation of a multinomial distribution with a given expectation").
fn likeliest(parts: [f64; 5], share: f64) -> [f64; 5] {
    let away: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0].map(|value| value - share);
    // The sum falls from plus to minus infinity between the poles, so there is one root.
    let (mut low, mut high) = (-1.0 / away[4], -1.0 / away[0]);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        let sum: f64 = (0..5).map(|n| parts[n] * away[n] / (1.0 + middle * away[n])).sum();
        if sum > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let root = f64::midpoint(low, high);
    [0, 1, 2, 3, 4].map(|n| parts[n] / (1.0 + root * away[n]))
}
