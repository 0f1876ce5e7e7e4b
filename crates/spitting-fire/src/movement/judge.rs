//! What may be said while moving: each command with its reasons, in the order in which they are cited.

use super::{Limits, acting, bank, counters, moving};
use crate::data::Rules;
use crate::field::{Spot, Turn};
use crate::rule;
use crate::state::{Bank, Counters, Pending, State};
use table::{PieceId, Refusal, Refusals, Side};

/// Judges Forward.
pub fn judge_forward(
    rules: &Rules,
    state: &State,
    side: Side,
    aircraft: PieceId,
    by: i16,
) -> Result<usize, Refusals> {
    let n = moving(state, side, aircraft)?;
    let (limits, c) = (Limits::of(rules, state, n), counters(rules, state, n));
    let mut no = Refusals::none();
    no.unless(limits.affords(&c, by), || {
        let says = "{0} SU forward: 1 to {1} are possible";
        Refusal::with(rule::MOVEMENT_POINTS, says, [by.into(), c.left().into(), 0])
    });
    no.unless(limits.leaves_room(&c, bank(state, &limits, n), by), || {
        let says = "the first turn must come before {0} SU forward; this would make {1}";
        let reached = i32::from(c.forward) + i32::from(by);
        Refusal::with(rule::CURVED_ARROW, says, [2 * i32::from(limits.tr), reached, 0])
    });
    no.verdict().map(|()| n)
}

/// What a turn of any kind needs, in the order straight-arrow, turn or opt-banking, curved-arrow. A half loop has no side.
fn judge_turning(limits: &Limits, c: &Counters, bank: Bank, side: Option<Turn>, no: &mut Refusals) {
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
            Some(Turn::Left) => "the first turn must go to the left, as the arrow does",
            _ => "the first turn must go to the right, as the arrow does",
        };
        Refusal::new(rule::CURVED_ARROW, says)
    });
}

