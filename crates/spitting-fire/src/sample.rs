//! One random legal command, drawn by walking the steps that the menu would offer. Only choosing a
//! force, and squeezing a group onto a crowded board, need the heap.

use crate::combat::{chance, tails};
use crate::command::{Command, ForceList, Marker, Place, Shot, Stand};
use crate::field::{Field, Hand, Spot};
use crate::forces::MOST_IN_GROUP;
use crate::movement::{Limits, bank, counters, must_fly_on, pivot_limit};
use crate::placement::{altitudes, fits, in_south, judge, squeezed};
use crate::plotting::unplotted;
use crate::rules::Rules;
use crate::state::Phase;
use crate::{Look, forces};
use arrayvec::ArrayVec;
use sky::open::UNIT;
use table::{Chooser, PieceId};

/// Draws a random legal command of a side that owes one.
#[inline]
pub(crate) fn sample(look: Look<'_>, chooser: &mut impl Chooser) -> Command {
    match look.state.phase {
        Phase::Action => action(look, chooser),
        Phase::Plotting => plot(look, chooser),
        Phase::Choosing if look.state.forces[look.side.index()].is_none() => force(look, chooser),
        Phase::Placement => place(look, chooser),
        Phase::Choosing | Phase::Over => Command::Confirm,
    }
}

fn below(chooser: &mut impl Chooser, n: usize) -> usize {
    chooser.below(n.max(1) as u32) as usize
}

/// One of those that `fits`, any of them.
#[inline]
fn pick(
    chooser: &mut impl Chooser,
    n: std::ops::Range<usize>,
    fits: impl Fn(usize) -> bool,
) -> Option<usize> {
    let count = n.clone().filter(|i| fits(*i)).count();
    let chosen = if count > 1 { below(chooser, count) } else { 0 };
    n.filter(|i| fits(*i)).nth(chosen)
}

fn force(look: Look<'_>, chooser: &mut impl Chooser) -> Command {
    let Look { rules, side, .. } = look;
    let allowed: Vec<usize> =
        (0..rules.cards.len()).filter(|c| rules.may_take(side, &rules.cards[*c])).collect();
    let mut room = rules.points[side.index()];
    let mut cards: Vec<u16> = Vec::new();
    for _ in 0..40 {
        let card = *chooser.pick(&allowed);
        let count = 1 + below(chooser, 6);
        let cost = rules.cards[card].points * count as i32;
        if cost <= room && cards.len() + count <= rules.most_aircraft() {
            room -= cost;
            cards.extend((0..count).map(|_| card as u16));
        }
    }
    if cards.is_empty() {
        cards.extend(forces::still_fits(rules, side, &[]));
    }
    let aircraft = cards.iter().map(|c| rules.card(*c).entry.id.clone()).collect();
    Command::Force(ForceList { aircraft, groups: None })
}

fn place(look: Look<'_>, chooser: &mut impl Chooser) -> Command {
    let Look { rules, state, side } = look;
    let waiting = |g: usize| state.groups[g].side == side && !state.groups[g].placed;
    let Some(g) = pick(chooser, 0..state.groups.len(), waiting) else { return Command::Confirm };
    let group = &state.groups[g];
    let levels = altitudes(rules, group.card);
    let span = (levels.end() - levels.start() + 1) as usize;
    let altitude = levels.start() + below(chooser, span) as i16;
    let mut command = Place { group: g as u16 + 1, altitude, at: ArrayVec::new() };
    for _ in 0..40 {
        if let Some(at) = scattered(look, usize::from(group.count), chooser) {
            command.at = at;
            if judge(look, &command).is_ok() {
                return Command::Place(command);
            }
            break;
        }
    }
    // On a crowded board the first group that waits always finds room.
    let first = (0..state.groups.len()).find(|g| waiting(*g)).unwrap_or(g);
    let altitude = *altitudes(rules, state.groups[first].card).start();
    let empty = Place { group: first as u16 + 1, altitude, at: ArrayVec::new() };
    Command::Place(squeezed(look, empty))
}

