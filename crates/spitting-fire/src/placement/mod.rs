//! Section 6: set-up. D5.

mod choices;
mod free;
mod mend;
mod room;

pub(crate) use choices::{choices, sketch};
pub use room::squeezed;
pub(crate) use room::{crowded, lattice, leaves_room, standing};

use crate::command::Place;
use crate::field::Spot;
use crate::forces::MOST_IN_GROUP;
use crate::rules::Rules;
use crate::sequence::{flip, in_phase};
use crate::state::{Group, Phase, State, Status};
use crate::{Effect, Look, rule};
use arrayvec::ArrayVec;
use table::{Ask, Dice, Event, EventKind, Listener, Need, Reasons, Refusal, Refusals, Side};

/// Where the aircraft of a group stand and how they point.
pub type Stands = ArrayVec<(Spot, u16), MOST_IN_GROUP>;

/// How a group is set up, once that is judged.
#[derive(Clone, Debug)]
pub struct Formation {
    /// The group.
    pub group: usize,
    /// Its level.
    pub altitude: i16,
    /// Its aircraft.
    pub stands: Stands,
}

/// The altitudes at which a group may start ([`rule::PLACEMENT`]).
pub(crate) fn altitudes(rules: &Rules, card: u16) -> std::ops::RangeInclusive<i16> {
    rules.tables.set_up.lowest..=rules.card(card).alt - rules.tables.set_up.below_ceiling
}

/// Whether a side's set-up area is the southern one.
pub(crate) fn in_south(state: &State, side: Side) -> bool {
    state.axis_south.unwrap_or(true) == (side == Side::Axis)
}

/// The heading of a side's aircraft towards the enemy.
pub(crate) fn ahead(look: Look<'_>) -> u16 {
    if in_south(look.state, look.side) { 0 } else { 180 }
}

/// Whether a place lies in a side's set-up area ([`rule::SETUP_AREAS`]).
pub(crate) fn in_area(look: Look<'_>, spot: Spot) -> bool {
    let depth = look.rules.tables.set_up.depth;
    look.rules.field.in_strip(spot, in_south(look.state, look.side), depth)
}

/// Which groups the flipped card lets a side place ([`rule::PLACEMENT_DECK`]).
pub(crate) fn may_place(look: Look<'_>, group: u16) -> Result<usize, Refusals> {
    let Look { state, side, .. } = look;
    in_phase(state, Phase::Placement)?;
    if state.card != Some(side) {
        let says = "the flipped card is the other side's";
        return Err(Refusal::new(rule::PLACEMENT_DECK, says).into());
    }
    let no = |says| Err(Refusal::with(rule::PLACEMENT_DECK, says, [group.into(), 0, 0]).into());
    match state.group_index(group) {
        Some(g) if state.groups[g].side == side => {
            if state.groups[g].placed {
                no("group {0} has been placed")
            } else {
                Ok(g)
            }
        }
        _ => no("group {0} is not one of this side's groups"),
    }
}

/// Judges a placement in the order setup-areas, placement, stacking; that it leaves room is asked last, for it is a long
/// question.
pub(crate) fn judge(look: Look<'_>, place: &Place) -> Result<Formation, Refusals> {
    let g = may_place(look, place.group)?;
    let mut no = Refusals::none();
    let mut stands = Stands::new();
    for (n, stand) in place.at.iter().enumerate() {
        match stand.on(&look.rules.field) {
            Some(stand) => stands.push(stand),
            None => no.object(|| {
                let says = "place {0} is not written for this board: a hex and a facing, or x, y and a heading of 0 to 359";
                Refusal::with(rule::PLAY_MODE, says, [n as i32 + 1, 0, 0])
            }),
        }
    }
    if no.any() {
        return Err(no);
    }
    let spots: ArrayVec<Spot, MOST_IN_GROUP> = stands.iter().map(|(spot, _)| *spot).collect();
    allowed(look, &look.state.groups[g], place.altitude, &spots, &mut no);
    overlapping(look, &spots, &mut no);
    no.verdict()?;
    if !leaves_room(look, g, &spots) {
        return Err(Refusal::new(rule::PLACEMENT, "the groups that wait would find no room").into());
    }
    Ok(Formation { group: g, altitude: place.altitude, stands })
}

