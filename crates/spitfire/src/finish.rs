//! The end of a move: 6.0 every point spent, 6.C slowing down, 6.E occupied hexes, 11.A–11.C attitude.

use crate::command::{Act, Altitude, Command, Levelling, Move, Path, Step};
use crate::decide::{self, Decision};
use crate::flight::{Flight, safe_exit};
use crate::mover::{self, Mover};
use crate::path::{self, Trial};
use crate::rules::Rules;
use crate::state::{Attitude, Plane, Prep, Records, Status};
use crate::words::{self, name};
use crate::{Choice, Effect, Look, formation, rule};
use table::{Barred, Event, EventKind, Listener, PieceId, Reasons, Refusal, Refusals, Say, Whether};

/// A legal move and what it comes to.
#[derive(Clone, Debug)]
pub struct Flown {
    pub(crate) index: usize,
    pub(crate) flight: Flight,
    pub(crate) records: Records,
    pub(crate) end_speed: u8,
    pub(crate) attitude: Attitude,
}

/// Every speed and attitude that a move may end with, each a whole command.
pub(crate) fn choices(mover: Mover<'_>, order: &Move, flight: &Flight) -> Vec<Choice> {
    let lowest = lowest_end_speed(mover.rules, mover.plane(), flight);
    let decides = mover.rules.inter_altitude() && flight.choice != Altitude::Level && flight.exit.is_none();
    let attitudes: &[Option<Levelling>] =
        if decides { &[Some(Levelling::Keep), Some(Levelling::LevelOff)] } else { &[None] };
    let offer = |speed: u8, attitude: Option<Levelling>| {
        let slower = speed < flight.speed;
        let next = Move { end_speed: slower.then_some(speed), attitude, ..order.clone() };
        let mut why = Refusals::none();
        objections(mover, flight, &next, &mut why);
        let mut label = "Finish the move".to_owned();
        if slower {
            label += &format!(" and slow to {speed}");
        }
        label += match attitude {
            Some(Levelling::LevelOff) => ", levelling off",
            Some(Levelling::Keep) => ", keeping the attitude",
            None => "",
        };
        Choice {
            barred: Barred::all(&why),
            aircraft: Some(order.aircraft),
            pose: flight.pose(mover.rules),
            ..Choice::new(label, rule::MOVEMENT, Say::Command(Command::Move(next)))
        }
    };
    let speeds = (lowest..=flight.speed).rev();
    speeds.flat_map(|speed| attitudes.iter().map(move |attitude| offer(speed, *attitude))).collect()
}

/// Everything that speaks against ending a move here and so.
fn objections(mover: Mover<'_>, flight: &Flight, order: &Move, why: &mut impl Reasons) {
    why.unless(flight.done(), || {
        let numbers = [i32::from(flight.left), 0, 0];
        Refusal::with(rule::MOVEMENT, "points still to be spent: {0}", numbers)
    });
    why.unless(flight.exit.is_some() || flight.owed() == 0, || {
        let numbers = [i32::from(flight.owed()), 0, 0];
        Refusal::with(rule::CLIMBING, "points of the announced climb still to be climbed: {0}", numbers)
    });
    let stays = flight.left == 0 && flight.exit.is_none();
    if stays && occupied(mover, flight) && free_end(mover, flight.decision()).is_some() {
        let says = "another aircraft is in that hex at level {0}: end in another hex or at another level";
        why.object(|| Refusal::with(rule::OCCUPIED, says, [i32::from(flight.altitude), 0, 0]));
    }
    if let Some(end) = order.end_speed {
        let lowest = lowest_end_speed(mover.rules, mover.plane(), flight);
        why.unless((lowest..=flight.speed).contains(&end), || {
            let numbers = [i32::from(end), i32::from(lowest), i32::from(flight.speed)];
            Refusal::with(rule::CLIMBING, "after this move its speed may be {1} to {2}, not {0}", numbers)
        });
    }
    if order.attitude == Some(Levelling::LevelOff) {
        levelling_objections(mover.rules, flight, why);
    }
}

/// 11.A, 11.C.
fn levelling_objections(rules: &Rules, flight: &Flight, why: &mut impl Reasons) {
    if !rules.inter_altitude() {
        let says = "attitude is decided only with inter-altitude combat";
        why.object(|| Refusal::new(rule::INTER_ALTITUDE, says));
    } else if flight.choice == Altitude::Level {
        why.object(|| Refusal::new(rule::LEVELLING_OFF, "it has not climbed or dived"));
    } else {
        why.unless(flight.lateral, || Refusal::new(rule::NO_LEVELLING, "no point went into lateral motion"));
    }
}

