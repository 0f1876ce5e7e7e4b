//! All distinct complete moves of one plane: for search and for 'click where you want to go'.

use crate::command::{Command, Entry, Move, PATH_MAX, Path, Step};
use crate::movement::{Flight, Manoeuvred, Mover, Walk, carries, entries, mover_of, moves_now};
use crate::state::{Flags, Hand, Marker, Rules, State, Status};
use table::view::{Cut, Plan, Plans};
use table::{Once, PieceId};

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

/// One shortest way to each result, as complete moves.
pub(crate) fn moves(rules: &Rules, state: &State, i: usize) -> Plans<Command> {
    let ways = Ways::of(rules, state, i);
    let plan = |end: &End| {
        let Flight { walk, trail, .. } = end.flight;
        Plan {
            command: Command::Move(ways.order(i, end)),
            pose: walk.gone.is_none().then(|| rules.pose(walk.hex, walk.facing)),
            path: std::iter::once(trail.start).chain(trail.entered()).map(|hex| rules.at(hex)).collect(),
            manoeuvre: None,
        }
    };
    Plans { plans: ways.ends.iter().map(plan).collect(), cut: ways.cut.then_some(Cut::Limit) }
}

/// One shortest way to each result of a plane's move. Steps are kept once, each with the one before it, so that paths are only
/// written out for whoever wants them.
#[derive(Default)]
pub(crate) struct Ways {
    steps: Vec<Taken>,
    /// The results, those with the shortest ways first.
    pub(crate) ends: Vec<End>,
    /// Whether there are ways longer than a command can say.
    cut: bool,
}

/// A result and how it is reached.
pub(crate) struct End {
    /// Where it leads.
    pub(crate) flight: Flight,
    /// Whether the plane drops its load first.
    pub(crate) jettison: bool,
    enter: Option<Entry>,
    way: Way,
}

/// How a result is reached.
enum Way {
    /// There is only this.
    Forced(Path),
    /// The place of the last step but one, and the last one if it is said.
    Steps(usize, Option<Step>),
}

/// A step on the way, or none at the start.
#[derive(Clone, Copy)]
struct Taken {
    flight: Flight,
    step: Option<Step>,
    /// Where the step before it is kept; the same place at the start.
    before: usize,
    length: usize,
    enter: Option<Entry>,
}

impl Ways {
    /// All of them.
    pub(crate) fn of(rules: &Rules, state: &State, i: usize) -> Ways {
        let moving = state.moving.is_some_and(|m| m.plane as usize == i);
        let mut ways = Ways::default();
        let mut known = Known::default();
        for jettison in [false, true] {
            if jettison && (moving || !carries(rules, state, i)) {
                continue;
            }
            let first = ways.steps.len();
            match state.planes[i].status {
                Status::OffMap { .. } if !moving => {
                    for entry in entries(rules, state, i) {
                        ways.start(mover_of(rules, state, i, jettison, Some(entry)), jettison, Some(entry));
                    }
                }
                _ => ways.start(mover_of(rules, state, i, jettison, None), jettison, None),
            }
            let enter = ways.steps.get(first).and_then(|taken| taken.enter);
            if let Some((mover, ..)) = mover_of(rules, state, i, jettison, enter) {
                known.steps.clear();
                ways.breadth_first(&mover, first, jettison, &mut known);
            }
        }
        ways
    }

