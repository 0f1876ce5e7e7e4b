//! Forces: those that a scenario fixes, and those chosen and not yet shown.

use super::Reading;
use crate::scenario::Members;
use crate::state::Flight;
use crate::{forces, rule};
use std::collections::BTreeMap;
use table::Side;

impl Reading<'_> {
    /// The groups of the file as flights, their cards found and their sizes checked.
    pub(super) fn flights(&mut self) -> Vec<Flight> {
        let Reading { rules, scenario, flaws, .. } = self;
        let mut flights = Vec::new();
        for (n, entry) in scenario.groups.iter().enumerate() {
            let path = format!("groups[{n}]");
            let Some(card) = rules.card_called(&entry.card) else {
                flaws.add(format!("{path}.card"), "no card has this id, name or type", rule::CARD);
                continue;
            };
            let serves = rules.card(card).entry.nation.serves(entry.side);
            let says = "this nation does not fly for this side";
            flaws.unless(serves, format!("{path}.card"), says, rule::SIDES);
            let most = rules.tables.group.most;
            let count = entry.aircraft.count();
            let says = "a group has two to four aircraft";
            flaws.unless((1..=most).contains(&count), format!("{path}.aircraft"), says, rule::FLIGHT_GROUP);
            let whole = count + usize::from(entry.reserve);
            flaws.unless(whole <= most, format!("{path}.reserve"), says, rule::FLIGHT_GROUP);
            flights.push(Flight { card, count: count as u8 });
        }
        if flights.len() < scenario.groups.len() {
            return flights;
        }
        let mut groups_of_type: BTreeMap<(Side, u16), usize> = BTreeMap::new();
        for (entry, flight) in scenario.groups.iter().zip(&flights) {
            *groups_of_type.entry((entry.side, flight.card)).or_default() += 1;
        }
        for (n, (entry, flight)) in scenario.groups.iter().zip(&flights).enumerate() {
            let says = "an aircraft flies alone only if the force has no other of its type";
            flaws.unless(
                flight.count > 1 || groups_of_type.get(&(entry.side, flight.card)) == Some(&1),
                format!("groups[{n}].aircraft"),
                says,
                rule::FLIGHT_GROUP,
            );
        }
        for side in Side::BOTH {
            let own = scenario.groups.iter().filter(|g| g.side == side);
            let (size, number) = own.fold((0, 0), |(size, n), g| (size + g.aircraft.count(), n + 1));
            let fits = size <= rules.most_aircraft() && number <= usize::from(u8::MAX);
            flaws.unless(fits, "groups", "the force is too large for the board", rule::SETUP_AREAS);
        }
        flights
    }

    /// Before set-up: fixed forces, and forces chosen and not yet shown.
    pub(super) fn choosing(&mut self, flights: &[Flight]) {
        let Reading { rules, scenario, start, state, flaws } = self;
        for (n, entry) in scenario.groups.iter().enumerate() {
            let counted = matches!(entry.aircraft, Members::Count(_)) && entry.altitude.is_none();
            let says = "nothing stands on the board while forces are chosen: say how many";
            flaws.unless(counted, format!("groups[{n}].aircraft"), says, rule::SEQUENCE);
            let idle = entry.plot.is_none() && !entry.activated;
            flaws.unless(idle, format!("groups[{n}].plot"), "no turn has begun", rule::SEQUENCE);
        }
        let later = [
            ("axis-edge", start.axis_edge.is_some()),
            ("card", start.card.is_some()),
            ("cards-left", start.cards_left.is_some()),
            ("cards-flipped", start.cards_flipped.is_some()),
            ("active-group", start.active_group.is_some()),
            ("moving", start.moving.is_some()),
        ];
        for (field, given) in later {
            let says = "this comes after forces are chosen";
            flaws.unless(!given, format!("state.{field}"), says, rule::SEQUENCE);
        }
        for side in Side::BOTH {
            let path = format!("state.forces.{}", side.word());
            if rules.fixed[side.index()] {
                let own = scenario.groups.iter().zip(flights).filter(|(e, _)| e.side == side);
                state.forces[side.index()] = Some(own.map(|(_, f)| *f).collect());
                let fixed = !start.forces.contains_key(&side);
                flaws.unless(fixed, &path, "the scenario fixes this side's force", rule::POINT_TOTAL);
            } else if let Some(list) = start.forces.get(&side) {
                match forces::checked(rules, side, list) {
                    Ok(flights) => state.forces[side.index()] = Some(flights),
                    Err(why) => flaws.refused(&path, &why),
                }
            }
        }
        for side in Side::BOTH.into_iter().filter(|s| !rules.fixed[s.index()]) {
            let says = "the total buys none of the aircraft that this side may choose";
            let buys = forces::still_fits(rules, side, &[]).is_some();
            flaws.unless(buys, format!("options.{}-points", side.word()), says, rule::POINT_TOTAL);
        }
        for side in &start.confirmed {
            let chosen = state.forces[side.index()].is_some();
            flaws.unless(
                chosen,
                "state.confirmed",
                "a side without a force cannot confirm it",
                rule::POINT_TOTAL,
            );
            state.confirmed[side.index()] = true;
        }
        let waiting = state.confirmed != [true; 2];
        flaws.unless(waiting, "state.confirmed", "when both have confirmed, set-up begins", rule::SEQUENCE);
    }
}
