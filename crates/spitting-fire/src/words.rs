//! Names and counts, as the log and menus say them.

use crate::rules::Rules;
use crate::state::{Flight, State};

/// What an aircraft is called: "Spitfire 3".
pub(crate) fn plane(rules: &Rules, state: &State, n: usize) -> String {
    let card = state.planes.get(n).map(|plane| rules.card(plane.card));
    card.map_or_else(String::new, |card| format!("{} {}", card.name(), n + 1))
}

/// "1 hit", "2 hits".
pub(crate) fn count(n: impl Into<i64>, what: &str) -> String {
    let n = n.into();
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// A force: "4 Spitfire, 2 Hurricane (210 points)".
pub(crate) fn force(rules: &Rules, flights: &[Flight]) -> String {
    let groups: Vec<String> =
        flights.iter().map(|f| format!("{} {}", f.count, rules.card(f.card).name())).collect();
    format!("{} ({} points)", groups.join(", "), crate::forces::cost(rules, flights))
}

/// With a capital letter, as lines of the log begin.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
