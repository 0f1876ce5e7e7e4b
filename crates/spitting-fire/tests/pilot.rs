//! The simple pilot and the plans, on both boards.

#![allow(clippy::unwrap_used, reason = "a helper that cannot go on fails its test")]

mod common;

use spitting_fire::scenario::Mode;
use spitting_fire::{SpittingFire, rule};
use table::{DiceSource, Game, PieceId, Seed, SeededDice, Side, Table, validate};

/// The candidate that the pilot likes best.
fn best(table: &Table<SpittingFire>, side: Side) -> spitting_fire::command::Command {
    let (rules, state) = (table.rules(), table.state());
    let all = SpittingFire::candidates(rules, state, side);
    assert!(!all.is_empty(), "no candidates in {:?}", state.phase);
    for command in &all {
        let judged = validate::<SpittingFire>(rules, state, side, command.clone());
        assert!(judged.is_ok(), "{command:?}: {:?}", judged.err());
    }
    let worth = |c: &spitting_fire::command::Command| SpittingFire::appraise(rules, state, side, c);
    all.into_iter().max_by_key(worth).unwrap()
}

/// The points of the pilot and of a random player after a match.
fn against_random(mode: Mode, seed: u64, pilot: Side) -> [i32; 2] {
    let mut scenario = common::scenario("match");
    (scenario.options.mode, scenario.options.points) = (mode, Some(150));
    let dice = DiceSource::seeded(Seed::from_number(seed));
    let mut table = Table::<SpittingFire>::new(common::data(), &scenario, dice).unwrap();
    let mut chooser = SeededDice::new(Seed::from_number(seed + 1000));
    while let Some(side) = table.to_act().iter().next() {
        let command = if side == pilot {
            best(&table, side)
        } else {
            SpittingFire::sample(table.rules(), table.state(), side, &mut chooser)
        };
        table.act(side, command, &[]).unwrap();
    }
    let points = table.outcome().unwrap().points;
    [points[pilot.index()], points[pilot.enemy().index()]]
}

fn beats_random(mode: Mode) {
    let mut sum = [0, 0];
    for seed in 0..6 {
        let pilot = Side::BOTH[seed as usize % 2];
        let [own, other] = against_random(mode, seed, pilot);
        sum = [sum[0] + own, sum[1] + other];
    }
    assert!(sum[0] > 2 * sum[1], "{mode:?}: {sum:?}");
}

#[test]
fn the_pilot_beats_a_random_player_on_hexes() {
    beats_random(Mode::Hexes);
}

#[test]
fn the_pilot_beats_a_random_player_on_the_open_table() {
    beats_random(Mode::Open);
}

#[test]
fn plans_on_hexes_are_distinct_and_lead_where_they_say() {
    let g = common::spitfire(common::hexes(), [10, 10, 0], "level-left");
    let plans = SpittingFire::plans(g.table.rules(), g.state(), PieceId(1));
    let mut poses: Vec<_> = plans.iter().map(|p| p.pose).collect();
    let count = poses.len();
    poses.sort();
    poses.dedup();
    assert_eq!(poses.len(), count);
    assert!(count > 40, "{count}");
    // Every end is reached by following the next commands, one after the other.
    for plan in &plans {
        let mut g = common::spitfire(common::hexes(), [10, 10, 0], "level-left");
        for _ in 0..12 {
            let now = SpittingFire::plans(g.table.rules(), g.state(), PieceId(1));
            let next = now.into_iter().find(|p| p.pose == plan.pose).unwrap();
            g.say(&serde_json::to_string(&next.command).unwrap());
            if g.counters().ended {
                break;
            }
        }
        let reached = g.table.view(table::Seat::Observer).aircraft[0].pose;
        assert_eq!(reached, plan.pose);
        assert!(g.cites(rule::END_MOVE));
    }
}

#[test]
fn plans_on_the_open_table_include_a_turn_towards_an_enemy() {
    let setup = common::open()
        .allies("spitfire", 5, &[[12_000, 10_000, 0]])
        .axis("bf-109", 5, &[[9_000, 18_000, 180]])
        .active(1, "level-left");
    let g = setup.go();
    let plans = SpittingFire::plans(g.table.rules(), g.state(), PieceId(1));
    let field = &g.table.rules().field;
    let bears = plans.iter().filter_map(|p| p.pose).any(|pose| {
        let table::view::At::Point { x, y } = pose.at else { return false };
        let spot = spitting_fire::field::Spot { x, y };
        field.milli(spot, g.plane(2).spot) < 6000
            && field.arcs(spot, pose.heading, g.plane(2).spot).has(spitting_fire::field::Arc::Ff)
    });
    assert!(bears);
    for plan in plans.iter().step_by(97) {
        let judged = validate::<SpittingFire>(g.table.rules(), g.state(), Side::Allies, plan.command.clone());
        assert!(judged.is_ok(), "{:?}", plan.command);
    }
}
