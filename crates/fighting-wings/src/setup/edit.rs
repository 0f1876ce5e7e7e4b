//! A scenario in the hands of its designer: as it is drawn, and aircraft put, turned, added and taken away.

use crate::scenario::{Entry, Pilot, Scenario};
use crate::space::{GRID, heading};
use crate::state::Plane;
use crate::units::Halves;
use crate::view::{INCREMENT_FEET, pose_of, window};
use sky::{Direction, Hex};
use table::view::At;
use table::{Drawing, Drawn, Edit, PieceId, Side, free_name, nearest_heading, take_out};

/// Where and how the first aircraft of a side flies; later ones join those that are there.
const FIRST_ALTITUDE: i16 = 150;
const FIRST_SPEED: Halves = Halves(12);

/// The scenario as an editor draws it.
pub(crate) fn drawing(scenario: &Scenario) -> Drawing {
    let drawn = |(n, entry): (usize, &Entry)| {
        let plane = &entry.start;
        let near = plane.hex.q.unsigned_abs().max(plane.hex.r.unsigned_abs()) <= super::FARTHEST as u16;
        let pose = || pose_of(plane.hex, plane.heading, plane.altitude, (plane.bank, plane.nose));
        Drawn {
            id: PieceId::of(n),
            name: entry.name.as_str().into(),
            card: entry.ty.as_str().into(),
            side: entry.side,
            pose: (near && plane.flying()).then(pose),
            parts: vec![format!("aircraft[{n}]")],
        }
    };
    Drawing {
        board: window(),
        aircraft: scenario.aircraft.iter().enumerate().map(drawn).collect(),
        scenery: scenario.scenery.clone(),
        markers: Vec::new(),
        level_feet: Some(INCREMENT_FEET),
    }
}

/// Changes a scenario by hand.
pub(crate) fn edit(scenario: &mut Scenario, edit: &Edit) -> bool {
    match edit {
        Edit::Add { card, side, at, heading } => {
            let Some(hex) = hex(*at) else { return false };
            let letter = if *side == Side::Allies { "A" } else { "X" };
            let name = free_name(letter, |name| scenario.aircraft.iter().any(|entry| entry.name == name));
            let mate = scenario.aircraft.iter().rev().find(|entry| entry.side == *side);
            let (altitude, speed) =
                mate.map_or((FIRST_ALTITUDE, FIRST_SPEED), |entry| (entry.start.altitude, entry.start.speed));
            scenario.aircraft.push(Entry {
                name,
                ty: card.clone(),
                side: *side,
                pilot: Pilot::default(),
                traits: Vec::new(),
                leader: None,
                fixed: false,
                start: Plane { hex, heading: nearest(*heading), altitude, speed, ..Plane::default() },
            });
            true
        }
        Edit::Put { aircraft, at } => {
            let entry = scenario.aircraft.get_mut(aircraft.index()).zip(hex(*at));
            entry.map(|(entry, hex)| entry.start.hex = hex).is_some()
        }
        Edit::Turn { aircraft, heading } => {
            let entry = scenario.aircraft.get_mut(aircraft.index());
            entry.map(|entry| entry.start.heading = nearest(*heading)).is_some()
        }
        Edit::Remove { aircraft } => take_out(&mut scenario.aircraft, *aircraft),
        // Nothing lies on this game's map.
        Edit::Marker { .. } => false,
    }
}

fn hex(at: At) -> Option<Hex> {
    match at {
        At::Hex { col, row } => Some(GRID.hex(col, row)),
        At::Point { .. } => None,
    }
}

/// The heading that is nearest to so many degrees.
fn nearest(degrees: u16) -> Direction {
    let all = Direction::ALL.map(|d| GRID.heading(d));
    heading(nearest_heading(all, degrees)).unwrap_or_default()
}