/// 11.A, 11.C: whether it may level off.
pub(crate) fn may_level_off(rules: &Rules, flight: &Flight) -> bool {
    let mut why = Whether::default();
    levelling_objections(rules, flight, &mut why);
    !why.any()
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

/// 6.E: whether another aircraft, an enemy or one that has moved, is where a move ends.
pub(crate) fn occupied(mover: Mover<'_>, flight: &Flight) -> bool {
    let side = mover.plane().side;
    mover.state.planes.iter().enumerate().any(|(n, p)| {
        n != mover.index
            && p.hex == flight.hex
            && p.altitude == flight.altitude
            && p.flying()
            && (p.side != side || p.moved)
    })
}

/// 6.E: a way to spend every point that stays on the map and ends in no occupied hex. Where there is none, the rule is
/// waived.
pub(crate) fn free_end(mover: Mover<'_>, decision: Decision) -> Option<Path> {
    let mut path = mover.plane().flown();
    let flight = path::begin(mover, decision).flight;
    let steps = path::open_steps(mover.rules, mover.plane(), decision.choice);
    search(mover, &steps, &flight, &mut path).then_some(path)
}

fn search(mover: Mover<'_>, steps: &[Step], flight: &Flight, path: &mut Path) -> bool {
    if flight.exit.is_some() {
        return false;
    }
    if flight.left == 0 {
        return !occupied(mover, flight);
    }
    let (rules, plane) = (mover.rules, mover.plane());
    for step in steps {
        if !flight.allows(rules, plane, *step) {
            continue;
        }
        let mut next = *flight;
        next.advance(rules, plane, *step, &mut |_| ());
        let before = path.0.len();
        path::push(rules, plane, path, *step);
        if search(mover, steps, &next, path) {
            return true;
        }
        path.0.truncate(before);
    }
    false
}

/// Judges a whole move: the decisions, the path and its end, with every reason of the first of these that fails.
pub(crate) fn judge(look: Look<'_>, order: &Move) -> Result<Act, Refusals> {
    let mover = mover::judge(look, order.aircraft)?;
    let (rules, plane) = (mover.rules, mover.plane());
    let mut why = Refusals::none();
    path::announced_objections(plane, order, &mut why);
    let decision = match (order.altitude, order.speed) {
        (Some(choice), Some(speed)) => Decision { choice, speed },
        (None, _) => {
            why.add(Refusal::new(rule::ALTITUDE_DECISION, "the altitude decision comes first"));
            return Err(why);
        }
        (Some(choice), None) => {
            decide::why_not(rules, plane, choice, &mut why);
            why.add(Refusal::new(rule::SPEED_DECISION, "the speed decision is missing"));
            return Err(why);
        }
    };
    decide::objections(rules, plane, decision, &mut why);
    if !why.is_empty() {
        return Err(why);
    }
    // Most moves are legal, so the reasons are looked for only where there are some.
    let mut barred = Whether::default();
    let Trial { flight, records } = path::fly(rules, plane, decision, &order.path.0, &mut barred);
    if barred.any() {
        path::fly(rules, plane, decision, &order.path.0, &mut why);
        return Err(why);
    }
    objections(mover, &flight, order, &mut why);
    why.verdict()?;
    let end_speed = order.end_speed.unwrap_or(flight.speed);
    let attitude = attitude(&flight, order.attitude);
    let flown = Flown { index: mover.index, flight, records, end_speed, attitude };
    Ok(Act::Fly { flown, path: order.path.clone() })
}

/// Digest section 9, 'End of own move'.
pub(crate) fn fly<D>(effect: &mut Effect<'_, D, impl Listener>, flown: &Flown, path: &Path) {
    let Effect { rules, state, events, .. } = effect;
    let flight = &flown.flight;
    events.tell(|| words::moved(rules, state, path, flown));
    let plane = &mut state.planes[flown.index];
    let exit = flight.exit.map(|by| Status::Left { by, safe: safe_exit(rules, plane, flight.passes, by) });
    flight.put(plane);
    plane.climb = flight.climb;
    plane.speed = flown.end_speed;
    plane.attitude = flown.attitude;
    plane.phases = plane.phases.saturating_add(1);
    plane.vertical = matches!(flight.choice, Altitude::VerticalDive(_));
    // 11.A: levelling off clears the preparation.
    let kept = !rules.inter_altitude() || flown.attitude != Attitude::Level;
    plane.prep = match flight.choice {
        Altitude::Climb if kept && flight.climbed == flight.speed => Prep::AllClimb,
        Altitude::VerticalDive(_) if kept => Prep::VerticalDive,
        _ => Prep::None,
    };
    if flight.wing_over {
        plane.wing_over = plane.phases;
    }
    plane.passes = plane.passes.saturating_add(flight.passes);
    plane.scored = flight.scored;
    plane.moved = true;
    plane.announced = None;
    plane.records = flown.records.clone();
    if let Some(status) = exit {
        plane.status = status;
        plane.records.clear();
        plane.joining = 0;
        let side = plane.side;
        formation::after_losses(state, side);
        events.tell(|| words::left(rules, state, flown.index));
    }
    let id = PieceId::of(flown.index);
    let _ = state.moved.try_push(id);
    if flight.passes > 0 {
        events.tell(|| {
            let points = rules.tables.bombing.points_per_pass * i32::from(flight.passes);
            let text = format!("{} passes over a target: {points} points", name(rules, state, flown.index));
            Event::new(EventKind::Bomb, rule::BOMBING, text).by(id)
        });
    }
}
