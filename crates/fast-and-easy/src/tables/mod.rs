//! The tables of `tables.toml`, block by block.

mod flaws;

pub(crate) use flaws::flaws;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

macro_rules! table {
    ($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident : $ty:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, rename_all = "kebab-case")]
        pub struct $name { $($(#[$fdoc])* pub $field: $ty),* }
    };
}

table! {
    /// `tables.toml`.
    Tables {
        /// Map sizes.
        board: BoardTable,
        /// Set-up distances.
        deploy: DeployTable,
        /// Formation layouts by name.
        formations: BTreeMap<String, Vec<[i16; 2]>>,
        /// Where random interceptors enter.
        random_entry: RandomEntryTable,
        /// Movement.
        movement: MovementTable,
        /// What a die needs.
        shooting: ShootingTable,
        /// Dice added and taken away.
        dice: DiceTable,
        /// The critical hit table.
        critical: CriticalTable,
        /// Engine hits.
        engines: EngineTable,
        /// Friendly fire.
        friendly_fire: FriendlyFireTable,
        /// Turrets.
        turrets: TurretTable,
        /// Rockets.
        rockets: RocketTable,
        /// What a bomb load costs.
        load: LoadTable,
        /// The casualty table.
        casualties: CasualtyTable,
        /// Victory points.
        victory: VictoryTable,
        /// Option `clouds`.
        clouds: CloudTable,
        /// Option `night`.
        night: NightTable,
        /// Option `jet_fuel`.
        jet_fuel: FuelTable,
        /// Option `drop_tanks`.
        drop_tanks: TankTable,
    }
}
table! {
    /// Columns and rows of each map, and the limits of custom ones.
    BoardTable {
        /// Small.
        small: [i16; 2],
        /// Standard.
        standard: [i16; 2],
        /// Large.
        large: [i16; 2],
        /// Fewest columns or rows.
        smallest: i16,
        /// Most columns or rows.
        largest: i16,
    }
}
table! {
    /// Set-up distances.
    DeployTable {
        /// The bombers' zone as a fraction of the columns.
        bomber_zone: [i16; 2],
        /// Least distance between bombers.
        bombers_apart: i16,
        /// Largest distance of an escort from a bomber.
        escort_distance: i16,
        /// Least distance of an interceptor from an enemy.
        interceptor_distance: i16,
    }
}
table! {
    /// Where random interceptors enter.
    RandomEntryTable {
        /// Most planes that enter together.
        group: u8,
        /// Where the others stand, seen from the leader.
        followers: Vec<[i16; 2]>,
        /// Leader's hex and facing for each score.
        rows: Vec<EntryRow>,
    }
}
table! {
    /// Leader's hex and facing.
    EntryRow {
        /// Column.
        column: Along,
        /// Row.
        row: Along,
        /// Facing.
        facing: u8,
    }
}

/// A place along a side of the map.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Along {
    /// A fraction of its length, rounded down.
    Of([i16; 2]),
    /// So many from the start.
    FromStart(i16),
    /// So many from the end.
    FromEnd(i16),
}

impl Along {
    /// The column or row on a map that has `length` of them.
    pub fn on(self, length: i16) -> i16 {
        match self {
            Along::Of([over, under]) => over * length / under,
            Along::FromStart(n) => n,
            Along::FromEnd(n) => length - n,
        }
    }
}

table! {
    /// Movement.
    MovementTable {
        /// How many hexes below SPEED every plane may stay.
        slack: u8,
        /// How many a jet may.
        jet_slack: u8,
        /// Distance at which combat starts.
        combat_distance: i16,
        /// How far from where it left a fighter may return.
        return_distance: i16,
        /// Turns after leaving until it may.
        return_after_turns: u8,
        /// Highest score on which an Immelmann fails.
        immelmann_fails: u8,
        /// Lowest score with which a boost succeeds.
        boost: u8,
        /// Lowest score with which a bomber of SPEED 0 moves.
        creep: u8,
    }
}
table! {
    /// What a die needs.
    ShootingTable {
        /// Forward guns.
        forward: NeedRow,
        /// Rear guns.
        rear: NeedRow,
        /// Turrets.
        turret: NeedRow,
        /// Range at which only one turret fires.
        single_turret_range: u8,
    }
}
table! {
    /// What a die needs at each range.
    NeedRow {
        /// At range 1, 2 …
        needs: Vec<u8>,
        /// At range 1 against a jet, where that differs.
        #[serde(default)]
        jet: Option<u8>,
    }
}
table! {
    /// Dice added and taken away.
    DiceTable {
        /// Wingman.
        wingman: i8,
        /// Ace.
        ace: i8,
        /// Frontal fire.
        frontal: i8,
        /// Tailing fire.
        tailing: i8,
    }
}
table! {
    /// Results of 2D6, from 2 to 12.
    CriticalTable {
        /// Against fighters.
        fighter: [CriticalResult; 11],
        /// Against bombers.
        bomber: [CriticalResult; 11],
        /// Against jets.
        jet: [CriticalResult; 11],
        /// Rockets.
        rocket: [CriticalResult; 11],
        /// Bomber collisions.
        collision: [CriticalResult; 11],
        /// Added for 30 mm cannon.
        cannon30: i8,
        /// Added for frontal fire.
        frontal: i8,
        /// Sixes that cause a throw at maximum range, option `max_range_double_six`.
        max_range_sixes: u8,
    }
}

