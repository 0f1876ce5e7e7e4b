//! How good a pilot is, and in what way.

/// How good a pilot is. `random` and `simple` are yardsticks for tests and for the lab; people fly against the other four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Says anything legal.
    Random,
    /// Looks one command ahead: takes the shot with the best expectation, moves towards one.
    Simple,
    /// Sees only a few of the moves that there are.
    Cadet,
    /// Sees all moves, trusts the first look, and slips now and then.
    PilotOfficer,
    /// Thinks a turn ahead about the best few.
    FlightLieutenant,
    /// Thinks two turns ahead.
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

    /// The level that a word names.
    pub fn from_word(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.word() == word)
    }

    /// How it thinks.
    pub const fn style(self) -> Style {
        match self {
            Level::Random => Style::Anything,
            Level::Simple => Style::Look { slips: 0 },
            Level::Cadet => Style::Glance { samples: 6 },
            Level::PilotOfficer => Style::Look { slips: 20 },
            Level::FlightLieutenant => Style::Search(Depth { keep: 6, halves: 2, nodes: 150 }),
            Level::WingCommander => Style::Search(Depth { keep: 12, halves: 4, nodes: 1000 }),
        }
    }
}

/// How a pilot thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Not at all.
    Anything,
    /// Takes the best of a few commands that come to mind.
    Glance {
        /// How many come to mind.
        samples: u32,
    },
    /// Takes what looks best at first sight.
    Look {
        /// In so many of a hundred cases it takes another of the better half.
        slips: u32,
    },
    /// Tries what looks best by flying on from there in its head.
    Search(Depth),
}

/// How far a pilot thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// Candidates that are tried.
    pub keep: usize,
    /// Half turns that each is flown on.
    pub halves: u32,
    /// Commands flown in the head, for all candidates together.
    pub nodes: u32,
}
