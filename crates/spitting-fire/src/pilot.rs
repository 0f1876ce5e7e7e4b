//! A simple pilot: commands worth considering, and what it thinks of them. No rule depends on anything here.

mod opening;
mod strength;

use crate::card::Card;
use crate::combat::{chance, tails};
use crate::command::{Command, Marker, Shot};
use crate::field::{Arc, Hand, Spot, turned};
use crate::movement::{Limits, cost, counters, turn_angle};
use crate::odds::{expected_milli, odds};
use crate::plans::{COARSE, Reached, Way, plans, reach, way};
use crate::plotting::unplotted;
use crate::rules::Rules;
use crate::sample::sample;
use crate::state::{Bank, Pending, Phase, Plane, State};
use crate::{Look, SpittingFire, forces};
use arrayvec::ArrayVec;
use sky::open::UNIT;
use table::view::Plans;
use table::{Chooser, Heed, Odds, OddsOf, PieceId, Pilot, Referee, Refusals, Side, best_first};

/// Ends of a movement that are looked at more closely.
const BEST_ENDS: usize = 6;
/// So much less a marker may suit an aircraft than the best one, to be plotted now and then.
const NEARLY_AS_GOOD: i64 = 600;
/// What losing an aircraft over the edge, to the ground or in a stall is thought of, in thousandths of a VP.
const RUIN: i64 = -1_000_000;

impl Pilot for SpittingFire {
    type Memory = ();

    #[inline]
    fn sample(look: Look<'_>, chooser: &mut impl Chooser) -> Command {
        sample(look, chooser)
    }

    fn plans(rules: &Rules, state: &State, aircraft: PieceId) -> Plans<Command> {
        plans(rules, state, aircraft)
    }

    // A draft is one step; the plans of its aircraft are asked for.
    fn draft_plans(_: &Rules, _: &State, _: &Command) -> Plans<Command> {
        Plans::none()
    }

    fn odds(rules: &Rules, state: &State, of: OddsOf<'_>) -> Result<Odds, Refusals> {
        odds(rules, state, of)
    }

    fn drawn(look: Look<'_>, chooser: &mut impl Chooser) -> Option<Command> {
        opening::drawn(look, chooser)
    }

    /// A marker lies face down until its group is activated.
    fn guarded(look: Look<'_>) -> Option<i64> {
        let Look { state, side, .. } = look;
        let group = (state.phase == Phase::Plotting).then(|| unplotted(state, side)).flatten()?;
        let flying = state.planes[state.groups[group].members()].iter().filter(|p| p.flying()).count();
        Some(NEARLY_AS_GOOD * flying as i64)
    }

    fn candidates(look: Look<'_>) -> Vec<Command> {
        candidates(look, Heed::ALL)
    }

    /// In thousandths of a VP where that makes sense.
    fn appraised_by(look: Look<'_>, command: &Command, heed: Heed) -> i64 {
        let Look { rules, state, side } = look;
        let of_group =
            |group: u16, worth: &dyn Fn(usize) -> i64| state.group_index(group).map_or(RUIN, worth);
        let of_plane = |id: PieceId, worth: &dyn Fn(usize) -> i64| state.index(id).map_or(RUIN, worth);
        match command {
            Command::Force(list) => {
                forces::checked(rules, side, list).map_or(RUIN, |flights| strength::of_force(rules, &flights))
            }
            Command::Place(place) => opening::placement_value(look, place),
            Command::Plot { group, marker } => of_group(*group, &|g| marker_value(look, g, *marker)),
            Command::Activate { group } => of_group(*group, &|g| urgency(look, g, heed)),
            Command::Attack { aircraft, at } => of_plane(*aircraft, &|n| attack_value(look, n, at)),
            Command::Confirm | Command::NoAttack { .. } => 0,
            Command::Pass | Command::Resign | Command::OfferEnd | Command::AcceptEnd => RUIN,
            step => step.aircraft().map_or(RUIN, |id| of_plane(id, &|n| step_value(look, n, step, heed))),
        }
    }

    fn ranked_until(look: Look<'_>, most: usize, heed: Heed, stop: &dyn Fn() -> bool) -> Vec<(i64, Command)> {
        best_first(look, candidates(look, heed), most, heed, stop)
    }

    fn quick(look: Look<'_>, chooser: &mut impl Chooser) -> Option<Command> {
        let drawn = opening::drawn(look, chooser);
        let best = || Self::ranked(look, 1).pop().map(|(_, command)| command);
        drawn.or_else(|| plain_step(look)).or_else(best)
    }
}

