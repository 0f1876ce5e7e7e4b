//! Statistics. Sums are made of whole numbers, so they do not depend on the order of the games.

use std::collections::BTreeMap;

/// How often each value came up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spread(BTreeMap<i64, u64>);

impl Spread {
    /// Takes a value.
    pub fn add(&mut self, value: i64) {
        *self.0.entry(value).or_default() += 1;
    }

    /// How many values.
    pub fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// The values and how often each came up, from the least on.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> {
        self.0.iter().map(|(value, times)| (*value, *times))
    }

    /// The least value and the greatest.
    pub fn range(&self) -> Option<(i64, i64)> {
        Some((*self.0.first_key_value()?.0, *self.0.last_key_value()?.0))
    }

    /// The mean; 0 without values.
    pub fn mean(&self) -> f64 {
        let sum: i128 = self.0.iter().map(|(value, times)| i128::from(*value) * i128::from(*times)).sum();
        ratio(sum as f64, self.count() as f64)
    }

    /// The standard deviation of the values.
    pub fn deviation(&self) -> f64 {
        let square = |value: i64| i128::from(value) * i128::from(value);
        let squares: i128 = self.0.iter().map(|(value, times)| square(*value) * i128::from(*times)).sum();
        let mean = self.mean();
        (ratio(squares as f64, self.count() as f64) - mean * mean).max(0.0).sqrt()
    }

    /// The least value that so large a part of all values does not exceed; `part` is from 0 to 1.
    pub fn quantile(&self, part: f64) -> i64 {
        let wanted = (self.count() as f64 * part).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (value, times) in &self.0 {
            seen += times;
            if seen >= wanted {
                return *value;
            }
        }
        0
    }
}

/// One number by another; 0 by nothing.
pub(crate) fn ratio(part: f64, whole: f64) -> f64 {
    if whole == 0.0 { 0.0 } else { part / whole }
}

/// A share, and between which bounds the true one lies in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// What was measured.
    pub share: f64,
    /// The upper bound.
    pub high: f64,
}

impl std::fmt::Display for Interval {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [low, share, high] = [self.low, self.share, self.high].map(|part| part * 100.0);
        write!(f, "{share:.1} % [{low:.1} to {high:.1}]")
    }
}

/// So many standard deviations hold 95 of 100 values of a normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's interval for `points` out of `games`. A draw is half a point.
pub fn wilson(points: f64, games: u64) -> Interval {
    if games == 0 {
        return Interval { low: 0.0, share: 0.0, high: 1.0 };
    }
    let n = games as f64;
    let share = points / n;
    let middle = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z * Z / n;
    Interval { low: ((middle - half) / whole).max(0.0), share, high: ((middle + half) / whole).min(1.0) }
}

/// How pairs of games went for one player: 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Takes a pair by its half points, 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// How many pairs.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean of a game's points.
    pub fn mean(&self) -> f64 {
        self.moment(|value| value)
    }

    /// The variance of the mean points of a pair's two games.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.moment(|value| (value - mean) * (value - mean))
    }

    fn moment(&self, of: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 = (0_u8..).zip(self.0).map(|(n, times)| of(f64::from(n) / 4.0) * times as f64).sum();
        ratio(sum, self.count() as f64)
    }

    /// The interval of the mean points. The two games of a pair have dice in common, so pairs are what is counted.
    pub fn interval(&self) -> Interval {
        let share = self.mean();
        if share == 0.0 || share == 1.0 {
            // Nothing varies yet, which does not mean that nothing ever will.
            return wilson(share * self.count() as f64, self.count());
        }
        let half = Z * ratio(self.variance(), self.count() as f64).sqrt();
        Interval { low: (share - half).max(0.0), share, high: (share + half).min(1.0) }
    }
}

/// How pairs of games went for one player, draws left out: how often so many of the two were won, and so many lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decided([[u64; 3]; 3]);

impl Decided {
    /// Takes a pair by how many of its games were won and how many lost.
    pub fn add(&mut self, won: usize, lost: usize) {
        self.0[won][lost] += 1;
    }

    fn sum(&self, of: impl Fn(f64, f64) -> f64) -> f64 {
        let cells = (0..3).flat_map(|won| (0..3).map(move |lost| (won, lost)));
        cells.map(|(won, lost)| of(won as f64, lost as f64) * self.0[won][lost] as f64).sum()
    }

    /// The share of decided games that were won. Pairs are what is counted; a pair varies as much as its wins are more, or fewer, than
    /// that share of its decided games (the interval of a ratio).
    pub fn interval(&self) -> Interval {
        let [won, games] = [self.sum(|won, _| won), self.sum(|won, lost| won + lost)];
        let share = ratio(won, games);
        if games == 0.0 || share == 0.0 || share == 1.0 {
            // Nothing varies yet; a pair counts as one game then.
            let pairs = (games / 2.0).ceil();
            return wilson(share * pairs, pairs as u64);
        }
        let squares = self.sum(|won, lost| (won - share * (won + lost)).powi(2));
        let half = Z * squares.sqrt() / games;
        Interval { low: (share - half).max(0.0), share, high: (share + half).min(1.0) }
    }
}
