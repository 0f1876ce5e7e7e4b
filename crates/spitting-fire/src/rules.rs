//! What does not change during a match.

use crate::card::{Card, Nation, Status};
use crate::command::ForceList;
use crate::field::Field;
use crate::options::{AircraftList, Options};
use crate::tables::Tables;
use std::sync::Arc;
use table::{Scenery, Side};

/// What does not change during a match.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The scenario's title.
    pub title: String,
    /// What the map looks like.
    pub scenery: Option<Scenery>,
    /// Numbers of the rule book.
    pub tables: Arc<Tables>,
    /// All cards of the match.
    pub cards: Arc<Vec<Card>>,
    /// How many of them come from the data files; the others come with the scenario.
    pub data_cards: usize,
    /// The board.
    pub field: Field,
    /// Columns or SUs west to east, rows or SUs south to north.
    pub size: [i16; 2],
    /// Match settings.
    pub options: Options,
    /// The nations from which each side may choose.
    pub nations: [Vec<Nation>; 2],
    /// Point totals.
    pub points: [i32; 2],
    /// Turn limit.
    pub turns: u16,
    /// What each side is called.
    pub sides: [String; 2],
    /// Whose force the scenario fixes.
    pub fixed: [bool; 2],
    /// Ready-made forces.
    pub ready: Arc<Vec<Ready>>,
}

impl Rules {
    /// The card numbered `n`.
    #[inline]
    pub fn card(&self, n: u16) -> &Card {
        &self.cards[usize::from(n)]
    }

    /// The card with this id, name or type. Where names are shared, the id and the type decide.
    pub fn card_called(&self, text: &str) -> Option<u16> {
        let by = |same: &dyn Fn(&Card) -> bool| self.cards.iter().position(same);
        by(&|c| c.entry.id == text)
            .or_else(|| by(&|c| c.entry.model == text))
            .or_else(|| by(&|c| c.entry.name == text))
            .map(|n| n as u16)
    }

    /// Whether a card is on the match's list of aircraft.
    pub fn listed(&self, card: &Card) -> bool {
        self.options.aircraft == AircraftList::All || card.entry.status == Status::Book
    }

    /// Whether a side may take a card at all ([`crate::rule::SIDES`]).
    pub fn may_take(&self, side: Side, card: &Card) -> bool {
        let nations = &self.nations[side.index()];
        self.listed(card)
            && card.entry.nation.serves(side)
            && (nations.is_empty() || nations.contains(&card.entry.nation))
    }

    /// The largest force that finds room on the board ([`crate::rule::PLACEMENT`]).
    pub fn most_aircraft(&self) -> usize {
        self.size[0] as usize * self.tables.set_up.aircraft_per_unit
    }
}

/// A ready-made force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ready {
    /// The scenario that fixes it.
    pub title: String,
    /// The side that it is for.
    pub side: Side,
    /// The force.
    pub list: ForceList,
}
