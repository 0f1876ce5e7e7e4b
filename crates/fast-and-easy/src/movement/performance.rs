//! SPEED, Turn and Immelmann as they stand now: damage, loads and options applied.

use crate::data::{Aircraft, Class, Tables};
use crate::rule;
use crate::state::{Flags, Role, Rules, State};
use std::ops::RangeInclusive;
use table::RuleId;

/// What a plane can do in this move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Performance {
    /// Bit `n` is set where `n` hexes are a legal total.
    pub(crate) totals: u16,
    /// The largest legal total.
    pub(crate) max: u8,
    /// Turn.
    pub(crate) turn: u8,
    /// Cost of an Immelmann; 0 where there is none.
    pub(crate) immelmann: u8,
    /// Highest score on which it fails.
    pub(crate) fails: u8,
    /// The rule that forbids an Immelmann for now.
    pub(crate) no_immelmann: Option<RuleId>,
}

impl Performance {
    /// Nothing yet.
    fn new(turn: u8) -> Performance {
        Performance { totals: 0, max: 0, turn, immelmann: 0, fails: 0, no_immelmann: None }
    }

    /// Allows a total.
    fn allow(&mut self, total: u8) {
        self.totals |= 1 << total;
        self.max = self.max.max(total);
    }

    /// The legal totals at its own SPEED, and those below them that it has only with the bombers.
    pub(crate) fn runs(&self) -> (RangeInclusive<u8>, Option<RangeInclusive<u8>>) {
        let own = (self.totals << (u16::BITS - 1 - u32::from(self.max))).leading_ones() as u8;
        let least = self.max + 1 - own;
        let rest = self.totals & ((1 << least) - 1);
        let cruise = rest.trailing_zeros() as u8..=(u16::BITS - 1).saturating_sub(rest.leading_zeros()) as u8;
        (least..=self.max, (rest != 0).then_some(cruise))
    }

    /// Whether `total` is legal.
    #[inline]
    pub(crate) fn is_total(&self, total: u8) -> bool {
        self.totals >> total & 1 != 0
    }
}

/// Whether a plane flies without fuel (`fast-and-easy/opt-jet-fuel`).
pub(crate) fn glides(rules: &Rules, state: &State, i: usize) -> bool {
    rules.options.jet_fuel && rules.card(i).fuel.is_some() && state.planes[i].fuel == 0
}

/// SPEED as it stands now. `bare` leaves out what is carried under the wings.
pub(crate) fn speed(rules: &Rules, state: &State, i: usize, bare: bool) -> u8 {
    let (card, plane) = (rules.card(i), &state.planes[i]);
    // fast-and-easy/engine-speed
    let mut speed = card.speed as i8 - rules.tables.engines.speed_lost(card.engines, plane.engines_hit) as i8;
    if card.is_bomber() {
        return speed.max(0) as u8;
    }
    if !bare {
        // fast-and-easy/fighter-bomber, fast-and-easy/opt-drop-tanks
        if plane.flags.has(Flags::BOMBS) {
            speed += rules.tables.load.speed;
        }
        if plane.flags.has(Flags::TANKS) {
            speed += rules.tables.drop_tanks.speed;
        }
    }
    if glides(rules, state, i) {
        speed += rules.tables.jet_fuel.glide;
    }
    // fast-and-easy/speed-range: a plane cannot hover.
    speed.max(1) as u8
}

/// What plane `i` can do in this move; `jettison` drops what it carries first.
#[inline]
pub(crate) fn performance(rules: &Rules, state: &State, i: usize, jettison: bool) -> Performance {
    let (info, plane) = (&rules.planes[i], &state.planes[i]);
    let flags = if jettison { Flags::default() } else { plane.flags };
    let carries = flags.has(Flags(Flags::BOMBS.0 | Flags::TANKS.0));
    // Most planes are as they were printed.
    let as_printed = info.role != Role::Bomber
        && plane.engines_hit == 0
        && !carries
        && !rules.options.jet_fuel
        && !cruises(rules, state, i);
    if as_printed { info.printed } else { altered(rules, state, i, jettison) }
}

/// What a plane can do that is not as it was printed.
fn altered(rules: &Rules, state: &State, i: usize, jettison: bool) -> Performance {
    let flags = if jettison { Flags::default() } else { state.planes[i].flags };
    let speed = speed(rules, state, i, jettison);
    if rules.planes[i].role == Role::Bomber {
        let mut now = Performance::new(rules.card(i).turn);
        bomber_totals(rules, state, i, speed, &mut now);
        return now;
    }
    let cruise = cruises(rules, state, i).then(|| cruise_speed(rules, state, i)).flatten();
    let condition = Condition { speed, flags, gliding: glides(rules, state, i), cruise };
    fighter(rules.card(i), &rules.tables, &condition)
}

