//! Finished games replay to the same positions.

mod common;

use spitting_fire::SpittingFire;
use table::{Table, Transcript};

#[test]
fn every_game_of_the_corpus_replays() {
    let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/spitting-fire");
    let mut boards = [0, 0];
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let transcript = Transcript::from_lines(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let replayed = Table::<SpittingFire>::load(common::data(), &transcript, None);
        let table = replayed.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert!(table.outcome().is_some(), "{} is not finished", path.display());
        boards[usize::from(table.rules().field.is_hexes())] += 1;
    }
    assert!(boards.iter().all(|n| *n >= 10), "{boards:?}");
}
