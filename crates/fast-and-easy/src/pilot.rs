//! Pilots: random play for tests and simulation, and what a simple pilot considers and prefers.

use crate::command::{
    Bomb, Command, Fire, Guns, One, Place, Rate, Rockets, Spot, TARGETS, Turret, TurretFire, Turrets,
};
use crate::movement::{self, Walk, speed};
use crate::shooting::{self, Shot, Sight, look};
use crate::state::{Flags, Role, Rules, Stage, State, Status, id};
use crate::{bombers, bombing, menu, rockets, setup, turrets};
use arrayvec::ArrayVec;
use sky::Hex;
use table::{Chooser, Side};

// Random play ------------------------------------------------------------------------------------------------------

/// One random legal command of a side that owes one. Never concedes.
#[inline]
pub(crate) fn sample(rules: &Rules, state: &State, side: Side, chooser: &mut impl Chooser) -> Command {
    if state.opening {
        return Command::Begin;
    }
    match state.stage {
        Stage::EscortsMove | Stage::InterceptorsMove | Stage::Stragglers => {
            movement::sample(rules, state, chooser)
        }
        Stage::EscortsFire | Stage::InterceptorsFire => sample_fire(rules, state, chooser),
        Stage::PlaceBombers | Stage::PlaceEscorts | Stage::PlaceInterceptors => {
            setup::sample(rules, state, side, chooser)
        }
        Stage::Rates => sample_rate(rules, state, chooser),
        Stage::Boosts => match drawn(state, None, chooser) {
            Some(i) => Command::Boost(One { aircraft: id(i) }),
            None => Command::Done,
        },
        Stage::BombersFire => sample_turrets(rules, state, chooser),
        Stage::Bombing => sample_bomb(rules, state, side, chooser),
        Stage::Over => Command::Done,
    }
}

/// One of the planes that may act, or nothing for closing the step, all equally likely.
fn drawn(state: &State, of: Option<&crate::state::PlaneSet>, chooser: &mut impl Chooser) -> Option<usize> {
    let set = of.map_or(state.pending, |set| state.pending.and(set));
    set.nth(chooser.below(set.len() + 1))
}

fn sample_fire(rules: &Rules, state: &State, chooser: &mut impl Chooser) -> Command {
    let Some(i) = drawn(state, None, chooser) else { return Command::Done };
    let aircraft = id(i);
    let mut all: ArrayVec<Command, 8> = ArrayVec::new();
    for guns in [Guns::Forward, Guns::Rear] {
        if shooting::shot(rules, state, i, guns).is_some() {
            all.push(Command::Fire(Fire { aircraft, guns }));
        }
    }
    if rockets::target(rules, state, i).is_some() {
        all.extend(
            (1..=state.planes[i].salvos.min(4)).map(|salvos| Command::Rockets(Rockets { aircraft, salvos })),
        );
    }
    if all.is_empty() {
        return Command::Done;
    }
    let n = chooser.below(all.len() as u32) as usize;
    all.swap_remove(n)
}

fn sample_rate(rules: &Rules, state: &State, chooser: &mut impl Chooser) -> Command {
    let Some(f) = bombers::unrated(rules, state).next() else { return Command::Done };
    let rates = bombers::rates(rules, state, f);
    let rate = rates.start() + chooser.below(u32::from(rates.end() - rates.start()) + 1) as u8;
    Command::Rate(Rate { formation: f as u8 + 1, rate })
}

/// Adds random turrets until it has enough.
fn sample_turrets(rules: &Rules, state: &State, chooser: &mut impl Chooser) -> Command {
    let Some(i) = drawn(state, None, chooser) else { return Command::Done };
    let targets = turrets::targets(rules, state, i);
    let mut at: ArrayVec<TurretFire, TARGETS> = ArrayVec::new();
    loop {
        let may = |at: &[TurretFire], n: usize| {
            let (target, turret) =
                (targets[n / Turret::ALL.len()] as usize, Turret::ALL[n % Turret::ALL.len()]);
            turrets::may_add(rules, state, i, at, target, turret).then_some((target, turret))
        };
        let all = 0..targets.len() * Turret::ALL.len();
        let count = all.clone().filter(|n| may(&at, *n).is_some()).count() as u32;
        let n = chooser.below(count + u32::from(!at.is_empty()));
        let Some((target, turret)) = all.filter_map(|n| may(&at, n)).nth(n as usize) else { break };
        turrets::add(&mut at, target, turret);
    }
    if at.is_empty() { Command::Done } else { Command::Turrets(Turrets { aircraft: id(i), at }) }
}

