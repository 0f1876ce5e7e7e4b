//! The simple pilot: sensible in each scenario, and clearly better than chance.

use crate::common::*;
use spitfire::{Command, EndedBy, Scenario, Slots, Spitfire, Start, StartStatus, Status, rule};
use table::{DiceSource, Look, PieceId, Pilot, Seat, Seed, SeededDice, Side, Table};

/// What the simple pilot says: the best of what they consider.
fn simple(table: &Table<Spitfire>, side: Side) -> Option<Command> {
    let look = Look::new(table.rules(), table.state(), side);
    let worth = |command: &Command| Spitfire::appraise(look, command);
    // Of equals the first, as every pilot does it.
    Spitfire::candidates(look).into_iter().rev().max_by_key(worth)
}

/// A whole game in which the sides named fly by the simple pilot and the others at random.
fn game_of(scenario: &Scenario, seed: u64, pilots: &[Side]) -> Table<Spitfire> {
    let dice = DiceSource::seeded(Seed::from_number(seed));
    let mut table =
        Table::<Spitfire>::new(&data(), scenario, dice).unwrap_or_else(|flaws| panic!("{flaws:?}"));
    let mut chance = SeededDice::new(Seed::from_number(seed + 1_000));
    while let Some(side) = table.to_act().iter().next() {
        let command = match pilots.contains(&side) {
            true => simple(&table, side),
            false => Some(Spitfire::sample(Look::new(table.rules(), table.state(), side), &mut chance)),
        };
        let command = command.unwrap_or_else(|| panic!("{side} owes a decision and has no candidate"));
        assert!(table.act(side, command, &[]).is_ok());
    }
    table
}

/// Every ready-made scenario with none, one or both of the experimental rules.
fn every_scenario() -> Vec<(String, Scenario)> {
    let mut all = Vec::new();
    for (id, scenario) in &data().scenarios {
        for (space, fire) in [(false, false), (true, false), (false, true), (true, true)] {
            let mut scenario = scenario.clone();
            scenario.options.opt_hexagonal_space = space;
            scenario.options.opt_inter_altitude = fire;
            all.push((format!("{id}, 10.0 {space}, 11.0 {fire}"), scenario));
        }
    }
    all
}

#[test]
fn pilots_finish_every_scenario_and_keep_formation() {
    for (id, scenario) in every_scenario() {
        let table = game_of(&scenario, 3, &Side::BOTH);
        let state = table.state();
        assert!(state.turn > 1 && state.turn <= 40, "{id}: turn {}", state.turn);
        let fired = table.log(Seat::Observer, 0).iter().any(|e| e.rules.contains(&rule::RESULTS_TABLE));
        assert!(fired, "{id}: nobody got into anybody's sights");
        assert_ne!(state.ending.map(|e| e.by), Some(EndedBy::Formation), "{id} {}", rule::FORMATION_LOSS);
    }
}

#[test]
fn a_pilot_beats_chance_in_four_games_of_five() {
    let (mut won, mut played) = (0, 0);
    for (id, scenario) in &data().scenarios {
        for side in Side::BOTH {
            for seed in 0..5 {
                let table = game_of(scenario, seed, &[side]);
                played += 1;
                won += usize::from(table.outcome().and_then(|o| o.winner) == Some(side));
            }
        }
        assert!(won * 5 >= played * 4, "{id}: {won} of {played} so far");
    }
}

#[test]
fn bombers_go_for_the_targets_and_home() {
    let scenario = &data().scenarios["bombing"];
    for seed in 0..3 {
        let table = game_of(scenario, seed, &Side::BOTH);
        let bombers: Vec<_> = table.state().planes.iter().filter(|p| p.side == Axis).collect();
        assert!(bombers.iter().all(|p| p.passes > 0 || p.lost()), "seed {seed} {}", rule::BOMBING);
        let home = bombers.iter().any(|p| matches!(p.status, Status::Left { safe: true, .. }));
        assert!(home, "seed {seed}");
    }
}

