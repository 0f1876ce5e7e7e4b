//! Section 19.b to 19.k: fixed guns.

use crate::aircraft::{Mount, Sight};
use crate::attitude::Nose;
use crate::combat::{Shifts, Stance, crew_shifts, engine_shift, factor, ladder};
use crate::command::Burst;
use crate::rule;
use crate::rules::Rules;
use crate::space::{Frame, adjusted_range, angle};
use crate::state::State;
use table::{PieceId, Reasons, Refusal, RuleId, SumOnly, Terms, Whether};

/// An attack that may be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shot {
    pub(crate) firer: usize,
    pub(crate) target: usize,
    /// The step of the ladder before shifts.
    pub(crate) step: i16,
    pub(crate) shift: i16,
}

/// Whether an aircraft may use its guns at all in this game turn (`14.b`, `15.c.i`, `X.stall`).
pub(crate) fn check_barred(stance: &Stance, why: &mut impl Reasons) {
    why.unless(!stance.trace.negative, || {
        Refusal::new(rule::NEGATIVE_G, "no weapons after a negative-G transition")
    });
    why.unless(!stance.trace.et, || Refusal::new(rule::ET_NO_FIRE, "no weapons in a move at ET"));
    why.unless(!stance.trace.stalled, || Refusal::new(rule::STALL, "a stalled aircraft does not fire"));
}

/// `19.b`: the adjusted range to a target in the arc, in the combat phase.
fn check_arc(
    state: &State,
    (firer, from): (usize, &Stance),
    (target, to): (usize, &Stance),
    why: &mut impl Reasons,
) -> Option<u8> {
    let frame = Frame::of(from.hex, from.heading, to.hex);
    let climb = to.altitude - from.altitude;
    let hexes = match (frame.ahead, frame.right) {
        (0, 0) => 0,
        (1, 0) => 1,
        (2, 0 | -1) | (1, 1) => 2,
        _ => {
            why.object(|| Refusal::new(rule::FIXED_ARC, "the target is not in the arc"));
            return None;
        }
    };
    let Some(range) = adjusted_range(hexes, climb) else {
        let rule = if hexes == 2 { rule::FIXED_RANGE_TWO } else { rule::RANGE };
        // `19.b.ii` has the first word on a level firer.
        let rule = if from.nose == Nose::Level { rule::FIXED_LEVEL } else { rule };
        why.object(|| Refusal::new(rule, "the target is out of range"));
        return None;
    };
    match from.nose {
        Nose::Level => {
            let earlier = place_in_order(state, target) < place_in_order(state, firer);
            why.unless(hexes > 0 || (climb.abs() <= 3 && earlier), || {
                let says =
                    "in the own hex a level aircraft fires at targets within 3 increments that moved earlier";
                Refusal::new(rule::FIXED_LEVEL, says)
            });
            why.unless(hexes == 0 || i16::from(range) == hexes, || {
                Refusal::new(rule::FIXED_LEVEL, "too far above or below a level aircraft")
            });
        }
        Nose::Climb => why.unless(climb > 0, || {
            Refusal::new(rule::FIXED_CLIMBING, "a climbing aircraft fires at higher targets")
        }),
        Nose::Dive => why.unless(climb < 0, || {
            Refusal::new(rule::FIXED_DIVING, "a diving aircraft fires at lower targets")
        }),
    }
    Some(range)
}

fn place_in_order(state: &State, index: usize) -> usize {
    state.now.order.iter().position(|n| usize::from(*n) == index).unwrap_or(usize::MAX)
}

/// Judges an attack: in the combat phase, or head-on at a range already found.
pub(crate) fn judge(
    rules: &Rules,
    state: &State,
    burst: &Burst,
    head_on: bool,
    why: &mut impl Reasons,
) -> Option<Shot> {
    let (firer, target) = (burst.aircraft.index(), burst.target.index());
    let enemies = state.planes.get(target).is_some_and(crate::state::Plane::flying)
        && firer < state.planes.len()
        && rules.side(firer) != rules.side(target);
    if !enemies {
        why.object(|| Refusal::new(rule::COMBAT, "the target is no enemy in play"));
        return None;
    }
    let (from, to) = (Stance::of(rules, state, firer), Stance::of(rules, state, target));
    let plane = &state.planes[firer];
    check_barred(&from, why);
    why.unless(plane.blind & (1 << target) == 0, || {
        Refusal::new(rule::BLIND_SPOTS, "the target began the game turn in the blind spot")
    });
    let range = if head_on {
        crate::head_on::range(&from, &to)
    } else {
        check_arc(state, (firer, &from), (target, &to), why)
    };
    why.unless(!plane.fired, || Refusal::new(rule::STRENGTHS, "the fixed attack of this game turn is used"));
    check_ammo(rules, state, burst, why);
    let Some(range) = range else {
        if head_on {
            why.object(|| Refusal::new(rule::HEAD_ON, "it does not come head-on in range"));
        }
        return None;
    };
    let groups = rules.ty(firer).groups.iter().enumerate();
    let strength: i32 = groups
        .filter(|(n, _)| burst.groups & (1 << n) != 0)
        .map(|(_, group)| i32::from(group.strength[usize::from(range)]))
        .sum();
    let deflection = angle(from.heading, to.heading);
    let defence = i32::from(rules.ty(target).defence) * factor(deflection);
    let Some(step) = ladder(&rules.options, 4 * strength, defence) else {
        why.object(|| Refusal::new(rule::ODDS, "the odds are below 1:4"));
        return None;
    };
    let shift = shifts(rules, state, (firer, &from), (target, &to), &mut SumOnly);
    Some(Shot { firer, target, step, shift })
}

