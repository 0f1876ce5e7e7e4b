//! From a scenario to a position: match settings, fixed forces, and any state of section 14. What the rules cannot
//! produce is refused with the path of the field.

use crate::command::Marker;
use crate::data::{Data, Rules, edge_without_a_die, rules as settings};
use crate::field::{Leg, Spot};
use crate::forces;
use crate::losses::ammunition;
use crate::movement::{cost, rate};
use crate::rule;
use crate::scenario::{AxisEdge, GroupEntry, Members, PendingEntry, PlaneEntry, Scenario, StateEntry};
use crate::state::{Counters, Flight, Group, Mover, Pending, Phase, Plane, State, Status};
use table::{Flaw, RuleId, Side};

/// Flaws found so far.
#[derive(Default)]
struct Flaws(Vec<Flaw>);

impl Flaws {
    fn need(&mut self, ok: bool, path: &str, says: &str, by: RuleId) -> bool {
        if !ok {
            self.0.push(Flaw::new(path, says).by(by));
        }
        ok
    }

    fn done(self) -> Result<(), Vec<Flaw>> {
        if self.0.is_empty() { Ok(()) } else { Err(self.0) }
    }
}

/// Sets a match up.
pub fn set_up(data: &Data, scenario: &Scenario) -> Result<(Rules, State), Vec<Flaw>> {
    let rules = settings(data, scenario)?;
    let start = scenario.state.clone().unwrap_or_default();
    let phase = start.phase.unwrap_or_else(|| {
        let placed = scenario.groups.iter().all(|g| matches!(g.aircraft, Members::Each(_)));
        if placed && !scenario.groups.is_empty() { Phase::Plotting } else { Phase::Choosing }
    });
    let mut flaws = Flaws::default();
    let turn = start.turn.unwrap_or(1);
    let last = i32::from(rules.turns);
    flaws.need((1..=last).contains(&turn), "state.turn", "no such turn", rule::GAME_LENGTH);
    let mut state = State {
        phase,
        turn: turn.clamp(1, last) as u16,
        forces: [None, None],
        confirmed: [false; 2],
        axis_south: start
            .axis_edge
            .map_or_else(|| edge_without_a_die(rules.options.axis_edge), edge_without_a_die),
        planes: Vec::new(),
        groups: Vec::new(),
        left: [0; 2],
        flipped: [0; 2],
        card: None,
        points: [0; 2],
        active: None,
        mover: Mover::default(),
        tracks: Vec::new(),
    };
    for (side, points) in &start.points {
        let path = format!("state.points.{}", side.word());
        flaws.need((0..=1_000_000).contains(points), &path, "VPs are never negative", rule::VICTORY);
        state.points[side.index()] = *points;
    }
    let flights = flights(&rules, scenario, &mut flaws);
    flaws.done()?;
    let mut flaws = Flaws::default();
    if phase == Phase::Choosing {
        choosing(&rules, scenario, &start, &flights, &mut state, &mut flaws);
    } else {
        flaws.need(start.forces.is_empty(), "state.forces", "forces have been shown", rule::SEQUENCE);
        groups(&rules, scenario, &start, &flights, &mut state, &mut flaws);
        flaws.done()?;
        flaws = Flaws::default();
        standing(&rules, &start, &mut state, &mut flaws);
    }
    flaws.done()?;
    Ok((rules, state))
}

