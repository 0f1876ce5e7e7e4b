//! Computer pilots, the same for every game: a pilot knows the rules only through [`Game`] and is told everything that
//! might make it choose differently, so that the same position always gets the same answer.

use table::{Chooser, Game, Side};

/// How good a pilot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Says anything legal.
    Random,
    /// Looks one command ahead: takes the shot with the best expectation, moves towards one.
    Simple,
}

impl Level {
    /// All of them, weakest first.
    pub const ALL: [Level; 2] = [Level::Random, Level::Simple];

    /// The word used on every wire and command line.
    pub const fn word(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Simple => "simple",
        }
    }

    /// The level that a word names.
    pub fn from_word(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.word() == word)
    }
}

/// What a pilot of this level says for a side; nothing if the side owes no decision. `chooser` settles the random pilot's
/// choices; the simple one takes the first of equally good commands.
pub fn choose<G: Game>(
    rules: &G::Rules,
    state: &G::State,
    side: Side,
    level: Level,
    chooser: &mut impl Chooser,
) -> Option<G::Command> {
    if !G::to_act(rules, state).contains(side) {
        return None;
    }
    match level {
        Level::Random => Some(G::sample(rules, state, side, chooser)),
        Level::Simple => best::<G>(rules, state, side),
    }
}

fn best<G: Game>(rules: &G::Rules, state: &G::State, side: Side) -> Option<G::Command> {
    let mut best: Option<(i64, G::Command)> = None;
    for command in G::candidates(rules, state, side) {
        let worth = G::appraise(rules, state, side, &command);
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, command));
        }
    }
    best.map(|(_, command)| command)
}
