//! Section 14 as a scenario: what a file would hold to start from this position.

use crate::command::Stand;
use crate::field::Leg;
use crate::forces;
use crate::options::AxisEdge;
use crate::rules::Rules;
use crate::scenario::{
    Cards, GroupEntry, LegEntry, Members, MovingEntry, PendingEntry, PlaneEntry, Scenario, StateEntry,
};
use crate::state::{Bank, Flight, Group, Pending, Phase, Plane, State, Status};
use std::collections::BTreeMap;
use table::{PieceId, Side};

/// The scenario that sets this position up; nothing once the game is over.
pub(crate) fn as_scenario(rules: &Rules, state: &State, scenario: &Scenario) -> Option<Scenario> {
    let groups = match state.phase {
        Phase::Over => return None,
        Phase::Choosing => fixed_forces(rules, state),
        Phase::Placement | Phase::Plotting | Phase::Action => {
            (0..state.groups.len()).map(|g| group(rules, state, g)).collect()
        }
    };
    let entry = if state.phase == Phase::Choosing { choosing(rules, state) } else { standing(rules, state) };
    Some(Scenario { groups, state: Some(entry), ..scenario.clone() })
}

fn card_id(rules: &Rules, card: u16) -> String {
    rules.card(card).entry.id.clone()
}

/// Forces that the scenario fixes; its groups say that it does.
fn fixed_forces(rules: &Rules, state: &State) -> Vec<GroupEntry> {
    let fixed = Side::BOTH.into_iter().filter(|side| rules.fixed[side.index()]);
    let entry = |side: Side, flight: &Flight| GroupEntry {
        side,
        card: card_id(rules, flight.card),
        aircraft: Members::Count(flight.count),
        reserve: 0,
        altitude: None,
        plot: None,
        activated: false,
    };
    let own = |side: Side| state.forces[side.index()].iter().flatten().map(move |flight| entry(side, flight));
    fixed.flat_map(own).collect()
}

/// What has been chosen and not yet shown.
fn choosing(rules: &Rules, state: &State) -> StateEntry {
    let chosen = |side: &Side| !rules.fixed[side.index()];
    let force = |side: Side| Some((side, forces::list(rules, state.forces[side.index()].as_ref()?)));
    StateEntry {
        phase: Some(state.phase),
        forces: Side::BOTH.into_iter().filter(chosen).filter_map(force).collect(),
        confirmed: confirmed(state),
        offer: state.offer,
        ..StateEntry::default()
    }
}

fn confirmed(state: &State) -> Vec<Side> {
    Side::BOTH.into_iter().filter(|side| state.confirmed[side.index()]).collect()
}

/// Everything that is not about one group: cards, points, the moving aircraft.
fn standing(rules: &Rules, state: &State) -> StateEntry {
    let pile = |[black, red]: [u8; 2]| Some(Cards { red, black });
    let points = Side::BOTH.map(|side| (side, state.points[side.index()]));
    StateEntry {
        phase: Some(state.phase),
        turn: Some(state.turn.into()),
        axis_edge: state.axis_south.map(|south| if south { AxisEdge::South } else { AxisEdge::North }),
        forces: BTreeMap::new(),
        confirmed: confirmed(state),
        card: state.card,
        cards_left: pile(state.left),
        cards_flipped: pile(state.flipped),
        offer: state.offer,
        points: points.into_iter().filter(|(_, points)| *points != 0).collect(),
        active_group: state.active.map(|g| g + 1),
        moving: state.mover.plane.map(|n| moving(rules, state, n)),
        last_legs: if state.mover.plane.is_none() { legs(rules, &state.mover.legs) } else { Vec::new() },
    }
}

fn moving(rules: &Rules, state: &State, n: u16) -> MovingEntry {
    let c = &state.mover.counters;
    MovingEntry {
        aircraft: PieceId::of(n.into()),
        mp_total: Some(c.total),
        mp_spent: c.spent,
        fwd_total: c.forward,
        fwd_since: c.since,
        first_turn_tried: c.tried,
        legs: legs(rules, &state.mover.legs),
        pending: c.pending.map(|pending| match pending {
            Pending::TightTurn(side) => PendingEntry::TightTurn(side),
            Pending::HalfLoop => PendingEntry::HalfLoop,
        }),
        ended: c.ended,
    }
}

fn legs(rules: &Rules, legs: &[Leg]) -> Vec<LegEntry> {
    let from = |leg: &Leg| Stand::of(&rules.field, leg.from, leg.heading);
    legs.iter().map(|leg| LegEntry { from: from(leg), length: leg.length }).collect()
}

fn group(rules: &Rules, state: &State, g: usize) -> GroupEntry {
    let Group { side, card, altitude, plot, activated, placed, .. } = state.groups[g];
    let members = state.groups[g].members();
    GroupEntry {
        side,
        card: card_id(rules, card),
        aircraft: if placed {
            Members::Each(members.map(|n| plane(rules, state, n)).collect())
        } else {
            Members::Count(members.len() as u8)
        },
        reserve: 0,
        altitude: placed.then_some(altitude),
        plot,
        activated,
    }
}

fn plane(rules: &Rules, state: &State, n: usize) -> PlaneEntry {
    let Plane {
        spot,
        heading,
        card,
        level,
        damage,
        status,
        acted,
        attacked,
        early,
        bank,
        ammunition: left,
        ..
    } = state.planes[n];
    let lost = match status {
        Status::Lost(fate) => Some(fate),
        Status::Waiting | Status::Flying => None,
    };
    let track = state.tracks.iter().filter(|(plane, _)| usize::from(*plane) == n);
    let (batteries, full) = (rules.card(card).batteries.len(), rules.card(card).ammunition());
    let mut entry = PlaneEntry {
        // The level of an aircraft in flight follows from its group's marker.
        level: lost.map(|_| level),
        damage: damage.into(),
        lost,
        acted,
        attacked,
        attacked_early: early,
        bank: (bank != Bank::Level).then_some(bank),
        ammunition: (left != full).then(|| left[..batteries].to_vec()),
        track: track.map(|(_, spot)| rules.field.at(*spot)).collect(),
        ..PlaneEntry::default()
    };
    match Stand::of(&rules.field, spot, heading) {
        Stand::Hex(at) => (entry.hex, entry.facing) = (Some(at.hex), Some(at.facing)),
        Stand::Point(at) => (entry.x, entry.y, entry.heading) = (Some(at.x), Some(at.y), Some(at.heading)),
    }
    entry
}
