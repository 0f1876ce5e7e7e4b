//! 5.2.1A and 5.2.1B with 6.A, 6.D, 6.D1, 6.D2: the altitude and the speed decision.

use crate::chart::Type;
use crate::command::{Altitude, Command, Move};
use crate::mover::Mover;
use crate::rules::Rules;
use crate::state::Plane;
use crate::{Choice, path, rule};
use std::ops::RangeInclusive;
use table::{Barred, Reasons, Refusal, Refusals, Say, Whether};

/// 5.2.1A and 5.2.1B: an altitude decision and a speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Decision {
    pub(crate) choice: Altitude,
    pub(crate) speed: u8,
}

/// 5.2.1A: the altitude decisions of a move.
pub(crate) fn altitude_choices(mover: Mover<'_>, order: &Move) -> Vec<Choice> {
    let (rules, plane) = (mover.rules, mover.plane());
    let offer = |choice: Altitude| {
        let next = Move { altitude: Some(choice), ..order.clone() };
        let mut why = Refusals::none();
        path::announced_objections(plane, &next, &mut why);
        why_not(rules, plane, choice, &mut why);
        let (key, rule) = match choice {
            Altitude::Level => (Some('L'), rule::ALTITUDE_DECISION),
            Altitude::Climb => (Some('C'), rule::CLIMBING),
            Altitude::HorizontalDive(1) => (Some('H'), rule::HORIZONTAL_DIVE),
            Altitude::HorizontalDive(_) => (None, rule::HORIZONTAL_DIVE),
            Altitude::VerticalDive(n) => ((n == 1).then_some('V'), rule::VERTICAL_DIVE),
        };
        let sinks = choice.levels() >= plane.altitude;
        let mut label = choice.to_string();
        label[..1].make_ascii_uppercase();
        Choice {
            note: if sinks {
                "below level 1".into()
            } else {
                format!("level {}", plane.altitude - choice.levels())
            },
            barred: Barred::all(&why),
            aircraft: Some(order.aircraft),
            key,
            ..Choice::new(label, rule, Say::Draft(Command::Move(next)))
        }
    };
    altitudes(rules, plane).map(offer).collect()
}

/// 5.2.1B: the speeds under an altitude decision.
pub(crate) fn speed_choices(mover: Mover<'_>, order: &Move, choice: Altitude) -> Vec<Choice> {
    let (rules, plane, ty) = (mover.rules, mover.plane(), mover.figures());
    let lowest = plane.speed.min(level_cap(rules, plane));
    let offer = |speed: u8| {
        // Whoever is in the middle of a move goes on from where it has got to.
        let next = Move { speed: Some(speed), path: plane.flown(), ..order.clone() };
        let mut why = Refusals::none();
        path::announced_objections(plane, &next, &mut why);
        objections(rules, plane, Decision { choice, speed }, &mut why);
        Choice {
            note: if speed > ty.level_max { "Dive".into() } else { String::new() },
            barred: Barred::all(&why),
            aircraft: Some(order.aircraft),
            key: char::from_digit(u32::from(speed), 10),
            ..Choice::new(format!("Speed {speed}"), rule::SPEED_DECISION, Say::Draft(Command::Move(next)))
        }
    };
    (lowest..=ty.maximum).map(offer).collect()
}

/// Everything that speaks against a decision, in the order in which the rules ask.
pub(crate) fn objections(rules: &Rules, plane: &Plane, decision: Decision, why: &mut impl Reasons) {
    let Decision { choice, speed } = decision;
    let ty = rules.of(plane.side);
    let (current, fastest) = (plane.speed, plane.max);
    let numbers = [i32::from(speed), i32::from(current), i32::from(ty.acceleration)];
    if speed > fastest {
        return why.object(|| {
            let numbers = [i32::from(speed), i32::from(fastest), 0];
            Refusal::with(rule::SPEED_TRACK, "speed {0} is above the Maximum Speed of {1}", numbers)
        });
    }
    let level_cap = level_cap(rules, plane);
    let capped = [i32::from(speed), i32::from(level_cap), 0];
    let climbs_out = choice == Altitude::Climb && current > level_cap;
    if climbs_out && rules.options.opt_strict_dive_band {
        // What a climb-out would need is no question then.
        return why.object(|| {
            Refusal::new(rule::DIVING, "at a Dive speed it must dive: climbing out is not played")
        });
    }
    if climbs_out {
        // 6.D ruling: the speed is set to Level Max at once, the difference must be climbed.
        why.unless(speed >= level_cap, || {
            let says = "climbing out of the Dive speeds it flies at {1}, not at {0}";
            Refusal::with(rule::SPEED_DECISION, says, capped)
        });
    } else {
        why.unless(speed >= current, || {
            let says = "speed {0} is below the Current Speed of {1}: only climbing slows an aircraft";
            Refusal::with(rule::SPEED_DECISION, says, numbers)
        });
        // 2.42: the chart's Maximum Acceleration.
        why.unless(speed <= current.saturating_add(ty.acceleration), || {
            let says = "speed {0} is more than {2} above the Current Speed of {1}";
            Refusal::with(rule::POINTS, says, numbers)
        });
    }
    why.unless(choice.dives() || speed <= level_cap, || {
        Refusal::with(rule::DIVING, "at speed {0}, above Level Max {1}, it must dive", capped)
    });
    match choice {
        Altitude::Level => {}
        Altitude::Climb => climb_objections(rules, plane, speed, why),
        Altitude::HorizontalDive(levels) => horizontal_objections(rules, ty, levels, speed, why),
        Altitude::VerticalDive(levels) => vertical_objections(ty, plane, levels, speed, why),
    }
}

