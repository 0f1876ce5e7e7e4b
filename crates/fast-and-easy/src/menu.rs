//! What a side may say now, and what it may not, with the reasons.

use crate::command::{Bomb, Command, Fire, Guns, Lead, Move, One, Path, Place, Rate, Rockets, Turrets};
use crate::movement;
use crate::odds::hit_chance;
use crate::rules as rule;
use crate::shooting::{self, Shot, dice_text};
use crate::state::{Rules, STEPS, Stage, State, Status, id};
use crate::{bombers, bombing, draft, pilot, rockets, sequence, setup};
use table::{Choice, Menu, Quit, Say, Side};

/// The decision asked of a side; with a draft, its next steps.
pub(crate) fn menu(rules: &Rules, state: &State, side: Side, half_built: Option<&Command>) -> Menu<Command> {
    let owed = sequence::to_act(rules, state).contains(side);
    let mut menu = Menu {
        side,
        owed,
        prompt: prompt(rules, state, owed),
        rule: Rules::stage_rule(state.stage),
        choices: Vec::new(),
        draft: half_built.map(|command| draft::drafted(rules, state, side, command)),
        muster: None,
    };
    match half_built {
        Some(command) if owed => draft::choices(rules, state, side, command, &mut menu),
        Some(_) => {}
        None => {
            if owed {
                choices(rules, state, side, &mut menu.choices);
            }
            any_time(state, side, &mut menu.choices);
        }
    }
    menu
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
        Stage::Over => String::new(),
        stage => STEPS[stage.step() as usize - 1].to_owned(),
    }
}

/// Whether a plane may be moved now.
pub(crate) fn moves_now(state: &State, i: usize) -> bool {
    (state.stage.is_fighter_move() || state.stage == Stage::Stragglers)
        && !state.opening
        && state.pending.contains(i)
        && state.moving.is_none_or(|m| m.plane as usize == i)
}

/// Everything that a side may say in this stage.
fn choices(rules: &Rules, state: &State, side: Side, all: &mut Vec<Choice<Command>>) {
    if state.opening {
        all.push(Choice::new("Begin", rule::SEQUENCE, Say::Command(Command::Begin)));
        return;
    }
    let ours = state.pending.and(&rules.side_set(side));
    match state.stage {
        Stage::EscortsMove | Stage::InterceptorsMove | Stage::Stragglers => {
            for i in ours.iter().filter(|i| moves_now(state, *i)) {
                all.push(mover_choice(rules, state, i));
                if movement::may_stay_away(state, i) {
                    let say = Say::Command(Command::StayAway(One { aircraft: id(i) }));
                    all.push(about(
                        i,
                        Choice::new(format!("{}: stay away", rules.name(i)), rule::MAP_EDGE, say),
                    ));
                }
            }
        }
        Stage::EscortsFire | Stage::InterceptorsFire => {
            for i in ours.iter() {
                all.extend(shots(rules, state, i).into_iter().map(|(_, choice)| choice));
            }
        }
        Stage::Rates => {
            for f in bombers::unrated(rules, state) {
                let name = &rules.groups[rules.formations[f].group as usize].name;
                for rate in bombers::rates(rules, state, f).rev() {
                    let say = Say::Command(Command::Rate(Rate { formation: f as u8 + 1, rate }));
                    all.push(Choice::new(format!("{name}: {rate} hexes"), rule::FORMATION_RATE, say));
                }
            }
        }
        Stage::Boosts => {
            for i in ours.iter() {
                let say = Say::Command(Command::Boost(One { aircraft: id(i) }));
                let mut choice = Choice::new(format!("{}: one hex faster", rules.name(i)), rule::BOOST, say);
                choice.note = format!("D6, {}+", rules.tables.movement.boost);
                all.push(about(i, choice));
            }
        }
        Stage::BombersFire => {
            for i in ours.iter() {
                all.extend(turret_choices(rules, state, i));
            }
        }
        Stage::Bombing => {
            for i in ours.iter() {
                all.extend(bomb_choices(rules, state, i));
            }
        }
        Stage::PlaceBombers | Stage::PlaceEscorts | Stage::PlaceInterceptors => {
            place_choices(rules, state, side, all);
        }
        Stage::Over => {}
    }
    if sequence::judge_done(rules, state, side).is_ok() {
        let mut choice = Choice::new("Done", rule::SEQUENCE, Say::Command(Command::Done));
        choice.key = Some('X');
        all.push(choice);
    }
}

/// What may be said at any time (decision point 17).
fn any_time(state: &State, side: Side, all: &mut Vec<Choice<Command>>) {
    let sayings = [
        ("Offer to end the game", Command::OfferEnd, Quit::Offer),
        ("Accept the end", Command::AcceptEnd, Quit::Answer),
        ("Concede", Command::Concede, Quit::GiveUp),
    ];
    for (label, command, quit) in sayings {
        if sequence::judge_any_time(state, side, &command).is_ok() {
            let choice = Choice::new(label, rule::GAME_END, Say::Command(command));
            all.push(Choice { quit: Some(quit), ..choice });
        }
    }
}

pub(crate) fn about(i: usize, mut choice: Choice<Command>) -> Choice<Command> {
    choice.aircraft = Some(id(i));
    choice
}

