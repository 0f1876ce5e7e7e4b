//! What a simple pilot considers, and what it is worth to them: they get on tails, keep speed and height, stay on the map,
//! keep formation, and take bombers over their targets and home.

mod best;

use crate::chart::Gun;
use crate::command::{Act, Altitude, Command, Corners, Fire, Levelling, Move};
use crate::finish::{self, Flown};
use crate::flight::safe_exit;
use crate::mover::Mover;
use crate::reach::Reach;
use crate::rules::Rules;
use crate::sighting::in_field;
use crate::space::{Facing, on_row};
use crate::state::{Aim, Plane, Records, Role, Stage, State};
use crate::{Look, Spitfire, combat, corners, decide, formation, odds, path, plans, sample, victory};
use best::Best;
use sky::Hex;
use std::cell::Cell;
use std::cmp::Reverse;
use table::view::Plans;
use table::{Chooser, Heed, Odds, OddsOf, PieceId, Pilot, Referee, Refusals, Side, Whether, best_first};

/// Moves kept for the search that looks further.
const KEPT: usize = 24;
/// Moves appraised with what they see and what sees them.
const TRIED: usize = 160;
/// The same for Leaders, whose best moves may be such that the wingmen cannot follow.
const TRIED_BY_LEADERS: usize = 800;
/// Passes after which a bomber turns for home.
const PASSES_WANTED: u8 = 2;
/// What no pilot does if it can be helped.
const DISASTER: i64 = -1_000_000;

// Nothing is guarded (`Pilot::guarded`): fire is declared in secret but together, each gun's best target is the same whatever the enemy fires at, and
// nothing is kept by holding fire, so whoever foresees a declaration has nothing better to say against it.
impl Pilot for Spitfire {
    type Memory = ();

    fn sample(look: Look<'_>, chooser: &mut impl Chooser) -> Command {
        sample::sample(look, chooser)
    }

    fn plans(rules: &Rules, state: &State, aircraft: PieceId) -> Plans<Command> {
        Plans::all(plans::all(rules, state, aircraft))
    }

    fn draft_plans(rules: &Rules, state: &State, draft: &Command) -> Plans<Command> {
        Plans::all(plans::of_draft(rules, state, draft))
    }

    fn odds(rules: &Rules, state: &State, of: OddsOf<'_>) -> Result<Odds, Refusals> {
        odds::odds(rules, state, of)
    }

    fn candidates(look: Look<'_>) -> Vec<Command> {
        let Look { state, side, .. } = look;
        match state.stage {
            _ if !look.owes() => Vec::new(),
            Stage::Corners(_) => {
                let all = |n: usize| -> Corners {
                    corners::open(state, side).map(|(_, plane)| corners::of(plane)[n]).take(4).collect()
                };
                vec![Command::Corners(all(0)), Command::Corners(all(1))]
            }
            Stage::Naming | Stage::NamingAfter => {
                formation::namings(state, side).into_iter().map(Command::Formation).collect()
            }
            Stage::Firing => vec![Command::Fire(best_fire(look)), Command::Fire(Fire::new())],
            Stage::Moving | Stage::Over => {
                let moves = best_moves(look, Heed::ALL, &|| false).into_iter();
                moves.map(|(_, order)| Command::Move(order)).collect()
            }
        }
    }

    fn appraised_by(look: Look<'_>, command: &Command, heed: Heed) -> i64 {
        let Look { rules, state, side } = look;
        match command {
            Command::Move(order) => match Spitfire::judge(look, command) {
                Ok(Act::Fly { flown, .. }) => {
                    worth(rules, state, &mut state.clone(), (&flown, heed))
                        - i64::from(order.end_speed.is_some())
                }
                _ => DISASTER,
            },
            Command::Fire(fire) => fire.iter().map(|shot| shot_worth(rules, state, Aim::from(*shot))).sum(),
            Command::Formation(slots) if formation::breaks(look, *slots).is_some() => DISASTER,
            Command::Formation(slots) => {
                let mut after = state.clone();
                formation::regroup(rules, &mut after, side, *slots);
                after.flying(side).filter(|(n, _)| formation::keeps(rules, &after, *n)).count() as i64
            }
            Command::Corners(_) => 0,
            Command::Resign | Command::OfferStop | Command::AcceptStop => DISASTER * 2,
        }
    }

