//! Leaving the map and coming back (`fast-and-easy/map-edge`).

use super::{Flight, Walk, mover_of};
use crate::command::{Act, Command, Entry, One, Spot};
use crate::menu::about;
use crate::options::MapEdge;
use crate::sequence::out_of_turn;
use crate::state::{Flags, Rules, State, Status, Trail};
use crate::{Effect, Look, rule};
use sky::{Direction, Edge, Hex};
use table::{
    Choice, Chooser, Dice, Event, EventKind, Listener, PieceId, Reasons, Refusal, Refusals, Say, Whether,
};

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
fn object_entry(rules: &Rules, state: &State, i: usize, entry: Entry, why: &mut impl Reasons) {
    let Status::OffMap { edge, .. } = state.planes[i].status else {
        why.object(|| Refusal::new(rule::MAP_EDGE, "it is not off the map"));
        return;
    };
    let Some(hex) = rules.hex(entry.hex).filter(|hex| along(rules, *hex, edge)) else {
        why.object(|| Refusal::new(rule::MAP_EDGE, "it returns on the edge by which it left"));
        return;
    };
    let (far, most) = (state.planes[i].hex.distance(hex), rules.tables.movement.return_distance);
    why.unless(far <= most, || {
        let numbers = [far.into(), most.into(), 0];
        Refusal::with(rule::MAP_EDGE, "it returns within {1} hexes of where it left, this is {0}", numbers)
    });
    why.unless(!state.taken(rules, hex), || Refusal::new(rule::MAP_EDGE, "that hex is occupied"));
    let facing = Direction::new(entry.facing);
    why.unless(facing.is_some_and(|f| rules.has(hex.ahead(f, 1))), || {
        Refusal::new(rule::MAP_EDGE, "it must face a hex that is on the map")
    });
}

/// Whether a plane may come back here.
pub(super) fn judge_entry(rules: &Rules, state: &State, i: usize, entry: Entry) -> Result<(), Refusals> {
    let mut why = Refusals::none();
    object_entry(rules, state, i, entry, &mut why);
    why.verdict()
}

/// A plane that has just come back: the placement costs one hex and counts as a straight run of one.
pub(super) fn entry_flight(rules: &Rules, entry: Entry) -> Option<Flight> {
    let (hex, facing) = (rules.hex(entry.hex)?, Direction::new(entry.facing)?);
    let mut trail = Trail::from(hex.ahead(facing, -1));
    trail.enter(facing);
    Some(Flight::new(Walk { spent: 1, run: 1, ..Walk::start(hex, facing, None, None) }, trail))
}

/// Whether a plane may come back so and can then complete its move.
fn may_enter(rules: &Rules, state: &State, i: usize, entry: Entry) -> bool {
    let mut barred = Whether::default();
    object_entry(rules, state, i, entry, &mut barred);
    !barred.any()
        && mover_of(rules, state, i, false, Some(entry))
            .is_some_and(|(mover, from)| mover.can_complete(&from.walk))
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
pub(crate) fn random_entry(
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
        Refusal::new(rule::MAP_EDGE, "it misses the movement step after the one in which it left").into()
    } else {
        out_of_turn("that plane has moved, or cannot move")
    })
}

/// Whether a plane is off the map and has not begun its return.
pub(crate) fn may_stay_away(state: &State, i: usize) -> bool {
    matches!(state.planes[i].status, Status::OffMap { .. }) && state.moving.is_none()
}

/// A plane stays off the map.
pub(super) fn away_choice(rules: &Rules, i: usize) -> Choice<Command> {
    let say = Say::Command(Command::StayAway(One { aircraft: PieceId::of(i) }));
    about(i, Choice::new(format!("{}: stay away", rules.name(i)), rule::MAP_EDGE, say))
}

/// Whether a plane may say that it stays away this turn.
pub(crate) fn judge_stay_away(look: Look<'_>, order: &One) -> Result<Act, Refusals> {
    let Look { rules, state, side } = look;
    let Some(i) = rules.index(order.aircraft).filter(|i| rules.planes[*i].side == side) else {
        return Err(out_of_turn("there is no such plane on this side"));
    };
    let step = state.stage.is_fighter_move() && rules.stage_side(state.stage) == Some(side);
    if !step || state.moving.is_some() || state.opening {
        return Err(out_of_turn("this plane does not move in this step"));
    }
    judge_pending(state, i)?;
    if !matches!(state.planes[i].status, Status::OffMap { .. }) {
        return Err(out_of_turn("every plane on the map must move"));
    }
    Ok(Act::StayAway(i))
}

/// A plane stays away this turn.
pub(crate) fn stay_away(effect: &mut Effect<'_, impl Dice, impl Listener>, i: usize) {
    let rules = effect.rules;
    effect.state.pending.remove(i);
    let plane = &mut effect.state.planes[i];
    plane.flags.set(Flags::MOVED);
    plane.trail = Trail::from(plane.hex);
    effect.events.tell(|| {
        let text = format!("{} stays away", rules.who(i));
        Event::new(EventKind::Decision, rule::MAP_EDGE, text).by(PieceId::of(i))
    });
}
