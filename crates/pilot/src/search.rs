//! Thinking ahead: each good candidate is flown on a few times by a simple pilot on both sides, and the one is taken after which most
//! is won. What makes this work with few flights is that luck is left out: shots count for what they bring on average, and all
//! candidates are flown on with the same chance.

mod weigh;

pub use weigh::{Compared, Flights, at_first_sight, compare, others, weigh};

use std::cmp::Reverse;
use table::{
    Ask, Asked, Chooser, Depth, Dice, Heed, Look, Need, Pilot, Seed, SeededDice, Side, Silence, validate,
};

/// After so many flights, what flew best is trusted without a test.
const MANY: i64 = 16;
/// So many times in a hundred a guarded pilot takes another choice that is nearly as good as the best.
const OTHERWISE: u32 = 40;

/// What a pilot thinks of a decision.
#[derive(Clone, Debug)]
pub struct Considered<C> {
    /// What it tried, best first. Never empty.
    tried: Vec<Tried<C>>,
    /// Which of them it says: the best, unless it is guarded.
    said: usize,
    /// Commands flown in the head.
    pub nodes: u32,
    /// Whether it was stopped before it was done: then nobody can promise the same answer again.
    pub stopped: bool,
}

/// A candidate and how it went.
#[derive(Clone, Debug)]
pub struct Tried<C> {
    /// The command.
    pub command: C,
    /// What it looks like at first sight, in thousandths of a victory point.
    pub looks: i64,
    /// How often it was flown on.
    pub flights: i64,
    /// What came of it, over all flights.
    pub sum: Worth,
    /// What came of each flight. Those of two candidates with the same number had the same chance.
    each: Vec<i64>,
}

/// What comes of a command, in thousandths of a victory point, in parts that can be named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// What its side's fire brings.
    pub ours: i64,
    /// What the enemy's fire brings the enemy.
    pub theirs: i64,
    /// How much better its side stands than the enemy.
    pub place: i64,
}

impl Worth {
    /// All parts together.
    pub fn total(self) -> i64 {
        self.ours - self.theirs + self.place
    }
}

impl<C> Tried<C> {
    fn unflown(command: C, looks: i64) -> Tried<C> {
        Tried { command, looks, flights: 0, sum: Worth::default(), each: Vec::new() }
    }

    /// A command that is worth so much at first sight ([`Pilot::appraise`]).
    fn seen<G: Pilot<Command = C>>(worth: i64, command: C) -> Tried<C> {
        Tried::unflown(command, worth.clamp(-1_000_000, 1_000_000) * 100 / G::APPRAISED)
    }

    /// What it is worth: the mean of its flights and what it looks like.
    pub fn worth(&self) -> i64 {
        self.looks + self.sum.total() / self.flights.max(1)
    }
}

impl<C> Tried<C> {
    /// What came of it on average.
    pub fn mean(&self) -> Worth {
        let flights = self.flights.max(1);
        let Worth { ours, theirs, place } = self.sum;
        Worth { ours: ours / flights, theirs: theirs / flights, place: place / flights }
    }
}

impl<C> Considered<C> {
    /// A command without alternatives.
    pub(crate) fn only(command: C) -> Considered<C> {
        let tried = vec![Tried::unflown(command, 0)];
        Considered { tried, said: 0, nodes: 0, stopped: false }
    }

    /// Commands that look nearly alike, of which it says one.
    pub(crate) fn one_of<G: Pilot<Command = C>>(seen: Vec<(i64, C)>, said: usize) -> Considered<C> {
        let tried = seen.into_iter().map(|(worth, command)| Tried::seen::<G>(worth, command)).collect();
        Considered { tried, said, nodes: 0, stopped: false }
    }

    /// What it says.
    pub fn said(mut self) -> C {
        self.tried.swap_remove(self.said).command
    }

    /// What it tried, best first.
    pub fn tried(&self) -> &[Tried<C>] {
        &self.tried
    }
}

