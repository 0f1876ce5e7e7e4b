//! A whole move: whether it is legal, what it does, and a random one.

use super::{Mover, Moving, Walk, edge, performance};
use crate::bombers;
use crate::command::{Command, Entry, Move, Path, Step};
use crate::objections::{Objections, no, no_with, out_of_turn};
use crate::rules as rule;
use crate::state::{Flags, Hand, Role, Rules, Stage, State, Status, Trail, id};
use table::view::At;
use table::{Ask, Chooser, Dice, Event, EventKind, Listener, Need, Refusal, Refusals, Side};

/// A move that has been walked through, Immelmanns taken as made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    /// Where it ends.
    pub(crate) walk: Walk,
    /// Hexes entered.
    pub(crate) trail: Trail,
    /// Whether a die may still change it.
    immelmann: bool,
}

impl Flight {
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
) -> Option<(Mover<'a>, Walk, Trail)> {
    let plane = &state.planes[i];
    let performance = performance(rules, state, i, jettison);
    let bomber = (rules.planes[i].role == Role::Bomber).then(|| bombers::leave(rules, state, i));
    let mover = |home| Mover { rules, state, plane: i, home, performance, bomber };
    if let Some(moving) = &state.moving
        && moving.plane as usize == i
    {
        let home = (plane.status == Status::OnMap).then_some(plane.hex);
        return Some((mover(home), moving.walk, moving.trail));
    }
    if plane.status == Status::OnMap {
        let walk = Walk::start(plane.hex, plane.facing, plane.marker, plane.slip);
        return Some((mover(Some(plane.hex)), walk, Trail::from(plane.hex)));
    }
    let (walk, trail) = edge::entry_walk(rules, enter?)?;
    Some((mover(None), walk, trail))
}

/// Whether a move is legal.
pub(crate) fn judge(rules: &Rules, state: &State, side: Side, order: &Move) -> Result<Flight, Refusals> {
    let i = judge_plane(rules, state, side, order)?;
    judge_preparations(rules, state, i, order)?;
    let Some((mover, walk, trail)) = mover_of(rules, state, i, order.jettison, order.enter) else {
        return Err(no(rule::MAP_EDGE, "it is off the map: say where it returns").into());
    };
    let flight = Flight { walk, trail, immelmann: false };
    mover.follow(flight, &order.path).ok_or(()).or_else(|()| mover.explain(flight, &order.path))
}

