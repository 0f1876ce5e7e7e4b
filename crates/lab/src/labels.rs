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

/// The most letters of a rule's title: some digests begin a rule with its whole text.
const LONGEST: usize = 70;

/// Whether a title has words: some are nothing but the page of the book.
fn is_named(title: &str) -> bool {
    !title.is_empty() && !title.starts_with("(p")
}

/// A rule's title, by its whole id; the words of the id where the digest gives it none.
pub(crate) fn rule_title(titles: &BTreeMap<String, String>, id: &str) -> String {
    let title = titles.get(id).map(|title| title.replace(['*', '`'], "")).filter(|title| is_named(title));
    let title = title.unwrap_or_else(|| id.rsplit('/').next().unwrap_or(id).replace('-', " "));
    let mut letters = title.chars();
    let mut title: String =
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect());
    if title.chars().count() > LONGEST {
        let cut: String = title.chars().take(LONGEST).collect();
        title = cut.rsplit_once(' ').map_or(cut.clone(), |(whole, _)| whole.to_owned()) + " …";
    }
    title
}
