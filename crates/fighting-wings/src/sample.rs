//! Draws one legal command at random.

use crate::command::{Altitude, Burst, Command, Mode, Plan, Throttle};
use crate::course::{Course, Kind, Manoeuvre, Step};
use crate::craft::Craft;
use crate::flight::draft::{blank, modes};
use crate::flight::{altitude_range, arrives, check_opening, check_path_end, straight_plan};
use crate::rules::Rules;
use crate::state::{Asked, Stage, State};
use crate::turn::Rate;
use crate::walk::Walker;
use crate::{Hand, Look, fixed, flexible, formation, sequence, victory};
use table::{Chooser, PieceId, Reasons, Whether};

/// How many plans are drawn before a straight one is searched.
const TRIES: usize = 4;

/// Draws a command.
#[inline]
pub(crate) fn sample(look: Look<'_>, chooser: &mut impl Chooser) -> Command {
    let Look { rules, state, .. } = look;
    if let Some(halted) = &state.now.halted {
        let (mover, foe) = (halted.plan.aircraft.index(), usize::from(halted.foe));
        return match halted.asked {
            Asked::Mover => fire(look, mover, &[foe], chooser),
            Asked::Foe => fire(look, foe, &[mover], chooser),
            Asked::Gunners => guns(look, chooser),
        };
    }
    match state.now.stage {
        Stage::Brief(_) => {
            let mut brief = formation::usual(look);
            brief.follow.retain(|_| chooser.below(4) > 0);
            brief.join.retain(|_| chooser.below(4) > 0);
            let members = (0..state.planes.len()).filter(|n| rules.side(*n) == look.side);
            let leaving = members.filter(|n| formation::may_leave(rules, state, *n));
            brief.leave = leaving.filter(|_| chooser.below(40) == 0).map(PieceId::of).collect();
            Command::Brief(brief)
        }
        Stage::Lead(number) => {
            let count = state.members(rules, number).count().max(1) as u32;
            let nth = chooser.below(count) as usize;
            Command::Lead(PieceId::of(state.members(rules, number).nth(nth).unwrap_or(0)))
        }
        Stage::Move(movers) => {
            let nth = chooser.below(movers.count_ones());
            let index = (0..state.planes.len()).filter(|n| movers & (1 << n) != 0).nth(nth as usize);
            Command::Fly(plan(rules, state, index.unwrap_or(0), chooser))
        }
        Stage::Fire(place) => {
            let firer = state.now.order.get(usize::from(place)).map_or(0, |n| usize::from(*n));
            let count = fixed::targets(rules, state, firer).count().max(1) as u32;
            let nth = chooser.below(count) as usize;
            match fixed::targets(rules, state, firer).nth(nth) {
                Some(target) => fire(look, firer, &[target], chooser),
                None => Command::Pass,
            }
        }
        Stage::Answer(_) => guns(look, chooser),
        Stage::Depart(_) => {
            let able = state.flying(rules, look.side).filter(|n| victory::may_leave(rules, state, *n));
            Command::Disengage(able.filter(|_| chooser.below(2) == 0).map(PieceId::of).collect())
        }
        Stage::Over => Command::Pass,
    }
}

/// All guns, now and then fewer, now and then none.
fn fire(look: Look<'_>, firer: usize, targets: &[usize], chooser: &mut impl Chooser) -> Command {
    let head_on = look.state.now.halted.is_some();
    match chooser.below(8) {
        0 => Command::Pass,
        1 => {
            let all = fixed::loaded_groups(look.rules, look.state, firer);
            let groups = all & chooser.below(1 << all.count_ones().max(4)) as u16;
            let aim = chooser.below(2) == 0;
            let burst = Burst { aircraft: PieceId::of(firer), target: PieceId::of(targets[0]), groups, aim };
            let command = Command::Fire(burst);
            let mut why = Whether::default();
            let shot = fixed::judge(look.rules, look.state, &burst, head_on, &mut why);
            if shot.is_none() || why.any() { Command::Pass } else { command }
        }
        _ => fixed::best(look.rules, look.state, firer, targets[0], head_on)
            .map_or(Command::Pass, |(burst, _)| Command::Fire(burst)),
    }
}

fn guns(look: Look<'_>, chooser: &mut impl Chooser) -> Command {
    let answering = sequence::answering(look.state).filter(|_| chooser.below(8) > 0);
    let guns =
        answering.and_then(|(target, attacked)| flexible::best(look.rules, look.state, target, attacked));
    guns.map_or(Command::Pass, Command::Guns)
}

/// A random legal plan of an aircraft.
pub(crate) fn plan(rules: &Rules, state: &State, index: usize, chooser: &mut impl Chooser) -> Plan {
    for _ in 0..TRIES {
        if let Some(plan) = draw(rules, state, index, chooser) {
            return plan;
        }
    }
    safe_plan(rules, state, index)
}

/// The first straight plan that is legal, or the stall (`X.noplan`).
pub(crate) fn safe_plan(rules: &Rules, state: &State, index: usize) -> Plan {
    for mode in modes().filter(|mode| matches!(mode, Mode::Steady | Mode::To(_))) {
        for throttle in Throttle::ALL.into_iter().rev() {
            for flaps in [false, true] {
                if let Some(plan) = straight_plan(rules, state, index, (throttle, flaps, mode)) {
                    return plan;
                }
            }
        }
    }
    blank(rules, state, index, Mode::Stall)
}

