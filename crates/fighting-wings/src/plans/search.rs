//! The walk of section 26.1: breadth first, FP by FP, equal states merged, the first path kept.

use super::patterns::Kinds;
use crate::attitude::{Bank, Hand};
use crate::command::Mode;
use crate::course::{Course, Kind, Manoeuvre, Step};
use crate::craft::{Craft, per_hex};
use crate::state::{Trace, TurnCarry};
use crate::turn::{Cell, Rate, cell};
use crate::walk::Walker;
use arrayvec::ArrayVec;
use sky::{Direction, Hex};
use std::collections::{BTreeMap, BTreeSet};
use table::{Reasons, Whether};

/// All courses with so many VFPs; with `kinds`, only those of the short list that fly these.
pub(crate) struct Search<'a, 'k> {
    pub(crate) craft: Craft<'a>,
    pub(crate) pair: (u8, u8),
    pub(crate) kinds: Option<&'k Kinds>,
    /// The most courses.
    pub(crate) limit: usize,
}

/// A state of the walk.
#[derive(Clone)]
struct Node {
    walker: Walker,
    course: Course,
    /// Of the turn in progress: whether its first FP was a VFP, whether another was, whether it was carried in.
    first_vertical: bool,
    other_vertical: bool,
    carried: bool,
    /// What the short list counts.
    banks: u8,
    slips: u8,
}

/// Everything that matters of where a course ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Outcome {
    place: (Hex, Direction, Bank),
    entered: Option<Direction>,
    turning: Option<(Hand, Rate, u8, bool)>,
    decel: (i16, i16),
    flags: u16,
}

/// What of a set of FPs can still matter: the last two, whether any is in the second half, whether there is any.
fn reduced(craft: &Craft<'_>, mask: u16) -> u16 {
    let last_two = mask & Trace::last(craft.fps, 2);
    let late = mask & (u16::MAX << (craft.fps / 2)) != 0;
    last_two | u16::from(late) << 14 | u16::from(mask != 0) << 15
}

/// The flags of a walker: manoeuvre in the last FP and in the last two, HT, BT and snap in the second half, slats in the last FP, ET, HT or
/// tighter or snap at all; and what the account and the engine need: upright, wings level, rolled in the first FP.
fn flags(craft: &Craft<'_>, walker: &Walker) -> u16 {
    let trace = &walker.trace;
    let last = Trace::last(craft.fps, 1);
    let late = u16::MAX << (craft.fps / 2);
    let hard = trace.hard | trace.break_turn | trace.snap;
    let bits = [
        trace.manoeuvre & last != 0,
        trace.manoeuvre & Trace::last(craft.fps, 2) != 0,
        trace.hard & late != 0,
        trace.break_turn & late != 0,
        trace.snap & late != 0,
        trace.slats & last != 0,
        trace.et,
        hard != 0,
        !walker.upright,
        !walker.wings_level,
        craft.ty.no_injection && craft.steps() == 1 && !walker.rolled_first,
        walker.stressed,
    ];
    bits.iter().enumerate().fold(0, |set, (n, bit)| set | u16::from(*bit) << n)
}

/// What matters of a walked course.
pub(crate) fn outcome_of(craft: &Craft<'_>, walker: &Walker) -> Outcome {
    let mut ended = *walker;
    let turning = ended.end(craft).map(|turn: TurnCarry| (turn.hand, turn.rate, turn.fps, turn.vertical));
    Outcome {
        place: (ended.hex, ended.heading, ended.bank),
        entered: ended.entered,
        turning,
        decel: decel(craft, &ended),
        flags: flags(craft, &ended),
    }
}

/// Turn decel after the credit, and all other decel, in half points.
fn decel(craft: &Craft<'_>, walker: &Walker) -> (i16, i16) {
    let turned = if craft.flaps { 2 * i16::from(walker.turned) } else { 0 };
    let turns = (walker.turn_cost - craft.transition_cost() / 2).max(0);
    let other = walker.side_cost + 2 * i16::from(walker.snaps) + 2 * i16::from(walker.slatted) + turned;
    (turns + other, 0)
}

