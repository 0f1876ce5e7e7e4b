//! A scenario checked for whoever writes it: flaws, picture, file.

use crate::bounds::SCENARIO;
use serde_json::{Map, Value};
use table::view::At;
use table::{Edit, Flaw, Game};
use wire::schemars::SchemaGenerator;
use wire::{Checked, Format};

/// How a scenario is given.
#[derive(Clone, Copy, Debug)]
pub enum Given<'a> {
    /// By id, or whole.
    Scenario(&'a Value),
    /// As the text of a file, TOML or JSON.
    Text(&'a str),
}

/// The most flaws that are told: nobody reads more.
const MOST_FLAWS: usize = 100;
/// The farthest column or row that an edit may name: beyond any map, and within what can be reckoned with.
const FARTHEST: i16 = 999;
/// The title of a scenario that has none yet.
const UNTITLED: &str = "New scenario";

/// What is wrong with a scenario and what it looks like, `edit` carried out first.
pub(crate) fn checked<G: Game>(
    data: &G::Data,
    given: Result<G::Scenario, Vec<Flaw>>,
    edit: Option<&Edit>,
    toml: bool,
) -> Checked {
    let mut scenario = match given {
        Ok(scenario) => scenario,
        Err(flaws) => return Checked { flaws, scenario: None, info: None, drawing: None, toml: None },
    };
    let refused = edit.and_then(|edit| changed::<G>(data, &mut scenario, edit).err());
    let mut flaws = G::set_up(data, &scenario).err().unwrap_or_default();
    flaws.extend(refused);
    flaws.truncate(MOST_FLAWS);
    let text = || toml::to_string_pretty(&scenario).ok();
    Checked {
        flaws,
        info: Some(G::scenario_info(data, "", &scenario)),
        drawing: Some(G::drawing(data, &scenario)),
        toml: toml.then(text).flatten(),
        scenario: serde_json::to_value(&scenario).ok(),
    }
}

fn changed<G: Game>(data: &G::Data, scenario: &mut G::Scenario, edit: &Edit) -> Result<(), Flaw> {
    let limits = -FARTHEST..=FARTHEST;
    let near = edit.places().all(|at| match at {
        At::Hex { col, row } => limits.contains(&col) && limits.contains(&row),
        At::Point { .. } => true,
    });
    let done = near && G::edit(data, scenario, edit);
    let says = match edit {
        Edit::Marker { .. } => "there is no such thing on the map, or the place is taken",
        Edit::Add { .. } | Edit::Put { .. } | Edit::Turn { .. } | Edit::Remove { .. } => {
            "there is no such aircraft or place"
        }
    };
    if done { Ok(()) } else { Err(Flaw::new("edit", says)) }
}

/// The text of a scenario file as JSON: JSON if it begins like it, else TOML.
pub(crate) fn parsed(text: &str) -> Result<Value, Flaw> {
    let flaw = |says: String| Flaw::new("", format!("this is no scenario file: {says}"));
    let value: Value = if text.trim_start().starts_with('{') {
        serde_json::from_str(text).map_err(|e| flaw(e.to_string()))?
    } else {
        toml::from_str(text).map_err(|e| flaw(e.message().to_owned()))?
    };
    SCENARIO.check(&value)?;
    Ok(value)
}

/// What a scenario may hold, and one to begin with: the smallest ready-made one without its aircraft.
pub(crate) fn format<G: Game>(data: &G::Data) -> Format {
    let markers = G::MARKERS.to_vec();
    let schema = SchemaGenerator::default().into_root_schema_for::<G::Scenario>().to_value();
    let smallest = |s: &&G::Scenario| match G::scenario_info(data, "", s).aircraft {
        // One whose forces the players choose has none to leave out.
        0 => u16::MAX,
        aircraft => aircraft,
    };
    let Some(mut scenario) = G::scenarios(data).values().min_by_key(smallest).cloned() else {
        return Format { schema, forces: String::new(), markers, blank: Map::new().into() };
    };
    let aircraft = G::drawing(data, &scenario).aircraft;
    let part = aircraft.first().and_then(|drawn| drawn.parts.first());
    let forces = part.and_then(|path| path.split('[').next()).unwrap_or_default().to_owned();
    for drawn in aircraft.iter().rev() {
        G::edit(data, &mut scenario, &Edit::Remove { aircraft: drawn.id });
    }
    let mut blank = serde_json::to_value(&scenario).unwrap_or_default();
    for (field, text) in [("title", UNTITLED), ("text", "")] {
        if let Some(value) = blank.get_mut(field) {
            *value = text.into();
        }
    }
    Format { schema, forces, markers, blank }
}
