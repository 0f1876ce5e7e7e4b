//! Computer pilots, the same for every game: a pilot knows the rules only through [`Pilot`]. Whatever its choice depends on is
//! passed in, so the same arguments always give the same command.

use table::{Chooser, Look, Outcome, Pilot, SeededDice, Side, Silence, validate};

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

/// The command of a pilot of this level for a side; nothing if the side owes no decision. `chooser` makes the random pilot's choices,
/// and those that the simple pilot leaves to chance; otherwise that one takes the first of equally good commands.
pub fn choose<G: Pilot>(look: Look<'_, G>, level: Level, chooser: &mut impl Chooser) -> Option<G::Command> {
    if !look.owes() {
        return None;
    }
    match level {
        Level::Random => Some(G::sample(look, chooser)),
        Level::Simple => G::drawn(look, chooser).or_else(|| best(look)),
    }
}

fn best<G: Pilot>(look: Look<'_, G>) -> Option<G::Command> {
    let mut best: Option<(i64, G::Command)> = None;
    for command in G::candidates(look) {
        let worth = G::appraise(look, &command);
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, command));
        }
    }
    best.map(|(_, command)| command)
}

/// Plays a position to its end with random legal commands. Returns how it ended and after how many commands, or nothing if it takes more than
/// `most`.
pub fn play_out<G: Pilot>(
    rules: &G::Rules,
    mut state: G::State,
    chance: &mut SeededDice,
    most: usize,
) -> Option<(Outcome, usize)> {
    for commands in 0..=most {
        let owing: Vec<Side> = G::to_act(rules, &state).iter().collect();
        if owing.is_empty() {
            return G::outcome(rules, &state).map(|outcome| (outcome, commands));
        }
        let look = Look::new(rules, &state, *chance.pick(&owing));
        let accepted = validate::<G>(look, &G::sample(look, chance)).ok()?;
        accepted.carry_out(rules, &mut state, chance, &mut Silence).ok()?;
    }
    None
}
