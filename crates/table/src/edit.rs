//! Editing a scenario: what an editor draws of one that may be unfinished, and what it does to it by hand.

use crate::view::{At, Board, Marker, MarkerKind, Pose};
use crate::{PieceId, Scenery, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use ts_rs::TS;

/// A scenario as an editor draws it. Unlike a view it needs no sound position: whatever can be read is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Drawing {
    /// The map.
    pub board: Board,
    /// What it looks like.
    pub scenery: Option<Scenery>,
    /// The aircraft, in id order.
    pub aircraft: Vec<Drawn>,
    /// Things on the map that are not aircraft.
    pub markers: Vec<Marker>,
    /// Feet that a level of altitude stands for, where the game says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level_feet: Option<u16>,
}

/// An aircraft of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Drawn {
    /// Its number in set-up order, from 1.
    pub id: PieceId,
    /// What it is called.
    pub name: SmolStr,
    /// Key into the cards.
    pub card: SmolStr,
    /// Whose it is.
    pub side: Side,
    /// Where it is; nothing if it has no place yet, or none any more.
    pub pose: Option<Pose>,
    /// Paths of the parts of the scenario that say something of it, the one most its own first: `groups[2].state[0]`, `groups[2]`.
    pub parts: Vec<String>,
}

/// What is done to a scenario by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Edit {
    /// Puts a new aircraft on the map.
    Add {
        /// Its card.
        card: String,
        /// Whose it is.
        side: Side,
        /// Where.
        at: At,
        /// How it points, in degrees; the game takes the nearest heading that it has.
        heading: u16,
    },
    /// Puts an aircraft elsewhere.
    Put {
        /// The aircraft.
        aircraft: PieceId,
        /// Where.
        at: At,
    },
    /// Turns an aircraft.
    Turn {
        /// The aircraft.
        aircraft: PieceId,
        /// How it points then, in degrees; the game takes the nearest heading that it has.
        heading: u16,
    },
    /// Takes an aircraft away.
    Remove {
        /// The aircraft.
        aircraft: PieceId,
    },
    /// Changes what lies on the map besides aircraft: a target, a cloud.
    Marker {
        /// What it is.
        kind: MarkerKind,
        /// Where it is; nothing if it is new.
        #[serde(default)]
        #[ts(optional)]
        from: Option<At>,
        /// Where it goes; nothing if it is taken away.
        #[serde(default)]
        #[ts(optional)]
        to: Option<At>,
    },
}

impl Edit {
    /// The places that it names.
    pub fn places(&self) -> impl Iterator<Item = At> + use<> {
        let named = match self {
            Edit::Add { at, .. } | Edit::Put { at, .. } => [Some(*at), None],
            Edit::Marker { from, to, .. } => [*from, *to],
            Edit::Turn { .. } | Edit::Remove { .. } => [None, None],
        };
        named.into_iter().flatten()
    }

    /// The aircraft that it changes; a new one has no number yet.
    pub fn aircraft(&self) -> Option<PieceId> {
        match self {
            Edit::Put { aircraft, .. } | Edit::Turn { aircraft, .. } | Edit::Remove { aircraft } => {
                Some(*aircraft)
            }
            Edit::Add { .. } | Edit::Marker { .. } => None,
        }
    }
}

/// Changes a list of what lies on the map, each at a place of its own, and answers whether that could be done. `place` tells where
/// one lies; `put` writes one for a place, after the one that was there before.
pub fn put_marker<T>(
    list: &mut Vec<T>,
    (from, to): (Option<At>, Option<At>),
    place: impl Fn(&T) -> Option<At>,
    put: impl Fn(Option<&T>, At) -> Option<T>,
) -> bool {
    let lies = |at: At| list.iter().position(|entry| place(entry) == Some(at));
    let (old, taken) = (from.and_then(lies), to.filter(|to| from != Some(*to)).and_then(lies));
    if from.is_some() != old.is_some() || taken.is_some() {
        return false;
    }
    let new = to.map(|to| put(old.map(|n| &list[n]), to));
    match (old, new) {
        (Some(n), None) => drop(list.remove(n)),
        (Some(n), Some(Some(new))) => list[n] = new,
        (None, Some(Some(new))) => list.push(new),
        (None, None) | (_, Some(None)) => return false,
    }
    true
}

/// Takes the entry of an aircraft out of a list, and answers whether there was one.
pub fn take_out<T>(list: &mut Vec<T>, aircraft: PieceId) -> bool {
    let there = aircraft.index() < list.len();
    if there {
        list.remove(aircraft.index());
    }
    there
}

/// The one of these headings that is nearest to `wanted`, in degrees.
pub fn nearest_heading(headings: impl IntoIterator<Item = u16>, wanted: u16) -> u16 {
    let apart = |heading: &u16| {
        let one_way = (i32::from(*heading) - i32::from(wanted)).rem_euclid(360);
        one_way.min(360 - one_way)
    };
    headings.into_iter().min_by_key(apart).unwrap_or(wanted % 360)
}

/// The first of `stem 1`, `stem 2` … that is not taken.
pub fn free_name(stem: &str, taken: impl Fn(&str) -> bool) -> String {
    (1..).map(|n| format!("{stem}{n}")).find(|name| !taken(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_heading_may_lie_across_north() {
        assert_eq!(nearest_heading([30, 90, 330], 350), 330);
        assert_eq!(nearest_heading([0, 60, 300], 340), 0);
        assert_eq!(nearest_heading([], 365), 5);
    }

    #[test]
    fn a_marker_is_put_moved_and_taken_away_and_never_lies_on_another() {
        let hex = |col: i16| At::Hex { col, row: 1 };
        let mut list = Vec::new();
        let mut edit = |from: Option<i16>, to: Option<i16>| {
            let way = (from.map(hex), to.map(hex));
            let done = put_marker(&mut list, way, |at: &At| Some(*at), |_, at| Some(at));
            (done, list.clone())
        };
        assert_eq!(edit(None, Some(3)), (true, vec![hex(3)]));
        assert_eq!(edit(None, Some(5)), (true, vec![hex(3), hex(5)]));
        assert_eq!(edit(Some(3), Some(5)), (false, vec![hex(3), hex(5)]));
        assert_eq!(edit(Some(3), Some(4)), (true, vec![hex(4), hex(5)]));
        assert_eq!(edit(Some(3), None), (false, vec![hex(4), hex(5)]));
        assert_eq!(edit(Some(4), None), (true, vec![hex(5)]));
        assert_eq!(edit(None, None), (false, vec![hex(5)]));
    }

    #[test]
    fn names_are_counted_on_from_those_that_are_taken() {
        assert_eq!(free_name("A", |name| name == "A1" || name == "A2"), "A3");
    }
}
