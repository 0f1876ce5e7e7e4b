//! Positions that no game leads to (`17. State`): each is refused with the path of its field.

use super::place::has_room;
use crate::data::Aircraft;
use crate::movement::{along, performance, speed};
use crate::options::MapEdge;
use crate::rule;
use crate::scenario::{Deed, Group, MovingSpec, PlaneState, Scenario};
use crate::state::{Cause, Flags, Formation, Plane, Role, Rules, Stage, State, Status};
use sky::{Direction, Edge};
use table::{Flaws, RuleId};

/// Flaws of one part of the scenario.
struct Part<'a> {
    flaws: &'a mut Flaws,
    path: String,
}

impl Part<'_> {
    fn unless(&mut self, fine: bool, field: &str, says: impl Into<String>, rule: RuleId) {
        self.flaws.unless(fine, format!("{}.{field}", self.path), says, rule);
    }
}

/// Checks a position whose every value is sound by itself.
pub(super) fn check(rules: &Rules, state: &State, scenario: &Scenario, flaws: &mut Flaws) {
    let mut formations = state.formations.iter().enumerate();
    let fired = salvos_fired(rules, state, scenario);
    for (g, group) in scenario.groups.iter().enumerate() {
        if let Some((f, formation)) = group.formation.as_ref().and_then(|_| formations.next()) {
            let mut part = Part { flaws, path: format!("groups[{g}].formation") };
            check_rate(rules, state, f, formation, &mut part);
        }
        check_course(rules, g, group, flaws);
        for (s, spec) in group.state.iter().enumerate() {
            let i = rules.groups[g].first + spec.plane as usize - 1;
            let mut part = Part { flaws, path: format!("groups[{g}].state[{s}]") };
            check_status(rules, state, i, spec, &mut part);
            check_marks(rules, state, i, spec, &mut part);
            check_tanks(rules.card(i), spec.tanks.unwrap_or(group.tanks), spec, &mut part);
            if !spec.entered.is_empty() {
                check_way(rules, state, i, fired, &mut part);
            }
            for deed in &spec.done {
                check_deed(rules, state, i, *deed, &mut part);
            }
            let fired = [Deed::ForwardFired, Deed::RocketsFired].iter().all(|deed| spec.done.contains(deed));
            part.unless(
                !fired,
                "done",
                "forward guns and rockets do not fire in the same step",
                rule::ROCKETS,
            );
        }
    }
    if scenario.start.as_ref().is_some_and(|start| !start.combat) {
        check_combat(rules, state, flaws);
    }
    if let Some(start) = scenario.start.as_ref().filter(|start| start.step == 0) {
        let mut part = Part { flaws, path: "start".to_owned() };
        let says = "the first turn has not begun";
        part.unless(start.turn == 1, "turn", says, rule::SEQUENCE);
        part.unless(!start.combat, "combat", says, rule::COMBAT_STARTS);
        part.unless(start.pending.is_none(), "pending", says, rule::SEQUENCE);
    }
    if let Some(moving) = scenario.start.as_ref().and_then(|start| start.moving.as_ref()) {
        let mut part = Part { flaws, path: "start.moving".to_owned() };
        check_moving(rules, state, moving, &mut part);
    }
}

/// The stage from which on a plane may have moved.
fn moves_in(role: Role) -> Stage {
    match role {
        Role::Escort => Stage::EscortsMove,
        // Bombers at SPEED 0 that stay have moved before the boosts.
        Role::Bomber => Stage::Boosts,
        Role::Interceptor => Stage::InterceptorsMove,
    }
}