/// What a pilot considers who heeds so much of a danger.
fn candidates(look: Look<'_>, heed: Heed) -> Vec<Command> {
    let Look { state, side, .. } = look;
    match state.phase {
        Phase::Choosing if state.forces[side.index()].is_none() => opening::forces(look),
        Phase::Choosing => vec![Command::Confirm],
        Phase::Placement => opening::placements(look),
        Phase::Plotting => match unplotted(state, side) {
            Some(g) => Marker::ALL.map(|marker| Command::Plot { group: g as u16 + 1, marker }).to_vec(),
            None => vec![Command::Confirm],
        },
        Phase::Action => action(look, heed),
        Phase::Over => Vec::new(),
    }
}

fn enemies(state: &State, side: Side) -> impl Iterator<Item = &Plane> {
    state.planes.iter().filter(move |p| p.flying() && p.side != side)
}

/// SUs that can be flown straight ahead before the edge, at most 20. Headings between hexsides are rounded to one.
fn edge_room(rules: &Rules, spot: Spot, heading: u16) -> i16 {
    let heading = if rules.field.is_hexes() { heading / 60 * 60 } else { heading };
    (1..=20).find(|n| !rules.field.contains(rules.field.along(spot, heading, *n))).unwrap_or(21) - 1
}

/// A marker suits a group that it brings to the level of near enemies and points at them, and not at the edge.
pub(crate) fn marker_value(look: Look<'_>, g: usize, marker: Marker) -> i64 {
    let Look { rules, state, .. } = look;
    let group = &state.groups[g];
    let card = rules.card(group.card);
    let level = group.altitude + marker.change();
    if level < 1 || level > card.alt {
        return RUIN;
    }
    let mut value = 0;
    for plane in state.planes[group.members()].iter().filter(|p| p.flying()) {
        value += edge_value(card, |turns| {
            stays_by(rules, card, (plane.spot, plane.heading), marker.arrow(), turns)
        });
        let near = enemies(state, plane.side).min_by_key(|e| {
            rules.field.milli(plane.spot, e.spot) + 4000 * i32::from((e.level - level).abs())
        });
        let Some(enemy) = near else { continue };
        value -= 600 * i64::from((enemy.level - level).abs());
        let arcs = rules.field.arcs(plane.spot, plane.heading, enemy.spot);
        let far = rules.field.milli(plane.spot, enemy.spot) > i32::from(2 * card.turn) * UNIT;
        value += match marker.arrow() {
            None if arcs.has(Arc::Ff) && far => 900,
            None if arcs.has(Arc::Ff) => 300,
            Some(Hand::Left) if arcs.has(Arc::Bl) => 800,
            Some(Hand::Right) if arcs.has(Arc::Br) => 800,
            Some(_) if arcs.has(Arc::Rf) => 700,
            _ => 0,
        };
    }
    value
}

/// What the edge is thought of: nothing where the aircraft can stay on the board for three turns, its points where not even
/// for one.
fn edge_value(card: &Card, stays: impl Fn(u8) -> bool) -> i64 {
    let doomed = [1, 2, 3].into_iter().filter(|turns| !stays(*turns)).count();
    -1000 * i64::from(card.points) * doomed as i64 / 3
}

/// Whether an aircraft here can stay on the board for so many turns by the plainest moves.
fn stays(rules: &Rules, card: &Card, at: (Spot, u16), turns: u8) -> bool {
    let arrows = [None, Some(Hand::Left), Some(Hand::Right)];
    turns == 0 || arrows.into_iter().any(|arrow| stays_by(rules, card, at, arrow, turns))
}

/// The same, the first of them under this arrow: MIN straight ahead, or TR, a turn of 60 degrees and the rest of MIN.
fn stays_by(
    rules: &Rules,
    card: &Card,
    (spot, heading): (Spot, u16),
    arrow: Option<Hand>,
    turns: u8,
) -> bool {
    let (spot, heading, rest) = match arrow {
        None => (spot, heading, card.min),
        Some(side) => {
            let corner = rules.field.along(spot, heading, card.turn);
            (corner, turned(heading, side, 60), (card.min - card.turn).max(0))
        }
    };
    let end = rules.field.along(spot, heading, rest);
    rules.field.contains(spot) && rules.field.contains(end) && stays(rules, card, (end, heading), turns - 1)
}

