//! Sections 4 and 5: flight groups, and choosing forces.

mod choices;

pub(crate) use choices::{choices, sketch};

use crate::command::ForceList;
use crate::field::Spot;
use crate::rules::Rules;
use crate::sequence::in_phase;
use crate::state::{Bank, Flight, Group, Phase, Plane, State, Status};
use crate::{Effect, Look, rule, words};
use table::{Dice, Event, EventKind, Listener, Reasons, Refusal, Refusals, Side};

/// No group is larger, whatever the tables say: a limit of the program ([`rule::FLIGHT_GROUP`]).
pub const MOST_IN_GROUP: usize = 8;

/// What a force costs ([`rule::POINT_VALUE`]).
pub fn cost(rules: &Rules, flights: &[Flight]) -> i32 {
    flights.iter().map(|f| rules.card(f.card).points * i32::from(f.count)).sum()
}

/// What so many cards cost, however many anybody lists.
pub fn bill(rules: &Rules, cards: impl Iterator<Item = u16>) -> i32 {
    cards.fold(0, |sum, card| sum.saturating_add(rules.card(card).points))
}

/// Aircraft in a force.
pub fn aircraft(flights: &[Flight]) -> usize {
    flights.iter().map(|f| usize::from(f.count)).sum()
}

/// A force as it is said.
pub(crate) fn list(rules: &Rules, flights: &[Flight]) -> ForceList {
    let mut list = ForceList::default();
    for flight in flights {
        list.add_group(&rules.card(flight.card).entry.id, flight.count.into());
    }
    list
}

/// The cheapest aircraft that could still be added, if the force should come closer to the total
/// ([`rule::POINT_TOTAL`]: closeness is only warned about).
pub fn still_fits(rules: &Rules, side: Side, flights: &[Flight]) -> Option<u16> {
    let room = rules.points[side.index()] - cost(rules, flights);
    if aircraft(flights) >= rules.most_aircraft() {
        return None;
    }
    let cards = rules.cards.iter().enumerate();
    let fits = cards.filter(|(_, c)| rules.may_take(side, c) && c.points <= room);
    fits.min_by_key(|(_, c)| c.points).map(|(n, _)| n as u16)
}

/// A force may be chosen, and chosen again, until both sides have confirmed. Judged in the order card, sides, point-total,
/// setup-areas, flight-group.
pub(crate) fn judge(look: Look<'_>, list: &ForceList) -> Result<Vec<Flight>, Refusals> {
    in_phase(look.state, Phase::Choosing)?;
    if look.rules.fixed[look.side.index()] {
        return Err(Refusal::new(rule::POINT_TOTAL, "the scenario fixes this side's force").into());
    }
    checked(look.rules, look.side, list)
}

/// The groups of a force that keeps sections 4 and 5.
pub fn checked(rules: &Rules, side: Side, list: &ForceList) -> Result<Vec<Flight>, Refusals> {
    let mut no = Refusals::none();
    let mut cards = Vec::new();
    for (n, text) in list.aircraft.iter().enumerate() {
        match rules.card_called(text).filter(|c| rules.listed(rules.card(*c))) {
            Some(card) => cards.push(card),
            None => no.object(|| {
                Refusal::with(rule::CARD, "aircraft {0} has no card in this match", [n as i32 + 1, 0, 0])
            }),
        }
    }
    for (n, card) in cards.iter().enumerate() {
        let card = rules.card(*card);
        no.unless(rules.may_take(side, card), || {
            let says = "aircraft {0} is of a nation that does not fly for this side here";
            Refusal::with(rule::SIDES, says, [n as i32 + 1, 0, 0])
        });
    }
    let cost = bill(rules, cards.iter().copied());
    let total = rules.points[side.index()];
    no.unless(!list.aircraft.is_empty(), || Refusal::new(rule::POINT_TOTAL, "a force needs aircraft"));
    no.unless(cost <= total, || {
        Refusal::with(rule::POINT_TOTAL, "the force costs {0} of {1} points", [cost, total, 0])
    });
    let most = rules.most_aircraft() as i32;
    let size = list.aircraft.len() as i32;
    no.unless(size <= most, || {
        Refusal::with(rule::SETUP_AREAS, "{0} aircraft: this board has room for {1}", [size, most, 0])
    });
    if cards.len() < list.aircraft.len() {
        return Err(no);
    }
    let flights = match &list.groups {
        None => arrange(rules, &cards),
        Some(groups) => grouped(rules, &cards, groups, &mut no),
    };
    no.unless(flights.len() <= usize::from(u8::MAX), || {
        Refusal::new(rule::FLIGHT_GROUP, "a side has at most 255 groups")
    });
    no.verdict().map(|()| flights)
}

/// As few groups as the rules allow ([`rule::ARRANGE_GROUPS`]).
pub fn arrange(rules: &Rules, cards: &[u16]) -> Vec<Flight> {
    let mut flights = Vec::new();
    let sizes = &rules.tables.group;
    let mut done: Vec<u16> = Vec::new();
    for card in cards {
        if done.contains(card) {
            continue;
        }
        done.push(*card);
        let mut left = cards.iter().filter(|c| *c == card).count();
        while left > 0 {
            // The last group must not be left with too few.
            let alone = left > sizes.most && left - sizes.most < sizes.fewest;
            let count = if alone { left - sizes.fewest } else { left }.min(sizes.most);
            flights.push(Flight { card: *card, count: count as u8 });
            left -= count;
        }
    }
    flights
}

