//! Section 18: who moves when.

use crate::rules::{Airman, Rules};
use crate::scenario::Pilot;
use crate::space::{Frame, angle};
use crate::state::{Stage, State};
use crate::words::{about, name};
use crate::{Effect, rule};
use table::{Ask, Calculation, Dice, Event, EventKind, Listener, Need, Side, Terms};

const ROLL: Ask = Ask::d6("initiative", rule::INITIATIVE_DIE);
const TIE: Ask = Ask::d6("who moves first", rule::TIE_DIE).from(&[2, 3, 4, 5, 6]);

/// `18.e`: modifiers of a roll.
/// See [`crate::rule::GREEN_INITIATIVE`], [`crate::rule::RECRUIT_INITIATIVE`].
fn modifiers(crew: &Airman, bonus: bool, idols_lost: u8, terms: &mut impl Terms) -> i16 {
    let mut sum = 0;
    let mut add = |from: &'static str, value: i16, rule| {
        sum += value;
        terms.add(from, value.into(), rule);
    };
    if bonus {
        add("Has downed an enemy", 2, rule::INITIATIVE_MODIFIERS);
    }
    match crew.pilot {
        // `22.a`, `23.a`.
        Pilot::Recruit => add("Recruit", -4, rule::INITIATIVE_RECRUIT),
        Pilot::Green => add("Green", -2, rule::INITIATIVE_GREEN),
        Pilot::Regular => {}
        Pilot::Veteran => add("Veteran", 1, rule::INITIATIVE_SKILL),
    }
    if crew.traits.ace {
        add("Ace", 1, rule::INITIATIVE_SKILL);
    }
    if crew.traits.hero {
        add("Hero", 1, rule::INITIATIVE_SKILL);
    }
    add("Aces and heroes lost", -i16::from(idols_lost), rule::INITIATIVE_LOSSES);
    sum
}

/// Whether an aircraft moves with another: a member of a fixed formation that does not lead it, or a follower.
fn led_by(rules: &Rules, state: &State, index: usize) -> Option<usize> {
    if let Some(formation) = state.formation_of(rules, index) {
        let head = state.now.heads[usize::from(formation)].map(usize::from)?;
        return (head != index).then_some(head);
    }
    let (leader, _) = rules.crews[index].leader?;
    (state.planes[index].follows && state.planes[leader].flying()).then_some(leader)
}

/// `18.a`: everybody rolls who is not led, in id order; the others have their leader's number.
pub(crate) fn roll(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    let rules = effect.rules;
    for n in 0..effect.state.planes.len() {
        if !effect.state.planes[n].flying() || led_by(rules, effect.state, n).is_some() {
            continue;
        }
        let face = effect.dice.roll(&ROLL)?;
        let crew = &rules.crews[n];
        let lost = effect.state.now.idols_lost[crew.side.index()];
        let bonus = std::mem::take(&mut effect.state.planes[n].bonus);
        let sum = i16::from(face) + modifiers(crew, bonus, lost, &mut table::SumOnly);
        let number = sum.clamp(1, 6) as u8;
        effect.state.planes[n].number = number;
        effect.events.tell(|| {
            let mut terms = Calculation::of("initiative");
            terms.add("Die", face.into(), rule::INITIATIVE_DIE);
            modifiers(crew, bonus, lost, &mut terms);
            let text = format!("{} has initiative {number}", crew.name);
            let event = about(n, EventKind::Phase, rule::INITIATIVE, text);
            event.and_rule(rule::INITIATIVE_RANGE).rolled(6, &[face], ROLL.why).because(terms)
        });
    }
    for n in 0..effect.state.planes.len() {
        let mut lead = n;
        while let Some(next) = led_by(rules, effect.state, lead) {
            lead = next;
        }
        if effect.state.planes[n].flying() {
            effect.state.planes[n].number = effect.state.planes[lead].number;
        }
    }
    Ok(())
}

/// `18.f.i`: experience, aces above all.
/// See [`crate::rule::TIE_EXPERIENCE`].
pub(crate) fn rank(crew: &Airman) -> (bool, Pilot) {
    (crew.traits.ace, crew.pilot)
}

