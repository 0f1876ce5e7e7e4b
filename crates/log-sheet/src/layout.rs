//! Where things are on a log sheet, and how they look.

use serde::Deserialize;
use std::sync::OnceLock;

/// Columns of turns on a sheet ([`fighting_wings::rule::COLUMNS`]).
pub(crate) const TURNS: u16 = 20;
/// Sheets of a workbook ([`fighting_wings::rule::TABS`]).
pub(crate) const SHEETS: usize = 8;
/// The column of the first turn.
pub(crate) const FIRST: u16 = 1;
/// The column of the labels of the ADC block; its figures stand to the right of it.
pub(crate) const ADC: u16 = 22;
/// The column of the labels of the tools; their figures stand to the right of it.
pub(crate) const TOOLS: u16 = 30;
/// Numbers of the hidden rows ([`fighting_wings::rule::HIDDEN_ROWS`]).
pub(crate) const HIDDEN: std::ops::RangeInclusive<u32> = 52..=70;
/// Numbers of the rows with the texts of the menus ([`fighting_wings::rule::MENU_TEXTS`]).
pub(crate) const MENU_ROWS: std::ops::RangeInclusive<u32> = 71..=76;
/// Columns of menu texts, from the left.
pub(crate) const MENU_TEXTS: [&[&str]; 3] = [
    &["LVL", "RB", "IRB", "INV", "ILB", "LB"],
    &["L", "C", "D", "(I)", "(C)", "(D)"],
    &["Idle", "Normal", "Military", "Emergency"],
];
/// Rows with a menu, and where its texts are.
pub(crate) const MENUS: [(u32, &str); 3] = [(8, "=$A$71:$A$76"), (10, "=$B$71:$B$76"), (18, "=$C$71:$C$74")];
/// The comment on the menu texts.
pub(crate) const MENU_COMMENT: &str = "Texts of the menus in rows 8, 10 and 18. Do not delete these rows.";

/// A row of the turns.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Row {
    pub(crate) number: u32,
    pub(crate) label: String,
    #[serde(default)]
    pub(crate) shows: Shows,
    /// What the first cell explains ([`fighting_wings::rule::COMMENTS`]).
    pub(crate) comment: Option<String>,
    /// What the first turn has instead of the formula.
    pub(crate) first: Option<String>,
    pub(crate) formula: Option<String>,
    linear: Option<String>,
    unless_linear: Option<String>,
}

/// How the cells of a row show what they hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Shows {
    /// Whole numbers.
    #[default]
    Count,
    /// Halves and quarters.
    Points,
    /// Words.
    Text,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    row: Vec<Row>,
}

/// The rows of the turns, first to last.
pub(crate) fn rows() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let rows: Rows = toml::from_str(include_str!("../data/rows.toml"))
            .expect("a test reads the rows, which are part of the program");
        rows.row
    })
}

impl Row {
    /// The formula for a column of turns, without its equals sign; nothing where a player enters something.
    pub(crate) fn formula_in(&self, turn: u16, linear: bool) -> Option<String> {
        if let (0, Some(first)) = (turn, &self.first) {
            return Some(first.clone()).filter(|first| !first.is_empty());
        }
        let mut formula = self.formula.clone()?;
        if linear {
            formula = self.linear.clone().unwrap_or(formula);
            if let Some(test) = &self.unless_linear {
                formula = formula.replace('\n', "").replace(test, "FALSE");
            }
        }
        let column = FIRST + turn;
        let [this, before] = [column, column - 1].map(crate::formula::letters);
        Some(formula.replace('\n', "").replace("{c}", &this).replace("{p}", &before))
    }

    /// Whether the cell in a column of turns is computed, and so grey.
    pub(crate) fn computed(&self, turn: u16) -> bool {
        self.number == 3 || (self.formula.is_some() && !(turn == 0 && self.first.as_deref() == Some("")))
    }
}