/// Random places near each other in the set-up area, each with a random direction; none where it is too crowded.
fn scattered(
    look: Look<'_>,
    count: usize,
    chooser: &mut impl Chooser,
) -> Option<ArrayVec<Stand, MOST_IN_GROUP>> {
    let Look { rules, state, side } = look;
    let depth = i32::from(rules.tables.set_up.depth);
    let [width, height] = rules.size.map(i32::from);
    let anchor = [below(chooser, width as usize) as i32, below(chooser, depth as usize) as i32];
    let (mut at, mut taken) = (ArrayVec::new(), ArrayVec::<Spot, MOST_IN_GROUP>::new());
    for _ in 0..8 * count {
        if at.len() == count {
            break;
        }
        let x = (anchor[0] + below(chooser, 5) as i32 - 2).clamp(0, width - 1);
        let up = (anchor[1] + below(chooser, 5) as i32 - 2).clamp(0, depth - 1);
        let y = if in_south(state, side) { up } else { height - 1 - up };
        let (spot, heading) = match rules.field {
            Field::Hexes(_) => (rules.field.hex(x as i16, y as i16), 60 * below(chooser, 6) as u16),
            Field::Open(_) => {
                let inside = [x, y].map(|n| n * UNIT + below(chooser, UNIT as usize + 1) as i32);
                (Spot { x: inside[0], y: inside[1] }, below(chooser, 360) as u16)
            }
        };
        if fits(rules, state, &taken, spot) {
            taken.push(spot);
            at.push(Stand::of(&rules.field, spot, heading));
        }
    }
    (at.len() == count).then_some(at)
}

fn plot(look: Look<'_>, chooser: &mut impl Chooser) -> Command {
    let Look { rules, state, side } = look;
    let Some(g) = unplotted(state, side) else { return Command::Confirm };
    let group = &state.groups[g];
    let ceiling = rules.card(group.card).alt;
    let marker = loop {
        let marker = *chooser.pick(&Marker::ALL);
        let fatal = (marker.change() < 0 && group.altitude == 1)
            || (marker.change() > 0 && group.altitude >= ceiling);
        // Every marker is legal; those that lose the group are drawn seldom, or no game would last.
        if !fatal || below(chooser, 16) == 0 {
            break marker;
        }
    };
    Command::Plot { group: g as u16 + 1, marker }
}

#[inline]
fn action(look: Look<'_>, chooser: &mut impl Chooser) -> Command {
    let Look { rules, state, side } = look;
    let Some(g) = state.active else {
        let ready = |g: usize| state.groups[g].side == side && !state.groups[g].activated && state.in_play(g);
        let g = pick(chooser, 0..state.groups.len(), ready).unwrap_or(0);
        return Command::Activate { group: g as u16 + 1 };
    };
    let n = match state.mover.plane {
        Some(n) => usize::from(n),
        None => {
            let members = state.groups[usize::from(g)].members();
            let ready = |n: usize| state.planes[n].flying() && !state.planes[n].acted;
            let n = pick(chooser, members.clone(), ready).unwrap_or(members.start);
            if rules.options.tailing
                && below(chooser, 2) == 0
                && let Some(attack) = early_attack(look, n, chooser)
            {
                return attack;
            }
            n
        }
    };
    if state.mover.plane.is_some() && state.mover.counters.ended {
        return attack(look, n, chooser);
    }
    step(look, n, chooser)
}

/// The kinds of steps of a movement.
#[derive(Clone, Copy)]
enum Step {
    Forward,
    Turn(Hand),
    Tight(Hand),
    Loop,
    End,
}

#[inline]
fn step(look: Look<'_>, n: usize, chooser: &mut impl Chooser) -> Command {
    let Look { rules, state, .. } = look;
    let (limits, c) = (Limits::of(rules, state, n), counters(rules, state, n));
    let aircraft = PieceId::of(n);
    if let Some(pending) = c.pending {
        if rules.options.free_withdrawal && below(chooser, 4) == 0 {
            return Command::Decline { aircraft };
        }
        let (most, side) = pivot_limit(rules, pending);
        let side = side.unwrap_or_else(|| *chooser.pick(&Hand::BOTH));
        return Command::Pivot { aircraft, side, angle: angle(rules, most, chooser) };
    }
    let bank = bank(state, &limits, n);
    let most = limits.most_forward(&c, bank);
    let mut steps: ArrayVec<Step, 8> = ArrayVec::new();
    if most > 0 {
        steps.push(Step::Forward);
    }
    for side in Hand::BOTH {
        if limits.may_turn(&c, bank, side) {
            steps.push(Step::Turn(side));
            if limits.may_tight_turn(&c, bank, side) {
                steps.push(Step::Tight(side));
            }
        }
    }
    if limits.may_half_loop(&c) {
        steps.push(Step::Loop);
    }
    if !limits.owed(&c, bank) && limits.spent_enough(&c) && !must_fly_on(rules, state, n, &c) {
        steps.push(Step::End);
    }
    match steps[if steps.len() > 1 { below(chooser, steps.len()) } else { 0 }] {
        Step::Forward => Command::Forward { aircraft, n: ahead(look, n, most, chooser) },
        Step::Turn(side) => {
            let angle = (!rules.field.is_hexes()).then(|| angle(rules, rules.tables.pivot.turn, chooser));
            Command::Turn { aircraft, side, angle }
        }
        Step::Tight(side) => Command::TightTurn { aircraft, side },
        Step::Loop => Command::HalfLoop { aircraft },
        Step::End => Command::EndMove { aircraft },
    }
}

