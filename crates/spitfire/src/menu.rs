//! What a side may say now, what it may not and why, and what a half-built move amounts to (6.H).

mod forecast;

use crate::combat;
use crate::command::{Act, Altitude, Command, CornerName, Corners, Fire, Hand, Levelling, Move, Shot};
use crate::decide;
use crate::finish::{self, Trial};
use crate::flight::Flight;
use crate::formation;
use crate::rule;
use crate::sequence;
use crate::space::at;
use crate::state::{Aim, Plane, Prep, Rules, Stage, State, index, piece};
use crate::view::{name, pose};
use table::view::{At, Pose};
use table::{Barred, Choice, Draft, Forecast, Menu, PieceId, Quit, Refusals, RuleId, Say, Side};

type Choices = Vec<Choice<Command>>;

/// The decision asked of a side.
pub(crate) fn menu(rules: &Rules, state: &State, side: Side, draft: Option<&Command>) -> Menu<Command> {
    let owed = sequence::to_act(rules, state).contains(side);
    let (prompt, rule) = prompt(state, owed, draft);
    let mut choices = Vec::new();
    let mut shown = None;
    if owed {
        match (state.stage, draft) {
            (Stage::Moving, Some(Command::Move(order))) => {
                shown = Some(trial(rules, state, side, order, &mut choices));
            }
            (Stage::Moving, _) => movers(rules, state, side, &mut choices),
            (Stage::Firing, Some(Command::Fire(fire))) => {
                fire_choices(rules, state, side, fire, &mut choices);
                shown = Some(fire_draft(rules, state, side, fire));
            }
            (Stage::Firing, _) => fire_choices(rules, state, side, &Fire::new(), &mut choices),
            (Stage::Naming | Stage::NamingAfter, _) => name_choices(rules, state, side, &mut choices),
            (Stage::Corners(_), draft) => corner_choices(rules, state, side, draft, &mut choices),
            (Stage::Over, _) => {}
        }
    }
    // Whoever is in the middle of a move or declaration is not asked whether he gives up.
    if state.stage != Stage::Over && shown.is_none() {
        stop_choices(rules, state, side, &mut choices);
    }
    let draft = draft.map(|command| {
        let mut draft = shown.unwrap_or_else(|| bare(command));
        let judged = sequence::judge(rules, state, side, command);
        draft.barred = Barred::all(&judged.err().unwrap_or_else(Refusals::none));
        draft
    });
    Menu { side, owed, prompt, rule, choices, draft, muster: None }
}

fn prompt(state: &State, owed: bool, draft: Option<&Command>) -> (String, RuleId) {
    let (text, rule) = match state.stage {
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
    };
    (text.to_owned(), rule)
}

/// A draft of which nothing is worked out.
fn bare(command: &Command) -> Draft<Command> {
    Draft::new(command.clone(), Vec::new())
}

/// 9.0: what may be said at any time.
fn stop_choices(rules: &Rules, state: &State, side: Side, choices: &mut Choices) {
    for (label, command, quit) in [
        ("Accept to stop", Command::AcceptStop, Quit::Answer),
        ("Offer to stop", Command::OfferStop, Quit::Offer),
        ("Resign", Command::Resign, Quit::GiveUp),
    ] {
        if sequence::judge(rules, state, side, &command).is_ok() {
            let choice = Choice::new(label, rule::CHOOSING, Say::Command(command));
            choices.push(Choice { quit: Some(quit), ..choice });
        }
    }
}

/// Which aircraft moves next.
fn movers(rules: &Rules, state: &State, side: Side, choices: &mut Choices) {
    for (n, plane) in state.planes.iter().enumerate().filter(|(_, p)| p.side == side) {
        let order = Move::of(piece(n));
        let barred = sequence::mover(state, side, &order).err().unwrap_or_else(Refusals::none);
        choices.push(Choice {
            note: format!("speed {}, level {}", plane.speed, plane.altitude),
            aircraft: Some(piece(n)),
            pose: plane.flying().then(|| pose(rules, plane)),
            barred: Barred::all(&barred),
            ..Choice::new(
                format!("Move {}", name(rules, state, n)),
                rule::MOVEMENT,
                Say::Draft(Command::Move(order)),
            )
        });
    }
}

