//! Everything that is not about one group: cards, confirmations, the active group and the moving aircraft.

use super::Reading;
use crate::field::{Leg, Spot};
use crate::plotting::unplotted;
use crate::rules::Rules;
use crate::scenario::StateEntry;
use crate::state::{Phase, State};
use crate::{Look, placement, rule};
use table::{Flaws, Refusals, Side};

impl Reading<'_> {
    /// Cards, confirmations, the active group and the moving aircraft.
    pub(super) fn standing(&mut self) {
        let Reading { rules, start, state, flaws, .. } = self;
        let phase = state.phase;
        for side in Side::BOTH {
            let says = "a side without aircraft has lost: the game is over";
            let alive = phase == Phase::Over || state.side_in_play(side);
            flaws.unless(alive, "groups", says, rule::GAME_LENGTH);
        }
        if phase == Phase::Placement {
            let known = state.axis_south.is_some();
            flaws.unless(known, "state.axis-edge", "south or north: the lottery is over", rule::SETUP_AREAS);
            if known {
                placed(rules, state, flaws);
            }
        }
        let ended = state.turn == rules.turns || Side::BOTH.into_iter().any(|s| !state.side_in_play(s));
        let says = "the game ends with the last turn or with a side's last aircraft";
        flaws.unless(phase != Phase::Over || ended, "state.phase", says, rule::GAME_LENGTH);
        for side in &start.confirmed {
            let ready = phase == Phase::Plotting && unplotted(state, *side).is_none();
            flaws.unless(ready, "state.confirmed", "plots are confirmed when all are made", rule::PLOTTING);
            state.confirmed[side.index()] = true;
        }
        let waiting = state.confirmed != [true; 2];
        flaws.unless(
            waiting,
            "state.confirmed",
            "when both have confirmed, the action phase begins",
            rule::SEQUENCE,
        );
        if phase == Phase::Action {
            for (g, group) in state.groups.iter().enumerate() {
                let active = start.active_group == Some(g as u16 + 1);
                let plotted = group.plot.is_some() || (group.activated && !active) || !state.in_play(g);
                flaws.unless(plotted, format!("groups[{g}].plot"), "a marker is needed", rule::PLOTTING);
            }
        }
        active_group(start, state, flaws);
        deck(start, state, flaws);
        last_legs(rules, start, state, flaws);
        if let Some(entry) = &start.moving {
            self.moving(entry);
        } else if let Some(g) = state.active {
            let members = state.groups[usize::from(g)].members();
            let left = state.planes[members].iter().any(|p| p.flying() && !p.acted);
            let says = "all its aircraft have acted: its activation is over";
            flaws.unless(left, "state.active-group", says, rule::ACTIVATION);
        }
    }
}

/// The way of the aircraft that moved last.
fn last_legs(rules: &Rules, start: &StateEntry, state: &mut State, flaws: &mut Flaws) {
    let idle = start.last_legs.is_empty() || start.moving.is_none();
    flaws.unless(
        idle,
        "state.last-legs",
        "the way of the moving aircraft is `moving.legs`",
        rule::ACTIVATION,
    );
    for (n, entry) in start.last_legs.iter().enumerate() {
        let found = entry.from.on(&rules.field).filter(|(spot, _)| rules.field.contains(*spot));
        let path = format!("state.last-legs[{n}].from");
        flaws.unless(found.is_some(), &path, "not a place of this board", rule::PLAYING_AREA);
        let leg = found.map(|(from, heading)| Leg { from, heading, length: entry.length });
        state.mover.legs.extend(leg);
    }
}

/// Groups that are set up while others wait: where the rules of placement let them stand, and as they came.
fn placed(rules: &Rules, state: &State, flaws: &mut Flaws) {
    for (g, group) in state.groups.iter().enumerate().filter(|(_, group)| group.placed) {
        let members = &state.planes[group.members()];
        let whole = members.iter().all(|p| p.flying() && p.damage == 0);
        let says = "nothing happens to aircraft before the first turn";
        flaws.unless(whole, format!("groups[{g}].aircraft"), says, rule::SEQUENCE);
        let spots: Vec<Spot> = members.iter().map(|p| p.spot).collect();
        let look = Look::new(rules, state, group.side);
        let mut no = Refusals::none();
        placement::allowed(look, group, group.altitude, &spots, &mut no);
        flaws.refused(&format!("groups[{g}]"), &no);
        let says = "the groups that wait would find no room";
        flaws.unless(placement::leaves_room(look, g, &[]), "groups", says, rule::PLACEMENT);
    }
}

fn active_group(start: &StateEntry, state: &mut State, flaws: &mut Flaws) {
    let Some(number) = start.active_group else { return };
    let path = "state.active-group";
    flaws.unless(state.phase == Phase::Action, path, "only in the action phase", rule::ACTION_PHASE);
    let found = state.group_index(number).filter(|g| state.in_play(*g));
    let Some(g) = found else {
        flaws.add(path, "no such group in play", rule::ACTION_PHASE);
        return;
    };
    state.active = Some(g as u16);
    state.card = Some(state.groups[g].side);
    let own = start.card.is_none_or(|side| side == state.groups[g].side);
    flaws.unless(own, "state.card", "the card is that of the active group's side", rule::ACTION_PHASE);
}

/// The deck follows from the groups ([`rule::DECK_UPKEEP`]).
fn deck(start: &StateEntry, state: &mut State, flaws: &mut Flaws) {
    let placement = state.phase == Phase::Placement;
    if matches!(state.phase, Phase::Placement | Phase::Action) && state.card.is_none() {
        state.card = start.card;
        let says = "whose card was flipped?";
        flaws.unless(start.card.is_some(), "state.card", says, rule::ACTION_PHASE);
    } else if state.active.is_none() {
        let says = "no card is flipped in this phase";
        flaws.unless(start.card.is_none(), "state.card", says, rule::SEQUENCE);
    }
    for side in Side::BOTH {
        let (mut waiting, mut done) = (0u8, 0u8);
        for (g, group) in state.groups.iter().enumerate() {
            if group.side == side && state.in_play(g) {
                let is_done = if placement { group.placed } else { group.activated };
                *(if is_done { &mut done } else { &mut waiting }) += 1;
            }
        }
        if state.card == Some(side) && state.active.is_none() {
            let says = "the side of the flipped card has no group left for it";
            if flaws.unless(waiting > 0, "state.card", says, rule::ACTION_PHASE) {
                (waiting, done) = (waiting - 1, done + 1);
            }
        }
        state.left[side.index()] = waiting;
        state.flipped[side.index()] = done;
    }
    let says = "the cards must match the groups in play";
    let piles = [("left", start.cards_left, state.left), ("flipped", start.cards_flipped, state.flipped)];
    for (name, given, [black, red]) in piles {
        let same = given.is_none_or(|c| (c.red, c.black) == (red, black));
        flaws.unless(same, format!("state.cards-{name}"), says, rule::DECK_UPKEEP);
    }
}
