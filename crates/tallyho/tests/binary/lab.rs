//! `tallyho lab`, from outside.

use crate::common::{run, tallyho, text};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tempfile::tempdir;

const RUN: [&str; 10] =
    ["lab", "run", "fast-and-easy", "kent-duel", "--allies", "random", "--axis", "random", "--games", "1500"];

fn text_of(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Every file of a folder that has no folders in it.
fn files(path: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap()))
        .collect()
}

/// Begins a run in small batches and waits until it has kept some, or is over.
fn begun(out: &Path, batches: usize) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tallyho"))
        .args(RUN)
        .args(["--batch", "10", "--out", text_of(out)])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let kept = || fs::read_dir(out.join("batches")).map_or(0, Iterator::count);
    while kept() < batches && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    child
}

#[test]
fn a_killed_run_goes_on_to_the_bytes_of_one_that_was_not() {
    let dir = tempdir().unwrap();
    let (straight, killed) = (dir.path().join("straight"), dir.path().join("killed"));
    let (done, printed) = run(&[&RUN[..], &["--threads", "1", "--out", text_of(&straight)]].concat());
    assert!(done, "{printed}");
    let mut child = begun(&killed, 3);
    child.kill().unwrap();
    child.wait().unwrap();
    let (done, printed) = run(&["lab", "run", "--resume", "--threads", "3", "--out", text_of(&killed)]);
    assert!(done, "{printed}");
    assert_eq!(files(&straight), files(&killed));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_played_and_says_how_to_go_on() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("run");
    let child = begun(&out, 1);
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    // On a fast machine it may have been over before.
    if !output.status.success() {
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(
            said.contains(&format!("Go on with: tallyho lab run --resume --out {}", out.display())),
            "{said}"
        );
    }
    let (done, printed) = run(&["lab", "run", "--resume", "--out", text_of(&out)]);
    assert!(done, "{printed}");
    assert_eq!(fs::read_to_string(out.join("games.csv")).unwrap().lines().count(), 1501);
}

#[test]
fn what_is_given_beside_resume_must_be_what_the_run_was_begun_with() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("run");
    let begin =
        ["lab", "run", "spitting-fire", "duel", "--allies", "random", "--axis", "simple", "--games", "6"];
    let at = ["--out", text_of(&out)];
    let (done, said) = run(&[&begin[..], &["--option", "points=90"], &at].concat());
    assert!(done, "{said}");
    let before = files(&out);
    let resume = |args: &[&str]| run(&[args, &at, &["--resume"]].concat());
    for same in [
        &[&begin[..], &["--option", "points=90", "--seed", "1", "--threads", "1"]].concat()[..],
        &["lab", "run", "spitting-fire", "--range", "0..6"],
        &["lab", "run", "--option", "points=90"],
    ] {
        let (done, said) = resume(same);
        assert!(done && said.contains("6 games, "), "{said}");
        assert_eq!(files(&out), before);
    }
    let here = format!("the run in {} was begun with ", out.display());
    for (other, difference) in [
        (&["spitfire", "bombing", "--games", "500", "--seed", "99"][..], "game spitting-fire, not spitfire"),
        (&["--seed", "99"], "--seed 1, not 99"),
        (&["--games", "500"], "games 0..6, not 0..500"),
        (&["--axis", "random"], "--axis simple, not random"),
        (&["--swap"], "no --swap"),
        (&["spitting-fire", "duel"], "another scenario or other options"),
        (&["--option", "points=91"], "another scenario or other options"),
    ] {
        let (done, said) = resume(&[&["lab", "run"], other].concat());
        assert!(!done && said.contains(&format!("{here}{difference}: leave that out")), "{said}");
        assert_eq!(files(&out), before);
    }
}

#[test]
fn what_cannot_be_run_is_refused_in_words() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("run");
    let refused = |args: &[&str]| {
        let (done, said) = run(&[args, &["--out", text_of(&out)]].concat());
        assert!(!done, "{said}");
        said
    };
    assert!(refused(&["lab", "run"]).contains("<GAME>"));
    assert!(refused(&["lab", "run", "chess", "duel"]).contains("there is no game 'chess'"));
    assert!(refused(&["lab", "run", "spitfire", "dunkirk"]).contains("there is no scenario 'dunkirk'"));
    let ace = refused(&["lab", "run", "spitfire", "bombing", "--axis", "ace"]);
    assert!(ace.contains("there is no pilot 'ace'; there are: random, simple"), "{ace}");
    let range = refused(&["lab", "run", "spitfire", "bombing", "--range", "9..3"]);
    assert!(range.contains("a range ends after it begins"), "{range}");
    let same = refused(&["lab", "run", "spitfire", "bombing", "--swap"]);
    assert!(same.contains("--swap is for two different pilots; both are 'simple'"), "{same}");
    assert!(refused(&["lab", "run", "--resume"]).contains("holds no run"));
    assert!(!out.exists());
}

