//! Digest section 9 as a scenario: what a file would hold to start from this position.

use crate::rules::Rules;
use crate::scenario::{Aircraft, AnnouncedMove, Scenario, Start, StartStatus};
use crate::space::hex_name;
use crate::state::{Plane, Record, Stage, State, Status};
use crate::victory;
use table::{Seat, Side};

/// The scenario that sets this position up; nothing once the game is over.
pub(crate) fn as_scenario(rules: &Rules, state: &State, scenario: &Scenario, seat: Seat) -> Option<Scenario> {
    if state.stage == Stage::Over {
        return None;
    }
    let points = victory::points(rules, state);
    let aircraft = state.planes.iter().zip(&scenario.aircraft);
    Some(Scenario {
        aircraft: aircraft.map(|(plane, given)| as_aircraft(rules, plane, given)).collect(),
        turn: state.turn,
        phase: [Start::FirstMovement, Start::FirstCombat, Start::SecondMovement, Start::SecondCombat]
            [usize::from(state.phase % 4)],
        begun: state.stage == Stage::Moving && state.moved.is_empty() && rules.kind.formations(),
        moved: state.moved.to_vec(),
        // 7.F: a declaration that this seat does not know is left out.
        declared: Side::BOTH
            .into_iter()
            .filter(|side| seat.knows(*side))
            .filter_map(|side| Some((side, state.declared[side.index()].as_ref()?.to_vec())))
            .collect(),
        // Where the scenario does not say how the points stood, they follow from the aircraft.
        points: scenario.points.keys().map(|side| (*side, points[side.index()])).collect(),
        stop_offered_by: state.stop_offer,
        ..scenario.clone()
    })
}

fn as_aircraft(rules: &Rules, plane: &Plane, given: &Aircraft) -> Aircraft {
    let facing = |facing: crate::Facing, corners| facing.name(corners).to_owned();
    let record =
        |r: &Record| format!("{} {} {}", hex_name(r.hex), facing(r.facing, rules.corners()), r.kind.word());
    Aircraft {
        player: given.player,
        side: given.side,
        hex: hex_name(plane.hex),
        // 10.0: whoever has still to choose a corner points at a hexside.
        facing: facing(plane.facing, rules.corners() && !plane.corner_open),
        altitude: plane.altitude,
        climb: plane.climb,
        speed: Some(plane.speed),
        below_level_max: 0,
        max_speed: Some(plane.max),
        half: plane.half,
        hits: Some(plane.hits),
        status: match plane.status {
            Status::Flying => StartStatus::Flying,
            Status::ShotDown => StartStatus::ShotDown,
            Status::Left { by, safe: true } => StartStatus::LeftSafely(by),
            Status::Left { by, safe: false } => StartStatus::LeftLost(by),
        },
        phases: Some(plane.phases),
        previous_phase_vertical: plane.vertical,
        prep: plane.prep,
        wing_over_phase: (plane.wing_over > 0).then_some(plane.wing_over),
        attitude: plane.attitude,
        passes: plane.passes,
        scored_in_this_stay: plane.scored,
        role: plane.role,
        section: plane.section,
        joining: plane.joining,
        announced: plane.announced.as_ref().map(|announced| AnnouncedMove {
            altitude: announced.altitude,
            speed: announced.speed,
            flown: announced.flown.clone(),
        }),
        records: plane.records.iter().map(record).collect(),
    }
}
