//! Every way to fly one altitude and speed decision, deduplicated while it is searched.
//!
//! Two half-flown moves are the same when nothing that follows can tell them apart: same points left, hex, facing, forward
//! hexes as far as the Turn Mode asks, odd or even turns, side of the rolls, points climbed, and, for every enemy gun and
//! own gun that could matter at an altitude that the move can end at, how long the unbroken run of sighting points is (8.0).
//! Two finished moves are the same when they end at the same hex, facing, altitude and climb step with the same points
//! climbed (which give the choice of end speed and what is prepared), the same passes (9.2) and the same sights.

use crate::Gun;
use crate::command::{Act, Altitude, Path};
use crate::finish;
use crate::flight::Flight;
use crate::sighting::{counts_for_firer, in_field, third};
use crate::space::Facing;
use crate::state::{Plane, Record, Rules, State};
use arrayvec::ArrayVec;
use sky::Hex;

/// One node of the search.
#[derive(Clone, Copy)]
struct Node {
    flight: Flight,
    runs: Runs,
    parent: u32,
    act: Act,
}

/// The unbroken runs of sighting points, four bits each: for every watched enemy own guns, then its guns.
type Runs = u64;

/// An enemy whose sights matter.
struct Watched {
    hex: Hex,
    facing: Facing,
    guns: &'static [Gun],
}

/// A finished move.
#[derive(Clone, Copy)]
pub(crate) struct End {
    pub(crate) flight: Flight,
    node: u32,
}

/// The search, with its memory, which is kept for the next one.
#[derive(Default)]
pub(crate) struct Reach {
    nodes: Vec<Node>,
    seen: Seen,
    ends: Vec<End>,
}

impl Reach {
    /// Finds every distinct way to finish a move. Moves that leave the map are found once per way out.
    pub(crate) fn explore(
        &mut self,
        rules: &Rules,
        state: &State,
        index: usize,
        choice: Altitude,
        speed: u8,
    ) -> &[End] {
        self.nodes.clear();
        self.ends.clear();
        self.seen.clear();
        let plane = &state.planes[index];
        let own = rules.of(plane.side).guns();
        let watched = watch(rules, state, plane, choice, speed);
        let needed = u64::from(third(usize::from(speed)));
        let longest_mode = rules.of(plane.side).turn_mode.into_iter().max().unwrap_or(0);
        let flown: &[Act] = plane.announced.as_ref().map_or(&[], |a| &a.flown.0);
        let start = finish::fly(rules, plane, choice, speed, flown, &mut table::Refusals::none());
        let mut runs = 0;
        for record in &start.records {
            runs = count(rules, own, &watched, needed, runs, *record);
        }
        let root = Node { flight: start.flight, runs, parent: u32::MAX, act: Act::Vertical(0) };
        self.nodes.push(root);
        let mut next = 0;
        let mut left_by = 0u8;
        while next < self.nodes.len() {
            let node = self.nodes[next];
            let flight = node.flight;
            if flight.exit.is_some() || flight.left == 0 {
                let fresh = match flight.exit {
                    Some(exit) => {
                        let bit = 1 << exit as u8;
                        let before = left_by;
                        left_by |= bit;
                        before & bit == 0
                    }
                    None => self.seen.insert(end_key(&flight, sights(node.runs, needed))),
                };
                if fresh {
                    self.ends.push(End { flight, node: next as u32 });
                }
                next += 1;
                continue;
            }
            for act in finish::acts(rules) {
                if !flight.allows(rules, plane, *act) {
                    continue;
                }
                let mut after = flight;
                let mut runs = node.runs;
                after.act(rules, plane, *act, &mut |record| {
                    runs = count(rules, own, &watched, needed, runs, record);
                });
                // Flying on straight past what the Turn Mode asks changes nothing.
                after.hexes = after.hexes.min(longest_mode);
                if after.exit.is_some() || self.seen.insert(key(&after, runs)) {
                    self.nodes.push(Node { flight: after, runs, parent: next as u32, act: *act });
                }
            }
            next += 1;
        }
        &self.ends
    }

    /// The finished moves of the last search.
    pub(crate) fn ends(&self) -> &[End] {
        &self.ends
    }

    /// The way to a finished move.
    pub(crate) fn path(&self, rules: &Rules, plane: &Plane, end: &End) -> Path {
        let mut acts: ArrayVec<Act, 24> = ArrayVec::new();
        let mut n = end.node;
        while self.nodes[n as usize].parent != u32::MAX {
            let node = &self.nodes[n as usize];
            let _ = acts.try_push(node.act);
            n = node.parent;
        }
        let mut path = plane.announced.as_ref().map_or(Path::default(), |a| a.flown.clone());
        for act in acts.into_iter().rev() {
            finish::push(rules, plane, &mut path, act);
        }
        path
    }
}

