//! Section 9: combat, with the optional rules Deflection, Limited Ammo and Tailing.

use crate::cards::{Card, MOST_WEAPONS};
use crate::command::Shot;
use crate::data::{RangeRow, Rules};
use crate::field::Arc;
use crate::losses::{end_if_decided, lose};
use crate::movement::{begin, no_pivot_pending};
use crate::rule;
use crate::sequence::{finish_part, in_phase};
use crate::state::{Fate, Phase, Plane, State};
use arrayvec::ArrayVec;
use sky::open::UNIT;
use table::{Ask, Calculation, Dice, Event, EventKind, Listener, Need, PieceId, Refusal, Refusals, Side};

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
pub fn moment(
    rules: &Rules,
    state: &State,
    side: Side,
    aircraft: PieceId,
) -> Result<(usize, Moment), Refusals> {
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
pub fn range<'r>(rules: &'r Rules, from: &Plane, target: &Plane) -> Option<&'r RangeRow> {
    rules.tables.range.iter().find(|row| rules.field.within(from.spot, target.spot, row.units))
}

/// The number to hit; 7 where no attack is possible ([`rule::RANGE`], [`rule::OPT_DEFLECTION`]).
#[inline]
pub fn to_hit(rules: &Rules, row: &RangeRow, from: &Plane, target: &Plane) -> u8 {
    if rules.options.deflection {
        row.deflected(rules.field.arcs(target.spot, target.heading, from.spot))
    } else {
        row.to_hit
    }
}

/// Whether an aircraft that is about to move tails an enemy ([`rule::OPT_TAILING`]).
#[inline]
pub fn tails(rules: &Rules, hunter: &Plane, enemy: &Plane) -> bool {
    enemy.flying()
        && enemy.side != hunter.side
        && enemy.level == hunter.level
        && rules.field.within(hunter.spot, enemy.spot, rules.tables.tailing.units)
        && rules.field.arcs(hunter.spot, hunter.heading, enemy.spot).has(Arc::Ff)
        && rules.field.arcs(enemy.spot, enemy.heading, hunter.spot).has(Arc::Rf)
}

