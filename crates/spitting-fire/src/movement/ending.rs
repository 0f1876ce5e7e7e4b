//! The end of a move: when it may end, and where.

use super::{Limits, bank, begin, counters, moving};
use crate::activation::finish_part;
use crate::command::{Act, Command};
use crate::field::{Hand, Leg, Spot};
use crate::rules::Rules;
use crate::state::{Counters, State};
use crate::{Effect, Look, menu, rule, words};
use table::{Choice, Dice, Event, EventKind, Listener, Need, PieceId, Reasons, Refusal, Refusals};

/// Offers EndMove.
pub(super) fn choice(look: Look<'_>, n: usize, all: &mut Vec<Choice<Command>>) {
    let command = Command::EndMove { aircraft: PieceId::of(n) };
    let end = menu::whole(look, "End the move", rule::END_MOVE, command);
    all.push(Choice { key: Some('E'), ..end });
}

/// Standing on another piece, the aircraft could and must fly on ([`rule::STACKING`]).
#[inline]
pub(crate) fn must_fly_on(rules: &Rules, state: &State, n: usize, c: &Counters) -> bool {
    let plane = &state.planes[n];
    c.left() >= 1
        && state.occupied(&rules.field, plane.spot, n)
        && rules.field.contains(next_step(rules, state, n))
}

/// The place one SU ahead, measured on the present leg.
#[inline]
fn next_step(rules: &Rules, state: &State, n: usize) -> Spot {
    let plane = &state.planes[n];
    match state.mover.legs.last() {
        Some(leg) if state.mover.plane == Some(n as u16) => {
            rules.field.along(leg.from, leg.heading, leg.length + 1)
        }
        _ => rules.field.along(plane.spot, plane.heading, 1),
    }
}

/// Judges EndMove ([`rule::END_MOVE`]) in the order curved-arrow, minimum-move, stacking.
pub(crate) fn judge_end(look: Look<'_>, aircraft: PieceId) -> Result<Act, Refusals> {
    let n = moving(look, aircraft)?;
    let Look { rules, state, .. } = look;
    let (limits, c) = (Limits::of(rules, state, n), counters(rules, state, n));
    let mut no = Refusals::none();
    let bank = bank(state, &limits, n);
    no.unless(!limits.owed(&c, bank), || {
        let says = match limits.arrow {
            Some(Hand::Left) => {
                "a turn to the left or a half loop must be tried, after {0} and before {1} SU"
            }
            _ => "a turn to the right or a half loop must be tried, after {0} and before {1} SU",
        };
        let needed = limits.arrow.map_or(limits.tr, |side| limits.needed(bank, side));
        Refusal::with(rule::CURVED_ARROW, says, [needed.into(), 2 * i32::from(limits.tr), 0])
    });
    no.unless(limits.spent_enough(&c), || {
        let says = "at least {1} MPs must be spent, {0} are";
        Refusal::with(rule::MINIMUM_MOVE, says, [c.spent.into(), limits.min.into(), 0])
    });
    no.unless(!must_fly_on(rules, state, n, &c), || {
        let other = state.occupant(&rules.field, state.planes[n].spot, n).map_or(0, |m| m as i32 + 1);
        let says = "aircraft {0} stands here, and {1} MPs are left to fly on";
        Refusal::with(rule::STACKING, says, [other, c.left().into(), 0])
    });
    no.verdict().map(|()| Act::EndMove { plane: n })
}

/// EndMove, or the end of a failed manoeuvre: backing up if need be, and the level becomes the group's
/// ([`rule::END_MOVE`], [`rule::ALTITUDE_CHANGE`]).
pub(crate) fn end(effect: &mut Effect<'_, impl Dice, impl Listener>, n: usize) -> Result<(), Need> {
    begin(effect.rules, effect.state, n);
    back_up(effect, n);
    let Effect { rules, state, events, .. } = effect;
    let level = state.groups[usize::from(state.planes[n].group)].altitude;
    state.mover.counters.ended = true;
    let plane = &mut state.planes[n];
    plane.level = level;
    let early = plane.early;
    events.tell(|| {
        let (name, plane) = (words::plane(rules, state, n), &state.planes[n]);
        let (place, heading) = (rules.field.text(plane.spot), rules.field.heading_text(plane.heading));
        let text = format!("{name} ends its move at {place}, heading {heading} at level {level}");
        Event::new(EventKind::Move, rule::END_MOVE, text).and_rule(rule::ALTITUDE_CHANGE).by(PieceId::of(n))
    });
    if early { finish_part(effect, n) } else { Ok(()) }
}

/// The last place of a leg, beyond its first `flown` SUs, that no other piece takes.
#[inline]
pub(crate) fn last_free(rules: &Rules, state: &State, n: usize, leg: &Leg, flown: i16) -> Option<Spot> {
    let whole = |units: i16| i32::from(units) * rules.field.steps_in_unit();
    (whole(flown) + 1..=whole(leg.length))
        .rev()
        .map(|step| rules.field.along_steps(leg.from, leg.heading, step))
        .find(|spot| !state.occupied(&rules.field, *spot, n))
}

/// Where an aircraft stands that ends its move now: here, or back along the way flown, just far enough not to stand on
/// another piece ([`rule::BACKING_UP`]). Where it started is always free.
pub(crate) fn backed_up(rules: &Rules, state: &State, n: usize) -> Spot {
    let spot = state.planes[n].spot;
    if state.mover.plane != Some(n as u16) || !state.occupied(&rules.field, spot, n) {
        return spot;
    }
    let back = state.mover.legs.iter().rev().find_map(|leg| last_free(rules, state, n, leg, 0));
    back.or_else(|| state.mover.legs.first().map(|leg| leg.from)).unwrap_or(spot)
}

/// Backs up if need be; the facing stays.
fn back_up(effect: &mut Effect<'_, impl Dice, impl Listener>, n: usize) {
    let Effect { rules, state, events, .. } = effect;
    let free = backed_up(rules, state, n);
    if free == state.planes[n].spot {
        return;
    }
    state.planes[n].spot = free;
    events.tell(|| {
        let text = format!("{} backs up to {}", words::plane(rules, state, n), rules.field.text(free));
        Event::new(EventKind::Move, rule::BACKING_UP, text).and_rule(rule::STACKING).by(PieceId::of(n))
    });
}
