//! The data files: charts, availability, the figures of the rules, scenarios.

use crate::chart::Chart;
use crate::rule;
use crate::rules::Rules;
use crate::scenario::{self, Scenario, Types};
use crate::state::State;
use crate::{Spitfire, cards, options, setup, victory};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::view::{Card, MarkerKind, OptionInfo, ScenarioInfo};
use table::{
    DataFiles, Drawing, Edit, Flaw, Flaws, Library, Position, Seat, Side, Told, both_ways, read_file,
    read_scenarios,
};

/// Everything read from data files.
#[derive(Debug)]
pub struct Data {
    /// Charts by id.
    pub charts: BTreeMap<String, Arc<Chart>>,
    /// 9.0: periods.
    pub periods: Vec<Period>,
    /// Figures of the rules.
    pub tables: Tables,
    /// Ready-made scenarios.
    pub scenarios: BTreeMap<String, Scenario>,
}

/// 9.0: a period and the types available in it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Period {
    /// Its number.
    pub number: u8,
    /// When it was.
    pub title: String,
    /// Allied types.
    pub allies: Vec<String>,
    /// German types.
    pub axis: Vec<String>,
}

impl Period {
    /// Types of a side.
    pub fn of(&self, side: Side) -> &[String] {
        match side {
            Side::Allies => &self.allies,
            Side::Axis => &self.axis,
        }
    }
}

/// 2.4: the file of the charts.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Charts {
    /// The charts.
    pub(crate) chart: Vec<Chart>,
}

/// 9.0: the file of the periods.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Availability {
    /// The periods, earliest first.
    pub(crate) period: Vec<Period>,
}

/// Figures of the rules that belong to no chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Tables {
    /// 2.1, 2.3, 2.4.
    pub map: MapFigures,
    /// 2.2.
    pub scale: ScaleFigures,
    /// 9.1.
    pub air_superiority: AirSuperiorityFigures,
    /// 9.2.
    pub bombing: BombingFigures,
    /// 9.3.
    pub formations: FormationFigures,
    /// 6.D1.
    pub movement: MovementFigures,
}

/// 6.D1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MovementFigures {
    /// Most levels of a horizontal dive.
    pub deepest_horizontal_dive: u8,
}

/// 2.1, 2.3, 2.4: the sheet and what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MapFigures {
    /// Columns, west to east.
    pub columns: i16,
    /// Rows, north to south.
    pub rows: i16,
    /// Highest Altitude Level.
    pub highest: u8,
    /// Aircraft on a chart.
    pub aircraft_per_side: usize,
}

/// 2.2: what a step stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ScaleFigures {
    /// Kilometres per hour of a speed step.
    pub kmh_per_speed: u16,
    /// Metres of a hex.
    pub metres_per_hex: u16,
    /// Metres of an Altitude Level.
    pub metres_per_level: u16,
}

/// 9.1 and 6.J.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AirSuperiorityFigures {
    /// Points with which the Second Player starts.
    pub second_player_points: i32,
    /// Own Movement Phases that complete the mission.
    pub mission_phases: u16,
}

/// 9.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BombingFigures {
    /// Points for a pass over a target at level 1.
    pub points_per_pass: i32,
    /// Points for a bomber that comes home after a pass.
    pub points_for_home: i32,
    /// Points for shooting a bomber down.
    pub points_for_bomber: i32,
}

/// 9.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FormationFigures {
    /// Most hexes between wingman and Leader.
    pub distance: i16,
    /// Most levels between them.
    pub levels: u8,
    /// Own Movement Phases within which a Section's survivor must join.
    pub joining_phases: u8,
}

const AIRCRAFT: &str = "aircraft.toml";
const AVAILABILITY: &str = "availability.toml";
const TABLES: &str = "tables.toml";

/// The built-in files.
const FILES: &[(&str, &str)] = &[
    (AIRCRAFT, include_str!("../data/aircraft.toml")),
    (AVAILABILITY, include_str!("../data/availability.toml")),
    (TABLES, include_str!("../data/tables.toml")),
    ("scenarios/air-superiority.toml", include_str!("../data/scenarios/air-superiority.toml")),
    ("scenarios/bombing.toml", include_str!("../data/scenarios/bombing.toml")),
    ("scenarios/formations.toml", include_str!("../data/scenarios/formations.toml")),
    ("scenarios/formations-variant.toml", include_str!("../data/scenarios/formations-variant.toml")),
];

impl Library for Spitfire {
    const TITLE: &'static str = "Spitfire";
    const TEXT: &'static str = "A few fighters in every detail: level, speed and each movement point, a chart for every type, and fire declared in secret.";
    const REVISION: u32 = 1;
    const DIGEST: &'static str = include_str!("../../../rules/spitfire.md");
    const PLAYERS: &'static str = include_str!("../../../rules/players/spitfire.md");
    const GUIDE: &'static str = include_str!("../../../rules/guides/spitfire.md");
    const MARKERS: &'static [MarkerKind] = &[MarkerKind::Target];

