//! 5.1 and 5.2: the sequence of play, and what each command does to it.

use crate::combat;
use crate::command::{Command, Move};
use crate::finish::{self, Flown};
use crate::flight::safe_exit;
use crate::formation::{self, Naming};
use crate::rule;
use crate::state::{EndedBy, Ending, Prep, Rules, Stage, State, Status, index, piece};
use crate::victory;
use crate::view::{self, name};
use crate::{Altitude, Attitude};
use table::{Dice, Done, Event, EventKind, Listener, Need, Refusal, Refusals, Side, SideSet};

/// What judging has worked out.
#[derive(Clone, Debug)]
pub struct Resolved(pub(crate) Option<Flown>);

/// Who owes a decision.
pub(crate) fn to_act(rules: &Rules, state: &State) -> SideSet {
    match state.stage {
        Stage::Corners(side) => SideSet::only(side),
        Stage::Naming | Stage::Moving | Stage::NamingAfter => SideSet::only(state.phasing(rules)),
        Stage::Firing => {
            let owes = |side: Side| state.asked[side.index()] && state.declared[side.index()].is_none();
            Side::BOTH.into_iter().filter(|s| owes(*s)).fold(SideSet::NONE, SideSet::with)
        }
        Stage::Over => SideSet::NONE,
    }
}

/// Whether a command is legal.
pub(crate) fn judge(
    rules: &Rules,
    state: &State,
    side: Side,
    command: &Command,
) -> Result<Resolved, Refusals> {
    turn_objections(rules, state, side, command)?;
    match command {
        Command::Move(order) => {
            let index = mover(state, side, order)?;
            return Ok(Resolved(Some(finish::judge(rules, state, index, order)?)));
        }
        Command::Fire(fire) => combat::judge_fire(rules, state, side, fire).verdict()?,
        Command::Formation(slots) => formation::judge(state, side, *slots).verdict()?,
        Command::Corners(corners) => corner_objections(state, side, corners).verdict()?,
        Command::AcceptStop if state.stop_offer != Some(side.enemy()) => {
            return Err(Refusal::new(rule::CHOOSING, "the other side has not offered to stop").into());
        }
        Command::OfferStop if state.stop_offer.is_some() => {
            return Err(Refusal::new(rule::CHOOSING, "an offer to stop stands already").into());
        }
        Command::Resign | Command::OfferStop | Command::AcceptStop => {}
    }
    Ok(Resolved(None))
}

/// 5.1: whether this side may say such a thing now.
fn turn_objections(rules: &Rules, state: &State, side: Side, command: &Command) -> Result<(), Refusals> {
    let fitting = match (command, state.stage) {
        (_, Stage::Over) => {
            return Err(Refusal::new(rule::SCENARIOS, "the game is over").into());
        }
        (Command::Resign | Command::OfferStop | Command::AcceptStop, _) => return Ok(()),
        (Command::Move(_), Stage::Moving) if side != state.phasing(rules) => {
            return Err(
                Refusal::new(rule::SECOND_MOVEMENT, "the other player never moves in this phase").into()
            );
        }
        (Command::Move(_), stage) => stage == Stage::Moving,
        (Command::Fire(_), stage) => stage == Stage::Firing,
        (Command::Formation(_), stage) => matches!(stage, Stage::Naming | Stage::NamingAfter),
        (Command::Corners(_), stage) => matches!(stage, Stage::Corners(_)),
    };
    if !fitting {
        return Err(Refusal::new(rule::PHASES, "that belongs to another phase").into());
    }
    if !to_act(rules, state).contains(side) {
        return Err(Refusal::new(rule::PHASES, "this side has nothing to decide now").into());
    }
    Ok(())
}

/// 6.0: aircraft move singly, each once a phase. The index of the one to move.
pub(crate) fn mover(state: &State, side: Side, order: &Move) -> Result<usize, Refusals> {
    let refuse = |says| Err(Refusals::from(Refusal::new(rule::MOVEMENT, says)));
    match state.plane(order.aircraft) {
        None => refuse("there is no such aircraft"),
        Some(p) if p.side != side => refuse("it is the enemy's"),
        Some(p) if !p.flying() => refuse("it is no longer in flight"),
        Some(p) if p.moved => refuse("it has already moved in this phase"),
        Some(_) => Ok(index(order.aircraft)),
    }
}

/// 10.0: the start corner is the hexside's clockwise neighbour or the one before it.
pub(crate) fn corner_objections(state: &State, side: Side, corners: &crate::command::Corners) -> Refusals {
    let mut why = Refusals::none();
    let open = state.planes.iter().filter(|p| p.side == side && p.corner_open);
    why.unless(open.clone().count() == corners.len(), || {
        let numbers = [open.clone().count() as i32, corners.len() as i32, 0];
        Refusal::with(rule::HEXAGONAL, "{0} aircraft have a corner to choose, {1} were given", numbers)
    });
    for (plane, corner) in open.clone().zip(corners) {
        why.unless(corner.0 == plane.facing || corner.0 == plane.facing.turned(-1), || {
            Refusal::new(rule::HEXAGONAL, "only the two corners of the hexside may be chosen")
        });
    }
    why
}