/// The enemies at altitudes where this move can end, or all of them where fire crosses altitudes (11.0).
fn watch(rules: &Rules, state: &State, plane: &Plane, choice: Altitude, speed: u8) -> ArrayVec<Watched, 4> {
    let ty = rules.of(plane.side);
    let low = plane.altitude.saturating_sub(choice.levels());
    let climb =
        if choice == Altitude::Climb { (plane.climb + speed / ty.climb_cost) / ty.climb_steps } else { 0 };
    let levels = low..=low.saturating_add(climb);
    state
        .flying(plane.side.enemy())
        .filter(|(_, p)| rules.inter_altitude() || levels.contains(&p.altitude))
        .map(|(_, p)| Watched { hex: p.hex, facing: p.facing, guns: rules.of(p.side).guns() })
        .take(4)
        .collect()
}

/// 8.A and 8.B, point by point.
fn count(rules: &Rules, own: &[Gun], watched: &[Watched], needed: u64, runs: Runs, record: Record) -> Runs {
    let mut next = 0;
    for (n, enemy) in watched.iter().enumerate() {
        let mut slot = 16 * n as u32;
        for gun in own {
            if in_field(rules, *gun, record.hex, record.facing, enemy.hex) {
                let run = (runs >> slot & 15) + u64::from(counts_for_firer(record.kind));
                next |= run.min(needed) << slot;
            }
            slot += 4;
        }
        slot = 16 * n as u32 + 8;
        for gun in enemy.guns {
            if in_field(rules, *gun, enemy.hex, enemy.facing, record.hex) {
                next |= ((runs >> slot & 15) + 1).min(needed) << slot;
            }
            slot += 4;
        }
    }
    next
}

/// Which runs are long enough.
fn sights(runs: Runs, needed: u64) -> u64 {
    (0..16).filter(|n| runs >> (4 * n) & 15 >= needed).fold(0, |bits, n| bits | 1 << n)
}

fn key(flight: &Flight, runs: Runs) -> u128 {
    let mut key = u128::from(runs);
    let mut push = |value: u64, bits: u32| key = key << bits | u128::from(value);
    push(flight.hex.q as u64 & 0x7f, 7);
    push(flight.hex.r as u64 & 0x7f, 7);
    push(u64::from(flight.facing.number()), 3);
    push(u64::from(flight.left), 5);
    push(u64::from(flight.hexes), 5);
    push(if flight.turns == 0 { 0 } else { 1 + u64::from(flight.turns & 1) }, 2);
    push(flight.roll.map_or(0, |h| 1 + h as u64), 2);
    push(u64::from(flight.climbed), 5);
    push(u64::from(flight.lateral), 1);
    push(u64::from(flight.begun), 1);
    push(u64::from(flight.wing_over), 1);
    push(u64::from(flight.passes), 4);
    push(u64::from(flight.scored), 1);
    key
}

fn end_key(flight: &Flight, sights: u64) -> u128 {
    let done = Flight { hexes: 0, turns: 0, roll: None, begun: true, ..*flight };
    // A node's key never has the top bit, so that ends and nodes share one table.
    key(&done, sights) | 1 << 127
}

/// A set of keys by open addressing: the same on every machine, and its memory is kept.
#[derive(Default)]
struct Seen {
    slots: Vec<u128>,
    used: usize,
}

impl Seen {
    fn clear(&mut self) {
        self.slots.fill(0);
        self.used = 0;
    }

    /// Whether the key is new. No key is 0.
    fn insert(&mut self, key: u128) -> bool {
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        let fresh = Seen::put(&mut self.slots, key);
        self.used += usize::from(fresh);
        fresh
    }

    fn put(slots: &mut [u128], key: u128) -> bool {
        let mask = slots.len() - 1;
        let folded = (key as u64) ^ ((key >> 64) as u64).rotate_left(29);
        let mut n = (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        loop {
            if slots[n] == key {
                return false;
            }
            if slots[n] == 0 {
                slots[n] = key;
                return true;
            }
            n = (n + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(1 << 11);
        let old = std::mem::replace(&mut self.slots, vec![0; size]);
        for key in old.into_iter().filter(|k| *k != 0) {
            Seen::put(&mut self.slots, key);
        }
    }
}
