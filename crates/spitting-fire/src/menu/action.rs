//! Choices of the action phase: D7 to D11.

use super::Asked;
use crate::combat::{chance, tails};
use crate::command::{Command, Shot};
use crate::field::{Turn, turned};
use crate::movement::{Limits, bank, counters, pivot_limit};
use crate::rule;
use crate::state::State;
use table::view::Pose;
use table::{Choice, Dial, Range, Say};

/// Enemies within so many SUs are listed even if they cannot be fired at, with the reasons.
const NEAR: i32 = 8;

pub(super) fn action_choices(at: &Asked, draft: Option<&Command>) -> Vec<Choice<Command>> {
    let state = at.state;
    let Some(g) = state.active else {
        let own = state.groups.iter().enumerate().filter(|(_, g)| g.side == at.side);
        let mut all: Vec<_> = own
            .map(|(n, group)| {
                let name = at.rules.card(group.card).name();
                let command = Command::Activate { group: n as u16 + 1 };
                at.command(format!("Activate group {}: {name}", n + 1), rule::ACTION_PHASE, command)
            })
            .collect();
        all.push(at.command("Pass", rule::ACTION_PHASE, Command::Pass));
        return all;
    };
    let mut all = Vec::new();
    let members = state.groups[usize::from(g)].members();
    let one = state.mover.plane.map(usize::from);
    // A draft is about one aircraft, and so is what may be said instead of it.
    let drafted = draft.and_then(Command::aircraft).and_then(|id| state.index(id));
    let meant = one.or(drafted.filter(|n| members.contains(n)));
    for n in members.filter(|n| meant.is_none_or(|m| m == *n)) {
        let plane = &state.planes[n];
        if !plane.flying() || plane.acted {
            continue;
        }
        let before = all.len();
        let c = counters(at.rules, state, n);
        if c.pending.is_some() {
            pivot_choices(at, n, &mut all);
        } else if c.ended {
            attack_choices(at, n, draft, &mut all);
        } else {
            let early = one.is_none()
                && at.rules.options.tailing
                && state
                    .planes
                    .iter()
                    .any(|e| tails(at.rules, plane, e) && chance(at.rules, plane, e).is_some());
            if early {
                attack_choices(at, n, draft, &mut all);
            }
            move_choices(at, n, &mut all);
        }
        for choice in &mut all[before..] {
            choice.aircraft = Some(State::id(n));
        }
    }
    all
}

/// A pivot of up to `max` degrees from where the aircraft points now.
fn degrees(at: &Asked, n: usize, field: &str, side: Turn, max: u16) -> Range {
    let pose = crate::view::pose(at.rules, &at.state.planes[n]);
    Range {
        field: field.to_owned(),
        min: 1,
        max: max.into(),
        unit: "degrees".to_owned(),
        dial: Some(Dial { pose, from: pose.heading, left: side == Turn::Left }),
    }
}

/// D9.
fn move_choices(at: &Asked, n: usize, all: &mut Vec<Choice<Command>>) {
    let (rules, state) = (at.rules, at.state);
    let aircraft = State::id(n);
    let plane = &state.planes[n];
    let (limits, c) = (Limits::of(rules, state, n), counters(rules, state, n));
    let most = limits.most_forward(&c, bank(state, &limits, n));
    let range = Range {
        field: "/forward/n".to_owned(),
        min: 1,
        max: most.into(),
        unit: crate::view::UNIT.to_owned(),
        dial: None,
    };
    let mut forward = at.range("Forward", rule::FORWARD, Command::Forward { aircraft, n: 1 }, range);
    forward.note = format!("{} of {} MPs left", c.left(), c.total);
    forward.key = Some('W');
    all.push(forward);
    for (side, key) in [(Turn::Left, 'A'), (Turn::Right, 'D')] {
        let label = format!("Turn {}", side.word());
        let mut turn = if rules.field.is_hexes() {
            at.command(label, rule::TURN, Command::Turn { aircraft, side, angle: None })
        } else {
            let command = Command::Turn { aircraft, side, angle: Some(1) };
            let range = degrees(at, n, "/turn/angle", side, rules.tables.pivot.turn);
            at.range(&label, rule::TURN, command, range)
        };
        turn.key = Some(key);
        if rules.field.is_hexes() {
            let heading = turned(plane.heading, side, 60);
            turn.pose = Some(Pose { heading, ..crate::view::pose(rules, plane) });
        }
        all.push(turn);
    }
    for side in Turn::BOTH {
        let label = format!("Tight turn {}", side.word());
        let mut tight = at.command(label, rule::TIGHT_TURN, Command::TightTurn { aircraft, side });
        tight.note = format!("a die against {}, then {} MPs", limits.tr, limits.tr);
        all.push(tight);
    }
    let mut half = at.command("Half loop", rule::HALF_LOOP, Command::HalfLoop { aircraft });
    half.note = format!("two dice against {}, then {} MPs", limits.tr, 2 * limits.tr);
    all.push(half);
    let mut end = at.command("End the move", rule::END_MOVE, Command::EndMove { aircraft });
    end.key = Some('E');
    all.push(end);
}

