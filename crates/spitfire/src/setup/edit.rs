//! A scenario in the hands of its designer: as it is drawn, and aircraft and targets put, turned, added and taken away.

use crate::data::Data;
use crate::scenario::{Aircraft, Player, Scenario, StartStatus};
use crate::space::{Facing, GRID, at, hex_name, read_hex};
use crate::{Spitfire, rule};
use table::view::{At, Marker, MarkerKind, Pose};
use table::{
    Drawing, Drawn, Edit, PieceId, Screen, Side, format_smolstr, nearest_heading, put_marker, take_out,
};

/// The level of the first aircraft of a side; later ones join those that are there.
const FIRST_LEVEL: u8 = 10;

/// The scenario as an editor draws it.
pub(crate) fn drawing(data: &Data, scenario: &Scenario) -> Drawing {
    let mut count = [0; 2];
    let mut drawn = |(n, given): (usize, &Aircraft)| {
        let side = side_of(scenario, given);
        count[side.index()] += 1;
        let own = match side {
            Side::Allies => &scenario.options.allies,
            Side::Axis => &scenario.options.axis,
        };
        let card = own.as_deref().unwrap_or(scenario.types.of(side));
        Drawn {
            id: PieceId::of(n),
            name: format_smolstr!("{card} {}", count[side.index()]),
            card: card.into(),
            side,
            pose: pose(given).filter(|_| given.status == StartStatus::Flying),
            parts: vec![format!("aircraft[{n}]")],
        }
    };
    let targets = scenario.targets.iter().filter_map(|text| read_hex(text));
    let target = |hex| Marker {
        kind: MarkerKind::Target,
        at: at(hex),
        label: format_smolstr!("Target {}", hex_name(hex)),
        side: None,
        rule: rule::BOMBING,
    };
    Drawing {
        board: Spitfire::sheet(data.tables.map.columns, data.tables.map.rows),
        aircraft: scenario.aircraft.iter().enumerate().map(&mut drawn).collect(),
        scenery: scenario.scenery.clone(),
        markers: targets.map(target).collect(),
        level_feet: None,
    }
}

fn side_of(scenario: &Scenario, given: &Aircraft) -> Side {
    let first = scenario.options.first.unwrap_or(scenario.first);
    given.side.unwrap_or(match given.player {
        Some(Player::Second) => first.enemy(),
        Some(Player::First) | None => first,
    })
}

fn pose(given: &Aircraft) -> Option<Pose> {
    let hexside = Facing::hexside(&given.facing).map(|facing| facing.heading(false));
    let corner = || Facing::corner(&given.facing).map(|facing| facing.heading(true));
    Some(Pose {
        at: at(read_hex(&given.hex)?),
        heading: hexside.or_else(corner)?,
        altitude: Some(given.altitude.into()),
        attitude: None,
    })
}

/// Changes a scenario by hand.
pub(crate) fn edit(scenario: &mut Scenario, edit: &Edit) -> bool {
    match edit {
        Edit::Add { card, side, at, heading } => {
            let Some(hex) = written(*at) else { return false };
            let flown = match side {
                Side::Allies => (&mut scenario.types.allies, &mut scenario.options.allies),
                Side::Axis => (&mut scenario.types.axis, &mut scenario.options.axis),
            };
            card.clone_into(flown.0);
            *flown.1 = None;
            let mate = scenario.aircraft.iter().rev().find(|mate| side_of(scenario, mate) == *side);
            let altitude = mate.map_or(FIRST_LEVEL, |mate| mate.altitude);
            let facing = facing(*heading);
            let new = Aircraft { side: Some(*side), hex, facing, altitude, ..Aircraft::default() };
            scenario.aircraft.push(new);
            true
        }
        Edit::Put { aircraft, at } => {
            let given = scenario.aircraft.get_mut(aircraft.index()).zip(written(*at));
            given.map(|(given, hex)| given.hex = hex).is_some()
        }
        Edit::Turn { aircraft, heading } => {
            let given = scenario.aircraft.get_mut(aircraft.index());
            given.map(|given| given.facing = facing(*heading)).is_some()
        }
        Edit::Remove { aircraft } => take_out(&mut scenario.aircraft, *aircraft),
        Edit::Marker { kind, from, to } => {
            let place = |target: &String| read_hex(target).map(at);
            let put = |_: Option<&String>, to| written(to);
            *kind == MarkerKind::Target && put_marker(&mut scenario.targets, (*from, *to), place, put)
        }
    }
}

/// A hex as a scenario writes it.
fn written(place: At) -> Option<String> {
    match place {
        At::Hex { col, row } => Some(hex_name(GRID.hex(col, row))),
        At::Point { .. } => None,
    }
}

/// The hexside that is nearest to a heading.
fn facing(heading: u16) -> String {
    let nearest = nearest_heading((0..6).map(|n| n * 60), heading);
    Facing::new((nearest / 60) as u8).unwrap_or_default().name(false).to_owned()
}
