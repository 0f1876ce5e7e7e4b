//! What the data files hold: aircraft, tables and scenarios.

use crate::movement::MAX_SPEED;
use crate::rules::Rules;
use crate::scenario::Scenario;
use crate::state::State;
pub use crate::tables::*;
use crate::{FastAndEasy, cards, options, rule, scenario, setup, victory};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::view::{Card, MarkerKind, OptionInfo, ScenarioInfo, Shape};
use table::{
    DataFiles, Drawing, Edit, Flaw, Flaws, Library, Position, RuleId, Seat, Side, SmolStr, Told, both_ways,
    read_file,
};

impl Library for FastAndEasy {
    const TITLE: &'static str = "Fast and Easy";
    const TEXT: &'static str = "Bomber formations, escorts and interceptors, few rules and a handful of dice. The quickest to learn, and the one for big battles.";
    const REVISION: u32 = 1;
    const DIGEST: &'static str = include_str!("../../../rules/fast-and-easy.md");
    const PLAYERS: &'static str = include_str!("../../../rules/players/fast-and-easy.md");
    const GUIDE: &'static str = include_str!("../../../rules/guides/fast-and-easy.md");
    const MARKERS: &'static [MarkerKind] = &[MarkerKind::Target, MarkerKind::Cloud];

    type Data = Data;
    type Scenario = Scenario;

    fn files() -> &'static [(&'static str, &'static str)] {
        FILES
    }

    fn load(files: &DataFiles) -> Result<Data, Vec<Flaw>> {
        load(files)
    }

    fn file_schemas(generator: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
        vec![
            ("aircraft.toml", generator.subschema_for::<AircraftFile>()),
            ("tables.toml", generator.subschema_for::<Tables>()),
        ]
    }

    fn scenarios(data: &Data) -> &BTreeMap<String, Scenario> {
        &data.scenarios
    }

    fn scenario_info(_: &Data, id: &str, scenario: &Scenario) -> ScenarioInfo {
        scenario::info(id, scenario)
    }

    fn told(scenario: &Scenario) -> Told<'_> {
        Told { summary: &scenario.text, minutes: scenario.minutes, words: &scenario.briefing }
    }

    fn options() -> Vec<OptionInfo> {
        options::list()
    }

    fn objectives(rules: &Rules) -> Vec<String> {
        victory::objectives(rules)
    }

    fn cards(data: &Data) -> Vec<Card> {
        cards::all(data)
    }

    fn duels(data: &Data, cards: [&str; 2]) -> Vec<(Side, Scenario)> {
        let ways = both_ways(cards).into_iter();
        ways.filter_map(|(side, flown)| Some((side, duel(data, flown)?))).collect()
    }

    fn set_up(data: &Data, scenario: &Scenario) -> Result<Position<FastAndEasy>, Vec<Flaw>> {
        setup::set_up(data, scenario)
    }

    fn as_scenario(rules: &Rules, known: &State, scenario: &Scenario, _: Seat) -> Option<Scenario> {
        setup::as_scenario(rules, known, scenario)
    }

    fn drawing(data: &Data, scenario: &Scenario) -> Drawing {
        setup::drawing(data, scenario)
    }

    fn edit(data: &Data, scenario: &mut Scenario, edit: &Edit) -> bool {
        setup::edit(data, scenario, edit)
    }
}

/// Four aircraft of the Allies against four of the Axis, as over Kent.
fn duel(data: &Data, cards: [&str; 2]) -> Option<Scenario> {
    let mut duel = data.scenarios.get("kent-duel")?.clone();
    duel.title = format!("{} against {}", cards[0], cards[1]);
    for group in &mut duel.groups {
        cards[group.side.index()].clone_into(&mut group.aircraft);
    }
    Some(duel)
}

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
    pub name: SmolStr,
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

/// The rule that describes a scenario: its own if it is one of the ten, else the one about scenarios.
fn rule_of(id: &str) -> RuleId {
    SCENARIOS.iter().find(|s| s.0 == id).map_or(rule::SCENARIOS, |s| s.1)
}

