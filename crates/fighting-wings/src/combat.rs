//! Section 19: odds, shifts, dice and results; what fixed and flexible guns have in common.

use crate::aircraft::Cooling;
use crate::attitude::{Bank, Nose};
use crate::command::Throttle;
use crate::options::{LowOdds, OddsRounding, Options};
use crate::rule;
use crate::rules::{Airman, Rules};
use crate::scenario::Pilot;
use crate::state::{State, Trace};
use sky::{Direction, Hex};
use table::{Ask, Dice, Need, RuleId, Terms};

/// How an aircraft stands when it fires or is fired at: after its move, or on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stance {
    pub(crate) hex: Hex,
    pub(crate) heading: Direction,
    pub(crate) altitude: i16,
    pub(crate) bank: Bank,
    pub(crate) nose: Nose,
    pub(crate) throttle: Throttle,
    pub(crate) trace: Trace,
    /// FPs flown of the move.
    pub(crate) flown: u8,
}

impl Stance {
    /// An aircraft where the position has it; the mover of a halted plan where it has got to.
    pub(crate) fn of(rules: &Rules, state: &State, index: usize) -> Stance {
        if let Some(halted) = &state.now.halted
            && halted.plan.aircraft.index() == index
        {
            return crate::head_on::stance(rules, state, halted);
        }
        let plane = &state.planes[index];
        Stance {
            hex: plane.hex,
            heading: plane.heading,
            altitude: plane.altitude,
            bank: plane.bank,
            nose: plane.nose,
            throttle: plane.throttle,
            trace: plane.trace,
            flown: plane.trace.fps,
        }
    }

    /// Whether it made no manoeuvre in its last `n` FPs.
    pub(crate) fn steady(&self, n: u8) -> bool {
        self.trace.manoeuvre & Trace::last(self.flown, n) == 0
    }

    /// Whether something happened in the second half of its move, as far as that is flown.
    pub(crate) fn lately(&self, fps: u16) -> bool {
        fps & self.trace.second_half() & Trace::last(self.flown, self.flown) != 0
    }
}

/// The steps of the ladder: 1:4, 1:3, 1:2, 1:1, 1.5:1, 2:1 and on.
pub(crate) const ONE_TO_ONE: i16 = 3;

/// `19.d`: the step of a ratio of strength in eighths to defence, nothing below 1:4.
#[inline]
pub(crate) fn ladder(options: &Options, eighths: i32, defence: i32) -> Option<i16> {
    let whole = 8 * defence;
    let nearest = options.odds_rounding == OddsRounding::Nearest;
    let at_least = |over: i32, under: i32| eighths * under >= over * whole;
    if !at_least(1, 4) {
        return None;
    }
    if at_least(1, 1) {
        // Half odds: twice the ratio, rounded.
        let doubled = if nearest { (4 * eighths + whole) / (2 * whole) } else { 2 * eighths / whole };
        return Some(doubled as i16 + 1);
    }
    // Halfway between two steps: 3/4, 5/12, 7/24.
    let limits = if nearest { [(3, 4), (5, 12), (7, 24)] } else { [(1, 1), (1, 2), (1, 3)] };
    Some(limits.iter().position(|(over, under)| at_least(*over, *under)).map_or(0, |n| 3 - n as i16))
}

/// `19.g`: a step after shifts, nothing where there is no effect left.
#[inline]
pub(crate) fn shifted(options: &Options, step: i16, shift: i16) -> Option<i16> {
    if options.low_odds == LowOdds::Flat && step < ONE_TO_ONE && shift != 0 {
        // All odds below 1:1 are one step: 1:2.
        return Some(2 + shift).filter(|step| *step >= 2);
    }
    Some(step + shift).filter(|step| *step >= 0)
}

/// What an attack does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hit {
    /// Nothing.
    Miss,
    /// The target is damaged.
    Damaged,
    /// The target is shot down.
    ShotDown,
}

/// Faces thrown for an attack.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Thrown {
    pub(crate) faces: [u8; 3],
    pub(crate) dice: [u8; 3],
    pub(crate) count: usize,
}

impl Thrown {
    fn throw(&mut self, dice: &mut (impl Dice + ?Sized), ask: &Ask) -> Result<u8, Need> {
        let face = dice.roll(ask)?;
        self.faces[self.count] = face;
        self.dice[self.count] = ask.faces();
        self.count += 1;
        Ok(face)
    }
}

const FIRE: &str = "fire";

