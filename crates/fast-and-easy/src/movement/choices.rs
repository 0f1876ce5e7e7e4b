//! What a side may say about its moves: which plane, which step next, and what a half-built move amounts to.

use super::edge::away_choice;
use super::flight::{jettison_rule, judge_preparations};
use super::forecast::forecast;
use super::{Flight, Mover, Walk, carries, entries, may_stay_away, mover_of, performance};
use crate::command::{Command, Move, Path, Step};
use crate::menu::about;
use crate::state::{Hand, PlaneSet, Rules, Stage, State, Status};
use crate::{Look, rule};
use table::view::Pose;
use table::{Barred, Choice, PieceId, Refusals, RuleId, Say, Sketch};

/// Whether a plane may be moved now.
pub(crate) fn moves_now(state: &State, i: usize) -> bool {
    (state.stage.is_fighter_move() || state.stage == Stage::Stragglers)
        && !state.opening
        && state.pending.contains(i)
        && state.moving.is_none_or(|m| m.plane as usize == i)
}

/// The planes of `ours` that may be moved now.
pub(crate) fn choices(rules: &Rules, state: &State, ours: PlaneSet) -> Vec<Choice<Command>> {
    let mut all = Vec::new();
    for i in ours.iter().filter(|i| moves_now(state, *i)) {
        all.push(mover_choice(rules, state, i));
        if may_stay_away(state, i) {
            all.push(away_choice(rules, i));
        }
    }
    all
}

fn mover_choice(rules: &Rules, state: &State, i: usize) -> Choice<Command> {
    let order = Move { aircraft: PieceId::of(i), jettison: false, enter: None, path: Path::default() };
    let now = performance(rules, state, i, false);
    let note = match state.planes[i].status {
        Status::OffMap { .. } => "may return".to_owned(),
        _ => format!("SPEED {}, Turn {}", now.max, now.turn),
    };
    Choice { note, ..about(i, Choice::new(rules.name(i), rule::SEQUENCE, Say::Draft(Command::Move(order)))) }
}

/// The pose of a plane in the middle of its move; nothing once it has left the map.
fn pose(rules: &Rules, walk: &Walk) -> Option<Pose> {
    walk.gone.is_none().then(|| rules.pose(walk.hex, walk.facing))
}

/// What a half-built move amounts to.
pub(crate) fn sketch(rules: &Rules, state: &State, order: &Move) -> Option<Sketch<Command>> {
    let i = rules.index(order.aircraft).filter(|i| moves_now(state, *i))?;
    let mut sketch = Sketch { aircraft: Some(order.aircraft), ..Sketch::default() };
    if let Some((mover, from)) = mover_of(rules, state, i, order.jettison, order.enter) {
        let (flight, _) = mover.as_far_as_legal(from, &order.path);
        sketch.of = mover.performance.max.into();
        sketch.spent = flight.walk.spent.into();
        sketch.pose = pose(rules, &flight.walk);
        sketch.path = flight.way(rules);
        if flight.walk.gone.is_none() && !mover.blocked(flight.walk.hex) {
            sketch.forecast = forecast(rules, state, i, &flight.walk);
        }
    }
    Some(sketch)
}

/// The next steps of a half-built move.
pub(crate) fn draft_choices(look: Look<'_>, order: &Move) -> Vec<Choice<Command>> {
    let Look { rules, state, side } = look;
    let mover = rules.index(order.aircraft).filter(|i| moves_now(state, *i));
    let Some(i) = mover.filter(|i| rules.planes[*i].side == side) else { return Vec::new() };
    // What is wrong with a draft is wrong with everything that comes of it.
    let prepared = judge_preparations(rules, state, i, order).err().unwrap_or_default();
    let mut all = Vec::new();
    if order.path.0.is_empty() && !order.jettison && state.moving.is_none() && carries(rules, state, i) {
        let bare = Move { jettison: true, ..order.clone() };
        let say = Say::Draft(Command::Move(bare));
        let choice = about(i, Choice::new("Jettison", jettison_rule(rules, i), say));
        all.push(Choice { key: Some('J'), barred: Barred::all(&prepared), ..choice });
    }
    if may_stay_away(state, i) && order.enter.is_none() {
        all.extend(entry_choices(rules, state, i, order, &prepared));
    } else if let Some((mover, from)) = mover_of(rules, state, i, order.jettison, order.enter) {
        all.extend(match mover.forced(from) {
            Some((path, flight)) => vec![forced_choice(&mover, order, path, &flight, &prepared)],
            None => step_choices(&mover, order, from, prepared),
        });
    }
    all
}