/// Thinks about a decision that is owed.
pub(crate) fn search<G: Pilot>(
    look: Look<'_, G>,
    depth: &Depth,
    chooser: &mut impl Chooser,
    stop: &dyn Fn() -> bool,
) -> Option<Considered<G::Command>> {
    if let Some(drawn) = G::drawn(look, chooser) {
        return Some(Considered::only(drawn));
    }
    search_among(look, G::ranked_until(look, depth.keep, Heed::ALL, stop), depth, chooser, stop)
}

/// Thinks about these commands, of which the first looks best.
pub(crate) fn search_among<G: Pilot>(
    look: Look<'_, G>,
    ranked: Vec<(i64, G::Command)>,
    depth: &Depth,
    chooser: &mut impl Chooser,
    stop: &dyn Fn() -> bool,
) -> Option<Considered<G::Command>> {
    let tried: Vec<_> = ranked.into_iter().map(|(worth, command)| Tried::seen::<G>(worth, command)).collect();
    if tried.is_empty() {
        return None;
    }
    let salt = u64::from(chooser.below(u32::MAX)) << 32 | u64::from(chooser.below(u32::MAX));
    let mut search = Search::new(look, depth, salt, stop);
    let looked_best = tried[0].command.clone();
    let mut tried = if tried.len() > 1 { search.halve(tried) } else { tried };
    if depth.wary {
        doubt(&mut tried, &looked_best);
    }
    let (nodes, stopped) = (search.nodes, search.stopped);
    let said =
        G::guarded(look).map_or(0, |margin| guarded_choice(&mut tried, margin * 100 / G::APPRAISED, chooser));
    Some(Considered { tried, said, nodes, stopped })
}

/// One of those that came out nearly as well as the best, which are put next to it.
fn guarded_choice<C>(tried: &mut [Tried<C>], margin: i64, chooser: &mut impl Chooser) -> usize {
    let Some((best, others)) = tried.split_first_mut() else { return 0 };
    let near = |one: &Tried<C>| {
        one.flights > 1 && best.worth() - one.worth() <= margin && !clearly_better(best, one, 2)
    };
    others.sort_by_key(|one| !near(one));
    keep_guessing(1 + others.iter().filter(|one| near(one)).count(), chooser)
}

/// Which of so many choices that are nearly alike is taken: mostly the first.
pub(crate) fn keep_guessing(near: usize, chooser: &mut impl Chooser) -> usize {
    if near > 1 && chooser.below(100) < OTHERWISE { 1 + chooser.below(near as u32 - 1) as usize } else { 0 }
}

struct Search<'a, G: Pilot> {
    look: Look<'a, G>,
    depth: &'a Depth,
    salt: u64,
    stop: &'a dyn Fn() -> bool,
    nodes: u32,
    stopped: bool,
    foreseen: Vec<Foreseen<G>>,
    memory: G::Memory,
    /// Half turns that each candidate is flown on.
    halves: u32,
}

/// What a side is expected to say in a position. It must not depend on chance where it takes more than one node.
struct Foreseen<G: Pilot> {
    state: G::State,
    side: Side,
    command: G::Command,
    nodes: u32,
}

impl<'a, G: Pilot> Search<'a, G> {
    fn new(look: Look<'a, G>, depth: &'a Depth, salt: u64, stop: &'a dyn Fn() -> bool) -> Self {
        let (foreseen, memory, halves) = (Vec::new(), G::Memory::default(), depth.halves);
        Search { look, depth, salt, stop, nodes: 0, stopped: false, foreseen, memory, halves }
    }

