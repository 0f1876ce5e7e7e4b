//! Sections 13 and 15: a plan flown FP by FP. What an FP is refused for and what it does stand together.

use crate::attitude::{Bank, Hand};
use crate::command::Mode;
use crate::course::{Kind, Manoeuvre, Step};
use crate::craft::{Craft, per_hex};
use crate::limits::{may_bank, may_turn, skid_fps};
use crate::rule;
use crate::scenario::Pilot;
use crate::state::{Trace, TurnCarry};
use crate::turn::Rate;
use sky::{Direction, Hex};
use table::{Reasons, Refusal};

/// An aircraft on its way through a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Walker {
    pub(crate) hex: Hex,
    pub(crate) heading: Direction,
    pub(crate) bank: Bank,
    /// FPs flown.
    pub(crate) fp: u8,
    pub(crate) up: u8,
    pub(crate) down: u8,
    /// VFPs since the hex was entered, and the most of any hex.
    pub(crate) in_hex: u8,
    pub(crate) most_in_hex: u8,
    /// Direction of the last HFP.
    pub(crate) entered: Option<Direction>,
    pub(crate) turn: Option<Turning>,
    /// A bank change, slip or skid in progress.
    pub(crate) begun: Option<Begun>,
    pub(crate) skidded: bool,
    /// The side of the last change of heading by turning.
    pub(crate) last_turn: Option<Hand>,
    /// Steps of 60 degrees turned at a rate.
    pub(crate) turned: u8,
    /// Steps of 60 degrees turned with slats.
    pub(crate) slatted: u8,
    /// Decel of turning and of slips and skids, in half points, and the number of snap rolls.
    pub(crate) turn_cost: i16,
    pub(crate) side_cost: i16,
    pub(crate) snaps: u8,
    /// FPs of manoeuvres that came to something, bit by bit.
    pub(crate) trace: Trace,
    /// Whether the heading has changed at ET.
    pub(crate) stressed: bool,
    /// Whether every bank was upright, and whether every bank was LVL.
    pub(crate) upright: bool,
    pub(crate) wings_level: bool,
    /// `14.c.ii`.
    pub(crate) rolled_first: bool,
    /// VFPs of the second half.
    pub(crate) late_vfps: u8,
}

/// A turn in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Turning {
    pub(crate) hand: Hand,
    pub(crate) rate: Rate,
    pub(crate) fps: u8,
    pub(crate) vertical: bool,
    /// Its FPs of this move.
    pub(crate) mask: u16,
    pub(crate) slats: bool,
}

/// A bank change, slip or skid in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Begun {
    pub(crate) act: Manoeuvre,
    pub(crate) fps: u8,
    pub(crate) mask: u16,
}

impl Walker {
    /// The aircraft before its first FP.
    #[inline]
    pub(crate) fn new(craft: &Craft<'_>) -> Walker {
        let plane = craft.plane;
        let carried = |carry: TurnCarry| Turning {
            hand: carry.hand,
            rate: carry.rate,
            fps: carry.fps,
            vertical: carry.vertical,
            mask: 0,
            slats: false,
        };
        let mut walker = Walker {
            hex: plane.hex,
            heading: plane.heading,
            bank: plane.bank,
            fp: 0,
            up: 0,
            down: 0,
            in_hex: 0,
            most_in_hex: 0,
            entered: None,
            turn: plane.turning.map(carried),
            begun: None,
            skidded: false,
            last_turn: None,
            turned: 0,
            slatted: 0,
            turn_cost: 0,
            side_cost: 0,
            snaps: 0,
            trace: Trace { fps: craft.fps, ..Trace::default() },
            stressed: false,
            upright: !plane.bank.inverted(),
            wings_level: plane.bank == Bank::Lvl,
            rolled_first: false,
            late_vfps: 0,
        };
        if craft.reversal == Some(0) {
            walker.reverse();
        }
        walker
    }

    /// `15.h`: half a loop.
    fn reverse(&mut self) {
        (self.heading, self.bank) = reversed(self.heading, self.bank);
        self.turn = None;
        self.begun = None;
        self.note_bank();
    }

    fn note_bank(&mut self) {
        self.upright &= !self.bank.inverted();
        self.wings_level &= self.bank == Bank::Lvl;
    }

    /// The altitude on the way (`13`).
    #[inline]
    pub(crate) fn altitude(&self, craft: &Craft<'_>) -> i16 {
        craft.plane.altitude + 9 * (i16::from(self.up) - i16::from(self.down))
    }

