//! 2.5, 3.0, 9.0: from a scenario to a position, or every flaw with the path of its field.

use crate::chart::{Chart, Class};
use crate::combat;
use crate::command::Fire;
use crate::data::Data;
use crate::finish;
use crate::formation;
use crate::rule;
use crate::scenario::{Aircraft, Kind, Options, Player, Scenario, Start, StartStatus};
use crate::sequence;
use crate::space::{FACING_RULE, Facing, GRID, hex_name, read_hex};
use crate::state::{
    Announced, Formation, Plane, Prep, Record, Records, Role, Rules, Spent, Stage, State, Status,
};
use crate::{Spitfire, victory};
use arrayvec::ArrayVec;
use sky::{Board, Hex};
use std::sync::Arc;
use table::{Flaw, Position, Refusals, RuleId, Side, Silence};

/// Sets the pieces up.
pub(crate) fn set_up(data: &Data, scenario: &Scenario) -> Result<Position<Spitfire>, Vec<Flaw>> {
    let mut flaws = Flaws::default();
    let first = scenario.options.first.unwrap_or(scenario.first);
    let charts = Side::BOTH.map(|side| chart(data, scenario, side, &mut flaws));
    let [Some(allies), Some(axis)] = charts else { return Err(flaws.0) };
    let charts = [allies, axis];
    let period = choose(data, scenario, &charts, first, &mut flaws);
    let map = data.tables.map;
    let board = Board { grid: GRID, columns: map.columns, rows: map.rows };
    let mut rules = Rules {
        title: scenario.title.clone(),
        kind: scenario.kind,
        period,
        options: Options { period: None, allies: None, axis: None, first: None, ..scenario.options.clone() },
        board,
        tables: data.tables,
        first,
        types: [charts[0].figures(), charts[1].figures()],
        charts,
        targets: targets(scenario, &board, &mut flaws),
        base: [0; 2],
    };
    let mut state = State {
        turn: scenario.turn,
        phase: scenario.phase as u8,
        stage: Stage::Moving,
        planes: ArrayVec::new(),
        moved: ArrayVec::new(),
        asked: [false; 2],
        declared: [None, None],
        stop_offer: scenario.stop_offered_by,
        shape: [Formation::None; 2],
        ending: None,
    };
    flaws.unless(scenario.turn >= 1, "turn", "turns count from 1", rule::PHASES);
    place(&rules, scenario, &mut state, &mut flaws);
    if !flaws.0.is_empty() {
        return Err(flaws.0);
    }
    moves(&rules, scenario, &mut state, &mut flaws);
    if scenario.kind.formations() {
        formations(&mut state, &mut flaws);
    }
    base_points(scenario, &mut rules, &state);
    declarations(&rules, scenario, &mut state, &mut flaws);
    if !flaws.0.is_empty() {
        return Err(flaws.0);
    }
    sequence::next_corners(&rules, &mut state, &mut Silence);
    Ok(Position { rules, state })
}

#[derive(Default)]
struct Flaws(Vec<Flaw>);

impl Flaws {
    fn add(&mut self, path: impl Into<String>, says: impl Into<String>, rule: RuleId) {
        self.0.push(Flaw::new(path, says).by(rule));
    }

    fn unless(&mut self, ok: bool, path: impl Into<String>, says: impl Into<String>, rule: RuleId) {
        if !ok {
            self.add(path, says, rule);
        }
    }

    fn refusals(&mut self, path: &str, why: &Refusals) {
        for refusal in why.iter() {
            self.add(path, refusal.text(), refusal.rule);
        }
    }
}

/// The chart of a side: the scenario's own, or a built-in one.
fn chart(data: &Data, scenario: &Scenario, side: Side, flaws: &mut Flaws) -> Option<Arc<Chart>> {
    let (id, path) = chosen(scenario, side);
    if let Some((n, own)) = scenario.charts.iter().enumerate().find(|(_, c)| c.id == id) {
        let found = own.flaws();
        let sound = found.is_empty();
        flaws.0.extend(found.into_iter().map(|f| Flaw { path: format!("charts[{n}].{}", f.path), ..f }));
        return sound.then(|| Arc::new(own.clone()));
    }
    let found = data.charts.get(id).cloned();
    let known: Vec<&str> = data.charts.keys().map(String::as_str).collect();
    flaws.unless(
        found.is_some(),
        path,
        format!("there is no chart `{id}`: {}", known.join(", ")),
        rule::CHARTS,
    );
    found
}

