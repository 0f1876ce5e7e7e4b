//! From a scenario to a position: match settings, fixed forces, and any state of section 14. What the rules cannot
//! produce is refused with the path of the field.

mod moving;

use crate::command::Marker;
use crate::data::{Data, Rules, edge_without_a_die, rules as settings};
use crate::field::{Leg, Spot};
use crate::losses::ammunition;
use crate::rule;
use crate::scenario::{AxisEdge, GroupEntry, Members, PlaneEntry, Scenario, StateEntry};
use crate::state::{Fate, Flight, Mover, Phase, Plane, State, Status};
use crate::{forces, placement};
use moving::moving;
use std::collections::BTreeMap;
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
    // Forces are chosen and set up before the first turn, and nothing can have happened to them.
    let begun = !matches!(phase, Phase::Choosing | Phase::Placement);
    flaws.need(begun || turn == 1, "state.turn", "the first turn has not begun", rule::SEQUENCE);
    let lottery = start.axis_edge == Some(AxisEdge::Random);
    flaws.need(!lottery, "state.axis-edge", "south or north: the lottery is over", rule::SETUP_AREAS);
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
        flaws.need((0..=1_000_000).contains(points), &path, "VPs are 0 to 1000000", rule::VICTORY);
        flaws.need(begun || *points == 0, &path, "the first turn has not begun", rule::VICTORY);
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
    let mut groups_of_type: BTreeMap<(Side, u16), usize> = BTreeMap::new();
    for (entry, flight) in scenario.groups.iter().zip(&flights) {
        *groups_of_type.entry((entry.side, flight.card)).or_default() += 1;
    }
    for (n, (entry, flight)) in scenario.groups.iter().zip(&flights).enumerate() {
        let says = "an aircraft flies alone only if the force has no other of its type";
        flaws.need(
            flight.count > 1 || groups_of_type.get(&(entry.side, flight.card)) == Some(&1),
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
        let idle = entry.plot.is_none() && !entry.activated;
        flaws.need(idle, &format!("groups[{n}].plot"), "no turn has begun", rule::SEQUENCE);
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
        flaws.need(!given, &format!("state.{field}"), says, rule::SEQUENCE);
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
    let change = if active { entry.plot.map_or(0, Marker::change) } else { 0 };
    let before = if allowed { altitude - change } else { 1 };
    let says = "no group has come here from where the marker's change began";
    let came = (1..=card.alt).contains(&before);
    flaws.need(came, &format!("{path}.altitude"), says, rule::ALTITUDE_CHANGE);
    let group = &mut state.groups[g];
    group.placed = true;
    group.altitude = altitude;
    group.activated = entry.activated || active;
    group.plot = entry.plot.filter(|_| !lost);
    let (first, activated) = (usize::from(group.first), group.activated);
    for (n, plane) in each.iter().enumerate() {
        let number = first + n;
        let path = format!("{path}.aircraft[{n}]");
        let moving = start.moving.as_ref().filter(|m| usize::from(m.aircraft.0) == number + 1);
        let has_moved = !active || plane.acted || moving.is_some_and(|m| m.ended);
        let part = Part {
            level: if has_moved { altitude } else { before },
            activated,
            active,
            moves: moving.is_some(),
        };
        place(rules, plane, &path, &part, &mut state.planes[number], flaws);
        for (k, at) in plane.track.iter().enumerate() {
            let found = rules.field.spot(*at).filter(|spot| rules.field.contains(*spot));
            flaws.need(
                found.is_some(),
                &format!("{path}.track[{k}]"),
                "not on the board",
                rule::PLAYING_AREA,
            );
            state.tracks.extend(found.map(|spot| (number as u16, spot)));
        }
        if let Some(fate @ (Fate::Crashed | Fate::Stalled)) = plane.lost {
            let by = if fate == Fate::Crashed { rule::CRASH } else { rule::STALL };
            flaws.need(lost, &format!("{path}.lost"), "its group would be lost with it", by);
        }
    }
}

/// The part of an aircraft in this turn.
struct Part {
    /// Its level.
    level: i16,
    /// Whether its group has been, or is being, activated.
    activated: bool,
    /// Whether its group is being activated.
    active: bool,
    /// Whether it is the moving aircraft.
    moves: bool,
}

/// One aircraft as the file has it.
fn place(rules: &Rules, entry: &PlaneEntry, path: &str, part: &Part, plane: &mut Plane, flaws: &mut Flaws) {
    let card = rules.card(plane.card);
    let at = |field: &str| format!("{path}.{field}");
    plane.level = entry.level.unwrap_or(part.level);
    let says = "outside its own activation an aircraft is at the level of its group's altitude marker";
    let sound =
        if entry.lost.is_some() { (1..=card.alt).contains(&plane.level) } else { plane.level == part.level };
    flaws.need(sound, &at("level"), says, rule::ALTITUDE_CHANGE);
    let boxes = i32::from(card.boxes);
    let shot = entry.lost == Some(Fate::ShotDown);
    let sound =
        if shot { entry.damage == boxes || entry.damage == 0 } else { (0..boxes).contains(&entry.damage) };
    flaws.need(sound, &at("damage"), "boxes marked: from 0 to less than the card has", rule::DAMAGE_BOXES);
    plane.damage = if shot { card.boxes } else { entry.damage.clamp(0, boxes) as u8 };
    acts(rules, entry, path, part, plane, flaws);
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
    plane.status = entry.lost.map_or(Status::Flying, Status::Lost);
    // Nobody need tell where a lost aircraft was last.
    let told = entry.hex.is_some() || entry.x.is_some();
    if let Some((spot, heading)) =
        (told || plane.flying()).then(|| stands(rules, entry, path, flaws)).flatten()
    {
        (plane.spot, plane.heading) = (spot, heading);
    }
}

/// What an aircraft has done this turn.
fn acts(rules: &Rules, entry: &PlaneEntry, path: &str, part: &Part, plane: &mut Plane, flaws: &mut Flaws) {
    let at = |field: &str| format!("{path}.{field}");
    let says = "its group is not activated";
    flaws.need(!entry.acted || part.activated, &at("acted"), says, rule::ACTIVATION);
    let lost = entry.lost.is_some();
    plane.acted = entry.acted || (part.activated && !part.active && !lost);
    let early = entry.attacked_early;
    let attacked = entry.attacked || early;
    flaws.need(!attacked || part.activated, &at("attacked"), says, rule::ATTACK_TIMING);
    let says = "an attack ends its aircraft's part, unless it was made before moving";
    let ended = !attacked || plane.acted || early || !part.activated;
    flaws.need(ended, &at("attacked"), says, rule::ATTACK_TIMING);
    let says = "only with the optional rule Tailing";
    flaws.need(!early || rules.options.tailing, &at("attacked-early"), says, rule::OPT_TAILING);
    let says = "an aircraft that has attacked before moving moves next";
    let moves = !early || plane.acted || part.moves || lost || !part.activated;
    flaws.need(moves, &at("attacked-early"), says, rule::OPT_TAILING);
    (plane.attacked, plane.early) = (attacked, early);
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
        (rules.field.point(x, y), heading, "x")
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
        let known = state.axis_south.is_some();
        flaws.need(known, "state.axis-edge", "south or north: the lottery is over", rule::SETUP_AREAS);
        if known {
            placed(rules, state, flaws);
        }
    }
    let ended = state.turn == rules.turns || Side::BOTH.into_iter().any(|s| !state.side_in_play(s));
    let says = "the game ends with the last turn or with a side's last aircraft";
    flaws.need(phase != Phase::Over || ended, "state.phase", says, rule::GAME_LENGTH);
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
    last_legs(rules, start, state, flaws);
    if let Some(entry) = &start.moving {
        moving(rules, entry, state, flaws);
    } else if let Some(g) = state.active {
        let members = state.groups[usize::from(g)].members();
        let left = state.planes[members].iter().any(|p| p.flying() && !p.acted);
        let says = "all its aircraft have acted: its activation is over";
        flaws.need(left, "state.active-group", says, rule::ACTIVATION);
    }
}

