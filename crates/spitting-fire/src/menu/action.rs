//! Choices of the action phase: D7 to D11.

use super::Asked;
use crate::cards::MOST_WEAPONS;
use crate::combat::{chance, tails};
use crate::command::{Command, Shot};
use crate::field::{Turn, turned};
use crate::movement::{Limits, bank, counters, pivot_limit};
use crate::rule;
use crate::state::{Plane, State};
use arrayvec::ArrayVec;
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

/// D11, D8a: everything at one target, nothing, or with a draft weapon by weapon.
fn attack_choices(at: &Asked, n: usize, draft: Option<&Command>, all: &mut Vec<Choice<Command>>) {
    let (rules, state) = (at.rules, at.state);
    let aircraft = State::id(n);
    let plane = &state.planes[n];
    let drafted = match draft {
        Some(Command::Attack { aircraft: a, at }) if *a == aircraft => Some(at),
        _ => None,
    };
    if state.mover.plane == Some(n as u16) {
        let mut none = at.command("Hold fire", rule::ATTACK_TIMING, Command::NoAttack { aircraft });
        none.key = Some('X');
        all.push(none);
    }
    let enemy = |p: &Plane| p.side != plane.side && p.flying();
    let mut bears = false;
    for (m, target) in state.planes.iter().enumerate().filter(|(_, p)| enemy(p)) {
        let reach = chance(rules, plane, target);
        if reach.is_none() && !rules.field.within(plane.spot, target.spot, NEAR) {
            continue;
        }
        let every = ((1u32 << rules.card(plane.card).weapons.len()) - 1) as u16;
        let shot = Shot::with(m as u16 + 1, reach.map_or(every, |(weapons, _)| weapons));
        let attack = Command::Attack { aircraft, at: ArrayVec::from_iter([shot]) };
        let label = format!("Fire everything at {}", at.name(m));
        let mut choice = at.command(label, rule::DECLARE_TARGETS, attack);
        choice.target = Some(State::id(m));
        if let Some((weapons, number)) = reach {
            choice.note = format!("{} weapons at {number}+", weapons.count_ones());
            bears = true;
        }
        all.push(choice);
        if let (Some(drafted), Some((weapons, _))) = (drafted, reach) {
            one_more(at, n, m, weapons, drafted, all);
        }
    }
    let Some(drafted) = drafted else {
        if bears {
            let share = Command::Attack { aircraft, at: ArrayVec::new() };
            all.push(Choice::new("Share the weapons out", rule::WEAPONS, Say::Draft(share)));
        }
        return;
    };
    for (k, shot) in drafted.iter().enumerate() {
        let mut next = drafted.clone();
        next.remove(k);
        let label = format!("Do not fire at {}", at.name(usize::from(shot.target).wrapping_sub(1)));
        let command = Command::Attack { aircraft, at: next };
        all.push(Choice::new(label, rule::DECLARE_TARGETS, Say::Draft(command)));
    }
    if !drafted.is_empty() {
        let command = Command::Attack { aircraft, at: drafted.clone() };
        all.push(at.command("Fire like this", rule::DECLARE_TARGETS, command));
    }
}

/// One more weapon at a target: the next of each battery that bears, for those of a battery are alike.
fn one_more(
    at: &Asked,
    n: usize,
    target: usize,
    bearing: u16,
    drafted: &ArrayVec<Shot, MOST_WEAPONS>,
    all: &mut Vec<Choice<Command>>,
) {
    let (id, card) = (target as u16 + 1, at.rules.card(at.state.planes[n].card));
    let used = drafted.iter().flat_map(|s| &s.weapons).fold(0u16, |bits, w| bits | 1 << w.min(&15));
    for battery in &card.batteries {
        let free = battery.bits & bearing & !used;
        if free == 0 {
            continue;
        }
        let w = free.trailing_zeros() as u8;
        let mut next = drafted.clone();
        match next.iter_mut().find(|s| s.target == id) {
            Some(shot) => {
                let _ = shot.weapons.try_push(w);
            }
            None => {
                let _ = next.try_push(Shot::with(id, 1 << w));
            }
        }
        let command = Command::Attack { aircraft: State::id(n), at: next };
        let barred = at.barred(&command);
        let label = format!("Add one {} {} at {}", battery.kind, battery.arc.code(), at.name(target));
        let mut choice = Choice::new(label, rule::WEAPONS, Say::Draft(command));
        choice.note = format!("{} of {} aimed", (battery.bits & used).count_ones(), battery.count);
        choice.barred = barred;
        choice.target = Some(State::id(target));
        all.push(choice);
    }
}
