//! A whole move: whether it is legal, and what it does.

use super::{Mover, Moving, Walk, edge, performance, slip_direction};
use crate::bombers;
use crate::command::{Act, Entry, Move, Path, Step};
use crate::sequence::out_of_turn;
use crate::state::{Flags, Marker, Role, Rules, Stage, State, Status, Trail};
use crate::words::plural;
use crate::{Effect, Look, rule};
use table::view::At;
use table::{
    Ask, Dice, Event, EventKind, Listener, Need, PieceId, Reasons, Refusal, Refusals, RuleId, Whether,
};

/// A move that has been walked through, Immelmanns taken as made.
#[derive(Clone, Copy, Debug)]
pub struct Flight {
    /// Where it ends.
    pub(crate) walk: Walk,
    /// Hexes entered.
    pub(crate) trail: Trail,
    /// Whether a die may still change it.
    immelmann: bool,
}

impl Flight {
    /// A walk that no die decides so far.
    pub(crate) fn new(walk: Walk, trail: Trail) -> Flight {
        Flight { walk, trail, immelmann: false }
    }

    /// Hexes passed, start first, as far as the map has them.
    pub(crate) fn way(&self, rules: &Rules) -> Vec<At> {
        let way = std::iter::once(self.trail.start).chain(self.trail.entered());
        way.filter(|hex| rules.has(*hex)).map(|hex| rules.at(hex)).collect()
    }

    /// Whether it contains an Immelmann, which a die decides.
    pub(crate) fn may_fail(&self) -> bool {
        self.immelmann
    }
}

/// What plane `i` brings to its move, and where it starts; nothing if it is off the map and does not say where it returns.
#[inline]
pub(crate) fn mover_of<'a>(
    rules: &'a Rules,
    state: &'a State,
    i: usize,
    jettison: bool,
    enter: Option<Entry>,
) -> Option<(Mover<'a>, Flight)> {
    let plane = &state.planes[i];
    let performance = performance(rules, state, i, jettison);
    let bomber = (rules.planes[i].role == Role::Bomber).then(|| bombers::leave(rules, state, i));
    let mover = |home| Mover { rules, state, plane: i, home, performance, bomber };
    if let Some(moving) = &state.moving
        && moving.plane as usize == i
    {
        let home = (plane.status == Status::OnMap).then_some(plane.hex);
        return Some((mover(home), Flight::new(moving.walk, moving.trail)));
    }
    if plane.status == Status::OnMap {
        let walk = Walk::start(plane.hex, plane.facing, plane.marker, plane.slip);
        return Some((mover(Some(plane.hex)), Flight::new(walk, Trail::from(plane.hex))));
    }
    Some((mover(None), edge::entry_flight(rules, enter?)?))
}

/// Whether a move is legal.
pub(crate) fn judge(look: Look<'_>, order: &Move) -> Result<Act, Refusals> {
    let (plane, flight) = judge_flight(look, order)?;
    if flight.may_fail() {
        return Ok(Act::Immelmann(order.clone()));
    }
    Ok(Act::Move { plane, jettison: order.jettison, flight })
}

/// Whether a move is legal: the plane and its way, Immelmanns taken as made.
#[inline(always)]
pub(crate) fn judge_flight(look: Look<'_>, order: &Move) -> Result<(usize, Flight), Refusals> {
    let i = judge_plane(look, order)?;
    judge_preparations(look.rules, look.state, i, order)?;
    let Some((mover, from)) = mover_of(look.rules, look.state, i, order.jettison, order.enter) else {
        return Err(Refusal::new(rule::MAP_EDGE, "it is off the map: say where it returns").into());
    };
    let flight = mover.follow(from, &order.path).ok_or(()).or_else(|()| mover.explain(from, &order.path))?;
    Ok((i, flight))
}

