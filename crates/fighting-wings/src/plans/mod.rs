//! Section 26.1: the plans of an aircraft, each result once (`X.canon`), or the short list of them.

mod ends;
mod memory;
mod patterns;
mod search;
mod short;
mod sieve;
mod spot;
mod way;

pub use memory::Memory;
pub(crate) use search::End;
pub use short::short_list;
pub(crate) use short::{Group, Setting, groups};

use crate::command::{Altitude, Command, Mode, Plan, Throttle};
use crate::craft::Craft;
use crate::flight::draft::{blank, modes};
use crate::flight::legal;
use crate::rules::Rules;
use crate::sample::safe_plan;
use crate::state::State;
use ends::Ends;
use search::{Arena, Search};
use table::Whether;
use table::view::{Cut, Plans};

/// Every mode with its VFP numbers and reversals, for one setting of throttle and flaps.
pub(crate) fn openings<'a>(
    rules: &'a Rules,
    state: &'a State,
    index: usize,
    (throttle, flaps): (Throttle, bool),
) -> Vec<(Craft<'a>, (u8, u8))> {
    let mut openings = Vec::new();
    for mode in modes().filter(|mode| *mode != Mode::Stall) {
        let mut plan = blank(rules, state, index, mode);
        (plan.throttle, plan.flaps) = (throttle, flaps);
        let craft = Craft::new(rules, state, index, &plan);
        let reversals = craft.reversals().map_or([None, None], |(low, high)| [Some(low), Some(high)]);
        for reversal in &reversals[..if reversals[0] == reversals[1] { 1 } else { 2 }] {
            plan.steps.reversal = *reversal;
            let mut craft = craft;
            craft.reversal = *reversal;
            let mut why = Whether::default();
            crate::flight::check_opening(&craft, &plan, &mut why);
            if !table::Reasons::any(&why) {
                openings.extend(craft.pairs().0.into_iter().map(|pair| (craft, pair)));
            }
        }
    }
    openings
}

/// `X.canon`: the canonical courses of an aircraft with a throttle setting and flaps, and whether the limit cut them.
/// See [`crate::rule::CANON`].
pub fn canonical(
    rules: &Rules,
    state: &State,
    index: usize,
    (throttle, flaps): (Throttle, bool),
    limit: usize,
) -> (Vec<Plan>, Option<Cut>) {
    let mut plans = Vec::new();
    let mut arena = Arena::default();
    for (craft, pair) in openings(rules, state, index, (throttle, flaps)) {
        let left = limit.saturating_sub(plans.len());
        let (mut ends, cut) = Search::canonical(craft, pair).all(&mut arena, left);
        let cut = cut || ends.len() > left;
        ends.truncate(left);
        plans.extend(ends.iter().map(|end| whole(index, &craft, end)));
        if cut {
            return (plans, Some(Cut::Limit));
        }
    }
    (plans, None)
}

/// Everything that matters of where a plan with all its FPs ends: two plans with one result differ only in the way.
pub fn result_of(rules: &Rules, state: &State, plan: &Plan) -> String {
    let craft = Craft::new(rules, state, plan.aircraft.index(), plan);
    let walker = crate::flight::walk(&craft, &plan.steps, &mut Whether::default());
    let vfps = (walker.up, walker.down);
    format!("{vfps:?} {:?}", search::outcome_of(&craft, &walker))
}

/// A plan that flies a course.
fn whole(index: usize, craft: &Craft<'_>, end: &End) -> Plan {
    Plan {
        aircraft: table::PieceId::of(index),
        throttle: craft.throttle,
        flaps: craft.flaps,
        jettison: false,
        mode: craft.mode,
        altitude: Altitude::none(craft.mode, craft.plane.nose),
        steps: end.way.course(craft.fps, craft.reversal),
    }
}

/// Whether an aircraft may move now.
fn may_move(state: &State, index: usize) -> bool {
    matches!(state.now.stage, crate::Stage::Move(movers)
        if index < state.planes.len() && state.now.halted.is_none() && movers & (1 << index) != 0)
}

/// The plans of an aircraft that may move now: the ends of its short list with the throttle as it is, which can be set once one is chosen.
pub(crate) fn plans(rules: &Rules, state: &State, index: usize) -> Plans<Command> {
    if !may_move(state, index) {
        return Plans::none();
    }
    let mut ends = Ends::new(state, index);
    let kept = blank(rules, state, index, Mode::Steady).throttle;
    for group in groups((rules, state), index, (kept, false), &mut Memory::default()) {
        ends.add(&group, |_| true);
    }
    let mut plans = ends.plans(rules);
    if plans.is_empty() {
        plans.extend(ends::shown(rules, state, &safe_plan(rules, state, index)));
    }
    Plans { plans, cut: Some(Cut::Sample) }
}

/// `X.canon`: the canonical plans of an aircraft that may move now, with the altitude number 0, at each move speed, without flaps and with
/// them. What is refused as it stands is not among them ([`crate::rule::CANON`]).
pub(crate) fn every_plan(rules: &Rules, state: &State, index: usize, most: usize) -> Plans<Command> {
    if !may_move(state, index) {
        return Plans::none();
    }
    let mut list = Plans::none();
    for throttle in short::throttles(rules, state, index).iter().filter_map(|list| list.first()) {
        for flaps in [false, true] {
            let left = most - list.plans.len();
            let (plans, cut) = canonical(rules, state, index, (*throttle, flaps), left);
            let legal = plans.iter().filter(|plan| legal(rules, state, index, plan));
            list.plans.extend(legal.filter_map(|plan| ends::shown(rules, state, plan)));
            if cut.is_some() {
                return Plans { cut, ..list };
            }
        }
    }
    if list.plans.is_empty() {
        list.plans.extend(ends::shown(rules, state, &safe_plan(rules, state, index)));
    }
    list
}

/// The ends of the short list that a draft can still become.
pub(crate) fn draft_plans(rules: &Rules, state: &State, draft: &Plan) -> Plans<Command> {
    let index = draft.aircraft.index();
    if !may_move(state, index) {
        return Plans::none();
    }
    let mut ends = Ends::new(state, index);
    for group in groups((rules, state), index, (draft.throttle, draft.flaps), &mut Memory::default()) {
        if group.craft.mode == draft.mode {
            ends.add(&group, |steps| steps.starts_with(&draft.steps.steps));
        }
    }
    Plans { plans: ends.plans(rules), cut: Some(Cut::Sample) }
}