/// A Messerschmitt behind a Spitfire, pointing at it: whoever flies straight on stays in its sights.
#[test]
fn a_pilot_breaks_when_somebody_is_on_his_tail() {
    let start =
        || game().plane(Allies, "3018 N 10 4").plane(Allies, "0105 S 20").plane(Axis, "3020 N 10 8").start();
    let shot_at = |fight: &Fight| {
        Spitfire::odds(
            fight.table.rules(),
            fight.state(),
            table::OddsOf { shooter: PieceId(3), target: PieceId(1), with: None },
        )
        .is_ok()
    };
    let mut straight = start();
    straight.fly(2, "level 11 F11").fly(1, "level 4 F4");
    assert!(shot_at(&straight), "{}", rule::TARGET_MOVED);
    let mut pilot = start();
    pilot.fly(2, "level 11 F11");
    let best = simple(&pilot.table, Allies).unwrap();
    pilot.say(Allies, best);
    assert!(!shot_at(&pilot));
}

#[test]
fn a_pilot_shoots_when_he_can_and_does_not_leave_the_map() {
    let fight = face_to_face();
    assert_eq!(simple(&fight.table, Allies), Some(fire("1 forward 2")));
    let fight = game().plane(Allies, "5720 NE 10 11").plane(Axis, "3016 S 10 5").start();
    let look = Look::new(fight.table.rules(), fight.table.state(), Allies);
    let leaves = order(1, "level 11 F3");
    assert!(fight.legal(1, "level 11 F3"));
    let candidates = Spitfire::candidates(look);
    assert!(!candidates.contains(&leaves));
    let worth = |c: &Command| Spitfire::appraise(look, c);
    assert!(candidates.iter().all(|c| worth(c) > worth(&leaves)));
    assert!(worth(&Command::Resign) < worth(&leaves));
}

/// Its nose is next to a target that it has no room to turn to: whoever waits there never comes to it.
#[test]
fn a_bomber_that_cannot_turn_to_its_target_flies_on_and_comes_round() {
    let mut fight = scenario("bombing")
        .with(|s| s.aircraft.clear())
        .phase(Start::SecondMovement)
        .plane(Axis, "2124 NW 1 8")
        .plane(Allies, "5833 N 20")
        .start();
    for _ in 0..3 {
        let before = fight.at(1);
        fight.say(Axis, simple(&fight.table, Axis).unwrap());
        assert_ne!(fight.at(1), before);
        fight.say(Allies, simple(&fight.table, Allies).unwrap());
    }
    assert!(fight.plane(1).passes > 0, "{}", rule::BOMBING);
}

/// The wingman is on the right of its Leader and so is the survivor: only the survivor may be out of position.
#[test]
fn a_pilot_names_the_slots_that_keep_the_formation() {
    let fight = scenario("formations")
        .phase(Start::SecondMovement)
        .with(|s| {
            s.aircraft[4].status = StartStatus::ShotDown;
            for (n, hex) in [(3, "2908"), (5, "2906"), (6, "2907")] {
                (s.aircraft[n].hex, s.aircraft[n].facing) = (hex.into(), "NE".into());
            }
        })
        .start();
    let slots =
        |left, right| Slots { leader: PieceId(6), left: Some(PieceId(left)), right: Some(PieceId(right)) };
    assert_eq!(simple(&fight.table, Axis), Some(Command::Formation(slots(4, 7))), "{}", rule::FORMATION_LOSS);
    // Whoever names the slots by hand is told.
    let notes: Vec<_> = fight.menu(Axis).choices.into_iter().map(|c| c.note).take(2).collect();
    assert_eq!(notes, ["Bf.109E-3 4 is out of position: loses the game", ""]);
}

#[test]
fn fighters_follow_bombers_down_to_level_1() {
    let setup = scenario("bombing").with(|s| s.aircraft.clear());
    let setup =
        setup.plane(Allies, "3318 SW 3 10").plane(Axis, "2621 SW 1 8").with(|s| s.options.turn_cap = 4);
    let table = game_of(&setup.scenario, 1, &Side::BOTH);
    let log = table.log(Seat::Observer, 0);
    let shot = |e: &table::LogEntry| e.actor == Some(PieceId(1)) && e.rules.contains(&rule::RESULTS_TABLE);
    assert!(log.iter().any(shot), "the fighter has not fired in four turns");
}