/// The weapons that have ammunition, as bits ([`rule::OPT_LIMITED_AMMO`]).
#[inline]
pub fn loaded(rules: &Rules, plane: &Plane) -> u16 {
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
pub fn chance(rules: &Rules, from: &Plane, target: &Plane) -> Option<(u16, u8)> {
    if !target.flying() || target.side == from.side || target.level != from.level {
        return None;
    }
    let row = range(rules, from, target)?;
    let arcs = rules.field.arcs(from.spot, from.heading, target.spot);
    let weapons = rules.card(from.card).bearing(arcs) & loaded(rules, from);
    let number = to_hit(rules, row, from, target);
    (weapons != 0 && number <= 6).then_some((weapons, number))
}

/// Judges Attack in the order attack-timing or opt-tailing, declare-targets, opt-limited-ammo, same-altitude, range,
/// firing-arcs, opt-deflection.
pub fn judge(
    rules: &Rules,
    state: &State,
    side: Side,
    aircraft: PieceId,
    at: &[Shot],
) -> Result<(usize, Moment, Volley), Refusals> {
    let (n, moment) = moment(rules, state, side, aircraft)?;
    let plane = &state.planes[n];
    let card = rules.card(plane.card);
    let mut no = Refusals::none();
    if moment == Moment::Before {
        judge_tailing(rules, state, n, at, &mut no);
    }
    let volley = judge_declaration(state, side, card, at, &mut no);
    if !no.is_empty() {
        return Err(no);
    }
    let mut aimed = Volley::new();
    // Collected by rule, so that the reasons of several shots keep the order of the rules.
    let mut late: [Refusals; 5] = Default::default();
    for shot in volley {
        let (to_hit, reasons) = judge_shot(rules, plane, &state.planes[usize::from(shot.target)], &shot);
        for (rule, reason) in late.iter_mut().zip(reasons) {
            reason.into_iter().for_each(|reason| rule.add(reason));
        }
        aimed.push(Aimed { to_hit, ..shot });
    }
    late.iter().flat_map(Refusals::iter).for_each(|reason| no.add(*reason));
    no.verdict().map(|()| (n, moment, aimed))
}

/// Judges one shot: the number to hit, and what speaks against it by opt-limited-ammo, same-altitude, range, firing-arcs,
/// opt-deflection.
pub fn judge_shot(rules: &Rules, plane: &Plane, target: &Plane, shot: &Aimed) -> (u8, [Option<Refusal>; 5]) {
    let id = i32::from(shot.target) + 1;
    let card = rules.card(plane.card);
    let empty = shot.weapons & !loaded(rules, plane);
    let by_ammo = (empty != 0).then(|| {
        let says = "weapon {0} has no ammunition left";
        Refusal::with(rule::OPT_LIMITED_AMMO, says, [empty.trailing_zeros() as i32, 0, 0])
    });
    let by_level = (target.level != plane.level).then(|| {
        let says = "target {0} is at level {1}, the attacker at {2}";
        Refusal::with(rule::SAME_ALTITUDE, says, [id, target.level.into(), plane.level.into()])
    });
    let row = range(rules, plane, target);
    let by_range = row.is_none().then(|| {
        let (says, unit) = if rules.field.is_hexes() {
            ("target {0} is {1} SU away, and fire reaches {2}", UNIT)
        } else {
            ("target {0} is {1} thousandths of an SU away, and fire reaches {2} SU", 1)
        };
        let reach = rules.tables.range.iter().map(|row| row.units).max().unwrap_or(0);
        let off = rules.field.milli(plane.spot, target.spot) / unit;
        Refusal::with(rule::RANGE, says, [id, off, reach])
    });
    let blind = shot.weapons & !card.bearing(rules.field.arcs(plane.spot, plane.heading, target.spot));
    let by_arc = (blind != 0).then(|| {
        let weapon = blind.trailing_zeros();
        let says = outside(card.weapons[weapon as usize].arc);
        Refusal::with(rule::FIRING_ARCS, says, [id, weapon as i32, 0])
    });
    let to_hit = row.map_or(7, |row| to_hit(rules, row, plane, target));
    let by_aspect = (row.is_some() && to_hit > 6).then(|| {
        let reach = rules.tables.range.iter().filter(|row| row.abeam <= 6).map(|row| row.units).max();
        let says = "target {0} is too far for a beam shot, which reaches {1} SU";
        Refusal::with(rule::OPT_DEFLECTION, says, [id, reach.unwrap_or(0), 0])
    });
    (to_hit, [by_ammo, by_level, by_range, by_arc, by_aspect])
}

/// What is said of a target outside an arc: the arc and where it lies ([`rule::FIRING_ARCS`]).
const fn outside(arc: Arc) -> &'static str {
    match arc {
        Arc::Ff => "target {0} is not in arc FF of weapon {1}, within 30 degrees of the nose",
        Arc::Rf => "target {0} is not in arc RF of weapon {1}, within 30 degrees of the tail",
        Arc::Bl => "target {0} is not in arc BL of weapon {1}, 30 to 150 degrees to the left",
        Arc::Br => "target {0} is not in arc BR of weapon {1}, 30 to 150 degrees to the right",
        Arc::Ft => "target {0} is not in arc FT of weapon {1}, before the mid-line",
        Arc::Rt => "target {0} is not in arc RT of weapon {1}, behind the mid-line",
        Arc::Tt => "target {0} is not in arc TT of weapon {1}",
    }
}