    type Data = Data;
    type Scenario = Scenario;

    fn files() -> &'static [(&'static str, &'static str)] {
        FILES
    }

    fn load(files: &DataFiles) -> Result<Data, Vec<Flaw>> {
        let mut flaws = Flaws::default();
        let read: Option<Charts> = read_file(files, AIRCRAFT, rule::CHARTS, &mut flaws);
        let mut charts = BTreeMap::new();
        for (n, chart) in read.into_iter().flat_map(|file| file.chart).enumerate() {
            let mut found = Flaws::default();
            found.within(&format!("chart[{n}]"), chart.flaws());
            flaws.in_file(AIRCRAFT, found.into_vec());
            charts.insert(chart.id.clone(), Arc::new(chart));
        }
        let read: Option<Availability> = read_file(files, AVAILABILITY, rule::CHOOSING, &mut flaws);
        let periods = read.map_or_else(Vec::new, |file| file.period);
        flaws.in_file(AVAILABILITY, strangers(&periods, &charts));
        let tables = read_file(files, TABLES, rule::SCENARIOS, &mut flaws);
        let scenarios = read_scenarios(files, rule::SCENARIOS, &mut flaws);
        let Some(tables) = tables.filter(|_| flaws.is_empty()) else { return Err(flaws.into_vec()) };
        let data = Data { charts, periods, tables, scenarios };
        for (id, scenario) in &data.scenarios {
            let found = setup::set_up(&data, scenario).err().unwrap_or_default();
            flaws.in_file(&format!("scenarios/{id}.toml"), found);
        }
        flaws.verdict(data)
    }

    fn file_schemas(generator: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
        vec![
            (AIRCRAFT, generator.subschema_for::<Charts>()),
            (AVAILABILITY, generator.subschema_for::<Availability>()),
            (TABLES, generator.subschema_for::<Tables>()),
        ]
    }

    fn scenarios(data: &Data) -> &BTreeMap<String, Scenario> {
        &data.scenarios
    }

    fn scenario_info(data: &Data, id: &str, scenario: &Scenario) -> ScenarioInfo {
        scenario::info(data, id, scenario)
    }

    fn told(scenario: &Scenario) -> Told<'_> {
        Told { summary: &scenario.text, minutes: scenario.minutes, words: &scenario.briefing }
    }

    fn objectives(rules: &Rules) -> Vec<String> {
        victory::objectives(rules)
    }

    fn options() -> Vec<OptionInfo> {
        options::options()
    }

    fn cards(data: &Data) -> Vec<Card> {
        data.charts.values().map(|chart| cards::card(chart, data.tables.scale)).collect()
    }

    fn duels(data: &Data, cards: [&str; 2]) -> Vec<(Side, Scenario)> {
        // Charts of a scenario's own belong to every period and to both sides (9.0).
        let charts: Option<Vec<Chart>> =
            cards.iter().map(|id| data.charts.get(*id).map(|chart| Chart::clone(chart))).collect();
        let three_on_three = |[allies, axis]: [&str; 2]| {
            let mut duel = data.scenarios.get("air-superiority")?.clone();
            duel.title = format!("{allies} against {axis}");
            duel.types = Types { allies: allies.to_owned(), axis: axis.to_owned() };
            duel.charts = charts.clone()?;
            // One type against itself has one chart.
            duel.charts.dedup();
            Some(duel)
        };
        let ways = both_ways(cards).into_iter();
        ways.filter_map(|(side, flown)| Some((side, three_on_three(flown)?))).collect()
    }

    fn set_up(data: &Data, scenario: &Scenario) -> Result<Position<Spitfire>, Vec<Flaw>> {
        setup::set_up(data, scenario)
    }

    fn as_scenario(rules: &Rules, known: &State, scenario: &Scenario, seat: Seat) -> Option<Scenario> {
        setup::as_scenario(rules, known, scenario, seat)
    }

    fn drawing(data: &Data, scenario: &Scenario) -> Drawing {
        setup::drawing(data, scenario)
    }

    fn edit(_: &Data, scenario: &mut Scenario, edit: &Edit) -> bool {
        setup::edit(scenario, edit)
    }
}

/// Types of a period that have no chart.
fn strangers(periods: &[Period], charts: &BTreeMap<String, Arc<Chart>>) -> Vec<Flaw> {
    let mut flaws = Flaws::default();
    for (n, period) in periods.iter().enumerate() {
        for side in Side::BOTH {
            for (k, id) in period.of(side).iter().enumerate() {
                let path = format!("period[{n}].{}[{k}]", side.word());
                let says = format!("there is no chart `{id}`");
                flaws.unless(charts.contains_key(id), path, says, rule::CHOOSING);
            }
        }
    }
    flaws.into_vec()
}