/// Judges an angle: at least 1 degree, on hexes whole hexsides, at most `most` ([`rule::PIVOT`]).
fn judge_angle(rules: &Rules, angle: u16, most: u16, no: &mut Refusals) {
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
pub fn turn_angle(rules: &Rules, angle: Option<u16>) -> u16 {
    angle.unwrap_or(if rules.field.is_hexes() { 60 } else { 0 })
}

/// Judges Turn.
pub fn judge_turn(
    rules: &Rules,
    state: &State,
    side: Side,
    aircraft: PieceId,
    to: Turn,
    angle: Option<u16>,
) -> Result<usize, Refusals> {
    let n = moving(state, side, aircraft)?;
    let (limits, c) = (Limits::of(rules, state, n), counters(rules, state, n));
    let mut no = Refusals::none();
    judge_turning(&limits, &c, bank(state, &limits, n), Some(to), &mut no);
    judge_angle(rules, turn_angle(rules, angle), rules.tables.pivot.turn, &mut no);
    no.verdict().map(|()| n)
}

/// Judges TightTurn.
pub fn judge_tight_turn(
    rules: &Rules,
    state: &State,
    side: Side,
    aircraft: PieceId,
    to: Turn,
) -> Result<usize, Refusals> {
    let n = moving(state, side, aircraft)?;
    let (limits, c) = (Limits::of(rules, state, n), counters(rules, state, n));
    let mut no = Refusals::none();
    judge_turning(&limits, &c, bank(state, &limits, n), Some(to), &mut no);
    no.unless(c.left() >= limits.tr, || {
        let says = "a tight turn costs {1} MPs, {0} are left";
        Refusal::with(rule::TIGHT_TURN, says, [c.left().into(), limits.tr.into(), 0])
    });
    no.verdict().map(|()| n)
}

/// Judges HalfLoop.
pub fn judge_half_loop(
    rules: &Rules,
    state: &State,
    side: Side,
    aircraft: PieceId,
) -> Result<usize, Refusals> {
    let n = moving(state, side, aircraft)?;
    let (limits, c) = (Limits::of(rules, state, n), counters(rules, state, n));
    let mut no = Refusals::none();
    judge_turning(&limits, &c, bank(state, &limits, n), None, &mut no);
    no.unless(c.left() >= 2 * limits.tr, || {
        let says = "a half loop costs {1} MPs, {0} are left";
        Refusal::with(rule::HALF_LOOP, says, [c.left().into(), 2 * i32::from(limits.tr), 0])
    });
    no.verdict().map(|()| n)
}

/// The largest pivot of a pending maneuver, and the side to which it must go.
pub fn pivot_limit(rules: &Rules, pending: Pending) -> (u16, Option<Turn>) {
    match pending {
        Pending::TightTurn(side) => (rules.tables.pivot.tight_turn, Some(side)),
        Pending::HalfLoop => (rules.tables.pivot.half_loop, None),
    }
}

/// Judges Pivot.
pub fn judge_pivot(
    rules: &Rules,
    state: &State,
    side: Side,
    aircraft: PieceId,
    to: Turn,
    angle: u16,
) -> Result<usize, Refusals> {
    let n = acting(state, side, aircraft)?;
    let c = counters(rules, state, n);
    let Some(pending) = c.pending else {
        return Err(Refusal::new(rule::PIVOT, "no pivot is pending").into());
    };
    let (most, announced) = pivot_limit(rules, pending);
    let mut no = Refusals::none();
    no.unless(announced.is_none_or(|s| s == to), || {
        let says = match to {
            Turn::Right => "the pivot must go to the left, as was announced",
            Turn::Left => "the pivot must go to the right, as was announced",
        };
        Refusal::new(rule::PIVOT, says)
    });
    judge_angle(rules, angle, most, &mut no);
    no.verdict().map(|()| n)
}

/// Judges Decline ([`rule::OPT_FREE_WITHDRAWAL`]).
pub fn judge_decline(rules: &Rules, state: &State, side: Side, aircraft: PieceId) -> Result<usize, Refusals> {
    let n = acting(state, side, aircraft)?;
    let pending = counters(rules, state, n).pending.is_some();
    if rules.options.free_withdrawal && pending {
        return Ok(n);
    }
    if pending {
        // With the option off Decline does not exist: it is one of the other commands.
        return Err(Refusal::new(rule::PIVOT, "the pivot must be made").into());
    }
    Err(Refusal::new(rule::OPT_FREE_WITHDRAWAL, "there is no pivot to be declined").into())
}

/// Standing on another piece, the aircraft could and must fly on ([`rule::STACKING`]).
#[inline]
pub fn must_fly_on(rules: &Rules, state: &State, n: usize, c: &Counters) -> bool {
    let plane = &state.planes[n];
    c.left() >= 1
        && state.occupied(&rules.field, plane.spot, n)
        && rules.field.contains(next_step(rules, state, n))
}

/// The place one SU ahead, measured on the present leg.
#[inline]
pub fn next_step(rules: &Rules, state: &State, n: usize) -> Spot {
    let plane = &state.planes[n];
    match state.mover.legs.last() {
        Some(leg) if state.mover.plane == Some(n as u16) => {
            rules.field.along(leg.from, leg.heading, leg.length + 1)
        }
        _ => rules.field.along(plane.spot, plane.heading, 1),
    }
}

/// Judges EndMove ([`rule::END_MOVE`]) in the order curved-arrow, minimum-move, stacking.
pub fn judge_end(rules: &Rules, state: &State, side: Side, aircraft: PieceId) -> Result<usize, Refusals> {
    let n = moving(state, side, aircraft)?;
    let (limits, c) = (Limits::of(rules, state, n), counters(rules, state, n));
    let mut no = Refusals::none();
    let bank = bank(state, &limits, n);
    no.unless(!limits.owed(&c, bank), || {
        let says = match limits.arrow {
            Some(Turn::Left) => {
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
    no.verdict().map(|()| n)
}