/// The groups of the file as flights, their cards found and their sizes checked.
fn flights(rules: &Rules, scenario: &Scenario, flaws: &mut Flaws) -> Vec<Flight> {
    let mut flights = Vec::new();
    for (n, entry) in scenario.groups.iter().enumerate() {
        let path = format!("groups[{n}]");
        let Some(card) = rules.card_called(&entry.card) else {
            flaws.need(false, &format!("{path}.card"), "no card has this id, name or type", rule::CARD);
            continue;
        };
        let serves = rules.card(card).entry.nation.serves(entry.side);
        let says = "this nation does not fly for this side";
        flaws.need(serves, &format!("{path}.card"), says, rule::SIDES);
        let most = rules.tables.group.most;
        let count = entry.aircraft.count();
        let says = "a group has two to four aircraft";
        flaws.need((1..=most).contains(&count), &format!("{path}.aircraft"), says, rule::FLIGHT_GROUP);
        flights.push(Flight { card, count: count as u8 });
    }
    if flights.len() < scenario.groups.len() {
        return flights;
    }
    for (n, (entry, flight)) in scenario.groups.iter().zip(&flights).enumerate() {
        let same = scenario.groups.iter().zip(&flights);
        let of_type = same.filter(|(e, f)| e.side == entry.side && f.card == flight.card).count();
        let says = "an aircraft flies alone only if the force has no other of its type";
        flaws.need(
            flight.count > 1 || of_type == 1,
            &format!("groups[{n}].aircraft"),
            says,
            rule::FLIGHT_GROUP,
        );
    }
    for side in Side::BOTH {
        let own = scenario.groups.iter().filter(|g| g.side == side);
        let (size, number) = own.fold((0, 0), |(size, n), g| (size + g.aircraft.count(), n + 1));
        let fits = size <= rules.most_aircraft() && number <= usize::from(u8::MAX);
        flaws.need(fits, "groups", "the force is too large for the board", rule::SETUP_AREAS);
    }
    flights
}

/// Before set-up: fixed forces, and forces chosen and not yet shown.
fn choosing(
    rules: &Rules,
    scenario: &Scenario,
    start: &StateEntry,
    flights: &[Flight],
    state: &mut State,
    flaws: &mut Flaws,
) {
    for (n, entry) in scenario.groups.iter().enumerate() {
        let counted = matches!(entry.aircraft, Members::Count(_)) && entry.altitude.is_none();
        let says = "nothing stands on the board while forces are chosen: say how many";
        flaws.need(counted, &format!("groups[{n}].aircraft"), says, rule::SEQUENCE);
    }
    for side in Side::BOTH {
        let path = format!("state.forces.{}", side.word());
        if rules.fixed[side.index()] {
            let own = scenario.groups.iter().zip(flights).filter(|(e, _)| e.side == side);
            state.forces[side.index()] = Some(own.map(|(_, f)| *f).collect());
            let fixed = !start.forces.contains_key(&side);
            flaws.need(fixed, &path, "the scenario fixes this side's force", rule::POINT_TOTAL);
        } else if let Some(list) = start.forces.get(&side) {
            match forces::checked(rules, side, list) {
                Ok(flights) => state.forces[side.index()] = Some(flights),
                Err(no) => no.iter().for_each(|r| flaws.0.push(Flaw::new(&path, r.text()).by(r.rule))),
            }
        }
    }
    for side in Side::BOTH.into_iter().filter(|s| !rules.fixed[s.index()]) {
        let says = "the total buys none of the aircraft that this side may choose";
        let buys = forces::still_fits(rules, side, &[]).is_some();
        flaws.need(buys, &format!("options.{}-points", side.word()), says, rule::POINT_TOTAL);
    }
    for side in &start.confirmed {
        let chosen = state.forces[side.index()].is_some();
        flaws.need(chosen, "state.confirmed", "a side without a force cannot confirm it", rule::POINT_TOTAL);
        state.confirmed[side.index()] = true;
    }
    let waiting = state.confirmed != [true; 2];
    flaws.need(waiting, "state.confirmed", "when both have confirmed, set-up begins", rule::SEQUENCE);
}

/// Groups and aircraft with all that the file says of them.
fn groups(
    rules: &Rules,
    scenario: &Scenario,
    start: &StateEntry,
    flights: &[Flight],
    state: &mut State,
    flaws: &mut Flaws,
) {
    for (n, (entry, flight)) in scenario.groups.iter().zip(flights).enumerate() {
        forces::form_up(rules, state, entry.side, std::slice::from_ref(flight));
        let active = start.active_group == Some(n as u16 + 1);
        group(rules, start, entry, n, active, state, flaws);
    }
    let moving = start.moving.as_ref().filter(|m| !m.ended).and_then(|m| state.index(m.aircraft));
    for (g, group) in state.groups.iter().enumerate() {
        for n in group.members().filter(|n| state.planes[*n].flying() && Some(*n) != moving) {
            let path = format!("groups[{g}].aircraft[{}]", n - usize::from(group.first));
            let earlier = &state.planes[..n];
            let clash = earlier.iter().enumerate().any(|(m, p)| {
                Some(m) != moving && p.flying() && rules.field.overlap(p.spot, state.planes[n].spot)
            });
            flaws.need(!clash, &path, "two aircraft stand on the same place", rule::STACKING);
        }
    }
}