    /// Begins a way where the plane stands or enters, unless it has only one.
    fn start(&mut self, from: Option<(Mover<'_>, Flight)>, jettison: bool, enter: Option<Entry>) {
        let Some((mover, flight)) = from else { return };
        match mover.forced(flight) {
            Some((path, flight)) => {
                self.ends.push(End { flight, jettison, enter, way: Way::Forced(path) });
            }
            None => {
                let before = self.steps.len();
                self.steps.push(Taken { flight, step: None, before, length: 0, enter });
            }
        }
    }

    /// Shortest ways first, walks that lead to the same future once.
    fn breadth_first(&mut self, mover: &Mover<'_>, first: usize, jettison: bool, known: &mut Known) {
        let mut before = first;
        while before < self.steps.len() {
            let Taken { flight: so_far, step: last, length, enter, .. } = self.steps[before];
            for step in Step::ALL {
                let Some(walk) = mover.may(&so_far.walk, step) else { continue };
                if length == PATH_MAX {
                    self.cut = true;
                    continue;
                }
                let mut flight = so_far;
                mover.step(&mut flight, step);
                let crossed = mover.crossed(&flight, jettison);
                if step != Step::End && !walk.ended && walk.gone.is_none() {
                    if known.steps.insert(future(&walk, flight.may_fail(), jettison, crossed)) {
                        self.steps.push(Taken {
                            flight,
                            step: Some(step),
                            before,
                            length: length + 1,
                            enter,
                        });
                    }
                } else if known.ends.insert(future(&kept(&flight.walk), flight.may_fail(), jettison, crossed))
                {
                    let said = step != Step::End || last == Some(Step::Immelmann);
                    let way = Way::Steps(before, said.then_some(step));
                    self.ends.push(End { flight, jettison, enter, way });
                }
            }
            before += 1;
        }
    }

    /// The move that leads to a result.
    pub(crate) fn order(&self, i: usize, end: &End) -> Move {
        let path = match &end.way {
            Way::Forced(path) => path.clone(),
            Way::Steps(before, last) => {
                let mut path = Path::default();
                path.0.extend(*last);
                let mut at = *before;
                while let Taken { step: Some(step), before, .. } = &self.steps[at] {
                    path.0.push(*step);
                    at = *before;
                }
                path.0.reverse();
                path
            }
        };
        Move { aircraft: PieceId::of(i), jettison: end.jettison, enter: end.enter, path }
    }
}

/// What is known already: futures, each once.
#[derive(Default)]
struct Known {
    steps: Once<(u64, u64)>,
    ends: Once<(u64, u64)>,
}

/// What a walk leads to, with the targets that it crosses.
fn future(walk: &Walk, may_fail: bool, jettison: bool, crossed: u64) -> (u64, u64) {
    (packed(walk) << 2 | u64::from(may_fail) << 1 | u64::from(jettison), crossed)
}

/// A walk as a number, another for every other walk.
fn packed(walk: &Walk) -> u64 {
    let Walk { hex, facing, spent, run, marker, slip, straight_only, just_turned, manoeuvred, gone, ended } =
        *walk;
    let Manoeuvred { opening_slip, closing_slip, turned } = manoeuvred;
    let hand = |hand: Option<Hand>| hand.map_or(0, |hand| 1 + u64::from(hand == Hand::Right));
    let mut sum = 0;
    let mut put = |bits: u32, value: u64| sum = sum << bits | value;
    // A map has fewer columns and rows than 4096, and no move is as long as 32 hexes.
    put(12, u64::from(hex.q as u16 & 0xfff));
    put(12, u64::from(hex.r as u16 & 0xfff));
    put(3, facing.number().into());
    put(5, spent.into());
    put(5, run.into());
    put(2, hand(marker.map(|marker| marker.side)));
    put(6, marker.map_or(0, |marker| marker.run.into()));
    put(2, hand(slip));
    put(3, gone.map_or(0, |edge| 1 + edge as u64));
    for mark in [straight_only, just_turned, opening_slip, closing_slip, turned, ended] {
        put(1, mark.into());
    }
    sum
}

/// What matters of a walk after the move.
fn kept(walk: &Walk) -> Walk {
    let marker = walk.marker.map(|m| Marker { run: m.run + walk.run, ..m });
    Walk { gone: walk.gone, ..Walk::start(walk.hex, walk.facing, marker, walk.slip) }
}

impl Mover<'_> {
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
}
