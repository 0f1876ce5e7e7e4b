//! Turns, tight turns, half loops, and their pivots.

use super::forward::{advance, gone};
use super::{Limits, acting, bank, begin, cost, counters, end, moving};
use crate::command::{Act, Command};
use crate::field::{Hand, Leg, turned};
use crate::rules::Rules;
use crate::state::{Bank, Counters, Pending};
use crate::{Effect, Look, menu, rule, view, words};
use table::view::Pose;
use table::{
    Ask, Choice, Dial, Dice, Event, EventKind, Listener, Need, PieceId, Range, Reasons, Refusal, Refusals,
    RuleId,
};

/// Offers Turn, TightTurn and HalfLoop.
pub(super) fn choices(look: Look<'_>, n: usize, all: &mut Vec<Choice<Command>>) {
    let rules = look.rules;
    let aircraft = PieceId::of(n);
    let tr = Limits::of(rules, look.state, n).tr;
    for (side, key) in [(Hand::Left, 'A'), (Hand::Right, 'D')] {
        let label = format!("Turn {}", side.word());
        let mut turn = if rules.field.is_hexes() {
            let turn = menu::whole(look, label, rule::TURN, Command::Turn { aircraft, side, angle: None });
            Choice { pose: Some(pivoted(look, n, side, 60)), ..turn }
        } else {
            let command = Command::Turn { aircraft, side, angle: Some(1) };
            let range = degrees(look, n, "/turn/angle", side, rules.tables.pivot.turn);
            menu::range(look, &label, rule::TURN, command, range)
        };
        turn.key = Some(key);
        all.push(turn);
    }
    for side in Hand::BOTH {
        let label = format!("Tight turn {}", side.word());
        let mut tight = menu::whole(look, label, rule::TIGHT_TURN, Command::TightTurn { aircraft, side });
        tight.note = format!("a die against {tr}, then {}", words::count(tr, "MP"));
        all.push(tight);
    }
    let mut half = menu::whole(look, "Half loop", rule::HALF_LOOP, Command::HalfLoop { aircraft });
    half.note = format!("two dice against {tr}, then {} MPs", 2 * tr);
    all.push(half);
}

/// Offers Pivot and Decline.
pub(crate) fn pivot_choices(look: Look<'_>, n: usize, all: &mut Vec<Choice<Command>>) {
    let Look { rules, state, .. } = look;
    let aircraft = PieceId::of(n);
    let Some(pending) = state.mover.counters.pending else { return };
    let (most, announced) = pivot_limit(rules, pending);
    for side in Hand::BOTH.into_iter().filter(|s| announced.is_none_or(|a| a == *s)) {
        let label = format!("Pivot {}", side.word());
        if rules.field.is_hexes() {
            for angle in (60..=most).step_by(60) {
                let command = Command::Pivot { aircraft, side, angle };
                let choice = menu::whole(look, format!("{label} {angle}°"), rule::PIVOT, command);
                all.push(Choice { pose: Some(pivoted(look, n, side, angle)), ..choice });
            }
        } else {
            let command = Command::Pivot { aircraft, side, angle: 1 };
            let range = degrees(look, n, "/pivot/angle", side, most);
            all.push(menu::range(look, &label, rule::PIVOT, command, range));
        }
    }
    if rules.options.free_withdrawal {
        let (label, command) = ("Fly on without turning", Command::Decline { aircraft });
        all.push(menu::whole(look, label, rule::OPT_FREE_WITHDRAWAL, command));
    }
}

/// Where an aircraft stands, turned.
fn pivoted(look: Look<'_>, n: usize, side: Hand, angle: u16) -> Pose {
    let plane = &look.state.planes[n];
    Pose { heading: turned(plane.heading, side, angle), ..view::pose(look.rules, plane) }
}

/// A pivot of up to `max` degrees from where the aircraft points now.
fn degrees(look: Look<'_>, n: usize, field: &str, side: Hand, max: u16) -> Range {
    let pose = view::pose(look.rules, &look.state.planes[n]);
    Range {
        field: field.to_owned(),
        min: 1,
        max: max.into(),
        unit: "degrees".to_owned(),
        dial: Some(Dial { pose, from: pose.heading, left: side == Hand::Left }),
    }
}

