//! What a pilot reckons with who thinks ahead: how far the game has come, what has been won, what dice bring on average, and what
//! a place is worth besides. All in thousandths of a victory point; no rule depends on anything here.

use crate::bombing::{self, stands};
use crate::command::Command;
use crate::movement::speed;
use crate::pilot::nearest_prey_of;
use crate::shooting::{Attack, MAX_DICE, Shot, is_critical};
use crate::state::{Cause, Flags, Role, Rules, State, Status};
use crate::{FastAndEasy, Look, rockets, shooting, turrets, victory};
use arrayvec::ArrayVec;
use table::{Outlook, Side, Style, SumOnly};

/// Chances are counted in billionths.
const CERTAIN: i64 = 1_000_000_000;
/// Of what an aircraft is worth, what damage is worth that has not yet put it out, in thousandths: all its hits, all its engines.
const HURT: i64 = 400;
const ENGINE: i64 = 200;
/// The most engines and sixes that matter in one attack.
const ENGINES: usize = 4;
const SIXES: usize = 3;
const CELLS: usize = (MAX_DICE + 1) * (ENGINES + 1) * (SIXES + 1);
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
        [Style::glance(16, 0), Style::look(30, 50), Style::careful(), Style::search(6, 4, 6000)];
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
    let plane = &state.planes[i];
    // Who collides is not shot down.
    if plane.status == Status::Out(Cause::Collision) {
        return 0;
    }
    let worths = Worths::of(rules, i);
    let (die, hurt) = match plane.status {
        Status::Out(Cause::Engines) => (worths.limping(rules.card(i).engines), 0),
        Status::Out(_) if plane.flags.has(Flags::CRITICAL) => (worths.critical, 0),
        Status::Out(_) => (worths.out, 0),
        Status::Unplaced | Status::OnMap | Status::OffMap { .. } | Status::Exited | Status::Disengaged => {
            (worths.limping(plane.engines_hit), worths.hurt(plane.hits, plane.engines_hit))
        }
    };
    // The die settles what it is due for. Hits stay what they are.
    plane.fate.map_or(die, |fate| 1000 * i64::from(victory::of_fate(rules, i, fate))) + hurt
}

/// What an aircraft is worth to the enemy in each state that fire can bring it to: what its casualty die brings on average.
struct Worths {
    /// Out by hits.
    out: i64,
    /// Out by a critical throw.
    critical: i64,
    /// With so many engines destroyed, and otherwise whole; with the last of them it is out.
    engines: [i64; ENGINES + 1],
    /// The hits that put it out.
    most_hits: i64,
}

impl Worths {
    fn of(rules: &Rules, i: usize) -> Worths {
        let card = rules.card(i);
        let row = |row: &_| victory::mean_loss(rules, i, row, false);
        let out_row = victory::out_row(rules, i);
        let out = row(out_row);
        let mut engines = [0; ENGINES + 1];
        for (hit, worth) in engines.iter_mut().enumerate().skip(1) {
            // Before any die is due, each engine brings the next one nearer.
            let nearer = out * ENGINE * hit as i64 / i64::from(card.engines.max(1)) / 1000;
            *worth = victory::engine_row(rules, i, hit as u8).map_or(0, row).max(nearer);
        }
        let critical = victory::mean_loss(rules, i, out_row, true);
        Worths { out, critical, engines, most_hits: i64::from(card.hits.max(1)) }
    }

    /// Still flying with so many engines destroyed.
    fn limping(&self, engines: u8) -> i64 {
        self.engines[usize::from(engines).min(ENGINES)]
    }

    /// What so many hits add to that.
    fn hurt(&self, hits: u8, engines: u8) -> i64 {
        (self.out - self.limping(engines)).max(0) * HURT * i64::from(hits) / self.most_hits / 1000
    }

    /// Still flying, with so many hits and engines destroyed.
    fn flying(&self, hits: u8, engines: u8) -> i64 {
        self.limping(engines) + self.hurt(hits, engines)
    }
}

