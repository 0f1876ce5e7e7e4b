//! D5 on the open table: any legal point will do, and a draft says where these are.

use super::choices::put;
use super::mend::{beside, mended as mend, nearest};
use super::{ahead, altitudes, crowded, in_south, may_place, standing};
use crate::command::{Command, Place, Stand};
use crate::field::{Field, Spot};
use crate::{Look, rule};
use sky::open::{EPS, UNIT};
use table::{Barred, Circle, Free, Mended, PieceId};

/// Where the next aircraft of a group may stand; once all stand, where each of them may stand instead.
pub(super) fn free(look: Look<'_>, place: &Place) -> Vec<Free<Command>> {
    let Look { rules, state, .. } = look;
    let Ok(g) = may_place(look, place.group) else { return Vec::new() };
    let group = &state.groups[g];
    let (stand, count) = (place.at.len(), usize::from(group.count));
    let spots: Option<Vec<Spot>> =
        place.at.iter().map(|s| s.on(&rules.field).map(|(spot, _)| spot)).collect();
    let (Some(spots), Field::Open(sheet)) = (spots.filter(|_| stand <= count), rules.field) else {
        return Vec::new();
    };
    if !altitudes(rules, group.card).contains(&place.altitude) {
        return Vec::new();
    }
    let south = in_south(state, look.side);
    let strip = rules.field.strip(south, rules.tables.set_up.depth);
    let pieces = standing(state);
    let circle = |spot: &Spot, radius| Circle { at: rules.field.at(*spot), radius };
    let places = if stand < count { stand..stand + 1 } else { 0..count };
    let one = |k: usize| {
        let others: Vec<Spot> = (0..stand).filter(|n| *n != k).map(|n| spots[n]).collect();
        let front = if south { *strip.end() } else { *strip.start() };
        let wish = match spots.get(k) {
            Some(spot) => *spot,
            None if k == 0 => Spot { x: sheet.width / 2, y: front },
            None => beside(look, &others),
        };
        let spot = nearest(look, &others, wish)?;
        let heading = place.at.get(k).and_then(|s| s.on(&rules.field)).map_or(ahead(look), |s| s.1);
        let mut draft = place.clone();
        draft.at.truncate(k);
        draft.at.push(Stand::of(&rules.field, spot, heading));
        draft.at.extend(place.at.iter().skip(k + 1).copied());
        let spread = rules.tables.set_up.spread * UNIT + EPS;
        let clear = others.iter().chain(&pieces).map(|s| circle(s, UNIT - EPS)).collect();
        Some(Free {
            aircraft: PieceId::of(usize::from(group.first) + k),
            draft: Command::Place(draft),
            field: format!("/place/at/{k}"),
            from: rules.field.at(Spot { x: 0, y: *strip.start() }),
            to: rules.field.at(Spot { x: sheet.width, y: *strip.end() }),
            near: others.iter().map(|s| circle(s, spread)).collect(),
            clear,
            crowded: crowded(look),
            rule: rule::PLACEMENT,
        })
    };
    places.filter_map(one).collect()
}

/// The legal command next to a draft that cannot be given as it stands.
pub(super) fn mended(look: Look<'_>, place: &Place) -> Option<Mended<Command>> {
    let (whole, why) = mend(look, place)?;
    let also = put(look, &whole);
    Some(Mended { command: Command::Place(whole), also, barred: Barred::all(&why) })
}
