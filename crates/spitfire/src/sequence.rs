//! 5.1 and 5.2: the sequence of play, who owes a decision, and what follows by itself.

use crate::command::{Act, Command};
use crate::formation::{self, Naming};
use crate::rules::Rules;
use crate::state::{EndedBy, Ending, Stage, State};
use crate::words::air_force;
use crate::{Effect, Look, Spitfire, check, combat, corners, finish, rule, victory};
use table::view::PhaseStep;
use table::{
    Accepted, Dice, Done, EarlyEnd, Event, EventKind, Leave, Listener, Need, Outcome, Referee, Refusal,
    Refusals, Side, SideSet,
};

impl Referee for Spitfire {
    const ID: &'static str = "spitfire";

    type Rules = Rules;
    type State = State;
    type Command = Command;
    type Act = Act;

    fn to_act(rules: &Rules, state: &State) -> SideSet {
        let phasing = state.phasing(rules);
        match state.stage {
            Stage::Corners(side) => SideSet::only(side),
            Stage::Naming | Stage::Moving | Stage::NamingAfter => SideSet::only(phasing),
            Stage::Firing => {
                SideSet::of(|side| state.asked[side.index()] && state.declared[side.index()].is_none())
            }
            Stage::Over => SideSet::NONE,
        }
    }

    fn judge(look: Look<'_>, command: &Command) -> Result<Act, Refusals> {
        let stage = look.state.stage;
        match command {
            Command::Move(order) => {
                in_turn(look, stage == Stage::Moving)?;
                finish::judge(look, order)
            }
            Command::Fire(fire) => {
                in_turn(look, stage == Stage::Firing)?;
                combat::judge(look, fire)
            }
            Command::Formation(slots) => {
                in_turn(look, matches!(stage, Stage::Naming | Stage::NamingAfter))?;
                formation::judge(look, *slots)
            }
            Command::Corners(chosen) => {
                in_turn(look, matches!(stage, Stage::Corners(_)))?;
                corners::judge(look, chosen)
            }
            Command::Resign => Leave::Resign.judge(look).map(Act::Leave),
            Command::OfferStop => Leave::OfferEnd.judge(look).map(Act::Leave),
            Command::AcceptStop => Leave::AcceptEnd.judge(look).map(Act::Leave),
        }
    }

    fn apply(
        effect: &mut Effect<'_, impl Dice, impl Listener>,
        accepted: &Accepted<Spitfire>,
    ) -> Result<Done, Need> {
        let side = accepted.side();
        Leave::decline::<Spitfire>(effect.state, side);
        match accepted.act() {
            Act::Fly { flown, path } => {
                finish::fly(effect, flown, path);
                after_move(effect);
            }
            Act::Fire(fire) => {
                combat::declare(effect, side, fire);
                if Spitfire::to_act(effect.rules, effect.state).is_empty() {
                    combat::resolve(effect)?;
                    end_combat(effect);
                    return Ok(Done { shown: true });
                }
            }
            Act::Formation(slots) => {
                let after_moves = effect.state.stage == Stage::NamingAfter;
                let unchecked = formation::name(effect, side, *slots);
                match after_moves {
                    true => finish_movement(effect),
                    false => start_moves(effect, !unchecked),
                }
            }
            Act::Corners(chosen) => {
                corners::point(effect, side, chosen);
                next_corners(effect);
            }
            Act::Leave(leave) => return leave.apply(effect, side),
        }
        Ok(Done::default())
    }

    fn offer(state: &State) -> Option<Side> {
        state.stop_offer
    }

    fn set_offer(state: &mut State, by: Option<Side>) {
        state.stop_offer = by;
    }

    fn end_early(effect: &mut Effect<'_, impl Dice, impl Listener>, why: EarlyEnd) -> Result<Done, Need> {
        let ending = match why {
            EarlyEnd::Resigned(side) => Ending { winner: Some(side.enemy()), by: EndedBy::Resigned },
            EarlyEnd::Agreed => victory::as_it_stands(effect.rules, effect.state, EndedBy::Agreed),
        };
        victory::end(effect, ending);
        Ok(Done::default())
    }

    fn side_name(rules: &Rules, side: Side) -> String {
        air_force(&rules.charts[side.index()].nation).into()
    }

    fn outcome(rules: &Rules, state: &State) -> Option<Outcome> {
        victory::outcome(rules, state)
    }

    fn check(rules: &Rules, state: &State) -> Result<(), String> {
        check::check(rules, state)
    }
}

/// 5.1: whether this side may say now what fits the phase or not.
fn in_turn(look: Look<'_>, fitting: bool) -> Result<(), Refusals> {
    let refuse = |rule, says| Err(Refusal::new(rule, says).into());
    match look.state.stage {
        Stage::Over => refuse(rule::SCENARIOS, "the game is over"),
        _ if !fitting => refuse(rule::PHASES, "that belongs to another phase"),
        _ if look.owes() => Ok(()),
        Stage::Moving => refuse(rule::SECOND_MOVEMENT, "the other player never moves in this phase"),
        _ => refuse(rule::PHASES, "this side has nothing to decide now"),
    }
}

