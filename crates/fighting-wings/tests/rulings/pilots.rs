//! Simple pilots, and the games of the corpus.

use crate::common::*;
use pilot::{Level, choose};
use std::fmt::Write;
use table::{DiceSource, Seed, SeededDice, Table};

/// A game played to its end.
fn play(scenario: &Scenario, seed: u64, level: Level) -> Table<FightingWings> {
    let data = built_in::<FightingWings>();
    let dice = DiceSource::seeded(Seed::from_number(seed));
    let mut table = Table::<FightingWings>::new(&data, scenario, dice).unwrap_or_else(|f| panic!("{f:?}"));
    let mut chooser = SeededDice::new(Seed::from_number(seed ^ 0xabc));
    while let Some(side) = table.to_act().iter().next() {
        let command = choose(
            table::Look::<FightingWings>::new(table.rules(), table.state(), side),
            level,
            &mut chooser,
        );
        table.act(side, command.unwrap(), &[]).unwrap_or_else(|e| panic!("{e:?}"));
    }
    table
}

#[test]
fn a_duel_of_simple_pilots_ends_by_guns_in_time() {
    let data = built_in::<FightingWings>();
    let (mut turns, mut by_guns, mut crashes) = (0, 0, 0);
    const GAMES: u64 = 2;
    for seed in 0..GAMES {
        let table = play(&data.scenarios["kent"], seed, Level::Simple);
        let lost: Vec<_> = table.state().planes.iter().filter(|plane| plane.status == Status::Lost).collect();
        let kills: u8 = table.state().planes.iter().map(|plane| plane.kills).sum();
        turns += u64::from(table.state().now.turn);
        by_guns += u64::from(kills > 0);
        crashes += u64::from(!lost.is_empty() && kills == 0);
    }
    assert!(
        crashes == 0 && turns > 2 * GAMES,
        "{GAMES} duels: {turns} turns, {by_guns} by guns, {crashes} by themselves"
    );
}

#[test]
#[ignore = "prints figures; run it with --release --nocapture"]
fn figures_of_duels() {
    let data = built_in::<FightingWings>();
    let mut text = String::new();
    for id in ["kent", "pacific-pairs", "channel-pairs"] {
        let mut turns = Vec::new();
        let (mut kills, mut lost) = (0u32, 0);
        for seed in 0..30 {
            let table = play(&data.scenarios[id], seed, Level::Simple);
            turns.push(table.state().now.turn);
            kills += table.state().planes.iter().map(|plane| u32::from(plane.kills)).sum::<u32>();
            lost += table.state().planes.iter().filter(|plane| plane.status == Status::Lost).count();
        }
        turns.sort_unstable();
        let _ = writeln!(text, "{id}: turns {turns:?}, {kills} kills by guns, {lost} lost");
    }
    println!("{text}");
}

#[test]
#[ignore = "writes corpus/fighting-wings"]
fn write_the_corpus() {
    let data = built_in::<FightingWings>();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/fighting-wings");
    std::fs::create_dir_all(&folder).unwrap();
    let random = |id: &str| if id == "fortress-box" || id == "estuary" { 1 } else { 2 };
    for (id, scenario) in &data.scenarios {
        for seed in 0..3u64 {
            let (level, word) =
                if seed >= 3 - random(id) { (Level::Random, "random") } else { (Level::Simple, "pilots") };
            if seed == 0 && id == "fortress-box" {
                continue;
            }
            let table = play(scenario, seed, level);
            let path = folder.join(format!("{id}-{word}-{seed}.jsonl"));
            std::fs::write(path, table.transcript().to_lines()).unwrap();
        }
    }
}

#[test]
fn the_corpus_replays() {
    let data = built_in::<FightingWings>();
    let games = testing::corpus::<FightingWings>(&data);
    assert!(games.len() >= 20, "{} games", games.len());
}

#[test]
#[ignore = "measures; run it with --release --nocapture"]
fn transitions_a_second() {
    use table::{Pilot as _, Referee as _, Silence, validate};
    let data = built_in::<FightingWings>();
    let position = set_up(&data.scenarios["kent"]);
    let (mut chooser, mut dice) =
        (SeededDice::new(Seed::from_number(1)), SeededDice::new(Seed::from_number(2)));
    let mut state = position.state.clone();
    let (started, mut count) = (std::time::Instant::now(), 0u64);
    let mut plays = |rounds: u64, state: &mut State| {
        for _ in 0..rounds {
            let Some(side) = FightingWings::to_act(&position.rules, state).iter().next() else {
                state.planes.clone_from(&position.state.planes);
                state.now = position.state.now.clone();
                continue;
            };
            let look = table::Look::<FightingWings>::new(&position.rules, state, side);
            let command = FightingWings::sample(look, &mut chooser);
            let accepted = validate::<FightingWings>(look, &command).unwrap();
            accepted.carry_out(&position.rules, state, &mut dice, &mut Silence).unwrap();
            count += 1;
        }
    };
    plays(20_000, &mut state);
    let allocated = allocation_counter::measure(|| plays(50_000, &mut state));
    plays(400_000, &mut state);
    println!(
        "{} a second, {} allocations in 50000",
        count * 1000 / started.elapsed().as_millis() as u64,
        allocated.count_total
    );
}

#[test]
#[ignore = "measures; run it with --release --nocapture"]
fn time_of_the_short_list() {
    let cases = [
        spitfire("4.0"),
        spitfire("6.0"),
        spitfire("8.0"),
        spitfire("10.0"),
        bird("A1", "fw-190a-8", "7.0").attitude(Bank::Rb, Nose::Dive),
        bird("A1", "fw-190a-8", "10.0").attitude(Bank::Rb, Nose::Dive),
    ];
    for bird in &cases {
        let trial = moving(std::slice::from_ref(bird));
        let started = std::time::Instant::now();
        let mut plans = 0;
        short_list(trial.table.rules(), trial.table.state(), 0, |_| plans += 1);
        println!("{} at {}: {plans} plans in {:?}", bird.0.ty, bird.0.start.speed, started.elapsed());
    }
}
