//! `X.noplan` and `15.c.ii.3`: straight plans, of which there is always one unless the aircraft may stall.

use super::{altitude_range, legal};
use crate::attitude::{Nose, Pitch};
use crate::command::{Altitude, Mode, Plan, Throttle};
use crate::course::{Course, Kind, Step};
use crate::craft::Craft;
use crate::rule;
use crate::rules::Rules;
use crate::state::State;
use table::{PieceId, Reasons, Refusal};

/// `X.noplan`: whether no straight plan is legal.
/// See [`crate::rule::NO_PLAN`].
pub(crate) fn no_plan(rules: &Rules, state: &State, index: usize) -> bool {
    let settings = Throttle::ALL.into_iter().flat_map(|throttle| [(throttle, false), (throttle, true)]);
    let modes = || [Mode::Steady].into_iter().chain(Pitch::ALL.map(Mode::To));
    !settings
        .flat_map(|(throttle, flaps)| modes().map(move |mode| (throttle, flaps, mode)))
        .any(|settings| straight_plan(rules, state, index, settings).is_some())
}

/// A legal straight plan with these settings, if there is one.
pub(crate) fn straight_plan(
    rules: &Rules,
    state: &State,
    index: usize,
    (throttle, flaps, mode): (Throttle, bool, Mode),
) -> Option<Plan> {
    let nose = state.planes[index].nose;
    let mut plan = Plan {
        aircraft: PieceId::of(index),
        throttle,
        flaps,
        jettison: false,
        mode,
        altitude: Altitude::none(mode, nose),
        steps: Course::default(),
    };
    let craft = Craft::new(rules, state, index, &plan);
    if craft.stalled() || !craft.ty.has(throttle) || (flaps && craft.ty.flaps_limit.is_none()) {
        return None;
    }
    let reversals = match craft.reversals() {
        Some((low, high)) => [Some(low), Some(high)],
        None => [None, None],
    };
    for (up, down) in craft.pairs().0 {
        for reversal in &reversals[..if reversals[0] == reversals[1] { 1 } else { 2 }] {
            plan.steps = straight_course(&craft, (up, down), *reversal);
            let (low, high) = altitude_range(&craft, up + down);
            // The number nearest to nothing first: it is the most likely one.
            for n in (0..=high).chain((low..0).rev()) {
                plan.altitude = plan.altitude.with(n);
                if legal(rules, state, index, &plan) {
                    return Some(plan);
                }
            }
        }
    }
    None
}

/// Straight flight with so many VFPs, as early as `13.a` allows.
pub(crate) fn straight_course(craft: &Craft<'_>, (up, down): (u8, u8), reversal: Option<u8>) -> Course {
    let mut course = Course { reversal, ..Course::default() };
    let (limit, _) = crate::craft::per_hex(up + down, craft.fps - up - down);
    let up_first = craft.entry.is_none_or(|entry| entry.up_first);
    let (mut ups, mut downs, mut in_hex) = (up, down, 0);
    for _ in 0..craft.fps {
        let kind = if in_hex >= limit || ups + downs == 0 {
            Kind::H
        } else if ups > 0 && (up_first || downs == 0) {
            Kind::U
        } else {
            Kind::D
        };
        match kind {
            Kind::H => in_hex = 0,
            Kind::U => (ups, in_hex) = (ups - 1, in_hex + 1),
            Kind::D => (downs, in_hex) = (downs - 1, in_hex + 1),
        }
        course.steps.push(Step::straight(kind));
    }
    course
}

/// `15.c.ii.3`: what is left open to an aircraft that must fly straight and level.
pub(super) fn check_straight(
    rules: &Rules,
    state: &State,
    index: usize,
    plan: &Plan,
    why: &mut impl Reasons,
) {
    let plane = &state.planes[index];
    let all_straight = plan.steps.steps.iter().all(|step| *step == Step::straight(step.kind));
    why.unless(all_straight, || Refusal::new(rule::STRESS_STRAIGHT, "after the stress it flies straight"));
    let level = if plane.bank.inverted() { Pitch::Inverted } else { Pitch::L };
    let legal = match (plane.nose, plan.mode) {
        (Nose::Level, Mode::Steady) => plan.altitude == Altitude::Level(0),
        (Nose::Level, _) => false,
        (_, Mode::To(pitch)) => pitch == level,
        (_, Mode::Steady) => {
            let vfps = plan.steps.steps.iter().filter(|step| step.kind != Kind::H).count();
            let settings = (plan.throttle, plan.flaps, Mode::To(level));
            vfps <= 1 && straight_plan(rules, state, index, settings).is_none()
        }
        _ => false,
    };
    why.unless(legal, || {
        Refusal::new(rule::STRESS_STRAIGHT, "after the stress it flies level, or returns to it")
    });
}
