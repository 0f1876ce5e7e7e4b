//! Data files: tables, cards and scenarios, and what a match makes of them.

use crate::cards::{Armoury, Card, CardEntry, Nation, Status};
use crate::command::ForceList;
use crate::field::{Arc as FiringArc, Arcs, Field};
use crate::forces::MOST_IN_GROUP;
use crate::rule;
use crate::scenario::{AircraftList, AxisEdge, Members, Options, Scenario};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{Flaw, Side};

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

/// A ready-made force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ready {
    /// The scenario that fixes it.
    pub title: String,
    /// The side that it is for.
    pub side: Side,
    /// The force.
    pub list: ForceList,
}

/// What does not change during a match.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The scenario's title.
    pub title: String,
    /// Numbers of the rule book.
    pub tables: Arc<Tables>,
    /// All cards of the match.
    pub cards: Arc<Vec<Card>>,
    /// How many of them come from the data files; the others come with the scenario.
    pub data_cards: usize,
    /// The board.
    pub field: Field,
    /// Columns or SUs west to east, rows or SUs south to north.
    pub size: [i16; 2],
    /// Match settings.
    pub options: Options,
    /// The nations from which each side may choose.
    pub nations: [Vec<Nation>; 2],
    /// Point totals.
    pub points: [i32; 2],
    /// Turn limit.
    pub turns: u16,
    /// Whose force the scenario fixes.
    pub fixed: [bool; 2],
    /// Ready-made forces.
    pub ready: Arc<Vec<Ready>>,
}

impl Rules {
    /// The card numbered `n`.
    #[inline]
    pub fn card(&self, n: u16) -> &Card {
        &self.cards[usize::from(n)]
    }

    /// The card with this id, name or type. Where names are shared, the id and the type decide.
    pub fn card_called(&self, text: &str) -> Option<u16> {
        let by = |same: &dyn Fn(&Card) -> bool| self.cards.iter().position(same);
        by(&|c| c.entry.id == text)
            .or_else(|| by(&|c| c.entry.model == text))
            .or_else(|| by(&|c| c.entry.name == text))
            .map(|n| n as u16)
    }

    /// Whether a card is on the match's list of aircraft.
    pub fn listed(&self, card: &Card) -> bool {
        self.options.aircraft == AircraftList::All || card.entry.status == Status::Book
    }

    /// Whether a side may take a card at all ([`rule::SIDES`]).
    pub fn may_take(&self, side: Side, card: &Card) -> bool {
        let nations = &self.nations[side.index()];
        self.listed(card)
            && card.entry.nation.serves(side)
            && (nations.is_empty() || nations.contains(&card.entry.nation))
    }

    /// The largest force that finds room on the board ([`rule::PLACEMENT`]).
    pub fn most_aircraft(&self) -> usize {
        self.size[0] as usize * self.tables.set_up.aircraft_per_unit
    }
}

/// Numbers of the rule book.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Tables {
    /// Limits of the board ([`rule::PLAYING_AREA`]).
    pub board: BoardTable,
    /// Set-up ([`rule::PLACEMENT`]).
    pub set_up: SetUpTable,
    /// Sizes of groups ([`rule::FLIGHT_GROUP`]).
    pub group: GroupTable,
    /// Length of the game ([`rule::GAME_LENGTH`]).
    pub game: GameTable,
    /// Largest pivots ([`rule::PIVOT`]).
    pub pivot: PivotTable,
    /// How long an SU is ([`rule::STANDARD_UNIT`]).
    pub unit: Vec<UnitRow>,
    /// Weapon types ([`rule::WEAPONS`]).
    pub weapon: Vec<WeaponRow>,
    /// Ranges ([`rule::RANGE`]).
    pub range: Vec<RangeRow>,
    /// Tailing ([`rule::OPT_TAILING`]).
    pub tailing: TailingTable,
}

/// Limits of the board in SU.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardTable {
    /// Least short side.
    pub short: i32,
    /// Least long side.
    pub long: i32,
    /// Longest side.
    pub most: i32,
}

/// Set-up.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SetUpTable {
    /// Depth of the set-up areas.
    pub depth: i16,
    /// Largest distance between aircraft of a group.
    pub spread: i32,
    /// Lowest altitude.
    pub lowest: i16,
    /// How far below the maximum altitude the highest is.
    pub below_ceiling: i16,
    /// Aircraft per SU of the short side.
    pub aircraft_per_unit: usize,
}

/// Sizes of groups.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GroupTable {
    /// Fewest aircraft.
    pub fewest: usize,
    /// Most aircraft.
    pub most: usize,
}