/// The type that a side flies, and where it was chosen.
fn chosen(scenario: &Scenario, side: Side) -> (&str, &'static str) {
    let (option, path, field) = match side {
        Side::Allies => (&scenario.options.allies, "options.allies", "types.allies"),
        Side::Axis => (&scenario.options.axis, "options.axis", "types.axis"),
    };
    option.as_deref().map_or((scenario.types.of(side), field), |id| (id, path))
}

/// 9.0: whether the forces may meet. A chart of the scenario's own belongs to every period.
fn choose(
    data: &Data,
    scenario: &Scenario,
    charts: &[Arc<Chart>; 2],
    first: Side,
    flaws: &mut Flaws,
) -> Option<String> {
    let own = |side: Side| scenario.charts.iter().any(|c| c.id == charts[side.index()].id);
    let fits = |period: &crate::data::Period, side: Side| {
        own(side) || period.of(side).contains(&charts[side.index()].id)
    };
    let asked = scenario.options.period.or(scenario.period);
    // A type chosen as an option may belong to another period than the scenario's.
    let free = scenario.options.period.is_none()
        && (scenario.options.allies.is_some() || scenario.options.axis.is_some());
    let mut candidates = data.periods.iter().filter(|p| free || asked.is_none_or(|n| p.number == n));
    if let Some(n) = asked
        && !data.periods.iter().any(|p| p.number == n)
    {
        let path = if scenario.options.period.is_some() { "options.period" } else { "period" };
        flaws.add(path, format!("there is no period {n}"), rule::CHOOSING);
        return None;
    }
    let common = candidates.clone().find(|p| Side::BOTH.into_iter().all(|s| fits(p, s)));
    if common.is_none() {
        // Name the side that is not in the period asked for; if each is in one, they share none.
        let wrong = Side::BOTH.into_iter().find(|s| !candidates.any(|p| fits(p, *s))).unwrap_or(Side::Axis);
        let says = format!("{} and {} share no such period", charts[0].id, charts[1].id);
        flaws.add(chosen(scenario, wrong).1, says, rule::CHOOSING);
    }
    for side in Side::BOTH {
        let bombs = scenario.kind == Kind::Bombing && side != first;
        let class = charts[side.index()].class;
        let ok = class == Class::FighterBomber || (class == Class::Bomber) == bombs;
        let says = if bombs { "this side needs a bomber" } else { "this side needs a fighter" };
        flaws.unless(ok, chosen(scenario, side).1, says, rule::CHOOSING);
    }
    if let Some(period) = common {
        named_types(scenario, charts, first, period.number, flaws);
    }
    common.map(|p| format!("{}: {}", p.number, p.title))
}

/// 9.3 names its types, 9.3.X its periods.
fn named_types(scenario: &Scenario, charts: &[Arc<Chart>; 2], first: Side, period: u8, flaws: &mut Flaws) {
    let own = |side: Side| scenario.charts.iter().any(|c| c.id == charts[side.index()].id);
    match scenario.kind {
        Kind::Formations => {
            for side in Side::BOTH.into_iter().filter(|s| !own(*s)) {
                let id = charts[side.index()].id.as_str();
                let named: &[&str] = if side == first { &["Hurricane-I", "D.520"] } else { &["Bf.109E-3"] };
                let says = format!("9.3 is flown with {}", named.join(" or "));
                flaws.unless(named.contains(&id), chosen(scenario, side).1, says, rule::FORMATIONS);
            }
        }
        Kind::FormationsVariant => {
            let says = "the variant is flown with types from August 1940 onward";
            flaws.unless(period >= 3, chosen(scenario, Side::Axis).1, says, rule::FORMATION_VARIANT);
        }
        Kind::AirSuperiority | Kind::Bombing => {}
    }
}

