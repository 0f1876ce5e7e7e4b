//! Section 7, bomber movement, in the order of `fast-and-easy/bomber-move-order`: rates, dice of bombers at SPEED 0,
//! boosts, formations, stragglers, fighters in the way; then shifts and collisions (see [`crate::shifts`]).

use crate::command::{One, Rate};
use crate::movement::{BomberLeave, formation_speed, speed};
use crate::objections::{Barred, Objections, no, no_with, out_of_turn};
use crate::rules as rule;
use crate::state::{Flags, PlaneSet, Rules, Stage, State, Trail, id};
use sky::{Direction, Hex};
use table::{Ask, Dice, Event, EventKind, Listener, Need, Refusals, Side};

/// What a bomber that moves by itself may do.
pub(crate) fn leave(rules: &Rules, state: &State, i: usize) -> BomberLeave {
    let flags = state.planes[i].flags;
    let free = !flags.has(Flags::DROPS_OUT) && speed(rules, state, i, false) > 0;
    BomberLeave {
        slip: free,
        // fast-and-easy/opt-night
        corkscrew: free && rules.options.night && flags.has(Flags::FIRED_AT),
        // fast-and-easy/opt-straggler-turns
        turns: free && rules.options.straggler_turns,
    }
}

// (a) Rates --------------------------------------------------------------------------------------------------------

/// The rates from which formation `f` may choose, lowest first (`fast-and-easy/formation-rate`).
pub(crate) fn rates(rules: &Rules, state: &State, f: usize) -> std::ops::RangeInclusive<u8> {
    let fastest = formation_speed(rules, state, f);
    let slowest = fastest.saturating_sub(rules.tables.movement.slack);
    slowest.max(1).min(fastest)..=fastest
}

/// Begins step 3: formations without a choice get their rate.
pub(crate) fn begin_rates(rules: &Rules, state: &mut State) {
    for f in 0..state.formations.len() {
        if state.formations[f].rate.is_none() && state.formation_holds(rules, f) {
            let rates = rates(rules, state, f);
            if rates.start() == rates.end() {
                state.formations[f].rate = Some(*rates.end());
            }
        }
    }
}

/// Formations that still owe a rate.
pub(crate) fn unrated<'a>(rules: &'a Rules, state: &'a State) -> impl Iterator<Item = usize> + 'a {
    (0..state.formations.len())
        .filter(|f| state.formations[*f].rate.is_none() && state.formation_holds(rules, *f))
}

/// Whether a rate may be chosen.
pub(crate) fn judge_rate(rules: &Rules, state: &State, side: Side, order: &Rate) -> Result<(), Refusals> {
    let f = (order.formation as usize).wrapping_sub(1);
    if state.stage != Stage::Rates || side != rules.escort || state.opening {
        return Err(out_of_turn("rates are chosen by the bombers' side at the start of step 3"));
    }
    if f >= state.formations.len() || !state.formation_holds(rules, f) {
        return Err(out_of_turn("there is no such formation"));
    }
    if state.formations[f].rate.is_some() {
        return Err(out_of_turn("that formation has its rate"));
    }
    let rates = rates(rules, state, f);
    if !rates.contains(&order.rate) {
        let says = "the formation flies {1} or {2} hexes, not {0}";
        let numbers = [order.rate.into(), (*rates.start()).into(), (*rates.end()).into()];
        return Err(no_with(rule::FORMATION_RATE, says, numbers).into());
    }
    Ok(())
}

/// Sets a rate.
pub(crate) fn set_rate(rules: &Rules, state: &mut State, order: &Rate, events: &mut impl Listener) {
    let f = order.formation as usize - 1;
    state.formations[f].rate = Some(order.rate);
    events.tell(|| {
        let name = &rules.groups[rules.formations[f].group as usize].name;
        Event::new(EventKind::Decision, rule::FORMATION_RATE, format!("{name} flies {} hexes", order.rate))
    });
}

// (b) SPEED 0 ------------------------------------------------------------------------------------------------------

/// Dice of bombers at SPEED 0 (`fast-and-easy/speed-zero`), in id order.
pub(crate) fn roll_speed_zero(
    rules: &Rules,
    state: &mut State,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    let needs = rules.tables.movement.creep;
    let ask = Ask::d6("SPEED 0", rule::SPEED_ZERO).from(&[needs]);
    for i in rules.bombers.iter() {
        if !state.on_map(i) || speed(rules, state, i, false) > 0 {
            continue;
        }
        let face = dice.roll(&ask)?;
        if face >= needs {
            state.planes[i].flags.set(Flags::MAY_CREEP);
        } else {
            state.planes[i].flags.set(Flags::MOVED);
            state.planes[i].trail = Trail::from(state.planes[i].hex);
        }
        events.tell(|| {
            let does = if face >= needs { "moves one hex" } else { "stays where it is" };
            Event::new(EventKind::Decision, rule::SPEED_ZERO, format!("{} at SPEED 0 {does}", rules.name(i)))
                .by(id(i))
                .rolled(6, &[face], "SPEED 0")
        });
    }
    Ok(())
}

