//! Section 7, the action phase: D7 and D8. The flipped card's side activates a group, whose aircraft act one after the other.

use crate::command::{Act, Command};
use crate::losses::lose;
use crate::sequence::{flip, in_phase};
use crate::state::{Counters, Fate, Phase};
use crate::victory::end_if_decided;
use crate::{Effect, Look, combat, menu, movement, rule};
use table::{Choice, Dice, Done, Event, EventKind, Listener, Need, PieceId, Refusal, Refusals};

/// A group to activate; then what the aircraft of the active group may do.
pub(crate) fn choices(look: Look<'_>, draft: Option<&Command>) -> Vec<Choice<Command>> {
    let Look { rules, state, side } = look;
    let Some(active) = state.active else {
        let activate = |g: usize| {
            let label = format!("Activate group {}: {}", g + 1, rules.card(state.groups[g].card).name());
            menu::whole(look, label, rule::ACTION_PHASE, Command::Activate { group: g as u16 + 1 })
        };
        let pass = menu::whole(look, "Pass", rule::ACTION_PHASE, Command::Pass);
        return state.groups_of(side).map(activate).chain([pass]).collect();
    };
    let members = state.groups[usize::from(active)].members();
    // A draft is about one aircraft, and so is what may be said instead of it.
    let drafted = draft.and_then(Command::aircraft).and_then(|id| state.index(id));
    let meant = state.mover.plane.map(usize::from).or(drafted.filter(|n| members.contains(n)));
    let mut all = Vec::new();
    for n in members.filter(|n| meant.is_none_or(|m| m == *n)) {
        if !state.planes[n].flying() || state.planes[n].acted {
            continue;
        }
        let before = all.len();
        let c = movement::counters(rules, state, n);
        if c.pending.is_some() {
            movement::pivot_choices(look, n, &mut all);
        } else if c.ended {
            combat::choices(look, n, draft, &mut all);
        } else {
            if combat::may_attack_early(look, n) {
                combat::choices(look, n, draft, &mut all);
            }
            movement::choices(look, n, &mut all);
        }
        for choice in &mut all[before..] {
            choice.aircraft = Some(PieceId::of(n));
        }
    }
    all
}

/// Whether the flipped card lets a side act in the action phase at all ([`rule::ACTION_PHASE`]).
#[inline]
pub(crate) fn has_the_card(look: Look<'_>) -> Result<(), Refusals> {
    in_phase(look.state, Phase::Action)?;
    if look.state.card == Some(look.side) {
        return Ok(());
    }
    Err(Refusal::new(rule::ACTION_PHASE, "the flipped card is the other side's").into())
}

/// Whether a side may activate this group ([`rule::ACTION_PHASE`]).
pub(crate) fn judge(look: Look<'_>, group: u16) -> Result<Act, Refusals> {
    has_the_card(look)?;
    let Look { state, side, .. } = look;
    let no = |says: &'static str| Err(Refusal::with(rule::ACTION_PHASE, says, [group.into(), 0, 0]).into());
    if state.active.is_some() {
        return no("another activation is not finished");
    }
    match state.group_index(group) {
        None => no("there is no group {0}"),
        Some(g) if state.groups[g].side != side => no("group {0} is the other side's"),
        Some(g) if !state.in_play(g) => no("group {0} is no longer in play"),
        Some(g) if state.groups[g].activated => no("group {0} has been activated this turn"),
        Some(group) => Ok(Act::Activate { group }),
    }
}

/// There is no pass ([`rule::ACTION_PHASE`]).
pub(crate) fn no_pass(look: Look<'_>) -> Refusals {
    match has_the_card(look) {
        Err(no) => no,
        Ok(()) => {
            Refusal::new(rule::ACTION_PHASE, "the side of the flipped card must activate a group").into()
        }
    }
}

/// Shows a group's marker and changes its altitude marker ([`rule::ACTIVATION`]).
pub(crate) fn activate(effect: &mut Effect<'_, impl Dice, impl Listener>, g: usize) -> Result<Done, Need> {
    let Effect { rules, state, events, .. } = effect;
    let shown = Done { shown: true };
    // Plots are complete before the action phase starts and go only with their group.
    let Some(marker) = state.groups[g].plot else { return Ok(shown) };
    let ceiling = rules.card(state.groups[g].card).alt;
    let group = &mut state.groups[g];
    group.activated = true;
    let (before, side) = (group.altitude, group.side);
    events.tell(|| {
        let text = format!("The {} activate group {}: {}", group.side, g + 1, marker.name());
        Event::new(EventKind::Reveal, rule::ACTIVATION, text)
            .and_rule(rule::MARKERS)
            .and_rule(rule::GROUP_COHERENCY)
            .of(group.side)
    });
    let fate = match marker.change() {
        -1 if before == 1 => Some((Fate::Crashed, rule::CRASH)),
        // The lowest level is 1, the highest the card's (maximum-altitude).
        1 if before >= ceiling => Some((Fate::Stalled, rule::STALL)),
        _ => None,
    };
    if let Some((fate, by)) = fate {
        for n in state.groups[g].members() {
            if effect.state.planes[n].flying() {
                lose(effect, n, fate, by);
            }
        }
        go_on(effect)?;
        return Ok(shown);
    }
    group.altitude = before + marker.change();
    state.active = Some(g as u16);
    state.mover.plane = None;
    state.mover.legs.clear();
    events.tell(|| {
        let text = match marker.change() {
            0 => format!("Group {} stays at level {before}", g + 1),
            change => format!("Group {} goes from level {before} to {}", g + 1, before + change),
        };
        Event::new(EventKind::Decision, rule::ALTITUDE_CHANGE, text).and_rule(rule::MAXIMUM_ALTITUDE).of(side)
    });
    Ok(shown)
}

/// The aircraft's part in its group's activation is over.
pub(crate) fn finish_part(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    plane: usize,
) -> Result<(), Need> {
    let state = &mut *effect.state;
    state.planes[plane].acted = true;
    state.keep_track(plane);
    state.mover.plane = None;
    state.mover.counters = Counters::default();
    go_on(effect)
}

/// After a loss or the end of an aircraft's part: the next aircraft, the next card, or the end of the game.
pub(crate) fn go_on(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    if end_if_decided(effect) {
        return Ok(());
    }
    let state = &mut *effect.state;
    if let Some(g) = state.active {
        let group = &state.groups[usize::from(g)];
        if state.planes[group.members()].iter().any(|p| p.flying() && !p.acted) {
            return Ok(());
        }
        // The marker is removed (activation, step 4).
        state.groups[usize::from(g)].plot = None;
        state.active = None;
    }
    flip(effect)
}
