//! One game with its data, whichever game it is.

use crate::any_table::{AnyTable, Fault, Seated};
use crate::bounds::{SCENARIO, within};
use crate::check::{self, Given};
use crate::list::Files;
use crate::series::{About, Flown, Series};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::sync::Arc;
use table::digest::{self, Rule};
use table::view::{Card, GameInfo};
use table::{
    DiceSource, Difference, Edit, Flaw, Game, OutOfPlay, Resumed, Seed, Side, StateHash, Table, Transcript,
};
use wire::schemars::SchemaGenerator;
use wire::{Checked, Format, Guide};

/// One game with its data: what can be known and done before a table is set up.
pub trait Shelf: Send + Sync {
    /// The game's id.
    fn id(&self) -> &'static str;
    /// Its entry in the list of games.
    fn info(&self) -> GameInfo;
    /// Its aircraft cards.
    fn cards(&self) -> &[Card];
    /// Our digest of its rules, as Markdown.
    fn digest(&self) -> &'static str;
    /// Its rules, cut out of the digest, with what players read of them.
    fn rules(&self) -> &[Rule];
    /// The guide that teaches it.
    fn guide(&self) -> Guide;
    /// A ready-made scenario as JSON.
    fn scenario(&self, id: &str) -> Option<Value>;
    /// The smallest usual fight between two cards as scenarios, the starting places exchanged in the second; each with the side
    /// that flies the first card. None where the two cannot meet.
    fn duels(&self, cards: [&str; 2]) -> Vec<(Side, Value)>;
    /// Everything wrong with a scenario; paths are those of the fields in it.
    fn check(&self, scenario: &Value) -> Vec<Flaw>;
    /// What is wrong with a scenario and what it looks like, `edit` carried out first; with the text of its file if that is wanted.
    fn checked(&self, given: Given<'_>, edit: Option<&Edit>, toml: bool) -> Checked;
    /// What a scenario may hold.
    fn format(&self) -> Format;
    /// What the briefing of a scenario does not tell its players; nothing where it cannot be read.
    fn untold(&self, scenario: &Value) -> Vec<Flaw>;
    /// Sets up a table. `scenario` is an id or a whole scenario; `options` go over its own.
    fn open(
        &self,
        scenario: &Value,
        options: Option<&Map<String, Value>>,
        dice: DiceSource,
    ) -> Result<Box<dyn AnyTable>, Fault>;
    /// Sets up a scenario to be flown by pilots again and again. It is chosen as in [`Shelf::open`].
    fn series(
        &self,
        scenario: &Value,
        options: Option<&Map<String, Value>>,
    ) -> Result<Arc<dyn Series>, Fault>;
    /// Plays a transcript again and stops at the first difference.
    fn replay(&self, transcript: &Transcript, seed: Option<Seed>) -> Result<Box<dyn AnyTable>, Difference>;
    /// Whether each resumption of a transcript by the rules of this shelf was called for: nobody may put commands out of play that agree with
    /// them, to have other dice.
    fn truly_parted(&self, whole: &Transcript) -> Result<(), Difference>;
    /// By which rules it is played.
    fn edition(&self) -> &Edition;
    /// The JSON Schema of its scenario files, commands and other data files.
    fn schema(&self, generator: &mut SchemaGenerator) -> Map<String, Value>;
}

/// A game's shelf, from its data files.
pub fn shelf<G: Game>(files: &Files) -> Result<Arc<dyn Shelf>, Vec<Flaw>> {
    let data = G::load(files)?;
    let cards = G::cards(&data).into();
    let no_scenarios: Vec<_> = files.iter().filter(|(path, _)| !path.starts_with("scenarios/")).collect();
    let hash = StateHash::of(&no_scenarios);
    let rules = StateHash::of(&(G::ID, G::REVISION, files)).to_string();
    let edition = Edition { revision: G::REVISION, rules };
    let rules = digest::for_players(G::ID, G::DIGEST, G::PLAYERS);
    Ok(Arc::new(Stock::<G> { data: Arc::new(data), hash, edition, cards, rules }))
}

/// The one implementation.
struct Stock<G: Game> {
    data: Arc<G::Data>,
    /// A hash over the data files, scenarios left out.
    hash: StateHash,
    edition: Edition,
    cards: Arc<[Card]>,
    rules: Vec<Rule>,
}

/// By which rules a game is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edition {
    /// Their revision.
    pub revision: u32,
    /// A digest of the revision and all data files, those put over the built-in ones included: 16 hexadecimal digits.
    pub rules: String,
}

