//! Numbers of the rule book, as `tables.toml` holds them.

use crate::card::Armoury;
use crate::field::{Arc, Arcs};
use schemars::JsonSchema;
use serde::Deserialize;

/// Numbers of the rule book.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Tables {
    /// Limits of the board ([`crate::rule::PLAYING_AREA`]).
    pub board: BoardTable,
    /// Set-up ([`crate::rule::PLACEMENT`]).
    pub set_up: SetUpTable,
    /// Sizes of groups ([`crate::rule::FLIGHT_GROUP`]).
    pub group: GroupTable,
    /// Length of the game ([`crate::rule::GAME_LENGTH`]).
    pub game: GameTable,
    /// Largest pivots ([`crate::rule::PIVOT`]).
    pub pivot: PivotTable,
    /// How long an SU is ([`crate::rule::STANDARD_UNIT`]).
    pub unit: Vec<UnitRow>,
    /// Weapon types ([`crate::rule::WEAPONS`]).
    pub weapon: Vec<WeaponRow>,
    /// Ranges ([`crate::rule::RANGE`]).
    pub range: Vec<RangeRow>,
    /// Tailing ([`crate::rule::OPT_TAILING`]).
    pub tailing: TailingTable,
}

/// Limits of the board in SU.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardTable {
    /// Least short side.
    pub short: i32,
    /// Least long side.
    pub long: i32,
    /// Longest side.
    pub most: i32,
}

/// Set-up.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SetUpTable {
    /// Depth of the set-up areas.
    pub depth: i16,
    /// Largest distance between aircraft of a group.
    pub spread: i32,
    /// Lowest altitude.
    pub lowest: i16,
    /// How far below the maximum altitude the highest is.
    pub below_ceiling: i16,
    /// Aircraft per SU of the short side.
    pub aircraft_per_unit: usize,
}

/// Sizes of groups.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GroupTable {
    /// Fewest aircraft.
    pub fewest: usize,
    /// Most aircraft.
    pub most: usize,
}

/// Length of the game.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameTable {
    /// Turns.
    pub turns: i32,
    /// Usual point total.
    pub points: i32,
}

/// Largest pivots in degrees.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PivotTable {
    /// Of a turn.
    pub turn: u16,
    /// Of a tight turn.
    pub tight_turn: u16,
    /// Of a half loop.
    pub half_loop: u16,
}

/// How long an SU is with some kind of piece.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitRow {
    /// The pieces.
    pub pieces: String,
    /// The length.
    pub length: String,
}

/// A weapon type.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeaponRow {
    /// As printed on cards.
    pub id: String,
    /// In words.
    pub text: String,
    /// Damage value.
    pub damage: u8,
    /// Attacks for which there is ammunition.
    pub ammunition: u8,
}

/// A range.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RangeRow {
    /// Its name.
    pub name: String,
    /// Up to so many SUs.
    pub units: i32,
    /// This or more hits.
    pub to_hit: u8,
    /// With Deflection, from behind the target.
    pub behind: u8,
    /// With Deflection, head-on.
    pub ahead: u8,
    /// With Deflection, from abeam.
    pub abeam: u8,
}

/// Tailing.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TailingTable {
    /// Within so many SUs.
    pub units: i32,
}

impl Armoury for Tables {
    fn weapon(&self, id: &str) -> Option<(u8, u8)> {
        self.weapon.iter().find(|w| w.id == id).map(|w| (w.damage, w.ammunition))
    }
}

impl RangeRow {
    /// The number to hit for an attacker that lies in these arcs of the target; on a boundary the better line
    /// ([`crate::rule::OPT_DEFLECTION`]). 7 is no attack.
    #[inline]
    pub fn deflected(&self, arcs_of_target: Arcs) -> u8 {
        if arcs_of_target.has(Arc::Rf) {
            self.behind
        } else if arcs_of_target.has(Arc::Ff) {
            self.ahead
        } else {
            self.abeam
        }
    }
}