/// Length of the game.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameTable {
    /// Turns.
    pub turns: i32,
    /// Usual point total.
    pub points: i32,
}

/// Largest pivots in degrees.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PivotTable {
    /// Of a turn.
    pub turn: u16,
    /// Of a tight turn.
    pub tight_turn: u16,
    /// Of a half loop.
    pub half_loop: u16,
}

/// How long an SU is with some kind of piece.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitRow {
    /// The pieces.
    pub pieces: String,
    /// The length.
    pub length: String,
}

/// A weapon type.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeaponRow {
    /// As printed on cards.
    pub id: String,
    /// In words.
    pub text: String,
    /// Damage value.
    pub damage: u8,
    /// Attacks for which there is ammunition.
    pub ammunition: u8,
}

/// A range.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RangeRow {
    /// Its name.
    pub name: String,
    /// Up to so many SUs.
    pub units: i32,
    /// This or more hits.
    pub to_hit: u8,
    /// With Deflection, from behind the target.
    pub behind: u8,
    /// With Deflection, head-on.
    pub ahead: u8,
    /// With Deflection, from abeam.
    pub abeam: u8,
}

/// Tailing.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TailingTable {
    /// Within so many SUs.
    pub units: i32,
}

impl Armoury for Tables {
    fn weapon(&self, id: &str) -> Option<(u8, u8)> {
        self.weapon.iter().find(|w| w.id == id).map(|w| (w.damage, w.ammunition))
    }
}

impl RangeRow {
    /// The number to hit for an attacker that lies in these arcs of the target; on a boundary the better line
    /// ([`rule::OPT_DEFLECTION`]). 7 is no attack.
    #[inline]
    pub fn deflected(&self, arcs_of_target: Arcs) -> u8 {
        if arcs_of_target.has(FiringArc::Rf) {
            self.behind
        } else if arcs_of_target.has(FiringArc::Ff) {
            self.ahead
        } else {
            self.abeam
        }
    }
}

/// What `cards.toml` holds.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardFile {
    /// The cards.
    pub card: Vec<CardEntry>,
}

/// Reads data files.
pub fn load(files: &BTreeMap<String, String>) -> Result<Data, Vec<Flaw>> {
    let mut flaws = Vec::new();
    let tables: Option<Tables> = read(files, "tables.toml", &mut flaws);
    let entries: Option<CardFile> = read(files, "cards.toml", &mut flaws);
    let (Some(tables), Some(entries)) = (tables, entries) else { return Err(flaws) };
    if tables.group.most > MOST_IN_GROUP {
        let says = format!("a group has at most {MOST_IN_GROUP} aircraft");
        flaws.push(Flaw::new("group.most", says).by(rule::FLIGHT_GROUP).in_file("tables.toml"));
    }
    let cards = match checked(&[], &entries.card, "card", &tables) {
        Ok(cards) => cards,
        Err(more) => {
            flaws.extend(more.into_iter().map(|f| f.in_file("cards.toml")));
            Vec::new()
        }
    };
    let mut scenarios = BTreeMap::new();
    for name in files.keys() {
        let id = name.strip_prefix("scenarios/").and_then(|n| n.strip_suffix(".toml"));
        if let Some(id) = id
            && let Some(scenario) = read(files, name, &mut flaws)
        {
            scenarios.insert(id.to_owned(), scenario);
        }
    }
    let ready = Arc::new(ready(&scenarios));
    let data = Data { tables: Arc::new(tables), cards: Arc::new(cards), scenarios, ready };
    if flaws.is_empty() {
        for (id, scenario) in &data.scenarios {
            if let Err(more) = crate::setup::set_up(&data, scenario) {
                flaws.extend(more.into_iter().map(|f| f.in_file(&format!("scenarios/{id}.toml"))));
            }
        }
    }
    if flaws.is_empty() { Ok(data) } else { Err(flaws) }
}

/// The forces that scenarios fix without setting them up. Several scenarios may fix the same: it is listed once.
fn ready(scenarios: &BTreeMap<String, Scenario>) -> Vec<Ready> {
    let mut all: Vec<Ready> = Vec::new();
    for scenario in scenarios.values() {
        for side in Side::BOTH {
            let mut list = ForceList { aircraft: Vec::new(), groups: Some(Vec::new()) };
            for group in scenario.groups.iter().filter(|g| g.side == side) {
                if let Members::Count(count) = group.aircraft {
                    list.add_group(&group.card, usize::from(count));
                }
            }
            if !list.aircraft.is_empty() && all.iter().all(|r| (r.side, &r.list) != (side, &list)) {
                all.push(Ready { title: scenario.title.clone(), side, list });
            }
        }
    }
    all
}