/// The groups as the player has arranged them ([`rule::FLIGHT_GROUP`]).
fn grouped(rules: &Rules, cards: &[u16], groups: &[Vec<u16>], no: &mut impl Reasons) -> Vec<Flight> {
    let sizes = &rules.tables.group;
    let mut taken = vec![0u16; cards.len()];
    let mut flights = Vec::new();
    for (g, group) in groups.iter().enumerate() {
        let g = g as i32 + 1;
        let members: Vec<usize> = group.iter().map(|n| usize::from(*n).wrapping_sub(1)).collect();
        if let Some(stray) = members.iter().find(|n| **n >= cards.len()) {
            let says = "group {0} names aircraft {1}, which the force does not have";
            no.object(|| Refusal::with(rule::FLIGHT_GROUP, says, [g, stray.wrapping_add(1) as i32, 0]));
            continue;
        }
        members.iter().for_each(|n| taken[*n] = taken[*n].saturating_add(1));
        let Some(first) = members.first() else {
            no.object(|| Refusal::with(rule::FLIGHT_GROUP, "group {0} is empty", [g, 0, 0]));
            continue;
        };
        let card = cards[*first];
        // Same type, by type and not by name (card-name-type).
        no.unless(members.iter().all(|n| cards[*n] == card), || {
            Refusal::with(rule::FLIGHT_GROUP, "group {0} mixes types", [g, 0, 0])
        });
        let (size, most) = (members.len() as i32, sizes.most as i32);
        no.unless(size <= most, || {
            Refusal::with(rule::FLIGHT_GROUP, "group {0} has {1} aircraft, more than {2}", [g, size, most])
        });
        let of_type = cards.iter().filter(|c| **c == card).count();
        no.unless(members.len() >= sizes.fewest.min(of_type), || {
            let says = "group {0} has {1} aircraft although the force has {2} of the type";
            Refusal::with(rule::FLIGHT_GROUP, says, [g, size, of_type as i32])
        });
        flights.push(Flight { card, count: members.len() as u8 });
    }
    for (n, times) in taken.iter().enumerate() {
        no.unless(*times == 1, || {
            let says = "aircraft {0} is in {1} groups instead of one";
            Refusal::with(rule::FLIGHT_GROUP, says, [n as i32 + 1, i32::from(*times), 0])
        });
    }
    flights
}

/// The force is chosen; a confirmation given before no longer stands.
pub(crate) fn choose(effect: &mut Effect<'_, impl Dice, impl Listener>, side: Side, flights: &[Flight]) {
    let Effect { rules, state, events, .. } = effect;
    state.confirmed[side.index()] = false;
    events.tell(|| {
        let text = format!("The {side} choose {}", words::force(rules, flights));
        Event::new(EventKind::Decision, rule::ARRANGE_GROUPS, text)
            .and_rule(rule::SIDES)
            .of(side)
            .only_for(side)
    });
    state.forces[side.index()] = Some(flights.to_vec());
}

/// Both forces are shown; aircraft and groups get their numbers.
pub(crate) fn show(effect: &mut Effect<'_, impl Dice, impl Listener>) {
    let Effect { rules, state, events, .. } = effect;
    let both = || state.forces.iter().flatten();
    let (size, groups) = both().fold((0, 0), |(n, g), flights| (n + aircraft(flights), g + flights.len()));
    state.planes.reserve_exact(size);
    state.groups.reserve_exact(groups);
    // A move seldom has more corners.
    state.tracks.reserve_exact(8 * size);
    for side in Side::BOTH {
        let flights = state.forces[side.index()].take().unwrap_or_default();
        events.tell(|| {
            let text = format!("The {side} fly {}", words::force(rules, &flights));
            Event::new(EventKind::Reveal, rule::POINT_TOTAL, text)
                .and_rule(rule::FLIGHT_GROUP)
                .and_rule(rule::DATA_CARD_EACH)
                .of(side)
        });
        form_up(rules, state, side, &flights);
    }
}

/// Gives a side's aircraft and groups their numbers ([`rule::DATA_CARD_EACH`]: each aircraft keeps its own damage).
pub fn form_up(rules: &Rules, state: &mut State, side: Side, flights: &[Flight]) {
    for flight in flights {
        let group = state.groups.len() as u16;
        state.groups.push(Group {
            side,
            card: flight.card,
            first: state.planes.len() as u16,
            count: flight.count,
            altitude: 0,
            plot: None,
            face_down: false,
            activated: false,
            placed: false,
        });
        let plane = Plane {
            spot: Spot::default(),
            heading: 0,
            card: flight.card,
            group,
            level: 0,
            side,
            damage: 0,
            status: Status::Waiting,
            acted: false,
            attacked: false,
            early: false,
            bank: Bank::Level,
            ammunition: rules.card(flight.card).ammunition(),
        };
        state.planes.extend((0..flight.count).map(|_| plane.clone()));
    }
}