/// Whether the plane may move now (`fast-and-easy/sequence`).
fn judge_plane(look: Look<'_>, order: &Move) -> Result<usize, Refusals> {
    let Look { rules, state, side } = look;
    let Some(i) = rules.index(order.aircraft) else { return Err(out_of_turn("there is no such plane")) };
    if rules.planes[i].side != side {
        return Err(out_of_turn("that plane is the other side's"));
    }
    let bomber = rules.planes[i].role == Role::Bomber;
    let straggles = || state.stage == Stage::Stragglers && state.pending.contains(i);
    if bomber && state.stage.step() == 3 && !straggles() && state.keeps_formation(rules, i) {
        let says = "a bomber in formation flies straight on with it";
        return Err(Refusal::new(rule::BOMBER_FORMATION, says).into());
    }
    let stage = if bomber {
        state.stage == Stage::Stragglers
    } else {
        state.stage.is_fighter_move() && rules.stage_side(state.stage) == Some(side)
    };
    if !stage || state.opening {
        return Err(out_of_turn("this plane does not move in this step"));
    }
    if state.moving.is_some_and(|m| m.plane as usize != i) {
        return Err(out_of_turn("another plane is in the middle of its move"));
    }
    edge::judge_pending(state, i)?;
    Ok(i)
}

/// Whether a plane has something under its wings that it could drop.
pub(crate) fn carries(rules: &Rules, state: &State, i: usize) -> bool {
    let flags = state.planes[i].flags;
    flags.has(Flags::TANKS) || flags.has(Flags::BOMBS) && rules.planes[i].role != Role::Bomber
}

/// The rule under which a plane drops what it carries.
pub(super) fn jettison_rule(rules: &Rules, i: usize) -> RuleId {
    let tanks = rules.options.drop_tanks && rules.card(i).tanks;
    if tanks { rule::OPT_DROP_TANKS } else { rule::FIGHTER_BOMBER }
}

/// Jettison and return, which come before the first step.
pub(super) fn judge_preparations(
    rules: &Rules,
    state: &State,
    i: usize,
    order: &Move,
) -> Result<(), Refusals> {
    if order.jettison {
        // fast-and-easy/refusal-order: jettison with nothing to drop or after the first step.
        let by = jettison_rule(rules, i);
        if state.moving.is_some() {
            return Err(Refusal::new(by, "jettison comes before the first step of a move").into());
        }
        if !carries(rules, state, i) {
            return Err(Refusal::new(by, "it has nothing to jettison").into());
        }
    }
    match (state.planes[i].status, order.enter) {
        (Status::OffMap { .. }, Some(entry)) => edge::judge_entry(rules, state, i, entry),
        (_, Some(_)) => Err(Refusal::new(rule::MAP_EDGE, "it is on the map already").into()),
        (_, None) => Ok(()),
    }
}

impl State {
    /// Whether a bomber in step 3 flies with its formation.
    fn keeps_formation(&self, rules: &Rules, i: usize) -> bool {
        self.in_formation(rules, i) && !self.planes[i].flags.has(Flags::DROPS_OUT)
    }
}

