//! The aircraft in the middle of its move, as a scenario file has it: counters to which some way of flying leads, and that
//! way.

use super::Reading;
use crate::field::Leg;
use crate::movement::{Limits, bank, cost, fresh};
use crate::rule;
use crate::rules::Rules;
use crate::scenario::{LegEntry, MovingEntry, PendingEntry};
use crate::state::{Bank, Counters, Mover, Pending, Plane, State};
use table::{Flaws, RuleId};

/// A counter with the rule that it would break.
type Claim<'a> = (bool, &'a str, &'a str, RuleId);

impl Reading<'_> {
    /// Reads the moving aircraft.
    pub(super) fn moving(&mut self, entry: &MovingEntry) {
        let Reading { rules, state, flaws, .. } = self;
        let found = state.index(entry.aircraft).filter(|n| {
            let plane = &state.planes[*n];
            Some(plane.group) == state.active && plane.flying() && !plane.acted
        });
        let Some(n) = found else {
            let says = "the moving aircraft flies in the active group and has not acted";
            flaws.add("state.moving.aircraft", says, rule::ACTIVATION);
            return;
        };
        let c = Counters {
            spent: entry.mp_spent,
            forward: entry.fwd_total,
            since: entry.fwd_since,
            tried: entry.first_turn_tried,
            pending: entry.pending.map(|p| match p {
                PendingEntry::TightTurn(side) => Pending::TightTurn(side),
                PendingEntry::HalfLoop => Pending::HalfLoop,
            }),
            ended: entry.ended,
            ..fresh(rules, state, n)
        };
        let in_range = [
            (
                entry.mp_total.is_none_or(|t| t == c.total),
                "mp-total",
                "the marker and the card give another rate",
                rule::MOVEMENT_RATES,
            ),
            ((0..=c.total).contains(&c.spent), "mp-spent", "from 0 to the rate", rule::MOVEMENT_POINTS),
            ((0..=c.spent).contains(&c.forward), "fwd-total", "from 0 to mp-spent", rule::MOVEMENT_POINTS),
            ((0..=c.forward).contains(&c.since), "fwd-since", "from 0 to fwd-total", rule::TURN),
        ];
        if !claims(flaws, &in_range) {
            return;
        }
        let way = Flown::new(rules, state, n, c);
        way.counters(flaws);
        let legs =
            if entry.legs.is_empty() { vec![way.straight(flaws)] } else { way.legs(&entry.legs, flaws) };
        let free = legs.first().is_none_or(|leg| !state.occupied(&rules.field, leg.from, n));
        let says = "another piece stands where the move began";
        flaws.unless(c.ended || free, "state.moving.legs", says, rule::STACKING);
        state.mover = Mover { plane: Some(n as u16), counters: c, legs };
    }
}

fn claims(flaws: &mut Flaws, all: &[Claim<'_>]) -> bool {
    let need = |sound, (holds, field, says, by): &Claim<'_>| {
        flaws.unless(*holds, format!("state.moving.{field}"), *says, *by) && sound
    };
    all.iter().fold(true, need)
}

/// A move as far as it is claimed to have been flown.
struct Flown<'a> {
    rules: &'a Rules,
    plane: &'a Plane,
    limits: Limits,
    bank: Bank,
    c: Counters,
    /// The least forward movement before the first turn.
    first: i16,
    /// The least forward movement before any other.
    any: i16,
}

