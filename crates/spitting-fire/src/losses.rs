//! Section 10: losses, and the cards that go with them.

use crate::state::{Fate, Status};
use crate::{Effect, rule, words};
use table::{Dice, Event, EventKind, Listener, PieceId, RuleId, Side};

/// Removes an aircraft for good: its points go to the other side, and with the last of a group a card leaves the deck.
pub(crate) fn lose(effect: &mut Effect<'_, impl Dice, impl Listener>, plane: usize, fate: Fate, by: RuleId) {
    let Effect { rules, state, events, .. } = effect;
    let lost = &mut state.planes[plane];
    lost.status = Status::Lost(fate);
    let (side, g, card) = (lost.side, usize::from(lost.group), rules.card(lost.card));
    let unpaid = rules.options.no_crash_vp && matches!(fate, Fate::Crashed | Fate::Stalled);
    let points = if unpaid { 0 } else { card.points };
    let (to, why) = (side.enemy(), if unpaid { rule::OPT_NO_CRASH_VP } else { rule::POINT_VALUE });
    state.points[to.index()] += points;
    events.tell(|| {
        let won = words::count(points, "point");
        let text = format!("{} {}: {won} for the {to}", words::plane(rules, state, plane), fate.told());
        Event::new(EventKind::Loss, by, text).at(PieceId::of(plane)).and_rule(why).and_rule(rule::VICTORY)
    });
    if !state.in_play(g) {
        deck_upkeep(effect, g);
    }
}

/// One card of the colour of a lost group leaves the game ([`rule::DECK_UPKEEP`]): from those flipped if the group has been
/// activated this turn, else from those still to be flipped.
fn deck_upkeep(effect: &mut Effect<'_, impl Dice, impl Listener>, g: usize) {
    let Effect { state, events, .. } = effect;
    let (flipped, side) = (state.groups[g].activated, state.groups[g].side);
    // Its marker, if it still had one, is removed unseen.
    state.groups[g].plot = None;
    let pile = if flipped { &mut state.flipped } else { &mut state.left };
    pile[side.index()] -= 1;
    events.tell(|| {
        let from = if flipped { "the flipped cards" } else { "the cards still to be flipped" };
        let colour = if side == Side::Axis { "red" } else { "black" };
        let text = format!("Group {} is gone: a {colour} card leaves {from}", g + 1);
        Event::new(EventKind::Loss, rule::DECK_UPKEEP, text).and_rule(rule::CARDS).of(side)
    });
}
