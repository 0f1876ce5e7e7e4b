//! A scenario in the hands of its designer: as it is drawn, and aircraft, targets and clouds put, turned, added
//! and taken away.

use super::{position, rules};
use crate::data::Data;
use crate::scenario::{Group, PlaneState, Scenario, TargetSpec};
use crate::view::markers;
use crate::{FastAndEasy, state};
use sky::{Direction, Grid, Hex};
use table::view::{At, MarkerKind};
use table::{Drawing, Drawn, Edit, Flaws, PieceId, Screen, free_name, nearest_heading, put_marker};

const GRID: Grid = Grid::PointyOddRowsEast;

/// Where a plane stands in a scenario: which group, and which plane of it.
type Place = (usize, usize);

/// The scenario as an editor draws it.
pub(crate) fn drawing(data: &Data, scenario: &Scenario) -> Drawing {
    // What is wrong is told by the set-up.
    let mut flaws = Flaws::default();
    let rules = rules::rules(data, scenario, &mut flaws);
    let state = position::state(&rules, scenario, &mut flaws);
    let places = places(scenario);
    let drawn = |(i, place): (usize, &Place)| drawn(&rules, &state, i, parts(scenario, *place));
    Drawing {
        board: FastAndEasy::sheet(rules.board.columns, rules.board.rows),
        aircraft: places.iter().take(state.planes.len()).enumerate().map(drawn).collect(),
        scenery: scenario.scenery.clone(),
        markers: markers(&rules, &state),
        level_feet: None,
    }
}

fn drawn(rules: &state::Rules, state: &state::State, i: usize, parts: Vec<String>) -> Drawn {
    let (info, plane) = (&rules.planes[i], &state.planes[i]);
    Drawn {
        id: PieceId::of(i),
        name: info.name.clone(),
        card: rules.card(i).name.clone(),
        side: info.side,
        pose: state.on_map(i).then(|| rules.pose(plane.hex, plane.facing)),
        parts,
    }
}

/// Every plane, in id order.
fn places(scenario: &Scenario) -> Vec<Place> {
    let groups = scenario.groups.iter().enumerate();
    groups.flat_map(|(g, group)| (0..group.len().min(state::MAX_PLANES)).map(move |n| (g, n))).collect()
}

fn parts(scenario: &Scenario, (g, n): Place) -> Vec<String> {
    let own = scenario.groups[g].state.iter().position(|s| s.plane == number(n));
    let own = own.map(|s| format!("groups[{g}].state[{s}]"));
    own.into_iter().chain([format!("groups[{g}]")]).collect()
}

/// The number by which a group calls its plane `n`.
fn number(n: usize) -> i32 {
    n as i32 + 1
}

/// Changes a scenario by hand.
pub(crate) fn edit(data: &Data, scenario: &mut Scenario, edit: &Edit) -> bool {
    if let Edit::Add { card, side, at, heading } = edit {
        let Some(spot) = spot(*at) else { return false };
        let facing = facing(*heading);
        let like = |g: &&mut Group| {
            let alike = g.side == *side && g.aircraft == *card && g.facing == facing;
            alike && g.formation.is_none() && !g.hexes.is_empty()
        };
        match scenario.groups.iter_mut().rev().find(like) {
            Some(group) => group.hexes.push(spot),
            None => {
                let taken = |name: &str| scenario.groups.iter().any(|g| g.name == name);
                let name = free_name(&format!("{card} "), taken);
                let group = Group::of_one(name, *side, card, facing, spot);
                scenario.groups.push(group);
            }
        }
        return true;
    }
    if let Edit::Marker { kind, from, to } = edit {
        return mark(scenario, *kind, (*from, *to));
    }
    let placed = edit.aircraft().and_then(|id| Some((id, *places(scenario).get(id.index())?)));
    let Some((id, place)) = placed else { return false };
    match edit {
        Edit::Put { at, .. } => put(data, scenario, id, place, *at),
        Edit::Turn { heading, .. } => turn(&mut scenario.groups[place.0], place.1, facing(*heading)),
        Edit::Remove { .. } | Edit::Add { .. } | Edit::Marker { .. } => remove(scenario, place),
    }
}