/// The way of the aircraft that moved last.
fn last_legs(rules: &Rules, start: &StateEntry, state: &mut State, flaws: &mut Flaws) {
    let idle = start.last_legs.is_empty() || start.moving.is_none();
    flaws.need(idle, "state.last-legs", "the way of the moving aircraft is `moving.legs`", rule::ACTIVATION);
    for (n, entry) in start.last_legs.iter().enumerate() {
        let found = entry.from.on(&rules.field).filter(|(spot, _)| rules.field.contains(*spot));
        let path = format!("state.last-legs[{n}].from");
        flaws.need(found.is_some(), &path, "not a place of this board", rule::PLAYING_AREA);
        let leg = found.map(|(from, heading)| Leg { from, heading, length: entry.length });
        state.mover.legs.extend(leg);
    }
}

/// Groups that are set up while others wait: where the rules of placement let them stand, and as they came.
fn placed(rules: &Rules, state: &State, flaws: &mut Flaws) {
    for (g, group) in state.groups.iter().enumerate().filter(|(_, group)| group.placed) {
        let members = &state.planes[group.members()];
        let whole = members.iter().all(|p| p.flying() && p.damage == 0);
        let says = "nothing happens to aircraft before the first turn";
        flaws.need(whole, &format!("groups[{g}].aircraft"), says, rule::SEQUENCE);
        let spots: Vec<Spot> = members.iter().map(|p| p.spot).collect();
        let no = placement::allowed(rules, state, group, group.altitude, &spots);
        no.iter().for_each(|r| flaws.0.push(Flaw::new(format!("groups[{g}]"), r.text()).by(r.rule)));
        let says = "the groups that wait would find no room";
        flaws.need(placement::leaves_room(rules, state, g, &[]), "groups", says, rule::PLACEMENT);
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
