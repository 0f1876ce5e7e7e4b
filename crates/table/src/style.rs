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
    /// Whether it keeps to what looks best unless something else flies clearly better. Where dozens of aircraft fight, what chance
    /// does to the others outweighs what one command does.
    pub wary: bool,
}

impl Style {
    /// A few commands that come to mind.
    pub const fn glance(samples: u32) -> Style {
        Style::Glance { samples }
    }

    /// A first look, with slips.
    pub const fn look(slips: u32) -> Style {
        Style::Look { slips }
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
