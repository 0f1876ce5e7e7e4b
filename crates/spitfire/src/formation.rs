//! 9.3: Vee and Schwarm, losses by formation, joining, and the naming of Leaders and slots.

use crate::command::{Act, Command, Slots};
use crate::mover::Mover;
use crate::rules::Rules;
use crate::space::in_rear_zone;
use crate::state::{Formation, Plane, Role, Stage, State};
use crate::words;
use crate::{Choice, Effect, Look, rule};
use arrayvec::ArrayVec;
use table::{Event, EventKind, Listener, PieceId, Reasons, Refusal, Refusals, Say, Side};

/// What a side has to name before it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Naming {
    /// Nothing.
    Nothing,
    /// 9.3.S: one of a Schwarm is lost; `leader` leads the Vee, the other two get left and right.
    Slots { leader: usize, wing: usize, survivor: usize },
    /// 9.3.V, 9.3.S: one of the two left becomes the Leader.
    Leader,
}

/// What a side has to name, by who is left of its formation.
pub(crate) fn naming(state: &State, side: Side) -> Naming {
    let left: ArrayVec<usize, 8> = state.flying(side).map(|(n, _)| n).collect();
    let planes = &state.planes;
    match (state.shape[side.index()], left.as_slice()) {
        (Formation::Schwarm, [a, b]) if planes[*a].section != planes[*b].section => Naming::Leader,
        (Formation::Schwarm, [_, _, _]) => {
            let pair =
                |n: usize| left.iter().filter(|m| planes[**m].section == planes[n].section).count() == 2;
            let by = |wanted: &dyn Fn(usize) -> bool| left.iter().copied().find(|n| wanted(*n));
            let leader = by(&|n| pair(n) && planes[n].role == Role::Leader);
            let wing = by(&|n| pair(n) && planes[n].role == Role::Wing);
            match (leader, wing, by(&|n| !pair(n))) {
                (Some(leader), Some(wing), Some(survivor)) => Naming::Slots { leader, wing, survivor },
                _ => Naming::Nothing,
            }
        }
        (Formation::Vee, [a, b]) if planes[*a].role != Role::Leader && planes[*b].role != Role::Leader => {
            Naming::Leader
        }
        _ => Naming::Nothing,
    }
}

/// 9.3.V, 9.3.S: what losses change by themselves.
pub(crate) fn after_losses(state: &mut State, side: Side) {
    let left: ArrayVec<usize, 8> = state.flying(side).map(|(n, _)| n).collect();
    let [a, b] = left[..] else { return };
    let shape = &mut state.shape[side.index()];
    let same = state.planes[a].section == state.planes[b].section;
    match *shape {
        // Two lost from one Section: the other is a Vee of two.
        Formation::Schwarm if same => {
            *shape = Formation::Vee;
            for n in [a, b] {
                state.planes[n].section = 0;
            }
        }
        // One wingman lost: the other may use the whole 120 degrees.
        Formation::Vee => {
            let leader = |n: usize| state.planes[n].role == Role::Leader;
            if leader(a) || leader(b) {
                let wing = if leader(a) { b } else { a };
                state.planes[wing].role = Role::Wing;
            }
        }
        Formation::None | Formation::Schwarm => {}
    }
}

/// Where a wingman is.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) hex: sky::Hex,
    pub(crate) altitude: u8,
}

/// Whether a wingman is where its role allows it to be behind a Leader.
pub(crate) fn in_position(rules: &Rules, leader: &Plane, wing: &Plane, role: Role) -> bool {
    fits(rules, leader, Place { hex: wing.hex, altitude: wing.altitude }, role)
}

/// The same for a place where no wingman is yet.
pub(crate) fn fits(rules: &Rules, leader: &Plane, wing: Place, role: Role) -> bool {
    let figures = rules.tables.formations;
    let apart = leader.hex.distance(wing.hex);
    let near =
        (1..=figures.distance).contains(&apart) && leader.altitude.abs_diff(wing.altitude) <= figures.levels;
    let zone = |left: bool| in_rear_zone(leader.hex, leader.facing, rules.corners(), left, wing.hex);
    near && match role {
        Role::Left => zone(true),
        Role::Right => zone(false),
        Role::Wing => zone(true) || zone(false),
        Role::None | Role::Leader => true,
    }
}