fn angle(rules: &Rules, most: u16, chooser: &mut impl Chooser) -> u16 {
    let step = rules.field.pivot_step();
    step * (1 + chooser.below(u32::from(most / step)) as u16)
}

/// How far ahead. Flying off the board is legal and drawn seldom, or no game would last.
#[inline]
fn ahead(look: Look<'_>, n: usize, most: i16, chooser: &mut impl Chooser) -> i16 {
    let Look { rules, state, .. } = look;
    let plane = &state.planes[n];
    let (from, flown) = match state.mover.legs.last() {
        Some(leg) if state.mover.plane == Some(n as u16) => (leg.from, leg.length),
        _ => (plane.spot, 0),
    };
    let on = |by: i16| rules.field.contains(rules.field.along(from, plane.heading, flown + by));
    let mut by = 1 + chooser.below(most as u32) as i16;
    if !on(by) && on(1) && below(chooser, 16) > 0 {
        let far = (1..by).rev().find(|by| on(*by)).unwrap_or(1);
        by = 1 + chooser.below(far as u32) as i16;
    }
    by
}

/// Targets that some weapon can fire at, as many as fit.
type Targets = ArrayVec<(u16, u16), 16>;

fn targets(look: Look<'_>, n: usize) -> Targets {
    let Look { rules, state, .. } = look;
    let plane = &state.planes[n];
    let mut found = Targets::new();
    for (m, target) in state.planes.iter().enumerate() {
        if target.side != plane.side
            && let Some((weapons, _)) = chance(rules, plane, target)
            && found.try_push((m as u16 + 1, weapons)).is_err()
        {
            break;
        }
    }
    found
}

#[inline]
fn attack(look: Look<'_>, n: usize, chooser: &mut impl Chooser) -> Command {
    let aircraft = PieceId::of(n);
    let targets = targets(look, n);
    if targets.is_empty() || below(chooser, 8) == 0 {
        return Command::NoAttack { aircraft };
    }
    declared(look, n, &targets, None, chooser)
}

/// Every weapon is given a target that it bears on, the FF weapons a common one; some are left out at random. With
/// `tailed`, the first of the declaration, which some weapon must fire at and all FF weapons must.
fn declared(
    look: Look<'_>,
    n: usize,
    targets: &Targets,
    tailed: Option<usize>,
    chooser: &mut impl Chooser,
) -> Command {
    let aircraft = PieceId::of(n);
    let card = look.rules.card(look.state.planes[n].card);
    let fixed = card.fixed();
    let mut bits = [0u16; 16];
    let front = tailed.or_else(|| pick(chooser, 0..targets.len(), |t| targets[t].1 & fixed != 0));
    if let Some(t) = front {
        bits[t] |= targets[t].1 & fixed;
    }
    let mut others = targets.iter().fold(0, |all, (_, w)| all | w) & !fixed;
    while others != 0 {
        let weapon = others & others.wrapping_neg();
        others &= others - 1;
        if let Some(t) = pick(chooser, 0..targets.len(), |t| targets[t].1 & weapon != 0) {
            bits[t] |= weapon;
        }
    }
    if let Some(t) = tailed
        && bits[t] == 0
    {
        // Without FF weapons that bear, another one must fire at the tailed enemy.
        let weapon = targets[t].1 & targets[t].1.wrapping_neg();
        bits.iter_mut().for_each(|b| *b &= !weapon);
        bits[t] = weapon;
    }
    if below(chooser, 4) == 0 {
        for (t, b) in bits.iter_mut().enumerate() {
            let kept = *b & chooser.below(1 << 16) as u16;
            if kept != 0 || Some(t) != tailed {
                *b = kept;
            }
        }
    }
    let mut at: ArrayVec<Shot, 16> = ArrayVec::new();
    for (t, b) in bits.iter().enumerate().filter(|(_, b)| **b != 0) {
        at.push(Shot::with(targets[t].0, *b));
    }
    if at.is_empty() { Command::NoAttack { aircraft } } else { Command::Attack { aircraft, at } }
}

/// An attack before moving, if the aircraft tails somebody at whom a weapon can fire.
fn early_attack(look: Look<'_>, n: usize, chooser: &mut impl Chooser) -> Option<Command> {
    let Look { rules, state, .. } = look;
    let plane = &state.planes[n];
    let targets = targets(look, n);
    let tailed = |t: usize| tails(rules, plane, &state.planes[PieceId(targets[t].0).index()]);
    let t = pick(chooser, 0..targets.len(), tailed)?;
    Some(declared(look, n, &targets, Some(t), chooser))
}
