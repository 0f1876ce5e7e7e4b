//! What does not change while one aircraft flies one plan: its figures, its move speed (`8`) and its FPs (`X.fp`).

use crate::aircraft::{Condition, Type, band};
use crate::attitude::{Nose, Pitch};
use crate::command::{Mode, Plan, Throttle};
use crate::course::MOST_FPS;
use crate::rule;
use crate::rules::Rules;
use crate::scenario::Pilot;
use crate::state::{Plane, State};
use crate::transition::{self, Entry, part};
use arrayvec::ArrayVec;
use table::RuleId;

/// An aircraft about to fly a plan.
#[derive(Clone, Copy)]
pub(crate) struct Craft<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) ty: &'a Type,
    pub(crate) pilot: Pilot,
    /// As it was when the move began.
    pub(crate) plane: &'a Plane,
    pub(crate) condition: Condition,
    pub(crate) band: usize,
    pub(crate) throttle: Throttle,
    pub(crate) flaps: bool,
    pub(crate) mode: Mode,
    /// Move speed in half points.
    pub(crate) speed: i16,
    pub(crate) fps: u8,
    /// Whether half an FP is carried out of the move.
    pub(crate) half: bool,
    pub(crate) entry: Option<Entry>,
    pub(crate) reversal: Option<u8>,
    /// Whether a fixed formation flies it.
    pub(crate) formation: bool,
}

/// Numbers of climbing and diving VFPs that are allowed together.
pub(crate) type Pairs = ArrayVec<(u8, u8), MOST_FPS>;

