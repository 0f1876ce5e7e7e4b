//! Finished games replay to the same positions and outcomes.

use fighting_wings::{FightingWings, Scenario};
use std::collections::BTreeSet;
use testing::built_in;

#[test]
fn every_game_of_the_corpus_replays() {
    let data = built_in::<FightingWings>();
    let games = testing::corpus::<FightingWings>(&data);
    assert!(games.len() >= 20, "{} games", games.len());
    let title = |scenario| serde_json::from_value::<Scenario>(scenario).unwrap().title;
    let titles: BTreeSet<String> = games.into_iter().map(|(game, _)| title(game.header.scenario)).collect();
    assert_eq!(titles.len(), data.scenarios.len(), "{titles:?}");
}
