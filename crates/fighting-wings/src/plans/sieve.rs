//! States of a search, each kept once. What was kept first stays first, so nothing depends on the hash.

use super::spot::{Load, Spot};
use super::way::Way;
use crate::course::{Kind, Step};
use sky::Direction;

/// A state and how it was reached.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) spot: Spot,
    pub(super) load: Load,
    pub(super) step: Step,
    /// The state before its last FP.
    pub(super) parent: u32,
    /// Another state in the same spot, or [`NONE`].
    next: u32,
    dropped: bool,
}

/// No node.
const NONE: u32 = u32::MAX;

/// What becomes of states that resemble each other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// Of equal ones the first.
    First,
    /// Those that no other in the same spot beats.
    Best,
}

impl Node {
    /// The state before the first FP.
    pub(super) fn root((spot, load): (Spot, Load)) -> Node {
        Node { spot, load, step: Step::straight(Kind::H), parent: NONE, next: NONE, dropped: false }
    }

    /// A state one FP after another.
    pub(super) fn after(parent: u32, step: Step, (spot, load): (Spot, Load)) -> Node {
        Node { spot, load, step, parent, next: NONE, dropped: false }
    }
}

/// States in the order in which they were offered. Equal ones are looked for since the last [`Sieve::begin`].
#[derive(Default)]
pub(super) struct Sieve {
    nodes: Vec<Node>,
    /// The latest node of each spot by its hash; one from before [`Sieve::begin`] counts as none.
    slots: Vec<u32>,
    begin: usize,
}

impl Sieve {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.slots.fill(NONE);
        self.begin();
    }

    /// States offered from now on are compared with each other only.
    pub(super) fn begin(&mut self) {
        self.begin = self.nodes.len();
    }

    /// Where the next node will be.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A node, unless it was dropped.
    pub(super) fn get(&self, at: usize) -> Option<&Node> {
        Some(&self.nodes[at]).filter(|node| !node.dropped)
    }

    /// Adds a node without a look at others.
    pub(super) fn push(&mut self, node: Node) {
        self.nodes.push(node);
    }

    /// Adds a node unless another makes it superfluous; drops those that it makes superfluous.
    pub(super) fn offer(&mut self, node: Node, keep: Keep) {
        if 2 * (self.nodes.len() - self.begin + 1) > self.slots.len() {
            self.grow(keep);
        }
        let at = self.slot(&node, keep);
        let first = self.latest(at);
        let mut next = first;
        while next != NONE {
            let other = &mut self.nodes[next as usize];
            if keep == Keep::First || other.load.beats(&node.load) {
                return;
            }
            other.dropped |= node.load.beats(&other.load);
            next = other.next;
        }
        let number = self.nodes.len() as u32;
        self.nodes.push(Node { next: first, ..node });
        self.slots[at] = number;
    }

    /// The slot of a node: that of its like, or an empty one.
    #[inline]
    fn slot(&self, node: &Node, keep: Keep) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash(node, keep) as usize & mask;
        loop {
            let Some(other) = self.nodes.get(self.latest(at) as usize) else { return at };
            if other.spot == node.spot && (keep == Keep::Best || other.load == node.load) {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    #[inline]
    fn latest(&self, slot: usize) -> u32 {
        let node = self.slots[slot];
        if (node as usize) < self.begin { NONE } else { node }
    }

    fn grow(&mut self, keep: Keep) {
        let size = (4 * self.slots.len()).max(1024);
        self.slots.clear();
        self.slots.resize(size, NONE);
        for n in self.begin..self.nodes.len() {
            let at = self.slot(&self.nodes[n], keep);
            self.nodes[n].next = self.latest(at);
            self.slots[at] = n as u32;
        }
    }

    /// The way of so many FPs that led to a node.
    pub(super) fn way(&self, mut node: u32, fps: u8) -> Way {
        let mut way = Way::default();
        for fp in (0..fps).rev() {
            let Node { step, parent, .. } = self.nodes[node as usize];
            way.note(fp, step);
            node = parent;
        }
        way
    }
}

/// A number for a spot; with [`Keep::First`] also for its load.
#[inline]
fn hash(node: &Node, keep: Keep) -> u64 {
    let Spot { hex, heading, bank, entered, up, down, turn, begun, .. } = node.spot;
    let place = u64::from(hex.q as u16) | u64::from(hex.r as u16) << 16;
    let ways = u64::from(heading.number())
        | (bank as u64) << 3
        | u64::from(entered.map_or(7, Direction::number)) << 6;
    let vfps = u64::from(up) | u64::from(down) << 4 | u64::from(node.spot.in_hex) << 8;
    let turn = turn.map_or(0, |turn| {
        1 | (turn.rate as u64) << 1 | u64::from(turn.fps) << 4 | u64::from(turn.vertical) << 9
    });
    let begun = begun.map_or(0, |(_, fps)| u64::from(fps));
    let load = match keep {
        Keep::First => {
            let Load { turns, other, flags, .. } = node.load;
            u64::from(turns as u16) | u64::from(other as u16) << 16 | u64::from(flags) << 32
        }
        Keep::Best => 0,
    };
    let spot = place | ways << 32 | vfps << 48;
    let mixed = (spot ^ load.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (turn << 3 ^ begun << 20).rotate_left(29))
        .wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ mixed >> 32
}
