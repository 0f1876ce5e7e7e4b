//! What the data files hold: aircraft, tables and scenarios.

use crate::rules as rule;
use crate::scenario::Scenario;
pub use crate::tables::*;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::view::Shape;
use table::{Flaw, RuleId};

/// Aircraft, tables and ready-made scenarios.
pub struct Data {
    /// The aircraft, in file order.
    pub aircraft: Arc<Vec<Aircraft>>,
    /// Where the aircraft's figures come from.
    pub sources: Sources,
    /// The tables.
    pub tables: Arc<Tables>,
    /// The scenarios by id.
    pub scenarios: BTreeMap<String, Scenario>,
}

/// `aircraft.toml`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AircraftFile {
    /// Where each kind of figure comes from.
    pub sources: Sources,
    /// The aircraft.
    pub aircraft: Vec<Aircraft>,
}

/// Where each kind of figure on a card comes from.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Sources {
    /// Everything that is not named below.
    pub printed: String,
    /// Engine counts.
    pub engines: String,
    /// The bombs rating of fighters.
    pub fighter_bombs: String,
    /// Fuel.
    pub fuel: String,
    /// Who may carry drop tanks.
    pub tanks: String,
    /// Span.
    pub span: String,
    /// Length and plan.
    pub plan: String,
}

/// The printed ratings of a type (`fast-and-easy/ratings`). A rating that is missing is a dash.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Aircraft {
    /// Name, which is also the key.
    pub name: String,
    /// Nation.
    pub nation: String,
    /// Class (`fast-and-easy/plane-classes`).
    pub class: Class,
    /// A fighter's guns.
    #[serde(default)]
    pub guns: FighterGuns,
    /// A bomber's turrets.
    #[serde(default)]
    pub turrets: TurretDice,
    /// SPEED.
    pub speed: u8,
    /// Turn.
    pub turn: u8,
    /// Cost of an Immelmann.
    #[serde(default)]
    pub immelmann: Option<u8>,
    /// Highest score on which an Immelmann fails, where it is not the usual one.
    #[serde(default)]
    pub immelmann_fails: Option<u8>,
    /// Hit points.
    pub hits: u8,
    /// Whether the forward guns are 30 mm cannon.
    #[serde(default)]
    pub cannon30: bool,
    /// Rocket salvos that it may carry.
    #[serde(default)]
    pub salvos: u8,
    /// How much harder it is to hit.
    #[serde(default)]
    pub small_target: u8,
    /// Lowest score with which its bombs destroy a target.
    pub bombs: u8,
    /// Engines (`fast-and-easy/engines`).
    pub engines: u8,
    /// Turns of fuel under the option `jet_fuel`.
    #[serde(default)]
    pub fuel: Option<u8>,
    /// Whether it may carry drop tanks under the option `drop_tanks`.
    #[serde(default)]
    pub tanks: bool,
    /// What its silhouette is drawn from.
    pub shape: Shape,
}

impl Aircraft {
    /// Whether it keeps formation and flies straight (`fast-and-easy/plane-classes`).
    pub fn is_bomber(&self) -> bool {
        self.class == Class::Bomber
    }
}

/// Classes of aircraft (`fast-and-easy/plane-classes`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A fighter.
    Fighter,
    /// A fighter with a few extra rules.
    Jet,
    /// A bomber.
    Bomber,
}

/// Dice of a fighter's guns.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FighterGuns {
    /// Forward.
    #[serde(default)]
    pub forward: u8,
    /// Rear.
    #[serde(default)]
    pub rear: u8,
}

/// Dice of a bomber's turrets; `side` is that of each side.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurretDice {
    /// Nose.
    #[serde(default)]
    pub nose: u8,
    /// Top.
    #[serde(default)]
    pub top: u8,
    /// Belly.
    #[serde(default)]
    pub belly: u8,
    /// Left and right side, each.
    #[serde(default)]
    pub side: u8,
    /// Tail.
    #[serde(default)]
    pub tail: u8,
}

/// A ready-made scenario: its id and the rule that describes it.
struct BuiltIn(&'static str, RuleId);

macro_rules! scenarios {
    ($($id:literal $rule:ident),* $(,)?) => {
        /// In the order of the digest.
        const SCENARIOS: &[BuiltIn] = &[
            $(BuiltIn($id, rule::$rule)),*
        ];
        const FILES: &[(&str, &str)] = &[
            ("aircraft.toml", include_str!("../data/aircraft.toml")),
            ("tables.toml", include_str!("../data/tables.toml")),
            $((concat!("scenarios/", $id, ".toml"), include_str!(concat!("../data/scenarios/", $id, ".toml")))),*
        ];
    };
}

scenarios! {
    "kent-duel" SCENARIO_KENT_DUEL,
    "box-over-germany" SCENARIO_BOX_OVER_GERMANY,
    "black-thursday" SCENARIO_BLACK_THURSDAY,
    "jets-over-the-reich" SCENARIO_JETS_OVER_THE_REICH,
    "battle-of-britain" SCENARIO_BATTLE_OF_BRITAIN,
    "malta-1941" SCENARIO_MALTA_1941,
    "italy-1943" SCENARIO_ITALY_1943,
    "remagen-1945" SCENARIO_REMAGEN_1945,
    "night-lancasters" SCENARIO_NIGHT_LANCASTERS,
    "big-box" SCENARIO_BIG_BOX,
}

/// The built-in files.
pub(crate) fn files() -> &'static [(&'static str, &'static str)] {
    FILES
}

