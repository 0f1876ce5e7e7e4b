//! An aircraft on its way through a plan, reduced to what section 26.1 tells apart, and one FP of it. [`crate::walk`] has the rules of an
//! FP with their reasons; here they are read into tables once a search, because a search flies some hundred thousand FPs.

use crate::attitude::{Bank, Hand};
use crate::command::Mode;
use crate::course::{Kind, Manoeuvre, Step};
use crate::craft::Craft;
use crate::limits::{may_bank, may_turn, skid_fps};
use crate::space::turned_from;
use crate::turn::{Cell, Rate};
use crate::walk::{self, Walker};
use arrayvec::ArrayVec;
use sky::{Direction, Hex};
use table::{Reasons, Whether};

/// A state of the walk without its cost and flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) hex: Hex,
    pub(super) heading: Direction,
    pub(super) bank: Bank,
    pub(super) entered: Option<Direction>,
    pub(super) up: u8,
    pub(super) down: u8,
    pub(super) in_hex: u8,
    pub(super) turn: Option<Turning>,
    /// A bank change, slip or skid in progress, and its FPs.
    pub(super) begun: Option<(Manoeuvre, u8)>,
    pub(super) skidded: bool,
    /// Whether the second half has a VFP (`T.noteA`).
    pub(super) late_vfp: bool,
    /// The side of the last change of heading, where it matters.
    pub(super) last_turn: Option<Hand>,
}

/// A turn in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turning {
    pub(super) hand: Hand,
    pub(super) rate: Rate,
    pub(super) fps: u8,
    /// FPs of it that were carried in.
    pub(super) carried: u8,
    /// Whether a VFP is among them, and whether one is among those after the first.
    pub(super) vertical: bool,
    pub(super) later_vertical: bool,
}

/// Cost and flags of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Load {
    /// Decel of turning, and all other decel, in half points.
    pub(super) turns: i16,
    pub(super) other: i16,
    pub(super) flags: u16,
    /// Bank changes and slips, which the short list counts.
    pub(super) banks: u8,
    pub(super) slips: u8,
}

/// The flags of a state and of a result.
pub(super) mod flag {
    /// A manoeuvre in the last FP.
    pub(in crate::plans) const LAST: u16 = 1;
    /// A manoeuvre in the last FP but one; of a result, in the last two.
    pub(in crate::plans) const LAST_TWO: u16 = 1 << 1;
    /// HT, BT and snap roll in the second half.
    pub(in crate::plans) const HARD_LATE: u16 = 1 << 2;
    pub(in crate::plans) const BREAK_LATE: u16 = 1 << 3;
    pub(in crate::plans) const SNAP_LATE: u16 = 1 << 4;
    pub(in crate::plans) const SLATS: u16 = 1 << 5;
    pub(in crate::plans) const ET: u16 = 1 << 6;
    /// HT or tighter or a snap roll at all.
    pub(in crate::plans) const HARD: u16 = 1 << 7;
    pub(in crate::plans) const NOT_UPRIGHT: u16 = 1 << 8;
    pub(in crate::plans) const NOT_LEVEL: u16 = 1 << 9;
    pub(in crate::plans) const NOT_ROLLED: u16 = 1 << 10;
    /// The heading has changed at ET.
    pub(in crate::plans) const STRESSED: u16 = 1 << 11;
}

impl Load {
    /// Whether a state with this load makes one with the other superfluous.
    #[inline]
    pub(super) fn beats(&self, other: &Load) -> bool {
        self.turns <= other.turns
            && self.other <= other.other
            && self.flags & !other.flags == 0
            && self.banks <= other.banks
            && self.slips <= other.slips
    }
}

/// What a search asks of the rules at every FP, asked once.
pub(super) struct Figures {
    pub(super) fps: u8,
    pub(super) reversal: Option<u8>,
    pub(super) wingover: bool,
    must_roll_first: bool,
    flaps: bool,
    /// Cost, slats and cell of each rate that may be flown.
    turns: [Option<(i16, bool, Cell)>; 5],
    /// FPs of a bank change, plain and as a snap roll.
    bank_fps: [u8; 2],
    /// Banks that may be rolled into.
    banks: [bool; 6],
    /// FPs and cost of a slip, of a skid and of a skid turn.
    slip: Option<(u8, i16)>,
    skid: [Option<(u8, i16)>; 2],
    /// What may be begun without a bank to turn in, and in a right and a left bank.
    fresh: [ArrayVec<Manoeuvre, 64>; 3],
    /// Flags that tell results apart.
    matters: u16,
}

