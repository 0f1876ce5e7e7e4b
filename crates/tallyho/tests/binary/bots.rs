//! Bots in `lab`, `play` and `bot-check`, from outside.

use crate::common::{root, run};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::tempdir;

/// The bot of the manual, where Python is there: building and testing must not need it.
fn python_bot() -> Option<String> {
    Command::new("python3").arg("--version").output().ok()?;
    Some(format!("python3 {}", root().join("docs/bots/bot.py").display()))
}

/// A bot that never says a word.
const SILENT: &str = "cmd:sleep 1000";

#[test]
fn a_bot_flies_in_the_lab_and_the_same_seed_gives_the_same_bytes() {
    let Some(bot) = python_bot() else { return };
    let dir = tempdir().unwrap();
    let play = |name: &str, threads: &str| {
        let out = dir.path().join(name);
        let bot = format!("cmd:{bot}");
        let args = [
            "lab",
            "run",
            "fast-and-easy",
            "kent-duel",
            "--allies",
            &bot,
            "--axis",
            "random",
            "--games",
            "4",
        ];
        let more = ["--patience", "300000", "--threads", threads, "--out", out.to_str().unwrap()];
        let (done, said) = run(&[&args[..], &more].concat());
        assert!(done && said.contains("4 games"), "{said}");
        ["games.csv", "games.jsonl", "report.html"].map(|file| fs::read_to_string(out.join(file)).unwrap())
    };
    let [table, lines, report] = play("one", "1");
    assert_eq!([table.clone(), lines, report.clone()], play("two", "2"));
    assert!(
        table.lines().all(|line| line.ends_with(',') || line.ends_with("forfeit")),
        "no forfeit: {table}"
    );
    assert!(report.contains("bot.py") && !report.contains("<h2>Forfeits</h2>"));
}

#[cfg(unix)]
#[test]
fn a_forfeit_shows_in_every_result() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("run");
    let args =
        ["lab", "run", "fast-and-easy", "kent-duel", "--allies", "random", "--axis", SILENT, "--games", "2"];
    let (done, said) = run(&[&args[..], &["--patience", "50", "--out", out.to_str().unwrap()]].concat());
    assert!(done && said.contains("2 games forfeited by the Axis: time-out"), "{said}");
    let read = |file: &str| fs::read_to_string(out.join(file)).unwrap();
    assert!(read("games.csv").lines().skip(1).all(|line| line.ends_with(",axis: time-out")));
    assert!(read("games.jsonl").contains(r#""forfeit":{"side":"axis","why":"time-out"}"#));
    assert!(read("report.html").contains("<h2>Forfeits</h2>"));
    let (done, said) = run(&[
        "lab",
        "match",
        SILENT,
        "random",
        "fast-and-easy",
        "kent-duel",
        "--games",
        "2",
        "--patience",
        "50",
    ]);
    assert!(done && said.contains("forfeits 2 to 0"), "{said}");
    let (done, said) = run(&[
        "play",
        "fast-and-easy",
        "kent-duel",
        "--allies",
        SILENT,
        "--axis",
        "random",
        "--patience",
        "50",
    ]);
    assert!(done && said.contains("forfeited by the Allies: it gave no command within 50 ms"), "{said}");
    assert!(said.contains("resigns [table/resign]"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_check_says_what_is_wrong_and_fails() {
    let (done, said) = run(&["bot-check", "yes Hello", "--game", "fast-and-easy", "--patience", "300000"]);
    assert!(!done, "{said}");
    assert!(said.contains("FAILED plays fast-and-easy as Allies") && said.contains("came: Hello"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_check_of_a_program_that_does_not_start_says_so_once() {
    let (done, said) = run(&["bot-check", "no-such-program-anywhere", "--patience", "300000"]);
    assert!(!done, "{said}");
    assert_eq!(said.matches("FAILED").count(), 1, "{said}");
    assert!(said.contains("no-such-program-anywhere") && said.contains("Nothing else was checked"), "{said}");
}

/// Waits until a process has ended, also if nobody has asked about its end yet.
fn wait_for_end(pid: &str) {
    let stat = || fs::read_to_string(Path::new("/proc").join(pid).join("stat")).unwrap_or_default();
    let runs = |stat: &str| stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'));
    while runs(&stat()) {
        std::thread::yield_now();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn bots_end_with_a_lab_that_is_interrupted() {
    let dir = tempdir().unwrap();
    let pids = dir.path().join("pids");
    let bot = format!("cmd:sleep 1000 & echo $! $$ >> {}; sleep 1000", pids.display());
    let out = dir.path().join("run");
    let mut lab = Command::new(env!("CARGO_BIN_EXE_tallyho"))
        .args([
            "lab",
            "run",
            "fast-and-easy",
            "kent-duel",
            "--allies",
            &bot,
            "--games",
            "4",
            "--threads",
            "2",
        ])
        .args(["--patience", "1000000", "--out", out.to_str().unwrap()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let started = || fs::read_to_string(&pids).unwrap_or_default();
    while started().lines().count() < 2 {
        std::thread::yield_now();
    }
    let signal = ["-TERM", &lab.id().to_string()];
    assert!(Command::new("kill").args(signal).status().unwrap().success());
    assert_eq!(lab.wait().unwrap().code(), Some(143));
    for pid in started().split_whitespace() {
        wait_for_end(pid);
    }
}