fn group(
    rules: &Rules,
    start: &StateEntry,
    entry: &GroupEntry,
    g: usize,
    active: bool,
    state: &mut State,
    flaws: &mut Flaws,
) {
    let path = format!("groups[{g}]");
    let card = rules.card(state.groups[g].card);
    let action = state.phase == Phase::Action;
    let says = "groups are activated in the action phase";
    flaws.need(action || !entry.activated, &format!("{path}.activated"), says, rule::ACTION_PHASE);
    let says = "a marker is on the board from plotting until its group's activation ends";
    let may_plot = (action && (active || !entry.activated)) || state.phase == Phase::Plotting;
    flaws.need(entry.plot.is_none() || may_plot, &format!("{path}.plot"), says, rule::PLOTTING);
    let Members::Each(each) = &entry.aircraft else {
        let says = "all groups have been placed: say where each aircraft is";
        flaws.need(state.phase == Phase::Placement, &format!("{path}.aircraft"), says, rule::PLACEMENT);
        flaws.need(entry.altitude.is_none(), &format!("{path}.altitude"), "not placed yet", rule::PLACEMENT);
        return;
    };
    let lost = each.iter().all(|p| p.lost.is_some());
    let altitude = entry.altitude.unwrap_or(if lost { 1 } else { 0 });
    let says = "an altitude marker is needed, from 1 to the card's maximum altitude";
    let allowed = (1..=card.alt).contains(&altitude);
    flaws.need(allowed, &format!("{path}.altitude"), says, rule::MAXIMUM_ALTITUDE);
    let group = &mut state.groups[g];
    group.placed = true;
    group.altitude = altitude;
    group.activated = entry.activated || active;
    group.plot = entry.plot.filter(|_| !lost);
    let change = if active { entry.plot.map_or(0, Marker::change) } else { 0 };
    let ended = start.moving.as_ref().filter(|m| m.ended).map(|m| usize::from(m.aircraft.0));
    for (n, plane) in each.iter().enumerate() {
        let number = usize::from(state.groups[g].first) + n;
        let path = format!("{path}.aircraft[{n}]");
        let has_moved = !active || plane.acted || ended == Some(number + 1);
        let level = if has_moved { altitude } else { altitude - change };
        let group = state.groups[g].clone();
        place(rules, plane, &path, level, &group, active, &mut state.planes[number], flaws);
    }
}