impl Figures {
    /// The figures of an aircraft; `matters` are the flags that tell results apart.
    pub(super) fn new(craft: &Craft<'_>, matters: u16, acts: impl Fn(&Manoeuvre) -> bool) -> Figures {
        let mut why = Whether::default();
        let turns = Rate::ALL.map(|rate| may_turn(craft, Bank::Rb, Hand::Right, rate, &mut why));
        let after_reversal = u8::MAX;
        let need = craft.ty.bank_need(craft.speed);
        let banks = Bank::RING.map(|bank| may_bank(craft, (after_reversal, bank), (1, false), &mut why));
        let sideways = |act: Manoeuvre, fps: u8, cost: i16| {
            let mut why = Whether::default();
            let mut walker = Walker { bank: Bank::Rb, ..Walker::new(craft) };
            walker.step(craft, Step { kind: Kind::H, act }, &mut why);
            (!why.any()).then_some((fps, cost))
        };
        let hand = Hand::Right;
        let skid =
            |turn| sideways(Manoeuvre::Skid { hand, turn }, skid_fps(craft, turn), craft.ty.skid.cost.0);
        let mut figures = Figures {
            fps: craft.fps,
            reversal: craft.reversal,
            wingover: craft.mode == Mode::Wingover,
            must_roll_first: craft.mode == Mode::NoteADown,
            flaps: craft.flaps,
            turns,
            bank_fps: [need.max(1), need.saturating_sub(1).max(1)],
            banks,
            slip: sideways(Manoeuvre::Slip { hand }, craft.ty.slip.fps, craft.ty.slip.cost.0),
            skid: [skid(false), skid(true)],
            fresh: Default::default(),
            matters,
        };
        for (n, side) in [None, Some(Hand::Right), Some(Hand::Left)].into_iter().enumerate() {
            figures.fresh[n] = figures.beginnings(craft, side).filter(&acts).collect();
        }
        figures
    }

    /// What an aircraft with such a bank can begin, in the order of `X.canon`.
    fn beginnings(&self, craft: &Craft<'_>, side: Option<Hand>) -> impl Iterator<Item = Manoeuvre> {
        let open = move |act: &Manoeuvre| match *act {
            Manoeuvre::Straight => true,
            Manoeuvre::Bank { count, snap, .. } => {
                let after = (u8::MAX, Bank::Lvl);
                may_bank(craft, after, (count, snap), &mut Whether::default())
            }
            Manoeuvre::Turn { hand, rate, change } => {
                let most = self.turns[rate as usize].map(|(_, _, cell)| cell.most());
                side == Some(hand) && most.is_some_and(|most| change <= most)
            }
            Manoeuvre::Slip { hand } => side == Some(hand) && self.slip.is_some(),
            Manoeuvre::Skid { turn, .. } => self.skid[usize::from(turn)].is_some(),
        };
        crate::flight::draft::every_manoeuvre()
            .filter(move |act| *act == Manoeuvre::Straight || !craft.plane.forced_straight)
            .filter(open)
    }

    /// What an aircraft that has nothing in hand may begin.
    #[inline]
    pub(super) fn fresh(&self, bank: Bank) -> &[Manoeuvre] {
        &self.fresh[bank.side().map_or(0, |hand| 1 + hand as usize)]
    }

    /// Those of the flags that tell results apart.
    #[inline]
    pub(super) fn mattering(&self, flags: u16) -> u16 {
        flags & self.matters
    }

    /// The chart's cell of a rate.
    #[inline]
    pub(super) fn cell(&self, rate: Rate) -> Option<Cell> {
        self.turns[rate as usize].map(|(_, _, cell)| cell)
    }

