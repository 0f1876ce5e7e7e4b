//! Section 9: combat, with the optional rules Deflection, Limited Ammo and Tailing. D11 and D8a.

mod declaring;
mod firing;
mod forecast;

pub(crate) use declaring::{Aim, choices, judge, judge_no_attack, may_attack_early};
pub(crate) use firing::{attack, calculation, hold_fire, resolve};
pub(crate) use forecast::{forecast, sketch};

use crate::card::MOST_WEAPONS;
use crate::field::Arc;
use crate::movement::no_pivot_pending;
use crate::rules::Rules;
use crate::sequence::in_phase;
use crate::state::{Phase, Plane};
use crate::tables::RangeRow;
use crate::{Look, rule};
use arrayvec::ArrayVec;
use table::{PieceId, Refusal, Refusals};

/// An attack that has been declared and judged.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The attacker.
    pub plane: usize,
    /// Before or after moving.
    pub moment: Moment,
    /// Its shots.
    pub volley: Volley,
}

/// A shot that has been judged.
#[derive(Clone, Copy, Debug)]
pub struct Aimed {
    /// The target.
    pub target: u16,
    /// The weapons, as bits.
    pub weapons: u16,
    /// This or more hits.
    pub to_hit: u8,
}

/// All shots of an attack.
pub type Volley = ArrayVec<Aimed, MOST_WEAPONS>;

/// When an aircraft attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// After its movement.
    After,
    /// Before it ([`rule::OPT_TAILING`]).
    Before,
}

/// Whether an aircraft may attack now ([`rule::ATTACK_TIMING`]), and before or after its movement.
#[inline]
fn moment(look: Look<'_>, aircraft: PieceId) -> Result<(usize, Moment), Refusals> {
    let Look { rules, state, side } = look;
    in_phase(state, Phase::Action)?;
    if state.index(aircraft).is_some_and(|n| state.mover.plane == Some(n as u16)) && state.card == Some(side)
    {
        no_pivot_pending(&state.mover.counters)?;
    }
    let no = |by, says: &'static str| Err(Refusal::with(by, says, [aircraft.0.into(), 0, 0]).into());
    let own = state.index(aircraft).filter(|n| state.planes[*n].side == side);
    let Some(n) = own else { return no(rule::ATTACK_TIMING, "aircraft {0} is not this side's") };
    let plane = &state.planes[n];
    if plane.early {
        return no(rule::OPT_TAILING, "aircraft {0} has attacked before moving");
    }
    if plane.attacked {
        return no(rule::DECLARE_TARGETS, "aircraft {0} has attacked this turn");
    }
    let active = state.mover.plane == Some(n as u16);
    if active && state.mover.counters.ended {
        return Ok((n, Moment::After));
    }
    let waiting = state.mover.plane.is_none() && state.active == Some(plane.group) && !plane.acted;
    if waiting && plane.flying() && rules.options.tailing {
        return Ok((n, Moment::Before));
    }
    if active || waiting {
        return no(rule::ATTACK_TIMING, "aircraft {0} has not finished its movement");
    }
    no(rule::ATTACK_TIMING, "aircraft {0} is not the active one")
}

/// The row of the range table, nothing beyond the last ([`rule::RANGE`]).
#[inline]
pub(crate) fn range<'r>(rules: &'r Rules, from: &Plane, target: &Plane) -> Option<&'r RangeRow> {
    rules.tables.range.iter().find(|row| rules.field.within(from.spot, target.spot, row.units))
}

/// The number to hit; 7 where no attack is possible ([`rule::RANGE`], [`rule::OPT_DEFLECTION`]).
#[inline]
pub(crate) fn to_hit(rules: &Rules, row: &RangeRow, from: &Plane, target: &Plane) -> u8 {
    if rules.options.deflection {
        row.deflected(rules.field.arcs(target.spot, target.heading, from.spot))
    } else {
        row.to_hit
    }
}

/// Whether an aircraft that is about to move tails an enemy ([`rule::OPT_TAILING`]).
#[inline]
pub(crate) fn tails(rules: &Rules, hunter: &Plane, enemy: &Plane) -> bool {
    enemy.flying()
        && enemy.side != hunter.side
        && enemy.level == hunter.level
        && rules.field.within(hunter.spot, enemy.spot, rules.tables.tailing.units)
        && rules.field.arcs(hunter.spot, hunter.heading, enemy.spot).has(Arc::Ff)
        && rules.field.arcs(enemy.spot, enemy.heading, hunter.spot).has(Arc::Rf)
}

/// The weapons that have ammunition, as bits ([`rule::OPT_LIMITED_AMMO`]).
#[inline]
pub(crate) fn loaded(rules: &Rules, plane: &Plane) -> u16 {
    let card = rules.card(plane.card);
    if !rules.options.limited_ammo {
        return ((1u32 << card.weapons.len()) - 1) as u16;
    }
    let batteries = card.batteries.iter().zip(plane.ammunition);
    batteries.filter(|(_, left)| *left > 0).fold(0, |bits, (battery, _)| bits | battery.bits)
}

/// What an aircraft can do to a target from where both stand: the weapons that can fire, as bits, and the number to hit.
/// Nothing when no weapon can.
#[inline]
pub(crate) fn chance(rules: &Rules, from: &Plane, target: &Plane) -> Option<(u16, u8)> {
    if !target.flying() || target.side == from.side || target.level != from.level {
        return None;
    }
    let row = range(rules, from, target)?;
    let arcs = rules.field.arcs(from.spot, from.heading, target.spot);
    let weapons = rules.card(from.card).bearing(arcs) & loaded(rules, from);
    let number = to_hit(rules, row, from, target);
    (weapons != 0 && number <= 6).then_some((weapons, number))
}
