//! Section 28: a scenario becomes a position, and a position a scenario.

mod edit;

pub(crate) use edit::{drawing, edit};

use crate::aircraft::Type;
use crate::command::Throttle;
use crate::data::Data;
use crate::rules::{Airman, MOST_AIRCRAFT, Rules, Traits};
use crate::scenario::{Entry, Scenario};
use crate::space::Frame;
use crate::state::{Now, Place, Plane, Stage, State};
use crate::units::Halves;
use crate::{FightingWings, check, formation, rule, sequence};
use std::sync::Arc;
use table::{Flaw, Flaws, Position, Side};

/// The fastest that anything flies, in half points.
const FASTEST: i16 = 25;
/// How far from the middle an aircraft may start, in hexes.
const FARTHEST: i16 = 2_000;

/// Sets the pieces up.
pub(crate) fn set_up(data: &Data, scenario: &Scenario) -> Result<Position<FightingWings>, Vec<Flaw>> {
    let mut flaws = Flaws::default();
    flaws.number("turns", scenario.turns, 1..=200, rule::SCENARIOS);
    flaws.number("aircraft", scenario.aircraft.len(), 2..=MOST_AIRCRAFT, rule::SCENARIOS);
    for side in Side::BOTH {
        let any = scenario.aircraft.iter().any(|entry| entry.side == side);
        flaws.unless(any, "aircraft", format!("the {side} have none"), rule::SCENARIOS);
    }
    let mut crews = Vec::new();
    for (n, entry) in scenario.aircraft.iter().enumerate() {
        let path = format!("aircraft[{n}]");
        crews.extend(airman(data, scenario, entry, &path, &mut flaws));
    }
    if !flaws.is_empty() {
        return Err(flaws.into_vec());
    }
    let formations = number_formations(scenario, &mut crews);
    let sides = Side::BOTH
        .map(|side| scenario.sides.get(&side).map_or_else(|| side.to_string(), Clone::clone).as_str().into());
    let rules = Rules {
        title: scenario.title.as_str().into(),
        scenery: scenario.scenery.clone(),
        sides,
        turns: scenario.turns,
        first_kill: scenario.first_kill,
        raid: scenario.raid,
        options: scenario.options,
        crews: crews.into(),
    };
    let planes: Vec<Plane> = scenario.aircraft.iter().zip(rules.crews.iter()).map(loaded).collect();
    for (n, plane) in planes.iter().enumerate() {
        check_plane(&rules, plane, n, &mut flaws);
    }
    if !flaws.is_empty() {
        return Err(flaws.into_vec());
    }
    let mut state = State { planes, now: scenario.now.clone().unwrap_or_else(before) };
    if scenario.now.is_none() {
        take_places(&rules, &mut state, &formations, &mut flaws);
        sequence::begin_turn(&rules, &mut state);
        let next = sequence::next_brief(&rules, &mut state);
        if next.is_none() {
            state.now.briefed = [false; 2];
        }
        state.now.stage = next.unwrap_or(Stage::Brief(Side::Allies));
    }
    if flaws.is_empty()
        && let Err(says) = check::check(&rules, &state)
    {
        flaws.add("now", says, rule::SEQUENCE);
    }
    flaws.verdict(Position { rules, state })
}

/// Before the first game turn.
fn before() -> Now {
    Now {
        turn: 1,
        stage: Stage::Brief(Side::Allies),
        queue: Default::default(),
        order: Default::default(),
        briefed: [false; 2],
        ties: [0; 6],
        pursued: Default::default(),
        idols_lost: [0; 2],
        heads: Default::default(),
        bursts: Default::default(),
        answers: Vec::new(),
        halted: None,
        offer: None,
        over: None,
    }
}

fn airman(data: &Data, scenario: &Scenario, entry: &Entry, path: &str, flaws: &mut Flaws) -> Option<Airman> {
    let named = |name: &str| scenario.aircraft.iter().position(|other| other.name == name);
    let twice = scenario.aircraft.iter().filter(|other| other.name == entry.name).count() > 1;
    flaws.unless(!twice, format!("{path}.name"), "is there twice", rule::SCENARIOS);
    let Some(ty) = data.types.get(&entry.ty) else {
        let known: Vec<&str> = data.types.keys().map(String::as_str).collect();
        let says = format!("'{}' is unknown: {}", entry.ty, known.join(", "));
        flaws.add(format!("{path}.type"), says, rule::DATA);
        return None;
    };
    let mut leader = None;
    if let Some(lead) = &entry.leader {
        let found = named(&lead.name).filter(|n| scenario.aircraft[*n].side == entry.side);
        let own = found.filter(|n| scenario.aircraft[*n].name != entry.name);
        // A leader stands before those who follow it, so that nobody follows himself round a corner.
        let before = own.filter(|n| named(&entry.name).is_some_and(|own| *n < own));
        let fits = before.filter(|n| scenario.aircraft[*n].fixed == entry.fixed);
        flaws.unless(
            fits.is_some(),
            format!("{path}.leader"),
            format!("'{}' is no earlier aircraft of the side in the same kind of formation", lead.name),
            rule::FORMATIONS,
        );
        leader = fits.map(|n| (n, lead.role));
    }
    Some(Airman {
        name: entry.name.clone(),
        ty: Arc::clone(ty),
        side: entry.side,
        pilot: entry.pilot,
        traits: Traits::of(&entry.traits),
        leader,
        formation: None,
    })
}