/// A cell of the critical hit table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub enum CriticalResult {
    /// Nothing.
    Nothing,
    /// Out of the game.
    Out,
    /// The bomber hit shifts.
    Shift,
    /// So does the nearest other bomber.
    ShiftBoth,
    /// So many hits.
    Hits(u8),
}

impl TryFrom<String> for CriticalResult {
    type Error = String;

    fn try_from(text: String) -> Result<CriticalResult, String> {
        Ok(match text.as_str() {
            "" => CriticalResult::Nothing,
            "H" => CriticalResult::Out,
            "S1" => CriticalResult::Shift,
            "S2" => CriticalResult::ShiftBoth,
            n => CriticalResult::Hits(
                n.parse().map_err(|_| format!("'{n}' is not \"\", H, S1, S2 or a number"))?,
            ),
        })
    }
}

impl From<CriticalResult> for String {
    fn from(result: CriticalResult) -> String {
        match result {
            CriticalResult::Nothing => String::new(),
            CriticalResult::Out => "H".into(),
            CriticalResult::Shift => "S1".into(),
            CriticalResult::ShiftBoth => "S2".into(),
            CriticalResult::Hits(n) => n.to_string(),
        }
    }
}

table! {
    /// Engine hits.
    EngineTable {
        /// Lowest score with which a six destroys an engine.
        check: u8,
        /// SPEED lost by twin-engined planes with 0, 1 … engines destroyed.
        two: Vec<u8>,
        /// By planes with three.
        three: Vec<u8>,
        /// By planes with four.
        four: Vec<u8>,
    }
}

impl EngineTable {
    /// SPEED lost (`fast-and-easy/engine-speed`).
    pub fn speed_lost(&self, engines: u8, destroyed: u8) -> u8 {
        let row: &[u8] = match engines {
            0 | 1 => &[],
            2 => &self.two,
            3 => &self.three,
            _ => &self.four,
        };
        row.get(destroyed as usize).or(row.last()).copied().unwrap_or(0)
    }
}

table! {
    /// Friendly fire.
    FriendlyFireTable {
        /// Highest score on which a bomber fires at distance 1, 2, 3.
        up_to: Vec<u8>,
        /// Dice of the generic turret.
        dice: u8,
    }
}
table! {
    /// Turrets.
    TurretTable {
        /// Targets of one bomber in one turn.
        targets: u8,
    }
}
table! {
    /// Rockets.
    RocketTable {
        /// Shortest range.
        nearest: u8,
        /// Longest range.
        farthest: u8,
        /// Lowest score with which a salvo hits.
        hit: u8,
    }
}
table! {
    /// What a bomb load costs.
    LoadTable {
        /// SPEED.
        speed: i8,
        /// Turn.
        turn: i8,
    }
}

/// A plane's fate (`fast-and-easy/casualties`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Fate {
    /// Crashed.
    #[serde(rename = "C")]
    Crashed,
    /// Damaged.
    #[serde(rename = "D")]
    Damaged,
    /// Light damage.
    #[serde(rename = "L")]
    Light,
}

table! {
    /// Results of D6, from 1 to 6.
    CasualtyTable {
        /// Fighters that are out.
        fighter: [Fate; 6],
        /// Bombers that are out.
        bomber: [Fate; 6],
        /// 1 of 3 or 2 of 4 engines destroyed.
        some_engines: [Fate; 6],
        /// 3 of 4, 1 of 2 or 2 of 3.
        most_engines: [Fate; 6],
        /// All of them.
        all_engines: [Fate; 6],
        /// Added for a critical hit.
        critical: i8,
        /// Added far from home.
        far_from_home: i8,
    }
}
table! {
    /// Victory points.
    VictoryTable {
        /// Value of a single-engined fighter.
        single_engined_fighter: i32,
        /// Of a fighter with more engines.
        twin_engined_fighter: i32,
        /// Of a jet.
        jet: i32,
        /// Of a bomber with up to two engines.
        two_engined_bomber: i32,
        /// Of a bomber with more.
        heavy_bomber: i32,
        /// For each bomber that exited, where the scenario does not say.
        exit: i32,
        /// For each ground target destroyed, where the scenario does not say.
        target: i32,
        /// A decisive winner has so many times the loser's points …
        decisive_factor: i32,
        /// … and so many more.
        decisive_lead: i32,
    }
}
table! {
    /// Option `clouds`.
    CloudTable {
        /// Longest range into or out of cloud.
        range: u8,
        /// Dice.
        dice: i8,
        /// Highest score on which a bomber in cloud shifts.
        shift_up_to: u8,
        /// How much harder a target under cloud is.
        bombs: u8,
    }
}
table! {
    /// Option `night`.
    NightTable {
        /// Longest range.
        range: u8,
        /// Range up to which a target is always seen.
        sure_range: u8,
        /// Lowest score that sees beyond it.
        sight: u8,
        /// Added for radar.
        radar: u8,
        /// Added if the target has fired.
        target_fired: u8,
        /// Longest distance of friendly fire.
        friendly_fire_distance: u8,
    }
}
table! {
    /// Option `jet_fuel`.
    FuelTable {
        /// SPEED of a glider.
        glide: i8,
    }
}
table! {
    /// Option `drop_tanks`.
    TankTable {
        /// SPEED with tanks.
        speed: i8,
        /// Turn with tanks.
        turn: i8,
        /// Turns left once they are dropped.
        turns: u8,
        /// Points for bringing them home.
        points: i32,
    }
}