/// `19.a`, `19.k`: gun groups and ammunition.
fn check_ammo(rules: &Rules, state: &State, burst: &Burst, why: &mut impl Reasons) {
    let firer = burst.aircraft.index();
    let (ty, plane) = (rules.ty(firer), &state.planes[firer]);
    let known = burst.groups != 0 && u32::from(burst.groups) < 1 << ty.groups.len();
    why.unless(known, || Refusal::new(rule::STRENGTHS, "no such gun group"));
    let used = || ty.groups.iter().enumerate().filter(|(n, _)| burst.groups & (1 << n) != 0);
    why.unless(used().all(|(n, _)| plane.rounds(n) > 0), || {
        Refusal::new(rule::STRENGTHS, "out of ammunition")
    });
    if burst.aim {
        let has = |mount: Mount| used().any(|(_, group)| group.mount == mount);
        let enough =
            used().all(|(n, group)| plane.rounds(n) >= if group.mount == Mount::Nose { 2 } else { 1 });
        why.unless(has(Mount::Nose) && has(Mount::Wing) && enough, || {
            Refusal::new(rule::AIMING, "aiming takes nose guns with 2 units and wing guns with 1")
        });
    }
}

/// `T.fixed`: all shifts of an attack.
pub(crate) fn shifts(
    rules: &Rules,
    state: &State,
    (firer, from): (usize, &Stance),
    (target, to): (usize, &Stance),
    terms: &mut impl Terms,
) -> i16 {
    let crew = &rules.crews[firer];
    let deflection = angle(from.heading, to.heading);
    let mut sum = Shifts { total: 0, terms };
    let mut row = |holds: bool, from: &'static str, steps: i16, rule: RuleId| {
        if holds {
            sum.add(from, steps, rule);
        }
    };
    let frame = Frame::of(to.hex, to.heading, from.hex);
    let astern = frame.dead_astern() || (frame.here() && deflection == 0);
    row(astern && from.steady(1), "On the target's 6:00 line", 2, rule::FIXED_SHIFTS);
    let aimed = deflection < 90 || crew.ty.sight == Sight::Gyro;
    row(from.steady(2) && aimed, "No manoeuvre in the last 2 FPs", 2, rule::FIXED_SHIFTS);
    row(from.lately(from.trace.hard), "HT manoeuvre in the second half", -1, rule::FIXED_SHIFTS);
    row(from.lately(from.trace.break_turn), "BT manoeuvre in the second half", -2, rule::FIXED_SHIFTS);
    row(from.lately(from.trace.snap), "Snap roll in the second half", -1, rule::FIXED_SHIFTS);
    let slats = from.trace.slats & crate::state::Trace::last(from.flown, 1) != 0;
    row(slats, "Turn with slats", -1, rule::SLATS_FIRE);
    row(from.bank.inverted(), "Inverted", -2, rule::FIXED_SHIFTS);
    row(state.planes[firer].damaged, "Damaged", -2, rule::DAMAGED_FIRE);
    row(crew.ty.sight == Sight::Ring && deflection > 30, "No reflector sight", -2, rule::FIXED_SHIFTS);
    let engine = engine_shift(&rules.crews[target], to.throttle, deflection);
    row(engine != 0, "The target's engine", engine, rule::FIXED_SHIFTS);
    crew_shifts(crew, &mut sum);
    sum.total
}

/// All gun groups of an aircraft that have ammunition.
#[inline]
pub(crate) fn loaded_groups(rules: &Rules, state: &State, firer: usize) -> u16 {
    let plane = &state.planes[firer];
    (0..rules.ty(firer).groups.len()).filter(|n| plane.rounds(*n) > 0).fold(0, |set, n| set | 1 << n)
}

/// The attack with all guns on a target, if it may be made.
#[inline]
pub(crate) fn best(
    rules: &Rules,
    state: &State,
    firer: usize,
    target: usize,
    head_on: bool,
) -> Option<(Burst, Shot)> {
    let groups = loaded_groups(rules, state, firer);
    let burst = Burst { aircraft: PieceId::of(firer), target: PieceId::of(target), groups, aim: false };
    let mut why = Whether::default();
    let shot = judge(rules, state, &burst, head_on, &mut why)?;
    (!why.any()).then_some((burst, shot))
}

/// The enemies at which an aircraft may fire in the combat phase.
#[inline]
pub(crate) fn targets<'a>(
    rules: &'a Rules,
    state: &'a State,
    firer: usize,
) -> impl Iterator<Item = usize> + 'a {
    let plane = &state.planes[firer];
    let side = rules.side(firer).enemy();
    let able = plane.flying() && !plane.fired && !rules.ty(firer).groups.is_empty();
    let near = move |n: &usize| able && state.planes[*n].hex.distance(plane.hex) <= 2;
    state.flying(rules, side).filter(near).filter(move |n| best(rules, state, firer, *n, false).is_some())
}

/// Takes ammunition for an attack that was made.
pub(crate) fn spend(rules: &Rules, state: &mut State, burst: &Burst, hit: bool) {
    let firer = burst.aircraft.index();
    let ty = rules.ty(firer);
    let Some(ammo) = &mut state.planes[firer].ammo else { return };
    for (n, group) in ty.groups.iter().enumerate().filter(|(n, _)| burst.groups & (1 << n) != 0) {
        let units = match (burst.aim, group.mount) {
            (false, _) => 1,
            (true, Mount::Nose) => 2,
            (true, Mount::Wing) => u8::from(hit),
        };
        if let Some(rounds) = ammo.get_mut(n) {
            *rounds = rounds.saturating_sub(units);
        }
    }
}
