//! What a side is asked: the prompt, and which section offers what.

use crate::aircraft::Mount;
use crate::command::{Burst, Command, letters_of};
use crate::state::{Asked, Stage};
use crate::words::name;
use crate::{Look, fixed, flexible, flight, formation, odds, rule, sequence, victory};
use table::{Choice, PieceId, Question, RuleId, Say};

/// What is asked.
pub(crate) fn menu(look: Look<'_>, draft: Option<&Command>) -> Question<Command> {
    let Look { rules, state, side } = look;
    if sequence::asked(rules, state) != Some(side) {
        return Question::new("The other side decides", rule::SEQUENCE);
    }
    if let Some(halted) = &state.now.halted {
        let (mover, foe) = (halted.plan.aircraft.index(), usize::from(halted.foe));
        let [mover_name, foe_name] = [mover, foe].map(|n| name(rules, n));
        return match halted.asked {
            Asked::Mover => fire(look, format!("{mover_name} meets {foe_name} head-on"), mover, &[foe]),
            Asked::Foe => fire(look, format!("{mover_name} attacks {foe_name} head-on"), foe, &[mover]),
            Asked::Gunners => guns(look, mover, foe),
        };
    }
    let question = |prompt: &str, rule: RuleId, choices| Question { choices, ..Question::new(prompt, rule) };
    match (state.now.stage, draft) {
        (Stage::Brief(_), Some(Command::Brief(brief))) => {
            question("Formations", rule::FORMATIONS, formation::choices(look, brief))
        }
        (Stage::Brief(_), _) => {
            question("Formations", rule::FORMATIONS, formation::choices(look, &formation::usual(look)))
        }
        (Stage::Lead(number), _) => {
            let lead = |n: usize| Choice {
                aircraft: Some(PieceId::of(n)),
                ..Choice::new(
                    format!("{} leads", name(rules, n)),
                    rule::FORMATIONS,
                    Say::Command(Command::Lead(PieceId::of(n))),
                )
            };
            let choices = state.members(rules, number).map(lead).collect();
            question("Who leads the formation?", rule::FORMATIONS, choices)
        }
        (Stage::Move(movers), Some(Command::Fly(plan)))
            if plan.aircraft.index() < state.planes.len() && movers & (1 << plan.aircraft.index()) != 0 =>
        {
            let prompt = format!("{}: the plan", name(rules, plan.aircraft.index()));
            Question {
                sketch: Some(flight::draft::sketch(look, plan)),
                ..question(&prompt, rule::PLAN, flight::draft::choices(look, plan))
            }
        }
        (Stage::Move(movers), _) => {
            question("Movement", rule::PLAN, flight::draft::first_choices(look, movers))
        }
        (Stage::Fire(place), _) => {
            let firer = state.now.order.get(usize::from(place)).map_or(0, |n| usize::from(*n));
            let targets: Vec<usize> = fixed::targets(rules, state, firer).collect();
            fire(look, format!("{} may fire", name(rules, firer)), firer, &targets)
        }
        (Stage::Answer(place), _) => match state.now.bursts.get(usize::from(place)) {
            Some(burst) => guns(look, burst.aircraft.index(), burst.target.index()),
            None => Question::new("Flexible guns", rule::FLEXIBLE_GUNS),
        },
        (Stage::Depart(_), Some(Command::Disengage(leaving))) => {
            question("Who leaves the fight?", rule::DISENGAGE, victory::choices(look, leaving))
        }
        (Stage::Depart(_), _) => {
            let nobody = crate::command::Pieces::new();
            question("Who leaves the fight?", rule::DISENGAGE, victory::choices(look, &nobody))
        }
        (Stage::Over, _) => Question::new("The game is over", rule::VICTORY),
    }
}

/// Attacks of one aircraft with fixed guns: every set of its groups, and aiming where it can.
pub(crate) fn attacks(look: Look<'_>, firer: usize, targets: &[usize]) -> Vec<Burst> {
    let all = fixed::loaded_groups(look.rules, look.state, firer);
    let groups = &look.rules.ty(firer).groups;
    let both =
        [Mount::Nose, Mount::Wing].iter().all(|mount| groups.iter().any(|group| group.mount == *mount));
    let mut bursts = Vec::new();
    for target in targets {
        for groups in (1..=all).rev().filter(|groups| groups & !all == 0) {
            let burst =
                Burst { aircraft: PieceId::of(firer), target: PieceId::of(*target), groups, aim: false };
            bursts.push(burst);
            if both {
                bursts.push(Burst { aim: true, ..burst });
            }
        }
    }
    bursts.retain(|burst| look.barred(&Command::Fire(*burst)).is_empty());
    bursts
}

fn fire(look: Look<'_>, prompt: String, firer: usize, targets: &[usize]) -> Question<Command> {
    let Look { rules, state, .. } = look;
    let head_on = state.now.halted.is_some();
    let mut choices = Vec::new();
    for burst in attacks(look, firer, targets) {
        let target = burst.target.index();
        let mut unused = table::Whether::default();
        let shot = fixed::judge(rules, state, &burst, head_on, &mut unused);
        let note = shot.map_or_else(String::new, |shot| odds::forecast(rules, state, &burst, &shot).text);
        let aim = if burst.aim { ", aiming with the nose guns" } else { "" };
        let label = format!("Fire guns {} at {}{aim}", letters_of(burst.groups), name(rules, target));
        choices.push(Choice {
            note,
            aircraft: Some(burst.aircraft),
            target: Some(burst.target),
            ..Choice::new(
                label,
                if burst.aim { rule::AIMING } else { rule::STRENGTHS },
                Say::Command(Command::Fire(burst)),
            )
        });
    }
    choices.push(Choice::new("Hold fire", rule::COMBAT, Say::Command(Command::Pass)));
    let rule = if head_on { rule::HEAD_ON } else { rule::COMBAT };
    Question { choices, ..Question::new(prompt, rule) }
}

fn guns(look: Look<'_>, attacker: usize, attacked: usize) -> Question<Command> {
    let Look { rules, state, .. } = look;
    let [by, at] = [attacker, attacked].map(|n| name(rules, n));
    let mut choices = Vec::new();
    if let Some(guns) = flexible::best(rules, state, attacker, attacked) {
        let label = match guns.crews.len() {
            1 => "Fire all guns that bear".to_owned(),
            crews => format!("Fire the guns of {crews} aircraft"),
        };
        let own = guns.crews.iter().filter(|crew| crew.aircraft.index() == attacked).copied().collect();
        let alone = crate::command::Guns { crews: own, ..guns.clone() };
        for (label, guns) in [(label, guns.clone()), ("Fire only its own guns".to_owned(), alone)] {
            let command = Command::Guns(guns);
            let offered =
                choices.iter().any(|choice: &Choice<Command>| choice.say == Say::Command(command.clone()));
            if !offered && look.barred(&command).is_empty() {
                choices.push(Choice {
                    target: Some(PieceId::of(attacker)),
                    ..Choice::new(label, rule::FLEXIBLE_GUNS, Say::Command(command))
                });
            }
        }
    }
    choices.push(Choice::new("Hold fire", rule::FLEXIBLE_GUNS, Say::Command(Command::Pass)));
    Question { choices, ..Question::new(format!("{by} attacks {at}: flexible guns"), rule::FLEXIBLE_GUNS) }
}