// (c) Boosts -------------------------------------------------------------------------------------------------------

/// What speaks against a boost of bomber `i` (`fast-and-easy/boost`).
fn object_boost(rules: &Rules, state: &State, i: usize, why: &mut impl Objections) {
    let plane = &state.planes[i];
    let formation = rules.planes[i].formation.map(usize::from).filter(|f| state.formation_holds(rules, *f));
    let Some(f) = formation else {
        why.add(|| no(rule::BOOST, "only a bomber of a formation that holds may boost"));
        return;
    };
    let now = speed(rules, state, i, false);
    why.unless(now > 0, || no(rule::BOOST, "no boost at SPEED 0"));
    why.unless(!plane.flags.has(Flags::BOOST_TRIED), || no(rule::BOOST, "one attempt a move"));
    let keeps = state.in_slot(rules, f, i) && state.formations[f].rate.is_some_and(|rate| now >= rate);
    why.unless(!keeps, || no(rule::BOOST, "it keeps its formation's rate without a boost"));
}

/// Bombers that may announce a boost.
pub(crate) fn may_boost(rules: &Rules, state: &State) -> PlaneSet {
    let may = |i: &usize| {
        let mut barred = Barred::default();
        object_boost(rules, state, *i, &mut barred);
        state.on_map(*i) && !barred.any()
    };
    rules.bombers.iter().filter(may).collect()
}

/// Whether a boost may be announced.
pub(crate) fn judge_boost(rules: &Rules, state: &State, side: Side, order: &One) -> Result<(), Refusals> {
    let i = rules.index(order.aircraft).filter(|i| rules.bombers.contains(*i) && state.on_map(*i));
    let (Some(i), Stage::Boosts, true) = (i, state.stage, side == rules.escort && !state.opening) else {
        return Err(out_of_turn("boosts are announced for bombers after the rates are chosen"));
    };
    let mut why = Refusals::none();
    object_boost(rules, state, i, &mut why);
    why.verdict()
}

/// Tries a boost.
pub(crate) fn boost(
    rules: &Rules,
    state: &mut State,
    order: &One,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    let i = order.aircraft.0 as usize - 1;
    let needs = rules.tables.movement.boost;
    let face = dice.roll(&Ask::d6("boost", rule::BOOST).from(&[needs]))?;
    state.pending.remove(i);
    state.planes[i].flags.set(Flags::BOOST_TRIED);
    if face >= needs {
        state.planes[i].flags.set(Flags::BOOSTED);
    }
    events.tell(|| {
        let does = if face >= needs { "may fly one hex faster" } else { "gets no more out of its engines" };
        Event::new(EventKind::Decision, rule::BOOST, format!("{} {does}", rules.name(i))).by(id(i)).rolled(
            6,
            &[face],
            "boost",
        )
    });
    Ok(())
}

// (d) Formations ---------------------------------------------------------------------------------------------------

/// Moves every formation with the bombers that keep its rate, in id order; the others are left to move by themselves.
pub(crate) fn fly_formations(rules: &Rules, state: &mut State, events: &mut impl Listener) {
    // Who flies with a formation, and who falls out of it, is settled before anybody moves.
    let mut keeping = PlaneSet::default();
    for i in rules.bombers.iter() {
        if !state.in_formation(rules, i) || state.planes[i].flags.has(Flags::MOVED) {
            continue;
        }
        let rate = rules.planes[i].formation.and_then(|f| state.formations[f as usize].rate);
        let boosted = u8::from(state.planes[i].flags.has(Flags::BOOSTED));
        let now = speed(rules, state, i, false);
        match rate {
            Some(rate) if rate > 0 && now > 0 && now + boosted >= rate => keeping.insert(i),
            Some(0) => {}
            _ => state.planes[i].flags.set(Flags::DROPS_OUT),
        }
    }
    for f in 0..state.formations.len() {
        if let Some(rate) = state.formations[f].rate {
            let anchor = state.formations[f].anchor;
            state.formations[f].anchor = anchor.ahead(rules.formations[f].facing, rate.into());
        }
    }
    let mut placed = PlaneSet::default();
    for i in keeping.iter() {
        fly_in_formation(rules, state, i, &placed, events);
        placed.insert(i);
    }
    state.recount(rules);
}

