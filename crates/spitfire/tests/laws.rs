//! The laws of every game, fuzzed over scenarios, options and seeds.

use spitfire::{Spitfire, built_in};
use table::play_by_the_laws;

#[test]
fn random_games_of_every_scenario_keep_the_laws() {
    let data = built_in().unwrap();
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
