//! A finished game looked back at: what was luck, and which decisions cost most.

use crate::Stop;
use crate::advice::{self, Words};
use crate::luck::Luck;
use pilot::{Flights, Level, Tried};
use serde::Serialize;
use std::cmp::Reverse;
use table::{Depth, Game, Leave, Look, Played, Seed, SeededDice, Side, StateHash, Style, Table};
use wire::live::{Costly, Debrief, SideDebrief};

/// Decisions of each side that are thought through: those that look dearest.
const CLOSELY: usize = 10;
/// Decisions of each side that are told of.
const TOLD: usize = 3;
/// Commands that a first look tries besides the one that was given.
const GLANCED: usize = 3;
/// What a decision must have cost to be told of, in thousandths of a victory point. Less may be chance.
const LEAST: i64 = 100;
/// How often what was done and what was better are flown once more.
const AGAIN: u32 = 16;
/// How far is thought in a game whose best pilot does not think ahead.
const USUAL: Depth = Depth { keep: 6, halves: 4, nodes: 500, wary: false };
/// The most commands flown in the head for one decision: there are many, and somebody waits.
const MOST_NODES: u32 = 4000;

/// Looks back at a finished game, and tells all that is known again and again. The same game always comes to the same, unless `stop`
/// ends it before its time.
pub(crate) fn debrief<G: Game>(table: &Table<G>, stop: Stop<'_>, tell: &mut dyn FnMut(&Debrief)) {
    let depth = match Level::WingCommander.style::<G>() {
        Style::Search(depth) => Depth { nodes: depth.nodes.min(MOST_NODES), ..depth },
        Style::Anything | Style::Glance { .. } | Style::Look { .. } => USUAL,
    };
    let review = Review { table, depth, stop };
    let mut known = review.begun();
    tell(&known);
    let Some(doubts) = review.glance(&mut known, tell) else { return };
    known.of = known.done + doubts.len() as u32;
    for doubt in doubts {
        let Some(cost) = review.think_through(&doubt) else { return };
        let side = match doubt.side {
            Side::Allies => &mut known.allies,
            Side::Axis => &mut known.axis,
        };
        add(side, cost);
        known.done += 1;
        tell(&known);
    }
}

/// Adds a decision that was thought through to what is known of its side.
fn add(side: &mut SideDebrief, cost: Option<Costly>) {
    side.weighed += 1;
    let Some(cost) = cost else { return };
    side.cost_milli += cost.cost_milli;
    side.dearest.push(cost);
    side.dearest.sort_by_key(|one| (Reverse(one.cost_milli), one.line));
    side.dearest.truncate(TOLD);
}

/// A decision that may have cost something.
struct Doubt<G: Game> {
    line: u32,
    side: Side,
    done: G::Command,
    /// The position before it, as far as its side knew it.
    known: G::State,
    /// What it cost at first sight.
    cost: i64,
}

struct Review<'a, G: Game> {
    table: &'a Table<G>,
    depth: Depth,
    stop: Stop<'a>,
}

