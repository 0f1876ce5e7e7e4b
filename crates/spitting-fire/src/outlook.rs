//! What a pilot reckons with who thinks ahead: how far the game has come, what has been won, what fire brings on average, what a
//! place is worth besides, and what may lie face down. All in thousandths of a VP; no rule depends on anything here.

use crate::card::Card;
use crate::combat::chance;
use crate::command::{Command, Marker, Shot};
use crate::pilot::{marker_value, standing};
use crate::rules::Rules;
use crate::state::{Fate, Group, Phase, Plane, State, Status};
use crate::{Look, SpittingFire};
use std::cmp::Reverse;
use std::ops::Range;
use table::{Chooser, Heed, Look as Seen, Outlook, PieceId, Side, Style};

/// What damage is worth that has not yet brought an aircraft down, as a part of its points, in thousandths.
const HURT: i64 = 400;
/// Of a hundred times, how often the enemy is thought to have plotted what looks best, second and third best.
const OFTEN: [u32; 3] = [60, 80, 90];

impl Outlook for SpittingFire {
    const LEVELS: [Style; 4] =
        [Style::glance(4, 0), Style::look(35, 50), Style::careful(), Style::wary_search(6, 4, 4000)];
    const APPRAISED: i64 = 200;
    /// How much the clock grows in a turn: plots, then cards.
    const CYCLE: u32 = 16;

    /// Turn, and how many of its cards are flipped.
    fn clock(_: &Rules, state: &State) -> u32 {
        let flipped: u32 = state.flipped.iter().map(|n| u32::from(*n)).sum();
        let left: u32 = state.left.iter().map(|n| u32::from(*n)).sum();
        let cards = match state.phase {
            Phase::Choosing | Phase::Placement | Phase::Plotting => 0,
            Phase::Action => 1 + (Self::CYCLE - 2) * flipped / (flipped + left).max(1),
            Phase::Over => Self::CYCLE - 1,
        };
        u32::from(state.turn) * Self::CYCLE + cards
    }

    /// What a side's fire has done to the other so far.
    fn material(rules: &Rules, state: &State, side: Side) -> i64 {
        let theirs = state.planes.iter().filter(|p| p.side != side);
        theirs
            .map(|plane| {
                let card = rules.card(plane.card);
                match plane.status {
                    Status::Lost(Fate::ShotDown) => 1000 * i64::from(card.points),
                    _ => hurt(card, i64::from(plane.damage)),
                }
            })
            .sum()
    }

    /// What the dice of an attack bring on average.
    fn stake(look: Look<'_>, command: &Command) -> i64 {
        stakes(look, command, |_, _| true)
    }

    /// What a side's place is worth besides: what it has lost without a shot, and how the rest stands.
    fn calm(rules: &Rules, state: &State, side: Side) -> i64 {
        state.planes.iter().filter(|p| p.side == side).map(|plane| calm(rules, state, plane)).sum()
    }

    /// A group moves, fires and is fired at together.
    fn party(look: Look<'_>, command: &Command) -> Option<Range<usize>> {
        let groups = &look.state.groups;
        match command {
            Command::Plot { group, .. } => groups.get(look.state.group_index(*group)?).map(Group::members),
            step => {
                let n = look.state.index(step.aircraft()?)?;
                groups.iter().map(Group::members).find(|members| members.contains(&n))
            }
        }
    }

    fn stake_of(look: Look<'_>, command: &Command, party: &Range<usize>) -> i64 {
        stakes(look, command, |from, at| party.contains(&from) || party.contains(&at))
    }

    /// How aircraft stand counts their enemies in already.
    fn calm_of(rules: &Rules, state: &State, _: Side, party: &Range<usize>) -> i64 {
        state.planes[party.clone()].iter().map(|plane| calm(rules, state, plane)).sum()
    }

    /// Markers that lie face down are drawn from what the enemy would have liked.
    fn imagine(look: Look<'_>, chooser: &mut impl Chooser) -> State {
        let mut state = look.state.clone();
        for g in 0..look.state.groups.len() {
            if !look.state.groups[g].face_down {
                continue;
            }
            let theirs = Seen::<SpittingFire>::new(look.rules, look.state, look.state.groups[g].side);
            let mut markers = Marker::ALL;
            markers.sort_by_key(|marker| Reverse(marker_value(theirs, g, *marker)));
            let drawn = chooser.below(100);
            let place = OFTEN.iter().position(|most| drawn < *most).unwrap_or(OFTEN.len());
            state.groups[g].plot = Some(markers[place.min(markers.len() - 1)]);
            state.groups[g].face_down = false;
        }
        state
    }
}

/// What so much damage is worth as long as the aircraft flies.
fn hurt(card: &Card, damage: i64) -> i64 {
    HURT * i64::from(card.points) * damage / i64::from(card.boxes.max(1))
}

/// What an aircraft's place is worth.
fn calm(rules: &Rules, state: &State, plane: &Plane) -> i64 {
    match plane.status {
        Status::Lost(Fate::ShotDown) | Status::Waiting => 0,
        Status::Lost(_) => -1000 * i64::from(rules.card(plane.card).points),
        Status::Flying => standing(rules, state, plane, Heed::ALL) / 4,
    }
}

/// What an attack brings on average, of those shots that count.
fn stakes(look: Look<'_>, command: &Command, counts: impl Fn(usize, usize) -> bool) -> i64 {
    let Look { rules, state, .. } = look;
    let Command::Attack { aircraft, at } = command else { return 0 };
    let Some(from) = state.index(*aircraft) else { return 0 };
    let shots = at.iter().filter(|shot| counts(from, PieceId(shot.target).index()));
    shots.map(|shot| shot_stake(rules, state, &state.planes[from], shot)).sum()
}

/// Chances are counted in millionths.
const CERTAIN: i64 = 1_000_000;
/// Boxes of the largest card, and some.
const MOST_BOXES: usize = 32;

fn shot_stake(rules: &Rules, state: &State, from: &Plane, shot: &Shot) -> i64 {
    let Some(to) = state.planes.get(PieceId(shot.target).index()) else { return 0 };
    let Some((bearing, number)) = chance(rules, from, to) else { return 0 };
    let (card, target) = (rules.card(from.card), rules.card(to.card));
    let left = usize::from(target.boxes.saturating_sub(to.damage)).clamp(1, MOST_BOXES);
    let hits = i64::from(7 - number);
    let does = i64::from(7 - target.def);
    // Boxes marked so far, and how likely.
    let mut boxes = [0i64; MOST_BOXES + 1];
    boxes[0] = CERTAIN;
    for weapon in shot.weapons.iter().filter(|w| bearing >> **w & 1 == 1) {
        let Some(weapon) = card.weapons.get(usize::from(*weapon)) else { continue };
        let missed = boxes;
        for _ in 0..weapon.damage {
            for n in (0..=left).rev() {
                let stays = if n == left { 6 } else { 6 - does };
                let comes = if n > 0 { boxes[n - 1] } else { 0 };
                boxes[n] = (boxes[n] * stays + comes * does) / 6;
            }
        }
        for n in 0..=left {
            boxes[n] = (boxes[n] * hits + missed[n] * (6 - hits)) / 6;
        }
    }
    let before = hurt(target, to.damage.into());
    let after = |n: usize| {
        if n == left {
            1000 * i64::from(target.points)
        } else {
            hurt(target, i64::from(to.damage) + n as i64)
        }
    };
    boxes[..=left].iter().enumerate().map(|(n, p)| (after(n) - before) * p).sum::<i64>() / CERTAIN
}
