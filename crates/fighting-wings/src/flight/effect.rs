//! What a plan does: the aircraft arrives, its account is settled, a turn at ET is paid for with a die.

use crate::account::balance;
use crate::combat::Hit;
use crate::command::{Mode, Plan};
use crate::craft::Craft;
use crate::damage::{destroy, suffer};
use crate::flight::{Arrival, fall, walk};
use crate::state::Plane;
use crate::transition::Entry;
use crate::walk::Walker;
use crate::words::{about, called, does, flies, name};
use crate::{Effect, formation, head_on, rule, sequence, space};
use arrayvec::ArrayVec;
use table::{Ask, Calculation, Dice, EventKind, Listener, Need, PieceId, Whether};

const STRESS: Ask = Ask::die(10, "stress", rule::STRESS).from(&[2]);
const STRESS_RESULT: Ask = Ask::die(10, "result of the stress", rule::STRESS).from(&[2, 4, 6]);

/// The account of a move, without lines yet.
pub(crate) fn account() -> Calculation {
    Calculation { parts: Some(4), ..Calculation::of("accel points") }
}

/// Begins a plan.
pub(crate) fn fly(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    index: usize,
    plan: &Plan,
) -> Result<(), Need> {
    effect.state.now.queue.retain(|n| usize::from(*n) != index);
    if plan.mode == Mode::Stall {
        // A formation does not stall: its leader falls out of it.
        formation::leave(effect.rules, effect.state, index);
    }
    let was_damaged = effect.state.planes[index].damaged;
    head_on::fly_on(effect, plan, (0, 0), was_damaged)
}

/// The end of a plan.
pub(crate) fn finish(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    plan: &Plan,
    was_damaged: bool,
) -> Result<(), Need> {
    let index = plan.aircraft.index();
    let rules = effect.rules;
    let (arrival, arrived) = {
        let craft = head_on::craft_of(rules, effect.state, plan, was_damaged);
        let arrival = arrive(&craft, plan);
        // The lines of the account are only made if somebody listens.
        effect.events.tell(|| {
            let mut terms = account();
            let _ = balance(&craft, &arrival.walker, plan.altitude, &mut terms);
            told(rules, &craft, plan, &arrival, terms)
        });
        let mut arrived = landed(&craft, plan, &arrival);
        arrived.trail = trail(&craft, plan);
        (arrival, arrived)
    };
    let (stressed, formation) = (arrival.walker.stressed, effect.state.formation_of(rules, index));
    match formation {
        Some(formation) if plan.mode != Mode::Stall => {
            formation::follow(effect, formation, (index, plan), (&arrival, arrived));
        }
        _ => effect.state.planes[index] = arrived,
    }
    if plan.mode == Mode::Stall && effect.state.planes[index].altitude <= 0 {
        destroy(effect, index, None, rule::LIMITS);
    }
    moved(effect, index);
    if stressed {
        stress(effect, index)?;
    }
    if sequence::ends_at_once(effect) {
        return Ok(());
    }
    sequence::next_mover(effect)
}

/// Where a whole plan ends.
pub(crate) fn arrive(craft: &Craft<'_>, plan: &Plan) -> Arrival {
    let (walker, turning) = if plan.mode == Mode::Stall {
        let mut walker = Walker::new(craft);
        fall(craft, &mut walker);
        (walker, None)
    } else {
        let mut walker = walk(craft, &plan.steps, &mut Whether::default());
        let turning = walker.end(craft);
        (walker, turning)
    };
    Arrival { walker, turning, balance: balance(craft, &walker, plan.altitude, &mut table::SumOnly) }
}

/// The aircraft after its move.
pub(crate) fn landed(craft: &Craft<'_>, plan: &Plan, arrival: &Arrival) -> Plane {
    let Arrival { walker, balance, turning } = arrival;
    let mut plane = craft.plane.clone();
    plane.hex = walker.hex;
    plane.heading = walker.heading;
    plane.bank = walker.bank;
    plane.nose = plan.mode.nose(plane.nose);
    plane.altitude += balance.gain;
    plane.speed.0 = balance.speed.max(0);
    plane.carry = balance.carry;
    plane.half = craft.half;
    plane.turning = *turning;
    plane.throttle = plan.throttle;
    plane.unloads |= plan.jettison;
    plane.trace = walker.trace;
    plane.forced_straight = false;
    plane.forced_idle = starves(craft, walker);
    plane
}

