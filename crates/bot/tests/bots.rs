//! Bots good and bad, as real programs.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "tests read better without")]

use bot::{Checked, Flyer, Terms};
use catalog::{Catalog, Job, Level, Record, Series};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use table::Side;

const SMALL: [(&str, &str); 4] = [
    ("fast-and-easy", "kent-duel"),
    ("spitfire", "air-superiority"),
    ("spitting-fire", "duel"),
    ("fighting-wings", "kent"),
];

/// More than any good bot needs, however busy the machine is.
const PLENTY: Duration = Duration::from_secs(300);
/// For bots that never do what they should.
const LITTLE: Duration = Duration::from_millis(300);

fn series(game: &str, scenario: &str) -> Arc<dyn Series> {
    Catalog::built_in().unwrap().game(game).unwrap().series(&scenario.into(), None).unwrap()
}

fn terms(patience: Duration) -> Terms {
    Terms { patience, ..Terms::new(Catalog::built_in().unwrap()) }
}

/// The bots of the manual whose language is there: building and testing must not need it.
fn manual() -> Vec<String> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bots");
    let there = |(language, _): &(&str, &str)| Command::new(language).arg("--version").output().is_ok();
    let bots = [("python3", "bot.py"), ("node", "bot.js")].into_iter().filter(there);
    bots.map(|(language, file)| format!("{language} {}", docs.join(file).display())).collect()
}

/// A duel over Kent of a bot as the Allies against a random pilot.
fn duel(command: &str, patience: Duration) -> Record {
    let series = series("fast-and-easy", "kent-duel");
    let (bot, random) = (Flyer::Bot(command.into()), Flyer::from(Level::Random));
    let job = Job { dice: 5, choices: 6, pilots: [&bot, &random] };
    bot::play(series.as_ref(), job, &terms(patience)).unwrap()
}

fn checked(command: &str, games: &[(&str, &str)], patience: Duration) -> (bool, Vec<Checked>) {
    let series: Vec<_> = games.iter().map(|(game, scenario)| series(game, scenario)).collect();
    let mut all = Vec::new();
    let mut told = |checked: &Checked| {
        all.push(checked.clone());
        Ok(())
    };
    let good = bot::check(command, &series, &terms(patience), &mut told).unwrap();
    (good, all)
}

#[test]
fn the_bots_of_the_manual_keep_to_the_protocol_in_every_game() {
    for bot in manual() {
        let (good, all) = checked(&bot, &SMALL, PLENTY);
        assert!(good, "{bot}: {all:#?}");
        assert_eq!(all.len(), 2 * SMALL.len() + 4);
    }
}

#[test]
fn a_game_of_a_bot_is_kept_like_any_other_and_its_number_repeats_it() {
    for bot in manual() {
        let game = duel(&bot, PLENTY);
        assert_eq!(game.forfeit, None);
        assert!(game.commands > 10 && !game.rules.is_empty(), "{game:?}");
        assert_eq!(duel(&bot, PLENTY), game);
    }
}

#[test]
fn two_bots_fly_against_each_other_where_both_decide_at_once() {
    let bots = manual();
    let (Some(one), Some(other)) = (bots.first(), bots.last()) else { return };
    let series = series("spitfire", "air-superiority");
    let (one, other) = (Flyer::Bot(one.clone()), Flyer::Bot(other.clone()));
    let job = Job { dice: 1, choices: 2, pilots: [&one, &other] };
    let record = bot::play(series.as_ref(), job, &terms(PLENTY)).unwrap();
    assert_eq!(record.forfeit, None);
}

#[test]
fn a_record_made_from_a_table_is_that_of_the_game_played_there() {
    for (game, scenario) in SMALL {
        let series = series(game, scenario);
        let job = Job { dice: 3, choices: 4, pilots: [Level::Random.into(); 2] };
        let table = series.at_table(job).unwrap();
        assert_eq!(series.record(3, table.as_ref()), series.play(job), "{game}");
    }
}

/// A bot that answers every line with one and the same.
fn parrot(line: &str) -> String {
    format!("while read -r line; do echo '{line}'; done")
}

