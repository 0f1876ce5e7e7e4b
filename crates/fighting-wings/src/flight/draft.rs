//! What is offered while a plan is made, and what the plan so far amounts to.

use crate::account::balance;
use crate::attitude::{Hand, Pitch};
use crate::command::{Altitude, Command, Mode, Plan, Throttle};
use crate::course::{Course, Kind, Manoeuvre, Step};
use crate::craft::Craft;
use crate::flight::effect::{account, arrive, landed, trail};
use crate::flight::{TOO_SHORT, altitude_range, legal, no_plan, objections, walk};
use crate::rules::Rules;
use crate::state::State;
use crate::turn::Rate;
use crate::units::{Halves, points};
use crate::view::{pose_of, stored};
use crate::words::{attitude, name};
use crate::{Look, fixed, odds, rule, space};
use table::{Barred, Choice, PieceId, Range, RuleId, Say, Sketch, Whether};

/// The plan from which a draft begins: the throttle of the last move, or what is open.
pub(crate) fn blank(rules: &Rules, state: &State, index: usize, mode: Mode) -> Plan {
    let plane = &state.planes[index];
    let kept = if plane.throttle == Throttle::Idle { Throttle::Military } else { plane.throttle };
    let throttle = if plane.forced_idle { Throttle::Idle } else { kept };
    let mut plan = Plan {
        aircraft: PieceId::of(index),
        throttle,
        flaps: false,
        jettison: false,
        mode,
        altitude: Altitude::none(mode, plane.nose),
        steps: Course::default(),
    };
    let craft = Craft::new(rules, state, index, &plan);
    plan.steps.reversal = craft.reversals().map(|(low, _)| low);
    plan
}

/// Every mode, in the order in which they are offered.
pub(crate) fn modes() -> impl Iterator<Item = Mode> {
    let others = [Mode::NoteAUp, Mode::NoteADown, Mode::Wingover, Mode::Stall];
    std::iter::once(Mode::Steady).chain(Pitch::ALL.map(Mode::To)).chain(others)
}

fn mode_word(mode: Mode) -> (String, RuleId) {
    match mode {
        Mode::Steady => ("Hold this pitch".into(), rule::ATTITUDES),
        Mode::To(pitch) => {
            let into = match pitch {
                Pitch::L => "level flight",
                Pitch::C => "a climb",
                Pitch::D => "a dive",
                Pitch::Inverted => "inverted flight",
                Pitch::InvertedClimb => "an inverted climb",
                Pitch::InvertedDive => "an inverted dive",
            };
            (format!("Into {into}: {}", pitch.word()), rule::TRANSITION_CHART)
        }
        Mode::NoteAUp => ("Climb and level off".into(), rule::NOTE_A),
        Mode::NoteADown => ("Dive and level off".into(), rule::NOTE_A),
        Mode::Wingover => ("Wingover".into(), rule::WINGOVER),
        Mode::Stall => ("Stall".into(), rule::STALL),
    }
}

/// What may be said of the aircraft that may move.
pub(crate) fn first_choices(look: Look<'_>, movers: u32) -> Vec<Choice<Command>> {
    let Look { rules, state, .. } = look;
    let mut choices = Vec::new();
    for index in (0..state.planes.len()).filter(|n| movers & (1 << n) != 0) {
        for mode in modes().filter(|mode| possible(rules, state, index, *mode)) {
            let (label, rule) = mode_word(mode);
            let plan = blank(rules, state, index, mode);
            // Whose move it is need not be said where only one may move.
            let label =
                if movers.is_power_of_two() { label } else { format!("{}: {label}", name(rules, index)) };
            let choice = settled(look, plan.clone(), label, rule);
            if !choice.legal() || leads_on(look, &plan) {
                choices.push(Choice { aircraft: Some(PieceId::of(index)), ..choice });
            }
        }
    }
    choices
}

/// Modes that the chart or the situation does not rule out from the start.
fn possible(rules: &Rules, state: &State, index: usize, mode: Mode) -> bool {
    let plane = &state.planes[index];
    match mode {
        Mode::Steady => true,
        Mode::To(to) => crate::transition::entry(plane.pitch(), to).is_some(),
        Mode::NoteAUp | Mode::NoteADown | Mode::Wingover => plane.pitch() == Pitch::L,
        Mode::Stall => {
            let slow = |throttle| Craft::with(rules, plane, index, throttle, false).stalled();
            Throttle::ALL.into_iter().any(slow) || no_plan(rules, state, index)
        }
    }
}