/// What an attack before moving needs ([`rule::OPT_TAILING`]).
fn judge_tailing(rules: &Rules, state: &State, n: usize, at: &[Shot], no: &mut Refusals) {
    let plane = &state.planes[n];
    let fixed = rules.card(plane.card).fixed();
    let tailed = |shot: &Shot| {
        let target = usize::from(shot.target).wrapping_sub(1);
        state.planes.get(target).is_some_and(|enemy| tails(rules, plane, enemy))
    };
    let any = state.planes.iter().any(|enemy| tails(rules, plane, enemy));
    no.unless(any, || {
        let says = "nobody is tailed: at the same level, within {0} SU, in the aircraft's FF arc and it in his RF arc";
        Refusal::with(rule::OPT_TAILING, says, [rules.tables.tailing.units, 0, 0])
    });
    no.unless(!any || at.iter().any(|s| tailed(s) && !s.weapons.is_empty()), || {
        Refusal::new(rule::OPT_TAILING, "at least one weapon must fire at a tailed enemy")
    });
    let strays = at.iter().any(|s| !tailed(s) && s.weapons.iter().any(|w| *w < 16 && fixed >> w & 1 == 1));
    no.unless(!any || !strays, || Refusal::new(rule::OPT_TAILING, "FF weapons must fire at a tailed enemy"));
}

/// Every target and its weapons ([`rule::DECLARE_TARGETS`]).
fn judge_declaration(state: &State, side: Side, card: &Card, at: &[Shot], no: &mut Refusals) -> Volley {
    let by = rule::DECLARE_TARGETS;
    let mut volley = Volley::new();
    let mut used = 0u16;
    no.unless(!at.is_empty(), || Refusal::new(by, "an attack names a target and weapons"));
    for (n, shot) in at.iter().enumerate() {
        let id = [shot.target.into(), 0, 0];
        let target = usize::from(shot.target).wrapping_sub(1);
        let enemy = state.planes.get(target).is_some_and(|t| t.side != side && t.flying());
        no.unless(enemy, || Refusal::with(by, "{0} is not an enemy aircraft on the board", id));
        no.unless(at[..n].iter().all(|s| s.target != shot.target), || {
            Refusal::with(by, "target {0} is named twice", id)
        });
        no.unless(!shot.weapons.is_empty(), || Refusal::with(by, "no weapon fires at target {0}", id));
        let mut bits = 0u16;
        for weapon in &shot.weapons {
            if usize::from(*weapon) >= card.weapons.len() {
                no.add(Refusal::with(by, "the aircraft has no weapon {0}", [(*weapon).into(), 0, 0]));
                continue;
            }
            no.unless(used >> weapon & 1 == 0, || {
                Refusal::with(by, "weapon {0} is declared twice", [(*weapon).into(), 0, 0])
            });
            used |= 1 << weapon;
            bits |= 1 << weapon;
        }
        let split = volley.iter().any(|s: &Aimed| s.weapons & card.fixed() != 0) && bits & card.fixed() != 0;
        no.unless(!split, || Refusal::new(by, "all FF weapons must fire at the same target"));
        volley.push(Aimed { target: target as u16, weapons: bits, to_hit: 7 });
    }
    volley
}

/// Judges NoAttack.
pub fn judge_no_attack(
    rules: &Rules,
    state: &State,
    side: Side,
    aircraft: PieceId,
) -> Result<usize, Refusals> {
    match moment(rules, state, side, aircraft)? {
        (n, Moment::After) => Ok(n),
        (_, Moment::Before) => {
            let says = "aircraft {0} has not moved";
            Err(Refusal::with(rule::ATTACK_TIMING, says, [aircraft.0.into(), 0, 0]).into())
        }
    }
}

