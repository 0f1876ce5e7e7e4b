//! All distinct complete moves of one aircraft, for search and for 'click where you want to go'.

use crate::command::{Altitude, Command, Levelling, Move, Path};
use crate::decide;
use crate::finish;
use crate::reach::{Decision, End, Reach};
use crate::space::at;
use crate::state::{Plane, Rules, Stage, State, index, piece};
use std::collections::BTreeSet;
use std::sync::Arc;
use table::view::{At, Plan, Pose};

/// Every distinct complete move under every decision; see [`crate::reach`] for what counts as distinct. Each end speed of a
/// climb and each attitude (11.A) is a move of its own.
pub(crate) fn all(rules: &Rules, state: &State, index: usize) -> Vec<Plan<Command>> {
    under(rules, state, index, &decisions(rules, state, index))
}

/// Every end of a move of which no point has been spent: while altitude or speed are open, one move to each place.
pub(crate) fn of_draft(rules: &Rules, state: &State, draft: &Command) -> Vec<Plan<Command>> {
    let Command::Move(order) = draft else { return Vec::new() };
    if state.plane(order.aircraft).is_none() || !order.path.is_empty() {
        return Vec::new();
    }
    let index = index(order.aircraft);
    match (order.altitude, order.speed) {
        (None, _) => poses(rules, state, index, None),
        (Some(choice), None) => poses(rules, state, index, Some(choice)),
        (Some(choice), Some(speed)) => {
            let legal = decisions(rules, state, index).contains(&(choice, speed));
            if legal { under(rules, state, index, &[(choice, speed)]) } else { Vec::new() }
        }
    }
}

/// Every distinct complete move under some decisions.
fn under(rules: &Rules, state: &State, index: usize, decisions: &[Decision]) -> Vec<Plan<Command>> {
    let plane = &state.planes[index];
    let mut plans = Vec::with_capacity(MANY * decisions.len());
    let mut ways = Ways::default();
    Reach::default().each(rules, state, index, decisions, |reach, end| {
        let (path, places) = ways.of(rules, plane, reach, end);
        let pose = pose(rules, end);
        each_ending(rules, plane, end, |end_speed, attitude| {
            let (altitude, speed, path) = (Some(end.flight.choice), Some(end.flight.speed), path.clone());
            let order = Move { altitude, speed, path, end_speed, attitude, aircraft: piece(index) };
            plans.push(Plan { command: Command::Move(order), pose, path: Arc::clone(places) });
        });
    });
    plans
}

/// Room for the moves of a decision, so that lists of them seldom grow.
const MANY: usize = 160;

/// The ways flown so far: different decisions fly the same ones.
#[derive(Default)]
struct Ways {
    /// Which search they were found in.
    search: usize,
    /// By the number of a way: its place in `found`, and one.
    known: Vec<u32>,
    found: Vec<(Path, Arc<[At]>)>,
}

impl Ways {
    fn of(&mut self, rules: &Rules, plane: &Plane, reach: &Reach, end: &End) -> &(Path, Arc<[At]>) {
        let (search, way) = reach.way(end);
        if search != self.search {
            (self.search, self.known) = (search, Vec::new());
            self.found.clear();
        }
        if self.known.len() <= way {
            self.known.resize(way + 1, 0);
        }
        if self.known[way] == 0 {
            let (path, hexes) = reach.path(rules, plane, end);
            self.found.push((path, hexes.into_iter().map(at).collect()));
            self.known[way] = self.found.len() as u32;
        }
        &self.found[self.known[way] as usize - 1]
    }
}

/// One move to every hex, facing and altitude that can be reached, whatever the decision or under one altitude decision; the
/// first found is kept, so that level flight at the present speed comes before dives and acceleration.
pub(crate) fn poses(
    rules: &Rules,
    state: &State,
    index: usize,
    under: Option<Altitude>,
) -> Vec<Plan<Command>> {
    let mut plans = Vec::new();
    let mut seen: BTreeSet<Option<Pose>> = BTreeSet::new();
    let mut decisions = decisions(rules, state, index);
    decisions.retain(|(choice, _)| under.is_none_or(|only| only == *choice));
    Reach::blind().each(rules, state, index, &decisions, |reach, end| {
        let pose = pose(rules, end);
        if seen.insert(pose) {
            let (path, hexes) = reach.path(rules, &state.planes[index], end);
            let (altitude, speed) = (Some(end.flight.choice), Some(end.flight.speed));
            let order = Move { altitude, speed, path, ..Move::of(piece(index)) };
            let path = hexes.into_iter().map(at).collect();
            plans.push(Plan { command: Command::Move(order), pose, path });
        }
    });
    plans
}

/// Every legal altitude and speed of an aircraft that may move now.
pub(crate) fn decisions(rules: &Rules, state: &State, index: usize) -> Vec<Decision> {
    let plane = &state.planes[index];
    let may = state.stage == Stage::Moving && plane.side == state.phasing(rules);
    if !may || plane.moved || !plane.flying() {
        return Vec::new();
    }
    let announced = plane.announced.as_ref();
    decide::choices(rules, plane)
        .filter(|choice| announced.is_none_or(|a| a.altitude == *choice))
        .flat_map(|choice| decide::speeds(rules, plane, choice).map(move |speed| (choice, speed)))
        .filter(|(_, speed)| announced.and_then(|a| a.speed).is_none_or(|s| s == *speed))
        .collect()
}

/// Every end speed (6.C) and attitude (11.A) of a finished move.
pub(crate) fn each_ending(
    rules: &Rules,
    plane: &Plane,
    end: &End,
    mut each: impl FnMut(Option<u8>, Option<Levelling>),
) {
    let flight = &end.flight;
    let lowest = finish::lowest_end_speed(rules, plane, flight);
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
