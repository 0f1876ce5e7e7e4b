//! The simple pilot and the plans, on both boards.

use crate::common::hexes;
use spitting_fire::command::{Command, ForceList, Marker};
use spitting_fire::field::{Hand, Spot};
use spitting_fire::options::Mode;
use spitting_fire::rules::Rules;
use spitting_fire::scenario::Members;
use spitting_fire::state::{Bank, Fate, Phase, State, Status};
use spitting_fire::{SpittingFire, forces, rule};
use std::collections::BTreeSet;
use table::view::{At, Cut};
use table::{
    Chooser, DiceSource, Look, PieceId, Pilot, Seat, Seed, SeededDice, Side, Silence, Table, validate,
};

/// The candidate that the pilot likes best.
fn best(table: &Table<SpittingFire>, side: Side) -> Command {
    let look = Look::<SpittingFire>::new(table.rules(), table.state(), side);
    let all = SpittingFire::candidates(look);
    assert!(!all.is_empty(), "no candidates in {:?}", look.state.phase);
    for command in &all {
        let judged = validate(look, command);
        assert!(judged.is_ok(), "{command:?}: {:?}", judged.err());
    }
    let worth = |c: &Command| SpittingFire::appraise(look, c);
    all.into_iter().max_by_key(worth).unwrap()
}