/// Groups with something to shoot at move first, then those that are in somebody's sights.
fn urgency(look: Look<'_>, g: usize, heed: Heed) -> i64 {
    let Look { rules, state, .. } = look;
    let mut value = 0;
    for plane in state.planes[state.groups[g].members()].iter().filter(|p| p.flying()) {
        for enemy in enemies(state, plane.side) {
            if (enemy.level - plane.level).abs() > 1 {
                continue;
            }
            let distance = i64::from(rules.field.milli(plane.spot, enemy.spot));
            let near = (14_000 - distance).max(0) / 100;
            if rules.field.arcs(plane.spot, plane.heading, enemy.spot).has(Arc::Ff) {
                value += 2 * near;
            }
            if rules.field.arcs(enemy.spot, enemy.heading, plane.spot).has(Arc::Ff) {
                value += heed.of(near);
            }
        }
    }
    value
}

fn action(look: Look<'_>, heed: Heed) -> Vec<Command> {
    let Look { rules, state, side } = look;
    let Some(g) = state.active else {
        let ready = |g: &usize| {
            let group = &state.groups[*g];
            group.side == side && !group.activated && state.in_play(*g)
        };
        return (0..state.groups.len())
            .filter(ready)
            .map(|g| Command::Activate { group: g as u16 + 1 })
            .collect();
    };
    if let Some(n) = state.mover.plane.map(usize::from) {
        if state.mover.counters.ended {
            let mut all = attacks(look, n);
            all.push(Command::NoAttack { aircraft: PieceId::of(n) });
            return all;
        }
        return moves(look, n, heed);
    }
    let members = state.groups[usize::from(g)].members();
    let mut all = Vec::new();
    for n in members.filter(|n| state.planes[*n].flying() && !state.planes[*n].acted) {
        if rules.options.tailing {
            all.extend(early_attacks(look, n));
        }
        all.extend(moves(look, n, heed));
    }
    all
}

/// The next steps towards the best ends, the manoeuvres that need dice, and whatever is legal where nothing else is.
fn moves(look: Look<'_>, n: usize, heed: Heed) -> Vec<Command> {
    let Look { rules, state, .. } = look;
    let aircraft = PieceId::of(n);
    let start = way(rules, state, n);
    let limits = Limits::of(rules, state, n);
    let mut ends: Vec<(i64, Reached)> = reach(rules, state, n, &start, COARSE)
        .0
        .into_iter()
        .map(|end| (end_value(look, n, (end.spot, end.heading), heed), end))
        .collect();
    ends.sort_by_key(|(value, _)| -value);
    let mut found: Vec<Command> = Vec::new();
    for (_, end) in ends.into_iter().take(BEST_ENDS) {
        let command = end.command(aircraft);
        if !found.contains(&command) {
            found.push(command);
        }
    }
    let c = start.counters;
    if c.pending.is_none() {
        for side in Hand::BOTH {
            if limits.may_tight_turn(&c, start.bank, side) {
                found.push(Command::TightTurn { aircraft, side });
            }
        }
        if limits.may_half_loop(&c) {
            found.push(Command::HalfLoop { aircraft });
        }
    }
    if found.is_empty() {
        found.extend(forced(look, n, &start, &limits));
    }
    found
}

/// The next step of the aircraft that is moving, or of the first that is to move, towards its best certain end. Manoeuvres that need dice
/// are left out: their many outcomes would cost more than all the rest.
fn plain_step(look: Look<'_>) -> Option<Command> {
    let Look { rules, state, .. } = look;
    let g = state.active?;
    let n = match state.mover.plane {
        Some(n) if !state.mover.counters.ended => usize::from(n),
        Some(_) => return None,
        None => state.groups[usize::from(g)]
            .members()
            .find(|n| state.planes[*n].flying() && !state.planes[*n].acted)?,
    };
    let (ends, _) = reach(rules, state, n, &way(rules, state, n), COARSE);
    let best = ends.iter().rev().max_by_key(|end| end_value(look, n, (end.spot, end.heading), Heed::ALL))?;
    Some(best.command(PieceId::of(n)))
}

/// What is left when no end is certain: on, towards a turn, or off the board.
fn forced(look: Look<'_>, n: usize, start: &Way, limits: &Limits) -> Vec<Command> {
    let aircraft = PieceId::of(n);
    let c = start.counters;
    let step = look.rules.field.pivot_step();
    let mut all = vec![Command::EndMove { aircraft }];
    all.extend((1..=limits.most_forward(&c, start.bank)).map(|n| Command::Forward { aircraft, n }));
    for to in Hand::BOTH {
        all.push(Command::Turn { aircraft, side: to, angle: Some(60) });
        all.push(Command::Pivot { aircraft, side: to, angle: 2 * step.max(30) });
    }
    all.retain(|command| SpittingFire::judge(look, command).is_ok());
    all
}

