//! Exact odds of an attack: the same dice code as the attack itself, run over every face.

use crate::combat::{Aim, Aimed, calculation, chance, loaded, resolve};
use crate::rule;
use crate::rules::Rules;
use crate::state::{Plane, State};
use crate::words;
use table::{Distribution, Impact, Odds, OddsOf, PieceId, Reasons, Refusal, Refusals, enumerate};

/// The odds of one aircraft firing at another from where they stand. `with` lists weapons in card order, from 0, separated
/// by commas; nothing means every weapon that bears.
pub(crate) fn odds(rules: &Rules, state: &State, of: OddsOf<'_>) -> Result<Odds, Refusals> {
    let OddsOf { shooter, target, with } = of;
    let gone =
        |id: PieceId| Refusal::with(rule::DECLARE_TARGETS, "there is no aircraft {0}", [id.0.into(), 0, 0]);
    let at = |id: PieceId| state.index(id).filter(|n| state.planes[*n].flying()).ok_or_else(|| gone(id));
    let (from, to) = (&state.planes[at(shooter)?], &state.planes[at(target)?]);
    let mut no = Refusals::none();
    no.unless(from.side != to.side, || {
        Refusal::new(rule::DECLARE_TARGETS, "only enemy aircraft are targets")
    });
    let arcs = rules.field.arcs(from.spot, from.heading, to.spot);
    let weapons = match with {
        None => rules.card(from.card).bearing(arcs) & loaded(rules, from),
        Some(text) => listed(text, rules.card(from.card).weapons.len())?,
    };
    let mut shot = Aimed { target: target.index() as u16, weapons, to_hit: 7 };
    let aim = Aim::new(rules, from, to, &shot);
    aim.judge(&mut no);
    no.unless(weapons != 0, || {
        let says = "no weapon of aircraft {0} bears on {1}";
        Refusal::with(rule::FIRING_ARCS, says, [shooter.0.into(), target.0.into(), 0])
    });
    no.verdict()?;
    shot.to_hit = aim.to_hit;
    let card = rules.card(to.card);
    let left = i32::from(card.boxes - to.damage);
    let text = format!(
        "{} at {}+, damage at {}+ on {left} boxes",
        words::count(weapons.count_ones(), "weapon"),
        shot.to_hit,
        card.def
    );
    let of = damage(rules, from, to, &shot).map(|(hit, points)| Impact {
        hit: *hit,
        points: *points,
        harmed: *points > 0,
        out: *points >= left,
    });
    Ok(Odds::new(&of, vec![calculation(rules, from, to)], text))
}

/// The weapons that a text names, as bits.
fn listed(text: &str, weapons: usize) -> Result<u16, Refusals> {
    let mut bits = 0;
    for word in text.split(',').filter(|word| !word.trim().is_empty()) {
        match word.trim().parse::<usize>() {
            Ok(n) if n < weapons => bits |= 1 << n,
            _ => {
                let says = "weapons are numbers in card order, 0 to {0}, separated by commas";
                let last = weapons as i32 - 1;
                return Err(Refusal::with(rule::DECLARE_TARGETS, says, [last, 0, 0]).into());
            }
        }
    }
    Ok(bits)
}

/// How likely it is that anything hits, and how many points of damage it does. Weapons do not depend on each other, so each is
/// enumerated on its own; points beyond the last box are lost.
pub(crate) fn damage(rules: &Rules, from: &Plane, to: &Plane, shot: &Aimed) -> Distribution<(bool, i32)> {
    let (card, target) = (rules.card(from.card), rules.card(to.card));
    let left = i32::from(target.boxes - to.damage);
    let mut sum = enumerate(|_| Ok((false, 0)));
    let mut weapons = shot.weapons;
    while weapons != 0 {
        let one = Aimed { weapons: weapons & weapons.wrapping_neg(), ..*shot };
        weapons &= weapons - 1;
        let scored = enumerate(|dice| {
            let mut hit = false;
            let points = resolve(card, &one, target.def, dice, |thrown| {
                hit = thrown.hits.iter().any(|face| *face >= one.to_hit);
            })?;
            Ok((hit, points))
        });
        sum = sum.and(&scored, |(a, some), (b, more)| (*a || *b, (some + more).min(left)));
    }
    sum
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
