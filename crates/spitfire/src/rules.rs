//! What does not change during a game.

use crate::chart::{Chart, Type};
use crate::data::Tables;
use crate::options::Options;
use crate::scenario::Kind;
use arrayvec::ArrayVec;
use sky::{Board, Hex};
use std::sync::Arc;
use table::{Scenery, Side};

/// What does not change during a game.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(crate) title: String,
    pub(crate) scenery: Option<Scenery>,
    pub(crate) kind: Kind,
    pub(crate) period: Option<String>,
    pub(crate) options: Options,
    pub(crate) board: Board,
    pub(crate) tables: Tables,
    /// Who is First Player.
    pub(crate) first: Side,
    /// One type per side (9.0).
    pub(crate) types: [Type; 2],
    pub(crate) charts: [Arc<Chart>; 2],
    /// Ground targets (9.2).
    pub(crate) targets: ArrayVec<Hex, 8>,
    /// Points that come from nothing on the map: the head start of 9.1, or what the scenario says.
    pub(crate) base: [i32; 2],
}

impl Rules {
    /// 10.0: whether aircraft point at corners.
    pub(crate) fn corners(&self) -> bool {
        self.options.opt_hexagonal_space
    }

    /// 11.0: whether fire between altitudes follows attitude.
    pub(crate) fn inter_altitude(&self) -> bool {
        self.options.opt_inter_altitude
    }

    pub(crate) fn of(&self, side: Side) -> &Type {
        &self.types[side.index()]
    }

    /// 9.2: the side whose aircraft are to bomb.
    pub(crate) fn bomber_side(&self) -> Option<Side> {
        (self.kind == Kind::Bombing).then_some(self.first.enemy())
    }

    pub(crate) fn is_target(&self, hex: Hex) -> bool {
        self.targets.contains(&hex)
    }
}
