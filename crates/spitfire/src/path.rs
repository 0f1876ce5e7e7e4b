//! 5.2.1C: the way of a move, step by step.

use crate::command::{Altitude, Command, Hand, Move, Path, Step};
use crate::decide::Decision;
use crate::flight::{DIVE_FIRST, Flight};
use crate::mover::Mover;
use crate::rules::Rules;
use crate::state::{Plane, Prep, Records};
use crate::{Choice, rule};
use arrayvec::ArrayVec;
use table::{Barred, Reasons, Refusal, Refusals, RuleId, Say, Whether};

/// A move as far as it is legal.
#[derive(Clone, Debug)]
pub(crate) struct Trial {
    pub(crate) flight: Flight,
    pub(crate) records: Records,
}

/// Every step that there is, in the order of the menu.
pub(crate) fn steps(rules: &Rules) -> impl Iterator<Item = Step> {
    const LEFT: Hand = Hand::Left;
    const RIGHT: Hand = Hand::Right;
    const OTHERS: [Step; 11] = [
        Step::Turn(LEFT),
        Step::Turn(RIGHT),
        Step::Climb,
        Step::Roll(LEFT),
        Step::Roll(RIGHT),
        Step::Wing(LEFT, 1),
        Step::Wing(RIGHT, 1),
        Step::Wing(LEFT, 2),
        Step::Wing(RIGHT, 2),
        Step::Wing(LEFT, 3),
        Step::Wing(RIGHT, 3),
    ];
    // 10.A: pointing at a corner, there are two hexes ahead.
    let ahead: &[Step] =
        if rules.corners() { &[Step::Ahead(LEFT), Step::Ahead(RIGHT)] } else { &[Step::Forward] };
    ahead.iter().chain(&OTHERS).copied()
}

/// The steps that could be legal at some point of this move: the others need not be judged again and again.
pub(crate) fn open_steps(rules: &Rules, plane: &Plane, choice: Altitude) -> ArrayVec<Step, 13> {
    let open = |step: &Step| match step {
        Step::Climb => choice == Altitude::Climb,
        Step::Roll(_) => rules.of(plane.side).roll.is_some(),
        Step::Wing(..) => choice == Altitude::Level && plane.prep != Prep::None,
        Step::Forward | Step::Ahead(_) | Step::Turn(_) | Step::Vertical(_) => true,
    };
    steps(rules).filter(open).collect()
}

/// The next steps of a move.
pub(crate) fn choices(mover: Mover<'_>, order: &Move, flight: &Flight) -> Vec<Choice> {
    let (rules, plane) = (mover.rules, mover.plane());
    // 6.G2, 6.G3: unprepared, one manoeuvre that says so stands for all six.
    let shown = |step: &Step| {
        !matches!(step, Step::Wing(..)) || *step == Step::Wing(Hand::Left, 1) || plane.prep != Prep::None
    };
    let offer = |step: Step| {
        let (label, key, rule) = words(rules, step, plane);
        let mut why = Refusals::none();
        flight.objections(rules, plane, step, &mut why);
        let mut path = order.path.clone();
        push(rules, plane, &mut path, step);
        let next = Move { path, ..order.clone() };
        let pose = why.is_empty().then(|| {
            let mut after = *flight;
            after.advance(rules, plane, step, &mut |_| ());
            after.pose(rules)
        });
        let cost = Flight::cost(mover.figures(), step);
        Choice {
            note: cost.map_or("not on its chart".into(), |c| format!("{c} MP")),
            barred: Barred::all(&why),
            aircraft: Some(order.aircraft),
            pose: pose.flatten(),
            key,
            ..Choice::new(label, rule, Say::Draft(Command::Move(next)))
        }
    };
    steps(rules).filter(shown).map(offer).collect()
}

