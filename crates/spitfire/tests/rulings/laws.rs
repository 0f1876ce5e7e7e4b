//! The laws of every game, fuzzed over scenarios, options and seeds.

use spitfire::{Exit, Spitfire, Start, StartStatus, rule};
use std::collections::BTreeSet;
use table::{Library, Side, play_by_the_laws};
use testing::built_in;

#[test]
fn random_games_of_every_scenario_keep_the_laws() {
    let data = built_in::<Spitfire>();
    for (id, scenario) in &data.scenarios {
        let mut commands = 0;
        for bits in 0..16u8 {
            let mut scenario = scenario.clone();
            scenario.options.opt_hexagonal_space = bits & 1 > 0;
            scenario.options.opt_inter_altitude = bits & 2 > 0;
            scenario.options.opt_strict_dive_band = bits & 4 > 0;
            scenario.options.opt_level_blocking = bits & 8 > 0;
            let report = play_by_the_laws::<Spitfire>(&data, &scenario, u64::from(bits), 2_000);
            let report = report.unwrap_or_else(|why| panic!("{id}, options {bits:04b}: {why}"));
            commands += report.commands;
        }
        assert!(commands > 16 * 6, "{id}: only {commands} commands in sixteen games");
    }
}

#[test]
fn random_games_of_every_pairing_keep_the_laws() {
    let data = built_in::<Spitfire>();
    let mut cited = BTreeSet::new();
    let mut seed = 1_000;
    for period in &data.periods {
        for allies in &period.allies {
            for axis in &period.axis {
                for (id, first) in
                    [("air-superiority", Side::Allies), ("bombing", Side::Allies), ("bombing", Side::Axis)]
                {
                    let mut scenario = data.scenarios[id].clone();
                    scenario.options.period = Some(period.number);
                    scenario.options.allies = Some(allies.clone());
                    scenario.options.axis = Some(axis.clone());
                    scenario.options.first = Some(first);
                    scenario.options.opt_hexagonal_space = seed % 2 == 0;
                    scenario.options.opt_inter_altitude = seed % 3 == 0;
                    // 9.0 forbids some: those are not played.
                    if Spitfire::set_up(&data, &scenario).is_err() {
                        continue;
                    }
                    seed += 1;
                    let report = play_by_the_laws::<Spitfire>(&data, &scenario, seed, 2_000);
                    let report = report.unwrap_or_else(|why| panic!("{allies} {axis} {id}: {why}"));
                    cited.extend(report.cited);
                }
            }
        }
    }
    for rule in [rule::DAMAGE, rule::LEAVING, rule::MANEUVERS, rule::SECOND_MOVEMENT, rule::CLIMBING] {
        assert!(cited.contains(rule.0), "no game came to {rule}");
    }
}

#[test]
fn games_that_start_anywhere_keep_the_laws() {
    let data = built_in::<Spitfire>();
    // A formation game after losses, a naming at the start, one aircraft joining.
    let mut scenario = data.scenarios["formations-variant"].clone();
    scenario.phase = Start::SecondMovement;
    scenario.aircraft[6].status = StartStatus::ShotDown;
    scenario.aircraft[0].status = StartStatus::LeftLost(Exit::North);
    scenario.turn = 30;
    for seed in 0..24 {
        let report = play_by_the_laws::<Spitfire>(&data, &scenario, seed, 2_000);
        let report = report.unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        assert!(report.cited.contains(rule::VEE.0), "the Vee is named");
    }
}

#[test]
fn every_scenario_tells_its_players_what_happened_what_to_do_and_how_to_win() {
    assert_eq!(testing::untold::<Spitfire>(&built_in::<Spitfire>()), Vec::<String>::new());
}
