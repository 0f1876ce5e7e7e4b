//! 5.2.1A and 5.2.1B with 6.A, 6.D, 6.D1, 6.D2: the altitude and the speed decision.

use crate::command::Altitude;
use crate::rule;
use crate::state::{Plane, Rules};
use std::ops::RangeInclusive;
use table::Refusal;

/// Everything that speaks against flying `speed` under an altitude decision, in the order in which the rules ask.
pub(crate) fn objections(
    rules: &Rules,
    plane: &Plane,
    choice: Altitude,
    speed: u8,
    tell: &mut impl FnMut(Refusal),
) {
    let ty = rules.of(plane.side);
    let (current, fastest) = (plane.speed, plane.max);
    let numbers = [i32::from(speed), i32::from(current), i32::from(ty.acceleration)];
    if speed > fastest {
        let numbers = [i32::from(speed), i32::from(fastest), 0];
        tell(Refusal::with(rule::SPEED_TRACK, "speed {0} is above the Maximum Speed of {1}", numbers));
        return;
    }
    let level_cap = level_cap(rules, plane);
    let climbs_out = choice == Altitude::Climb && current > level_cap;
    if climbs_out && rules.options.opt_strict_dive_band {
        // What a climb-out would need is no question then.
        tell(Refusal::new(rule::DIVING, "at a Dive speed it must dive: climbing out is not played"));
        return;
    }
    if climbs_out {
        // 6.D ruling: the speed is set to Level Max at once, the difference must be climbed.
        if speed < level_cap {
            let numbers = [i32::from(speed), i32::from(level_cap), 0];
            let says = "climbing out of the Dive speeds it flies at {1}, not at {0}";
            tell(Refusal::with(rule::SPEED_DECISION, says, numbers));
        }
    } else {
        if speed < current {
            let says = "speed {0} is below the Current Speed of {1}: only climbing slows an aircraft";
            tell(Refusal::with(rule::SPEED_DECISION, says, numbers));
        }
        // 2.42: the chart's Maximum Acceleration.
        if speed > current.saturating_add(ty.acceleration) {
            let says = "speed {0} is more than {2} above the Current Speed of {1}";
            tell(Refusal::with(rule::POINTS, says, numbers));
        }
    }
    if !choice.dives() && speed > level_cap {
        let numbers = [i32::from(speed), i32::from(level_cap), 0];
        tell(Refusal::with(rule::DIVING, "at speed {0}, above Level Max {1}, it must dive", numbers));
    }
    let track = ty.dive_track(speed);
    match choice {
        Altitude::Level => {}
        Altitude::Climb => climb_objections(rules, plane, speed, tell),
        Altitude::HorizontalDive(levels) => {
            let deepest = rules.tables.movement.deepest_horizontal_dive;
            if !(1..=deepest).contains(&levels) {
                let numbers = [i32::from(levels), i32::from(deepest), 0];
                tell(Refusal::with(
                    rule::HORIZONTAL_DIVE,
                    "a horizontal dive loses 1 to {1} levels, not {0}",
                    numbers,
                ));
            } else if levels > 1 && levels > track {
                let numbers = [i32::from(levels), i32::from(track), i32::from(speed)];
                let says = "a dive of {0} levels is deeper than the {1} that the track allows at speed {2}";
                tell(Refusal::with(rule::HORIZONTAL_DIVE, says, numbers));
            }
        }
        Altitude::VerticalDive(levels) => {
            // 2.45: fuel injection.
            if !ty.injection && !plane.vertical && speed > current {
                let says =
                    "without fuel injection it may not accelerate in the first phase of a vertical dive";
                tell(Refusal::new(rule::VERTICAL_DIVE, says));
            }
            // 2.47: the Vertical Dive Track.
            if levels == 0 || levels > track {
                let numbers = [i32::from(levels), i32::from(track), i32::from(speed)];
                let says = "a vertical dive of {0} levels: the track allows at most {1} at speed {2}";
                tell(Refusal::with(rule::VERTICAL_DIVE, says, numbers));
            }
            if ty.dive_cost > speed {
                let numbers = [i32::from(ty.dive_cost), i32::from(speed), 0];
                tell(Refusal::with(rule::VERTICAL_DIVE, "a vertical dive costs {0}, speed is {1}", numbers));
            }
        }
    }
}

