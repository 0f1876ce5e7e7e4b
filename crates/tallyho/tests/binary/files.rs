//! `check` and `verify` on files that somebody else made: damaged, hostile, or not there.

use crate::common::{run, tallyho, text};
use serde_json::Value;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A finished game in a folder of its own.
fn played() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.jsonl");
    let (ok, printed) =
        run(&["play", "fast-and-easy", "kent-duel", "--seed", "7", "--transcript", file.to_str().unwrap()]);
    assert!(ok, "{printed}");
    (folder, file)
}

fn verify(file: &Path) -> (bool, String) {
    run(&["verify", file.to_str().unwrap()])
}

/// Writes a transcript again with its header changed.
fn change_header(file: &Path, change: impl Fn(&mut Value)) {
    let whole = std::fs::read_to_string(file).unwrap();
    let (header, rest) = whole.split_once('\n').unwrap();
    let mut header: Value = serde_json::from_str(header).unwrap();
    change(&mut header);
    std::fs::write(file, format!("{header}\n{rest}")).unwrap();
}

#[test]
fn an_option_changed_after_the_game_is_noticed() {
    let (_folder, file) = played();
    // The game is the same with and without clouds: no cloud is on the map.
    change_header(&file, |header| header["scenario"]["options"]["clouds"] = true.into());
    let (ok, printed) = verify(&file);
    assert!(!ok && printed.contains("game.jsonl:1: the header was changed: its hash is "), "{printed}");
    change_header(&file, |header| {
        header.as_object_mut().unwrap().remove("hash");
    });
    let (ok, printed) = verify(&file);
    assert!(ok && printed.contains("header not checked, because it has no hash"), "{printed}");
    assert!(printed.ends_with("1 of 1 transcripts verified; headers of 1 not checked\n"), "{printed}");
}

#[test]
fn a_finished_game_shows_its_seal() {
    let (_folder, file) = played();
    let (ok, printed) = verify(&file);
    let seal = printed.lines().next().and_then(|line| line.split_once("; seal ")).unwrap().1;
    assert!(ok && seal.len() == 64 && !printed.contains("not checked"), "{printed}");
}

#[test]
fn a_game_that_is_not_over_says_that_its_dice_are_not_checked() {
    let (_folder, file) = played();
    let whole = std::fs::read_to_string(&file).unwrap();
    let lines = |n: usize| whole.lines().take(n).map(|line| format!("{line}\n")).collect::<String>();
    std::fs::write(&file, lines(5)).unwrap();
    let (ok, printed) = verify(&file);
    assert!(ok, "{printed}");
    assert!(printed.contains(", 4 commands, not over; "), "{printed}");
    assert!(
        printed.contains("played to line 5; dice not checked, because the game is not over"),
        "{printed}"
    );
    assert!(printed.ends_with("1 of 1 transcripts verified; dice of 1 not checked\n"), "{printed}");
    // Cutting off only the end would hide the seed of a game that is over.
    let all = whole.lines().count();
    std::fs::write(&file, lines(all - 1)).unwrap();
    let (ok, printed) = verify(&file);
    let says = format!("game.jsonl:{all}: the game is over, and the line that ends it is missing");
    assert!(!ok && printed.contains(&says), "{printed}");
}

#[test]
fn dice_that_people_threw_are_said_to_be_theirs() {
    let (_folder, file) = played();
    let whole = std::fs::read_to_string(&file).unwrap();
    let mut lines: Vec<Value> = whole.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for field in ["commitment", "hash"] {
        lines[0].as_object_mut().unwrap().remove(field);
    }
    lines.last_mut().unwrap().as_object_mut().unwrap().remove("seed");
    std::fs::write(&file, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    let (ok, printed) = verify(&file);
    assert!(ok && printed.contains("dice not checked, because people threw them"), "{printed}");
}

#[test]
fn a_folder_without_files_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let (ok, printed) = run(&["verify", path]);
    assert!(!ok && printed.contains(&format!("no transcripts in {path}")), "{printed}");
    let (ok, printed) = run(&["check", path]);
    assert!(!ok && printed.contains(&format!("no data files in {path}")), "{printed}");
}

#[test]
fn files_that_are_too_large_are_not_read() {
    let folder = tempfile::tempdir().unwrap();
    for (command, name, megabytes, says) in
        [("verify", "big.jsonl", 65, "larger than 64 MiB"), ("check", "big.toml", 2, "larger than 1 MiB")]
    {
        let file = folder.path().join(name);
        std::fs::File::create(&file).unwrap().set_len(megabytes << 20).unwrap();
        let (ok, printed) = run(&[command, file.to_str().unwrap()]);
        assert!(!ok && printed.contains(says), "{command}: {printed}");
    }
}

