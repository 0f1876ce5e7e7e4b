//! Why a computer pilot gave a command, told once the turn is over.

use crate::Stop;
use crate::advice::{self, Words, points};
use pilot::{Flights, Level, Tried};
use table::view::View;
use table::{Game, Look, Played, Screen, Seat, Seed, SeededDice, Side, SideSet, StateHash, Style, Table};
use wire::Why;
use wire::live::PastWhy;

/// The commands of these sides whose reasons a seat may be told: of turns that are over, and only if since then there was a moment at
/// which the side kept nothing secret from the seat. What it knew when it chose is shown by then, or gone.
pub(crate) fn explained<G: Game>(table: &Table<G>, seat: Seat, sides: SideSet) -> Vec<u32> {
    let over = table.outcome().is_some();
    let turn = |state: &G::State| View::of::<G>(table.rules(), state, Seat::Observer).phase.turn;
    let now = turn(table.state());
    let mut waiting: [Vec<u32>; 2] = Default::default();
    let mut told = Vec::new();
    let mut look_around = |state: &G::State, waiting: &mut [Vec<u32>; 2]| {
        for side in Side::BOTH {
            let own = &mut waiting[side.index()];
            if !own.is_empty() && (over || !hides::<G>(table.rules(), state, side, seat)) {
                told.append(own);
            }
        }
    };
    for (line, (before, Played { side, .. })) in (1..).zip(table.positions()) {
        look_around(&before, &mut waiting);
        if sides.contains(*side) && (over || turn(&before) < now) {
            waiting[side.index()].push(line);
        }
    }
    look_around(table.state(), &mut waiting);
    told.sort_unstable();
    told
}

/// Whether a side knows anything that a seat does not.
fn hides<G: Screen>(rules: &G::Rules, state: &G::State, side: Side, seat: Seat) -> bool {
    if !G::SECRETS {
        return false;
    }
    let known = G::known_to(rules, state, side.into());
    G::known_to(rules, &known, seat) != known
}

/// Why a pilot of this level gave command number `line`, as it weighs things; nothing if there is no such command. A pilot keeps no notes:
/// it thinks once more about what it knew then.
pub(crate) fn why<G: Game>(table: &Table<G>, line: u32, level: Level, stop: Stop<'_>) -> Option<PastWhy> {
    let before = (line as usize).checked_sub(1)?;
    let Played { side, command: done, .. } = table.played().get(before)?;
    let (rules, state) = (table.rules(), table.replayed(before));
    let known = if G::SECRETS { G::known_to(rules, &state, (*side).into()) } else { state };
    let look = Look::<G>::new(rules, &known, *side);
    let past = |why, given| PastWhy {
        line,
        side: *side,
        pilot: level.title().to_owned(),
        flies: level.text().to_owned(),
        given,
        why,
    };
    let style = level.style::<G>();
    if G::drawn(look, &mut SeededDice::new(Seed::from_number(0))).is_some() {
        let text = advice::DRAWN.to_owned();
        return Some(past(Why { text, candidates: Vec::new() }, None));
    }
    let tried = match &style {
        Style::Search(depth) => {
            let mut commands = pilot::others(look, done, depth.keep);
            commands.insert(0, done.clone());
            // As far as it had looked itself.
            let longest = (depth.nodes / 6).max(1);
            let salt = StateHash::of(&known).number();
            pilot::weigh(look, commands, &Flights { depth, longest, salt, stop })
        }
        Style::Anything | Style::Glance { .. } | Style::Look { .. } => {
            pilot::at_first_sight(look, done, style.heed())
        }
    };
    let words = Words::as_logged(look);
    let mut candidates = words.best(&tried);
    let own = words.told(tried.iter().find(|one| one.command == *done)?.worth(), done);
    let alike = candidates.iter().position(|one| (&one.label, &one.text) == (&own.label, &own.text));
    let given = alike.unwrap_or(candidates.len());
    if alike.is_none() {
        candidates.push(own);
    }
    let text = if given == 0 {
        advice::reason(&tried, &Words::of(look).best(&tried))
    } else {
        let better = candidates[0].score_milli - candidates[given].score_milli;
        second_best::<G>(look, &style, &tried, better)
    };
    Some(past(Why { text, candidates }, Some(given as u32)))
}

/// Why a pilot has given a command that is not the best it can think of.
fn second_best<G: Game>(
    look: Look<'_, G>,
    style: &Style,
    tried: &[Tried<G::Command>],
    better: i64,
) -> String {
    let all = tried.len();
    match style {
        Style::Anything => "It takes anything that the rules allow".to_owned(),
        Style::Glance { samples, .. } => {
            format!(
                "It saw only {samples} of its moves, and this was the best of them to one who looks only ahead"
            )
        }
        Style::Look { slips, .. } if *slips > 0 && better > 0 => {
            format!("A slip: of {all} commands that were weighed, others look better")
        }
        Style::Look { .. } | Style::Search(_) if G::guarded(look).is_some() => {
            format!("Nearly as good as the best of {all} commands that were weighed, and harder to foresee")
        }
        // Differences that are not shown are none to a reader.
        Style::Search(_) if better >= 100 => format!(
            "One of {all} commands that it tried in its head. Tried once more, the first of these comes out better by {}",
            points(better)
        ),
        Style::Look { .. } | Style::Search(_) => {
            format!("One of the best of {all} commands that were weighed")
        }
    }
}