/// Where a plane may come back to the map.
fn entry_choices(
    rules: &Rules,
    state: &State,
    i: usize,
    order: &Move,
    prepared: &Refusals,
) -> Vec<Choice<Command>> {
    let choice = |entry| {
        let enter = Some(entry);
        let draft = Move { enter, path: Path::default(), ..order.clone() };
        let label = format!("Return at {}, facing {}", entry.hex, rules.compass(entry.facing));
        let from = mover_of(rules, state, i, order.jettison, enter);
        Choice {
            pose: from.and_then(|(_, from)| pose(rules, &from.walk)),
            barred: Barred::all(prepared),
            ..about(i, Choice::new(label, rule::MAP_EDGE, Say::Draft(Command::Move(draft))))
        }
    };
    entries(rules, state, i).map(choice).collect()
}

/// The only way for a plane that has no legal move.
fn forced_choice(
    mover: &Mover<'_>,
    order: &Move,
    path: Path,
    flight: &Flight,
    prepared: &Refusals,
) -> Choice<Command> {
    let say = Say::Command(Command::Move(Move { path, ..order.clone() }));
    Choice {
        pose: pose(mover.rules, &flight.walk),
        note: "no legal move".to_owned(),
        barred: Barred::all(prepared),
        ..about(mover.plane, Choice::new("Fly straight on", rule::NO_LEGAL_MOVE, say))
    }
}

/// Each step that may be next, and what speaks against it.
fn step_choices(mover: &Mover<'_>, order: &Move, from: Flight, prepared: Refusals) -> Vec<Choice<Command>> {
    let (flight, stopped) = mover.as_far_as_legal(from, &order.path);
    let broken = [prepared, stopped].into_iter().find(|why| !why.is_empty());
    let choice = |step: Step| {
        let command = Command::Move(Move { path: order.path.and(step)?, ..order.clone() });
        let why = broken.clone().unwrap_or_else(|| mover.reasons(&flight.walk, step));
        Some(step_choice(mover, &flight.walk, step, &why, command))
    };
    Step::ALL.into_iter().filter_map(choice).collect()
}

fn step_choice(
    mover: &Mover<'_>,
    walk: &Walk,
    step: Step,
    why: &Refusals,
    command: Command,
) -> Choice<Command> {
    let (label, key) = label(step);
    let next = mover.after(walk, step);
    let over = step == Step::End || next.ended || next.gone.is_some();
    let say = if over { Say::Command(command) } else { Say::Draft(command) };
    let note = match step {
        Step::Forward | Step::Slip(_) if next.gone.is_some() && why.is_empty() => "leaves the map".to_owned(),
        Step::Forward | Step::Slip(_) => "1 hex".to_owned(),
        Step::Immelmann if mover.performance.immelmann > 0 => {
            let (hexes, fails) = (mover.performance.immelmann, mover.performance.fails);
            // The nearest whole percentage of the faces that succeed.
            let percent = (100 * 6u32.saturating_sub(fails.into()) + 3) / 6;
            format!("{hexes} hexes, D6 {}+, {percent} %", fails + 1)
        }
        _ => String::new(),
    };
    Choice {
        note,
        key: Some(key),
        barred: Barred::all(why),
        pose: if why.is_empty() { pose(mover.rules, &next) } else { None },
        ..about(mover.plane, Choice::new(label, rule_of(step), say))
    }
}

/// What a step is called, and its conventional key.
fn label(step: Step) -> (&'static str, char) {
    match step {
        Step::Forward => ("Forward", 'W'),
        Step::Slip(Hand::Left) => ("Slip left", 'Q'),
        Step::Slip(Hand::Right) => ("Slip right", 'E'),
        Step::Turn(Hand::Left) => ("Turn left", 'A'),
        Step::Turn(Hand::Right) => ("Turn right", 'D'),
        Step::Immelmann => ("Immelmann", 'R'),
        Step::Declare(Hand::Left) => ("Declare a turn to the left", 'Z'),
        Step::Declare(Hand::Right) => ("Declare a turn to the right", 'C'),
        Step::End => ("End the move", 'X'),
    }
}

/// The rule behind a step.
fn rule_of(step: Step) -> RuleId {
    match step {
        Step::Forward | Step::End => rule::MOVE_STEPS,
        Step::Slip(_) => rule::SLIP,
        Step::Turn(_) => rule::TURN,
        Step::Immelmann => rule::IMMELMANN,
        Step::Declare(_) => rule::DECLARED_TURN,
    }
}
