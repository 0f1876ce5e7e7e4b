//! Section 19.j: head-on attacks, which interrupt a move.

use crate::combat::{Stance, factor, ladder};
use crate::command::{Mode, Plan};
use crate::craft::Craft;
use crate::flight::effect::finish;
use crate::flight::fall;
use crate::rules::Rules;
use crate::space::{Frame, angle};
use crate::state::{Asked, Halted, State};
use crate::walk::Walker;
use crate::{Effect, fixed, flexible, rule, sequence, volley};
use table::{Dice, Event, EventKind, Listener, Need, PieceId, Reasons, Refusal, Whether};

/// The aircraft of a plan as it was when the move began.
pub(crate) fn craft_of<'a>(rules: &'a Rules, state: &'a State, plan: &Plan, was_damaged: bool) -> Craft<'a> {
    let mut craft = Craft::new(rules, state, plan.aircraft.index(), plan);
    craft.condition.damaged = was_damaged;
    craft
}

/// Where the mover of a halted plan has got to.
pub(crate) fn stance(rules: &Rules, state: &State, halted: &Halted) -> Stance {
    let craft = craft_of(rules, state, &halted.plan, halted.was_damaged);
    let mut walker = Walker::new(&craft);
    let mut here = walker;
    let mut unused = Whether::default();
    if halted.plan.mode == Mode::Stall {
        fall(&craft, &mut walker);
    }
    for (n, step) in halted.plan.steps.steps.iter().enumerate() {
        walker.step(&craft, *step, &mut unused);
        if n + 1 == usize::from(halted.flown) {
            here = walker;
        }
    }
    walker.end(&craft);
    let mut trace = walker.trace;
    trace.entered = crate::state::Trace::entry(here.entered);
    Stance {
        hex: here.hex,
        heading: here.heading,
        altitude: altitude_at(&craft, &halted.plan, &here),
        bank: here.bank,
        nose: craft.plane.nose,
        throttle: halted.plan.throttle,
        trace,
        flown: halted.flown,
    }
}

/// `13`: the altitude number comes with the last FP.
fn altitude_at(craft: &Craft<'_>, plan: &Plan, walker: &Walker) -> i16 {
    let last = walker.fp == craft.fps && plan.mode != Mode::Stall;
    walker.altitude(craft) + if last { plan.altitude.number() } else { 0 }
}

/// The range of a head-on attack, if it is one.
/// Range 0 is allowed ([`crate::rule::HEAD_ON_RANGE_ZERO`]), and nobody collides ([`crate::rule::NO_COLLISIONS`]).
#[inline]
pub(crate) fn range(from: &Stance, to: &Stance) -> Option<u8> {
    let frame = Frame::of(from.hex, from.heading, to.hex);
    let limit = match (frame.ahead, frame.right) {
        // `19.j.i`.
        (0, 0) => 3,
        (1, 0) => 10,
        (2, 0) => 13,
        _ => return None,
    };
    let opposed = angle(from.heading, to.heading) == 180;
    (opposed && (to.altitude - from.altitude).abs() <= limit).then_some(frame.ahead as u8)
}

/// The next chance of a head-on attack on the way: FPs flown and enemy.
fn next_chance(
    rules: &Rules,
    state: &State,
    (plan, was_damaged): (&Plan, bool),
    from: (u8, u8),
) -> Option<(u8, u8)> {
    let index = plan.aircraft.index();
    let plane = &state.planes[index];
    let groups = fixed::loaded_groups(rules, state, index);
    if plane.fired || groups == 0 || plan.mode == Mode::Stall {
        return None;
    }
    let near = |n: &usize| {
        let reach = plan.steps.steps.len() as i16 + 2;
        plane.hex.distance(state.planes[*n].hex) <= reach && (plane.met | plane.blind) & (1 << n) == 0
    };
    if !state.flying(rules, rules.side(index).enemy()).any(|n| near(&n)) {
        return None;
    }
    let craft = craft_of(rules, state, plan, was_damaged);
    let mut unused = Whether::default();
    let mut whole = crate::flight::walk(&craft, &plan.steps, &mut unused);
    whole.end(&craft);
    if whole.trace.et || whole.trace.negative {
        return None;
    }
    let mut walker = Walker::new(&craft);
    for flown in 0..=craft.fps {
        if flown > 0 {
            walker.step(&craft, plan.steps.steps[usize::from(flown) - 1], &mut unused);
        }
        let altitude = altitude_at(&craft, plan, &walker);
        for foe in state.flying(rules, rules.side(index).enemy()).filter(near) {
            if (flown, foe as u8) >= from && meets(rules, state, (&walker, altitude), (index, foe)) {
                return Some((flown, foe as u8));
            }
        }
    }
    None
}