/// The Leader whom an aircraft follows.
pub(crate) fn leader_of(state: &State, index: usize) -> Option<usize> {
    let wing = &state.planes[index];
    if matches!(wing.role, Role::None | Role::Leader) {
        return None;
    }
    let leads = |p: &Plane| p.role == Role::Leader && p.section == wing.section;
    state.flying(wing.side).find(|(_, p)| leads(p)).map(|(n, _)| n)
}

/// Whether an aircraft is in position; Leaders and aircraft without a Leader always are.
pub(crate) fn keeps(rules: &Rules, state: &State, index: usize) -> bool {
    let plane = &state.planes[index];
    leader_of(state, index).is_none_or(|l| in_position(rules, &state.planes[l], plane, plane.role))
}

/// The Leader behind whom a move has to end in position; one yet to move binds nobody.
pub(crate) fn binding(mover: Mover<'_>) -> Option<&Plane> {
    let lead = &mover.state.planes[leader_of(mover.state, mover.index)?];
    (lead.moved && mover.plane().joining <= 1).then_some(lead)
}

/// Whether an aircraft would be in position where a move ends.
pub(crate) fn would_keep(mover: Mover<'_>, end: Place) -> bool {
    binding(mover).is_none_or(|lead| fits(mover.rules, lead, end, mover.plane().role))
}

/// 9.3.L: the check at the beginning of the owner's Movement Phase; who is out of position.
pub(crate) fn check_beginning(rules: &Rules, state: &mut State, side: Side) -> Option<PieceId> {
    check(rules, state, side, 0)
}

/// 9.3.L: the check at its end, which also counts down joining.
pub(crate) fn check_end(rules: &Rules, state: &mut State, side: Side) -> Option<PieceId> {
    check(rules, state, side, 1)
}

fn check(rules: &Rules, state: &mut State, side: Side, passed: u8) -> Option<PieceId> {
    let left: ArrayVec<usize, 8> = state.flying(side).map(|(n, _)| n).collect();
    let mut out = None;
    for n in left {
        if keeps(rules, state, n) {
            state.planes[n].joining = 0;
            continue;
        }
        let plane = &mut state.planes[n];
        plane.joining = plane.joining.saturating_sub(passed);
        if plane.joining == 0 {
            out = out.or(Some(PieceId::of(n)));
        }
    }
    out
}

/// 9.3.S: whether an aircraft's formation lets it fire.
pub(crate) fn may_fire(rules: &Rules, state: &State, index: usize) -> bool {
    if !rules.kind.formations() {
        return true;
    }
    let plane = &state.planes[index];
    if plane.joining > 0 {
        return false;
    }
    // Nobody else has slots to name.
    if state.shape[plane.side.index()] != Formation::Schwarm {
        return true;
    }
    match naming(state, plane.side) {
        // Between the loss and the assignment: only if some assignment would have both in position.
        Naming::Slots { leader, wing, survivor } if survivor == index => {
            let fits = |n: usize, role| in_position(rules, &state.planes[leader], &state.planes[n], role);
            (fits(wing, Role::Left) && fits(survivor, Role::Right))
                || (fits(wing, Role::Right) && fits(survivor, Role::Left))
        }
        _ => true,
    }
}

/// Every naming that a side may give now.
pub(crate) fn namings(state: &State, side: Side) -> ArrayVec<Slots, 2> {
    match naming(state, side) {
        Naming::Nothing => ArrayVec::new(),
        Naming::Slots { leader, wing, survivor } => [(wing, survivor), (survivor, wing)]
            .map(|(l, r)| Slots {
                leader: PieceId::of(leader),
                left: Some(PieceId::of(l)),
                right: Some(PieceId::of(r)),
            })
            .into_iter()
            .collect(),
        Naming::Leader => state
            .flying(side)
            .map(|(n, _)| Slots { leader: PieceId::of(n), left: None, right: None })
            .take(2)
            .collect(),
    }
}

