//! Finished games replay to the same positions and outcomes.

use crate::common::data;
use spitfire::{Scenario, Spitfire};
use std::collections::BTreeSet;

#[test]
fn every_game_of_the_corpus_replays() {
    let games = testing::corpus::<Spitfire>(&data());
    assert!(games.len() >= 20, "{} games", games.len());
    let (mut kinds, mut options) = (BTreeSet::new(), BTreeSet::new());
    for (transcript, _) in games {
        let scenario: Scenario = serde_json::from_value(transcript.header.scenario).unwrap();
        kinds.insert(format!("{:?}", scenario.kind));
        let o = scenario.options;
        let chosen =
            [o.opt_hexagonal_space, o.opt_inter_altitude, o.opt_strict_dive_band, o.opt_level_blocking];
        options.extend((0..4).filter(|n| chosen[*n]));
    }
    assert_eq!((kinds.len(), options.len()), (4, 4));
}
