//! Data files: cards, tables and scenarios, and the library made of them.

use crate::card::{Armoury, Card, CardEntry};
use crate::command::ForceList;
use crate::forces::MOST_IN_GROUP;
use crate::options::{AxisEdge, Options};
use crate::rules::{Ready, Rules};
use crate::scenario::{Members, Scenario, scenario_info};
use crate::setup::{self, as_scenario, set_up};
use crate::state::State;
use crate::tables::Tables;
use crate::{SpittingFire, cards, options, rule, victory};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::view::{OptionInfo, ScenarioInfo};
use table::{
    DataFiles, Drawing, Edit, Flaw, Flaws, Library, Position, Seat, Side, Told, both_ways, read_file,
    read_scenarios,
};

/// Path below `data/spitting-fire/` and text of each of these files.
macro_rules! built_in {
    ($($path:literal,)*) => { &[$(($path, include_str!(concat!("../data/", $path)))),*] };
}

/// The cards.
const CARDS: &str = "cards.toml";
/// The numbers of the rule book.
const TABLES: &str = "tables.toml";

/// The built-in data files.
const FILES: &[(&str, &str)] = built_in![
    "cards.toml",
    "tables.toml",
    "scenarios/duel.toml",
    "scenarios/germany-britain-1000.toml",
    "scenarios/germany-britain-2000.toml",
    "scenarios/germany-britain-500.toml",
    "scenarios/germany-france-1000.toml",
    "scenarios/germany-france-2000.toml",
    "scenarios/germany-france-500.toml",
    "scenarios/germany-soviet-union-1000.toml",
    "scenarios/germany-soviet-union-2000.toml",
    "scenarios/germany-soviet-union-500.toml",
    "scenarios/germany-united-states-1000.toml",
    "scenarios/germany-united-states-2000.toml",
    "scenarios/germany-united-states-500.toml",
    "scenarios/italy-britain-1000.toml",
    "scenarios/italy-britain-2000.toml",
    "scenarios/italy-britain-500.toml",
    "scenarios/italy-france-1000.toml",
    "scenarios/italy-france-2000.toml",
    "scenarios/italy-france-500.toml",
    "scenarios/italy-soviet-union-1000.toml",
    "scenarios/italy-soviet-union-2000.toml",
    "scenarios/italy-soviet-union-500.toml",
    "scenarios/italy-united-states-1000.toml",
    "scenarios/italy-united-states-2000.toml",
    "scenarios/italy-united-states-500.toml",
    "scenarios/japan-britain-1000.toml",
    "scenarios/japan-britain-2000.toml",
    "scenarios/japan-britain-500.toml",
    "scenarios/japan-france-1000.toml",
    "scenarios/japan-france-2000.toml",
    "scenarios/japan-france-500.toml",
    "scenarios/japan-soviet-union-1000.toml",
    "scenarios/japan-soviet-union-2000.toml",
    "scenarios/japan-soviet-union-500.toml",
    "scenarios/japan-united-states-1000.toml",
    "scenarios/japan-united-states-2000.toml",
    "scenarios/japan-united-states-500.toml",
    "scenarios/match.toml",
    "scenarios/match-1000.toml",
    "scenarios/match-2000.toml",
    "scenarios/match-all-options.toml",
    "scenarios/match-book.toml",
    "scenarios/match-britain-germany.toml",
    "scenarios/match-pacific.toml",
    "scenarios/vichy-britain-1000.toml",
    "scenarios/vichy-britain-2000.toml",
    "scenarios/vichy-britain-500.toml",
    "scenarios/vichy-france-1000.toml",
    "scenarios/vichy-france-2000.toml",
    "scenarios/vichy-france-500.toml",
    "scenarios/vichy-united-states-1000.toml",
    "scenarios/vichy-united-states-2000.toml",
    "scenarios/vichy-united-states-500.toml",
];

/// Everything read from data files.
pub struct Data {
    /// Numbers of the rule book.
    pub tables: Arc<Tables>,
    /// All cards.
    pub cards: Arc<Vec<Card>>,
    /// Ready-made scenarios by id.
    pub scenarios: BTreeMap<String, Scenario>,
    /// The forces that those scenarios fix, each once.
    pub ready: Arc<Vec<Ready>>,
}

/// What `cards.toml` holds.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardFile {
    /// The cards.
    pub card: Vec<CardEntry>,
}

impl Library for SpittingFire {
    const TITLE: &'static str = "Spitting Fire";
    const TEXT: &'static str = "Squadrons bought by points: manoeuvres are plotted in secret and cards decide \
                                who flies next. On hexes or on an open table.";
    const REVISION: u32 = 1;
    const DIGEST: &'static str = include_str!("../../../rules/spitting-fire.md");
    const PLAYERS: &'static str = include_str!("../../../rules/players/spitting-fire.md");
    const GUIDE: &'static str = include_str!("../../../rules/guides/spitting-fire.md");

    type Data = Data;
    type Scenario = Scenario;

