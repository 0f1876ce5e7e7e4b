//! Finished games replay to the same positions.

use spitting_fire::SpittingFire;

#[test]
fn every_game_of_the_corpus_replays() {
    let games = testing::corpus::<SpittingFire>(crate::common::data());
    let hexes = games.iter().filter(|(_, table)| table.rules().field.is_hexes()).count();
    assert!(hexes >= 10 && games.len() - hexes >= 10, "{hexes} of {}", games.len());
}
