//! Names and sentences of the log.

use crate::command::{Altitude, Fire, Path};
use crate::finish::Flown;
use crate::rule;
use crate::rules::Rules;
use crate::space::{at, hex_name};
use crate::state::{Exit, Plane, Records, State, Status};
use table::view::At;
use table::{Event, EventKind, PieceId, Side};

/// What an aircraft is called: its type and number.
pub(crate) fn name(rules: &Rules, state: &State, index: usize) -> String {
    let side = state.planes[index].side;
    let nth = state.planes[..=index].iter().filter(|p| p.side == side).count();
    format!("{} {nth}", rules.charts[side.index()].id)
}

/// The way out of the game under 6.J.
pub(crate) fn exit_words(by: Exit) -> &'static str {
    match by {
        Exit::North => "over the north edge",
        Exit::East => "over the east edge",
        Exit::South => "over the south edge",
        Exit::West => "over the west edge",
        Exit::Ground => "below level 1",
    }
}

/// Damage Points in words.
pub(crate) fn damage_words(points: u16) -> String {
    match points {
        0 => "no damage".into(),
        n => counted(n.into(), "Damage Point", "Damage Points"),
    }
}

/// "1 pass", "2 passes".
pub(crate) fn counted(n: u32, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// The log line of a declaration, for its own side until both are in.
pub(crate) fn declaration(rules: &Rules, state: &State, side: Side, fire: &Fire) -> String {
    let shots: Vec<String> = fire
        .iter()
        .map(|s| {
            let (from, to) = (name(rules, state, s.aircraft.index()), name(rules, state, s.target.index()));
            format!("{from} at {to} with its {}", s.gun.name())
        })
        .collect();
    if shots.is_empty() {
        format!("The {side} hold fire")
    } else {
        format!("The {side} will fire: {}", shots.join("; "))
    }
}

/// The places of a move, the first one included.
pub(crate) fn way(plane: &Plane, records: &Records) -> Vec<At> {
    let mut way = vec![at(plane.hex)];
    way.extend(records.iter().map(|record| at(record.hex)));
    way.dedup();
    way
}

/// What an aircraft does about its altitude.
fn flies(choice: Altitude) -> String {
    let levels = |n: u8| counted(n.into(), "level", "levels");
    match choice {
        Altitude::Level => "flies level".into(),
        Altitude::Climb => "climbs".into(),
        Altitude::HorizontalDive(1) => "drifts down 1 level".into(),
        Altitude::HorizontalDive(n) => format!("dives {}", levels(n)),
        Altitude::VerticalDive(n) => format!("dives steeply {}", levels(n)),
    }
}

/// The log line of a move.
pub(crate) fn moved(rules: &Rules, state: &State, path: &Path, flown: &Flown) -> Event {
    let flight = &flown.flight;
    let plane = &state.planes[flown.index];
    let (who, does) = (name(rules, state, flown.index), flies(flight.choice));
    let mut text = format!("{who} {does} at speed {}", flight.speed);
    if flight.exit.is_none() {
        let heading = flight.facing.name(rules.corners());
        text += &format!(" to {}, heading {heading} at level {}", hex_name(flight.hex), flight.altitude);
    }
    if flown.end_speed != flight.speed {
        text += &format!(", and slows to {}", flown.end_speed);
    }
    if !path.is_empty() {
        text += &format!(" ({path})");
    }
    let decided = match flight.choice {
        Altitude::Level => rule::POINTS,
        Altitude::Climb => rule::CLIMBING,
        Altitude::HorizontalDive(_) => rule::HORIZONTAL_DIVE,
        Altitude::VerticalDive(_) => rule::VERTICAL_DIVE,
    };
    let event = Event::new(EventKind::Move, rule::MOVEMENT, text)
        .by(PieceId::of(flown.index))
        .along(way(plane, &flown.records))
        .and_rule(decided);
    if flight.wing_over || flight.roll.is_some() { event.and_rule(rule::MANEUVERS) } else { event }
}

/// The log line of an aircraft that has gone out under 6.J.
pub(crate) fn left(rules: &Rules, state: &State, index: usize) -> Event {
    let plane = &state.planes[index];
    let name = name(rules, state, index);
    let lost = plane.lost();
    let text = match plane.status {
        Status::Left { by, safe: true } => format!("{name} goes home {}", exit_words(by)),
        Status::Left { by, safe: false } => format!("{name} goes {} and counts as shot down", exit_words(by)),
        Status::Flying | Status::ShotDown => name,
    };
    let kind = if lost { EventKind::Loss } else { EventKind::Score };
    Event::new(kind, rule::LEAVING, text).by(PieceId::of(index))
}

/// What the air force of a nation is called; the nation itself where we know no name.
pub(crate) fn air_force(nation: &str) -> &str {
    match nation {
        "Britain" => "RAF",
        "France" => "Armée de l'Air",
        "Germany" => "Luftwaffe",
        "Poland" => "Polish Air Force",
        other => other,
    }
}