    /// Sequential halving: rounds of equal length, after each of which the worse half goes.
    fn halve(&mut self, mut tried: Vec<Tried<G::Command>>) -> Vec<Tried<G::Command>> {
        // The first flight shows how long one is; where the budget does not reach for a few of each, fewer are tried.
        let longest = (self.depth.nodes / 6).max(1);
        let Some((first, length)) = self.first_flight(&tried[0].command, longest) else {
            self.stopped = true;
            return tried;
        };
        tried[0].add(first);
        let few = if self.depth.wary { 4 } else { 2 };
        let most = (self.depth.nodes / (few * length)).clamp(2, tried.len().max(2) as u32);
        tried.truncate(most as usize);
        let mut alive = tried.len();
        let rounds = usize::BITS - (alive - 1).leading_zeros();
        let share = self.depth.nodes / rounds.max(1);
        let mut number = 0;
        for round in 1..=rounds {
            loop {
                for one in &mut tried[..alive] {
                    if one.flights > number {
                        continue;
                    }
                    let Some(worth) = self.fly(&one.command, number, longest) else {
                        self.stopped = true;
                        // Those that never flew stay behind those that did: a look and a flight do not compare.
                        let flown = tried.iter().take(alive).take_while(|one| one.flights > 0).count();
                        rank(&mut tried[..flown]);
                        return tried;
                    };
                    one.add(worth);
                }
                number += 1;
                if self.nodes + alive as u32 * length > share * round {
                    break;
                }
            }
            rank(&mut tried[..alive]);
            alive = alive.div_ceil(2);
        }
        tried
    }

    /// The first flight of the first candidate, and how many nodes one takes. Who is wary looks less far ahead, if only for a turn, rather
    /// than to break flights off at different times.
    fn first_flight(&mut self, command: &G::Command, longest: u32) -> Option<(Worth, u32)> {
        loop {
            let before = self.nodes;
            let worth = self.fly(command, 0, longest)?;
            let length = (self.nodes - before).max(1);
            if !self.depth.wary || length < longest || self.halves <= 2 {
                return Some((worth, length));
            }
            self.halves /= 2;
        }
    }

    /// What is expected to be said next, and the nodes that this takes. Where it takes more than one, it is kept in mind, because the next
    /// flight of the same candidate often comes to the same position. It takes as many nodes then, so that what is kept in mind saves time
    /// and changes nothing else.
    fn foresee(&mut self, look: Look<'_, G>, choices: &mut SeededDice) -> Option<(G::Command, u32)> {
        let known = self.foreseen.iter().find(|known| known.side == look.side && known.state == *look.state);
        if let Some(Foreseen { command, nodes, .. }) = known {
            return Some((command.clone(), *nodes));
        }
        let (command, nodes) = G::foresee(look, choices, &mut self.memory, self.stop)?;
        if nodes > 1 {
            let (state, side) = (look.state.clone(), look.side);
            self.foreseen.push(Foreseen { state, side, command: command.clone(), nodes });
        }
        Some((command, nodes))
    }

    /// Flies on after a command, the `number`th time, for at most `longest` commands. Nothing if it is told to stop.
    fn fly(&mut self, command: &G::Command, number: i64, longest: u32) -> Option<Worth> {
        let Look { rules, side, .. } = self.look;
        let mut chance = Chance::new(self.salt, number as u64);
        let mut state = G::imagine(self.look, &mut chance.choices);
        let until = G::clock(rules, &state) + self.halves * G::CYCLE / 2;
        let party = G::party(self.look, command);
        let mut worth = Worth::default();
        let mut speaks = side;
        let mut given = Some((command.clone(), 1));
        for _ in 0..longest {
            if (self.stop)() {
                return None;
            }
            let look = Look::<G>::new(rules, &state, speaks);
            let said = given.take().or_else(|| self.foresee(look, &mut chance.choices));
            let Some((said, nodes)) = said else { break };
            // Every flight counts, or there would be no end of flights that end at once.
            self.nodes += nodes;
            let Ok(accepted) = validate(look, &said) else { break };
            let stake = match &party {
                Some(party) => G::stake_of(look, &said, party),
                None => G::stake(look, &said),
            };
            if speaks == side {
                worth.ours += stake;
            } else {
                worth.theirs += stake;
            }
            if accepted.carry_out(rules, &mut state, &mut chance, &mut Silence).is_err() {
                break;
            }
            let Some(next) = G::to_act(rules, &state).iter().next() else { break };
            speaks = next;
            if G::clock(rules, &state) >= until {
                break;
            }
        }
        worth.place = match &party {
            Some(party) => G::calm_of(rules, &state, side, party),
            None => G::calm(rules, &state, side) - G::calm(rules, &state, side.enemy()),
        };
        Some(worth)
    }
}

