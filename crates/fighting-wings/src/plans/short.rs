//! The short list of section 26.1: courses worth a thought, each with a few altitude numbers and throttle settings.

use super::memory::{Courses, Memory};
use super::openings;
use super::search::End;
use super::spot::flag;
use crate::account::{balance, settle};
use crate::command::{Altitude, Mode, Plan, Throttle};
use crate::craft::Craft;
use crate::flight::{altitude_range, check_altitude, check_height, has_room, legal};
use crate::rules::Rules;
use crate::sample::safe_plan;
use crate::space::from_frame;
use crate::state::{Plane, State, Trace};
use crate::units::QUARTERS;
use crate::walk::Walker;
use arrayvec::ArrayVec;
use sky::{Direction, Hex};
use std::rc::Rc;
use table::{PieceId, Reasons, SumOnly, Whether};

/// The courses of one mode, reversal and number of VFPs.
pub(crate) struct Group<'a> {
    pub(crate) craft: Craft<'a>,
    /// Climbing and diving VFPs.
    pub(crate) pair: (u8, u8),
    pub(crate) courses: Rc<Courses>,
}

/// An altitude number with a throttle setting, and what it comes to without the decel of the steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub(crate) altitude: Altitude,
    pub(crate) throttle: Throttle,
    /// Increments gained.
    pub(crate) gain: i16,
    /// Quarter points.
    net: i16,
    /// Flags that a course must not have and must have for it.
    bars: u16,
    needs: u16,
}

impl Group<'_> {
    /// The altitude numbers of the short list with these throttle settings, as far as they are legal.
    pub(crate) fn settings(&self, state: &State, index: usize, throttles: &[Throttle]) -> Vec<Setting> {
        let mut settings = Vec::new();
        let (craft, (up, down)) = (&self.craft, self.pair);
        let walker = Walker { up, down, upright: true, wings_level: true, ..Walker::new(craft) };
        for (altitude, bars, needs) in altitudes(craft, state, index, self.pair) {
            let wings_level = needs & flag::NOT_LEVEL == 0;
            let walker = Walker { wings_level, ..walker };
            for throttle in throttles {
                let craft = Craft { throttle: *throttle, ..*craft };
                let balance = balance(&craft, &walker, altitude, &mut SumOnly);
                let mut why = Whether::default();
                check_altitude(&craft, &walker, altitude, &mut why);
                check_height(&craft, self.pair, balance.gain, &mut why);
                if balance.payable && !why.any() {
                    let (gain, net) = (balance.gain, balance.net);
                    settings.push(Setting { altitude, throttle: *throttle, gain, net, bars, needs });
                }
            }
        }
        settings
    }

    /// Where a course ends.
    #[inline]
    pub(crate) fn place(&self, end: &End) -> (Hex, Direction) {
        let Plane { hex, heading, .. } = *self.craft.plane;
        from_frame((hex, heading), (end.hex, end.heading))
    }

    /// The end speed in half points of a course with a setting, before any limit; nothing if they do not go together.
    #[inline]
    pub(crate) fn speed(&self, end: &End, setting: &Setting) -> Option<i16> {
        let fits = end.flags & setting.bars == 0 && end.flags & setting.needs == setting.needs;
        let (raw, _) = settle(self.craft.speed, setting.net - QUARTERS * end.decel);
        (fits && raw >= 0).then_some(raw)
    }

    /// Whether a course is a legal plan with a setting.
    #[inline]
    pub(crate) fn legal(&self, state: &State, index: usize, end: &End, setting: &Setting) -> bool {
        let Craft { rules, plane, formation, .. } = self.craft;
        // `19.l.iii`: gunners who have fired bar it.
        let barred = plane.gunned != 0 && end.flags & flag::HARD != 0;
        self.speed(end, setting).is_some()
            && !barred
            && has_room(rules, state, index, (self.place(end).0, plane.altitude + setting.gain))
            && (!(plane.forced_straight || formation)
                || legal(rules, state, index, &self.plan(index, end, setting)))
    }

    /// Puts an aircraft where a course ends with a setting, with what fixed guns read of its move.
    pub(crate) fn land(&self, end: &End, setting: &Setting, plane: &mut Plane) {
        let craft = &self.craft;
        let limit = craft.ty.dive_limit(craft.band, craft.condition);
        (plane.hex, plane.heading) = self.place(end);
        plane.bank = end.bank;
        plane.nose = craft.mode.nose(craft.plane.nose);
        plane.altitude = craft.plane.altitude + setting.gain;
        plane.speed.0 = self.speed(end, setting).unwrap_or(0).min(limit);
        plane.throttle = setting.throttle;
        let last = Trace::last(craft.fps, 1);
        let at_last = |bit: u16| if end.flags & bit != 0 { last } else { 0 };
        let before = if end.flags & flag::LAST_TWO != 0 { last >> 1 } else { 0 };
        plane.trace = Trace {
            fps: craft.fps,
            manoeuvre: at_last(flag::LAST) | before,
            hard: at_last(flag::HARD_LATE),
            break_turn: at_last(flag::BREAK_LATE),
            snap: at_last(flag::SNAP_LATE),
            slats: at_last(flag::SLATS),
            et: end.flags & flag::ET != 0,
            negative: craft.entry.is_some_and(|e| e.negative(craft.pitch(), craft.rules.options.red_pushes)),
            ..Trace::default()
        };
    }

    /// The plan that flies a course with a setting.
    pub(crate) fn plan(&self, index: usize, end: &End, setting: &Setting) -> Plan {
        Plan {
            aircraft: PieceId::of(index),
            throttle: setting.throttle,
            flaps: self.craft.flaps,
            jettison: false,
            mode: self.craft.mode,
            altitude: setting.altitude,
            steps: end.way.course(self.craft.fps, self.craft.reversal),
        }
    }
}