impl<'a> Flown<'a> {
    /// What the arrow asks for; with Banking nobody can tell how the aircraft was banked, so the least it could be.
    fn new(rules: &'a Rules, state: &'a State, n: usize, c: Counters) -> Flown<'a> {
        let limits = Limits::of(rules, state, n);
        let any = if limits.banking { (limits.tr - 1).max(1) } else { limits.tr };
        let first = if limits.arrow.is_some() { any } else { 2 * limits.tr };
        Flown { rules, plane: &state.planes[n], limits, bank: bank(state, &limits, n), c, first, any }
    }

    /// Whether some way of flying leads to these counters.
    fn counters(&self, flaws: &mut Flaws) {
        let Flown { plane, limits, bank, c, .. } = self;
        let paid = c.spent - c.forward;
        let pivoted = c.since <= c.forward - self.first;
        // The first manoeuvre was rolled for, and its pivot is still to come or never will.
        let rolled = c.since == c.forward && paid == 0 && (c.pending.is_some() || c.ended);
        let turned = if c.tried { pivoted || rolled } else { c.since == c.forward && paid == 0 };
        let by_arrow = if limits.arrow.is_some() { rule::TURN } else { rule::STRAIGHT_ARROW };
        let failed = c.tried && c.left() < 2 * limits.tr;
        let pending = c.pending.is_none_or(|pending| {
            let needed = if pending == Pending::HalfLoop { limits.tr } else { self.any };
            let announced = match pending {
                Pending::TightTurn(side) if !pivoted => limits.arrow.is_none_or(|arrow| arrow == side),
                _ => true,
            };
            c.tried && !c.ended && c.since >= needed && announced && c.left() >= cost(limits.tr, pending)
        });
        claims(
            flaws,
            &[
                (
                    paid % limits.tr == 0,
                    "mp-spent",
                    "beyond forward movement only tight turns and half loops cost MPs, by the turn rating",
                    rule::MOVEMENT_POINTS,
                ),
                (
                    !c.tried || c.forward >= self.first,
                    "first-turn-tried",
                    "no turn can be tried so soon",
                    by_arrow,
                ),
                (
                    c.tried || !limits.owed(c, *bank) || c.forward < 2 * limits.tr,
                    "fwd-total",
                    "so far nobody flies before the turn that the arrow asks for",
                    rule::CURVED_ARROW,
                ),
                (turned, "fwd-since", "no turn leaves this count", rule::TURN),
                (
                    pending,
                    "pending",
                    "a pivot is pending only after a roll, with the MPs for it left and the movement not over",
                    rule::PIVOT,
                ),
                (
                    !(plane.attacked && c.ended),
                    "ended",
                    "an aircraft that has attacked and moved has finished its part",
                    rule::ACTIVATION,
                ),
                (
                    !c.ended || !limits.owed(c, *bank),
                    "ended",
                    "the turn that the arrow asks for has not been tried",
                    rule::CURVED_ARROW,
                ),
                (
                    !c.ended || limits.spent_enough(c) || failed,
                    "ended",
                    "too few MPs are spent",
                    rule::MINIMUM_MOVE,
                ),
            ],
        );
    }

    /// A straight way to where the aircraft stands, for want of a better one.
    fn straight(&self, flaws: &mut Flaws) -> Leg {
        let Flown { rules, plane, c, .. } = self;
        let from = rules.field.along(plane.spot, plane.heading, -c.since);
        let leg = Leg { from, heading: plane.heading, length: c.since };
        let on = rules.field.contains(from);
        let says = "it cannot have flown so far straight ahead on this board";
        // At the end of its move it may have backed up.
        flaws.unless(on || c.ended, "state.moving.fwd-since", says, rule::FORWARD);
        // On the open table the way back may be rounded otherwise than the way there.
        let exact = on && rules.field.end(&leg) == plane.spot;
        if exact { leg } else { Leg { from: plane.spot, length: 0, ..leg } }
    }

    /// The way flown, leg by leg.
    fn legs(&self, entries: &[LegEntry], flaws: &mut Flaws) -> Vec<Leg> {
        let Flown { rules, plane, c, .. } = self;
        let field = &rules.field;
        let mut legs: Vec<Leg> = Vec::new();
        for (k, leg) in entries.iter().enumerate() {
            let path = format!("state.moving.legs[{k}]");
            let Some((from, heading)) = leg.from.on(field) else {
                flaws.add(format!("{path}.from"), "not a place of this board", rule::PLAY_MODE);
                continue;
            };
            let joined = legs.last().is_none_or(|before| field.end(before) == from);
            flaws.unless(
                joined,
                format!("{path}.from"),
                "a leg begins where the last one ended",
                rule::FORWARD,
            );
            let is_last = k + 1 == entries.len();
            let needed = if k == 0 { self.first } else { self.any };
            let fits = (if is_last { 0 } else { needed }..=c.forward).contains(&leg.length);
            let says = "at most fwd-total, and before a turn what the turn asks for";
            flaws.unless(fits, format!("{path}.length"), says, rule::FORWARD);
            let leg = Leg { from, heading, length: leg.length.clamp(0, c.forward) };
            let on = field.contains(from) && field.contains(field.end(&leg));
            flaws.unless(on, &path, "this is not on the board", rule::PLAYING_AREA);
            legs.push(leg);
        }
        let sum = legs.iter().map(|leg| i32::from(leg.length)).sum::<i32>();
        flaws.unless(
            sum == i32::from(c.forward),
            "state.moving.legs",
            "together they are fwd-total",
            rule::FORWARD,
        );
        let there = legs.last().is_some_and(|leg| {
            // A pivot that was declined begins no leg.
            let counted = leg.length == c.since || (rules.options.free_withdrawal && leg.length >= c.since);
            counted && leg.heading == plane.heading && (c.ended || field.end(leg) == plane.spot)
        });
        let says = "the way ends where the aircraft stands and points, fwd-since after the last turn";
        flaws.unless(there, "state.moving.legs", says, rule::FORWARD);
        legs
    }
}
