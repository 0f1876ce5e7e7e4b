//! What a simple pilot thinks of a command: shots first, then a place behind the enemy, then energy; never the ground.

use crate::aircraft::band;
use crate::attitude::Nose;
use crate::command::{Brief, Command, Mode, Plan, Throttle};
use crate::craft::Craft;
use crate::flight::effect::{arrive, landed};
use crate::flight::examine;
use crate::odds::worth;
use crate::plans::groups;
use crate::rules::Rules;
use crate::sample::safe_plan;
use crate::space::{Frame, angle, degrees};
use crate::state::{Plane, State};
use crate::view::energy;
use crate::{Look, fixed, formation};
use table::Whether;

/// Plans that are offered in the end.
const OFFERED: usize = 6;

/// What a candidate is worth, higher is better.
pub(crate) fn appraise(look: Look<'_>, command: &Command) -> i64 {
    let Look { rules, state, .. } = look;
    match command {
        Command::Fly(plan) => {
            let index = plan.aircraft.index();
            let mut unused = Whether::default();
            let Some(arrival) = examine(rules, state, index, plan, &mut unused) else { return i64::MIN };
            let craft = Craft::new(rules, state, index, plan);
            place_worth(rules, state, index, landed(&craft, plan, &arrival))
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

/// Whether an aircraft can still attack.
fn armed(rules: &Rules, state: &State, index: usize) -> bool {
    fixed::loaded_groups(rules, state, index) != 0 || !rules.ty(index).fighter()
}

/// The most promising plans of the aircraft that may move.
pub(crate) fn best_plans(look: Look<'_>, movers: u32) -> Vec<Plan> {
    let Look { rules, state, .. } = look;
    let mut found: Vec<(i64, Plan)> = Vec::new();
    for index in (0..state.planes.len()).filter(|n| movers & (1 << n) != 0) {
        let safe = safe_plan(rules, state, index);
        found.push((appraise(look, &Command::Fly(safe.clone())), safe));
        if state.formation_of(rules, index).is_some() {
            let cruise =
                crate::flight::straight_plan(rules, state, index, (Throttle::Normal, false, Mode::Steady));
            found.extend(cruise.map(|plan| (i64::MAX, plan)));
            continue;
        }
        weigh(look, index, &mut found);
    }
    found.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
    found.truncate(OFFERED);
    found.into_iter().map(|(_, plan)| plan).collect()
}

fn weigh(look: Look<'_>, index: usize, found: &mut Vec<(i64, Plan)>) {
    let Look { rules, state, .. } = look;
    let throttle = if state.planes[index].forced_idle { Throttle::Idle } else { rules.ty(index).highest() };
    for group in groups(rules, state, index, (throttle, false)) {
        let settings = group.settings(state, index, &[throttle]);
        for end in &group.ends {
            for setting in settings.iter().filter(|setting| group.legal(state, index, end, setting)) {
                let plan = group.plan(index, end, setting);
                let arrival = arrive(&group.craft, &plan);
                found.push((place_worth(rules, state, index, landed(&group.craft, &plan, &arrival)), plan));
            }
        }
    }
}

/// What it is worth to have moved an aircraft like this.
fn place_worth(rules: &Rules, state: &State, index: usize, plane: Plane) -> i64 {
    let ty = rules.ty(index);
    let mut sum = 3 * i64::from(energy(plane.speed.0, plane.altitude));
    sum += safety(rules, index, &plane);
    if let Some(heading) =
        rules.raid.filter(|raid| raid.side == rules.side(index)).and_then(|raid| raid.heading)
        && !ty.fighter()
    {
        return sum + if degrees(plane.heading) == heading { 1000 } else { 0 };
    }
    let mut after = state.clone();
    after.planes[index] = plane;
    let order = &mut after.now.order;
    if !order.contains(&(index as u8)) && !order.is_full() {
        order.push(index as u8);
    }
    after.planes[index].moved = true;
    let mut best = i64::MIN;
    let mut threats = 0;
    for foe in state.flying(rules, rules.side(index).enemy()) {
        let settled = state.planes[foe].moved;
        let shot =
            fixed::best(rules, &after, index, foe, false).map_or(0, |(_, shot)| worth(rules, &after, &shot));
        // An enemy that has yet to move will not be there any more.
        let shot = if settled { 3 * shot } else { shot / 2 };
        best = best.max(shot + chase(rules, &after, index, foe));
        let threat =
            fixed::best(rules, &after, foe, index, false).map_or(0, |(_, shot)| worth(rules, &after, &shot));
        threats += if settled { 2 * threat } else { threat };
    }
    sum + if best == i64::MIN { 0 } else { best } - threats
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
    let mut sum = -14 * (distance - 2).abs() - 3 * (climb.abs() - 6).max(0);
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
    // The nose points where the enemy is.
    let pointed = match own.nose {
        Nose::Level => climb.abs() <= 10,
        Nose::Climb => climb > 3,
        Nose::Dive => climb < -3,
    };
    sum + if pointed { 60 } else { 0 }
}