/// What a shot brings on average.
pub(crate) fn shot_stake(rules: &Rules, state: &State, shot: &Shot) -> i64 {
    let (card, plane, attack) = (rules.card(shot.target), &state.planes[shot.target], &shot.attack);
    let worths = Worths::of(rules, shot.target);
    let left = card.hits.saturating_sub(plane.hits);
    let running = if attack.engine_checks { card.engines.saturating_sub(plane.engines_hit) } else { 0 };
    let deadly = deadly_chance(rules, attack);
    let mut after = 0;
    for (dealt, chance) in dealt(rules, attack, (left, running)) {
        let spared = if dealt.engines > 0 && dealt.engines == running {
            // fast-and-easy/casualties: that row knows no modifiers.
            after += chance * worths.limping(card.engines);
            continue;
        } else if dealt.hits == left {
            worths.out
        } else {
            worths.flying(plane.hits + dealt.hits, plane.engines_hit + dealt.engines)
        };
        let critical = if dealt.critical { deadly } else { 0 };
        after += chance * (worths.critical * critical + spared * (36 - critical)) / 36;
    }
    let sighted = attack.sight.map_or(6, |needs| i64::from(7u8.saturating_sub(needs).min(6)));
    (after / CERTAIN - worths.flying(plane.hits, plane.engines_hit)) * sighted / 6
}

/// What the hit dice of an attack have done to an aircraft.
struct Dealt {
    /// Hits; no more than it can take.
    hits: u8,
    /// Engines that failed; no more than were running.
    engines: u8,
    /// Whether a critical throw is due.
    critical: bool,
}

/// All that the hit dice of an attack can do to an aircraft that can take `left` hits and has so many engines running (none, if they are not
/// checked), with the chance of each.
fn dealt(rules: &Rules, attack: &Attack, (left, running): (u8, u8)) -> impl Iterator<Item = (Dealt, i64)> {
    let criticals = attack.critical_sixes.filter(|_| attack.needs <= 6).unwrap_or(0);
    let [hits, engines, sixes] = [(left.max(1), MAX_DICE), (running, ENGINES), (criticals, SIXES)]
        .map(|(n, most)| usize::from(n.min(attack.dice)).min(most));
    let due = move |thrown: usize| criticals > 0 && thrown >= usize::from(criticals).min(SIXES);
    // Of a die's 36 parts, one in six for each number, and of the sixes one in six for each number of the engine check.
    let hit = 6 * i64::from(7u8.saturating_sub(attack.needs).min(6));
    let six = hit.min(6);
    let check = i64::from(7u8.saturating_sub(rules.tables.engines.check).min(6));
    let failing = if engines > 0 { check.min(six) } else { 0 };
    let parts =
        [(36 - hit, [0, 0, 0]), (hit - six, [1, 0, 0]), (six - failing, [1, 0, 1]), (failing, [1, 1, 1])];
    // One number for each count of hits, engines and sixes, the sixes last.
    let cell = move |h: usize, e: usize, s: usize| (h * (engines + 1) + e) * (sixes + 1) + s;
    let count = move |cell: usize| {
        let (rest, s) = (cell / (sixes + 1), cell % (sixes + 1));
        (rest / (engines + 1), rest % (engines + 1), s)
    };
    let cells = cell(hits, engines, sixes) + 1;
    let mut chance: ArrayVec<i64, CELLS> = std::iter::repeat_n(0, cells).collect();
    chance[0] = CERTAIN;
    for thrown in 0..usize::from(attack.dice) {
        // Downwards, so that nothing is counted twice for one die.
        for from in (0..=cell(hits.min(thrown), engines, sixes)).rev() {
            let before = std::mem::take(&mut chance[from]);
            if before == 0 {
                continue;
            }
            let (h, e, s) = count(from);
            for (part, [hit, engine, six]) in parts {
                let to = cell((h + hit).min(hits), (e + engine).min(engines), (s + six).min(sixes));
                chance[to] += before * part / 36;
            }
        }
    }
    chance.into_iter().enumerate().map(move |(cell, chance)| {
        let (h, e, s) = count(cell);
        (Dealt { hits: h as u8, engines: e as u8, critical: due(s) }, chance)
    })
}

/// Of the 36 critical throws of an attack, how many put its target out.
fn deadly_chance(rules: &Rules, attack: &Attack) -> i64 {
    let pairs = (1..=6u8).flat_map(|a| (1..=6u8).map(move |b| a + b));
    pairs.filter(|total| is_critical(rules, attack, *total)).count() as i64
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
