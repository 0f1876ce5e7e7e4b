//! The functions of our formulas: all of them are in Excel 2010.

// Spreadsheets count in floating point. Nothing here goes back into a game.
#![allow(clippy::float_arithmetic)]

use crate::formula::{Value, WRONG};

/// An operand of a function: a block of cells row by row, or a single value.
pub(crate) struct Cells {
    pub(crate) width: usize,
    pub(crate) values: Vec<Value>,
}

impl Cells {
    fn single(&self) -> &Value {
        self.values.first().unwrap_or(&Value::Empty)
    }
}

/// Works out a function.
pub(crate) fn call(name: &str, operands: &[Cells]) -> Result<Value, Value> {
    let value = |n: usize| operands.get(n).map_or(&Value::Empty, Cells::single);
    let number = |n: usize| value(n).number();
    let all = || operands.iter().flat_map(|cells| &cells.values);
    let truths = || all().map(Value::truth).collect::<Result<Vec<bool>, Value>>();
    // What is no number is passed over.
    let numbers = || all().filter_map(|value| if let Value::Number(n) = value { Some(*n) } else { None });
    let fault = || all().find(|value| matches!(value, Value::Fault(_))).cloned();
    let sound = |n: f64| fault().map_or(Ok(Value::Number(n)), Err);
    match name {
        "IF" => Ok(value(if value(0).truth()? { 1 } else { 2 }).clone()),
        "AND" => Ok(Value::Truth(truths()?.into_iter().all(|truth| truth))),
        "OR" => Ok(Value::Truth(truths()?.into_iter().any(|truth| truth))),
        "ISNUMBER" => Ok(Value::Truth(matches!(value(0), Value::Number(_)))),
        "N" => match value(0) {
            Value::Text(_) => Ok(Value::Number(0.0)),
            other => other.number().map(Value::Number),
        },
        "INT" => Ok(Value::Number(number(0)?.floor())),
        "ABS" => Ok(Value::Number(number(0)?.abs())),
        "TRUNC" => Ok(Value::Number(number(0)?.trunc())),
        "SIGN" => Ok(Value::Number(number(0)?.partial_cmp(&0.0).map_or(0.0, |order| f64::from(order as i8)))),
        "SQRT" => {
            Some(number(0)?.sqrt()).filter(|n| !n.is_nan()).map(Value::Number).ok_or(Value::Fault("#NUM!"))
        }
        // Our formulas round to whole numbers only.
        "ROUND" => Ok(Value::Number(number(0)?.round())),
        "FLOOR" => Ok(Value::Number((number(0)? / number(1)?).floor() * number(1)?)),
        "CEILING" => Ok(Value::Number((number(0)? / number(1)?).ceil() * number(1)?)),
        "SUM" => sound(numbers().sum()),
        "MAX" => sound(numbers().reduce(f64::max).unwrap_or(0.0)),
        "MIN" => sound(numbers().reduce(f64::min).unwrap_or(0.0)),
        // Our formulas take the first letter only.
        "LEFT" => Ok(Value::Text(value(0).written().chars().take(1).collect())),
        "SEARCH" => {
            let [what, within] = [0, 1].map(|n| value(n).written().to_lowercase());
            within.find(&what).map(|at| Value::Number(at as f64 + 1.0)).ok_or(WRONG)
        }
        // Our formulas show one decimal.
        "TEXT" => Ok(Value::Text(format!("{:.1}", number(0)?))),
        "INDEX" => {
            let (row, column) = (number(1)? as usize, number(2)? as usize);
            let at = |cells: &Cells| cells.values.get((row - 1) * cells.width + column - 1).cloned();
            let within = row > 0 && column > 0;
            operands.first().filter(|_| within).and_then(at).ok_or(Value::Fault("#REF!"))
        }
        "MATCH" => matched(value(0), operands.get(1), number(2)? == 0.0),
        _ => Err(Value::Fault("#NAME?")),
    }
}

/// The place of a value in a row of cells: of the same one, or in rising order of the last that is not above it.
fn matched(value: &Value, cells: Option<&Cells>, same: bool) -> Result<Value, Value> {
    let mut place = None;
    for (n, cell) in cells.iter().flat_map(|cells| &cells.values).enumerate() {
        let order = cell.compare(value)?;
        if order.is_eq() || (!same && order.is_lt()) {
            place = Some(n);
        }
        if place.is_some() && (same || order.is_gt()) {
            break;
        }
    }
    place.map(|n| Value::Number(n as f64 + 1.0)).ok_or(Value::Fault("#N/A"))
}
