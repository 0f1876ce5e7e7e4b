//! All distinct complete moves of one aircraft, for search and for 'click where you want to go'.

use crate::command::{Altitude, Command, Levelling, Move, Path};
use crate::decide::{self, Decision};
use crate::finish;
use crate::mover::Mover;
use crate::reach::{End, Reach};
use crate::rules::Rules;
use crate::space::at;
use crate::state::{Stage, State};
use std::collections::BTreeSet;
use std::sync::Arc;
use table::PieceId;
use table::view::{At, Plan, Pose};

/// Every distinct complete move under every decision; see [`crate::reach`] for what counts as distinct. Each end speed of a
/// climb and each attitude (11.A) is a move of its own.
pub(crate) fn all(rules: &Rules, state: &State, aircraft: PieceId) -> Vec<Plan<Command>> {
    if state.plane(aircraft).is_none() {
        return Vec::new();
    }
    let mover = Mover::new(rules, state, aircraft.index());
    under(mover, &decisions(mover))
}

/// Every end of a move of which no point has been spent: while altitude or speed are open, one move to each place.
pub(crate) fn of_draft(rules: &Rules, state: &State, draft: &Command) -> Vec<Plan<Command>> {
    let Command::Move(order) = draft else { return Vec::new() };
    if state.plane(order.aircraft).is_none() || !order.path.is_empty() {
        return Vec::new();
    }
    let mover = Mover::new(rules, state, order.aircraft.index());
    match (order.altitude, order.speed) {
        (None, _) => poses(mover, None),
        (Some(choice), None) => poses(mover, Some(choice)),
        (Some(choice), Some(speed)) => {
            let decision = Decision { choice, speed };
            if decisions(mover).contains(&decision) { under(mover, &[decision]) } else { Vec::new() }
        }
    }
}

/// Every distinct complete move under some decisions.
fn under(mover: Mover<'_>, decisions: &[Decision]) -> Vec<Plan<Command>> {
    let mut plans = Vec::with_capacity(MANY * decisions.len());
    let mut ways = Ways::default();
    Reach::default().each(mover, decisions, |reach, end| {
        let (path, places) = ways.of(mover, reach, end);
        let pose = end.flight.pose(mover.rules);
        each_ending(mover, end, |end_speed, attitude| {
            let decided = Move::under(mover.id(), end.flight.decision());
            let order = Move { path: path.clone(), end_speed, attitude, ..decided };
            plans.push(Plan {
                command: Command::Move(order),
                pose,
                path: Arc::clone(places),
                manoeuvre: None,
            });
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
    fn of(&mut self, mover: Mover<'_>, reach: &Reach, end: &End) -> &(Path, Arc<[At]>) {
        let (search, way) = reach.way(end);
        if search != self.search {
            (self.search, self.known) = (search, Vec::new());
            self.found.clear();
        }
        if self.known.len() <= way {
            self.known.resize(way + 1, 0);
        }
        if self.known[way] == 0 {
            let (path, hexes) = reach.path(mover, end);
            self.found.push((path, hexes.into_iter().map(at).collect()));
            self.known[way] = self.found.len() as u32;
        }
        &self.found[self.known[way] as usize - 1]
    }
}

/// One move to every hex, facing and altitude that can be reached, whatever the decision or under one altitude decision; the
/// first found is kept, so that level flight at the present speed comes before dives and acceleration.
fn poses(mover: Mover<'_>, under: Option<Altitude>) -> Vec<Plan<Command>> {
    let mut plans = Vec::new();
    let mut seen: BTreeSet<Option<Pose>> = BTreeSet::new();
    let mut decisions = decisions(mover);
    decisions.retain(|d| under.is_none_or(|only| only == d.choice));
    Reach::blind().each(mover, &decisions, |reach, end| {
        let pose = end.flight.pose(mover.rules);
        if seen.insert(pose) {
            let (path, hexes) = reach.path(mover, end);
            let order = Move { path, ..Move::under(mover.id(), end.flight.decision()) };
            let path = hexes.into_iter().map(at).collect();
            plans.push(Plan { command: Command::Move(order), pose, path, manoeuvre: None });
        }
    });
    plans
}

/// Every legal altitude and speed of an aircraft that may move now.
pub(crate) fn decisions(mover: Mover<'_>) -> Vec<Decision> {
    let Mover { rules, state, .. } = mover;
    let plane = mover.plane();
    let may = state.stage == Stage::Moving && plane.side == state.phasing(rules);
    if !may || plane.moved || !plane.flying() {
        return Vec::new();
    }
    let announced = plane.announced.as_ref();
    let under = |choice| decide::speeds(rules, plane, choice).map(move |speed| Decision { choice, speed });
    decide::altitudes(rules, plane)
        .filter(|choice| announced.is_none_or(|a| a.altitude == *choice))
        .flat_map(under)
        .filter(|d| announced.and_then(|a| a.speed).is_none_or(|speed| speed == d.speed))
        .collect()
}

/// Every end speed (6.C) and attitude (11.A) of a finished move.
pub(crate) fn each_ending(mover: Mover<'_>, end: &End, mut each: impl FnMut(Option<u8>, Option<Levelling>)) {
    let flight = &end.flight;
    let lowest = finish::lowest_end_speed(mover.rules, mover.plane(), flight);
    let may_level = flight.exit.is_none() && finish::may_level_off(mover.rules, flight);
    for speed in (lowest..=flight.speed).rev() {
        let end_speed = (speed < flight.speed).then_some(speed);
        each(end_speed, None);
        if may_level {
            each(end_speed, Some(Levelling::LevelOff));
        }
    }
}