/// What a step is called, its key and its rule.
fn words(rules: &Rules, step: Step, plane: &Plane) -> (String, Option<char>, RuleId) {
    let (wing, wing_rule) = match plane.prep {
        Prep::VerticalDive => ("Split-S", rule::SPLIT_S),
        Prep::AllClimb | Prep::None => ("Wing-over", rule::WING_OVER),
    };
    match step {
        Step::Forward => ("Forward".into(), Some('W'), rule::POINTS),
        Step::Ahead(Hand::Left) => ("Forward left".into(), Some('W'), rule::CORNERS),
        Step::Ahead(Hand::Right) => ("Forward right".into(), Some('S'), rule::CORNERS),
        Step::Turn(Hand::Left) => ("Turn left".into(), Some('A'), rule::TURNING),
        Step::Turn(Hand::Right) => ("Turn right".into(), Some('D'), rule::TURNING),
        Step::Climb => ("Climb a step".into(), Some('R'), rule::CLIMBING),
        Step::Vertical(_) => ("Vertical dive".into(), None, rule::VERTICAL_DIVE),
        Step::Roll(hand) => {
            let key = if hand == Hand::Left { 'Q' } else { 'E' };
            let rule = if rules.corners() { rule::ROLL_ABEAM } else { rule::SNAP_ROLL };
            (format!("Snap roll {}", hand.word()), Some(key), rule)
        }
        Step::Wing(..) if plane.prep == Prep::None => (wing.into(), None, wing_rule),
        Step::Wing(hand, n) => (format!("{wing} {n} {}", hand.word()), None, wing_rule),
    }
}

/// Adds a step to a path; a climb is written point by point.
pub(crate) fn push(rules: &Rules, plane: &Plane, path: &mut Path, step: Step) {
    let times = if step == Step::Climb { rules.of(plane.side).climb_cost } else { 1 };
    for _ in 0..times {
        let _ = path.0.try_push(step);
    }
}

/// A move follows the decisions taken before; only a scenario that starts in the middle of a move has any.
pub(crate) fn announced_objections(plane: &Plane, order: &Move, why: &mut impl Reasons) {
    let Some(announced) = &plane.announced else { return };
    let other = order.altitude.is_some_and(|a| a != announced.altitude)
        || (announced.speed.is_some() && order.speed.is_some() && order.speed != announced.speed)
        || (!order.path.is_empty() && !order.path.0.starts_with(&announced.flown.0));
    let unflown = order.path.is_empty() && !announced.flown.is_empty() && order.speed.is_some();
    why.unless(!other && !unflown, || {
        Refusal::new(rule::EXECUTION, "it must fly what was announced, from where it has got to")
    });
}

/// Flies a path up to its first illegal step. `why`, empty before, takes every reason against that.
pub(crate) fn fly(
    rules: &Rules,
    plane: &Plane,
    decision: Decision,
    path: &[Step],
    why: &mut impl Reasons,
) -> Trial {
    let mut records = Records::new();
    // There is room for a record for every point of the fastest aircraft.
    let mut record = |point| {
        let _ = records.try_push(point);
    };
    let mut flight = Flight::begin(rules, plane, decision, &mut record);
    let points = usize::from(rules.of(plane.side).climb_cost);
    let mut n = 0;
    while n < path.len() {
        let step = path[n];
        flight.objections(rules, plane, step, why);
        // 6.D: the announced dive is flown once, before anything else.
        why.unless(n == 0 || !matches!(step, Step::Vertical(_)), || DIVE_FIRST);
        if step == Step::Climb {
            // 6.C: a bomber's climb step takes two points, one after the other.
            let whole = path[n..].iter().take(points).all(|s| *s == Step::Climb) && n + points <= path.len();
            why.unless(whole, || {
                Refusal::with(rule::CLIMBING, "points that a climb step takes: {0}", [points as i32, 0, 0])
            });
            n += points;
        } else {
            n += 1;
        }
        if why.any() {
            break;
        }
        flight.advance(rules, plane, step, &mut record);
    }
    Trial { flight, records }
}

/// Flies on from where the scenario began: a move that is legal so far.
pub(crate) fn begin(mover: Mover<'_>, decision: Decision) -> Trial {
    let flown: &[Step] = mover.plane().announced.as_ref().map_or(&[], |announced| &announced.flown.0);
    fly(mover.rules, mover.plane(), decision, flown, &mut Whether::default())
}
