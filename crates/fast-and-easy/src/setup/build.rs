//! From a scenario to a position. Every flaw names its field.

use super::position::state;
use super::{deploy, possible};
use crate::command::Spot;
use crate::data::Data;
use crate::movement::fighter;
use crate::rules as rule;
use crate::scenario::{BoardName, BoardSize, BomberStage, Group, Scenario};
use crate::state::{
    Bits, Flags, FormationInfo, GroupInfo, Layout, MAX_PLANES, PlaneInfo, PlaneSet, Role, Rules, Stage, State,
};
use crate::{FastAndEasy, sequence};
use sky::{Board, Direction, Edge, Grid, Hex};
use table::{Ask, Dice, Flaw, Need, Position, RuleId, Silence};

/// Most ground targets.
pub(super) const MAX_TARGETS: usize = 64;
/// Most formations.
const MAX_FORMATIONS: usize = 100;

/// Flaws found so far.
pub(super) struct Flaws(pub(super) Vec<Flaw>);

impl Flaws {
    pub(super) fn add(&mut self, path: impl Into<String>, says: impl Into<String>, rule: RuleId) {
        self.0.push(Flaw::new(path, says).by(rule));
    }

    /// A number within limits, or a flaw and the lower limit.
    pub(super) fn number(
        &mut self,
        path: &str,
        value: i32,
        limits: std::ops::RangeInclusive<i32>,
        rule: RuleId,
    ) -> i32 {
        if !limits.contains(&value) {
            self.add(
                path,
                format!("{value} is not allowed: {} to {} is", limits.start(), limits.end()),
                rule,
            );
            return *limits.start();
        }
        value
    }

    pub(super) fn facing(&mut self, path: &str, value: i32) -> Direction {
        let n = self.number(path, value, 0..=5, rule::FACING);
        Direction::new(n as u8).unwrap_or_default()
    }

    /// A hex of the map, or a flaw.
    pub(super) fn hex(&mut self, path: &str, text: &str, board: &Board) -> Option<Hex> {
        let spot: Spot = match text.parse() {
            Ok(spot) => spot,
            Err(says) => {
                self.add(path, says, rule::HEX_NAMES);
                return None;
            }
        };
        let hex = board.hex(spot.column.into(), spot.row.into());
        if hex.is_none() {
            let says = format!(
                "{spot} is off the map: columns 00 to {:02} and rows 00 to {:02} are on it",
                board.columns - 1,
                board.rows - 1
            );
            self.add(path, says, rule::BOARD);
        }
        hex
    }
}

/// Dice for a set-up that may not throw any.
struct NoDice;

impl Dice for NoDice {
    fn roll(&mut self, ask: &Ask) -> Result<u8, Need> {
        Err(Need { ask: *ask, count: 1 })
    }
}

/// Sets the pieces up.
pub(crate) fn set_up(data: &Data, scenario: &Scenario) -> Result<Position<FastAndEasy>, Vec<Flaw>> {
    let mut flaws = Flaws(Vec::new());
    let rules = rules(data, scenario, &mut flaws);
    let mut state = state(&rules, scenario, &mut flaws);
    if flaws.0.is_empty() {
        deploy::check(&rules, &state, scenario, &mut flaws);
        possible::check(&rules, &state, scenario, &mut flaws);
    }
    if !flaws.0.is_empty() {
        return Err(flaws.0);
    }
    state.recount(&rules);
    if scenario.start.as_ref().is_some_and(|start| start.pending.is_some()) {
        in_its_middle(&rules, &state, &mut flaws);
    } else {
        begin(&rules, &mut state, scenario);
    }
    if !flaws.0.is_empty() {
        return Err(flaws.0);
    }
    Ok(Position { rules, state })
}

