//! How good a pilot is.

use table::{Depth, Pilot, Style};

/// How good a pilot is. `random` and `simple` are yardsticks for tests and for the lab; people fly against the other four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Says anything legal.
    Random,
    /// Looks one command ahead: takes the shot with the best expectation, moves towards one.
    Simple,
    /// Sees only a few of the moves that there are, and no danger.
    Cadet,
    /// Sees all of them, trusts the first look, heeds half of the danger, and slips now and then.
    PilotOfficer,
    /// Trusts the first look, heeds all of the danger, and does not slip.
    FlightLieutenant,
    /// Thinks ahead.
    WingCommander,
}

impl Level {
    /// All of them, the yardsticks first, then weakest first.
    pub const ALL: [Level; 6] = [
        Level::Random,
        Level::Simple,
        Level::Cadet,
        Level::PilotOfficer,
        Level::FlightLieutenant,
        Level::WingCommander,
    ];

    /// Those that people are offered, weakest first. The others are for tests and measurements.
    pub const OFFERED: [Level; 4] =
        [Level::Cadet, Level::PilotOfficer, Level::FlightLieutenant, Level::WingCommander];

    /// The word used on every wire and command line.
    pub const fn word(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Simple => "simple",
            Level::Cadet => "cadet",
            Level::PilotOfficer => "pilot-officer",
            Level::FlightLieutenant => "flight-lieutenant",
            Level::WingCommander => "wing-commander",
        }
    }

    /// What people call it.
    pub const fn title(self) -> &'static str {
        match self {
            Level::Random => "Random pilot",
            Level::Simple => "Simple pilot",
            Level::Cadet => "Cadet",
            Level::PilotOfficer => "Pilot officer",
            Level::FlightLieutenant => "Flight lieutenant",
            Level::WingCommander => "Wing commander",
        }
    }

    /// How it flies, in one sentence.
    pub const fn text(self) -> &'static str {
        match self {
            Level::Random => "Does anything that the rules allow.",
            Level::Simple => "Takes the best shot, and moves towards one.",
            Level::Cadet => {
                "Fresh from flying school: sees only a few of its moves, and looks ahead, never behind."
            }
            Level::PilotOfficer => {
                "Bold: knows every move and takes risks for a good shot. Every second or third time it misses the best one."
            }
            Level::FlightLieutenant => {
                "Careful: weighs each shot against those that it would allow, and makes no careless mistakes."
            }
            Level::WingCommander => {
                "Thinks ahead: flies its best moves on in its head, with your answers. Hard to beat."
            }
        }
    }

    /// The level that a word names.
    pub fn from_word(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.word() == word)
    }

    /// How it thinks in this game.
    pub fn style<G: Pilot>(self) -> Style {
        match self {
            Level::Random => Style::Anything,
            Level::Simple => Style::careful(),
            Level::Cadet => G::LEVELS[0],
            Level::PilotOfficer => G::LEVELS[1],
            Level::FlightLieutenant => G::LEVELS[2],
            Level::WingCommander => G::LEVELS[3],
        }
    }
}

/// A pilot of some level who thinks more or less than usual: more shows whether thinking is what a level lacks, less flies more games in
/// the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aviator {
    /// How good it is.
    pub level: Level,
    /// How much it thinks, in hundredths of the usual.
    percent: u32,
}

impl Aviator {
    const USUAL: u32 = 100;
    const MOST: u32 = 10_000;

    /// A pilot who thinks as much as is usual for its level.
    pub const fn usual(level: Level) -> Aviator {
        Aviator { level, percent: Aviator::USUAL }
    }

    /// A level's word, and with `@` how many hundredths of its usual thinking it does. Only who thinks ahead can do more or less of it.
    pub fn from_word(word: &str) -> Result<Aviator, String> {
        let (name, percent) = word.split_once('@').map_or((word, None), |(name, n)| (name, Some(n)));
        let level = Level::from_word(name).ok_or_else(|| {
            let known = Level::ALL.map(Level::word).join(", ");
            format!("there is no pilot '{name}'; there are: {known}")
        })?;
        let Some(percent) = percent else { return Ok(level.into()) };
        if level != Level::WingCommander {
            return Err(format!(
                "a {name} does not think ahead, so it cannot do more or less of it; a wing-commander can"
            ));
        }
        match percent.parse() {
            Ok(percent @ 1..=Aviator::MOST) => Ok(Aviator { level, percent }),
            _ => Err(format!(
                "after '@' comes a number of hundredths from 1 to {}, not '{percent}'",
                Aviator::MOST
            )),
        }
    }

    /// What [`Aviator::from_word`] reads.
    pub fn word(self) -> String {
        match self.percent {
            Aviator::USUAL => self.level.word().to_owned(),
            percent => format!("{}@{percent}", self.level.word()),
        }
    }

    /// How it thinks in this game.
    pub fn style<G: Pilot>(self) -> Style {
        match self.level.style::<G>() {
            Style::Search(depth) => {
                let nodes = u64::from(depth.nodes) * u64::from(self.percent) / u64::from(Aviator::USUAL);
                Style::Search(Depth { nodes: u32::try_from(nodes).unwrap_or(u32::MAX).max(1), ..depth })
            }
            style => style,
        }
    }
}

impl From<Level> for Aviator {
    fn from(level: Level) -> Aviator {
        Aviator::usual(level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_names_a_level_and_how_much_it_thinks() {
        for word in ["random", "wing-commander", "wing-commander@30", "wing-commander@10000"] {
            assert_eq!(Aviator::from_word(word).map(Aviator::word), Ok(word.to_owned()));
        }
        assert_eq!(Aviator::from_word("wing-commander@100"), Ok(Level::WingCommander.into()));
        let refused = |word: &str| Aviator::from_word(word).unwrap_err();
        assert!(refused("ace").contains("random, simple"));
        assert!(refused("simple@50").contains("does not think ahead"));
        for word in ["wing-commander@", "wing-commander@0", "wing-commander@10001", "wing-commander@4x"] {
            assert!(refused(word).contains("1 to 10000"), "{word}");
        }
    }
}
