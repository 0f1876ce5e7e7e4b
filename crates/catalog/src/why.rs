//! Why a computer pilot gave a command, told once the turn is over.

use crate::Stop;
use crate::advice::{self, SHOWN, Words, points};
use pilot::{Flights, Level};
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
    let text = match style {
        // Who saw only a few of them did not weigh them all, whichever it hit upon.
        Style::Search(_) | Style::Look { .. } if given == 0 => {
            advice::reason(&tried, &Words::of(look).best(&tried), &advice::PAST_PARTS)
        }
        _ => {
            let better = candidates[0].score_milli - candidates[given].score_milli;
            let margin = G::guarded(look).unwrap_or(0) * 100 / G::APPRAISED;
            second_best(&style, tried.len(), better, margin)
        }
    };
    Some(past(Why { text, candidates }, Some(given as u32)))
}

/// Why a pilot has given a command of these many that is not the best it can think of but so much worse. Up to `margin` is near enough to be
/// given on purpose where it is guarded; elsewhere that is 0.
fn second_best(style: &Style, all: usize, worse: i64, margin: i64) -> String {
    // Differences that are not shown are none to a reader.
    let shown = worse >= SHOWN;
    match style {
        Style::Anything => "It takes anything that the rules allow".to_owned(),
        Style::Glance { samples, .. } => {
            format!(
                "It saw only {samples} of its moves, and this was the best of them to one who looks only ahead"
            )
        }
        // Whoever slips may hit upon such a command too, and nobody can tell then.
        Style::Look { .. } | Style::Search(_) if margin > 0 && worse <= margin => {
            let less = if shown { format!(", {} less,", points(worse)) } else { String::new() };
            format!(
                "Nearly as good as the best of {all} commands that were weighed{less} and harder to foresee"
            )
        }
        Style::Look { slips, .. } if *slips > 0 && worse > 0 => {
            format!("A slip: of {all} commands that were weighed, others look better")
        }
        Style::Search(_) if shown => format!(
            "One of {all} commands that it tried in its head. Tried once more, the first of these comes out better by {}",
            points(worse)
        ),
        Style::Look { .. } | Style::Search(_) => {
            format!("One of the best of {all} commands that were weighed")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Depth, Heed};

    const OFFICER: Style = Style::Look { slips: 20, heed: Heed::ALL };

    #[test]
    fn a_guarded_choice_is_no_slip() {
        let says = second_best(&OFFICER, 3, 90, 300);
        assert_eq!(says, "Nearly as good as the best of 3 commands that were weighed and harder to foresee");
        let says = second_best(&OFFICER, 3, 250, 300);
        assert!(says.ends_with("weighed, 0.2 points less, and harder to foresee"), "{says}");
    }

    #[test]
    fn what_is_much_worse_than_the_best_is_not_called_nearly_as_good() {
        assert!(second_best(&OFFICER, 3, 301, 300).starts_with("A slip"));
        assert!(second_best(&Style::careful(), 3, 301, 300).starts_with("One of the best"));
        let depth = Depth { keep: 8, halves: 2, nodes: 100, wary: false };
        let says = second_best(&Style::Search(depth), 3, 2_400, 300);
        assert!(says.ends_with("the first of these comes out better by 2.4 points"), "{says}");
    }
}
