//! The rules digest: Markdown in which every rule has an id, cut up by id for the app, the refusals and the tests, and put
//! together with what players read of each rule.

use crate::players;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use ts_rs::TS;

/// One rule of a digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Rule {
    /// Its id.
    pub id: String,
    /// What a player calls it; without words for players the digest's heading, or the first words of its paragraph.
    pub title: String,
    /// What it means for a player, in Markdown; empty without words for players.
    pub plain: String,
    /// The chapter in which players find it; empty without words for players.
    pub chapter: String,
    /// The digest's text in Markdown: the details.
    pub text: String,
    /// Line in the digest, from 1.
    pub line: u32,
}

/// The key of the table's own rules, where games have their ids.
pub const TABLE: &str = "table";
/// What holds in every game.
pub const OF_THE_TABLE: &str = include_str!("../../../rules/table.md");
/// The same in players' words.
const TOLD_OF_THE_TABLE: &str = include_str!("../../../rules/players/table.md");

/// The rules that hold in every game.
pub fn of_the_table() -> Vec<Rule> {
    for_players(TABLE, OF_THE_TABLE, TOLD_OF_THE_TABLE)
}

/// All rules of `game`'s digest with what players read of them, in the order of the players' text; rules that it does not
/// tell come last.
pub fn for_players(game: &str, digest: &str, text: &str) -> Vec<Rule> {
    let mut told: BTreeMap<String, (usize, players::Told)> =
        players::told(text).into_iter().enumerate().map(|(n, rule)| (rule.id.clone(), (n, rule))).collect();
    let mut placed: Vec<(usize, Rule)> = Vec::new();
    for rule in rules(game, digest) {
        placed.push(match told.remove(&rule.id) {
            Some((n, words)) => {
                let text = with_heading(&rule);
                (n, Rule { title: words.title, plain: words.plain, chapter: words.chapter, text, ..rule })
            }
            None => (usize::MAX, rule),
        });
    }
    placed.sort_by_key(|(n, _)| *n);
    placed.into_iter().map(|(_, rule)| rule).collect()
}

/// The text of a rule below the words of its heading, which may be all that the digest says of it.
fn with_heading(rule: &Rule) -> String {
    if rule.text.contains(&rule.title) {
        return rule.text.clone();
    }
    format!("{}\n\n{}", rule.title, rule.text).trim_end().to_owned()
}

/// All rules of `game`'s digest in the order of the digest, without words for players. A rule is defined by a heading that
/// names its id, or by a paragraph or list item that begins with it.
pub fn rules(game: &str, digest: &str) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    // Rules whose text is still being read: those of the last heading, and those of the last paragraph.
    let (mut headed, mut inline): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (n, line) in digest.lines().enumerate() {
        let heading = line.starts_with('#');
        let ids = if heading { ids_in(game, line) } else { leading_ids(game, line) };
        if heading {
            headed.clear();
            inline.clear();
        } else if !ids.is_empty() || line.trim().is_empty() || line.starts_with("- ") {
            inline.clear();
        }
        for id in ids {
            if seen.contains_key(&id) {
                continue;
            }
            seen.insert(id.clone(), rules.len());
            if heading { &mut headed } else { &mut inline }.push(rules.len());
            rules.push(Rule {
                title: title_of(game, line),
                id,
                plain: String::new(),
                chapter: String::new(),
                text: String::new(),
                line: n as u32 + 1,
            });
        }
        if !heading {
            for rule in headed.iter().chain(&inline) {
                let text = &mut rules[*rule].text;
                if !(text.is_empty() && line.trim().is_empty()) {
                    text.push_str(line);
                    text.push('\n');
                }
            }
        }
    }
    for rule in &mut rules {
        let kept = rule.text.trim_end().trim_end_matches("---").trim_end().len();
        rule.text.truncate(kept);
    }
    rules
}

/// Every id of `game` that occurs in `line`.
fn ids_in(game: &str, line: &str) -> Vec<String> {
    let start = format!("{game}/");
    line.match_indices(&start).filter_map(|(at, _)| id_at(game, &line[at..])).collect()
}

