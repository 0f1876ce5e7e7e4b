//! The laws of every game, on random games of every scenario.

use fighting_wings::{AltitudeExchange, FightingWings, LowOdds, OddsRounding, RedPushes};
use std::collections::BTreeSet;
use table::play_by_the_laws;
use testing::built_in;

#[test]
fn random_games_of_every_scenario_keep_the_laws() {
    let data = built_in::<FightingWings>();
    let mut cited = BTreeSet::new();
    for (id, scenario) in &data.scenarios {
        let games = if scenario.aircraft.len() > 8 { 1 } else { 3 };
        for seed in 0..games {
            let report = play_by_the_laws::<FightingWings>(&data, scenario, seed, 4_000);
            let report = report.unwrap_or_else(|why| panic!("{id}, seed {seed}: {why}"));
            cited.extend(report.cited);
        }
    }
    assert!(cited.len() > 40, "only {} rules were cited", cited.len());
}

#[test]
fn random_duels_keep_the_laws_with_every_option() {
    let data = built_in::<FightingWings>();
    for bits in 0..32u8 {
        let mut scenario = data.scenarios["kent"].clone();
        let on = |bit: u8| bits & (1 << bit) != 0;
        let options = &mut scenario.options;
        options.odds_rounding = if on(0) { OddsRounding::Nearest } else { OddsRounding::Down };
        options.low_odds = if on(1) { LowOdds::Flat } else { LowOdds::Ladder };
        options.pursuer_moves_last = on(2);
        options.red_pushes = if on(3) { RedPushes::All } else { RedPushes::Four };
        options.altitude_exchange = if on(4) { AltitudeExchange::Linear } else { AltitudeExchange::Energy };
        let report = play_by_the_laws::<FightingWings>(&data, &scenario, u64::from(bits), 1_000);
        report.unwrap_or_else(|why| panic!("options {bits:05b}: {why}"));
    }
}

#[test]
fn every_scenario_tells_its_players_what_happened_what_to_do_and_how_to_win() {
    assert_eq!(testing::untold::<FightingWings>(&built_in::<FightingWings>()), Vec::<String>::new());
}