/// The rule that describes a scenario: its own if it is one of the ten, else the one about scenarios.
fn rule_of(id: &str) -> RuleId {
    SCENARIOS.iter().find(|s| s.0 == id).map_or(rule::SCENARIOS, |s| s.1)
}

/// Reads data files. A flaw names its file and field.
pub(crate) fn load(files: &BTreeMap<String, String>) -> Result<Data, Vec<Flaw>> {
    let mut flaws = Vec::new();
    let aircraft: Option<AircraftFile> = read_required(files, "aircraft.toml", rule::RATINGS, &mut flaws);
    let tables: Option<Tables> = read_required(files, "tables.toml", rule::SHOOTING_TABLE, &mut flaws);
    let mut scenarios = BTreeMap::new();
    for (path, text) in files {
        let id = path.strip_prefix("scenarios/").and_then(|p| p.strip_suffix(".toml"));
        let Some(id) = id else { continue };
        if let Some(scenario) = read::<Scenario>(path, text, rule_of(id), &mut flaws) {
            scenarios.insert(id.to_owned(), scenario);
        }
    }
    let (Some(file), Some(tables)) = (aircraft, tables) else { return Err(flaws) };
    flaws.extend(aircraft_flaws(&file.aircraft));
    flaws.extend(crate::tables::flaws(&tables));
    if !flaws.is_empty() {
        return Err(flaws);
    }
    let data = Data {
        aircraft: Arc::new(file.aircraft),
        sources: file.sources,
        tables: Arc::new(tables),
        scenarios,
    };
    for (id, scenario) in &data.scenarios {
        if let Err(found) = crate::setup::set_up(&data, scenario) {
            let path = format!("scenarios/{id}.toml");
            flaws.extend(found.into_iter().map(|f| f.in_file(&path)));
        }
    }
    if flaws.is_empty() { Ok(data) } else { Err(flaws) }
}

fn read_required<T: DeserializeOwned>(
    files: &BTreeMap<String, String>,
    path: &str,
    rule: RuleId,
    flaws: &mut Vec<Flaw>,
) -> Option<T> {
    match files.get(path) {
        Some(text) => read(path, text, rule, flaws),
        None => {
            flaws.push(Flaw::new("", "the file is missing").in_file(path).by(rule));
            None
        }
    }
}

fn read<T: DeserializeOwned>(path: &str, text: &str, rule: RuleId, flaws: &mut Vec<Flaw>) -> Option<T> {
    toml::from_str(text).map_err(|e| flaws.push(Flaw::new("", e.to_string()).in_file(path).by(rule))).ok()
}

/// Most types in a data file.
const MAX_TYPES: usize = 200;

/// Ratings that the rules cannot work with.
fn aircraft_flaws(aircraft: &[Aircraft]) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    if aircraft.is_empty() || aircraft.len() > MAX_TYPES {
        let says = format!("1 to {MAX_TYPES} aircraft are allowed");
        flaws.push(Flaw::new("aircraft", says).in_file("aircraft.toml").by(rule::RATINGS));
        return flaws;
    }
    for (n, a) in aircraft.iter().enumerate() {
        let mut wrong = |field: &str, says: String, rule: RuleId| {
            let path = format!("aircraft[{n}].{field}");
            flaws.push(Flaw::new(path, format!("{}: {says}", a.name)).in_file("aircraft.toml").by(rule));
        };
        if aircraft[..n].iter().any(|b| b.name == a.name) {
            wrong("name", "the name is used twice".into(), rule::RATINGS);
        }
        if !(1..=crate::movement::MAX_SPEED).contains(&a.speed) {
            wrong("speed", format!("1 to {} is allowed", crate::movement::MAX_SPEED), rule::RATINGS);
        }
        // A plane that turned after every hex would need longer paths than a command holds.
        if !(2..=50).contains(&a.turn) {
            wrong("turn", "2 to 50 is allowed".into(), rule::RATINGS);
        }
        if a.immelmann.is_some_and(|cost| !(1..=50).contains(&cost)) {
            wrong("immelmann", "1 to 50 is allowed, or leave it out".into(), rule::RATINGS);
        }
        if a.immelmann_fails.is_some_and(|fails| fails > 6) {
            wrong("immelmann-fails", "at most 6".into(), rule::NOTES_COLUMN);
        }
        if a.small_target > 6 {
            wrong("small-target", "at most 6".into(), rule::NOTES_COLUMN);
        }
        if !(1..=4).contains(&a.engines) {
            wrong("engines", "1 to 4 is allowed".into(), rule::ENGINES);
        }
        if !(1..=200).contains(&a.hits) {
            wrong("hits", "1 to 200 is allowed".into(), rule::RATINGS);
        }
        if !(1..=6).contains(&a.bombs) {
            wrong("bombs", "the lowest score that destroys, 1 to 6".into(), rule::RATINGS);
        }
        if a.salvos > 4 {
            wrong("salvos", "at most 4".into(), rule::NOTES_COLUMN);
        }
        let dice = [a.guns.forward, a.guns.rear, a.turrets.nose, a.turrets.top, a.turrets.belly];
        if dice.into_iter().chain([a.turrets.side, a.turrets.tail]).any(|d| d > 6) {
            wrong("guns", "at most 6 dice each".into(), rule::RATINGS);
        }
    }
    flaws
}
