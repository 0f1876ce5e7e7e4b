//! What there is to choose while groups are set up: the group, its altitude, a place for each aircraft, then headings.

use super::free::{free, mended};
use super::{ahead, altitudes, fits, lattice, may_place, squeezed};
use crate::command::{Command, Place, Stand};
use crate::field::{Field, Spot};
use crate::rules::Rules;
use crate::{Look, menu, rule};
use sky::open::UNIT;
use table::view::{At, Pose};
use table::{Choice, Dial, PieceId, Put, Range, Say, Sketch};

/// What may be said next.
pub(crate) fn choices(look: Look<'_>, draft: Option<&Command>) -> Vec<Choice<Command>> {
    let Look { rules, state, .. } = look;
    let Some(Command::Place(place)) = draft else { return groups(look) };
    let Ok(g) = may_place(look, place.group) else { return groups(look) };
    let group = &state.groups[g];
    let levels = altitudes(rules, group.card);
    if !levels.contains(&place.altitude) {
        let level = |altitude| {
            let next = Command::Place(Place { altitude, ..place.clone() });
            Choice::new(format!("Level {altitude}"), rule::PLACEMENT, Say::Draft(next))
        };
        return levels.map(level).collect();
    }
    if place.at.len() < usize::from(group.count) { places(look, g, place) } else { headings(look, g, place) }
}

/// What a draft of a placement amounts to.
pub(crate) fn sketch(look: Look<'_>, place: &Place, legal: bool) -> Sketch<Command> {
    Sketch {
        also: put(look, place),
        free: free(look, place),
        mended: if legal { None } else { mended(look, place) },
        ..Sketch::default()
    }
}

/// The groups that wait.
fn groups(look: Look<'_>) -> Vec<Choice<Command>> {
    let Look { rules, state, side } = look;
    let waiting = state.groups_of(side).filter(|g| !state.groups[*g].placed);
    waiting
        .map(|g| {
            let group = &state.groups[g];
            let place = Place { group: g as u16 + 1, ..Place::default() };
            let label = format!("Group {}: {} {}", g + 1, group.count, rules.card(group.card).name());
            Choice::new(label, rule::PLACEMENT_DECK, Say::Draft(Command::Place(place)))
        })
        .collect()
}

fn pose(rules: &Rules, spot: Spot, heading: u16, altitude: i16) -> Pose {
    Pose { at: rules.field.at(spot), heading, altitude: Some(altitude), attitude: None }
}

/// Places for the next aircraft.
fn places(look: Look<'_>, g: usize, place: &Place) -> Vec<Choice<Command>> {
    let Look { rules, state, .. } = look;
    let group = &state.groups[g];
    let (count, heading) = (usize::from(group.count), ahead(look));
    let taken: Vec<Spot> = place.at.iter().filter_map(|s| s.on(&rules.field)).map(|(s, _)| s).collect();
    let mut free = lattice(look, UNIT);
    free.retain(|spot| fits(rules, state, &taken, *spot));
    let number = usize::from(group.first) + place.at.len();
    let mut whole = false;
    let mut all: Vec<Choice<Command>> = free
        .iter()
        .map(|spot| {
            let spot = *spot;
            let mut next = place.clone();
            // The first place brings the whole group, in line abreast where there is room for it.
            let abreast = if taken.is_empty() { abreast(look, &free, spot, count) } else { vec![spot] };
            whole |= abreast.len() == count;
            next.at.extend(abreast.into_iter().map(|s| Stand::of(&rules.field, s, heading)));
            let say = Say::Draft(Command::Place(next));
            Choice {
                aircraft: Some(PieceId::of(number)),
                pose: Some(pose(rules, spot, heading, place.altitude)),
                ..Choice::new(rules.field.text(spot), rule::SETUP_AREAS, say)
            }
        })
        .collect();
    if taken.is_empty() && !whole {
        // Between the places listed there may be room yet.
        let next = Command::Place(squeezed(look, place.clone()));
        all.push(menu::whole(look, "Wherever there is room", rule::PLACEMENT, next));
    }
    all
}

/// The group as it stands, or other headings.
fn headings(look: Look<'_>, g: usize, place: &Place) -> Vec<Choice<Command>> {
    let Look { rules, state, .. } = look;
    let group = &state.groups[g];
    let so = Command::Place(place.clone());
    let mut all = vec![menu::whole(look, "Set the group up like this", rule::PLACEMENT, so)];
    if group.count > 1 {
        let mut fewer = place.clone();
        fewer.at.pop();
        let label = format!("Place aircraft {} elsewhere", group.count);
        all.push(Choice::new(label, rule::PLACEMENT, Say::Draft(Command::Place(fewer))));
    }
    for (k, stand) in place.at.iter().enumerate() {
        let aircraft = Some(PieceId::of(usize::from(group.first) + k));
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
                    let pose = Some(pose(rules, spot, heading, place.altitude));
                    let choice = Choice::new(label, rule::PLACEMENT, Say::Draft(with(heading)));
                    all.push(Choice { aircraft, pose, ..choice });
                }
            }
            Field::Open(_) => {
                let dial = Dial { pose: pose(rules, spot, now, place.altitude), from: 0, left: false };
                let range = Range {
                    field: format!("/place/at/{k}/heading"),
                    min: 0,
                    max: 359,
                    unit: "degrees".to_owned(),
                    dial: Some(dial),
                };
                let label = format!("Heading of aircraft {}", k + 1);
                let choice = menu::range(look, &label, rule::PLACEMENT, with(0), range);
                all.push(Choice { aircraft, ..choice });
            }
        }
    }
    all
}

/// Places for a whole group: the first, then the nearest free ones, those beside it before those behind it. Only the first
/// where the others do not fit.
fn abreast(look: Look<'_>, free: &[Spot], first: Spot, count: usize) -> Vec<Spot> {
    let rules = look.rules;
    let row = |spot: Spot| match rules.field.at(spot) {
        At::Hex { row, .. } => i32::from(row) * UNIT,
        At::Point { y, .. } => y,
    };
    let mut near: Vec<Spot> = free.to_vec();
    near.sort_by_key(|s| (rules.field.milli(first, *s) + 4 * (row(*s) - row(first)).abs(), *s));
    let mut taken = vec![first];
    for spot in near {
        if taken.len() < count && fits(rules, look.state, &taken, spot) {
            taken.push(spot);
        }
    }
    if taken.len() < count { vec![first] } else { taken }
}

/// Where a draft puts the aircraft of its group.
pub(super) fn put(look: Look<'_>, place: &Place) -> Vec<Put> {
    let Look { rules, state, .. } = look;
    let Some(group) = state.group_index(place.group).map(|g| &state.groups[g]) else { return Vec::new() };
    let stands = group.members().zip(place.at.iter().filter_map(|s| s.on(&rules.field)));
    stands
        .map(|(n, (spot, heading))| Put {
            aircraft: PieceId::of(n),
            pose: pose(rules, spot, heading, place.altitude),
        })
        .collect()
}