/// `14.c`: whether the engine starves in the next game turn.
/// Not if [`crate::rule::MILD_PUSH`], [`crate::rule::ROLLED_FIRST`], [`crate::rule::ENDS_INVERTED`] all hold.
fn starves(craft: &Craft<'_>, walker: &Walker) -> bool {
    craft.entry.is_some_and(|entry| entry.push && craft.ty.no_injection && !rolled_push(&entry, walker))
}

/// `14.c.i`, `14.c.ii`, `14.c.iii`: a push that no engine minds.
pub(crate) fn rolled_push(entry: &Entry, walker: &Walker) -> bool {
    entry.steps == 1 && walker.rolled_first && walker.bank.inverted()
}

/// The hexes of a plan, start first.
pub(crate) fn trail(craft: &Craft<'_>, plan: &Plan) -> ArrayVec<sky::Hex, { crate::course::MOST_FPS + 1 }> {
    let mut trail = ArrayVec::new();
    let mut walker = Walker::new(craft);
    trail.push(walker.hex);
    for step in &plan.steps.steps {
        walker.step(craft, *step, &mut Whether::default());
        if trail.last() != Some(&walker.hex) && !trail.is_full() {
            trail.push(walker.hex);
        }
    }
    if plan.mode == Mode::Stall && craft.fps > 0 {
        trail.push(walker.hex.ahead(walker.heading, 1));
    }
    trail
}

fn told(
    rules: &crate::rules::Rules,
    craft: &Craft<'_>,
    plan: &Plan,
    arrival: &Arrival,
    terms: Calculation,
) -> table::Event {
    let index = plan.aircraft.index();
    let plane = landed(craft, plan, arrival);
    let rule = match plan.mode {
        Mode::Steady => rule::PLAN,
        Mode::To(_) => rule::TRANSITION_CHART,
        Mode::NoteAUp | Mode::NoteADown => rule::NOTE_A,
        Mode::Wingover => rule::WINGOVER,
        Mode::Stall => rule::STALL,
    };
    let how = does(&called(craft.plane, plan, arrival));
    let (who, throttle) = (name(rules, index), plan.throttle.word());
    let text = format!("{who} {how}: {}, throttle {throttle}", flies(&plane));
    let path = trail(craft, plan).iter().map(|hex| space::at(*hex)).collect();
    let event = about(index, EventKind::Move, rule, text).along(path).because(terms).and_rule(rule::LEDGER);
    if arrival.balance.raw > arrival.balance.speed { event.and_rule(rule::DIVE_LIMIT) } else { event }
}

/// An aircraft, with its formation, has had its move; its followers come next (`18.g`).
pub(crate) fn moved(effect: &mut Effect<'_, impl Dice, impl Listener>, index: usize) {
    let state = &mut *effect.state;
    if !state.planes[index].moved {
        state.planes[index].moved = true;
        state.now.order.push(index as u8);
    }
    formation::queue_followers(effect.rules, state, index);
}

/// `15.c.ii`: one roll for a move with a change of heading at ET.
/// See [`crate::rule::ET_TURNS`].
fn stress(effect: &mut Effect<'_, impl Dice, impl Listener>, index: usize) -> Result<(), Need> {
    let first = effect.dice.roll(&STRESS)?;
    let second = if first == 1 { Some(effect.dice.roll(&STRESS_RESULT)?) } else { None };
    let rules = effect.rules;
    let (rule, result) = match second {
        Some(1) => (rule::STRESS_DESTROYED, "breaks up"),
        Some(2 | 3) => (rule::STRESS_DAMAGED, "is strained"),
        Some(4 | 5) => (rule::STRESS_STRAIGHT, "must fly straight and level in its next move"),
        _ => (rule::STRESS, "stands the strain"),
    };
    effect.events.tell(|| {
        let text = format!("{} turned at ET and {result}", name(rules, index));
        let event = about(index, EventKind::Damage, rule, text).at(PieceId::of(index));
        let event = event.rolled(10, &[first], STRESS.why);
        second.map_or(event.clone(), |face| event.rolled(10, &[face], STRESS_RESULT.why))
    });
    match second {
        Some(1) => destroy(effect, index, None, rule::STRESS_DESTROYED),
        Some(2 | 3) => suffer(effect, index, Hit::Damaged, None),
        Some(4 | 5) => effect.state.planes[index].forced_straight = true,
        _ => {}
    }
    Ok(())
}
