//! Section 6: set-up.

mod mend;

pub use mend::{beside, mended, nearest};

use crate::command::{Place, Stand};
use crate::data::Rules;
use crate::field::Spot;
use crate::forces::MOST_IN_GROUP;
use crate::rule;
use crate::sequence::{flip, in_phase};
use crate::state::{Group, Phase, State, Status};
use arrayvec::ArrayVec;
use sky::open::UNIT;
use table::{Dice, Event, EventKind, Listener, Need, Refusal, Refusals, Side};

/// Where the aircraft of a group stand and how they point.
pub type Stands = ArrayVec<(Spot, u16), MOST_IN_GROUP>;

/// The altitudes at which a group may start ([`rule::PLACEMENT`]).
pub fn altitudes(rules: &Rules, card: u16) -> std::ops::RangeInclusive<i16> {
    rules.tables.set_up.lowest..=rules.card(card).alt - rules.tables.set_up.below_ceiling
}

/// Whether a side's set-up area is the southern one.
pub fn in_south(state: &State, side: Side) -> bool {
    state.axis_south.unwrap_or(true) == (side == Side::Axis)
}

/// Whether a place lies in a side's set-up area ([`rule::SETUP_AREAS`]).
pub fn in_area(rules: &Rules, state: &State, side: Side, spot: Spot) -> bool {
    rules.field.in_strip(spot, in_south(state, side), rules.tables.set_up.depth)
}

/// Which groups the flipped card lets a side place ([`rule::PLACEMENT_DECK`]).
pub fn may_place(state: &State, side: Side, group: u16) -> Result<usize, Refusals> {
    in_phase(state, Phase::Placement)?;
    if state.card != Some(side) {
        let says = "the flipped card is the other side's";
        return Err(Refusal::new(rule::PLACEMENT_DECK, says).into());
    }
    let found = state.group_index(group).filter(|g| state.groups[*g].side == side);
    let Some(g) = found else {
        let says = "group {0} is not one of this side's groups";
        return Err(Refusal::with(rule::PLACEMENT_DECK, says, [group.into(), 0, 0]).into());
    };
    if state.groups[g].placed {
        let says = "group {0} has been placed";
        return Err(Refusal::with(rule::PLACEMENT_DECK, says, [group.into(), 0, 0]).into());
    }
    Ok(g)
}

/// Judges a placement in the order setup-areas, placement, stacking; that it leaves room is asked last, for it is a long
/// question.
pub fn judge(rules: &Rules, state: &State, side: Side, place: &Place) -> Result<Stands, Refusals> {
    let g = may_place(state, side, place.group)?;
    let group = &state.groups[g];
    let mut no = Refusals::none();
    let mut spots = Stands::new();
    for (n, stand) in place.at.iter().enumerate() {
        let number = [n as i32 + 1, 0, 0];
        match stand.on(&rules.field) {
            Some(spot) => spots.push(spot),
            None => no.add(Refusal::with(
                rule::PLAY_MODE,
                "place {0} is not written for this board: a hex and a facing, or x, y and a heading of 0 to 359",
                number,
            )),
        }
    }
    if !no.is_empty() {
        return Err(no);
    }
    let places: ArrayVec<Spot, MOST_IN_GROUP> = spots.iter().map(|(spot, _)| *spot).collect();
    let mut no = allowed(rules, state, group, place.altitude, &places);
    overlapping(rules, state, &places, &mut no);
    no.verdict()?;
    if !leaves_room(rules, state, g, &places) {
        return Err(Refusal::new(rule::PLACEMENT, "the groups that wait would find no room").into());
    }
    Ok(spots)
}

/// What the rules ask of a group's places and altitude, other pieces aside, in the order setup-areas, placement.
pub fn allowed(rules: &Rules, state: &State, group: &Group, altitude: i16, spots: &[Spot]) -> Refusals {
    let mut no = Refusals::none();
    let rows = rules.field.strip(in_south(state, group.side), rules.tables.set_up.depth);
    for (n, spot) in spots.iter().enumerate() {
        no.unless(in_area(rules, state, group.side, *spot), || {
            let says = if rules.field.is_hexes() {
                "aircraft {0} of the group is outside the set-up area, rows {1} to {2} of the board"
            } else {
                "aircraft {0} of the group is outside the set-up area, y from {1} to {2} on the board"
            };
            Refusal::with(rule::SETUP_AREAS, says, [n as i32 + 1, *rows.start(), *rows.end()])
        });
    }
    let (count, given) = (i32::from(group.count), spots.len() as i32);
    no.unless(count == given, || {
        Refusal::with(rule::PLACEMENT, "the group has {0} aircraft, {1} are placed", [count, given, 0])
    });
    let spread = rules.tables.set_up.spread;
    for (n, a) in spots.iter().enumerate() {
        for (m, b) in spots.iter().enumerate().skip(n + 1) {
            no.unless(rules.field.within(*a, *b, spread), || {
                let says = "aircraft {0} and {1} of the group are more than {2} SU apart";
                Refusal::with(rule::PLACEMENT, says, [n as i32 + 1, m as i32 + 1, spread])
            });
        }
    }
    let levels = altitudes(rules, group.card);
    no.unless(levels.contains(&altitude), || {
        let numbers = [altitude.into(), (*levels.start()).into(), (*levels.end()).into()];
        Refusal::with(rule::PLACEMENT, "altitude {0} is not in {1} to {2}", numbers)
    });
    no
}

