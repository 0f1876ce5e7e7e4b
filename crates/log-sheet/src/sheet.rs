//! One log sheet: what stands in its cells, and what its formulas come to.

use crate::formula::{Place, Value, evaluate};
use crate::layout::{FIRST, MENU_ROWS, MENU_TEXTS, TURNS, rows};
use crate::{adc, tools};
use fighting_wings::Type;
use std::collections::BTreeMap;

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    /// Something entered or printed.
    Entry(Value),
    /// A formula, without its equals sign.
    Formula(String),
}

/// What the format of a cell says of an aircraft ([`fighting_wings::rule::TAB_MARKS`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mark {
    Damaged,
    Lost,
}

/// A log sheet.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    /// The name on its tab.
    pub(crate) tab: String,
    pub(crate) cells: BTreeMap<Place, Cell>,
    pub(crate) marks: BTreeMap<Place, Mark>,
}

/// What a workbook is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    /// The first game turn on its sheets.
    pub(crate) first_turn: u16,
    /// Whether altitude is exchanged by the linear option.
    pub(crate) linear: bool,
}

impl Kind {
    /// For a game that has not begun.
    pub(crate) const BLANK: Kind = Kind { first_turn: 1, linear: false };
}

impl Sheet {
    /// A sheet with its formulas and nothing entered, for a type of aircraft or for none yet.
    pub(crate) fn new(tab: String, kind: Kind, ty: Option<&Type>) -> Sheet {
        let mut sheet = Sheet { tab, cells: BTreeMap::new(), marks: BTreeMap::new() };
        for row in rows() {
            sheet.put((row.number - 1, 0), &row.label);
            for turn in 0..TURNS {
                if let Some(formula) = row.formula_in(turn, kind.linear) {
                    sheet.cells.insert((row.number - 1, FIRST + turn), Cell::Formula(formula));
                }
            }
        }
        for turn in 0..TURNS {
            sheet.enter(3, turn, kind.first_turn + turn);
        }
        for (column, texts) in MENU_TEXTS.iter().enumerate() {
            for (row, text) in MENU_ROWS.zip(*texts) {
                sheet.put((row - 1, column as u16), *text);
            }
        }
        adc::print(&mut sheet, ty);
        tools::print(&mut sheet);
        sheet
    }

    /// Puts something into a cell, whatever stood there ([`fighting_wings::rule::UNPROTECTED`]).
    pub(crate) fn put(&mut self, place: Place, value: impl Into<Value>) {
        self.cells.insert(place, Cell::Entry(value.into()));
    }

    /// Enters something in a row, by its number, and a column of turns.
    pub(crate) fn enter(&mut self, row: u32, turn: u16, value: impl Into<Value>) {
        self.put((row - 1, FIRST + turn), value);
    }

    /// What every formula comes to.
    pub(crate) fn values(&self) -> BTreeMap<Place, Value> {
        let mut known = BTreeMap::new();
        // Column by column: a turn depends on those before it and on the columns of figures behind all turns.
        let mut places: Vec<Place> = self.cells.keys().copied().collect();
        places.sort_by_key(|(row, column)| (*column, *row));
        for place in places {
            self.value(place, &mut known);
        }
        known
    }

    fn value(&self, place: Place, known: &mut BTreeMap<Place, Value>) -> Value {
        match self.cells.get(&place) {
            None => Value::Empty,
            Some(Cell::Entry(value)) => value.clone(),
            Some(Cell::Formula(formula)) => {
                if let Some(value) = known.get(&place) {
                    return value.clone();
                }
                let value = evaluate(formula, &mut |other| self.value(other, known));
                known.insert(place, value.clone());
                value
            }
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Value {
        Value::Text(text.clone())
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl From<$number> for Value {
            fn from(number: $number) -> Value {
                Value::Number(number.into())
            }
        })*
    };
}

numbers!(u8, u16, i16, f64);

/// Half points as a number.
pub(crate) fn halves(half_points: i16) -> Value {
    fraction(half_points, 2.0)
}

/// Quarter points as a number.
pub(crate) fn quarters(quarter_points: i16) -> Value {
    fraction(quarter_points, 4.0)
}

// A cell holds a floating number, whatever the engine counts in.
#[allow(clippy::float_arithmetic)]
fn fraction(number: i16, of: f64) -> Value {
    Value::Number(f64::from(number) / of)
}
