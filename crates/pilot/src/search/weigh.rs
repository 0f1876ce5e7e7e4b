//! Given commands weighed against each other, for those who look back at a decision.

use super::{Search, Tried, clearly_better, rank};
use std::cmp::Reverse;
use table::{Depth, Heed, Look, Pilot};

/// How given commands are flown on.
pub struct Flights<'a> {
    /// How far, and for how many commands in all; each is flown once at least.
    pub depth: &'a Depth,
    /// The most commands in one flight. Where that ends a flight before its time, what comes later than others is worth less than it is.
    pub longest: u32,
    /// Where chance comes from.
    pub salt: u64,
    /// Says when to stop.
    pub stop: &'a dyn Fn() -> bool,
}

/// Flies on after each of these commands equally often and with the same chance, so that what each is worth can be compared. Best first;
/// what was stopped has been flown less.
pub fn weigh<G: Pilot>(
    look: Look<'_, G>,
    commands: Vec<G::Command>,
    flights: &Flights<'_>,
) -> Vec<Tried<G::Command>> {
    let Flights { depth, longest, salt, stop } = *flights;
    let mut tried: Vec<_> = commands.into_iter().map(|command| at_sight(look, command)).collect();
    let mut search = Search::new(look, depth, salt, stop);
    for number in 0.. {
        let mut flown = Vec::with_capacity(tried.len());
        flown.extend(tried.iter().map_while(|one| search.fly(&one.command, number, longest)));
        // A round counts only as a whole: some would have been luckier than others.
        if flown.len() < tried.len() {
            break;
        }
        tried.iter_mut().zip(flown).for_each(|(one, worth)| one.add(worth));
        // A flight that ends at once costs something too, or there would be no end of them.
        let rounds = number as u32 + 1;
        let spent = search.nodes.max(rounds * tried.len() as u32);
        if spent + spent / rounds > depth.nodes {
            break;
        }
    }
    rank(&mut tried);
    tried
}

/// Two commands that were flown on equally often.
pub struct Compared<C> {
    /// The first, and how it went.
    pub first: Tried<C>,
    /// The second.
    pub second: Tried<C>,
    /// Whether one is so much better that it is hardly chance.
    pub clear: bool,
}

/// Flies on after two commands so many times, each time with the same chance for both; nothing if it was stopped. Only what flights bring
/// counts: a first look wins nothing.
pub fn compare<G: Pilot>(
    look: Look<'_, G>,
    [first, second]: [G::Command; 2],
    times: u32,
    flights: &Flights<'_>,
) -> Option<Compared<G::Command>> {
    let Flights { depth, longest, salt, stop } = *flights;
    let mut search = Search::new(look, depth, salt, stop);
    let (mut first, mut second) = (Tried::unflown(first, 0), Tried::unflown(second, 0));
    for number in 0..i64::from(times) {
        let here = search.fly(&first.command, number, longest)?;
        let there = search.fly(&second.command, number, longest)?;
        first.add(here);
        second.add(there);
    }
    let clear = clearly_better(&first, &second, 5) || clearly_better(&second, &first, 5);
    Some(Compared { first, second, clear })
}

/// All that a pilot who heeds so much sees at first sight, best first: every candidate, and `done` whether it is one or not.
pub fn at_first_sight<G: Pilot>(look: Look<'_, G>, done: &G::Command, heed: Heed) -> Vec<Tried<G::Command>> {
    let others = others(look, done, usize::MAX).into_iter();
    let mut seen: Vec<_> = std::iter::once(done.clone())
        .chain(others)
        .map(|one| Tried::seen::<G>(G::appraised_by(look, &one, heed), one))
        .collect();
    seen.sort_by_key(|one| Reverse(one.looks));
    seen
}

/// The candidates that look best besides what was done.
pub fn others<G: Pilot>(look: Look<'_, G>, done: &G::Command, most: usize) -> Vec<G::Command> {
    let ranked = G::ranked(look, most.saturating_add(1)).into_iter().map(|(_, command)| command);
    ranked.filter(|command| command != done).take(most).collect()
}

fn at_sight<G: Pilot>(look: Look<'_, G>, command: G::Command) -> Tried<G::Command> {
    Tried::seen::<G>(G::appraise(look, &command), command)
}
