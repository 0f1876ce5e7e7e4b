//! Who is better? Pairs of games with the same dice, in which everything but what is compared is exchanged.

use crate::crew::Crew;
use crate::plan::{CHOICES, mixed};
use crate::sprt::{Sprt, Verdict};
use crate::stats::{Decided, Spread};
use crate::summary::First;
use crate::{Fault, Result};
use bot::{Flyer, Terms};
use catalog::{Job, Record, Series, Thinking};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use table::{RuleId, Side};

/// One of the two games of a pair.
#[derive(Clone)]
pub struct Half {
    /// What is played.
    pub series: Arc<dyn Series>,
    /// Who flies the Allies, and who the Axis.
    pub pilots: [Flyer; 2],
    /// The side whose points are those of the first contestant.
    pub first: Side,
}

/// Two contestants: pilots, versions of a card, or types of aircraft.
#[derive(Clone)]
pub struct Contest {
    /// The games of a pair.
    pub halves: [Half; 2],
    /// The number from which all chance follows.
    pub seed: u64,
}

impl Contest {
    /// Two pilots who change sides.
    pub fn of_pilots(series: &Arc<dyn Series>, pilots: [impl Into<Flyer>; 2], seed: u64) -> Contest {
        let [one, other] = pilots.map(Into::into);
        let half = |[one, other]: [&Flyer; 2], first| Half {
            series: Arc::clone(series),
            pilots: [one.clone(), other.clone()],
            first,
        };
        Contest { halves: [half([&one, &other], Side::Allies), half([&other, &one], Side::Axis)], seed }
    }

    /// Two versions of something that one side uses. The second is the better, the more the other side loses against it: so in
    /// its games that side's points are those of the first.
    pub fn of_versions(
        versions: [&Arc<dyn Series>; 2],
        pilots: [impl Into<Flyer>; 2],
        side: Side,
        seed: u64,
    ) -> Contest {
        let pilots = pilots.map(Into::into);
        let half = |series: &Arc<dyn Series>, first| Half {
            series: Arc::clone(series),
            pilots: pilots.clone(),
            first,
        };
        Contest { halves: [half(versions[0], side), half(versions[1], side.enemy())], seed }
    }

    /// Plays a game. How long bots think is not measured.
    fn play(&self, n: u64, bots: &Terms) -> Result<(Record, [Thinking; 2])> {
        let half = &self.halves[(n % 2) as usize];
        let job = Job {
            dice: mixed(self.seed, n / 2),
            choices: mixed(self.seed ^ CHOICES, n),
            pilots: half.pilots.each_ref(),
        };
        let played = match job.pilots {
            [Flyer::Pilot(allies), Flyer::Pilot(axis)] => {
                half.series.timed(Job { dice: job.dice, choices: job.choices, pilots: [*allies, *axis] })
            }
            _ => bot::play(half.series.as_ref(), job, bots).map(|record| (record, Default::default())),
        };
        played.map_err(|why| Fault(format!("game {n}: {why}")))
    }
}

/// How a contest stands.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// How the first contestant did in the first and in the second games of pairs.
    pub first: First,
    /// The turn in which a game ended.
    pub turns: Spread,
    /// Aircraft that the first contestant lost in a game, and the second.
    pub lost: [Spread; 2],
    /// Victory points of the first in a game, and of the second.
    pub points: [Spread; 2],
    /// By what rule aircraft were lost, of the first and of the second.
    pub causes: [BTreeMap<RuleId, u64>; 2],
    /// Games that the first contestant lost by forfeit, and the second.
    pub forfeits: [u64; 2],
    /// How the first contestant did in the pairs, draws left out.
    pub decided: Decided,
    /// How long the first contestant thought, and the second.
    pub thinking: [Thinking; 2],
    /// Half points of the first in the open pair.
    half: usize,
}

impl Standing {
    /// Games counted.
    pub fn games(&self) -> u64 {
        self.turns.count()
    }

    /// Counts a game in which the first contestant flew `first`. Whether a pair is complete now.
    fn add(&mut self, first: Side, record: &Record, thinking: [Thinking; 2]) -> bool {
        let second_of_pair = self.games() % 2 == 1;
        let half_points = match record.winner {
            Some(winner) if winner == first => 2,
            None => 1,
            Some(_) => 0,
        };
        self.first.results[usize::from(second_of_pair)][2 - half_points] += 1;
        self.turns.add(record.turns.into());
        for (n, side) in [first, first.enemy()].into_iter().enumerate() {
            let losses = || record.losses.iter().filter(|loss| loss.side == side);
            self.lost[n].add(losses().count() as i64);
            self.thinking[n] += thinking[side.index()];
            self.points[n].add(record.points[side.index()].into());
            self.forfeits[n] += u64::from(record.forfeit.is_some_and(|(failed, _)| failed == side));
            for loss in losses() {
                *self.causes[n].entry(loss.cause).or_default() += 1;
            }
        }
        if second_of_pair {
            self.first.pairs.add(self.half + half_points);
            let count = |points| usize::from(self.half == points) + usize::from(half_points == points);
            self.decided.add(count(2), count(0));
        }
        self.half = half_points;
        second_of_pair
    }
}

/// Plays pairs until the test is sure, or until there are so many. `tell` is shown the standing after each pair. The same
/// contest ends with the same pair whatever the number of threads.
pub fn contest(
    contest: &Contest,
    pairs: u64,
    sprt: Option<Sprt>,
    crew: Crew<'_>,
    mut tell: impl FnMut(&Standing),
) -> Result<(Standing, Verdict)> {
    let mut standing = Standing::default();
    let mut verdict = Verdict::Open;
    crew.play(
        pairs * 2,
        |n| Ok((n, contest.play(n, crew.bots)?)),
        |(n, (record, thinking))| {
            if standing.add(contest.halves[(n % 2) as usize].first, &record, thinking) {
                tell(&standing);
                verdict = sprt.map_or(Verdict::Open, |sprt| sprt.verdict(&standing.first.pairs));
            }
            Ok(if verdict == Verdict::Open { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        },
    )?;
    Ok((standing, verdict))
}
