//! The menu of a half-built command: what it amounts to so far, and its next steps.

use crate::command::{Command, Guns, Lead, Move, Path, Place, Step, Turret, Turrets};
use crate::menu::{about, moves_now};
use crate::movement::{self, Walk, label, mover_of, rule_of};
use crate::odds::hit_chance;
use crate::rules as rule;
use crate::shooting::{self, Shot, dice_text};
use crate::state::{Flags, Role, Rules, Stage, State, Status, id};
use crate::{FastAndEasy, pilot, setup, turrets};
use sky::Hex;
use table::view::{Plans, Pose};
use table::{Barred, Choice, Draft, Forecast, Game, Menu, Refusals, Say, Side};

/// What a draft amounts to.
pub(crate) fn drafted(rules: &Rules, state: &State, side: Side, command: &Command) -> Draft<Command> {
    let judged = FastAndEasy::judge(rules, state, side, command);
    let barred = judged.err().map_or_else(Vec::new, |why| Barred::all(&why));
    let mut draft = Draft::new(command.clone(), barred);
    if let Command::Move(order) = command {
        draft_move(rules, state, order, &mut draft);
    }
    draft
}

fn draft_move(rules: &Rules, state: &State, order: &Move, draft: &mut Draft<Command>) {
    let Some(i) = rules.index(order.aircraft).filter(|i| moves_now(state, *i)) else { return };
    draft.aircraft = Some(id(i));
    let Some((mover, walk, trail)) = mover_of(rules, state, i, order.jettison, order.enter) else { return };
    draft.of = mover.performance.max.into();
    let (flight, _) = mover.as_far_as_legal(movement::Mover::flight(walk, trail), &order.path);
    draft.spent = flight.walk.spent.into();
    draft.pose = pose(rules, &flight.walk);
    let way = std::iter::once(flight.trail.start).chain(flight.trail.entered());
    draft.path = way.filter(|hex| rules.has(*hex)).map(|hex| movement::at(rules, hex)).collect();
    if flight.walk.gone.is_none() && !mover.blocked(flight.walk.hex) {
        draft.forecast = forecast(rules, state, i, &flight.walk);
    }
}

/// Every end of a move of which no step has been taken, with or without what the plane carries.
pub(crate) fn plans(rules: &Rules, state: &State, draft: &Command) -> Plans<Command> {
    let Command::Move(order) = draft else { return Plans::none() };
    let fresh = order.path.0.is_empty() && order.enter.is_none();
    let mover = rules.index(order.aircraft).filter(|i| fresh && moves_now(state, *i));
    let Some(i) = mover else { return Plans::none() };
    let mut found = movement::plans(rules, state, i);
    found.plans.retain(|p| matches!(&p.command, Command::Move(m) if m.jettison == order.jettison));
    found
}

/// The pose of a plane in the middle of its move; nothing once it has left the map.
fn pose(rules: &Rules, walk: &Walk) -> Option<Pose> {
    walk.gone.is_none().then(|| Pose {
        at: movement::at(rules, walk.hex),
        heading: rules.board.grid.heading(walk.facing),
        altitude: None,
    })
}

/// Who could fire on whom if the move ended here, both ways.
fn forecast(rules: &Rules, state: &State, i: usize, walk: &Walk) -> Vec<Forecast> {
    let mut then = state.clone();
    if then.on_map(i) {
        then.lift(rules, i);
    }
    let plane = &mut then.planes[i];
    (plane.hex, plane.facing, plane.status) = (walk.hex, walk.facing, Status::OnMap);
    then.set_down(rules, i);
    // What was fired earlier this turn does not matter for what could be fired from here.
    for plane in &mut then.planes {
        plane.flags.clear(Flags::FIRED);
    }
    let mut all = Vec::new();
    let fighters = rules.fighters[0].or(&rules.fighters[1]);
    for s in fighters.iter().filter(|s| then.on_map(*s)) {
        for guns in [Guns::Forward, Guns::Rear] {
            if let Some(shot) = shooting::shot(rules, &then, s, guns)
                && (s == i || shot.target == i)
            {
                all.push(line(
                    rules,
                    &shot,
                    if guns == Guns::Rear { rule::REAR_GUNS } else { rule::FORWARD_GUNS },
                ));
            }
        }
    }
    if rules.planes[i].role == Role::Interceptor {
        for b in rules.bombers.iter().filter(|b| then.on_map(*b)) {
            let at_it = pilot::best_turrets(rules, &then, b)
                .and_then(|best| best.at.into_iter().find(|fire| fire.target == id(i)));
            if let Some(fire) = at_it {
                all.push(line(rules, &turrets::shot(rules, &then, b, &fire), rule::BOMBER_FIRE));
            }
        }
    }
    all
}