/// Whether a mover on its way may attack an enemy head-on.
#[inline]
fn meets(
    rules: &Rules,
    state: &State,
    (walker, altitude): (&Walker, i16),
    (index, foe): (usize, usize),
) -> bool {
    let other = &state.planes[foe];
    if angle(walker.heading, other.heading) != 180 {
        return false;
    }
    let frame = Frame::of(walker.hex, walker.heading, other.hex);
    let (limit, along) = match (frame.ahead, frame.right) {
        // Into its hex only along the line.
        (0, 0) => (3, walker.entered == Some(walker.heading)),
        (1, 0) => (10, true),
        (2, 0) => (13, true),
        _ => return false,
    };
    if !along || (other.altitude - altitude).abs() > limit {
        return false;
    }
    let loaded = fixed::loaded_groups(rules, state, index);
    let groups = rules.ty(index).groups.iter().enumerate().filter(|(n, _)| loaded & (1 << n) != 0);
    let strength: i32 = groups.map(|(_, group)| i32::from(group.strength[frame.ahead as usize])).sum();
    ladder(&rules.options, 4 * strength, i32::from(rules.ty(foe).defence) * factor(180)).is_some()
}

/// Flies a plan on from a chance to the next, or to its end.
pub(crate) fn fly_on(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    plan: &Plan,
    from: (u8, u8),
    was_damaged: bool,
) -> Result<(), Need> {
    effect.state.now.halted = None;
    if let Some((flown, foe)) = next_chance(effect.rules, effect.state, (plan, was_damaged), from) {
        let halted = Halted { plan: plan.clone(), flown, foe, asked: Asked::Mover, was_damaged };
        effect.state.now.halted = Some(halted);
        return Ok(());
    }
    finish(effect, plan, was_damaged)
}

/// Whether the answer of whoever is asked may be fire.
pub(crate) fn check_asked(halted: &Halted, firer: PieceId, target: PieceId, why: &mut impl Reasons) {
    let (mover, foe) = (halted.plan.aircraft, PieceId::of(usize::from(halted.foe)));
    let asked = match halted.asked {
        Asked::Mover => (firer, target) == (mover, foe),
        Asked::Foe => (firer, target) == (foe, mover),
        Asked::Gunners => false,
    };
    why.unless(asked, || Refusal::new(rule::HEAD_ON, "only those who meet head-on are asked"));
}

/// What follows when somebody asked has fired or held fire.
pub(crate) fn answered(effect: &mut Effect<'_, impl Dice, impl Listener>, fired: bool) -> Result<(), Need> {
    let Some(mut halted) = effect.state.now.halted.take() else { return Ok(()) };
    let (mover, foe) = (halted.plan.aircraft.index(), usize::from(halted.foe));
    if halted.asked == Asked::Mover && !fired {
        return fly_on(effect, &halted.plan, (halted.flown, halted.foe + 1), halted.was_damaged);
    }
    if halted.asked == Asked::Mover {
        effect.state.planes[mover].met |= 1 << foe;
        effect.state.planes[foe].met |= 1 << mover;
    }
    let next = match halted.asked {
        Asked::Mover => Some(Asked::Foe),
        Asked::Foe => Some(Asked::Gunners),
        Asked::Gunners => None,
    };
    if let Some(next) = next {
        halted.asked = next;
        effect.state.now.halted = Some(halted);
        let able = match next {
            Asked::Foe => fixed::best(effect.rules, effect.state, foe, mover, true).is_some(),
            Asked::Gunners | Asked::Mover => flexible::best(effect.rules, effect.state, mover, foe).is_some(),
        };
        return if able { Ok(()) } else { answered(effect, false) };
    }
    effect.state.now.halted = Some(halted.clone());
    volley::resolve(effect, true)?;
    effect.state.now.halted = None;
    if sequence::ends_at_once(effect) {
        return Ok(());
    }
    if effect.state.planes[mover].flying() {
        return fly_on(effect, &halted.plan, (halted.flown, halted.foe + 1), halted.was_damaged);
    }
    let rules = effect.rules;
    effect.events.tell(|| {
        let text = format!("The move of {} is over", crate::words::name(rules, mover));
        Event::new(EventKind::Move, rule::HEAD_ON, text).by(PieceId::of(mover))
    });
    crate::flight::effect::moved(effect, mover);
    sequence::next_mover(effect)
}