/// A formation's rate: chosen in step 3, from what its bombers can fly, and not before.
fn check_rate(rules: &Rules, state: &State, f: usize, formation: &Formation, part: &mut Part<'_>) {
    let holds = state.formation_holds(rules, f);
    let owed = holds && matches!(state.stage, Stage::Boosts | Stage::Stragglers);
    part.unless(!owed || formation.rate.is_some(), "rate", "it has been chosen by now", rule::FORMATION_RATE);
    let Some(rate) = formation.rate else { return };
    part.unless(state.stage >= Stage::Rates, "rate", "it is chosen in step 3", rule::FORMATION_RATE);
    let choosing = matches!(state.stage, Stage::Rates | Stage::Boosts);
    part.unless(holds || !choosing, "rate", "a dissolved formation has none", rule::FORMATION_RATE);
    let printed = rules.formations[f].members.iter().map(|b| rules.card(b).speed).max().unwrap_or(0);
    let rates = if choosing && holds { crate::bombers::rates(rules, state, f) } else { 0..=printed };
    let says = format!("{rate} is not allowed: {} to {} is", rates.start(), rates.end());
    part.unless(rates.contains(&rate), "rate", says, rule::FORMATION_RATE);
}

/// Where a plane is, and why it is not on the map.
fn check_status(rules: &Rules, state: &State, i: usize, spec: &PlaneState, part: &mut Part<'_>) {
    let (plane, role) = (&state.planes[i], rules.planes[i].role);
    let bomber = role == Role::Bomber;
    let here = matches!(plane.status, Status::OnMap | Status::Unplaced);
    let begun = !state.stage.is_set_up();
    // A plane for which there is no room takes no part.
    let crowded = plane.status == Status::Disengaged && !has_room(rules, state, i);
    let says = "before the first turn every plane that has room is in play";
    part.unless(here || begun || crowded, "status", says, rule::SEQUENCE);
    match plane.status {
        Status::Exited => part.unless(bomber, "status", "only bombers exit", rule::MAP_EDGE),
        Status::OffMap { edge, turn } => {
            let back = !bomber && rules.options.map_edge == MapEdge::Return;
            let says = "only fighters come back, and only with map_edge = return";
            part.unless(back, "status", says, rule::MAP_EDGE);
            let says = format!("{} does not lie along that edge", rules.hex_name(plane.hex));
            part.unless(along(rules, plane.hex, edge), "status.off-map.edge", says, rule::MAP_EDGE);
            let left = turn < state.turn || state.stage >= moves_in(role);
            let says = "it has not moved in this turn yet";
            part.unless(left, "status.off-map.turn", says, rule::MAP_EDGE);
        }
        Status::Out(Cause::Engines) => {
            let says = "the engine of a single-engined plane is not destroyed by itself";
            part.unless(rules.card(i).engines >= 2, "status", says, rule::ENGINE_LOSS);
        }
        Status::Out(Cause::Collision) => {
            part.unless(bomber, "status", "only bombers collide", rule::COLLISION);
        }
        _ => {}
    }
    let out = matches!(plane.status, Status::Out(_));
    part.unless(out || !spec.critical, "critical", "an H takes a plane out at once", rule::CRITICAL_HITS);
}

/// Markers, slips, shifts and the way flown.
fn check_marks(rules: &Rules, state: &State, i: usize, spec: &PlaneState, part: &mut Part<'_>) {
    let (card, on_map) = (rules.card(i), state.on_map(i));
    let bomber = card.is_bomber();
    let says = "a marker is dropped when the plane leaves the map";
    part.unless(on_map || spec.marker.is_none(), "marker", says, rule::DECLARED_TURN);
    let says = "only a fighter on the map remembers a slip";
    part.unless(on_map && !bomber || spec.slip.is_none(), "slip", says, rule::SLIP_SIDE_CHANGE);
    let says = "a turn is declared after straight flight, which ends a slip";
    part.unless(spec.marker.is_none() || spec.slip.is_none(), "slip", says, rule::DECLARED_TURN);
    // What a bomber that has flown off the map had pending is forgotten at the end of step 3.
    let flown_off = matches!(state.planes[i].status, Status::Exited | Status::Disengaged);
    let shifts = bomber && (on_map || flown_off && state.stage == Stage::Stragglers);
    let says = "only a bomber on the map shifts";
    part.unless(shifts || spec.shifts == 0, "shifts", says, rule::SHIFT);
    let done = state.stage.is_set_up() || state.stage == Stage::InterceptorsMove;
    let says = "shifts are caused in step 5 and carried out at the end of step 3";
    part.unless(!done || spec.shifts == 0, "shifts", says, rule::SHIFT);
    // A boost adds one hex.
    let most = usize::from(card.speed + u8::from(bomber));
    let says = format!("it flies at most {most} hexes");
    part.unless(spec.entered.len() <= most, "entered", says, rule::SPEED_RANGE);
}

