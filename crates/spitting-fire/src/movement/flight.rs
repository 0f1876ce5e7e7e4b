//! What a movement does: forward, pivots, maneuvers with their dice, and its end.

use super::{Limits, cost, fresh, turn_angle};
use crate::data::Rules;
use crate::field::{Leg, Spot, Turn, turned};
use crate::losses::lose;
use crate::rule;
use crate::sequence::{finish_part, go_on};
use crate::state::{Bank, Counters, Fate, Pending, State};
use table::view::At;
use table::{Ask, Dice, Event, EventKind, Listener, Need};

/// The first accepted command makes an aircraft the active one.
pub fn begin(rules: &Rules, state: &mut State, n: usize) {
    if state.mover.plane == Some(n as u16) {
        return;
    }
    state.mover.counters = fresh(rules, state, n);
    state.mover.plane = Some(n as u16);
    let limits = Limits::of(rules, state, n);
    let plane = &mut state.planes[n];
    if limits.banking && limits.arrow.is_none() {
        plane.bank = Bank::Level;
    }
    state.mover.legs.clear();
    state.mover.legs.push(Leg { from: plane.spot, heading: plane.heading, length: 0 });
}

/// Flies straight ahead ([`rule::FORWARD`]). Says whether the aircraft is still on the board.
fn advance(
    rules: &Rules,
    state: &mut State,
    n: usize,
    by: i16,
    because: table::RuleId,
    events: &mut impl Listener,
) -> bool {
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
        let name = rules.card(plane.card).name();
        let text = format!("{name} {} flies {flown} SU forward, {spent} of {total} MPs", n + 1);
        let path: Vec<At> = (start..=reached).map(|len| rules.field.at(at(len))).collect();
        Event::new(EventKind::Move, because, text)
            .and_rule(rule::MOVEMENT_POINTS)
            .and_rule(rules.field.rule())
            .by(State::id(n))
            .along(path)
    });
    if gone.is_some() {
        lose(rules, state, n, Fate::LeftBoard, rule::LEAVE_BOARD, events);
    }
    gone.is_none()
}

/// An aircraft has left the board: its part is over.
fn gone(
    rules: &Rules,
    state: &mut State,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    state.mover.plane = None;
    state.mover.counters = Counters::default();
    go_on(rules, state, dice, events)
}

/// Forward.
pub fn forward(
    rules: &Rules,
    state: &mut State,
    n: usize,
    by: i16,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    begin(rules, state, n);
    if advance(rules, state, n, by, rule::FORWARD, events) {
        Ok(())
    } else {
        gone(rules, state, dice, events)
    }
}

/// Turns the piece about its centre; the count of forward movement restarts and a new leg begins ([`rule::PIVOT`]).
fn pivot_piece(rules: &Rules, state: &mut State, n: usize, to: Turn, angle: u16, bank: Bank) {
    state.mover.counters.since = 0;
    let plane = &mut state.planes[n];
    plane.heading = turned(plane.heading, to, angle);
    if rules.options.banking {
        plane.bank = bank;
    }
    state.mover.legs.push(Leg { from: plane.spot, heading: plane.heading, length: 0 });
}

/// Turn.
pub fn turn(
    rules: &Rules,
    state: &mut State,
    n: usize,
    to: Turn,
    angle: Option<u16>,
    events: &mut impl Listener,
) {
    begin(rules, state, n);
    state.mover.counters.tried = true;
    let angle = turn_angle(rules, angle);
    pivot_piece(rules, state, n, to, angle, to.into());
    tell_pivot(rules, state, n, to, angle, rule::TURN, events);
}

fn tell_pivot(
    rules: &Rules,
    state: &State,
    n: usize,
    to: Turn,
    angle: u16,
    by: table::RuleId,
    events: &mut impl Listener,
) {
    events.tell(|| {
        let plane = &state.planes[n];
        let name = rules.card(plane.card).name();
        let heading = rules.field.heading_text(plane.heading);
        let text = format!("{name} {} turns {} {angle}° to {heading}", n + 1, to.word());
        let mut event = Event::new(EventKind::Move, by, text).and_rule(rule::PIVOT).by(State::id(n));
        if rules.options.banking {
            event = event.and_rule(rule::OPT_BANKING);
        }
        event
    });
}

/// TightTurn: one die; lower than TR, so many SUs straight ahead first.
pub fn tight_turn(
    rules: &Rules,
    state: &mut State,
    n: usize,
    to: Turn,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    begin(rules, state, n);
    state.mover.counters.tried = true;
    let tr = Limits::of(rules, state, n).tr;
    let die = dice.roll(&Ask::d6("tight turn", rule::TIGHT_TURN))?;
    tell_roll(rules, state, n, &[die], "tight turn", rule::TIGHT_TURN, events);
    let extra = if i16::from(die) < tr { i16::from(die) } else { 0 };
    maneuver(rules, state, n, extra, Pending::TightTurn(to), dice, events)
}

/// HalfLoop: two dice read separately; those lower than TR are flown straight ahead first, together if both are.
pub fn half_loop(
    rules: &Rules,
    state: &mut State,
    n: usize,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    begin(rules, state, n);
    state.mover.counters.tried = true;
    let tr = Limits::of(rules, state, n).tr;
    let mut faces = [0; 2];
    dice.roll_all(&Ask::d6("half loop", rule::HALF_LOOP), &mut faces)?;
    tell_roll(rules, state, n, &faces, "half loop", rule::HALF_LOOP, events);
    let extra = faces.iter().map(|f| i16::from(*f)).filter(|f| *f < tr).sum();
    maneuver(rules, state, n, extra, Pending::HalfLoop, dice, events)
}

