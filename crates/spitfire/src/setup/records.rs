//! 8.0: the records of a move already flown.

use super::placement::Fields;
use crate::rule;
use crate::rules::Rules;
use crate::scenario::Scenario;
use crate::space::{Facing, read_hex};
use crate::state::{Plane, Prep, Record, Records, Spent};
use table::Side;

/// The records of the phasing side's last move, needed to start in a combat phase.
pub(super) fn read(rules: &Rules, scenario: &Scenario, side: Side, fields: &mut Fields<'_>) -> Records {
    let phasing = if (scenario.phase as u8) < 2 { rules.first } else { rules.first.enemy() };
    let combat = scenario.phase as u8 % 2 == 1;
    let mut records = Records::new();
    for (n, text) in fields.given.records.iter().enumerate() {
        let field = format!("records[{n}]");
        let Some(next) = record(rules, text) else {
            let says = format!("`{text}`: a hex, a facing and a kind, such as `3019 N forward`");
            fields.unless(false, &field, says, rule::SIGHTING);
            continue;
        };
        let follows = records.last().is_none_or(|last| follows(rules, *last, next));
        let says = "no movement point leads there from the record before";
        fields.unless(follows, &field, says, rule::SIGHTING);
        let room = records.try_push(next).is_ok();
        fields.unless(room, &field, "more records than any speed", rule::SIGHTING);
    }
    let wanted = combat && side == phasing && fields.flying();
    let says = "a combat phase starts with the records of the phasing side's moves, and only with those";
    let fits = wanted != records.is_empty() || (!combat && side == phasing);
    fields.unless(fits, "records", says, rule::SIGHTING);
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

/// Whether one movement point leads from a record to the next.
fn follows(rules: &Rules, last: Record, next: Record) -> bool {
    let ahead = |sides: &[i8]| {
        next.facing == last.facing
            && sides.iter().any(|n| last.hex.ahead(last.facing.side(*n), 1) == next.hex)
    };
    let stays = next.hex == last.hex && next.facing == last.facing;
    // 6.G1: whoever has begun a roll finishes it.
    let rolling = last.kind == Spent::RollFirst;
    match next.kind {
        Spent::RollFirst => stays,
        Spent::RollLast if last.kind == Spent::RollLast => stays,
        // 10.C: abeam rather than sideways-forward.
        Spent::RollLast => rolling && ahead(if rules.corners() { &[-1, 2] } else { &[-1, 1] }),
        _ if rolling => false,
        Spent::Forward => ahead(if rules.corners() { &[0, 1] } else { &[0] }),
        Spent::Turn => {
            next.hex == last.hex && [-1, 1].into_iter().any(|n| last.facing.turned(n) == next.facing)
        }
        Spent::Climb => stays,
        // 6.D, 6.GN: before anything else.
        Spent::Dive | Spent::WingOver => stays && last.kind == next.kind,
    }
}

/// Whether the records are those of the aircraft as it stands.
pub(super) fn agree(rules: &Rules, plane: &Plane, fields: &mut Fields<'_>) {
    let Some(last) = plane.records.last().filter(|_| plane.flying()) else { return };
    let ty = rules.of(plane.side);
    let here = (last.hex, last.facing) == (plane.hex, plane.facing);
    fields.unless(here, "records", "the last record is where the aircraft is", rule::SIGHTING);
    // 6.0: every point of the speed flown is on record; 6.C: only climbing has slowed it since.
    let count = |kind: Spent| plane.records.iter().filter(|r| r.kind == kind).count() as u8;
    let (flown, climbed) = (plane.records.len() as u8, count(Spent::Climb));
    let slowest = (flown - climbed).max(ty.minimum);
    let speed = plane.speed;
    let says =
        format!("points flown: {flown}, of them climbed: {climbed}; that does not come to speed {speed}");
    fields.unless((slowest..=flown).contains(&speed), "records", says, rule::MOVEMENT);
    let says = format!("points flown: {flown}; Maximum Speed is {}", plane.max);
    fields.unless(flown <= plane.max, "records", says, rule::SPEED_TRACK);
    let (dived, winged) = (count(Spent::Dive), count(Spent::WingOver));
    let rolled = (count(Spent::RollFirst), count(Spent::RollLast));
    let whole = climbed.is_multiple_of(ty.climb_cost)
        && (dived == 0 || dived == ty.dive_cost)
        && (winged == 0 || ty.wing_over.is_some_and(|costs| costs.contains(&winged)))
        && (rolled == (0, 0) || ty.roll.is_some_and(|cost| halves(cost, rolled)));
    let says = "a climb step, vertical dive, roll or wing-over has as many records as points of its cost";
    fields.unless(whole, "records", says, rule::SIGHTING);
    let says = "as the records have it";
    fields.unless(plane.vertical == (dived > 0), "previous-phase-vertical", says, rule::VERTICAL_DIVE);
    let all_climb = climbed == flown;
    fields.unless((plane.prep == Prep::AllClimb) == all_climb, "prep", says, rule::WING_OVER);
}

/// 8.0: whether these are the two halves of whole rolls, the larger one first.
fn halves(cost: u8, (first, last): (u8, u8)) -> bool {
    first.is_multiple_of(cost.div_ceil(2)) && last == first / cost.div_ceil(2) * (cost / 2)
}
