//! Straight ahead, and off the board.

use super::{Limits, bank, begin, counters, moving};
use crate::activation::go_on;
use crate::command::{Act, Command};
use crate::losses::lose;
use crate::state::{Counters, Fate};
use crate::{Effect, Look, menu, rule, view, words};
use table::{
    Choice, Dice, Event, EventKind, Listener, Need, PieceId, Range, Reasons, Refusal, Refusals, RuleId,
};

/// Offers Forward.
pub(super) fn choice(look: Look<'_>, n: usize, all: &mut Vec<Choice<Command>>) {
    let Look { rules, state, .. } = look;
    let (limits, c) = (Limits::of(rules, state, n), counters(rules, state, n));
    let range = Range {
        field: "/forward/n".to_owned(),
        min: 1,
        max: limits.most_forward(&c, bank(state, &limits, n)).into(),
        unit: view::UNIT.to_owned(),
        dial: None,
    };
    let command = Command::Forward { aircraft: PieceId::of(n), n: 1 };
    let mut forward = menu::range(look, "Forward", rule::FORWARD, command, range);
    forward.note = format!("{} of {} MPs left", c.left(), c.total);
    forward.key = Some('W');
    all.push(forward);
}

/// Judges Forward.
pub(crate) fn judge_forward(look: Look<'_>, aircraft: PieceId, by: i16) -> Result<Act, Refusals> {
    let plane = moving(look, aircraft)?;
    let Look { rules, state, .. } = look;
    let (limits, c) = (Limits::of(rules, state, plane), counters(rules, state, plane));
    let mut no = Refusals::none();
    no.unless(limits.affords(&c, by), || {
        let says = "{0} SU forward: 1 to {1} are possible";
        Refusal::with(rule::MOVEMENT_POINTS, says, [by.into(), c.left().into(), 0])
    });
    no.unless(limits.leaves_room(&c, bank(state, &limits, plane), by), || {
        let says = "the first turn must come before {0} SU forward; this would make {1}";
        let reached = i32::from(c.forward) + i32::from(by);
        Refusal::with(rule::CURVED_ARROW, says, [2 * i32::from(limits.tr), reached, 0])
    });
    no.verdict().map(|()| Act::Forward { plane, by })
}

/// Forward.
pub(crate) fn forward(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    n: usize,
    by: i16,
) -> Result<(), Need> {
    begin(effect.rules, effect.state, n);
    if advance(effect, n, by, rule::FORWARD) { Ok(()) } else { gone(effect) }
}

/// Flies straight ahead ([`rule::FORWARD`]). Says whether the aircraft is still on the board.
pub(super) fn advance(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    n: usize,
    by: i16,
    because: RuleId,
) -> bool {
    let Effect { rules, state, events, .. } = effect;
    let limits = Limits::of(rules, state, n);
    let Some(leg) = state.mover.legs.last_mut() else { return true };
    let start = leg.length;
    let on = |len: i16| rules.field.contains(rules.field.along(leg.from, leg.heading, len));
    // On a straight leg whoever is on the board at its end was on it all the way.
    let gone = if on(start + by) { None } else { (start + 1..=start + by).find(|len| !on(*len)) };
    let reached = gone.map_or(start + by, |len| len - 1);
    let (from, heading) = (leg.from, leg.heading);
    leg.length = reached;
    let at = |len: i16| rules.field.along(from, heading, len);
    let flown = gone.unwrap_or(start + by) - start;
    let c = &mut state.mover.counters;
    c.spent += flown;
    c.forward += flown;
    c.since += flown;
    let plane = &mut state.planes[n];
    plane.spot = at(reached);
    plane.bank = limits.bank_after(c, plane.bank);
    let (spent, total) = (c.spent, c.total);
    events.tell(|| {
        let name = words::plane(rules, state, n);
        let text = format!("{name} flies {flown} ahead, {spent} of {total} movement points spent");
        let path = (start..=reached).map(|len| rules.field.at(at(len))).collect();
        Event::new(EventKind::Move, because, text)
            .and_rule(rule::MOVEMENT_POINTS)
            .and_rule(rules.field.rule())
            .by(PieceId::of(n))
            .along(path)
    });
    if gone.is_some() {
        lose(effect, n, Fate::LeftBoard, rule::LEAVE_BOARD);
    }
    gone.is_none()
}

/// An aircraft has left the board: its part is over.
pub(super) fn gone(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    effect.state.mover.plane = None;
    effect.state.mover.counters = Counters::default();
    go_on(effect)
}
