//! How a pilot thinks.

/// How a pilot thinks. Each game has one for each level ([`crate::Outlook::LEVELS`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Not at all: it says anything legal.
    Anything,
    /// Takes the best of a few commands that come to mind.
    Glance {
        /// How many come to mind.
        samples: u32,
        /// How much it heeds what the enemy could do to it.
        heed: Heed,
    },
    /// Takes what looks best at first sight.
    Look {
        /// In so many of a hundred cases it takes another of the better half.
        slips: u32,
        /// How much it heeds what the enemy could do to it.
        heed: Heed,
    },
    /// Tries what looks best by flying on from there in its head.
    Search(Depth),
}

/// How much of a danger a pilot heeds when it looks at a command, in hundredths: who heeds less sees the shot and not who is behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heed(i64);

impl Heed {
    /// All of it.
    pub const ALL: Heed = Heed(100);

    /// So many hundredths.
    pub const fn hundredths(n: i64) -> Heed {
        Heed(n)
    }

    /// As much of a danger as it heeds.
    #[inline]
    pub const fn of(self, danger: i64) -> i64 {
        danger * self.0 / 100
    }
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
    /// Whether it keeps to what looks best unless something else flies clearly better. Where dozens of aircraft fight, what chance
    /// does to the others outweighs what one command does.
    pub wary: bool,
}

impl Style {
    /// A few commands that come to mind, by one who heeds so much of a danger, in hundredths.
    pub const fn glance(samples: u32, heed: i64) -> Style {
        Style::Glance { samples, heed: Heed::hundredths(heed) }
    }

    /// A first look, with slips, by one who heeds so much of a danger, in hundredths.
    pub const fn look(slips: u32, heed: i64) -> Style {
        Style::Look { slips, heed: Heed::hundredths(heed) }
    }

    /// A first look without slips, by one who heeds all.
    pub const fn careful() -> Style {
        Style::Look { slips: 0, heed: Heed::ALL }
    }

    /// How much of a danger it heeds when it looks at a command.
    pub const fn heed(&self) -> Heed {
        match self {
            Style::Glance { heed, .. } | Style::Look { heed, .. } => *heed,
            Style::Anything | Style::Search(_) => Heed::ALL,
        }
    }

    /// A search.
    pub const fn search(keep: usize, halves: u32, nodes: u32) -> Style {
        Style::Search(Depth { keep, halves, nodes, wary: false })
    }

    /// A search that is not easily taken in by chance.
    pub const fn wary_search(keep: usize, halves: u32, nodes: u32) -> Style {
        Style::Search(Depth { keep, halves, nodes, wary: true })
    }
}
