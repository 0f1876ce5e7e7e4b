//! Names and sentences used in logs.

use crate::attitude::{Bank, Hand, Nose, Pitch};
use crate::command::{Mode, Plan};
use crate::course::Manoeuvre as Act;
use crate::flight::Arrival;
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

/// A bank in words.
fn banked(bank: Bank) -> &'static str {
    match bank {
        Bank::Lvl => "wings level",
        Bank::Rb => "banked right",
        Bank::Irb => "inverted, banked right",
        Bank::Inv => "inverted",
        Bank::Ilb => "inverted, banked left",
        Bank::Lb => "banked left",
    }
}

/// Bank and pitch in words, with those of the book behind them.
pub(crate) fn attitude(bank: Bank, nose: Nose) -> String {
    let pitched = match nose {
        Nose::Level => "level flight",
        Nose::Climb => "climbing",
        Nose::Dive => "diving",
    };
    format!("{}, {pitched} ({} {})", banked(bank), bank.word(), Pitch::of(nose, bank).word())
}

/// The kinds of move in the order in which they are offered.
const KINDS: [&str; 15] = [
    "level",
    "levelling off",
    "pulling out",
    "climbing",
    "diving",
    "zoom and level off",
    "dive and level off",
    "wingover",
    "Immelmann",
    "half loop up",
    "split-S",
    "inverted",
    "climbing inverted",
    "diving inverted",
    "stall",
];

/// The ways of a move in the order in which they are offered: from left to right.
const WAYS: [&str; 13] = [
    "left turn of 180° or more",
    "left turn of 120°",
    "left turn",
    "slip left",
    "bank left",
    "roll out",
    "straight on",
    "S-turn",
    "bank right",
    "slip right",
    "right turn",
    "right turn of 120°",
    "right turn of 180° or more",
];

/// Where a move stands in the list of those that are offered.
pub(crate) fn rank(manoeuvre: &table::view::Manoeuvre) -> (usize, usize) {
    let place =
        |list: &[&str], name: &str| list.iter().position(|known| *known == name).unwrap_or(list.len());
    (place(&KINDS, manoeuvre.kind), place(&WAYS, manoeuvre.way))
}

/// What a pilot would call a move.
pub(crate) fn called(start: &Plane, plan: &Plan, arrival: &Arrival) -> table::view::Manoeuvre {
    let (walker, nose) = (&arrival.walker, plan.mode.nose(start.nose));
    let inverted = walker.bank.inverted();
    let kind = match plan.mode {
        Mode::Stall => "stall",
        Mode::Wingover => "wingover",
        Mode::NoteAUp => "zoom and level off",
        Mode::NoteADown => "dive and level off",
        Mode::Steady | Mode::To(_) if plan.steps.reversal.is_some() => match (walker.up, nose) {
            (0, _) => "split-S",
            (_, Nose::Level) if !inverted => "Immelmann",
            _ => "half loop up",
        },
        Mode::Steady | Mode::To(_) => match (nose, start.nose, inverted) {
            (Nose::Level, _, true) => "inverted",
            (Nose::Climb, _, true) => "climbing inverted",
            (Nose::Dive, _, true) => "diving inverted",
            (Nose::Level, Nose::Level, false) => "level",
            (Nose::Level, Nose::Climb, false) => "levelling off",
            (Nose::Level, Nose::Dive, false) => "pulling out",
            (Nose::Climb, _, false) => "climbing",
            (Nose::Dive, _, false) => "diving",
        },
    };
    let note = format!("speed {}", Halves(arrival.balance.speed));
    table::view::Manoeuvre { kind, way: way(start.bank, plan, walker.bank), note }
}

/// Which way a move goes.
fn way(start: Bank, plan: &Plan, end: Bank) -> &'static str {
    let (mut right, mut turns, mut slips) = (0, false, None);
    for step in &plan.steps.steps {
        match step.act {
            Act::Turn { hand, change, .. } => {
                right += i16::from(hand.sides()) * i16::from(change);
                turns |= change > 0;
            }
            Act::Skid { hand, turn: true } => (right, turns) = (right + i16::from(hand.sides()), true),
            Act::Slip { hand } | Act::Skid { hand, turn: false } => slips = Some(hand),
            Act::Straight | Act::Bank { .. } => {}
        }
    }
    match (right, slips, end.side()) {
        (3.., _, _) => "right turn of 180° or more",
        (2, _, _) => "right turn of 120°",
        (1, _, _) => "right turn",
        (0, _, _) if turns => "S-turn",
        (0, Some(Hand::Right), _) => "slip right",
        (0, Some(Hand::Left), _) => "slip left",
        (0, None, _) if start == end => "straight on",
        (0, None, Some(Hand::Right)) => "bank right",
        (0, None, Some(Hand::Left)) => "bank left",
        (0, None, None) => "roll out",
        (-1, _, _) => "left turn",
        (-2, _, _) => "left turn of 120°",
        (..=-3, _, _) => "left turn of 180° or more",
    }
}

/// What an aircraft does in a move: "climbs, left turn".
pub(crate) fn does(manoeuvre: &table::view::Manoeuvre) -> String {
    let kind = match manoeuvre.kind {
        "level" => "flies level",
        "levelling off" => "levels off",
        "pulling out" => "pulls out of its dive",
        "climbing" => "climbs",
        "diving" => "dives",
        "zoom and level off" => "zooms and levels off",
        "dive and level off" => "dives and levels off",
        "wingover" => "flies a wingover",
        "Immelmann" => "flies an Immelmann",
        "half loop up" => "flies half a loop up",
        "split-S" => "flies a split-S",
        "inverted" => "flies on inverted",
        "climbing inverted" => "climbs inverted",
        "diving inverted" => "dives inverted",
        _ => "stalls",
    };
    match manoeuvre.way {
        "straight on" => kind.to_owned(),
        way => format!("{kind}, {way}"),
    }
}

/// Where and how an aircraft flies.
pub(crate) fn flies(plane: &Plane) -> String {
    format!(
        "heading {}°, altitude {}, speed {}, {}",
        space::degrees(plane.heading),
        plane.altitude,
        Halves(plane.speed.0),
        banked(plane.bank)
    )
}