fn mover_choice(rules: &Rules, state: &State, i: usize) -> Choice<Command> {
    let say = Say::Draft(Command::Move(Move {
        aircraft: id(i),
        jettison: false,
        enter: None,
        path: Path::default(),
    }));
    let mut choice = about(i, Choice::new(rules.name(i), rule::SEQUENCE, say));
    let now = movement::performance(rules, state, i, false);
    choice.note = match state.planes[i].status {
        Status::OffMap { .. } => "may return".to_owned(),
        _ => format!("SPEED {}, Turn {}", now.max, now.turn),
    };
    choice
}

/// The shots of a fighter.
pub(crate) fn shots(rules: &Rules, state: &State, i: usize) -> Vec<(Command, Choice<Command>)> {
    let mut all = Vec::new();
    let aircraft = id(i);
    for guns in [Guns::Forward, Guns::Rear] {
        if let Some(shot) = shooting::shot(rules, state, i, guns) {
            let what = if guns == Guns::Rear { "rear guns at" } else { "fire at" };
            let own = if guns == Guns::Rear { rule::REAR_GUNS } else { rule::FORWARD_GUNS };
            all.push((Command::Fire(Fire { aircraft, guns }), shot, what, own));
        }
    }
    for salvos in 1..=state.planes[i].salvos {
        if let Ok(shot) = rockets::salvo(rules, state, i, salvos) {
            let what = if salvos == 1 { "1 rocket salvo at" } else { "rocket salvos at" };
            all.push((Command::Rockets(Rockets { aircraft, salvos }), shot, what, rule::ROCKETS));
        }
    }
    let choice = |(command, shot, what, own): (Command, Shot, &str, _)| {
        let label = format!("{}: {what} {}", rules.name(i), rules.name(shot.target));
        let mut choice = about(i, Choice::new(label, own, Say::Command(command.clone())));
        choice.target = Some(id(shot.target));
        choice.note = note(&shot);
        (command, choice)
    };
    all.into_iter().map(choice).collect()
}

/// "4 dice at 5+, 80 %".
fn note(shot: &Shot) -> String {
    let percent = (hit_chance(&shot.attack).ppm + 5_000) / 10_000;
    format!("{}, {percent} %", dice_text(&shot.attack))
}

/// A bomber's fire: the usual way at once, or turret by turret.
fn turret_choices(rules: &Rules, state: &State, i: usize) -> Vec<Choice<Command>> {
    let mut all = Vec::new();
    if let Some(best) = pilot::best_turrets(rules, state, i) {
        let parts: Vec<String> = best
            .at
            .iter()
            .map(|fire| {
                let turrets: Vec<&str> = fire.turrets.iter().map(|t| t.word()).collect();
                format!("{} at {}", turrets.join(" and "), rules.name(fire.target.0 as usize - 1))
            })
            .collect();
        let label = format!("{}: {}", rules.name(i), parts.join(", "));
        let target = best.at.first().map(|f| f.target);
        let mut choice =
            about(i, Choice::new(label, rule::BOMBER_FIRE, Say::Command(Command::Turrets(best))));
        choice.target = target;
        all.push(choice);
    }
    let draft = Say::Draft(Command::Turrets(Turrets { aircraft: id(i), at: arrayvec::ArrayVec::new() }));
    all.push(about(
        i,
        Choice::new(format!("{}: choose turrets", rules.name(i)), rule::BOMBER_TARGETS, draft),
    ));
    all
}

fn bomb_choices(rules: &Rules, state: &State, i: usize) -> Vec<Choice<Command>> {
    bombing::crossed(rules, state, i)
        .map(|t| {
            let hex = rules.targets[t];
            let say = Say::Command(Command::Bomb(Bomb { aircraft: id(i), hex: pilot::spot(rules, hex) }));
            let label = format!("{}: bomb the target at {}", rules.name(i), rules.hex_name(hex));
            let mut choice = about(i, Choice::new(label, rule::BOMBING, say));
            choice.note = format!("{}+", bombing::needed(rules, i, t, &mut crate::terms::SumOnly));
            choice
        })
        .collect()
}

fn place_choices(rules: &Rules, state: &State, side: Side, all: &mut Vec<Choice<Command>>) {
    if setup::judge_roll(rules, state, side).is_ok() {
        let part = setup::next_part(rules, state);
        let label =
            part.first().map_or(String::new(), |i| format!("Roll where {} enters", rules.name(*i as usize)));
        all.push(Choice::new(label, rule::RANDOM_ENTRY, Say::Command(Command::Roll)));
        return;
    }
    let mut formations: Vec<u8> = state.pending.iter().filter_map(|i| rules.planes[i].formation).collect();
    formations.dedup();
    for f in formations {
        let name = &rules.groups[rules.formations[f as usize].group as usize].name;
        let say = Say::Draft(Command::Lead(Lead { formation: f + 1, hex: None, layout: None }));
        all.push(Choice::new(format!("Place {name}"), rule::DEPLOY_BOMBERS, say));
    }
    for i in state.pending.iter().filter(|i| rules.planes[*i].formation.is_none()) {
        let say = Say::Draft(Command::Place(Place { aircraft: id(i), hex: None, facing: None }));
        all.push(about(
            i,
            Choice::new(format!("Place {}", rules.name(i)), Rules::stage_rule(state.stage), say),
        ));
    }
}
