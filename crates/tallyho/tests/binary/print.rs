//! `print log-sheet`: workbooks written whole or not at all.

use crate::common::{root, run};
use std::path::Path;

/// A recorded game with 14 aircraft, which take two workbooks.
fn game() -> String {
    root().join("corpus/fighting-wings/estuary-pilots-0.jsonl").to_string_lossy().into_owned()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Runs `print log-sheet` and gives its exit status and what it printed.
fn print(args: &[&str]) -> (bool, String) {
    run(&[&["print", "log-sheet"], args].concat())
}

#[test]
fn a_game_of_more_than_eight_aircraft_is_written_as_numbered_workbooks() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("raid.xlsx");
    let (ok, printed) = print(&["--game", &game(), "-o", output.to_str().unwrap()]);
    assert!(ok, "{printed}");
    assert_eq!(names(folder.path()), ["raid-2.xlsx", "raid.xlsx"]);
    assert!(printed.lines().count() == 2 && printed.contains("raid-2.xlsx"), "{printed}");
    assert!(std::fs::read(&output).unwrap().starts_with(b"PK"));
}

#[test]
fn a_blank_master_replaces_a_file_of_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("master.xlsx");
    std::fs::write(&output, "old").unwrap();
    let (ok, printed) = print(&["--blank", "-o", output.to_str().unwrap()]);
    assert!(ok, "{printed}");
    assert!(std::fs::read(&output).unwrap().starts_with(b"PK"));
    assert_eq!(names(folder.path()), ["master.xlsx"]);
}

#[test]
fn what_is_no_game_with_log_sheets_is_refused_in_one_line_that_says_what_is_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    };
    let whole = std::fs::read_to_string(game()).unwrap();
    let (header, rest) = whole.split_once('\n').unwrap();
    let other = root().join("corpus/fast-and-easy");
    let other = std::fs::read_dir(other).unwrap().next().unwrap().unwrap().path();
    let cases = [
        (other.to_string_lossy().into_owned(), "has no log sheets; one of fighting-wings has"),
        (file("prose.jsonl", "Once upon a time"), "line 1: not a transcript"),
        (file("empty.jsonl", ""), "line 1: "),
        (
            file("unknown.jsonl", &whole.replacen("\"fighting-wings\"", "\"chess\"", 1)),
            "there is no game 'chess'",
        ),
        (file("broken.jsonl", &format!("{header}\n{}", &rest[40..])), "line 2: "),
        (file("short.jsonl", &format!("{header}\n{}", rest.replacen("\"throttle\"", "\"thr\"", 1))), "line "),
        (folder.path().join("missing.jsonl").to_string_lossy().into_owned(), "a transcript is wanted"),
        (folder.path().to_string_lossy().into_owned(), "not a regular file"),
    ];
    let before = names(folder.path());
    let output = folder.path().join("x.xlsx");
    for (given, says) in cases {
        let (ok, printed) = print(&["--game", &given, "-o", output.to_str().unwrap()]);
        assert!(!ok && printed.contains(says), "{given}: {printed}");
        assert_eq!(printed.lines().count(), 1, "{printed}");
        assert_eq!(names(folder.path()), before, "{given}");
    }
}

#[test]
fn a_place_that_cannot_be_written_is_refused_and_what_was_there_stays() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    std::fs::create_dir(at("folder.xlsx")).unwrap();
    std::fs::create_dir(at("old-2.xlsx")).unwrap();
    std::fs::write(at("old.xlsx"), "old").unwrap();
    let cases = [
        (at("nowhere/x.xlsx"), "the folder must exist"),
        (at("folder.xlsx"), "this is a folder"),
        (at("x.csv"), "the name of a workbook ends in .xlsx"),
        // Only the second workbook has no place.
        (at("old.xlsx"), "old-2.xlsx: this is a folder"),
    ];
    let before = names(folder.path());
    for (output, says) in cases {
        let (ok, printed) = print(&["--game", &game(), "-o", &output]);
        assert!(!ok && printed.contains(says), "{output}: {printed}");
        assert_eq!(printed.lines().count(), 1, "{printed}");
        assert_eq!(names(folder.path()), before, "{output}");
    }
    assert_eq!(std::fs::read_to_string(at("old.xlsx")).unwrap(), "old");
}
