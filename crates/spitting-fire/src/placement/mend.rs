//! From a point that somebody wishes for to the nearest that the rules allow.

use super::{Stands, allowed, altitudes, fits, in_area, in_south, judge, may_place, overlapping, squeezed};
use crate::command::{Place, Stand};
use crate::field::{Field, Spot};
use crate::forces::MOST_IN_GROUP;
use crate::state::Group;
use crate::{Look, rule};
use arrayvec::ArrayVec;
use sky::open::{EPS, UNIT};
use table::{Refusal, Refusals};

/// Points of the open table are tried this far apart.
const STEP: i32 = UNIT / 20;
/// How often a wish is drawn towards its group.
const ROUNDS: usize = 8;

/// The point of the open table nearest to `wish` where an aircraft may stand whose group has taken these places. A wish that is
/// allowed is met exactly; any other is drawn to its group and into the set-up area, and from there met to a twentieth of
/// an SU. On hexes every place is a choice and nobody wishes between them.
pub(super) fn nearest(look: Look<'_>, taken: &[Spot], wish: Spot) -> Option<Spot> {
    let Look { rules, state, .. } = look;
    let Field::Open(sheet) = rules.field else { return None };
    let middle = drawn_in(look, taken, wish);
    let mut best: Option<(i64, Spot)> = None;
    for ring in 0..=sheet.width.max(sheet.height) / STEP {
        let reach = i64::from(ring * STEP);
        if best.is_some_and(|(off, _)| off <= reach * reach) {
            break;
        }
        for (across, along) in square(ring) {
            let spot = Spot { x: middle.x + across * STEP, y: middle.y + along * STEP };
            let off = i64::from(across * STEP).pow(2) + i64::from(along * STEP).pow(2);
            if best.is_none_or(|(least, _)| off < least)
                && in_area(look, spot)
                && fits(rules, state, taken, spot)
            {
                best = Some((off, spot));
            }
        }
    }
    best.map(|(_, spot)| spot)
}

/// A wish drawn towards its group and into the set-up area, whatever stands there.
fn drawn_in(look: Look<'_>, taken: &[Spot], mut wish: Spot) -> Spot {
    let rules = look.rules;
    let strip = rules.field.strip(in_south(look.state, look.side), rules.tables.set_up.depth);
    let wide = i32::from(rules.size[0]) * UNIT;
    let reach = i64::from(rules.tables.set_up.spread * UNIT + EPS);
    // A point on the edge of one of these may lie outside another: each round brings it nearer to all.
    for _ in 0..ROUNDS {
        for near in taken {
            let [x, y] = [wish.x - near.x, wish.y - near.y].map(i64::from);
            let square = x * x + y * y;
            if square > reach * reach {
                let off = square.isqrt() + i64::from(square.isqrt().pow(2) < square);
                wish = Spot { x: near.x + (x * reach / off) as i32, y: near.y + (y * reach / off) as i32 };
            }
        }
        wish = Spot { x: wish.x.clamp(0, wide), y: wish.y.clamp(*strip.start(), *strip.end()) };
    }
    wish
}

/// The places of a square ring around the origin.
fn square(ring: i32) -> impl Iterator<Item = (i32, i32)> {
    (-ring..=ring).flat_map(move |along| {
        let whole = along.abs() == ring;
        (-ring..=ring)
            .step_by(if whole { 1 } else { 2 * ring.max(1) as usize })
            .map(move |across| (across, along))
    })
}

/// A draft as a legal command: each point moved to the nearest that will do beside those before it, aircraft without one
/// beside the first; and the reasons against the points as they were. Nothing where no point is drafted, on hexes, and
/// where there is no room.
pub(super) fn mended(look: Look<'_>, draft: &Place) -> Option<(Place, Refusals)> {
    let Look { rules, state, .. } = look;
    let g = may_place(look, draft.group).ok().filter(|_| !rules.field.is_hexes())?;
    let group = &state.groups[g];
    let drafted: Option<Stands> = draft.at.iter().map(|stand| stand.on(&rules.field)).collect();
    let drafted = drafted.filter(|d| !d.is_empty() && d.len() <= usize::from(group.count))?;
    if !altitudes(rules, group.card).contains(&draft.altitude) {
        return None;
    }
    let why = against(look, group, draft.altitude, &drafted);
    let near = settled(look, group, &drafted).map(|at| Place { at, ..draft.clone() });
    let refused = match near {
        None => Refusal::new(rule::PLACEMENT, "the group finds no room here").into(),
        Some(place) => match judge(look, &place) {
            Ok(_) => return Some((place, why)),
            Err(no) => no,
        },
    };
    let elsewhere = squeezed(look, draft.clone());
    let why = if why.is_empty() { refused } else { why };
    judge(look, &elsewhere).is_ok().then_some((elsewhere, why))
}

/// Reasons against the points drafted, as if the group had no more aircraft than these.
fn against(look: Look<'_>, group: &Group, altitude: i16, drafted: &Stands) -> Refusals {
    let spots: ArrayVec<Spot, MOST_IN_GROUP> = drafted.iter().map(|(spot, _)| *spot).collect();
    let so_far = Group { count: drafted.len() as u8, ..group.clone() };
    let mut no = Refusals::none();
    allowed(look, &so_far, altitude, &spots, &mut no);
    overlapping(look, &spots, &mut no);
    no
}

/// Places for the whole group, as near as possible to those drafted.
fn settled(look: Look<'_>, group: &Group, drafted: &Stands) -> Option<ArrayVec<Stand, MOST_IN_GROUP>> {
    let (mut taken, mut at) = (ArrayVec::<Spot, MOST_IN_GROUP>::new(), ArrayVec::new());
    for n in 0..usize::from(group.count) {
        let (wish, heading) = match drafted.get(n) {
            Some(stand) => *stand,
            None => (beside(look, &taken), drafted[0].1),
        };
        let spot = nearest(look, &taken, wish)?;
        taken.push(spot);
        at.push(Stand::of(&look.rules.field, spot, heading));
    }
    Some(at)
}

/// Where the next aircraft of a group stands in line abreast with the first: the nearest such place that is free, or the
/// first's own place, where there is none.
pub(super) fn beside(look: Look<'_>, taken: &[Spot]) -> Spot {
    let Look { rules, state, .. } = look;
    let first = taken.first().copied().unwrap_or_default();
    let line = (1..=rules.tables.set_up.spread).flat_map(|k| [k, -k]);
    let mut places = line.map(|k| Spot { x: first.x + k * UNIT, ..first });
    places.find(|s| in_area(look, *s) && fits(rules, state, taken, *s)).unwrap_or(first)
}
