//! What of a game does not change: map, options, tables, and what is fixed about each plane.

use crate::command::Spot;
use crate::data::{Aircraft, Tables};
use crate::movement::Performance;
use crate::options::Options;
use crate::rule;
use crate::sets::{Bits, PlaneSet};
use crate::state::Stage;
use sky::{Board, Direction, Edge, Hex};
use std::sync::Arc;
use table::{PieceId, RuleId, Scenery, Side, SmolStr};

/// What does not change during a game.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The scenario's title.
    pub title: String,
    /// What the map looks like.
    pub scenery: Option<Scenery>,
    /// The map.
    pub board: Board,
    /// Turn limit.
    pub turns: u8,
    /// The side with the escort role.
    pub escort: Side,
    /// What the sides are called.
    pub side_names: [String; 2],
    /// Options chosen.
    pub options: Options,
    /// Tables.
    pub tables: Arc<Tables>,
    /// Aircraft types.
    pub aircraft: Arc<Vec<Aircraft>>,
    /// The planes, as far as they do not change.
    pub planes: Vec<PlaneInfo>,
    /// The groups' names.
    pub groups: Vec<GroupInfo>,
    /// The formations, as far as they do not change.
    pub formations: Vec<FormationInfo>,
    /// Layouts: those of the tables, then the scenario's own.
    pub layouts: Vec<Layout>,
    /// Bombers.
    pub bombers: PlaneSet,
    /// Fighters of each side.
    pub fighters: [PlaneSet; 2],
    /// Ground targets.
    pub targets: Vec<Hex>,
    /// Cloud hexes.
    pub clouds: Bits,
    /// Whether a side is far from home.
    pub far_from_home: [bool; 2],
    /// Points for a bomber that exits.
    pub exit_vp: i32,
    /// Points for a ground target.
    pub target_vp: i32,
    /// The short edge to which the bombers fly.
    pub far_edge: Edge,
}

/// What does not change about a plane.
#[derive(Clone, Debug)]
pub struct PlaneInfo {
    /// Its name.
    pub name: SmolStr,
    /// Its group.
    pub group: u8,
    /// Its type.
    pub kind: u8,
    /// Whose it is.
    pub side: Side,
    /// Its part in the fight.
    pub role: Role,
    /// Whether an ace flies it.
    pub ace: bool,
    /// Whether it is a radar night fighter.
    pub radar: bool,
    /// Its formation.
    pub formation: Option<u8>,
    /// What it can do as long as nothing is wrong with it.
    pub(crate) printed: Performance,
}

/// What does not change about a group.
#[derive(Clone, Debug)]
pub struct GroupInfo {
    /// Its name.
    pub name: SmolStr,
    /// Who plays it.
    pub player: Option<String>,
    /// First plane.
    pub first: usize,
    /// Number of planes.
    pub len: usize,
    /// Facing.
    pub facing: Direction,
}

/// What does not change about a formation.
#[derive(Clone, Debug)]
pub struct FormationInfo {
    /// Its group.
    pub group: u8,
    /// Its facing.
    pub facing: Direction,
    /// Its bombers.
    pub members: PlaneSet,
}

/// A layout (`fast-and-easy/formations`).
#[derive(Clone, Debug)]
pub struct Layout {
    /// Name.
    pub name: String,
    /// Slots seen from the lead slot.
    pub slots: Vec<[i16; 2]>,
}

/// A plane's part in the fight (`fast-and-easy/plane-classes`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A fighter on the bombers' side.
    Escort,
    /// A fighter on the other side.
    Interceptor,
    /// A bomber.
    Bomber,
}

impl Role {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Role::Escort => "escort",
            Role::Interceptor => "interceptor",
            Role::Bomber => "bomber",
        }
    }
}

impl Rules {
    /// The printed ratings of plane `i`.
    #[inline]
    pub fn card(&self, i: usize) -> &Aircraft {
        &self.aircraft[self.planes[i].kind as usize]
    }

    /// The side of the interceptors.
    #[inline]
    pub fn interceptor(&self) -> Side {
        self.escort.enemy()
    }

    /// Plane number `id` as an index.
    #[inline]
    pub fn index(&self, id: PieceId) -> Option<usize> {
        Some(id.index()).filter(|i| *i < self.planes.len())
    }

    /// A dense number for a hex of the map, row by row; nothing beyond its edge. The same as the board's own, which has to
    /// ask first how it is numbered.
    #[inline]
    pub fn place(&self, hex: Hex) -> Option<usize> {
        let (column, row) = (hex.q + (hex.r >> 1), hex.r);
        let on = (0..self.board.columns).contains(&column) && (0..self.board.rows).contains(&row);
        on.then(|| row as usize * self.board.columns as usize + column as usize)
    }

    /// The hex that a command names, if the map has it.
    #[inline]
    pub(crate) fn hex(&self, spot: Spot) -> Option<Hex> {
        self.board.hex(spot.column.into(), spot.row.into())
    }

    /// A hex as commands write it.
    pub(crate) fn spot(&self, hex: Hex) -> Spot {
        let (column, row) = self.board.grid.printed(hex);
        Spot { column: column as u8, row: row as u8 }
    }

    /// Whether the map has a hex.
    #[inline]
    pub fn has(&self, hex: Hex) -> bool {
        self.place(hex).is_some()
    }

    /// The edge beyond which a hex lies; nothing if it is on the map.
    #[inline]
    pub fn beyond(&self, hex: Hex) -> Option<Edge> {
        if self.has(hex) { None } else { self.board.beyond(hex) }
    }

    /// Whether a hex is in cloud (`fast-and-easy/opt-clouds`).
    #[inline]
    pub fn cloudy(&self, hex: Hex) -> bool {
        self.options.clouds && self.board.index(hex).is_some_and(|n| self.clouds.has(n))
    }

    /// All planes of a side.
    pub fn side_set(&self, side: Side) -> PlaneSet {
        let fighters = self.fighters[side.index()];
        if side == self.escort { fighters.or(&self.bombers) } else { fighters }
    }

    /// The side whose step it is; nobody's in step 7 and at the end.
    pub fn stage_side(&self, stage: Stage) -> Option<Side> {
        match stage {
            Stage::PlaceInterceptors | Stage::InterceptorsMove | Stage::InterceptorsFire => {
                Some(self.interceptor())
            }
            Stage::Bombing | Stage::Over => None,
            _ => Some(self.escort),
        }
    }

    /// The rule behind a stage.
    pub fn stage_rule(stage: Stage) -> RuleId {
        match stage {
            Stage::PlaceBombers => rule::DEPLOY_BOMBERS,
            Stage::PlaceEscorts => rule::DEPLOY_ESCORTS,
            Stage::PlaceInterceptors => rule::DEPLOY_INTERCEPTORS,
            Stage::Rates => rule::FORMATION_RATE,
            Stage::Boosts => rule::BOOST,
            Stage::Stragglers => rule::STRAGGLER,
            Stage::Bombing => rule::BOMBING,
            Stage::Over => rule::GAME_END,
            _ => rule::SEQUENCE,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::FastAndEasy;
    use table::Library;

    #[test]
    fn places_are_the_boards_own() {
        let data = testing::built_in::<FastAndEasy>();
        let rules = FastAndEasy::set_up(&data, &data.scenarios["kent-duel"]).ok().unwrap().rules;
        for (column, row) in (-3..34).flat_map(|c| (-3..24).map(move |r| (c, r))) {
            let hex = rules.board.grid.hex(column, row);
            assert_eq!(rules.place(hex), rules.board.index(hex));
            assert_eq!(rules.beyond(hex), rules.board.beyond(hex));
        }
    }
}
