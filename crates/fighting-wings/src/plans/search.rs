//! The walk of section 26.1: breadth first, FP by FP, equal states merged, the first path kept.

use super::patterns::Kinds;
use super::sieve::{Keep, Node, Sieve};
use super::spot::{Figures, Load, Spot, flag};
use super::way::Way;
use crate::Hand;
use crate::attitude::{Bank, Pitch};
use crate::command::Mode;
use crate::course::{Kind, Manoeuvre, Step};
use crate::craft::{Craft, per_hex};
use crate::state::{Trace, TurnCarry};
use crate::turn::{Cell, Rate};
use crate::walk::{self, Walker};
use sky::{Direction, Hex};
use table::{Reasons, Whether};

/// States of a walk and the results that it came to; kept from search to search, because both grow large.
#[derive(Default)]
pub(super) struct Arena {
    walk: Sieve,
    ends: Sieve,
}

/// All courses of an aircraft with one mode, reversal and number of VFPs.
pub(super) struct Search<'a> {
    craft: Craft<'a>,
    pair: (u8, u8),
    figures: Figures,
    keep: Keep,
    /// The most bank changes and slips.
    banks: u8,
    slips: u8,
}

/// A result of a search.
#[derive(PartialEq)]
pub(crate) struct End {
    pub(super) way: Way,
    /// Hex and heading in the aircraft's own frame, in which it starts at hex 0,0 with heading 0.
    pub(crate) hex: Hex,
    pub(crate) heading: Direction,
    pub(super) bank: Bank,
    /// Decel of the steps after the credit, in half points.
    pub(super) decel: i16,
    pub(super) flags: u16,
}

/// Everything that matters of where a course ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Outcome {
    place: (Hex, Direction, Bank),
    entered: Option<Direction>,
    turning: Option<(Hand, Rate, u8, bool)>,
    decel: i16,
    flags: u16,
}

/// What matters of a walked course.
pub(crate) fn outcome_of(craft: &Craft<'_>, walker: &Walker) -> Outcome {
    let mut ended = *walker;
    let turning = ended.end(craft).map(|turn: TurnCarry| (turn.hand, turn.rate, turn.fps, turn.vertical));
    let turned = if craft.flaps { 2 * i16::from(ended.turned) } else { 0 };
    let turns = (ended.turn_cost - craft.transition_cost() / 2).max(0);
    let other = ended.side_cost + 2 * i16::from(ended.snaps) + 2 * i16::from(ended.slatted) + turned;
    Outcome {
        place: (ended.hex, ended.heading, ended.bank),
        entered: ended.entered,
        turning,
        decel: turns + other,
        flags: flags(craft, &ended),
    }
}

/// The flags of a walker that has come to its end.
fn flags(craft: &Craft<'_>, walker: &Walker) -> u16 {
    let trace = &walker.trace;
    let last = Trace::last(craft.fps, 1);
    let late = trace.second_half();
    let bits = [
        (trace.manoeuvre & last != 0, flag::LAST),
        (trace.manoeuvre & Trace::last(craft.fps, 2) != 0, flag::LAST_TWO),
        (trace.hard & late != 0, flag::HARD_LATE),
        (trace.break_turn & late != 0, flag::BREAK_LATE),
        (trace.snap & late != 0, flag::SNAP_LATE),
        (trace.slats & last != 0, flag::SLATS),
        (trace.et, flag::ET),
        (trace.hard | trace.break_turn | trace.snap != 0, flag::HARD),
        (!walker.upright, flag::NOT_UPRIGHT),
        (!walker.wings_level, flag::NOT_LEVEL),
        (!walker.rolled_first && needs_roll(craft), flag::NOT_ROLLED),
        (walker.stressed, flag::STRESSED),
    ];
    bits.iter().fold(0, |set, (holds, bit)| set | if *holds { *bit } else { 0 })
}

/// `14.c.ii`: whether it matters that the aircraft rolls over in its first FP.
fn needs_roll(craft: &Craft<'_>) -> bool {
    craft.ty.no_injection && craft.steps() == 1
}