fn targets(scenario: &Scenario, board: &Board, flaws: &mut Flaws) -> ArrayVec<Hex, 8> {
    let mut targets = ArrayVec::new();
    for (n, text) in scenario.targets.iter().enumerate() {
        let path = format!("targets[{n}]");
        match read_hex(text).filter(|h| board.contains(*h)) {
            Some(hex) if targets.contains(&hex) => flaws.add(path, "named twice", rule::BOMBING),
            Some(hex) if targets.is_full() => {
                flaws.add(path, format!("{} is one too many", hex_name(hex)), rule::BOMBING);
            }
            Some(hex) => targets.push(hex),
            None => flaws.add(path, format!("`{text}` is no hex of the map"), rule::MAP),
        }
    }
    let wanted = scenario.kind == Kind::Bombing;
    flaws.unless(
        wanted != targets.is_empty(),
        "targets",
        "ground targets belong to scenario 9.2",
        rule::BOMBING,
    );
    targets
}

fn place(rules: &Rules, scenario: &Scenario, state: &mut State, flaws: &mut Flaws) {
    for (n, aircraft) in scenario.aircraft.iter().enumerate() {
        let at = format!("aircraft[{n}]");
        if let Some(plane) = plane(rules, scenario, aircraft, &at, flaws) {
            let clash = state
                .planes
                .iter()
                .any(|p| plane.flying() && p.flying() && p.hex == plane.hex && p.altitude == plane.altitude);
            let waived = plane.moved || scenario.phase as u8 % 2 == 1 || !scenario.moved.is_empty();
            flaws.unless(
                !clash || waived,
                format!("{at}.hex"),
                "two aircraft at one altitude of one hex",
                rule::OCCUPIED,
            );
            if state.planes.try_push(plane).is_err() {
                flaws.add("aircraft", "too many aircraft", rule::CHARTS);
                return;
            }
        }
    }
    for side in Side::BOTH {
        let count = state.planes.iter().filter(|p| p.side == side).count();
        let most = rules.tables.map.aircraft_per_side;
        let says = format!("the {side} have {count} aircraft, 1 to {most} fit on a chart");
        flaws.unless((1..=most).contains(&count), "aircraft", says, rule::CHARTS);
    }
}

