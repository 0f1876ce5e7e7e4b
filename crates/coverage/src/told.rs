//! What players read of the rules: a title and plain sentences for every rule, and for no other.

use std::collections::{BTreeMap, BTreeSet};
use table::players;

/// A title goes on a chip beside a line of the log, so it is short.
const MOST_WORDS: usize = 4;

/// Compares the players' text of a game with its rules: how many are told, and what is wrong.
pub(crate) fn check(ids: &BTreeSet<String>, text: &str) -> (usize, Vec<String>) {
    let mut wrong = Vec::new();
    let mut told: BTreeSet<&str> = BTreeSet::new();
    let mut titles: BTreeMap<String, &str> = BTreeMap::new();
    let all = players::told(text);
    for rule in &all {
        let (id, line) = (rule.id.as_str(), rule.line);
        if !ids.contains(id) {
            wrong.push(format!("players are told of {id} (line {line}), which the digest lacks"));
            continue;
        }
        if !told.insert(id) {
            wrong.push(format!("players are told of {id} twice (line {line})"));
        }
        if rule.title.is_empty() || rule.plain.is_empty() || rule.chapter.is_empty() {
            told.remove(id);
            wrong.push(format!("{id} lacks a title, a chapter or a text for players (line {line})"));
        }
        if rule.title.split_whitespace().count() > MOST_WORDS {
            wrong.push(format!("the title of {id} has more than {MOST_WORDS} words: {}", rule.title));
        }
        if let Some(other) = titles.insert(rule.title.to_lowercase(), id).filter(|other| *other != id) {
            wrong.push(format!("{other} and {id} have the same title: {}", rule.title));
        }
    }
    let named: BTreeSet<&str> = all.iter().map(|rule| rule.id.as_str()).collect();
    let untold = ids.iter().filter(|id| !named.contains(id.as_str()));
    wrong.extend(untold.map(|id| format!("{id} has no text for players")));
    (told.len(), wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(text: &str) -> (usize, Vec<String>) {
        check(&["g/slip", "g/turn"].map(str::to_owned).into(), text)
    }

    #[test]
    fn two_rules_with_title_chapter_and_text_are_told() {
        let text = "## Moving\n### g/turn · Turn\nTurn once.\n### g/slip · Slip\nSlip aside.\n";
        assert_eq!(checked(text), (2, Vec::new()));
    }

    #[test]
    fn a_rule_without_words_and_words_without_a_rule_are_named() {
        let text = "## Moving\n### g/turn · Turn\nTurn once.\n### g/roll · Roll\nRoll over.\n";
        let (told, wrong) = checked(text);
        assert_eq!(told, 1);
        assert_eq!(
            wrong,
            ["players are told of g/roll (line 4), which the digest lacks", "g/slip has no text for players"]
        );
    }

    #[test]
    fn a_heading_alone_tells_nothing() {
        for text in ["## M\n### g/turn · Turn\n", "## M\n### g/turn\nText.\n", "### g/turn · Turn\nText.\n"]
        {
            let (told, wrong) = checked(text);
            assert_eq!(told, 0, "{text}");
            assert!(wrong[0].starts_with("g/turn lacks a title, a chapter or a text"), "{wrong:?}");
        }
    }

    #[test]
    fn a_long_title_one_given_twice_and_a_rule_told_twice_are_named() {
        let text = "## M\n### g/turn · A turn after two hexes\nText.\n### g/slip · Move\nText.\n\
            ### g/turn · move\nText.\n";
        let (_, wrong) = checked(text);
        assert_eq!(
            wrong,
            [
                "the title of g/turn has more than 4 words: A turn after two hexes",
                "players are told of g/turn twice (line 6)",
                "g/slip and g/turn have the same title: move",
            ]
        );
    }
}