/// What a turn of any kind needs, in the order straight-arrow, turn or opt-banking, curved-arrow. A half loop has no side.
fn judge_turning(limits: &Limits, c: &Counters, bank: Bank, side: Option<Hand>, no: &mut impl Reasons) {
    no.unless(limits.straight_enough(c), || {
        let says = "a straight arrow asks for {1} SU forward before any turn, {0} are flown";
        Refusal::with(rule::STRAIGHT_ARROW, says, [c.forward.into(), 2 * i32::from(limits.tr), 0])
    });
    let needed = side.map_or(limits.tr, |s| limits.needed(bank, s));
    no.unless(c.since >= needed, || {
        let banked = limits.banking && bank != Bank::Level && side.is_some();
        let by = if banked { rule::OPT_BANKING } else { rule::TURN };
        let says = "{1} SU forward are needed since the last pivot, {0} are flown";
        Refusal::with(by, says, [c.since.into(), needed.into(), 0])
    });
    no.unless(side.is_none_or(|s| limits.right_side(c, s)), || {
        let says = match limits.arrow {
            Some(Hand::Left) => "the first turn must go to the left, as the arrow does",
            _ => "the first turn must go to the right, as the arrow does",
        };
        Refusal::new(rule::CURVED_ARROW, says)
    });
}

/// Judges an angle: at least 1 degree, on hexes whole hexsides, at most `most` ([`rule::PIVOT`]).
fn judge_angle(rules: &Rules, angle: u16, most: u16, no: &mut impl Reasons) {
    let step = rules.field.pivot_step();
    no.unless(angle >= 1 && angle <= most && angle.is_multiple_of(step), || {
        let says = if rules.field.is_hexes() {
            "a pivot of {0} degrees: {1} to {2} by 60 are possible"
        } else {
            "a pivot of {0} degrees: {1} to {2} are possible"
        };
        Refusal::with(rule::PIVOT, says, [angle.into(), step.into(), most.into()])
    });
}

/// The angle meant by a turn that may leave it out on hexes.
#[inline]
pub(crate) fn turn_angle(rules: &Rules, angle: Option<u16>) -> u16 {
    angle.unwrap_or(if rules.field.is_hexes() { 60 } else { 0 })
}

/// Judges Turn.
pub(crate) fn judge_turn(
    look: Look<'_>,
    aircraft: PieceId,
    to: Hand,
    angle: Option<u16>,
) -> Result<Act, Refusals> {
    let plane = moving(look, aircraft)?;
    let Look { rules, state, .. } = look;
    let (limits, c) = (Limits::of(rules, state, plane), counters(rules, state, plane));
    let angle = turn_angle(rules, angle);
    let mut no = Refusals::none();
    judge_turning(&limits, &c, bank(state, &limits, plane), Some(to), &mut no);
    judge_angle(rules, angle, rules.tables.pivot.turn, &mut no);
    no.verdict().map(|()| Act::Turn { plane, to, angle })
}

/// Turn.
pub(crate) fn turn(effect: &mut Effect<'_, impl Dice, impl Listener>, n: usize, to: Hand, angle: u16) {
    begin(effect.rules, effect.state, n);
    effect.state.mover.counters.tried = true;
    pivot_piece(effect, n, to, angle, to.into());
    tell_pivot(effect, n, to, angle, rule::TURN);
}

/// Judges TightTurn.
pub(crate) fn judge_tight_turn(look: Look<'_>, aircraft: PieceId, to: Hand) -> Result<Act, Refusals> {
    let plane = moving(look, aircraft)?;
    let Look { rules, state, .. } = look;
    let (limits, c) = (Limits::of(rules, state, plane), counters(rules, state, plane));
    let mut no = Refusals::none();
    judge_turning(&limits, &c, bank(state, &limits, plane), Some(to), &mut no);
    no.unless(c.left() >= limits.tr, || {
        let says = "a tight turn costs {1} MPs, {0} are left";
        Refusal::with(rule::TIGHT_TURN, says, [c.left().into(), limits.tr.into(), 0])
    });
    no.verdict().map(|()| Act::TightTurn { plane, to })
}

