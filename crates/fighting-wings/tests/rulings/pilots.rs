//! Simple pilots.

use crate::common::*;
use pilot::{Level, choose};
use sky::Hex;
use table::{DiceSource, Heed, Pilot, Seed, SeededDice, Table};

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
    const GAMES: u64 = 24;
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
fn moves_take_nothing_from_the_heap() {
    use table::{Pilot as _, Referee as _, Silence, validate};
    let data = built_in::<FightingWings>();
    let position = set_up(&data.scenarios["kent"]);
    let (mut chooser, mut dice) =
        (SeededDice::new(Seed::from_number(1)), SeededDice::new(Seed::from_number(2)));
    let mut state = position.state.clone();
    let mut count = 0;
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
    plays(1_000, &mut state);
    let allocated = allocation_counter::measure(|| plays(5_000, &mut state));
    assert_eq!(allocated.count_total, 0);
    assert!(count > 5_000, "{count} commands");
}

#[test]
fn a_pilot_whose_time_is_up_ranks_only_what_it_has_seen() {
    let birds = [spitfire("5.0"), bird("X1", "bf-109e-3", "5.0").at(5, 0).altitude(150)];
    let trial = moving(&birds);
    let look = table::Look::<FightingWings>::new(trial.table.rules(), trial.table.state(), Allies);
    let all = FightingWings::ranked(look, 16);
    assert_eq!(FightingWings::ranked_until(look, 16, Heed::ALL, &|| false), all);
    let seen = FightingWings::ranked_until(look, 16, Heed::ALL, &|| true);
    assert_eq!((all.len(), seen.len()), (16, 1));
    assert!(table::validate(look, &seen[0].1).is_ok());
}
