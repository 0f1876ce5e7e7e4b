//! The data files: aircraft and scenarios.

use crate::aircraft::Type;
use crate::scenario::Scenario;
use crate::sheet::AircraftFile;
use crate::{FightingWings, Rules, cards, options, rule, setup, victory};
use schemars::{Schema, SchemaGenerator};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::view::{Card, OptionInfo, ScenarioInfo};
use table::{
    DataFiles, Drawing, Edit, Flaw, Flaws, Library, Position, Seat, Side, Told, both_ways, read_file,
    read_scenarios,
};

/// Everything read from data files.
pub struct Data {
    /// Types by id.
    pub types: BTreeMap<String, Arc<Type>>,
    /// Where each figure comes from.
    pub sources: BTreeMap<String, String>,
    /// Ready-made scenarios.
    pub scenarios: BTreeMap<String, Scenario>,
}

macro_rules! files {
    ($($path:literal),* $(,)?) => { &[$(($path, include_str!(concat!("../data/", $path)))),*] };
}

const AIRCRAFT: &str = "aircraft.toml";

impl Library for FightingWings {
    const TITLE: &'static str = "Simple Fighting Wings";
    const TEXT: &'static str = "Air combat on hexes with bank, pitch, altitude and energy. Every move is a plan; guns decide by odds.";
    const REVISION: u32 = 1;
    const DIGEST: &'static str = include_str!("../../../rules/fighting-wings.md");
    const PLAYERS: &'static str = include_str!("../../../rules/players/fighting-wings.md");
    const GUIDE: &'static str = include_str!("../../../rules/guides/fighting-wings.md");
    type Data = Data;
    type Scenario = Scenario;

    fn files() -> &'static [(&'static str, &'static str)] {
        files![
            "aircraft.toml",
            "scenarios/channel-pairs.toml",
            "scenarios/estuary.toml",
            "scenarios/finger-fours.toml",
            "scenarios/fortress-box.toml",
            "scenarios/hanover.toml",
            "scenarios/kent.toml",
            "scenarios/pacific-pairs.toml",
        ]
    }

    fn load(files: &DataFiles) -> Result<Data, Vec<Flaw>> {
        let mut flaws = Flaws::default();
        let file: Option<AircraftFile> = read_file(files, AIRCRAFT, rule::DATA, &mut flaws);
        let mut data = Data { types: BTreeMap::new(), sources: BTreeMap::new(), scenarios: BTreeMap::new() };
        if let Some(file) = file {
            let mut found = Flaws::default();
            for (n, sheet) in file.aircraft.iter().enumerate() {
                if let Some(ty) = sheet.read(&format!("aircraft[{n}]"), &mut found)
                    && data.types.insert(sheet.id.clone(), Arc::new(ty)).is_some()
                {
                    found.add(format!("aircraft[{n}].id"), "is there twice", rule::DATA);
                }
            }
            flaws.in_file(AIRCRAFT, found.into_vec());
            data.sources = file.sources;
        }
        data.scenarios = read_scenarios(files, rule::SCENARIOS, &mut flaws);
        for (id, scenario) in &data.scenarios {
            if let Err(found) = setup::set_up(&data, scenario) {
                flaws.in_file(&format!("scenarios/{id}.toml"), found);
            }
        }
        flaws.verdict(data)
    }

    fn file_schemas(generator: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
        vec![(AIRCRAFT, generator.subschema_for::<AircraftFile>())]
    }

    fn scenarios(data: &Data) -> &BTreeMap<String, Scenario> {
        &data.scenarios
    }

    fn scenario_info(_: &Data, id: &str, scenario: &Scenario) -> ScenarioInfo {
        scenario.info(id)
    }

    fn told(scenario: &Scenario) -> Told<'_> {
        Told { summary: &scenario.text, minutes: scenario.minutes, words: &scenario.briefing }
    }

    fn objectives(rules: &Rules) -> Vec<String> {
        victory::objectives(rules)
    }

    fn options() -> Vec<OptionInfo> {
        options::list()
    }

    fn cards(data: &Data) -> Vec<Card> {
        cards::cards(data)
    }

    fn duels(data: &Data, cards: [&str; 2]) -> Vec<(Side, Scenario)> {
        let one_on_one = |flown: [&str; 2]| {
            let mut duel = data.scenarios.get("kent")?.clone();
            duel.title = format!("{} against {}", flown[0], flown[1]);
            for aircraft in &mut duel.aircraft {
                flown[aircraft.side.index()].clone_into(&mut aircraft.ty);
            }
            Some(duel)
        };
        both_ways(cards).into_iter().filter_map(|(side, flown)| Some((side, one_on_one(flown)?))).collect()
    }

    fn set_up(data: &Data, scenario: &Scenario) -> Result<Position<Self>, Vec<Flaw>> {
        setup::set_up(data, scenario)
    }

    fn as_scenario(
        rules: &Self::Rules,
        known: &Self::State,
        scenario: &Scenario,
        _: Seat,
    ) -> Option<Scenario> {
        setup::as_scenario(rules, known, scenario)
    }

    fn drawing(_: &Data, scenario: &Scenario) -> Drawing {
        setup::drawing(scenario)
    }

    fn edit(_: &Data, scenario: &mut Scenario, edit: &Edit) -> bool {
        setup::edit(scenario, edit)
    }
}
