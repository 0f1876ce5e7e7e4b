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

/// What a burst does: "hits 2 times at 5+, for 1 damage at 4+".
pub(crate) fn volley(to_hit: u8, hits: usize, def: u8, scored: i32) -> String {
    match (hits, scored) {
        (0, _) => format!("misses at {to_hit}+"),
        (n, 0) => format!("hits {} at {to_hit}+, without damage at {def}+", count(n as i64, "time")),
        (n, scored) => {
            format!("hits {} at {to_hit}+, for {scored} damage at {def}+", count(n as i64, "time"))
        }
    }
}

/// With a capital letter, as lines of the log begin.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