/// Reads data files. A flaw names its file and field.
fn load(files: &DataFiles) -> Result<Data, Vec<Flaw>> {
    let mut flaws = Flaws::default();
    let aircraft: Option<AircraftFile> = read_file(files, "aircraft.toml", rule::RATINGS, &mut flaws);
    let tables: Option<Tables> = read_file(files, "tables.toml", rule::SHOOTING_TABLE, &mut flaws);
    let read = files.keys().filter_map(|path| {
        let id = path.strip_prefix("scenarios/")?.strip_suffix(".toml")?;
        Some((id.to_owned(), read_file(files, path, rule_of(id), &mut flaws)?))
    });
    let scenarios = read.collect();
    let (Some(file), Some(tables)) = (aircraft, tables) else { return Err(flaws.into_vec()) };
    flaws.in_file("aircraft.toml", aircraft_flaws(&file.aircraft).into_vec());
    flaws.in_file("tables.toml", crate::tables::flaws(&tables).into_vec());
    if !flaws.is_empty() {
        return Err(flaws.into_vec());
    }
    let data = Data {
        aircraft: Arc::new(file.aircraft),
        sources: file.sources,
        tables: Arc::new(tables),
        scenarios,
    };
    for (id, scenario) in &data.scenarios {
        let found = setup::set_up(&data, scenario).err().unwrap_or_default();
        flaws.in_file(&format!("scenarios/{id}.toml"), found);
    }
    flaws.verdict(data)
}

/// Most types in a data file.
const MAX_TYPES: usize = 200;

/// Ratings that the rules cannot work with.
fn aircraft_flaws(aircraft: &[Aircraft]) -> Flaws {
    let mut flaws = Flaws::default();
    let says = format!("1 to {MAX_TYPES} aircraft are allowed");
    if !flaws.unless((1..=MAX_TYPES).contains(&aircraft.len()), "aircraft", says, rule::RATINGS) {
        return flaws;
    }
    for (n, a) in aircraft.iter().enumerate() {
        let mut unless = |sound: bool, field: &str, says: &str, rule: RuleId| {
            flaws.unless(sound, format!("aircraft[{n}].{field}"), format!("{}: {says}", a.name), rule);
        };
        let once = aircraft[..n].iter().all(|b| b.name != a.name);
        unless(once, "name", "the name is used twice", rule::RATINGS);
        let speeds = format!("1 to {MAX_SPEED} is allowed");
        unless((1..=MAX_SPEED).contains(&a.speed), "speed", &speeds, rule::RATINGS);
        // A plane that turned after every hex would need longer paths than a command holds.
        unless((2..=50).contains(&a.turn), "turn", "2 to 50 is allowed", rule::RATINGS);
        let immelmann = a.immelmann.is_none_or(|cost| (1..=50).contains(&cost));
        unless(immelmann, "immelmann", "1 to 50 is allowed, or leave it out", rule::RATINGS);
        let fails = a.immelmann_fails.is_none_or(|fails| fails <= 6);
        unless(fails, "immelmann-fails", "at most 6", rule::NOTES_COLUMN);
        unless(a.small_target <= 6, "small-target", "at most 6", rule::NOTES_COLUMN);
        unless((1..=4).contains(&a.engines), "engines", "1 to 4 is allowed", rule::ENGINES);
        unless((1..=200).contains(&a.hits), "hits", "1 to 200 is allowed", rule::RATINGS);
        let says = "the lowest score that destroys, 1 to 6";
        unless((1..=6).contains(&a.bombs), "bombs", says, rule::RATINGS);
        unless(a.salvos <= 4, "salvos", "at most 4", rule::NOTES_COLUMN);
        let guns = [a.guns.forward, a.guns.rear, a.turrets.nose, a.turrets.top, a.turrets.belly];
        let few = guns.into_iter().chain([a.turrets.side, a.turrets.tail]).all(|dice| dice <= 6);
        unless(few, "guns", "at most 6 dice each", rule::RATINGS);
    }
    flaws
}