impl<C> Tried<C> {
    fn add(&mut self, worth: Worth) {
        self.sum.ours += worth.ours;
        self.sum.theirs += worth.theirs;
        self.sum.place += worth.place;
        self.flights += 1;
        self.each.push(worth.total());
    }
}

/// Whether a candidate is better than another, on average over the flights that both made, by so many halves of that average's standard
/// error. Without fractions.
fn clearly_better<C>(one: &Tried<C>, other: &Tried<C>, halves: i128) -> bool {
    let looks = one.looks - other.looks;
    let gains = one.each.iter().zip(&other.each).map(|(here, there)| i128::from(looks + here - there));
    let (times, sum, squares) =
        gains.fold((0, 0, 0), |(times, sum, squares), gain| (times + 1, sum + gain, squares + gain * gain));
    sum > 0 && times > 1 && 4 * sum * sum * (times - 1) >= halves * halves * (times * squares - sum * sum)
}

/// Puts what looked best first again, if what flew best flew seldom and not clearly better.
fn doubt<C: PartialEq>(tried: &mut [Tried<C>], looked_best: &C) {
    if let Some(n) = tried.iter().position(|one| one.command == *looked_best)
        && tried[0].flights < MANY
        && !clearly_better(&tried[0], &tried[n], 3)
    {
        tried[..=n].rotate_right(1);
    }
}

/// Best first; of equals the one that looked better.
fn rank<C>(tried: &mut [Tried<C>]) {
    tried.sort_by_key(|one| Reverse(one.worth()));
}

/// The chance of one flight. Dice, cards and choices are streams of their own: one die more must not shift all cards after it.
struct Chance {
    dice: SeededDice,
    cards: SeededDice,
    choices: SeededDice,
}

impl Chance {
    fn new(salt: u64, number: u64) -> Chance {
        let stream = |which: u8| {
            let mut seed = Seed::from_number(salt);
            seed.0[8..16].copy_from_slice(&number.to_le_bytes());
            seed.0[16] = which;
            SeededDice::new(seed)
        };
        Chance { dice: stream(0), cards: stream(1), choices: stream(2) }
    }
}

impl Dice for Chance {
    #[inline]
    fn roll(&mut self, ask: &Ask) -> Result<u8, Need> {
        match ask.of {
            Asked::Die(_) => self.dice.roll(ask),
            Asked::Card { .. } => self.cards.roll(ask),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flown(command: char, each: &[i64]) -> Tried<char> {
        let mut one = Tried::unflown(command, 0);
        each.iter().for_each(|ours| one.add(Worth { ours: *ours, ..Worth::default() }));
        one
    }

    fn taken_of(mut tried: [Tried<char>; 2]) -> char {
        rank(&mut tried);
        doubt(&mut tried, &'a');
        tried[0].command
    }

    #[test]
    fn what_looked_best_is_kept_until_something_flies_better_by_more_than_chance() {
        let looked_best = || flown('a', &[100, 100, 100, 100]);
        assert_eq!(taken_of([looked_best(), flown('b', &[400, -100, 400, -100])]), 'a');
        assert_eq!(taken_of([looked_best(), flown('b', &[150, 140, 160, 150])]), 'b');
        assert_eq!(taken_of([looked_best(), flown('b', &[50, 40, 60, 50])]), 'a');
    }

    #[test]
    fn after_many_flights_what_flew_best_is_trusted() {
        let even = [100; MANY as usize];
        let mut odd = even.map(|n| n - 300);
        odd.iter_mut().step_by(2).for_each(|n| *n += 620);
        assert_eq!(taken_of([flown('a', &even), flown('b', &odd)]), 'b');
        assert_eq!(taken_of([flown('a', &even[1..]), flown('b', &odd[..even.len() - 1])]), 'a');
    }

    #[test]
    fn one_flight_shows_nothing_and_worse_is_never_clearly_better() {
        let (low, high) = (flown('a', &[0]), flown('b', &[9000]));
        assert!(!clearly_better(&high, &low, 1));
        let (low, high) = (flown('a', &[0, 1, 0, 1]), flown('b', &[9000, 9001, 9000, 9001]));
        assert!(clearly_better(&high, &low, 5));
        assert!(!clearly_better(&low, &high, 5));
    }
}
