//! Click-to-fly: of the short list one plan for each way to end, named as a pilot would.

use super::short_list;
use crate::command::{Command, Plan};
use crate::course::Course;
use crate::craft::Craft;
use crate::flight::effect::trail;
use crate::flight::examine;
use crate::rules::Rules;
use crate::space;
use crate::state::State;
use crate::view::pose_of;
use crate::words::{called, rank};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::Whether;
use table::view::{At, Plan as Shown, Pose};

/// Where the plans of the short list end that are wanted. Of those with the same steps one is enough, because throttle and
/// altitude number can be set once it is chosen; of those with the same end the fastest.
pub(super) fn of(
    rules: &Rules,
    state: &State,
    index: usize,
    wanted: impl Fn(&Plan) -> bool,
) -> Vec<Shown<Command>> {
    let start = &state.planes[index];
    let mut list: Vec<(i16, Shown<Command>)> = Vec::new();
    let mut ends: BTreeMap<Pose, usize> = BTreeMap::new();
    let mut paths: BTreeMap<Course, Arc<[At]>> = BTreeMap::new();
    let mut last: Option<Plan> = None;
    for plan in short_list(rules, state, index).into_iter().filter(wanted) {
        if last.as_ref().is_some_and(|last| last.mode == plan.mode && last.steps == plan.steps) {
            continue;
        }
        last = Some(plan.clone());
        let Some(arrival) = examine(rules, state, index, &plan, &mut Whether::default()) else { continue };
        let attitude = (arrival.walker.bank, plan.mode.nose(start.nose));
        let altitude = start.altitude + arrival.balance.gain;
        let pose = pose_of(arrival.walker.hex, arrival.walker.heading, altitude, attitude);
        let found = ends.get(&pose).copied();
        if found.is_some_and(|n| list[n].0 >= arrival.balance.speed) {
            continue;
        }
        let path = paths.entry(plan.steps.clone()).or_insert_with(|| {
            let craft = Craft::new(rules, state, index, &plan);
            trail(&craft, &plan).iter().map(|hex| space::at(*hex)).collect()
        });
        let manoeuvre = Some(called(start, &plan, &arrival));
        let shown =
            Shown { path: Arc::clone(path), command: Command::Fly(plan), pose: Some(pose), manoeuvre };
        match found {
            Some(n) => list[n] = (arrival.balance.speed, shown),
            None => {
                ends.insert(pose, list.len());
                list.push((arrival.balance.speed, shown));
            }
        }
    }
    list.sort_by_cached_key(|(_, shown)| shown.manoeuvre.as_ref().map(rank));
    list.into_iter().map(|(_, shown)| shown).collect()
}
