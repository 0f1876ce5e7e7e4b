//! Choices of set-up and plotting: D5 and D6.

use super::Asked;
use crate::command::{Command, Marker, Place, Stand};
use crate::data::Rules;
use crate::field::{Field, Spot};
use crate::placement::{altitudes, fits, in_south, lattice, squeezed};
use crate::rule;
use crate::state::State;
use sky::open::UNIT;
use table::view::{At, Pose};
use table::{Choice, Dial, PieceId, Put, Range, Say};

/// D5: the group, its altitude, a place for each aircraft, then headings.
pub(super) fn place_choices(at: &Asked, draft: Option<&Command>) -> Vec<Choice<Command>> {
    let (rules, state) = (at.rules, at.state);
    let unplaced = |g: u16| crate::placement::may_place(state, at.side, g).ok();
    let Some((place, g)) = draft.and_then(|d| match d {
        Command::Place(place) => unplaced(place.group).map(|g| (place.clone(), g)),
        _ => None,
    }) else {
        let groups = state.groups.iter().enumerate().filter(|(_, g)| g.side == at.side && !g.placed);
        return groups
            .map(|(n, group)| {
                let place = Place { group: n as u16 + 1, ..Place::default() };
                let label = format!("Group {}: {} {}", n + 1, group.count, rules.card(group.card).name());
                Choice::new(label, rule::PLACEMENT_DECK, Say::Draft(Command::Place(place)))
            })
            .collect();
    };
    let group = &state.groups[g];
    let levels = altitudes(rules, group.card);
    if !levels.contains(&place.altitude) {
        let level = |altitude| {
            let next = Command::Place(Place { altitude, ..place.clone() });
            Choice::new(format!("Level {altitude}"), rule::PLACEMENT, Say::Draft(next))
        };
        return levels.map(level).collect();
    }
    let heading = if in_south(state, at.side) { 0 } else { 180 };
    let count = usize::from(group.count);
    if place.at.len() < count {
        let taken: Vec<Spot> = place.at.iter().filter_map(|s| s.on(&rules.field)).map(|(s, _)| s).collect();
        let mut free = lattice(rules, state, at.side, UNIT);
        free.retain(|spot| fits(rules, state, &taken, *spot));
        let number = usize::from(group.first) + place.at.len();
        let mut whole = false;
        let mut all: Vec<Choice<Command>> = free
            .iter()
            .map(|spot| {
                let spot = *spot;
                let mut next = place.clone();
                // The first place brings the whole group, in line abreast where there is room for it.
                let abreast = if taken.is_empty() { abreast(at, &free, spot, count) } else { vec![spot] };
                whole |= abreast.len() == count;
                next.at.extend(abreast.into_iter().map(|s| Stand::of(&rules.field, s, heading)));
                let label = rules.field.text(spot);
                let mut choice = Choice::new(label, rule::SETUP_AREAS, Say::Draft(Command::Place(next)));
                choice.aircraft = Some(State::id(number));
                choice.pose =
                    Some(Pose { at: rules.field.at(spot), heading, altitude: Some(place.altitude) });
                choice
            })
            .collect();
        if taken.is_empty() && !whole {
            // Between the places listed there may be room yet.
            let next = Command::Place(squeezed(rules, state, at.side, place));
            all.push(at.command("Wherever there is room", rule::PLACEMENT, next));
        }
        return all;
    }
    let mut all =
        vec![at.command("Set the group up like this", rule::PLACEMENT, Command::Place(place.clone()))];
    if count > 1 {
        let mut fewer = place.clone();
        fewer.at.pop();
        let label = format!("Place aircraft {count} elsewhere");
        all.push(Choice::new(label, rule::PLACEMENT, Say::Draft(Command::Place(fewer))));
    }
    for (k, stand) in place.at.iter().enumerate() {
        let aircraft = Some(State::id(usize::from(group.first) + k));
        let Some((spot, now)) = stand.on(&rules.field) else { continue };
        let with = |heading: u16| {
            let mut next = place.clone();
            next.at[k] = Stand::of(&rules.field, spot, heading);
            Command::Place(next)
        };
        match rules.field {
            Field::Hexes(_) => {
                for heading in (0..360).step_by(60).filter(|h| *h != now) {
                    let label = format!("Aircraft {} faces {}", k + 1, rules.field.heading_text(heading));
                    let mut choice = Choice::new(label, rule::PLACEMENT, Say::Draft(with(heading)));
                    choice.aircraft = aircraft;
                    choice.pose =
                        Some(Pose { at: rules.field.at(spot), heading, altitude: Some(place.altitude) });
                    all.push(choice);
                }
            }
            Field::Open(_) => {
                let range = Range {
                    field: format!("/place/at/{k}/heading"),
                    min: 0,
                    max: 359,
                    unit: "degrees".to_owned(),
                    dial: Some(Dial {
                        pose: Pose { at: rules.field.at(spot), heading: now, altitude: Some(place.altitude) },
                        from: 0,
                        left: false,
                    }),
                };
                let label = format!("Heading of aircraft {}", k + 1);
                let mut choice = at.range(&label, rule::PLACEMENT, with(0), range);
                choice.aircraft = aircraft;
                all.push(choice);
            }
        }
    }
    all
}

