//! What a formula of a log sheet comes to. Only what our formulas use: a workbook must show true figures before any program has
//! calculated it.

// Spreadsheets count in floating point. Nothing here goes back into a game.
#![allow(clippy::float_arithmetic)]

use crate::functions::{Cells, call};
use std::cmp::Ordering;

/// A cell by row and column, both from 0.
pub(crate) type Place = (u32, u16);

/// What a cell holds or a formula comes to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// Nothing.
    Empty,
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// Yes or no.
    Truth(bool),
    /// A fault, as a spreadsheet writes it.
    Fault(&'static str),
}

/// An operand: a value, or a block of cells by its corners.
enum Operand {
    Value(Value),
    Block(Place, Place),
}

/// The fault of an operand of the wrong kind.
pub(crate) const WRONG: Value = Value::Fault("#VALUE!");

impl Value {
    /// As the file has it.
    pub(crate) fn written(&self) -> String {
        match self {
            Value::Empty => String::new(),
            Value::Number(n) => n.to_string(),
            Value::Text(text) => text.clone(),
            Value::Truth(truth) => if *truth { "TRUE" } else { "FALSE" }.to_owned(),
            Value::Fault(fault) => (*fault).to_owned(),
        }
    }

    pub(crate) fn number(&self) -> Result<f64, Value> {
        match self {
            Value::Empty => Ok(0.0),
            Value::Number(n) => Ok(*n),
            Value::Truth(truth) => Ok(f64::from(u8::from(*truth))),
            Value::Text(text) => text.parse().map_err(|_| WRONG),
            Value::Fault(_) => Err(self.clone()),
        }
    }

    pub(crate) fn truth(&self) -> Result<bool, Value> {
        self.number().map(|n| n != 0.0)
    }

    /// Texts come after numbers, letters large and small are the same, and nothing is both 0 and an empty text.
    pub(crate) fn compare(&self, other: &Value) -> Result<Ordering, Value> {
        match (self, other) {
            (Value::Fault(_), _) => Err(self.clone()),
            (_, Value::Fault(_)) => Err(other.clone()),
            (Value::Text(_), Value::Text(_) | Value::Empty) | (Value::Empty, Value::Text(_)) => {
                Ok(self.written().to_lowercase().cmp(&other.written().to_lowercase()))
            }
            (Value::Text(_), _) => Ok(Ordering::Greater),
            (_, Value::Text(_)) => Ok(Ordering::Less),
            _ => self.number()?.partial_cmp(&other.number()?).ok_or(WRONG),
        }
    }
}

/// Works out a formula, written without its equals sign; `cell` gives what other cells come to.
pub(crate) fn evaluate(formula: &str, cell: &mut dyn FnMut(Place) -> Value) -> Value {
    let mut reader = Reader { rest: formula, cell };
    match reader.comparison() {
        Ok(operand) if reader.rest.is_empty() => reader.single(operand),
        Ok(_) => Value::Fault("#NAME?"),
        Err(fault) => fault,
    }
}

/// Reads a formula from left to right and works it out on the way. A fault is a value like any other until it is used.
struct Reader<'a> {
    rest: &'a str,
    cell: &'a mut dyn FnMut(Place) -> Value,
}

type Read = Result<Operand, Value>;

