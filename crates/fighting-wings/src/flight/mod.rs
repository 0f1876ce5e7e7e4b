//! Section 26: a plan is judged as a whole, in the order of the refusal list.

pub(crate) mod draft;
pub(crate) mod effect;
mod straight;

use straight::check_straight;
pub(crate) use straight::{no_plan, straight_plan};

use crate::account::{Balance, balance};
use crate::attitude::{Bank, Hand, Pitch};
use crate::command::{Altitude, Mode, Plan, Throttle};
use crate::course::{Course, Kind, Step};
use crate::craft::Craft;
use crate::rule;
use crate::rules::Rules;
use crate::scenario::Pilot;
use crate::state::{State, TurnCarry};
use crate::turn::Rate;
use crate::walk::Walker;
use crate::{formation, rule as ids};
use sky::Hex;
use table::{Reasons, Refusal, Refusals, RuleId, SumOnly, Whether};

/// Where a plan ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    pub(crate) walker: Walker,
    pub(crate) turning: Option<TurnCarry>,
    pub(crate) balance: Balance,
}

/// A plan that is not flown to its end yet: no fault of a draft.
pub(crate) const TOO_SHORT: &str = "the move has {0} FPs, the plan {1}";

/// The reasons against a plan, in the order of the refusal list.
pub(crate) fn objections(rules: &Rules, state: &State, index: usize, plan: &Plan) -> Refusals {
    let mut found = Refusals::none();
    let _ = examine(rules, state, index, plan, &mut found);
    let mut sorted: Vec<Refusal> = found.iter().copied().collect();
    sorted.sort_by_key(rank);
    let mut why = Refusals::none();
    for refusal in sorted {
        why.add(refusal);
    }
    why
}

/// Whether a plan is legal.
#[inline]
pub(crate) fn legal(rules: &Rules, state: &State, index: usize, plan: &Plan) -> bool {
    let mut why = Whether::default();
    let _ = examine(rules, state, index, plan, &mut why);
    !why.any()
}

/// The place of a refusal in the list of section 26.
fn rank(refusal: &Refusal) -> usize {
    const SETTINGS: [RuleId; 9] = [
        ids::FORCED_IDLE,
        ids::STRESS_STRAIGHT,
        ids::NEGATIVE_G,
        ids::ET_NO_FIRE,
        ids::FLEXIBLE_BARRED,
        ids::THROTTLE,
        ids::FLAPS,
        ids::LOADS,
        ids::STALL,
    ];
    const MODES: [RuleId; 11] = [
        ids::TRANSITIONS,
        ids::TRANSITION_CHART,
        ids::ONE_STEP,
        ids::TWO_STEPS,
        ids::THREE_STEPS,
        ids::FOUR_STEPS,
        ids::DAMAGED_LIMITS,
        ids::GREEN_LIMITS,
        ids::RECRUIT_LIMITS,
        ids::FIXED_LIMITS,
        ids::FLIGHT_POINTS,
    ];
    const STEPS: [RuleId; 11] = [
        ids::BOTH_DIRECTIONS,
        ids::TURNS,
        ids::TURN_CHART,
        ids::BANKING,
        ids::SNAP_ROLLS,
        ids::SIDEWAYS,
        ids::WINGOVER,
        ids::NOTE_A,
        ids::REVERSAL_BANK,
        ids::RATE_CLIMB,
        ids::RATE_BANKED,
    ];
    const END: [RuleId; 3] = [ids::ENERGY, ids::STACKING, ids::LIMITS];
    let place =
        |list: &[RuleId], base: usize| list.iter().position(|id| *id == refusal.rule).map(|n| base + n);
    if refusal.says == TOO_SHORT {
        return 100;
    }
    // VFP numbers stand between modes and steps, the altitude number between steps and the end.
    let vfps = if refusal.rule == ids::PLAN { 50 } else { 25 };
    place(&SETTINGS, 0)
        .or_else(|| place(&MODES, 10))
        .or_else(|| place(&STEPS, 30))
        .or_else(|| place(&END, 60))
        .unwrap_or(vfps)
}

