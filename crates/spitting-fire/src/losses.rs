//! Section 10: losses, victory points, the end of the game.

use crate::cards::{Card, MOST_BATTERIES};
use crate::data::Rules;
use crate::rule;
use crate::state::{Fate, Phase, State, Status};
use table::{Event, EventKind, Listener, Outcome, RuleId, Side};

/// Ammunition at the start, by battery ([`rule::OPT_LIMITED_AMMO`]).
pub fn ammunition(card: &Card) -> [u8; MOST_BATTERIES] {
    let mut left = [0; MOST_BATTERIES];
    for (n, battery) in card.batteries.iter().enumerate() {
        left[n] = battery.ammunition;
    }
    left
}

/// Removes an aircraft for good: its points go to the other side, and with the last of a group a card leaves the deck.
pub fn lose(
    rules: &Rules,
    state: &mut State,
    plane: usize,
    fate: Fate,
    by: RuleId,
    events: &mut impl Listener,
) {
    let lost = &mut state.planes[plane];
    lost.status = Status::Lost(fate);
    let (side, g, card) = (lost.side, usize::from(lost.group), rules.card(lost.card));
    let unpaid = rules.options.no_crash_vp && matches!(fate, Fate::Crashed | Fate::Stalled);
    let points = if unpaid { 0 } else { card.points };
    let (to, why) = (side.enemy(), if unpaid { rule::OPT_NO_CRASH_VP } else { rule::POINT_VALUE });
    state.points[to.index()] += points;
    events.tell(|| {
        let text = format!("{} {} {}: {points} VPs for the {to}", card.name(), plane + 1, fate.word());
        Event::new(EventKind::Loss, by, text).at(State::id(plane)).and_rule(why).and_rule(rule::VICTORY)
    });
    if !state.in_play(g) {
        deck_upkeep(state, g, side, events);
    }
}

/// One card of the colour of a lost group leaves the game ([`rule::DECK_UPKEEP`]): from those flipped if the group has been
/// activated this turn, else from those still to be flipped.
fn deck_upkeep(state: &mut State, g: usize, side: Side, events: &mut impl Listener) {
    let flipped = state.groups[g].activated;
    // Its marker, if it still had one, is removed unseen.
    state.groups[g].plot = None;
    let pile = if flipped { &mut state.flipped } else { &mut state.left };
    pile[side.index()] -= 1;
    events.tell(|| {
        let from = if flipped { "the flipped cards" } else { "the cards still to be flipped" };
        let colour = if side == Side::Axis { "red" } else { "black" };
        let text = format!("group {} is gone: a {colour} card leaves {from}", g + 1);
        Event::new(EventKind::Loss, rule::DECK_UPKEEP, text).and_rule(rule::CARDS)
    });
}

/// The game ends at once when a side has no aircraft left ([`rule::GAME_LENGTH`]).
pub fn end_if_decided(state: &mut State, events: &mut impl Listener) -> bool {
    if state.phase == Phase::Over {
        return true;
    }
    if Side::BOTH.into_iter().all(|s| state.side_in_play(s)) {
        return false;
    }
    finish(state, events);
    true
}

/// The game is over.
pub fn finish(state: &mut State, events: &mut impl Listener) {
    state.phase = Phase::Over;
    state.card = None;
    state.active = None;
    state.mover.plane = None;
    events.tell(|| {
        let text = verdict(state).text;
        Event::new(EventKind::End, rule::VICTORY, text).and_rule(rule::GAME_LENGTH)
    });
}

/// The side with more VPs wins; equal VPs are a draw ([`rule::VICTORY`]).
pub fn verdict(state: &State) -> Outcome {
    let [allies, axis] = state.points;
    let winner = match allies.cmp(&axis) {
        std::cmp::Ordering::Greater => Some(Side::Allies),
        std::cmp::Ordering::Less => Some(Side::Axis),
        std::cmp::Ordering::Equal => None,
    };
    let (more, less) = (allies.max(axis), allies.min(axis));
    let text = match winner {
        Some(side) => format!("the {side} win {more} to {less}"),
        None => format!("a draw, {allies} to {axis}"),
    };
    Outcome { winner, points: state.points, text, rule: rule::VICTORY.0.to_owned() }
}
