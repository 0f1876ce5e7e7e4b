//! Tables of results: what their columns are, and a table as CSV.

use crate::Result;
use crate::files::Draft;
use crate::line::{Line, LostLine, whole};
use crate::plan::Plan;
use std::fmt::Write;
use std::path::Path;
use table::Side;
use table::view::At;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Whole numbers.
    Number,
    /// Numbers without a sign that may need all 64 bits.
    Seed,
    /// Words.
    Text,
}

/// What stands in a column of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// In a column of numbers.
    Number(i64),
    /// In a column of seeds.
    Seed(u64),
    /// In a column of words.
    Text(String),
    /// Nothing.
    Empty,
}

/// Names and kinds of a table's columns.
pub(crate) type Columns = [(&'static str, Kind)];

/// One row a game.
pub(crate) const GAMES: &Columns = &[
    ("game", Kind::Number),
    ("seed", Kind::Seed),
    ("allies_pilot", Kind::Text),
    ("axis_pilot", Kind::Text),
    ("winner", Kind::Text),
    ("allies_points", Kind::Number),
    ("axis_points", Kind::Number),
    ("turns", Kind::Number),
    ("commands", Kind::Number),
    ("allies_lost", Kind::Number),
    ("axis_lost", Kind::Number),
    ("allies_luck", Kind::Number),
    ("axis_luck", Kind::Number),
    ("forfeit", Kind::Text),
];

/// One row an aircraft that was lost.
pub(crate) const LOSSES: &Columns = &[
    ("game", Kind::Number),
    ("aircraft", Kind::Number),
    ("side", Kind::Text),
    ("card", Kind::Text),
    ("cause", Kind::Text),
    ("turn", Kind::Number),
    ("x", Kind::Number),
    ("y", Kind::Number),
];

/// A game's row.
pub(crate) fn game_row(line: &Line) -> Vec<Field> {
    let lost = |side| line.losses.iter().filter(|loss| loss.side == side).count() as i64;
    vec![
        Field::Number(line.game as i64),
        Field::Seed(line.seed),
        Field::Text(line.pilots[0].to_string()),
        Field::Text(line.pilots[1].to_string()),
        line.winner.map_or(Field::Empty, |side| Field::Text(side.word().to_owned())),
        Field::Number(line.points[0].into()),
        Field::Number(line.points[1].into()),
        Field::Number(line.turns.into()),
        Field::Number(line.commands.into()),
        Field::Number(lost(Side::Allies)),
        Field::Number(lost(Side::Axis)),
        Field::Number(line.luck[0]),
        Field::Number(line.luck[1]),
        line.forfeit
            .as_ref()
            .map_or(Field::Empty, |lost| Field::Text(format!("{}: {}", lost.side.word(), lost.why))),
    ]
}

/// The row of an aircraft that was lost.
pub(crate) fn loss_row(plan: &Plan, line: &Line, loss: &LostLine) -> Vec<Field> {
    let [x, y] = match loss.at {
        Some(At::Hex { col, row }) => [Field::Number(col.into()), Field::Number(row.into())],
        Some(At::Point { x, y }) => [Field::Number(x.into()), Field::Number(y.into())],
        None => [Field::Empty, Field::Empty],
    };
    vec![
        Field::Number(line.game as i64),
        Field::Number(loss.aircraft.into()),
        Field::Text(loss.side.word().to_owned()),
        Field::Text(loss.card.to_string()),
        Field::Text(whole(&plan.game, &loss.cause)),
        Field::Number(loss.turn.into()),
        x,
        y,
    ]
}

/// A table that is being written: as CSV, and as Parquet where that is built in.
pub(crate) struct Sheet {
    csv: Draft,
    #[cfg(feature = "parquet")]
    parquet: crate::parquet::Parquet,
}

impl Sheet {
    /// Begins a table. `path` is that of its files without their endings.
    pub(crate) fn of(path: &Path, columns: &'static Columns) -> Result<Sheet> {
        let mut csv = Draft::of(path.with_added_extension("csv"))?;
        csv.add(&csv_head(columns))?;
        Ok(Sheet {
            csv,
            #[cfg(feature = "parquet")]
            parquet: crate::parquet::Parquet::of(path, columns)?,
        })
    }

    /// Adds a row.
    pub(crate) fn add(&mut self, row: &[Field]) -> Result<()> {
        self.csv.add(&csv_row(row))?;
        #[cfg(feature = "parquet")]
        self.parquet.add(row)?;
        Ok(())
    }

    /// Finishes its files.
    pub(crate) fn finish(self) -> Result<()> {
        #[cfg(feature = "parquet")]
        self.parquet.finish()?;
        self.csv.finish()
    }
}

/// The first line of a table as CSV.
pub(crate) fn csv_head(columns: &Columns) -> String {
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    format!("{}\n", names.join(","))
}

/// A row of a table as CSV.
pub(crate) fn csv_row(row: &[Field]) -> String {
    let mut text = String::new();
    for (n, field) in row.iter().enumerate() {
        if n > 0 {
            text.push(',');
        }
        // Text never fails to take text.
        let _ = match field {
            Field::Number(number) => write!(text, "{number}"),
            Field::Seed(number) => write!(text, "{number}"),
            Field::Text(word) if word.contains([',', '"', '\n']) => {
                write!(text, "\"{}\"", word.replace('"', "\"\""))
            }
            Field::Text(word) => write!(text, "{word}"),
            Field::Empty => Ok(()),
        };
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::{Field, csv_row};

    #[test]
    fn words_with_commas_and_quotes_are_quoted() {
        let text = |word: &str| Field::Text(word.into());
        let row = [
            Field::Number(-3),
            Field::Seed(u64::MAX),
            Field::Empty,
            text("a,b"),
            text("say \"x\""),
            text("c"),
        ];
        assert_eq!(csv_row(&row), "-3,18446744073709551615,,\"a,b\",\"say \"\"x\"\"\",c\n");
    }
}
