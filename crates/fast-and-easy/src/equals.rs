//! A choice among equals (`fast-and-easy/dice-order`): one die with a face for each, in id order.

use crate::rule;
use crate::sets::PlaneSet;
use table::{Ask, Dice, Event, Need};

/// The plane that was chosen, and the die that chose it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chosen {
    pub(crate) plane: usize,
    /// Faces of the die and the one that came up; with one candidate nothing is rolled.
    die: Option<(u8, u8)>,
}

impl Chosen {
    /// Shows the die in the event that tells what it decided.
    pub(crate) fn shown(self, event: Event, why: &str) -> Event {
        match self.die {
            Some((faces, face)) => event.rolled(faces, &[face], why).and_rule(rule::DICE_ORDER),
            None => event,
        }
    }
}

/// Chooses one of `equals`; nothing where there is none.
pub(crate) fn choose(
    equals: &PlaneSet,
    why: &'static str,
    dice: &mut (impl Dice + ?Sized),
) -> Result<Option<Chosen>, Need> {
    let faces = equals.len() as u8;
    let die = match faces {
        0 | 1 => None,
        _ => Some((faces, dice.roll(&Ask::die(faces, why, rule::DICE_ORDER))?)),
    };
    let n = die.map_or(0, |(_, face)| u32::from(face) - 1);
    Ok(equals.nth(n).map(|plane| Chosen { plane, die }))
}
