//! Section 8: movement.

use crate::cards::Card;
use crate::command::Marker;
use crate::data::Rules;
use crate::field::{Leg, Spot, Turn, turned};
use crate::losses::lose;
use crate::rule;
use crate::sequence::{finish_part, go_on, has_the_card};
use crate::state::{Bank, Counters, Fate, Pending, State};
use table::view::At;
use table::{Ask, Dice, Event, EventKind, Listener, Need, PieceId, Refusal, Refusals, Side};

/// What card, marker and options ask of a movement.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Turn rating.
    pub tr: i16,
    /// MIN.
    pub min: i16,
    /// The arrow of the marker; nothing when it is straight.
    pub arrow: Option<Turn>,
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
    pub fn needed(&self, bank: Bank, side: Turn) -> i16 {
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
    pub fn opening(&self, c: &Counters) -> Option<Turn> {
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
        !self.owed(c, bank) || c.forward + n < 2 * self.tr
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
    pub fn right_side(&self, c: &Counters, side: Turn) -> bool {
        self.opening(c).is_none_or(|arrow| arrow == side)
    }

    /// Everything that a turn needs but its angle.
    #[inline]
    pub fn may_turn(&self, c: &Counters, bank: Bank, side: Turn) -> bool {
        self.straight_enough(c) && c.since >= self.needed(bank, side) && self.right_side(c, side)
    }

    /// Everything that a tight turn needs.
    #[inline]
    pub fn may_tight_turn(&self, c: &Counters, bank: Bank, side: Turn) -> bool {
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
    Counters { total: rate(rules.card(plane.card), change), ..Counters::default() }
}

/// The rate for a change of level.
pub fn rate(card: &Card, change: i16) -> i16 {
    card.rates[(1 - change) as usize]
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

/// The aircraft may be commanded now: the order is game-length, sequence, action-phase, activation.
#[inline]
pub fn acting(state: &State, side: Side, aircraft: PieceId) -> Result<usize, Refusals> {
    has_the_card(state, side)?;
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
pub fn moving(state: &State, side: Side, aircraft: PieceId) -> Result<usize, Refusals> {
    let n = acting(state, side, aircraft)?;
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
pub fn no_pivot_pending(c: &Counters) -> Result<(), Refusals> {
    match c.pending {
        None => Ok(()),
        Some(_) => Err(Refusal::new(rule::PIVOT, "the pivot must be made first").into()),
    }
}

/// Judges Forward.
pub fn judge_forward(
    rules: &Rules,
    state: &State,
    side: Side,
    aircraft: PieceId,
    by: i16,
) -> Result<usize, Refusals> {
    let n = moving(state, side, aircraft)?;
    let (limits, c) = (Limits::of(rules, state, n), counters(rules, state, n));
    let mut no = Refusals::none();
    no.unless(limits.affords(&c, by), || {
        let says = "{0} SU forward: 1 to {1} are possible";
        Refusal::with(rule::MOVEMENT_POINTS, says, [by.into(), c.left().into(), 0])
    });
    no.unless(limits.leaves_room(&c, bank(state, &limits, n), by), || {
        let says = "the first turn must come before {0} SU forward; this would make {1}";
        let reached = i32::from(c.forward) + i32::from(by);
        Refusal::with(rule::CURVED_ARROW, says, [2 * i32::from(limits.tr), reached, 0])
    });
    no.verdict().map(|()| n)
}

/// What a turn of any kind needs, in the order straight-arrow, turn or opt-banking, curved-arrow. A half loop has no side.
fn judge_turning(limits: &Limits, c: &Counters, bank: Bank, side: Option<Turn>, no: &mut Refusals) {
    no.unless(limits.straight_enough(c), || {
        let says = "a straight arrow asks for {1} SU forward before any turn, {0} are flown";
        Refusal::with(rule::STRAIGHT_ARROW, says, [c.forward.into(), 2 * i32::from(limits.tr), 0])
    });
    let needed = side.map_or(limits.tr, |s| limits.needed(bank, s));
    no.unless(c.since >= needed, || {
        let banked = limits.banking && bank != Bank::Level && side.is_some();
        let by = if banked { rule::OPT_BANKING } else { rule::TURN };
        let says = "{1} SU forward are needed since the last pivot, {0} are flown";
        Refusal::with(by, says, [c.since.into(), needed.into(), 0])
    });
    no.unless(side.is_none_or(|s| limits.right_side(c, s)), || {
        Refusal::new(rule::CURVED_ARROW, "the first turn must go to the side of the arrow")
    });
}

/// Judges an angle: at least 1 degree, on hexes whole hexsides, at most `most` ([`rule::PIVOT`]).
fn judge_angle(rules: &Rules, angle: u16, most: u16, no: &mut Refusals) {
    let step = rules.field.pivot_step();
    no.unless(angle >= 1 && angle <= most && angle.is_multiple_of(step), || {
        let says = "a pivot of {0} degrees: {1} to {2} are possible, on hexes by 60";
        Refusal::with(rule::PIVOT, says, [angle.into(), step.into(), most.into()])
    });
}

/// The angle meant by a turn that may leave it out on hexes.
#[inline]
pub fn turn_angle(rules: &Rules, angle: Option<u16>) -> u16 {
    angle.unwrap_or(if rules.field.is_hexes() { 60 } else { 0 })
}

/// Judges Turn.
pub fn judge_turn(
    rules: &Rules,
    state: &State,
    side: Side,
    aircraft: PieceId,
    to: Turn,
    angle: Option<u16>,
) -> Result<usize, Refusals> {
    let n = moving(state, side, aircraft)?;
    let (limits, c) = (Limits::of(rules, state, n), counters(rules, state, n));
    let mut no = Refusals::none();
    judge_turning(&limits, &c, bank(state, &limits, n), Some(to), &mut no);
    judge_angle(rules, turn_angle(rules, angle), rules.tables.pivot.turn, &mut no);
    no.verdict().map(|()| n)
}

/// Judges TightTurn.
pub fn judge_tight_turn(
    rules: &Rules,
    state: &State,
    side: Side,
    aircraft: PieceId,
    to: Turn,
) -> Result<usize, Refusals> {
    let n = moving(state, side, aircraft)?;
    let (limits, c) = (Limits::of(rules, state, n), counters(rules, state, n));
    let mut no = Refusals::none();
    judge_turning(&limits, &c, bank(state, &limits, n), Some(to), &mut no);
    no.unless(c.left() >= limits.tr, || {
        let says = "a tight turn costs {1} MPs, {0} are left";
        Refusal::with(rule::TIGHT_TURN, says, [c.left().into(), limits.tr.into(), 0])
    });
    no.verdict().map(|()| n)
}

/// Judges HalfLoop.
pub fn judge_half_loop(
    rules: &Rules,
    state: &State,
    side: Side,
    aircraft: PieceId,
) -> Result<usize, Refusals> {
    let n = moving(state, side, aircraft)?;
    let (limits, c) = (Limits::of(rules, state, n), counters(rules, state, n));
    let mut no = Refusals::none();
    judge_turning(&limits, &c, bank(state, &limits, n), None, &mut no);
    no.unless(c.left() >= 2 * limits.tr, || {
        let says = "a half loop costs {1} MPs, {0} are left";
        Refusal::with(rule::HALF_LOOP, says, [c.left().into(), 2 * i32::from(limits.tr), 0])
    });
    no.verdict().map(|()| n)
}

/// The largest pivot of a pending maneuver, and the side to which it must go.
pub fn pivot_limit(rules: &Rules, pending: Pending) -> (u16, Option<Turn>) {
    match pending {
        Pending::TightTurn(side) => (rules.tables.pivot.tight_turn, Some(side)),
        Pending::HalfLoop => (rules.tables.pivot.half_loop, None),
    }
}

/// Judges Pivot.
pub fn judge_pivot(
    rules: &Rules,
    state: &State,
    side: Side,
    aircraft: PieceId,
    to: Turn,
    angle: u16,
) -> Result<usize, Refusals> {
    let n = acting(state, side, aircraft)?;
    let c = counters(rules, state, n);
    let Some(pending) = c.pending else {
        return Err(Refusal::new(rule::PIVOT, "no pivot is pending").into());
    };
    let (most, announced) = pivot_limit(rules, pending);
    let mut no = Refusals::none();
    no.unless(announced.is_none_or(|s| s == to), || {
        Refusal::new(rule::PIVOT, "the pivot must go to the side that was announced")
    });
    judge_angle(rules, angle, most, &mut no);
    no.verdict().map(|()| n)
}

/// Judges Decline ([`rule::OPT_FREE_WITHDRAWAL`]).
pub fn judge_decline(rules: &Rules, state: &State, side: Side, aircraft: PieceId) -> Result<usize, Refusals> {
    let n = acting(state, side, aircraft)?;
    let pending = counters(rules, state, n).pending.is_some();
    if rules.options.free_withdrawal && pending {
        return Ok(n);
    }
    if pending {
        // With the option off Decline does not exist: it is one of the other commands.
        return Err(Refusal::new(rule::PIVOT, "the pivot must be made").into());
    }
    Err(Refusal::new(rule::OPT_FREE_WITHDRAWAL, "there is no pivot to be declined").into())
}

/// Standing on another piece, the aircraft could and must fly on ([`rule::STACKING`]).
#[inline]
pub fn must_fly_on(rules: &Rules, state: &State, n: usize, c: &Counters) -> bool {
    let plane = &state.planes[n];
    c.left() >= 1
        && state.occupied(&rules.field, plane.spot, n)
        && rules.field.contains(next_step(rules, state, n))
}

/// The place one SU ahead, measured on the present leg.
#[inline]
pub fn next_step(rules: &Rules, state: &State, n: usize) -> Spot {
    let plane = &state.planes[n];
    match state.mover.legs.last() {
        Some(leg) if state.mover.plane == Some(n as u16) => {
            rules.field.along(leg.from, leg.heading, leg.length + 1)
        }
        _ => rules.field.along(plane.spot, plane.heading, 1),
    }
}

/// Judges EndMove ([`rule::END_MOVE`]) in the order curved-arrow, minimum-move, stacking.
pub fn judge_end(rules: &Rules, state: &State, side: Side, aircraft: PieceId) -> Result<usize, Refusals> {
    let n = moving(state, side, aircraft)?;
    let (limits, c) = (Limits::of(rules, state, n), counters(rules, state, n));
    let mut no = Refusals::none();
    no.unless(!limits.owed(&c, bank(state, &limits, n)), || {
        Refusal::new(rule::CURVED_ARROW, "the turn that the arrow asks for has not been tried")
    });
    no.unless(limits.spent_enough(&c), || {
        let says = "at least {1} MPs must be spent, {0} are";
        Refusal::with(rule::MINIMUM_MOVE, says, [c.spent.into(), limits.min.into(), 0])
    });
    no.unless(!must_fly_on(rules, state, n, &c), || {
        Refusal::new(rule::STACKING, "another piece stands here and the aircraft can fly on")
    });
    no.verdict().map(|()| n)
}

/// The first accepted command makes an aircraft the active one.
pub fn begin(rules: &Rules, state: &mut State, n: usize) {
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

/// Flies straight ahead ([`rule::FORWARD`]). Says whether the aircraft is still on the board.
fn advance(
    rules: &Rules,
    state: &mut State,
    n: usize,
    by: i16,
    because: table::RuleId,
    events: &mut impl Listener,
) -> bool {
    let limits = Limits::of(rules, state, n);
    let Some(leg) = state.mover.legs.last_mut() else { return true };
    let start = leg.length;
    let on = |len: i16| rules.field.contains(rules.field.along(leg.from, leg.heading, len));
    // On a straight leg whoever is on the board at its end was on it all the way.
    let gone = if on(start + by) { None } else { (start + 1..=start + by).find(|len| !on(*len)) };
    let reached = gone.map_or(start + by, |len| len - 1);
    let (from, heading) = (leg.from, leg.heading);
    leg.length = reached;
    let at = |len: i16| rules.field.along(from, heading, len);
    let flown = gone.unwrap_or(start + by) - start;
    let c = &mut state.mover.counters;
    c.spent += flown;
    c.forward += flown;
    c.since += flown;
    let plane = &mut state.planes[n];
    plane.spot = at(reached);
    plane.bank = limits.bank_after(c, plane.bank);
    let (spent, total) = (c.spent, c.total);
    events.tell(|| {
        let name = rules.card(plane.card).name();
        let text = format!("{name} {} flies {flown} SU forward, {spent} of {total} MPs", n + 1);
        let path: Vec<At> = (start..=reached).map(|len| rules.field.at(at(len))).collect();
        Event::new(EventKind::Move, because, text)
            .and_rule(rule::MOVEMENT_POINTS)
            .and_rule(rules.field.rule())
            .by(State::id(n))
            .along(path)
    });
    if gone.is_some() {
        lose(rules, state, n, Fate::LeftBoard, rule::LEAVE_BOARD, events);
    }
    gone.is_none()
}

/// An aircraft has left the board: its part is over.
fn gone(
    rules: &Rules,
    state: &mut State,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    state.mover.plane = None;
    state.mover.counters = Counters::default();
    go_on(rules, state, dice, events)
}

/// Forward.
pub fn forward(
    rules: &Rules,
    state: &mut State,
    n: usize,
    by: i16,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    begin(rules, state, n);
    if advance(rules, state, n, by, rule::FORWARD, events) {
        Ok(())
    } else {
        gone(rules, state, dice, events)
    }
}

/// Turns the piece about its centre; the count of forward movement restarts and a new leg begins ([`rule::PIVOT`]).
fn pivot_piece(rules: &Rules, state: &mut State, n: usize, to: Turn, angle: u16, bank: Bank) {
    state.mover.counters.since = 0;
    let plane = &mut state.planes[n];
    plane.heading = turned(plane.heading, to, angle);
    if rules.options.banking {
        plane.bank = bank;
    }
    state.mover.legs.push(Leg { from: plane.spot, heading: plane.heading, length: 0 });
}

/// Turn.
pub fn turn(
    rules: &Rules,
    state: &mut State,
    n: usize,
    to: Turn,
    angle: Option<u16>,
    events: &mut impl Listener,
) {
    begin(rules, state, n);
    state.mover.counters.tried = true;
    let angle = turn_angle(rules, angle);
    pivot_piece(rules, state, n, to, angle, to.into());
    tell_pivot(rules, state, n, to, angle, rule::TURN, events);
}

fn tell_pivot(
    rules: &Rules,
    state: &State,
    n: usize,
    to: Turn,
    angle: u16,
    by: table::RuleId,
    events: &mut impl Listener,
) {
    events.tell(|| {
        let plane = &state.planes[n];
        let name = rules.card(plane.card).name();
        let heading = rules.field.heading_text(plane.heading);
        let text = format!("{name} {} turns {} {angle}° to {heading}", n + 1, to.word());
        let mut event = Event::new(EventKind::Move, by, text).and_rule(rule::PIVOT).by(State::id(n));
        if rules.options.banking {
            event = event.and_rule(rule::OPT_BANKING);
        }
        event
    });
}

/// TightTurn: one die; lower than TR, so many SUs straight ahead first.
pub fn tight_turn(
    rules: &Rules,
    state: &mut State,
    n: usize,
    to: Turn,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    begin(rules, state, n);
    state.mover.counters.tried = true;
    let tr = Limits::of(rules, state, n).tr;
    let die = dice.roll(&Ask::d6("tight turn", rule::TIGHT_TURN))?;
    tell_roll(rules, state, n, &[die], "tight turn", rule::TIGHT_TURN, events);
    let extra = if i16::from(die) < tr { i16::from(die) } else { 0 };
    maneuver(rules, state, n, extra, Pending::TightTurn(to), dice, events)
}

/// HalfLoop: two dice read separately; those lower than TR are flown straight ahead first, together if both are.
pub fn half_loop(
    rules: &Rules,
    state: &mut State,
    n: usize,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    begin(rules, state, n);
    state.mover.counters.tried = true;
    let tr = Limits::of(rules, state, n).tr;
    let mut faces = [0; 2];
    dice.roll_all(&Ask::d6("half loop", rule::HALF_LOOP), &mut faces)?;
    tell_roll(rules, state, n, &faces, "half loop", rule::HALF_LOOP, events);
    let extra = faces.iter().map(|f| i16::from(*f)).filter(|f| *f < tr).sum();
    maneuver(rules, state, n, extra, Pending::HalfLoop, dice, events)
}

fn tell_roll(
    rules: &Rules,
    state: &State,
    n: usize,
    faces: &[u8],
    what: &str,
    by: table::RuleId,
    events: &mut impl Listener,
) {
    events.tell(|| {
        let card = rules.card(state.planes[n].card);
        let text = format!("{} {} tries a {what} against turn rating {}", card.name(), n + 1, card.turn);
        Event::new(EventKind::Move, by, text)
            .and_rule(rule::DICE)
            .and_rule(rule::TURN_RATING)
            .by(State::id(n))
            .rolled(6, faces, what)
    });
}

/// The extra movement of a tight turn or half loop; then the pivot is pending, or the maneuver has failed.
fn maneuver(
    rules: &Rules,
    state: &mut State,
    n: usize,
    extra: i16,
    pending: Pending,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    let by = if pending == Pending::HalfLoop { rule::HALF_LOOP } else { rule::TIGHT_TURN };
    if extra > 0 && !advance(rules, state, n, extra, by, events) {
        return gone(rules, state, dice, events);
    }
    if state.mover.counters.left() >= cost(Limits::of(rules, state, n).tr, pending) {
        state.mover.counters.pending = Some(pending);
        return Ok(());
    }
    events.tell(|| {
        let name = rules.card(state.planes[n].card).name();
        let text = format!("{name} {} has too few MPs left: its movement ends", n + 1);
        Event::new(EventKind::Move, rule::MANEUVER_FAILED, text).by(State::id(n))
    });
    end(rules, state, n, dice, events)
}

/// What a maneuver costs, booked with its pivot.
pub fn cost(tr: i16, pending: Pending) -> i16 {
    match pending {
        Pending::TightTurn(_) => tr,
        Pending::HalfLoop => 2 * tr,
    }
}

/// Pivot.
pub fn pivot(rules: &Rules, state: &mut State, n: usize, to: Turn, angle: u16, events: &mut impl Listener) {
    let tr = Limits::of(rules, state, n).tr;
    let Some(pending) = state.mover.counters.pending.take() else { return };
    state.mover.counters.spent += cost(tr, pending);
    let (bank, by) = match pending {
        Pending::TightTurn(side) => (side.into(), rule::TIGHT_TURN),
        Pending::HalfLoop => (Bank::Level, rule::HALF_LOOP),
    };
    pivot_piece(rules, state, n, to, angle, bank);
    tell_pivot(rules, state, n, to, angle, by, events);
}

/// Decline: nothing is paid, the facing stays, the count of forward movement restarts.
pub fn decline(rules: &Rules, state: &mut State, n: usize, events: &mut impl Listener) {
    state.mover.counters.pending = None;
    state.mover.counters.since = 0;
    events.tell(|| {
        let text = format!("{} {} flies on without turning", rules.card(state.planes[n].card).name(), n + 1);
        Event::new(EventKind::Move, rule::OPT_FREE_WITHDRAWAL, text).by(State::id(n))
    });
}

/// EndMove, or the end of a failed maneuver: backing up if need be, and the level becomes the group's
/// ([`rule::END_MOVE`], [`rule::ALTITUDE_CHANGE`]).
pub fn end(
    rules: &Rules,
    state: &mut State,
    n: usize,
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    begin(rules, state, n);
    back_up(rules, state, n, events);
    let level = state.groups[usize::from(state.planes[n].group)].altitude;
    state.mover.counters.ended = true;
    let plane = &mut state.planes[n];
    plane.level = level;
    events.tell(|| {
        let name = rules.card(plane.card).name();
        let (place, heading) = (rules.field.text(plane.spot), rules.field.heading_text(plane.heading));
        let text = format!("{name} {} ends its move at {place}, {heading}, level {level}", n + 1);
        Event::new(EventKind::Move, rule::END_MOVE, text).and_rule(rule::ALTITUDE_CHANGE).by(State::id(n))
    });
    if plane.early { finish_part(rules, state, n, dice, events) } else { Ok(()) }
}

/// Back along the way flown, just far enough not to stand on another piece; the facing stays ([`rule::BACKING_UP`]).
fn back_up(rules: &Rules, state: &mut State, n: usize, events: &mut impl Listener) {
    if !state.occupied(&rules.field, state.planes[n].spot, n) {
        return;
    }
    let steps = rules.field.steps_in_unit();
    let legs = state.mover.legs.iter().rev();
    let mut back = legs.flat_map(|leg| {
        let whole = i32::from(leg.length) * steps;
        (0..=whole).rev().map(|step| rules.field.along_steps(leg.from, leg.heading, step))
    });
    let Some(free) = back.find(|spot| !state.occupied(&rules.field, *spot, n)) else { return };
    drop(back);
    state.planes[n].spot = free;
    events.tell(|| {
        let name = rules.card(state.planes[n].card).name();
        let text = format!("{name} {} backs up to {}", n + 1, rules.field.text(free));
        Event::new(EventKind::Move, rule::BACKING_UP, text).and_rule(rule::STACKING).by(State::id(n))
    });
}