/// One aircraft as the file has it.
#[expect(clippy::too_many_arguments, reason = "one aircraft of one group, read once")]
fn place(
    rules: &Rules,
    entry: &PlaneEntry,
    path: &str,
    level: i16,
    group: &Group,
    active: bool,
    plane: &mut Plane,
    flaws: &mut Flaws,
) {
    let card = rules.card(plane.card);
    let at = |field: &str| format!("{path}.{field}");
    plane.level = level;
    if let Some(given) = entry.level {
        let says = "outside its own activation an aircraft is at the level of its group's altitude marker";
        flaws.need(given == level, &at("level"), says, rule::ALTITUDE_CHANGE);
    }
    let boxes = i32::from(card.boxes);
    let shot = entry.lost == Some(crate::state::Fate::ShotDown);
    let sound =
        if shot { entry.damage == boxes || entry.damage == 0 } else { (0..boxes).contains(&entry.damage) };
    flaws.need(sound, &at("damage"), "boxes marked: from 0 to less than the card has", rule::DAMAGE_BOXES);
    plane.damage = if shot { card.boxes } else { entry.damage.clamp(0, boxes) as u8 };
    let done = group.activated && !active;
    flaws.need(!entry.acted || group.activated, &at("acted"), "its group is not activated", rule::ACTIVATION);
    plane.acted = entry.acted || done;
    let attacked = entry.attacked || entry.attacked_early;
    flaws.need(
        !attacked || group.activated,
        &at("attacked"),
        "its group is not activated",
        rule::ATTACK_TIMING,
    );
    let says = "only with the optional rule Tailing";
    flaws.need(
        !entry.attacked_early || rules.options.tailing,
        &at("attacked-early"),
        says,
        rule::OPT_TAILING,
    );
    (plane.attacked, plane.early) = (attacked, entry.attacked_early);
    if let Some(bank) = entry.bank {
        let says = "only with the optional rule Banking";
        flaws.need(rules.options.banking, &at("bank"), says, rule::OPT_BANKING);
        plane.bank = bank;
    }
    if let Some(left) = &entry.ammunition {
        let full = ammunition(card);
        let fits = left.len() == card.batteries.len() && left.iter().zip(full).all(|(l, f)| *l <= f);
        let says = "attacks left of each battery, none above what it starts with";
        let ok = fits && rules.options.limited_ammo;
        if flaws.need(ok, &at("ammunition"), says, rule::OPT_LIMITED_AMMO) {
            plane.ammunition[..left.len()].copy_from_slice(left);
        }
    }
    if let Some(fate) = entry.lost {
        plane.status = Status::Lost(fate);
        return;
    }
    plane.status = Status::Flying;
    if let Some((spot, heading)) = stands(rules, entry, path, flaws) {
        (plane.spot, plane.heading) = (spot, heading);
    }
}

/// Where an aircraft stands, in the words of the board.
fn stands(rules: &Rules, entry: &PlaneEntry, path: &str, flaws: &mut Flaws) -> Option<(Spot, u16)> {
    let (spot, heading, field) = if rules.field.is_hexes() {
        let says = "an aircraft on hexes has a hex and a facing, and neither x, y nor heading";
        let words = entry.x.is_none() && entry.y.is_none() && entry.heading.is_none();
        let (Some(hex), Some(facing), true) = (entry.hex, entry.facing, words) else {
            flaws.need(false, &format!("{path}.hex"), says, rule::PLAY_MODE);
            return None;
        };
        (rules.field.hex(hex.col, hex.row), facing.heading(), "hex")
    } else {
        let says = "an aircraft on the open table has x, y and a heading, and neither hex nor facing";
        let words = entry.hex.is_none() && entry.facing.is_none();
        let (Some(x), Some(y), Some(heading), true) = (entry.x, entry.y, entry.heading, words) else {
            flaws.need(false, &format!("{path}.x"), says, rule::PLAY_MODE);
            return None;
        };
        (Spot { x, y }, heading, "x")
    };
    let says = "a heading is 0 to 359 degrees";
    let points = flaws.need(heading < 360, &format!("{path}.heading"), says, rule::OPEN_GEOMETRY);
    let says = "this is not on the board";
    let on = flaws.need(rules.field.contains(spot), &format!("{path}.{field}"), says, rule::PLAYING_AREA);
    (points && on).then_some((spot, heading))
}

