//! The end of a move: 6.0 every point spent, 6.C slowing down, 6.E occupied hexes, 11.A–11.C attitude.

use crate::command::{Act, Altitude, Hand, Levelling, Move, Path};
use crate::decide;
use crate::flight::Flight;
use crate::rule;
use crate::state::{Attitude, Plane, Records, Rules, State};
use sky::Hex;
use table::{Refusal, Refusals};

/// A move as far as it is legal.
#[derive(Clone, Debug)]
pub(crate) struct Trial {
    pub(crate) flight: Flight,
    pub(crate) records: Records,
}

/// A legal move and what it comes to.
#[derive(Clone, Debug)]
pub(crate) struct Flown {
    pub(crate) index: usize,
    pub(crate) flight: Flight,
    pub(crate) records: Records,
    pub(crate) end_speed: u8,
    pub(crate) attitude: Attitude,
}

/// Flies a path. `why` takes every reason against its first illegal act, where the trial stops.
pub(crate) fn fly(
    rules: &Rules,
    plane: &Plane,
    choice: Altitude,
    speed: u8,
    path: &[Act],
    why: &mut Refusals,
) -> Trial {
    let mut records = Records::new();
    let mut flight = Flight::begin(rules, plane, choice, speed, &mut |r| records.push(r));
    let step = usize::from(rules.of(plane.side).climb_cost);
    let mut n = 0;
    while n < path.len() {
        let act = path[n];
        let before = why.iter().count();
        flight.objections(rules, plane, act, &mut |r| why.add(r));
        // 6.D: the announced dive is flown once, before anything else.
        why.unless(n == 0 || !matches!(act, Act::Vertical(_)), || {
            Refusal::new(rule::EXECUTION, "a dive is announced first and flown before anything else")
        });
        if act == Act::Climb {
            // 6.C: a bomber's climb step takes two points, one after the other.
            let whole = path[n..].iter().take(step).all(|a| *a == Act::Climb) && n + step <= path.len();
            why.unless(whole, || {
                Refusal::with(rule::CLIMBING, "a climb step takes {0} points", [step as i32, 0, 0])
            });
            n += step;
        } else {
            n += 1;
        }
        if why.iter().count() > before {
            break;
        }
        flight.act(rules, plane, act, &mut |r| records.push(r));
    }
    Trial { flight, records }
}

/// Everything that speaks against ending a move here and so.
pub(crate) fn objections(
    rules: &Rules,
    state: &State,
    index: usize,
    flight: &Flight,
    order: &Move,
    tell: &mut impl FnMut(Refusal),
) {
    let plane = &state.planes[index];
    if !flight.done() {
        let numbers = [i32::from(flight.left), 0, 0];
        tell(Refusal::with(rule::MOVEMENT, "points still to be spent: {0}", numbers));
    }
    if flight.exit.is_none() && flight.owed() > 0 {
        let numbers = [i32::from(flight.owed()), 0, 0];
        tell(Refusal::with(
            rule::CLIMBING,
            "points of the announced climb still to be climbed: {0}",
            numbers,
        ));
    }
    if flight.left == 0
        && flight.exit.is_none()
        && occupied(state, index, flight.hex, flight.altitude)
        && free_end(rules, state, index, flight.choice, flight.speed).is_some()
    {
        let says = "another aircraft is in that hex at level {0}: end in another hex or at another level";
        tell(Refusal::with(rule::OCCUPIED, says, [i32::from(flight.altitude), 0, 0]));
    }
    if let Some(end) = order.end_speed {
        let lowest = lowest_end_speed(rules, plane, flight);
        if end > flight.speed || end < lowest {
            let numbers = [i32::from(end), i32::from(lowest), i32::from(flight.speed)];
            tell(Refusal::with(
                rule::CLIMBING,
                "after this move its speed may be {1} to {2}, not {0}",
                numbers,
            ));
        }
    }
    if order.attitude == Some(Levelling::LevelOff) {
        levelling_objections(rules, flight, tell);
    }
}

/// 11.A, 11.C.
pub(crate) fn levelling_objections(rules: &Rules, flight: &Flight, tell: &mut impl FnMut(Refusal)) {
    if !rules.inter_altitude() {
        tell(Refusal::new(rule::INTER_ALTITUDE, "attitude is decided only with inter-altitude combat"));
    } else if flight.choice == Altitude::Level {
        tell(Refusal::new(rule::LEVELLING_OFF, "it has not climbed or dived"));
    } else if !flight.lateral {
        tell(Refusal::new(rule::NO_LEVELLING, "no point went into lateral motion"));
    }
}

/// 6.C: the lowest speed that climbing has earned.
pub(crate) fn lowest_end_speed(rules: &Rules, plane: &Plane, flight: &Flight) -> u8 {
    if flight.exit.is_some() {
        return flight.speed;
    }
    let earned = flight.climbed.saturating_sub(flight.climb_out);
    flight.speed.saturating_sub(earned).max(rules.of(plane.side).minimum)
}

/// The attitude that a move leaves (11.0; without it, for show).
pub(crate) fn attitude(flight: &Flight, levelling: Option<Levelling>) -> Attitude {
    match flight.choice {
        _ if levelling == Some(Levelling::LevelOff) => Attitude::Level,
        Altitude::Level => Attitude::Level,
        Altitude::Climb => Attitude::Climb,
        Altitude::HorizontalDive(_) | Altitude::VerticalDive(_) => Attitude::Dive,
    }
}