impl<G: Game> Stock<G> {
    fn seat(&self, table: Table<G>) -> Box<dyn AnyTable> {
        Box::new(Seated { table, cards: Arc::clone(&self.cards) })
    }

    fn chosen(
        &self,
        scenario: &Value,
        options: Option<&Map<String, Value>>,
    ) -> Result<G::Scenario, Vec<Flaw>> {
        SCENARIO.check(scenario).map_err(|flaw| vec![flaw])?;
        let mut whole = match scenario {
            Value::String(id) => self.scenario(id).ok_or_else(|| {
                let known: Vec<&str> = G::scenarios(&self.data).keys().map(String::as_str).collect();
                vec![Flaw::new("", format!("there is no scenario '{id}'; there are: {}", known.join(", ")))]
            })?,
            Value::Object(_) => scenario.clone(),
            _ => return Err(vec![Flaw::new("", "a scenario is an id or a whole scenario object")]),
        };
        if let Some(options) = options {
            put_over::<G>(&mut whole, options)?;
        }
        read(whole).map_err(|flaw| vec![flaw])
    }

    /// Makes something of the scenario that a request chooses. Flaws name the request's fields.
    fn with_chosen<T>(
        &self,
        scenario: &Value,
        options: Option<&Map<String, Value>>,
        make: impl FnOnce(G::Scenario) -> Result<T, Vec<Flaw>>,
    ) -> Result<T, Fault> {
        if let Some(options) = options {
            SCENARIO.check_fields(options).map_err(|flaw| Fault::Flaws(vec![within("options", flaw)]))?;
        }
        self.chosen(scenario, options).and_then(make).map_err(|flaws| {
            let given = |path: &str| options.is_some_and(|options| names_one(path, options));
            let from_request = |flaw: Flaw| match flaw.path.as_str() {
                path if given(path) => flaw,
                "" => Flaw { path: "scenario".into(), ..flaw },
                path => Flaw { path: format!("scenario.{path}"), ..flaw },
            };
            Fault::Flaws(flaws.into_iter().map(from_request).collect())
        })
    }
}

/// The most unknown options that are named.
const MOST_UNKNOWN: usize = 10;

/// Puts options over those of a scenario, refusing any that the game does not have.
fn put_over<G: Game>(scenario: &mut Value, options: &Map<String, Value>) -> Result<(), Vec<Flaw>> {
    let known: Vec<String> = G::options().into_iter().map(|option| option.id).collect();
    let unknown = options.keys().filter(|key| !known.contains(key)).map(|key| {
        Flaw::new(
            format!("options.{key}"),
            format!("there is no such option; there are: {}", known.join(", ")),
        )
    });
    let unknown: Vec<Flaw> = unknown.take(MOST_UNKNOWN).collect();
    if !unknown.is_empty() {
        return Err(unknown);
    }
    let own = scenario.as_object_mut().map(|s| s.entry("options").or_insert_with(|| Map::new().into()));
    match own {
        Some(Value::Object(own)) => own.extend(options.iter().map(|(k, v)| (k.clone(), v.clone()))),
        _ => return Err(vec![Flaw::new("options", "options are an object")]),
    }
    Ok(())
}

/// Reads JSON; a flaw names the path of the first field that is wrong.
pub(crate) fn read<T: DeserializeOwned>(value: Value) -> Result<T, Flaw> {
    wire::read(value).map_err(|wrong| Flaw::new(wrong.path, wrong.says))
}

