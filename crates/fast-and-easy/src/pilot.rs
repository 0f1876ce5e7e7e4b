//! What a simple pilot considers and prefers.

use crate::command::{Command, One, Place, Rate};
use crate::movement::{self, Flight, Walk, speed};
use crate::plans::{End, Ways};
use crate::sample::{sample, sample_placement};
use crate::shooting::{self, Shot, Sight, first_on_line};
use crate::state::{Flags, Role, Rules, Stage, State, Status, Trail};
use crate::{FastAndEasy, Look, bombers, bombing, odds, plans, rockets, setup, turrets};
use sky::Hex;
use std::cmp::Reverse;
use table::view::Plans;
use table::{Chooser, Heed, Odds, OddsOf, PieceId, Pilot, Refusals, best_first};

impl Pilot for FastAndEasy {
    type Memory = ();

    #[inline]
    fn sample(look: Look<'_>, chooser: &mut impl Chooser) -> Command {
        sample(look, chooser)
    }

    fn plans(rules: &Rules, state: &State, aircraft: PieceId) -> Plans<Command> {
        plans::plans(rules, state, aircraft)
    }

    fn draft_plans(rules: &Rules, state: &State, draft: &Command) -> Plans<Command> {
        plans::draft_plans(rules, state, draft)
    }

    fn odds(rules: &Rules, state: &State, of: OddsOf<'_>) -> Result<Odds, Refusals> {
        odds::odds(rules, state, of)
    }

    fn candidates(look: Look<'_>) -> Vec<Command> {
        candidates(look)
    }

    fn appraised_by(look: Look<'_>, command: &Command, heed: Heed) -> i64 {
        appraise(look, command, heed)
    }

    fn ranked_until(look: Look<'_>, most: usize, heed: Heed, stop: &dyn Fn() -> bool) -> Vec<(i64, Command)> {
        match mover(look) {
            Some(i) => best_moves(look, i, (most, heed), stop),
            None => best_first::<FastAndEasy>(look, candidates(look), most, heed, stop),
        }
    }
}

