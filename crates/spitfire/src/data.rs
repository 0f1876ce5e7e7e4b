//! The data files: charts, availability, the figures of the rules, scenarios.

use crate::chart::Chart;
use crate::rule;
use crate::scenario::Scenario;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{Flaw, Side};

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

/// The built-in files.
pub(crate) const FILES: &[(&str, &str)] = &[
    ("aircraft.toml", include_str!("../data/aircraft.toml")),
    ("availability.toml", include_str!("../data/availability.toml")),
    ("tables.toml", include_str!("../data/tables.toml")),
    ("scenarios/air-superiority.toml", include_str!("../data/scenarios/air-superiority.toml")),
    ("scenarios/bombing.toml", include_str!("../data/scenarios/bombing.toml")),
    ("scenarios/formations.toml", include_str!("../data/scenarios/formations.toml")),
    ("scenarios/formations-variant.toml", include_str!("../data/scenarios/formations-variant.toml")),
];

/// Reads data files. A flaw names its file and field.
pub(crate) fn load(files: &BTreeMap<String, String>) -> Result<Data, Vec<Flaw>> {
    let mut flaws = Vec::new();
    let mut charts = BTreeMap::new();
    let mut scenarios = BTreeMap::new();
    let mut availability = None;
    let mut tables = None;
    for (path, text) in files {
        match path.split_once('/') {
            None if path == "aircraft.toml" => {
                for (n, chart) in
                    read::<Charts>(path, text, &mut flaws).into_iter().flat_map(|f| f.chart).enumerate()
                {
                    let here =
                        |flaw: Flaw| Flaw { path: format!("chart[{n}].{}", flaw.path), ..flaw }.in_file(path);
                    flaws.extend(chart.flaws().into_iter().map(here));
                    charts.insert(chart.id.clone(), Arc::new(chart));
                }
            }
            None if path == "availability.toml" => {
                availability = read::<Availability>(path, text, &mut flaws);
            }
            None if path == "tables.toml" => tables = read::<Tables>(path, text, &mut flaws),
            Some(("scenarios", name)) => {
                if let Some(scenario) = read::<Scenario>(path, text, &mut flaws) {
                    scenarios.insert(name.trim_end_matches(".toml").to_owned(), scenario);
                }
            }
            _ => {}
        }
    }
    let missing = |file: &str| Flaw::new("", "the file is missing").by(rule::SCENARIOS).in_file(file);
    let periods = match availability {
        Some(found) => found.period,
        None => {
            flaws.push(missing("availability.toml"));
            Vec::new()
        }
    };
    let Some(tables) = tables else {
        flaws.push(missing("tables.toml"));
        return Err(flaws);
    };
    for (n, period) in periods.iter().enumerate() {
        for side in Side::BOTH {
            for (k, id) in period.of(side).iter().enumerate() {
                if !charts.contains_key(id) {
                    let path = format!("period[{n}].{}[{k}]", side.word());
                    let flaw = Flaw::new(path, format!("there is no chart `{id}`")).by(rule::CHOOSING);
                    flaws.push(flaw.in_file("availability.toml"));
                }
            }
        }
    }
    let data = Data { charts, periods, tables, scenarios };
    if flaws.is_empty() {
        for (id, scenario) in &data.scenarios {
            if let Err(found) = crate::set_up::set_up(&data, scenario) {
                let file = format!("scenarios/{id}.toml");
                flaws.extend(found.into_iter().map(|f| f.in_file(&file)));
            }
        }
    }
    if flaws.is_empty() { Ok(data) } else { Err(flaws) }
}

fn read<T: DeserializeOwned>(path: &str, text: &str, flaws: &mut Vec<Flaw>) -> Option<T> {
    match toml::from_str(text) {
        Ok(value) => Some(value),
        Err(e) => {
            flaws.push(Flaw::new("", e.to_string()).in_file(path));
            None
        }
    }
}