    fn ranked_until(look: Look<'_>, most: usize, heed: Heed, stop: &dyn Fn() -> bool) -> Vec<(i64, Command)> {
        if look.state.stage == Stage::Moving {
            let best = best_moves(look, heed, stop).into_iter().take(most);
            return best.map(|(worth, order)| (worth, Command::Move(order))).collect();
        }
        best_first::<Spitfire>(look, Self::candidates(look), most, heed, stop)
    }
}

/// Every gun at the target where it does most.
fn best_fire(look: Look<'_>) -> Fire {
    let Look { rules, state, side } = look;
    let mut fire = Fire::new();
    for (shooter, _) in state.flying(side) {
        for gun in rules.of(side).guns() {
            let aims = state.flying(side.enemy()).map(|(target, _)| Aim { shooter, gun: *gun, target });
            let best = aims
                .filter(|aim| combat::allowed(rules, state, *aim))
                .max_by_key(|aim| (shot_worth(rules, state, *aim), Reverse(aim.target)));
            fire.extend(best.map(Into::into));
        }
    }
    fire
}

/// Sixths of Damage Points, and more for shooting down.
fn shot_worth(rules: &Rules, state: &State, aim: Aim) -> i64 {
    let (shooter, target) = (&state.planes[aim.shooter], &state.planes[aim.target]);
    let range = combat::range(rules, shooter, target);
    let crt = rules.of(shooter.side).crt(aim.gun);
    if range < 1 || range > i32::from(crt.longest) {
        return 0;
    }
    let ty = rules.of(target.side);
    let to_kill = u16::from(target.max - ty.destruct) * u16::from(ty.hits_per_step) - u16::from(target.half);
    (1..=6)
        .map(|die| {
            let points = u16::from(crt.points(die, range as u8));
            i64::from(points) + if points >= to_kill { 6 } else { 0 }
        })
        .sum()
}

/// The best moves of the aircraft whose turn it is, Leaders before wingmen, of those looked at until `stop` says so.
fn best_moves(look: Look<'_>, heed: Heed, stop: &dyn Fn() -> bool) -> Vec<(i64, Move)> {
    let Look { rules, state, side } = look;
    let ready = || state.flying(side).filter(|(_, p)| !p.moved);
    let leader = ready().find(|(_, p)| p.role == Role::Leader);
    let Some((index, _)) = leader.or_else(|| ready().next()) else { return Vec::new() };
    let mover = Mover::new(rules, state, index);
    let tried = if leader.is_some() { TRIED_BY_LEADERS } else { TRIED };
    let mut moves = ranked(mover, tried, heed, stop);
    // A move that wingmen cannot follow is legal too, so whoever has no time left does not ask where they could be.
    if leader.is_some() && !stop() {
        let followers = followers(mover);
        let follow = |m: &&(i64, Flown, Move)| can_follow(rules, state, &m.1, &followers);
        let kept: Vec<_> = moves.iter().filter(follow).take(KEPT).cloned().collect();
        if !kept.is_empty() {
            moves = kept;
        }
    }
    moves.truncate(KEPT);
    moves.into_iter().map(|(worth, _, order)| (worth, order)).collect()
}

