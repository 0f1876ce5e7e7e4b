//! Section 19.l: flexible guns and combined fire.

use crate::aircraft::Height;
use crate::combat::{Shifts, Stance, crew_shifts, engine_shift, factor, ladder};
use crate::command::{Crew, Guns};
use crate::rule;
use crate::rules::Rules;
use crate::space::{Frame, adjusted_range, angle};
use crate::state::State;
use arrayvec::ArrayVec;
use sky::Hex;
use table::{PieceId, Reasons, Refusal, SumOnly, Terms, Whether};

/// An answer that may be given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    /// Who scores a kill: the aircraft attacked if it fires, else the first in id order (`19`).
    pub(crate) credit: usize,
    pub(crate) target: usize,
    pub(crate) step: i16,
    pub(crate) shift: i16,
}

/// The hex from which a target came, or the one behind it.
fn came_from(to: &Stance) -> Hex {
    to.hex.ahead(to.trace.entered().unwrap_or(to.heading), -1)
}

/// The hex to which a gun points: that of the target, at range 0 the one through which it came.
fn aim_point(from: &Stance, to: &Stance) -> Hex {
    if from.hex == to.hex { came_from(to) } else { to.hex }
}

/// Whether a place lies in the sector of `clock` o'clock.
fn in_sector(from: &Stance, place: Hex, clock: u8) -> bool {
    let heading = from.heading.turned((clock / 2) as i8);
    Frame::of(from.hex, heading, place).front()
}

fn height(from: &Stance, to: &Stance) -> Height {
    match to.altitude.cmp(&from.altitude) {
        std::cmp::Ordering::Greater => Height::High,
        std::cmp::Ordering::Equal => Height::Same,
        std::cmp::Ordering::Less => Height::Low,
    }
}

/// `19.f`: the deflection of a flexible gun.
fn deflection(from: &Stance, to: &Stance) -> u16 {
    let place = aim_point(from, to);
    // The vector from the firer, in the frame of the target's heading.
    let (ahead, right) = from.hex.seen_from(to.heading, place);
    Frame { ahead, right }.bearing_angle()
}

/// The gun positions of an aircraft that bear on a target, bit by bit. `attacked` is the aircraft that the target attacks.
pub(crate) fn bearing(
    rules: &Rules,
    state: &State,
    carrier: usize,
    (target, attacked): (usize, usize),
) -> u16 {
    let (plane, ty) = (&state.planes[carrier], rules.ty(carrier));
    if ty.positions.is_empty() || !plane.flying() {
        return 0;
    }
    let (from, to) = (Stance::of(rules, state, carrier), Stance::of(rules, state, target));
    let mut barred = Whether::default();
    check_carrier(&from, &mut barred);
    let range = adjusted_range(from.hex.distance(to.hex), to.altitude - from.altitude);
    if barred.any() || range.is_none() {
        return 0;
    }
    let (height, place) = (height(&from, &to), aim_point(&from, &to));
    let bears = |n: &usize| {
        let position = &ty.positions[*n];
        let blind = position.blind.is_some_and(|spot| {
            carrier == attacked && spot.height == height && in_sector(&from, place, spot.sector)
        });
        let fresh = plane.gunned & (1 << n) == 0 && plane.gun_rounds(*n) > 0;
        fresh
            && !blind
            && position.sectors[height as usize].iter().any(|clock| in_sector(&from, place, *clock))
    };
    (0..ty.positions.len()).filter(bears).fold(0, |set, n| set | 1 << n)
}

/// `19.l.iii`: whether the guns of an aircraft may fire after its move.
fn check_carrier(from: &Stance, why: &mut impl Reasons) {
    crate::fixed::check_barred(from, why);
    let hard = from.trace.hard | from.trace.break_turn | from.trace.snap;
    why.unless(hard == 0, || {
        Refusal::new(
            rule::FLEXIBLE_BARRED,
            "no flexible guns after an HT or tighter manoeuvre or a snap roll",
        )
    });
}

/// Judges an answer to the attack of `guns.target` on `attacked`.
pub(crate) fn judge(
    rules: &Rules,
    state: &State,
    guns: &Guns,
    attacked: usize,
    why: &mut impl Reasons,
) -> Option<Answer> {
    let target = guns.target.index();
    let formation = state.formation_of(rules, attacked);
    let mut seen = 0u32;
    for crew in &guns.crews {
        let carrier = crew.aircraft.index();
        let known = carrier < state.planes.len() && seen & (1 << carrier) == 0 && crew.positions != 0;
        if !known {
            why.object(|| Refusal::new(rule::FLEXIBLE_GUNS, "no such gunners"));
            return None;
        }
        seen |= 1 << carrier;
        let member = formation.is_some() && state.formation_of(rules, carrier) == formation;
        why.unless(carrier == attacked || member, || {
            Refusal::new(rule::COMBINED_FIRE, "only its fixed formation helps an aircraft")
        });
        check_carrier(&Stance::of(rules, state, carrier), why);
        let free = bearing(rules, state, carrier, (target, usize::MAX));
        why.unless(crew.positions & !free == 0, || {
            Refusal::new(rule::FLEXIBLE_ARCS, "a gun does not bear, has fired or is out of ammunition")
        });
        let seeing = bearing(rules, state, carrier, (target, attacked));
        why.unless(crew.positions & free & !seeing == 0, || {
            Refusal::new(rule::FLEXIBLE_BLIND, "a gun is blind towards an attacker of its own aircraft")
        });
    }
    if guns.crews.is_empty() {
        why.object(|| Refusal::new(rule::FLEXIBLE_GUNS, "nobody fires"));
        return None;
    }
    let (eighths, angle) = strength(rules, state, guns, attacked)?;
    let defence = i32::from(rules.ty(target).defence) * factor(angle);
    let Some(step) = ladder(&rules.options, eighths, defence) else {
        why.object(|| Refusal::new(rule::ODDS, "the odds are below 1:4"));
        return None;
    };
    let shift = shifts(rules, state, (guns, attacked), angle, &mut SumOnly);
    let own = guns.crews.iter().any(|crew| crew.aircraft.index() == attacked);
    let credit =
        if own { Some(attacked) } else { guns.crews.iter().map(|crew| crew.aircraft.index()).min() }?;
    Some(Answer { credit, target, step, shift })
}

