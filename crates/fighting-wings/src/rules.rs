//! What does not change during a game.

use crate::aircraft::Type;
use crate::options::Options;
use crate::scenario::{Pilot, Raid, Role, Trait};
use std::sync::Arc;
use table::{Scenery, Side};

/// The most aircraft of a game: sets of them are 32 bits.
pub(crate) const MOST_AIRCRAFT: usize = 32;

/// What does not change.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The scenario's title.
    pub title: Arc<str>,
    /// What the map looks like.
    pub scenery: Option<Scenery>,
    /// What each side is called.
    pub sides: [Arc<str>; 2],
    /// The last game turn.
    pub turns: u16,
    /// Whether the first kill wins.
    pub first_kill: bool,
    /// Points of a bomber formation.
    pub raid: Option<Raid>,
    /// What the players have chosen.
    pub options: Options,
    /// The aircraft, in id order.
    pub crews: Arc<[Airman]>,
}

/// An aircraft's type, pilot and place in its side.
#[derive(Clone, Debug)]
pub struct Airman {
    /// What it is called: "A1".
    pub name: String,
    /// Its type.
    pub ty: Arc<Type>,
    /// Its side.
    pub side: Side,
    /// The pilot's class.
    pub pilot: Pilot,
    /// The pilot's traits.
    pub traits: Traits,
    /// Its leader and its place behind him.
    pub leader: Option<(usize, Role)>,
    /// The fixed formation to which it belongs.
    pub formation: Option<u8>,
}

/// `X.pilots`: traits of a pilot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// Ace.
    pub ace: bool,
    /// Hero.
    pub hero: bool,
    /// Crack shot.
    pub crack: bool,
}

impl Traits {
    /// The traits of a list.
    pub(crate) fn of(list: &[Trait]) -> Traits {
        Traits {
            ace: list.contains(&Trait::Ace),
            hero: list.contains(&Trait::Hero),
            crack: list.contains(&Trait::CrackShot),
        }
    }
}

impl Rules {
    /// The type of an aircraft.
    #[inline]
    pub(crate) fn ty(&self, index: usize) -> &Type {
        &self.crews[index].ty
    }

    /// The side of an aircraft.
    #[inline]
    pub(crate) fn side(&self, index: usize) -> Side {
        self.crews[index].side
    }
}