/// Moves of an aircraft with what they are worth, best first, of those looked at until `stop` says so; one at least where there are any.
fn ranked(mover: Mover<'_>, tried: usize, heed: Heed, stop: &dyn Fn() -> bool) -> Vec<(i64, Flown, Move)> {
    let Mover { rules, state, index } = mover;
    let plane = mover.plane();
    let mut best = Best::of(tried);
    let any = Cell::new(false);
    let mut after = state.clone();
    let lowest_enemy = state.flying(plane.side.enemy()).map(|(_, p)| p.altitude).min().unwrap_or(1);
    let bomber = rules.bomber_side() == Some(plane.side);
    let floor = if bomber { 1 } else { lowest_enemy.saturating_sub(1).max(1) };
    let mut decisions = plans::decisions(mover);
    decisions.retain(|decision| {
        let levels = decision.choice.levels();
        let needless = levels > 1 && plane.altitude < floor.saturating_add(levels);
        !needless && (levels < plane.altitude || plane.altitude == 1)
    });
    Reach::default().each_until(mover, &decisions, &|| any.get() && stop(), |reach, end| {
        let (choice, speed) = (end.flight.choice, end.flight.speed);
        plans::each_ending(mover, end, |end_speed, attitude| {
            // Slowing by one or to a turning speed is enough variety.
            let slow = end_speed.is_some_and(|s| s + 1 != speed && s != speed.saturating_sub(4));
            if slow || (attitude == Some(Levelling::LevelOff) && choice == Altitude::HorizontalDive(4)) {
                return;
            }
            let flown = Flown {
                index,
                flight: end.flight,
                records: Records::new(),
                end_speed: end_speed.unwrap_or(speed),
                attitude: finish::attitude(&end.flight, attitude),
            };
            let rough = rough_worth(rules, state, (&flown, heed));
            if !best.wants(rough) {
                return;
            }
            let (path, _) = reach.path(mover, end);
            let order = Move { path, end_speed, attitude, ..Move::under(mover.id(), end.flight.decision()) };
            best.keep(rough, (0, flown, order));
            any.set(true);
        });
    });
    let mut found = best.in_order();
    // The best by position are appraised with what they would see and what would see them.
    let mut seen = 0;
    for (value, flown, order) in &mut found {
        let decision = flown.flight.decision();
        flown.records = path::fly(rules, plane, decision, &order.path.0, &mut Whether::default()).records;
        *value = worth(rules, state, &mut after, (flown, heed)) - i64::from(order.end_speed.is_some());
        seen += 1;
        if stop() {
            break;
        }
    }
    found.truncate(seen);
    found.sort_by_key(|f| Reverse(f.0));
    found
}

/// What a move is worth without looking at sights.
fn rough_worth(rules: &Rules, state: &State, (flown, heed): (&Flown, Heed)) -> i64 {
    let flight = &flown.flight;
    let plane = &state.planes[flown.index];
    if let Some(exit) = flight.exit {
        return exit_worth(rules, state, plane, safe_exit(rules, plane, flight.passes, exit));
    }
    let (column, row) = rules.board.grid.printed(flight.hex);
    let edge = (column - 1).min(rules.board.columns - column).min(row - 1).min(rules.board.rows - row);
    let ahead = flight.hex.ahead(flight.facing.side(0), 7);
    let off = !rules.board.contains(ahead);
    let bomber = rules.bomber_side() == Some(plane.side);
    let mut worth = 0;
    if bomber {
        worth += bomber_worth(rules, plane, flown);
    } else {
        worth += fighter_place(rules, state, plane.side, (&Stand::after(flown), heed));
    }
    if flown.end_speed > rules.of(plane.side).level_max {
        // Out of the Dive speeds it climbs, or, where that is not played, not at all.
        worth -= if rules.options.opt_strict_dive_band { 2_000 } else { 8 };
    }
    if !bomber || plane.passes == 0 {
        worth -= i64::from((5 - edge).max(0)) * 25;
        if off {
            worth -= 60 + i64::from((8 - edge).max(0)) * 12;
        }
    }
    worth + formation_worth(rules, state, flown)
}

fn exit_worth(rules: &Rules, state: &State, plane: &Plane, safe: bool) -> i64 {
    let points = victory::points(rules, state);
    let ahead = points[plane.side.index()] > points[plane.side.enemy().index()];
    match safe {
        false => DISASTER,
        true if rules.bomber_side() == Some(plane.side) => 10_000,
        true if ahead => 400,
        true => -5_000,
    }
}

/// How an aircraft stands, or would.
pub(crate) struct Stand {
    hex: Hex,
    facing: Facing,
    altitude: u8,
    speed: u8,
}

impl Stand {
    /// As it stands now.
    pub(crate) fn of(plane: &Plane) -> Stand {
        Stand { hex: plane.hex, facing: plane.facing, altitude: plane.altitude, speed: plane.speed }
    }

    /// As it would stand after a move.
    fn after(flown: &Flown) -> Stand {
        let flight = &flown.flight;
        Stand { hex: flight.hex, facing: flight.facing, altitude: flight.altitude, speed: flown.end_speed }
    }
}

