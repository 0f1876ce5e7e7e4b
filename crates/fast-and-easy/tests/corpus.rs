//! Finished games that every build replays.
#![allow(clippy::unwrap_used, reason = "a test stops where it goes wrong")]

mod common;

use common::data;
use fast_and_easy::FastAndEasy;
use std::path::Path;
use table::{Table, Transcript};

#[test]
fn every_game_of_the_corpus_replays() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/fast-and-easy");
    let mut games = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let transcript = Transcript::from_lines(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let table = Table::<FastAndEasy>::load(data(), &transcript, None);
        let table = table.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert!(table.outcome().is_some(), "{} is not finished", path.display());
        games += 1;
    }
    assert!(games >= 20, "{games} games");
}
