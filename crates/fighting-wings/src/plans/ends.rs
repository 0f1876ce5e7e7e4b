//! Click-to-fly: of the short list the fastest plan for each place and attitude, named as a pilot would.

use super::search::End;
use super::short::Group;
use super::spot::flag;
use crate::attitude::{Bank, Nose};
use crate::command::{Command, Plan};
use crate::course::Step;
use crate::craft::Craft;
use crate::flight::effect::trail;
use crate::flight::examine;
use crate::rules::Rules;
use crate::space;
use crate::state::State;
use crate::view::pose_of;
use crate::words::{called, rank};
use sky::{Direction, Hex};
use std::cmp::Reverse;
use table::Whether;
use table::view::Plan as Shown;

/// Place and attitude.
type Key = (Hex, i16, Direction, Nose, Bank);

/// The ends found so far.
pub(super) struct Ends<'a> {
    state: &'a State,
    index: usize,
    /// Of one key the fastest comes first, and of those the first.
    found: Vec<(Key, Reverse<i16>, usize)>,
    plans: Vec<Plan>,
}

impl<'a> Ends<'a> {
    pub(super) fn new(state: &'a State, index: usize) -> Ends<'a> {
        Ends { state, index, found: Vec::new(), plans: Vec::new() }
    }

    /// Adds a group, as far as its courses are wanted. One altitude number is enough for a course, because it can be set once the course is
    /// chosen. A steady end is worth half a point of speed.
    pub(super) fn add(&mut self, group: &Group<'_>, wanted: impl Fn(&[Step]) -> bool) {
        let (state, index, plane) = (self.state, self.index, group.craft.plane);
        let settings = group.settings(state, index, &[group.craft.throttle]);
        let nose = group.craft.mode.nose(plane.nose);
        let bonus = |end: &End| i16::from(end.flags & flag::LAST_TWO == 0);
        let Craft { fps, reversal, .. } = group.craft;
        let course = |end: &End| end.way.course(fps, reversal);
        for end in group.courses.ends.iter().filter(|end| wanted(&course(end).steps)) {
            let Some(setting) = settings.iter().find(|setting| group.legal(state, index, end, setting))
            else {
                continue;
            };
            let speed = group.speed(end, setting).unwrap_or(0) + bonus(end);
            let (hex, heading) = group.place(end);
            let key = (hex, plane.altitude + setting.gain, heading, nose, end.bank);
            self.found.push((key, Reverse(speed), self.plans.len()));
            self.plans.push(group.plan(index, end, setting));
        }
    }

    /// The plans to these ends, in the order in which they are offered.
    pub(super) fn plans(mut self, rules: &Rules) -> Vec<Shown<Command>> {
        self.found.sort_unstable();
        self.found.dedup_by_key(|(key, ..)| *key);
        self.found.sort_unstable_by_key(|(.., which)| *which);
        let mut list: Vec<_> = self
            .found
            .iter()
            .filter_map(|(.., which)| shown(rules, self.state, &self.plans[*which]))
            .collect();
        list.sort_by_cached_key(|shown| shown.manoeuvre.as_ref().map(rank));
        list
    }
}

/// A plan as it is shown.
pub(super) fn shown(rules: &Rules, state: &State, plan: &Plan) -> Option<Shown<Command>> {
    let index = plan.aircraft.index();
    let start = &state.planes[index];
    let arrival = examine(rules, state, index, plan, &mut Whether::default())?;
    let attitude = (arrival.walker.bank, plan.mode.nose(start.nose));
    let altitude = start.altitude + arrival.balance.gain;
    let craft = Craft::new(rules, state, index, plan);
    Some(Shown {
        pose: Some(pose_of(arrival.walker.hex, arrival.walker.heading, altitude, attitude)),
        path: trail(&craft, plan).iter().map(|hex| space::at(*hex)).collect(),
        manoeuvre: Some(called(start, plan, &arrival)),
        command: Command::Fly(plan.clone()),
    })
}
