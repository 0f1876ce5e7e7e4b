//! Section 7: turn sequence. Placement and activation cards, plotting, activations, the end of turns.

use crate::command::Marker;
use crate::data::{Rules, edge_without_a_die};
use crate::losses::{end_if_decided, finish, lose};
use crate::rule;
use crate::state::{Fate, Phase, State};
use table::{Ask, Dice, Event, EventKind, Listener, Need, Refusal, Refusals, Side};

/// A command belongs to one phase; after the end of the game none belongs anywhere.
#[inline]
pub fn in_phase(state: &State, phase: Phase) -> Result<(), Refusals> {
    if state.phase == phase {
        return Ok(());
    }
    Err(out_of_phase(state))
}

#[cold]
fn out_of_phase(state: &State) -> Refusals {
    let says = match state.phase {
        Phase::Over => return Refusal::new(rule::GAME_LENGTH, "the game is over").into(),
        Phase::Choosing => "this belongs to another phase: forces are chosen now",
        Phase::Placement => "this belongs to another phase: groups are set up now",
        Phase::Plotting => "this belongs to another phase: markers are plotted now",
        Phase::Action => "this belongs to another phase: groups are activated now",
    };
    Refusal::new(rule::SEQUENCE, says).into()
}

/// Settles the edges and flips the first placement card.
pub fn start_placement(
    rules: &Rules,
    state: &mut State,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    state.axis_south = match edge_without_a_die(rules.options.axis_edge) {
        Some(south) => Some(south),
        None => {
            let ask = Ask::d6("which edge is the Axis's: 1-3 south, 4-6 north", rule::SETUP_AREAS).from(&[4]);
            let face = dice.roll(&ask)?;
            events.tell(|| {
                let edge = if face <= 3 { "south" } else { "north" };
                let text = format!("the Axis sets up in the {edge}");
                Event::new(EventKind::SetUp, rule::SETUP_AREAS, text).and_rule(rule::DICE).rolled(
                    6,
                    &[face],
                    "edge",
                )
            });
            Some(face <= 3)
        }
    };
    state.phase = Phase::Placement;
    state.confirmed = [false; 2];
    state.left = Side::BOTH.map(|s| state.groups.iter().filter(|g| g.side == s).count() as u8);
    state.flipped = [0; 2];
    events.tell(|| {
        let [black, red] = state.left;
        let text = format!("placement deck: {red} red cards for the Axis, {black} black for the Allies");
        Event::new(EventKind::Phase, rule::PLACEMENT_DECK, text).and_rule(rule::CARDS)
    });
    flip(rules, state, dice, events)
}

/// Flips the next card; with none left the phase ends. The order of a shuffled deck is known to nobody, so a card is drawn
/// at the flip and a shuffle needs no chance.
pub fn flip(
    rules: &Rules,
    state: &mut State,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    state.card = None;
    let [black, red] = state.left;
    if red == 0 && black == 0 {
        if state.phase == Phase::Placement {
            start_activation_deck(state, events);
        } else {
            end_phase(rules, state, events);
        }
        return Ok(());
    }
    let by = if state.phase == Phase::Placement { rule::PLACEMENT_DECK } else { rule::ACTIVATION_DECK };
    let face = dice.roll(&Ask::card(red, black, "top card", by))?;
    // Red = Axis, black = Allies (cards).
    let side = if face == 1 { Side::Axis } else { Side::Allies };
    state.left[side.index()] -= 1;
    state.flipped[side.index()] += 1;
    state.card = Some(side);
    events.tell(|| {
        let colour = if face == 1 { "red" } else { "black" };
        Event::new(EventKind::Decision, by, format!("a {colour} card: {side}")).and_rule(rule::CARDS).rolled(
            0,
            &[face],
            "top card",
        )
    });
    Ok(())
}

/// The placement cards become the activation deck ([`rule::ACTIVATION_DECK`]).
fn start_activation_deck(state: &mut State, events: &mut impl Listener) {
    state.left = state.flipped;
    state.flipped = [0; 2];
    start_plotting(state, events);
}

fn start_plotting(state: &mut State, events: &mut impl Listener) {
    state.phase = Phase::Plotting;
    state.confirmed = [false; 2];
    events.tell(|| {
        Event::new(EventKind::Phase, rule::SEQUENCE, format!("turn {}: plotting", state.turn))
            .and_rule(rule::PLOTTING)
    });
}

