//! What holds in every position that the rules can produce.

use crate::rules::Rules;
use crate::state::{Phase, State, Status};
use table::Side;

/// Names the first thing that does not hold.
pub(crate) fn check(rules: &Rules, state: &State) -> Result<(), String> {
    deck(state)?;
    early_end(state)?;
    for (n, plane) in state.planes.iter().enumerate() {
        let card = rules.card(plane.card);
        let id = n + 1;
        if plane.damage > card.boxes || (plane.damage == card.boxes) != (shot(plane.status)) {
            return Err(format!("aircraft {id} has {} of {} boxes marked", plane.damage, card.boxes));
        }
        if !plane.flying() {
            continue;
        }
        if !rules.field.contains(plane.spot) || !rules.field.can_point(plane.heading) {
            return Err(format!("aircraft {id} is not on the board"));
        }
        if !(1..=card.alt).contains(&plane.level) {
            return Err(format!("aircraft {id} is at level {}", plane.level));
        }
        let moving = state.mover.plane == Some(n as u16) && !state.mover.counters.ended;
        let crosses = |m: usize| state.mover.plane == Some(m as u16) && !state.mover.counters.ended;
        let clash = state.planes[..n]
            .iter()
            .enumerate()
            .any(|(m, other)| other.flying() && !crosses(m) && rules.field.overlap(other.spot, plane.spot));
        if clash && !moving && state.phase != Phase::Over {
            return Err(format!("aircraft {id} stands on another"));
        }
    }
    moving(rules, state)
}

/// An offer stands while the game goes on; who resigns ends it.
fn early_end(state: &State) -> Result<(), String> {
    let over = state.phase == Phase::Over;
    match (state.offer, state.resigned) {
        (Some(side), _) if over => Err(format!("the offer of the {side} stands after the end")),
        (_, Some(side)) if !over => Err(format!("the {side} have resigned, and the game goes on")),
        _ => Ok(()),
    }
}

fn shot(status: Status) -> bool {
    status == Status::Lost(crate::state::Fate::ShotDown)
}

/// Cards left to flip of a colour = groups of that side in play and not yet activated.
fn deck(state: &State) -> Result<(), String> {
    if matches!(state.phase, Phase::Choosing | Phase::Over) {
        return Ok(());
    }
    for side in Side::BOTH {
        let groups = (0..state.groups.len()).filter(|g| state.groups[*g].side == side && state.in_play(*g));
        let placing = state.phase == Phase::Placement;
        let (mut waiting, mut all) = (0, 0);
        for g in groups {
            all += 1;
            let group = &state.groups[g];
            waiting += u8::from(if placing { !group.placed } else { !group.activated });
        }
        let flipped_for_nobody_yet = state.card == Some(side) && state.active.is_none();
        let left = state.left[side.index()] + u8::from(flipped_for_nobody_yet);
        if left != waiting || state.left[side.index()] + state.flipped[side.index()] != all {
            return Err(format!("{side}: {left} cards for {waiting} of {all} groups"));
        }
    }
    let action = state.phase == Phase::Action;
    let unplotted = (0..state.groups.len()).find(|g| {
        let group = &state.groups[*g];
        state.in_play(*g)
            && action
            && group.plot.is_some() != (!group.activated || state.active == Some(*g as u16))
    });
    unplotted.map_or(Ok(()), |g| Err(format!("the marker of group {} is wrong", g + 1)))
}

fn moving(rules: &Rules, state: &State) -> Result<(), String> {
    let Some(n) = state.mover.plane.map(usize::from) else { return Ok(()) };
    let c = &state.mover.counters;
    let plane = &state.planes[n];
    if Some(plane.group) != state.active || !plane.flying() || plane.acted {
        return Err(format!("aircraft {} cannot be moving", n + 1));
    }
    if c.spent > c.total || c.forward > c.spent || c.since > c.forward {
        return Err(format!("aircraft {} has spent {} of {} MPs", n + 1, c.spent, c.total));
    }
    let end = state.mover.legs.last().map(|leg| rules.field.end(leg));
    if !c.ended && end != Some(plane.spot) {
        return Err(format!("aircraft {} is not where its way ends", n + 1));
    }
    Ok(())
}