fn line(rules: &Rules, shot: &Shot, rule: table::RuleId) -> Forecast {
    Forecast {
        shooter: id(shot.shooter),
        target: id(shot.target),
        text: format!(
            "{} at {}, range {}: {}",
            rules.name(shot.shooter),
            rules.name(shot.target),
            shot.range,
            dice_text(&shot.attack)
        ),
        // Every hit is a point of damage.
        hit: Some(hit_chance(&shot.attack)),
        harm: Some(hit_chance(&shot.attack)),
        rule,
    }
}

/// The next steps of a draft.
pub(crate) fn choices(rules: &Rules, state: &State, side: Side, command: &Command, menu: &mut Menu<Command>) {
    match command {
        Command::Move(order) => move_choices(rules, state, side, order, menu),
        Command::Turrets(order) => add_turrets(rules, state, side, order, menu),
        Command::Place(order) => place_hexes(rules, state, order, menu),
        Command::Lead(order) => lead_hexes(rules, state, order, menu),
        _ => {}
    }
}

fn move_choices(rules: &Rules, state: &State, side: Side, order: &Move, menu: &mut Menu<Command>) {
    let Some(i) =
        rules.index(order.aircraft).filter(|i| moves_now(state, *i) && rules.planes[*i].side == side)
    else {
        return;
    };
    menu.rule = rule::MOVE_STEPS;
    let say = |jettison, enter, path| Command::Move(Move { aircraft: order.aircraft, jettison, enter, path });
    let off = matches!(state.planes[i].status, Status::OffMap { .. }) && state.moving.is_none();
    // What is wrong with a draft is wrong with everything that comes of it.
    let prepared = movement::judge_preparations(rules, state, i, order).err().unwrap_or_default();
    if order.path.0.is_empty() && !order.jettison && state.moving.is_none() {
        let carries = state.planes[i].flags.has(Flags::TANKS) || state.planes[i].flags.has(Flags::BOMBS);
        if carries && rules.planes[i].role != Role::Bomber {
            let say = Say::Draft(say(true, order.enter, Path::default()));
            let mut choice = about(i, Choice::new("Jettison", movement::jettison_rule(rules, i), say));
            choice.key = Some('J');
            choice.barred = Barred::all(&prepared);
            menu.choices.push(choice);
        }
    }
    if off && order.enter.is_none() {
        for entry in movement::entries(rules, state, i) {
            let label = format!("Return at {}, facing {}", entry.hex, rules.compass(entry.facing));
            let draft = Say::Draft(say(order.jettison, Some(entry), Path::default()));
            let mut choice = about(i, Choice::new(label, rule::MAP_EDGE, draft));
            choice.pose =
                mover_of(rules, state, i, order.jettison, Some(entry)).and_then(|(_, w, _)| pose(rules, &w));
            choice.barred = Barred::all(&prepared);
            menu.choices.push(choice);
        }
        return;
    }
    let Some((mover, walk, trail)) = mover_of(rules, state, i, order.jettison, order.enter) else { return };
    let start = movement::Mover::flight(walk, trail);
    if let Some((path, flight)) = mover.forced(start) {
        let command = say(order.jettison, order.enter, path);
        let mut choice = about(i, Choice::new("Fly straight on", rule::NO_LEGAL_MOVE, Say::Command(command)));
        choice.pose = pose(rules, &flight.walk);
        choice.note = "no legal move".to_owned();
        choice.barred = Barred::all(&prepared);
        menu.choices.push(choice);
        return;
    }
    let (flight, stopped) = mover.as_far_as_legal(start, &order.path);
    let broken = [prepared, stopped].into_iter().find(|why| !why.is_empty());
    for step in Step::ALL {
        let Some(longer) = order.path.and(step) else { continue };
        let why = broken.clone().unwrap_or_else(|| mover.reasons(&flight.walk, step));
        menu.choices.push(step_choice(
            &mover,
            &flight.walk,
            step,
            &why,
            say(order.jettison, order.enter, longer),
        ));
    }
}

