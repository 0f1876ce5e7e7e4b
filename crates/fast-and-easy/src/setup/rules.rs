//! The part of a scenario that does not change: map, targets, clouds, groups and their planes, formations.

use super::{facing, hex};
use crate::data::Data;
use crate::movement::{Condition, fighter};
use crate::rule;
use crate::scenario::{BoardName, BoardSize, Group, Scenario};
use crate::state::{Bits, FormationInfo, GroupInfo, Layout, MAX_PLANES, PlaneInfo, PlaneSet, Role, Rules};
use sky::{Board, Direction, Edge, Grid};
use table::Flaws;

/// Most ground targets.
pub(super) const MAX_TARGETS: usize = 64;
/// Most formations.
const MAX_FORMATIONS: usize = 100;

/// The part of a scenario that does not change.
pub(super) fn rules(data: &Data, scenario: &Scenario, flaws: &mut Flaws) -> Rules {
    let board = board(data, scenario, flaws);
    let mut rules = Rules {
        title: scenario.title.clone(),
        scenery: scenario.scenery.clone(),
        board,
        turns: flaws.number("turns", scenario.turns, 1..=200, rule::GAME_END) as u8,
        escort: scenario.escort,
        side_names: [scenario.sides.allies.clone(), scenario.sides.axis.clone()],
        options: scenario.options.clone(),
        tables: data.tables.clone(),
        aircraft: data.aircraft.clone(),
        planes: Vec::new(),
        groups: Vec::new(),
        formations: Vec::new(),
        layouts: layouts(data),
        bombers: PlaneSet::default(),
        fighters: [PlaneSet::default(); 2],
        targets: Vec::new(),
        clouds: Bits::none(&board),
        far_from_home: [false; 2],
        exit_vp: scenario.exit_vp.unwrap_or(data.tables.victory.exit),
        target_vp: scenario.target_vp.unwrap_or(data.tables.victory.target),
        far_edge: Edge::East,
    };
    for (path, points) in [("exit-vp", rules.exit_vp), ("target-vp", rules.target_vp)] {
        flaws.number(path, points, 0..=1000, rule::VICTORY);
    }
    for side in &scenario.far_from_home {
        rules.far_from_home[side.index()] = true;
    }
    add_targets(&mut rules, scenario, flaws);
    if !few_enough(scenario, flaws) {
        return rules;
    }
    for (g, group) in scenario.groups.iter().enumerate() {
        add_group(&mut rules, g, group, flaws);
    }
    for side in [rules.escort, rules.interceptor()] {
        if rules.side_set(side).is_empty() {
            flaws.add("groups", format!("{side} has no planes"), rule::PLANE_CLASSES);
        }
    }
    // fast-and-easy/deploy-bombers: they fly from the west edge to the east edge, unless a position has them going back.
    let first = rules.bombers.iter().next().map(|b| rules.groups[rules.planes[b].group as usize].facing);
    if first == Direction::new(3) {
        rules.far_edge = Edge::West;
    }
    rules
}

/// Ground targets and clouds.
fn add_targets(rules: &mut Rules, scenario: &Scenario, flaws: &mut Flaws) {
    let count = scenario.targets.len();
    let says = format!("{count} are too many: at most {MAX_TARGETS} are allowed");
    flaws.unless(count <= MAX_TARGETS, "targets", says, rule::BOMBING);
    for (n, target) in scenario.targets.iter().take(MAX_TARGETS).enumerate() {
        let path = format!("targets[{n}].hex");
        if let Some(hex) = hex(flaws, &path, &target.hex, &rules.board) {
            flaws.unless(!rules.targets.contains(&hex), path, "another target is there", rule::BOMBING);
            rules.targets.push(hex);
        }
    }
    for (n, cloud) in scenario.clouds.iter().enumerate() {
        let hex = hex(flaws, &format!("clouds[{n}]"), cloud, &rules.board);
        if let Some(place) = hex.and_then(|hex| rules.board.index(hex)) {
            rules.clouds.put(place, true);
        }
    }
}

/// Whether there are no more planes, groups and formations than a position holds.
fn few_enough(scenario: &Scenario, flaws: &mut Flaws) -> bool {
    let planes: usize = scenario.groups.iter().map(Group::len).sum();
    let formations = scenario.groups.iter().filter(|g| g.formation.is_some()).count();
    let counts = [
        ("planes", planes, MAX_PLANES, rule::BOARD),
        ("groups", scenario.groups.len(), MAX_PLANES, rule::BOARD),
        ("formations", formations, MAX_FORMATIONS, rule::FORMATIONS),
    ];
    counts.into_iter().all(|(what, given, most, rule)| {
        let says = format!("{given} {what} are too many: at most {most} are allowed");
        flaws.unless(given <= most, "groups", says, rule)
    })
}

fn board(data: &Data, scenario: &Scenario, flaws: &mut Flaws) -> Board {
    let table = &data.tables.board;
    let [columns, rows] = match scenario.board {
        BoardSize::Named(BoardName::Small) => table.small,
        BoardSize::Named(BoardName::Standard) => table.standard,
        BoardSize::Named(BoardName::Large) => table.large,
        BoardSize::Size(size) => {
            let limits = table.smallest.into()..=table.largest.into();
            let columns = flaws.number("board.columns", size.columns, limits.clone(), rule::BOARD);
            [columns as i16, flaws.number("board.rows", size.rows, limits, rule::BOARD) as i16]
        }
    };
    Board { grid: Grid::PointyOddRowsEast, columns, rows }
}

fn layouts(data: &Data) -> Vec<Layout> {
    let tables = data.tables.formations.iter();
    tables.map(|(name, slots)| Layout { name: name.clone(), slots: slots.clone() }).collect()
}

