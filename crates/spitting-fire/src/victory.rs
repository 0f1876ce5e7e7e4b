//! Sections 7 and 10: the end of the game, and who has won it.

use crate::rules::Rules;
use crate::state::{Phase, State};
use crate::{Effect, rule, words};
use std::cmp::Ordering;
use table::{Dice, EarlyEnd, Event, EventKind, Listener, Outcome, Side};

/// The game ends at once when a side has no aircraft left ([`rule::GAME_LENGTH`]).
pub(crate) fn end_if_decided(effect: &mut Effect<'_, impl Dice, impl Listener>) -> bool {
    if effect.state.phase == Phase::Over {
        return true;
    }
    if Side::BOTH.into_iter().all(|s| effect.state.side_in_play(s)) {
        return false;
    }
    finish(effect);
    true
}

/// The game ends at once when a side resigns or both agree ([`rule::VICTORY`]).
pub(crate) fn end_early(effect: &mut Effect<'_, impl Dice, impl Listener>, why: EarlyEnd) {
    if let EarlyEnd::Resigned(side) = why {
        effect.state.resigned = Some(side);
    }
    finish(effect);
}

/// The game is over.
pub(crate) fn finish(effect: &mut Effect<'_, impl Dice, impl Listener>) {
    let Effect { state, events, .. } = effect;
    state.phase = Phase::Over;
    state.card = None;
    state.active = None;
    state.mover.plane = None;
    state.offer = None;
    events.tell(|| {
        let text = words::sentence(&verdict(state).text);
        Event::new(EventKind::End, rule::VICTORY, text).and_rule(rule::GAME_LENGTH)
    });
}

/// A side that has resigned has lost; else the side with more VPs wins, and equal VPs are a draw ([`rule::VICTORY`]).
pub(crate) fn verdict(state: &State) -> Outcome {
    let [allies, axis] = state.points;
    let winner = match (state.resigned, allies.cmp(&axis)) {
        (Some(side), _) => Some(side.enemy()),
        (None, Ordering::Greater) => Some(Side::Allies),
        (None, Ordering::Less) => Some(Side::Axis),
        (None, Ordering::Equal) => None,
    };
    let (more, less) = (allies.max(axis), allies.min(axis));
    let (text, rule) = match (state.resigned, winner) {
        (Some(side), _) => {
            (format!("the {} win: the {side} have resigned", side.enemy()), table::rule::RESIGN)
        }
        (None, Some(side)) => (format!("the {side} win {more} to {less}"), rule::VICTORY),
        (None, None) => (format!("a draw, {allies} to {axis}"), rule::VICTORY),
    };
    Outcome { winner, points: state.points, text, rule: rule.0.to_owned() }
}

/// How this game is won and when it ends, for its players.
pub(crate) fn objectives(rules: &Rules) -> Vec<String> {
    let crashes = if rules.options.no_crash_vp {
        "shot down or lost over the edge of the board. Crashes and stalls score nothing"
    } else {
        "shot down, crashed or lost over the edge of the board"
    };
    vec![
        "More victory points win; equal points are a draw.".into(),
        format!("Each enemy aircraft scores its point value when it is {crashes}."),
        format!("The game ends after turn {}, or at once when a side has no aircraft left.", rules.turns),
    ]
}
