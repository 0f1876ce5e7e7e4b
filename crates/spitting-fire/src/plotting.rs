//! Section 7, plotting: D6. Every group gets a marker, face down.

use crate::command::{Act, Command, Marker};
use crate::sequence::in_phase;
use crate::state::{Phase, State};
use crate::{Effect, Look, menu, rule};
use table::{Choice, Dice, Event, EventKind, Listener, PieceId, Refusal, Refusals, Say, Side, Sketch};

/// Confirm, or a group and then one of nine markers, with a warning where one loses the group.
pub(crate) fn choices(look: Look<'_>, draft: Option<&Command>) -> Vec<Choice<Command>> {
    let Look { rules, state, side } = look;
    if let Some(Command::Plot { group, marker }) = draft
        && let Ok(g) = own_group(look, *group)
    {
        return Marker::ALL.map(|m| marker_choice(look, g, m, *marker)).to_vec();
    }
    let mut all = vec![menu::whole(look, "Confirm the plots", rule::PLOTTING, Command::Confirm)];
    for g in state.groups_of(side).filter(|g| state.in_play(*g)) {
        let group = &state.groups[g];
        let marker = group.plot.unwrap_or(Marker::StraightLevel);
        let label = format!("Group {}: {}", g + 1, rules.card(group.card).name());
        let command = Command::Plot { group: g as u16 + 1, marker };
        let mut choice = Choice::new(label, rule::PLOTTING, Say::Draft(command));
        choice.note = group.plot.map_or("no marker yet", Marker::name).to_owned();
        choice.aircraft = first_flying(state, g);
        all.push(choice);
    }
    all
}

/// What a draft of a plot is about.
pub(crate) fn sketch(look: Look<'_>, group: u16) -> Sketch<Command> {
    let aircraft = look.state.group_index(group).and_then(|g| first_flying(look.state, g));
    Sketch { aircraft, ..Sketch::default() }
}

/// The first aircraft of a group that still flies.
fn first_flying(state: &State, g: usize) -> Option<PieceId> {
    state.groups[g].members().find(|n| state.planes[*n].flying()).map(PieceId::of)
}

/// The keys of the markers, laid out as they fly: climbs above, dives below, left turns to the left.
const fn key(marker: Marker) -> char {
    match marker {
        Marker::ClimbLeft => 'Q',
        Marker::StraightClimb => 'W',
        Marker::ClimbRight => 'E',
        Marker::LevelLeft => 'A',
        Marker::StraightLevel => 'S',
        Marker::LevelRight => 'D',
        Marker::DiveLeft => 'Z',
        Marker::StraightDive => 'X',
        Marker::DiveRight => 'C',
    }
}

fn marker_choice(look: Look<'_>, g: usize, marker: Marker, drafted: Marker) -> Choice<Command> {
    let group = &look.state.groups[g];
    let command = Command::Plot { group: g as u16 + 1, marker };
    let level = group.altitude + marker.change();
    let note = if level < 1 {
        "the group will crash"
    } else if level > look.rules.card(group.card).alt {
        "the group will stall"
    } else if group.plot == Some(marker) {
        "chosen"
    } else if drafted == marker && group.plot.is_none() {
        "unless you choose"
    } else {
        ""
    };
    Choice {
        note: note.to_owned(),
        key: Some(key(marker)),
        aircraft: first_flying(look.state, g),
        ..menu::whole(look, marker.name(), rule::PLOTTING, command)
    }
}

fn own_group(look: Look<'_>, group: u16) -> Result<usize, Refusals> {
    let Look { state, side, .. } = look;
    let own = |g: &usize| state.groups[*g].side == side && state.in_play(*g);
    state.group_index(group).filter(own).ok_or_else(|| {
        let says = "group {0} is not one of this side's groups in play";
        Refusal::with(rule::PLOTTING, says, [group.into(), 0, 0]).into()
    })
}

/// Whether a side may give this group a marker ([`rule::PLOTTING`]): until both have confirmed, as often as it likes.
pub(crate) fn judge(look: Look<'_>, group: u16, marker: Marker) -> Result<Act, Refusals> {
    in_phase(look.state, Phase::Plotting)?;
    own_group(look, group).map(|group| Act::Plot { group, marker })
}

/// Gives a group its marker, face down: everybody sees that it has one ([`rule::MARKERS`]). A confirmation given before no
/// longer stands.
pub(crate) fn plot(effect: &mut Effect<'_, impl Dice, impl Listener>, g: usize, marker: Marker) {
    let Effect { state, events, .. } = effect;
    let side = state.groups[g].side;
    state.confirmed[side.index()] = false;
    state.groups[g].plot = Some(marker);
    events.tell(|| {
        let text = format!("Group {} plots {}", g + 1, marker.name());
        Event::new(EventKind::Decision, rule::PLOTTING, text).and_rule(rule::MARKERS).of(side).only_for(side)
    });
}

/// The first of a side's groups in play that has no marker.
pub fn unplotted(state: &State, side: Side) -> Option<usize> {
    state.groups_of(side).find(|g| state.groups[*g].plot.is_none() && state.in_play(*g))
}
