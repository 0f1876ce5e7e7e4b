//! The laws that every game keeps, on both boards, with every combination of options in turn.

use spitting_fire::SpittingFire;
use spitting_fire::options::Mode;
use spitting_fire::scenario::Scenario;
use table::play_by_the_laws;

/// A match in which bit `n` of `bits` switches option `n` on.
fn match_with(mode: Mode, points: i32, bits: u64) -> Scenario {
    let mut scenario = crate::common::scenario("match");
    let on = |n: u64| bits >> n & 1 == 1;
    let o = &mut scenario.options;
    (o.mode, o.points) = (mode, Some(points));
    (o.banking, o.deflection, o.limited_ammo) = (on(0), on(1), on(2));
    (o.tailing, o.no_crash_vp, o.free_withdrawal) = (on(3), on(4), on(5));
    scenario
}

fn games(mode: Mode, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        // Every option on its own, all together, and mixtures.
        let bits = if seed < 6 { 1 << seed } else { seed.wrapping_mul(0x9e37_79b9) >> 7 };
        let scenario = match_with(mode, 150 + 25 * (seed as i32 % 8), bits);
        let report = play_by_the_laws::<SpittingFire>(crate::common::data(), &scenario, seed, 20_000);
        assert!(report.is_ok(), "{mode:?} seed {seed}: {report:?}");
    }
}

#[test]
fn games_with_forces_that_the_scenario_fixes_keep_the_laws() {
    for (seed, mode) in [Mode::Hexes, Mode::Open].into_iter().enumerate() {
        let mut scenario = crate::common::scenario("duel");
        scenario.options.mode = mode;
        let report = play_by_the_laws::<SpittingFire>(crate::common::data(), &scenario, seed as u64, 20_000);
        assert!(report.is_ok(), "{mode:?}: {report:?}");
    }
}

#[test]
fn random_games_on_hexes_keep_the_laws() {
    games(Mode::Hexes, 0..crate::common::rounds(24));
}

#[test]
fn random_games_on_the_open_table_keep_the_laws() {
    games(Mode::Open, 0..crate::common::rounds(24));
}

#[test]
fn every_scenario_tells_its_players_what_happened_what_to_do_and_how_to_win() {
    assert_eq!(testing::untold::<SpittingFire>(crate::common::data()), Vec::<String>::new());
}
