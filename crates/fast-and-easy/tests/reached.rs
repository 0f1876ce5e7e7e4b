//! Every position that play reaches can be entered as a scenario, and is the same position.
#![allow(clippy::unwrap_used, reason = "a test stops where it goes wrong")]

mod common;

use common::{crowd, data, marked};
use fast_and_easy::options::{Deployment, Options};
use fast_and_easy::scenario::{
    BomberStage, Deed, FormationSpec, MarkerSpec, MovingSpec, PlaneState, Scenario, Start, StatusSpec,
};
use fast_and_easy::state::{Flags, Plane, Stage, Status, Trail};
use fast_and_easy::{FastAndEasy, Rules, State};
use sky::Hex;
use table::{Game, Position, Seed, SeededDice, Silence, validate};

/// A hex on the map or beyond its short edges, as a scenario writes it.
fn hex(rules: &Rules, hex: Hex) -> String {
    let (column, row) = rules.board.grid.printed(hex);
    let sign = if column < 0 { "-" } else { "" };
    format!("{sign}{:02}.{row:02}", column.abs())
}

fn way(rules: &Rules, trail: Trail) -> Vec<String> {
    trail.entered().map(|h| hex(rules, h)).collect()
}

fn status(plane: &Plane) -> StatusSpec {
    match plane.status {
        Status::Unplaced | Status::OnMap => StatusSpec::OnMap,
        Status::OffMap { edge, turn } => StatusSpec::OffMap { edge, turn: turn.into() },
        Status::Exited => StatusSpec::Exited,
        Status::Disengaged => StatusSpec::Disengaged,
        Status::Out(cause) => StatusSpec::Out(cause),
    }
}

const DEEDS: [(Flags, Deed); 11] = [
    (Flags::MOVED, Deed::Moved),
    (Flags::FORWARD_FIRED, Deed::ForwardFired),
    (Flags::REAR_FIRED, Deed::RearFired),
    (Flags::ROCKETS_FIRED, Deed::RocketsFired),
    (Flags::TURRETS_FIRED, Deed::TurretsFired),
    (Flags::BOOST_TRIED, Deed::BoostTried),
    (Flags::BOOSTED, Deed::Boosted),
    (Flags::FIRED_ON_FRIEND, Deed::FiredOnFriend),
    (Flags::FIRED_AT, Deed::FiredAt),
    (Flags::DROPS_OUT, Deed::DropsOut),
    (Flags::MAY_CREEP, Deed::MayCreep),
];

fn plane(rules: &Rules, plane: &Plane, number: usize) -> PlaneState {
    let has = |flag| plane.flags.has(flag);
    PlaneState {
        plane: number as i32,
        facing: Some(plane.facing.number().into()),
        status: Some(status(plane)),
        hits: plane.hits.into(),
        engines_hit: plane.engines_hit.into(),
        critical: has(Flags::CRITICAL),
        marker: plane.marker.map(|m| MarkerSpec { side: m.side, run: m.run.into() }),
        slip: plane.slip,
        salvos: Some(plane.salvos.into()),
        bombs: Some(has(Flags::BOMBS)),
        shifts: plane.shifts.into(),
        tanks: Some(has(Flags::TANKS)),
        tank_turns: Some(plane.tank_turns.into()),
        fuel: Some(plane.fuel.into()),
        entered: way(rules, plane.trail),
        done: DEEDS.into_iter().filter(|(flag, _)| has(*flag)).map(|(_, deed)| deed).collect(),
        ..Default::default()
    }
}

