//! 2.4: aircraft charts, as their files hold them and as the rules read them.

use crate::rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::view::Shape;
use table::{Flaw, Flaws};

/// The fastest speed that a chart may have; every move's records are kept in a space of this size.
pub(crate) const FASTEST: usize = 20;
/// The longest range that a results table may have.
const LONGEST: usize = 12;

/// An aircraft chart as its file holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Chart {
    /// Key, as used by scenario files.
    pub id: String,
    /// Full name.
    #[serde(default)]
    pub name: String,
    /// Nation.
    #[serde(default)]
    pub nation: String,
    /// Fighter, bomber or fighter-bomber.
    pub class: Class,
    /// Which guns it has and how they bear.
    pub armament: Armament,
    /// 2.41: forward hexes before the first and before the second turn.
    pub turn_mode: [u8; 2],
    /// 2.42: most steps by which the speed may rise in a phase.
    pub acceleration: u8,
    /// 2.43: price of a snap roll; none for types that cannot roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll_cost: Option<u8>,
    /// 2.44: price of one, two and three hexsides of wing-over or split-S; none for types that cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wing_over_cost: Option<[u8; 3]>,
    /// Price of a vertical dive.
    pub vertical_dive_cost: u8,
    /// 2.45: whether it may accelerate in the first phase of a vertical dive.
    #[serde(default)]
    pub fuel_injection: bool,
    /// 2.49: lowest speed.
    pub minimum: u8,
    /// 2.49: highest speed in level flight.
    pub level_max: u8,
    /// 2.49: top of the Speed Track; speeds above `level_max` are Dive speeds.
    pub maximum: u8,
    /// Maximum Speed at which it is shot down.
    pub destruct_point: u8,
    /// 7.F: hits that lower Maximum Speed by a step.
    pub hits_per_step: u8,
    /// 2.48: climb steps in an Altitude Level.
    pub climb_steps: u8,
    /// 6.C: movement points of a climb step.
    pub climb_cost: u8,
    /// 9.1: points for shooting it down.
    pub victory_value: u8,
    /// 2.47: levels that a vertical dive may lose, from the lowest speed to the highest.
    pub vertical_dive_track: Vec<u8>,
    /// Where each figure comes from.
    #[serde(default)]
    pub source: BTreeMap<String, String>,
    /// 2.46: one table per gun.
    pub results: ResultsTables,
    /// What a silhouette is drawn from.
    #[serde(default)]
    pub shape: Shape,
}

/// Combat Results Tables by gun.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ResultsTables {
    /// Forward guns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forward: Option<ResultsTable>,
    /// Rear gunner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rear: Option<ResultsTable>,
    /// All-around guns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all_around: Option<ResultsTable>,
}

/// A Combat Results Table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResultsTable {
    /// Six rows, die 1 to 6; columns are ranges from 1.
    pub rows: Vec<Vec<u8>>,
    /// Where it comes from.
    #[serde(default)]
    pub source: String,
}

/// What a type counts as when forces are chosen (9.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A fighter.
    Fighter,
    /// A bomber.
    Bomber,
    /// Either.
    FighterBomber,
}

/// 7.C: gun configurations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Armament {
    /// 7.C3: forward guns only.
    Forward,
    /// 7.C2: forward guns and a rear gunner.
    ForwardAndRear,
    /// 7.C1: guns that bear in any direction.
    AllAround,
}

/// A gun, in the order in which guns of one aircraft roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Gun {
    /// Forward guns.
    Forward,
    /// Rear gunner.
    Rear,
    /// All-around guns.
    AllAround,
}

impl Gun {
    /// Its name in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Gun::Forward => "forward guns",
            Gun::Rear => "rear gun",
            Gun::AllAround => "all-around guns",
        }
    }

    /// The gun that a query for odds means by a word.
    pub(crate) fn by_word(word: &str) -> Option<Gun> {
        match word {
            "forward" => Some(Gun::Forward),
            "rear" => Some(Gun::Rear),
            "all-around" => Some(Gun::AllAround),
            _ => None,
        }
    }
}

impl Armament {
    /// The guns.
    pub fn guns(self) -> &'static [Gun] {
        match self {
            Armament::Forward => &[Gun::Forward],
            Armament::ForwardAndRear => &[Gun::Forward, Gun::Rear],
            Armament::AllAround => &[Gun::AllAround],
        }
    }
}

/// A Combat Results Table of fixed size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Crt {
    cells: [[u8; LONGEST]; 6],
    /// 7.H: the last column.
    pub(crate) longest: u8,
}

impl Crt {
    /// Damage Points for a die at a range that the table has.
    pub(crate) fn points(&self, die: u8, range: u8) -> u8 {
        self.cells[usize::from(die) - 1][usize::from(range) - 1]
    }
}

/// The figures of a chart as the rules read them: no heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Type {
    pub(crate) class: Class,
    pub(crate) armament: Armament,
    pub(crate) turn_mode: [u8; 2],
    pub(crate) acceleration: u8,
    pub(crate) roll: Option<u8>,
    pub(crate) wing_over: Option<[u8; 3]>,
    pub(crate) dive_cost: u8,
    pub(crate) injection: bool,
    pub(crate) minimum: u8,
    pub(crate) level_max: u8,
    pub(crate) maximum: u8,
    pub(crate) destruct: u8,
    pub(crate) hits_per_step: u8,
    pub(crate) climb_steps: u8,
    pub(crate) climb_cost: u8,
    pub(crate) value: u8,
    track: [u8; FASTEST + 1],
    crts: [Crt; 3],
}