fn sample_bomb(rules: &Rules, state: &State, side: Side, chooser: &mut impl Chooser) -> Command {
    let ours = rules.side_set(side);
    let Some(i) = drawn(state, Some(&ours), chooser) else { return Command::Done };
    let n = chooser.below(bombing::crossed(rules, state, i).count().max(1) as u32);
    match bombing::crossed(rules, state, i).nth(n as usize) {
        Some(t) => Command::Bomb(Bomb { aircraft: id(i), hex: spot(rules, rules.targets[t]) }),
        None => Command::Done,
    }
}

/// A hex as commands write it.
pub(crate) fn spot(rules: &Rules, hex: Hex) -> Spot {
    let (column, row) = rules.board.grid.printed(hex);
    Spot { column: column as u8, row: row as u8 }
}

// A simple pilot ---------------------------------------------------------------------------------------------------

/// Commands worth considering.
pub(crate) fn candidates(rules: &Rules, state: &State, side: Side) -> Vec<Command> {
    if state.opening {
        return vec![Command::Begin];
    }
    let ours = state.pending.and(&rules.side_set(side));
    let mut all: Vec<Command> = Vec::new();
    match state.stage {
        Stage::EscortsMove | Stage::InterceptorsMove | Stage::Stragglers => {
            let first = state.moving.map(|m| m.plane as usize).or_else(|| state.pending.iter().next());
            if let Some(i) = first {
                all.extend(movement::plans(rules, state, i).plans.into_iter().map(|p| p.command));
                if movement::may_stay_away(state, i) {
                    all.push(Command::StayAway(One { aircraft: id(i) }));
                }
            }
        }
        Stage::EscortsFire | Stage::InterceptorsFire => {
            for i in ours.iter() {
                all.extend(menu::shots(rules, state, i).into_iter().map(|(command, _)| command));
            }
            all.push(Command::Done);
        }
        Stage::Rates => {
            for f in bombers::unrated(rules, state).take(1) {
                let formation = f as u8 + 1;
                all.extend(
                    bombers::rates(rules, state, f).map(|rate| Command::Rate(Rate { formation, rate })),
                );
            }
        }
        Stage::Boosts => {
            all.extend(ours.iter().map(|i| Command::Boost(One { aircraft: id(i) })));
            all.push(Command::Done);
        }
        Stage::BombersFire => {
            for i in ours.iter() {
                all.extend(best_turrets(rules, state, i).map(Command::Turrets));
            }
            all.push(Command::Done);
        }
        Stage::Bombing => {
            for i in ours.iter() {
                let aircraft = id(i);
                all.extend(
                    bombing::crossed(rules, state, i)
                        .map(|t| Command::Bomb(Bomb { aircraft, hex: spot(rules, rules.targets[t]) })),
                );
            }
            all.push(Command::Done);
        }
        Stage::PlaceBombers | Stage::PlaceEscorts | Stage::PlaceInterceptors => {
            all.extend(placements(rules, state, side));
        }
        Stage::Over => {}
    }
    all
}

/// A few placements, spread over the legal ones.
fn placements(rules: &Rules, state: &State, side: Side) -> Vec<Command> {
    if setup::judge_roll(rules, state, side).is_ok() {
        return vec![Command::Roll];
    }
    /// How many are considered.
    const MOST: usize = 24;
    for i in state.pending.iter().filter(|i| rules.planes[*i].formation.is_none()) {
        let all: Vec<Hex> = setup::places(rules, state, i).collect();
        if !all.is_empty() {
            let every = all.len().div_ceil(MOST);
            let place = |hex: &Hex| Place { aircraft: id(i), hex: Some(spot(rules, *hex)), facing: None };
            return all.iter().step_by(every).map(|hex| Command::Place(place(hex))).collect();
        }
    }
    let mut first = FirstChoice;
    vec![setup::sample(rules, state, side, &mut first)]
}

/// Always the first choice.
struct FirstChoice;

impl Chooser for FirstChoice {
    fn below(&mut self, _: u32) -> u32 {
        0
    }
}

/// The default of `16. Decision points`: nearest targets, most dice.
pub(crate) fn best_turrets(rules: &Rules, state: &State, i: usize) -> Option<Turrets> {
    let at = most_dice(rules, state, i, &turrets::targets(rules, state, i));
    (!at.is_empty()).then(|| Turrets { aircraft: id(i), at })
}

/// The turrets with the most dice at one target; the top turret, which bears all round, if none can fire at it.
pub(crate) fn turrets_at(rules: &Rules, state: &State, i: usize, target: usize) -> ArrayVec<Turret, 8> {
    let at = most_dice(rules, state, i, &[target as u8]);
    at.into_iter().next().map_or(ArrayVec::from_iter([Turret::Top]), |fire| fire.turrets)
}