/// TightTurn: one die; lower than TR, so many SUs straight ahead first.
pub(crate) fn tight_turn(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    n: usize,
    to: Hand,
) -> Result<(), Need> {
    begin(effect.rules, effect.state, n);
    effect.state.mover.counters.tried = true;
    let tr = Limits::of(effect.rules, effect.state, n).tr;
    let die = effect.dice.roll(&Ask::d6("tight turn", rule::TIGHT_TURN))?;
    tell_roll(effect, n, &[die], "tight turn", rule::TIGHT_TURN);
    let extra = if i16::from(die) < tr { i16::from(die) } else { 0 };
    manoeuvre(effect, n, extra, Pending::TightTurn(to))
}

/// Judges HalfLoop.
pub(crate) fn judge_half_loop(look: Look<'_>, aircraft: PieceId) -> Result<Act, Refusals> {
    let plane = moving(look, aircraft)?;
    let Look { rules, state, .. } = look;
    let (limits, c) = (Limits::of(rules, state, plane), counters(rules, state, plane));
    let mut no = Refusals::none();
    judge_turning(&limits, &c, bank(state, &limits, plane), None, &mut no);
    no.unless(c.left() >= 2 * limits.tr, || {
        let says = "a half loop costs {1} MPs, {0} are left";
        Refusal::with(rule::HALF_LOOP, says, [c.left().into(), 2 * i32::from(limits.tr), 0])
    });
    no.verdict().map(|()| Act::HalfLoop { plane })
}

/// HalfLoop: two dice read separately; those lower than TR are flown straight ahead first, together if both are.
pub(crate) fn half_loop(effect: &mut Effect<'_, impl Dice, impl Listener>, n: usize) -> Result<(), Need> {
    begin(effect.rules, effect.state, n);
    effect.state.mover.counters.tried = true;
    let tr = Limits::of(effect.rules, effect.state, n).tr;
    let mut faces = [0; 2];
    effect.dice.roll_all(&Ask::d6("half loop", rule::HALF_LOOP), &mut faces)?;
    tell_roll(effect, n, &faces, "half loop", rule::HALF_LOOP);
    let extra = faces.iter().map(|f| i16::from(*f)).filter(|f| *f < tr).sum();
    manoeuvre(effect, n, extra, Pending::HalfLoop)
}

fn tell_roll(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    n: usize,
    faces: &[u8],
    what: &str,
    by: RuleId,
) {
    let Effect { rules, state, events, .. } = effect;
    events.tell(|| {
        let (name, tr) = (words::plane(rules, state, n), rules.card(state.planes[n].card).turn);
        Event::new(EventKind::Move, by, format!("{name} tries a {what} against turn rating {tr}"))
            .and_rule(rule::DICE)
            .and_rule(rule::TURN_RATING)
            .by(PieceId::of(n))
            .rolled(6, faces, what)
    });
}

/// The extra movement of a tight turn or half loop; then the pivot is pending, or the manoeuvre has failed
/// ([`rule::MANEUVER_FAILED`]).
fn manoeuvre(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    n: usize,
    extra: i16,
    pending: Pending,
) -> Result<(), Need> {
    let by = if pending == Pending::HalfLoop { rule::HALF_LOOP } else { rule::TIGHT_TURN };
    if extra > 0 && !advance(effect, n, extra, by) {
        return gone(effect);
    }
    let Effect { rules, state, events, .. } = effect;
    if state.mover.counters.left() >= cost(Limits::of(rules, state, n).tr, pending) {
        state.mover.counters.pending = Some(pending);
        return Ok(());
    }
    events.tell(|| {
        let text = format!("{} has too few movement points left for it", words::plane(rules, state, n));
        Event::new(EventKind::Move, rule::MANEUVER_FAILED, text).by(PieceId::of(n))
    });
    end(effect, n)
}

/// The largest pivot of a pending manoeuvre, and the side to which it must go.
pub(crate) fn pivot_limit(rules: &Rules, pending: Pending) -> (u16, Option<Hand>) {
    match pending {
        Pending::TightTurn(side) => (rules.tables.pivot.tight_turn, Some(side)),
        Pending::HalfLoop => (rules.tables.pivot.half_loop, None),
    }
}