/// 6.C, 2.3: an announced climb must have room for its steps, in points and below the ceiling.
fn climb_objections(rules: &Rules, plane: &Plane, speed: u8, tell: &mut impl FnMut(Refusal)) {
    let ty = rules.of(plane.side);
    let duty = climb_duty(rules, plane);
    if duty > speed {
        let numbers = [i32::from(duty), i32::from(speed), 0];
        tell(Refusal::with(rule::CLIMBING, "the climb needs {0} points, speed is {1}", numbers));
    }
    let steps = duty / ty.climb_cost;
    let room = i32::from(rules.tables.map.highest.saturating_sub(plane.altitude)) * i32::from(ty.climb_steps)
        + i32::from(ty.climb_steps.saturating_sub(1 + plane.climb));
    if i32::from(steps) > room {
        let numbers = [i32::from(steps), room, i32::from(rules.tables.map.highest)];
        tell(Refusal::with(
            rule::PIECES,
            "steps that the climb needs: {0}; left below the end of level {2}, the highest: {1}",
            numbers,
        ));
    }
}

/// The fastest speed without a dive.
pub(crate) fn level_cap(rules: &Rules, plane: &Plane) -> u8 {
    rules.of(plane.side).level_max.min(plane.max)
}

/// 6.D ruling: steps of speed lost at once by climbing out of the Dive speeds.
pub(crate) fn climb_out(rules: &Rules, plane: &Plane) -> u8 {
    plane.speed.saturating_sub(level_cap(rules, plane))
}

/// 6.C: points that an announced climb must spend climbing, in whole steps and at least one.
pub(crate) fn climb_duty(rules: &Rules, plane: &Plane) -> u8 {
    let cost = rules.of(plane.side).climb_cost;
    climb_out(rules, plane).div_ceil(cost).max(1) * cost
}

/// Whether a speed is legal under an altitude decision.
pub(crate) fn allowed(rules: &Rules, plane: &Plane, choice: Altitude, speed: u8) -> bool {
    let mut ok = true;
    objections(rules, plane, choice, speed, &mut |_| ok = false);
    ok
}

/// 6.A, 6.D: the speeds from which an altitude decision lets the player choose, before anything else forbids them.
fn open_speeds(rules: &Rules, plane: &Plane, choice: Altitude) -> RangeInclusive<u8> {
    let (current, cap) = (plane.speed, level_cap(rules, plane));
    let top = current.saturating_add(rules.of(plane.side).acceleration).min(plane.max);
    match choice {
        Altitude::Climb if current > cap => cap..=cap,
        Altitude::Climb | Altitude::Level => current..=top.min(cap).max(current),
        Altitude::HorizontalDive(_) | Altitude::VerticalDive(_) => current..=top,
    }
}

/// `speed_options` of the digest: every legal speed under an altitude decision.
pub(crate) fn speeds(rules: &Rules, plane: &Plane, choice: Altitude) -> impl Iterator<Item = u8> {
    open_speeds(rules, plane, choice).filter(move |s| allowed(rules, plane, choice, *s))
}

/// Every altitude decision that a chart could ever allow, legal or not.
pub(crate) fn choices(rules: &Rules, plane: &Plane) -> impl Iterator<Item = Altitude> {
    let ty = rules.of(plane.side);
    let horizontal = rules.tables.movement.deepest_horizontal_dive;
    let vertical = ty.dive_track(ty.maximum);
    [Altitude::Level, Altitude::Climb]
        .into_iter()
        .chain((1..=horizontal).map(Altitude::HorizontalDive))
        .chain((1..=vertical).map(Altitude::VerticalDive))
}

/// Whether some speed is legal under it.
pub(crate) fn possible(rules: &Rules, plane: &Plane, choice: Altitude) -> bool {
    speeds(rules, plane, choice).next().is_some()
}

/// Why no speed is legal under it: what speaks against each that it leaves open. Silent when one is legal.
pub(crate) fn why_not(rules: &Rules, plane: &Plane, choice: Altitude, tell: &mut impl FnMut(Refusal)) {
    if !possible(rules, plane, choice) {
        for speed in open_speeds(rules, plane, choice) {
            objections(rules, plane, choice, speed, tell);
        }
    }
}