impl Mover<'_> {
    /// Follows a path step by step; nothing if it is not a legal move as a whole.
    #[inline]
    fn follow(&self, from: Flight, path: &Path) -> Option<Flight> {
        let mut flight = from;
        for step in &path.0 {
            let mut barred = Whether::default();
            self.object(&flight.walk, *step, &mut barred);
            if barred.any() {
                return None;
            }
            self.step(&mut flight, *step);
        }
        let pauses = path.0.last() == Some(&Step::Immelmann);
        let ends = if pauses { self.can_complete(&flight.walk) } else { self.may_end(&flight.walk) };
        ends.then_some(flight)
    }

    /// Takes one step, an Immelmann as made.
    #[inline]
    pub(crate) fn step(&self, flight: &mut Flight, step: Step) {
        let walk = flight.walk;
        flight.walk = self.after(&walk, step);
        match step {
            Step::Forward if flight.walk.gone.is_none() => flight.trail.enter(walk.facing),
            Step::Slip(hand) if flight.walk.gone.is_none() => {
                flight.trail.enter(slip_direction(walk.facing, hand));
            }
            Step::Immelmann => {
                flight.immelmann = true;
                for _ in 0..self.performance.immelmann {
                    flight.trail.enter(walk.facing);
                }
            }
            _ => {}
        }
    }

    /// Why a path is not a legal move; or, for a plane without a legal move, that it is the one it must make.
    fn explain(&self, from: Flight, path: &Path) -> Result<Flight, Refusals> {
        if let Some((forced, flight)) = self.forced(from) {
            if forced == *path {
                return Ok(flight);
            }
            let hexes = forced.0.iter().filter(|s| **s == Step::Forward).count() as i32;
            let says =
                "it has no legal move: it flies straight on, {0} hexes, to the last empty hex within SPEED";
            return Err(Refusal::with(rule::NO_LEGAL_MOVE, says, [hexes, 0, 0]).into());
        }
        let mut flight = from;
        for step in &path.0 {
            let why = self.reasons(&flight.walk, *step);
            if !why.is_empty() {
                return Err(why);
            }
            self.step(&mut flight, *step);
        }
        let mut why = Refusals::none();
        self.object_end(&flight.walk, &mut why);
        Err(why)
    }

    /// Follows a draft as far as it is legal, and what speaks against its next step where it is not.
    pub(crate) fn as_far_as_legal(&self, from: Flight, path: &Path) -> (Flight, Refusals) {
        let mut flight = from;
        for step in &path.0 {
            let why = self.reasons(&flight.walk, *step);
            if !why.is_empty() {
                return (flight, why);
            }
            self.step(&mut flight, *step);
        }
        (flight, Refusals::none())
    }

    /// Every reason against taking `step` next; none if it may be taken.
    pub(crate) fn reasons(&self, walk: &Walk, step: Step) -> Refusals {
        let mut why = Refusals::none();
        self.object(walk, step, &mut why);
        if why.is_empty() && !self.can_complete(&self.after(walk, step)) {
            why.add(Refusal::new(
                rule::STACKING,
                "every end of the move that this step leaves open is a hex with another plane",
            ));
        }
        why
    }

    /// `fast-and-easy/no-legal-move`: what a plane without any legal move does. Nothing if it has one.
    pub(crate) fn forced(&self, from: Flight) -> Option<(Path, Flight)> {
        if self.can_complete(&from.walk) {
            return None;
        }
        let (mut path, mut flight) = (Path::default(), from);
        let mut best = (path.clone(), flight);
        while flight.walk.spent < self.performance.max {
            let due = flight.walk.marker.filter(|m| m.run + flight.walk.run >= self.performance.turn);
            let step = due.map_or(Step::Forward, |m| Step::Turn(m.side));
            path = path.and(step)?;
            self.step(&mut flight, step);
            if !self.blocked(flight.walk.hex) && flight.walk.gone.is_none() {
                best = (path.clone(), flight);
            }
        }
        Some(best)
    }
}

/// Carries out a legal move that no die decides.
pub(crate) fn fly(effect: &mut Effect<'_, impl Dice, impl Listener>, i: usize, drops: bool, flight: &Flight) {
    if drops {
        jettison(effect, i);
    }
    finish(effect, i, flight);
}

/// Carries out a legal move with an Immelmann in it. It stops in the middle when that fails, or when the path ends with it and
/// the plane flies on.
pub(crate) fn try_immelmann(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    order: &Move,
) -> Result<(), Need> {
    let i = order.aircraft.index();
    if order.jettison {
        jettison(effect, i);
    }
    let Some((flight, pauses)) = fly_immelmann(effect, order)? else { return Ok(()) };
    if pauses {
        effect.state.moving = Some(Moving { plane: i as u8, walk: flight.walk, trail: flight.trail });
    } else {
        finish(effect, i, &flight);
    }
    Ok(())
}

/// Flies a path with an Immelmann in it, up to its end or to where the die stops it, and whether the plane must go on.
fn fly_immelmann(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    order: &Move,
) -> Result<Option<(Flight, bool)>, Need> {
    let (rules, i) = (effect.rules, order.aircraft.index());
    // What was carried has been dropped already.
    let Some((mover, mut flight)) = mover_of(rules, effect.state, i, false, order.enter) else {
        return Ok(None);
    };
    for (n, step) in order.path.0.iter().enumerate() {
        if *step != Step::Immelmann {
            mover.step(&mut flight, *step);
            continue;
        }
        // fast-and-easy/immelmann-roll
        let fails = mover.performance.fails;
        let ask = Ask::d6("Immelmann", rule::IMMELMANN_ROLL).from(&[fails + 1]);
        let face = effect.dice.roll(&ask)?;
        let made = face > fails;
        effect.events.tell(|| {
            let says = if made { "makes" } else { "fails" };
            let text = format!("{} {says} an Immelmann, which needs {}+", rules.who(i), fails + 1);
            Event::new(EventKind::Decision, rule::IMMELMANN_ROLL, text)
                .and_rule(rule::IMMELMANN)
                .by(PieceId::of(i))
                .rolled(6, &[face], "Immelmann")
        });
        if made {
            mover.step(&mut flight, *step);
            let last = n + 1 == order.path.0.len();
            if last && flight.walk.spent < mover.performance.max {
                return Ok(Some((flight, true)));
            }
            continue;
        }
        flight.walk = Mover::after_failure(&flight.walk);
        return Ok(Some(match mover.forced(flight) {
            Some((_, forced)) => (forced, false),
            None => (flight, true),
        }));
    }
    Ok(Some((flight, false)))
}

