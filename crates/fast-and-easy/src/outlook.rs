//! What a pilot reckons with who thinks ahead: how far the game has come, what has been won, what dice bring on average, and what
//! a place is worth besides. All in thousandths of a victory point; no rule depends on anything here.

use crate::bombing::{self, stands};
use crate::command::Command;
use crate::movement::speed;
use crate::pilot::nearest_prey_of;
use crate::shooting::{Attack, Shot, is_critical};
use crate::state::{Cause, Flags, Role, Rules, State, Status};
use crate::{FastAndEasy, Look, rockets, shooting, turrets, victory};
use table::{Outlook, Side, Style, SumOnly};

/// Chances are counted in millionths.
const CERTAIN: i64 = 1_000_000;
/// Of what an aircraft is worth, what damage is worth that has not yet put it out, in thousandths: all its hits, all its engines.
const HURT: i64 = 400;
const ENGINES: i64 = 200;
/// What a bomber on the map has of its points for flying off at the far edge, at the start and just before the edge.
const EXIT_PART: [i64; 2] = [300, 900];
/// What bombs aboard are worth while a target stands, as a part of the target's points, in thousandths.
const BOMBS: i64 = 250;
/// What it costs to have left the map: a fighter can come back, but not soon.
const AWAY: i64 = 400;
/// What it costs to face the edge.
const EDGE: i64 = 150;

impl Outlook for FastAndEasy {
    const LEVELS: [Style; 4] =
        [Style::glance(16, 0), Style::look(30, 50), Style::careful(), Style::search(6, 4, 2000)];
    const APPRAISED: i64 = 500;
    /// How much the clock grows in a turn: its steps, and set-up before the first.
    const CYCLE: u32 = 8;

    /// Turn and step.
    fn clock(_: &Rules, state: &State) -> u32 {
        u32::from(state.turn) * Self::CYCLE + u32::from(state.stage.step())
    }

    /// What a side has done to the other by fire so far: losses, damage, targets destroyed.
    fn material(rules: &Rules, state: &State, side: Side) -> i64 {
        let losses: i64 = rules.side_set(side.enemy()).iter().map(|i| lost(rules, state, i)).sum();
        let targets = i64::from(state.destroyed[side.index()].count_ones());
        losses + 1000 * i64::from(rules.target_vp) * targets
    }

    /// What the dice of a command bring on average.
    fn stake(look: Look<'_>, command: &Command) -> i64 {
        let Look { rules, state, .. } = look;
        let of = |shot: &Shot| shot_stake(rules, state, shot);
        match command {
            Command::Fire(order) => shooting::judge_shot(look, order).map_or(0, |shot| of(&shot)),
            Command::Rockets(order) => rockets::judge_shot(look, order).map_or(0, |shot| of(&shot)),
            Command::Turrets(order) => {
                turrets::attacks(rules, state, order).iter().map(|attack| of(&attack.shot)).sum()
            }
            Command::Bomb(order) => {
                let Some(i) = rules.index(order.aircraft) else { return 0 };
                let target =
                    rules.hex(order.hex).and_then(|hex| rules.targets.iter().position(|t| *t == hex));
                target.map_or(0, |target| {
                    let needs = bombing::needed(rules, i, target, &mut SumOnly);
                    1000 * i64::from(rules.target_vp) * i64::from(7u8.saturating_sub(needs).min(6)) / 6
                })
            }
            _ => 0,
        }
    }

    /// What a side's place is worth besides.
    fn calm(rules: &Rules, state: &State, side: Side) -> i64 {
        let standing = (0..rules.targets.len()).any(|t| stands(state, t));
        rules.side_set(side).iter().map(|i| place(rules, state, i, standing)).sum()
    }
}

/// What fire has made of an aircraft's worth.
fn lost(rules: &Rules, state: &State, i: usize) -> i64 {
    let (card, plane) = (rules.card(i), &state.planes[i]);
    // Who collides is not shot down.
    if plane.status == Status::Out(Cause::Collision) {
        return 0;
    }
    if let Some(fate) = plane.fate {
        return 1000 * i64::from(victory::of_fate(rules, i, fate));
    }
    if matches!(plane.status, Status::Out(_)) {
        return victory::mean_loss(rules, i);
    }
    let hurt = HURT * i64::from(plane.hits) / i64::from(card.hits.max(1));
    let engines =
        if card.engines > 1 { ENGINES * i64::from(plane.engines_hit) / i64::from(card.engines) } else { 0 };
    victory::mean_loss(rules, i) * (hurt + engines) / 1000
}

/// What a shot brings on average.
pub(crate) fn shot_stake(rules: &Rules, state: &State, shot: &Shot) -> i64 {
    let (card, plane) = (rules.card(shot.target), &state.planes[shot.target]);
    let before = lost(rules, state, shot.target);
    let whole = victory::mean_loss(rules, shot.target);
    let left = card.hits.saturating_sub(plane.hits);
    let running = if shot.attack.engine_checks { card.engines.saturating_sub(plane.engines_hit) } else { 0 };
    let Dealt { fatal, hits, engines } = dealt(rules, &shot.attack, (left, running));
    let critical = critical_chance(rules, &shot.attack);
    let out = fatal + (CERTAIN - fatal) * critical / CERTAIN;
    // What the hits and the failed engines are worth if it is not out.
    let hurt = whole * HURT * hits / i64::from(card.hits.max(1)) / CERTAIN / 1000;
    let engines = whole * ENGINES * engines / i64::from(card.engines.max(1)) / CERTAIN / 1000;
    let sighted = shot.attack.sight.map_or(6, |needs| i64::from(7u8.saturating_sub(needs).min(6)));
    ((whole - before) * out / CERTAIN + (hurt + engines) * (CERTAIN - out) / CERTAIN) * sighted / 6
}

