//! 6.0: aircraft move singly, each once a phase.

use crate::chart::Type;
use crate::command::{Command, Move};
use crate::rules::Rules;
use crate::state::{Plane, State};
use crate::words::name;
use crate::{Choice, Look, rule};
use table::{Barred, PieceId, Refusal, Refusals, Say};

/// An aircraft that moves, or could.
#[derive(Clone, Copy)]
pub(crate) struct Mover<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) state: &'a State,
    pub(crate) index: usize,
}

impl<'a> Mover<'a> {
    #[inline]
    pub(crate) fn new(rules: &'a Rules, state: &'a State, index: usize) -> Mover<'a> {
        Mover { rules, state, index }
    }

    #[inline]
    pub(crate) fn plane(self) -> &'a Plane {
        &self.state.planes[self.index]
    }

    #[inline]
    pub(crate) fn figures(self) -> &'a Type {
        self.rules.of(self.plane().side)
    }

    pub(crate) fn id(self) -> PieceId {
        PieceId::of(self.index)
    }
}

/// Which aircraft moves next.
pub(crate) fn choices(look: Look<'_>) -> Vec<Choice> {
    let own = look.state.planes.iter().enumerate().filter(|(_, p)| p.side == look.side);
    own.map(|(n, plane)| {
        let id = PieceId::of(n);
        Choice {
            note: format!("speed {}, level {}", plane.speed, plane.altitude),
            aircraft: Some(id),
            pose: plane.flying().then(|| plane.pose(look.rules)),
            barred: Barred::all(&judge(look, id).err().unwrap_or_default()),
            ..Choice::new(
                format!("Move {}", name(look.rules, look.state, n)),
                rule::MOVEMENT,
                Say::Draft(Command::Move(Move::of(id))),
            )
        }
    })
    .collect()
}

/// The aircraft that a side is to move, or why it may not.
pub(crate) fn judge<'a>(look: Look<'a>, id: PieceId) -> Result<Mover<'a>, Refusals> {
    let refuse = |says| Err(Refusals::from(Refusal::new(rule::MOVEMENT, says)));
    match look.state.plane(id) {
        None => refuse("there is no such aircraft"),
        Some(p) if p.side != look.side => refuse("it is the enemy's"),
        Some(p) if !p.flying() => refuse("it is no longer in flight"),
        Some(p) if p.moved => refuse("it has already moved in this phase"),
        Some(_) => Ok(Mover::new(look.rules, look.state, id.index())),
    }
}