/// What a step of a movement leads to at best; the average over the dice where it needs some.
fn step_value(look: Look<'_>, n: usize, command: &Command, heed: Heed) -> i64 {
    let Look { rules, state, .. } = look;
    let start = way(rules, state, n);
    let limits = Limits::of(rules, state, n);
    match command {
        Command::TightTurn { side, .. } => {
            let pending = Pending::TightTurn(*side);
            let extra = |die: i16| if die < limits.tr { die } else { 0 };
            (1..=6).map(|die| manoeuvre_value(look, n, (&start, pending, extra(die)), heed)).sum::<i64>() / 6
        }
        Command::HalfLoop { .. } => {
            let low = |die: i16| if die < limits.tr { die } else { 0 };
            let mut times = [0i64; 13];
            for (a, b) in (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))) {
                times[(low(a) + low(b)) as usize] += 1;
            }
            let values = times.iter().enumerate().filter(|(_, t)| **t > 0).map(|(extra, t)| {
                t * manoeuvre_value(look, n, (&start, Pending::HalfLoop, extra as i16), heed)
            });
            values.sum::<i64>() / 36
        }
        Command::EndMove { .. } => end_value(look, n, (rules.field.end(&start.leg), start.leg.heading), heed),
        _ => {
            let Some(next) = after(look, n, &start, command) else { return RUIN };
            best(look, n, &next, heed)
        }
    }
}

/// The movement after a step without dice; nothing if it leaves the board.
fn after(look: Look<'_>, n: usize, start: &Way, command: &Command) -> Option<Way> {
    let Look { rules, state, .. } = look;
    let next = match command {
        Command::Forward { n: by, .. } => start.ahead(rules, state, n, *by),
        Command::Turn { side, angle, .. } => {
            start.pivoted(rules, (*side, turn_angle(rules, *angle)), (*side).into(), 0)
        }
        Command::Pivot { side, angle, .. } => {
            let pending = start.counters.pending?;
            let bank = if pending == Pending::HalfLoop { Bank::Level } else { (*side).into() };
            let paid = cost(Limits::of(rules, state, n).tr, pending);
            start.pivoted(rules, (*side, *angle), bank, paid)
        }
        Command::Decline { .. } => start.declined(),
        _ => start.clone(),
    };
    rules.field.contains(rules.field.end(&next.leg)).then_some(next)
}

fn manoeuvre_value(
    look: Look<'_>,
    n: usize,
    (start, pending, extra): (&Way, Pending, i16),
    heed: Heed,
) -> i64 {
    let Look { rules, state, .. } = look;
    let mut next = start.ahead(rules, state, n, extra);
    next.counters.tried = true;
    let spot = rules.field.end(&next.leg);
    if !rules.field.contains(spot) {
        return RUIN;
    }
    if next.counters.left() < cost(Limits::of(rules, state, n).tr, pending) {
        return end_value(look, n, (spot, next.leg.heading), heed);
    }
    next.counters.pending = Some(pending);
    best(look, n, &next, heed)
}

fn best(look: Look<'_>, n: usize, from: &Way, heed: Heed) -> i64 {
    let Look { rules, state, .. } = look;
    let (ends, _) = reach(rules, state, n, from, COARSE);
    let values = ends.iter().map(|end| end_value(look, n, (end.spot, end.heading), heed));
    // With no certain end the aircraft may still get round by a manoeuvre, so this is bad rather than ruin.
    values.max().unwrap_or(
        RUIN / 4 + 1000 * i64::from(edge_room(rules, rules.field.end(&from.leg), from.leg.heading)),
    )
}

/// What standing here at the end of the movement is worth.
fn end_value(look: Look<'_>, n: usize, (spot, heading): (Spot, u16), heed: Heed) -> i64 {
    let Look { rules, state, .. } = look;
    let level = state.groups[usize::from(state.planes[n].group)].altitude;
    standing(rules, state, &Plane { spot, heading, level, ..state.planes[n].clone() }, heed)
}

