//! Whether a position is one that the rules can produce.

use crate::rules::Rules;
use crate::state::{Plane, Stage, State};
use crate::{Spitfire, rule};
use table::Referee;

/// The first unsound thing, if there is one.
pub(crate) fn check(rules: &Rules, state: &State) -> Result<(), String> {
    let over = state.stage == Stage::Over;
    demand(over == state.ending.is_some(), || "the stage and the ending disagree".into())?;
    demand(Spitfire::to_act(rules, state).is_empty() == over, || "nobody owes a decision".into())?;
    demand(state.phase < 4 && state.turn >= 1, || format!("phase {} of turn {}", state.phase, state.turn))?;
    let combat = state.phase % 2 == 1;
    demand(
        over || combat == (state.stage == Stage::Firing) || matches!(state.stage, Stage::Corners(_)),
        || format!("{:?} in phase {} ({})", state.stage, state.phase, rule::PHASES),
    )?;
    let declared = state.declared.iter().any(Option::is_some);
    demand(!declared || state.stage == Stage::Firing || matches!(state.stage, Stage::Corners(_)), || {
        "fire is declared outside combat".into()
    })?;
    for (n, plane) in state.planes.iter().enumerate() {
        sound(rules, plane).map_err(|why| format!("aircraft {}: {why}", n + 1))?;
    }
    Ok(())
}

fn sound(rules: &Rules, plane: &Plane) -> Result<(), String> {
    let ty = rules.of(plane.side);
    demand(plane.climb < ty.climb_steps, || format!("climb step {} of {}", plane.climb, ty.climb_steps))?;
    demand(plane.hits >= u16::from(plane.half), || "half a hit without a hit".into())?;
    if !plane.flying() {
        return demand(plane.records.is_empty(), || "records of an aircraft that is gone".into());
    }
    let highest = rules.tables.map.highest;
    demand((1..=highest).contains(&plane.altitude), || {
        format!("level {} ({})", plane.altitude, rule::PIECES)
    })?;
    demand(rules.board.contains(plane.hex), || format!("off the map ({})", rule::MAP))?;
    demand(plane.max > ty.destruct && plane.max <= ty.maximum, || format!("Maximum Speed {}", plane.max))?;
    demand((ty.minimum..=plane.max).contains(&plane.speed), || {
        format!("speed {} outside {} to {} ({})", plane.speed, ty.minimum, plane.max, rule::SPEED_TRACK)
    })
}

fn demand(ok: bool, says: impl FnOnce() -> String) -> Result<(), String> {
    if ok { Ok(()) } else { Err(says()) }
}
