//! One random legal command, by walking the steps that the menu would offer.

use crate::command::{Altitude, Command, Corners, Fire, Hand, Levelling, Move, Path, Step};
use crate::decide::{self, Decision};
use crate::flight::Flight;
use crate::mover::Mover;
use crate::rules::Rules;
use crate::state::{Aim, Plane, Stage};
use crate::{Look, combat, corners, finish, formation, path};
use arrayvec::ArrayVec;
use table::{Chooser, Refusals};

/// How often in so many a random pilot flies out of the game without need.
const RECKLESS: u32 = 24;
/// How often in so many a random pilot of 9.3 does not simply fly on in formation.
const FORMATION: u32 = 24;
/// How often they try to do so.
const PATTERNS: usize = 64;
/// How often a random walk that ends in an occupied hex is tried again.
const TRIES: usize = 6;

/// Draws one random legal command of a side that owes one.
pub(crate) fn sample(look: Look<'_>, chooser: &mut impl Chooser) -> Command {
    match look.state.stage {
        Stage::Corners(_) => {
            let open = corners::open(look.state, look.side);
            let chosen: Corners = open.map(|(_, plane)| *chooser.pick(&corners::of(plane))).take(4).collect();
            Command::Corners(chosen)
        }
        Stage::Naming | Stage::NamingAfter => {
            Command::Formation(*chooser.pick(&formation::namings(look.state, look.side)))
        }
        Stage::Firing => Command::Fire(sample_fire(look, chooser)),
        Stage::Moving | Stage::Over => Command::Move(sample_move(look, chooser)),
    }
}

/// Each gun fires at one of its legal targets, or, one time in eight, holds fire.
fn sample_fire(look: Look<'_>, chooser: &mut impl Chooser) -> Fire {
    let Look { rules, state, side } = look;
    let mut fire = Fire::new();
    for (shooter, _) in state.flying(side) {
        for gun in rules.of(side).guns() {
            let aims = state.flying(side.enemy()).map(|(target, _)| Aim { shooter, gun: *gun, target });
            let legal: ArrayVec<Aim, 8> = aims.filter(|aim| combat::allowed(rules, state, *aim)).collect();
            if !legal.is_empty() && chooser.below(8) > 0 {
                fire.push((*chooser.pick(&legal)).into());
            }
        }
    }
    fire
}

fn sample_move(look: Look<'_>, chooser: &mut impl Chooser) -> Move {
    let Look { rules, state, side } = look;
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
    let mover = Mover::new(rules, state, *chooser.pick(&ready));
    if keeps && let Some(order) = in_formation(mover, chooser) {
        return order;
    }
    let plane = mover.plane();
    let choice = sample_choice(rules, plane, chooser);
    let speeds: ArrayVec<u8, 32> = match plane.announced.as_ref().and_then(|a| a.speed) {
        Some(speed) => [speed].into_iter().collect(),
        None => decide::speeds(rules, plane, choice).collect(),
    };
    let decision = Decision { choice, speed: *chooser.pick(&speeds) };
    let mut order = Move::under(mover.id(), decision);
    let tries = if rules.kind.formations() { 4 * TRIES } else { TRIES };
    for attempt in 0..=tries {
        order.path = plane.flown();
        let mut flight = path::begin(mover, decision).flight;
        walk(rules, plane, &mut flight, &mut order.path, chooser);
        let stacked = flight.exit.is_none() && finish::occupied(mover, &flight);
        let apart = !formation::would_keep(mover, &flight);
        if (stacked || apart) && attempt < tries {
            continue;
        }
        if stacked && let Some(path) = finish::free_end(mover, decision) {
            flight = path::fly(rules, plane, decision, &path.0, &mut Refusals::none()).flight;
            order.path = path;
        }
        sample_end(rules, plane, &flight, &mut order, chooser);
        break;
    }
    order
}

/// 9.3: level flight with one turn at most, which keeps a formation together, where that is legal and stays on the map.
fn in_formation(mover: Mover<'_>, chooser: &mut impl Chooser) -> Option<Move> {
    let (rules, plane) = (mover.rules, mover.plane());
    if plane.announced.is_some() {
        return None;
    }
    for _ in 0..PATTERNS {
        let speed = plane.speed + chooser.below(2) as u8;
        let decision = Decision { choice: Altitude::Level, speed };
        if !decide::allowed(rules, plane, decision) {
            continue;
        }
        let hand = *chooser.pick(&[Hand::Left, Hand::Right]);
        let ahead = if rules.corners() { Step::Ahead(hand) } else { Step::Forward };
        let turn = chooser.below(2 * u32::from(speed)) as u8;
        let step = |n: u8| if n == turn { Step::Turn(hand) } else { ahead };
        let path = Path((0..speed).map(step).collect());
        let mut flight = Flight::begin(rules, plane, decision, &mut |_| ());
        let legal = path.0.iter().all(|step| {
            let legal = flight.allows(rules, plane, *step);
            if legal {
                flight.advance(rules, plane, *step, &mut |_| ());
            }
            legal
        });
        let free = flight.exit.is_none() && !finish::occupied(mover, &flight);
        if legal && free && formation::would_keep(mover, &flight) {
            return Some(Move { path, ..Move::under(mover.id(), decision) });
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
    for choice in decide::altitudes(rules, plane) {
        let sinks = choice.levels() >= plane.altitude;
        if (reckless || !sinks) && decide::possible(rules, plane, choice) {
            let _ = legal.try_push(choice);
        }
    }
    // The drift is always legal, also where it ends below level 1.
    if legal.is_empty() {
        return Altitude::HorizontalDive(1);
    }
    *chooser.pick(&legal)
}

/// Legal steps at random until the points are spent; off the map only where nothing else is legal, or recklessly.
fn walk(rules: &Rules, plane: &Plane, flight: &mut Flight, path: &mut Path, chooser: &mut impl Chooser) {
    while !flight.done() {
        let reckless = chooser.below(RECKLESS) == 0;
        let mut legal: ArrayVec<Step, 16> = ArrayVec::new();
        let mut leaving = None;
        for step in path::steps(rules).filter(|step| flight.allows(rules, plane, *step)) {
            if !reckless && flight.leaves(rules, step) {
                leaving = leaving.or(Some(step));
            } else {
                legal.push(step);
                // Straight flight is offered twice, so that turns and climbs do not crowd it out.
                if matches!(step, Step::Forward | Step::Ahead(_)) {
                    legal.push(step);
                }
            }
        }
        let picked = if legal.is_empty() { leaving } else { Some(*chooser.pick(&legal)) };
        let Some(step) = picked else { return };
        path::push(rules, plane, path, step);
        flight.advance(rules, plane, step, &mut |_| ());
    }
}

fn sample_end(rules: &Rules, plane: &Plane, flight: &Flight, order: &mut Move, chooser: &mut impl Chooser) {
    let lowest = finish::lowest_end_speed(rules, plane, flight);
    if lowest < flight.speed {
        order.end_speed = Some(lowest + chooser.below(u32::from(flight.speed - lowest) + 1) as u8);
    }
    if finish::may_level_off(rules, flight) && chooser.below(2) == 0 {
        order.attitude = Some(Levelling::LevelOff);
    }
}