/// Moves one bomber straight with its formation. It stops before a hex held by a bomber that cannot move or was placed before
/// it (`fast-and-easy/straggler`).
fn fly_in_formation(
    rules: &Rules,
    state: &mut State,
    i: usize,
    placed: &PlaneSet,
    events: &mut impl Listener,
) {
    let rate = rules.planes[i].formation.and_then(|f| state.formations[f as usize].rate).unwrap_or(0);
    let (start, facing) = (state.planes[i].hex, state.planes[i].facing);
    let held = |hex: Hex| {
        state
            .bomber_at(rules, hex, i)
            .is_some_and(|b| placed.contains(b) || state.planes[b].flags.has(Flags::MOVED))
    };
    let mut trail = Trail::from(start);
    let mut gone = None;
    let mut hexes = 0;
    for n in 1..=i16::from(rate) {
        let hex = start.ahead(facing, n);
        gone = rules.beyond(hex);
        if gone.is_some() {
            break;
        }
        hexes = n;
    }
    if gone.is_none() {
        while hexes > 0 && held(start.ahead(facing, hexes)) {
            hexes -= 1;
        }
    }
    for _ in 0..hexes {
        trail.enter(facing);
    }
    let walk = crate::movement::Walk {
        spent: hexes as u8,
        gone,
        ..crate::movement::Walk::start(start.ahead(facing, hexes), facing, None, None)
    };
    crate::movement::finish(rules, state, i, &crate::movement::Mover::flight(walk, trail), events);
}

/// Moves a bomber whose hex holds another that has been placed to the nearest hex without a bomber
/// (`fast-and-easy/straggler`).
pub(crate) fn find_room(rules: &Rules, state: &mut State, i: usize) {
    let plane = state.planes[i];
    let settled = |b: usize| state.planes[b].flags.has(Flags::MOVED);
    if !state.bomber_at(rules, plane.hex, i).is_some_and(settled) {
        return;
    }
    let free = (1..rules.board.columns.max(rules.board.rows)).find_map(|radius| {
        plane
            .hex
            .ring(plane.facing, radius)
            .find(|hex| rules.has(*hex) && state.bomber_at(rules, *hex, i).is_none())
    });
    if let Some(hex) = free {
        state.planes[i].hex = hex;
    }
}

// (e) Stragglers ---------------------------------------------------------------------------------------------------

/// Bombers that move by themselves now.
pub(crate) fn stragglers(rules: &Rules, state: &State) -> PlaneSet {
    rules.bombers.iter().filter(|i| state.on_map(*i) && !state.planes[*i].flags.has(Flags::MOVED)).collect()
}

// (f) Fighters in the way ------------------------------------------------------------------------------------------

/// Pushes fighters out of hexes in which bombers have ended (`fast-and-easy/bomber-on-fighter`), in id order.
pub(crate) fn push_fighters(
    rules: &Rules,
    state: &mut State,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    let fighters = rules.fighters[0].or(&rules.fighters[1]);
    for i in fighters.iter() {
        let hex = state.planes[i].hex;
        if !state.on_map(i) || state.bomber_at(rules, hex, i).is_none() {
            continue;
        }
        let facing = state.planes[i].facing;
        let free = |hex: &Hex| rules.has(*hex) && !state.taken(rules, *hex);
        let (to, face) = if hex.ring(facing, 1).any(|h| free(&h)) {
            loop {
                let face = dice.roll(&Ask::d6(SLIP, rule::BOMBER_ON_FIGHTER))?;
                let to = shifted(hex, facing, face);
                if free(&to) {
                    break (Some(to), Some(face));
                }
                events.tell(|| {
                    let says = "is not pushed that way: the hex is taken or off the map";
                    tell_push(rules, i, says).rolled(6, &[face], SLIP)
                });
            }
        } else {
            let rings = 2..rules.board.columns.max(rules.board.rows);
            (rings.flat_map(|radius| hex.ring(facing, radius)).find(free), None)
        };
        let Some(to) = to else { continue };
        state.planes[i].hex = to;
        state.recount(rules);
        events.tell(|| {
            let says = format!("is pushed to {} by a bomber", rules.hex_name(to));
            tell_push(rules, i, &says).rolled(6, face.as_slice(), SLIP)
        });
    }
    Ok(())
}

/// What the die of a pushed fighter is for.
const SLIP: &str = "random slip";

fn tell_push(rules: &Rules, i: usize, says: &str) -> Event {
    Event::new(EventKind::Move, rule::BOMBER_ON_FIGHTER, format!("{} {says}", rules.name(i)))
        .and_rule(rule::RANDOM_SHIFT)
        .by(id(i))
}

/// The hex into which a plane shifts (`fast-and-easy/random-shift`): 1 ahead, then clockwise.
pub(crate) fn shifted(hex: Hex, facing: Direction, face: u8) -> Hex {
    hex.ahead(facing.turned(face as i8 - 1), 1)
}
