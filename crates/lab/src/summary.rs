//! What the games of a run come to.

use crate::line::Line;
use crate::plan::Plan;
use crate::stats::{Interval, Pairs, Spread, wilson};
use std::collections::BTreeMap;
use table::view::At;
use table::{Side, SmolStr};

/// Games counted. They are added in the order of their numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// How many games.
    pub games: u64,
    /// Games won by the Allies, and by the Axis.
    pub wins: [u64; 2],
    /// Points of the Allies, and of the Axis.
    pub points: [Spread; 2],
    /// The Allies' points minus those of the Axis.
    pub margin: Spread,
    /// The turn in which a game ended.
    pub turns: Spread,
    /// Commands in a game.
    pub commands: Spread,
    /// Aircraft that a side lost in a game.
    pub lost: [Spread; 2],
    /// Losses by side, card and cause.
    pub losses: BTreeMap<(Side, SmolStr, SmolStr), u64>,
    /// Losses of the Allies and of the Axis by place.
    pub places: BTreeMap<At, [u64; 2]>,
    /// By rule, how many events it had a part in, and in how many games it had any.
    pub rules: BTreeMap<SmolStr, [u64; 2]>,
    /// What the fire of a side brought beyond its mean, in thousandths of a victory point.
    pub luck: [Spread; 2],
    /// How much luckier the Allies were, in tenths of a victory point.
    pub luckier: Spread,
    /// Games that the luckier side won, and lost; neither draws nor games of equal luck.
    pub by_luck: [u64; 2],
    /// How the first pilot did, where the pilots change sides.
    pub first: First,
    /// Games lost by forfeit, by side and by how its bot failed.
    pub forfeits: BTreeMap<(Side, SmolStr), u64>,
    /// The first game of a pair whose second is not there yet.
    open: Option<(u64, usize)>,
}

/// How the first of two pilots did on both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct First {
    /// Won, drawn and lost, as the Allies and as the Axis.
    pub results: [[u64; 3]; 2],
    /// Pairs of games with the same dice.
    pub pairs: Pairs,
}

impl First {
    /// Won, drawn and lost on both sides.
    pub fn games(&self) -> [u64; 3] {
        [0, 1, 2].map(|n| self.results[0][n] + self.results[1][n])
    }

    /// The share of games won, a draw counted as half a win. It is that of pairs, unless there is none yet.
    pub fn share(&self) -> Interval {
        let [won, drawn, lost] = self.games();
        if self.pairs.count() > 0 {
            self.pairs.interval()
        } else {
            wilson(won as f64 + drawn as f64 / 2.0, won + drawn + lost)
        }
    }
}

impl Summary {
    /// Counts a game.
    pub fn add(&mut self, plan: &Plan, line: &Line) {
        self.games += 1;
        if let Some(winner) = line.winner {
            self.wins[winner.index()] += 1;
        }
        for side in Side::BOTH {
            self.points[side.index()].add(line.points[side.index()].into());
            let lost = line.losses.iter().filter(|loss| loss.side == side).count();
            self.lost[side.index()].add(lost as i64);
        }
        self.margin.add(i64::from(line.points[0]) - i64::from(line.points[1]));
        self.turns.add(line.turns.into());
        self.commands.add(line.commands.into());
        for loss in &line.losses {
            *self.losses.entry((loss.side, loss.card.clone(), loss.cause.clone())).or_default() += 1;
            if let Some(at) = loss.at {
                self.places.entry(at).or_default()[loss.side.index()] += 1;
            }
        }
        for (rule, events) in &line.rules {
            let [all, games] = self.rules.entry(rule.clone()).or_default();
            *all += u64::from(*events);
            *games += 1;
        }
        if let Some(lost) = &line.forfeit {
            *self.forfeits.entry((lost.side, lost.why.clone())).or_default() += 1;
        }
        self.add_luck(line);
        if plan.swap {
            self.add_to_pair(plan, line);
        }
    }

    fn add_luck(&mut self, line: &Line) {
        let [allies, axis] = line.luck;
        self.luck[0].add(allies);
        self.luck[1].add(axis);
        let tenths = (allies - axis + 50).div_euclid(100);
        self.luckier.add(tenths);
        let luckier = match tenths.signum() {
            1 => Side::Allies,
            -1 => Side::Axis,
            _ => return,
        };
        if let Some(winner) = line.winner {
            self.by_luck[usize::from(winner != luckier)] += 1;
        }
    }

    fn add_to_pair(&mut self, plan: &Plan, line: &Line) {
        let side = if plan.swapped(line.game) { Side::Axis } else { Side::Allies };
        let half_points = match line.winner {
            Some(winner) if winner == side => 2,
            None => 1,
            Some(_) => 0,
        };
        self.first.results[side.index()][2 - half_points] += 1;
        match self.open.take() {
            Some((pair, before)) if pair == line.game / 2 => self.first.pairs.add(before + half_points),
            _ => self.open = Some((line.game / 2, half_points)),
        }
    }

    /// Games that nobody won.
    pub fn draws(&self) -> u64 {
        self.games - self.wins[0] - self.wins[1]
    }

    /// The share of games that a side wins, a draw counted as half a win.
    pub fn share(&self, side: Side) -> Interval {
        wilson(self.wins[side.index()] as f64 + self.draws() as f64 / 2.0, self.games)
    }
}