impl<'a> Reader<'a> {
    fn takes(&mut self, sign: &str) -> bool {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn single(&mut self, operand: Operand) -> Value {
        match operand {
            Operand::Value(value) => value,
            Operand::Block(first, _) => (self.cell)(first),
        }
    }

    /// Signs of one rank, from left to right.
    fn chain(
        &mut self,
        signs: &[&'static str],
        part: fn(&mut Self) -> Read,
        join: fn(&'static str, &Value, &Value) -> Result<Value, Value>,
    ) -> Read {
        let mut left = part(self)?;
        while let Some(sign) = signs.iter().copied().find(|sign| self.takes(sign)) {
            let right = part(self)?;
            let (first, second) = (self.single(left), self.single(right));
            left = Operand::Value(join(sign, &first, &second).unwrap_or_else(|fault| fault));
        }
        Ok(left)
    }

    fn comparison(&mut self) -> Read {
        self.chain(&["<=", ">=", "<>", "<", ">", "="], Self::joined, |sign, a, b| {
            let order = a.compare(b)?;
            Ok(Value::Truth(match sign {
                "<=" => order.is_le(),
                ">=" => order.is_ge(),
                "<>" => order.is_ne(),
                "<" => order.is_lt(),
                ">" => order.is_gt(),
                _ => order.is_eq(),
            }))
        })
    }

    fn joined(&mut self) -> Read {
        self.chain(&["&"], Self::sum, |_, a, b| Ok(Value::Text(a.written() + &b.written())))
    }

    fn sum(&mut self) -> Read {
        self.chain(&["+", "-"], Self::product, |sign, a, b| {
            let (a, b) = (a.number()?, b.number()?);
            Ok(Value::Number(if sign == "+" { a + b } else { a - b }))
        })
    }

    fn product(&mut self) -> Read {
        self.chain(&["*", "/"], Self::power, |sign, a, b| {
            let (a, b) = (a.number()?, b.number()?);
            if sign == "/" && b == 0.0 {
                return Err(Value::Fault("#DIV/0!"));
            }
            Ok(Value::Number(if sign == "*" { a * b } else { a / b }))
        })
    }

    fn power(&mut self) -> Read {
        self.chain(&["^"], Self::signed, |_, a, b| Ok(Value::Number(a.number()?.powf(b.number()?))))
    }

    fn signed(&mut self) -> Read {
        if !self.takes("-") {
            return self.term();
        }
        let operand = self.signed()?;
        let value = self.single(operand).number();
        Ok(Operand::Value(value.map_or_else(|fault| fault, |n| Value::Number(-n))))
    }

    fn term(&mut self) -> Read {
        if self.takes("(") {
            let inner = self.comparison()?;
            return if self.takes(")") { Ok(inner) } else { Err(WRONG) };
        }
        if self.takes("\"") {
            let end = self.rest.find('"').ok_or(WRONG)?;
            let text = self.rest[..end].to_owned();
            self.rest = &self.rest[end + 1..];
            return Ok(Operand::Value(Value::Text(text)));
        }
        let word = self.word();
        if self.takes("(") {
            let operands = self.operands()?;
            return Ok(Operand::Value(call(word, &operands).unwrap_or_else(|fault| fault)));
        }
        if word == "TRUE" || word == "FALSE" {
            return Ok(Operand::Value(Value::Truth(word == "TRUE")));
        }
        if let Ok(number) = word.parse() {
            return Ok(Operand::Value(Value::Number(number)));
        }
        let first = place(word).ok_or(Value::Fault("#NAME?"))?;
        let last = if self.takes(":") { place(self.word()).ok_or(Value::Fault("#NAME?"))? } else { first };
        Ok(Operand::Block(first, last))
    }

    fn word(&mut self) -> &'a str {
        let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '$' | '.');
        let end = self.rest.find(|c| !part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn operands(&mut self) -> Result<Vec<Cells>, Value> {
        let mut operands = Vec::new();
        loop {
            let operand = self.comparison()?;
            operands.push(self.cells(operand));
            if !self.takes(",") {
                break;
            }
        }
        if self.takes(")") { Ok(operands) } else { Err(WRONG) }
    }

    fn cells(&mut self, operand: Operand) -> Cells {
        let ((top, left), (bottom, right)) = match operand {
            Operand::Value(value) => return Cells { width: 1, values: vec![value] },
            Operand::Block(first, last) => (first, last),
        };
        let places = (top..=bottom).flat_map(|row| (left..=right).map(move |column| (row, column)));
        let values = places.map(|place| (self.cell)(place)).collect();
        Cells { width: usize::from(right - left) + 1, values }
    }
}

/// A cell as a formula names it, `$AA22`.
fn place(name: &str) -> Option<Place> {
    let name = name.strip_prefix('$').unwrap_or(name);
    let (letters, number) = name.split_at(name.find(|c: char| !c.is_ascii_uppercase())?);
    let row: u32 = number.strip_prefix('$').unwrap_or(number).parse().ok()?;
    let column = letters.bytes().fold(0, |sum, letter| 26 * sum + u16::from(letter - b'A') + 1);
    Some((row.checked_sub(1)?, column.checked_sub(1)?))
}

/// The letters of a column.
pub(crate) fn letters(column: u16) -> String {
    let letter = |n: u16| char::from(b'A' + n as u8);
    match column / 26 {
        0 => letter(column).to_string(),
        n => [letter(n - 1), letter(column % 26)].iter().collect(),
    }
}
