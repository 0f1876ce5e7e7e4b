//! The way of a command: a look at the position, the one door, and its effect.

use crate::{Barred, Dice, Listener, Need, Referee, Refusals, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A position and the side that looks at it. Whatever asks "may I?" or "what if?" takes one.
pub struct Look<'a, G: Referee> {
    /// What does not change.
    pub rules: &'a G::Rules,
    /// The position.
    pub state: &'a G::State,
    /// Who looks.
    pub side: Side,
}

impl<G: Referee> Clone for Look<'_, G> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Referee> Copy for Look<'_, G> {}

impl<'a, G: Referee> Look<'a, G> {
    /// A look at a position.
    #[inline]
    pub fn new(rules: &'a G::Rules, state: &'a G::State, side: Side) -> Self {
        Look { rules, state, side }
    }

    /// Whether the game waits for this side.
    pub fn owes(self) -> bool {
        G::to_act(self.rules, self.state).contains(self.side)
    }

    /// The reasons against a command, ready to be shown.
    pub fn barred(self, command: &G::Command) -> Vec<Barred> {
        G::judge(self, command).err().map_or_else(Vec::new, |why| Barred::all(&why))
    }
}

/// What an effect works on: a position that changes, dice that are thrown, and whoever is told.
pub struct Effect<'a, G: Referee, D, L> {
    /// What does not change.
    pub rules: &'a G::Rules,
    /// The position.
    pub state: &'a mut G::State,
    /// Where chance comes from.
    pub dice: &'a mut D,
    /// Who is told what happens.
    pub events: &'a mut L,
}

impl<'a, G: Referee, D: Dice, L: Listener> Effect<'a, G, D, L> {
    /// An effect on a position.
    #[inline]
    pub fn new(rules: &'a G::Rules, state: &'a mut G::State, dice: &'a mut D, events: &'a mut L) -> Self {
        Effect { rules, state, dice, events }
    }

    /// A look at the position as it is by now.
    #[inline]
    pub fn look(&self, side: Side) -> Look<'_, G> {
        Look { rules: self.rules, state: self.state, side }
    }
}

/// A legal command. Only [`validate`] makes one, and only one can be carried out.
pub struct Accepted<G: Referee> {
    side: Side,
    act: G::Act,
}

impl<G: Referee> Accepted<G> {
    /// Who said it.
    #[inline]
    pub fn side(&self) -> Side {
        self.side
    }

    /// What it amounts to.
    #[inline]
    pub fn act(&self) -> &G::Act {
        &self.act
    }

    /// Carries it out ([`Referee::apply`]).
    #[inline]
    pub fn carry_out(
        &self,
        rules: &G::Rules,
        state: &mut G::State,
        dice: &mut impl Dice,
        events: &mut impl Listener,
    ) -> Result<Done, Need> {
        G::apply(&mut Effect::new(rules, state, dice, events), self)
    }
}

/// The one door: browser, mail, bot, lab, replay and tests all pass here.
#[inline]
pub fn validate<G: Referee>(look: Look<'_, G>, command: &G::Command) -> Result<Accepted<G>, Refusals> {
    Ok(Accepted { side: look.side, act: G::judge(look, command)? })
}

/// What an applied command has done beyond changing the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Something secret was shown to somebody, so that it cannot be taken back. Dice are noticed by the table itself.
    pub shown: bool,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Points of the Allies and of the Axis, where the game has points.
    pub points: [i32; 2],
    /// How, in one sentence.
    pub text: String,
    /// The rule that decides it.
    pub rule: String,
}
