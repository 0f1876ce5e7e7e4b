//! Who plays: two sides, and the seats from which a game is seen.

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use ts_rs::TS;

/// One of the two sides. Several people may share one; the rules know only the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The Allies.
    Allies,
    /// The Axis.
    Axis,
}

impl Side {
    /// Both, in the order in which their parts of anything are listed.
    pub const BOTH: [Side; 2] = [Side::Allies, Side::Axis];

    /// The other side.
    #[must_use]
    pub const fn enemy(self) -> Side {
        match self {
            Side::Allies => Side::Axis,
            Side::Axis => Side::Allies,
        }
    }

    /// 0 or 1, for arrays with one entry a side.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The word used on every wire and in every log.
    pub const fn word(self) -> &'static str {
        match self {
            Side::Allies => "allies",
            Side::Axis => "axis",
        }
    }
}

/// Read as a word rather than as a variant, so that a side that is the key of a map is named in the path of what is wrong below it.
impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Side, D::Error> {
        let word = String::deserialize(d)?;
        let side = Side::BOTH.into_iter().find(|side| side.word() == word);
        side.ok_or_else(|| D::Error::unknown_variant(&word, &["allies", "axis"]))
    }
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Side::Allies => "Allies",
            Side::Axis => "Axis",
        })
    }
}

/// From where a game is seen: a side sees what it may know, an observer what both may know, a referee everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// A seat of the Allies.
    Allies,
    /// A seat of the Axis.
    Axis,
    /// Sees what is open to both sides.
    Observer,
    /// Sees everything and moves nothing.
    Referee,
}

impl Seat {
    /// The side that this seat plays, if it plays one.
    pub const fn side(self) -> Option<Side> {
        match self {
            Seat::Allies => Some(Side::Allies),
            Seat::Axis => Some(Side::Axis),
            Seat::Observer | Seat::Referee => None,
        }
    }

    /// Whether it may know what `side` keeps secret.
    pub fn knows(self, side: Side) -> bool {
        self == Seat::Referee || self.side() == Some(side)
    }
}

impl From<Side> for Seat {
    fn from(side: Side) -> Seat {
        match side {
            Side::Allies => Seat::Allies,
            Side::Axis => Seat::Axis,
        }
    }
}

/// A set of sides: those that owe a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SideSet(u8);

impl SideSet {
    /// Nobody.
    pub const NONE: SideSet = SideSet(0);
    /// Both sides at once: secret plots, joint fire.
    pub const BOTH: SideSet = SideSet(3);

    /// This side alone.
    pub const fn only(side: Side) -> SideSet {
        SideSet(1 << side.index())
    }

    /// The sides for which something holds.
    pub fn of(holds: impl Fn(Side) -> bool) -> SideSet {
        Side::BOTH.into_iter().filter(|side| holds(*side)).fold(SideSet::NONE, SideSet::with)
    }

    /// This set and `side`.
    #[must_use]
    pub const fn with(self, side: Side) -> SideSet {
        SideSet(self.0 | SideSet::only(side).0)
    }

    /// Whether `side` is in the set.
    pub const fn contains(self, side: Side) -> bool {
        self.0 & SideSet::only(side).0 != 0
    }

    /// Whether nobody is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The sides in it.
    pub fn iter(self) -> impl Iterator<Item = Side> {
        Side::BOTH.into_iter().filter(move |s| self.contains(*s))
    }
}
