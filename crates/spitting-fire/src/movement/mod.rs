//! Section 8: movement. D9 and D10.

mod ending;
mod forward;
mod turning;

pub(crate) use ending::{backed_up, end, judge_end, last_free, must_fly_on};
pub(crate) use forward::{forward, judge_forward};
pub(crate) use turning::{
    decline, half_loop, judge_decline, judge_half_loop, judge_pivot, judge_tight_turn, judge_turn, pivot,
    pivot_choices, pivot_limit, tight_turn, turn, turn_angle,
};

use crate::activation::has_the_card;
use crate::combat::forecast;
use crate::command::{Command, Marker};
use crate::field::{Hand, Leg, turned};
use crate::rules::Rules;
use crate::state::{Bank, Counters, Pending, Plane, State};
use crate::{Look, rule, view};
use table::{Choice, PieceId, Refusal, Refusals, Sketch};

/// What card, marker and options ask of a movement.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Turn rating.
    pub tr: i16,
    /// MIN.
    pub min: i16,
    /// The arrow of the marker; nothing when it is straight.
    pub arrow: Option<Hand>,
    /// Whether Banking is in use.
    pub banking: bool,
}

impl Limits {
    /// The limits of an aircraft whose group's marker is shown.
    pub fn of(rules: &Rules, state: &State, n: usize) -> Limits {
        let plane = &state.planes[n];
        let card = rules.card(plane.card);
        let arrow = state.groups[usize::from(plane.group)].plot.and_then(Marker::arrow);
        Limits { tr: card.turn, min: card.min, arrow, banking: rules.options.banking }
    }

    /// The forward movement needed before a turn or tight turn to `side` ([`rule::OPT_BANKING`]; without it TR).
    #[inline]
    pub fn needed(&self, bank: Bank, side: Hand) -> i16 {
        if !self.banking || bank == Bank::Level {
            self.tr
        } else if bank == Bank::from(side) {
            (self.tr - 1).max(1)
        } else {
            (self.tr + 1).min(2 * self.tr - 1).max(1)
        }
    }

    /// Under a curved arrow no turn has been tried yet.
    #[inline]
    pub fn opening(&self, c: &Counters) -> Option<Hand> {
        if c.tried { None } else { self.arrow }
    }

    /// The turn that a curved arrow asks for is still to be tried, and can be ([`rule::CURVED_ARROW`]).
    #[inline]
    pub fn owed(&self, c: &Counters, bank: Bank) -> bool {
        self.opening(c).is_some_and(|side| c.total >= self.needed(bank, side))
    }

    /// MPs suffice for `n` SUs forward ([`rule::MOVEMENT_POINTS`]).
    #[inline]
    pub fn affords(&self, c: &Counters, n: i16) -> bool {
        (1..=c.left()).contains(&n)
    }

    /// `n` SUs forward leave room for the turn that is owed.
    #[inline]
    pub fn leaves_room(&self, c: &Counters, bank: Bank, n: i16) -> bool {
        !self.owed(c, bank) || c.forward.saturating_add(n) < 2 * self.tr
    }

    /// The longest legal forward movement, 0 if there is none.
    #[inline]
    pub fn most_forward(&self, c: &Counters, bank: Bank) -> i16 {
        let room = if self.owed(c, bank) { 2 * self.tr - 1 - c.forward } else { i16::MAX };
        c.left().min(room).max(0)
    }

    /// A straight arrow allows turns only after 2 × TR SUs ([`rule::STRAIGHT_ARROW`]).
    #[inline]
    pub fn straight_enough(&self, c: &Counters) -> bool {
        self.arrow.is_some() || c.forward >= 2 * self.tr
    }

    /// The first turn under a curved arrow goes to its side.
    #[inline]
    pub fn right_side(&self, c: &Counters, side: Hand) -> bool {
        self.opening(c).is_none_or(|arrow| arrow == side)
    }

