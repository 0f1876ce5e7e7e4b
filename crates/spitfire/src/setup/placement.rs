//! 3.0 and digest section 9: every aircraft of a scenario as the position has it, or what is wrong with it.

use super::records;
use crate::decide::{self, Decision};
use crate::flight::safe_exit;
use crate::rules::Rules;
use crate::scenario::{Aircraft, AnnouncedMove, Player, Scenario, Start, StartStatus};
use crate::space::{Facing, read_hex};
use crate::state::{Announced, Attitude, Formation, Plane, Prep, Role, State, Status};
use crate::{formation, path, rule};
use sky::Hex;
use std::ops::RangeInclusive;
use table::{Flaws, PieceId, Refusals, RuleId, Side};

/// One aircraft of a scenario; what is wrong with it is told with the path of its field.
pub(super) struct Fields<'a> {
    pub(super) given: &'a Aircraft,
    at: String,
    flaws: &'a mut Flaws,
}

impl Fields<'_> {
    pub(super) fn unless(&mut self, ok: bool, field: &str, says: impl Into<String>, rule: RuleId) {
        self.flaws.unless(ok, format!("{}.{field}", self.at), says, rule);
    }

    /// A number within limits, or a flaw that names them.
    fn number(&mut self, field: &str, value: u8, limits: RangeInclusive<u8>, rule: RuleId) {
        self.flaws.number(format!("{}.{field}", self.at), value, limits, rule);
    }

    pub(super) fn flying(&self) -> bool {
        self.given.status == StartStatus::Flying
    }
}

