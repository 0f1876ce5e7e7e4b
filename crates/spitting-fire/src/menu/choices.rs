//! Choices of forces, set-up and plotting: D3 to D6.

use super::Asked;
use crate::command::{Command, ForceList, Marker, Place, Stand};
use crate::field::Field;
use crate::placement::{altitudes, in_south, lattice};
use crate::state::State;
use crate::{forces, rule};
use sky::open::UNIT;
use table::view::Pose;
use table::{Choice, Range, Say};

/// D3, D4: one more aircraft, one fewer, this force, or done.
pub(super) fn force_choices(at: &Asked, draft: Option<&Command>) -> Vec<Choice<Command>> {
    let rules = at.rules;
    let mut all = vec![at.command("Confirm the force", rule::POINT_TOTAL, Command::Confirm)];
    if rules.fixed[at.side.index()] {
        return all;
    }
    let list = match draft {
        Some(Command::Force(list)) => list.clone(),
        _ => chosen(at),
    };
    let spent: i32 =
        list.aircraft.iter().filter_map(|c| rules.card_called(c)).map(|c| rules.card(c).points).sum();
    if !list.aircraft.is_empty() {
        let cards: Vec<u16> = list.aircraft.iter().filter_map(|c| rules.card_called(c)).collect();
        let flights = forces::arrange(rules, &cards);
        let mut this = at.command("Take this force", rule::ARRANGE_GROUPS, Command::Force(list.clone()));
        this.note = match forces::still_fits(rules, at.side, &flights) {
            Some(card) => format!("{spent} points; a {} would still fit", rules.card(card).name()),
            None => format!("{spent} points"),
        };
        all.push(this);
    }
    for card in rules.cards.iter().filter(|c| rules.may_take(at.side, c)) {
        let mut more = list.aircraft.clone();
        more.push(card.entry.id.clone());
        let grown = Command::Force(ForceList { aircraft: more, groups: None });
        let mut choice =
            Choice::new(format!("Add a {}", card.name()), rule::SIDES, Say::Draft(grown.clone()));
        choice.note = format!("{}, {} points", card.entry.model, card.points);
        choice.barred = at.barred(&grown);
        all.push(choice);
        if let Some(last) = list.aircraft.iter().rposition(|c| *c == card.entry.id) {
            let mut fewer = list.aircraft.clone();
            fewer.remove(last);
            let shrunk = Command::Force(ForceList { aircraft: fewer, groups: None });
            let label = format!("Leave out a {}", card.name());
            all.push(Choice::new(label, rule::POINT_TOTAL, Say::Draft(shrunk)));
        }
    }
    all
}

/// The force chosen so far.
fn chosen(at: &Asked) -> ForceList {
    let flights = at.state.forces[at.side.index()].iter().flatten();
    let names = flights.flat_map(|f| {
        let id = &at.rules.card(f.card).entry.id;
        std::iter::repeat_n(id.clone(), f.count.into())
    });
    ForceList { aircraft: names.collect(), groups: None }
}

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
    if place.at.len() < usize::from(group.count) {
        let taken: Vec<_> = place.at.iter().filter_map(|s| s.on(&rules.field)).collect();
        let free = |spot: &crate::field::Spot| {
            !state.occupied(&rules.field, *spot, usize::MAX)
                && taken.iter().all(|(t, _)| {
                    !rules.field.overlap(*t, *spot)
                        && rules.field.within(*t, *spot, rules.tables.set_up.spread)
                })
        };
        let number = usize::from(group.first) + place.at.len();
        return lattice(rules, state, at.side, UNIT)
            .into_iter()
            .filter(free)
            .map(|spot| {
                let mut next = place.clone();
                next.at.push(Stand::of(&rules.field, spot, heading));
                let label = rules.field.text(spot);
                let mut choice = Choice::new(label, rule::SETUP_AREAS, Say::Draft(Command::Place(next)));
                choice.aircraft = Some(State::id(number));
                choice.pose =
                    Some(Pose { at: rules.field.at(spot), heading, altitude: Some(place.altitude) });
                choice
            })
            .collect();
    }
    let mut all =
        vec![at.command("Set the group up like this", rule::PLACEMENT, Command::Place(place.clone()))];
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

/// D6: a group, then one of nine markers, with a warning where one loses the group.
pub(super) fn plot_choices(at: &Asked, draft: Option<&Command>) -> Vec<Choice<Command>> {
    let (rules, state) = (at.rules, at.state);
    let own = |g: usize| state.groups[g].side == at.side && state.in_play(g);
    if let Some(Command::Plot { group, .. }) = draft
        && let Some(g) = state.group_index(*group).filter(|g| own(*g))
    {
        return Marker::ALL.map(|marker| marker_choice(at, g, marker)).to_vec();
    }
    let mut all = vec![at.command("Confirm the plots", rule::PLOTTING, Command::Confirm)];
    for g in (0..state.groups.len()).filter(|g| own(*g)) {
        let group = &state.groups[g];
        let marker = group.plot.unwrap_or(Marker::StraightLevel);
        let label = format!("Group {}: {}", g + 1, rules.card(group.card).name());
        let command = Command::Plot { group: g as u16 + 1, marker };
        let mut choice = Choice::new(label, rule::PLOTTING, Say::Draft(command));
        choice.note = group.plot.map_or("no marker yet", Marker::name).to_owned();
        choice.aircraft = group.members().find(|n| state.planes[*n].flying()).map(State::id);
        all.push(choice);
    }
    all
}

fn marker_choice(at: &Asked, g: usize, marker: Marker) -> Choice<Command> {
    let group = &at.state.groups[g];
    let command = Command::Plot { group: g as u16 + 1, marker };
    let mut choice = at.command(format!("Group {}: {}", g + 1, marker.name()), rule::PLOTTING, command);
    let level = group.altitude + marker.change();
    if level < 1 {
        choice.note = "the group will crash".to_owned();
    } else if level > at.rules.card(group.card).alt {
        choice.note = "the group will stall".to_owned();
    } else if group.plot == Some(marker) {
        choice.note = "chosen".to_owned();
    }
    choice
}
