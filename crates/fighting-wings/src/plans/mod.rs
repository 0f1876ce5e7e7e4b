//! Section 26.1: the plans of an aircraft, each result once (`X.canon`), or the short list of them.

mod ends;
mod patterns;
mod search;

use crate::command::{Altitude, Command, Mode, Plan, Throttle};
use crate::course::Course;
use crate::craft::Craft;
use crate::flight::draft::{blank, modes};
use crate::flight::{altitude_range, arrives};
use crate::rules::Rules;
use crate::sample::safe_plan;
use crate::state::State;
use crate::walk::Walker;
use arrayvec::ArrayVec;
use search::Search;
use table::Whether;
use table::view::{Cut, Plans};

/// The most courses that a canonical list holds.
const MOST_COURSES: usize = 200_000;

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
    for (craft, pair) in openings(rules, state, index, (throttle, flaps)) {
        let left = limit.saturating_sub(plans.len());
        let (courses, cut) = Search { craft, pair, kinds: None, limit: left }.run();
        plans.extend(courses.into_iter().map(|(course, _)| whole(index, &craft, course)));
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
fn whole(index: usize, craft: &Craft<'_>, steps: Course) -> Plan {
    Plan {
        aircraft: table::PieceId::of(index),
        throttle: craft.throttle,
        flaps: craft.flaps,
        jettison: false,
        mode: craft.mode,
        altitude: Altitude::none(craft.mode, craft.plane.nose),
        steps,
    }
}

/// The courses of the short list, with where they end.
pub(crate) fn short_courses<'a>(
    rules: &'a Rules,
    state: &'a State,
    index: usize,
    settings: (Throttle, bool),
) -> Vec<(Craft<'a>, Course, Walker)> {
    let mut found = Vec::new();
    for (craft, pair) in openings(rules, state, index, settings) {
        let mut courses = Vec::new();
        for kinds in patterns::of(&craft, pair) {
            courses.extend(Search { craft, pair, kinds: Some(&kinds), limit: MOST_COURSES }.run().0);
        }
        search::undominated(&craft, &mut courses);
        found.extend(courses.into_iter().map(|(course, walker)| (craft, course, walker)));
    }
    found
}

/// The throttle settings of the short list: the highest, Idle, and the last one.
pub(crate) fn throttles(rules: &Rules, state: &State, index: usize) -> ArrayVec<Throttle, 3> {
    let plane = &state.planes[index];
    let mut list = ArrayVec::new();
    if plane.forced_idle {
        list.push(Throttle::Idle);
        return list;
    }
    for throttle in [rules.ty(index).highest(), Throttle::Idle, plane.throttle] {
        if !list.contains(&throttle) {
            list.push(throttle);
        }
    }
    list
}

/// The altitude numbers of the short list for a course: the lowest, the highest, none, and those nearest to each enemy.
pub(crate) fn altitudes(
    rules: &Rules,
    state: &State,
    index: usize,
    (craft, walker): (&Craft<'_>, &Walker),
) -> Vec<Altitude> {
    let (low, high) = altitude_range(craft, walker.up + walker.down);
    let base = walker.altitude(craft);
    let mut numbers = vec![0, low, high];
    for foe in state.flying(rules, rules.side(index).enemy()) {
        let to = state.planes[foe].altitude - base;
        numbers.extend([0, 3, -3, 10, -10, 13, -13].map(|off| (to + off).clamp(low, high)));
    }
    numbers.sort_unstable_by_key(|n| (n.abs(), *n));
    numbers.dedup();
    let none = Altitude::none(craft.mode, craft.plane.nose);
    let rate = craft.ty.climb_rate(craft.band, craft.condition) - i16::from(!walker.wings_level);
    let by_rate = (craft.mode == Mode::Steady && rate > 0).then_some(Altitude::Rate(rate));
    numbers.into_iter().map(|n| none.with(n)).chain(by_rate).collect()
}

/// The short list of section 26.1: legal plans, for pilots, hints and click-to-fly.
pub fn short_list(rules: &Rules, state: &State, index: usize) -> Vec<Plan> {
    let mut plans = Vec::new();
    let throttles = throttles(rules, state, index);
    // Settings other than Idle fly the same courses.
    let speeds = throttles
        .iter()
        .filter(|t| **t == Throttle::Idle || Some(*t) == throttles.iter().find(|t| **t != Throttle::Idle));
    for throttle in speeds {
        for (craft, course, walker) in short_courses(rules, state, index, (*throttle, false)) {
            let same = |other: &&Throttle| (**other == Throttle::Idle) == (*throttle == Throttle::Idle);
            for altitude in altitudes(rules, state, index, (&craft, &walker)) {
                for throttle in throttles.iter().filter(same) {
                    let plan = Plan { altitude, throttle: *throttle, ..whole(index, &craft, course.clone()) };
                    if arrives(state, index, (&craft, *throttle), &walker, &plan) {
                        plans.push(plan);
                    }
                }
            }
        }
    }
    if plans.is_empty() {
        plans.push(safe_plan(rules, state, index));
    }
    plans
}

/// Whether an aircraft may move now.
fn may_move(state: &State, index: usize) -> bool {
    matches!(state.now.stage, crate::Stage::Move(movers) if index < state.planes.len()
        && state.now.halted.is_none()
        && movers & (1 << index) != 0)
}

/// The plans of an aircraft that may move now.
pub(crate) fn plans(rules: &Rules, state: &State, index: usize) -> Plans<Command> {
    if !may_move(state, index) {
        return Plans::none();
    }
    let kept = blank(rules, state, index, Mode::Steady).throttle;
    let mut plans = ends::of(rules, state, index, |plan| plan.throttle == kept);
    if plans.is_empty() {
        plans = ends::of(rules, state, index, |_| true);
    }
    Plans { plans, cut: Some(Cut::Sample) }
}

/// Those of the short list that a draft can still become.
pub(crate) fn draft_plans(rules: &Rules, state: &State, draft: &Plan) -> Plans<Command> {
    let index = draft.aircraft.index();
    if !may_move(state, index) {
        return Plans::none();
    }
    let open = |plan: &Plan| {
        plan.mode == draft.mode
            && plan.throttle == draft.throttle
            && plan.flaps == draft.flaps
            && plan.steps.steps.starts_with(&draft.steps.steps)
    };
    Plans { plans: ends::of(rules, state, index, open), cut: Some(Cut::Sample) }
}