    fn files() -> &'static [(&'static str, &'static str)] {
        FILES
    }

    fn file_schemas(generator: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
        vec![
            ("cards.toml", generator.subschema_for::<CardFile>()),
            ("tables.toml", generator.subschema_for::<Tables>()),
        ]
    }

    fn load(files: &DataFiles) -> Result<Data, Vec<Flaw>> {
        load(files)
    }

    fn objectives(rules: &Rules) -> Vec<String> {
        victory::objectives(rules)
    }

    fn scenarios(data: &Data) -> &BTreeMap<String, Scenario> {
        &data.scenarios
    }

    fn scenario_info(_: &Data, id: &str, scenario: &Scenario) -> ScenarioInfo {
        scenario_info(id, scenario)
    }

    fn told(scenario: &Scenario) -> Told<'_> {
        Told { summary: &scenario.text, minutes: scenario.minutes, words: &scenario.briefing }
    }

    fn options() -> Vec<OptionInfo> {
        options::list()
    }

    fn cards(data: &Data) -> Vec<table::view::Card> {
        data.cards.iter().map(|card| cards::card(&data.tables, card)).collect()
    }

    fn scenario_cards(rules: &Rules) -> Vec<table::view::Card> {
        rules.cards[rules.data_cards..].iter().map(|card| cards::card(&rules.tables, card)).collect()
    }

    fn duels(data: &Data, cards: [&str; 2]) -> Vec<(Side, Scenario)> {
        // A nation flies for one side only, so the edges are exchanged instead.
        let two_on_two = |flown: [&str; 2]| {
            let mut duel = data.scenarios.get("duel")?.clone();
            duel.title = format!("{} against {}", flown[0], flown[1]);
            for group in &mut duel.groups {
                flown[group.side.index()].clone_into(&mut group.card);
            }
            // Points enough for whatever they cost.
            duel.options.points = None;
            set_up(data, &duel).is_ok().then_some(duel)
        };
        let found = both_ways(cards).into_iter().find_map(|(side, flown)| Some((side, two_on_two(flown)?)));
        let on_both_edges = |(side, duel): (Side, Scenario)| {
            [AxisEdge::South, AxisEdge::North].map(|axis_edge| {
                let options = Options { axis_edge, ..duel.options.clone() };
                (side, Scenario { options, ..duel.clone() })
            })
        };
        found.into_iter().flat_map(on_both_edges).collect()
    }

    fn set_up(data: &Data, scenario: &Scenario) -> Result<Position<SpittingFire>, Vec<Flaw>> {
        set_up(data, scenario)
    }

    fn as_scenario(rules: &Rules, known: &State, scenario: &Scenario, _: Seat) -> Option<Scenario> {
        as_scenario(rules, known, scenario)
    }

    fn drawing(data: &Data, scenario: &Scenario) -> Drawing {
        setup::drawing(data, scenario)
    }

    fn edit(data: &Data, scenario: &mut Scenario, edit: &Edit) -> bool {
        setup::edit(data, scenario, edit)
    }
}

/// Reads data files.
fn load(files: &DataFiles) -> Result<Data, Vec<Flaw>> {
    let mut flaws = Flaws::default();
    let tables: Option<Tables> = read_file(files, TABLES, rule::SCALE, &mut flaws);
    let entries: Option<CardFile> = read_file(files, CARDS, rule::CARD, &mut flaws);
    let (Some(tables), Some(entries)) = (tables, entries) else { return Err(flaws.into_vec()) };
    if tables.group.most > MOST_IN_GROUP {
        let says = format!("a group has at most {MOST_IN_GROUP} aircraft");
        flaws.in_file(TABLES, [Flaw::new("group.most", says).by(rule::FLIGHT_GROUP)]);
    }
    let cards = checked(&[], &entries.card, "card", &tables);
    let cards = cards.map_err(|found| flaws.in_file(CARDS, found)).unwrap_or_default();
    let scenarios = read_scenarios(files, rule::SEQUENCE, &mut flaws);
    let ready = Arc::new(ready(&scenarios));
    let data = Data { tables: Arc::new(tables), cards: Arc::new(cards), scenarios, ready };
    if flaws.is_empty() {
        for (id, scenario) in &data.scenarios {
            if let Err(found) = set_up(&data, scenario) {
                flaws.in_file(&format!("scenarios/{id}.toml"), found);
            }
        }
    }
    flaws.verdict(data)
}

/// The forces that scenarios fix without setting them up. Several scenarios may fix the same: it is listed once.
fn ready(scenarios: &BTreeMap<String, Scenario>) -> Vec<Ready> {
    let mut all: Vec<Ready> = Vec::new();
    for scenario in scenarios.values() {
        for side in Side::BOTH {
            let mut list = ForceList { aircraft: Vec::new(), groups: Some(Vec::new()) };
            for group in scenario.groups.iter().filter(|g| g.side == side) {
                if let Members::Count(count) = group.aircraft {
                    list.add_group(&group.card, usize::from(count) + usize::from(group.reserve));
                }
            }
            if !list.aircraft.is_empty() && all.iter().all(|r| (r.side, &r.list) != (side, &list)) {
                all.push(Ready { title: scenario.title.clone(), side, list });
            }
        }
    }
    all
}

/// Cards that pass the check, after those that are there already. Types are told apart by id and by model
/// ([`rule::CARD_NAME_TYPE`]).
pub fn checked(
    before: &[Card],
    entries: &[CardEntry],
    path: &str,
    armoury: &impl Armoury,
) -> Result<Vec<Card>, Vec<Flaw>> {
    let mut cards = before.to_vec();
    let mut flaws = Flaws::default();
    for (n, entry) in entries.iter().enumerate() {
        let path = format!("{path}[{n}]");
        let new = cards.iter().all(|c| c.entry.id != entry.id);
        flaws.unless(new, format!("{path}.id"), "another card has this key", rule::CARD);
        let new = cards.iter().all(|c| c.entry.model != entry.model);
        flaws.unless(new, format!("{path}.type"), "another card has this type", rule::CARD_NAME_TYPE);
        match entry.checked(armoury) {
            Ok(card) => cards.push(card),
            Err(found) => flaws.within(&path, found),
        }
    }
    flaws.verdict(cards)
}
