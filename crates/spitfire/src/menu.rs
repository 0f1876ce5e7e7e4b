//! What a side is asked now, and which section of the rules offers what.

use crate::command::{Command, Fire};
use crate::state::{Stage, State};
use crate::{Look, combat, corners, formation, mover, rule, trial};
use table::{Question, RuleId};

/// The decision asked of a side.
pub(crate) fn menu(look: Look<'_>, draft: Option<&Command>) -> Question<Command> {
    let owed = look.owes();
    let (text, rule) = prompt(look.state, owed, draft);
    let mut asked = Question::new(text, rule);
    if !owed {
        return asked;
    }
    match (look.state.stage, draft) {
        (Stage::Corners(_), draft) => asked.choices = corners::choices(look, draft),
        (Stage::Naming | Stage::NamingAfter, _) => asked.choices = formation::choices(look),
        (Stage::Moving, Some(Command::Move(order))) => {
            (asked.choices, asked.sketch) = trial::trial(look, order);
        }
        (Stage::Moving, _) => asked.choices = mover::choices(look),
        (Stage::Firing, Some(Command::Fire(fire))) => {
            asked.choices = combat::choices(look, fire);
            asked.sketch = Some(combat::sketch(look, fire));
        }
        (Stage::Firing, _) => asked.choices = combat::choices(look, &Fire::new()),
        (Stage::Over, _) => {}
    }
    asked
}

fn prompt(state: &State, owed: bool, draft: Option<&Command>) -> (&'static str, RuleId) {
    match state.stage {
        Stage::Over => ("The game is over", rule::SCENARIOS),
        _ if !owed => ("The other side decides", rule::PHASES),
        Stage::Corners(_) => ("Choose the corners at which your aircraft point", rule::HEXAGONAL),
        Stage::Naming | Stage::NamingAfter => ("Name the Leader and the slots of your Vee", rule::VEE),
        Stage::Moving if let Some(Command::Move(order)) = draft => match (order.altitude, order.speed) {
            (None, _) => ("Climb, fly level or dive?", rule::ALTITUDE_DECISION),
            (Some(_), None) => ("How fast? Every step is a movement point", rule::SPEED_DECISION),
            _ => {
                ("Spend every movement point; you may try and take back until you give the move", rule::TRIAL)
            }
        },
        Stage::Moving => ("Move your aircraft, one after another", rule::OUTLINE),
        Stage::Firing => {
            let rule = if state.phase == 1 { rule::FIRST_COMBAT } else { rule::SECOND_COMBAT };
            ("Declare your fire; it is shown when both sides have declared", rule)
        }
    }
}