/// `19.d`, `19.i`: throws for an attack at a step of the ladder.
/// See [`crate::rule::ODDS_EXAMPLE`], [`crate::rule::LOW_ODDS`].
pub(crate) fn roll(dice: &mut (impl Dice + ?Sized), step: i16) -> Result<(Hit, Thrown), Need> {
    let mut thrown = Thrown::default();
    let half = |face: u8| if face <= 5 { Hit::ShotDown } else { Hit::Damaged };
    if step >= ONE_TO_ONE {
        let doubled = step - 1;
        let [down, damaged] = [doubled / 2, doubled].map(|n| (n + 1).min(11) as u8);
        let face = thrown.throw(dice, &Ask::die(10, FIRE, rule::ODDS).from(&[down, damaged]))?;
        let hit = match i16::from(face) {
            face if face <= doubled / 2 => Hit::ShotDown,
            face if face <= doubled => Hit::Damaged,
            _ => Hit::Miss,
        };
        return Ok((hit, thrown));
    }
    let rule = low_rule(step);
    let low = Ask::die(10, FIRE, rule).from(&[2]);
    if thrown.throw(dice, &low)? > 1 {
        return Ok((Hit::Miss, thrown));
    }
    let ten = Ask::die(10, FIRE, rule).from(&[6]);
    let hit = match step {
        2 => half(thrown.throw(dice, &ten)?),
        1 => match thrown.throw(dice, &Ask::d6(FIRE, rule).from(&[3, 5]))? {
            1 | 2 => Hit::ShotDown,
            3 | 4 => Hit::Damaged,
            _ => Hit::Miss,
        },
        _ if thrown.throw(dice, &ten)? > 5 => Hit::Miss,
        _ => half(thrown.throw(dice, &ten)?),
    };
    Ok((hit, thrown))
}

/// The rule that reads the dice at a step.
pub(crate) fn low_rule(step: i16) -> RuleId {
    match step {
        0 => rule::ONE_TO_FOUR,
        1 => rule::ONE_TO_THREE,
        2 => rule::ONE_TO_TWO,
        _ => rule::ODDS,
    }
}

/// Odds as a person writes them.
pub(crate) fn odds_word(step: i16) -> String {
    match step {
        0 => "1:4".into(),
        1 => "1:3".into(),
        2 => "1:2".into(),
        step => {
            let whole = (step - 1) / 2;
            if step % 2 == 1 { format!("{whole}:1") } else { format!("{whole}.5:1") }
        }
    }
}

/// `19.h`: what a deflection angle multiplies the defence by.
/// See [`crate::rule::DEFLECTION`], [`crate::rule::DEFLECTION_ANGLES`].
#[inline]
pub(crate) fn factor(angle: u16) -> i32 {
    match angle {
        0 => 1,
        120 => 6,
        _ => 3,
    }
}

/// Shifts for a target's engine seen from the front (`T.fixed`, `T.flex`).
pub(crate) fn engine_shift(target: &Airman, throttle: Throttle, angle: u16) -> i16 {
    let emergency = throttle == Throttle::Emergency;
    match (target.ty.cooling, emergency) {
        _ if angle < 90 => 0,
        (Cooling::Liquid, true) => 2,
        (Cooling::Liquid, false) | (Cooling::Air, true) => 1,
        (Cooling::Air, false) => 0,
    }
}

/// `X.pilots`: shifts for whoever fires.
pub(crate) fn crew_shifts(crew: &Airman, sum: &mut Shifts<'_, impl Terms>) {
    match crew.pilot {
        Pilot::Recruit => sum.add("Recruit", -2, rule::RECRUIT_FIRE),
        Pilot::Green => sum.add("Green", -1, rule::GREEN_FIRE),
        Pilot::Regular => {}
        Pilot::Veteran => sum.add("Veteran", 1, rule::PILOTS),
    }
    if crew.traits.ace {
        sum.add("Ace", 2, rule::PILOTS);
    }
    if crew.traits.crack {
        sum.add("Crack shot", 2, rule::PILOTS);
    }
    if crew.traits.hero {
        sum.add("Hero", 1, rule::PILOTS);
    }
}

/// Shifts added up, one step is half odds.
pub(crate) struct Shifts<'t, T> {
    pub(crate) total: i16,
    pub(crate) terms: &'t mut T,
}

impl<T: Terms> Shifts<'_, T> {
    pub(crate) fn add(&mut self, from: &'static str, steps: i16, rule: RuleId) {
        self.total += steps;
        self.terms.add(from, steps.into(), rule);
    }
}
