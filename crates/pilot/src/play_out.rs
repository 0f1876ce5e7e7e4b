//! A game flown to its end.

use table::{Chooser, Look, Outcome, Pilot, SeededDice, Side, Silence, validate};

/// Flies a position to its end, a quick pilot on both sides ([`Pilot::quick`]). Returns how it ended and after how many commands, or nothing if it
/// takes more than `most`.
pub fn play_out<G: Pilot>(
    rules: &G::Rules,
    mut state: G::State,
    chance: &mut SeededDice,
    most: usize,
) -> Option<(Outcome, usize)> {
    for commands in 0..=most {
        let owing: Vec<Side> = G::to_act(rules, &state).iter().collect();
        if owing.is_empty() {
            return G::outcome(rules, &state).map(|outcome| (outcome, commands));
        }
        let look = Look::new(rules, &state, *chance.pick(&owing));
        let accepted = validate::<G>(look, &G::quick(look, chance)?).ok()?;
        accepted.carry_out(rules, &mut state, chance, &mut Silence).ok()?;
    }
    None
}
