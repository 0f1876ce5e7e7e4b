//! The position as a scenario: what a file would hold to start from here (`17. State`).

use super::position::flag_of;
use crate::scenario::{
    BomberStage, Deed, FormationSpec, Group, MarkerSpec, MovingSpec, PlaneState, Scenario, Start, StatusSpec,
};
use crate::state::{Flags, Marker, Plane, Rules, Stage, State, Status, Trail};
use sky::Hex;

/// The scenario that sets this position up; nothing once the game is over.
pub(crate) fn as_scenario(rules: &Rules, state: &State, scenario: &Scenario) -> Option<Scenario> {
    if state.stage == Stage::Over {
        return None;
    }
    let mut now = scenario.clone();
    for (n, target) in now.targets.iter_mut().enumerate() {
        let by = |side: &table::Side| state.destroyed[side.index()] >> n & 1 == 1;
        target.destroyed_by = table::Side::BOTH.into_iter().find(by);
    }
    let mut formations = state.formations.iter();
    for (g, group) in now.groups.iter_mut().enumerate() {
        let first = rules.groups[g].first;
        let planes = &state.planes[first..first + rules.groups[g].len];
        group.count = None;
        group.hexes = planes.iter().map(|plane| stands(rules, plane)).collect();
        if let Some(spec) = &mut group.formation
            && let Some(formation) = formations.next()
        {
            let placed = group.hexes.iter().any(|hex| hex != UNPLACED);
            *spec = formed(rules, spec, formation, placed);
        }
        group.state =
            planes.iter().enumerate().filter_map(|(n, _)| differs(rules, state, group, first, n)).collect();
    }
    now.start = Some(start(rules, state));
    Some(now)
}

/// What stands in `hexes` for a plane that has none.
const UNPLACED: &str = "-";

/// The hex of a plane, or that it never had one.
fn stands(rules: &Rules, plane: &Plane) -> String {
    let never = Trail::from(Hex::default());
    let nowhere = match plane.status {
        Status::Unplaced => true,
        Status::Disengaged => plane.hex == Hex::default() && plane.trail == never,
        _ => false,
    };
    if nowhere { UNPLACED.to_owned() } else { rules.hex_name(plane.hex) }
}

fn formed(rules: &Rules, spec: &FormationSpec, now: &crate::state::Formation, placed: bool) -> FormationSpec {
    let layout = now.layout.filter(|_| spec.slots.is_none());
    FormationSpec {
        layout: layout.map(|l| rules.layouts[l as usize].name.clone()),
        slots: spec.slots.clone(),
        lead: placed.then(|| rules.hex_name(now.anchor)),
        rate: now.rate.map(i32::from),
    }
}

/// What differs for plane `n` of a group from what the group says.
fn differs(rules: &Rules, state: &State, group: &Group, first: usize, n: usize) -> Option<PlaneState> {
    let (i, number) = (first + n, n as i32 + 1);
    let (plane, card) = (&state.planes[i], rules.card(i));
    let given = group.state.iter().find(|s| s.plane == number).cloned().unwrap_or_default();
    let bare = PlaneState { plane: number, ..PlaneState::default() };
    let loaded = card.is_bomber() || group.loaded;
    let full = if group.rockets.contains(&number) { card.salvos } else { 0 };
    let bombs = plane.flags.has(Flags::BOMBS);
    // fast-and-easy/opt-drop-tanks: without the option nobody has any.
    let tanks = if rules.options.drop_tanks { plane.flags.has(Flags::TANKS) } else { group.tanks };
    let out = matches!(plane.status, Status::Out(_));
    let differs = PlaneState {
        name: given.name,
        aircraft: given.aircraft,
        ace: given.ace,
        facing: (i32::from(plane.facing.number()) != group.facing).then(|| plane.facing.number().into()),
        status: status(plane.status),
        hits: plane.hits.into(),
        engines_hit: plane.engines_hit.into(),
        critical: out && plane.flags.has(Flags::CRITICAL),
        marker: plane.marker.map(|Marker { side, run }| MarkerSpec { side, run: run.into() }),
        slip: plane.slip,
        salvos: (plane.salvos != full).then(|| plane.salvos.into()),
        bombs: (bombs != loaded).then_some(bombs),
        shifts: plane.shifts.into(),
        tanks: (tanks != group.tanks).then_some(tanks),
        tank_turns: (plane.tank_turns > 0).then(|| plane.tank_turns.into()),
        fuel: (plane.fuel != card.fuel.unwrap_or(0)).then(|| plane.fuel.into()),
        from: (plane.trail != Trail::from(plane.hex)).then(|| rules.hex_name(plane.trail.start)),
        entered: entered(rules, plane.trail),
        done: deeds(plane.flags),
        ..bare.clone()
    };
    (differs != bare).then_some(differs)
}

fn status(status: Status) -> Option<StatusSpec> {
    match status {
        Status::Unplaced | Status::OnMap => None,
        Status::OffMap { edge, turn } => Some(StatusSpec::OffMap { edge, turn: turn.into() }),
        Status::Exited => Some(StatusSpec::Exited),
        Status::Disengaged => Some(StatusSpec::Disengaged),
        Status::Out(cause) => Some(StatusSpec::Out(cause)),
    }
}

fn entered(rules: &Rules, trail: Trail) -> Vec<String> {
    trail.entered().map(|hex| rules.hex_name(hex)).collect()
}

fn deeds(flags: Flags) -> Vec<Deed> {
    let done = |deed: &Deed| match deed {
        Deed::LookedInVain => flags.has(Flags::FIRED) && !flags.has(Flags::SHOT),
        // A boost that has succeeded was tried.
        Deed::Boosted => flags.has(Flags::BOOSTED),
        Deed::BoostTried => flags.has(Flags::BOOST_TRIED) && !flags.has(Flags::BOOSTED),
        deed => flags.has(flag_of(*deed)),
    };
    Deed::ALL.into_iter().filter(done).collect()
}

/// Where play starts. A step that waits for its first dice has not begun.
fn start(rules: &Rules, state: &State) -> Start {
    let begun = !state.stage.is_set_up() && !state.opening;
    Start {
        turn: state.turn.into(),
        step: state.stage.step().into(),
        bombers: match state.stage {
            Stage::Rates => Some(BomberStage::Rates),
            Stage::Boosts => Some(BomberStage::Boosts),
            Stage::Stragglers => Some(BomberStage::Stragglers),
            _ => None,
        },
        combat: state.combat,
        moving: state.moving.map(|moving| MovingSpec {
            aircraft: i32::from(moving.plane) + 1,
            hex: rules.hex_name(moving.walk.hex),
            facing: moving.walk.facing.number().into(),
            spent: moving.walk.spent.into(),
            run: moving.walk.run.into(),
            slip: moving.walk.slip,
            from: Some(rules.hex_name(moving.trail.start)),
            entered: entered(rules, moving.trail),
        }),
        pending: begun.then(|| state.pending.iter().map(|i| i as i32 + 1).collect()),
        offer: state.offer,
        agreed: state.agreed,
    }
}