/// A state without its cost and flags.
type Core =
    (Hex, Direction, Bank, Option<Direction>, [u8; 4], Option<(Hand, Rate, u8, u8)>, Option<(Manoeuvre, u8)>);
/// Cost and flags of a state: turn decel, other decel, sets of FPs.
type Load = ([i16; 2], [u16; 7], u16);

impl<'a> Search<'a, '_> {
    /// The courses and where they end, in their order; whether the limit cut them.
    pub(crate) fn run(&self) -> (Vec<(Course, Walker)>, bool) {
        let craft = &self.craft;
        let course = Course { reversal: craft.reversal, ..Course::default() };
        let walker = Walker::new(craft);
        let carried = walker.turn.is_some();
        let start = Node {
            walker,
            course,
            first_vertical: false,
            other_vertical: false,
            carried,
            banks: 0,
            slips: 0,
        };
        let mut nodes = vec![start];
        let mut cut = false;
        for _ in 0..craft.fps {
            let mut next = Vec::new();
            let mut seen: BTreeSet<(Core, Load)> = BTreeSet::new();
            for node in &nodes {
                for step in self.steps(node) {
                    if let Some(longer) = self.fly(node, step)
                        && seen.insert((self.core(&longer), self.load(&longer)))
                    {
                        next.push(longer);
                    }
                }
                if next.len() > self.limit {
                    cut = true;
                    next.truncate(self.limit);
                    break;
                }
            }
            nodes = next;
            if self.kinds.is_some() {
                self.drop_dominated(&mut nodes);
            }
        }
        nodes.retain(|node| self.ends(node));
        let mut seen = BTreeSet::new();
        nodes.retain(|node| seen.insert(outcome_of(craft, &node.walker)));
        (nodes.into_iter().map(|node| (node.course, node.walker)).collect(), cut)
    }

    fn core(&self, node: &Node) -> Core {
        let w = &node.walker;
        let point_three =
            u8::from(node.carried) | u8::from(node.first_vertical) << 1 | u8::from(node.other_vertical) << 2;
        let turn = w.turn.filter(|turn| turn.fps > 0).map(|t| (t.hand, t.rate, t.fps, point_three));
        let last_turn =
            if self.craft.mode == Mode::Wingover { w.last_turn.map_or(0, |h| 1 + h as u8) } else { 0 };
        let counts = [
            w.up,
            w.down,
            w.in_hex | u8::from(w.skidded) << 7,
            last_turn | node.banks << 3 | node.slips << 6,
        ];
        (w.hex, w.heading, w.bank, w.entered, counts, turn, w.begun.map(|b| (b.act, b.fps)))
    }

    fn load(&self, node: &Node) -> Load {
        let (craft, w) = (&self.craft, &node.walker);
        let set = |mask: u16| reduced(craft, mask);
        let turned = if craft.flaps { 2 * i16::from(w.turned) } else { 0 };
        let other = w.side_cost + 2 * i16::from(w.snaps) + 2 * i16::from(w.slatted) + turned;
        let slats = w.trace.slats & Trace::last(craft.fps, 1);
        let masks = [
            w.trace.manoeuvre & Trace::last(craft.fps, 2),
            set(w.trace.hard),
            set(w.trace.break_turn),
            set(w.trace.snap),
            slats,
            w.turn.map_or(0, |turn| set(turn.mask)),
            w.begun.map_or(0, |begun| set(begun.mask)),
        ];
        let bits = [w.trace.et, w.stressed, !w.upright, !w.wings_level, !w.rolled_first, w.late_vfps == 0];
        let bits = bits.iter().enumerate().fold(0, |all, (n, bit)| all | u16::from(*bit) << n);
        ([w.turn_cost, other], masks, bits)
    }

    /// The steps that may come next, in their order: what is begun goes on.
    fn steps(&self, node: &Node) -> Vec<Step> {
        let w = &node.walker;
        let begun = w.turn.filter(|turn| turn.mask != 0);
        let acts: ArrayVec<Manoeuvre, 64> = match (w.begun, begun) {
            (Some(begun), _) => ArrayVec::from_iter([begun.act]),
            (None, Some(turn)) => self.turns(turn.hand, turn.rate).collect(),
            (None, None) => self.fresh(node).collect(),
        };
        let (up, down) = self.pair;
        let kinds = match self.kinds {
            Some(kinds) => ArrayVec::<Kind, 3>::from_iter([kinds[usize::from(w.fp)]]),
            None => ArrayVec::from([Kind::H, Kind::U, Kind::D]),
        };
        let hfps = self.craft.fps - up - down;
        let (limit, _) = per_hex(up + down, hfps);
        let flown = w.fp - w.up - w.down;
        let room = |kind: &Kind| match kind {
            Kind::H => flown < hfps,
            Kind::U => w.up < up && w.in_hex < limit,
            Kind::D => w.down < down && w.in_hex < limit,
        };
        let kinds = kinds.into_iter().filter(room);
        kinds.flat_map(|kind| acts.clone().into_iter().map(move |act| Step { kind, act })).collect()
    }

    fn turns(&self, hand: Hand, rate: Rate) -> impl Iterator<Item = Manoeuvre> + use<> {
        let most = cell(self.craft.speed, rate).map_or(0, Cell::most);
        (0..=most).map(move |change| Manoeuvre::Turn { hand, rate, change })
    }

    /// What an FP can begin.
    fn fresh(&self, node: &Node) -> impl Iterator<Item = Manoeuvre> {
        let w = &node.walker;
        let short = self.kinds.is_some();
        let long_move = self.craft.fps >= 7;
        let banks = !short || node.banks < if long_move { 1 } else { 2 };
        let slips = !short || (node.slips < 1 && !long_move);
        let side = w.bank.side();
        let need = self.craft.ty.bank_need(self.craft.speed);
        let rolls = Hand::BOTH.into_iter().flat_map(move |hand| {
            let all = [(1, false), (1, true), (2, false), (2, true)];
            let allowed = move |(count, snap): &(u8, bool)| {
                banks
                    && !(short && *snap)
                    && !(*snap && need == 0)
                    && (*count == 1 || need == 0 || (*snap && need == 1))
            };
            all.into_iter().filter(allowed).map(move |(count, snap)| Manoeuvre::Bank { hand, count, snap })
        });
        let turns = side
            .into_iter()
            .flat_map(move |hand| Rate::ALL.into_iter().flat_map(move |rate| self.turns(hand, rate)));
        let slips = side.into_iter().filter(move |_| slips).map(|hand| Manoeuvre::Slip { hand });
        let skids = Hand::BOTH
            .into_iter()
            .filter(move |_| !short)
            .flat_map(|hand| [false, true].map(|turn| Manoeuvre::Skid { hand, turn }));
        std::iter::once(Manoeuvre::Straight).chain(rolls).chain(turns).chain(slips).chain(skids)
    }

    /// A state one FP on, unless the step is refused or wasted.
    fn fly(&self, node: &Node, step: Step) -> Option<Node> {
        let craft = &self.craft;
        let mut why = Whether::default();
        let mut next = node.clone();
        let before = node.walker;
        next.walker.step(craft, step, &mut why);
        if why.any() || (before.fp == 0 && craft.mode == Mode::NoteADown && !next.walker.rolled_first) {
            return None;
        }
        if let Manoeuvre::Turn { hand, rate, change } = step.act {
            let continues = before.turn.filter(|turn| turn.hand == hand && turn.rate == rate);
            let vertical = step.kind != Kind::H;
            if continues.is_none_or(|turn| turn.fps == 0) {
                (next.first_vertical, next.other_vertical, next.carried) = (vertical, false, false);
            } else {
                next.other_vertical |= vertical;
            }
            let fps = continues.map_or(0, |turn| turn.fps) + 1;
            let chart = cell(craft.speed, rate)?;
            let late = change > 0 && !next.carried && fps > 1 && fps > chart.needed(next.other_vertical);
            if late {
                return None;
            }
            if self.kinds.is_some() && change == 0 && !self.fills(&next, chart) {
                return None;
            }
        } else {
            (next.first_vertical, next.other_vertical, next.carried) = (false, false, false);
            if next.walker.turn.is_none_or(|turn| turn.mask == 0) {
                next.walker.turn = None;
            }
        }
        match step.act {
            Manoeuvre::Bank { .. } if next.walker.begun.is_none() => next.banks += 1,
            Manoeuvre::Slip { .. } if next.walker.begun.is_none() => next.slips += 1,
            _ => {}
        }
        // A reversal throws away what was collected before it.
        if craft.reversal == Some(next.walker.fp) {
            let mut without = node.walker;
            let mut plain = *craft;
            plain.reversal = None;
            without.step(&plain, step, &mut Whether::default());
            if without.begun.is_some() || without.turn.is_some_and(|turn| turn.mask != 0) {
                return None;
            }
        }
        next.course.steps.push(step);
        Some(next)
    }

    /// Whether an unfinished turn may go on in the short list: it can be finished, or fills the move and is carried on.
    fn fills(&self, node: &Node, chart: Cell) -> bool {
        let Some(turn) = node.walker.turn else { return true };
        let left = self.craft.fps - node.walker.fp;
        let needed = chart.needed(turn.vertical);
        let own = turn.mask.count_ones() as u8;
        let whole_move = own == node.walker.fp && (node.carried || chart.needed(false) > self.craft.fps);
        turn.fps + left >= needed && turn.fps < needed || whole_move
    }

    /// Whether a course may end so.
    fn ends(&self, node: &Node) -> bool {
        let (craft, w) = (&self.craft, &node.walker);
        let mut why = Whether::default();
        crate::flight::check_path_end(craft, w, &mut why);
        let carried = w.turn.is_some_and(|turn| turn.mask != 0);
        let short = self.kinds.is_some()
            && carried
            && node.walker.turn.is_some_and(|turn| {
                let own = turn.mask.count_ones() as u8;
                own != craft.fps
            });
        (w.up, w.down) == self.pair && w.begun.is_none() && !why.any() && !short
    }

    /// Drops states than which another one is no dearer and has no flag that they lack.
    fn drop_dominated(&self, nodes: &mut Vec<Node>) {
        let mut groups: BTreeMap<Core, Vec<Load>> = BTreeMap::new();
        for node in nodes.iter() {
            groups.entry(self.core(node)).or_default().push(self.load(node));
        }
        let mut place: BTreeMap<Core, usize> = BTreeMap::new();
        nodes.retain(|node| {
            let core = self.core(node);
            let nth = place.entry(core).or_insert(0);
            *nth += 1;
            let own = *nth - 1;
            let Some(group) = groups.get(&core) else { return true };
            let load = &group[own];
            !group
                .iter()
                .enumerate()
                .any(|(n, other)| n != own && beats(other, load) && (n < own || !beats(load, other)))
        });
    }
}

fn beats(a: &Load, b: &Load) -> bool {
    a.0[0] <= b.0[0] && a.0[1] <= b.0[1] && a.1.iter().zip(&b.1).all(|(a, b)| a & !b == 0) && a.2 & !b.2 == 0
}

/// Keeps the courses than which no other with the same end is no dearer and has no flag that they lack.
pub(crate) fn undominated(craft: &Craft<'_>, courses: &mut Vec<(Course, Walker)>) {
    let ends: Vec<Outcome> = courses.iter().map(|(_, walker)| outcome_of(craft, walker)).collect();
    let mut groups: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    let key = |end: &Outcome| (end.place, end.entered, end.turning);
    for (n, end) in ends.iter().enumerate() {
        groups.entry(key(end)).or_default().push(n);
    }
    let beats = |a: &Outcome, b: &Outcome| a.decel <= b.decel && a.flags & !b.flags == 0;
    let mut nth = 0;
    courses.retain(|_| {
        let own = nth;
        nth += 1;
        let group = &groups[&key(&ends[own])];
        !group.iter().any(|other| {
            *other != own
                && beats(&ends[*other], &ends[own])
                && (*other < own || !beats(&ends[own], &ends[*other]))
        })
    });
}