/// Combined strength in eighths, and the best angle: the lowest factor, 180 before 60.
/// A damaged carrier counts half ([`crate::rule::DAMAGED_FLEXIBLE`]).
pub(crate) fn strength(rules: &Rules, state: &State, guns: &Guns, attacked: usize) -> Option<(i32, u16)> {
    let to = Stance::of(rules, state, guns.target.index());
    let mut sum = 0;
    let mut best: Option<u16> = None;
    for crew in &guns.crews {
        let carrier = crew.aircraft.index();
        let from = Stance::of(rules, state, carrier);
        let range = adjusted_range(from.hex.distance(to.hex), to.altitude - from.altitude)?;
        let positions = rules.ty(carrier).positions.iter().enumerate();
        let own: i32 = positions
            .filter(|(n, _)| crew.positions & (1 << n) != 0)
            .map(|(_, position)| i32::from(position.strength[usize::from(range)]))
            .sum();
        // `19.l.i` and `20.g` each halve it.
        let halvings = u32::from(carrier != attacked) + u32::from(state.planes[carrier].damaged);
        sum += (4 * own) >> halvings;
        let angle = deflection(&from, &to);
        let better = |other: u16| (factor(angle), u16::MAX - angle) < (factor(other), u16::MAX - other);
        if best.is_none_or(better) {
            best = Some(angle);
        }
    }
    Some((sum, best?))
}

/// `T.flex`: all shifts of an answer.
pub(crate) fn shifts(
    rules: &Rules,
    state: &State,
    (guns, attacked): (&Guns, usize),
    angle_on_target: u16,
    terms: &mut impl Terms,
) -> i16 {
    let target = guns.target.index();
    let to = Stance::of(rules, state, target);
    let mut sum = Shifts { total: 0, terms };
    let engine = engine_shift(&rules.crews[target], to.throttle, angle_on_target);
    if engine != 0 {
        sum.add("The target's engine", engine, rule::FLEXIBLE_SHIFTS);
    }
    let own = guns.crews.iter().any(|crew| crew.aircraft.index() == attacked);
    let from = Stance::of(rules, state, attacked);
    if own && to.steady(2) && angle(to.heading, from.heading) < 90 {
        sum.add("The attacker flies steadily", 2, rule::FLEXIBLE_SHIFTS);
    }
    // A combined attack has no single firer.
    if let [crew] = guns.crews.as_slice() {
        crew_shifts(&rules.crews[crew.aircraft.index()], &mut sum);
    }
    sum.total
}

/// The strongest answer to an attack, if one may be given.
pub(crate) fn best(rules: &Rules, state: &State, target: usize, attacked: usize) -> Option<Guns> {
    let mut crews: ArrayVec<(i32, Crew), { crate::rules::MOST_AIRCRAFT }> = ArrayVec::new();
    let formation = state.formation_of(rules, attacked);
    for carrier in 0..state.planes.len() {
        let member = formation.is_some() && state.formation_of(rules, carrier) == formation;
        if carrier != attacked && !member {
            continue;
        }
        let positions = bearing(rules, state, carrier, (target, attacked));
        if positions == 0 {
            continue;
        }
        let crew = Crew { aircraft: PieceId::of(carrier), positions };
        let alone = Guns { target: PieceId::of(target), crews: ArrayVec::from_iter([crew]) };
        let eighths = strength(rules, state, &alone, attacked).map_or(0, |(eighths, _)| eighths);
        // The aircraft attacked comes first: its part is whole, and the attacker's steadiness counts.
        crews.push((if carrier == attacked { i32::MAX } else { eighths }, crew));
    }
    crews.sort_by_key(|(eighths, crew)| (-*eighths, crew.aircraft));
    let crews = crews.into_iter().map(|(_, crew)| crew).take(crate::command::MOST_CREWS).collect();
    let guns = Guns { target: PieceId::of(target), crews };
    let mut why = Whether::default();
    judge(rules, state, &guns, attacked, &mut why)?;
    (!why.any()).then_some(guns)
}

/// Takes ammunition for an answer that was given.
pub(crate) fn spend(state: &mut State, guns: &Guns) {
    for crew in &guns.crews {
        let plane = &mut state.planes[crew.aircraft.index()];
        plane.gunned |= crew.positions;
        let Some(ammo) = &mut plane.gun_ammo else { continue };
        for (n, rounds) in ammo.iter_mut().enumerate() {
            *rounds = rounds.saturating_sub(u8::from(crew.positions & (1 << n) != 0));
        }
    }
}