/// Turrets at these targets, the first served first, most dice before fewer.
fn most_dice(rules: &Rules, state: &State, i: usize, targets: &[u8]) -> ArrayVec<TurretFire, TARGETS> {
    let mut at: ArrayVec<TurretFire, TARGETS> = ArrayVec::new();
    let mut order = Turret::ALL;
    // The sort is stable, so equals keep the order nose, top, belly, side, tail.
    order.sort_by_key(|t| std::cmp::Reverse(turrets::rating(rules, i, *t)));
    for target in targets {
        for turret in order {
            if turrets::may_add(rules, state, i, &at, *target as usize, turret) {
                turrets::add(&mut at, *target as usize, turret);
            }
        }
    }
    at
}

/// What a command is worth to its side, in thousandths of a hit.
pub(crate) fn appraise(rules: &Rules, state: &State, side: Side, command: &Command) -> i64 {
    match command {
        Command::Move(order) => match movement::judge(rules, state, side, order) {
            Ok(flight) => {
                let i = order.aircraft.0 as usize - 1;
                let dropped = if order.jettison { price_of_load(rules, state, i) } else { 0 };
                let risk = if flight.may_fail() { 150 } else { 0 };
                appraise_pose(rules, state, i, &flight.walk, flight.trail, order.jettison) - dropped - risk
            }
            Err(_) => i64::MIN,
        },
        Command::StayAway(_) => -500,
        Command::Fire(order) => {
            shooting::judge(rules, state, side, order).map_or(i64::MIN, |s| worth(rules, state, &s))
        }
        Command::Rockets(order) => match rockets::judge(rules, state, side, order) {
            // Salvos count about as much as the dice of a gun; all at once breaks up a box best.
            Ok(shot) => 900 * i64::from(shot.attack.dice),
            Err(_) => i64::MIN,
        },
        Command::Turrets(order) => turrets::judge(rules, state, side, order).map_or(i64::MIN, |()| {
            turrets::attacks(rules, state, order).iter().map(|s| worth(rules, state, s)).sum()
        }),
        Command::Rate(order) => i64::from(order.rate),
        Command::Boost(_) | Command::Bomb(_) => 100,
        Command::Place(order) => appraise_place(rules, state, order),
        Command::Concede | Command::OfferEnd => -1_000_000,
        Command::Done | Command::Begin | Command::Roll | Command::Lead(_) | Command::AcceptEnd => 0,
    }
}

/// Expected hits of a shot, more if they could bring the target down.
fn worth(rules: &Rules, state: &State, shot: &Shot) -> i64 {
    let hits = expected(shot.attack.dice, shot.attack.needs);
    let left = i64::from(rules.card(shot.target).hits - state.planes[shot.target].hits);
    hits + 1000 / left.max(1)
}

/// Expected hits in thousandths.
fn expected(dice: u8, needs: u8) -> i64 {
    i64::from(dice) * i64::from(7u8.saturating_sub(needs)) * 1000 / 6
}

/// What a load is worth as long as there is something to drop it on.
fn price_of_load(rules: &Rules, state: &State, i: usize) -> i64 {
    let bombs = state.planes[i].flags.has(Flags::BOMBS);
    let target = (0..rules.targets.len()).any(|t| bombing::stands(state, t));
    if bombs && target { 4000 } else { -300 }
}

/// How good it is for a plane to end its move so.
fn appraise_pose(
    rules: &Rules,
    state: &State,
    i: usize,
    walk: &Walk,
    trail: crate::state::Trail,
    jettison: bool,
) -> i64 {
    if rules.planes[i].role == Role::Bomber {
        return appraise_straggler(rules, state, i, walk);
    }
    if walk.gone.is_some() {
        return -4000;
    }
    let mut score = 0;
    let (side, enemy) = (rules.planes[i].side, rules.planes[i].side.enemy());
    // A shot from there.
    let guns = &rules.tables.shooting.forward.needs;
    if let Sight::Enemy { hex, range } = look_from(rules, state, i, walk, guns.len() as u8)
        && rules.card(i).guns.forward > 0
        && let Some(t) = state.plane_at(rules, hex)
    {
        let frontal = state.planes[t].facing == walk.facing.turned(3);
        let dice = rules.card(i).guns.forward.saturating_sub(u8::from(frontal));
        let needs = guns.get(range as usize - 1).copied().unwrap_or(7);
        score += 2 * expected(dice, needs);
    }
    // Shots at it.
    for e in rules.side_set(enemy).iter().filter(|e| state.on_map(*e)) {
        let there = state.planes[e].hex;
        let far = there.distance(walk.hex);
        if rules.planes[e].role == Role::Bomber {
            if far <= 3 && side != rules.escort {
                score -= 500 / i64::from(far.max(1));
            }
        } else if far <= 4 && there.row_to(walk.hex) == Some(state.planes[e].facing) {
            let needs = guns.get(far.max(1) as usize - 1).copied().unwrap_or(7);
            score -= expected(rules.card(e).guns.forward, needs);
        }
    }
    // Somewhere to go: prey, or a target for its bombs.
    let bombs = state.planes[i].flags.has(Flags::BOMBS) && !jettison;
    let goal = |walk: &Walk, trail| {
        let goal = if bombs {
            nearest_target(rules, state, walk, trail)
        } else {
            nearest_prey(rules, state, i, walk)
        };
        goal.unwrap_or(0)
    };
    score += goal(walk, trail);
    // A declared turn binds: it is worth what turning there is better than flying on, the less the farther away it is.
    if let Some(marker) = walk.marker {
        let turn = movement::performance(rules, state, i, jettison).turn;
        let left = turn.saturating_sub(marker.run + walk.run);
        let straight = Walk { hex: walk.hex.ahead(walk.facing, left.into()), ..*walk };
        let turned = Walk { facing: movement::turned(walk.facing, marker.side), ..straight };
        let there = crate::state::Trail::from(straight.hex);
        score += (goal(&turned, there) - goal(&straight, there)) / (1 + i64::from(left)) - 20;
    }
    // Room ahead.
    let ahead = i16::from(speed(rules, state, i, jettison));
    if !rules.has(walk.hex.ahead(walk.facing, ahead)) {
        score -= 700;
    }
    score
}

