//! Fire and damage: all dice of an attack, and what they do.

use super::{Aimed, Declared, Moment, range, to_hit};
use crate::activation::finish_part;
use crate::card::{Card, MOST_WEAPONS};
use crate::losses::lose;
use crate::movement::begin;
use crate::rules::Rules;
use crate::state::{Fate, Plane, State};
use crate::victory::end_if_decided;
use crate::{Effect, rule, words};
use table::{Ask, Calculation, Dice, Event, EventKind, Listener, Need, PieceId};

/// Carries out an attack: target by target all dice to hit, then all dice for damage, then the damage.
pub(crate) fn attack(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    declared: &Declared,
) -> Result<(), Need> {
    let Declared { plane: n, moment, volley } = declared;
    let rules = effect.rules;
    begin(rules, effect.state, *n);
    let plane = &mut effect.state.planes[*n];
    plane.attacked = true;
    plane.early = *moment == Moment::Before;
    let card = rules.card(plane.card);
    if rules.options.limited_ammo {
        let fired = volley.iter().fold(0, |bits, s| bits | s.weapons);
        for (battery, left) in card.batteries.iter().zip(&mut plane.ammunition) {
            if battery.bits & fired != 0 {
                *left -= 1;
            }
        }
    }
    for shot in volley {
        let target = usize::from(shot.target);
        let def = rules.card(effect.state.planes[target].card).def;
        let scored = resolve(card, shot, def, effect.dice, |thrown| {
            effect.events.tell(|| tell_fire(rules, effect.state, *n, shot, thrown));
        })?;
        mark(effect, *n, target, scored);
        if end_if_decided(effect) {
            return Ok(());
        }
    }
    if *moment == Moment::Before { Ok(()) } else { finish_part(effect, *n) }
}

/// The dice of one shot.
pub(crate) struct Thrown<'a> {
    /// Those to hit.
    pub(crate) hits: &'a [u8],
    /// Those for damage.
    pub(crate) damage: &'a [u8],
    /// The points that they score.
    pub(crate) scored: i32,
}

/// The dice of one shot, and the points that they score ([`rule::TO_HIT`], [`rule::DAMAGE`]).
#[inline]
pub(crate) fn resolve<D: Dice + ?Sized>(
    card: &Card,
    shot: &Aimed,
    def: u8,
    dice: &mut D,
    report: impl FnOnce(&Thrown<'_>),
) -> Result<i32, Need> {
    let mut hits = [0u8; MOST_WEAPONS];
    let hits = &mut hits[..shot.weapons.count_ones() as usize];
    let ask = Ask::d6("to hit", rule::TO_HIT).from(&[shot.to_hit]);
    dice.roll_all(&ask, hits)?;
    let mut fired = shot.weapons;
    let mut rolls = 0usize;
    for face in hits.iter() {
        let weapon = fired.trailing_zeros() as usize;
        fired &= fired - 1;
        if *face >= shot.to_hit {
            rolls += usize::from(card.weapons[weapon].damage);
        }
    }
    let mut damage = [0u8; 64];
    let damage = &mut damage[..rolls];
    let ask = Ask::d6("damage", rule::DAMAGE).from(&[def]);
    dice.roll_all(&ask, damage)?;
    // "n+": each die that shows n or more scores (defensive-rating).
    let scored = damage.iter().filter(|face| **face >= def).count() as i32;
    report(&Thrown { hits, damage, scored });
    Ok(scored)
}

/// The number to hit, line by line.
pub(crate) fn calculation(rules: &Rules, from: &Plane, target: &Plane) -> Calculation {
    let mut of = Calculation::of("to hit");
    if let Some(row) = range(rules, from, target) {
        of.add(&format!("{} range", row.name), row.to_hit.into(), rule::RANGE);
        let change = i32::from(to_hit(rules, row, from, target)) - i32::from(row.to_hit);
        of.add("aspect of the target", change, rule::OPT_DEFLECTION);
    }
    of
}

fn tell_fire(rules: &Rules, state: &State, n: usize, shot: &Aimed, thrown: &Thrown<'_>) -> Event {
    let target = usize::from(shot.target);
    let (from, to) = (&state.planes[n], &state.planes[target]);
    let hits = thrown.hits.iter().filter(|f| **f >= shot.to_hit).count();
    let text = format!(
        "{} fires {} at {} and {}",
        words::plane(rules, state, n),
        words::count(shot.weapons.count_ones(), "weapon"),
        words::plane(rules, state, target),
        words::volley(shot.to_hit, hits, rules.card(to.card).def, thrown.scored)
    );
    Event::new(EventKind::Fire, rule::TO_HIT, text)
        .and_rule(rule::FIRING_ARCS)
        .and_rule(rule::SAME_ALTITUDE)
        .and_rule(rule::DEFENSIVE_RATING)
        .by(PieceId::of(n))
        .at(PieceId::of(target))
        .rolled(6, thrown.hits, "to hit")
        .rolled(6, thrown.damage, "damage")
        .because(calculation(rules, from, to))
}

/// Marks damage boxes; extra points are lost ([`rule::DAMAGE_BOXES`]).
fn mark(effect: &mut Effect<'_, impl Dice, impl Listener>, by: usize, target: usize, points: i32) {
    let Effect { rules, state, events, .. } = effect;
    let hit = &mut state.planes[target];
    let boxes = rules.card(hit.card).boxes;
    hit.damage = boxes.min(hit.damage.saturating_add(points as u8));
    let marked = hit.damage;
    if points > 0 {
        events.tell(|| {
            let text =
                format!("{} has {marked} of {boxes} damage boxes marked", words::plane(rules, state, target));
            Event::new(EventKind::Damage, rule::DAMAGE, text)
                .and_rule(rule::DAMAGE_BOXES)
                .by(PieceId::of(by))
                .at(PieceId::of(target))
        });
    }
    if marked >= boxes {
        lose(effect, target, Fate::ShotDown, rule::SHOT_DOWN);
    }
}

/// NoAttack.
pub(crate) fn hold_fire(effect: &mut Effect<'_, impl Dice, impl Listener>, n: usize) -> Result<(), Need> {
    let Effect { rules, state, events, .. } = effect;
    events.tell(|| {
        let text = format!("{} holds its fire", words::plane(rules, state, n));
        Event::new(EventKind::Decision, rule::ATTACK_TIMING, text).by(PieceId::of(n))
    });
    finish_part(effect, n)
}