/// The whole deck is shuffled and the turn counter advances, or the game ends ([`rule::END_PHASE`]).
fn end_phase(rules: &Rules, state: &mut State, events: &mut impl Listener) {
    for n in 0..2 {
        state.left[n] += state.flipped[n];
        state.flipped[n] = 0;
    }
    for group in &mut state.groups {
        group.activated = false;
        group.plot = None;
    }
    for plane in &mut state.planes {
        plane.acted = false;
        plane.attacked = false;
        plane.early = false;
    }
    events.tell(|| {
        let text = format!("turn {} ends; the deck is shuffled", state.turn);
        Event::new(EventKind::Phase, rule::END_PHASE, text).and_rule(rule::ACTIVATION_DECK)
    });
    if state.turn >= rules.turns {
        finish(state, events);
    } else {
        state.turn += 1;
        start_plotting(state, events);
    }
}

/// Whether a side may give this group a marker ([`rule::PLOTTING`]): until both have confirmed, as often as it likes.
pub fn may_plot(state: &State, side: Side, group: u16) -> Result<usize, Refusals> {
    in_phase(state, Phase::Plotting)?;
    let own = |g: &usize| state.groups[*g].side == side && state.in_play(*g);
    state.group_index(group).filter(own).ok_or_else(|| {
        let says = "group {0} is not one of this side's groups in play";
        Refusal::with(rule::PLOTTING, says, [group.into(), 0, 0]).into()
    })
}

/// Gives a group its marker, face down: everybody sees that it has one ([`rule::MARKERS`]). A confirmation given before no
/// longer stands.
pub fn plot(state: &mut State, side: Side, group: u16, marker: Marker, events: &mut impl Listener) {
    state.confirmed[side.index()] = false;
    state.groups[usize::from(group) - 1].plot = Some(marker);
    events.tell(|| {
        let text = format!("group {group}: {}", marker.name());
        Event::new(EventKind::Decision, rule::PLOTTING, text).and_rule(rule::MARKERS).only_for(side)
    });
}

/// The first of a side's groups in play that has no marker.
pub fn unplotted(state: &State, side: Side) -> Option<usize> {
    (0..state.groups.len()).find(|g| {
        let group = &state.groups[*g];
        group.side == side && group.plot.is_none() && state.in_play(*g)
    })
}

/// A side whose force the scenario fixes and which has not confirmed it: it has nothing to choose
/// ([`rule::POINT_TOTAL`]).
pub fn forced(rules: &Rules, state: &State) -> Option<Side> {
    let waits = |side: &Side| rules.fixed[side.index()] && !state.confirmed[side.index()];
    Side::BOTH.into_iter().find(waits).filter(|_| state.phase == Phase::Choosing)
}

/// Whether a side's force or plots can be declared final.
pub fn may_confirm(state: &State, side: Side) -> Result<(), Refusals> {
    match state.phase {
        Phase::Choosing | Phase::Plotting => {}
        Phase::Placement | Phase::Action | Phase::Over => return Err(out_of_phase(state)),
    }
    if state.confirmed[side.index()] {
        return Err(Refusal::new(rule::SEQUENCE, "this side has confirmed").into());
    }
    if state.phase == Phase::Choosing && state.forces[side.index()].is_none() {
        return Err(Refusal::new(rule::POINT_TOTAL, "a force needs aircraft").into());
    }
    if state.phase == Phase::Plotting
        && let Some(g) = unplotted(state, side)
    {
        let says = "group {0} has no marker";
        return Err(Refusal::with(rule::PLOTTING, says, [g as i32 + 1, 0, 0]).into());
    }
    Ok(())
}

