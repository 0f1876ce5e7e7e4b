//! Whether there is room in a set-up area, and where.

use super::{ahead, in_south};
use crate::Look;
use crate::command::{Place, Stand};
use crate::field::Spot;
use crate::state::State;
use sky::open::UNIT;

/// The group set up wherever there is room, at the altitude already chosen; as it is where there is none.
pub fn squeezed(look: Look<'_>, draft: Place) -> Place {
    let Look { rules, state, .. } = look;
    let count = state.group_index(draft.group).map_or(0, |g| usize::from(state.groups[g].count));
    let Some(places) = room(look, &standing(state), count) else { return draft };
    let at = places.iter().map(|spot| Stand::of(&rules.field, *spot, ahead(look))).collect();
    Place { at, ..draft }
}

/// Where pieces stand.
pub(crate) fn standing(state: &State) -> Vec<Spot> {
    state.planes.iter().filter(|p| p.flying()).map(|p| p.spot).collect()
}

/// Room for a group beside the places taken: hexes, or points whole SUs apart, and where these do not suffice eighths.
fn room(look: Look<'_>, taken: &[Spot], count: usize) -> Option<Vec<Spot>> {
    let rules = look.rules;
    let anchors = lattice(look, UNIT / 2);
    let reach = rules.tables.set_up.spread / 2;
    [UNIT, UNIT / 8].into_iter().find_map(|apart| {
        let mut free = lattice(look, apart);
        free.retain(|spot| !taken.iter().any(|t| rules.field.overlap(*t, *spot)));
        anchors.iter().find_map(|anchor| {
            let mut found: Vec<Spot> = Vec::new();
            for spot in free.iter().filter(|spot| rules.field.within(**spot, *anchor, reach)) {
                if found.len() < count && !found.iter().any(|f| rules.field.overlap(*f, *spot)) {
                    found.push(*spot);
                }
            }
            (found.len() == count).then_some(found)
        })
    })
}

/// Whether a side has so many aircraft that some might find no room: more than five to four SUs of the short side, on the
/// open table ([`crate::rule::PLACEMENT`]).
pub(crate) fn crowded(look: Look<'_>) -> bool {
    let Look { rules, state, side } = look;
    let own = state.planes.iter().filter(|p| p.side == side).count();
    !rules.field.is_hexes() && 4 * own > 5 * rules.size[0] as usize
}

/// Whether a side's groups that still wait find room beside these places of group `g` ([`crate::rule::PLACEMENT`]): one after the
/// other, by their numbers, they are set up in thought. So the first of them can always be placed.
pub(crate) fn leaves_room(look: Look<'_>, g: usize, spots: &[Spot]) -> bool {
    if !crowded(look) {
        return true;
    }
    let state = look.state;
    let mut taken = standing(state);
    taken.extend(spots);
    let mut waiting = state.groups_of(look.side).filter(|n| *n != g && !state.groups[*n].placed);
    waiting.all(|n| {
        let found = room(look, &taken, state.groups[n].count.into());
        found.map(|places| taken.extend(places)).is_some()
    })
}

/// The hexes of a side's set-up area, or points `apart` thousandths of an SU from each other.
pub(crate) fn lattice(look: Look<'_>, apart: i32) -> Vec<Spot> {
    let Look { rules, state, side } = look;
    let depth = i32::from(rules.tables.set_up.depth);
    let [width, height] = rules.size.map(i32::from);
    let first = if in_south(state, side) { 0 } else { height - depth };
    if rules.field.is_hexes() {
        let rows = first..first + depth;
        rows.flat_map(|row| (0..width).map(move |col| rules.field.hex(col as i16, row as i16))).collect()
    } else {
        let [first, depth, width] = [first, depth, width].map(|n| n * UNIT);
        let rows = (first..=first + depth).step_by(apart as usize);
        rows.flat_map(|y| (0..=width).step_by(apart as usize).map(move |x| Spot { x, y })).collect()
    }
}