/// Places for a whole group: the first, then the nearest free ones, those beside it before those behind it. Only the first
/// where the others do not fit.
fn abreast(at: &Asked, free: &[Spot], first: Spot, count: usize) -> Vec<Spot> {
    let rules = at.rules;
    let row = |spot: Spot| match rules.field.at(spot) {
        At::Hex { row, .. } => i32::from(row) * UNIT,
        At::Point { y, .. } => y,
    };
    let mut near: Vec<Spot> = free.to_vec();
    near.sort_by_key(|s| (rules.field.milli(first, *s) + 4 * (row(*s) - row(first)).abs(), *s));
    let mut taken = vec![first];
    for spot in near {
        if taken.len() < count && fits(rules, at.state, &taken, spot) {
            taken.push(spot);
        }
    }
    if taken.len() < count { vec![first] } else { taken }
}

/// Where a draft puts the aircraft of its group.
pub(super) fn put(rules: &Rules, state: &State, place: &Place) -> Vec<Put> {
    let Some(group) = state.group_index(place.group).map(|g| &state.groups[g]) else { return Vec::new() };
    let stands = group.members().zip(place.at.iter().filter_map(|s| s.on(&rules.field)));
    stands
        .map(|(n, (spot, heading))| {
            let pose = Pose { at: rules.field.at(spot), heading, altitude: Some(place.altitude) };
            Put { aircraft: State::id(n), pose }
        })
        .collect()
}

/// D6: a group, then one of nine markers, with a warning where one loses the group.
pub(super) fn plot_choices(at: &Asked, draft: Option<&Command>) -> Vec<Choice<Command>> {
    let (rules, state) = (at.rules, at.state);
    let own = |g: usize| state.groups[g].side == at.side && state.in_play(g);
    if let Some(Command::Plot { group, marker: drafted }) = draft
        && let Some(g) = state.group_index(*group).filter(|g| own(*g))
    {
        return Marker::ALL.map(|marker| marker_choice(at, g, marker, *drafted)).to_vec();
    }
    let mut all = vec![at.command("Confirm the plots", rule::PLOTTING, Command::Confirm)];
    for g in (0..state.groups.len()).filter(|g| own(*g)) {
        let group = &state.groups[g];
        let marker = group.plot.unwrap_or(Marker::StraightLevel);
        let label = format!("Group {}: {}", g + 1, rules.card(group.card).name());
        let command = Command::Plot { group: g as u16 + 1, marker };
        let mut choice = Choice::new(label, rule::PLOTTING, Say::Draft(command));
        choice.note = group.plot.map_or("no marker yet", Marker::name).to_owned();
        choice.aircraft = first_flying(state, g);
        all.push(choice);
    }
    all
}

/// The first aircraft of a group that still flies.
pub(super) fn first_flying(state: &State, g: usize) -> Option<PieceId> {
    state.groups[g].members().find(|n| state.planes[*n].flying()).map(State::id)
}

/// The keys of the markers, laid out as they fly: climbs above, dives below, left turns to the left.
const fn key(marker: Marker) -> char {
    match marker {
        Marker::ClimbLeft => 'Q',
        Marker::StraightClimb => 'W',
        Marker::ClimbRight => 'E',
        Marker::LevelLeft => 'A',
        Marker::StraightLevel => 'S',
        Marker::LevelRight => 'D',
        Marker::DiveLeft => 'Z',
        Marker::StraightDive => 'X',
        Marker::DiveRight => 'C',
    }
}

fn marker_choice(at: &Asked, g: usize, marker: Marker, drafted: Marker) -> Choice<Command> {
    let group = &at.state.groups[g];
    let command = Command::Plot { group: g as u16 + 1, marker };
    let mut choice = at.command(marker.name(), rule::PLOTTING, command);
    choice.key = Some(key(marker));
    choice.aircraft = first_flying(at.state, g);
    let level = group.altitude + marker.change();
    if level < 1 {
        choice.note = "the group will crash".to_owned();
    } else if level > at.rules.card(group.card).alt {
        choice.note = "the group will stall".to_owned();
    } else if group.plot == Some(marker) {
        choice.note = "chosen".to_owned();
    } else if drafted == marker && group.plot.is_none() {
        choice.note = "unless you choose".to_owned();
    }
    choice
}