/// Checks who may still act in a step that has begun: nobody whom the rules do not let act now, everybody where the step asks
/// for it, and somebody.
fn in_its_middle(rules: &Rules, state: &State, flaws: &mut Flaws) {
    let may = sequence::may_act(rules, state);
    let optional =
        state.stage.is_fighter_fire() || matches!(state.stage, Stage::BombersFire | Stage::Bombing);
    let able = state.pending.and(&may) == state.pending;
    let says = "lists a plane that cannot act in this step any more";
    if !able {
        flaws.add("start.pending", says, rule::SEQUENCE);
    } else if !optional && state.pending != may {
        flaws.add("start.pending", "leaves out a plane that has still to act in this step", rule::SEQUENCE);
    } else if sequence::settled(rules, state) {
        flaws.add("start.pending", "nobody has to act any more: the step is over", rule::SEQUENCE);
    }
}

/// Lets the game go on to its first decision. If dice come before that, somebody must say so first.
fn begin(rules: &Rules, state: &mut State, scenario: &Scenario) {
    let waits = state.clone();
    let staged = scenario.start.as_ref().and_then(|s| s.bombers);
    let entered = match staged {
        // Rates already chosen are kept.
        Some(BomberStage::Boosts) => {
            state.pending = crate::bombers::may_boost(rules, state);
            Ok(())
        }
        Some(BomberStage::Stragglers) => {
            state.pending = crate::bombers::stragglers(rules, state);
            Ok(())
        }
        Some(BomberStage::Rates) | None => sequence::enter(rules, state, &mut NoDice, &mut Silence),
    };
    if entered.is_err() || sequence::advance(rules, state, &mut NoDice, &mut Silence).is_err() {
        *state = State { opening: true, ..waits };
    }
}