/// What it is worth to stand so: the best shot, less what enemies can do now, with an eye on the edge and on the nearest enemy's
/// tail.
pub(crate) fn standing(rules: &Rules, state: &State, me: &Plane, heed: Heed) -> i64 {
    let Plane { spot, heading, level, .. } = *me;
    let card = rules.card(me.card);
    let mut shot = 0;
    let mut danger = 0;
    let mut near = i64::MAX;
    for enemy in enemies(state, me.side) {
        if enemy.level == level {
            shot = shot.max(worth(rules, me, enemy));
            danger += worth(rules, enemy, me);
        }
        let distance = i64::from(rules.field.milli(spot, enemy.spot));
        let ahead = rules.field.arcs(spot, heading, enemy.spot).has(Arc::Ff);
        let behind_it = rules.field.arcs(enemy.spot, enemy.heading, spot).has(Arc::Rf);
        let aspect = if ahead { 0 } else { 4000 } - if behind_it { 3000 } else { 0 };
        let off = (distance - 3000).abs() + aspect + 2500 * i64::from((enemy.level - level).abs());
        near = near.min(off);
    }
    if me.attacked {
        shot = 0;
    }
    let edge = edge_value(card, |turns| stays(rules, card, (spot, heading), turns));
    shot * 2 - heed.of(danger) - near.min(40_000) / 10 + edge
}

/// What one aircraft's fire on another is worth on average, in thousandths of a VP.
fn worth(rules: &Rules, from: &Plane, to: &Plane) -> i64 {
    let target = rules.card(to.card);
    let left = i64::from(target.boxes - to.damage).max(1);
    // Finishing a damaged aircraft is worth more a point than scratching a whole one.
    expected_milli(rules, from, to) * i64::from(target.points) / left
}

/// Everything that bears at each target, and each weapon at its best target.
fn attacks(look: Look<'_>, n: usize) -> Vec<Command> {
    let Look { rules, state, .. } = look;
    let plane = &state.planes[n];
    let aircraft = PieceId::of(n);
    let fixed = rules.card(plane.card).fixed();
    let mut targets: Vec<(i64, u16, u16)> = Vec::new();
    for (m, target) in state.planes.iter().enumerate() {
        if let Some((weapons, _)) = chance(rules, plane, target) {
            targets.push((worth(rules, plane, target), m as u16 + 1, weapons));
        }
    }
    targets.sort_unstable_by_key(|t| (-t.0, t.1));
    targets.truncate(16);
    let one = |t: &(i64, u16, u16)| {
        let at: ArrayVec<Shot, 16> = ArrayVec::from_iter([Shot::with(t.1, t.2)]);
        Command::Attack { aircraft, at }
    };
    let mut all: Vec<Command> = targets.iter().map(one).collect();
    let mut used = 0u16;
    let mut at: ArrayVec<Shot, 16> = ArrayVec::new();
    for (_, target, weapons) in &targets {
        let taken = used & fixed != 0;
        let free = weapons & !used & if taken { !fixed } else { u16::MAX };
        if free != 0 {
            used |= free;
            at.push(Shot::with(*target, free));
        }
    }
    if at.len() > 1 {
        all.push(Command::Attack { aircraft, at });
    }
    all
}

fn early_attacks(look: Look<'_>, n: usize) -> Vec<Command> {
    let Look { rules, state, .. } = look;
    let plane = &state.planes[n];
    let tailed = |command: &Command| match command {
        Command::Attack { at, .. } => {
            at.len() == 1 && tails(rules, plane, &state.planes[PieceId(at[0].target).index()])
        }
        _ => false,
    };
    attacks(look, n).into_iter().filter(tailed).collect()
}

fn attack_value(look: Look<'_>, n: usize, at: &[Shot]) -> i64 {
    let Look { rules, state, .. } = look;
    let plane = &state.planes[n];
    let card = rules.card(plane.card);
    let mut value = 0;
    for shot in at {
        let Some(target) = state.planes.get(PieceId(shot.target).index()) else { return RUIN };
        let dice = |bits: u16| -> i64 {
            let all = card.weapons.iter().enumerate().filter(|(w, _)| bits >> w & 1 == 1);
            all.map(|(_, w)| i64::from(w.damage)).sum()
        };
        let Some((bearing, _)) = chance(rules, plane, target) else { return RUIN };
        let fired =
            shot.weapons.iter().fold(0u16, |bits, w| bits | 1u16.checked_shl((*w).into()).unwrap_or(0));
        value += worth(rules, plane, target) * dice(fired & bearing) / dice(bearing).max(1);
    }
    // With limited ammunition a faint chance is not worth a burst. Before moving, waiting may find a better one.
    let burst = if rules.options.limited_ammo { 1500 } else { 0 };
    let waiting = counters(rules, state, n).ended;
    2 * value - burst + if waiting { 0 } else { 3000 }
}