    /// Flies an FP. One that is refused is flown straight.
    /// See [`crate::rule::MANOEUVRES`].
    #[inline]
    pub(crate) fn step(&mut self, craft: &Craft<'_>, step: Step, why: &mut impl Reasons) {
        check_kind(craft, step.kind, (self.fp, self.up, self.down), self.bank, why);
        // A change of heading comes at the end of the FP, so the hex is entered along the old one.
        let mut course = self.heading;
        match step.act {
            Manoeuvre::Straight => {
                self.turn = None;
                self.begun = None;
            }
            Manoeuvre::Turn { hand, rate, change } => {
                self.begun = None;
                self.fly_turn(craft, (hand, rate, change), step.kind, why);
            }
            Manoeuvre::Bank { hand, count, snap } => {
                self.turn = None;
                self.fly_bank(craft, (hand, count, snap), why);
            }
            Manoeuvre::Slip { hand } => {
                self.turn = None;
                if self.fly_slip(craft, hand, step.kind, why) {
                    course = course.turned(hand.sides());
                }
            }
            Manoeuvre::Skid { hand, turn } => {
                self.turn = None;
                let done = self.fly_skid(craft, (hand, turn), step.kind, why);
                if done && turn {
                    self.heading = self.heading.turned(hand.sides());
                } else if done {
                    course = course.turned(hand.sides());
                }
            }
        }
        match step.kind {
            Kind::H => {
                self.hex = self.hex.ahead(course, 1);
                self.entered = Some(course);
                self.in_hex = 0;
            }
            Kind::U => self.up += 1,
            Kind::D => self.down += 1,
        }
        if step.kind != Kind::H {
            self.in_hex += 1;
            self.most_in_hex = self.most_in_hex.max(self.in_hex);
            self.late_vfps += u8::from(self.fp >= craft.fps / 2);
        }
        self.fp += 1;
        self.end_of_fp(craft, step.kind);
    }

    /// What comes at the end of an FP besides its own act.
    fn end_of_fp(&mut self, craft: &Craft<'_>, kind: Kind) {
        self.note_bank();
        if craft.mode == Mode::Wingover {
            if kind != Kind::H {
                self.trace.manoeuvre |= 1 << (self.fp - 1);
            }
            if kind == Kind::D && matches!(self.bank, Bank::Lb | Bank::Rb) {
                self.bank = self.bank.flipped();
                self.note_bank();
            }
        }
        if craft.reversal == Some(self.fp) {
            self.reverse();
        }
    }

    fn commit(&mut self, mask: u16, class: Option<Rate>) {
        self.trace.manoeuvre |= mask;
        match class {
            Some(Rate::Ht) => self.trace.hard |= mask,
            Some(Rate::Bt | Rate::Et) => self.trace.break_turn |= mask,
            Some(Rate::Ez | Rate::Tt) | None => {}
        }
    }

    #[inline]
    fn fly_turn(
        &mut self,
        craft: &Craft<'_>,
        (hand, rate, change): (Hand, Rate, u8),
        kind: Kind,
        why: &mut impl Reasons,
    ) {
        let Some((cost, slats, cell)) = may_turn(craft, self.bank, hand, rate, why) else {
            self.turn = None;
            return;
        };
        let same = |turn: &Turning| turn.hand == hand && turn.rate == rate;
        let new = Turning { hand, rate, fps: 0, vertical: false, mask: 0, slats };
        let mut turn = self.turn.filter(same).unwrap_or(new);
        turn.fps = turn.fps.saturating_add(1);
        turn.vertical |= kind != Kind::H;
        turn.mask |= 1 << self.fp;
        turn.slats = slats;
        self.turn = Some(turn);
        if change == 0 {
            return;
        }
        let needed = cell.needed(turn.vertical);
        why.unless(turn.fps >= needed, || {
            let says = "a change of heading needs {0} FPs of turning, this is number {1}";
            Refusal::with(rule::TURNS, says, [needed.into(), turn.fps.into(), 0])
        });
        why.unless(change <= cell.most(), || {
            let most = 60 * i32::from(cell.most());
            Refusal::with(rule::TURN_CHART, "at most {0} degrees at once", [most, 0, 0])
        });
        self.heading = self.heading.turned(hand.sides() * change as i8);
        self.turn_cost += cost * i16::from(change);
        self.turned += change;
        self.slatted += if slats { change } else { 0 };
        self.last_turn = Some(hand);
        self.stressed |= rate == Rate::Et;
        self.close_turn(turn);
    }

    /// The FPs of a turn count as a manoeuvre: it came to something.
    fn close_turn(&mut self, turn: Turning) {
        self.commit(turn.mask, Some(turn.rate));
        self.trace.et |= turn.rate == Rate::Et && turn.mask != 0;
        if turn.slats {
            self.trace.slats |= turn.mask;
        }
        self.turn = None;
    }

