//! Luck: what fire brought beyond what it brings on average.

use table::{Look, Outlook, Side};

/// The luck of the Allies and of the Axis in one game, in thousandths of a victory point, told command by command.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Luck([i64; 2]);

impl Luck {
    /// What a game brings in all is what it has brought at the end, less what there was before: nobody need look after every command.
    pub(crate) fn from<G: Outlook>(rules: &G::Rules, start: &G::State) -> Luck {
        Luck(Side::BOTH.map(|side| -G::material(rules, start, side)))
    }

    /// A command that is about to be carried out: what its dice bring on average is no luck.
    pub(crate) fn said<G: Outlook>(&mut self, look: Look<'_, G>, command: &G::Command) {
        self.0[look.side.index()] -= G::stake(look, command);
    }

    /// The luck of each side, once the game is over.
    pub(crate) fn at_the_end<G: Outlook>(self, rules: &G::Rules, end: &G::State) -> [i64; 2] {
        Side::BOTH.map(|side| self.0[side.index()] + G::material(rules, end, side))
    }
}
