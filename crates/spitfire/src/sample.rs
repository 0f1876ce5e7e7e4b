//! One random legal command, by walking the steps that the menu would offer.

use crate::chart::FASTEST;
use crate::command::{Altitude, Command, Corners, Fire, Hand, Levelling, Move, Path, Step};
use crate::decide::{self, Decision};
use crate::flight::Flight;
use crate::formation::Place;
use crate::mover::Mover;
use crate::rules::Rules;
use crate::state::{Aim, Plane, Stage};
use crate::{Look, combat, corners, finish, formation, path};
use arrayvec::ArrayVec;
use table::{Chooser, Whether};

/// How often in so many a random pilot flies out of the game without need.
const RECKLESS: u32 = 24;
/// How often in so many a random pilot of 9.3 does not simply fly on in formation.
const FORMATION: u32 = 24;
/// Room for the ways to do so: two speeds, two hands, straight flight counted as often as there are turns.
const PATTERNS: usize = 8 * FASTEST;
/// How often a random walk that ends in an occupied hex, or out of formation, is tried again.
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
    for attempt in 0..=TRIES {
        order.path = plane.flown();
        let mut flight = path::begin(mover, decision).flight;
        walk(rules, plane, &mut flight, &mut order.path, chooser);
        let stacked = flight.exit.is_none() && finish::occupied(mover, &flight);
        let apart = !formation::would_keep(mover, Place { hex: flight.hex, altitude: flight.altitude });
        if (stacked || apart) && attempt < TRIES {
            continue;
        }
        if stacked && let Some(path) = finish::free_end(mover, decision) {
            flight = path::fly(rules, plane, decision, &path.0, &mut Whether::default()).flight;
            order.path = path;
        }
        sample_end(rules, plane, &flight, &mut order, chooser);
        break;
    }
    order
}

/// 9.3: level flight with one turn at most, which keeps a formation together, where that is legal and stays on the map.
fn in_formation(mover: Mover<'_>, chooser: &mut impl Chooser) -> Option<Move> {
    let plane = mover.plane();
    if plane.announced.is_some() {
        return None;
    }
    let leader = formation::binding(mover);
    let mut open: ArrayVec<Pattern, PATTERNS> = ArrayVec::new();
    for speed in [plane.speed, plane.speed + 1] {
        if decide::allowed(mover.rules, plane, Decision { choice: Altitude::Level, speed }) {
            for hand in [Hand::Left, Hand::Right] {
                open.extend(patterns(mover, leader, speed, hand));
            }
        }
    }
    while !open.is_empty() {
        let drawn = *chooser.pick(&open);
        if let Some(path) = drawn.fly(mover) {
            return Some(Move { path, ..Move::under(mover.id(), drawn.decision()) });
        }
        open.retain(|pattern| *pattern != drawn);
    }
    None
}

/// The patterns to one hand that end in position behind the Leader who binds the aircraft, if one does. Straight flight is as
/// likely as all turns together.
fn patterns<'a>(
    mover: Mover<'a>,
    leader: Option<&'a Plane>,
    speed: u8,
    hand: Hand,
) -> impl Iterator<Item = Pattern> + 'a {
    let straight = Pattern { speed, hand, before: speed };
    let turns = (0..speed).map(move |before| Pattern { before, ..straight });
    let fits = move |lead, end| formation::fits(mover.rules, lead, end, mover.plane().role);
    let keeps = move |pattern: &Pattern| leader.is_none_or(|lead| fits(lead, pattern.end(mover)));
    let straights = if keeps(&straight) { usize::from(speed) } else { 0 };
    turns.filter(keeps).chain(std::iter::repeat_n(straight, straights))
}

/// Level flight with a turn after so many hexes; straight flight if these are all.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pattern {
    speed: u8,
    hand: Hand,
    before: u8,
}

impl Pattern {
    fn decision(self) -> Decision {
        Decision { choice: Altitude::Level, speed: self.speed }
    }

    fn steps(self, rules: &Rules) -> impl Iterator<Item = Step> {
        let ahead = if rules.corners() { Step::Ahead(self.hand) } else { Step::Forward };
        (0..self.speed).map(move |n| if n == self.before { Step::Turn(self.hand) } else { ahead })
    }

    /// Where it ends, whether or not that is on the map and the way is legal.
    #[inline]
    fn end(self, mover: Mover<'_>) -> Place {
        let plane = mover.plane();
        // 10.A: the right one of two hexes ahead is one hexside further clockwise.
        let side = i8::from(mover.rules.corners() && self.hand == Hand::Right);
        let after = self.speed.saturating_sub(self.before + 1);
        let turned = plane.facing.turned(self.hand.sign());
        let at_turn = plane.hex.ahead(plane.facing.side(side), self.before.into());
        Place { hex: at_turn.ahead(turned.side(side), after.into()), altitude: plane.altitude }
    }

    /// The path, if it is legal and ends on the map in a free hex.
    fn fly(self, mover: Mover<'_>) -> Option<Path> {
        let (rules, plane) = (mover.rules, mover.plane());
        let mut flight = Flight::begin(rules, plane, self.decision(), &mut |_| ());
        let mut path = Path::default();
        for step in self.steps(rules) {
            if !flight.allows(rules, plane, step) {
                return None;
            }
            flight.advance(rules, plane, step, &mut |_| ());
            path::push(rules, plane, &mut path, step);
        }
        (flight.exit.is_none() && !finish::occupied(mover, &flight)).then_some(path)
    }
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
    let steps = path::open_steps(rules, plane, flight.choice);
    while !flight.done() {
        let reckless = chooser.below(RECKLESS) == 0;
        let mut legal: ArrayVec<Step, 16> = ArrayVec::new();
        let mut leaving = None;
        for step in steps.iter().copied().filter(|step| flight.allows(rules, plane, *step)) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spitfire;
    use crate::space::read_hex;
    use table::Library;

    #[test]
    fn a_pattern_ends_where_it_is_flown_to() {
        let data = testing::built_in::<Spitfire>();
        for hexagonal in [false, true] {
            let mut scenario = data.scenarios["formations"].clone();
            scenario.options.opt_hexagonal_space = hexagonal;
            let Ok(mut position) = Spitfire::set_up(&data, &scenario) else { panic!("it cannot be set up") };
            // Far from every edge.
            position.state.planes[0].hex = read_hex("3017").unwrap();
            let mover = Mover::new(&position.rules, &position.state, 0);
            let speed = mover.plane().speed;
            for hand in [Hand::Left, Hand::Right] {
                for pattern in (0..=speed).map(|before| Pattern { speed, hand, before }) {
                    let mut flight = path::begin(mover, pattern.decision()).flight;
                    for step in pattern.steps(mover.rules) {
                        flight.advance(mover.rules, mover.plane(), step, &mut |_| ());
                    }
                    assert_eq!((flight.hex, flight.left), (pattern.end(mover).hex, 0), "{hand:?} {speed}");
                }
            }
        }
    }
}