impl<G: Game> Shelf for Stock<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn info(&self) -> GameInfo {
        G::info(&self.data)
    }

    fn cards(&self) -> &[Card] {
        &self.cards
    }

    fn digest(&self) -> &'static str {
        G::DIGEST
    }

    fn rules(&self) -> &[Rule] {
        &self.rules
    }

    fn guide(&self) -> Guide {
        let [columns, rows] = Guide::LARGEST;
        Guide { text: G::GUIDE.to_owned(), sheet: G::sheet(columns, rows) }
    }

    fn scenario(&self, id: &str) -> Option<Value> {
        G::scenarios(&self.data).get(id).and_then(|s| serde_json::to_value(s).ok())
    }

    fn duels(&self, cards: [&str; 2]) -> Vec<(Side, Value)> {
        let possible = |(_, duel): &(Side, G::Scenario)| G::set_up(&self.data, duel).is_ok();
        let duels = G::duels(&self.data, cards).into_iter().filter(possible);
        duels.filter_map(|(side, duel)| Some((side, serde_json::to_value(duel).ok()?))).collect()
    }

    fn check(&self, scenario: &Value) -> Vec<Flaw> {
        let read = self.chosen(scenario, None);
        read.and_then(|scenario| G::set_up(&self.data, &scenario).map(drop)).err().unwrap_or_default()
    }

    fn checked(&self, given: Given<'_>, edit: Option<&Edit>, toml: bool) -> Checked {
        let scenario = match given {
            Given::Scenario(scenario) => self.chosen(scenario, None),
            Given::Text(text) => check::parsed(text).and_then(read).map_err(|flaw| vec![flaw]),
        };
        check::checked::<G>(&self.data, scenario, edit, toml)
    }

    fn format(&self) -> Format {
        check::format::<G>(&self.data)
    }

    fn untold(&self, scenario: &Value) -> Vec<Flaw> {
        self.chosen(scenario, None).map_or_else(|_| Vec::new(), |scenario| G::told(&scenario).words.missing())
    }

    fn open(
        &self,
        scenario: &Value,
        options: Option<&Map<String, Value>>,
        dice: DiceSource,
    ) -> Result<Box<dyn AnyTable>, Fault> {
        self.with_chosen(scenario, options, |scenario| {
            Table::<G>::new(&self.data, &scenario, dice).map(|table| self.seat(table))
        })
    }

    fn series(
        &self,
        scenario: &Value,
        options: Option<&Map<String, Value>>,
    ) -> Result<Arc<dyn Series>, Fault> {
        self.with_chosen(scenario, options, |scenario| {
            let about = About {
                game: G::ID,
                revision: G::REVISION,
                data: self.hash,
                scenario: serde_json::to_value(&scenario)
                    .map_err(|e| vec![Flaw::new("", format!("has no JSON form: {e}"))])?,
            };
            let position = G::set_up(&self.data, &scenario)?;
            let (data, cards) = (Arc::clone(&self.data), Arc::clone(&self.cards));
            Ok(Arc::new(Flown::<G> { about, scenario, position, data, cards }) as Arc<dyn Series>)
        })
    }

    fn replay(&self, transcript: &Transcript, seed: Option<Seed>) -> Result<Box<dyn AnyTable>, Difference> {
        Table::<G>::load(&self.data, transcript, seed).map(|table| self.seat(table))
    }

    fn truly_parted(&self, whole: &Transcript) -> Result<(), Difference> {
        let seeds = whole.seeds(None)?;
        for (n, Resumed { mark, out, .. }) in whole.resumed.iter().enumerate() {
            let Some(OutOfPlay::Line(first)) = out.first().filter(|_| mark.rules == self.edition.rules)
            else {
                continue;
            };
            let mut tried = Transcript { end: None, ..whole.clone() };
            tried.truncate(mark.resume as usize - 1);
            tried.resumed.truncate(n);
            for (resumed, seed) in tried.resumed.iter_mut().zip(&seeds[1..]) {
                resumed.seed = *seed;
            }
            let before = tried.to_lines().lines().count();
            tried.lines.push(first.clone());
            if Table::<G>::load(&self.data, &tried, seeds[0]).is_ok() {
                let says = format!("command {} went out of play, but these rules agree with it", mark.resume);
                return Err(Difference::new(before + 1, says));
            }
        }
        Ok(())
    }

    fn edition(&self) -> &Edition {
        &self.edition
    }

    fn schema(&self, generator: &mut SchemaGenerator) -> Map<String, Value> {
        let mut schemas = Map::new();
        schemas.insert("scenario".into(), generator.subschema_for::<G::Scenario>().to_value());
        schemas.insert("command".into(), generator.subschema_for::<G::Command>().to_value());
        for (file, schema) in G::file_schemas(generator) {
            schemas.insert(file.into(), schema.to_value());
        }
        schemas
    }
}

/// Whether `path` is that of one of these options or of something in one.
fn names_one(path: &str, options: &Map<String, Value>) -> bool {
    let Some(rest) = path.strip_prefix("options.") else { return false };
    let name = rest.split(['.', '[']).next().unwrap_or(rest);
    options.contains_key(rest) || options.contains_key(name)
}