/// Tanks that have been dropped.
fn check_tanks(card: &Aircraft, aboard: bool, spec: &PlaneState, part: &mut Part<'_>) {
    let dropped = spec.tank_turns.is_some_and(|turns| turns > 0);
    let says = format!("{} carries no drop tanks", card.name);
    part.unless(card.tanks || !dropped, "tank-turns", says, rule::OPT_DROP_TANKS);
    part.unless(!aboard || !dropped, "tank-turns", "its tanks are still aboard", rule::OPT_DROP_TANKS);
}

/// The way flown this turn, or last turn by a plane that has not moved yet, ends where the plane stands; a push, a shift or
/// a hex full of bombers may have taken it on from there.
fn check_way(rules: &Rules, state: &State, i: usize, fired: i16, part: &mut Part<'_>) {
    let plane = &state.planes[i];
    let in_play = matches!(plane.status, Status::OnMap | Status::OffMap { .. } | Status::Unplaced);
    let Some(last) = plane.trail.entered().last().filter(|_| in_play) else { return };
    let (far, most) = (plane.hex.distance(last), farthest_aside(rules, state, i, fired));
    let says = format!(
        "the last hex entered is {}, {far} from the plane: at most {most} is possible",
        rules.hex_name(last)
    );
    part.unless(far <= most, "entered", says, rule::MOVE_STEPS);
}

/// How far a plane can have been taken from the end of its way; each salvo fired may have shifted a bomber once.
fn farthest_aside(rules: &Rules, state: &State, i: usize, fired: i16) -> i16 {
    let moved = state.planes[i].flags.has(Flags::MOVED);
    let bombers = rules.bombers.len();
    match rules.planes[i].role {
        _ if !state.on_map(i) || bombers == 0 => 0,
        // fast-and-easy/bomber-on-fighter, at the end of step 3.
        Role::Escort if moved && state.stage <= Stage::Stragglers => 0,
        Role::Interceptor if moved || state.stage != Stage::InterceptorsMove => 0,
        Role::Escort | Role::Interceptor => nearest_room(rules.planes.len() as u32 - 1),
        // fast-and-easy/straggler
        Role::Bomber if moved && state.stage == Stage::Stragglers => nearest_room(bombers - 1),
        Role::Bomber => {
            // fast-and-easy/collision, fast-and-easy/opt-clouds: one shift each.
            let others = i16::from(bombers > 1) + i16::from(rules.options.clouds);
            nearest_room(bombers - 1) + others + fired
        }
    }
}

/// Distance of the nearest empty hex at worst: in a corner of the map, all around taken by the other planes.
fn nearest_room(others: u32) -> i16 {
    // Within d hexes of a corner there are (d + 1)(d + 2) / 2.
    let full = |d: &u32| (d + 1) * (d + 2) / 2 <= others;
    if others == 0 { 0 } else { 1 + (1..).take_while(full).count() as i16 }
}

/// Salvos that have been fired by planes that the scenario arms (`fast-and-easy/rockets`).
fn salvos_fired(rules: &Rules, state: &State, scenario: &Scenario) -> i16 {
    let armed = |i: &usize| {
        let group = &rules.groups[rules.planes[*i].group as usize];
        let listed = &scenario.groups[rules.planes[*i].group as usize].rockets;
        let plane = &state.planes[*i];
        listed.contains(&((i - group.first) as i32 + 1))
            || plane.salvos > 0
            || plane.flags.has(Flags::ROCKETS_FIRED)
    };
    let fired = |i: usize| i16::from(rules.card(i).salvos - state.planes[i].salvos);
    rules.fighters[rules.interceptor().index()].iter().filter(armed).map(fired).sum()
}