fn read<T: serde::de::DeserializeOwned>(
    files: &BTreeMap<String, String>,
    name: &str,
    flaws: &mut Vec<Flaw>,
) -> Option<T> {
    let Some(text) = files.get(name) else {
        flaws.push(Flaw::new("", "the file is missing").in_file(name));
        return None;
    };
    toml::from_str(text).map_err(|e| flaws.push(Flaw::new("", e.to_string()).in_file(name))).ok()
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
    let mut flaws = Vec::new();
    for (n, entry) in entries.iter().enumerate() {
        let path = format!("{path}[{n}]");
        if cards.iter().any(|c| c.entry.id == entry.id) {
            flaws.push(Flaw::new(format!("{path}.id"), "another card has this key").by(rule::CARD));
        }
        if cards.iter().any(|c| c.entry.model == entry.model) {
            let says = "another card has this type";
            flaws.push(Flaw::new(format!("{path}.type"), says).by(rule::CARD_NAME_TYPE));
        }
        match entry.checked(&path, armoury) {
            Ok(card) => cards.push(card),
            Err(more) => flaws.extend(more),
        }
    }
    if flaws.is_empty() { Ok(cards) } else { Err(flaws) }
}

/// The settings of a match, checked.
pub fn rules(data: &Data, scenario: &Scenario) -> Result<Rules, Vec<Flaw>> {
    let mut flaws = Vec::new();
    let options = &scenario.options;
    let limits = &data.tables.board;
    let width = options.width.unwrap_or(limits.short);
    let height = options.height.unwrap_or(limits.long);
    let mut need = |ok: bool, path: &str, says: String, rule| {
        if !ok {
            flaws.push(Flaw::new(path, says).by(rule));
        }
    };
    let says = |least: i32| format!("a board is {least} to {} SU this way", limits.most);
    need(
        (limits.short..=limits.most).contains(&width),
        "options.width",
        says(limits.short),
        rule::PLAYING_AREA,
    );
    need(
        (limits.long..=limits.most).contains(&height),
        "options.height",
        says(limits.long),
        rule::PLAYING_AREA,
    );
    let turned = "the short side runs from west to east".to_owned();
    need(width <= height, "options.width", turned, rule::PLAYING_AREA);
    let both = options.points.unwrap_or(data.tables.game.points);
    let points = [options.allies_points.unwrap_or(both), options.axis_points.unwrap_or(both)];
    for (n, path) in ["options.allies-points", "options.axis-points"].into_iter().enumerate() {
        let says = "a point total is 1 to 30000".to_owned();
        need((1..=30_000).contains(&points[n]), path, says, rule::POINT_TOTAL);
    }
    let turns = options.turns.unwrap_or(data.tables.game.turns);
    let says = "a match lasts 1 to 100 turns".to_owned();
    need((1..=100).contains(&turns), "options.turns", says, rule::GAME_LENGTH);
    for side in Side::BOTH {
        for (n, nation) in scenario.nations.get(&side).into_iter().flatten().enumerate() {
            let says = format!("{} does not fly for the {side}", nation.name());
            need(nation.serves(side), &format!("nations.{}[{n}]", side.word()), says, rule::SIDES);
        }
    }
    let cards = if scenario.cards.is_empty() {
        Arc::clone(&data.cards)
    } else {
        match checked(&data.cards, &scenario.cards, "cards", &*data.tables) {
            Ok(cards) => Arc::new(cards),
            Err(more) => {
                flaws.extend(more);
                Arc::clone(&data.cards)
            }
        }
    };
    if !flaws.is_empty() {
        return Err(flaws);
    }
    let size = [width as i16, height as i16];
    let nations = Side::BOTH.map(|s| scenario.nations.get(&s).cloned().unwrap_or_default());
    Ok(Rules {
        title: scenario.title.clone(),
        tables: Arc::clone(&data.tables),
        cards,
        data_cards: data.cards.len(),
        field: Field::new(options.mode, size[0], size[1]),
        size,
        options: options.clone(),
        nations,
        points,
        turns: turns as u16,
        fixed: Side::BOTH.map(|s| scenario.groups.iter().any(|g| g.side == s)),
        ready: Arc::clone(&data.ready),
    })
}

/// Whether the Axis sets up in the south, where no die decides it.
pub fn edge_without_a_die(edge: AxisEdge) -> Option<bool> {
    match edge {
        AxisEdge::South => Some(true),
        AxisEdge::North => Some(false),
        AxisEdge::Random => None,
    }
}