/// Carries out an attack: target by target all dice to hit, then all dice for damage, then the damage.
pub fn attack(
    rules: &Rules,
    state: &mut State,
    n: usize,
    moment: Moment,
    volley: &Volley,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    begin(rules, state, n);
    let plane = &mut state.planes[n];
    plane.attacked = true;
    plane.early = moment == Moment::Before;
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
        let def = rules.card(state.planes[target].card).def;
        let scored = resolve(card, shot, def, dice, |faces, damage, scored| {
            events.tell(|| tell_fire(rules, state, n, shot, faces, damage, scored));
        })?;
        mark(rules, state, n, target, scored, events);
        if end_if_decided(state, events) {
            return Ok(());
        }
    }
    if moment == Moment::Before { Ok(()) } else { finish_part(rules, state, n, dice, events) }
}

/// The dice of one shot, and the points that they score ([`rule::TO_HIT`], [`rule::DAMAGE`]).
#[inline]
pub fn resolve<D: Dice + ?Sized>(
    card: &Card,
    shot: &Aimed,
    def: u8,
    dice: &mut D,
    report: impl FnOnce(&[u8], &[u8], i32),
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
    report(hits, damage, scored);
    Ok(scored)
}

/// The number to hit, line by line.
pub fn calculation(rules: &Rules, from: &Plane, target: &Plane) -> Calculation {
    let mut of = Calculation::of("to hit");
    if let Some(row) = range(rules, from, target) {
        of.add(&format!("{} range", row.name), row.to_hit.into(), rule::RANGE);
        let change = i32::from(to_hit(rules, row, from, target)) - i32::from(row.to_hit);
        of.add("aspect of the target", change, rule::OPT_DEFLECTION);
    }
    of
}

fn tell_fire(
    rules: &Rules,
    state: &State,
    n: usize,
    shot: &Aimed,
    faces: &[u8],
    damage: &[u8],
    scored: i32,
) -> Event {
    let (from, target) = (&state.planes[n], &state.planes[usize::from(shot.target)]);
    let (a, b) = (rules.card(from.card), rules.card(target.card));
    let hits = faces.iter().filter(|f| **f >= shot.to_hit).count();
    let text = format!(
        "{} {} fires {} weapons at {} {}, {}+ to hit: {hits} hits, {scored} damage at {}+",
        a.name(),
        n + 1,
        faces.len(),
        b.name(),
        shot.target + 1,
        shot.to_hit,
        b.def
    );
    Event::new(EventKind::Fire, rule::TO_HIT, text)
        .and_rule(rule::FIRING_ARCS)
        .and_rule(rule::SAME_ALTITUDE)
        .and_rule(rule::DEFENSIVE_RATING)
        .by(State::id(n))
        .at(State::id(usize::from(shot.target)))
        .rolled(6, faces, "to hit")
        .rolled(6, damage, "damage")
        .because(calculation(rules, from, target))
}

/// Marks damage boxes; extra points are lost ([`rule::DAMAGE_BOXES`]).
fn mark(rules: &Rules, state: &mut State, by: usize, target: usize, points: i32, events: &mut impl Listener) {
    let hit = &mut state.planes[target];
    let boxes = rules.card(hit.card).boxes;
    hit.damage = boxes.min(hit.damage.saturating_add(points as u8));
    if points > 0 {
        events.tell(|| {
            let name = rules.card(hit.card).name();
            let text = format!("{name} {}: {} of {boxes} boxes marked", target + 1, hit.damage);
            Event::new(EventKind::Damage, rule::DAMAGE, text)
                .and_rule(rule::DAMAGE_BOXES)
                .by(State::id(by))
                .at(State::id(target))
        });
    }
    if hit.damage >= boxes {
        lose(rules, state, target, Fate::ShotDown, rule::SHOT_DOWN, events);
    }
}

/// NoAttack.
pub fn hold_fire(
    rules: &Rules,
    state: &mut State,
    n: usize,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    events.tell(|| {
        let name = rules.card(state.planes[n].card).name();
        Event::new(EventKind::Decision, rule::ATTACK_TIMING, format!("{name} {} holds its fire", n + 1))
            .by(State::id(n))
    });
    finish_part(rules, state, n, dice, events)
}