/// D10.
fn pivot_choices(at: &Asked, n: usize, all: &mut Vec<Choice<Command>>) {
    let (rules, state) = (at.rules, at.state);
    let aircraft = State::id(n);
    let Some(pending) = state.mover.counters.pending else { return };
    let (most, announced) = pivot_limit(rules, pending);
    for side in Turn::BOTH.into_iter().filter(|s| announced.is_none_or(|a| a == *s)) {
        let label = format!("Pivot {}", side.word());
        if rules.field.is_hexes() {
            for angle in (60..=most).step_by(60) {
                let command = Command::Pivot { aircraft, side, angle };
                let mut choice = at.command(format!("{label} {angle}°"), rule::PIVOT, command);
                let plane = &state.planes[n];
                let heading = turned(plane.heading, side, angle);
                choice.pose = Some(Pose { heading, ..crate::view::pose(rules, plane) });
                all.push(choice);
            }
        } else {
            let command = Command::Pivot { aircraft, side, angle: 1 };
            let range = degrees(at, n, "/pivot/angle", side, most);
            all.push(at.range(&label, rule::PIVOT, command, range));
        }
    }
    if rules.options.free_withdrawal {
        all.push(at.command(
            "Fly on without turning",
            rule::OPT_FREE_WITHDRAWAL,
            Command::Decline { aircraft },
        ));
    }
}

/// D11, D8a: everything at one target, weapon by weapon with a draft, or nothing.
fn attack_choices(at: &Asked, n: usize, draft: Option<&Command>, all: &mut Vec<Choice<Command>>) {
    let (rules, state) = (at.rules, at.state);
    let aircraft = State::id(n);
    let plane = &state.planes[n];
    let card = rules.card(plane.card);
    let drafted = match draft {
        Some(Command::Attack { aircraft: a, at }) if *a == aircraft => at.clone(),
        _ => arrayvec::ArrayVec::new(),
    };
    if state.mover.plane == Some(n as u16) {
        let mut none = at.command("Hold fire", rule::ATTACK_TIMING, Command::NoAttack { aircraft });
        none.key = Some('X');
        all.push(none);
    }
    for (m, target) in state.planes.iter().enumerate() {
        if target.side == plane.side || !target.flying() {
            continue;
        }
        let id = m as u16 + 1;
        let reach = chance(rules, plane, target);
        if reach.is_none() && !rules.field.within(plane.spot, target.spot, NEAR) {
            continue;
        }
        let weapons = reach.map_or(((1u32 << card.weapons.len()) - 1) as u16, |(weapons, _)| weapons);
        let attack =
            Command::Attack { aircraft, at: arrayvec::ArrayVec::from_iter([Shot::with(id, weapons)]) };
        let label = format!("Fire everything at {} {id}", rules.card(target.card).name());
        let mut choice = at.command(label, rule::DECLARE_TARGETS, attack);
        choice.target = Some(State::id(m));
        if let Some((weapons, number)) = reach {
            choice.note = format!("{} weapons at {number}+", weapons.count_ones());
        }
        all.push(choice);
        let Some((bearing, _)) = reach else { continue };
        let used = drafted.iter().flat_map(|s| &s.weapons).fold(0u16, |bits, w| bits | 1 << w.min(&15));
        let mut offered = Vec::new();
        for (w, weapon) in card.weapons.iter().enumerate().filter(|(w, _)| bearing & !used >> w & 1 == 1) {
            // Weapons of a battery are alike: the next of each is enough to choose from.
            if offered.contains(&weapon.battery) {
                continue;
            }
            offered.push(weapon.battery);
            let mut next = drafted.clone();
            match next.iter_mut().find(|s| s.target == id) {
                Some(shot) => {
                    let _ = shot.weapons.try_push(w as u8);
                }
                None => {
                    let _ = next.try_push(Shot::with(id, 1 << w));
                }
            }
            let battery = &card.batteries[usize::from(weapon.battery)];
            let already = (battery.bits & used).count_ones();
            let name = rules.card(target.card).name();
            let label = format!("Add one {} {} at {name} {id}", battery.kind, battery.arc.code());
            let command = Command::Attack { aircraft, at: next };
            let barred = at.barred(&command);
            let mut choice = Choice::new(label, rule::WEAPONS, Say::Draft(command));
            choice.note = format!("{already} of {} aimed", battery.count);
            choice.barred = barred;
            choice.target = Some(State::id(m));
            all.push(choice);
        }
    }
    for (k, shot) in drafted.iter().enumerate() {
        let mut next = drafted.clone();
        next.remove(k);
        let label = format!("Do not fire at {}", shot.target);
        all.push(Choice::new(
            label,
            rule::DECLARE_TARGETS,
            Say::Draft(Command::Attack { aircraft, at: next }),
        ));
    }
    if !drafted.is_empty() {
        all.push(at.command(
            "Fire like this",
            rule::DECLARE_TARGETS,
            Command::Attack { aircraft, at: drafted },
        ));
    }
}