/// 6.E: whether another aircraft, an enemy or one that has moved, is in this hex at this altitude.
pub(crate) fn occupied(state: &State, index: usize, hex: Hex, altitude: u8) -> bool {
    let side = state.planes[index].side;
    state.planes.iter().enumerate().any(|(n, p)| {
        n != index && p.hex == hex && p.altitude == altitude && p.flying() && (p.side != side || p.moved)
    })
}

/// 6.E: a way to spend every point that stays on the map and ends in no occupied hex. Where there is none, the rule is
/// waived.
pub(crate) fn free_end(
    rules: &Rules,
    state: &State,
    index: usize,
    choice: Altitude,
    speed: u8,
) -> Option<Path> {
    let plane = &state.planes[index];
    let mut path = plane.announced.as_ref().map_or(Path::default(), |a| a.flown.clone());
    let flight = fly(rules, plane, choice, speed, &path.0, &mut Refusals::none()).flight;
    search(rules, state, index, &flight, &mut path).then_some(path)
}

fn search(rules: &Rules, state: &State, index: usize, flight: &Flight, path: &mut Path) -> bool {
    if flight.exit.is_some() {
        return false;
    }
    if flight.left == 0 {
        return !occupied(state, index, flight.hex, flight.altitude);
    }
    let plane = &state.planes[index];
    for act in acts(rules) {
        if !flight.allows(rules, plane, act) {
            continue;
        }
        let mut next = *flight;
        next.act(rules, plane, act, &mut |_| ());
        let before = path.0.len();
        push(rules, plane, path, act);
        if search(rules, state, index, &next, path) {
            return true;
        }
        path.0.truncate(before);
    }
    false
}

/// Adds an act to a path; a climb is written point by point.
pub(crate) fn push(rules: &Rules, plane: &Plane, path: &mut Path, act: Act) {
    let times = if act == Act::Climb { rules.of(plane.side).climb_cost } else { 1 };
    for _ in 0..times {
        let _ = path.0.try_push(act);
    }
}

/// Every act that there is, in the order of the menu.
pub(crate) fn acts(rules: &Rules) -> impl Iterator<Item = Act> {
    const LEFT: Hand = Hand::Left;
    const RIGHT: Hand = Hand::Right;
    const OTHERS: [Act; 11] = [
        Act::Turn(LEFT),
        Act::Turn(RIGHT),
        Act::Climb,
        Act::Roll(LEFT),
        Act::Roll(RIGHT),
        Act::Wing(LEFT, 1),
        Act::Wing(RIGHT, 1),
        Act::Wing(LEFT, 2),
        Act::Wing(RIGHT, 2),
        Act::Wing(LEFT, 3),
        Act::Wing(RIGHT, 3),
    ];
    // 10.A: pointing at a corner, there are two hexes ahead.
    let ahead: &[Act] =
        if rules.corners() { &[Act::Ahead(LEFT), Act::Ahead(RIGHT)] } else { &[Act::Forward] };
    ahead.iter().chain(&OTHERS).copied()
}

/// Judges a whole move: the decisions, the path and its end, with every reason of the first of these that fails.
pub(crate) fn judge(rules: &Rules, state: &State, index: usize, order: &Move) -> Result<Flown, Refusals> {
    let plane = &state.planes[index];
    let mut why = Refusals::none();
    announced_objections(plane, order, &mut |r| why.add(r));
    let (choice, speed) = match (order.altitude, order.speed) {
        (Some(choice), Some(speed)) => (choice, speed),
        (None, _) => {
            why.add(Refusal::new(rule::ALTITUDE_DECISION, "the altitude decision comes first"));
            return Err(why);
        }
        (Some(choice), None) => {
            decide::why_not(rules, plane, choice, &mut |r| why.add(r));
            why.add(Refusal::new(rule::SPEED_DECISION, "the speed decision is missing"));
            return Err(why);
        }
    };
    decide::objections(rules, plane, choice, speed, &mut |r| why.add(r));
    if !why.is_empty() {
        return Err(why);
    }
    let Trial { flight, records } = fly(rules, plane, choice, speed, &order.path.0, &mut why);
    if !why.is_empty() {
        return Err(why);
    }
    objections(rules, state, index, &flight, order, &mut |r| why.add(r));
    why.verdict()?;
    Ok(Flown {
        index,
        flight,
        records,
        end_speed: order.end_speed.unwrap_or(flight.speed),
        attitude: attitude(&flight, order.attitude),
    })
}

/// 5.2.1C: a move follows the decisions taken before; only a scenario that starts in the middle of a move has any.
pub(crate) fn announced_objections(plane: &Plane, order: &Move, tell: &mut impl FnMut(Refusal)) {
    let Some(announced) = &plane.announced else { return };
    let other = order.altitude.is_some_and(|a| a != announced.altitude)
        || (announced.speed.is_some() && order.speed.is_some() && order.speed != announced.speed)
        || (!order.path.is_empty() && !order.path.0.starts_with(&announced.flown.0));
    if other || (order.path.is_empty() && !announced.flown.is_empty() && order.speed.is_some()) {
        tell(Refusal::new(rule::EXECUTION, "it must fly what was announced, from where it has got to"));
    }
}