pub(super) fn place(rules: &Rules, scenario: &Scenario, state: &mut State, flaws: &mut Flaws) {
    // 6.E binds at the start. Later, aircraft for which it was waived may share a hex until one of them moves on.
    let start = scenario.turn == 1 && scenario.phase == Start::FirstMovement && scenario.moved.is_empty();
    for n in 0..scenario.aircraft.len() {
        if let Some(plane) = plane(rules, scenario, n, flaws) {
            let clash = state
                .planes
                .iter()
                .any(|p| plane.flying() && p.flying() && p.hex == plane.hex && p.altitude == plane.altitude);
            flaws.unless(
                !(start && clash),
                format!("aircraft[{n}].hex"),
                "two aircraft at one altitude of one hex",
                rule::OCCUPIED,
            );
            if state.planes.try_push(plane).is_err() {
                let says = format!("at most {} aircraft are allowed", state.planes.capacity());
                flaws.add("aircraft", says, rule::CHARTS);
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

fn plane(rules: &Rules, scenario: &Scenario, n: usize, flaws: &mut Flaws) -> Option<Plane> {
    let before = flaws.len();
    let given = &scenario.aircraft[n];
    let fields = &mut Fields { given, at: format!("aircraft[{n}]"), flaws };
    let side = owner(rules, fields)?;
    let hex = read_hex(&given.hex).filter(|h| rules.board.contains(*h));
    fields.unless(hex.is_some(), "hex", format!("`{}` is no hex of the map", given.hex), rule::MAP);
    let (facing, corner_open) = facing(rules, fields);
    fields.number("altitude", given.altitude, 1..=rules.tables.map.highest, rule::PIECES);
    fields.number("climb", given.climb, 0..=rules.of(side).climb_steps - 1, rule::CLIMB_TRACK);
    let (speed, max, hits) = speeds(rules, side, fields);
    formed(rules, scenario, fields);
    bombed(rules, side, hex, fields);
    let phases = given.phases.unwrap_or_else(|| phases_so_far(rules, scenario, n, side));
    prepared(rules, phases, fields);
    let records = records::read(rules, scenario, side, fields);
    if fields.flaws.len() > before {
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
        status: match given.status {
            StartStatus::Flying => Status::Flying,
            StartStatus::ShotDown => Status::ShotDown,
            StartStatus::LeftSafely(by) => Status::Left { by, safe: true },
            StartStatus::LeftLost(by) => Status::Left { by, safe: false },
        },
        phases,
        vertical: given.previous_phase_vertical,
        prep: given.prep,
        wing_over: given.wing_over_phase.unwrap_or(0),
        attitude: given.attitude,
        passes: given.passes,
        scored: given.scored_in_this_stay,
        role: given.role,
        section: given.section,
        joining: given.joining,
        corner_open,
        moved: false,
        announced: None,
        records,
    };
    records::agree(rules, &plane, fields);
    if let Status::Left { by, safe: true } = plane.status {
        let says = "its mission was not completed, or not by leaving this way";
        fields.unless(safe_exit(rules, &plane, 0, by), "status", says, rule::LEAVING);
    }
    Some(plane)
}

/// Whose it is.
fn owner(rules: &Rules, fields: &mut Fields<'_>) -> Option<Side> {
    let by_player = fields.given.player.map(|p| match p {
        Player::First => rules.first,
        Player::Second => rules.first.enemy(),
    });
    let side = match (fields.given.side, by_player) {
        (Some(side), None) | (None, Some(side)) => Some(side),
        (a, b) => a.filter(|_| a == b),
    };
    fields.unless(side.is_some(), "side", "exactly one of `side` and `player`", rule::PREPARATION);
    side
}

/// 10.0 ruling: hexside d becomes corner d, and the owner may choose the one before it; whoever has begun to move has chosen.
fn facing(rules: &Rules, fields: &mut Fields<'_>) -> (Option<Facing>, bool) {
    let given = fields.given;
    let side = Facing::hexside(&given.facing);
    let corner = Facing::corner(&given.facing).filter(|_| rules.corners());
    let words = if rules.corners() { ", NNE, E, SSE, SSW, W, NNW" } else { "" };
    let says = format!("`{}`: N, NE, SE, S, SW, NW{words}", given.facing);
    fields.unless(side.is_some() || corner.is_some(), "facing", says, rule::FACING);
    let open = side.is_some() && rules.corners() && fields.flying();
    let begun = given.announced.is_some() || !given.records.is_empty();
    let says = "whoever has begun to move points at a corner";
    fields.unless(!(open && begun), "facing", says, rule::HEXAGONAL);
    (side.or(corner), open)
}

/// 2.49, 7.F: Current Speed, Maximum Speed and the hits that it stands for.
fn speeds(rules: &Rules, side: Side, fields: &mut Fields<'_>) -> (u8, u8, u16) {
    let (ty, given, flying) = (rules.of(side), fields.given, fields.flying());
    // 7.F: Maximum Speed at the Destruct Point or below is shot down, and nothing else is.
    let spaces = match given.status {
        StartStatus::ShotDown => 0..=ty.destruct,
        _ => ty.destruct + 1..=ty.maximum,
    };
    let max = given.max_speed.unwrap_or(*spaces.end());
    fields.number("max-speed", max, spaces, rule::SPEED_TRACK);
    let below = given.below_level_max;
    fields.number("below-level-max", below, 0..=ty.level_max - ty.minimum, rule::SPEED_TRACK);
    let speed = given.speed.unwrap_or_else(|| ty.level_max.saturating_sub(below).min(max.max(ty.minimum)));
    if flying {
        fields.number("speed", speed, ty.minimum..=max, rule::SPEED_TRACK);
    }
    let two_hits = ty.hits_per_step == 2;
    fields.unless(!given.half || two_hits, "half", "only two-hit types have it", rule::DAMAGE);
    let steps = u16::from(ty.maximum.saturating_sub(max));
    let least = steps * u16::from(ty.hits_per_step) + u16::from(given.half);
    let hits = given.hits.unwrap_or(least);
    let (same, more) = if flying { (hits == least, "") } else { (hits >= least, " or more") };
    fields.unless(same, "hits", format!("Maximum Speed {max} means {least}{more}"), rule::DAMAGE);
    (speed, max, hits)
}

/// 9.3: part in a formation.
fn formed(rules: &Rules, scenario: &Scenario, fields: &mut Fields<'_>) {
    let given = fields.given;
    let formations = scenario.kind.formations();
    for (field, unset) in
        [("role", given.role == Role::None), ("section", given.section == 0), ("joining", given.joining == 0)]
    {
        fields.unless(formations || unset, field, "formations belong to 9.3", rule::FORMATIONS);
    }
    fields.unless(given.section <= 2, "section", "1 or 2, or 0 without Sections", rule::SCHWARM);
    fields.number("joining", given.joining, 0..=rules.tables.formations.joining_phases, rule::SCHWARM);
}

/// 9.2: passes.
fn bombed(rules: &Rules, side: Side, hex: Option<Hex>, fields: &mut Fields<'_>) {
    let given = fields.given;
    let bomber = rules.bomber_side() == Some(side);
    let fits = bomber || given.passes == 0;
    fields.unless(fits, "passes", "only bombers of 9.2 make passes", rule::BOMBING);
    let over = bomber && given.passes > 0 && hex.is_some_and(|h| rules.is_target(h));
    let fits = over || !given.scored_in_this_stay;
    fields.unless(fits, "scored-in-this-stay", "only in a target hex, after a pass", rule::BOMBING);
}

/// 6.D2, 6.G2, 6.G3, 6.GN: what earlier phases have left.
fn prepared(rules: &Rules, phases: u16, fields: &mut Fields<'_>) {
    let given = fields.given;
    let climbed = given.prep == Prep::AllClimb;
    let says = "a phase that was all climb had no vertical dive";
    fields.unless(!climbed || !given.previous_phase_vertical, "prep", says, rule::WING_OVER);
    let dived = given.prep == Prep::VerticalDive;
    let says = "a vertical dive prepares a split-S and the other way round";
    // 11.A: whoever levels off after the dive has prepared nothing.
    let levelled = rules.inter_altitude() && given.attitude == Attitude::Level;
    let same = given.previous_phase_vertical == dived || (given.previous_phase_vertical && levelled);
    fields.unless(same, "previous-phase-vertical", says, rule::SPLIT_S);
    let kept = match given.prep {
        Prep::None => given.attitude,
        Prep::AllClimb => Attitude::Climb,
        Prep::VerticalDive => Attitude::Dive,
    };
    let says = "only the attitude of the climb or dive keeps what it has prepared";
    fields.unless(!rules.inter_altitude() || given.attitude == kept, "attitude", says, rule::LEVELLING_OFF);
    let earlier = given.wing_over_phase.is_none_or(|n| n >= 1 && n <= phases);
    fields.unless(earlier, "wing-over-phase", "1 to the phases completed", rule::WOSS_NOTES);
}

/// Own Movement Phases that the turn and phase, and having moved in it, amount to.
fn phases_so_far(rules: &Rules, scenario: &Scenario, n: usize, side: Side) -> u16 {
    let moved = scenario.moved.contains(&PieceId::of(n));
    let begun = match scenario.phase {
        Start::FirstMovement => moved,
        Start::FirstCombat => side == rules.first,
        Start::SecondMovement => side == rules.first || moved,
        Start::SecondCombat => true,
    };
    scenario.turn.saturating_sub(1) + u16::from(begun)
}

/// Who has moved.
pub(super) fn moves(rules: &Rules, scenario: &Scenario, state: &mut State, flaws: &mut Flaws) {
    let phasing = state.phasing(rules);
    let movement = state.phase.is_multiple_of(2);
    for (n, id) in scenario.moved.iter().enumerate() {
        let path = format!("moved[{n}]");
        let ours = state.plane(*id).is_some_and(|p| p.side == phasing && !p.moved);
        flaws.unless(ours, &path, "an aircraft of the phasing side, named once", rule::MOVEMENT);
        if ours && state.moved.try_push(*id).is_ok() {
            let plane = &mut state.planes[id.index()];
            plane.moved = true;
            let recorded = !plane.flying() || !plane.records.is_empty() || !movement;
            flaws.unless(recorded, path, "an aircraft that has moved has its records", rule::SIGHTING);
        }
    }
    let open = movement && scenario.moved.is_empty() && scenario.kind.formations();
    let says = "only in a Movement Phase of 9.3 in which nobody has moved";
    flaws.unless(open || !scenario.begun, "begun", says, rule::FORMATION_LOSS);
    for plane in state.planes.iter_mut().filter(|p| !movement && p.side == phasing) {
        let all = scenario.moved.is_empty();
        let says = "before a combat every aircraft in flight has moved";
        flaws.unless(all || plane.moved || !plane.flying(), "moved", says, rule::PHASES);
        plane.moved |= all;
    }
    for n in 0..state.planes.len() {
        let plane = &state.planes[n];
        let stray = movement && !plane.moved && !plane.records.is_empty();
        let says = "records belong to aircraft that have moved";
        flaws.unless(!stray, format!("aircraft[{n}].records"), says, rule::SIGHTING);
    }
}

/// What was announced, and flown so far, by aircraft in the middle of their move.
pub(super) fn announcements(rules: &Rules, scenario: &Scenario, state: &mut State, flaws: &mut Flaws) {
    let movement = state.phase.is_multiple_of(2);
    let phasing = state.phasing(rules);
    for (plane, (n, given)) in state.planes.iter_mut().zip(scenario.aircraft.iter().enumerate()) {
        let Some(announced) = &given.announced else { continue };
        let path = format!("aircraft[{n}].announced");
        let may = movement && plane.side == phasing && !plane.moved && plane.flying();
        flaws.unless(may, &path, "only for aircraft that are yet to move in this phase", rule::EXECUTION);
        let AnnouncedMove { altitude, speed, flown } = announced;
        if let Some(speed) = *speed {
            let decision = Decision { choice: *altitude, speed };
            let mut why = Refusals::none();
            decide::objections(rules, plane, decision, &mut why);
            flaws.refused(&format!("{path}.speed"), &why);
            if why.is_empty() {
                path::fly(rules, plane, decision, &flown.0, &mut why);
                flaws.refused(&format!("{path}.flown"), &why);
            }
        } else {
            let (possible, none) = (decide::possible(rules, plane, *altitude), flown.is_empty());
            let says = "no speed allows it";
            flaws.unless(possible, format!("{path}.altitude"), says, rule::ALTITUDE_DECISION);
            flaws.unless(none, format!("{path}.flown"), "the speed is missing", rule::SPEED_DECISION);
        }
        plane.announced = Some(Announced { altitude: *altitude, speed: *speed, flown: flown.clone() });
    }
}

/// 9.3: roles must make a Vee, what is left of one, or a Schwarm.
pub(super) fn formations(state: &mut State, flaws: &mut Flaws) {
    for side in Side::BOTH {
        let own: Vec<&Plane> = state.planes.iter().filter(|p| p.side == side).collect();
        let count = |role, section| own.iter().filter(|p| (p.role, p.section) == (role, section)).count();
        let flying: Vec<Role> = own.iter().filter(|p| p.flying()).map(|p| p.role).collect();
        // A Vee may have lost aircraft of any role, also its Leader, and was perhaps a Schwarm before; those that fly have one role each.
        let once = |role| flying.iter().filter(|r| **r == role).count() <= 1;
        // Only a Leader has a wingman who is the only one.
        let flying_pair = flying.len() == 2 && flying.contains(&Role::Leader);
        let vee = (1..=3).contains(&flying.len())
            && own.iter().all(|p| p.section == 0 || !p.flying())
            && !flying.contains(&Role::None)
            && [Role::Leader, Role::Left, Role::Right, Role::Wing].into_iter().all(once)
            && (flying.len() == 1 || !flying.contains(&Role::Wing) || flying_pair)
            && count(Role::Leader, 0) >= 1;
        let pair = |n| count(Role::Leader, n) == 1 && count(Role::Wing, n) == 1;
        let schwarm = own.len() == 4 && pair(1) && pair(2);
        let none = flying.is_empty();
        let says =
            "a Vee is leader, left, right (or leader, wing); a Schwarm leader and wing of sections 1 and 2";
        let first = state.planes.iter().position(|p| p.side == side).unwrap_or(0);
        flaws.unless(vee || schwarm || none, format!("aircraft[{first}].role"), says, rule::VEE);
        state.shape[side.index()] = if schwarm { Formation::Schwarm } else { Formation::Vee };
        // 9.3.S: whoever joins does so after its Schwarm has become a Vee, and nobody else does.
        let mut joining = state.planes.iter().enumerate().filter(|(_, p)| p.side == side && p.joining > 0);
        if let Some((n, _)) = joining.nth(usize::from(!schwarm)) {
            let says = "nobody joins a Schwarm, and only one aircraft a Vee";
            flaws.add(format!("aircraft[{n}].joining"), says, rule::SCHWARM);
        }
        formation::after_losses(state, side);
    }
    let joins = |p: &Plane| p.joining > 0 && (!p.flying() || matches!(p.role, Role::None | Role::Leader));
    if let Some(n) = state.planes.iter().position(joins) {
        flaws.add(format!("aircraft[{n}].joining"), "only a wingman joins", rule::SCHWARM);
    }
}