    #[inline]
    fn fly_bank(&mut self, craft: &Craft<'_>, (hand, count, snap): (Hand, u8, bool), why: &mut impl Reasons) {
        let after = self.bank.rolled(hand, count);
        if !may_bank(craft, (self.fp, after), (count, snap), why) {
            self.begun = None;
            return;
        }
        let needed = (craft.ty.bank_need(craft.speed) - u8::from(snap)).max(1);
        let Some(mask) = self.go_on(Manoeuvre::Bank { hand, count, snap }, needed) else { return };
        self.rolled_first |= self.fp == 0 && !self.bank.inverted() && after.inverted();
        self.bank = after;
        self.commit(mask, None);
        if snap {
            self.snaps += 1;
            self.trace.snap |= mask;
        }
    }

    /// One more FP of an act that takes several; its FPs once it is done.
    fn go_on(&mut self, act: Manoeuvre, needed: u8) -> Option<u16> {
        let mut begun = self.begun.filter(|begun| begun.act == act).unwrap_or(Begun { act, fps: 0, mask: 0 });
        begun.fps += 1;
        begun.mask |= 1 << self.fp;
        let done = begun.fps >= needed;
        self.begun = (!done).then_some(begun);
        done.then_some(begun.mask)
    }

    /// Whether the next FP of an act that takes `needed` is its last.
    fn last_of(&self, act: Manoeuvre, needed: u8) -> bool {
        self.begun.filter(|begun| begun.act == act).map_or(0, |begun| begun.fps) + 1 >= needed
    }

    fn fly_slip(&mut self, craft: &Craft<'_>, hand: Hand, kind: Kind, why: &mut impl Reasons) -> bool {
        let (slip, act) = (craft.ty.slip, Manoeuvre::Slip { hand });
        let mut no = table::Whether::default();
        let mut unless = |legal: bool, refusal: fn() -> Refusal| {
            no.unless(legal, refusal);
            why.unless(legal, refusal);
        };
        unless(!craft.formation, || Refusal::new(rule::FIXED_LIMITS, "a fixed formation does not slip"));
        unless(self.bank.side() == Some(hand), || {
            Refusal::new(rule::SIDEWAYS, "a slip goes to the side of the bank")
        });
        unless(craft.speed >= slip.min.0 + craft.minimum_shift(), || {
            Refusal::new(rule::SIDEWAYS, "too slow to slip")
        });
        unless(kind == Kind::H || !self.last_of(act, slip.fps), || {
            Refusal::new(rule::SIDEWAYS, "the last FP of a slip is an HFP")
        });
        if no.any() {
            self.begun = None;
            return false;
        }
        let Some(mask) = self.go_on(act, slip.fps) else { return false };
        self.side_cost += slip.cost.0;
        self.commit(mask, Some(Rate::Ht));
        true
    }

    fn fly_skid(
        &mut self,
        craft: &Craft<'_>,
        (hand, turn): (Hand, bool),
        kind: Kind,
        why: &mut impl Reasons,
    ) -> bool {
        let (skid, act, needed) = (craft.ty.skid, Manoeuvre::Skid { hand, turn }, skid_fps(craft, turn));
        let mut no = table::Whether::default();
        let mut unless = |legal: bool, refusal: fn() -> Refusal| {
            no.unless(legal, refusal);
            why.unless(legal, refusal);
        };
        unless(!craft.formation, || Refusal::new(rule::FIXED_LIMITS, "a fixed formation does not skid"));
        unless(craft.pilot != Pilot::Recruit, || Refusal::new(rule::RECRUIT_LIMITS, "recruits do not skid"));
        unless(!(turn && craft.condition.damaged), || {
            Refusal::new(rule::DAMAGED_LIMITS, "a damaged aircraft makes no skid turn")
        });
        unless(!self.skidded, || Refusal::new(rule::SIDEWAYS, "one skid in a move"));
        unless(craft.speed >= skid.min.0 + craft.minimum_shift(), || {
            Refusal::new(rule::SIDEWAYS, "too slow to skid")
        });
        unless(kind == Kind::H || !self.last_of(act, needed), || {
            Refusal::new(rule::SIDEWAYS, "the last FP of a skid is an HFP")
        });
        if no.any() {
            self.begun = None;
            return false;
        }
        let Some(mask) = self.go_on(act, needed) else { return false };
        self.skidded = true;
        self.side_cost += skid.cost.0;
        self.commit(mask, Some(if turn { Rate::Bt } else { Rate::Ht }));
        true
    }

