//! All distinct complete moves of one plane: for search and for 'click where you want to go'.

use crate::command::{Command, Entry, Move, Path, Step};
use crate::movement::{Flight, Mover, Walk, carries, entries, mover_of, moves_now};
use crate::state::{Flags, Marker, Rules, State, Status};
use std::collections::BTreeSet;
use table::PieceId;
use table::view::{Cut, Plan, Plans};

/// All distinct complete moves of a plane that may move now.
pub(crate) fn plans(rules: &Rules, state: &State, aircraft: PieceId) -> Plans<Command> {
    match rules.index(aircraft) {
        Some(i) if moves_now(state, i) => moves(rules, state, i),
        _ => Plans::none(),
    }
}

/// Every end of a move of which no step has been taken, with or without what the plane carries.
pub(crate) fn draft_plans(rules: &Rules, state: &State, draft: &Command) -> Plans<Command> {
    let Command::Move(order) = draft else { return Plans::none() };
    if !order.path.0.is_empty() || order.enter.is_some() {
        return Plans::none();
    }
    let mut found = plans(rules, state, order.aircraft);
    found.plans.retain(|p| matches!(&p.command, Command::Move(m) if m.jettison == order.jettison));
    found
}

/// What a move leads to, as far as it matters afterwards.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct End {
    walk: Walk,
    /// Whether a die decides it.
    immelmann: bool,
    /// Whether it has dropped its load.
    jettison: bool,
    /// Ground targets flown over, if it has bombs.
    crossed: u64,
}

/// A move being built.
struct Built {
    flight: Flight,
    enter: Option<Entry>,
    path: Path,
}

/// One shortest way to each result.
pub(crate) fn moves(rules: &Rules, state: &State, i: usize) -> Plans<Command> {
    let moving = state.moving.is_some_and(|m| m.plane as usize == i);
    let mut all = Plans::none();
    let mut ends = BTreeSet::new();
    for jettison in [false, true] {
        if jettison && (moving || !carries(rules, state, i)) {
            continue;
        }
        let starts: Vec<Option<Entry>> = match state.planes[i].status {
            Status::OffMap { .. } if !moving => entries(rules, state, i).map(Some).collect(),
            _ => vec![None],
        };
        let mut built: Vec<Built> = Vec::new();
        for enter in starts {
            let Some((mover, flight)) = mover_of(rules, state, i, jettison, enter) else { continue };
            match mover.forced(flight) {
                Some((path, flight)) => {
                    all.plans.push(plan(rules, i, &Built { flight, enter, path }, jettison));
                }
                None => built.push(Built { flight, enter, path: Path::default() }),
            }
        }
        let enter = built.first().and_then(|b| b.enter);
        if let Some((mover, ..)) = mover_of(rules, state, i, jettison, enter) {
            mover.breadth_first(built, jettison, &mut ends, &mut all);
        }
    }
    all
}

impl Mover<'_> {
    /// Shortest paths first, walks that lead to the same future once.
    fn breadth_first(
        &self,
        mut front: Vec<Built>,
        jettison: bool,
        ends: &mut BTreeSet<End>,
        all: &mut Plans<Command>,
    ) {
        let mut seen = BTreeSet::new();
        while !front.is_empty() {
            let mut next = Vec::new();
            for built in &front {
                for step in Step::ALL {
                    let Some(walk) = self.may(&built.flight.walk, step) else { continue };
                    let Some(mut path) = built.path.and(step) else {
                        all.cut = Some(Cut::Limit);
                        continue;
                    };
                    let mut flight = built.flight;
                    self.step(&mut flight, step);
                    let over = step == Step::End || walk.ended || walk.gone.is_some();
                    if !over {
                        if seen.insert((walk, flight.may_fail(), self.crossed(&flight, jettison))) {
                            next.push(Built { flight, enter: built.enter, path });
                        }
                        continue;
                    }
                    if ends.insert(self.end(&flight, jettison)) {
                        if step == Step::End && built.path.0.last() != Some(&Step::Immelmann) {
                            path = built.path.clone();
                        }
                        all.plans.push(plan(
                            self.rules,
                            self.plane,
                            &Built { flight, enter: built.enter, path },
                            jettison,
                        ));
                    }
                }
            }
            front = next;
        }
    }

    /// Ground targets flown over, for a plane that may bomb them.
    fn crossed(&self, flight: &Flight, jettison: bool) -> u64 {
        if jettison || !self.state.planes[self.plane].flags.has(Flags::BOMBS) {
            return 0;
        }
        let targets = self.rules.targets.iter().enumerate();
        targets
            .filter(|(_, hex)| flight.trail.entered().any(|e| e == **hex))
            .fold(0, |all, (n, _)| all | 1 << n)
    }

    fn end(&self, flight: &Flight, jettison: bool) -> End {
        let walk = flight.walk;
        // Only what matters after the move is kept.
        let marker = walk.marker.map(|m| Marker { run: m.run + walk.run, ..m });
        let kept = Walk { gone: walk.gone, ..Walk::start(walk.hex, walk.facing, marker, walk.slip) };
        End { walk: kept, immelmann: flight.may_fail(), jettison, crossed: self.crossed(flight, jettison) }
    }
}

fn plan(rules: &Rules, i: usize, built: &Built, jettison: bool) -> Plan<Command> {
    let Flight { walk, trail, .. } = built.flight;
    Plan {
        command: Command::Move(Move {
            aircraft: PieceId::of(i),
            jettison,
            enter: built.enter,
            path: built.path.clone(),
        }),
        pose: walk.gone.is_none().then(|| rules.pose(walk.hex, walk.facing)),
        path: std::iter::once(trail.start).chain(trail.entered()).map(|hex| rules.at(hex)).collect(),
        manoeuvre: None,
    }
}