/// Judges Pivot.
pub(crate) fn judge_pivot(look: Look<'_>, aircraft: PieceId, to: Hand, angle: u16) -> Result<Act, Refusals> {
    let plane = acting(look, aircraft)?;
    let Some(pending) = counters(look.rules, look.state, plane).pending else {
        return Err(Refusal::new(rule::PIVOT, "no pivot is pending").into());
    };
    let (most, announced) = pivot_limit(look.rules, pending);
    let mut no = Refusals::none();
    no.unless(announced.is_none_or(|s| s == to), || {
        let says = match to {
            Hand::Right => "the pivot must go to the left, as was announced",
            Hand::Left => "the pivot must go to the right, as was announced",
        };
        Refusal::new(rule::PIVOT, says)
    });
    judge_angle(look.rules, angle, most, &mut no);
    no.verdict().map(|()| Act::Pivot { plane, to, angle })
}

/// Pivot.
pub(crate) fn pivot(effect: &mut Effect<'_, impl Dice, impl Listener>, n: usize, to: Hand, angle: u16) {
    let tr = Limits::of(effect.rules, effect.state, n).tr;
    let c = &mut effect.state.mover.counters;
    let Some(pending) = c.pending.take() else { return };
    c.spent += cost(tr, pending);
    let (bank, by) = match pending {
        Pending::TightTurn(side) => (side.into(), rule::TIGHT_TURN),
        Pending::HalfLoop => (Bank::Level, rule::HALF_LOOP),
    };
    pivot_piece(effect, n, to, angle, bank);
    tell_pivot(effect, n, to, angle, by);
}

/// Turns the piece about its centre; the count of forward movement restarts and a new leg begins ([`rule::PIVOT`]).
fn pivot_piece(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    n: usize,
    to: Hand,
    angle: u16,
    bank: Bank,
) {
    let state = &mut *effect.state;
    state.mover.counters.since = 0;
    let plane = &mut state.planes[n];
    plane.heading = turned(plane.heading, to, angle);
    if effect.rules.options.banking {
        plane.bank = bank;
    }
    state.mover.legs.push(Leg { from: plane.spot, heading: plane.heading, length: 0 });
}

fn tell_pivot(effect: &mut Effect<'_, impl Dice, impl Listener>, n: usize, to: Hand, angle: u16, by: RuleId) {
    let Effect { rules, state, events, .. } = effect;
    events.tell(|| {
        let (name, to) = (words::plane(rules, state, n), to.word());
        let heading = rules.field.heading_text(state.planes[n].heading);
        let text = format!("{name} turns {to} by {angle}° and heads {heading}");
        let event = Event::new(EventKind::Move, by, text).and_rule(rule::PIVOT).by(PieceId::of(n));
        if rules.options.banking { event.and_rule(rule::OPT_BANKING) } else { event }
    });
}

/// Judges Decline ([`rule::OPT_FREE_WITHDRAWAL`]).
pub(crate) fn judge_decline(look: Look<'_>, aircraft: PieceId) -> Result<Act, Refusals> {
    let plane = acting(look, aircraft)?;
    let pending = counters(look.rules, look.state, plane).pending.is_some();
    if look.rules.options.free_withdrawal && pending {
        return Ok(Act::Decline { plane });
    }
    if pending {
        // With the option off Decline does not exist: it is one of the other commands.
        return Err(Refusal::new(rule::PIVOT, "the pivot must be made").into());
    }
    Err(Refusal::new(rule::OPT_FREE_WITHDRAWAL, "there is no pivot to be declined").into())
}

/// Decline: nothing is paid, the facing stays, the count of forward movement restarts.
pub(crate) fn decline(effect: &mut Effect<'_, impl Dice, impl Listener>, n: usize) {
    let Effect { rules, state, events, .. } = effect;
    state.mover.counters.pending = None;
    state.mover.counters.since = 0;
    events.tell(|| {
        let text = format!("{} flies on without turning", words::plane(rules, state, n));
        Event::new(EventKind::Move, rule::OPT_FREE_WITHDRAWAL, text).by(PieceId::of(n))
    });
}