/// Whether a plan without steps has a first one, with these settings or with others: a loaded bomber, say, cannot roll fast enough for a
/// dive to level flight.
fn leads_on(look: Look<'_>, plan: &Plan) -> bool {
    let mut tried: Vec<Plan> = vec![plan.clone()];
    let mut next = 0;
    while let Some(plan) = tried.get(next).cloned() {
        let begins = |step: Step| settled(look, longer(&plan, step)?, "", rule::PLAN).legal().then_some(());
        if plan.mode == Mode::Stall || every_step().any(|step| begins(step).is_some()) {
            return true;
        }
        let craft = craft_of(look.rules, look.state, &plan);
        for other in setting_choices(look, &plan, &craft) {
            if let (true, Say::Draft(Command::Fly(other))) = (other.legal(), other.say)
                && !tried.contains(&other)
            {
                tried.push(other);
            }
        }
        next += 1;
    }
    false
}

/// A choice of another plan: a whole command if it is one, barred if it cannot become one.
fn settled(look: Look<'_>, plan: Plan, label: impl Into<String>, rule: RuleId) -> Choice<Command> {
    let why = objections(look.rules, look.state, plan.aircraft.index(), &plan);
    let whole = plan.mode == Mode::Stall && why.is_empty();
    let hopeless = why.iter().any(|refusal| refusal.says != TOO_SHORT);
    let finished = why.iter().all(|refusal| refusal.says != TOO_SHORT);
    // That steps are missing is no reason against a plan under construction.
    let against = why.iter().filter(|refusal| refusal.says != TOO_SHORT).map(Barred::from);
    let barred =
        if hopeless && !(finished && mendable(look, &plan)) { against.collect() } else { Vec::new() };
    let say = if whole { Say::Command(Command::Fly(plan)) } else { Say::Draft(Command::Fly(plan)) };
    Choice { barred, ..Choice::new(label, rule, say) }
}

/// Whether a plan with all its FPs is legal with some altitude number.
fn mendable(look: Look<'_>, plan: &Plan) -> bool {
    plan.mode != Mode::Stall && !runs(look, plan).is_empty()
}

/// What may be added to a plan, or changed in it.
pub(crate) fn choices(look: Look<'_>, plan: &Plan) -> Vec<Choice<Command>> {
    let Look { rules, state, .. } = look;
    let index = plan.aircraft.index();
    let craft = Craft::new(rules, state, index, plan);
    let mut choices = Vec::new();
    if plan.steps.steps.is_empty() {
        choices.extend(setting_choices(look, plan, &craft));
    }
    if plan.mode == Mode::Stall {
        return choices;
    }
    if plan.steps.steps.len() < usize::from(craft.fps) {
        choices.extend(step_choices(look, plan));
    } else {
        choices.extend(altitude_choices(look, plan));
        // Idle would shorten the move.
        choices.extend(throttle_choices(look, plan, &craft).filter(table::Choice::legal));
    }
    choices
}

/// The other throttle settings.
fn throttle_choices(look: Look<'_>, plan: &Plan, craft: &Craft<'_>) -> impl Iterator<Item = Choice<Command>> {
    let others = Throttle::ALL.into_iter().filter(|other| *other != plan.throttle && craft.ty.has(*other));
    others.map(move |throttle| {
        let mut other = Plan { throttle, ..plan.clone() };
        let again = Craft::new(look.rules, look.state, plan.aircraft.index(), &other);
        if plan.steps.steps.is_empty() {
            other.steps.reversal = again.reversals().map(|(low, _)| low);
        }
        settled(look, other, format!("Throttle: {}", throttle.word()), rule::THROTTLE)
    })
}

/// Throttle, flaps, load, rounding of the reversal.
fn setting_choices(look: Look<'_>, plan: &Plan, craft: &Craft<'_>) -> Vec<Choice<Command>> {
    let mut choices: Vec<Choice<Command>> = throttle_choices(look, plan, craft).collect();
    let mut offer = |label: String, rule, plan: Plan| choices.push(settled(look, plan, label, rule));
    if craft.ty.flaps_limit.is_some() {
        let label = if plan.flaps { "Flaps up" } else { "Combat flaps" };
        offer(label.into(), rule::FLAPS_DECLARED, Plan { flaps: !plan.flaps, ..plan.clone() });
    }
    if craft.plane.loaded {
        let label = if plan.jettison { "Keep the load" } else { "Drop the load" };
        offer(label.into(), rule::LOADS, Plan { jettison: !plan.jettison, ..plan.clone() });
    }
    if let Some((low, high)) = craft.reversals().filter(|(low, high)| low != high) {
        let other = if plan.steps.reversal == Some(low) { high } else { low };
        let steps = Course { reversal: Some(other), ..plan.steps.clone() };
        offer(format!("Reverse after {other} FPs"), rule::REVERSALS, Plan { steps, ..plan.clone() });
    }
    choices
}

