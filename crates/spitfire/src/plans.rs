//! All distinct complete moves of one aircraft, for search and for 'click where you want to go'.

use crate::command::{Altitude, Command, Levelling, Move};
use crate::decide;
use crate::finish;
use crate::reach::{End, Reach};
use crate::space::at;
use crate::state::{Rules, Stage, State, piece};
use std::collections::BTreeSet;
use table::view::{At, Plan, Pose};

/// Every distinct complete move under every decision; see [`crate::reach`] for what counts as distinct. Each end speed of a
/// climb and each attitude (11.A) is a move of its own.
pub(crate) fn all(rules: &Rules, state: &State, index: usize) -> Vec<Plan<Command>> {
    let mut plans = Vec::new();
    let mut reach = Reach::default();
    for_each_choice(rules, state, index, |choice, speed| {
        collect(rules, state, index, choice, speed, &mut reach, &mut plans);
    });
    plans
}

/// Every distinct complete move under one decision.
pub(crate) fn of_choice(
    rules: &Rules,
    state: &State,
    index: usize,
    choice: Altitude,
    speed: u8,
) -> Vec<Plan<Command>> {
    let mut plans = Vec::new();
    collect(rules, state, index, choice, speed, &mut Reach::default(), &mut plans);
    plans
}

/// One move to every hex, facing and altitude that can be reached, whatever the decision; the first found is kept, so
/// that level flight at the present speed comes before dives and acceleration.
pub(crate) fn poses(rules: &Rules, state: &State, index: usize) -> Vec<Plan<Command>> {
    let mut plans = Vec::new();
    let mut reach = Reach::default();
    let mut seen: BTreeSet<Option<Pose>> = BTreeSet::new();
    for_each_choice(rules, state, index, |choice, speed| {
        reach.explore(rules, state, index, choice, speed);
        let waived = waived(rules, state, index, reach.ends());
        for end in reach.ends().iter().filter(|e| waived || free(state, index, e)) {
            if seen.insert(pose(rules, end)) {
                plans.push(plan(rules, state, index, (choice, speed), &reach, end));
            }
        }
    });
    plans
}

/// Calls back with every legal altitude and speed of an aircraft that may move now.
pub(crate) fn for_each_choice(
    rules: &Rules,
    state: &State,
    index: usize,
    mut each: impl FnMut(Altitude, u8),
) {
    let plane = &state.planes[index];
    let may = state.stage == Stage::Moving && plane.side == state.phasing(rules);
    if !may || plane.moved || !plane.flying() {
        return;
    }
    for choice in decide::choices(rules, plane) {
        if plane.announced.as_ref().is_some_and(|a| a.altitude != choice) {
            continue;
        }
        for speed in decide::speeds(rules, plane, choice) {
            if plane.announced.as_ref().and_then(|a| a.speed).is_none_or(|s| s == speed) {
                each(choice, speed);
            }
        }
    }
}

fn collect(
    rules: &Rules,
    state: &State,
    index: usize,
    choice: Altitude,
    speed: u8,
    reach: &mut Reach,
    plans: &mut Vec<Plan<Command>>,
) {
    reach.explore(rules, state, index, choice, speed);
    let waived = waived(rules, state, index, reach.ends());
    for end in reach.ends().iter().filter(|e| waived || free(state, index, e)) {
        let base = plan(rules, state, index, (choice, speed), reach, end);
        each_ending(rules, state, index, end, |end_speed, attitude| {
            let mut next = base.clone();
            if let Command::Move(order) = &mut next.command {
                order.end_speed = end_speed;
                order.attitude = attitude;
            }
            plans.push(next);
        });
    }
}

/// 6.E: whether a finished move ends in no occupied hex.
pub(crate) fn free(state: &State, index: usize, end: &End) -> bool {
    end.flight.exit.is_some() || !finish::occupied(state, index, end.flight.hex, end.flight.altitude)
}

/// 6.E: whether the restriction is waived, because no way stays on the map and ends free.
pub(crate) fn waived(_rules: &Rules, state: &State, index: usize, ends: &[End]) -> bool {
    !ends.iter().any(|e| e.flight.exit.is_none() && free(state, index, e))
}

/// Every end speed (6.C) and attitude (11.A) of a finished move.
pub(crate) fn each_ending(
    rules: &Rules,
    state: &State,
    index: usize,
    end: &End,
    mut each: impl FnMut(Option<u8>, Option<Levelling>),
) {
    let flight = &end.flight;
    let lowest = finish::lowest_end_speed(rules, &state.planes[index], flight);
    let mut may_level = flight.exit.is_none();
    finish::levelling_objections(rules, flight, &mut |_| may_level = false);
    for speed in (lowest..=flight.speed).rev() {
        let end_speed = (speed < flight.speed).then_some(speed);
        each(end_speed, None);
        if may_level {
            each(end_speed, Some(Levelling::LevelOff));
        }
    }
}

fn pose(rules: &Rules, end: &End) -> Option<Pose> {
    let flight = &end.flight;
    flight.exit.is_none().then(|| Pose {
        at: at(flight.hex),
        heading: flight.facing.heading(rules.corners()),
        altitude: Some(i16::from(flight.altitude)),
    })
}

fn plan(
    rules: &Rules,
    state: &State,
    index: usize,
    (choice, speed): (Altitude, u8),
    reach: &Reach,
    end: &End,
) -> Plan<Command> {
    let plane = &state.planes[index];
    let path = reach.path(rules, plane, end);
    let mut places: Vec<At> = vec![at(plane.hex)];
    let trial = finish::fly(rules, plane, choice, speed, &path.0, &mut table::Refusals::none());
    for record in &trial.records {
        if places.last() != Some(&at(record.hex)) {
            places.push(at(record.hex));
        }
    }
    let order = Move { altitude: Some(choice), speed: Some(speed), path, ..Move::of(piece(index)) };
    Plan { command: Command::Move(order), pose: pose(rules, end), path: places }
}