/// 6.H: the trial marker.
fn trial(rules: &Rules, state: &State, side: Side, order: &Move, choices: &mut Choices) -> Draft<Command> {
    let command = Command::Move(order.clone());
    let Ok(index) = sequence::mover(state, side, order) else { return bare(&command) };
    let plane = &state.planes[index];
    let mut draft = Draft {
        aircraft: Some(piece(index)),
        pose: Some(pose(rules, plane)),
        path: vec![at(plane.hex)],
        of: i32::from(order.speed.unwrap_or(plane.speed)),
        ..bare(&command)
    };
    match (order.altitude, order.speed) {
        (None, _) => {
            altitude_choices(rules, plane, order, choices);
        }
        (Some(choice), None) => {
            speed_choices(rules, plane, order, choice, choices);
        }
        (Some(choice), Some(speed)) => {
            if decide::allowed(rules, plane, choice, speed) {
                steps(rules, state, index, order, (choice, speed), choices, &mut draft);
            }
        }
    }
    draft
}

fn altitude_choices(rules: &Rules, plane: &Plane, order: &Move, choices: &mut Choices) {
    for choice in decide::choices(rules, plane) {
        let next = Move { altitude: Some(choice), ..order.clone() };
        let mut why = Refusals::none();
        finish::announced_objections(plane, &next, &mut |r| why.add(r));
        decide::why_not(rules, plane, choice, &mut |r| why.add(r));
        let (key, rule) = match choice {
            Altitude::Level => (Some('L'), rule::ALTITUDE_DECISION),
            Altitude::Climb => (Some('C'), rule::CLIMBING),
            Altitude::HorizontalDive(1) => (Some('H'), rule::HORIZONTAL_DIVE),
            Altitude::HorizontalDive(_) => (None, rule::HORIZONTAL_DIVE),
            Altitude::VerticalDive(n) => ((n == 1).then_some('V'), rule::VERTICAL_DIVE),
        };
        let sinks = choice.levels() >= plane.altitude;
        let mut label = choice.to_string();
        label[..1].make_ascii_uppercase();
        choices.push(Choice {
            note: if sinks {
                "below level 1".into()
            } else {
                format!("level {}", plane.altitude - choice.levels())
            },
            barred: Barred::all(&why),
            aircraft: Some(order.aircraft),
            key,
            ..Choice::new(label, rule, Say::Draft(Command::Move(next)))
        });
    }
}

fn speed_choices(rules: &Rules, plane: &Plane, order: &Move, choice: Altitude, choices: &mut Choices) {
    let ty = rules.of(plane.side);
    let lowest = plane.speed.min(decide::level_cap(rules, plane));
    for speed in lowest..=ty.maximum {
        let next = Move { speed: Some(speed), ..order.clone() };
        let mut why = Refusals::none();
        finish::announced_objections(plane, &next, &mut |r| why.add(r));
        decide::objections(rules, plane, choice, speed, &mut |r| why.add(r));
        let key = char::from_digit(u32::from(speed), 10).filter(|_| speed < 10);
        choices.push(Choice {
            note: if speed > ty.level_max { "Dive".into() } else { String::new() },
            barred: Barred::all(&why),
            aircraft: Some(order.aircraft),
            key,
            ..Choice::new(format!("Speed {speed}"), rule::SPEED_DECISION, Say::Draft(Command::Move(next)))
        });
    }
}

fn steps(
    rules: &Rules,
    state: &State,
    index: usize,
    order: &Move,
    (choice, speed): (Altitude, u8),
    choices: &mut Choices,
    draft: &mut Draft<Command>,
) {
    let plane = &state.planes[index];
    let mut order = order.clone();
    if let Some(announced) = plane.announced.as_ref().filter(|_| order.path.is_empty()) {
        order.path = announced.flown.clone();
        draft.command = Command::Move(order.clone());
    }
    let mut why = Refusals::none();
    let Trial { flight, records } = finish::fly(rules, plane, choice, speed, &order.path.0, &mut why);
    draft.spent = i32::from(speed - flight.left);
    draft.pose = flight.exit.is_none().then(|| flight_pose(rules, &flight));
    for record in &records {
        if draft.path.last() != Some(&at(record.hex)) {
            draft.path.push(at(record.hex));
        }
    }
    if !why.is_empty() {
        return;
    }
    if flight.done() {
        endings(rules, state, index, &order, &flight, choices);
    } else {
        act_choices(rules, plane, &order, &flight, choices);
    }
    draft.forecast = forecast::forecast(rules, state, &order, &flight, &records);
}

fn flight_pose(rules: &Rules, flight: &Flight) -> Pose {
    Pose {
        at: at(flight.hex),
        heading: flight.facing.heading(rules.corners()),
        altitude: Some(i16::from(flight.altitude)),
    }
}