/// Commands worth considering.
fn candidates(look: Look<'_>) -> Vec<Command> {
    let Look { rules, state, side } = look;
    if state.opening {
        return vec![Command::Begin];
    }
    let ours = state.pending.and(&rules.side_set(side));
    let mut all: Vec<Command> = Vec::new();
    match state.stage {
        Stage::EscortsMove | Stage::InterceptorsMove | Stage::Stragglers => {
            if let Some(i) = mover(look) {
                let moves = best_moves(look, i, (usize::MAX, Heed::ALL), &|| false);
                all.extend(moves.into_iter().map(|(_, command)| command));
            }
        }
        Stage::EscortsFire | Stage::InterceptorsFire => {
            for i in ours.iter() {
                all.extend(shooting::orders(rules, state, i).map(|(order, _)| Command::Fire(order)));
                all.extend(rockets::orders(rules, state, i).map(|(order, _)| Command::Rockets(order)));
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
            all.extend(ours.iter().map(|i| Command::Boost(One { aircraft: PieceId::of(i) })));
            all.push(Command::Done);
        }
        Stage::BombersFire => {
            all.extend(ours.iter().filter_map(|i| turrets::best(rules, state, i)).map(Command::Turrets));
            all.push(Command::Done);
        }
        Stage::Bombing => {
            all.extend(ours.iter().flat_map(|i| bombing::orders(rules, state, i)).map(Command::Bomb));
            all.push(Command::Done);
        }
        Stage::PlaceBombers | Stage::PlaceEscorts | Stage::PlaceInterceptors => {
            all.extend(placements(look));
        }
        Stage::Over => {}
    }
    all
}

/// The plane whose move is considered, where one is owed.
fn mover(look: Look<'_>) -> Option<usize> {
    let state = look.state;
    let moves = matches!(state.stage, Stage::EscortsMove | Stage::InterceptorsMove | Stage::Stragglers);
    let first = || state.moving.map(|m| m.plane as usize).or_else(|| state.pending.iter().next());
    (moves && !state.opening).then(first).flatten()
}

/// The best moves of a plane, best first, of those looked at until `stop` says so; of equals the one with the shorter way.
fn best_moves(
    look: Look<'_>,
    i: usize,
    (most, heed): (usize, Heed),
    stop: &dyn Fn() -> bool,
) -> Vec<(i64, Command)> {
    let Look { rules, state, .. } = look;
    let ways = Ways::of(rules, state, i);
    let worth = |end: &End| appraise_order(look, i, (&end.flight, end.jettison), heed);
    let mut found: Vec<(i64, Option<&End>)> = Vec::with_capacity(ways.ends.len());
    for end in &ways.ends {
        found.push((worth(end), Some(end)));
        if stop() {
            break;
        }
    }
    if movement::may_stay_away(state, i) {
        found.push((AWAY, None));
    }
    found.sort_by_key(|(worth, _)| Reverse(*worth));
    found.truncate(most);
    let command = |end: Option<&End>| match end {
        Some(end) => Command::Move(ways.order(i, end)),
        None => Command::StayAway(One { aircraft: PieceId::of(i) }),
    };
    found.into_iter().map(|(worth, end)| (worth, command(end))).collect()
}

/// What it is worth to stay away.
const AWAY: i64 = -500;

/// How many placements are considered.
const MOST_PLACES: usize = 24;

/// A few placements, spread over the legal ones.
fn placements(look: Look<'_>) -> Vec<Command> {
    let Look { rules, state, .. } = look;
    if setup::judge_roll(look).is_ok() {
        return vec![Command::Roll];
    }
    for i in state.pending.iter().filter(|i| rules.planes[*i].formation.is_none()) {
        let all: Vec<Hex> = setup::places(rules, state, i).collect();
        if !all.is_empty() {
            let every = all.len().div_ceil(MOST_PLACES);
            let aircraft = PieceId::of(i);
            let place = |hex: &Hex| Place { aircraft, hex: Some(rules.spot(*hex)), facing: None };
            return all.iter().step_by(every).map(|hex| Command::Place(place(hex))).collect();
        }
    }
    vec![sample_placement(look, &mut FirstChoice)]
}

/// Always the first choice.
struct FirstChoice;

impl Chooser for FirstChoice {
    fn below(&mut self, _: u32) -> u32 {
        0
    }
}

/// What a command is worth to its side, in thousandths of a hit.
fn appraise(look: Look<'_>, command: &Command, heed: Heed) -> i64 {
    let Look { rules, state, .. } = look;
    match command {
        Command::Move(order) => match movement::judge_flight(look, order) {
            Ok((i, flight)) => appraise_order(look, i, (&flight, order.jettison), heed),
            Err(_) => i64::MIN,
        },
        Command::StayAway(_) => AWAY,
        Command::Fire(order) => {
            shooting::judge_shot(look, order).map_or(i64::MIN, |shot| worth(rules, state, &shot))
        }
        // Salvos count about as much as the dice of a gun; all at once breaks up a box best.
        Command::Rockets(order) => {
            rockets::judge_shot(look, order).map_or(i64::MIN, |shot| 900 * i64::from(shot.attack.dice))
        }
        Command::Turrets(order) => turrets::judge(look, order).map_or(i64::MIN, |_| {
            turrets::attacks(rules, state, order).iter().map(|a| worth(rules, state, &a.shot)).sum()
        }),
        Command::Rate(order) => i64::from(order.rate),
        Command::Boost(_) | Command::Bomb(_) => 100,
        Command::Place(order) => appraise_place(rules, state, order),
        Command::Concede | Command::OfferEnd => -1_000_000,
        Command::Done | Command::Begin | Command::Roll | Command::Lead(_) | Command::AcceptEnd => 0,
    }
}

/// What a move is worth, with what it drops and what it risks.
fn appraise_order(look: Look<'_>, i: usize, (flight, jettison): (&Flight, bool), heed: Heed) -> i64 {
    let Look { rules, state, .. } = look;
    let dropped = if jettison { price_of_load(rules, state, i) } else { 0 };
    let risk = if flight.may_fail() { 150 } else { 0 };
    appraise_flight(look, i, (flight, jettison), heed) - dropped - risk
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
fn appraise_flight(look: Look<'_>, i: usize, (flight, jettison): (&Flight, bool), heed: Heed) -> i64 {
    let Look { rules, state, .. } = look;
    let walk = &flight.walk;
    if rules.planes[i].role == Role::Bomber {
        return appraise_straggler(rules, state, i, walk);
    }
    if walk.gone.is_some() {
        return -4000;
    }
    let mut score = shot_from(rules, state, i, walk) - heed.of(shots_at(rules, state, i, walk));
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
    score += goal(walk, flight.trail);
    // A declared turn binds: it is worth what turning there is better than flying on, the less the farther away it is.
    if let Some(marker) = walk.marker {
        let turn = movement::performance(rules, state, i, jettison).turn;
        let left = turn.saturating_sub(marker.run + walk.run);
        let straight = Walk { hex: walk.hex.ahead(walk.facing, left.into()), ..*walk };
        let turned = Walk { facing: movement::turned(walk.facing, marker.side), ..straight };
        let there = Trail::from(straight.hex);
        score += (goal(&turned, there) - goal(&straight, there)) / (1 + i64::from(left)) - 20;
    }
    // Room ahead.
    let ahead = i16::from(speed(rules, state, i, jettison));
    if !rules.has(walk.hex.ahead(walk.facing, ahead)) {
        score -= 700;
    }
    score
}

/// What a shot is worth that a plane would have from there.
fn shot_from(rules: &Rules, state: &State, i: usize, walk: &Walk) -> i64 {
    let guns = &rules.tables.shooting.forward.needs;
    if let Sight::Enemy { hex, range } = look_from(rules, state, i, walk, guns.len() as u8)
        && rules.card(i).guns.forward > 0
        && let Some(t) = state.plane_at(rules, hex)
    {
        let frontal = state.planes[t].facing == walk.facing.turned(3);
        let dice = rules.card(i).guns.forward.saturating_sub(u8::from(frontal));
        let needs = guns.get(range as usize - 1).copied().unwrap_or(7);
        return 2 * expected(dice, needs);
    }
    0
}

/// What the shots are worth that enemies would have at a plane there.
fn shots_at(rules: &Rules, state: &State, i: usize, walk: &Walk) -> i64 {
    let needs = &rules.tables.shooting.forward.needs;
    let shot = |e: usize| {
        let there = state.planes[e].hex;
        let far = there.distance(walk.hex);
        if rules.planes[e].role == Role::Bomber {
            // A fighter can take fewer hits than a bomber, so each of them counts for more.
            return 3 * turrets::danger(rules, state, e, walk.hex) / 2;
        }
        if far > 4 || there.row_to(walk.hex) != Some(state.planes[e].facing) {
            return 0;
        }
        let needs = needs.get(far.max(1) as usize - 1).copied().unwrap_or(7);
        expected(rules.card(e).guns.forward, needs)
    };
    rules.side_set(rules.planes[i].side.enemy()).iter().filter(|e| state.on_map(*e)).map(shot).sum()
}

/// What plane `i` would see first at the end of its move, when it no longer stands where it does.
fn look_from(rules: &Rules, state: &State, i: usize, walk: &Walk, range: u8) -> Sight {
    let (side, home) = (rules.planes[i].side, state.planes[i].hex);
    let far = walk.hex.distance(home) as u8;
    let behind_itself = state.on_map(i) && far <= range && walk.hex.row_to(home) == Some(walk.facing);
    if behind_itself && first_on_line(rules, state, side, (walk.hex, walk.facing), far - 1) == Sight::Nothing
    {
        return match first_on_line(rules, state, side, (home, walk.facing), range - far) {
            Sight::Enemy { hex, range } => Sight::Enemy { hex, range: range + far },
            other => other,
        };
    }
    first_on_line(rules, state, side, (walk.hex, walk.facing), range)
}

/// Bombs want to fly over a standing target.
fn nearest_target(rules: &Rules, state: &State, walk: &Walk, trail: Trail) -> Option<i64> {
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

/// What a plane's place is worth for getting behind an enemy, in thousandths of a victory point.
pub(crate) fn nearest_prey_of(rules: &Rules, state: &State, i: usize) -> i64 {
    let plane = &state.planes[i];
    let walk = Walk::start(plane.hex, plane.facing, None, None);
    nearest_prey(rules, state, i, &walk).unwrap_or(0) / 5
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
    let Some(hex) = order.hex.and_then(|spot| rules.hex(spot)) else {
        return i64::MIN;
    };
    let others = state.planes.iter().filter(|p| p.status == Status::OnMap);
    -others.map(|p| i64::from(p.hex.distance(hex))).min().unwrap_or(0)
}