    /// Everything that a turn needs but its angle.
    #[inline]
    pub fn may_turn(&self, c: &Counters, bank: Bank, side: Hand) -> bool {
        self.straight_enough(c) && c.since >= self.needed(bank, side) && self.right_side(c, side)
    }

    /// Everything that a tight turn needs.
    #[inline]
    pub fn may_tight_turn(&self, c: &Counters, bank: Bank, side: Hand) -> bool {
        self.may_turn(c, bank, side) && c.left() >= self.tr
    }

    /// Everything that a half loop needs.
    #[inline]
    pub fn may_half_loop(&self, c: &Counters) -> bool {
        self.straight_enough(c) && c.since >= self.tr && c.left() >= 2 * self.tr
    }

    /// Enough MPs are spent ([`rule::MINIMUM_MOVE`]).
    #[inline]
    pub fn spent_enough(&self, c: &Counters) -> bool {
        c.spent >= self.min || c.left() == 0
    }

    /// The bank after flying forward: level as soon as 2 × TR SUs have been flown since the last pivot.
    #[inline]
    pub fn bank_after(&self, c: &Counters, bank: Bank) -> Bank {
        if self.banking && c.since >= 2 * self.tr { Bank::Level } else { bank }
    }
}

/// Counters at the start of an aircraft's movement ([`rule::MOVEMENT_RATES`]).
pub fn fresh(rules: &Rules, state: &State, n: usize) -> Counters {
    let plane = &state.planes[n];
    let change = state.groups[usize::from(plane.group)].plot.map_or(0, Marker::change);
    Counters { total: rules.card(plane.card).rate(change), ..Counters::default() }
}

/// Counters of an aircraft of the active group, whether it has started or not.
#[inline]
pub fn counters(rules: &Rules, state: &State, n: usize) -> Counters {
    if state.mover.plane == Some(n as u16) { state.mover.counters } else { fresh(rules, state, n) }
}

/// The bank with which it moves: a straight arrow levels it at the start ([`rule::OPT_BANKING`]).
#[inline]
pub fn bank(state: &State, limits: &Limits, n: usize) -> Bank {
    let started = state.mover.plane == Some(n as u16);
    if limits.arrow.is_none() && !started { Bank::Level } else { state.planes[n].bank }
}

/// What the aircraft may do next.
pub(crate) fn choices(look: Look<'_>, n: usize, all: &mut Vec<Choice<Command>>) {
    forward::choice(look, n, all);
    turning::choices(look, n, all);
    ending::choice(look, n, all);
}

/// Where a step without dice leads, and who could fire on whom there.
pub(crate) fn sketch(look: Look<'_>, n: usize, command: &Command) -> Sketch<Command> {
    let Look { rules, state, .. } = look;
    let c = counters(rules, state, n);
    let plane = &state.planes[n];
    let leg = state.mover.legs.last().filter(|_| state.mover.plane == Some(n as u16));
    let (from, flown) = leg.map_or((plane.spot, 0), |leg| (leg.from, leg.length));
    let mut after = Plane { level: state.groups[usize::from(plane.group)].altitude, ..plane.clone() };
    let mut sketch = Sketch {
        aircraft: Some(PieceId::of(n)),
        of: c.total.into(),
        spent: c.spent.into(),
        path: vec![rules.field.at(plane.spot)],
        ..Sketch::default()
    };
    match command {
        Command::Forward { n: by, .. } => {
            sketch.spent += i32::from(*by);
            let places = (1..=*by).map(|k| rules.field.along(from, plane.heading, flown + k));
            let on: Vec<_> = places.take_while(|spot| rules.field.contains(*spot)).collect();
            sketch.path.extend(on.iter().map(|spot| rules.field.at(*spot)));
            if on.len() < usize::try_from(*by).unwrap_or(0) {
                return sketch;
            }
            after.spot = on.last().copied().unwrap_or(plane.spot);
        }
        Command::Turn { side, angle, .. } => {
            after.heading = turned(plane.heading, *side, turn_angle(rules, *angle));
        }
        Command::Pivot { side, angle, .. } => after.heading = turned(plane.heading, *side, *angle),
        _ => {}
    }
    sketch.pose = Some(view::pose(rules, &after));
    sketch.forecast = forecast(look, n, &after);
    sketch
}