impl Type {
    /// `vdt(s)`: levels that a vertical dive may lose at speed `s`.
    pub(crate) fn dive_track(&self, speed: u8) -> u8 {
        self.track[usize::from(speed)]
    }

    /// The Combat Results Table of a gun that it has.
    pub(crate) fn crt(&self, gun: Gun) -> &Crt {
        &self.crts[gun as usize]
    }

    pub(crate) fn guns(&self) -> &'static [Gun] {
        self.armament.guns()
    }
}

impl Chart {
    /// The results table of a gun.
    pub fn table(&self, gun: Gun) -> Option<&ResultsTable> {
        match gun {
            Gun::Forward => self.results.forward.as_ref(),
            Gun::Rear => self.results.rear.as_ref(),
            Gun::AllAround => self.results.all_around.as_ref(),
        }
    }

    /// Everything that keeps the chart from being one that the rules can use.
    pub(crate) fn flaws(&self) -> Vec<Flaw> {
        let mut flaws = Flaws::default();
        let mut unless = |sound, path: &str, says: &str, rule| {
            flaws.unless(sound, path, says, rule);
        };
        let (min, lm, top) = (self.minimum, self.level_max, self.maximum);
        unless(!self.id.is_empty(), "id", "a chart needs an id", rule::CHARTS);
        unless(
            min >= 1 && min.saturating_add(2) <= lm,
            "minimum",
            "at least 1 and two below level-max",
            rule::SPEED_TRACK,
        );
        unless(lm < top, "level-max", "the Speed Track needs a Dive speed above it", rule::SPEED_TRACK);
        unless(usize::from(top) <= FASTEST, "maximum", "at most 20", rule::SPEED_TRACK);
        let star = min <= self.destruct_point && self.destruct_point < top;
        unless(star, "destruct-point", "a space of the Speed Track below its top", rule::SPEED_TRACK);
        unless(self.acceleration >= 1, "acceleration", "at least 1", rule::ACCELERATION);
        let turns = self.turn_mode.iter().all(|n| *n >= 1);
        unless(turns, "turn-mode", "both numbers at least 1", rule::TURN_MODE);
        unless(self.climb_steps >= 1, "climb-steps", "at least 1", rule::CLIMB_TRACK);
        let price = (1..=2).contains(&self.climb_cost);
        unless(price, "climb-cost", "1, or 2 for bombers", rule::CLIMBING);
        let hits = (1..=2).contains(&self.hits_per_step);
        unless(hits, "hits-per-step", "1, or 2 for two-hit types", rule::DAMAGE);
        unless(self.roll_cost != Some(0), "roll-cost", "at least 1", rule::ROLL_COST);
        let rising = self.wing_over_cost.is_none_or(|c| c[0] >= 1 && c[0] < c[1] && c[1] < c[2]);
        unless(rising, "wing-over-cost", "positive and rising", rule::WOSS_COST);
        unless(self.vertical_dive_cost >= 1, "vertical-dive-cost", "at least 1", rule::VERTICAL_DIVE);
        let track = &self.vertical_dive_track;
        let whole = top >= min && track.len() == usize::from(top - min) + 1;
        unless(whole, "vertical-dive-track", "one entry for every speed of the track", rule::DIVE_TRACK);
        let falls = track.windows(2).any(|w| w[0] > w[1]);
        unless(!falls, "vertical-dive-track", "never falls with speed", rule::DIVE_TRACK);
        for (key, gun) in [("forward", Gun::Forward), ("rear", Gun::Rear), ("all-around", Gun::AllAround)] {
            let path = format!("results.{key}");
            let has = self.armament.guns().contains(&gun);
            match self.table(gun) {
                None => unless(!has, &path, "the armament needs this table", rule::RESULTS_TABLE),
                Some(table) => {
                    unless(has, &path, "the armament has no such gun", rule::FIELDS);
                    let across = table.rows.first().map_or(0, Vec::len);
                    let even = table.rows.iter().all(|row| row.len() == across);
                    let fits = (1..=LONGEST).contains(&across) && table.rows.len() == 6 && even;
                    unless(
                        fits,
                        &path,
                        "six rows of equal length, range 1 to at most 12",
                        rule::RESULTS_TABLE,
                    );
                }
            }
        }
        flaws.into_vec()
    }

    /// The figures as the rules read them. The chart must be without flaws.
    pub(crate) fn figures(&self) -> Type {
        let mut track = [0; FASTEST + 1];
        for (n, levels) in self.vertical_dive_track.iter().enumerate() {
            track[usize::from(self.minimum) + n] = *levels;
        }
        let mut crts = [Crt::default(); 3];
        for gun in self.armament.guns() {
            if let Some(table) = self.table(*gun) {
                let crt = &mut crts[*gun as usize];
                for (die, row) in table.rows.iter().enumerate() {
                    crt.cells[die][..row.len()].copy_from_slice(row);
                    crt.longest = row.len() as u8;
                }
            }
        }
        Type {
            class: self.class,
            armament: self.armament,
            turn_mode: self.turn_mode,
            acceleration: self.acceleration,
            roll: self.roll_cost,
            wing_over: self.wing_over_cost,
            dive_cost: self.vertical_dive_cost,
            injection: self.fuel_injection,
            minimum: self.minimum,
            level_max: self.level_max,
            maximum: self.maximum,
            destruct: self.destruct_point,
            hits_per_step: self.hits_per_step,
            climb_steps: self.climb_steps,
            climb_cost: self.climb_cost,
            value: self.victory_value,
            track,
            crts,
        }
    }
}