/// A side declares its force or plots final; once both have, play goes on. Says whether something was shown.
pub fn confirm(
    rules: &Rules,
    state: &mut State,
    side: Side,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<bool, Need> {
    state.confirmed[side.index()] = true;
    let choosing = state.phase == Phase::Choosing;
    events.tell(|| {
        let (what, by) = if choosing { ("force", rule::POINT_TOTAL) } else { ("plots", rule::PLOTTING) };
        Event::new(EventKind::Decision, by, format!("{side} confirm their {what}"))
    });
    if state.confirmed != [true; 2] {
        return Ok(false);
    }
    if choosing {
        crate::forces::show(rules, state, dice, events)?;
    } else {
        state.phase = Phase::Action;
        state.confirmed = [false; 2];
        events.tell(|| {
            let text = format!("turn {}: action", state.turn);
            Event::new(EventKind::Phase, rule::SEQUENCE, text).and_rule(rule::ACTION_PHASE)
        });
        flip(rules, state, dice, events)?;
    }
    Ok(true)
}

/// Whether the flipped card lets a side act in the action phase at all ([`rule::ACTION_PHASE`]).
#[inline]
pub fn has_the_card(state: &State, side: Side) -> Result<(), Refusals> {
    in_phase(state, Phase::Action)?;
    if state.card == Some(side) {
        return Ok(());
    }
    Err(Refusal::new(rule::ACTION_PHASE, "the flipped card is the other side's").into())
}

/// Whether a side may activate this group ([`rule::ACTION_PHASE`]).
pub fn may_activate(state: &State, side: Side, group: u16) -> Result<usize, Refusals> {
    has_the_card(state, side)?;
    let no = |says: &'static str| Err(Refusal::with(rule::ACTION_PHASE, says, [group.into(), 0, 0]).into());
    if state.active.is_some() {
        return no("another activation is not finished");
    }
    match state.group_index(group) {
        None => no("there is no group {0}"),
        Some(g) if state.groups[g].side != side => no("group {0} is the other side's"),
        Some(g) if !state.in_play(g) => no("group {0} is no longer in play"),
        Some(g) if state.groups[g].activated => no("group {0} has been activated this turn"),
        Some(g) => Ok(g),
    }
}

/// There is no pass ([`rule::ACTION_PHASE`]).
pub fn no_pass(state: &State, side: Side) -> Refusals {
    match has_the_card(state, side) {
        Err(no) => no,
        Ok(()) => {
            Refusal::new(rule::ACTION_PHASE, "the side of the flipped card must activate a group").into()
        }
    }
}

/// Shows a group's marker and changes its altitude marker ([`rule::ACTIVATION`]).
pub fn activate(
    rules: &Rules,
    state: &mut State,
    g: usize,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    let Some(marker) = state.groups[g].plot else {
        // Plots are complete before the action phase starts and go only with their group.
        return Ok(());
    };
    let ceiling = rules.card(state.groups[g].card).alt;
    let group = &mut state.groups[g];
    group.activated = true;
    let before = group.altitude;
    events.tell(|| {
        let text = format!("{} activate group {}: {}", group.side, g + 1, marker.name());
        Event::new(EventKind::Reveal, rule::ACTIVATION, text)
            .and_rule(rule::MARKERS)
            .and_rule(rule::GROUP_COHERENCY)
    });
    let fate = match marker.change() {
        -1 if before == 1 => Some((Fate::Crashed, rule::CRASH)),
        // The lowest level is 1, the highest the card's (maximum-altitude).
        1 if before >= ceiling => Some((Fate::Stalled, rule::STALL)),
        _ => None,
    };
    if let Some((fate, by)) = fate {
        for n in state.groups[g].members() {
            if state.planes[n].flying() {
                lose(rules, state, n, fate, by, events);
            }
        }
        return go_on(rules, state, dice, events);
    }
    group.altitude = before + marker.change();
    state.active = Some(g as u16);
    state.mover.plane = None;
    state.mover.legs.clear();
    events.tell(|| {
        let text = format!("group {}: altitude marker {before} to {}", g + 1, before + marker.change());
        Event::new(EventKind::Decision, rule::ALTITUDE_CHANGE, text).and_rule(rule::MAXIMUM_ALTITUDE)
    });
    Ok(())
}

/// The aircraft's part in its group's activation is over.
pub fn finish_part(
    rules: &Rules,
    state: &mut State,
    plane: usize,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    state.planes[plane].acted = true;
    state.keep_track(plane);
    state.mover.plane = None;
    state.mover.counters = crate::state::Counters::default();
    go_on(rules, state, dice, events)
}

/// After a loss or the end of an aircraft's part: the next aircraft, the next card, or the end of the game.
pub fn go_on(
    rules: &Rules,
    state: &mut State,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    if end_if_decided(state, events) {
        return Ok(());
    }
    if let Some(g) = state.active {
        let group = &state.groups[usize::from(g)];
        if state.planes[group.members()].iter().any(|p| p.flying() && !p.acted) {
            return Ok(());
        }
        // The marker is removed (activation, step 4).
        state.groups[usize::from(g)].plot = None;
        state.active = None;
    }
    flip(rules, state, dice, events)
}
