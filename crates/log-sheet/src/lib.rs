//! The log sheets of *Simple Fighting Wings* ([`fighting_wings::rule::LOG_SHEETS`]): a game as Excel workbooks with live formulas.
//! Pure: a game in, bytes out. The engine's own account of every move is the source of what is entered; the formulas then reach the
//! same figures without it.

mod adc;
mod fill;
mod formula;
mod functions;
mod layout;
mod logs;
mod sheet;
#[cfg(test)]
mod tests;
mod tools;
mod write;

use fighting_wings::{AltitudeExchange, FightingWings};
use formula::Value;
use layout::{SHEETS, TURNS};
use sheet::{Kind, Sheet};
use std::any::Any;
use std::collections::BTreeSet;
use table::Table;
use write::workbook;

/// The id of the game that has log sheets.
pub const GAME: &str = <FightingWings as table::Referee>::ID;

/// Why a workbook could not be made.
#[derive(Debug)]
pub struct Unwritten(String);

impl std::fmt::Display for Unwritten {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the workbook cannot be made: {}", self.0)
    }
}

impl std::error::Error for Unwritten {}

/// The game itself, if it is one that has log sheets. `table` is any [`Table`].
fn game(table: &dyn Any) -> Option<&Table<FightingWings>> {
    table.downcast_ref()
}

/// How many workbooks the log sheets of a game take that has so many aircraft and has come to this game turn; 0 for a game that has none.
pub fn count(game: &str, aircraft: u16, turn: u16) -> u16 {
    if game == GAME { pages(turn) * aircraft.div_ceil(SHEETS as u16) } else { 0 }
}

/// The log sheets of a table: workbooks of eight aircraft in id order, then those of later turns. Empty for a game that has none.
pub fn workbooks(table: &dyn Any) -> Result<Vec<Vec<u8>>, Unwritten> {
    let Some(table) = game(table) else { return Ok(Vec::new()) };
    let written = |sheets: Vec<Sheet>| workbook(&sheets, Value::written);
    books(table).into_iter().map(written).collect::<Result<_, _>>().map_err(|e| Unwritten(e.to_string()))
}

/// A clean master ([`fighting_wings::rule::MASTER`]): all formulas, no aircraft.
pub fn blank() -> Result<Vec<u8>, Unwritten> {
    let mut tabs = Tabs::default();
    let sheets: Vec<Sheet> =
        (0..SHEETS).map(|n| Sheet::new(tabs.free(&unused(n)), Kind::BLANK, None)).collect();
    workbook(&sheets, Value::written).map_err(|e| Unwritten(e.to_string()))
}

/// The pages of turns that a game has filled or begun.
fn kinds(table: &Table<FightingWings>) -> Vec<Kind> {
    let linear = table.rules().options.altitude_exchange == AltitudeExchange::Linear;
    (0..pages(table.state().now.turn)).map(|page| Kind { first_turn: page * TURNS + 1, linear }).collect()
}

/// Pages of turns up to a game turn.
fn pages(turn: u16) -> u16 {
    (turn.max(1) - 1) / TURNS + 1
}

/// The sheets of each workbook.
fn books(table: &Table<FightingWings>) -> Vec<Vec<Sheet>> {
    let rules = table.rules();
    let logs = logs::of(table);
    let mut books = Vec::new();
    for kind in kinds(table) {
        for first in (0..rules.crews.len()).step_by(SHEETS) {
            let mut tabs = Tabs::default();
            let sheet = |n: usize| match rules.crews.get(first + n) {
                Some(crew) => {
                    let tab = tabs.free(&logs::tab(rules, first + n));
                    let mut sheet = Sheet::new(tab, kind, Some(&crew.ty));
                    fill::fill(&mut sheet, kind, rules, (crew, &logs[first + n]));
                    sheet
                }
                None => Sheet::new(tabs.free(&unused(n)), kind, None),
            };
            books.push((0..SHEETS).map(sheet).collect());
        }
    }
    books
}

/// The tab of a sheet without an aircraft.
fn unused(n: usize) -> String {
    format!("Aircraft {}", n + 1)
}

/// The names of the tabs of a workbook.
#[derive(Default)]
struct Tabs(BTreeSet<String>);

impl Tabs {
    /// The most letters of a tab's name.
    const MOST: usize = 31;

    /// A name that a tab may have and none has yet: large and small letters are the same there, and one name is Excel's own.
    fn free(&mut self, wanted: &str) -> String {
        let allowed = |c: &char| !c.is_control() && !"[]:*?/\\'".contains(*c);
        let cut = |most: usize| -> String { wanted.chars().filter(allowed).take(most).collect() };
        let mut name = cut(Tabs::MOST);
        let mut number = 1;
        while name.trim().is_empty()
            || name.eq_ignore_ascii_case("history")
            || self.0.contains(&name.to_lowercase())
        {
            number += 1;
            let ending = format!(" ({number})");
            name = cut(Tabs::MOST - ending.len()) + &ending;
        }
        self.0.insert(name.to_lowercase());
        name
    }
}
