//! Finished games that every build replays.

use crate::common::data;
use fast_and_easy::FastAndEasy;

#[test]
fn every_game_of_the_corpus_replays() {
    let games = testing::corpus::<FastAndEasy>(data()).len();
    assert!(games >= 20, "{games} games");
}
