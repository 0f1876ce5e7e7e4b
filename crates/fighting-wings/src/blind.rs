//! `T.blind`: what a pilot cannot see, read once before anybody moves.

use crate::aircraft::{RearBlind, Type, Visibility};
use crate::attitude::{Bank, Hand, Nose};
use crate::rules::Rules;
use crate::space::Frame;
use crate::state::{Plane, State};

/// Where a blind spot lies relative to the aircraft's altitude.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Above,
    Below,
    Any,
}

/// Whether `other` is in a blind spot of `plane`.
pub(crate) fn blind(ty: &Type, plane: &Plane, other: &Plane) -> bool {
    let frame = Frame::of(plane.hex, plane.heading, other.hex);
    if frame.here() {
        return false;
    }
    let inverted = plane.bank.inverted();
    let behind_sight = if inverted { Level::Above } else { Level::Below };
    let at = |level: Level| match level {
        Level::Above => other.altitude > plane.altitude,
        Level::Below => other.altitude < plane.altitude,
        Level::Any => true,
    };
    // Pilots with a good or fair view see aircraft on the lines of an arc.
    let hidden = |inside: bool| inside && (ty.visibility == Visibility::Poor || !frame.on_line());
    // Upright, a climb hides what is ahead below; inverted it is the dive that does.
    let front = if inverted { Nose::Dive } else { Nose::Climb };
    let ends = match plane.nose {
        Nose::Level => {
            let level = if ty.rear_blind == RearBlind::Full { Level::Any } else { behind_sight };
            frame.rear() && at(level)
        }
        nose if nose == front => frame.front() && at(behind_sight),
        _ => frame.rear() && at(Level::Any),
    };
    // The raised wing hides the other side.
    let wing = match plane.bank.side() {
        Some(Hand::Right) => frame.left_side(),
        Some(Hand::Left) => frame.right_side(),
        None => false,
    };
    hidden(ends) || hidden(wing && at(behind_sight))
}

/// `18.c`: the matrix of the game turn.
/// It changes no initiative number ([`crate::rule::INITIATIVE_BLIND`]).
pub(crate) fn read(rules: &Rules, state: &mut State) {
    for n in 0..state.planes.len() {
        let mut seen = 0;
        if state.planes[n].flying() {
            for foe in state.flying(rules, rules.side(n).enemy()) {
                if blind(rules.ty(n), &state.planes[n], &state.planes[foe]) {
                    seen |= 1 << foe;
                }
            }
        }
        state.planes[n].blind = seen;
    }
}

/// What a pilot cannot see, in words.
pub(crate) fn words(ty: &Type, nose: Nose, bank: Bank) -> String {
    let (low, inverted) = (if bank.inverted() { "High" } else { "Low" }, bank.inverted());
    let rear = if ty.rear_blind == RearBlind::Full { "Rear".to_owned() } else { format!("Rear {low}") };
    let ends = match (nose, inverted) {
        (Nose::Level, _) => rear,
        (Nose::Climb, false) | (Nose::Dive, true) => format!("Front {low}"),
        (Nose::Climb, true) | (Nose::Dive, false) => "Rear".to_owned(),
    };
    match bank.side() {
        Some(Hand::Right) => format!("{ends}, Left {low}"),
        Some(Hand::Left) => format!("{ends}, Right {low}"),
        None => ends,
    }
}
