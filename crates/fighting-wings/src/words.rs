//! Names and sentences used in logs.

use crate::rules::Rules;
use crate::space;
use crate::state::Plane;
use crate::units::Halves;
use table::{Event, EventKind, PieceId, RuleId};

/// What an aircraft is called.
pub(crate) fn name(rules: &Rules, index: usize) -> &str {
    rules.crews.get(index).map_or("nobody", |crew| &crew.name)
}

/// An event about one aircraft.
pub(crate) fn about(index: usize, kind: EventKind, rule: RuleId, text: String) -> Event {
    Event::new(kind, rule, text).by(PieceId::of(index))
}

/// Where and how an aircraft flies.
pub(crate) fn flies(plane: &Plane) -> String {
    format!(
        "heading {}, altitude {}, speed {}, {} {}",
        space::degrees(plane.heading),
        plane.altitude,
        Halves(plane.speed.0),
        plane.bank.word(),
        plane.pitch().word()
    )
}