/// A position from the middle of a game, as a scenario.
fn written(from: &Scenario, rules: &Rules, state: &State) -> Scenario {
    let mut scenario = from.clone();
    for (t, target) in scenario.targets.iter_mut().enumerate() {
        let by = |side: &table::Side| state.destroyed[side.index()] >> t & 1 != 0;
        target.destroyed_by = table::Side::BOTH.into_iter().find(by);
    }
    let mut formations = state.formations.iter();
    for (group, info) in scenario.groups.iter_mut().zip(&rules.groups) {
        let planes = &state.planes[info.first..info.first + info.len];
        (group.count, group.hexes) = (None, planes.iter().map(|p| hex(rules, p.hex)).collect());
        group.state = planes.iter().zip(1..).map(|(p, n)| plane(rules, p, n)).collect();
        if group.formation.is_some() {
            let formation = formations.next().unwrap();
            group.formation = Some(FormationSpec {
                layout: formation.layout.map(|l| rules.layouts[l as usize].name.clone()),
                slots: None,
                lead: Some(hex(rules, formation.anchor)),
                rate: formation.rate.map(i32::from),
            });
        }
    }
    scenario.start = Some(Start {
        turn: state.turn.into(),
        step: state.stage.step().into(),
        bombers: match state.stage {
            Stage::Boosts => Some(BomberStage::Boosts),
            Stage::Stragglers => Some(BomberStage::Stragglers),
            _ => None,
        },
        combat: state.combat,
        moving: state.moving.map(|m| MovingSpec {
            aircraft: i32::from(m.plane) + 1,
            hex: hex(rules, m.walk.hex),
            facing: m.walk.facing.number().into(),
            spent: m.walk.spent.into(),
            run: m.walk.run.into(),
            slip: m.walk.slip,
            entered: way(rules, m.trail),
        }),
        offer: state.offer,
    });
    scenario
}

/// What of a plane a scenario sets.
fn told(plane: &Plane) -> Plane {
    let mut flags = plane.flags;
    // That a shot was seen is told by the deed, and where the way began by nothing.
    flags.clear(Flags::SHOT);
    Plane { flags, trail: Trail::default(), ..*plane }
}

/// Plays a game and enters its positions again, every `nth` of them.
fn enter_again(id: &str, scenario: &Scenario, seed: u64, nth: usize) -> usize {
    let Position { rules, mut state } = FastAndEasy::set_up(data(), scenario).ok().unwrap();
    let mut draw = SeededDice::new(Seed::from_number(seed));
    let mut dice = SeededDice::new(Seed::from_number(seed + 1_000));
    let mut entered = 0;
    for n in 0.. {
        let Some(side) = FastAndEasy::to_act(&rules, &state).iter().next() else { break };
        if !state.stage.is_set_up() && n % nth == 0 {
            let position = written(scenario, &rules, &state);
            let again = FastAndEasy::set_up(data(), &position)
                .map_err(|flaws| panic!("{id}, seed {seed}, command {n}, {:?}: {flaws:#?}", state.stage));
            let again = again.ok().unwrap().state;
            let planes = |state: &State| state.planes.iter().map(told).collect::<Vec<_>>();
            assert_eq!(planes(&again), planes(&state), "{id}, seed {seed}, command {n}");
            assert_eq!((again.stage, again.turn, again.combat), (state.stage, state.turn, state.combat));
            entered += 1;
        }
        let command = FastAndEasy::sample(&rules, &state, side, &mut draw);
        let accepted = validate::<FastAndEasy>(&rules, &state, side, command).unwrap();
        FastAndEasy::apply(&rules, &mut state, &accepted, &mut dice, &mut Silence).unwrap();
    }
    entered
}

/// Games of each scenario.
const SEEDS: u64 = 6;

#[test]
fn every_position_of_random_games_can_be_entered() {
    let mut entered = 0;
    for (id, scenario) in &data().scenarios {
        for seed in if id == "big-box" { 0..1 } else { 0..SEEDS } {
            entered += enter_again(id, scenario, seed, if id == "big-box" { 97 } else { 1 });
        }
    }
    for seed in 0..SEEDS {
        entered += enter_again("crowd", &crowd(), seed, 1);
    }
    assert!(entered > 1_000, "{entered}");
}

#[test]
fn every_position_with_options_can_be_entered() {
    type Switch = fn(&mut Options);
    let switches: [(&str, Switch); 8] = [
        ("kent-duel", |o| o.map_edge = fast_and_easy::options::MapEdge::Gone),
        ("black-thursday", |o| o.straggler_turns = true),
        ("night-lancasters", |o| o.straggler_turns = true),
        ("italy-1943", |o| o.clouds = true),
        ("italy-1943", |o| o.night = true),
        ("jets-over-the-reich", |o| o.jet_fuel = true),
        ("box-over-germany", |o| o.drop_tanks = true),
        ("battle-of-britain", |o| o.interceptor_deployment = Deployment::Random),
    ];
    for (n, (id, switch)) in switches.into_iter().enumerate() {
        let mut scenario = marked(&data().scenarios[id]);
        switch(&mut scenario.options);
        for seed in 0..SEEDS {
            enter_again(id, &scenario, 100 * n as u64 + seed, 2);
        }
    }
}
