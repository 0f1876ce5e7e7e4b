//! How good a pilot is.

use table::{Pilot, Style};

/// How good a pilot is. `random` and `simple` are yardsticks for tests and for the lab; people fly against the other four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Says anything legal.
    Random,
    /// Looks one command ahead: takes the shot with the best expectation, moves towards one.
    Simple,
    /// Sees only a few of the moves that there are.
    Cadet,
    /// Sees all of them, trusts the first look, and slips now and then.
    PilotOfficer,
    /// The same without slips.
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
                "Fresh from flying school: sees only a few of its moves, and takes the best of those."
            }
            Level::PilotOfficer => {
                "Knows every move and goes for the best shot, but makes a mistake now and then."
            }
            Level::FlightLieutenant => {
                "Makes no careless mistakes: takes the best shot, or the best place for one."
            }
            Level::WingCommander => {
                "Thinks ahead, and weighs what you will answer to every move. Hard to beat."
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
            Level::Simple => Style::look(0),
            Level::Cadet => G::LEVELS[0],
            Level::PilotOfficer => G::LEVELS[1],
            Level::FlightLieutenant => G::LEVELS[2],
            Level::WingCommander => G::LEVELS[3],
        }
    }
}
