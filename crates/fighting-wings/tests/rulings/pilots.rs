//! Simple pilots.

use crate::common::*;
use pilot::{Level, choose};
use sky::Hex;
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
fn most_duels_of_simple_pilots_are_decided_by_guns_and_none_by_the_ground() {
    let data = built_in::<FightingWings>();
    const GAMES: u64 = 6;
    let (mut by_guns, mut hurt) = (0, 0);
    for seed in 0..GAMES {
        let table = play(&data.scenarios["kent"], seed, Level::Simple);
        let planes = &table.state().planes;
        let (lost, kills) = (
            planes.iter().filter(|plane| plane.status == Status::Lost).count(),
            planes.iter().map(|plane| usize::from(plane.kills)).sum::<usize>(),
        );
        assert_eq!(lost, kills, "seed {seed}: an aircraft was lost to nobody's guns");
        by_guns += usize::from(kills > 0);
        hurt += planes.iter().filter(|plane| plane.damaged).count();
    }
    assert!(by_guns > GAMES as usize / 2, "{by_guns} of {GAMES} duels by guns, {hurt} damaged");
}

#[test]
fn whoever_moves_last_takes_the_place_behind_the_enemy_and_fires() {
    let birds = [spitfire("5.0"), bird("X1", "bf-109e-3", "5.0").at(5, 0).altitude(150)];
    let trial = moving(&birds);
    let look = table::Look::<FightingWings>::new(trial.table.rules(), trial.table.state(), Allies);
    let Some(Command::Fly(plan)) = choose(look, Level::Simple, &mut SeededDice::new(Seed::from_number(1)))
    else {
        panic!("no plan");
    };
    let mut after = moving(&birds);
    after.say(Allies, Command::Fly(plan));
    let own = &after.table.state().planes[0];
    assert_eq!((degrees(own), own.hex.distance(Hex::new(5, 0)) <= 2), (90, true), "{own:?}");
}

#[test]
#[ignore = "prints figures; run it with --release --nocapture"]
fn figures_of_duels() {
    let data = built_in::<FightingWings>();
    let word = |name: &str, usual: &str| std::env::var(name).unwrap_or_else(|_| usual.into());
    let games: u64 = word("GAMES", "30").parse().unwrap();
    for id in word("SCENARIOS", "kent pacific-pairs channel-pairs").split(' ') {
        let mut sides = [(0, 0, 0); 2];
        let (mut turns, started) = (Vec::new(), std::time::Instant::now());
        let (mut guns, mut ground, mut limit, mut kills, mut lost, mut commands) = (0, 0, 0, 0u32, 0, 0);
        for seed in 0..games {
            let table = play(&data.scenarios[id], seed, Level::Simple);
            let planes = &table.state().planes;
            let downed: u32 = planes.iter().map(|plane| u32::from(plane.kills)).sum();
            let gone = planes.iter().filter(|plane| plane.status == Status::Lost).count() as u32;
            turns.push(table.state().now.turn);
            for (n, plane) in planes.iter().enumerate() {
                let side = usize::from(table.rules().crews[n].side == Axis);
                sides[side].0 += plane.kills;
                sides[side].1 += u8::from(plane.status == Status::Lost);
                sides[side].2 += u8::from(plane.damaged && plane.status != Status::Lost);
            }
            (kills, lost, commands) = (kills + downed, lost + gone, commands + table.len());
            match (downed, gone) {
                (1.., _) => guns += 1,
                (0, 1..) => ground += 1,
                (0, 0) => limit += 1,
            }
        }
        turns.sort_unstable();
        let each = started.elapsed().as_micros() / commands.max(1) as u128;
        println!(
            "{id}: {guns} games by guns, {ground} by the ground or stress, {limit} without a loss; {kills} kills, {lost} lost; {each} us a command"
        );
        println!("{id}: turns {turns:?}; Allies and Axis: kills, lost, damaged {sides:?}");
    }
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