/// Cards, confirmations, the active group and the moving aircraft.
fn standing(rules: &Rules, start: &StateEntry, state: &mut State, flaws: &mut Flaws) {
    let phase = state.phase;
    for side in Side::BOTH {
        let says = "a side without aircraft has lost: the game is over";
        let alive = phase == Phase::Over || state.side_in_play(side);
        flaws.need(alive, "groups", says, rule::GAME_LENGTH);
    }
    if phase == Phase::Placement {
        let known = start.axis_edge != Some(AxisEdge::Random) && state.axis_south.is_some();
        flaws.need(known, "state.axis-edge", "south or north: the lottery is over", rule::SETUP_AREAS);
    }
    for side in &start.confirmed {
        let ready = phase == Phase::Plotting && crate::sequence::unplotted(state, *side).is_none();
        flaws.need(ready, "state.confirmed", "plots are confirmed when all are made", rule::PLOTTING);
        state.confirmed[side.index()] = true;
    }
    let waiting = state.confirmed != [true; 2];
    flaws.need(
        waiting,
        "state.confirmed",
        "when both have confirmed, the action phase begins",
        rule::SEQUENCE,
    );
    if phase == Phase::Action {
        for (g, group) in state.groups.iter().enumerate() {
            let active = start.active_group == Some(g as u16 + 1);
            let plotted = group.plot.is_some() || (group.activated && !active) || !state.in_play(g);
            flaws.need(plotted, &format!("groups[{g}].plot"), "a marker is needed", rule::PLOTTING);
        }
    }
    active_group(start, state, flaws);
    deck(start, state, flaws);
    if let Some(entry) = &start.moving {
        moving(rules, start, entry, state, flaws);
    } else if let Some(g) = state.active {
        let members = state.groups[usize::from(g)].members();
        let left = state.planes[members].iter().any(|p| p.flying() && !p.acted);
        let says = "all its aircraft have acted: its activation is over";
        flaws.need(left, "state.active-group", says, rule::ACTIVATION);
    }
}

fn active_group(start: &StateEntry, state: &mut State, flaws: &mut Flaws) {
    let Some(number) = start.active_group else { return };
    let path = "state.active-group";
    flaws.need(state.phase == Phase::Action, path, "only in the action phase", rule::ACTION_PHASE);
    let found = state.group_index(number).filter(|g| state.in_play(*g));
    let Some(g) = found else {
        flaws.need(false, path, "no such group in play", rule::ACTION_PHASE);
        return;
    };
    state.active = Some(g as u16);
    state.card = Some(state.groups[g].side);
    let own = start.card.is_none_or(|side| side == state.groups[g].side);
    flaws.need(own, "state.card", "the card is that of the active group's side", rule::ACTION_PHASE);
}

/// The deck follows from the groups ([`rule::DECK_UPKEEP`]).
fn deck(start: &StateEntry, state: &mut State, flaws: &mut Flaws) {
    let placement = state.phase == Phase::Placement;
    if matches!(state.phase, Phase::Placement | Phase::Action) && state.card.is_none() {
        state.card = start.card;
        let says = "whose card was flipped?";
        flaws.need(start.card.is_some(), "state.card", says, rule::ACTION_PHASE);
    } else if state.active.is_none() {
        let says = "no card is flipped in this phase";
        flaws.need(start.card.is_none(), "state.card", says, rule::SEQUENCE);
    }
    for side in Side::BOTH {
        let (mut waiting, mut done) = (0u8, 0u8);
        for (g, group) in state.groups.iter().enumerate() {
            if group.side == side && state.in_play(g) {
                let is_done = if placement { group.placed } else { group.activated };
                *(if is_done { &mut done } else { &mut waiting }) += 1;
            }
        }
        if state.card == Some(side) && state.active.is_none() {
            let says = "the side of the flipped card has no group left for it";
            if flaws.need(waiting > 0, "state.card", says, rule::ACTION_PHASE) {
                (waiting, done) = (waiting - 1, done + 1);
            }
        }
        state.left[side.index()] = waiting;
        state.flipped[side.index()] = done;
    }
    let says = "the cards must match the groups in play";
    let piles = [("left", start.cards_left, state.left), ("flipped", start.cards_flipped, state.flipped)];
    for (name, given, [black, red]) in piles {
        let same = given.is_none_or(|c| (c.red, c.black) == (red, black));
        flaws.need(same, &format!("state.cards-{name}"), says, rule::DECK_UPKEEP);
    }
}