    /// The state before the first FP, in the aircraft's own frame.
    pub(super) fn start(&self, craft: &Craft<'_>) -> (Spot, Load) {
        let walker = Walker::new(craft);
        let turn = walker.turn.map(|turn| Turning {
            hand: turn.hand,
            rate: turn.rate,
            fps: turn.fps,
            carried: turn.fps,
            vertical: turn.vertical,
            later_vertical: turn.vertical,
        });
        let spot = Spot {
            hex: Hex::default(),
            heading: turned_from(craft.plane.heading, walker.heading),
            bank: walker.bank,
            entered: None,
            up: 0,
            down: 0,
            in_hex: 0,
            turn: turn.filter(|turn| turn.fps > 0),
            begun: None,
            skidded: false,
            late_vfp: false,
            last_turn: None,
        };
        let mut load = Load { flags: flag::NOT_ROLLED, ..Load::default() };
        if !walker.upright {
            load.flags |= flag::NOT_UPRIGHT;
        }
        if !walker.wings_level {
            load.flags |= flag::NOT_LEVEL;
        }
        // The FPs of a transition are manoeuvre FPs, whatever else is flown (`T.fixed`).
        let all = (1u16 << craft.fps) - 1;
        match craft.steps() {
            0 => {}
            1 | 2 => self.commit(&mut load, all & !(u16::MAX << (craft.fps / 2)), None),
            3 => self.commit(&mut load, all, Some(Rate::Ht)),
            _ => self.commit(&mut load, all, Some(Rate::Bt)),
        }
        load.flags &= self.matters;
        (spot, load)
    }

    /// FPs of a manoeuvre that came to something.
    #[inline]
    fn commit(&self, load: &mut Load, mask: u16, class: Option<Rate>) {
        let last = (1u16 << self.fps) >> 1;
        let late = mask & (u16::MAX << (self.fps / 2)) != 0;
        load.flags |= if mask & last != 0 { flag::LAST } else { 0 };
        load.flags |= if mask & (last >> 1) != 0 { flag::LAST_TWO } else { 0 };
        match class {
            Some(Rate::Ht) => load.flags |= flag::HARD | if late { flag::HARD_LATE } else { 0 },
            Some(Rate::Bt | Rate::Et) => load.flags |= flag::HARD | if late { flag::BREAK_LATE } else { 0 },
            Some(Rate::Ez | Rate::Tt) | None => {}
        }
    }

    /// A turn that comes to something with FP number `fp`: by its change, or because it is carried on.
    #[inline]
    pub(super) fn close(&self, load: &mut Load, turn: Turning, fp: u8) {
        let own = turn.fps - turn.carried;
        self.commit(load, ending(fp, own), Some(turn.rate));
        if turn.rate == Rate::Et {
            load.flags |= flag::ET;
        }
        let slats = self.turns[turn.rate as usize].is_some_and(|(_, slats, _)| slats);
        if slats && fp + 1 == self.fps {
            load.flags |= flag::SLATS;
        }
    }

    /// The state one FP on; nothing if the FP is refused or wasted. `fp` is its number from 0.
    #[inline]
    pub(super) fn fly(&self, (spot, load): (&Spot, &Load), fp: u8, step: Step) -> Option<(Spot, Load)> {
        let (mut spot, mut load) = (*spot, *load);
        let mut course = spot.heading;
        let vertical = step.kind != Kind::H;
        match step.act {
            Manoeuvre::Straight => (spot.turn, spot.begun) = (None, None),
            Manoeuvre::Turn { hand, rate, change } => {
                self.fly_turn((&mut spot, &mut load), fp, (hand, rate, change), vertical)?;
            }
            Manoeuvre::Bank { hand, count, snap } => {
                let after = spot.bank.rolled(hand, count);
                if !self.banks[after as usize] || self.reversal.is_some_and(|after| fp < after) {
                    return None;
                }
                if let Some(mask) = self.go_on(&mut spot, step.act, fp, self.bank_fps[usize::from(snap)])? {
                    if fp == 0 && !spot.bank.inverted() && after.inverted() {
                        load.flags &= !flag::NOT_ROLLED;
                    }
                    spot.bank = after;
                    load.banks += 1;
                    self.commit(&mut load, mask, None);
                    if snap {
                        let late = mask & (u16::MAX << (self.fps / 2)) != 0;
                        load.other += 2;
                        load.flags |= flag::HARD | if late { flag::SNAP_LATE } else { 0 };
                    }
                }
            }
            Manoeuvre::Slip { hand } => {
                let (fps, cost) = self.slip?;
                if let Some(mask) = self.go_on(&mut spot, step.act, fp, fps)? {
                    if vertical {
                        return None;
                    }
                    load.other += cost;
                    load.slips += 1;
                    self.commit(&mut load, mask, Some(Rate::Ht));
                    course = course.turned(hand.sides());
                }
            }
            Manoeuvre::Skid { hand, turn } => {
                let (fps, cost) = self.skid[usize::from(turn)].filter(|_| !spot.skidded)?;
                if let Some(mask) = self.go_on(&mut spot, step.act, fp, fps)? {
                    if vertical {
                        return None;
                    }
                    load.other += cost;
                    spot.skidded = true;
                    self.commit(&mut load, mask, Some(if turn { Rate::Bt } else { Rate::Ht }));
                    if turn {
                        spot.heading = spot.heading.turned(hand.sides());
                    } else {
                        course = course.turned(hand.sides());
                    }
                }
            }
        }
        match step.kind {
            Kind::H => {
                spot.hex = spot.hex.ahead(course, 1);
                spot.entered = Some(course);
                spot.in_hex = 0;
            }
            Kind::U => spot.up += 1,
            Kind::D => spot.down += 1,
        }
        if vertical {
            spot.in_hex += 1;
            spot.late_vfp |= fp >= self.fps / 2;
        }
        self.end_of_fp((&mut spot, &mut load), fp, step.kind)?;
        load.flags &= self.matters;
        Some((spot, load))
    }