/// What the rules ask of a group's places and altitude, other pieces aside, in the order setup-areas, placement.
pub(crate) fn allowed(look: Look<'_>, group: &Group, altitude: i16, spots: &[Spot], no: &mut impl Reasons) {
    let rules = look.rules;
    let rows = rules.field.strip(in_south(look.state, look.side), rules.tables.set_up.depth);
    for (n, spot) in spots.iter().enumerate() {
        no.unless(in_area(look, *spot), || {
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
}

/// Reasons against places on other pieces ([`rule::STACKING`]).
fn overlapping(look: Look<'_>, spots: &[Spot], no: &mut impl Reasons) {
    let field = &look.rules.field;
    for (n, a) in spots.iter().enumerate() {
        let among = spots[..n].iter().any(|b| field.overlap(*a, *b));
        no.unless(!among && !look.state.occupied(field, *a, usize::MAX), || {
            let says = "aircraft {0} of the group would stand on another piece";
            Refusal::with(rule::STACKING, says, [n as i32 + 1, 0, 0])
        });
    }
}

/// Whether a place is free, and near enough to those that its group has taken ([`rule::PLACEMENT`], [`rule::STACKING`]).
pub(crate) fn fits(rules: &Rules, state: &State, taken: &[Spot], spot: Spot) -> bool {
    let spread = rules.tables.set_up.spread;
    taken.iter().all(|t| !rules.field.overlap(*t, spot) && rules.field.within(*t, spot, spread))
        && !state.occupied(&rules.field, spot, usize::MAX)
}

/// Which edge is whose ([`rule::SETUP_AREAS`]).
pub(crate) fn settle_edges(effect: &mut Effect<'_, impl Dice, impl Listener>) -> Result<(), Need> {
    let Effect { rules, state, dice, events } = effect;
    state.axis_south = rules.options.axis_edge.without_a_die();
    if state.axis_south.is_some() {
        return Ok(());
    }
    let ask = Ask::d6("which edge is the Axis's: 1-3 south, 4-6 north", rule::SETUP_AREAS).from(&[4]);
    let face = dice.roll(&ask)?;
    state.axis_south = Some(face <= 3);
    events.tell(|| {
        let edge = if face <= 3 { "south" } else { "north" };
        let text = format!("The Axis sets up in the {edge}");
        let event = Event::new(EventKind::SetUp, rule::SETUP_AREAS, text).and_rule(rule::DICE);
        event.rolled(6, &[face], "edge")
    });
    Ok(())
}

/// Sets a group up and flips the next card.
pub(crate) fn place(
    effect: &mut Effect<'_, impl Dice, impl Listener>,
    formation: &Formation,
) -> Result<(), Need> {
    let Effect { rules, state, events, .. } = effect;
    let Formation { group: g, altitude, stands } = formation;
    let group = &mut state.groups[*g];
    group.placed = true;
    group.altitude = *altitude;
    for (n, (spot, heading)) in group.members().zip(stands) {
        let plane = &mut state.planes[n];
        (plane.spot, plane.heading, plane.level) = (*spot, *heading, *altitude);
        plane.status = Status::Flying;
    }
    events.tell(|| {
        let Group { side, count, card, .. } = group;
        let (name, number) = (rules.card(*card).name(), g + 1);
        let lead = stands.first().map_or_else(String::new, |(spot, _)| rules.field.text(*spot));
        let text =
            format!("The {side} place group {number}, {count} {name}, at level {altitude} around {lead}");
        Event::new(EventKind::SetUp, rule::PLACEMENT, text)
            .and_rule(rule::SETUP_AREAS)
            .and_rule(rules.field.rule())
            .of(*side)
    });
    flip(effect)
}
