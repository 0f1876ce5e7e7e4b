//! Leaving the map and coming back (`fast-and-easy/map-edge`).

use super::{Walk, mover_of};
use crate::command::{Entry, One, Spot};
use crate::objections::{Barred, Objections, no, no_with, out_of_turn};
use crate::options::MapEdge;
use crate::rules as rule;
use crate::state::{Flags, Rules, State, Status, Trail, id};
use sky::{Direction, Edge, Hex};
use table::{Chooser, Event, EventKind, Listener, Refusals, Side};

/// What becomes of a plane that has flown over an edge.
pub(super) fn left(rules: &Rules, bomber: bool, edge: Edge, turn: u8) -> Status {
    match (bomber, rules.options.map_edge) {
        (true, _) if edge == rules.far_edge => Status::Exited,
        // fast-and-easy/opt-straggler-turns: by any other edge it has disengaged.
        (true, _) | (false, MapEdge::Gone) => Status::Disengaged,
        (false, MapEdge::Return) => Status::OffMap { edge, turn },
    }
}

/// Whether a plane that is off the map may come back now: it has missed a movement step.
pub(crate) fn may_return(rules: &Rules, state: &State, i: usize) -> bool {
    match state.planes[i].status {
        Status::OffMap { turn, .. } => state.turn >= turn + rules.tables.movement.return_after_turns,
        _ => false,
    }
}

/// Whether a hex lies along an edge of the map.
pub(crate) fn along(rules: &Rules, hex: Hex, edge: Edge) -> bool {
    let (column, row) = rules.board.grid.printed(hex);
    match edge {
        Edge::North => row == 0,
        Edge::South => row == rules.board.rows - 1,
        Edge::West => column == 0,
        Edge::East => column == rules.board.columns - 1,
    }
}

/// What speaks against a plane coming back here.
fn object_entry(rules: &Rules, state: &State, i: usize, entry: Entry, why: &mut impl Objections) {
    let Status::OffMap { edge, .. } = state.planes[i].status else {
        why.add(|| no(rule::MAP_EDGE, "it is not off the map"));
        return;
    };
    let hex = rules.board.hex(entry.hex.column.into(), entry.hex.row.into());
    let Some(hex) = hex.filter(|hex| along(rules, *hex, edge)) else {
        why.add(|| no(rule::MAP_EDGE, "it returns on the edge by which it left"));
        return;
    };
    let (far, most) = (state.planes[i].hex.distance(hex), rules.tables.movement.return_distance);
    why.unless(far <= most, || {
        let numbers = [far.into(), most.into(), 0];
        no_with(rule::MAP_EDGE, "it returns within {1} hexes of where it left, this is {0}", numbers)
    });
    why.unless(!state.taken(rules, hex), || no(rule::MAP_EDGE, "that hex is occupied"));
    let facing = Direction::new(entry.facing);
    why.unless(facing.is_some_and(|f| rules.has(hex.ahead(f, 1))), || {
        no(rule::MAP_EDGE, "it must face a hex that is on the map")
    });
}

/// Whether a plane may come back here.
pub(super) fn judge_entry(rules: &Rules, state: &State, i: usize, entry: Entry) -> Result<(), Refusals> {
    let mut why = Refusals::none();
    object_entry(rules, state, i, entry, &mut why);
    why.verdict()
}

/// A plane that has just come back: the placement costs one hex and counts as a straight run of one.
pub(super) fn entry_walk(rules: &Rules, entry: Entry) -> Option<(Walk, Trail)> {
    let hex = rules.board.hex(entry.hex.column.into(), entry.hex.row.into())?;
    let facing = Direction::new(entry.facing)?;
    let mut trail = Trail::from(hex.ahead(facing, -1));
    trail.enter(facing);
    Some((Walk { spent: 1, run: 1, ..Walk::start(hex, facing, None, None) }, trail))
}

/// Whether a plane may come back so and can then complete its move.
fn may_enter(rules: &Rules, state: &State, i: usize, entry: Entry) -> bool {
    let mut barred = Barred::default();
    object_entry(rules, state, i, entry, &mut barred);
    !barred.any()
        && mover_of(rules, state, i, false, Some(entry))
            .is_some_and(|(mover, walk, _)| mover.can_complete(&walk))
}