#[test]
fn whoever_fails_forfeits_and_has_lost() {
    let illegal =
        r#"{"jsonrpc":"2.0","id":1,"method":"act","params":{"command":{"move":{"aircraft":1,"path":"F"}}}}"#;
    let foreign = r#"{"jsonrpc":"2.0","id":1,"method":"view","params":{"seat":"axis"}}"#;
    let bad = [
        // Hangs; starts others and hangs; closes its output and hangs.
        ("sleep 1000", LITTLE, "time-out"),
        ("sleep 1000 & sleep 1000", LITTLE, "time-out"),
        ("printf half; sleep 1000", LITTLE, "time-out"),
        ("exec >&-; sleep 1000", PLENTY, "gone"),
        // Dies at once, or after half a line.
        ("exit 3", PLENTY, "gone"),
        ("no-such-program-anywhere", PLENTY, "gone"),
        (r#"printf '{"jsonrpc"'"#, PLENTY, "gone"),
        // Writes without end, with lines and without.
        ("yes", PLENTY, "refusals"),
        ("tr '\\0' x </dev/zero", PLENTY, "flood"),
        // Asks without end and never reads an answer.
        (r#"yes '{"jsonrpc":"2.0","id":1,"method":"view","params":{}}'"#, PLENTY, "deaf"),
        // Says what is refused again and again; asks for what is not its own.
        (&format!("while :; do echo '{illegal}'; done"), PLENTY, "refusals"),
        (&format!("while :; do echo '{foreign}'; done"), PLENTY, "refusals"),
    ];
    for (command, patience, word) in bad {
        let record = duel(command, patience);
        assert_eq!(record.forfeit, Some((Side::Allies, word)), "{command}");
        assert_eq!(record.winner, Some(Side::Axis), "{command}");
        assert!(record.rules.iter().any(|(rule, _)| rule.0 == "table/resign"), "{command}");
    }
}

#[test]
fn two_bad_bots_make_a_game_too() {
    let series = series("spitfire", "air-superiority");
    let (one, other) = (Flyer::Bot("exit 1".into()), Flyer::Bot(parrot("rubbish")));
    let job = Job { dice: 1, choices: 2, pilots: [&one, &other] };
    let record = bot::play(series.as_ref(), job, &terms(PLENTY)).unwrap();
    // The Axis decide first, and the game is over.
    assert_eq!(record.forfeit, Some((Side::Axis, "refusals")));
}

/// Waits until a process has ended. One that nobody has asked about its end yet has ended all the same.
fn wait_for_end(pid: &str) {
    let state = || std::fs::read_to_string(PathBuf::from("/proc").join(pid).join("stat")).ok();
    while state().is_some_and(|stat| !stat.rsplit(')').next().unwrap_or("").trim_start().starts_with('Z')) {
        std::thread::yield_now();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_bot_has_started_ends_with_it() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("pids");
    // It fails only once the numbers are written.
    let command = format!("sleep 1000 & echo $! $$ > {}; yes; sleep 1000", file.display());
    assert_eq!(duel(&command, PLENTY).forfeit, Some((Side::Allies, "refusals")));
    for pid in std::fs::read_to_string(&file).unwrap().split_whitespace() {
        wait_for_end(pid);
    }
}

#[test]
fn a_complaint_says_what_is_wrong_what_was_expected_and_what_came() {
    let kent = &SMALL[..1];
    let said = |command: &str, patience| {
        let (good, all) = checked(command, kent, patience);
        assert!(!good, "{command}");
        all[0].complaints.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let rubbish = said(&parrot("Hello, world!"), PLENTY);
    assert!(rubbish.contains("not JSON") && rubbish.contains("came: Hello, world!"), "{rubbish}");
    assert!(rubbish.contains("other words go to standard error"), "{rubbish}");
    let unknown = said(&parrot(r#"{"jsonrpc":"2.0","id":1,"method":"fly"}"#), PLENTY);
    assert!(
        unknown.contains("there is no method 'fly'") && unknown.contains("docs/protocol.md"),
        "{unknown}"
    );
    let late = said("sleep 1000", LITTLE);
    assert!(late.contains("no command within 300 ms") && late.contains("came: nothing"), "{late}");
    let dead = said("echo my wing came off >&2; exit 3", PLENTY);
    assert!(dead.contains("it ended before the game did; its last words: my wing came off"), "{dead}");
    let half = said(r#"printf '{"json'"#, PLENTY);
    assert!(half.contains(r#"came: {\"json"#), "{half}");
    let flood = said("tr '\\0' x </dev/zero", PLENTY);
    assert!(flood.contains("a line of more than 65536 bytes") && flood.contains("xxx … ("), "{flood}");
}

#[test]
fn a_bot_that_stays_or_stumbles_after_the_game_is_told_so() {
    let Some(bot) = manual().into_iter().next() else { return };
    let said = |command: &str| {
        let (good, all) = checked(command, &SMALL[..1], PLENTY);
        assert!(!good, "{command}");
        all[0].complaints.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let fails = said(&format!("{bot}; exit 4"));
    assert!(fails.contains("after the game it ended with exit status: 4"), "{fails}");
    let half = said(&format!("{bot}; printf tail"));
    assert!(half.contains("its last line has no end") && half.contains("came: tail"), "{half}");
}