/// No bomber turns (`fast-and-easy/bomber-formation`): all face the far short side. With `straggler_turns` single ones may
/// have turned.
fn check_course(rules: &Rules, g: usize, group: &Group, flaws: &mut Flaws) {
    let course = Direction::ALL[if rules.far_edge == Edge::West { 3 } else { 0 }];
    let turns = rules.options.straggler_turns;
    let info = &rules.groups[g];
    let bomber = |n: usize| rules.bombers.contains(info.first + n);
    let own = |n: usize| group.state.iter().find(|s| s.plane == n as i32 + 1).and_then(|s| s.facing);
    let says =
        format!("bombers face {}, and turn only if they are single, with straggler_turns", course.number());
    let bound = group.formation.is_some() || !turns;
    let mut part = Part { flaws, path: format!("groups[{g}]") };
    let flown = (0..info.len).any(|n| bomber(n) && own(n).is_none());
    part.unless(info.facing == course || !bound || !flown, "facing", &*says, rule::BOMBER_FORMATION);
    for (s, spec) in group.state.iter().enumerate().filter(|(_, s)| bomber(s.plane as usize - 1)) {
        let straight = spec.facing.is_none_or(|facing| facing == i32::from(course.number()));
        part.unless(straight || turns, &format!("state[{s}].facing"), &*says, rule::BOMBER_FORMATION);
    }
}

/// Combat has started once opposing planes are near each other at the end of a movement step, and once anybody has fired
/// (`fast-and-easy/combat-starts`).
fn check_combat(rules: &Rules, state: &State, flaws: &mut Flaws) {
    // Whoever has only looked for a target in the dark has not fired.
    let fired = |p: &Plane| p.flags.has(Flags::SHOT) || p.flags.has(Flags::FIRED_AT);
    if state.planes.iter().any(fired) {
        flaws.add("start.combat", "planes have fired: combat has started", rule::COMBAT_STARTS);
    }
    // Who stands where the end of the last movement step found it; before turn 1 there was none.
    let settled = |i: &usize| {
        let (role, moved) = (rules.planes[*i].role, state.planes[*i].flags.has(Flags::MOVED));
        state.on_map(*i)
            && match state.stage {
                Stage::EscortsMove => state.turn > 1 && !(moved && role == Role::Escort),
                Stage::Stragglers => !(moved && role == Role::Bomber),
                Stage::InterceptorsMove => !(moved && role == Role::Interceptor),
                stage => !stage.is_set_up(),
            }
    };
    let of = |side| rules.side_set(side).iter().filter(settled).collect::<Vec<usize>>();
    let (ours, theirs) = (of(rules.escort), of(rules.interceptor()));
    let most = rules.tables.movement.combat_distance;
    let near = |a: usize, b: usize| state.planes[a].hex.distance(state.planes[b].hex) <= most;
    let mut pairs = ours.iter().flat_map(|a| theirs.iter().map(move |b| (*a, *b)));
    if let Some((a, b)) = pairs.find(|(a, b)| near(*a, *b)) {
        let (one, other) = (&rules.planes[a].name, &rules.planes[b].name);
        let says = format!("{one} and {other} are within {most} hexes of each other: combat has started");
        flaws.add("start.combat", says, rule::COMBAT_STARTS);
    }
}

