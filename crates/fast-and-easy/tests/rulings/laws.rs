//! The laws that every game keeps, on random games of every scenario and with every option.

use crate::common::{crowd, data, marked};
use fast_and_easy::options::{CasualtyModifiers, Deployment, EngineChecks, MapEdge, Options};
use fast_and_easy::{FastAndEasy, Scenario};
use table::{Chooser, LawReport, Seed, SeededDice, play_by_the_laws};

fn play(id: &str, scenario: &Scenario, seed: u64) -> LawReport {
    play_by_the_laws::<FastAndEasy>(data(), scenario, seed, 20_000)
        .unwrap_or_else(|why| panic!("{id}, seed {seed}, {:?}: {why}", scenario.options))
}

#[test]
fn every_scenario_is_played_to_its_end_by_the_laws() {
    for (id, scenario) in &data().scenarios {
        for seed in if id == "big-box" { 0..1 } else { 0..2 } {
            assert!(play(id, scenario, seed).commands > 0);
        }
    }
}

#[test]
fn every_option_keeps_the_laws() {
    type Switch = fn(&mut Options);
    let switches: [(&str, Switch); 13] = [
        ("kent-duel", |o| o.tailing_fire = true),
        ("kent-duel", |o| o.map_edge = MapEdge::Gone),
        ("box-over-germany", |o| o.max_range_double_six = true),
        ("box-over-germany", |o| o.friendly_fire = false),
        ("box-over-germany", |o| o.interceptor_deployment = Deployment::Random),
        ("battle-of-britain", |o| o.interceptor_deployment = Deployment::Free),
        ("battle-of-britain", |o| o.engine_checks = EngineChecks::BombersOnly),
        ("black-thursday", |o| o.casualty_modifiers = CasualtyModifiers::Harsh),
        ("black-thursday", |o| o.straggler_turns = true),
        ("italy-1943", |o| o.clouds = true),
        ("italy-1943", |o| o.night = true),
        ("jets-over-the-reich", |o| o.jet_fuel = true),
        ("box-over-germany", |o| o.drop_tanks = true),
    ];
    for (n, (id, switch)) in switches.into_iter().enumerate() {
        let mut scenario = marked(&data().scenarios[id]);
        switch(&mut scenario.options);
        play(id, &scenario, 100 + n as u64);
    }
}

#[test]
fn options_keep_the_laws_together() {
    let mut draw = SeededDice::new(Seed::from_number(7));
    let mut coin = move || draw.below(2) == 1;
    let ids: Vec<&String> = data().scenarios.keys().filter(|id| *id != "big-box").collect();
    for seed in 0..12 {
        let id = ids[seed as usize % ids.len()];
        let mut scenario = marked(&data().scenarios[id]);
        scenario.options = Options {
            tailing_fire: coin(),
            max_range_double_six: coin(),
            friendly_fire: coin(),
            interceptor_deployment: match (coin(), coin()) {
                (true, true) => Deployment::Free,
                (true, false) => Deployment::Random,
                (false, _) => Deployment::Fixed,
            },
            engine_checks: if coin() { EngineChecks::BombersOnly } else { EngineChecks::MultiEngine },
            casualty_modifiers: if coin() { CasualtyModifiers::Harsh } else { CasualtyModifiers::Printed },
            map_edge: if coin() { MapEdge::Gone } else { MapEdge::Return },
            straggler_turns: coin(),
            clouds: coin(),
            night: coin(),
            jet_fuel: coin(),
            drop_tanks: coin(),
        };
        play(id, &scenario, seed);
    }
}

#[test]
fn games_in_which_everything_is_placed_keep_the_laws() {
    for (seed, deployment) in
        [Deployment::Fixed, Deployment::Random, Deployment::Free].into_iter().enumerate()
    {
        let mut scenario = data().scenarios["box-over-germany"].clone();
        scenario.options.interceptor_deployment = deployment;
        for group in scenario.groups.iter_mut().filter(|group| group.formation.is_some()) {
            // The escorts have their hexes, and the bombers may start far from them.
            (group.hexes, group.count, group.formation) = (Vec::new(), Some(3), Some(Default::default()));
        }
        play("box-over-germany, placed", &scenario, seed as u64);
    }
}

#[test]
fn a_crowded_map_never_locks() {
    let scenario = crowd();
    for seed in 0..8 {
        play("crowd", &scenario, seed);
    }
}

#[test]
fn every_scenario_tells_its_players_what_happened_what_to_do_and_how_to_win() {
    assert_eq!(testing::untold::<FastAndEasy>(data()), Vec::<String>::new());
}
