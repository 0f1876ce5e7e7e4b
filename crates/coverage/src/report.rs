//! What is covered and what is missing, per game.

use crate::source::Sources;
use crate::uses::Uses;
use crate::{examples, guide, told};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use table::digest;
use wire::Guide;

/// What is written about the rules of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    /// The digest.
    pub(crate) digest: String,
    /// What players read of each rule.
    pub(crate) players: String,
    /// The guide; what holds in every game has none.
    pub(crate) guide: Option<Guide>,
}

/// The coverage of one game.
#[derive(Debug, Default)]
pub(crate) struct Report {
    game: String,
    rules: usize,
    cited: usize,
    /// Of those cited, the ones that only a doc link names.
    linked_only: usize,
    exercised: usize,
    /// Rules with a title and a text for players.
    told: usize,
    examples: usize,
    examples_tested: usize,
    tests: usize,
    missing: Vec<String>,
}

impl Report {
    /// Compares a digest with the constants that `rule.rs` defines, with their uses, and with what players read.
    pub(crate) fn new(
        game: &str,
        texts: &Texts,
        defined: Vec<(String, String)>,
        sources: &Sources,
    ) -> Report {
        let mut report = Report { game: game.to_owned(), tests: sources.tests.len(), ..Report::default() };
        let ids: BTreeSet<String> = digest::rules(game, &texts.digest).into_iter().map(|r| r.id).collect();
        report.rules = ids.len();
        let names = report.check_constants(&ids, defined);
        report.check_rules(&ids, &names, sources);
        report.check_examples(&texts.digest, sources);
        let (told, wrong) = told::check(&ids, &texts.players);
        report.told = told;
        report.missing.extend(wrong);
        report.missing.extend(texts.guide.iter().flat_map(|guide| guide::check(&ids, guide)));
        report
    }

    /// Whether nothing is missing.
    pub(crate) fn is_complete(&self) -> bool {
        self.missing.is_empty()
    }

    fn check_constants(
        &mut self,
        ids: &BTreeSet<String>,
        defined: Vec<(String, String)>,
    ) -> BTreeMap<String, String> {
        let mut by_id: BTreeMap<&str, &str> = BTreeMap::new();
        for (name, id) in &defined {
            if !ids.contains(id) {
                self.missing.push(format!("{name} names {id}, which the digest lacks"));
            }
            if let Some(other) = by_id.insert(id, name) {
                self.missing.push(format!("{id} has two constants, {other} and {name}"));
            }
        }
        let lacking = ids.iter().filter(|id| !by_id.contains_key(id.as_str()));
        self.missing.extend(lacking.map(|id| format!("{id} has no constant in rule.rs")));
        defined.into_iter().collect()
    }

    fn check_rules(&mut self, ids: &BTreeSet<String>, names: &BTreeMap<String, String>, sources: &Sources) {
        let built = Uses::in_code(names, &sources.code);
        let exercised: BTreeSet<String> =
            sources.tests.iter().flat_map(|t| Uses::in_test(names, &t.body).ids).collect();
        for id in ids {
            let (used, linked) = (built.ids.contains(id), built.linked.contains(id));
            self.cited += usize::from(used || linked);
            self.linked_only += usize::from(linked && !used);
            self.exercised += usize::from(exercised.contains(id));
            if !used && !linked {
                self.missing.push(format!("{id} is not cited by the code"));
            }
            if !exercised.contains(id) {
                self.missing.push(format!("{id} is not exercised by a test"));
            }
        }
    }

    fn check_examples(&mut self, digest: &str, sources: &Sources) {
        let tested: BTreeSet<String> =
            sources.tests.iter().filter_map(|t| examples::of_test(&t.name)).collect();
        let mut given = BTreeSet::new();
        for example in examples::in_digest(digest) {
            self.examples += 1;
            let Some(id) = example.id else {
                self.missing.push(format!("the example in line {} has no id", example.line));
                continue;
            };
            if tested.contains(&id) {
                self.examples_tested += 1;
            } else {
                self.missing.push(format!("{id} (line {}) has no test", example.line));
            }
            if !given.insert(id.clone()) {
                self.missing.push(format!("{id} (line {}) is given twice", example.line));
            }
        }
        let strays = tested.difference(&given);
        self.missing.extend(strays.map(|id| format!("a test is named after {id}, which the digest lacks")));
    }
}

