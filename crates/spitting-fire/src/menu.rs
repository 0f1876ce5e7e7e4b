//! What a side is asked, and which section offers what. The reasons against a choice are always those of the same judge
//! that decides.

use crate::command::Command;
use crate::state::Phase;
use crate::{Look, SpittingFire, activation, combat, forces, movement, placement, plotting, rule};
use table::{Choice, Question, Range, Referee, RuleId, Say, Sketch};

/// The decision asked of a side.
pub(crate) fn menu(look: Look<'_>, draft: Option<&Command>) -> Question<Command> {
    let (prompt, rule) = prompt(look, draft);
    let mut asked = Question::new(prompt, rule);
    let flipped = look.state.card == Some(look.side);
    match look.state.phase {
        Phase::Choosing => forces::choices(look, draft, &mut asked),
        Phase::Placement if flipped => asked.choices = placement::choices(look, draft),
        Phase::Plotting => asked.choices = plotting::choices(look, draft),
        Phase::Action if flipped => asked.choices = activation::choices(look, draft),
        Phase::Placement | Phase::Action | Phase::Over => {}
    }
    asked.sketch = draft.map(|command| sketch(look, command));
    asked
}

fn prompt(look: Look<'_>, draft: Option<&Command>) -> (String, RuleId) {
    let Look { rules, state, side } = look;
    let fixed = state.phase == Phase::Choosing && rules.fixed[side.index()];
    let (text, rule) = match state.phase {
        Phase::Choosing if fixed => ("Begin the set-up", rule::PLACEMENT_DECK),
        Phase::Choosing if state.forces[side.index()].is_some() => {
            ("Confirm your force, or change it", rule::POINT_TOTAL)
        }
        Phase::Choosing => ("Choose aircraft and arrange them in flight groups", rule::POINT_TOTAL),
        Phase::Placement => ("Set up one of your groups", rule::PLACEMENT_DECK),
        Phase::Plotting if plotting::unplotted(state, side).is_none() => {
            ("Confirm your plots, or change them", rule::PLOTTING)
        }
        Phase::Plotting => ("Give every group a manoeuvre marker", rule::PLOTTING),
        Phase::Action => match (state.active, state.mover.plane, state.mover.counters) {
            (None, ..) => ("Activate one of your groups", rule::ACTION_PHASE),
            (_, None, _) => ("Choose the next aircraft of the group and move it", rule::ACTIVATION),
            (_, _, c) if c.pending.is_some() => ("Pivot", rule::PIVOT),
            (_, _, c) if c.ended => ("Attack, or hold your fire", rule::DECLARE_TARGETS),
            _ => ("Move", rule::FORWARD),
        },
        Phase::Over => ("The game is over", rule::GAME_LENGTH),
    };
    if let (Phase::Plotting, Some(Command::Plot { group, .. })) = (state.phase, draft) {
        return (format!("Choose the manoeuvre marker of group {group}"), rule);
    }
    let text = if look.owes() || state.phase == Phase::Over {
        text
    } else if state.confirmed[side.index()] && !fixed {
        "Waiting for the other side; you may still change your mind"
    } else {
        "Waiting for the other side"
    };
    (text.to_owned(), rule)
}

/// What a draft amounts to.
fn sketch(look: Look<'_>, command: &Command) -> Sketch<Command> {
    let legal = SpittingFire::judge(look, command).is_ok();
    let moves = |sketch: &dyn Fn(usize) -> Sketch<Command>| match command.aircraft() {
        Some(id) if legal => sketch(id.index()),
        aircraft => Sketch { aircraft, ..Sketch::default() },
    };
    match command {
        Command::Force(list) => forces::sketch(look, list),
        Command::Place(place) => placement::sketch(look, place, legal),
        Command::Plot { group, .. } => plotting::sketch(look, *group),
        Command::Forward { .. } | Command::Turn { .. } | Command::Pivot { .. } | Command::EndMove { .. } => {
            moves(&|n| movement::sketch(look, n, command))
        }
        Command::Attack { at, .. } => moves(&|n| combat::sketch(look, n, at)),
        Command::Confirm
        | Command::Activate { .. }
        | Command::Pass
        | Command::TightTurn { .. }
        | Command::HalfLoop { .. }
        | Command::Decline { .. }
        | Command::NoAttack { .. }
        | Command::Resign
        | Command::OfferEnd
        | Command::AcceptEnd => Sketch::default(),
    }
}

/// A whole command with the reasons against it.
pub(crate) fn whole(
    look: Look<'_>,
    label: impl Into<String>,
    rule: RuleId,
    command: Command,
) -> Choice<Command> {
    let barred = look.barred(&command);
    Choice { barred, ..Choice::new(label, rule, Say::Command(command)) }
}

/// A command with one number to be chosen: legal ones as a range, else with the reasons against its smallest value.
pub(crate) fn range(
    look: Look<'_>,
    label: &str,
    rule: RuleId,
    command: Command,
    range: Range,
) -> Choice<Command> {
    let barred = look.barred(&command);
    let say = if barred.is_empty() { Say::Range(command, range) } else { Say::Command(command) };
    Choice { barred, ..Choice::new(label, rule, say) }
}