/// Everything that an FP can be spent on, in the order of `X.canon`.
pub fn every_manoeuvre() -> impl Iterator<Item = Manoeuvre> {
    let banks = Hand::BOTH.into_iter().flat_map(|hand| {
        [(1, false), (1, true), (2, false), (2, true)].map(|(count, snap)| Manoeuvre::Bank {
            hand,
            count,
            snap,
        })
    });
    let turns = Hand::BOTH.into_iter().flat_map(|hand| {
        let rates = Rate::ALL.into_iter();
        rates.flat_map(move |rate| (0..=3).map(move |change| Manoeuvre::Turn { hand, rate, change }))
    });
    let slips = Hand::BOTH.map(|hand| Manoeuvre::Slip { hand });
    let skids =
        Hand::BOTH.into_iter().flat_map(|hand| [false, true].map(|turn| Manoeuvre::Skid { hand, turn }));
    std::iter::once(Manoeuvre::Straight).chain(banks).chain(turns).chain(slips).chain(skids)
}

/// A step in words.
fn step_word(step: Step) -> (String, RuleId, Option<char>) {
    let way = match step.kind {
        Kind::H => "Ahead",
        Kind::U => "Up",
        Kind::D => "Down",
    };
    let (act, rule) = match step.act {
        Manoeuvre::Straight => {
            let key = [Some('W'), Some('R'), Some('F')][step.kind as usize];
            return (
                way.to_owned(),
                if step.kind == Kind::H { rule::FLIGHT_POINTS } else { rule::VFPS },
                key,
            );
        }
        Manoeuvre::Bank { hand, count, snap } => {
            let rule = if snap { rule::SNAP_ROLLS } else { rule::BANKING };
            let how = if snap { "snap roll" } else { "bank" };
            (format!("{how} {}{}", hand.word(), if count == 2 { " twice" } else { "" }), rule)
        }
        Manoeuvre::Turn { hand, rate, change } => {
            let by = if change > 0 { format!(" {} degrees", 60 * u16::from(change)) } else { String::new() };
            (format!("turn {} at {}{by}", hand.word(), rate.word()), rule::TURNS)
        }
        Manoeuvre::Slip { hand } => (format!("slip {}", hand.word()), rule::SIDEWAYS),
        Manoeuvre::Skid { hand, turn } => {
            (format!("skid{} {}", if turn { " and turn" } else { "" }, hand.word()), rule::SIDEWAYS)
        }
    };
    (format!("{way}, {act}"), rule, None)
}

/// The steps that may come next; of those that may not, the ones that a pilot would look for.
fn step_choices(look: Look<'_>, plan: &Plan) -> Vec<Choice<Command>> {
    let Look { rules, state, .. } = look;
    let index = plan.aircraft.index();
    let craft = Craft::new(rules, state, index, plan);
    let mut choices = Vec::new();
    for step in every_step() {
        let Some(longer) = longer(plan, step) else { continue };
        let (label, rule, key) = step_word(step);
        let choice = settled(look, longer.clone(), label, rule);
        let looked_for = step.kind == Kind::H
            && !matches!(step.act, Manoeuvre::Bank { .. } | Manoeuvre::Turn { change: 2.., .. });
        let shown = choice.barred.is_empty() || looked_for;
        if shown {
            let walker = walk(&craft_of(rules, state, &longer), &longer.steps, &mut Whether::default());
            let attitude = (walker.bank, longer.mode.nose(craft.plane.nose));
            let pose = pose_of(walker.hex, walker.heading, walker.altitude(&craft), attitude);
            choices.push(Choice { key, pose: Some(pose), aircraft: Some(plan.aircraft), ..choice });
        }
    }
    choices
}

/// Every step, in the order of `X.canon`.
fn every_step() -> impl Iterator<Item = Step> {
    [Kind::H, Kind::U, Kind::D]
        .into_iter()
        .flat_map(|kind| every_manoeuvre().map(move |act| Step { kind, act }))
}

/// A plan with one more step; nothing if there is no room for it.
fn longer(plan: &Plan, step: Step) -> Option<Plan> {
    let mut longer = plan.clone();
    longer.steps.steps.try_push(step).ok()?;
    // The altitude number of a plan that is not whole yet is not judged.
    longer.altitude = longer.altitude.with(0);
    Some(longer)
}

fn craft_of<'a>(rules: &'a Rules, state: &'a State, plan: &Plan) -> Craft<'a> {
    Craft::new(rules, state, plan.aircraft.index(), plan)
}