/// Puts a target or a cloud on the map, elsewhere, or takes it away.
fn mark(scenario: &mut Scenario, kind: MarkerKind, way: (Option<At>, Option<At>)) -> bool {
    match kind {
        MarkerKind::Target | MarkerKind::DestroyedTarget => {
            let place = |target: &TargetSpec| read(&target.hex);
            let put = |old: Option<&TargetSpec>, to| {
                Some(TargetSpec { hex: spot(to)?, destroyed_by: old.and_then(|old| old.destroyed_by) })
            };
            put_marker(&mut scenario.targets, way, place, put)
        }
        MarkerKind::Cloud => {
            let done = put_marker(&mut scenario.clouds, way, |cloud| read(cloud), |_, to| spot(to));
            // Whoever puts a cloud on the map wants it in the game.
            scenario.options.clouds |= done && way.1.is_some();
            done
        }
        MarkerKind::Slot | MarkerKind::Area => false,
    }
}

fn put(data: &Data, scenario: &mut Scenario, id: PieceId, (g, n): Place, at: At) -> bool {
    let (Some(spot), At::Hex { col, row }) = (spot(at), at) else { return false };
    let before = drawing(data, scenario).aircraft.get(id.index()).and_then(|drawn| drawn.pose);
    let group = &mut scenario.groups[g];
    let len = group.len();
    let Some(formation) = &mut group.formation else {
        group.count = None;
        group.hexes.resize(len, "-".to_owned());
        group.hexes[n] = spot;
        return true;
    };
    // A formation flies as a whole: where one goes, all go.
    let by = before.and_then(|pose| match pose.at {
        At::Hex { col: c, row: r } => Some((GRID.hex(c, r), GRID.hex(col, row))),
        At::Point { .. } => None,
    });
    match (by, &mut formation.lead) {
        (Some(by), Some(lead)) => {
            for hex in std::iter::once(lead).chain(&mut group.hexes) {
                shift(hex, by);
            }
        }
        (_, lead) => {
            *lead = Some(spot);
            by_layout(group, len);
        }
    }
    true
}

/// Leaves it to the layout where the members of a formation are.
fn by_layout(group: &mut Group, len: usize) {
    group.hexes.clear();
    group.count = Some(len as i32);
}

/// Moves a hex, as it is written, by as much as `to` lies from `from`.
fn shift(hex: &mut String, (from, to): (Hex, Hex)) {
    if let Some(At::Hex { col: column, row }) = read(hex) {
        let was = GRID.hex(column, row);
        let (column, row) = GRID.printed(Hex::new(was.q + to.q - from.q, was.r + to.r - from.r));
        *hex = format!("{column:02}.{row:02}");
    }
}

fn turn(group: &mut Group, n: usize, facing: i32) -> bool {
    let len = group.len();
    if len == 1 || group.formation.is_some() {
        group.facing = facing;
        if group.formation.as_ref().is_some_and(|formation| formation.lead.is_some()) {
            by_layout(group, len);
        }
        return true;
    }
    let differs = (facing != group.facing).then_some(facing);
    match group.state.iter_mut().find(|s| s.plane == number(n)) {
        Some(own) => own.facing = differs,
        None => {
            group.state.push(PlaneState { plane: number(n), facing: differs, ..PlaneState::default() });
        }
    }
    group.state.retain(|s| *s != PlaneState { plane: s.plane, ..PlaneState::default() });
    true
}

fn remove(scenario: &mut Scenario, (g, n): Place) -> bool {
    let group = &mut scenario.groups[g];
    if group.len() == 1 {
        scenario.groups.remove(g);
        return true;
    }
    if group.hexes.is_empty() {
        group.count = group.count.map(|count| count - 1);
    } else {
        group.hexes.remove(n);
        group.count = None;
    }
    let gone = number(n);
    for numbers in [&mut group.ace, &mut group.rockets] {
        numbers.retain(|plane| *plane != gone);
        numbers.iter_mut().filter(|plane| **plane > gone).for_each(|plane| *plane -= 1);
    }
    group.state.retain(|s| s.plane != gone);
    group.state.iter_mut().filter(|s| s.plane > gone).for_each(|s| s.plane -= 1);
    true
}

/// A hex that a scenario writes.
fn read(hex: &str) -> Option<At> {
    let number = |part: &str| part.parse::<i16>().ok().filter(|n| (-999..=999).contains(n));
    let (col, row) = hex.split_once('.')?;
    Some(At::Hex { col: number(col)?, row: number(row)? })
}

/// A hex as a scenario writes it.
fn spot(at: At) -> Option<String> {
    match at {
        At::Hex { col, row } => Some(format!("{col:02}.{row:02}")),
        At::Point { .. } => None,
    }
}

/// The number of the facing that is nearest to a heading.
fn facing(heading: u16) -> i32 {
    let nearest = nearest_heading(Direction::ALL.map(|d| GRID.heading(d)), heading);
    Direction::ALL.into_iter().find(|d| GRID.heading(*d) == nearest).map_or(0, |d| d.number().into())
}
