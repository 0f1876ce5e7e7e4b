//! Sections 11, 12.h, 16, 17 and 24: what a move does to speed, line by line, in quarter points of accel.

use crate::attitude::Nose;
use crate::command::{Altitude, Mode};
use crate::craft::Craft;
use crate::options::AltitudeExchange;
use crate::rule;
use crate::units::{BLOCK, QUARTERS};
use crate::walk::Walker;
use table::{RuleId, Terms};

/// What a move comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Balance {
    /// Increments gained, negative if lost.
    pub(crate) gain: i16,
    /// All accel less all decel in quarter points, with what was carried in.
    pub(crate) net: i16,
    /// End speed in half points, before the maximum dive speed limits it; below 0 if there is none.
    pub(crate) raw: i16,
    /// End speed in half points.
    pub(crate) speed: i16,
    /// Quarter points carried out.
    pub(crate) carry: i16,
    /// `16`: whether the speed pays for the height.
    pub(crate) payable: bool,
}

/// `16`: quarter points for a change of altitude at a move speed, accel positive; nothing if there is too little speed.
#[inline]
pub(crate) fn exchange(kind: AltitudeExchange, speed: i16, gain: i16) -> Option<i16> {
    let half_points = match kind {
        AltitudeExchange::Energy => {
            let q = 4 * i32::from(speed);
            let x = q * q - 77 * i32::from(gain);
            if x < 0 {
                return None;
            }
            let r = x.isqrt();
            (if x - r * r > r { r + 1 } else { r }) - q
        }
        AltitudeExchange::Linear => {
            let h = i32::from(speed.max(6));
            let size = (96 * i32::from(gain).abs() + 5 * h) / (10 * h);
            if gain > 0 { -size } else { size }
        }
    };
    Some(QUARTERS * half_points as i16)
}

/// `17.a`: quarter points of decel for a gain by rate: a sixth of it, to the nearest half point.
#[inline]
pub(crate) fn rate_decel(gain: i16) -> i16 {
    QUARTERS * ((2 * gain + 3) / 6)
}

/// `X.carry`: end speed and carry from a move speed and the net points.
#[inline]
pub(crate) fn settle(speed: i16, net: i16) -> (i16, i16) {
    (speed + net / BLOCK, net % BLOCK)
}

struct Sum<'t, T> {
    net: i16,
    terms: &'t mut T,
}

impl<T: Terms> Sum<'_, T> {
    #[inline]
    fn add(&mut self, from: &'static str, value: i16, rule: RuleId) {
        self.net += value;
        self.terms.add(from, value.into(), rule);
    }
}

/// Increments gained in a move.
#[inline]
pub(crate) fn gain(craft: &Craft<'_>, walker: &Walker, altitude: Altitude) -> i16 {
    if craft.mode == Mode::Stall {
        return -9;
    }
    9 * (i16::from(walker.up) - i16::from(walker.down)) + altitude.number()
}

/// The whole account of a move that was walked to its end.
#[inline]
pub(crate) fn balance(
    craft: &Craft<'_>,
    walker: &Walker,
    altitude: Altitude,
    terms: &mut impl Terms,
) -> Balance {
    let gain = gain(craft, walker, altitude);
    let mut sum = Sum { net: 0, terms };
    sum.add("Carry", craft.plane.carry, rule::CARRY);
    sum.add(
        "Power",
        craft.ty.power_at(craft.throttle, craft.band, craft.condition, craft.speed),
        if craft.condition.damaged { rule::DAMAGED_POWER } else { rule::POWER },
    );
    attitude_points(craft, walker, gain, &mut sum);
    let mut payable = true;
    if let Altitude::Rate(climbed) = altitude {
        sum.add("Climb by rate", -rate_decel(climbed), rule::RATE_GAIN);
    } else {
        let points = exchange(craft.rules.options.altitude_exchange, craft.speed, gain);
        payable = points.is_some();
        let from = if gain > 0 { "Altitude gained" } else { "Altitude lost" };
        sum.add(from, points.unwrap_or(0), rule::ENERGY_EXCHANGE);
    }
    manoeuvre_points(craft, walker, &mut sum);
    let over = craft.speed - craft.ty.top(craft.band, craft.condition);
    if over > 0 && -2 * gain < craft.speed {
        sum.add("Overspeed", -QUARTERS * over, rule::OVERSPEED);
    }
    let (raw, carry) = settle(craft.speed, sum.net);
    let limit = craft.ty.dive_limit(craft.band, craft.condition);
    let (speed, carry) = if raw > limit { (limit, 0) } else { (raw, carry) };
    Balance { gain, net: sum.net, raw, speed, carry, payable }
}

/// `12.h`: points for the attitude at the start.
#[inline]
fn attitude_points(craft: &Craft<'_>, walker: &Walker, gain: i16, sum: &mut Sum<'_, impl Terms>) {
    let (pitch, points) = (craft.pitch(), craft.ty.attitude);
    if pitch.bracketed() && gain >= 0 {
        sum.add("Inverted", -12, rule::INVERTED_DECEL);
    }
    match pitch.nose() {
        Nose::Level => {}
        Nose::Climb => {
            let rule = if points.climb_decel == 3 { rule::CLIMB_DECEL } else { rule::ATTITUDE_EXCEPTIONS };
            sum.add("Climbing", -4 * points.climb_decel, rule);
            if pitch.bracketed() {
                let net = i16::from(walker.up.saturating_sub(walker.down));
                sum.add("Climbing inverted", -4 * net, rule::INVERTED_CLIMB_DECEL);
            }
        }
        Nose::Dive => {
            let rule = if points.dive_accel == 1 { rule::DIVE_ACCEL } else { rule::ATTITUDE_EXCEPTIONS };
            sum.add("Diving", 4 * points.dive_accel, rule);
        }
    }
}

/// Decel of transitions, turns and other manoeuvres.
#[inline]
fn manoeuvre_points(craft: &Craft<'_>, walker: &Walker, sum: &mut Sum<'_, impl Terms>) {
    let transition = craft.transition_cost();
    sum.add("Transition", -QUARTERS * transition, rule::TRANSITIONS);
    sum.add("Turns", -QUARTERS * walker.turn_cost, rule::TURNS);
    let credit = (transition / 2).min(walker.turn_cost);
    sum.add("Credit of the transition", QUARTERS * credit, rule::CREDIT);
    if craft.flaps {
        sum.add("Turning with flaps", -4 * i16::from(walker.turned), rule::FLAPS_TURNING);
        sum.add("Flaps", -4, rule::FLAPS_MOVE);
    }
    sum.add("Turning with slats", -4 * i16::from(walker.slatted), rule::SLATS_TURNING);
    sum.add("Snap rolls", -4 * i16::from(walker.snaps), rule::SNAP_ROLLS);
    sum.add("Slips and skids", -QUARTERS * walker.side_cost, rule::SIDEWAYS);
    if craft.mode == Mode::Wingover {
        sum.add("Wingover", -QUARTERS * craft.ty.wingover.unwrap_or(0), rule::WINGOVER);
    }
}