/// The points of the pilot and of a random player after a match.
fn against_random(mode: Mode, seed: u64, pilot: Side) -> [i32; 2] {
    let mut scenario = crate::common::scenario("match");
    (scenario.options.mode, scenario.options.points) = (mode, Some(150));
    let dice = DiceSource::seeded(Seed::from_number(seed));
    let mut table = Table::<SpittingFire>::new(crate::common::data(), &scenario, dice).unwrap();
    let mut chooser = SeededDice::new(Seed::from_number(seed + 1000));
    while let Some(side) = table.to_act().iter().next() {
        let command = if side == pilot {
            best(&table, side)
        } else {
            SpittingFire::sample(Look::new(table.rules(), table.state(), side), &mut chooser)
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

/// Whatever the total, the nations and the list: a legal force that nearly uses the points up, of several types, the better
/// ones of its nation, and not the same every time.
#[test]
fn the_pilot_buys_a_mixed_force_of_the_better_types() {
    for id in ["match", "match-book", "match-pacific", "match-britain-germany"] {
        for points in [150, 300, 500, 777, 1000, 2000] {
            for side in Side::BOTH {
                let mut scenario = crate::common::scenario(id);
                scenario.options.points = Some(points);
                let dice = DiceSource::seeded(Seed::from_number(0));
                let table = Table::<SpittingFire>::new(crate::common::data(), &scenario, dice).unwrap();
                let mut bought = BTreeSet::new();
                for seed in 0..20 {
                    let list = force(&table, side, seed);
                    sensible(table.rules(), side, points, &list);
                    bought.insert(format!("{list:?}"));
                }
                let least = if points < 500 { 2 } else { 6 };
                assert!(bought.len() >= least, "{id} {points} {side}: {} forces", bought.len());
            }
        }
    }
}

fn force(table: &Table<SpittingFire>, side: Side, seed: u64) -> ForceList {
    let mut chooser = SeededDice::new(Seed::from_number(seed));
    match SpittingFire::drawn(Look::new(table.rules(), table.state(), side), &mut chooser) {
        Some(Command::Force(list)) => list,
        other => panic!("{other:?}"),
    }
}

fn sensible(rules: &Rules, side: Side, points: i32, list: &ForceList) {
    let flights = forces::checked(rules, side, list).unwrap_or_else(|no| panic!("{no:?}: {list:?}"));
    let cost = forces::cost(rules, &flights);
    let share = if points < 500 { 80 } else { 93 };
    assert!(cost * 100 >= points * share, "{cost} of {points}: {list:?}");
    let size = forces::aircraft(&flights);
    let types: BTreeSet<u16> = flights.iter().map(|f| f.card).collect();
    let of_type =
        |card: u16| flights.iter().filter(|f| f.card == card).map(|f| usize::from(f.count)).sum::<usize>();
    let most = types.iter().map(|c| of_type(*c)).max().unwrap();
    assert!(points < 300 || types.len() >= 2, "{list:?}");
    assert!(points < 500 || most * 4 <= size * 3, "{most} of {size}: {list:?}");
}

/// Points pay too little for TURN and for boxes: eleven Spitfires at 30 points beat twelve Bf 109s at 27, and eleven MiGs at 29.
#[test]
fn the_pilot_buys_what_wins_and_not_what_is_dear() {
    let mut scenario = crate::common::scenario("match");
    scenario.options.points = Some(500);
    let dice = DiceSource::seeded(Seed::from_number(0));
    let table = Table::<SpittingFire>::new(crate::common::data(), &scenario, dice).unwrap();
    let worth = |side: Side, card: &str, count: usize| {
        let list = ForceList { aircraft: vec![card.to_owned(); count], groups: None };
        SpittingFire::appraise(Look::new(table.rules(), table.state(), side), &Command::Force(list))
    };
    let spitfires = worth(Side::Allies, "spitfire-mki", 11);
    assert!(spitfires > worth(Side::Axis, "bf-109", 12));
    assert!(spitfires > worth(Side::Allies, "mig-3", 11));
}

/// The groups of every ready-made force stand along the front, facing the enemy, leaders first, away from the sides.
#[test]
fn the_pilot_sets_its_groups_up_along_the_front() {
    let fixed =
        crate::common::data().scenarios.iter().filter(|(_, s)| !s.groups.is_empty() && s.state.is_none());
    for (id, scenario) in fixed {
        for mode in [Mode::Hexes, Mode::Open] {
            for seed in 0..crate::common::rounds(2) {
                let mut scenario = scenario.clone();
                scenario.options.mode = mode;
                let dice = DiceSource::seeded(Seed::from_number(seed));
                let mut table = Table::<SpittingFire>::new(crate::common::data(), &scenario, dice).unwrap();
                while table.state().phase == Phase::Placement {
                    let side = table.to_act().iter().next().unwrap();
                    let command = best(&table, side);
                    table.act(side, command, &[]).unwrap();
                }
                for side in Side::BOTH {
                    well_set_up(&table, side, &format!("{id} {mode:?} seed {seed} {side}"));
                }
            }
        }
    }
}

fn well_set_up(table: &Table<SpittingFire>, side: Side, what: &str) {
    let (rules, state) = (table.rules(), table.state());
    let south = state.axis_south.unwrap() == (side == Side::Axis);
    let place = |n: usize| match rules.field.at(state.planes[n].spot) {
        At::Hex { col, row } => [i32::from(col) * 1000 + 500, i32::from(row) * 1000 + 500],
        At::Point { x, y } => [x, y],
    };
    let width = i32::from(rules.size[0]) * 1000;
    let groups: Vec<_> = state.groups.iter().filter(|g| g.side == side).collect();
    let size: usize = groups.iter().map(|g| usize::from(g.count)).sum();
    let mut thirds = [0usize; 3];
    for group in &groups {
        let leader = place(usize::from(group.first))[1];
        for n in group.members() {
            let [x, y] = place(n);
            assert_eq!(state.planes[n].heading, if south { 0 } else { 180 }, "{what}: it faces the enemy");
            assert!(
                if south { y <= leader } else { y >= leader },
                "{what}: nobody flies ahead of the leader"
            );
            let edge = if size <= 16 { 2000 } else { 500 };
            assert!((edge..=width - edge).contains(&x), "{what}: {size} aircraft, one at {x}");
            thirds[(x * 3 / width).clamp(0, 2) as usize] += 1;
        }
    }
    let most = if groups.len() < 3 { size } else { size.div_ceil(2) + 1 };
    assert!(groups.len() < 3 || thirds.iter().all(|n| *n > 0 && *n <= most), "{what}: {thirds:?} of {size}");
}

/// Pilots fight each other, and lose aircraft to each other rather than to the edge, the ground or the ceiling.
#[test]
fn pilots_seldom_fly_off_the_board() {
    let (mut fallen, mut wasted) = (0, 0);
    for mode in [Mode::Hexes, Mode::Open] {
        for seed in 0..4 {
            let mut scenario = crate::common::scenario("germany-britain-500");
            scenario.options.mode = mode;
            // Everybody flies: how crowded it is does not depend on what makes the fight even.
            for group in &mut scenario.groups {
                let all = group.aircraft.count() as u8 + std::mem::take(&mut group.reserve);
                group.aircraft = Members::Count(all);
            }
            let dice = DiceSource::seeded(Seed::from_number(seed));
            let mut table = Table::<SpittingFire>::new(crate::common::data(), &scenario, dice).unwrap();
            while let Some(side) = table.to_act().iter().next() {
                let command = best(&table, side);
                table.act(side, command, &[]).unwrap();
            }
            for plane in &table.state().planes {
                match plane.status {
                    Status::Lost(Fate::ShotDown) => fallen += 1,
                    Status::Lost(_) => wasted += 1,
                    Status::Flying | Status::Waiting => {}
                }
            }
        }
    }
    assert!(fallen > 100 && 20 * wasted <= fallen, "{fallen} shot down, {wasted} wasted");
}

#[test]
fn plans_say_why_some_are_left_out() {
    let plans = |setup: crate::common::Setup, card: &str, at: [i32; 3]| {
        let g = crate::common::flown(setup, card, at, "level-left").go();
        SpittingFire::plans(g.table.rules(), g.state(), PieceId(1))
    };
    let (hex, point) = ([10, 10, 0], [10_000, 10_000, 0]);
    assert_eq!(plans(crate::common::hexes(), "spitfire", hex).cut, None, "all of them");
    assert_eq!(plans(crate::common::open(), "spitfire", point).cut, Some(Cut::Sample));
    // Nobody flies so far or turns so soon, but a card of one's own may.
    let quick =
        |setup: crate::common::Setup| setup.card("quick", |c| (c.level, c.dive, c.turn) = (40, 40, 1));
    assert_eq!(plans(quick(crate::common::open()), "quick", point).cut, Some(Cut::Limit));
}

#[test]
fn plans_on_hexes_are_distinct_and_lead_where_they_say() {
    let g = crate::common::spitfire(crate::common::hexes(), [10, 10, 0], "level-left");
    let plans = SpittingFire::plans(g.table.rules(), g.state(), PieceId(1)).plans;
    let mut poses: Vec<_> = plans.iter().map(|p| p.pose).collect();
    let count = poses.len();
    poses.sort();
    poses.dedup();
    assert_eq!(poses.len(), count);
    assert!(count > 40, "{count}");
    // Every end is reached by following the next commands, one after the other.
    for plan in &plans {
        let mut g = crate::common::spitfire(crate::common::hexes(), [10, 10, 0], "level-left");
        for _ in 0..12 {
            let now = SpittingFire::plans(g.table.rules(), g.state(), PieceId(1)).plans;
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

/// Every end of a move, found the long way: whatever can be said without dice is said, step by step, until the move ends.
fn every_end(rules: &Rules, state: &State, ends: &mut BTreeSet<(Spot, u16)>) {
    let (aircraft, side) = (PieceId(1), Side::Allies);
    let mut steps = vec![Command::Forward { aircraft, n: 1 }, Command::EndMove { aircraft }];
    for side in Hand::BOTH {
        steps.push(Command::Turn { aircraft, side, angle: None });
        steps.extend([60, 120, 180].map(|angle| Command::Pivot { aircraft, side, angle }));
    }
    steps.push(Command::Decline { aircraft });
    for step in steps {
        let look = Look::<SpittingFire>::new(rules, state, side);
        let Ok(accepted) = validate(look, &step) else { continue };
        let mut after = state.clone();
        let mut no_dice = SeededDice::new(Seed::from_number(0));
        accepted.carry_out(rules, &mut after, &mut no_dice, &mut Silence).unwrap();
        if after.mover.counters.ended {
            ends.insert((after.planes[0].spot, after.planes[0].heading));
        } else if after.planes[0].flying() {
            every_end(rules, &after, ends);
        }
    }
}

/// Pieces all around, so that many moves end on one of them and back up, past a turn and against the edge too.
#[test]
fn plans_on_hexes_are_all_ends_that_there_are() {
    let mut chance = SeededDice::new(Seed::from_number(7));
    let mut found = 0;
    for round in 0..crate::common::rounds(60) {
        let marker = Marker::ALL[round as usize % 9];
        let mut board = hexes().with(|s| s.options.banking = round % 2 == 1);
        board = board.card("quick", |c| (c.min, c.climb, c.level, c.dive, c.turn) = (4, 6, 8, 10, 3));
        let at = |chance: &mut SeededDice| {
            [8 + chance.below(8) as i32, 27 + chance.below(9) as i32, 60 * chance.below(6) as i32]
        };
        let mut places: Vec<[i32; 3]> = Vec::new();
        while places.len() < 17 {
            let place = at(&mut chance);
            if places.iter().all(|p| p[..2] != place[..2]) {
                places.push(place);
            }
        }
        board = board.allies("quick", 4, &places[..1]);
        for four in places[1..].chunks(4) {
            board = board.axis("bf-109", 5, four);
        }
        let bank = [Bank::Level, Bank::Left, Bank::Right][chance.below(3) as usize];
        if board.scenario.options.banking {
            board = board.plane(1, 1, |p| p.bank = Some(bank));
        }
        let g = board.plot(1, "straight-level").card_of(Side::Allies).go();
        let (rules, mut state) = (g.table.rules().clone(), g.state().clone());
        state.groups[0].plot = Some(marker);
        let look = Look::<SpittingFire>::new(&rules, &state, Side::Allies);
        let activate = validate(look, &Command::Activate { group: 1 }).unwrap();
        activate.carry_out(&rules, &mut state, &mut chance, &mut Silence).unwrap();
        let mut ends = BTreeSet::new();
        every_end(&rules, &state, &mut ends);
        let plans = SpittingFire::plans(&rules, &state, PieceId(1)).plans;
        let place = |at: At| match at {
            At::Hex { col, row } => rules.field.hex(col, row),
            At::Point { x, y } => Spot { x, y },
        };
        let planned: BTreeSet<_> =
            plans.iter().filter_map(|p| p.pose).map(|pose| (place(pose.at), pose.heading)).collect();
        assert_eq!(planned, ends, "round {round}: {} {}", marker.name(), rule::BACKING_UP);
        assert_eq!(planned.len(), plans.len(), "each once");
        found += ends.len();
    }
    assert!(found > 1000, "{found}");
}

#[test]
fn plans_on_the_open_table_include_a_turn_towards_an_enemy() {
    let setup = crate::common::open()
        .allies("spitfire", 5, &[[12_000, 10_000, 0]])
        .axis("bf-109", 5, &[[9_000, 18_000, 180]])
        .active(1, "level-left");
    let g = setup.go();
    let plans = SpittingFire::plans(g.table.rules(), g.state(), PieceId(1)).plans;
    let field = &g.table.rules().field;
    let bears = plans.iter().filter_map(|p| p.pose).any(|pose| {
        let table::view::At::Point { x, y } = pose.at else { return false };
        let spot = spitting_fire::field::Spot { x, y };
        field.milli(spot, g.plane(2).spot) < 6000
            && field.arcs(spot, pose.heading, g.plane(2).spot).has(spitting_fire::field::Arc::Ff)
    });
    assert!(bears);
}

/// Whatever end somebody chooses is among the plans after every step towards it, although later turns are tried more finely
/// when they come.
#[test]
fn plans_on_the_open_table_lead_where_they_say() {
    for marker in ["level-left", "dive-right"] {
        let setup = crate::common::open()
            .allies("spitfire", 5, &[[12_000, 10_000, 0]])
            .axis("bf-109", 5, &[[9_000, 18_000, 180]])
            .active(1, marker);
        let start = setup.clone().go();
        let first = SpittingFire::plans(start.table.rules(), start.state(), PieceId(1)).plans;
        let apart = first.len() / 12 + 1;
        for goal in first.iter().rev().step_by(apart) {
            let mut g = setup.clone().go();
            let mut next = goal.command.clone();
            loop {
                let ends = matches!(next, Command::EndMove { .. });
                g.table.act(Side::Allies, next, &[]).unwrap();
                if ends {
                    break;
                }
                let plans = SpittingFire::plans(g.table.rules(), g.state(), PieceId(1)).plans;
                next = plans.into_iter().find(|p| p.pose == goal.pose).expect("still an end").command;
            }
            let pose = g.table.view(Seat::Referee).aircraft[0].pose;
            assert_eq!(pose, goal.pose, "{marker}");
        }
    }
}
