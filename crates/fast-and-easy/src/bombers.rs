//! Section 7, bomber movement, in the order of `fast-and-easy/bomber-move-order`: rates, dice of bombers at SPEED 0,
//! boosts, formations, stragglers, fighters in the way; then shifts and collisions (see [`crate::shifts`]).

use crate::command::{Act, Command, One, Rate};
use crate::menu::about;
use crate::movement::{BomberLeave, Flight, Walk, finish, formation_speed, speed};
use crate::sequence::out_of_turn;
use crate::state::{Flags, Plane, PlaneSet, Rules, Stage, State, Trail};
use crate::words::plural;
use crate::{Effect, Look, rule};
use sky::{Direction, Hex};
use table::{
    Ask, Choice, Dice, Event, EventKind, Listener, Need, PieceId, Reasons, Refusal, Refusals, Say, Whether,
};

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

/// The rates of each formation that owes one, the fastest first.
pub(crate) fn rate_choices(rules: &Rules, state: &State) -> Vec<Choice<Command>> {
    let mut all = Vec::new();
    for f in unrated(rules, state) {
        for rate in rates(rules, state, f).rev() {
            let say = Say::Command(Command::Rate(Rate { formation: f as u8 + 1, rate }));
            let label = format!("{}: {rate} hexes", rules.formation_name(f));
            all.push(Choice::new(label, rule::FORMATION_RATE, say));
        }
    }
    all
}

/// Whether a rate may be chosen.
pub(crate) fn judge_rate(look: Look<'_>, order: &Rate) -> Result<Act, Refusals> {
    let Look { rules, state, side } = look;
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
        return Err(Refusal::with(rule::FORMATION_RATE, says, numbers).into());
    }
    Ok(Act::Rate { formation: f, rate: order.rate })
}

/// Sets a rate.
pub(crate) fn set_rate(effect: &mut Effect<'_, impl Dice, impl Listener>, f: usize, rate: u8) {
    let rules = effect.rules;
    effect.state.formations[f].rate = Some(rate);
    effect.events.tell(|| {
        let hexes = plural(rate, "hex", "hexes");
        let text = format!("{} flies on in formation, {hexes}", rules.formation_name(f));
        Event::new(EventKind::Decision, rule::FORMATION_RATE, text).of(rules.escort)
    });
}

// (b) SPEED 0 ------------------------------------------------------------------------------------------------------

/// Dice of bombers at SPEED 0 (`fast-and-easy/speed-zero`), in id order.
pub(crate) fn roll_speed_zero(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    let rules = effect.rules;
    let needs = rules.tables.movement.creep;
    let ask = Ask::d6("SPEED 0", rule::SPEED_ZERO).from(&[needs]);
    for i in rules.bombers.iter() {
        if !effect.state.on_map(i) || speed(rules, effect.state, i, false) > 0 {
            continue;
        }
        let face = effect.dice.roll(&ask)?;
        let plane = &mut effect.state.planes[i];
        if face >= needs {
            plane.flags.set(Flags::MAY_CREEP);
        } else {
            plane.flags.set(Flags::MOVED);
            plane.trail = Trail::from(plane.hex);
        }
        effect.events.tell(|| {
            let does = if face >= needs { "moves one hex" } else { "stays where it is" };
            let text = format!("{} at SPEED 0 {does}", rules.who(i));
            Event::new(EventKind::Decision, rule::SPEED_ZERO, text).by(PieceId::of(i)).rolled(
                6,
                &[face],
                "SPEED 0",
            )
        });
    }
    Ok(())
}

// (c) Boosts -------------------------------------------------------------------------------------------------------

/// What speaks against a boost of bomber `i` (`fast-and-easy/boost`).
fn object_boost(rules: &Rules, state: &State, i: usize, why: &mut impl Reasons) {
    let plane = &state.planes[i];
    let formation = rules.planes[i].formation.map(usize::from).filter(|f| state.formation_holds(rules, *f));
    let Some(f) = formation else {
        why.object(|| Refusal::new(rule::BOOST, "only a bomber of a formation that holds may boost"));
        return;
    };
    let now = speed(rules, state, i, false);
    why.unless(now > 0, || Refusal::new(rule::BOOST, "no boost at SPEED 0"));
    why.unless(!plane.flags.has(Flags::BOOST_TRIED), || Refusal::new(rule::BOOST, "one attempt a move"));
    let keeps = state.in_slot(rules, f, i) && state.formations[f].rate.is_some_and(|rate| now >= rate);
    why.unless(!keeps, || Refusal::new(rule::BOOST, "it keeps its formation's rate without a boost"));
}

/// Bombers that may announce a boost.
pub(crate) fn may_boost(rules: &Rules, state: &State) -> PlaneSet {
    let may = |i: &usize| {
        let mut barred = Whether::default();
        object_boost(rules, state, *i, &mut barred);
        !barred.any()
    };
    rules.bombers.iter().filter(|i| state.on_map(*i)).filter(may).collect()
}