/// How many returns there are to try: hexes along the edge to both sides, six facings each.
fn tries(rules: &Rules) -> u32 {
    6 * (2 * u32::from(rules.tables.movement.return_distance.unsigned_abs()) + 1)
}

/// The `n`th return to try, if the map has it.
fn nth_entry(rules: &Rules, state: &State, i: usize, n: u32) -> Option<Entry> {
    let Status::OffMap { edge, .. } = state.planes[i].status else { return None };
    let (column, row) = rules.board.grid.printed(state.planes[i].hex);
    let offset = (n / 6) as i16 - rules.tables.movement.return_distance;
    let (column, row) = match edge {
        Edge::North | Edge::South => (column + offset, row),
        Edge::East | Edge::West => (column, row + offset),
    };
    rules.board.hex(column, row)?;
    Some(Entry { hex: Spot { column: column as u8, row: row as u8 }, facing: (n % 6) as u8 })
}

/// Every legal return of a plane from which its move can be completed.
pub(crate) fn entries(rules: &Rules, state: &State, i: usize) -> impl Iterator<Item = Entry> {
    (0..tries(rules))
        .filter_map(move |n| nth_entry(rules, state, i, n))
        .filter(move |entry| may_enter(rules, state, i, *entry))
}

/// Draws before every return is tried in turn.
const DRAWS: u32 = 64;

/// One of them at random; nothing if there is none.
pub(super) fn random_entry(
    rules: &Rules,
    state: &State,
    i: usize,
    chooser: &mut impl Chooser,
) -> Option<Entry> {
    (0..DRAWS)
        .find_map(|_| {
            let entry = nth_entry(rules, state, i, chooser.below(tries(rules)))?;
            may_enter(rules, state, i, entry).then_some(entry)
        })
        .or_else(|| entries(rules, state, i).next())
}

/// Whether a plane still moves in this step of its side.
pub(super) fn judge_pending(state: &State, i: usize) -> Result<(), Refusals> {
    if state.pending.contains(i) {
        return Ok(());
    }
    let plane = &state.planes[i];
    let away = matches!(plane.status, Status::OffMap { .. }) && !plane.flags.has(Flags::MOVED);
    Err(if away {
        no(rule::MAP_EDGE, "it misses the movement step after the one in which it left").into()
    } else {
        out_of_turn("that plane has moved, or cannot move")
    })
}

/// Whether a plane is off the map and has not begun its return.
pub(crate) fn may_stay_away(state: &State, i: usize) -> bool {
    matches!(state.planes[i].status, Status::OffMap { .. }) && state.moving.is_none()
}

/// Whether a plane may say that it stays away this turn.
pub(crate) fn judge_stay_away(rules: &Rules, state: &State, side: Side, order: &One) -> Result<(), Refusals> {
    let Some(i) = rules.index(order.aircraft).filter(|i| rules.planes[*i].side == side) else {
        return Err(out_of_turn("there is no such plane on this side"));
    };
    let step = state.stage.is_fighter_move() && rules.stage_side(state.stage) == Some(side);
    if !step || state.moving.is_some() || state.opening {
        return Err(out_of_turn("this plane does not move in this step"));
    }
    judge_pending(state, i)?;
    if !matches!(state.planes[i].status, Status::OffMap { .. }) {
        return Err(no(rule::SEQUENCE, "every plane on the map must move").into());
    }
    Ok(())
}

/// A plane stays away this turn.
pub(crate) fn stay_away(rules: &Rules, state: &mut State, order: &One, events: &mut impl Listener) {
    let i = order.aircraft.0 as usize - 1;
    state.pending.remove(i);
    state.planes[i].flags.set(Flags::MOVED);
    state.planes[i].trail = Trail::from(state.planes[i].hex);
    events.tell(|| {
        Event::new(EventKind::Decision, rule::MAP_EDGE, format!("{} stays away", rules.name(i))).by(id(i))
    });
}
