//! What a report calls things.

use catalog::Series;
use std::collections::BTreeMap;
use table::digest::{self, Rule};
use table::view::Board;

/// What a report calls things.
pub struct Labels {
    /// The game's title.
    pub game: String,
    /// The scenario's title.
    pub scenario: String,
    /// What the Allies are called, and what the Axis.
    pub sides: [String; 2],
    /// The map.
    pub board: Board,
    /// Names of cards, by id.
    pub cards: BTreeMap<String, String>,
    /// Titles of rules, by whole id; those of the table included.
    pub rules: BTreeMap<String, String>,
}

impl Labels {
    /// The names in a series of a game with this title and these rules.
    pub fn new(series: &dyn Series, game: &str, rules: &[Rule]) -> Labels {
        let start = series.start();
        let of_the_table = digest::of_the_table();
        let titles = rules.iter().chain(&of_the_table).map(|rule| (rule.id.clone(), rule.title.clone()));
        Labels {
            game: game.to_owned(),
            scenario: start.title.to_string(),
            sides: series.side_names(),
            board: start.board,
            cards: series
                .cards()
                .into_iter()
                .map(|card| (card.id.to_string(), card.name.to_string()))
                .collect(),
            rules: titles.collect(),
        }
    }

    /// A card's name.
    pub fn card<'a>(&'a self, id: &'a str) -> &'a str {
        self.cards.get(id).map_or(id, String::as_str)
    }

    /// A rule's title, by its whole id.
    pub fn rule(&self, id: &str) -> String {
        rule_title(&self.rules, id)
    }
}

/// A rule's title, by its whole id; the id itself for a rule of a run that an older program wrote.
pub(crate) fn rule_title(titles: &BTreeMap<String, String>, id: &str) -> String {
    titles.get(id).map_or(id, String::as_str).to_owned()
}