/// Judges a plan; where it ends, if it has all its FPs.
#[inline]
pub(crate) fn examine(
    rules: &Rules,
    state: &State,
    index: usize,
    plan: &Plan,
    why: &mut impl Reasons,
) -> Option<Arrival> {
    let craft = Craft::new(rules, state, index, plan);
    check_settings(&craft, plan, why);
    if plan.mode == Mode::Stall {
        check_stall(rules, state, index, (&craft, plan), why);
        let mut walker = Walker::new(&craft);
        fall(&craft, &mut walker);
        let balance = balance(&craft, &walker, Altitude::Adjust(0), &mut SumOnly);
        return Some(Arrival { walker, turning: None, balance });
    }
    why.unless(!craft.stalled(), || {
        let minimum = craft.ty.minimum(craft.band, craft.condition, craft.flaps);
        let says = "slower than {1} half points, it can only stall ({0})";
        Refusal::with(rule::STALL, says, [craft.speed.into(), minimum.into(), 0])
    });
    check_mode(&craft, why);
    if craft.plane.forced_straight {
        check_straight(rules, state, index, plan, why);
    }
    let mut walker = walk(&craft, &plan.steps, why);
    let (flown, fps) = (plan.steps.steps.len(), usize::from(craft.fps));
    let numbers = [fps as i32, flown as i32, 0];
    if flown < fps {
        why.object(|| Refusal::with(rule::FLIGHT_POINTS, TOO_SHORT, numbers));
        return None;
    }
    why.unless(flown == fps, || {
        Refusal::with(rule::FLIGHT_POINTS, "the move has only {0} FPs, the plan {1}", numbers)
    });
    let turning = walker.end(&craft);
    check_path_end(&craft, (walker.last_turn, walker.bank), walker.late_vfps > 0, why);
    check_fired(&craft, &walker, why);
    check_altitude(&craft, &walker, plan.altitude, why);
    if let (true, Altitude::Rate(n)) = (craft.formation, plan.altitude) {
        let rate = formation::weakest_climb(rules, state, &craft, index);
        why.unless(n <= rate, || {
            Refusal::with(rule::FIXED_LIMITS, "the weakest member climbs {0}", [rate.into(), 0, 0])
        });
    }
    let arrival = Arrival { walker, turning, balance: balance(&craft, &walker, plan.altitude, &mut SumOnly) };
    check_end(state, index, &craft, &arrival, why);
    Some(arrival)
}

/// Walks a plan FP by FP.
#[inline]
pub(crate) fn walk(craft: &Craft<'_>, course: &Course, why: &mut impl Reasons) -> Walker {
    let mut walker = Walker::new(craft);
    for (n, step) in course.steps.iter().enumerate() {
        walker.step(craft, *step, why);
        if n == 0 && craft.mode == Mode::NoteADown {
            why.unless(walker.rolled_first, || {
                Refusal::new(rule::NOTE_A, "a dive to level flight rolls inverted with its first FP")
            });
        }
    }
    walker.check_vfps(craft, why);
    walker
}

/// `X.stall`: one HFP straight ahead, one VFP down.
pub(crate) fn fall(craft: &Craft<'_>, walker: &mut Walker) {
    if craft.fps > 0 {
        walker.step(craft, Step::straight(Kind::H), &mut Whether::default());
    }
    walker.down = 1;
    walker.bank = Bank::Lvl;
    walker.turn = None;
    walker.trace.fps = walker.fp;
    walker.trace.stalled = true;
    walker.trace.entered = crate::state::Trace::entry(walker.entered);
}

fn check_settings(craft: &Craft<'_>, plan: &Plan, why: &mut impl Reasons) {
    let plane = craft.plane;
    why.unless(!plane.forced_idle || plan.throttle == Throttle::Idle, || {
        Refusal::new(rule::FORCED_IDLE, "the engine starves after the push: Idle")
    });
    why.unless(craft.ty.has(plan.throttle), || {
        Refusal::new(rule::THROTTLE, "the type has no such throttle setting")
    });
    if plan.flaps {
        why.unless(!craft.formation, || Refusal::new(rule::FIXED_LIMITS, "a fixed formation uses no flaps"));
        let allowed = craft.ty.flaps_limit.is_some_and(|limit| craft.speed <= limit);
        why.unless(allowed, || Refusal::new(rule::FLAPS, "no combat flaps, or too fast for them"));
    }
    why.unless(!plan.jettison || (plane.loaded && !plane.unloads), || {
        Refusal::new(rule::LOADS, "there is no load to drop")
    });
}

