//! What players are told of a scenario: its author's words, and what follows from rules and position at the start.

use table::view::{Aircraft, Card};
use table::{Game, Seat, Side, Table};
use wire::{Briefing, Force, Placed, StartMap};

/// The briefing of a table's scenario. Forces and map are those that the seat saw at the start, so that nothing secret is in it.
pub(crate) fn of<G: Game>(table: &Table<G>, cards: &[Card], seat: Seat) -> Briefing {
    let rules = table.rules();
    let view = table.replayed_view(0, seat);
    let scenario = table.scenario();
    let told = scenario.as_ref().map(G::told);
    let forces = forces(&view.aircraft, cards);
    let placed = |a: &Aircraft| Some(Placed { force: force_of(&forces, a)? as u16, pose: a.pose? });
    let aircraft = view.aircraft.iter().filter_map(placed).collect();
    Briefing {
        title: view.title.to_string(),
        summary: told.as_ref().map_or_else(String::new, |told| told.summary.to_owned()),
        words: told.as_ref().map_or_else(Default::default, |told| told.words.clone()),
        sides: Side::BOTH.into_iter().map(|side| (side, G::side_name(rules, side))).collect(),
        objectives: G::objectives(rules),
        turns: view.phase.turns,
        minutes: told.and_then(|told| told.minutes),
        map: StartMap { board: view.board, scenery: view.scenery, markers: view.markers, aircraft },
        forces,
    }
}

fn force_of(forces: &[Force], a: &Aircraft) -> Option<usize> {
    forces.iter().position(|f| f.side == a.side && f.card == a.card && f.role == a.role)
}

/// The aircraft by side, type and part in the fight, in the order in which they are set up.
fn forces(aircraft: &[Aircraft], cards: &[Card]) -> Vec<Force> {
    let mut forces: Vec<Force> = Vec::new();
    for a in aircraft {
        if let Some(n) = force_of(&forces, a) {
            forces[n].count += 1;
            continue;
        }
        let card = cards.iter().find(|card| card.id == a.card);
        forces.push(Force {
            side: a.side,
            card: a.card.to_string(),
            name: card.map_or_else(|| a.card.to_string(), |card| card.name.clone()),
            role: a.role.to_string(),
            count: 1,
            shape: card.map_or_else(Default::default, |card| card.shape.clone()),
        });
    }
    forces.sort_by_key(|force| force.side);
    forces
}