/// Drops what is carried under the wings (`fast-and-easy/fighter-bomber`, `fast-and-easy/opt-drop-tanks`).
fn jettison(effect: &mut Effect<'_, impl Dice, impl Listener>, i: usize) {
    let rules = effect.rules;
    let plane = &mut effect.state.planes[i];
    let tanks = plane.flags.has(Flags::TANKS);
    if tanks {
        plane.tank_turns = rules.tables.drop_tanks.turns;
    }
    plane.flags.clear(Flags(Flags::BOMBS.0 | Flags::TANKS.0));
    effect.events.tell(|| {
        let by = if tanks { rule::OPT_DROP_TANKS } else { rule::FIGHTER_BOMBER };
        let text = format!("{} jettisons its load", rules.who(i));
        Event::new(EventKind::Decision, by, text).by(PieceId::of(i))
    });
}

/// Puts a plane where its flight has ended.
pub(crate) fn finish(effect: &mut Effect<'_, impl Dice, impl Listener>, i: usize, flight: &Flight) {
    let (rules, state, walk) = (effect.rules, &mut *effect.state, &flight.walk);
    state.moving = None;
    state.pending.remove(i);
    let bomber = rules.planes[i].role == Role::Bomber;
    // Bombers pass through one another in step 3, so one may leave a hex that another still holds.
    if !bomber && state.planes[i].status == Status::OnMap {
        state.lift(rules, i);
    }
    let turn = state.turn;
    let plane = &mut state.planes[i];
    plane.flags.set(Flags::MOVED);
    plane.flags.clear(Flags::FIRED_AT);
    plane.trail = flight.trail;
    plane.facing = walk.facing;
    plane.slip = walk.slip;
    plane.marker = walk.marker.map(|m| Marker { run: m.run + walk.run, ..m });
    match walk.gone {
        None => {
            plane.hex = walk.hex;
            plane.status = Status::OnMap;
            if bomber {
                bombers::find_room(rules, state, i);
            }
            state.set_down(rules, i);
        }
        Some(beyond) => {
            plane.hex = flight.trail.entered().last().unwrap_or(flight.trail.start);
            plane.status = edge::left(rules, bomber, beyond, turn);
            (plane.slip, plane.marker) = (None, None);
        }
    }
    // Formations fly as one body: who stands where is counted once all have moved.
    if bomber && state.stage == Stage::Stragglers {
        state.recount(rules);
    }
    effect.events.tell(|| tell_move(rules, effect.state, i, flight));
}

fn tell_move(rules: &Rules, state: &State, i: usize, flight: &Flight) -> Event {
    let plane = &state.planes[i];
    let name = rules.who(i);
    let (rule, text) = match plane.status {
        Status::OnMap => {
            let turn = plane
                .marker
                .map_or(String::new(), |m| format!(", and declares a turn to the {}", m.side.word()));
            let to = rules.hex_name(plane.hex);
            let heading = rules.compass(plane.facing.number());
            let hexes = plural(flight.trail.entered().count() as u8, "hex", "hexes");
            (rule::MOVE_STEPS, format!("{name} flies {hexes} to {to}, heading {heading}{turn}"))
        }
        Status::Exited => (rule::MAP_EDGE, format!("{name} exits over the far edge")),
        Status::Disengaged => (rule::MAP_EDGE, format!("{name} leaves the map for good")),
        _ => (rule::MAP_EDGE, format!("{name} leaves the map at {}", rules.hex_name(plane.hex))),
    };
    let event = Event::new(EventKind::Move, rule, text).by(PieceId::of(i)).along(flight.way(rules));
    if plane.marker.is_some() { event.and_rule(rule::DECLARED_TURN) } else { event }
}