/// The part of a scenario that does not change.
fn rules(data: &Data, scenario: &Scenario, flaws: &mut Flaws) -> Rules {
    let board = board(data, scenario, flaws);
    let mut rules = Rules {
        title: scenario.title.clone(),
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
    if scenario.targets.len() > MAX_TARGETS {
        flaws.add(
            "targets",
            format!("{} are too many: at most {MAX_TARGETS} are allowed", scenario.targets.len()),
            rule::BOMBING,
        );
    }
    for (n, target) in scenario.targets.iter().take(MAX_TARGETS).enumerate() {
        let path = format!("targets[{n}].hex");
        if let Some(hex) = flaws.hex(&path, &target.hex, &board) {
            if rules.targets.contains(&hex) {
                flaws.add(path, "another target is there", rule::BOMBING);
            }
            rules.targets.push(hex);
        }
    }
    for (n, cloud) in scenario.clouds.iter().enumerate() {
        let hex = flaws.hex(&format!("clouds[{n}]"), cloud, &board);
        if let Some(place) = hex.and_then(|hex| board.index(hex)) {
            rules.clouds.put(place, true);
        }
    }
    let count: usize = scenario.groups.iter().map(Group::len).sum();
    for (what, given) in [("planes", count), ("groups", scenario.groups.len())] {
        if given > MAX_PLANES {
            flaws.add(
                "groups",
                format!("{given} {what} are too many: at most {MAX_PLANES} are allowed"),
                rule::BOARD,
            );
            return rules;
        }
    }
    if scenario.groups.iter().filter(|g| g.formation.is_some()).count() > MAX_FORMATIONS {
        flaws.add("groups", format!("at most {MAX_FORMATIONS} formations"), rule::FORMATIONS);
        return rules;
    }
    for (g, group) in scenario.groups.iter().enumerate() {
        add_group(&mut rules, scenario, g, group, flaws);
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
fn add_group(rules: &mut Rules, scenario: &Scenario, g: usize, group: &Group, flaws: &mut Flaws) {
    let path = |field: &str| format!("groups[{g}].{field}");
    let facing = flaws.facing(&path("facing"), group.facing);
    let first = rules.planes.len();
    if let Some(count) = group.count {
        flaws.number(&path("count"), count, 1..=MAX_PLANES as i32, rule::BOARD);
        if !group.hexes.is_empty() && group.hexes.len() as i32 != count {
            flaws.add(path("count"), format!("{} hexes are listed", group.hexes.len()), rule::BOARD);
        }
    }
    if group.is_empty() {
        flaws.add(path("hexes"), "a group has at least one plane: list hexes, or give a count", rule::BOARD);
    }
    check_numbers(group, g, flaws);
    let formation = group.formation.as_ref().map(|_| rules.formations.len() as u8);
    for n in 0..group.len() {
        let own = group.state.iter().position(|s| s.plane == n as i32 + 1);
        let name = own.and_then(|s| group.state[s].aircraft.as_ref());
        let at = match (name, own) {
            (Some(_), Some(s)) => path(&format!("state[{s}].aircraft")),
            _ => path("aircraft"),
        };
        let name = name.unwrap_or(&group.aircraft);
        let kind = rules.aircraft.iter().position(|a| a.name == *name).unwrap_or_else(|| {
            let known: Vec<&str> = rules.aircraft.iter().map(|a| a.name.as_str()).collect();
            flaws.add(&*at, format!("there is no aircraft '{name}': {}", known.join(", ")), rule::RATINGS);
            0
        });
        let bomber = rules.aircraft[kind].is_bomber();
        let role = match (bomber, group.side == scenario.escort) {
            (true, true) => Role::Bomber,
            (true, false) => {
                flaws.add(at, "only the side with the escort role has bombers", rule::PLANE_CLASSES);
                Role::Bomber
            }
            (false, true) => Role::Escort,
            (false, false) => Role::Interceptor,
        };
        let i = rules.planes.len();
        if bomber {
            rules.bombers.insert(i);
        } else {
            rules.fighters[group.side.index()].insert(i);
        }
        let state = own.map(|s| &group.state[s]);
        let numbered =
            if group.len() == 1 { group.name.clone() } else { format!("{} {}", group.name, n + 1) };
        rules.planes.push(PlaneInfo {
            name: state.and_then(|s| s.name.clone()).unwrap_or(numbered),
            group: g as u8,
            kind: kind as u8,
            side: group.side,
            role,
            ace: state.and_then(|s| s.ace).unwrap_or(group.ace.contains(&(n as i32 + 1))),
            radar: group.radar,
            formation: formation.filter(|_| bomber),
            printed: fighter(
                &rules.aircraft[kind],
                &rules.tables,
                rules.aircraft[kind].speed,
                Flags::default(),
                false,
                None,
            ),
        });
    }
    let members: PlaneSet = (first..rules.planes.len()).collect();
    rules.groups.push(GroupInfo {
        name: group.name.clone(),
        player: group.player.clone(),
        first,
        len: group.len(),
        facing,
    });
    if let Some(spec) = &group.formation {
        if members.and(&rules.bombers) != members {
            flaws.add(path("formation"), "only bombers fly in formation", rule::FORMATIONS);
        }
        if let Some(slots) = &spec.slots {
            if spec.layout.is_some() {
                flaws.add(path("formation.slots"), "name a layout or list slots, not both", rule::FORMATIONS);
            }
            check_slots(slots, g, flaws);
            rules.layouts.push(Layout { name: format!("own {}", g + 1), slots: slots.clone() });
        }
        rules.formations.push(FormationInfo { group: g as u8, facing, members });
    }
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
        flaws.number(&format!("groups[{g}].ace[{n}]"), *plane, planes.clone(), rule::ACE);
    }
    for (n, plane) in group.rockets.iter().enumerate() {
        flaws.number(&format!("groups[{g}].rockets[{n}]"), *plane, planes.clone(), rule::ROCKETS);
    }
    for (n, state) in group.state.iter().enumerate() {
        let path = format!("groups[{g}].state[{n}].plane");
        flaws.number(&path, state.plane, planes.clone(), rule::BOARD);
        if group.state[..n].iter().any(|s| s.plane == state.plane) {
            flaws.add(path, "that plane is listed twice", rule::BOARD);
        }
    }
}
