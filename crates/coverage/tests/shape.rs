//! The shape of the sources: no long files, nothing written twice, and no test file that is never compiled. Long functions and
//! signatures are clippy's.

#![allow(clippy::unwrap_used, reason = "a test stops where it goes wrong")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The most lines of a file.
const LONGEST: usize = 500;
/// So many identical lines of code in two places are one too many.
const SAME: usize = 6;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every file below a folder whose name ends so.
fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let skipped = ["node_modules", "vendor", "target"].iter().any(|name| path.ends_with(name));
        if path.is_dir() && !skipped {
            found.extend(files_below(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn rust_sources() -> Vec<(PathBuf, String)> {
    let crates = std::fs::read_dir(root().join("crates")).unwrap();
    let folders = crates.map(|entry| entry.unwrap().path().join("src")).filter(|src| src.is_dir());
    let files = folders.flat_map(|src| files_below(&src, ".rs"));
    files.map(|file| (file.clone(), std::fs::read_to_string(file).unwrap())).collect()
}

/// The lines of code with their numbers: no blank lines, comments, imports, lists of modules or lone punctuation.
fn code(text: &str) -> Vec<(usize, String)> {
    let mut import = false;
    let mut lines = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let listed = ["use ", "pub use ", "pub(crate) use ", "mod ", "pub mod "];
        import |= listed.iter().any(|word| line.starts_with(word)) && !line.ends_with('{');
        if import {
            import = !line.ends_with(';');
        } else if line.chars().any(char::is_alphanumeric) && !line.starts_with("//") {
            lines.push((n + 1, line));
        }
    }
    lines
}

/// Pairs of places with the same lines of code.
fn repeated(files: &[(PathBuf, String)]) -> Vec<String> {
    let mut seen: BTreeMap<Vec<String>, String> = BTreeMap::new();
    let mut pairs = Vec::new();
    for (file, text) in files {
        for run in code(text).windows(SAME) {
            let here = format!("{}:{}", file.display(), run[0].0);
            let lines = run.iter().map(|(_, line)| line.clone()).collect();
            if let Some(first) = seen.get(&lines) {
                pairs.push(format!("{first} and {here}"));
            } else {
                seen.insert(lines, here);
            }
        }
    }
    pairs
}

#[test]
fn no_file_is_long() {
    let rust = rust_sources();
    let web = files_below(&root().join("web"), ".js");
    let web = web.into_iter().map(|file| (file.clone(), std::fs::read_to_string(file).unwrap()));
    let long = rust.into_iter().chain(web).filter(|(_, text)| text.lines().count() > LONGEST);
    let long: Vec<String> =
        long.map(|(file, text)| format!("{}: {}", file.display(), text.lines().count())).collect();
    assert!(long.is_empty(), "over {LONGEST} lines: {long:#?}");
}

#[test]
fn nothing_is_written_twice() {
    let pairs = repeated(&rust_sources());
    assert!(pairs.is_empty(), "{SAME} identical lines: {pairs:#?}");
}

/// Files of a folder of tests that its `main.rs` does not name.
fn unnamed(main: &str, files: &[String]) -> Vec<String> {
    let named = |file: &String| file == "main" || main.lines().any(|line| line == format!("mod {file};"));
    files.iter().filter(|file| !named(file)).cloned().collect()
}

#[test]
fn every_test_file_belongs_to_its_program() {
    let mut lost = Vec::new();
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let tests = entry.unwrap().path().join("tests");
        let mains = if tests.is_dir() { files_below(&tests, "/main.rs") } else { Vec::new() };
        for main in mains {
            let folder = main.parent().unwrap();
            let stem = |file: &PathBuf| file.file_stem().unwrap().to_string_lossy().into_owned();
            let files: Vec<String> = files_below(folder, ".rs").iter().map(stem).collect();
            let text = std::fs::read_to_string(&main).unwrap();
            lost.extend(unnamed(&text, &files).iter().map(|file| format!("{}/{file}.rs", folder.display())));
        }
    }
    assert!(lost.is_empty(), "no main.rs has them: {lost:#?}");
    assert_eq!(unnamed("mod a;\n", &["a".into(), "b".into(), "main".into()]), ["b"]);
}

#[test]
fn six_lines_that_stand_twice_are_found_whatever_stands_between_them() {
    let same: String = (0..6).map(|n| format!("let x{n} = {n};\n")).collect();
    let spread = same.replace(";\n", ";\n\n    // A remark.\n}\n");
    let files = |second: &str| [("a.rs".into(), same.clone()), ("b.rs".into(), second.to_owned())];
    assert_eq!(repeated(&files(&spread)), ["a.rs:1 and b.rs:1"]);
    assert!(repeated(&files(&same.replace("x5", "y5"))).is_empty());
}