/// What plane `i` would see first at the end of its move, when it no longer stands where it does.
fn look_from(rules: &Rules, state: &State, i: usize, walk: &Walk, range: u8) -> Sight {
    let (side, home) = (rules.planes[i].side, state.planes[i].hex);
    let far = walk.hex.distance(home) as u8;
    let behind_itself = state.on_map(i) && far <= range && walk.hex.row_to(home) == Some(walk.facing);
    if behind_itself && look(rules, state, side, walk.hex, walk.facing, far - 1) == Sight::Nothing {
        return match look(rules, state, side, home, walk.facing, range - far) {
            Sight::Enemy { hex, range } => Sight::Enemy { hex, range: range + far },
            other => other,
        };
    }
    look(rules, state, side, walk.hex, walk.facing, range)
}

/// Bombs want to fly over a standing target.
fn nearest_target(rules: &Rules, state: &State, walk: &Walk, trail: crate::state::Trail) -> Option<i64> {
    let standing =
        || rules.targets.iter().enumerate().filter(|(t, _)| bombing::stands(state, *t)).map(|(_, hex)| *hex);
    if standing().any(|hex| trail.entered().any(|e| e == hex)) {
        return Some(6000);
    }
    standing().map(|hex| -120 * i64::from(hex.distance(walk.hex.ahead(walk.facing, 2)))).max()
}

/// Guns want to come behind an enemy.
fn nearest_prey(rules: &Rules, state: &State, i: usize, walk: &Walk) -> Option<i64> {
    let enemy = rules.planes[i].side.enemy();
    let ahead = walk.hex.ahead(walk.facing, 3);
    let prey = rules.side_set(enemy).iter().filter(|e| state.on_map(*e));
    prey.map(|e| {
        let plane = &state.planes[e];
        let behind = plane.hex.ahead(plane.facing, -2);
        let same = i64::from(plane.facing == walk.facing) * 60;
        -40 * i64::from(ahead.distance(plane.hex)) - 25 * i64::from(walk.hex.distance(behind)) + same
    })
    .max()
}

/// A straggler wants its slot back.
fn appraise_straggler(rules: &Rules, state: &State, i: usize, walk: &Walk) -> i64 {
    if let Some(edge) = walk.gone {
        return if edge == rules.far_edge { 3000 } else { -6000 };
    }
    let turns = walk.facing != state.planes[i].facing || walk.marker.is_some();
    let on = 10 * i64::from(walk.spent) - 500 * i64::from(turns);
    let slots = rules.planes[i].formation.map(usize::from).filter(|f| state.formation_holds(rules, *f));
    let nearest = slots.and_then(|f| {
        let layout = state.formations[f].layout?;
        let hexes = rules.layouts[layout as usize]
            .slots
            .iter()
            .map(|slot| state.formations[f].anchor.relative(rules.formations[f].facing, slot[0], slot[1]));
        let vacant = hexes.filter(|hex| state.bomber_at(rules, *hex, i).is_none());
        vacant.map(|hex| hex.distance(walk.hex)).min()
    });
    on - nearest.map_or(0, |far| 100 * i64::from(far))
}

/// Interceptors start near their prey, escorts near their bombers.
fn appraise_place(rules: &Rules, state: &State, order: &Place) -> i64 {
    let Some(hex) = order.hex.and_then(|s| rules.board.hex(s.column.into(), s.row.into())) else {
        return i64::MIN;
    };
    let others = state.planes.iter().filter(|p| p.status == Status::OnMap);
    -others.map(|p| i64::from(p.hex.distance(hex))).min().unwrap_or(0)
}
