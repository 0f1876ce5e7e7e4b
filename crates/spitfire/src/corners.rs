//! 10.0: the corners at which aircraft point at the start, where the scenario gives their hexsides.

use crate::command::{Act, Command, CornerName, Corners};
use crate::rules::Rules;
use crate::state::{Plane, State};
use crate::words::name;
use crate::{Choice, Effect, Look, rule};
use table::view::Pose;
use table::{Event, EventKind, Listener, PieceId, Reasons, Refusal, Refusals, Say, Side};

/// The next side with corners to choose, the First Player before the other.
pub(crate) fn next(rules: &Rules, state: &State) -> Option<Side> {
    [rules.first, rules.first.enemy()].into_iter().find(|side| open(state, *side).next().is_some())
}

/// The aircraft of a side whose corner is still to be chosen, with their indices.
pub(crate) fn open(state: &State, side: Side) -> impl Iterator<Item = (usize, &Plane)> {
    state.planes.iter().enumerate().filter(move |(_, p)| p.side == side && p.corner_open)
}

/// The corners from which the owner chooses: the hexside's clockwise neighbour and the one before it.
pub(crate) fn of(plane: &Plane) -> [CornerName; 2] {
    [CornerName(plane.facing), CornerName(plane.facing.turned(-1))]
}

/// The corners of the next aircraft, after those chosen in a draft.
pub(crate) fn choices(look: Look<'_>, draft: Option<&Command>) -> Vec<Choice> {
    let chosen = match draft {
        Some(Command::Corners(corners)) => corners.clone(),
        _ => Corners::new(),
    };
    let mut open = open(look.state, look.side).skip(chosen.len());
    let Some((n, plane)) = open.next() else { return Vec::new() };
    let last = open.next().is_none();
    let choice = |corner: CornerName| {
        let mut next = chosen.clone();
        let _ = next.try_push(corner);
        let command = Command::Corners(next);
        let say = if last { Say::Command(command) } else { Say::Draft(command) };
        let label = format!("{} points {}", name(look.rules, look.state, n), corner.0.name(true));
        Choice {
            aircraft: Some(PieceId::of(n)),
            pose: Some(Pose { heading: corner.0.heading(true), ..plane.pose(look.rules) }),
            ..Choice::new(label, rule::HEXAGONAL, say)
        }
    };
    of(plane).map(choice).into()
}

/// Whether these may be chosen.
pub(crate) fn judge(look: Look<'_>, corners: &Corners) -> Result<Act, Refusals> {
    let mut why = Refusals::none();
    let count = open(look.state, look.side).count();
    why.unless(count == corners.len(), || {
        let numbers = [count as i32, corners.len() as i32, 0];
        Refusal::with(rule::HEXAGONAL, "{0} aircraft have a corner to choose, {1} were given", numbers)
    });
    for ((_, plane), corner) in open(look.state, look.side).zip(corners) {
        why.unless(of(plane).contains(corner), || {
            Refusal::new(rule::HEXAGONAL, "only the two corners of the hexside may be chosen")
        });
    }
    why.verdict().map(|()| Act::Corners(corners.clone()))
}

/// Points the aircraft of a side at their corners.
pub(crate) fn point<D>(effect: &mut Effect<'_, D, impl Listener>, side: Side, corners: &Corners) {
    let open = effect.state.planes.iter_mut().filter(|p| p.side == side && p.corner_open);
    for (plane, corner) in open.zip(corners) {
        plane.facing = corner.0;
        plane.corner_open = false;
    }
    effect.events.tell(|| {
        let text = format!("The {side} have chosen their start corners");
        Event::new(EventKind::SetUp, rule::HEXAGONAL, text).of(side)
    });
}