fn check_stall(
    rules: &Rules,
    state: &State,
    index: usize,
    (craft, plan): (&Craft<'_>, &Plan),
    why: &mut impl Reasons,
) {
    let bare = plan.steps == Course::default() && plan.altitude == Altitude::Adjust(0);
    why.unless(bare, || Refusal::new(rule::PLAN, "a stall has no steps and no altitude number"));
    why.unless(craft.stalled() || no_plan(rules, state, index), || {
        Refusal::new(rule::STALL, "it is fast enough to fly, and a straight plan is legal")
    });
}

/// The lowest and the highest altitude number of a mode with so many VFPs.
#[inline]
pub(crate) fn altitude_range(craft: &Craft<'_>, vfps: u8) -> (i16, i16) {
    match (craft.mode, craft.pitch()) {
        (Mode::Steady, Pitch::L) => (-i16::from(craft.fps), i16::from(craft.fps)),
        (Mode::Steady, Pitch::Inverted) => (-3, 0),
        (Mode::Wingover | Mode::Stall, _) => (0, 0),
        _ => (-3 * i16::from(vfps), 3 * i16::from(vfps)),
    }
}

fn check_mode(craft: &Craft<'_>, why: &mut impl Reasons) {
    let shift = craft.minimum_shift();
    let fast_enough =
        |rate: Rate| craft.ty.turning(rate).is_some_and(|(_, minimum)| craft.speed >= minimum + shift);
    if craft.mode != Mode::Steady {
        why.unless(!craft.formation, || {
            Refusal::new(rule::FIXED_LIMITS, "a fixed formation stays in level flight")
        });
    }
    let upright_level = craft.pitch() == Pitch::L;
    match craft.mode {
        Mode::Steady | Mode::Stall => {}
        Mode::To(to) => check_transition(craft, to, why),
        Mode::NoteAUp | Mode::NoteADown => {
            why.unless(upright_level, || Refusal::new(rule::NOTE_A, "it starts in level flight, upright"));
            why.unless(fast_enough(Rate::Tt), || Refusal::new(rule::TWO_STEPS, "slower than the TT minimum"));
        }
        Mode::Wingover => {
            why.unless(craft.ty.wingover.is_some(), || {
                Refusal::new(rule::WINGOVER, "the type flies no wingover")
            });
            why.unless(upright_level, || Refusal::new(rule::WINGOVER, "it starts in level flight, upright"));
            why.unless(fast_enough(Rate::Tt) && craft.speed >= 8, || {
                Refusal::new(rule::WINGOVER, "slower than 4.0 or than the TT minimum")
            });
        }
    }
    let (reversals, marked) = (craft.reversals(), craft.reversal);
    why.unless(reversals.is_some() || marked.is_none(), || {
        Refusal::new(rule::REVERSAL_BY_CHART, "only chart entries with R reverse")
    });
    if let Some((low, high)) = reversals {
        why.unless(marked == Some(low) || marked == Some(high), || {
            let says = "the reversal comes after {0} or {1} FPs";
            Refusal::with(rule::FRACTIONS, says, [low.into(), high.into(), 0])
        });
    }
}

fn check_transition(craft: &Craft<'_>, to: Pitch, why: &mut impl Reasons) {
    let Some(entry) = craft.entry else {
        return why.object(|| Refusal::new(rule::TRANSITION_CHART, "the chart has no such transition"));
    };
    let listed = craft.ty.transition[usize::from(entry.steps) - 1].is_some();
    let inverted = craft.pitch().bracketed() || to.bracketed();
    why.unless(listed && (craft.ty.aerobatic() || !inverted), || {
        Refusal::new(rule::TRANSITIONS, "this type does not fly such a transition")
    });
    let rate = Rate::ALL[usize::from(entry.steps) - 1];
    let minimum = craft.ty.turning(rate).map(|(_, minimum)| minimum + craft.minimum_shift());
    why.unless(minimum.is_none_or(|minimum| craft.speed >= minimum), || {
        Refusal::new(entry.speed_rule(), "too slow for this transition")
    });
    if entry.steps == 4 {
        why.unless(!craft.condition.damaged, || {
            Refusal::new(rule::DAMAGED_LIMITS, "a damaged aircraft makes no transition of 4 steps")
        });
        why.unless(craft.pilot != Pilot::Recruit, || {
            Refusal::new(rule::RECRUIT_LIMITS, "recruits make no transition of 4 steps")
        });
    }
    let negative = entry.negative(craft.pitch(), craft.rules.options.red_pushes);
    let fired = craft.plane.fired || craft.plane.gunned != 0;
    why.unless(!(negative && fired), || {
        Refusal::new(rule::NEGATIVE_G, "it has fired and makes no negative-G transition")
    });
}

/// Settings and mode of a plan, before its steps.
pub(crate) fn check_opening(craft: &Craft<'_>, plan: &Plan, why: &mut impl Reasons) {
    check_settings(craft, plan, why);
    why.unless(!craft.stalled(), || Refusal::new(rule::STALL, "it is too slow to fly"));
    check_mode(craft, why);
}

/// Whether a walked course of a legal opening is a legal plan with this throttle and altitude number.
pub(crate) fn arrives(
    state: &State,
    index: usize,
    (craft, throttle): (&Craft<'_>, Throttle),
    walker: &Walker,
    plan: &Plan,
) -> bool {
    let mut why = Whether::default();
    let craft = Craft { throttle, ..*craft };
    if craft.plane.forced_straight || craft.formation {
        return legal(craft.rules, state, index, plan);
    }
    let mut walker = *walker;
    let turning = walker.end(&craft);
    check_fired(&craft, &walker, &mut why);
    check_altitude(&craft, &walker, plan.altitude, &mut why);
    let arrival = Arrival { walker, turning, balance: balance(&craft, &walker, plan.altitude, &mut SumOnly) };
    check_end(state, index, &craft, &arrival, &mut why);
    !why.any()
}

/// The end of a wingover and of Note A.
pub(crate) fn check_path_end(
    craft: &Craft<'_>,
    (last_turn, bank): (Option<Hand>, Bank),
    late_vfp: bool,
    why: &mut impl Reasons,
) {
    match craft.mode {
        Mode::Wingover => {
            why.unless(last_turn.is_some() && bank.inverted() && bank.side() == last_turn, || {
                Refusal::new(rule::WINGOVER, "it ends in the inverted bank of its last turn")
            });
        }
        Mode::NoteAUp => why.unless(late_vfp, || {
            Refusal::new(rule::NOTE_A, "at least one VFP falls in the second half of the move")
        }),
        Mode::NoteADown => {
            why.unless(!bank.inverted(), || {
                Refusal::new(rule::NOTE_A, "a dive to level flight ends upright")
            });
        }
        Mode::Steady | Mode::To(_) | Mode::Stall => {}
    }
}

/// `19.j.5`: whoever has fired makes no move that would have barred it.
pub(crate) fn check_fired(craft: &Craft<'_>, walker: &Walker, why: &mut impl Reasons) {
    let trace = &walker.trace;
    let hard = trace.hard | trace.break_turn | trace.snap != 0;
    why.unless(craft.plane.gunned == 0 || !hard, || {
        Refusal::new(
            rule::FLEXIBLE_BARRED,
            "its gunners have fired: no HT or tighter manoeuvre, no snap roll",
        )
    });
}

pub(crate) fn check_altitude(craft: &Craft<'_>, walker: &Walker, altitude: Altitude, why: &mut impl Reasons) {
    let n = altitude.number();
    let fits = match altitude {
        Altitude::Rate(_) => craft.mode == Mode::Steady && craft.pitch() == Pitch::L,
        Altitude::Level(_) | Altitude::Adjust(_) => {
            altitude.with(0) == Altitude::none(craft.mode, craft.plane.nose)
        }
    };
    if !fits {
        return why.object(|| Refusal::new(rule::PLAN, "this altitude number does not go with the mode"));
    }
    if let Altitude::Rate(_) = altitude {
        let fast = craft.speed > craft.ty.climb_speed[craft.band];
        let throttle = matches!(craft.throttle, Throttle::Military | Throttle::Emergency);
        why.unless(walker.upright && throttle && !fast, || {
            let says = "climbing by rate takes upright flight, Military or Emergency, and no more than the climb speed";
            Refusal::new(rule::RATE_CLIMB, says)
        });
        let rate = craft.ty.climb_rate(craft.band, craft.condition);
        let rate = rate - i16::from(!walker.wings_level);
        return why.unless((1..=rate).contains(&n), || {
            let rule = if walker.wings_level { rule::RATE_CLIMB } else { rule::RATE_BANKED };
            Refusal::with(rule, "the rate of climb is {0}, not {1}", [rate.into(), n.into(), 0])
        });
    }
    let (low, high) = altitude_range(craft, walker.up + walker.down);
    why.unless((low..=high).contains(&n), || {
        let rule = match (craft.mode, craft.pitch()) {
            (Mode::Steady, Pitch::L) => rule::LEVEL,
            (Mode::Steady, Pitch::Inverted) => rule::INVERTED,
            _ => rule::VFPS,
        };
        Refusal::with(rule, "{0} to {1} increments, not {2}", [low.into(), high.into(), n.into()])
    });
}

/// What the end of a move must satisfy: energy, stacking, ceiling, ground.
fn check_end(state: &State, index: usize, craft: &Craft<'_>, arrival: &Arrival, why: &mut impl Reasons) {
    let Arrival { walker, balance, .. } = arrival;
    why.unless(balance.payable && balance.raw >= 0, || {
        Refusal::new(rule::ENERGY, "there is not enough speed for this")
    });
    let end = craft.plane.altitude + balance.gain;
    why.unless(has_room(craft.rules, state, index, (walker.hex, end)), || {
        Refusal::new(rule::STACKING, "too many aircraft at this place and altitude")
    });
    check_height(craft, (walker.up, walker.down), balance.gain, why);
    if craft.formation {
        formation::check_plan(state, index, craft, arrival, why);
    }
}

/// `X.limits`: ceiling and ground, for a move with so many climbing and diving VFPs and such a gain.
pub(crate) fn check_height(craft: &Craft<'_>, (up, down): (u8, u8), gain: i16, why: &mut impl Reasons) {
    let start = craft.plane.altitude;
    let end = start + gain;
    let ceiling = craft.ty.ceiling(craft.condition);
    why.unless(end <= ceiling, || {
        Refusal::with(rule::LIMITS, "{0} is above the ceiling of {1}", [end.into(), ceiling.into(), 0])
    });
    let mut lowest = start.min(end);
    if craft.entry.is_some_and(|entry| entry.up > 0 && entry.down > 0 && !entry.up_first) {
        let (up, down) = (i16::from(up), i16::from(down));
        let adjust = gain - 9 * (up - down);
        lowest = lowest.min(start - 9 * down + (3 * down).min(adjust + 3 * up));
    }
    why.unless(lowest > 0, || {
        Refusal::with(rule::LIMITS, "it would be at {0}: the ground", [lowest.into(), 0, 0])
    });
}

/// `7`: whether there is room for one more aircraft of its side.
#[inline]
pub(crate) fn has_room(rules: &Rules, state: &State, index: usize, (hex, altitude): (Hex, i16)) -> bool {
    let side = rules.side(index);
    let formation = state.formation_of(rules, index);
    let (mut others, mut strangers) = (0, false);
    for (n, plane) in state.planes.iter().enumerate() {
        if n != index
            && plane.hex == hex
            && plane.altitude == altitude
            && plane.flying()
            && rules.side(n) == side
        {
            others += 1;
            strangers |= formation.is_none() || state.formation_of(rules, n) != formation;
        }
    }
    others < if strangers || formation.is_none() { 6 } else { 9 }
}
