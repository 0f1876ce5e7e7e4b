//! What holds in every position that the rules can produce; run after every step in tests and fuzzing.

use crate::sequence::settled;
use crate::state::{Role, Rules, Stage, State, Status};

/// Whether a position is one that the rules can produce.
pub(crate) fn check(rules: &Rules, state: &State) -> Result<(), String> {
    let mut again = state.clone();
    again.recount(rules);
    if again.occupied != state.occupied {
        return Err("the occupied hexes are not where the planes are".into());
    }
    let fails = |i: usize, what: &str| Err(format!("{}: {what}", rules.name(i)));
    for (i, plane) in state.planes.iter().enumerate() {
        let card = rules.card(i);
        if state.on_map(i) && !rules.has(plane.hex) {
            return fails(i, "off the map");
        }
        if state.on_map(i)
            && (plane.hits >= card.hits || card.engines >= 2 && plane.engines_hit >= card.engines)
        {
            return fails(i, "should be out");
        }
        if plane.marker.is_some() && !state.on_map(i) {
            return fails(i, "declared turn off the map");
        }
        if plane.salvos > card.salvos || plane.engines_hit > card.engines {
            return fails(i, "more salvos or engines than it has");
        }
        if rules.planes[i].role == Role::Bomber && matches!(plane.status, Status::OffMap { .. }) {
            return fails(i, "bombers do not come back");
        }
        let shared = |b: usize| b > i && state.on_map(b) && state.planes[b].hex == plane.hex;
        if state.on_map(i) && state.stage.step() != 3 && (0..state.planes.len()).any(shared) {
            return fails(i, "two planes in a hex");
        }
        if state.pending.contains(i)
            && !state.on_map(i)
            && !matches!(plane.status, Status::OffMap { .. } | Status::Unplaced)
        {
            return fails(i, "asked to act although it is gone");
        }
    }
    if state.stage == Stage::Over && state.result.is_none() {
        return Err("over without a result".into());
    }
    if !state.opening && settled(rules, state) {
        return Err("waits for nobody".into());
    }
    Ok(())
}