fn act_choices(rules: &Rules, plane: &Plane, order: &Move, flight: &Flight, choices: &mut Choices) {
    let ty = rules.of(plane.side);
    for act in finish::acts(rules) {
        // 6.G2, 6.G3: unprepared, one maneuver that says so stands for all six.
        if matches!(act, Act::Wing(..)) && act != Act::Wing(Hand::Left, 1) && plane.prep == Prep::None {
            continue;
        }
        let (label, key, rule) = act_words(rules, act, plane);
        let mut why = Refusals::none();
        flight.objections(rules, plane, act, &mut |r| why.add(r));
        let mut path = order.path.clone();
        finish::push(rules, plane, &mut path, act);
        let next = Move { path, ..order.clone() };
        let mut after = *flight;
        if why.is_empty() {
            after.act(rules, plane, act, &mut |_| ());
        }
        let cost = Flight::cost(ty, act);
        choices.push(Choice {
            note: cost.map_or("not on its chart".into(), |c| format!("{c} MP")),
            barred: Barred::all(&why),
            aircraft: Some(order.aircraft),
            pose: (why.is_empty() && after.exit.is_none()).then(|| flight_pose(rules, &after)),
            key,
            ..Choice::new(label, rule, Say::Draft(Command::Move(next)))
        });
    }
}

fn act_words(rules: &Rules, act: Act, plane: &Plane) -> (String, Option<char>, RuleId) {
    let word = |hand| if hand == Hand::Left { "left" } else { "right" };
    let (wing, wing_rule) = match plane.prep {
        Prep::VerticalDive => ("Split-S", rule::SPLIT_S),
        Prep::AllClimb | Prep::None => ("Wing-over", rule::WING_OVER),
    };
    match act {
        Act::Forward => ("Forward".into(), Some('W'), rule::POINTS),
        Act::Ahead(Hand::Left) => ("Forward left".into(), Some('W'), rule::CORNERS),
        Act::Ahead(Hand::Right) => ("Forward right".into(), Some('S'), rule::CORNERS),
        Act::Turn(Hand::Left) => ("Turn left".into(), Some('A'), rule::TURNING),
        Act::Turn(Hand::Right) => ("Turn right".into(), Some('D'), rule::TURNING),
        Act::Climb => ("Climb a step".into(), Some('R'), rule::CLIMBING),
        Act::Vertical(_) => ("Vertical dive".into(), None, rule::VERTICAL_DIVE),
        Act::Roll(hand) => {
            let key = if hand == Hand::Left { 'Q' } else { 'E' };
            let rule = if rules.corners() { rule::ROLL_ABEAM } else { rule::SNAP_ROLL };
            (format!("Snap roll {}", word(hand)), Some(key), rule)
        }
        Act::Wing(..) if plane.prep == Prep::None => (wing.into(), None, wing_rule),
        Act::Wing(hand, n) => (format!("{wing} {n} {}", word(hand)), None, wing_rule),
    }
}

/// The end of a move: every speed and attitude that it may end with, each a whole command.
fn endings(rules: &Rules, state: &State, index: usize, order: &Move, flight: &Flight, choices: &mut Choices) {
    let plane = &state.planes[index];
    let lowest = finish::lowest_end_speed(rules, plane, flight);
    let attitudes: &[Option<Levelling>] =
        if rules.inter_altitude() && flight.choice != Altitude::Level && flight.exit.is_none() {
            &[Some(Levelling::Keep), Some(Levelling::LevelOff)]
        } else {
            &[None]
        };
    for end in (lowest..=flight.speed).rev() {
        for attitude in attitudes {
            let slower = end < flight.speed;
            let next = Move { end_speed: slower.then_some(end), attitude: *attitude, ..order.clone() };
            let mut why = Refusals::none();
            finish::objections(rules, state, index, flight, &next, &mut |r| why.add(r));
            let mut label = "Finish the move".to_owned();
            if slower {
                label += &format!(" and slow to {end}");
            }
            match attitude {
                Some(Levelling::LevelOff) => label += ", levelling off",
                Some(Levelling::Keep) => label += ", keeping the attitude",
                None => {}
            }
            choices.push(Choice {
                barred: Barred::all(&why),
                aircraft: Some(order.aircraft),
                pose: flight.exit.is_none().then(|| flight_pose(rules, flight)),
                ..Choice::new(label, rule::MOVEMENT, Say::Command(Command::Move(next)))
            });
        }
    }
}