/// Numbers the fixed formations by their flight leaders, which it returns.
fn number_formations(scenario: &Scenario, crews: &mut [Airman]) -> Vec<usize> {
    let mut heads = Vec::new();
    for n in 0..crews.len() {
        if !scenario.aircraft[n].fixed {
            continue;
        }
        crews[n].formation = match crews[n].leader {
            Some((leader, _)) => crews[leader].formation,
            None => {
                heads.push(n);
                Some(heads.len() as u8 - 1)
            }
        };
    }
    heads
}

/// An aircraft with its ammunition.
fn loaded((entry, crew): (&Entry, &Airman)) -> Plane {
    let mut plane = entry.start.clone();
    plane.ammo.get_or_insert_with(|| crew.ty.groups.iter().map(|group| group.ammo).collect());
    plane.gun_ammo.get_or_insert_with(|| crew.ty.positions.iter().map(|position| position.ammo).collect());
    plane
}

/// Members of fixed formations take the places in which they stand.
fn take_places(rules: &Rules, state: &mut State, heads: &[usize], flaws: &mut Flaws) {
    state.now.heads = heads.iter().take(8).map(|n| Some(*n as u8)).collect();
    flaws.unless(heads.len() <= 8, "aircraft", "at most 8 fixed formations", rule::FORMATIONS);
    for n in 0..state.planes.len() {
        let Some(head) = rules.crews[n].formation.and_then(|number| heads.get(usize::from(number))) else {
            continue;
        };
        let (lead, plane) = (&state.planes[*head], &state.planes[n]);
        let frame = Frame::of(lead.hex, lead.heading, plane.hex);
        let above = plane.altitude - lead.altitude;
        let alike = lead.heading == plane.heading && lead.speed == plane.speed && lead.bank == plane.bank;
        let placed = rules.crews[n]
            .leader
            .is_none_or(|(own, role)| formation::in_place(&state.planes[own], plane, role, true).0);
        let says = "it is not in its place behind its leader with the same heading and speed";
        flaws.unless(alike && placed, format!("aircraft[{n}].start"), says, rule::FORMATIONS);
        state.planes[n].place = Some(Place { ahead: frame.ahead, right: frame.right, above });
    }
}

/// Figures that no aircraft can have.
fn check_plane(rules: &Rules, plane: &Plane, n: usize, flaws: &mut Flaws) {
    let ty: &Type = rules.ty(n);
    let path = |field: &str| format!("aircraft[{n}].start.{field}");
    if plane.flying() {
        flaws.number(path("altitude"), plane.altitude, 1..=ty.ceiling.clean, rule::LIMITS);
    }
    let sound = (0..=FASTEST).contains(&plane.speed.0);
    let says = format!("{} is off the chart: 0.0 to {} is allowed", plane.speed, Halves(FASTEST));
    flaws.unless(sound, path("speed"), says, rule::SPEED_LIMITS);
    let upside = plane.bank.inverted() && !ty.aerobatic();
    flaws.unless(!upside, path("bank"), "this type is never inverted", rule::BANKING);
    let has = plane.throttle == Throttle::Idle || ty.has(plane.throttle);
    flaws.unless(has, path("throttle"), "the type has no such setting", rule::THROTTLE);
    flaws.number(path("carry"), plane.carry, -7..=7, rule::CARRY);
    flaws.number(
        path("hex"),
        plane.hex.q.max(plane.hex.r).max(-plane.hex.q.min(plane.hex.r)),
        0..=FARTHEST,
        rule::HEXES,
    );
    let ammo = plane.ammo.as_ref().is_some_and(|ammo| ammo.len() == ty.groups.len());
    flaws.unless(ammo, path("ammo"), format!("{} numbers", ty.groups.len()), rule::WEAPONS);
    let guns = plane.gun_ammo.as_ref().is_some_and(|ammo| ammo.len() == ty.positions.len());
    flaws.unless(guns, path("gun_ammo"), format!("{} numbers", ty.positions.len()), rule::WEAPONS);
}

/// The position as a scenario; nothing once the game is over.
pub(crate) fn as_scenario(rules: &Rules, state: &State, scenario: &Scenario) -> Option<Scenario> {
    if state.now.stage == Stage::Over {
        return None;
    }
    let mut scenario = scenario.clone();
    for (entry, (crew, plane)) in scenario.aircraft.iter_mut().zip(rules.crews.iter().zip(&state.planes)) {
        debug_assert_eq!(entry.name, crew.name);
        entry.start = plane.clone();
    }
    scenario.now = Some(state.now.clone());
    Some(scenario)
}
