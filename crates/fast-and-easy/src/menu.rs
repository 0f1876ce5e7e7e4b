//! What is asked of a side: the prompt, and which section says what there is to choose.

use crate::command::Command;
use crate::sequence::judge_done;
use crate::state::{Rules, STEPS, Stage, State};
use crate::{Look, bombers, bombing, movement, rockets, rule, setup, shooting, turrets};
use table::{Choice, PieceId, Question, RuleId, Say};

/// The decision asked of a side; with a draft, its next steps.
pub(crate) fn menu(look: Look<'_>, draft: Option<&Command>) -> Question<Command> {
    let (rules, state) = (look.rules, look.state);
    let owed = look.owes();
    let asked = Question::new(prompt(rules, state, owed), Rules::stage_rule(state.stage));
    match draft {
        None if owed => Question { choices: choices(look), ..asked },
        None => asked,
        Some(draft) => Question {
            rule: draft_rule(draft).unwrap_or(asked.rule),
            choices: if owed { draft_choices(look, draft) } else { Vec::new() },
            sketch: match draft {
                Command::Move(order) => movement::sketch(rules, state, order),
                _ => None,
            },
            ..asked
        },
    }
}

/// Names the aircraft that a choice is about.
pub(crate) fn about(i: usize, choice: Choice<Command>) -> Choice<Command> {
    Choice { aircraft: Some(PieceId::of(i)), ..choice }
}

fn prompt(rules: &Rules, state: &State, owed: bool) -> String {
    if state.stage == Stage::Over {
        return "The game is over".to_owned();
    }
    if !owed {
        return "Wait for the other side".to_owned();
    }
    if state.opening {
        return "Begin".to_owned();
    }
    if let Some(moving) = &state.moving {
        return format!("{}: fly straight on", rules.name(moving.plane as usize));
    }
    match state.stage {
        Stage::PlaceBombers => "Place the bombers".to_owned(),
        Stage::PlaceEscorts => "Place the escorts".to_owned(),
        Stage::PlaceInterceptors => "Place the interceptors".to_owned(),
        Stage::Rates => "Choose the formations' rates".to_owned(),
        Stage::Boosts => "Try to fly one hex faster".to_owned(),
        Stage::Stragglers => "Move the stragglers".to_owned(),
        stage => STEPS[stage.step() as usize - 1].to_owned(),
    }
}

/// Everything that a side may say in this stage.
fn choices(look: Look<'_>) -> Vec<Choice<Command>> {
    let Look { rules, state, side } = look;
    if state.opening {
        return vec![Choice::new("Begin", rule::SEQUENCE, Say::Command(Command::Begin))];
    }
    let ours = state.pending.and(&rules.side_set(side));
    let mut all = match state.stage {
        Stage::PlaceBombers | Stage::PlaceEscorts | Stage::PlaceInterceptors => setup::choices(look),
        Stage::EscortsMove | Stage::InterceptorsMove | Stage::Stragglers => {
            movement::choices(rules, state, ours)
        }
        Stage::EscortsFire | Stage::InterceptorsFire => {
            let shots = |i| shooting::choices(rules, state, i).chain(rockets::choices(rules, state, i));
            ours.iter().flat_map(shots).collect()
        }
        Stage::Rates => bombers::rate_choices(rules, state),
        Stage::Boosts => ours.iter().map(|i| bombers::boost_choice(rules, i)).collect(),
        Stage::BombersFire => ours.iter().flat_map(|i| turrets::choices(rules, state, i)).collect(),
        Stage::Bombing => ours.iter().flat_map(|i| bombing::choices(rules, state, i)).collect(),
        Stage::Over => Vec::new(),
    };
    if judge_done(look).is_ok() {
        let done = Choice::new("Done", rule::SEQUENCE, Say::Command(Command::Done));
        all.push(Choice { key: Some('X'), ..done });
    }
    all
}

/// The rule that asks for the next step of a draft, where it is not that of the stage.
fn draft_rule(draft: &Command) -> Option<RuleId> {
    match draft {
        Command::Move(_) => Some(rule::MOVE_STEPS),
        Command::Turrets(_) => Some(rule::BOMBER_TARGETS),
        _ => None,
    }
}

/// The next steps of a draft.
fn draft_choices(look: Look<'_>, draft: &Command) -> Vec<Choice<Command>> {
    match draft {
        Command::Move(order) => movement::draft_choices(look, order),
        Command::Turrets(order) => turrets::draft_choices(look, order),
        Command::Place(order) => setup::place_choices(look, order),
        Command::Lead(order) => setup::lead_choices(look, order),
        _ => Vec::new(),
    }
}