/// Draws settings, VFPs, steps and an altitude number; nothing if that comes to no legal plan.
fn draw(rules: &Rules, state: &State, index: usize, chooser: &mut impl Chooser) -> Option<Plan> {
    let plane = &state.planes[index];
    let ty = rules.ty(index);
    let mode = match chooser.below(8) {
        0 => Mode::Wingover,
        1 => Mode::NoteAUp,
        2 => Mode::NoteADown,
        3..6 => Mode::To(*chooser.pick(&crate::Pitch::ALL)),
        _ => Mode::Steady,
    };
    let throttle = *chooser.pick(&Throttle::ALL);
    let throttle = if plane.forced_idle { Throttle::Idle } else { throttle };
    let mut plan = blank(rules, state, index, mode);
    plan.throttle = if ty.has(throttle) { throttle } else { Throttle::Military };
    plan.flaps = ty.flaps_limit.is_some() && chooser.below(4) == 0;
    plan.jettison = plane.loaded && !plane.unloads && chooser.below(30) == 0;
    let mut craft = Craft::new(rules, state, index, &plan);
    if let Some((low, high)) = craft.reversals() {
        plan.steps.reversal = Some(if chooser.below(2) == 0 { low } else { high });
        craft.reversal = plan.steps.reversal;
    }
    let (pairs, _) = craft.pairs();
    let mut why = Whether::default();
    check_opening(&craft, &plan, &mut why);
    if why.any() || pairs.is_empty() {
        return None;
    }
    let pair = *chooser.pick(&pairs);
    let walker = steps(&craft, pair, &mut plan.steps, chooser)?;
    check_path_end(&craft, (walker.last_turn, walker.bank), walker.late_vfps > 0, &mut why);
    if why.any() || (walker.up, walker.down) != pair || (mode == Mode::NoteADown && !walker.rolled_first) {
        return None;
    }
    let (low, high) = altitude_range(&craft, pair.0 + pair.1);
    let any = low + chooser.below((high - low + 1) as u32) as i16;
    for n in [any, 0, low] {
        plan.altitude = plan.altitude.with(n);
        if arrives(state, index, (&craft, plan.throttle), &walker, &plan) {
            return Some(plan);
        }
    }
    let rate = ty.climb_rate(craft.band, craft.condition);
    if mode == Mode::Steady && rate > 0 {
        plan.altitude = Altitude::Rate(1 + chooser.below(rate as u32) as i16);
        return arrives(state, index, (&craft, plan.throttle), &walker, &plan).then_some(plan);
    }
    None
}

/// Draws the FPs of a move with so many VFPs; nothing if it comes to a place where no FP may stand.
#[inline]
fn steps(
    craft: &Craft<'_>,
    (up, down): (u8, u8),
    course: &mut Course,
    chooser: &mut impl Chooser,
) -> Option<Walker> {
    let (limit, _) = crate::craft::per_hex(up + down, craft.fps - up - down);
    let mut walker = Walker::new(craft);
    let up_first = craft.entry.is_none_or(|entry| entry.up_first);
    let mut last = Manoeuvre::Straight;
    while walker.fp < craft.fps {
        let left = craft.fps - walker.fp;
        let (ups, downs) = (up - walker.up, down - walker.down);
        let vertical = (ups + downs > 0 && walker.in_hex < limit)
            && (left <= ups + downs || chooser.below(u32::from(left)) < u32::from(ups + downs));
        let kind = match (vertical, ups > 0 && (up_first || downs == 0)) {
            (false, _) => Kind::H,
            (true, true) => Kind::U,
            (true, false) => Kind::D,
        };
        let straight = craft.plane.forced_straight;
        let wanted = if straight { Manoeuvre::Straight } else { act(craft, &walker, last, chooser) };
        let before = walker;
        let mut why = Whether::default();
        walker.step(craft, Step { kind, act: wanted }, &mut why);
        last = wanted;
        if why.any() {
            (walker, last, why) = (before, Manoeuvre::Straight, Whether::default());
            walker.step(craft, Step::straight(kind), &mut why);
        }
        if why.any() {
            return None;
        }
        course.steps.push(Step { kind, act: last });
    }
    Some(walker)
}

/// Draws an act: what was begun goes on more often than not.
#[inline]
fn act(craft: &Craft<'_>, walker: &Walker, last: Manoeuvre, chooser: &mut impl Chooser) -> Manoeuvre {
    let side = walker.bank.side();
    let hand = *chooser.pick(&Hand::BOTH);
    let turn = |hand: Hand, rate: Rate, chooser: &mut dyn FnMut(u32) -> u32| {
        let cell = crate::turn::cell(craft.speed, rate);
        let fps = walker.turn.filter(|turn| turn.rate == rate).map_or(0, |turn| turn.fps) + 1;
        let ready = cell.is_some_and(|cell| fps >= cell.needed(false));
        let change = if ready { 1 + chooser(cell.map_or(1, |cell| cell.most().into())) as u8 } else { 0 };
        Manoeuvre::Turn { hand, rate, change }
    };
    let mut below = |n: u32| chooser.below(n);
    match (last, side) {
        (Manoeuvre::Turn { hand, rate, .. }, Some(_)) if below(4) > 0 => turn(hand, rate, &mut below),
        (Manoeuvre::Bank { .. } | Manoeuvre::Slip { .. } | Manoeuvre::Skid { .. }, _)
            if walker.begun.is_some() =>
        {
            last
        }
        (_, Some(hand)) if below(2) == 0 => {
            let rate = Rate::ALL[below(5) as usize];
            turn(hand, rate, &mut below)
        }
        _ => match below(8) {
            0 | 1 => Manoeuvre::Bank { hand, count: 1, snap: below(6) == 0 },
            2 => Manoeuvre::Bank { hand, count: 2, snap: false },
            3 => Manoeuvre::Slip { hand: side.unwrap_or(hand) },
            4 => Manoeuvre::Skid { hand, turn: below(2) == 0 },
            _ => Manoeuvre::Straight,
        },
    }
}