/// Who may have done what, and since when.
fn check_deed(rules: &Rules, state: &State, i: usize, deed: Deed, part: &mut Part<'_>) {
    let (card, role) = (rules.card(i), rules.planes[i].role);
    let bomber = role == Role::Bomber;
    let formed = rules.planes[i].formation.is_some();
    let fires = if role == Role::Escort { Stage::EscortsFire } else { Stage::InterceptorsFire };
    let (able, since, by) = match deed {
        Deed::Moved => (true, moves_in(role), rule::SEQUENCE),
        Deed::FiredAt => (true, Stage::EscortsMove, rule::SEQUENCE),
        Deed::ForwardFired => (!bomber && card.guns.forward > 0, fires, rule::FORWARD_GUNS),
        Deed::RearFired => (!bomber && card.guns.rear > 0, fires, rule::REAR_GUNS),
        Deed::RocketsFired => (state.planes[i].salvos < card.salvos, fires, rule::ROCKETS),
        Deed::TurretsFired => (bomber, Stage::BombersFire, rule::BOMBER_FIRE),
        Deed::FiredOnFriend => (bomber, Stage::BombersFire, rule::FRIENDLY_FIRE),
        Deed::BoostTried | Deed::Boosted => (formed, Stage::Boosts, rule::BOOST),
        Deed::DropsOut => (formed, Stage::Stragglers, rule::STRAGGLER),
        Deed::LookedInVain => {
            let looked = rules.options.night && state.planes[i].flags.has(Flags::FIRED);
            (looked, Stage::EscortsFire, rule::OPT_NIGHT)
        }
        Deed::MayCreep => (bomber && speed(rules, state, i, false) == 0, Stage::Boosts, rule::SPEED_ZERO),
    };
    let name = serde_json::to_value(deed).unwrap_or_default();
    let name = name.as_str().unwrap_or_default();
    part.unless(able, "done", format!("{name}: this plane cannot have done that"), by);
    part.unless(state.stage >= since, "done", format!("{name}: it is too early in the turn"), rule::SEQUENCE);
}

/// A plane in the middle of its move has announced an Immelmann and goes on straight.
fn check_moving(rules: &Rules, state: &State, spec: &MovingSpec, part: &mut Part<'_>) {
    let Some(moving) = &state.moving else { return };
    let i = usize::from(moving.plane);
    let (now, plane) = (performance(rules, state, i, false), &state.planes[i]);
    // A declared turn has been made on the way.
    let turned = plane.marker.is_none_or(|marker| marker.run + moving.walk.spent >= now.turn);
    let able = now.no_immelmann.is_none() && turned;
    let says = "a move stops in the middle only for an Immelmann, which this plane could not announce";
    part.unless(able, "aircraft", says, now.no_immelmann.unwrap_or(rule::IMMELMANN));
    let walk = &moving.walk;
    let failed = walk.spent + now.immelmann <= now.max;
    let made = now.immelmann <= walk.spent && walk.spent < now.max;
    let says =
        format!("after an Immelmann of {} hexes {} were not flown of {}", now.immelmann, walk.spent, now.max);
    part.unless(failed || made, "spent", says, rule::IMMELMANN);
    // fast-and-easy/map-edge: a plane that comes back may begin some way along the edge.
    let back = if state.on_map(i) { 0 } else { rules.tables.movement.return_distance };
    let (far, most) = (plane.hex.distance(walk.hex), i16::from(walk.spent) + back);
    let says = format!("{most} hexes do not lead there: it is {far} from {}", rules.hex_name(plane.hex));
    part.unless(far <= most, "hex", says, rule::MOVE_STEPS);
    let way = spec.entered.is_empty()
        || spec.entered.len() == usize::from(walk.spent) && moving.trail.entered().last() == Some(walk.hex);
    part.unless(way, "entered", "lists each hex flown, the last where the plane is", rule::MOVE_STEPS);
}

/// Whether two planes may stand on one hex for the moment: in step 3 bombers that have moved stand on fighters that will be
/// pushed aside, and on bombers that have not moved yet.
pub(super) fn may_share(rules: &Rules, state: &State, a: usize, b: usize) -> bool {
    let moved = |i: usize| state.planes[i].flags.has(Flags::MOVED);
    state.stage == Stage::Stragglers
        && match (rules.bombers.contains(a), rules.bombers.contains(b)) {
            (true, true) => moved(a) != moved(b),
            (true, false) => moved(a),
            (false, true) => moved(b),
            (false, false) => false,
        }
}