/// Speed, height, distance and angle to the enemies, to a pilot who heeds so much of a danger.
pub(crate) fn fighter_place(rules: &Rules, state: &State, side: Side, (flight, heed): (&Stand, Heed)) -> i64 {
    let own = rules.of(side);
    let (altitude, speed) = (i64::from(flight.altitude), i64::from(flight.speed));
    let mut worth = 3 * speed + 2 * altitude.min(12);
    // Near the ground only where the enemy is.
    if altitude <= 2 && state.flying(side.enemy()).all(|(_, p)| i64::from(p.altitude) > altitude + 1) {
        worth -= 20;
    }
    let mut nearest = i64::MIN;
    for (_, enemy) in state.flying(side.enemy()) {
        let apart = i64::from(flight.hex.distance(enemy.hex));
        let height = altitude - i64::from(enemy.altitude);
        let mut chase = -3 * (apart - 3).abs() - 7 * height.abs();
        if in_field(rules, own.guns()[0], flight.hex, flight.facing, enemy.hex) {
            chase += if apart <= 10 { 25 } else { 8 };
        }
        // On its tail: behind it and pointing the same way.
        if in_field(rules, Gun::Rear, enemy.hex, enemy.facing, flight.hex) {
            let same = flight.facing == enemy.facing;
            chase += if same { 30 } else { 12 };
        }
        let guns = rules.of(enemy.side).guns();
        if apart <= 8 && height.abs() <= 1 && in_field(rules, guns[0], enemy.hex, enemy.facing, flight.hex) {
            worth -= heed.of(15);
        }
        nearest = nearest.max(chase);
    }
    worth + nearest.max(-1_000)
}

/// Down to level 1 over the targets, then home over the east edge.
fn bomber_worth(rules: &Rules, plane: &Plane, flown: &Flown) -> i64 {
    let flight = &flown.flight;
    let passed = 400 * i64::from(flight.passes) + bomber_place(rules, plane, &Stand::after(flown));
    if heads_home(rules, plane) {
        return passed;
    }
    // Hanging in the air, its nose over a target, brings nobody there.
    let climbed = 12 * i64::from(flight.climbed);
    passed - climbed + if lined_up(rules, plane.side, flown) { 150 } else { 0 }
}

/// Whether a bomber has done what it came for, or what it can.
fn heads_home(rules: &Rules, plane: &Plane) -> bool {
    let hurt = plane.max <= rules.of(plane.side).destruct + 2;
    plane.passes >= PASSES_WANTED || (plane.passes > 0 && hurt)
}

/// How far a bomber has come towards its next target, or home.
pub(crate) fn bomber_place(rules: &Rules, plane: &Plane, stand: &Stand) -> i64 {
    let nose: Hex = stand.hex.ahead(stand.facing.side(0), 4);
    let (column, _) = rules.board.grid.printed(nose);
    let worth = 2 * i64::from(stand.speed);
    if heads_home(rules, plane) {
        return worth - 12 * i64::from(rules.board.columns - column) - i64::from(stand.altitude);
    }
    let goals = rules.targets.iter().filter(|t| **t != stand.hex);
    let apart = goals.map(|t| i64::from(nose.distance(*t))).min().unwrap_or(0);
    // Two levels a phase are lost without hurry: be at level 1 when the targets come near.
    let due = (apart / 5).max(1);
    worth - 12 * apart - 15 * (i64::from(stand.altitude) - due).abs()
}

/// Whether it could fly over a target in its next phase: straight on or after turning in place, with one turn more on the way.
fn lined_up(rules: &Rules, side: Side, flown: &Flown) -> bool {
    let first = i16::from(rules.of(side).turn_mode[0]);
    let passes = |way: Facing, points: i16| {
        (1..=points).any(|hexes| {
            let here = flown.flight.hex.ahead(way.side(0), hexes);
            let left = points - hexes - 1;
            let turned = |hand: i8| {
                rules.targets.iter().any(|t| here.distance(*t) <= left && on_row(here, way, hand, *t))
            };
            rules.is_target(here) || (hexes >= first && (turned(-1) || turned(1)))
        })
    };
    let (facing, speed) = (flown.flight.facing, i16::from(flown.end_speed));
    passes(facing, speed) || passes(facing.turned(-1), speed - 1) || passes(facing.turned(1), speed - 1)
}

