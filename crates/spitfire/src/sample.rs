//! One random legal command, by walking the steps that the menu would offer.

use crate::combat;
use crate::command::{Act, Altitude, Command, CornerName, Corners, Fire, Hand, Levelling, Move, Path, Shot};
use crate::decide;
use crate::finish;
use crate::flight::Flight;
use crate::formation;
use crate::state::{Plane, Rules, Stage, State, piece};
use arrayvec::ArrayVec;
use table::{Chooser, Refusals, Side};

/// How often in so many a random pilot flies out of the game where he need not.
const RECKLESS: u32 = 24;
/// How often in so many a random pilot of 9.3 does not simply fly on in formation.
const FORMATION: u32 = 24;
/// How often he tries to do so.
const PATTERNS: usize = 64;
/// How often a random walk that ends in an occupied hex is tried again.
const TRIES: usize = 6;

/// Draws one random legal command of a side that owes one.
pub(crate) fn sample(rules: &Rules, state: &State, side: Side, chooser: &mut impl Chooser) -> Command {
    match state.stage {
        Stage::Corners(_) => {
            let open = state.planes.iter().filter(|p| p.side == side && p.corner_open);
            let pick = |p: &Plane| CornerName(p.facing.turned(-(chooser.below(2) as i8)));
            Command::Corners(open.map(pick).take(4).collect::<Corners>())
        }
        Stage::Naming | Stage::NamingAfter => {
            let all = formation::namings(state, side);
            Command::Formation(all[chooser.below(all.len() as u32) as usize])
        }
        Stage::Firing => Command::Fire(sample_fire(rules, state, side, chooser)),
        Stage::Moving | Stage::Over => Command::Move(sample_move(rules, state, side, chooser)),
    }
}

/// Each gun fires at one of its legal targets, or, one time in eight, holds fire.
fn sample_fire(rules: &Rules, state: &State, side: Side, chooser: &mut impl Chooser) -> Fire {
    let mut fire = Fire::new();
    for (shooter, _) in state.flying(side) {
        for gun in rules.of(side).guns() {
            let legal: ArrayVec<usize, 8> = state
                .flying(side.enemy())
                .map(|(target, _)| target)
                .filter(|t| {
                    combat::allowed(rules, state, crate::state::Aim { shooter, gun: *gun, target: *t })
                })
                .collect();
            if !legal.is_empty() && chooser.below(8) > 0 {
                let target = legal[chooser.below(legal.len() as u32) as usize];
                fire.push(Shot { aircraft: piece(shooter), gun: *gun, target: piece(target) });
            }
        }
    }
    fire
}

fn sample_move(rules: &Rules, state: &State, side: Side, chooser: &mut impl Chooser) -> Move {
    let mut ready: ArrayVec<usize, 8> =
        state.flying(side).filter(|(_, p)| !p.moved).map(|(n, _)| n).collect();
    let keeps = rules.kind.formations() && chooser.below(FORMATION) > 0;
    if keeps {
        // Leaders first, so that wingmen know whom to follow.
        let leaders = |n: &usize| formation::leader_of(state, *n).is_none();
        if ready.iter().any(leaders) {
            ready.retain(|n| leaders(n));
        }
    }
    let index = ready[chooser.below(ready.len() as u32) as usize];
    if keeps && let Some(order) = in_formation(rules, state, index, chooser) {
        return order;
    }
    let plane = &state.planes[index];
    let choice = sample_choice(rules, plane, chooser);
    let speeds: ArrayVec<u8, 32> = match plane.announced.as_ref().and_then(|a| a.speed) {
        Some(speed) => [speed].into_iter().collect(),
        None => decide::speeds(rules, plane, choice).collect(),
    };
    let speed = speeds[chooser.below(speeds.len() as u32) as usize];
    let mut order = Move { altitude: Some(choice), speed: Some(speed), ..Move::of(piece(index)) };
    let begun = plane.announced.as_ref().map_or(Path::default(), |a| a.flown.clone());
    let tries = if rules.kind.formations() { 4 * TRIES } else { TRIES };
    for attempt in 0..=tries {
        order.path = begun.clone();
        let mut none = Refusals::none();
        let mut flight = finish::fly(rules, plane, choice, speed, &order.path.0, &mut none).flight;
        walk(rules, plane, &mut flight, &mut order.path, chooser);
        let stacked = flight.exit.is_none() && finish::occupied(state, index, flight.hex, flight.altitude);
        let apart = !formation::would_keep(rules, state, index, flight.hex, flight.altitude);
        if (stacked || apart) && attempt < tries {
            continue;
        }
        if stacked && let Some(path) = finish::free_end(rules, state, index, choice, speed) {
            flight = finish::fly(rules, plane, choice, speed, &path.0, &mut none).flight;
            order.path = path;
        }
        sample_end(rules, plane, &flight, &mut order, chooser);
        break;
    }
    order
}

