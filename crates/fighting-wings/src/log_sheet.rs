//! Section 3: a move as its log sheet has it: what a player enters, and what the engine's own account makes of it.

use crate::account::balance;
use crate::command::{Altitude, Command, Mode, Plan, Throttle};
use crate::course::Manoeuvre;
use crate::craft::Craft;
use crate::flight::Arrival;
use crate::flight::effect::{account, arrive, rolled_push};
use crate::formation::member_part;
use crate::head_on::craft_of;
use crate::rules::Rules;
use crate::state::{Plane, State};
use crate::units::Halves;
use crate::walk::Walker;
use table::{Calculation, Whether};

/// One numbered column of a log sheet ([`crate::rule::COLUMNS`]): the move of one aircraft in one game turn.
#[derive(Clone, Debug)]
pub struct Column {
    /// The game turn.
    pub turn: u16,
    /// The aircraft's index.
    pub aircraft: usize,
    /// The aircraft when its move began.
    pub start: Plane,
    /// The aircraft when the command was carried out that ended its move.
    pub end: Plane,
    /// The throttle.
    pub throttle: Throttle,
    /// Whether combat flaps were used.
    pub flaps: bool,
    /// Climbing less diving VFPs ([`crate::rule::SIGNS`]).
    pub vfps: i16,
    /// Increments of optional climb or dive, or of the adjustment.
    pub optional: i16,
    /// Increments gained by rate of climb.
    pub rate: i16,
    /// Steps of 60 degrees by turn rate, easiest first.
    pub turns: [u8; 5],
    /// Of these with slats.
    pub slats: u8,
    /// Steps of the transition.
    pub steps: u8,
    /// Whether it was pushed in a way that starves an engine without fuel injection.
    pub push: bool,
    /// Snap rolls.
    pub snaps: u8,
    /// Slips.
    pub slips: u8,
    /// Skids.
    pub skids: u8,
    /// Whether it was a wingover.
    pub wingover: bool,
    /// Whether it was a stall.
    pub stall: bool,
    /// What the account of this aircraft alone comes to; a formation may have set other figures.
    pub alone: Alone,
    /// The figures that the move was flown with.
    pub figures: Figures,
    /// The account, in quarter points.
    pub account: Calculation,
}

/// What an aircraft's own account comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alone {
    /// Altitude at the end.
    pub altitude: i16,
    /// Speed at the end.
    pub speed: Halves,
    /// Whether half an FP is carried out.
    pub half: bool,
    /// Quarter points carried out.
    pub carry: i16,
}

/// The figures of a type in the condition and the band of a move. Speeds are in half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// The number of the altitude band.
    pub band: usize,
    /// The speed of the move.
    pub speed: Halves,
    /// Its FPs.
    pub fps: u8,
    /// The maximum level speed at this throttle; nothing at Idle.
    pub maximum: Option<i16>,
    /// The maximum level speed at the best throttle.
    pub top: i16,
    /// The minimum level speed.
    pub minimum: i16,
    /// The maximum dive speed.
    pub dive_limit: i16,
}

/// The moves that a command has ended, members of a fixed formation included, from the positions before and after it.
/// A move that a head-on attack holds up, or ends by a loss, is none.
pub fn columns(rules: &Rules, before: &State, command: &Command, after: &State) -> Vec<Column> {
    let (plan, was_damaged) = match (command, &before.now.halted) {
        (Command::Fly(plan), None) => (plan, before.planes[plan.aircraft.index()].damaged),
        // Whoever is shot down on the way arrives nowhere. Stress and the ground destroy too, but no plan that they threaten is held up.
        (_, Some(halted)) if after.planes[halted.plan.aircraft.index()].flying() => {
            (&halted.plan, halted.was_damaged)
        }
        _ => return Vec::new(),
    };
    if after.now.halted.is_some() {
        return Vec::new();
    }
    let craft = craft_of(rules, before, plan, was_damaged);
    let arrival = arrive(&craft, plan);
    let has_moved = |n: &usize| {
        let [was, is] = [before, after].map(|state| &state.planes[*n]);
        // When the game turn is over, nobody has moved again yet.
        was.flying() && !was.moved && (is.moved || after.now.turn > before.now.turn)
    };
    let column = |n: usize| {
        let mut column = if n == plan.aircraft.index() {
            of_mover(&craft, plan, &arrival)
        } else {
            of_member(rules, before, n, (plan, &arrival, craft.speed))
        };
        column.turn = before.now.turn;
        column.aircraft = n;
        column.end = after.planes[n].clone();
        column
    };
    (0..before.planes.len()).filter(has_moved).map(column).collect()
}

fn of_mover(craft: &Craft<'_>, plan: &Plan, arrival: &Arrival) -> Column {
    let mut column = entries(craft, &arrival.walker, plan.altitude);
    let mut walker = Walker::new(craft);
    for (n, step) in plan.steps.steps.iter().enumerate() {
        walker.step(craft, *step, &mut Whether::default());
        // A slip or a skid that is broken off costs nothing and is noted nowhere.
        let noted = walker.trace.hard | walker.trace.break_turn;
        let done = u8::from(noted & (1 << n) != 0);
        match step.act {
            Manoeuvre::Turn { rate, change, .. } => column.turns[rate as usize] += change,
            Manoeuvre::Slip { .. } => column.slips += done,
            Manoeuvre::Skid { .. } => column.skids += done,
            Manoeuvre::Straight | Manoeuvre::Bank { .. } => {}
        }
    }
    column
}

/// A member turns at EZ, or not at all.
fn of_member(rules: &Rules, before: &State, member: usize, flown: (&Plan, &Arrival, i16)) -> Column {
    let (craft, walker, altitude) = member_part(rules, before, member, flown);
    let mut column = entries(&craft, &walker, altitude);
    column.turns[0] = walker.turned;
    column
}

/// All but the entries that only a path tells.
fn entries(craft: &Craft<'_>, walker: &Walker, altitude: Altitude) -> Column {
    let mut account = account();
    let balance = balance(craft, walker, altitude, &mut account);
    let mut start = craft.plane.clone();
    start.damaged = craft.condition.damaged;
    let (optional, rate) = match altitude {
        Altitude::Rate(n) => (0, n),
        Altitude::Level(n) | Altitude::Adjust(n) => (n, 0),
    };
    Column {
        turn: 0,
        aircraft: 0,
        end: start.clone(),
        throttle: craft.throttle,
        flaps: craft.flaps,
        vfps: i16::from(walker.up) - i16::from(walker.down),
        optional,
        rate,
        turns: [0; 5],
        slats: walker.slatted,
        steps: craft.steps(),
        push: craft.entry.is_some_and(|entry| entry.push && !rolled_push(&entry, walker)),
        snaps: walker.snaps,
        slips: 0,
        skids: 0,
        wingover: craft.mode == Mode::Wingover,
        stall: craft.mode == Mode::Stall,
        alone: Alone {
            altitude: start.altitude + balance.gain,
            speed: Halves(balance.speed.max(0)),
            half: craft.half,
            carry: balance.carry,
        },
        figures: Figures {
            band: craft.band,
            speed: Halves(craft.speed),
            fps: craft.fps,
            maximum: craft.ty.maximum(craft.throttle, craft.band, craft.condition),
            top: craft.ty.top(craft.band, craft.condition),
            minimum: craft.ty.minimum(craft.band, craft.condition, craft.flaps),
            dive_limit: craft.ty.dive_limit(craft.band, craft.condition),
        },
        account,
        start,
    }
}