/// The aircraft may be commanded now: the order is game-length, sequence, action-phase, activation.
#[inline]
pub(crate) fn acting(look: Look<'_>, aircraft: PieceId) -> Result<usize, Refusals> {
    has_the_card(look)?;
    let state = look.state;
    let n = state.index(aircraft);
    if let (Some(g), Some(n)) = (state.active, n)
        && state.planes[n].group == g
        && state.planes[n].flying()
        && !state.planes[n].acted
        && state.mover.plane.is_none_or(|m| usize::from(m) == n)
    {
        return Ok(n);
    }
    Err(not_acting(state, aircraft))
}

#[cold]
fn not_acting(state: &State, aircraft: PieceId) -> Refusals {
    let id = [aircraft.0.into(), 0, 0];
    let Some(g) = state.active else {
        let says = "the side of the flipped card must activate a group first";
        return Refusal::new(rule::ACTION_PHASE, says).into();
    };
    let Some(n) = state.index(aircraft) else {
        return Refusal::with(rule::ACTIVATION, "there is no aircraft {0}", id).into();
    };
    let plane = &state.planes[n];
    if plane.group != g {
        return Refusal::with(rule::ACTION_PHASE, "aircraft {0} is not in the active group", id).into();
    }
    if !plane.flying() {
        return Refusal::with(rule::ACTIVATION, "aircraft {0} is lost", id).into();
    }
    if plane.acted {
        return Refusal::with(rule::ACTIVATION, "aircraft {0} has moved this turn", id).into();
    }
    let other = state.mover.plane.map_or(0, i32::from) + 1;
    Refusal::with(rule::ACTIVATION, "aircraft {1} has not finished its part", [id[0], other, 0]).into()
}

/// The aircraft may move: its movement is not over, and no pivot is pending.
#[inline]
fn moving(look: Look<'_>, aircraft: PieceId) -> Result<usize, Refusals> {
    let n = acting(look, aircraft)?;
    let state = look.state;
    if state.mover.plane == Some(n as u16) {
        let c = &state.mover.counters;
        if c.ended {
            let says = "aircraft {0} has finished its movement";
            return Err(Refusal::with(rule::ACTIVATION, says, [aircraft.0.into(), 0, 0]).into());
        }
        no_pivot_pending(c)?;
    }
    Ok(n)
}

/// While a pivot is pending nothing else is legal ([`rule::PIVOT`]).
#[inline]
pub(crate) fn no_pivot_pending(c: &Counters) -> Result<(), Refusals> {
    let says = match c.pending {
        None => return Ok(()),
        Some(Pending::TightTurn(Hand::Left)) => "the tight turn's pivot to the left must be made first",
        Some(Pending::TightTurn(Hand::Right)) => "the tight turn's pivot to the right must be made first",
        Some(Pending::HalfLoop) => "the half loop's pivot must be made first",
    };
    Err(Refusal::new(rule::PIVOT, says).into())
}

/// What a manoeuvre costs, booked with its pivot.
pub(crate) fn cost(tr: i16, pending: Pending) -> i16 {
    match pending {
        Pending::TightTurn(_) => tr,
        Pending::HalfLoop => 2 * tr,
    }
}

/// The first accepted command makes an aircraft the active one.
pub(crate) fn begin(rules: &Rules, state: &mut State, n: usize) {
    if state.mover.plane == Some(n as u16) {
        return;
    }
    state.mover.counters = fresh(rules, state, n);
    state.mover.plane = Some(n as u16);
    let limits = Limits::of(rules, state, n);
    let plane = &mut state.planes[n];
    if limits.banking && limits.arrow.is_none() {
        plane.bank = Bank::Level;
    }
    state.mover.legs.clear();
    state.mover.legs.push(Leg { from: plane.spot, heading: plane.heading, length: 0 });
}
