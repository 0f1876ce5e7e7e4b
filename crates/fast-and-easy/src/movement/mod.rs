//! 6. Fighter movement, and the steps that single bombers share with it.
//!
//! A move is a chain of elementary steps (`fast-and-easy/move-steps`). [`Walk`] is the state of a plane in the middle of
//! its move, [`Mover`] what stays the same during it.

mod choices;
mod edge;
mod flight;
mod forecast;
pub(crate) mod performance;
mod steps;
mod stragglers;

pub(crate) use choices::{choices, draft_choices, moves_now, sketch};
pub(crate) use edge::{along, entries, judge_stay_away, may_return, may_stay_away, random_entry, stay_away};
pub(crate) use flight::Flight;
pub(crate) use flight::{carries, finish, fly, judge, judge_flight, mover_of, try_immelmann};
pub(crate) use performance::{Condition, Performance, cruises, fighter, formation_speed, performance, speed};

use crate::state::{Hand, Marker, Rules, State, Trail};
use serde::Serialize;
use sky::{Direction, Edge, Hex};

/// The highest SPEED that a data file may give.
pub(crate) const MAX_SPEED: u8 = 12;

/// A plane in the middle of its move (decision point 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Walk {
    /// Where it has got to.
    pub hex: Hex,
    /// How it points.
    pub facing: Direction,
    /// Hexes spent.
    pub spent: u8,
    /// Straight hexes flown since the last turn, slip or reversal.
    pub run: u8,
    /// Declared turn.
    pub marker: Option<Marker>,
    /// Side of the last slip.
    pub slip: Option<Hand>,
    /// Whether only straight flight is left (after an Immelmann).
    pub straight_only: bool,
    /// Whether it has just turned.
    pub just_turned: bool,
    /// Whether a single bomber has made its slip or turn.
    pub manoeuvred: Manoeuvred,
    /// The edge by which it has left the map.
    pub gone: Option<Edge>,
    /// Whether a declaration or `END` has ended the move.
    pub ended: bool,
}

/// What a single bomber has done in its move (`fast-and-easy/straggler`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Manoeuvred {
    /// It opened with a slip.
    pub opening_slip: bool,
    /// It has made a slip that must close its move.
    pub closing_slip: bool,
    /// It has turned (`fast-and-easy/opt-straggler-turns`).
    pub turned: bool,
}

/// A move that stopped in the middle for a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Moving {
    /// The plane.
    pub plane: u8,
    /// How far it has got.
    pub walk: Walk,
    /// Hexes entered.
    pub trail: Trail,
}

/// What stays the same while a plane moves.
pub(crate) struct Mover<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) state: &'a State,
    /// The plane.
    pub(crate) plane: usize,
    /// Its own hex, which does not count as occupied; nothing while it is off the map.
    pub(crate) home: Option<Hex>,
    pub(crate) performance: Performance,
    /// What a bomber may do; nothing for a fighter.
    pub(crate) bomber: Option<BomberLeave>,
}

/// What a bomber may do in its move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BomberLeave {
    /// Slips: stragglers may, bombers that drop out of formation or creep may not.
    pub(crate) slip: bool,
    /// A slip at the beginning and one at the end (`fast-and-easy/opt-night`).
    pub(crate) corkscrew: bool,
    /// Turns (`fast-and-easy/opt-straggler-turns`).
    pub(crate) turns: bool,
}

impl Walk {
    /// A plane that has not moved yet.
    pub(crate) fn start(hex: Hex, facing: Direction, marker: Option<Marker>, slip: Option<Hand>) -> Walk {
        Walk {
            hex,
            facing,
            spent: 0,
            run: 0,
            marker,
            slip,
            straight_only: false,
            just_turned: false,
            manoeuvred: Manoeuvred::default(),
            gone: None,
            ended: false,
        }
    }
}

/// The direction of a slip: ahead-left or ahead-right (`fast-and-easy/slip`).
#[inline]
pub(crate) fn slip_direction(facing: Direction, hand: Hand) -> Direction {
    match hand {
        // [1,-1] and [0,1] of fast-and-easy/relative-hexes.
        Hand::Left => facing.turned(-1),
        Hand::Right => facing.turned(1),
    }
}

/// The facing after a turn (`fast-and-easy/facing`).
#[inline]
pub(crate) fn turned(facing: Direction, hand: Hand) -> Direction {
    match hand {
        Hand::Left => facing.turned(-1),
        Hand::Right => facing.turned(1),
    }
}
