//! How a simple pilot finds a plan: it weighs its short list by where the plans end and by what could be done from there next.

use crate::Look;
use crate::command::{Mode, Plan, Throttle};
use crate::flight::straight_plan;
use crate::plans::{End, Group, Memory, Setting, groups};
use crate::reach::Reach;
use crate::rules::Rules;
use crate::sample::safe_plan;
use crate::space::from_frame;
use crate::state::State;
use crate::worth::{after_moving, standing};
use arrayvec::ArrayVec;
use sky::{Direction, Hex};
use std::cmp::Reverse;
use std::rc::Rc;
use table::Heed;

/// How much an attack in the next game turn counts, on average over the enemy's moves.
const GAIN: i64 = 12;
/// An enemy farther away than this does not get into range in one game turn.
const FAR: i16 = 16;
/// Enemies of which the next move is foreseen.
const NEAR: usize = 2;
/// So far above or below an enemy nobody fires in the next game turn.
const LEVELS: i16 = 60;

/// The best plans of the first of these aircraft with what they are worth, best first; of those seen until `stop` says so.
pub(crate) fn best_plans(
    look: Look<'_>,
    movers: u32,
    (most, heed): (usize, Heed),
    memory: &mut Memory,
    stop: &dyn Fn() -> bool,
) -> Vec<(i64, Plan)> {
    let Look { rules, state, .. } = look;
    let index = movers.trailing_zeros() as usize;
    if state.formation_of(rules, index).is_some()
        && let Some(cruise) = straight_plan(rules, state, index, (Throttle::Normal, false, Mode::Steady))
    {
        return vec![(0, cruise)];
    }
    let mut found = weigh((rules, state), index, (most, heed), memory, stop);
    if found.is_empty() {
        found.push((0, safe_plan(rules, state, index)));
    }
    found
}

/// One plan of a list of groups, and what it is worth.
#[derive(Clone, Copy)]
struct Weighed {
    worth: i64,
    group: usize,
    end: usize,
    setting: Setting,
}

fn weigh(
    (rules, state): (&Rules, &State),
    index: usize,
    (most, heed): (usize, Heed),
    memory: &mut Memory,
    stop: &dyn Fn() -> bool,
) -> Vec<(i64, Plan)> {
    let mut after = after_moving(state, index);
    let mut list: Vec<Group<'_>> = Vec::new();
    'throttles: for throttle in throttles(rules, state, index) {
        for group in groups((rules, state), index, (throttle, false), memory) {
            list.push(group);
            if stop() {
                break 'throttles;
            }
        }
    }
    let seen = near(rules, state, index).take_while(|_| !stop());
    let foes: ArrayVec<Foe, NEAR> = seen.map(|foe| Foe::of((rules, state), foe, memory)).collect();
    let outlook = Outlook::new((state, index), (memory.reach(&list), &foes), heed, stop);
    let mut all: Vec<Weighed> = Vec::new();
    'groups: for (number, group) in list.iter().enumerate() {
        let settings = group.settings(state, index, &[group.craft.throttle]);
        for (n, end) in group.courses.ends.iter().enumerate() {
            if !all.is_empty() && stop() {
                break 'groups;
            }
            let foes = outlook.of(end);
            for setting in settings.iter().filter(|setting| group.legal(state, index, end, setting)) {
                group.land(end, setting, &mut after.planes[index]);
                let worth =
                    standing(rules, &after, index, heed) + advantage(foes, after.planes[index].altitude);
                all.push(Weighed { worth, group: number, end: n, setting: *setting });
            }
        }
    }
    if most == 1 {
        // Of equal ones the first.
        let best = all.iter().rev().max_by_key(|weighed| weighed.worth);
        all = best.copied().into_iter().collect();
    }
    // Of equal ones the first.
    all.sort_by_key(|weighed| Reverse(weighed.worth));
    // One for each place: plans that differ in little else are no choice.
    let mut places: Vec<(Hex, Direction)> = Vec::new();
    let mut found = Vec::new();
    for weighed in all {
        let group = &list[weighed.group];
        let end = &group.courses.ends[weighed.end];
        if !places.contains(&(end.hex, end.heading)) {
            places.push((end.hex, end.heading));
            found.push((weighed.worth, group.plan(index, end, &weighed.setting)));
        }
        if found.len() >= most {
            break;
        }
    }
    found
}

/// What places are worth for the next game turn, by their number: for each near enemy its altitude and the advantage over it.
struct Outlook {
    own: Rc<Reach>,
    places: Vec<ArrayVec<(i16, i64), NEAR>>,
}

impl Outlook {
    /// Places that were not looked at when `stop` said so are worth nothing.
    fn new(
        (state, index): (&State, usize),
        (own, foes): (Rc<Reach>, &[Foe]),
        heed: Heed,
        stop: &dyn Fn() -> bool,
    ) -> Outlook {
        let start = &state.planes[index];
        let seen = own.places().iter().take_while(|_| !stop()).map(|place| {
            let place = from_frame((start.hex, start.heading), *place);
            let advantage = |foe: &Foe| {
                let plane = &state.planes[foe.index];
                let there = (plane.hex, plane.heading);
                let gain = own.pressure(place, (&foe.reach, there));
                // Who moves later in this game turn can attack at once.
                let risk = if plane.moved { 0 } else { foe.reach.attack(there, place) };
                (plane.altitude, GAIN * gain - heed.of(risk))
            };
            foes.iter().map(advantage).collect()
        });
        let places = seen.collect();
        Outlook { own, places }
    }

    /// What the place where a course ends is worth against each near enemy.
    fn of(&self, end: &End) -> &[(i16, i64)] {
        self.places.get(self.own.number(end)).map_or(&[], ArrayVec::as_slice)
    }
}

/// What it is worth to stand there at an altitude; less so far above or below an enemy.
fn advantage(foes: &[(i16, i64)], altitude: i16) -> i64 {
    let levels = i64::from(LEVELS);
    let worth = |(theirs, worth): &(i16, i64)| {
        worth * i64::from((LEVELS - (altitude - theirs).abs()).max(0)) / levels
    };
    foes.iter().map(worth).sum()
}

/// The throttle settings worth a thought: full power, and Idle where there is speed to spare.
fn throttles(rules: &Rules, state: &State, index: usize) -> impl Iterator<Item = Throttle> {
    let plane = &state.planes[index];
    let spare = plane.speed.0 >= 9;
    let full = (!plane.forced_idle).then_some(rules.ty(index).highest());
    full.into_iter().chain((plane.forced_idle || spare).then_some(Throttle::Idle))
}

/// The nearest enemies that can get into range.
fn near(rules: &Rules, state: &State, index: usize) -> impl Iterator<Item = usize> {
    let from = state.planes[index].hex;
    let foes = state.flying(rules, rules.side(index).enemy());
    let mut near: Vec<(i16, usize)> = foes.map(|foe| (state.planes[foe].hex.distance(from), foe)).collect();
    near.retain(|(distance, _)| *distance <= FAR);
    near.sort_unstable();
    near.truncate(NEAR);
    near.into_iter().map(|(_, foe)| foe)
}

/// A near enemy and what it can do with its next move.
struct Foe {
    index: usize,
    reach: Rc<Reach>,
}

impl Foe {
    fn of((rules, state): (&Rules, &State), index: usize, memory: &mut Memory) -> Foe {
        let plane = &state.planes[index];
        let throttle = if plane.forced_idle { Throttle::Idle } else { rules.ty(index).highest() };
        let groups: Vec<Group<'_>> = groups((rules, state), index, (throttle, false), memory).collect();
        Foe { index, reach: memory.reach(&groups) }
    }
}