/// 9.3: in position, or on the way to it.
fn formation_worth(rules: &Rules, state: &State, flown: &Flown) -> i64 {
    let index = flown.index;
    if !rules.kind.formations() {
        return 0;
    }
    let Some(leader) = formation::leader_of(state, index) else { return 0 };
    let lead = &state.planes[leader];
    let wing = moved_plane(state, flown);
    let apart = i64::from(lead.hex.distance(wing.hex));
    let speed = i64::from(lead.speed) - i64::from(flown.end_speed);
    if formation::in_position(rules, lead, &wing, wing.role) {
        let turned = i64::from(lead.facing != wing.facing);
        return -6 * (apart - 2).abs() - 15 * turned - 4 * speed.abs();
    }
    let far = -30 * apart - 20 * i64::from(lead.altitude.abs_diff(wing.altitude));
    if state.planes[index].joining > 1 || !lead.moved { far } else { DISASTER / 2 + far }
}

/// The aircraft as it would be, without its records.
fn moved_plane(state: &State, flown: &Flown) -> Plane {
    let mut plane = state.planes[flown.index].clone();
    flown.flight.put(&mut plane);
    plane.attitude = flown.attitude;
    plane
}

/// What a move is worth: its place, the shots that it gives and the shots that it allows.
fn worth(rules: &Rules, state: &State, after: &mut State, (flown, heed): (&Flown, Heed)) -> i64 {
    let mut worth = rough_worth(rules, state, (flown, heed));
    if flown.flight.exit.is_some() {
        return worth;
    }
    let index = flown.index;
    after.planes[index] = moved_plane(state, flown);
    after.planes[index].records.clone_from(&flown.records);
    let side = state.planes[index].side;
    let shots = |aims: &mut dyn Iterator<Item = Aim>| -> i64 {
        aims.filter(|aim| combat::allowed(rules, after, *aim)).map(|aim| shot_worth(rules, after, aim)).sum()
    };
    let ours = shots(&mut combat::aims(rules, after, side).filter(|a| a.shooter == index));
    let theirs = shots(&mut combat::aims(rules, after, side.enemy()).filter(|a| a.target == index));
    let bold = if rules.bomber_side() == Some(side) { 4 } else { 12 };
    worth += bold * ours - heed.of(8 * theirs);
    after.planes[index] = state.planes[index].clone();
    worth
}

/// A wingman and every hex and altitude that it can reach.
struct Follower {
    index: usize,
    ends: Vec<(Hex, u8)>,
}

fn followers(leader: Mover<'_>) -> Vec<Follower> {
    let Mover { rules, state, index: lead } = leader;
    let side = leader.plane().side;
    let wings = state.flying(side).filter(|(n, p)| !p.moved && formation::leader_of(state, *n) == Some(lead));
    let mut reach = Reach::blind();
    wings
        .map(|(index, plane)| {
            let mut ends = Vec::new();
            let wing = Mover::new(rules, state, index);
            let mut decisions = plans::decisions(wing);
            decisions.retain(|d| {
                !matches!(d.choice, Altitude::VerticalDive(_)) && d.speed <= decide::level_cap(rules, plane)
            });
            reach.each(wing, &decisions, |_, end| {
                if end.flight.exit.is_none() {
                    ends.push((end.flight.hex, end.flight.altitude));
                }
            });
            ends.sort_unstable();
            ends.dedup();
            Follower { index, ends }
        })
        .collect()
}

/// Whether every wingman that must keep position can reach one.
fn can_follow(rules: &Rules, state: &State, flown: &Flown, followers: &[Follower]) -> bool {
    if flown.flight.exit.is_some() {
        return followers.is_empty();
    }
    let lead = moved_plane(state, flown);
    followers.iter().all(|f| {
        let wing = &state.planes[f.index];
        wing.joining > 1
            || f.ends.iter().any(|(hex, altitude)| {
                let there = formation::Place { hex: *hex, altitude: *altitude };
                formation::fits(rules, &lead, there, wing.role)
            })
    })
}