/// One table for all games, then what is missing.
pub(crate) fn render(reports: &[Report]) -> String {
    let mut text = String::from("Rule coverage\n");
    let row = |text: &mut String, cells: [&str; 7]| {
        let [game, rules, cited, exercised, told, examples, tests] = cells;
        let _ = writeln!(
            text,
            "  {game:<16}{rules:>7}{cited:>16}{exercised:>16}{told:>16}{examples:>16}{tests:>8}"
        );
    };
    row(&mut text, ["game", "rules", "cited", "exercised", "told", "examples", "tests"]);
    for r in reports {
        row(
            &mut text,
            [
                &r.game,
                &r.rules.to_string(),
                &share(r.cited, r.rules),
                &share(r.exercised, r.rules),
                &share(r.told, r.rules),
                &share(r.examples_tested, r.examples),
                &r.tests.to_string(),
            ],
        );
    }
    for r in reports {
        if r.linked_only > 0 {
            let _ = writeln!(text, "{}: {} rules are cited by a doc link only", r.game, r.linked_only);
        }
        for missing in &r.missing {
            let _ = writeln!(text, "{}: {missing}", r.game);
        }
    }
    text
}

/// `12 of 13 (92 %)`, rounded down so that 100 % means all.
fn share(part: usize, whole: usize) -> String {
    let percent = (part * 100).checked_div(whole).unwrap_or(100);
    format!("{part} ({percent} %)")
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIGEST: &str = "### g/turn\nText.\nExample: (ex-01) one.\n\n### g/slip\nExample: (ex-02) two.\n";

    const PLAYERS: &str = "## Moving\n### g/turn · Turn\nTurn once.\n### g/slip · Slip\nSlip aside.\n";

    fn report(source: &str, defined: &[(&str, &str)]) -> Report {
        let defined = defined.iter().map(|(n, id)| ((*n).to_owned(), (*id).to_owned())).collect();
        let texts = Texts { digest: DIGEST.to_owned(), players: PLAYERS.to_owned(), guide: None };
        Report::new("g", &texts, defined, &Sources::inline(source))
    }

    const BOTH: [(&str, &str); 2] = [("TURN", "g/turn"), ("SLIP", "g/slip")];

    #[test]
    fn a_game_with_every_rule_and_example_is_complete() {
        let source = "fn f() { rule::TURN; } /** As [`rule::SLIP`] */ struct S;\n\
            #[test] fn ex_01() { rule::TURN; } #[test] fn ex_02() { \"g/slip\"; }";
        let report = report(source, &BOTH);
        assert_eq!(report.missing, Vec::<String>::new());
        assert!(report.is_complete());
        let text = render(&[report]);
        assert!(text.contains("2 (100 %)"), "{text}");
        assert!(text.contains("1 rules are cited by a doc link only"), "{text}");
    }

    #[test]
    fn whatever_is_missing_is_named() {
        let report = report("fn f() { rule::TURN; } #[test] fn ex_09() { rule::TURN; }", &BOTH[..1]);
        assert!(!report.is_complete());
        assert_eq!(
            report.missing,
            [
                "g/slip has no constant in rule.rs",
                "g/slip is not cited by the code",
                "g/slip is not exercised by a test",
                "ex-01 (line 3) has no test",
                "ex-02 (line 6) has no test",
                "a test is named after ex-09, which the digest lacks",
            ]
        );
        assert!(render(&[report]).contains("1 (50 %)"));
    }

    #[test]
    fn a_rule_that_players_are_not_told_of_makes_a_game_incomplete() {
        let texts = Texts { digest: DIGEST.to_owned(), ..Texts::default() };
        let report = Report::new("g", &texts, Vec::new(), &Sources::default());
        assert!(
            report.missing.contains(&"g/slip has no text for players".to_owned()),
            "{:?}",
            report.missing
        );
        assert!(render(&[report]).contains("0 (0 %)"));
    }

    #[test]
    fn a_constant_without_a_rule_or_beside_another_is_named() {
        let defined = [("TURN", "g/turn"), ("TWIST", "g/turn"), ("ROLL", "g/roll")];
        let missing = report("", &defined).missing;
        assert!(missing.contains(&"g/turn has two constants, TURN and TWIST".to_owned()));
        assert!(missing.contains(&"ROLL names g/roll, which the digest lacks".to_owned()));
    }
}
