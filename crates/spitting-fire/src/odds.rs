//! Exact odds of an attack: the same dice code as the attack itself, run over every face.

use crate::combat::{Aimed, calculation, chance, loaded, range, resolve, to_hit};
use crate::data::Rules;
use crate::rule;
use crate::state::{Plane, State};
use table::{Distribution, Odds, PieceId, Refusal, Refusals, enumerate};

/// The odds of `shooter` firing at `target` from where they stand. `with` lists weapons in card order, from 0, separated
/// by commas; nothing means every weapon that bears.
pub(crate) fn odds(
    rules: &Rules,
    state: &State,
    shooter: PieceId,
    target: PieceId,
    with: Option<&str>,
) -> Result<Odds, Refusals> {
    let gone =
        |id: PieceId| Refusal::with(rule::DECLARE_TARGETS, "there is no aircraft {0}", [id.0.into(), 0, 0]);
    let at = |id: PieceId| state.index(id).filter(|n| state.planes[*n].flying()).ok_or_else(|| gone(id));
    let (from, to) = (&state.planes[at(shooter)?], &state.planes[at(target)?]);
    let card = rules.card(from.card);
    let bearing = card.bearing(rules.field.arcs(from.spot, from.heading, to.spot)) & loaded(rules, from);
    let weapons = match with {
        None => bearing,
        Some(text) => {
            let says = "weapons are numbers in card order from 0, separated by commas";
            let bad = || Refusals::from(Refusal::new(rule::DECLARE_TARGETS, says));
            let mut bits = 0u16;
            for word in text.split(',').filter(|w| !w.trim().is_empty()) {
                let n: usize = word.trim().parse().map_err(|_| bad())?;
                bits |= if n < card.weapons.len() { 1 << n } else { return Err(bad()) };
            }
            bits
        }
    };
    let mut no = Refusals::none();
    no.unless(from.side != to.side, || {
        Refusal::new(rule::DECLARE_TARGETS, "only enemy aircraft are targets")
    });
    no.unless(weapons & !loaded(rules, from) == 0, || {
        Refusal::new(rule::OPT_LIMITED_AMMO, "a battery is empty")
    });
    no.unless(from.level == to.level, || {
        let levels = [from.level.into(), to.level.into(), 0];
        Refusal::with(rule::SAME_ALTITUDE, "the attacker is at level {0}, the target at {1}", levels)
    });
    let row = range(rules, from, to);
    no.unless(row.is_some(), || Refusal::new(rule::RANGE, "the target is out of range"));
    no.unless(weapons != 0 && weapons & !bearing == 0, || {
        Refusal::new(rule::FIRING_ARCS, "the target is not in the arc of the weapons")
    });
    let number = row.map_or(7, |row| to_hit(rules, row, from, to));
    no.unless(row.is_none() || number <= 6, || Refusal::new(rule::OPT_DEFLECTION, "too far for a beam shot"));
    no.verdict()?;
    let shot = Aimed { target: 0, weapons, to_hit: number };
    let of = damage(rules, from, to, &shot);
    let text = format!(
        "{} weapons at {number}+, damage at {}+ on {} boxes",
        weapons.count_ones(),
        rules.card(to.card).def,
        rules.card(to.card).boxes - to.damage
    );
    Ok(Odds::new(&of, vec![calculation(rules, from, to)], text))
}

/// The distribution of (points of damage, target shot down). Weapons do not depend on each other, so each is enumerated on
/// its own; points beyond the last box are lost.
pub(crate) fn damage(rules: &Rules, from: &Plane, to: &Plane, shot: &Aimed) -> Distribution<(i32, bool)> {
    let (card, target) = (rules.card(from.card), rules.card(to.card));
    let left = i32::from(target.boxes - to.damage);
    let mut sum = enumerate(|_| Ok(0));
    let mut weapons = shot.weapons;
    while weapons != 0 {
        let one = Aimed { weapons: weapons & weapons.wrapping_neg(), ..*shot };
        weapons &= weapons - 1;
        let scored = enumerate(|dice| resolve(card, &one, target.def, dice, |_, _, _| {}));
        sum = sum.and(&scored, |a, b| (a + b).min(left));
    }
    sum.and(&enumerate(|_| Ok(())), |points, ()| (*points, *points >= left))
}

/// What a volley of everything that bears is worth on average, in thousandths of a point of damage; no more than the boxes
/// left can be worth. For forecasts and pilots, not for rules.
pub(crate) fn expected_milli(rules: &Rules, from: &Plane, to: &Plane) -> i64 {
    let Some((weapons, number)) = chance(rules, from, to) else { return 0 };
    let (card, target) = (rules.card(from.card), rules.card(to.card));
    let dice: i64 = (0..card.weapons.len())
        .filter(|n| weapons >> n & 1 == 1)
        .map(|n| i64::from(card.weapons[n].damage))
        .sum();
    let mean = dice * i64::from(7 - number) * i64::from(7 - target.def) * 1000 / 36;
    mean.min(i64::from(target.boxes - to.damage) * 1000)
}