/// 6.D1.
fn horizontal_objections(rules: &Rules, ty: &Type, levels: u8, speed: u8, why: &mut impl Reasons) {
    let (deepest, track) = (rules.tables.movement.deepest_horizontal_dive, ty.dive_track(speed));
    if !(1..=deepest).contains(&levels) {
        why.object(|| {
            let numbers = [i32::from(levels), i32::from(deepest), 0];
            Refusal::with(rule::HORIZONTAL_DIVE, "a horizontal dive loses 1 to {1} levels, not {0}", numbers)
        });
    } else if levels > 1 && levels > track {
        why.object(|| {
            let numbers = [i32::from(levels), i32::from(track), i32::from(speed)];
            let says = "a dive of {0} levels is deeper than the {1} that the track allows at speed {2}";
            Refusal::with(rule::HORIZONTAL_DIVE, says, numbers)
        });
    }
}

/// 6.D2.
fn vertical_objections(ty: &Type, plane: &Plane, levels: u8, speed: u8, why: &mut impl Reasons) {
    // 2.45: fuel injection.
    why.unless(ty.injection || plane.vertical || speed <= plane.speed, || {
        let says = "without fuel injection it may not accelerate in the first phase of a vertical dive";
        Refusal::new(rule::VERTICAL_DIVE, says)
    });
    // 2.47: the Vertical Dive Track.
    let track = ty.dive_track(speed);
    why.unless((1..=track).contains(&levels), || {
        let numbers = [i32::from(levels), i32::from(track), i32::from(speed)];
        let says = "a vertical dive of {0} levels: the track allows at most {1} at speed {2}";
        Refusal::with(rule::VERTICAL_DIVE, says, numbers)
    });
    why.unless(ty.dive_cost <= speed, || {
        let numbers = [i32::from(ty.dive_cost), i32::from(speed), 0];
        Refusal::with(rule::VERTICAL_DIVE, "a vertical dive costs {0}, speed is {1}", numbers)
    });
}

/// 6.C, 2.3: an announced climb must have room for its steps, in points and below the ceiling.
fn climb_objections(rules: &Rules, plane: &Plane, speed: u8, why: &mut impl Reasons) {
    let ty = rules.of(plane.side);
    let duty = climb_duty(rules, plane);
    why.unless(duty <= speed, || {
        let numbers = [i32::from(duty), i32::from(speed), 0];
        Refusal::with(rule::CLIMBING, "points that the climb needs: {0}, speed is {1}", numbers)
    });
    let steps = i32::from(duty / ty.climb_cost);
    let highest = rules.tables.map.highest;
    let room = i32::from(highest.saturating_sub(plane.altitude)) * i32::from(ty.climb_steps)
        + i32::from(ty.climb_steps.saturating_sub(1 + plane.climb));
    why.unless(steps <= room, || {
        let says = "steps that the climb needs: {0}; left below the end of level {2}, the highest: {1}";
        Refusal::with(rule::PIECES, says, [steps, room, i32::from(highest)])
    });
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

/// Whether a decision is legal.
pub(crate) fn allowed(rules: &Rules, plane: &Plane, decision: Decision) -> bool {
    let mut why = Whether::default();
    objections(rules, plane, decision, &mut why);
    !why.any()
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
    let legal = move |speed: &u8| allowed(rules, plane, Decision { choice, speed: *speed });
    open_speeds(rules, plane, choice).filter(legal)
}

/// Every altitude decision that a chart could ever allow, legal or not.
pub(crate) fn altitudes(rules: &Rules, plane: &Plane) -> impl Iterator<Item = Altitude> {
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
pub(crate) fn why_not(rules: &Rules, plane: &Plane, choice: Altitude, why: &mut impl Reasons) {
    if !possible(rules, plane, choice) {
        for speed in open_speeds(rules, plane, choice) {
            objections(rules, plane, Decision { choice, speed }, why);
        }
    }
}
