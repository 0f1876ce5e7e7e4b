//! Section 14: the transition chart (`T.transition`).

use crate::attitude::Pitch::{self, C, D, Inverted as I, InvertedClimb as IC, InvertedDive as ID, L};
use crate::options::RedPushes;
use crate::rule;
use table::RuleId;

/// An entry of the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Whether the pilot pushes.
    pub push: bool,
    /// Steps on the pitch ring.
    pub steps: u8,
    /// Part of the FPs flown before the reversal, in twelfths.
    pub reversal: Option<u8>,
    /// Part of the FPs that climb, in twelfths.
    pub up: u8,
    /// Part of the FPs that dive, in twelfths.
    pub down: u8,
    /// Of an entry with both, whether the climb comes first.
    pub up_first: bool,
}

const fn pull(steps: u8, reversal: u8, up: u8, down: u8) -> Option<Entry> {
    Some(Entry {
        push: false,
        steps,
        reversal: if reversal == 0 { None } else { Some(reversal) },
        up,
        down,
        up_first: true,
    })
}

const fn push(steps: u8, reversal: u8, up: u8, down: u8) -> Option<Entry> {
    match pull(steps, reversal, up, down) {
        Some(entry) => Some(Entry { push: true, ..entry }),
        None => None,
    }
}

/// The entry that leads from one attitude to another, if there is one (`14.a`: up to four steps).
#[inline]
pub(crate) fn entry(from: Pitch, to: Pitch) -> Option<Entry> {
    match (from, to) {
        (D, L) => pull(1, 0, 0, 4),
        (C, L) => push(1, 0, 3, 0),
        (I, L) => pull(4, 6, 0, 6),
        (ID, L) => pull(3, 4, 0, 6),
        (L, D) => push(1, 0, 0, 4),
        (C, D) => push(2, 0, 2, 2),
        (I, D) => pull(3, 8, 0, 6),
        (ID, D) => pull(2, 6, 0, 8),
        (IC, D) => pull(4, 10, 0, 6),
        (L, C) => pull(1, 0, 4, 0),
        (D, C) => pull(2, 0, 2, 2).map(|entry| Entry { up_first: false, ..entry }),
        (ID, C) => pull(4, 2, 0, 6),
        (L, I) => pull(4, 6, 6, 0),
        (C, I) => pull(3, 4, 6, 0),
        (ID, I) => push(1, 0, 0, 4),
        (IC, I) => pull(1, 0, 4, 0),
        (D, ID) => push(2, 6, 0, 8),
        (C, ID) => pull(4, 2, 6, 0),
        (I, ID) => pull(1, 0, 0, 4),
        (IC, ID) => pull(2, 0, 2, 2),
        (L, IC) => pull(3, 8, 6, 0),
        (D, IC) => pull(4, 10, 6, 0),
        (C, IC) => pull(2, 6, 8, 0),
        (I, IC) => push(1, 0, 4, 0),
        _ => None,
    }
}

impl Entry {
    /// `14.b`: whether it is a negative-G transition.
    #[inline]
    pub(crate) fn negative(&self, from: Pitch, red: RedPushes) -> bool {
        self.push && (red == RedPushes::All || self.steps == 2 || from.bracketed())
    }

    /// The rule of its minimum speed: that of the turn rate of the same number.
    /// See [`crate::rule::TRANSITION_SPEEDS`].
    pub(crate) fn speed_rule(&self) -> RuleId {
        match self.steps {
            1 => rule::ONE_STEP,
            2 => rule::TWO_STEPS,
            3 => rule::THREE_STEPS,
            _ => rule::FOUR_STEPS,
        }
    }
}

/// `14.d`: a part of the FPs in twelfths, rounded down and up.
#[inline]
pub(crate) fn part(twelfths: u8, fps: u8) -> (u8, u8) {
    let exact = u16::from(twelfths) * u16::from(fps);
    ((exact / 12) as u8, exact.div_ceil(12) as u8)
}