impl<'a> Search<'a> {
    /// The search for all canonical courses.
    pub(super) fn canonical(craft: Craft<'a>, pair: (u8, u8)) -> Search<'a> {
        let matters = if needs_roll(&craft) { u16::MAX } else { !flag::NOT_ROLLED };
        let figures = Figures::new(&craft, matters, |_| true);
        Search { craft, pair, figures, keep: Keep::First, banks: u8::MAX, slips: u8::MAX }
    }

    /// The search for courses of the short list.
    pub(super) fn short(craft: Craft<'a>, pair: (u8, u8)) -> Search<'a> {
        let mut matters = u16::MAX;
        let rate = craft.ty.climb_rate(craft.band, craft.condition);
        let climbs = rate > 0 && craft.speed <= craft.ty.climb_speed[craft.band];
        let mut unless = |holds: bool, bits: u16| matters &= if holds { u16::MAX } else { !bits };
        unless(!craft.ty.positions.is_empty(), flag::HARD);
        unless(
            climbs && craft.mode == Mode::Steady && craft.pitch() == Pitch::L,
            flag::NOT_LEVEL | flag::NOT_UPRIGHT,
        );
        unless(needs_roll(&craft) && craft.entry.is_some_and(|entry| entry.push), flag::NOT_ROLLED);
        let acts =
            |act: &Manoeuvre| !matches!(act, Manoeuvre::Skid { .. } | Manoeuvre::Bank { snap: true, .. });
        let figures = Figures::new(&craft, matters, acts);
        let (banks, slips) = if craft.fps >= 7 { (1, 0) } else { (2, 1) };
        Search { craft, pair, figures, keep: Keep::Best, banks, slips }
    }

    /// The canonical courses in their order, and whether the limit cut them.
    pub(super) fn all(&self, arena: &mut Arena, limit: usize) -> (Vec<End>, bool) {
        arena.walk.clear();
        arena.ends.clear();
        let (up, down) = self.pair;
        let hfps = self.craft.fps - up - down;
        let (most, _) = per_hex(up + down, hfps);
        let room = |spot: &Spot, fp: u8, kind: Kind| match kind {
            Kind::H => fp - spot.up - spot.down < hfps,
            Kind::U => spot.up < up && spot.in_hex < most,
            Kind::D => spot.down < down && spot.in_hex < most,
        };
        let cut = self.walk(arena, limit, |spot, fp| {
            [Kind::H, Kind::U, Kind::D].into_iter().filter(move |kind| room(&spot, fp, *kind))
        });
        (self.ends(arena), cut)
    }

    /// The courses of the short list that fly one of these patterns.
    pub(super) fn best(&self, arena: &mut Arena, patterns: &[Kinds]) -> Vec<End> {
        arena.walk.clear();
        arena.ends.clear();
        for kinds in patterns {
            self.walk(arena, usize::MAX, |_, fp| std::iter::once(kinds[usize::from(fp)]));
        }
        self.ends(arena)
    }

    /// Walks FP by FP; whether the limit of states cut the walk.
    fn walk<K: Iterator<Item = Kind>>(
        &self,
        arena: &mut Arena,
        limit: usize,
        kinds: impl Fn(Spot, u8) -> K,
    ) -> bool {
        let mut cut = false;
        let mut level = arena.walk.len()..arena.walk.len() + 1;
        arena.walk.push(Node::root(self.figures.start(&self.craft)));
        for fp in 0..self.craft.fps {
            arena.walk.begin();
            for at in level.clone() {
                let Some(node) = arena.walk.get(at).copied() else { continue };
                for kind in kinds(node.spot, fp) {
                    self.expand(&mut arena.walk, (at as u32, &node), fp, kind);
                }
                if arena.walk.len() - level.end > limit {
                    cut = true;
                    break;
                }
            }
            level = level.end..arena.walk.len();
        }
        for at in level {
            let Some(node) = arena.walk.get(at) else { continue };
            if let Some(result) = self.result(node) {
                arena.ends.offer(Node::after(at as u32, node.step, result), self.keep);
            }
        }
        cut
    }

    /// Offers every state that one more FP of a kind leads to: what is begun goes on.
    fn expand(&self, walk: &mut Sieve, (at, node): (u32, &Node), fp: u8, kind: Kind) {
        let spot = &node.spot;
        let mut why = Whether::default();
        walk::check_kind(&self.craft, kind, (fp, spot.up, spot.down), spot.bank, &mut why);
        if why.any() {
            return;
        }
        let mut offer = |act: Manoeuvre| {
            let step = Step { kind, act };
            if let Some((spot, load)) = self.fly(node, fp, step) {
                walk.offer(Node::after(at, step, (spot, load)), self.keep);
            }
        };
        match (spot.begun, spot.turn.filter(|turn| turn.fps > turn.carried)) {
            (Some((act, _)), _) => offer(act),
            (None, Some(turn)) => {
                let most = self.figures.cell(turn.rate).map_or(0, Cell::most);
                for change in 0..=most {
                    offer(Manoeuvre::Turn { hand: turn.hand, rate: turn.rate, change });
                }
            }
            (None, None) => self.figures.fresh(spot.bank).iter().for_each(|act| offer(*act)),
        }
    }

    /// A state one FP on, unless it is of no use.
    #[inline]
    fn fly(&self, node: &Node, fp: u8, step: Step) -> Option<(Spot, Load)> {
        let (spot, mut load) = self.figures.fly((&node.spot, &node.load), fp, step)?;
        if self.keep == Keep::First {
            (load.banks, load.slips) = (0, 0);
            return Some((spot, load));
        }
        let goes_on = spot.turn.is_none() || self.fills(&spot, fp);
        (load.banks <= self.banks && load.slips <= self.slips && goes_on).then_some((spot, load))
    }

    /// Whether an unfinished turn may go on in the short list: it can be finished, or fills the move and is carried on.
    fn fills(&self, spot: &Spot, fp: u8) -> bool {
        let Some(turn) = spot.turn else { return true };
        let Some(cell) = self.figures.cell(turn.rate) else { return false };
        let left = self.craft.fps - fp - 1;
        let needed = cell.needed(turn.vertical);
        let whole_move =
            turn.fps - turn.carried == fp + 1 && (turn.carried > 0 || cell.needed(false) > self.craft.fps);
        turn.fps + left >= needed && turn.fps < needed || whole_move
    }

    /// What a state after the last FP comes to, if a course may end so.
    fn result(&self, node: &Node) -> Option<(Spot, Load)> {
        let (craft, mut spot, mut load) = (&self.craft, node.spot, node.load);
        let mut why = Whether::default();
        crate::flight::check_path_end(craft, (spot.last_turn, spot.bank), spot.late_vfp, &mut why);
        if why.any() || spot.begun.is_some() || (spot.up, spot.down) != self.pair {
            return None;
        }
        spot.turn = spot.turn.filter(|turn| turn.fps > turn.carried);
        if let Some(turn) = &mut spot.turn {
            if self.keep == Keep::Best && turn.fps - turn.carried != craft.fps {
                return None;
            }
            self.figures.close(&mut load, *turn, craft.fps - 1);
            (turn.carried, turn.later_vertical) = (0, false);
        }
        (spot.in_hex, spot.skidded, spot.late_vfp, spot.last_turn) = (0, false, false, None);
        let turns = (load.turns - craft.transition_cost() / 2).max(0);
        let last = load.flags & flag::LAST;
        let flags = self.figures.mattering(load.flags | if last != 0 { flag::LAST_TWO } else { 0 });
        Some((spot, Load { turns: 0, other: turns + load.other, flags, banks: 0, slips: 0 }))
    }

    /// The results that were kept.
    fn ends(&self, arena: &Arena) -> Vec<End> {
        let kept = (0..arena.ends.len()).filter_map(|at| arena.ends.get(at));
        kept.map(|node| End {
            way: arena.walk.way(node.parent, self.craft.fps),
            hex: node.spot.hex,
            heading: node.spot.heading,
            bank: node.spot.bank,
            decel: node.load.other,
            flags: node.load.flags,
        })
        .collect()
    }
}
