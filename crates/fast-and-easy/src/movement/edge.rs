//! Leaving the map and coming back (`fast-and-easy/map-edge`).

use super::{Walk, mover_of};
use crate::command::{Entry, One, Spot};
use crate::objections::{no, no_with, out_of_turn};
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
fn along(rules: &Rules, hex: Hex, edge: Edge) -> bool {
    let (column, row) = rules.board.grid.printed(hex);
    match edge {
        Edge::North => row == 0,
        Edge::South => row == rules.board.rows - 1,
        Edge::West => column == 0,
        Edge::East => column == rules.board.columns - 1,
    }
}

/// Whether a plane may come back here. `Ok` also says that it can then complete its move.
pub(super) fn judge_entry(rules: &Rules, state: &State, i: usize, entry: Entry) -> Result<(), Refusals> {
    let Status::OffMap { edge, .. } = state.planes[i].status else {
        return Err(no(rule::MAP_EDGE, "it is not off the map").into());
    };
    if !may_return(rules, state, i) {
        return Err(no(rule::MAP_EDGE, "it misses the movement step after the one in which it left").into());
    }
    let mut why = Refusals::none();
    let hex = rules.board.hex(entry.hex.column.into(), entry.hex.row.into());
    let Some(hex) = hex.filter(|hex| along(rules, *hex, edge)) else {
        return Err(no(rule::MAP_EDGE, "it returns on the edge by which it left").into());
    };
    let (far, most) = (state.planes[i].hex.distance(hex), rules.tables.movement.return_distance);
    why.unless(far <= most, || {
        no_with(
            rule::MAP_EDGE,
            "it returns within {1} hexes of where it left, this is {0}",
            [far.into(), most.into(), 0],
        )
    });
    why.unless(!state.taken(rules, hex), || no(rule::MAP_EDGE, "that hex is occupied"));
    let facing = Direction::new(entry.facing);
    why.unless(facing.is_some_and(|f| rules.board.contains(hex.ahead(f, 1))), || {
        no(rule::MAP_EDGE, "it must face a hex that is on the map")
    });
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

/// Every legal return of a plane from which its move can be completed.
pub(crate) fn entries(rules: &Rules, state: &State, i: usize) -> impl Iterator<Item = Entry> {
    let (from, reach) = (state.planes[i].hex, rules.tables.movement.return_distance);
    let hexes = (0..=reach).flat_map(move |radius| {
        let ring = from.ring(Direction::default(), radius);
        ring.chain((radius == 0).then_some(from))
    });
    hexes.filter(|hex| rules.board.contains(*hex)).flat_map(move |hex| {
        let (column, row) = rules.board.grid.printed(hex);
        let spot = Spot { column: column as u8, row: row as u8 };
        Direction::ALL.into_iter().map(move |d| Entry { hex: spot, facing: d.number() }).filter(
            move |entry| {
                judge_entry(rules, state, i, *entry).is_ok()
                    && mover_of(rules, state, i, false, Some(*entry))
                        .is_some_and(|(m, walk, _)| m.can_complete(&walk))
            },
        )
    })
}

/// One of them at random; nothing if there is none.
pub(super) fn random_entry(
    rules: &Rules,
    state: &State,
    i: usize,
    chooser: &mut impl Chooser,
) -> Option<Entry> {
    let count = entries(rules, state, i).count() as u32;
    if count == 0 {
        return None;
    }
    let n = chooser.below(count);
    entries(rules, state, i).nth(n as usize)
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
    let off = matches!(state.planes[i].status, Status::OffMap { .. });
    let now = state.stage.is_fighter_move() && state.pending.contains(i) && state.moving.is_none();
    if !now || state.opening {
        return Err(out_of_turn("this plane does not move in this step"));
    }
    if !off {
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