fn moving(
    rules: &Rules,
    start: &StateEntry,
    entry: &crate::scenario::MovingEntry,
    state: &mut State,
    flaws: &mut Flaws,
) {
    let found = state.index(entry.aircraft).filter(|n| {
        let plane = &state.planes[*n];
        Some(plane.group) == state.active && plane.flying() && !plane.acted
    });
    let Some(n) = found else {
        let says = "the moving aircraft flies in the active group and has not acted";
        flaws.need(false, "state.moving.aircraft", says, rule::ACTIVATION);
        return;
    };
    let plane = &state.planes[n];
    let card = rules.card(plane.card);
    let change = state.groups[usize::from(plane.group)].plot.map_or(0, Marker::change);
    let total = rate(card, change);
    let pending = entry.pending.map(|p| match p {
        PendingEntry::TightTurn(side) => Pending::TightTurn(side),
        PendingEntry::HalfLoop => Pending::HalfLoop,
    });
    let c = Counters {
        total,
        spent: entry.mp_spent,
        forward: entry.fwd_total,
        since: entry.fwd_since,
        tried: entry.first_turn_tried,
        pending,
        ended: entry.ended,
    };
    let mut need =
        |ok, field: &str, says: &str, by| flaws.need(ok, &format!("state.moving.{field}"), says, by);
    let says = "the marker and the card give another rate";
    need(entry.mp_total.is_none_or(|t| t == total), "mp-total", says, rule::MOVEMENT_RATES);
    need((0..=total).contains(&c.spent), "mp-spent", "from 0 to the rate", rule::MOVEMENT_POINTS);
    need((0..=c.spent).contains(&c.forward), "fwd-total", "from 0 to mp-spent", rule::MOVEMENT_POINTS);
    need((0..=c.forward).contains(&c.since), "fwd-since", "from 0 to fwd-total", rule::TURN);
    if let Some(pending) = pending {
        let can = c.tried && !c.ended && c.left() >= cost(card.turn, pending);
        let says = "a pivot is pending only after a roll, with the MPs for it left and the movement not over";
        need(can, "pending", says, rule::PIVOT);
    }
    let says = "an aircraft that has attacked and moved has finished its part";
    need(!(plane.attacked && c.ended), "ended", says, rule::ACTIVATION);
    let legs = legs(rules, entry, state, n, flaws);
    let known = start.active_group.is_some();
    flaws.need(known, "state.active-group", "which group is active?", rule::ACTIVATION);
    state.mover = Mover { plane: Some(n as u16), counters: c, legs };
}

/// The way flown: as given, or straight to where the aircraft stands.
fn legs(
    rules: &Rules,
    entry: &crate::scenario::MovingEntry,
    state: &State,
    n: usize,
    flaws: &mut Flaws,
) -> Vec<Leg> {
    let plane = &state.planes[n];
    if entry.legs.is_empty() {
        let back = rules.field.along(plane.spot, plane.heading, -entry.fwd_since);
        let leg = Leg { from: back, heading: plane.heading, length: entry.fwd_since };
        // On the open table the way back may be rounded otherwise than the way there.
        let exact = rules.field.end(&leg) == plane.spot && rules.field.contains(back);
        return vec![if exact { leg } else { Leg { from: plane.spot, heading: plane.heading, length: 0 } }];
    }
    let mut legs: Vec<Leg> = Vec::new();
    for (k, leg) in entry.legs.iter().enumerate() {
        let path = format!("state.moving.legs[{k}]");
        let Some((from, heading)) = leg.from.on(&rules.field) else {
            flaws.need(false, &format!("{path}.from"), "not a place of this board", rule::PLAY_MODE);
            continue;
        };
        let joined = legs.last().is_none_or(|before| rules.field.end(before) == from);
        flaws.need(joined, &format!("{path}.from"), "a leg begins where the last one ended", rule::FORWARD);
        let says = "from 0 to fwd-total";
        let fits = (0..=entry.fwd_total).contains(&leg.length);
        flaws.need(fits, &format!("{path}.length"), says, rule::FORWARD);
        legs.push(Leg { from, heading, length: leg.length.clamp(0, 99) });
    }
    let there = legs
        .last()
        .is_some_and(|l| l.heading == plane.heading && (entry.ended || rules.field.end(l) == plane.spot));
    flaws.need(
        there,
        "state.moving.legs",
        "the way ends where the aircraft stands and points",
        rule::FORWARD,
    );
    legs
}
