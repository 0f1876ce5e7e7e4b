//! What a pilot reckons with who thinks ahead: how far the game has come, what has been won, what fire brings on average, and what
//! a place is worth besides. All in thousandths of a victory point; no rule depends on anything here.

use crate::command::Command;
use crate::pilot::{Stand, bomber_place, fighter_place};
use crate::rules::Rules;
use crate::scenario::Kind;
use crate::state::{Aim, Plane, Stage, State, Status};
use crate::{Look, Spitfire, combat, formation};
use table::{Heed, Outlook, Side, Style};

/// What an aircraft is worth in the scenarios in which points are not counted.
const AIRCRAFT: i64 = 20;
/// What damage is worth that has not yet brought it down, besides the points for it, as a part of what is still to be won.
const HURT: i64 = 300;
/// What a side that has broken formation has lost.
const BROKEN: i64 = 20_000;

impl Outlook for Spitfire {
    const LEVELS: [Style; 4] =
        [Style::glance(60, 0), Style::look(45, 50), Style::careful(), Style::search(8, 4, 200)];
    const APPRAISED: i64 = 20;
    /// How much the clock grows in a game turn: two parts in each of its four phases, moving and firing.
    const CYCLE: u32 = 8;

    /// Turn, phase, and whether it fires.
    fn clock(_: &Rules, state: &State) -> u32 {
        let fires = u32::from(matches!(state.stage, Stage::Firing | Stage::Over));
        u32::from(state.turn) * Self::CYCLE + 2 * u32::from(state.phase) + fires
    }

    /// What a side has done to the other by fire so far: who flies off the map is lost, but nobody has hit them.
    fn material(rules: &Rules, state: &State, side: Side) -> i64 {
        let theirs = state.planes.iter().filter(|p| p.side == side.enemy());
        theirs.map(|plane| lost(rules, plane, plane.hits, plane.status == Status::ShotDown)).sum()
    }

    /// What the dice of a declared fire bring on average.
    fn stake(look: Look<'_>, command: &Command) -> i64 {
        let Look { rules, state, .. } = look;
        let Command::Fire(fire) = command else { return 0 };
        fire.iter().map(|shot| shot_stake(rules, state, Aim::from(*shot))).sum()
    }

    /// What a side's place is worth besides.
    fn calm(rules: &Rules, state: &State, side: Side) -> i64 {
        if let Some(ending) = state.ending.filter(|_| rules.kind.formations()) {
            return if ending.winner == Some(side) { BROKEN } else { 0 };
        }
        let own = state.planes.iter().enumerate().filter(|(_, p)| p.side == side);
        own.map(|(n, plane)| place(rules, state, n, plane)).sum()
    }
}

/// What an aircraft with so many hits is worth to its enemy (9.1, 9.2).
fn lost(rules: &Rules, plane: &Plane, hits: u16, down: bool) -> i64 {
    let points = 1000 * i64::from(hits);
    let (whole, by_hits) = match rules.kind {
        Kind::AirSuperiority => (1000 * i64::from(rules.of(plane.side).value), true),
        Kind::Bombing if rules.bomber_side() == Some(plane.side) => {
            (1000 * i64::from(rules.tables.bombing.points_for_bomber), false)
        }
        Kind::Bombing => return points,
        Kind::Formations | Kind::FormationsVariant => (1000 * AIRCRAFT, false),
    };
    if down {
        return whole;
    }
    let scored = if by_hits { points.min(whole) } else { 0 };
    let all = i64::from(to_kill(rules, plane)) + i64::from(plane.hits);
    scored + (whole - scored) * HURT * i64::from(hits).min(all) / all.max(1) / 1000
}

/// Damage Points that still bring it down (7.F).
fn to_kill(rules: &Rules, plane: &Plane) -> u16 {
    let ty = rules.of(plane.side);
    let steps = u16::from(plane.max.saturating_sub(ty.destruct));
    (steps * u16::from(ty.hits_per_step)).saturating_sub(u16::from(plane.half)).max(1)
}

fn shot_stake(rules: &Rules, state: &State, aim: Aim) -> i64 {
    let (shooter, target) = (&state.planes[aim.shooter], &state.planes[aim.target]);
    let range = combat::range(rules, shooter, target);
    let crt = rules.of(shooter.side).crt(aim.gun);
    if range < 1 || range > i32::from(crt.longest) {
        return 0;
    }
    let before = lost(rules, target, target.hits, false);
    let needed = to_kill(rules, target);
    let after = |die: u8| {
        let points = u16::from(crt.points(die, range as u8));
        lost(rules, target, target.hits + points, points >= needed) - before
    };
    (1..=6).map(after).sum::<i64>() / 6
}

fn place(rules: &Rules, state: &State, n: usize, plane: &Plane) -> i64 {
    let figures = &rules.tables.bombing;
    let bomber = rules.bomber_side() == Some(plane.side);
    let passes = if bomber { 1000 * i64::from(figures.points_per_pass) * i64::from(plane.passes) } else { 0 };
    match plane.status {
        Status::Left { safe: true, .. } if bomber => passes + 1000 * i64::from(figures.points_for_home),
        Status::Flying if bomber => passes + 15 * bomber_place(rules, plane, &Stand::of(plane)),
        Status::Flying => {
            let apart = i64::from(formation::leader_of(state, n).map_or(0, |lead| {
                let lead = &state.planes[lead];
                lead.hex.distance(plane.hex)
            }));
            20 * fighter_place(rules, state, plane.side, (&Stand::of(plane), Heed::ALL)) - 100 * apart
        }
        _ => passes,
    }
}