/// Reasons against places on other pieces ([`rule::STACKING`]).
fn overlapping(rules: &Rules, state: &State, spots: &[Spot], no: &mut Refusals) {
    for (n, a) in spots.iter().enumerate() {
        let among = spots[..n].iter().any(|b| rules.field.overlap(*a, *b));
        no.unless(!among && !state.occupied(&rules.field, *a, usize::MAX), || {
            let says = "aircraft {0} of the group would stand on another piece";
            Refusal::with(rule::STACKING, says, [n as i32 + 1, 0, 0])
        });
    }
}

/// Whether a place is free, and near enough to those that its group has taken ([`rule::PLACEMENT`], [`rule::STACKING`]).
pub fn fits(rules: &Rules, state: &State, taken: &[Spot], spot: Spot) -> bool {
    let spread = rules.tables.set_up.spread;
    taken.iter().all(|t| !rules.field.overlap(*t, spot) && rules.field.within(*t, spot, spread))
        && !state.occupied(&rules.field, spot, usize::MAX)
}

/// Sets a group up and flips the next card.
pub fn place(
    rules: &Rules,
    state: &mut State,
    place: &Place,
    spots: &[(Spot, u16)],
    dice: &mut impl Dice,
    events: &mut impl Listener,
) -> Result<(), Need> {
    let g = usize::from(place.group) - 1;
    state.groups[g].placed = true;
    state.groups[g].altitude = place.altitude;
    for (n, (spot, heading)) in state.groups[g].members().zip(spots) {
        let plane = &mut state.planes[n];
        (plane.spot, plane.heading, plane.level) = (*spot, *heading, place.altitude);
        plane.status = Status::Flying;
    }
    let group = &state.groups[g];
    events.tell(|| {
        let where_to: Vec<String> = spots.iter().map(|(s, _)| rules.field.text(*s)).collect();
        let text = format!(
            "{} place group {} ({} {}) at level {}: {}",
            group.side,
            place.group,
            group.count,
            rules.card(group.card).name(),
            place.altitude,
            where_to.join(" ")
        );
        Event::new(EventKind::SetUp, rule::PLACEMENT, text)
            .and_rule(rule::SETUP_AREAS)
            .and_rule(rules.field.rule())
    });
    flip(rules, state, dice, events)
}

/// The group set up wherever there is room, at the altitude already chosen; as it is where there is none.
pub fn squeezed(rules: &Rules, state: &State, side: Side, draft: Place) -> Place {
    let count = state.group_index(draft.group).map_or(0, |g| usize::from(state.groups[g].count));
    let heading = if in_south(state, side) { 0 } else { 180 };
    let Some(places) = room(rules, state, side, &standing(state), count) else { return draft };
    let at = places.iter().map(|spot| Stand::of(&rules.field, *spot, heading)).collect();
    Place { at, ..draft }
}

/// Where pieces stand.
pub fn standing(state: &State) -> Vec<Spot> {
    state.planes.iter().filter(|p| p.flying()).map(|p| p.spot).collect()
}

/// Room for a group beside the places taken: hexes, or points whole SUs apart, and where these do not suffice eighths.
fn room(rules: &Rules, state: &State, side: Side, taken: &[Spot], count: usize) -> Option<Vec<Spot>> {
    let anchors = lattice(rules, state, side, UNIT / 2);
    let reach = rules.tables.set_up.spread / 2;
    [UNIT, UNIT / 8].into_iter().find_map(|apart| {
        let mut free = lattice(rules, state, side, apart);
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
/// open table ([`rule::PLACEMENT`]).
pub fn crowded(rules: &Rules, state: &State, side: Side) -> bool {
    let own = state.planes.iter().filter(|p| p.side == side).count();
    !rules.field.is_hexes() && 4 * own > 5 * rules.size[0] as usize
}

/// Whether a side's groups that still wait find room beside these places of group `g` ([`rule::PLACEMENT`]): one after the
/// other, by their numbers, they are set up in thought. So the first of them can always be placed.
pub fn leaves_room(rules: &Rules, state: &State, g: usize, spots: &[Spot]) -> bool {
    let side = state.groups[g].side;
    if !crowded(rules, state, side) {
        return true;
    }
    let mut taken = standing(state);
    taken.extend(spots);
    let mut waiting = state.groups.iter().enumerate().filter(|(n, w)| *n != g && w.side == side && !w.placed);
    waiting.all(|(_, group)| {
        let found = room(rules, state, side, &taken, group.count.into());
        found.map(|places| taken.extend(places)).is_some()
    })
}

/// The hexes of a side's set-up area, or points `apart` thousandths of an SU from each other.
pub fn lattice(rules: &Rules, state: &State, side: Side, apart: i32) -> Vec<Spot> {
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