impl<G: Game> Review<'_, G> {
    /// What is known before anything was thought about: luck.
    fn begun(&self) -> Debrief {
        let rules = self.table.rules();
        let mut luck = Luck::from::<G>(rules, &self.table.replayed(0));
        for (state, played) in self.table.positions() {
            luck.said(Look::<G>::new(rules, &state, played.side), &played.command);
        }
        let [allies, axis] = luck.at_the_end::<G>(rules, self.table.state());
        let of_side = |luck_milli| SideDebrief { luck_milli, ..SideDebrief::default() };
        let of = self.table.len() as u32 + 2 * CLOSELY as u32;
        Debrief { of, done: 0, allies: of_side(allies), axis: of_side(axis) }
    }

    /// A first look at every decision: those of each side that look dearest, in the order of the game. Nothing if it was stopped.
    fn glance(&self, known: &mut Debrief, tell: &mut dyn FnMut(&Debrief)) -> Option<Vec<Doubt<G>>> {
        let mut doubts: [Vec<Doubt<G>>; 2] = Default::default();
        // As much thought for all first looks together as for all that follows.
        let share = self.depth.nodes as usize * 2 * CLOSELY / self.table.len().max(1);
        let depth = Depth { nodes: (share as u32).clamp(1, self.depth.nodes), ..self.depth };
        for (line, (state, played)) in (1..).zip(self.table.positions()) {
            let dearest = &mut doubts[played.side.index()];
            dearest.extend(self.doubt(line, &state, played, &depth));
            dearest.sort_by_key(|doubt| (Reverse(doubt.cost), doubt.line));
            dearest.truncate(CLOSELY);
            if (self.stop)() {
                return None;
            }
            known.done += 1;
            tell(known);
        }
        let mut all: Vec<_> = doubts.into_iter().flatten().collect();
        all.sort_by_key(|doubt| doubt.line);
        Some(all)
    }

    /// A decision at first sight; nothing where there was nothing to weigh.
    fn doubt(&self, line: u32, state: &G::State, played: &Played<G>, depth: &Depth) -> Option<Doubt<G>> {
        let (rules, side, done) = (self.table.rules(), played.side, &played.command);
        let leaves = [Leave::Resign, Leave::OfferEnd, Leave::AcceptEnd];
        if leaves.into_iter().any(|leave| *done == leave.into()) {
            return None;
        }
        let known = if G::SECRETS { G::known_to(rules, state, side.into()) } else { state.clone() };
        let look = Look::<G>::new(rules, &known, side);
        let mut chooser = SeededDice::new(Seed::from_number(u64::from(line)));
        if G::drawn(look, &mut chooser).is_some() {
            return None;
        }
        let others = pilot::others(look, done, GLANCED);
        if others.is_empty() {
            return None;
        }
        let commands = with(done, others);
        let longest = (depth.nodes / commands.len() as u32).max(1);
        let flights = Flights { depth, longest, salt: salt(look.state, line), stop: self.stop };
        let tried = pilot::weigh(look, commands, &flights);
        let cost = tried[0].worth() - found(&tried, done)?.worth();
        Some(Doubt { line, side, done: done.clone(), known, cost })
    }

    /// What a decision cost, and what was better; nothing where nothing was. Nothing at all if it was stopped.
    fn think_through(&self, doubt: &Doubt<G>) -> Option<Option<Costly>> {
        let Doubt { line, side, done, known, .. } = doubt;
        let look = Look::<G>::new(self.table.rules(), known, *side);
        let others = pilot::others(look, done, self.depth.keep);
        // In a large battle few flights to their end say more than many that end before the enemy has answered.
        let longest = self.depth.nodes;
        let flights = Flights { depth: &self.depth, longest, salt: salt(known, 1), stop: self.stop };
        let tried = pilot::weigh(look, with(done, others), &flights);
        let best = tried[0].command.clone();
        if best == *done {
            return (!(self.stop)()).then_some(None);
        }
        // The best of many is often the luckiest: what it is worth is found by flying both once more.
        let flights = Flights { salt: salt(known, 2), ..flights };
        let both = pilot::compare(look, [best, done.clone()], AGAIN, &flights)?;
        let cost_milli = both.first.mean().total() - both.second.mean().total();
        if !both.clear || cost_milli < LEAST {
            return Some(None);
        }
        let words = Words::as_logged(look);
        let [better, done] = [&both.first, &both.second].map(|one| words.told(0, &one.command));
        let why = advice::gain(&both.first, &both.second, &better.text);
        // Two ways to the same end are told in the same words.
        let way = if done.label == better.label { ", by another way" } else { "" };
        let better = format!("{}{way}", better.label);
        Some(Some(Costly { line: *line, cost_milli, done: done.label, better, why }))
    }
}

/// Where the chance of a look at a position comes from.
fn salt(state: &impl Serialize, number: u32) -> u64 {
    StateHash::of(state).number() ^ u64::from(number)
}

/// What was done, and what else could have been.
fn with<C: Clone>(done: &C, others: Vec<C>) -> Vec<C> {
    std::iter::once(done.clone()).chain(others).collect()
}

fn found<'a, C: PartialEq>(tried: &'a [Tried<C>], command: &C) -> Option<&'a Tried<C>> {
    tried.iter().find(|one| one.command == *command)
}