    /// After the last FP: what is carried out of the move, and the manoeuvre FPs of a transition (`T.fixed`).
    pub(crate) fn end(&mut self, craft: &Craft<'_>) -> Option<TurnCarry> {
        let carried = self.turn.filter(|turn| turn.fps > 0 && turn.mask != 0);
        if let Some(turn) = carried {
            self.close_turn(turn);
        }
        let all = Trace::last(craft.fps, craft.fps);
        match craft.steps() {
            0 => {}
            1 | 2 => self.trace.manoeuvre |= all & !self.trace.second_half(),
            3 => self.commit(all, Some(Rate::Ht)),
            _ => self.commit(all, Some(Rate::Bt)),
        }
        self.trace.entered = Trace::entry(self.entered);
        self.trace.negative =
            craft.entry.is_some_and(|e| e.negative(craft.pitch(), craft.rules.options.red_pushes));
        carried.map(|turn| TurnCarry {
            hand: turn.hand,
            rate: turn.rate,
            fps: turn.fps,
            vertical: turn.vertical,
        })
    }

    /// Whether the VFPs so far can be part of a legal move (`12`, `14.d`, `13.a`); of a whole move, whether they are.
    pub(crate) fn check_vfps(&self, craft: &Craft<'_>, why: &mut impl Reasons) {
        let (pairs, rule) = craft.pairs();
        let left = craft.fps.saturating_sub(self.fp);
        let fits = |(up, down): &(u8, u8)| {
            let missing = (up.checked_sub(self.up), down.checked_sub(self.down));
            matches!(missing, (Some(up), Some(down)) if up + down <= left && (left > 0 || up + down == 0))
        };
        if !pairs.iter().any(fits) {
            let numbers = [self.up.into(), self.down.into(), 0];
            return why.object(|| Refusal::with(rule, "{0} VFPs up and {1} down are not allowed", numbers));
        }
        let roomy = |(up, down): &(u8, u8)| self.most_in_hex <= per_hex(up + down, craft.fps - up - down).0;
        why.unless(pairs.iter().any(|pair| fits(pair) && roomy(pair)), || {
            let vfps = self.up + self.down;
            let (_, rule) = per_hex(vfps, self.fp - vfps);
            let rule = if rule == rule::ANY_VFPS_A_HEX { rule::VFPS_IN_A_HEX } else { rule };
            Refusal::with(rule, "{0} VFPs in one hex are too many", [self.most_in_hex.into(), 0, 0])
        });
    }
}

/// Where climbing and diving FPs may stand (`14.e`, `15.g`, `T.noteA`): after so many FPs, climbing and diving ones, in this bank.
#[inline]
pub(crate) fn check_kind(
    craft: &Craft<'_>,
    kind: Kind,
    (fp, up, down): (u8, u8, u8),
    bank: Bank,
    why: &mut impl Reasons,
) {
    let second_half = fp >= craft.fps / 2;
    match (craft.mode, kind) {
        (Mode::To(_), Kind::U | Kind::D) => {
            let Some(entry) = craft.entry.filter(|entry| entry.up > 0 && entry.down > 0) else { return };
            let late = if entry.up_first { kind == Kind::U && down > 0 } else { kind == Kind::D && up > 0 };
            why.unless(!late, || {
                Refusal::new(rule::BOTH_DIRECTIONS, "the direction printed first is flown first")
            });
        }
        (Mode::Wingover, Kind::U) => why.unless(!second_half, || {
            Refusal::new(rule::WINGOVER, "a wingover climbs in the first half of the move")
        }),
        (Mode::Wingover, Kind::D) => why.unless(second_half, || {
            Refusal::new(rule::WINGOVER, "a wingover dives in the second half of the move")
        }),
        (Mode::NoteAUp, Kind::U) => why.unless(!second_half || bank.inverted(), || {
            Refusal::new(rule::NOTE_A, "VFPs of the second half are flown inverted")
        }),
        (Mode::NoteADown, Kind::U | Kind::D) => why.unless(fp > 0, || {
            Refusal::new(rule::NOTE_A, "the first FP of a dive to level flight is an HFP")
        }),
        _ => {}
    }
}

/// `15.h`: heading and bank after half a loop.
/// See [`crate::rule::REVERSAL_FLIP`], [`crate::rule::REVERSAL_HEADING`].
#[inline]
pub(crate) fn reversed(heading: Direction, bank: Bank) -> (Direction, Bank) {
    let sides = bank.side().map_or(3, |hand| 2 * hand.sides());
    (heading.turned(sides), bank.flipped())
}