fn tell_roll(
    rules: &Rules,
    state: &State,
    n: usize,
    faces: &[u8],
    what: &str,
    by: table::RuleId,
    events: &mut impl Listener,
) {
    events.tell(|| {
        let card = rules.card(state.planes[n].card);
        let text = format!("{} {} tries a {what} against turn rating {}", card.name(), n + 1, card.turn);
        Event::new(EventKind::Move, by, text)
            .and_rule(rule::DICE)
            .and_rule(rule::TURN_RATING)
            .by(State::id(n))
            .rolled(6, faces, what)
    });
}

/// The extra movement of a tight turn or half loop; then the pivot is pending, or the maneuver has failed.
fn maneuver(
    rules: &Rules,
    state: &mut State,
    n: usize,
    extra: i16,
    pending: Pending,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    let by = if pending == Pending::HalfLoop { rule::HALF_LOOP } else { rule::TIGHT_TURN };
    if extra > 0 && !advance(rules, state, n, extra, by, events) {
        return gone(rules, state, dice, events);
    }
    if state.mover.counters.left() >= cost(Limits::of(rules, state, n).tr, pending) {
        state.mover.counters.pending = Some(pending);
        return Ok(());
    }
    events.tell(|| {
        let name = rules.card(state.planes[n].card).name();
        let text = format!("{name} {} has too few MPs left: its movement ends", n + 1);
        Event::new(EventKind::Move, rule::MANEUVER_FAILED, text).by(State::id(n))
    });
    end(rules, state, n, dice, events)
}

/// Pivot.
pub fn pivot(rules: &Rules, state: &mut State, n: usize, to: Turn, angle: u16, events: &mut impl Listener) {
    let tr = Limits::of(rules, state, n).tr;
    let Some(pending) = state.mover.counters.pending.take() else { return };
    state.mover.counters.spent += cost(tr, pending);
    let (bank, by) = match pending {
        Pending::TightTurn(side) => (side.into(), rule::TIGHT_TURN),
        Pending::HalfLoop => (Bank::Level, rule::HALF_LOOP),
    };
    pivot_piece(rules, state, n, to, angle, bank);
    tell_pivot(rules, state, n, to, angle, by, events);
}

/// Decline: nothing is paid, the facing stays, the count of forward movement restarts.
pub fn decline(rules: &Rules, state: &mut State, n: usize, events: &mut impl Listener) {
    state.mover.counters.pending = None;
    state.mover.counters.since = 0;
    events.tell(|| {
        let text = format!("{} {} flies on without turning", rules.card(state.planes[n].card).name(), n + 1);
        Event::new(EventKind::Move, rule::OPT_FREE_WITHDRAWAL, text).by(State::id(n))
    });
}

/// EndMove, or the end of a failed maneuver: backing up if need be, and the level becomes the group's
/// ([`rule::END_MOVE`], [`rule::ALTITUDE_CHANGE`]).
pub fn end(
    rules: &Rules,
    state: &mut State,
    n: usize,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    begin(rules, state, n);
    back_up(rules, state, n, events);
    let level = state.groups[usize::from(state.planes[n].group)].altitude;
    state.mover.counters.ended = true;
    let plane = &mut state.planes[n];
    plane.level = level;
    events.tell(|| {
        let name = rules.card(plane.card).name();
        let (place, heading) = (rules.field.text(plane.spot), rules.field.heading_text(plane.heading));
        let text = format!("{name} {} ends its move at {place}, {heading}, level {level}", n + 1);
        Event::new(EventKind::Move, rule::END_MOVE, text).and_rule(rule::ALTITUDE_CHANGE).by(State::id(n))
    });
    if plane.early { finish_part(rules, state, n, dice, events) } else { Ok(()) }
}

/// The last place of a leg, beyond its first `flown` SUs, that no other piece takes.
#[inline]
pub fn last_free(rules: &Rules, state: &State, n: usize, leg: &Leg, flown: i16) -> Option<Spot> {
    let whole = |units: i16| i32::from(units) * rules.field.steps_in_unit();
    (whole(flown) + 1..=whole(leg.length))
        .rev()
        .map(|step| rules.field.along_steps(leg.from, leg.heading, step))
        .find(|spot| !state.occupied(&rules.field, *spot, n))
}

/// Where an aircraft stands that ends its move now: here, or back along the way flown, just far enough not to stand on
/// another piece ([`rule::BACKING_UP`]). Where it started is always free.
pub fn backed_up(rules: &Rules, state: &State, n: usize) -> Spot {
    let spot = state.planes[n].spot;
    if state.mover.plane != Some(n as u16) || !state.occupied(&rules.field, spot, n) {
        return spot;
    }
    let back = state.mover.legs.iter().rev().find_map(|leg| last_free(rules, state, n, leg, 0));
    back.or_else(|| state.mover.legs.first().map(|leg| leg.from)).unwrap_or(spot)
}

/// Backs up if need be; the facing stays.
fn back_up(rules: &Rules, state: &mut State, n: usize, events: &mut impl Listener) {
    let free = backed_up(rules, state, n);
    if free == state.planes[n].spot {
        return;
    }
    state.planes[n].spot = free;
    events.tell(|| {
        let name = rules.card(state.planes[n].card).name();
        let text = format!("{name} {} backs up to {}", n + 1, rules.field.text(free));
        Event::new(EventKind::Move, rule::BACKING_UP, text).and_rule(rule::STACKING).by(State::id(n))
    });
}