/// 9.3: level flight with one turn at most, which keeps a formation together, where that is legal and stays on the map.
fn in_formation(rules: &Rules, state: &State, index: usize, chooser: &mut impl Chooser) -> Option<Move> {
    let plane = &state.planes[index];
    if plane.announced.is_some() {
        return None;
    }
    for _ in 0..PATTERNS {
        let speed = plane.speed + chooser.below(2) as u8;
        if !decide::allowed(rules, plane, Altitude::Level, speed) {
            continue;
        }
        let hand = if chooser.below(2) == 0 { Hand::Left } else { Hand::Right };
        let ahead = if rules.corners() { Act::Ahead(hand) } else { Act::Forward };
        let turn = chooser.below(2 * u32::from(speed)) as u8;
        let act = |n: u8| if n == turn { Act::Turn(hand) } else { ahead };
        let path = Path((0..speed).map(act).collect());
        let mut flight = Flight::begin(rules, plane, Altitude::Level, speed, &mut |_| ());
        let legal = path.0.iter().all(|act| {
            let legal = flight.allows(rules, plane, *act);
            if legal {
                flight.act(rules, plane, *act, &mut |_| ());
            }
            legal
        });
        let free = flight.exit.is_none() && !finish::occupied(state, index, flight.hex, flight.altitude);
        if legal && free && formation::would_keep(rules, state, index, flight.hex, flight.altitude) {
            let altitude = Some(Altitude::Level);
            return Some(Move { altitude, speed: Some(speed), path, ..Move::of(piece(index)) });
        }
    }
    None
}

fn sample_choice(rules: &Rules, plane: &Plane, chooser: &mut impl Chooser) -> Altitude {
    if let Some(announced) = &plane.announced {
        return announced.altitude;
    }
    let reckless = chooser.below(RECKLESS) == 0;
    let mut legal: ArrayVec<Altitude, 32> = ArrayVec::new();
    for choice in decide::choices(rules, plane) {
        let sinks = choice.levels() >= plane.altitude;
        if (reckless || !sinks) && decide::possible(rules, plane, choice) {
            let _ = legal.try_push(choice);
        }
    }
    // The drift is always legal, also where it ends below level 1.
    if legal.is_empty() {
        return Altitude::HorizontalDive(1);
    }
    legal[chooser.below(legal.len() as u32) as usize]
}

/// Legal acts at random until the points are spent; off the map only where nothing else is legal, or recklessly.
fn walk(rules: &Rules, plane: &Plane, flight: &mut Flight, path: &mut Path, chooser: &mut impl Chooser) {
    while !flight.done() {
        let reckless = chooser.below(RECKLESS) == 0;
        let mut legal: ArrayVec<(Act, Flight), 16> = ArrayVec::new();
        let mut leaving: Option<(Act, Flight)> = None;
        for act in finish::acts(rules) {
            if flight.allows(rules, plane, act) {
                let mut next = *flight;
                next.act(rules, plane, act, &mut |_| ());
                if next.exit.is_some() && !reckless {
                    leaving = leaving.or(Some((act, next)));
                } else {
                    // Straight flight is offered twice, so that turns and climbs do not crowd it out.
                    legal.push((act, next));
                    if matches!(act, Act::Forward | Act::Ahead(_)) {
                        legal.push((act, next));
                    }
                }
            }
        }
        let picked =
            if legal.is_empty() { leaving } else { Some(legal[chooser.below(legal.len() as u32) as usize]) };
        let Some((act, next)) = picked else { return };
        finish::push(rules, plane, path, act);
        *flight = next;
    }
}

fn sample_end(rules: &Rules, plane: &Plane, flight: &Flight, order: &mut Move, chooser: &mut impl Chooser) {
    let lowest = finish::lowest_end_speed(rules, plane, flight);
    if lowest < flight.speed {
        order.end_speed = Some(lowest + chooser.below(u32::from(flight.speed - lowest) + 1) as u8);
    }
    let mut may_level = true;
    finish::levelling_objections(rules, flight, &mut |_| may_level = false);
    if may_level && chooser.below(2) == 0 {
        order.attitude = Some(Levelling::LevelOff);
    }
}