/// The id at the beginning of `text`.
fn id_at(game: &str, text: &str) -> Option<String> {
    let rest = text.strip_prefix(game)?.strip_prefix('/')?;
    let end = rest
        .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '/')))
        .unwrap_or(rest.len());
    let name = rest[..end].trim_end_matches(['.', '/', '-']);
    (!name.is_empty()).then(|| format!("{game}/{name}"))
}

/// The ids with which a paragraph or list item begins: "- `game/1` / `game/2` …".
fn leading_ids(game: &str, line: &str) -> Vec<String> {
    let mut ids = Vec::new();
    let mut rest = line.trim_start().trim_start_matches("- ");
    while let Some(id) = rest.strip_prefix('`').and_then(|r| id_at(game, r)) {
        let Some(after) = rest[1 + id.len()..].strip_prefix('`') else { break };
        ids.push(id);
        rest = after.trim_start_matches([' ', '/', ',']);
    }
    ids
}

/// What is left of a heading, or the first words of a paragraph, without hash signs and ids.
fn title_of(game: &str, line: &str) -> String {
    let heading = line.starts_with('#');
    let mut title = line.trim_start_matches(['#', '-', ' ']).to_owned();
    for id in ids_in(game, line) {
        title = title.replace(&format!("`{id}`"), "").replace(&id, "");
    }
    let title = title.trim_matches([' ', ',', '/', ':', '—', '.']).to_owned();
    if heading {
        return title;
    }
    let end = title.find(". ").unwrap_or(title.len()).min(title.len());
    title[..end].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIGEST: &str = "# Title\n\n### game/turn\nA turn.\n\nExample: one.\n\n---\n\n## 2. More\n\n### game/6.A Speed\n\
        Text of A.\n- `game/6.A1` Fast. Very.\n- `game/6.A2` / `game/6.A3` Slow.\n\n### `game/x` (p. 5)\nText of x.\n";

    #[test]
    fn every_way_of_naming_a_rule_is_found() {
        let rules = rules("game", DIGEST);
        let ids: Vec<_> = rules.iter().map(|r| r.id.as_str()).collect();
        assert_eq!(ids, ["game/turn", "game/6.A", "game/6.A1", "game/6.A2", "game/6.A3", "game/x"]);
        let by = |id: &str| rules.iter().find(|r| r.id == id).unwrap();
        assert_eq!(by("game/turn").text, "A turn.\n\nExample: one.");
        assert_eq!(by("game/6.A").title, "Speed");
        assert_eq!(by("game/6.A1").title, "Fast");
        assert_eq!(by("game/6.A1").text, "- `game/6.A1` Fast. Very.");
        assert_eq!(by("game/x").title, "(p. 5)");
        assert_eq!(by("game/x").text, "Text of x.");
    }

    #[test]
    fn players_words_come_before_the_details_and_set_the_order() {
        let told =
            "## Moving\n### game/x · Crossing\nYou may cross.\n### game/turn · Turn\nA turn is free.\n";
        let rules = for_players("game", DIGEST, told);
        let ids: Vec<_> = rules.iter().map(|r| r.id.as_str()).collect();
        assert_eq!(ids, ["game/x", "game/turn", "game/6.A", "game/6.A1", "game/6.A2", "game/6.A3"]);
        let x = &rules[0];
        assert_eq!(
            [&x.title, &x.plain, &x.chapter, &x.text],
            ["Crossing", "You may cross.", "Moving", "(p. 5)\n\nText of x."]
        );
        assert_eq!(
            [&rules[2].title, &rules[2].plain],
            ["Speed", ""],
            "without words for players the digest's own"
        );
        assert_eq!(rules[1].text, "A turn.\n\nExample: one.", "the heading is but the id");
        let bare =
            for_players("game", "### game/x One target only\n### game/y\n", "### game/x · Targets\nOne.\n");
        assert_eq!(bare[0].text, "One target only", "the heading is all there is");
    }
}