/// The boost that bomber `i` may announce.
pub(crate) fn boost_choice(rules: &Rules, i: usize) -> Choice<Command> {
    let say = Say::Command(Command::Boost(One { aircraft: PieceId::of(i) }));
    let choice = Choice::new(format!("{}: one hex faster", rules.name(i)), rule::BOOST, say);
    Choice { note: format!("D6, {}+", rules.tables.movement.boost), ..about(i, choice) }
}

/// Whether a boost may be announced.
pub(crate) fn judge_boost(look: Look<'_>, order: &One) -> Result<Act, Refusals> {
    let Look { rules, state, side } = look;
    let i = rules.index(order.aircraft).filter(|i| rules.bombers.contains(*i) && state.on_map(*i));
    let (Some(i), Stage::Boosts, true) = (i, state.stage, side == rules.escort && !state.opening) else {
        return Err(out_of_turn("boosts are announced for bombers after the rates are chosen"));
    };
    let mut why = Refusals::none();
    object_boost(rules, state, i, &mut why);
    why.verdict().map(|()| Act::Boost(i))
}

/// Tries a boost.
pub(crate) fn boost(effect: &mut Effect<'_, impl Dice, impl Listener>, i: usize) -> Result<(), Need> {
    let rules = effect.rules;
    let needs = rules.tables.movement.boost;
    let face = effect.dice.roll(&Ask::d6("boost", rule::BOOST).from(&[needs]))?;
    effect.state.pending.remove(i);
    effect.state.planes[i].flags.set(Flags::BOOST_TRIED);
    if face >= needs {
        effect.state.planes[i].flags.set(Flags::BOOSTED);
    }
    effect.events.tell(|| {
        let does = if face >= needs { "may fly one hex faster" } else { "gets no more out of its engines" };
        Event::new(EventKind::Decision, rule::BOOST, format!("{} {does}", rules.who(i)))
            .by(PieceId::of(i))
            .rolled(6, &[face], "boost")
    });
    Ok(())
}

// (d) Formations ---------------------------------------------------------------------------------------------------

/// Moves every formation with the bombers that keep its rate, in id order; the others are left to move by themselves.
pub(crate) fn fly_formations(effect: &mut Effect<'_, impl Dice, impl Listener>) {
    let (rules, state) = (effect.rules, &mut *effect.state);
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
        let flight = flight_in_formation(rules, effect.state, i, &placed);
        finish(effect, i, &flight);
        placed.insert(i);
    }
    effect.state.recount(rules);
}

/// The way of a bomber that flies straight with its formation. It stops before a hex held by a bomber that cannot move or was
/// placed before it (`fast-and-easy/straggler`).
fn flight_in_formation(rules: &Rules, state: &State, i: usize, placed: &PlaneSet) -> Flight {
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
    let end = Walk::start(start.ahead(facing, hexes), facing, None, None);
    Flight::new(Walk { spent: hexes as u8, gone, ..end }, trail)
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
pub(crate) fn push_fighters(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    let rules = effect.rules;
    let fighters = rules.fighters[0].or(&rules.fighters[1]);
    let bombers = effect.state.around(rules, &rules.bombers, 0);
    for i in fighters.iter() {
        let Plane { hex, facing, .. } = effect.state.planes[i];
        if !effect.state.stands_in(rules, &bombers, i) {
            continue;
        }
        let free = |hex: &Hex| rules.has(*hex) && !effect.state.taken(rules, *hex);
        let (to, face) = if hex.ring(facing, 1).any(|h| free(&h)) {
            loop {
                let face = effect.dice.roll(&Ask::d6(SLIP, rule::BOMBER_ON_FIGHTER))?;
                let to = shifted(hex, facing, face);
                if free(&to) {
                    break (Some(to), Some(face));
                }
                effect.events.tell(|| {
                    let says = "is not pushed that way: the hex is taken or off the map";
                    tell_push(rules, i, says).rolled(6, &[face], SLIP)
                });
            }
        } else {
            let rings = 2..rules.board.columns.max(rules.board.rows);
            (rings.flat_map(|radius| hex.ring(facing, radius)).find(free), None)
        };
        let Some(to) = to else { continue };
        effect.state.planes[i].hex = to;
        effect.state.recount(rules);
        effect.events.tell(|| {
            let says = format!("is pushed to {} by a bomber", rules.hex_name(to));
            tell_push(rules, i, &says).rolled(6, face.as_slice(), SLIP)
        });
    }
    Ok(())
}

/// What the die of a pushed fighter is for.
const SLIP: &str = "random slip";

fn tell_push(rules: &Rules, i: usize, says: &str) -> Event {
    Event::new(EventKind::Move, rule::BOMBER_ON_FIGHTER, format!("{} {says}", rules.who(i)))
        .and_rule(rule::RANDOM_SHIFT)
        .by(PieceId::of(i))
}

/// The hex into which a plane shifts (`fast-and-easy/random-shift`): 1 ahead, then clockwise.
pub(crate) fn shifted(hex: Hex, facing: Direction, face: u8) -> Hex {
    hex.ahead(facing.turned(face as i8 - 1), 1)
}