/// What a fighter's performance depends on besides its card.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Condition {
    /// SPEED as it stands.
    pub(crate) speed: u8,
    /// What it carries.
    pub(crate) flags: Flags,
    /// Whether it flies without fuel.
    pub(crate) gliding: bool,
    /// SPEED of the bombers with which it may fly.
    pub(crate) cruise: Option<u8>,
}

/// What a fighter can do in this condition.
pub(crate) fn fighter(card: &Aircraft, tables: &Tables, condition: &Condition) -> Performance {
    let Condition { speed, flags, gliding, cruise } = *condition;
    let mut now = Performance::new(card.turn);
    let moves = &tables.movement;
    // fast-and-easy/speed-range
    for slack in 0..=moves.slack {
        now.allow(speed.saturating_sub(slack).max(1));
    }
    // fast-and-easy/jet-speed; gliders lose it (fast-and-easy/opt-jet-fuel).
    if card.class == Class::Jet && !gliding {
        for slack in 0..=moves.jet_slack {
            now.allow(speed.saturating_sub(slack).max(1));
        }
    }
    if let Some(bombers) = cruise {
        for slack in 0..=moves.slack {
            now.allow(bombers.saturating_sub(slack).max(1));
        }
    }
    if flags.has(Flags::BOMBS) {
        now.turn = now.turn.saturating_add_signed(tables.load.turn);
    }
    if flags.has(Flags::TANKS) {
        now.turn = now.turn.saturating_add_signed(tables.drop_tanks.turn);
    }
    now.immelmann = card.immelmann.unwrap_or(0);
    now.fails = card.immelmann_fails.unwrap_or(moves.immelmann_fails);
    now.no_immelmann = if flags.has(Flags::BOMBS) {
        Some(rule::FIGHTER_BOMBER)
    } else if flags.has(Flags::TANKS) {
        Some(rule::OPT_DROP_TANKS)
    } else if gliding {
        Some(rule::OPT_JET_FUEL)
    } else if card.immelmann.is_none() {
        Some(rule::IMMELMANN)
    } else {
        None
    };
    now
}

/// Totals of a bomber that moves by itself (`fast-and-easy/straggler`).
fn bomber_totals(rules: &Rules, state: &State, i: usize, speed: u8, now: &mut Performance) {
    if speed == 0 {
        // fast-and-easy/speed-zero: one hex straight ahead.
        now.allow(1);
        return;
    }
    for slack in 0..=rules.tables.movement.slack {
        now.allow(speed.saturating_sub(slack).max(1));
    }
    // fast-and-easy/boost
    if state.planes[i].flags.has(Flags::BOOSTED) {
        now.allow(speed + 1);
    }
}

/// Whether an escort may still fly at the bombers' speed (`fast-and-easy/escort-cruise`).
pub(crate) fn cruises(rules: &Rules, state: &State, i: usize) -> bool {
    !state.combat && !rules.bombers.is_empty() && rules.planes[i].role == Role::Escort
}

/// SPEED of the formation in which the nearest bomber flies, or of that bomber if it is single
/// (`fast-and-easy/escort-cruise`).
fn cruise_speed(rules: &Rules, state: &State, i: usize) -> Option<u8> {
    let here = state.planes[i].hex;
    let (mut nearest, mut least) = (None, i16::MAX);
    for b in rules.bombers.iter() {
        let away = state.planes[b].hex.distance(here);
        if away < least && state.on_map(b) {
            (nearest, least) = (Some(b), away);
        }
    }
    let nearest = nearest?;
    Some(match rules.planes[nearest].formation {
        Some(f) if state.in_formation(rules, nearest) => formation_speed(rules, state, f as usize),
        _ => speed(rules, state, nearest, false),
    })
}

/// The formation's SPEED S: the highest among its bombers in formation, or among all of them if none is
/// (`fast-and-easy/formation-rate`).
///
/// For a formation that holds.
pub(crate) fn formation_speed(rules: &Rules, state: &State, f: usize) -> u8 {
    let (mut in_formation, mut any) = (None, 0);
    for b in rules.formations[f].members.iter().filter(|b| state.on_map(*b)) {
        let now = speed(rules, state, b, false);
        any = any.max(now);
        if in_formation < Some(now) && state.in_slot(rules, f, b) {
            in_formation = Some(now);
        }
    }
    in_formation.unwrap_or(any)
}