fn plane(rules: &Rules, scenario: &Scenario, given: &Aircraft, at: &str, flaws: &mut Flaws) -> Option<Plane> {
    let before = flaws.0.len();
    let path = |field: &str| format!("{at}.{field}");
    let by_player = given.player.map(|p| match p {
        Player::First => rules.first,
        Player::Second => rules.first.enemy(),
    });
    let side = match (given.side, by_player) {
        (Some(side), None) | (None, Some(side)) => side,
        (Some(a), Some(b)) if a == b => a,
        _ => {
            flaws.add(path("side"), "exactly one of `side` and `player`", rule::PREPARATION);
            return None;
        }
    };
    let ty = rules.of(side);
    let hex = read_hex(&given.hex).filter(|h| rules.board.contains(*h));
    flaws.unless(hex.is_some(), path("hex"), format!("`{}` is no hex of the map", given.hex), rule::MAP);
    let (facing, corner_open) = facing(rules, &given.facing, &path("facing"), flaws);
    let highest = rules.tables.map.highest;
    let level = (1..=highest).contains(&given.altitude);
    flaws.unless(level, path("altitude"), format!("1 to {highest}"), rule::PIECES);
    let steps = ty.climb_steps;
    flaws.unless(given.climb < steps, path("climb"), format!("0 to {}", steps - 1), rule::CLIMB_TRACK);
    let max = given.max_speed.unwrap_or(ty.maximum);
    let flying = given.status == StartStatus::Flying;
    let lowest = if flying { ty.destruct + 1 } else { 0 };
    let says = format!("{lowest} to {}", ty.maximum);
    flaws.unless((lowest..=ty.maximum).contains(&max), path("max-speed"), says, rule::SPEED_TRACK);
    let below = given.below_level_max;
    flaws.unless(
        below <= ty.level_max - ty.minimum,
        path("below-level-max"),
        "below the lowest speed",
        rule::SPEED_TRACK,
    );
    let speed = given.speed.unwrap_or_else(|| ty.level_max.saturating_sub(below).min(max.max(ty.minimum)));
    let says = format!("{} to {max}", ty.minimum);
    let on_track = (ty.minimum..=max).contains(&speed) || !flying;
    flaws.unless(on_track, path("speed"), says, rule::SPEED_TRACK);
    flaws.unless(
        !given.half || ty.hits_per_step == 2,
        path("half"),
        "only two-hit types have it",
        rule::DAMAGE,
    );
    let least =
        u16::from(ty.maximum.saturating_sub(max)) * u16::from(ty.hits_per_step) + u16::from(given.half);
    let hits = given.hits.unwrap_or(least);
    let says = format!("Maximum Speed {max} means {least} or more");
    let same = if flying { hits == least } else { hits >= least };
    flaws.unless(same, path("hits"), says, rule::DAMAGE);
    let formed = scenario.kind.formations();
    flaws.unless(
        formed || (given.role, given.section, given.joining) == (Role::None, 0, 0),
        path("role"),
        "formations belong to 9.3",
        rule::FORMATIONS,
    );
    let most = rules.tables.formations.joining_phases;
    flaws.unless(given.joining <= most, path("joining"), format!("0 to {most}"), rule::SCHWARM);
    let bomber = rules.bomber_side() == Some(side);
    flaws.unless(
        bomber || given.passes == 0,
        path("passes"),
        "only bombers of 9.2 make passes",
        rule::BOMBING,
    );
    let scored = given.scored_in_this_stay;
    let over = hex.is_some_and(|h| rules.is_target(h)) && given.passes > 0;
    flaws.unless(
        !scored || (bomber && over),
        path("scored-in-this-stay"),
        "only in a target hex, after a pass",
        rule::BOMBING,
    );
    let woss = given.prep == Prep::None || ty.wing_over.is_some();
    flaws.unless(woss, path("prep"), "this type does no wing-over and no split-S", rule::WING_OVER);
    let dived = given.prep == Prep::VerticalDive;
    let says = "a vertical dive prepares a split-S and the other way round";
    flaws.unless(
        !dived || given.previous_phase_vertical,
        path("previous-phase-vertical"),
        says,
        rule::SPLIT_S,
    );
    let phases = given.phases.unwrap_or_else(|| phases_so_far(rules, scenario, side));
    flaws.unless(
        given.wing_over_phase.is_none_or(|n| n >= 1 && n <= phases),
        path("wing-over-phase"),
        "1 to the phases completed",
        rule::WOSS_NOTES,
    );
    let status = match given.status {
        StartStatus::Flying => Status::Flying,
        StartStatus::ShotDown => Status::ShotDown,
        StartStatus::LeftSafely(by) => Status::Left { by, safe: true },
        StartStatus::LeftLost(by) => Status::Left { by, safe: false },
    };
    let records = records(rules, scenario, given, side, &path("records"), flaws);
    if flaws.0.len() > before {
        return None;
    }
    Some(Plane {
        side,
        hex: hex?,
        facing: facing?,
        altitude: given.altitude,
        climb: given.climb,
        speed,
        max,
        half: given.half,
        hits,
        status,
        phases,
        vertical: given.previous_phase_vertical,
        prep: given.prep,
        wing_over: given.wing_over_phase.unwrap_or(0),
        attitude: given.attitude,
        passes: given.passes,
        scored,
        role: given.role,
        section: given.section,
        joining: given.joining,
        corner_open,
        moved: false,
        announced: None,
        records,
    })
}

/// 10.0 ruling: hexside d becomes corner d, and the owner may choose the one before it.
fn facing(rules: &Rules, text: &str, path: &str, flaws: &mut Flaws) -> (Option<Facing>, bool) {
    let side = Facing::hexside(text);
    let corner = Facing::corner(text).filter(|_| rules.corners());
    let words = if rules.corners() { ", NNE, E, SSE, SSW, W, NNW" } else { "" };
    let says = format!("`{text}`: N, NE, SE, S, SW, NW{words}");
    flaws.unless(side.is_some() || corner.is_some(), path, says, FACING_RULE);
    (side.or(corner), side.is_some() && rules.corners())
}

/// Own Movement Phases that the turn and phase amount to.
fn phases_so_far(rules: &Rules, scenario: &Scenario, side: Side) -> u16 {
    let begun = match scenario.phase {
        Start::FirstMovement => false,
        Start::FirstCombat | Start::SecondMovement => side == rules.first,
        Start::SecondCombat => true,
    };
    scenario.turn.saturating_sub(1) + u16::from(begun)
}

