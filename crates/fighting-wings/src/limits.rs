//! Section 15: what an aircraft may spend an FP on.

use crate::attitude::{Bank, Hand};
use crate::craft::Craft;
use crate::rule;
use crate::scenario::Pilot;
use crate::turn::{Cell, Rate, cell};
use table::{Reasons, Refusal};

/// `15.f`: FPs of a skid; a skid turn takes one more than a BT turn at least.
#[inline]
pub(crate) fn skid_fps(craft: &Craft<'_>, turn: bool) -> u8 {
    let fps = craft.ty.skid.fps;
    match cell(craft.speed, Rate::Bt) {
        Some(Cell::Fps(bt)) if turn => fps.max(bt + 1),
        _ => fps,
    }
}

/// `15.a`: whether an aircraft may spend an FP on a turn: its cost, whether it needs slats, and the chart's cell.
/// Slats: [`crate::rule::SLATS_AUTOMATIC`], [`crate::rule::SLATS_MINIMUM`], [`crate::rule::SLATS_AND_FLAPS`].
#[inline]
pub(crate) fn may_turn(
    craft: &Craft<'_>,
    bank: Bank,
    hand: Hand,
    rate: Rate,
    why: &mut impl Reasons,
) -> Option<(i16, bool, Cell)> {
    let mut no = table::Whether::default();
    let mut unless = |legal: bool, rule, says| {
        no.unless(legal, || Refusal::new(rule, says));
        why.unless(legal, || Refusal::new(rule, says));
    };
    let damaged = craft.condition.damaged;
    unless(!(damaged && rate >= Rate::Bt), rule::DAMAGED_LIMITS, "a damaged aircraft makes no BT or ET turn");
    unless(
        !(craft.pilot == Pilot::Green && rate == Rate::Et),
        rule::GREEN_LIMITS,
        "green pilots make no ET turn",
    );
    let recruit = craft.pilot == Pilot::Recruit && rate >= Rate::Bt;
    unless(!recruit, rule::RECRUIT_LIMITS, "recruits make no BT or ET turn");
    unless(!craft.formation || rate == Rate::Ez, rule::FIXED_LIMITS, "a fixed formation turns at EZ");
    unless(bank.side() == Some(hand), rule::TURNS, "the aircraft must be banked to that side");
    let fired = craft.plane.fired || craft.plane.gunned != 0;
    unless(!(fired && rate == Rate::Et), rule::ET_NO_FIRE, "it has fired and may not turn at ET");
    let (listed, cell) = (craft.ty.turning(rate), cell(craft.speed, rate));
    unless(listed.is_some(), rule::TURNS, "the type has no such turn rate");
    unless(cell.is_some(), rule::TURN_CHART, "the chart has no such turn at this speed");
    let (cost, minimum) = listed?;
    let minimum = minimum + craft.minimum_shift();
    // `10.e`: with flaps only their effects count.
    let slats = craft.speed == minimum - 1 && craft.ty.slats && !craft.flaps && rate >= Rate::Ht;
    unless(craft.speed >= minimum || slats, rule::TURNS, "too slow for this turn rate");
    if no.any() { None } else { cell.map(|cell| (cost, slats, cell)) }
}

/// `15.d`, `15.e`: whether an aircraft may roll into a bank in FP `fp`.
#[inline]
pub(crate) fn may_bank(
    craft: &Craft<'_>,
    (fp, after): (u8, Bank),
    (count, snap): (u8, bool),
    why: &mut impl Reasons,
) -> bool {
    let mut no = table::Whether::default();
    let mut unless = |legal: bool, rule, says| {
        no.unless(legal, || Refusal::new(rule, says));
        why.unless(legal, || Refusal::new(rule, says));
    };
    let needed = craft.ty.bank_need(craft.speed);
    let reversed = craft.reversal.is_none_or(|after| fp >= after);
    unless(!(snap && craft.pilot == Pilot::Recruit), rule::RECRUIT_LIMITS, "recruits make no snap rolls");
    let level = matches!(after, Bank::Lvl | Bank::Lb | Bank::Rb);
    unless(
        !craft.formation || (level && !snap),
        rule::FIXED_LIMITS,
        "a fixed formation banks to LVL, LB or RB",
    );
    let two = needed == 0 || (snap && needed == 1);
    unless(count == 1 || (count == 2 && two), rule::BANKING, "two steps take a requirement of 1/2");
    unless(craft.ty.aerobatic() || !after.inverted(), rule::BANKING, "this type is never inverted");
    unless(!snap || needed > 0, rule::SNAP_ROLLS, "a requirement of 1/2 cannot be improved");
    unless(reversed, rule::REVERSAL_BANK, "the bank does not change before the reversal");
    !no.any()
}