#[test]
fn parts_are_merged_into_the_whole() {
    let dir = tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let play = |name: &str, range: &str| {
        let out = at(name);
        let args = [
            "lab",
            "run",
            "spitting-fire",
            "duel",
            "--allies",
            "random",
            "--axis",
            "random",
            "--range",
            range,
        ];
        let (done, said) = run(&[&args[..], &["--out", text_of(&out)]].concat());
        assert!(done, "{said}");
    };
    play("whole", "0..40");
    play("a", "0..15");
    play("b", "15..40");
    let (a, b, joined) = (at("a"), at("b"), at("joined"));
    let (done, said) = run(&["lab", "merge", text_of(&b), text_of(&a), "--out", text_of(&joined)]);
    assert!(done, "{said}");
    assert_eq!(files(&at("whole")), files(&joined));
    let (done, said) = run(&["lab", "merge", text_of(&a), text_of(&a), "--out", text_of(&at("twice"))]);
    assert!(!done && said.contains("another program is writing to it"), "{said}");
}

#[test]
fn a_match_says_who_is_better_and_when_it_is_sure() {
    let args = ["lab", "match", "simple", "random", "fast-and-easy", "kent-duel", "--sprt"];
    let output = tallyho(&args, b"");
    let printed = text(&output);
    let about = printed.lines().next().unwrap_or_default();
    assert!(about.starts_with("Seed 1, revision ") && about.ends_with(" of the pilots' skill"), "{about}");
    assert!(output.stderr.is_empty(), "no bar where there is no terminal: {output:?}");
    assert!(printed.contains("simple is better than random: by 50 Elo rather than by 0"), "{printed}");
    let (done, said) = run(&["lab", "match", "simple", "simple", "fast-and-easy", "kent-duel"]);
    assert!(
        !done && said.contains("between two different pilots, or between two versions of a card"),
        "{said}"
    );
}

/// The card of the Spitfire, as the game's own file has it.
fn spitfire(cards: &str) -> &str {
    let begin = cards.find("[[card]]\nid = \"spitfire\"").unwrap();
    let end = cards[begin + 1..].find("[[card]]").map_or(cards.len(), |n| begin + 1 + n);
    &cards[begin..end]
}

const VERSIONS: [&str; 10] =
    ["lab", "match", "simple", "simple", "spitting-fire", "duel", "--games", "40", "--side", "allies"];

#[test]
fn versions_of_a_card_or_of_all_data_are_matched() {
    let dir = tempdir().unwrap();
    let own = include_str!("../../../spitting-fire/data/cards.toml");
    let card = spitfire(own);
    let frail = card.replace("boxes = 5", "boxes = 1").replace("def = 4", "def = 2");
    let frail = frail.replace("\"20mm 2FF\", \"LMG 4FF\"", "\"LMG 1FF\"");
    assert!(["boxes = 1", "def = 2", "[\"LMG 1FF\"]"].iter().all(|changed| frail.contains(changed)));
    let at = |name: &str| dir.path().join(name);
    let (a, b) = (at("a.toml"), at("b.toml"));
    fs::write(&a, card).unwrap();
    fs::write(&b, &frail).unwrap();
    for (folder, card) in [("a", card), ("b", &frail)] {
        let folder = at(folder).join("spitting-fire");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("cards.toml"), own.replace(spitfire(own), card)).unwrap();
    }
    let says = |more: &[&str]| {
        let (done, said) = run(&[&VERSIONS[..], more].concat());
        assert!(done, "{said}");
        said.lines().find(|line| line.starts_with("40 games: version A won")).unwrap().to_owned()
    };
    let better = says(&["--card-a", text_of(&a), "--card-b", text_of(&b)]);
    let worse = says(&["--card-a", text_of(&b), "--card-b", text_of(&a)]);
    let share = |line: &str| -> u32 {
        let (_, share) = line.split_once(": version A").and_then(|(_, rest)| rest.split_once(": ")).unwrap();
        share.split_once('.').unwrap().0.parse().unwrap()
    };
    assert!(share(&better) > 60 && share(&worse) < 40, "{better}\n{worse}");
    let (a, b) = (at("a"), at("b"));
    assert_eq!(says(&["--data-a", text_of(&a), "--data-b", text_of(&b)]), better);
    assert_eq!(says(&["--data-a", text_of(&b), "--data-b", text_of(&a)]), worse);
}

#[test]
fn what_is_no_version_is_refused_in_words() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("wing.toml");
    fs::write(&file, "[[wing]]\nid = \"x\"\n").unwrap();
    let refused = |more: &[&str]| {
        let (done, said) = run(&[&VERSIONS[..], more].concat());
        assert!(!done, "{said}");
        said
    };
    let wing = refused(&["--card-a", text_of(&file), "--card-b", text_of(&file)]);
    assert!(wing.contains("no file of the game has a list [[wing]]"), "{wing}");
    let empty = refused(&["--data-a", text_of(dir.path()), "--data-b", text_of(dir.path())]);
    assert!(empty.contains("there are no files of spitting-fire in it"), "{empty}");
}

#[test]
fn types_are_compared_in_every_game_that_has_both() {
    let dir = tempdir().unwrap();
    let page = dir.path().join("page.html");
    let args = [
        "lab",
        "compare",
        "p-51d",
        "fw-190a-8",
        "--pilots",
        "random",
        "--games",
        "4",
        "--out",
        text_of(&page),
    ];
    let (done, said) = run(&args);
    assert!(done, "{said}");
    assert!(said.contains("Fast and Easy: P51 Mustang against FW 190 A"), "{said}");
    assert!(said.contains("Spitfire: left out, it has no card for 'p-51d'"), "{said}");
    assert!(fs::read_to_string(&page).unwrap().contains("<h1>p-51d against fw-190a-8</h1>"));
}