/// What the hit dice of an attack do to an aircraft.
struct Dealt {
    /// How likely it takes all the hits that it can, or loses its last engine.
    fatal: i64,
    /// Mean hits where it does not, in millionths.
    hits: i64,
    /// Mean engines that fail where it does not, in millionths.
    engines: i64,
}

/// Against an aircraft that can take `left` hits and has so many engines running; none, if they are not checked.
fn dealt(rules: &Rules, attack: &Attack, (left, running): (u8, u8)) -> Dealt {
    const MOST: usize = 24;
    const ENGINES: usize = 4;
    let left = usize::from(left).clamp(1, MOST);
    let all = usize::from(running).clamp(1, ENGINES);
    // Of a die's 36 parts, one in six for each number, and of the sixes one in six for each number of the engine check.
    let hit = 6 * i64::from(7u8.saturating_sub(attack.needs).min(6));
    let checked = running > 0 && hit > 0;
    let failing = if checked { i64::from(7u8.saturating_sub(rules.tables.engines.check).min(6)) } else { 0 };
    let mut chance = [[0i64; ENGINES]; MOST];
    chance[0][0] = CERTAIN;
    for _ in 0..attack.dice {
        for n in (0..left).rev() {
            for e in (0..all).rev() {
                let plain = if n > 0 { chance[n - 1][e] } else { 0 };
                let failed = if n > 0 && e > 0 { chance[n - 1][e - 1] } else { 0 };
                let stays = chance[n][e] * (36 - hit);
                chance[n][e] = (stays + plain * (hit - failing) + failed * failing) / 36;
            }
        }
    }
    let (mut flying, mut hits, mut engines) = (0, 0, 0);
    for (n, row) in chance[..left].iter().enumerate() {
        for (e, chance) in row[..all].iter().enumerate() {
            flying += chance;
            hits += n as i64 * chance;
            engines += e as i64 * chance;
        }
    }
    let mean = |sum: i64| if flying > 0 { sum * CERTAIN / flying } else { 0 };
    Dealt { fatal: CERTAIN - flying, hits: mean(hits), engines: mean(engines) }
}

/// How likely an attack puts its target out by a critical throw.
fn critical_chance(rules: &Rules, attack: &Attack) -> i64 {
    let Some(needed) = attack.critical_sixes.filter(|_| attack.needs <= 6) else { return 0 };
    let mut short = [CERTAIN, 0, 0, 0];
    let needed = usize::from(needed).min(short.len());
    for _ in 0..attack.dice {
        for n in (0..needed).rev() {
            short[n] = (short[n] * 5 + if n > 0 { short[n - 1] } else { 0 }) / 6;
        }
    }
    let thrown = CERTAIN - short[..needed].iter().sum::<i64>();
    let pairs = (1..=6u8).flat_map(|a| (1..=6u8).map(move |b| a + b));
    let deadly = pairs.filter(|total| is_critical(rules, attack, *total)).count() as i64;
    thrown * deadly / 36
}

fn place(rules: &Rules, state: &State, i: usize, standing: bool) -> i64 {
    let plane = &state.planes[i];
    let exit = 1000 * i64::from(rules.exit_vp);
    match plane.status {
        Status::Exited => exit,
        Status::OnMap if rules.planes[i].role == Role::Bomber => {
            exit * (EXIT_PART[0] + (EXIT_PART[1] - EXIT_PART[0]) * flown(rules, state, i) / 1000) / 1000
        }
        Status::OnMap => {
            let bombs = plane.flags.has(Flags::BOMBS) && standing;
            let load = if bombs { BOMBS * i64::from(rules.target_vp) } else { 0 };
            let ahead = i16::from(speed(rules, state, i, false));
            let edge = if rules.has(plane.hex.ahead(plane.facing, ahead)) { 0 } else { EDGE };
            load + nearest_prey_of(rules, state, i) - edge
        }
        Status::OffMap { .. } => -AWAY,
        Status::Unplaced | Status::Disengaged | Status::Out(_) => 0,
    }
}

/// How far a bomber has come on its way over the map, in thousandths.
fn flown(rules: &Rules, state: &State, i: usize) -> i64 {
    let hex = state.planes[i].hex;
    let facing =
        rules.planes[i].formation.map_or(state.planes[i].facing, |f| rules.formations[f as usize].facing);
    let left = (1..=60).find(|n| !rules.has(hex.ahead(facing, *n))).unwrap_or(60);
    let width = i64::from(rules.board.columns.max(rules.board.rows)).max(1);
    1000 * (width - i64::from(left)).max(0) / width
}
