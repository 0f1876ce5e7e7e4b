//! What a side may say now, and what it may not, with the reasons.

use crate::command::{
    Bomb, Command, Fire, Guns, Lead, Move, One, Path, Place, Rate, Rockets, Step, Turret, Turrets,
};
use crate::movement::{self, Walk, label, mover_of, rule_of};
use crate::odds::hit_chance;
use crate::rules as rule;
use crate::shooting::{self, Shot, dice_text};
use crate::state::{Flags, Role, Rules, STEPS, Stage, State, Status, id};
use crate::{FastAndEasy, bombers, bombing, pilot, rockets, sequence, setup, turrets};
use sky::Hex;
use table::view::Pose;
use table::{Barred, Choice, Draft, Forecast, Game, Menu, Refusals, Say, Side};

/// The decision asked of a side; with a draft, its next steps.
pub(crate) fn menu(rules: &Rules, state: &State, side: Side, draft: Option<&Command>) -> Menu<Command> {
    let owed = sequence::to_act(rules, state).contains(side);
    let mut menu = Menu {
        side,
        owed,
        prompt: prompt(rules, state, owed),
        rule: Rules::stage_rule(state.stage),
        choices: Vec::new(),
        draft: draft.map(|command| drafted(rules, state, side, command)),
    };
    match draft {
        Some(command) if owed => draft_choices(rules, state, side, command, &mut menu),
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

// Without a draft --------------------------------------------------------------------------------------------------

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
        ("Offer to end the game", Command::OfferEnd),
        ("Accept the end", Command::AcceptEnd),
        ("Concede", Command::Concede),
    ];
    for (label, command) in sayings {
        if sequence::judge_any_time(state, side, &command).is_ok() {
            all.push(Choice::new(label, rule::GAME_END, Say::Command(command)));
        }
    }
}

fn about(i: usize, mut choice: Choice<Command>) -> Choice<Command> {
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

// With a draft -----------------------------------------------------------------------------------------------------

/// What a draft amounts to.
fn drafted(rules: &Rules, state: &State, side: Side, command: &Command) -> Draft<Command> {
    let judged = FastAndEasy::judge(rules, state, side, command);
    let barred = judged.err().map_or_else(Vec::new, |why| Barred::all(&why));
    let mut draft = Draft {
        command: command.clone(),
        aircraft: None,
        pose: None,
        path: Vec::new(),
        spent: 0,
        of: 0,
        barred,
        forecast: Vec::new(),
        plans: Vec::new(),
    };
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
    let flight = mover.as_far_as_legal(movement::Mover::flight(walk, trail), &order.path);
    draft.spent = flight.walk.spent.into();
    draft.pose = pose(rules, &flight.walk);
    let way = std::iter::once(flight.trail.start).chain(flight.trail.entered());
    draft.path = way.filter(|hex| rules.has(*hex)).map(|hex| movement::at(rules, hex)).collect();
    if draft.barred.is_empty() && flight.walk.gone.is_none() {
        draft.forecast = forecast(rules, state, i, &flight.walk);
    }
    if order.path.0.is_empty() && order.enter.is_none() {
        draft.plans = movement::plans(rules, state, i);
        draft.plans.retain(|p| matches!(&p.command, Command::Move(m) if m.jettison == order.jettison));
    }
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
        hit: Some(hit_chance(&shot.attack)),
        rule,
    }
}

/// The next steps of a draft.
fn draft_choices(rules: &Rules, state: &State, side: Side, command: &Command, menu: &mut Menu<Command>) {
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
    if order.path.0.is_empty() && !order.jettison && state.moving.is_none() {
        let order = Move { jettison: true, ..order.clone() };
        let carries = state.planes[i].flags.has(Flags::TANKS) || state.planes[i].flags.has(Flags::BOMBS);
        if carries && rules.planes[i].role != Role::Bomber {
            let say = Say::Draft(say(true, order.enter, Path::default()));
            let mut choice = about(i, Choice::new("Jettison", rule::FIGHTER_BOMBER, say));
            choice.key = Some('J');
            menu.choices.push(choice);
        }
    }
    if off && order.enter.is_none() {
        for entry in movement::entries(rules, state, i) {
            let label = format!("Return at {}, facing {}", entry.hex, entry.facing);
            let draft = Say::Draft(say(order.jettison, Some(entry), Path::default()));
            let mut choice = about(i, Choice::new(label, rule::MAP_EDGE, draft));
            choice.pose =
                mover_of(rules, state, i, order.jettison, Some(entry)).and_then(|(_, w, _)| pose(rules, &w));
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
        menu.choices.push(choice);
        return;
    }
    let flight = mover.as_far_as_legal(start, &order.path);
    for step in Step::ALL {
        let Some(longer) = order.path.and(step) else { continue };
        let why = mover.reasons(&flight.walk, step);
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

fn place_hexes(rules: &Rules, state: &State, order: &Place, menu: &mut Menu<Command>) {
    let Some(i) = rules.index(order.aircraft).filter(|i| state.pending.contains(*i)) else { return };
    if !state.stage.is_set_up() || order.hex.is_some() {
        return;
    }
    for hex in setup::places(rules, state, i) {
        let command = Place { hex: Some(pilot::spot(rules, hex)), ..order.clone() };
        let facing = order.facing.and_then(sky::Direction::new).unwrap_or(state.planes[i].facing);
        let say = Say::Command(Command::Place(command));
        let mut choice = about(i, Choice::new(rules.hex_name(hex), Rules::stage_rule(state.stage), say));
        choice.pose = Some(pose_at(rules, hex, facing));
        menu.choices.push(choice);
    }
}

fn pose_at(rules: &Rules, hex: Hex, facing: sky::Direction) -> Pose {
    Pose { at: movement::at(rules, hex), heading: rules.board.grid.heading(facing), altitude: None }
}

fn lead_hexes(rules: &Rules, state: &State, order: &Lead, menu: &mut Menu<Command>) {
    let f = (order.formation as usize).wrapping_sub(1);
    if state.stage != Stage::PlaceBombers || f >= rules.formations.len() || order.hex.is_some() {
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