#[test]
#[cfg(unix)]
fn what_is_no_regular_file_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let below = folder.path().join("fast-and-easy/scenarios");
    std::fs::create_dir_all(&below).unwrap();
    std::os::unix::fs::symlink("/dev/zero", below.join("zero.toml")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("zero.jsonl")).unwrap();
    // A link back up must not be followed for ever.
    std::os::unix::fs::symlink(folder.path(), below.join("again")).unwrap();
    let pipe = folder.path().join("pipe.jsonl");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let path = folder.path().to_str().unwrap();
    let (ok, printed) = run(&["verify", path]);
    assert!(!ok && printed.contains("0 of 2 transcripts verified"), "{printed}");
    assert_eq!(printed.matches(":1: not a regular file").count(), 2, "{printed}");
    let (ok, printed) = run(&["check", path]);
    assert!(!ok && printed.contains("zero.toml:1: not a regular file"), "{printed}");
    assert!(printed.contains("1 file checked, 1 flaw"), "{printed}");
    let (ok, printed) = run(&["rules", "--data", path]);
    assert!(!ok && printed.contains("zero.toml: not a regular file"), "{printed}");
    let (ok, printed) = run(&["play", "fast-and-easy", below.join("zero.toml").to_str().unwrap()]);
    assert!(!ok && printed.contains("zero.toml: not a regular file"), "{printed}");
}

/// Clears the screen, ends the line, writes backwards.
const HOSTILE: &str = "\u{1b}[2J\u{9b}31m\r\nok\u{7}\u{202e}";

#[track_caller]
fn assert_harmless(args: &[&str]) -> String {
    let output = tallyho(args, b"");
    let printed = text(&output) + std::str::from_utf8(&output.stderr).unwrap();
    let steers = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
    assert!(!printed.contains(steers), "{args:?}: {printed:?}");
    assert!(!printed.lines().any(|line| line.starts_with("ok\\u{7}")), "{args:?}: {printed:?}");
    printed
}

#[test]
#[cfg(unix)]
fn nothing_in_a_file_or_its_name_steers_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let hostile = serde_json::to_string(HOSTILE).unwrap();
    let duel = |aircraft: &str| {
        serde_json::json!({"title": HOSTILE, "board": "small", "turns": 1, "escort": "axis", "groups": [
            {"name": HOSTILE, "side": "axis", "aircraft": aircraft, "facing": 0, "hexes": ["05.05"]},
            {"name": "B", "side": "allies", "aircraft": "Spitfire I", "facing": 3, "hexes": ["20.05"]}]})
    };
    std::fs::write(path("sound.json"), duel("ME 109 E").to_string()).unwrap();
    std::fs::write(path("flawed.json"), duel(HOSTILE).to_string()).unwrap();
    std::fs::write(path("field.json"), format!("{{{hostile}: 3}}")).unwrap();
    std::fs::write(path("broken.toml"), format!("{HOSTILE} = = 3")).unwrap();
    std::fs::write(path(&format!("{}.toml", HOSTILE.replace('/', ""))), "title = 3").unwrap();
    let printed = assert_harmless(&["check", "--game", "fast-and-easy", folder.path().to_str().unwrap()]);
    assert!(printed.contains("there is no aircraft '\\u{1b}[2J"), "{printed}");
    assert!(printed.contains("5 files checked, 4 flaws"), "{printed}");
    let kept = path("game.jsonl");
    let played = assert_harmless(&[
        "play",
        "fast-and-easy",
        &path("sound.json"),
        "--seed",
        "1",
        "--pilots",
        "random",
        "--transcript",
        &kept,
    ]);
    assert!(played.contains("\\u{1b}[2J"), "{played}");
    std::fs::write(path("other.jsonl"), format!("{{{hostile}: 1}}\n")).unwrap();
    let header = serde_json::json!({"tallyho": 1, "game": HOSTILE, "revision": 1, "scenario": {}, "state": "0".repeat(16)});
    std::fs::write(path("unknown.jsonl"), format!("{header}\n")).unwrap();
    let printed = assert_harmless(&["verify", folder.path().to_str().unwrap()]);
    assert!(printed.contains("1 of 3 transcripts verified"), "{printed}");
    let data = folder.path().join("data/fast-and-easy/scenarios");
    std::fs::create_dir_all(&data).unwrap();
    std::fs::write(data.join("x\u{1b}[2J.toml"), format!("title = {hostile}\n{hostile} = 3")).unwrap();
    assert_harmless(&["rules", "--data", folder.path().join("data").to_str().unwrap()]);
}