    #[inline]
    fn fly_turn(
        &self,
        (spot, load): (&mut Spot, &mut Load),
        fp: u8,
        (hand, rate, change): (Hand, Rate, u8),
        vertical: bool,
    ) -> Option<()> {
        let (cost, slats, cell) = self.turns[rate as usize]?;
        let same = |turn: &Turning| turn.hand == hand && turn.rate == rate;
        let new = Turning { hand, rate, fps: 0, carried: 0, vertical: false, later_vertical: false };
        let mut turn = spot.turn.filter(same).unwrap_or(new);
        turn.later_vertical |= vertical && turn.fps > 0;
        turn.vertical |= vertical;
        turn.fps = turn.fps.saturating_add(1);
        spot.turn = Some(turn);
        if change == 0 {
            return Some(());
        }
        // Without its first FP the turn must be too short, unless it was carried in.
        let late = turn.carried == 0 && turn.fps > 1 && turn.fps > cell.needed(turn.later_vertical);
        if turn.fps < cell.needed(turn.vertical) || late {
            return None;
        }
        spot.heading = spot.heading.turned(hand.sides() * change as i8);
        spot.last_turn = self.wingover.then_some(hand);
        spot.turn = None;
        load.turns += cost * i16::from(change);
        let dearer = 2 * i16::from(slats) + 2 * i16::from(self.flaps);
        load.other += dearer * i16::from(change);
        if rate == Rate::Et {
            load.flags |= flag::STRESSED;
        }
        self.close(load, turn, fp);
        Some(())
    }

    /// One more FP of an act that takes several: its FPs once it is done; nothing if it cannot be done any more.
    #[inline]
    fn go_on(&self, spot: &mut Spot, act: Manoeuvre, fp: u8, needed: u8) -> Option<Option<u16>> {
        spot.turn = None;
        let fps = spot.begun.map_or(0, |(_, fps)| fps) + 1;
        if fps >= needed {
            spot.begun = None;
            return Some(Some(ending(fp, fps)));
        }
        spot.begun = Some((act, fps));
        (needed - fps < self.fps - fp).then_some(None)
    }

    #[inline]
    fn end_of_fp(&self, (spot, load): (&mut Spot, &mut Load), fp: u8, kind: Kind) -> Option<()> {
        note_bank(spot, load);
        if fp == 0 && self.must_roll_first && !spot.bank.inverted() {
            return None;
        }
        if self.wingover && kind != Kind::H {
            self.commit(load, 1 << fp, None);
            if kind == Kind::D && matches!(spot.bank, Bank::Lb | Bank::Rb) {
                spot.bank = spot.bank.flipped();
                note_bank(spot, load);
            }
        }
        if self.reversal == Some(fp + 1) {
            // It would throw away what was collected before it.
            if spot.turn.is_some() || spot.begun.is_some() {
                return None;
            }
            (spot.heading, spot.bank) = walk::reversed(spot.heading, spot.bank);
            note_bank(spot, load);
        }
        Some(())
    }
}

#[inline]
fn note_bank(spot: &Spot, load: &mut Load) {
    load.flags |= if spot.bank.inverted() { flag::NOT_UPRIGHT } else { 0 };
    load.flags |= if spot.bank == Bank::Lvl { 0 } else { flag::NOT_LEVEL };
}

/// The `count` FPs that end with number `fp`.
#[inline]
fn ending(fp: u8, count: u8) -> u16 {
    ((1u16 << (fp + 1)) - 1) & !((1u16 << (fp + 1 - count)) - 1)
}