/// What may be named.
pub(crate) fn choices(look: Look<'_>) -> Vec<Choice> {
    let called = |id: PieceId| words::name(look.rules, look.state, id.index());
    let offer = |slots: Slots| {
        let label = match (slots.left, slots.right) {
            (Some(left), Some(right)) => format!("{} left, {} right", called(left), called(right)),
            _ => format!("{} leads", called(slots.leader)),
        };
        // 9.3.L: legal, and the end.
        let lost = breaks(look, slots).map(|id| format!("{} is out of position: loses the game", called(id)));
        Choice {
            note: lost.unwrap_or_default(),
            aircraft: Some(slots.leader),
            ..Choice::new(label, rule::VEE, Say::Command(Command::Formation(slots)))
        }
    };
    namings(look.state, look.side).into_iter().map(offer).collect()
}

/// Whether a naming is one of those that the side may give.
pub(crate) fn judge(look: Look<'_>, slots: Slots) -> Result<Act, Refusals> {
    let mut why = Refusals::none();
    why.unless(namings(look.state, look.side).contains(&slots), || match naming(look.state, look.side) {
        Naming::Slots { .. } => Refusal::new(
            rule::SCHWARM,
            "the whole Section's Leader leads, its wingman and the survivor are named left and right",
        ),
        Naming::Leader | Naming::Nothing => {
            Refusal::new(rule::VEE, "one of the two aircraft left is named Leader, without slots")
        }
    });
    why.verdict().map(|()| Act::Formation(slots))
}

/// 9.3.L: who would be out of position at the check that follows a naming, and lose the game by it.
pub(crate) fn breaks(look: Look<'_>, slots: Slots) -> Option<PieceId> {
    let Look { rules, side, .. } = look;
    let after = &mut look.state.clone();
    let unchecked = regroup(rules, after, side, slots);
    match look.state.stage {
        Stage::NamingAfter => check_end(rules, after, side),
        _ if unchecked => None,
        _ => check_beginning(rules, after, side),
    }
}

/// Carries out a naming. Answers whether the next beginning check is skipped: after the loss of a Vee's Leader.
pub(crate) fn name<D>(effect: &mut Effect<'_, D, impl Listener>, side: Side, slots: Slots) -> bool {
    let unchecked = regroup(effect.rules, effect.state, side, slots);
    effect.events.tell(|| {
        let leader = words::name(effect.rules, effect.state, slots.leader.index());
        Event::new(EventKind::Decision, rule::VEE, format!("{leader} leads the Vee")).by(slots.leader)
    });
    unchecked
}

/// Gives the aircraft of a side their new roles. Answers whether the next beginning check is skipped.
pub(crate) fn regroup(rules: &Rules, state: &mut State, side: Side, slots: Slots) -> bool {
    // The owner's phases after the loss count; the one in which it happened does not.
    let phases = rules.tables.formations.joining_phases + u8::from(state.stage == Stage::NamingAfter);
    let was = naming(state, side);
    let from_vee = state.shape[side.index()] == Formation::Vee;
    state.shape[side.index()] = Formation::Vee;
    let left: ArrayVec<usize, 8> = state.flying(side).map(|(n, _)| n).collect();
    let counting = left.iter().map(|n| state.planes[*n].joining).max().unwrap_or(0);
    for n in &left {
        let plane = &mut state.planes[*n];
        plane.section = 0;
        plane.joining = 0;
        plane.role = match PieceId::of(*n) {
            id if id == slots.leader => Role::Leader,
            id if Some(id) == slots.left => Role::Left,
            id if Some(id) == slots.right => Role::Right,
            _ => Role::Wing,
        };
    }
    for n in left {
        let newcomer = match was {
            Naming::Slots { survivor, .. } => n == survivor,
            Naming::Leader | Naming::Nothing => state.planes[n].role == Role::Wing,
        };
        if newcomer && !keeps(rules, state, n) {
            // A Vee that loses its Leader has somebody joining only if somebody was; the phases go on counting.
            state.planes[n].joining = if from_vee { counting } else { phases };
        }
    }
    from_vee
}