/// 8.0: records of the phasing side's last move, needed to start in a combat phase.
fn records(
    rules: &Rules,
    scenario: &Scenario,
    given: &Aircraft,
    side: Side,
    path: &str,
    flaws: &mut Flaws,
) -> Records {
    let phasing = if (scenario.phase as u8) < 2 { rules.first } else { rules.first.enemy() };
    let combat = scenario.phase as u8 % 2 == 1;
    let flying = given.status == StartStatus::Flying;
    let mut records = Records::new();
    for (n, text) in given.records.iter().enumerate() {
        let path = format!("{path}[{n}]");
        match record(rules, text) {
            None => flaws.add(
                path,
                format!("`{text}`: a hex, a facing and a kind, such as `3019 N forward`"),
                rule::SIGHTING,
            ),
            Some(next) => {
                let apart = records.last().map_or(0, |last: &Record| last.hex.distance(next.hex));
                flaws.unless(apart <= 1, &path, "more than one hex from the record before", rule::SIGHTING);
                if records.try_push(next).is_err() {
                    flaws.add(path, "more records than any speed", rule::SIGHTING);
                }
            }
        }
    }
    let wanted = combat && side == phasing && flying;
    let says = "a combat phase starts with the records of the phasing side's moves, and only with those";
    flaws.unless(wanted != records.is_empty() || (!combat && side == phasing), path, says, rule::SIGHTING);
    if let Some(last) = records.last().filter(|_| flying) {
        let here = read_hex(&given.hex) == Some(last.hex);
        flaws.unless(here, path, "the last record is where the aircraft is", rule::SIGHTING);
    }
    records
}

fn record(rules: &Rules, text: &str) -> Option<Record> {
    let mut words = text.split_whitespace();
    let hex = read_hex(words.next()?).filter(|h| rules.board.contains(*h))?;
    let facing = words.next()?;
    let facing = if rules.corners() { Facing::corner(facing)? } else { Facing::hexside(facing)? };
    let kind: Spent = serde_json::from_value(serde_json::Value::String(words.next()?.to_owned())).ok()?;
    words.next().is_none().then_some(Record { hex, facing, kind })
}

/// Who has moved, and what was announced.
fn moves(rules: &Rules, scenario: &Scenario, state: &mut State, flaws: &mut Flaws) {
    let phasing = state.phasing(rules);
    let movement = state.phase.is_multiple_of(2);
    for (n, id) in scenario.moved.iter().enumerate() {
        let path = format!("moved[{n}]");
        let ours = state.plane(*id).is_some_and(|p| p.side == phasing && !p.moved);
        flaws.unless(ours, &path, "an aircraft of the phasing side, named once", rule::MOVEMENT);
        if ours && state.moved.try_push(*id).is_ok() {
            let plane = &mut state.planes[usize::from(id.0) - 1];
            plane.moved = true;
            let recorded = !plane.flying() || !plane.records.is_empty() || !movement;
            flaws.unless(recorded, path, "an aircraft that has moved has its records", rule::SIGHTING);
        }
    }
    flaws.unless(movement || scenario.moved.is_empty(), "moved", "only in a Movement Phase", rule::PHASES);
    for plane in &mut state.planes {
        if !movement && plane.side == phasing {
            plane.moved = true;
        }
    }
    for (n, given) in scenario.aircraft.iter().enumerate() {
        let path = format!("aircraft[{n}].records");
        let plane = &state.planes[n];
        let stray = movement && !plane.moved && !plane.records.is_empty();
        flaws.unless(!stray, path, "records belong to aircraft that have moved", rule::SIGHTING);
        let Some(announced) = &given.announced else { continue };
        let path = format!("aircraft[{n}].announced");
        let may = movement && plane.side == phasing && !plane.moved && plane.flying();
        flaws.unless(may, &path, "only for aircraft that are yet to move in this phase", rule::EXECUTION);
        let speed = announced.speed;
        match speed {
            None => {
                let possible = crate::decide::possible(rules, plane, announced.altitude);
                flaws.unless(
                    possible,
                    format!("{path}.altitude"),
                    "no speed allows it",
                    rule::ALTITUDE_DECISION,
                );
                flaws.unless(
                    announced.flown.is_empty(),
                    format!("{path}.flown"),
                    "the speed is missing",
                    rule::SPEED_DECISION,
                );
            }
            Some(speed) => {
                let mut why = Refusals::none();
                crate::decide::objections(rules, plane, announced.altitude, speed, &mut |r| why.add(r));
                flaws.refusals(&format!("{path}.speed"), &why);
                if why.is_empty() {
                    finish::fly(rules, plane, announced.altitude, speed, &announced.flown.0, &mut why);
                    flaws.refusals(&format!("{path}.flown"), &why);
                }
            }
        }
        state.planes[n].announced =
            Some(Announced { altitude: announced.altitude, speed, flown: announced.flown.clone() });
    }
}