/// Legal altitude numbers of a plan with all its FPs, as runs of neighbours.
fn runs(look: Look<'_>, plan: &Plan) -> Vec<(Altitude, i16, i16)> {
    let Look { rules, state, .. } = look;
    let index = plan.aircraft.index();
    let craft = Craft::new(rules, state, index, plan);
    let vfps = plan.steps.steps.iter().filter(|step| step.kind != Kind::H).count() as u8;
    let (low, high) = altitude_range(&craft, vfps);
    let none = Altitude::none(plan.mode, craft.plane.nose);
    let by_rate = craft.ty.climb_rate(craft.band, craft.condition);
    let numbers = (low..=high).map(|n| none.with(n)).chain((1..=by_rate).map(Altitude::Rate));
    let mut runs: Vec<(Altitude, i16, i16)> = Vec::new();
    for altitude in numbers {
        let n = altitude.number();
        if !legal(rules, state, index, &Plan { altitude, ..plan.clone() }) {
            continue;
        }
        match runs.last_mut() {
            Some((kind, _, to)) if kind.with(0) == altitude.with(0) && *to == n - 1 => *to = n,
            _ => runs.push((altitude, n, n)),
        }
    }
    runs
}

fn altitude_choices(look: Look<'_>, plan: &Plan) -> Vec<Choice<Command>> {
    let mut choices = Vec::new();
    for (altitude, low, high) in runs(look, plan) {
        let (field, label, rule) = match altitude {
            Altitude::Level(_) => ("/fly/altitude/level", "Fly, gaining or losing", rule::LEVEL),
            Altitude::Rate(_) => ("/fly/altitude/rate", "Fly, climbing by rate", rule::RATE_CLIMB),
            Altitude::Adjust(_) => ("/fly/altitude/adjust", "Fly, adjusting the altitude by", rule::VFPS),
        };
        let command = Command::Fly(Plan { altitude, ..plan.clone() });
        let say = if low == high {
            Say::Command(command)
        } else {
            let unit = "increments".to_owned();
            Say::Range(
                command,
                Range { field: field.into(), min: low.into(), max: high.into(), unit, dial: None },
            )
        };
        let label = if low == high { format!("{label} {low}") } else { label.to_owned() };
        choices.push(Choice { aircraft: Some(plan.aircraft), ..Choice::new(label, rule, say) });
    }
    choices
}

/// What a plan so far amounts to.
/// It shows VFPs spent by the altitude on the way ([`crate::rule::VFP_COUNTERS`]).
pub(crate) fn sketch(look: Look<'_>, plan: &Plan) -> Sketch<Command> {
    let Look { rules, state, .. } = look;
    let index = plan.aircraft.index();
    if index >= state.planes.len() {
        return Sketch::default();
    }
    let craft = craft_of(rules, state, plan);
    let arrival = arrive(&craft, plan);
    let plane = landed(&craft, plan, &arrival);
    let mut account = account();
    let balance = balance(&craft, &arrival.walker, plan.altitude, &mut account);
    let (flown, fps) = (plan.steps.steps.len() as i32, i32::from(craft.fps));
    let whole = flown >= fps || plan.mode == Mode::Stall;
    let altitude = if whole { plane.altitude } else { arrival.walker.altitude(&craft) };
    let end = if whole { "at the end" } else { "if it ended here" };
    let notes = vec![
        format!("Flight points: {flown} of {fps}"),
        format!("Attitude: {}", attitude(arrival.walker.bank, plane.nose)),
        format!("Altitude: {altitude}"),
        format!("Speed: {} now, {} {end}", Halves(craft.speed), Halves(balance.speed)),
        format!("Accel: {} in all, {} carried on", points(account.total), points(balance.carry.into())),
    ];
    Sketch {
        aircraft: Some(plan.aircraft),
        pose: Some(pose_of(
            arrival.walker.hex,
            arrival.walker.heading,
            altitude,
            (arrival.walker.bank, plane.nose),
        )),
        path: trail(&craft, plan).iter().map(|hex| space::at(*hex)).collect(),
        spent: flown,
        of: fps,
        account: Some(account),
        notes,
        energy: Some(stored(balance.speed.max(0), altitude)),
        forecast: if whole { forecast(rules, state, index, plane) } else { Vec::new() },
        ..Sketch::default()
    }
}

/// Who could fire on whom if the aircraft had moved like this.
fn forecast(rules: &Rules, state: &State, index: usize, plane: crate::state::Plane) -> Vec<table::Forecast> {
    let mut after = state.clone();
    after.planes[index] = plane;
    if !after.now.order.contains(&(index as u8)) && !after.now.order.is_full() {
        after.now.order.push(index as u8);
    }
    let mut lines = Vec::new();
    let foes: Vec<usize> = after.flying(rules, rules.side(index).enemy()).collect();
    for (shooter, target) in foes.iter().flat_map(|foe| [(index, *foe), (*foe, index)]) {
        if let Some((burst, shot)) = fixed::best(rules, &after, shooter, target, false) {
            lines.push(odds::forecast(rules, &after, &burst, &shot));
        }
    }
    lines
}