/// The courses of the short list with a throttle setting and flaps.
pub(crate) fn groups<'a>(
    (rules, state): (&'a Rules, &'a State),
    index: usize,
    settings: (Throttle, bool),
    memory: &mut Memory,
) -> impl Iterator<Item = Group<'a>> {
    openings(rules, state, index, settings).into_iter().map(move |(craft, pair)| {
        let courses = memory.courses(&craft, pair);
        Group { craft, pair, courses }
    })
}

/// The throttle settings of the short list: the highest and the last one, which fly the same courses; then Idle.
pub(crate) fn throttles(rules: &Rules, state: &State, index: usize) -> [ArrayVec<Throttle, 2>; 2] {
    let plane = &state.planes[index];
    let mut power = ArrayVec::new();
    if !plane.forced_idle {
        power.push(rules.ty(index).highest());
        if plane.throttle != Throttle::Idle && !power.contains(&plane.throttle) {
            power.push(plane.throttle);
        }
    }
    [power, ArrayVec::from_iter([Throttle::Idle])]
}

/// The altitude numbers of the short list: the lowest, the highest, none, and those nearest to each enemy; with the flags that bar a course
/// from them and those that it needs.
fn altitudes(
    craft: &Craft<'_>,
    state: &State,
    index: usize,
    (up, down): (u8, u8),
) -> Vec<(Altitude, u16, u16)> {
    let (low, high) = altitude_range(craft, up + down);
    let base = craft.plane.altitude + 9 * (i16::from(up) - i16::from(down));
    let mut numbers = vec![0, low, high];
    for foe in state.flying(craft.rules, craft.rules.side(index).enemy()) {
        let to = state.planes[foe].altitude - base;
        numbers.extend([0, 3, -3, 10, -10, 13, -13].map(|off| (to + off).clamp(low, high)));
    }
    numbers.sort_unstable_by_key(|n| (n.abs(), *n));
    numbers.dedup();
    let none = Altitude::none(craft.mode, craft.plane.nose);
    let mut list: Vec<_> = numbers.into_iter().map(|n| (none.with(n), 0, 0)).collect();
    let rate = craft.ty.climb_rate(craft.band, craft.condition);
    if craft.mode == Mode::Steady && rate > 0 {
        list.push((Altitude::Rate(rate), flag::NOT_UPRIGHT | flag::NOT_LEVEL, 0));
        list.push((Altitude::Rate(rate - 1), flag::NOT_UPRIGHT, flag::NOT_LEVEL));
    }
    list
}

/// Calls `found` with every plan of the short list: legal ones, for pilots, hints and click-to-fly. There are too many to keep them all.
pub fn short_list(rules: &Rules, state: &State, index: usize, mut found: impl FnMut(Plan)) {
    let (mut none, mut memory) = (true, Memory::default());
    for throttles in throttles(rules, state, index).iter().filter(|list| !list.is_empty()) {
        for group in groups((rules, state), index, (throttles[0], false), &mut memory) {
            let settings = group.settings(state, index, throttles);
            for end in &group.courses.ends {
                for setting in settings.iter().filter(|setting| group.legal(state, index, end, setting)) {
                    none = false;
                    found(group.plan(index, end, setting));
                }
            }
        }
    }
    if none {
        found(safe_plan(rules, state, index));
    }
}