/// `18.f.ii`: who pursues whom, read before anybody moves.
/// See [`crate::rule::TIE_PURSUIT`].
pub(crate) fn read_pursuit(rules: &Rules, state: &mut State) {
    state.now.pursued.clear();
    for n in 0..state.planes.len() {
        let plane = &state.planes[n];
        let mut pursued = 0;
        if plane.flying() {
            for foe in state.flying(rules, rules.side(n).enemy()) {
                let other = &state.planes[foe];
                let ahead = Frame::of(plane.hex, plane.heading, other.hex).forward();
                let behind = Frame::of(other.hex, other.heading, plane.hex).backward();
                if ahead && behind && angle(plane.heading, other.heading) < 90 {
                    pursued |= 1 << foe;
                }
            }
        }
        state.now.pursued.push(pursued);
    }
}

/// Whether an aircraft still waits for its leader's move.
fn waits(rules: &Rules, state: &State, index: usize) -> bool {
    led_by(rules, state, index).is_some_and(|leader| !state.planes[leader].moved)
}

/// The aircraft that may move now (`18.f`), bit by bit; 0 when all have moved. The die is thrown when it is needed.
/// See [`crate::rule::TIES`]; nobody tails anybody ([`crate::rule::NO_TAILING`]).
pub(crate) fn movers(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<u32, Need> {
    let rules = effect.rules;
    let state = &mut *effect.state;
    let gone =
        |state: &State, n: u8| !state.planes[usize::from(n)].flying() || state.planes[usize::from(n)].moved;
    while state.now.queue.first().is_some_and(|n| gone(state, *n)) {
        state.now.queue.remove(0);
    }
    if let Some(next) = state.now.queue.first() {
        return Ok(1 << next);
    }
    let mut best = None;
    let mut pool = 0u32;
    for (n, plane) in state.planes.iter().enumerate() {
        if plane.flying() && !plane.moved && !waits(rules, state, n) {
            let key = (plane.number, rank(&rules.crews[n]));
            if best.is_none_or(|best| key < best) {
                (best, pool) = (Some(key), 0);
            }
            if best == Some(key) {
                pool |= 1 << n;
            }
        }
    }
    let Some((number, _)) = best else { return Ok(0) };
    let pool = first_by_pursuit(rules, state, pool);
    let of_side = |side: Side| {
        (0..state.planes.len()).filter(|n| rules.side(*n) == side).fold(0, |set, n| set | 1 << n) & pool
    };
    let [allies, axis] = [of_side(Side::Allies), of_side(Side::Axis)];
    if allies == 0 || axis == 0 {
        return Ok(pool);
    }
    let tie = usize::from(number.clamp(1, 6)) - 1;
    if state.now.ties[tie] == 0 {
        let face = effect.dice.roll(&TIE)?;
        state.now.ties[tie] = face;
        effect.events.tell(|| {
            let first = rules.sides[usize::from(face % 2 == 1)].as_ref();
            let text = format!("Initiative {number} is tied: {first} first");
            Event::new(EventKind::Phase, rule::TIE_DIE, text).rolled(6, &[face], TIE.why)
        });
    }
    Ok(if state.now.ties[tie].is_multiple_of(2) { allies } else { axis })
}

/// Of equals, those that nobody must precede; all of them in a cycle.
fn first_by_pursuit(rules: &Rules, state: &State, pool: u32) -> u32 {
    if pool.count_ones() < 2 {
        return pool;
    }
    let pursues = |hunter: usize, prey: usize| {
        state.now.pursued.get(hunter).is_some_and(|pursued| pursued & (1 << prey) != 0)
    };
    let before = |a: usize, b: usize| {
        if rules.options.pursuer_moves_last { pursues(b, a) } else { pursues(a, b) }
    };
    let members = || (0..state.planes.len()).filter(move |n| pool & (1 << n) != 0);
    let free = members().filter(|n| !members().any(|other| other != *n && before(other, *n)));
    let free = free.fold(0, |set, n| set | 1 << n);
    if free == 0 { pool } else { free }
}

/// The stage in which these move.
pub(crate) fn announce(effect: &mut Effect<'_, impl Dice, impl Listener>, movers: u32) {
    effect.state.now.stage = Stage::Move(movers);
    let rules = effect.rules;
    // Of one alone its own move tells.
    if movers.count_ones() < 2 {
        return;
    }
    effect.events.tell(|| {
        let names: Vec<&str> =
            (0..rules.crews.len()).filter(|n| movers & (1 << n) != 0).map(|n| name(rules, n)).collect();
        let text = format!("{} moves next", names.join(" or "));
        Event::new(EventKind::Decision, rule::SEQUENCE, text)
    });
}
