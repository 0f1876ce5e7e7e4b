//! What a simple pilot thinks of a command: shots first, then a place behind the enemy, then energy; never the ground.

use crate::aircraft::band;
use crate::attitude::Nose;
use crate::command::{Brief, Command};
use crate::craft::Craft;
use crate::flight::effect::landed;
use crate::flight::examine;
use crate::odds::worth;
use crate::rules::Rules;
use crate::space::{Frame, angle, degrees};
use crate::state::{Plane, State};
use crate::view::energy;
use crate::{Look, fixed, formation};
use table::{Heed, Whether};

/// What a candidate is worth, higher is better.
pub(crate) fn appraise(look: Look<'_>, command: &Command, heed: Heed) -> i64 {
    let Look { rules, state, .. } = look;
    match command {
        Command::Fly(plan) => {
            let index = plan.aircraft.index();
            let mut unused = Whether::default();
            let Some(arrival) = examine(rules, state, index, plan, &mut unused) else { return i64::MIN };
            let craft = Craft::new(rules, state, index, plan);
            let mut after = after_moving(state, index);
            after.planes[index] = Plane { moved: true, ..landed(&craft, plan, &arrival) };
            standing(rules, &after, index, heed)
        }
        Command::Fire(burst) => {
            let head_on = state.now.halted.is_some();
            let shot = fixed::judge(rules, state, burst, head_on, &mut Whether::default());
            // Of equal chances the one that spends less.
            shot.map_or(-1, |shot| {
                100 * worth(rules, state, &shot) - i64::from(burst.groups.count_ones()) - i64::from(burst.aim)
            })
        }
        Command::Guns(_) => 1,
        Command::Brief(brief) => {
            i64::from(*brief == formation::usual(look)) - i64::from(*brief == Brief::default())
        }
        Command::Disengage(leaving) => {
            let spent = leaving.iter().all(|piece| !armed(rules, state, piece.index()));
            if leaving.is_empty() {
                0
            } else if spent {
                1
            } else {
                -1
            }
        }
        _ => 0,
    }
}

/// A position in which an aircraft has had its move, wherever that leads.
pub(crate) fn after_moving(state: &State, index: usize) -> State {
    let mut after = state.clone();
    after.planes[index].moved = true;
    let order = &mut after.now.order;
    if !order.contains(&(index as u8)) && !order.is_full() {
        order.push(index as u8);
    }
    after
}

/// Whether an aircraft can still attack.
fn armed(rules: &Rules, state: &State, index: usize) -> bool {
    fixed::loaded_groups(rules, state, index) != 0 || !rules.ty(index).fighter()
}

/// What it is worth to stand like this after a move, seen from one aircraft.
pub(crate) fn standing(rules: &Rules, after: &State, index: usize, heed: Heed) -> i64 {
    let plane = &after.planes[index];
    let mut sum = 3 * i64::from(energy(plane.speed.0, plane.altitude)) + safety(rules, index, plane);
    if let Some(heading) =
        rules.raid.filter(|raid| raid.side == rules.side(index)).and_then(|raid| raid.heading)
        && !rules.ty(index).fighter()
    {
        return sum + if degrees(plane.heading) == heading { 1000 } else { 0 };
    }
    let mut best = None;
    for foe in after.flying(rules, rules.side(index).enemy()) {
        let mut worth = chase(rules, after, index, foe);
        // An enemy that has yet to move will not be there any more.
        if after.planes[foe].moved {
            worth += 3 * shot(rules, after, index, foe);
            sum -= heed.of(2 * shot(rules, after, foe, index));
        }
        best = best.max(Some(worth));
    }
    sum + best.unwrap_or(0)
}

/// What an aircraft's place is worth for the turns to come, in thousandths of a victory point. The figures are fitted to what fire
/// brought in the next three turns of 1 200 duels between simple pilots. That depends on the place only a little: the initiative die decides more.
pub(crate) fn placed(rules: &Rules, state: &State, index: usize) -> i64 {
    let own = &state.planes[index];
    let safe = safety(rules, index, own).min(0);
    if !rules.ty(index).fighter() || !armed(rules, state, index) {
        return safe;
    }
    let towards = |foe: usize| {
        let other = &state.planes[foe];
        let distance = own.hex.distance(other.hex);
        let ahead = Frame::of(own.hex, own.heading, other.hex);
        let behind = Frame::of(other.hex, other.heading, own.hex);
        let tail = if ahead.forward() && behind.behind() && distance <= 3 {
            350
        } else if ahead.front() && distance <= 10 {
            80
        } else {
            0
        };
        let higher = energy(own.speed.0, own.altitude) - energy(other.speed.0, other.altitude);
        let faster = own.speed.0 - other.speed.0;
        let pointed = if points_at(own, other) { 650 } else { 0 };
        let inverted = if own.bank.inverted() { 550 } else { 0 };
        tail + 5 * i64::from(higher) + 20 * i64::from(faster) + pointed - inverted
    };
    let foes = state.flying(rules, rules.side(index).enemy());
    safe + foes.map(towards).max().unwrap_or(0)
}

/// The worth of the attack of one aircraft on another as they stand; 0 if there is none.
fn shot(rules: &Rules, state: &State, firer: usize, target: usize) -> i64 {
    if state.planes[firer].hex.distance(state.planes[target].hex) > 2 {
        return 0;
    }
    fixed::best(rules, state, firer, target, false).map_or(0, |(_, shot)| worth(rules, state, &shot))
}

/// Speed to fly with, height to fly in.
fn safety(rules: &Rules, index: usize, plane: &Plane) -> i64 {
    let ty = rules.ty(index);
    let minimum = ty.minimum(band(plane.altitude), plane.condition(), false);
    let slow = (minimum + 4 - plane.speed.0).max(0);
    let mut sum = -60 * i64::from(slow) * i64::from(slow);
    if plane.speed.0 < minimum {
        sum -= 2000;
    }
    let floor = match plane.nose {
        Nose::Dive => 45,
        Nose::Level | Nose::Climb => 15,
    };
    sum -= 60 * i64::from((floor - plane.altitude).max(0));
    // Upside down it loses speed or height.
    sum - if plane.bank.inverted() { 120 } else { 0 }
}

/// How well an aircraft stands towards an enemy.
fn chase(rules: &Rules, state: &State, index: usize, foe: usize) -> i64 {
    let (own, other) = (&state.planes[index], &state.planes[foe]);
    if !armed(rules, state, index) {
        return i64::from(own.hex.distance(other.hex)) * 10;
    }
    let ahead = Frame::of(own.hex, own.heading, other.hex);
    let behind = Frame::of(other.hex, other.heading, own.hex);
    let distance = i64::from(own.hex.distance(other.hex));
    let climb = i64::from(other.altitude - own.altitude);
    let mut sum = -14 * (distance - 4).abs() - 3 * (climb.abs() - 6).max(0);
    sum += if ahead.front() {
        220
    } else if ahead.forward() {
        100
    } else {
        0
    };
    sum += if behind.rear() {
        220
    } else if behind.behind() {
        110
    } else if behind.front() {
        -160
    } else {
        0
    };
    sum += match angle(own.heading, other.heading) {
        0 => 90,
        60 => 50,
        _ => 0,
    };
    sum + if points_at(own, other) { 60 } else { 0 }
}

/// Whether the nose points as high or low as the enemy is.
fn points_at(own: &Plane, other: &Plane) -> bool {
    let climb = other.altitude - own.altitude;
    match own.nose {
        Nose::Level => climb.abs() <= 10,
        Nose::Climb => climb > 3,
        Nose::Dive => climb < -3,
    }
}