/// Carries out an accepted command.
pub(crate) fn apply(
    rules: &Rules,
    state: &mut State,
    side: Side,
    command: &Command,
    resolved: &Resolved,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<Done, Need> {
    let mut done = Done::default();
    // Whoever goes on playing has declined.
    if state.stop_offer == Some(side.enemy()) {
        state.stop_offer = None;
    }
    match command {
        Command::Move(order) => {
            if let Some(flown) = &resolved.0 {
                move_plane(rules, state, order, flown, events);
                after_move(rules, state, events);
            }
        }
        Command::Fire(fire) => {
            state.declared[side.index()] = Some(fire.clone());
            events.tell(|| {
                let text = view::declaration(rules, state, side, fire);
                Event::new(EventKind::Decision, rule::VOLUNTARY, text).only_for(side)
            });
            if to_act(rules, state).is_empty() {
                done.shown = true;
                combat::resolve(rules, state, dice, events)?;
                end_combat(rules, state, events);
            }
        }
        Command::Formation(slots) => {
            let after_moves = state.stage == Stage::NamingAfter;
            let skip = formation::name(rules, state, side, *slots, after_moves);
            events.tell(|| {
                let leader = name(rules, state, index(slots.leader));
                Event::new(EventKind::Decision, rule::VEE, format!("{leader} leads the Vee")).by(slots.leader)
            });
            if after_moves {
                finish_movement(rules, state, events);
            } else {
                start_moves(rules, state, !skip, events);
            }
        }
        Command::Corners(corners) => {
            let open = state.planes.iter_mut().filter(|p| p.side == side && p.corner_open);
            for (plane, corner) in open.zip(corners) {
                plane.facing = corner.0;
                plane.corner_open = false;
            }
            events.tell(|| {
                let text = format!("The {side} have chosen their start corners");
                Event::new(EventKind::SetUp, rule::HEXAGONAL, text)
            });
            next_corners(rules, state, events);
        }
        Command::Resign => {
            end(rules, state, Ending { winner: Some(side.enemy()), by: EndedBy::Resigned }, events);
        }
        Command::OfferStop => {
            state.stop_offer = Some(side);
            events.tell(|| {
                let text = format!("The {side} offer to stop and to score as things stand");
                Event::new(EventKind::Decision, rule::CHOOSING, text)
            });
        }
        Command::AcceptStop => {
            state.stop_offer = None;
            end(rules, state, victory::as_it_stands(rules, state, EndedBy::Agreed), events);
        }
    }
    Ok(done)
}

/// 10.0: the next side with corners to choose, then the phase in which the scenario starts.
pub(crate) fn next_corners(rules: &Rules, state: &mut State, events: &mut impl Listener) {
    let open = |side: Side| state.planes.iter().any(|p| p.side == side && p.corner_open);
    match [rules.first, rules.first.enemy()].into_iter().find(|s| open(*s)) {
        Some(side) => state.stage = Stage::Corners(side),
        None => start_phase(rules, state, events),
    }
}

/// Enters the phase that the position names, keeping what it says about moves and records.
fn start_phase(rules: &Rules, state: &mut State, events: &mut impl Listener) {
    let combat = state.phase % 2 == 1;
    if !combat && !state.moved.is_empty() {
        // In the middle of a phase the beginning check has been made, and the ends of the game are looked for when it is over.
        state.stage = Stage::Moving;
        after_move(rules, state, events);
    } else if let Some(ending) = victory::reached(rules, state) {
        end(rules, state, ending, events);
    } else if combat {
        ask_for_fire(rules, state, events);
    } else {
        begin_movement(rules, state, events);
    }
}

fn begin_movement(rules: &Rules, state: &mut State, events: &mut impl Listener) {
    let side = state.phasing(rules);
    for plane in &mut state.planes {
        plane.moved = false;
    }
    state.moved.clear();
    tell_phase(rules, state, events);
    if rules.kind.formations() && formation::naming(state, side) != Naming::Nothing {
        state.stage = Stage::Naming;
    } else {
        start_moves(rules, state, true, events);
    }
}

fn start_moves(rules: &Rules, state: &mut State, check: bool, events: &mut impl Listener) {
    let side = state.phasing(rules);
    if check && rules.kind.formations() && formation::check_beginning(rules, state, side).is_some() {
        end(rules, state, Ending { winner: Some(side.enemy()), by: EndedBy::Formation }, events);
        return;
    }
    state.stage = Stage::Moving;
}

/// Digest section 9, 'End of own move'.
fn move_plane(rules: &Rules, state: &mut State, order: &Move, flown: &Flown, events: &mut impl Listener) {
    let flight = &flown.flight;
    events.tell(|| view::moved(rules, state, order, flown));
    let plane = &mut state.planes[flown.index];
    let exit = flight.exit.map(|by| Status::Left { by, safe: safe_exit(rules, plane, flight.passes, by) });
    plane.hex = flight.hex;
    plane.facing = flight.facing;
    plane.altitude = flight.altitude;
    plane.climb = flight.climb;
    plane.speed = flown.end_speed;
    plane.attitude = flown.attitude;
    plane.phases = plane.phases.saturating_add(1);
    plane.vertical = matches!(flight.choice, Altitude::VerticalDive(_));
    // 11.A: levelling off clears the preparation.
    let kept = !rules.inter_altitude() || flown.attitude != Attitude::Level;
    plane.prep = match flight.choice {
        Altitude::Climb if kept && flight.climbed == flight.speed => Prep::AllClimb,
        Altitude::VerticalDive(_) if kept => Prep::VerticalDive,
        _ => Prep::None,
    };
    if flight.wing_over {
        plane.wing_over = plane.phases;
    }
    plane.passes = plane.passes.saturating_add(flight.passes);
    plane.scored = flight.scored;
    plane.moved = true;
    plane.announced = None;
    plane.records.clone_from(&flown.records);
    if let Some(status) = exit {
        plane.status = status;
        plane.records.clear();
        plane.joining = 0;
        let side = plane.side;
        formation::after_losses(state, side);
        events.tell(|| view::left(rules, state, flown.index));
    }
    let _ = state.moved.try_push(piece(flown.index));
    if flight.passes > 0 {
        events.tell(|| {
            let points = rules.tables.bombing.points_per_pass * i32::from(flight.passes);
            let text = format!("{} passes over a target: {points} points", name(rules, state, flown.index));
            Event::new(EventKind::Bomb, rule::BOMBING, text).by(piece(flown.index))
        });
    }
}

fn after_move(rules: &Rules, state: &mut State, events: &mut impl Listener) {
    let side = state.phasing(rules);
    if state.flying(side).all(|(_, p)| p.moved) {
        if rules.kind.formations() && formation::naming(state, side) != Naming::Nothing {
            state.stage = Stage::NamingAfter;
        } else {
            finish_movement(rules, state, events);
        }
    }
}

/// M6: 9.3's end check, then the ends of 9.1 to 9.3, then combat.
fn finish_movement(rules: &Rules, state: &mut State, events: &mut impl Listener) {
    let side = state.phasing(rules);
    if rules.kind.formations() && state.count(side) > 1 && formation::check_end(rules, state, side).is_some()
    {
        end(rules, state, Ending { winner: Some(side.enemy()), by: EndedBy::Formation }, events);
        return;
    }
    if let Some(ending) = victory::reached(rules, state) {
        end(rules, state, ending, events);
        return;
    }
    state.phase += 1;
    tell_phase(rules, state, events);
    ask_for_fire(rules, state, events);
}

/// 7.A: whoever has a legal shot is asked; if nobody has, the phase is skipped.
fn ask_for_fire(rules: &Rules, state: &mut State, events: &mut impl Listener) {
    state.asked = Side::BOTH.map(|side| combat::can_fire(rules, state, side));
    state.stage = Stage::Firing;
    if to_act(rules, state).is_empty() {
        end_combat(rules, state, events);
    }
}

fn end_combat(rules: &Rules, state: &mut State, events: &mut impl Listener) {
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
        end(rules, state, ending, events);
        return;
    }
    state.phase = (state.phase + 1) % 4;
    if state.phase == 0 {
        let cap = rules.options.turn_cap;
        if cap > 0 && state.turn >= cap {
            state.phase = 3;
            end(rules, state, victory::as_it_stands(rules, state, EndedBy::TurnCap), events);
            return;
        }
        state.turn = state.turn.saturating_add(1);
    }
    begin_movement(rules, state, events);
}

fn end(rules: &Rules, state: &mut State, ending: Ending, events: &mut impl Listener) {
    state.ending = Some(ending);
    state.stage = Stage::Over;
    state.declared = [None, None];
    state.asked = [false; 2];
    events.tell(|| {
        let outcome = victory::outcome(rules, state);
        let rule = match ending.by {
            EndedBy::Formation => rule::FORMATION_LOSS,
            EndedBy::OneLeft => rule::FORMATION_VICTORY,
            EndedBy::TurnCap | EndedBy::Agreed | EndedBy::Resigned => rule::CHOOSING,
            EndedBy::Points | EndedBy::NoFighterLeft => rules.kind.rule(),
        };
        Event::new(EventKind::End, rule, outcome.map_or(String::new(), |o| o.text)).and_rule(rule::COURSE)
    });
}

fn tell_phase(rules: &Rules, state: &State, events: &mut impl Listener) {
    events.tell(|| {
        let step = &view::steps(rules)[usize::from(state.phase)];
        let text = format!("Turn {}, {}", state.turn, step.name);
        Event::new(EventKind::Phase, step.rule, text).and_rule(rule::PHASES)
    });
}
