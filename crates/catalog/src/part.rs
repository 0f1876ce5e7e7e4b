//! What a pilot says who flies some aircraft of a side, while a person flies the others.

use crate::any_table::{chooser, consider};
use crate::{Fault, Stop};
use pilot::Level;
use table::{Choice, Game, Look, Menu, PieceId, Say};
use wire::Json;

/// The command of a pilot for some aircraft that is still to be worked out; nothing where it leaves the decision to the person.
pub type PartThought = Box<dyn FnOnce(Stop<'_>) -> Result<Option<Json>, Fault> + Send>;

/// So many commands are looked at to find out whose they are.
const LOOKED_AT: usize = 24;

/// What a pilot says for these aircraft. Nothing where they are not asked, and where it would rather say something that is about no aircraft, such as
/// that the side is done: that is for whoever flies the others.
pub(crate) fn command<G: Game>(
    look: Look<'_, G>,
    aircraft: &[PieceId],
    level: Level,
    salt: u64,
    stop: Stop<'_>,
) -> Result<Option<G::Command>, Fault> {
    if !look.owes() {
        return Ok(None);
    }
    let mut choices = Menu::of(look, None).choices;
    choices.retain(|c| c.barred.is_empty() && c.quit.is_none());
    let theirs = |id: PieceId| aircraft.contains(&id);
    if !choices.iter().filter_map(|c| c.aircraft).any(theirs) {
        return Ok(None);
    }
    if choices.iter().filter_map(|c| c.aircraft).all(theirs) {
        return consider(look, level, salt, stop).map(|considered| Some(considered.said()));
    }
    let mut chooser = chooser(look, salt);
    for id in aircraft {
        let own = commands(look, &choices, *id);
        if own.is_empty() {
            continue;
        }
        let among = own.iter().cloned().chain(general(&choices)).collect();
        let considered = pilot::consider_among(look, among, &level.style::<G>(), &mut chooser, stop);
        if let Some(best) = considered.map(pilot::Considered::said).filter(|best| own.contains(best)) {
            return Ok(Some(best));
        }
    }
    Ok(None)
}

/// Commands that are about no aircraft: what else could be said.
fn general<C: Clone>(choices: &[Choice<C>]) -> impl Iterator<Item = C> {
    choices.iter().filter(|c| c.aircraft.is_none()).filter_map(said)
}

fn said<C: Clone>(choice: &Choice<C>) -> Option<C> {
    match &choice.say {
        Say::Command(command) => Some(command.clone()),
        Say::Draft(_) | Say::Range(..) => None,
    }
}

/// Commands about one aircraft.
fn commands<G: Game>(look: Look<'_, G>, choices: &[Choice<G::Command>], id: PieceId) -> Vec<G::Command> {
    let own = || choices.iter().filter(|c| c.aircraft == Some(id));
    let mut all: Vec<G::Command> = own().filter_map(said).collect();
    if own().any(|c| !matches!(c.say, Say::Command(_))) {
        let moves = G::plans(look.rules, look.state, id).plans;
        all.extend(moves.into_iter().map(|plan| plan.command));
    }
    if all.is_empty() && own().next().is_some() {
        let mut thought_of = G::candidates(look);
        thought_of.truncate(LOOKED_AT);
        let about =
            |one: &G::Command| Menu::of(look, Some(one)).draft.and_then(|d| d.sketch.aircraft) == Some(id);
        all.extend(thought_of.into_iter().filter(about));
    }
    all
}
