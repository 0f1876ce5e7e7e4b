//! Parts of a run, joined.

use crate::common::{bytes, finish, plan, series, whole};
use lab::{Folder, Plan, merge};
use std::path::PathBuf;
use tempfile::tempdir;

#[test]
fn parts_joined_are_what_one_machine_would_have_made() {
    let dir = tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let series = series("fast-and-easy", "kent-duel");
    whole(series.as_ref(), &at("one"), &plan(series.as_ref(), 0, 70), 2);
    for (name, from, to) in [("b", 25, 60), ("a", 0, 25), ("c", 60, 70)] {
        whole(series.as_ref(), &at(name), &plan(series.as_ref(), from, to), 2);
    }
    let parts = ["c", "a", "b"].map(|name| Folder::open(&at(name)).unwrap());
    let joined = merge(&parts, &at("joined")).unwrap();
    finish(series.as_ref(), &joined);
    assert_eq!(bytes(&at("one")), bytes(&at("joined")));
}

#[test]
fn parts_that_do_not_belong_together_are_refused_in_words() {
    let dir = tempdir().unwrap();
    let series = series("spitting-fire", "duel");
    let first = plan(series.as_ref(), 0, 10);
    let part = |name: &str, plan: &Plan| -> PathBuf {
        let path = dir.path().join(name);
        whole(series.as_ref(), &path, plan, 1);
        path
    };
    let one = part("one", &first);
    let joined = |other: &PathBuf| {
        let parts = [&one, other].map(|path| Folder::open(path).unwrap());
        merge(&parts, &dir.path().join("joined")).err().unwrap().to_string()
    };
    let next = plan(series.as_ref(), 10, 20);
    let other_seed = joined(&part("seed", &Plan { seed: 8, ..next.clone() }));
    assert!(other_seed.contains("not parts of one run: they differ in 'seed'"), "{other_seed}");
    let other_version = joined(&part("version", &Plan { version: "9.9.9".into(), ..next.clone() }));
    assert!(other_version.contains("differ in 'version'"), "{other_version}");
    let other_skill = joined(&part("skill", &Plan { skill: next.skill + 1, ..next.clone() }));
    assert!(other_skill.contains("differ in 'skill'"), "{other_skill}");
    let gap = joined(&part("gap", &plan(series.as_ref(), 12, 20)));
    assert!(gap.contains("games 10..12 are in none of the parts"), "{gap}");
    let overlap = joined(&part("overlap", &plan(series.as_ref(), 9, 20)));
    assert!(overlap.contains("both have game 9"), "{overlap}");
    let path = dir.path().join("unfinished");
    drop(Folder::create(&path, &next).unwrap());
    let unfinished = joined(&path);
    assert!(unfinished.contains("is not finished: games 10..20 are missing"), "{unfinished}");
    assert!(!dir.path().join("joined").exists());
}
