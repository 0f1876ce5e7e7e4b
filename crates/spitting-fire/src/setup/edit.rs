//! A scenario in the hands of its designer: as it is drawn, and aircraft put, turned, added and taken away.

use crate::SpittingFire;
use crate::command::HexName;
use crate::data::Data;
use crate::field::Facing;
use crate::options::Mode;
use crate::scenario::{GroupEntry, Members, PlaneEntry, Scenario};
use crate::view::UNIT;
use table::view::{At, Board, Pose};
use table::{Drawing, Drawn, Edit, PieceId, Screen, format_smolstr, nearest_heading};

/// The level of the first group; later ones join those that are there.
const FIRST_LEVEL: i16 = 3;

/// Where an aircraft stands in a scenario: which group, and which aircraft of it.
type Place = (usize, usize);

/// The scenario as an editor draws it.
pub(crate) fn drawing(data: &Data, scenario: &Scenario) -> Drawing {
    let drawn = |(i, (g, n)): (usize, Place)| {
        let group = &scenario.groups[g];
        let card = card_id(data, scenario, &group.card);
        let own = match &group.aircraft {
            Members::Each(each) => each.get(n),
            Members::Count(_) => None,
        };
        let part = own.map(|_| format!("groups[{g}].aircraft[{n}]"));
        Drawn {
            id: PieceId::of(i),
            name: format_smolstr!("{} {}", card_name(data, scenario, card), i + 1),
            card: card.into(),
            side: group.side,
            pose: own.and_then(|own| pose(scenario, group, own)),
            parts: part.into_iter().chain([format!("groups[{g}]")]).collect(),
        }
    };
    Drawing {
        board: board(data, scenario),
        aircraft: places(scenario).into_iter().enumerate().map(drawn).collect(),
        scenery: scenario.scenery.clone(),
        markers: Vec::new(),
        level_feet: None,
    }
}

/// The board; of a size that no board has, the usual one.
fn board(data: &Data, scenario: &Scenario) -> Board {
    let limits = &data.tables.board;
    let size = |given: Option<i32>, usual: i32| match given {
        Some(given) if (usual..=limits.most).contains(&given) => given,
        _ => usual,
    };
    let width = size(scenario.options.width, limits.short);
    let height = size(scenario.options.height, limits.long);
    match scenario.options.mode {
        Mode::Hexes => SpittingFire::sheet(width as i16, height as i16),
        Mode::Open => Board::Open { width: width * 1000, height: height * 1000, unit: UNIT.into() },
    }
}

/// Every aircraft, in id order.
fn places(scenario: &Scenario) -> Vec<Place> {
    let groups = scenario.groups.iter().enumerate();
    groups.flat_map(|(g, group)| (0..group.aircraft.count()).map(move |n| (g, n))).collect()
}

/// The id of a card that a group names by id, name or type.
fn card_id<'a>(data: &'a Data, scenario: &'a Scenario, named: &'a str) -> &'a str {
    let all = scenario.cards.iter().chain(data.cards.iter().map(|card| &card.entry));
    let mut known = all.filter(|card| [&card.id, &card.name, &card.model].into_iter().any(|n| n == named));
    known.next().map_or(named, |card| &card.id)
}

fn card_name<'a>(data: &'a Data, scenario: &'a Scenario, id: &'a str) -> &'a str {
    let mut all = scenario.cards.iter().chain(data.cards.iter().map(|card| &card.entry));
    all.find(|card| card.id == id).map_or(id, |card| &card.name)
}

fn pose(scenario: &Scenario, group: &GroupEntry, plane: &PlaneEntry) -> Option<Pose> {
    if plane.lost.is_some() {
        return None;
    }
    let (at, heading) = match scenario.options.mode {
        Mode::Hexes => {
            let HexName { col, row } = plane.hex?;
            (At::Hex { col, row }, plane.facing?.heading())
        }
        Mode::Open => (At::Point { x: plane.x?, y: plane.y? }, plane.heading?),
    };
    Some(Pose { at, heading, altitude: plane.level.or(group.altitude), attitude: None })
}

/// Changes a scenario by hand.
pub(crate) fn edit(data: &Data, scenario: &mut Scenario, edit: &Edit) -> bool {
    if let Edit::Add { card, side, at, heading } = edit {
        let mut plane = PlaneEntry::default();
        place(&mut plane, *at, Some(*heading));
        let like = |g: &GroupEntry| {
            let room = matches!(&g.aircraft, Members::Each(each) if each.len() < data.tables.group.most);
            room && g.side == *side && card_id(data, scenario, &g.card) == card
        };
        if let Some(g) = scenario.groups.iter().rposition(like)
            && let Members::Each(each) = &mut scenario.groups[g].aircraft
        {
            each.push(plane);
            return true;
        }
        let level = scenario.groups.iter().rev().find_map(|group| group.altitude);
        scenario.groups.push(GroupEntry {
            side: *side,
            card: card.clone(),
            aircraft: Members::Each(vec![plane]),
            reserve: 0,
            altitude: Some(level.unwrap_or(FIRST_LEVEL)),
            plot: None,
            activated: false,
        });
        return true;
    }
    let found = edit.aircraft().and_then(|id| places(scenario).get(id.index()).copied());
    let Some((g, n)) = found else { return false };
    let group = &mut scenario.groups[g];
    match edit {
        Edit::Put { at, .. } => {
            change(group, n, |plane| place(plane, *at, None));
            group.altitude = group.altitude.or(Some(FIRST_LEVEL));
        }
        Edit::Turn { heading, .. } => change(group, n, |plane| match scenario.options.mode {
            Mode::Hexes => plane.facing = Some(facing(*heading)),
            Mode::Open => plane.heading = Some(heading % 360),
        }),
        Edit::Remove { .. } | Edit::Add { .. } | Edit::Marker { .. } => {
            match &mut group.aircraft {
                Members::Count(count) => *count -= 1,
                Members::Each(each) => drop(each.remove(n)),
            }
            if group.aircraft.count() == 0 {
                scenario.groups.remove(g);
            }
        }
    }
    true
}

/// Changes one aircraft of a group. Those that were only counted become a list of aircraft without places.
fn change(group: &mut GroupEntry, n: usize, how: impl FnOnce(&mut PlaneEntry)) {
    let mut each = match &mut group.aircraft {
        Members::Count(count) => vec![PlaneEntry::default(); usize::from(*count)],
        Members::Each(each) => std::mem::take(each),
    };
    each.get_mut(n).map(how);
    group.aircraft = Members::Each(each);
}

/// Puts an aircraft somewhere; one that points nowhere yet points north.
fn place(plane: &mut PlaneEntry, at: At, heading: Option<u16>) {
    match at {
        At::Hex { col, row } => {
            plane.hex = Some(HexName { col, row });
            plane.facing = heading.map(facing).or(plane.facing).or(Some(Facing::N));
            (plane.x, plane.y, plane.heading) = (None, None, None);
        }
        At::Point { x, y } => {
            (plane.x, plane.y) = (Some(x), Some(y));
            plane.heading = heading.map(|h| h % 360).or(plane.heading).or(Some(0));
            (plane.hex, plane.facing) = (None, None);
        }
    }
}

/// The hexside that is nearest to a heading.
fn facing(heading: u16) -> Facing {
    Facing::of(nearest_heading((0..6).map(|n| n * 60), heading))
}
