//! What the report of a run tells, from outside: against the tables that stand beside it.

use crate::common::run;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::tempdir;

/// Games of the run. With so many, the mean of a count has whole hundredths.
const GAMES: usize = 20;

/// A heading, how many pictures stand below it, and some of the words.
type Section = (&'static str, usize, &'static [&'static str]);

const SECTIONS: [Section; 8] = [
    ("Who wins", 1, &[">RAF<", ">Luftwaffe<", ">bounds<", "20 games", "in 95 of 100 cases"]),
    (
        "Pilots",
        1,
        &["simple has", "of the points, between", "as Allies", "as Axis", "Pairs by the points of simple"],
    ),
    ("Points", 1, &["Victory points at the end", "middle half"]),
    ("Luck", 1, &["beyond what it brings on average", "The luckier side won"]),
    ("Length", 1, &["Length of a game", ">turns<", ">commands<"]),
    ("Losses", 2, &["by the rule that took it out", ">cause<", ">Spitfire I<", ">ME 109 E<"]),
    ("Where", 2, &["RAF: where aircraft were lost", "Luftwaffe: where", "The most frequent places"]),
    ("Rules used", 0, &["events a game", "rules had a part in no event"]),
];

/// Rows of a table, without its head.
fn rows(file: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(file).unwrap();
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// Whether one line of a section has all of these.
fn has_line(section: &str, parts: &[String]) -> bool {
    section.lines().any(|line| parts.iter().all(|part| line.contains(part)))
}

fn number(n: impl std::fmt::Display) -> String {
    format!("<td class=\"n\">{n}</td>")
}

#[test]
fn a_report_tells_what_came_of_a_scenario_file_with_an_option_flown_from_both_sides() {
    let dir = tempdir().unwrap();
    let (file, out) = (dir.path().join("my-scenario.toml"), dir.path().join("mine"));
    let kent = include_str!("../../../fast-and-easy/data/scenarios/kent-duel.toml");
    fs::write(&file, kent.replace("Duel over Kent, August 1940", "Mine & yours")).unwrap();
    let scenario = ["lab", "run", "fast-and-easy", file.to_str().unwrap(), "--option", "tailing_fire=true"];
    let pilots = ["--allies", "simple", "--axis", "random", "--swap", "--games", "20"];
    let (done, said) = run(&[&scenario[..], &pilots, &["--out", out.to_str().unwrap()]].concat());
    assert!(done, "{said}");
    let plan: Value = serde_json::from_str(&fs::read_to_string(out.join("run.json")).unwrap()).unwrap();
    assert_eq!(plan["scenario"]["options"]["tailing_fire"], true);

    let report = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(
        report.contains("<h1>Mine &amp; yours</h1>")
            && report.contains("simple against random, changing sides")
    );
    let told: Vec<(&str, &str)> =
        report.split("<section>\n<h2>").skip(1).map(|part| part.split_once("</h2>\n").unwrap()).collect();
    let headings: Vec<&str> = told.iter().map(|(heading, _)| *heading).collect();
    assert_eq!(headings, SECTIONS.map(|(heading, ..)| heading));
    for ((heading, section), (_, pictures, words)) in told.iter().zip(SECTIONS) {
        assert_eq!(section.matches("<svg ").count(), pictures, "{heading}");
        for word in words {
            assert!(section.contains(word), "{heading} does not say {word}");
        }
    }
    let told: BTreeMap<&str, &str> = told.into_iter().collect();

    let games = rows(&out.join("games.csv"));
    assert_eq!(games.len(), GAMES);
    let [allies, axis, drawn] =
        ["allies", "axis", ""].map(|winner| games.iter().filter(|game| game[4] == winner).count());
    let won = format!("RAF won {allies}, Luftwaffe {axis}, {drawn} were drawn.");
    assert!(told["Who wins"].contains(&won), "{won}");

    let mut losses: BTreeMap<[String; 3], usize> = BTreeMap::new();
    let lost = rows(&out.join("losses.csv"));
    for row in &lost {
        *losses.entry([row[2].clone(), row[3].clone(), row[4].clone()]).or_default() += 1;
    }
    for ([side, card, cause], n) in losses {
        let parts =
            [format!("side-{side}"), format!("<td>{card}</td>"), format!(">{cause}</span>"), number(n)];
        assert!(has_line(told["Losses"], &parts), "{parts:?}");
    }
    for side in ["allies", "axis"] {
        let placed =
            format!(">{} losses in ", lost.iter().filter(|row| row[2] == side && !row[6].is_empty()).count());
        assert!(told["Where"].contains(&placed), "{side} {placed}");
    }

    let lines = fs::read_to_string(out.join("games.jsonl")).unwrap();
    let mut rules: BTreeMap<String, u64> = BTreeMap::new();
    for line in lines.lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        for (rule, n) in game["rules"].as_object().unwrap() {
            *rules.entry(rule.clone()).or_default() += n.as_u64().unwrap();
        }
    }
    assert!(!rules.is_empty());
    for (rule, n) in rules {
        let hundredths = n * 100 / GAMES as u64;
        let mean = number(format!("{}.{:02}", hundredths / 100, hundredths % 100));
        assert!(has_line(told["Rules used"], &[format!("{rule}</span>"), mean.clone()]), "{rule} {mean}");
    }
}