/// 7.A, 7.D: what may be added to a declaration, and the declaration itself.
fn fire_choices(rules: &Rules, state: &State, side: Side, fire: &Fire, choices: &mut Choices) {
    for aim in combat::aims(rules, state, side) {
        let shot = Shot { aircraft: piece(aim.shooter), gun: aim.gun, target: piece(aim.target) };
        let why = combat::judge_shot(rules, state, side, fire, shot);
        let mut next = fire.clone();
        let room = next.try_push(shot).is_ok();
        if !room || fire.contains(&shot) {
            continue;
        }
        let shooter = &state.planes[aim.shooter];
        let target = &state.planes[aim.target];
        let range = combat::range(rules, shooter, target);
        let note = if why.is_empty() {
            let odds = combat::odds(rules, state, aim);
            let kill =
                if odds.kill.ppm > 0 { format!(", shoots down {}", odds.kill.exact) } else { String::new() };
            format!("range {range}, hits {}{kill}", odds.hit.exact)
        } else {
            format!("range {range}")
        };
        // Whoever has just moved may fire whatever it did.
        let rule = if shooter.records.is_empty() { rule::VOLUNTARY } else { rule::AFTER_ANYTHING };
        let label = format!(
            "{} fires its {} at {}",
            name(rules, state, aim.shooter),
            aim.gun.name(),
            name(rules, state, aim.target)
        );
        choices.push(Choice {
            note,
            barred: Barred::all(&why),
            aircraft: Some(shot.aircraft),
            target: Some(shot.target),
            pose: Some(pose(rules, target)),
            ..Choice::new(label, rule, Say::Draft(Command::Fire(next)))
        });
    }
    let why = combat::judge_fire(rules, state, side, fire);
    let label = if fire.is_empty() { "Hold fire" } else { "Declare this fire" };
    choices.push(Choice {
        barred: Barred::all(&why),
        ..Choice::new(label, rule::VOLUNTARY, Say::Command(Command::Fire(fire.clone())))
    });
}

fn fire_draft(rules: &Rules, state: &State, side: Side, fire: &Fire) -> Draft<Command> {
    let mut draft = bare(&Command::Fire(fire.clone()));
    for (n, shot) in fire.iter().enumerate() {
        if combat::judge_shot(rules, state, side, &fire[..n], *shot).is_empty() {
            let aim = Aim::from(*shot);
            let odds = combat::odds(rules, state, aim);
            let (from, to) = (name(rules, state, aim.shooter), name(rules, state, aim.target));
            draft.forecast.push(Forecast {
                shooter: shot.aircraft,
                target: shot.target,
                text: format!("{from} on {to}, {}", odds.text),
                hit: Some(odds.hit),
                harm: Some(odds.harm),
                rule: rule::RESULTS_TABLE,
            });
        }
    }
    let guns = state.flying(side).count() * rules.of(side).guns().len();
    draft.spent = fire.len() as i32;
    draft.of = guns as i32;
    draft.path = Vec::<At>::new();
    draft
}

fn name_choices(rules: &Rules, state: &State, side: Side, choices: &mut Choices) {
    let called = |id: PieceId| name(rules, state, index(id));
    for slots in formation::namings(state, side) {
        let label = match (slots.left, slots.right) {
            (Some(left), Some(right)) => format!("{} left, {} right", called(left), called(right)),
            _ => format!("{} leads", called(slots.leader)),
        };
        // 9.3.L: legal, and the end.
        let lost = formation::breaks(rules, state, side, slots);
        let note =
            lost.map_or(String::new(), |id| format!("{} is out of position: loses the game", called(id)));
        choices.push(Choice {
            note,
            aircraft: Some(slots.leader),
            ..Choice::new(label, rule::VEE, Say::Command(Command::Formation(slots)))
        });
    }
}

fn corner_choices(rules: &Rules, state: &State, side: Side, draft: Option<&Command>, choices: &mut Choices) {
    let chosen = match draft {
        Some(Command::Corners(corners)) => corners.clone(),
        _ => Corners::new(),
    };
    let mut open = state.planes.iter().enumerate().filter(|(_, p)| p.side == side && p.corner_open);
    let Some((n, plane)) = open.by_ref().nth(chosen.len()) else { return };
    let last = open.next().is_none();
    for corner in [plane.facing, plane.facing.turned(-1)] {
        let mut next = chosen.clone();
        let _ = next.try_push(CornerName(corner));
        let command = Command::Corners(next);
        let say = if last { Say::Command(command) } else { Say::Draft(command) };
        let label = format!("{} points {}", name(rules, state, n), corner.name(true));
        choices.push(Choice {
            aircraft: Some(piece(n)),
            pose: Some(Pose { heading: corner.heading(true), ..pose(rules, plane) }),
            ..Choice::new(label, rule::HEXAGONAL, say)
        });
    }
}