/// 5.1: the four phases of a turn.
pub(crate) fn phases(rules: &Rules) -> Vec<PhaseStep> {
    let phase = |name: &str, side, rule| PhaseStep { name: name.into(), side, rule };
    let moves = |side: Side| format!("{} moves", air_force(&rules.charts[side.index()].nation));
    vec![
        phase(&moves(rules.first), Some(rules.first), rule::PHASES),
        phase("Joint Combat", None, rule::FIRST_COMBAT),
        phase(&moves(rules.first.enemy()), Some(rules.first.enemy()), rule::SECOND_MOVEMENT),
        phase("Joint Combat", None, rule::SECOND_COMBAT),
    ]
}

/// 10.0: the next side with corners to choose, then the phase in which the scenario starts.
pub(crate) fn next_corners<D>(effect: &mut Effect<'_, D, impl Listener>) {
    match corners::next(effect.rules, effect.state) {
        Some(side) => effect.state.stage = Stage::Corners(side),
        None => start_phase(effect),
    }
}

/// Enters the phase that the position names, keeping what it says about moves and records.
fn start_phase<D>(effect: &mut Effect<'_, D, impl Listener>) {
    let combat = effect.state.phase % 2 == 1;
    if !combat && !effect.state.moved.is_empty() {
        // In the middle of a phase the beginning check has been made, and the ends of the game are looked for when it is over.
        effect.state.stage = Stage::Moving;
        after_move(effect);
    } else if let Some(ending) = victory::reached(effect.rules, effect.state) {
        victory::end(effect, ending);
    } else if combat {
        ask_for_fire(effect);
    } else {
        begin_movement(effect);
    }
}

fn begin_movement<D>(effect: &mut Effect<'_, D, impl Listener>) {
    for plane in &mut effect.state.planes {
        plane.moved = false;
    }
    effect.state.moved.clear();
    tell_phase(effect);
    if has_to_name(effect.rules, effect.state) {
        effect.state.stage = Stage::Naming;
    } else {
        start_moves(effect, true);
    }
}

/// 9.3: whether the phasing player has a Leader or slots to name.
fn has_to_name(rules: &Rules, state: &State) -> bool {
    rules.kind.formations() && formation::naming(state, state.phasing(rules)) != Naming::Nothing
}

fn start_moves<D>(effect: &mut Effect<'_, D, impl Listener>, check: bool) {
    let side = effect.state.phasing(effect.rules);
    if check
        && effect.rules.kind.formations()
        && formation::check_beginning(effect.rules, effect.state, side).is_some()
    {
        let ending = Ending { winner: Some(side.enemy()), by: EndedBy::Formation };
        return victory::end(effect, ending);
    }
    effect.state.stage = Stage::Moving;
}

fn after_move<D>(effect: &mut Effect<'_, D, impl Listener>) {
    let side = effect.state.phasing(effect.rules);
    if effect.state.flying(side).all(|(_, p)| p.moved) {
        if has_to_name(effect.rules, effect.state) {
            effect.state.stage = Stage::NamingAfter;
        } else {
            finish_movement(effect);
        }
    }
}

/// M6: 9.3's end check, then the ends of 9.1 to 9.3, then combat.
fn finish_movement<D>(effect: &mut Effect<'_, D, impl Listener>) {
    let side = effect.state.phasing(effect.rules);
    if effect.rules.kind.formations()
        && effect.state.count(side) > 1
        && formation::check_end(effect.rules, effect.state, side).is_some()
    {
        let ending = Ending { winner: Some(side.enemy()), by: EndedBy::Formation };
        return victory::end(effect, ending);
    }
    if let Some(ending) = victory::reached(effect.rules, effect.state) {
        return victory::end(effect, ending);
    }
    effect.state.phase += 1;
    tell_phase(effect);
    ask_for_fire(effect);
}

/// 7.A: whoever has a legal shot is asked; if nobody has, the phase is skipped.
fn ask_for_fire<D>(effect: &mut Effect<'_, D, impl Listener>) {
    effect.state.asked = Side::BOTH.map(|side| combat::can_fire(effect.rules, effect.state, side));
    effect.state.stage = Stage::Firing;
    if Spitfire::to_act(effect.rules, effect.state).is_empty() {
        end_combat(effect);
    }
}

fn end_combat<D>(effect: &mut Effect<'_, D, impl Listener>) {
    let Effect { rules, state, .. } = effect;
    state.declared = [None, None];
    state.asked = [false; 2];
    for plane in &mut state.planes {
        plane.records.clear();
        if !plane.flying() {
            plane.joining = 0;
        }
    }
    for side in Side::BOTH {
        formation::after_losses(state, side);
    }
    if let Some(ending) = victory::reached(rules, state) {
        return victory::end(effect, ending);
    }
    state.phase = (state.phase + 1) % 4;
    if state.phase == 0 {
        let cap = rules.options.turn_cap;
        if cap > 0 && state.turn >= cap {
            state.phase = 3;
            let ending = victory::as_it_stands(rules, state, EndedBy::TurnCap);
            return victory::end(effect, ending);
        }
        state.turn = state.turn.saturating_add(1);
    }
    begin_movement(effect);
}

fn tell_phase<D>(effect: &mut Effect<'_, D, impl Listener>) {
    effect.events.tell(|| {
        let phase = &phases(effect.rules)[usize::from(effect.state.phase)];
        let text = format!("Turn {}: {}", effect.state.turn, phase.name);
        Event::new(EventKind::Phase, phase.rule, text).and_rule(rule::PHASES)
    });
}