/// Whether the plane may move now (`fast-and-easy/sequence`).
fn judge_plane(rules: &Rules, state: &State, side: Side, order: &Move) -> Result<usize, Refusals> {
    let Some(i) = rules.index(order.aircraft) else { return Err(out_of_turn("there is no such plane")) };
    if rules.planes[i].side != side {
        return Err(out_of_turn("that plane is the other side's"));
    }
    let bomber = rules.planes[i].role == Role::Bomber;
    if bomber && state.stage.step() == 3 && !state.pending_straggler(i) && state.keeps_formation(rules, i) {
        return Err(no(rule::BOMBER_FORMATION, "a bomber in formation flies straight on with it").into());
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

/// The rule under which a plane drops what it carries.
pub(crate) fn jettison_rule(rules: &Rules, i: usize) -> table::RuleId {
    let tanks = rules.options.drop_tanks && rules.card(i).tanks;
    if tanks { rule::OPT_DROP_TANKS } else { rule::FIGHTER_BOMBER }
}

/// Jettison and return, which come before the first step.
pub(crate) fn judge_preparations(
    rules: &Rules,
    state: &State,
    i: usize,
    order: &Move,
) -> Result<(), Refusals> {
    let plane = &state.planes[i];
    if order.jettison {
        let carries = plane.flags.has(Flags::BOMBS) && rules.planes[i].role != Role::Bomber
            || plane.flags.has(Flags::TANKS);
        // fast-and-easy/refusal-order: jettison with nothing to drop or after the first step.
        let by = jettison_rule(rules, i);
        if state.moving.is_some() {
            return Err(no(by, "jettison comes before the first step of a move").into());
        }
        if !carries {
            return Err(no(by, "it has nothing to jettison").into());
        }
    }
    match (plane.status, order.enter) {
        (Status::OffMap { .. }, Some(entry)) => edge::judge_entry(rules, state, i, entry),
        (_, Some(_)) => Err(no(rule::MAP_EDGE, "it is on the map already").into()),
        (_, None) => Ok(()),
    }
}

impl State {
    /// Whether a bomber moves by itself now.
    pub(crate) fn pending_straggler(&self, i: usize) -> bool {
        self.stage == Stage::Stragglers && self.pending.contains(i)
    }

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
            let mut barred = crate::objections::Barred::default();
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
    pub(super) fn step(&self, flight: &mut Flight, step: Step) {
        let walk = flight.walk;
        flight.walk = self.after(&walk, step);
        match step {
            Step::Forward if flight.walk.gone.is_none() => flight.trail.enter(walk.facing),
            Step::Slip(hand) if flight.walk.gone.is_none() => {
                flight.trail.enter(super::slip_direction(walk.facing, hand));
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
            return Err(no_with(rule::NO_LEGAL_MOVE, says, [hexes, 0, 0]).into());
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

    /// The flight that a walk stands for.
    pub(crate) fn flight(walk: Walk, trail: Trail) -> Flight {
        Flight { walk, trail, immelmann: false }
    }
}

/// Carries out a legal move. It stops in the middle when an Immelmann fails or when the path ends with one and the plane
/// flies on.
pub(crate) fn fly(
    rules: &Rules,
    state: &mut State,
    order: &Move,
    flight: Flight,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    let i = order.aircraft.0 as usize - 1;
    if order.jettison {
        jettison(rules, state, i, events);
    }
    if !flight.immelmann {
        finish(rules, state, i, &flight, events);
        return Ok(());
    }
    let Some((flight, pauses)) = fly_immelmann(rules, state, order, dice, events)? else { return Ok(()) };
    if pauses {
        state.moving = Some(Moving { plane: i as u8, walk: flight.walk, trail: flight.trail });
    } else {
        finish(rules, state, i, &flight, events);
    }
    Ok(())
}

/// Flies a path with an Immelmann in it, up to its end or to where the die stops it, and whether the plane must go on.
fn fly_immelmann(
    rules: &Rules,
    state: &State,
    order: &Move,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<Option<(Flight, bool)>, Need> {
    let i = order.aircraft.0 as usize - 1;
    // What was carried has been dropped already.
    let Some((mover, walk, trail)) = mover_of(rules, state, i, false, order.enter) else { return Ok(None) };
    let mut flight = Mover::flight(walk, trail);
    for (n, step) in order.path.0.iter().enumerate() {
        if *step != Step::Immelmann {
            mover.step(&mut flight, *step);
            continue;
        }
        // fast-and-easy/immelmann-roll
        let fails = mover.performance.fails;
        let ask = Ask::d6("Immelmann", rule::IMMELMANN_ROLL).from(&[fails + 1]);
        let face = dice.roll(&ask)?;
        let made = face > fails;
        events.tell(|| {
            let says = if made { "makes" } else { "fails" };
            let text = format!("{} {says} an Immelmann ({face}, needs {}+)", rules.name(i), fails + 1);
            Event::new(EventKind::Decision, rule::IMMELMANN_ROLL, text)
                .and_rule(rule::IMMELMANN)
                .by(id(i))
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
fn jettison(rules: &Rules, state: &mut State, i: usize, events: &mut impl Listener) {
    let plane = &mut state.planes[i];
    let tanks = plane.flags.has(Flags::TANKS);
    if tanks {
        plane.tank_turns = rules.tables.drop_tanks.turns;
    }
    plane.flags.clear(Flags(Flags::BOMBS.0 | Flags::TANKS.0));
    events.tell(|| {
        let by = if tanks { rule::OPT_DROP_TANKS } else { rule::FIGHTER_BOMBER };
        Event::new(EventKind::Decision, by, format!("{} jettisons its load", rules.name(i))).by(id(i))
    });
}

/// Puts a plane where its flight has ended.
pub(crate) fn finish(
    rules: &Rules,
    state: &mut State,
    i: usize,
    flight: &Flight,
    events: &mut impl Listener,
) {
    let walk = &flight.walk;
    state.moving = None;
    state.pending.remove(i);
    if state.planes[i].status == Status::OnMap {
        state.lift(rules, i);
    }
    let bomber = rules.planes[i].role == Role::Bomber;
    let turn = state.turn;
    let plane = &mut state.planes[i];
    plane.flags.set(Flags::MOVED);
    plane.flags.clear(Flags::FIRED_AT);
    plane.trail = flight.trail;
    plane.facing = walk.facing;
    plane.slip = walk.slip;
    plane.marker = walk.marker.map(|m| crate::state::Marker { run: m.run + walk.run, ..m });
    match walk.gone {
        None => {
            plane.hex = walk.hex;
            plane.status = Status::OnMap;
            if bomber {
                // Bombers pass through one another in step 3, so one may leave a hex that another still holds.
                bombers::find_room(rules, state, i);
                recount_after(rules, state);
            } else {
                state.set_down(rules, i);
            }
        }
        Some(beyond) => {
            plane.hex = flight.trail.entered().last().unwrap_or(flight.trail.start);
            plane.status = edge::left(rules, bomber, beyond, turn);
            (plane.slip, plane.marker) = (None, None);
            if bomber {
                recount_after(rules, state);
            }
        }
    }
    events.tell(|| tell_move(rules, state, i, flight));
}

/// Formations fly as one body: who stands where is counted once all have moved.
fn recount_after(rules: &Rules, state: &mut State) {
    if state.stage == Stage::Stragglers {
        state.recount(rules);
    }
}

fn tell_move(rules: &Rules, state: &State, i: usize, flight: &Flight) -> Event {
    let plane = &state.planes[i];
    let name = rules.name(i);
    let (rule, text) = match plane.status {
        Status::OnMap => {
            let turn = plane
                .marker
                .map_or(String::new(), |m| format!(", turn to the {} declared ({})", m.side.word(), m.run));
            let to = rules.hex_name(plane.hex);
            let facing = rules.compass(plane.facing.number());
            (rule::MOVE_STEPS, format!("{name} flies to {to}, facing {facing}{turn}"))
        }
        Status::Exited => (rule::MAP_EDGE, format!("{name} exits over the far edge")),
        Status::Disengaged => (rule::MAP_EDGE, format!("{name} leaves the map for good")),
        _ => (rule::MAP_EDGE, format!("{name} leaves the map at {}", rules.hex_name(plane.hex))),
    };
    let way = std::iter::once(flight.trail.start).chain(flight.trail.entered());
    let path = way.filter(|hex| rules.has(*hex)).map(|hex| at(rules, hex)).collect();
    let event = Event::new(EventKind::Move, rule, text).by(id(i)).along(path);
    if plane.marker.is_some() { event.and_rule(rule::DECLARED_TURN) } else { event }
}

/// A hex as views show it.
pub(crate) fn at(rules: &Rules, hex: sky::Hex) -> At {
    let (col, row) = rules.board.grid.printed(hex);
    At::Hex { col, row }
}

/// A random legal move of one of the planes that may move now.
pub(crate) fn sample(rules: &Rules, state: &State, chooser: &mut impl Chooser) -> Command {
    let moving = state.moving.map(|m| m.plane as usize);
    let n = if moving.is_some() { 0 } else { chooser.below(state.pending.len().max(1)) };
    let i = moving.or_else(|| state.pending.nth(n)).unwrap_or(0);
    let plane = &state.planes[i];
    let mut enter = None;
    if moving.is_none() && matches!(plane.status, Status::OffMap { .. }) {
        enter = if chooser.below(2) == 0 { None } else { edge::random_entry(rules, state, i, chooser) };
        if enter.is_none() {
            return Command::StayAway(crate::command::One { aircraft: id(i) });
        }
    }
    let carries = plane.flags.has(Flags::TANKS)
        || plane.flags.has(Flags::BOMBS) && rules.planes[i].role != Role::Bomber;
    let jettison = moving.is_none() && carries && chooser.below(4) == 0;
    let mut path = Path::default();
    if let Some((mover, walk, trail)) = mover_of(rules, state, i, jettison, enter) {
        match mover.forced(Mover::flight(walk, trail)) {
            Some((forced, _)) => path = forced,
            None => mover.walk_at_random(walk, &mut path, chooser),
        }
    }
    Command::Move(Move { aircraft: id(i), jettison, enter, path })
}

impl Mover<'_> {
    /// Adds random legal steps until the move ends, every legal one equally likely.
    fn walk_at_random(&self, mut walk: Walk, path: &mut Path, chooser: &mut impl Chooser) {
        while let Some((step, next)) = self.random_step(&walk, chooser) {
            // A path that ends without a word ends all the same, unless an Immelmann came last.
            if step != Step::End || path.0.last() == Some(&Step::Immelmann) {
                let _ = path.0.try_push(step);
            }
            if next.ended || next.gone.is_some() {
                return;
            }
            walk = next;
        }
    }

    /// One legal step. Whether the move can be completed after it is worked out only for the step that is drawn; one that
    /// fails is struck out and another drawn, which leaves the others equally likely.
    #[inline]
    fn random_step(&self, walk: &Walk, chooser: &mut impl Chooser) -> Option<(Step, Walk)> {
        let mut open = 0u32;
        for (n, step) in Step::ALL.into_iter().enumerate() {
            let mut barred = crate::objections::Barred::default();
            self.object(walk, step, &mut barred);
            open |= u32::from(!barred.any()) << n;
        }
        while open != 0 {
            let mut rest = open;
            for _ in 0..chooser.below(open.count_ones()) {
                rest &= rest - 1;
            }
            let n = rest.trailing_zeros();
            let step = Step::ALL[n as usize];
            let next = self.after(walk, step);
            if self.can_complete(&next) {
                return Some((step, next));
            }
            open &= !(1 << n);
        }
        None
    }
}

/// What a step is called, and its conventional key.
pub(crate) fn label(step: Step) -> (&'static str, char) {
    match step {
        Step::Forward => ("Forward", 'W'),
        Step::Slip(Hand::Left) => ("Slip left", 'Q'),
        Step::Slip(Hand::Right) => ("Slip right", 'E'),
        Step::Turn(Hand::Left) => ("Turn left", 'A'),
        Step::Turn(Hand::Right) => ("Turn right", 'D'),
        Step::Immelmann => ("Immelmann", 'R'),
        Step::Declare(Hand::Left) => ("Declare a turn to the left", 'Z'),
        Step::Declare(Hand::Right) => ("Declare a turn to the right", 'C'),
        Step::End => ("End the move", 'X'),
    }
}

/// The rule behind a step.
pub(crate) fn rule_of(step: Step) -> table::RuleId {
    match step {
        Step::Forward | Step::End => rule::MOVE_STEPS,
        Step::Slip(_) => rule::SLIP,
        Step::Turn(_) => rule::TURN,
        Step::Immelmann => rule::IMMELMANN,
        Step::Declare(_) => rule::DECLARED_TURN,
    }
}