/// 9.3: roles must make a Vee, what is left of one, or a Schwarm.
fn formations(state: &mut State, flaws: &mut Flaws) {
    for side in Side::BOTH {
        let roles: Vec<(Role, u8, bool)> =
            state.planes.iter().filter(|p| p.side == side).map(|p| (p.role, p.section, p.flying())).collect();
        let count = |role, section| roles.iter().filter(|r| (r.0, r.1) == (role, section)).count();
        let total = roles.len();
        let vee = count(Role::Leader, 0) == 1
            && (total == 1
                || (total == 2 && count(Role::Wing, 0) == 1)
                || (total == 3 && count(Role::Left, 0) == 1 && count(Role::Right, 0) == 1)
                // A Vee that was named after a loss: the lost aircraft keep no slot.
                || roles.iter().filter(|r| r.2).all(|r| r.1 == 0));
        let pair = |n| count(Role::Leader, n) == 1 && count(Role::Wing, n) == 1;
        let schwarm = total == 4 && pair(1) && pair(2);
        let says =
            "a Vee is leader, left, right (or leader, wing); a Schwarm leader and wing of sections 1 and 2";
        let first = state.planes.iter().position(|p| p.side == side).unwrap_or(0);
        flaws.unless(vee || schwarm, format!("aircraft[{first}].role"), says, rule::VEE);
        state.shape[side.index()] = if schwarm { Formation::Schwarm } else { Formation::Vee };
        formation::after_losses(state, side);
    }
    let joins = |p: &Plane| p.joining > 0 && (!p.flying() || matches!(p.role, Role::None | Role::Leader));
    if let Some(n) = state.planes.iter().position(joins) {
        flaws.add(format!("aircraft[{n}].joining"), "only a wingman joins", rule::SCHWARM);
    }
}

/// Points: the head start of 9.1, or what the scenario says stands now.
fn base_points(scenario: &Scenario, rules: &mut Rules, state: &State) {
    if scenario.kind == Kind::AirSuperiority {
        rules.base[rules.first.enemy().index()] = rules.tables.air_superiority.second_player_points;
    }
    let so_far = victory::points(rules, state);
    for (side, points) in &scenario.points {
        rules.base[side.index()] += points - so_far[side.index()];
    }
}

/// Fire already declared when a combat phase is entered in its middle.
fn declarations(rules: &Rules, scenario: &Scenario, state: &mut State, flaws: &mut Flaws) {
    for (side, shots) in &scenario.declared {
        let path = format!("declared.{}", side.word());
        flaws.unless(state.phase % 2 == 1, &path, "only in a combat phase", rule::PHASES);
        let mut fire = Fire::new();
        for (n, shot) in shots.iter().enumerate() {
            let path = format!("{path}[{n}]");
            let why = combat::judge_shot(rules, state, *side, &fire, *shot);
            flaws.refusals(&path, &why);
            if why.is_empty() {
                let _ = fire.try_push(*shot);
            }
        }
        state.declared[side.index()] = Some(fire);
    }
    let both = state.declared.iter().all(Option::is_some);
    flaws.unless(!both, "declared", "with both declarations in, the phase is over", rule::DAMAGE);
    for side in scenario.declared.keys() {
        let answer = combat::can_fire(rules, state, side.enemy());
        flaws.unless(both || answer, "declared", "the other side has nothing to declare", rule::DAMAGE);
    }
}