impl<'a> Craft<'a> {
    /// The aircraft with the settings of a plan.
    #[inline]
    pub(crate) fn new(rules: &'a Rules, state: &'a State, index: usize, plan: &Plan) -> Craft<'a> {
        let plane = &state.planes[index];
        let formation = state.formation_of(rules, index).is_some() && plan.mode != Mode::Stall;
        let mut craft = Craft::with(rules, plane, index, plan.throttle, plan.flaps);
        craft.formation = formation;
        craft.mode = plan.mode;
        craft.reversal = plan.steps.reversal;
        craft.entry = match plan.mode {
            Mode::To(to) => transition::entry(plane.pitch(), to),
            _ => None,
        };
        craft
    }

    /// The aircraft with a throttle setting and flaps, in steady flight.
    #[inline]
    pub(crate) fn with(
        rules: &'a Rules,
        plane: &'a Plane,
        index: usize,
        throttle: Throttle,
        flaps: bool,
    ) -> Craft<'a> {
        let start = plane.speed.0;
        let speed = if throttle == Throttle::Idle { (start - 2).max(0) } else { start };
        let mut craft = Craft {
            rules,
            ty: rules.ty(index),
            pilot: rules.crews[index].pilot,
            plane,
            condition: plane.condition(),
            band: band(plane.altitude),
            throttle,
            flaps,
            mode: Mode::Steady,
            speed: 0,
            fps: 0,
            half: false,
            entry: None,
            reversal: None,
            formation: false,
        };
        craft.set_speed(speed);
        craft
    }

    /// `X.fp`: FPs and half carried out at a move speed.
    #[inline]
    pub(crate) fn set_speed(&mut self, speed: i16) {
        let halves = speed + i16::from(self.plane.half);
        self.speed = speed;
        self.fps = (halves / 2).min(MOST_FPS as i16) as u8;
        self.half = halves % 2 == 1;
    }

    /// The pitch at the start.
    #[inline]
    pub(crate) fn pitch(&self) -> Pitch {
        self.plane.pitch()
    }

    /// What is added to every listed minimum speed.
    #[inline]
    pub(crate) fn minimum_shift(&self) -> i16 {
        Type::minimum_shift(self.condition, self.flaps)
    }

    /// `X.stall`: whether it is too slow to fly.
    #[inline]
    pub(crate) fn stalled(&self) -> bool {
        self.speed < self.ty.minimum(self.band, self.condition, self.flaps)
    }

    /// Steps of the transition, Note A included; 0 without one.
    #[inline]
    pub(crate) fn steps(&self) -> u8 {
        match self.mode {
            Mode::NoteAUp | Mode::NoteADown => 2,
            Mode::To(_) => self.entry.map_or(0, |entry| entry.steps),
            Mode::Steady | Mode::Wingover | Mode::Stall => 0,
        }
    }

    /// Cost of the transition in half points.
    #[inline]
    pub(crate) fn transition_cost(&self) -> i16 {
        match self.steps() {
            0 => 0,
            steps => self.ty.transition[usize::from(steps) - 1].unwrap_or(0),
        }
    }

    /// The numbers of VFPs that the attitude, the chart or the manoeuvre allows, and the rule that says so.
    /// Halves are rounded either way ([`crate::rule::VFP_FRACTIONS`]).
    #[inline]
    pub(crate) fn pairs(&self) -> (Pairs, RuleId) {
        let mut pairs = Pairs::new();
        let half_up = self.fps.div_ceil(2);
        let rule = match self.mode {
            Mode::Steady => match self.pitch() {
                Pitch::L => rule::LEVEL,
                Pitch::Inverted => rule::INVERTED,
                Pitch::C => rule::CLIMBING,
                Pitch::D => rule::DIVING,
                Pitch::InvertedClimb => rule::INVERTED_CLIMBING,
                Pitch::InvertedDive => rule::INVERTED_DIVING,
            },
            Mode::To(_) => rule::FRACTIONS,
            Mode::NoteAUp | Mode::NoteADown => rule::NOTE_A,
            Mode::Wingover => rule::WINGOVER,
            Mode::Stall => rule::STALL,
        };
        match (self.mode, self.plane.nose) {
            (Mode::Steady, Nose::Level) => pairs.push((0, 0)),
            // `12.g`: half of the FPs, rounded either way.
            (Mode::Steady, Nose::Climb) => pairs.extend((1..=half_up).map(|up| (up, 0))),
            (Mode::Steady, Nose::Dive) => pairs.extend((1..=half_up).map(|down| (0, down))),
            (Mode::To(_), _) => {
                if let Some(entry) = self.entry {
                    let (low_up, high_up) = part(entry.up, self.fps);
                    let (low_down, high_down) = part(entry.down, self.fps);
                    for up in low_up..=high_up {
                        pairs.extend((low_down..=high_down).map(|down| (up, down)));
                    }
                }
            }
            (Mode::NoteAUp, _) => pairs.extend(((self.fps / 4).max(1)..=half_up).map(|up| (up, 0))),
            (Mode::NoteADown, _) => pairs.extend(((self.fps / 4).max(1)..=half_up).map(|down| (0, down))),
            (Mode::Wingover, _) => pairs.push((1, 1)),
            (Mode::Stall, _) => {}
        }
        pairs.retain(|(up, down)| *up + *down <= self.fps);
        (pairs, rule)
    }

    /// After how many FPs the reversal may come; nothing where the entry has none.
    #[inline]
    pub(crate) fn reversals(&self) -> Option<(u8, u8)> {
        self.entry.and_then(|entry| entry.reversal).map(|twelfths| part(twelfths, self.fps))
    }
}

/// `13.a`: the most VFPs in one hex of a move with so many VFPs and HFPs.
#[inline]
pub(crate) fn per_hex(vfps: u8, hfps: u8) -> (u8, RuleId) {
    if vfps <= hfps {
        (1, rule::ONE_VFP_A_HEX)
    } else if vfps <= 2 * hfps {
        (2, rule::TWO_VFPS_A_HEX)
    } else if vfps <= 3 * hfps {
        (3, rule::THREE_VFPS_A_HEX)
    } else {
        (u8::MAX, rule::ANY_VFPS_A_HEX)
    }
}