fn step_choice(
    mover: &movement::Mover<'_>,
    walk: &Walk,
    step: Step,
    why: &Refusals,
    command: Command,
) -> Choice<Command> {
    let (label, key) = label(step);
    let next = mover.after(walk, step);
    let over = step == Step::End || next.ended || next.gone.is_some();
    let say = if over { Say::Command(command) } else { Say::Draft(command) };
    let mut choice = about(mover.plane, Choice::new(label, rule_of(step), say));
    choice.key = Some(key);
    choice.barred = Barred::all(why);
    if why.is_empty() {
        choice.pose = pose(mover.rules, &next);
    }
    choice.note = match step {
        Step::Forward | Step::Slip(_) if next.gone.is_some() && why.is_empty() => "leaves the map".to_owned(),
        Step::Forward | Step::Slip(_) => "1 hex".to_owned(),
        Step::Immelmann if mover.performance.immelmann > 0 => {
            format!("{} hexes, D6 {}+", mover.performance.immelmann, mover.performance.fails + 1)
        }
        _ => String::new(),
    };
    choice
}

fn add_turrets(rules: &Rules, state: &State, side: Side, order: &Turrets, menu: &mut Menu<Command>) {
    let Some(i) = rules.index(order.aircraft).filter(|i| state.pending.contains(*i)) else { return };
    if rules.planes[i].side != side || state.stage != Stage::BombersFire {
        return;
    }
    menu.rule = rule::BOMBER_TARGETS;
    for target in turrets::targets(rules, state, i) {
        let target = target as usize;
        for turret in Turret::ALL {
            if order.at.iter().any(|f| f.turrets.contains(&turret)) || turrets::rating(rules, i, turret) == 0
            {
                continue;
            }
            let mut at = order.at.clone();
            turrets::add(&mut at, target, turret);
            let why = turrets::object_fire(rules, state, i, &at).err().unwrap_or_else(Refusals::none);
            let say = Say::Draft(Command::Turrets(Turrets { aircraft: order.aircraft, at }));
            let label = format!("{} at {}", turret.word(), rules.name(target));
            let mut choice = about(i, Choice::new(label, rule::BOMBER_ARCS, say));
            choice.target = Some(id(target));
            choice.barred = Barred::all(&why);
            menu.choices.push(choice);
        }
    }
}

/// Hexes for a plane that has none; facings for one that has.
fn place_hexes(rules: &Rules, state: &State, order: &Place, menu: &mut Menu<Command>) {
    let Some(i) = rules.index(order.aircraft).filter(|i| state.pending.contains(*i)) else { return };
    if !state.stage.is_set_up() {
        return;
    }
    let rule = Rules::stage_rule(state.stage);
    let mut offer = |label: String, order: Place| {
        let Ok((_, hex, facing)) = setup::judge_place(rules, state, menu.side, &order) else { return };
        let mut choice = about(i, Choice::new(label, rule, Say::Command(Command::Place(order))));
        choice.pose = Some(pose_at(rules, hex, facing));
        menu.choices.push(choice);
    };
    match order.hex {
        None => {
            for hex in setup::places(rules, state, i) {
                offer(rules.hex_name(hex), Place { hex: Some(pilot::spot(rules, hex)), ..order.clone() });
            }
        }
        Some(_) => {
            for facing in 0..6 {
                offer(format!("Facing {facing}"), Place { facing: Some(facing), ..order.clone() });
            }
        }
    }
}

fn pose_at(rules: &Rules, hex: Hex, facing: sky::Direction) -> Pose {
    Pose { at: movement::at(rules, hex), heading: rules.board.grid.heading(facing), altitude: None }
}

fn lead_hexes(rules: &Rules, state: &State, order: &Lead, menu: &mut Menu<Command>) {
    let f = (order.formation as usize).wrapping_sub(1);
    let waits = f < rules.formations.len() && setup::formation_waits(rules, state, f);
    if state.stage != Stage::PlaceBombers || !waits || order.hex.is_some() {
        return;
    }
    for l in setup::layouts(rules, state, f) {
        let name = &rules.layouts[l].name;
        if order.layout.as_ref().is_some_and(|wanted| wanted.as_str() != name) {
            continue;
        }
        for hex in setup::leads(rules, state, f, l) {
            let layout =
                crate::command::LayoutName::from(name).ok().filter(|_| state.formations[f].layout.is_none());
            let command = Lead { formation: order.formation, hex: Some(pilot::spot(rules, hex)), layout };
            let label = format!("{name}, lead at {}", rules.hex_name(hex));
            let mut choice = Choice::new(label, rule::DEPLOY_BOMBERS, Say::Command(Command::Lead(command)));
            choice.pose = Some(pose_at(rules, hex, rules.formations[f].facing));
            menu.choices.push(choice);
        }
    }
}