/// Adds a group's planes and its formation.
fn add_group(rules: &mut Rules, g: usize, group: &Group, flaws: &mut Flaws) {
    let path = |field: &str| format!("groups[{g}].{field}");
    let facing = facing(flaws, &path("facing"), group.facing);
    let first = rules.planes.len();
    if let Some(count) = group.count {
        flaws.number(path("count"), count, 1..=MAX_PLANES as i32, rule::BOARD);
        let listed = group.hexes.len();
        let agrees = listed == 0 || listed as i32 == count;
        flaws.unless(agrees, path("count"), format!("{listed} hexes are listed"), rule::BOARD);
    }
    let says = "a group has at least one plane: list hexes, or give a count";
    flaws.unless(!group.is_empty(), path("hexes"), says, rule::BOARD);
    check_numbers(group, g, flaws);
    for n in 0..group.len() {
        add_plane(rules, g, group, n, flaws);
    }
    rules.groups.push(GroupInfo {
        name: group.name.as_str().into(),
        player: group.player.clone(),
        first,
        len: group.len(),
        facing,
    });
    let Some(spec) = &group.formation else { return };
    let members: PlaneSet = (first..rules.planes.len()).collect();
    let formed = members.and(&rules.bombers) == members;
    flaws.unless(formed, path("formation"), "only bombers fly in formation", rule::FORMATIONS);
    if let Some(slots) = &spec.slots {
        let says = "name a layout or list slots, not both";
        flaws.unless(spec.layout.is_none(), path("formation.slots"), says, rule::FORMATIONS);
        check_slots(slots, g, flaws);
        rules.layouts.push(Layout { name: format!("own {}", g + 1), slots: slots.clone() });
    }
    rules.formations.push(FormationInfo { group: g as u8, facing, members });
}

/// Adds plane `n` of a group.
fn add_plane(rules: &mut Rules, g: usize, group: &Group, n: usize, flaws: &mut Flaws) {
    let number = n as i32 + 1;
    let own = group.state.iter().position(|s| s.plane == number);
    let state = own.map(|s| &group.state[s]);
    let (name, path) = match (own, state.and_then(|s| s.aircraft.as_ref())) {
        (Some(s), Some(name)) => (name, format!("groups[{g}].state[{s}].aircraft")),
        _ => (&group.aircraft, format!("groups[{g}].aircraft")),
    };
    let kind = rules.aircraft.iter().position(|a| a.name == *name).unwrap_or_else(|| {
        let known: Vec<&str> = rules.aircraft.iter().map(|a| a.name.as_str()).collect();
        flaws.add(&*path, format!("there is no aircraft '{name}': {}", known.join(", ")), rule::RATINGS);
        0
    });
    let card = &rules.aircraft[kind];
    let (bomber, escorts) = (card.is_bomber(), group.side == rules.escort);
    let says = "only the side with the escort role has bombers";
    flaws.unless(!bomber || escorts, path, says, rule::PLANE_CLASSES);
    let role = match (bomber, escorts) {
        (true, _) => Role::Bomber,
        (false, true) => Role::Escort,
        (false, false) => Role::Interceptor,
    };
    let set = if bomber { &mut rules.bombers } else { &mut rules.fighters[group.side.index()] };
    set.insert(rules.planes.len());
    let numbered = if group.len() == 1 { group.name.clone() } else { format!("{} {number}", group.name) };
    let formed = bomber && group.formation.is_some();
    rules.planes.push(PlaneInfo {
        name: state.and_then(|s| s.name.clone()).unwrap_or(numbered).into(),
        group: g as u8,
        kind: kind as u8,
        side: group.side,
        role,
        ace: state.and_then(|s| s.ace).unwrap_or(group.ace.contains(&number)),
        radar: group.radar,
        formation: formed.then_some(rules.formations.len() as u8),
        printed: fighter(card, &rules.tables, &Condition { speed: card.speed, ..Condition::default() }),
    });
}

/// Slots of a layout of one's own: within reach of the lead slot and each its own hex.
fn check_slots(slots: &[[i16; 2]], g: usize, flaws: &mut Flaws) {
    if slots.len() > MAX_PLANES {
        flaws.add(
            format!("groups[{g}].formation.slots"),
            format!("at most {MAX_PLANES} slots"),
            rule::FORMATIONS,
        );
        return;
    }
    for (n, slot) in slots.iter().enumerate() {
        let path = format!("groups[{g}].formation.slots[{n}]");
        if slot.iter().any(|part| part.unsigned_abs() > 100) {
            flaws.add(
                &*path,
                "[x, y] are hexes seen from the lead slot, at most 100 away",
                rule::RELATIVE_HEXES,
            );
        }
        if slots[..n].contains(slot) {
            flaws.add(path, "is listed twice", rule::FORMATIONS);
        }
    }
}

/// Numbers of planes inside a group.
fn check_numbers(group: &Group, g: usize, flaws: &mut Flaws) {
    let planes = 1..=group.len().max(1) as i32;
    for (n, plane) in group.ace.iter().enumerate() {
        flaws.number(format!("groups[{g}].ace[{n}]"), *plane, planes.clone(), rule::ACE);
    }
    for (n, plane) in group.rockets.iter().enumerate() {
        flaws.number(format!("groups[{g}].rockets[{n}]"), *plane, planes.clone(), rule::ROCKETS);
    }
    for (n, state) in group.state.iter().enumerate() {
        let path = format!("groups[{g}].state[{n}].plane");
        flaws.number(&path, state.plane, planes.clone(), rule::BOARD);
        if group.state[..n].iter().any(|s| s.plane == state.plane) {
            flaws.add(path, "that plane is listed twice", rule::BOARD);
        }
    }
}
