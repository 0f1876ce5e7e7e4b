//! Computer pilots, the same for every game: a pilot knows the rules only through [`Pilot`]. Whatever its choice depends on is
//! passed in, so the same arguments always give the same command.

mod level;
mod play_out;
mod search;

pub use level::{Aviator, Level};
pub use play_out::play_out;
pub use search::{Compared, Considered, Flights, Tried, Worth, at_first_sight, compare, others, weigh};

use std::cell::Cell;
use table::{Chooser, Heed, Look, Pilot, Style, best_first};

/// The revision of the pilots' skill, for results that are to be continued or joined: raised whenever any pilot of any game plays otherwise.
pub const SKILL: u32 = 4;

/// The command of a pilot for a side; nothing if the side owes no decision. Whatever the pilot leaves to chance,
/// `chooser` decides.
pub fn choose<G: Pilot>(
    look: Look<'_, G>,
    pilot: impl Into<Aviator>,
    chooser: &mut impl Chooser,
) -> Option<G::Command> {
    consider(look, &pilot.into().style::<G>(), chooser, &|| false).map(Considered::said)
}

/// What a pilot of this style thinks of a decision; nothing if the side owes none. It stops early, with what it has found by
/// then, once `stop` says so; with a `stop` that never does, the same arguments give the same thoughts.
pub fn consider<G: Pilot>(
    look: Look<'_, G>,
    style: &Style,
    chooser: &mut impl Chooser,
    stop: &dyn Fn() -> bool,
) -> Option<Considered<G::Command>> {
    if !look.owes() {
        return None;
    }
    // Who has said so once is not asked again, and an answer that was cut short anywhere says that it was.
    let cut = Cell::new(false);
    let stop = &|| {
        cut.set(cut.get() || stop());
        cut.get()
    };
    let mut considered = match style {
        Style::Anything => Some(Considered::only(G::sample(look, chooser))),
        Style::Glance { samples, heed } => Some(glance(look, (*samples, *heed), chooser)),
        Style::Look { slips, heed } => best_looking(look, (*slips, *heed), chooser, stop),
        Style::Search(depth) => search::search(look, depth, chooser, stop),
    }?;
    considered.stopped |= cut.get();
    Some(considered)
}

/// What a pilot of this style thinks of these commands, and of no others; nothing where there are none.
pub fn consider_among<G: Pilot>(
    look: Look<'_, G>,
    commands: Vec<G::Command>,
    style: &Style,
    chooser: &mut impl Chooser,
    stop: &dyn Fn() -> bool,
) -> Option<Considered<G::Command>> {
    let mut seen = best_first(look, commands, usize::MAX, style.heed(), stop);
    if seen.is_empty() {
        return None;
    }
    let mut any = |from: usize| chooser.below(from as u32) as usize;
    match style {
        Style::Anything => {
            let one = any(seen.len());
            Some(Considered::only(seen.swap_remove(one).1))
        }
        Style::Glance { samples, .. } => {
            let drawn: Vec<usize> = (0..(*samples).max(1)).map(|_| any(seen.len())).collect();
            let best = drawn.into_iter().max_by_key(|one| seen[*one].0)?;
            Some(Considered::only(seen.swap_remove(best).1))
        }
        Style::Look { slips, .. } => {
            let slips = *slips > 0 && chooser.below(100) < *slips;
            one_of_the_better(look, seen, slips, chooser)
        }
        Style::Search(depth) => {
            seen.truncate(depth.keep);
            search::search_among(look, seen, depth, chooser, stop)
        }
    }
}

/// The best of a few commands that come to mind.
fn glance<G: Pilot>(
    look: Look<'_, G>,
    (samples, heed): (u32, Heed),
    chooser: &mut impl Chooser,
) -> Considered<G::Command> {
    let mut best: Option<(i64, G::Command)> = None;
    for _ in 0..samples.max(1) {
        let command = G::sample(look, chooser);
        let worth = G::appraised_by(look, &command, heed);
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, command));
        }
    }
    Considered::only(best.map_or_else(|| G::sample(look, chooser), |(_, command)| command))
}

/// The best of all candidates by what they look like, or, in so many of a hundred cases, another of the better half.
fn best_looking<G: Pilot>(
    look: Look<'_, G>,
    (slips, heed): (u32, Heed),
    chooser: &mut impl Chooser,
    stop: &dyn Fn() -> bool,
) -> Option<Considered<G::Command>> {
    if let Some(drawn) = G::drawn(look, chooser) {
        return Some(Considered::only(drawn));
    }
    let slips = slips > 0 && chooser.below(100) < slips;
    let most = if slips || G::guarded(look).is_some() { usize::MAX } else { 1 };
    one_of_the_better(look, G::ranked_until(look, most, heed, stop), slips, chooser)
}

/// The first, where the pilot slips any of the better half, and where it is guarded one of those that look nearly as good as the first.
fn one_of_the_better<G: Pilot>(
    look: Look<'_, G>,
    mut ranked: Vec<(i64, G::Command)>,
    slips: bool,
    chooser: &mut impl Chooser,
) -> Option<Considered<G::Command>> {
    let best = ranked.first()?.0;
    if slips {
        let one = chooser.below(ranked.len().div_ceil(2) as u32) as usize;
        return Some(Considered::only(ranked.swap_remove(one).1));
    }
    let margin = G::guarded(look).unwrap_or(0);
    let near = ranked.iter().take_while(|(worth, _)| best - worth <= margin).count();
    if margin == 0 || near == 1 {
        return Some(Considered::only(ranked.swap_remove(0).1));
    }
    ranked.truncate(near);
    Some(Considered::one_of::<G>(ranked, search::keep_guessing(near, chooser)))
}
