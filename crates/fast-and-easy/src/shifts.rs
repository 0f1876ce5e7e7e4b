//! 11. Shifts and collisions, at the end of the bombers' move.

use crate::bombers::shifted;
use crate::data::CriticalResult;
use crate::equals::{Chosen, choose};
use crate::shooting::{Blow, strike};
use crate::state::{Cause, Flags, MAX_PLANES, PlaneSet, Rules, State};
use crate::{Effect, rule};
use arrayvec::ArrayVec;
use sky::Direction;
use table::{Ask, Dice, Event, EventKind, Listener, Need, PieceId};

/// Bombers in cloud may lose their way: one more pending shift, executed in the same step (`fast-and-easy/opt-clouds`).
pub(crate) fn roll_clouds(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    let rules = effect.rules;
    if !rules.options.clouds {
        return Ok(());
    }
    let up_to = rules.tables.clouds.shift_up_to;
    let ask = Ask::d6("bomber in cloud", rule::OPT_CLOUDS).from(&[up_to + 1]);
    for i in rules.bombers.iter() {
        if !effect.state.on_map(i) || !rules.cloudy(effect.state.planes[i].hex) {
            continue;
        }
        let face = effect.dice.roll(&ask)?;
        if face <= up_to {
            effect.state.planes[i].shifts += 1;
        }
        effect.events.tell(|| {
            let does = if face <= up_to { "loses its way in cloud" } else { "keeps its way in cloud" };
            Event::new(EventKind::Decision, rule::OPT_CLOUDS, format!("{} {does}", rules.who(i)))
                .by(PieceId::of(i))
                .rolled(6, &[face], "bomber in cloud")
        });
    }
    Ok(())
}

/// Carries out pending shifts (`fast-and-easy/shift`), bombers in id order.
pub(crate) fn shift_bombers(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    for i in effect.rules.bombers.iter() {
        while effect.state.planes[i].shifts > 0 {
            effect.state.planes[i].shifts -= 1;
            if effect.state.on_map(i) {
                shift(effect, i)?;
            }
        }
    }
    Ok(())
}

/// Shifts one bomber by one hex at random. Into an occupied hex or off the map it does not go
/// (`fast-and-easy/shift-blocked`).
fn shift(effect: &mut Effect<'_, impl Dice, impl Listener>, i: usize) -> Result<(), Need> {
    let face = effect.dice.roll(&Ask::d6("random shift", rule::RANDOM_SHIFT))?;
    let (rules, state) = (effect.rules, &mut *effect.state);
    let to = shifted(state.planes[i].hex, state.planes[i].facing, face);
    let free = rules.has(to) && !state.taken(rules, to);
    if free {
        state.lift(rules, i);
        state.planes[i].hex = to;
        state.set_down(rules, i);
    }
    effect.events.tell(|| {
        let name = rules.who(i);
        let (by, text) = if free {
            (rule::SHIFT, format!("{name} shifts to {}", rules.hex_name(to)))
        } else {
            (rule::SHIFT_BLOCKED, format!("{name} does not shift: the hex is taken or off the map"))
        };
        Event::new(EventKind::Move, by, text).and_rule(rule::RANDOM_SHIFT).by(PieceId::of(i)).rolled(
            6,
            &[face],
            "random shift",
        )
    });
    Ok(())
}

/// Adjacent bombers throw on the collision row, and so do those that a shift brings together
/// (`fast-and-easy/collision`, `fast-and-easy/collision-chain`).
pub(crate) fn collide(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    let rules = effect.rules;
    let mut queue: ArrayVec<u8, MAX_PLANES> = ArrayVec::new();
    let mut known = PlaneSet::default();
    join_queue(rules, effect.state, &mut queue, &mut known);
    let mut next = 0;
    while next < queue.len() {
        let i = queue[next] as usize;
        next += 1;
        if !effect.state.on_map(i) {
            continue;
        }
        let ask = Ask::d6("collision", rule::COLLISION);
        let mut faces = [0; 2];
        effect.dice.roll_all(&ask, &mut faces)?;
        let result = rules.tables.critical.collision[(faces[0] + faces[1] - 2) as usize];
        effect.events.tell(|| {
            let text =
                format!("{} is in danger of a collision and throws {}", rules.who(i), faces[0] + faces[1]);
            Event::new(EventKind::Damage, rule::COLLISION, text)
                .and_rule(rule::COLLISION_CHAIN)
                .at(PieceId::of(i))
                .rolled(6, &faces, "collision")
        });
        match result {
            CriticalResult::Nothing => {}
            CriticalResult::Hits(hits) => {
                strike(effect, i, &Blow { hits, ..Blow::default() }, rule::COLLISION);
            }
            CriticalResult::Out => {
                let blow = Blow { out: Some(Cause::Collision), ..Blow::default() };
                strike(effect, i, &blow, rule::COLLISION);
            }
            // Nothing but a shift brings bombers together.
            CriticalResult::Shift | CriticalResult::ShiftBoth => {
                shift(effect, i)?;
                join_queue(rules, effect.state, &mut queue, &mut known);
            }
        }
    }
    Ok(())
}

/// Appends, in id order, every bomber that is adjacent to another and has not thrown or queued in this step.
fn join_queue(rules: &Rules, state: &State, queue: &mut ArrayVec<u8, MAX_PLANES>, known: &mut PlaneSet) {
    let bombers = state.around(rules, &rules.bombers, 0);
    for i in rules.bombers.iter().filter(|i| state.on_map(*i)) {
        let here = state.planes[i].hex;
        let bomber = |d: Direction| rules.place(here.ahead(d, 1)).is_some_and(|n| bombers.has(n));
        if !known.contains(i) && Direction::ALL.into_iter().any(bomber) {
            known.insert(i);
            let _ = queue.try_push(i as u8);
        }
    }
}

/// What the die among equals chooses for S2.
pub(crate) const SECOND: &str = "second bomber to shift";

/// Marks a bomber for a shift, and with S2 the nearest other bomber; equals are chosen by a die (`fast-and-easy/shift`).
/// Gives the second bomber.
pub(crate) fn mark_shifts(
    rules: &Rules,
    state: &mut State,
    i: usize,
    both: bool,
    dice: &mut (impl Dice + ?Sized),
) -> Result<Option<Chosen>, Need> {
    state.planes[i].shifts += 1;
    let other = if both { nearest_other(rules, state, i, dice)? } else { None };
    if let Some(other) = other {
        state.planes[other.plane].shifts += 1;
    }
    Ok(other)
}

fn nearest_other(
    rules: &Rules,
    state: &State,
    i: usize,
    dice: &mut (impl Dice + ?Sized),
) -> Result<Option<Chosen>, Need> {
    let here = state.planes[i].hex;
    let others = || rules.bombers.iter().filter(|b| *b != i && state.on_map(*b));
    let Some(near) = others().map(|b| state.planes[b].hex.distance(here)).min() else { return Ok(None) };
    let equals = others().filter(|b| state.planes[*b].hex.distance(here) == near);
    choose(&equals.collect(), SECOND, dice)
}

/// Forgets what a bomber had pending.
pub(crate) fn forget(state: &mut State, i: usize) {
    state.planes[i].shifts = 0;
    state.planes[i].flags.clear(Flags::MAY_CREEP);
}
