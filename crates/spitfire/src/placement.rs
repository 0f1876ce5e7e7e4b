//! 3.0 and digest section 9: every aircraft of a scenario as the position has it, or what is wrong with it.

use crate::finish;
use crate::flight::safe_exit;
use crate::formation;
use crate::rule;
use crate::scenario::{Aircraft, Player, Scenario, Start, StartStatus};
use crate::space::{FACING_RULE, Facing, read_hex};
use crate::state::{Announced, Formation, Plane, Prep, Record, Records, Role, Rules, Spent, State, Status};
use table::{Flaw, Refusals, RuleId, Side};

/// Everything wrong found so far.
#[derive(Default)]
pub(crate) struct Flaws(pub(crate) Vec<Flaw>);

impl Flaws {
    pub(crate) fn add(&mut self, path: impl Into<String>, says: impl Into<String>, rule: RuleId) {
        self.0.push(Flaw::new(path, says).by(rule));
    }

    pub(crate) fn unless(
        &mut self,
        ok: bool,
        path: impl Into<String>,
        says: impl Into<String>,
        rule: RuleId,
    ) {
        if !ok {
            self.add(path, says, rule);
        }
    }

    pub(crate) fn refusals(&mut self, path: &str, why: &Refusals) {
        for refusal in why.iter() {
            self.add(path, refusal.text(), refusal.rule);
        }
    }
}

pub(crate) fn place(rules: &Rules, scenario: &Scenario, state: &mut State, flaws: &mut Flaws) {
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
    for (field, unset) in
        [("role", given.role == Role::None), ("section", given.section == 0), ("joining", given.joining == 0)]
    {
        flaws.unless(formed || unset, path(field), "formations belong to 9.3", rule::FORMATIONS);
    }
    flaws.unless(given.section <= 2, path("section"), "1 or 2, or 0 without Sections", rule::SCHWARM);
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
    let climbed = given.prep == Prep::AllClimb;
    let says = "a phase that was all climb had no vertical dive";
    flaws.unless(!climbed || !given.previous_phase_vertical, path("prep"), says, rule::WING_OVER);
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
    let plane = Plane {
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
        corner_open: corner_open && flying,
        moved: false,
        announced: None,
        records,
    };
    if let Status::Left { by, safe: true } = status {
        let says = "its mission was not completed, or not by leaving this way";
        flaws.unless(safe_exit(rules, &plane, 0, by), path("status"), says, rule::LEAVING);
    }
    Some(plane)
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
pub(crate) fn moves(rules: &Rules, scenario: &Scenario, state: &mut State, flaws: &mut Flaws) {
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
pub(crate) fn formations(state: &mut State, flaws: &mut Flaws) {
    for side in Side::BOTH {
        let own: Vec<&Plane> = state.planes.iter().filter(|p| p.side == side).collect();
        let count = |role, section| own.iter().filter(|p| (p.role, p.section) == (role, section)).count();
        let flying: Vec<Role> = own.iter().filter(|p| p.flying()).map(|p| p.role).collect();
        // A Vee may have lost aircraft of any role, also its Leader; those that fly have one role each.
        let once = |role| flying.iter().filter(|r| **r == role).count() <= 1;
        let vee = (1..=3).contains(&flying.len())
            && own.iter().all(|p| p.section == 0)
            && !flying.contains(&Role::None)
            && [Role::Leader, Role::Left, Role::Right, Role::Wing].into_iter().all(once)
            && (flying.len() < 3 || !flying.contains(&Role::Wing))
            && count(Role::Leader, 0) >= 1;
        let pair = |n| count(Role::Leader, n) == 1 && count(Role::Wing, n) == 1;
        let schwarm = own.len() == 4 && pair(1) && pair(2);
        let none = flying.is_empty();
        let says =
            "a Vee is leader, left, right (or leader, wing); a Schwarm leader and wing of sections 1 and 2";
        let first = state.planes.iter().position(|p| p.side == side).unwrap_or(0);
        flaws.unless(vee || schwarm || none, format!("aircraft[{first}].role"), says, rule::VEE);
        state.shape[side.index()] = if schwarm { Formation::Schwarm } else { Formation::Vee };
        formation::after_losses(state, side);
    }
    let joins = |p: &Plane| p.joining > 0 && (!p.flying() || matches!(p.role, Role::None | Role::Leader));
    if let Some(n) = state.planes.iter().position(joins) {
        flaws.add(format!("aircraft[{n}].joining"), "only a wingman joins", rule::SCHWARM);
    }
}
