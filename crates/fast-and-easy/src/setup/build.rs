//! From a scenario to a position. Every flaw names its field.

use super::deploy;
use crate::command::Spot;
use crate::data::Data;
use crate::movement::{Moving, Walk};
use crate::options::Deployment;
use crate::rules as rule;
use crate::scenario::{
    BoardName, BoardSize, BomberStage, Deed, Group, PlaneState, Scenario, Start, StatusSpec,
};
use crate::state::{
    Bits, Flags, Formation, FormationInfo, GroupInfo, Layout, MAX_PLANES, Marker, Plane, PlaneInfo, PlaneSet,
    Role, Rules, Stage, State, Status, Trail,
};
use crate::{FastAndEasy, sequence};
use sky::{Board, Direction, Edge, Grid, Hex};
use table::{Ask, Dice, Flaw, Need, Position, RuleId, Silence};

/// Most ground targets.
const MAX_TARGETS: usize = 64;

/// Flaws found so far.
pub(super) struct Flaws(pub(super) Vec<Flaw>);

impl Flaws {
    pub(super) fn add(&mut self, path: impl Into<String>, says: impl Into<String>, rule: RuleId) {
        self.0.push(Flaw::new(path, says).by(rule));
    }

    /// A number within limits, or a flaw and the lower limit.
    fn number(&mut self, path: &str, value: i32, limits: std::ops::RangeInclusive<i32>, rule: RuleId) -> i32 {
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

    fn facing(&mut self, path: &str, value: i32) -> Direction {
        let n = self.number(path, value, 0..=5, rule::FACING);
        Direction::new(n as u8).unwrap_or_default()
    }

    /// A hex of the map, or a flaw.
    fn hex(&mut self, path: &str, text: &str, board: &Board) -> Option<Hex> {
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
    }
    if !flaws.0.is_empty() {
        return Err(flaws.0);
    }
    state.recount(&rules);
    begin(&rules, &mut state, scenario);
    Ok(Position { rules, state })
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
        flaws.add("targets", format!("at most {MAX_TARGETS}"), rule::BOMBING);
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
    if count > MAX_PLANES || scenario.groups.len() > MAX_PLANES {
        flaws.add("groups", format!("{count} planes are too many: at most {MAX_PLANES}"), rule::BOARD);
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
    for (n, slot) in slots.iter().enumerate() {
        let path = format!("groups[{g}].formation.slots[{n}]");
        if slot.iter().any(|part| part.abs() > 100) {
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

/// The position.
fn state(rules: &Rules, scenario: &Scenario, flaws: &mut Flaws) -> State {
    let mut state = State {
        planes: Vec::with_capacity(rules.planes.len()),
        occupied: [Bits::none(&rules.board), Bits::none(&rules.board)],
        formations: Vec::with_capacity(rules.formations.len()),
        pending: PlaneSet::default(),
        moving: None,
        turn: 1,
        stage: Stage::PlaceBombers,
        opening: false,
        combat: false,
        destroyed: [0; 2],
        offer: None,
        agreed: false,
        result: None,
    };
    for (n, target) in scenario.targets.iter().take(MAX_TARGETS).enumerate() {
        if let Some(side) = target.destroyed_by {
            state.destroyed[side.index()] |= 1 << n;
        }
    }
    for (g, group) in scenario.groups.iter().enumerate() {
        if g >= rules.groups.len() {
            break;
        }
        add_formation(rules, &mut state, scenario, g, group, flaws);
        for n in 0..group.len() {
            let plane = plane(rules, &state, scenario, g, n, flaws);
            state.planes.push(plane);
        }
    }
    if let Some(start) = &scenario.start {
        start_at(rules, &mut state, start, flaws);
    }
    state
}

/// A group's formation: its layout and its lead slot.
fn add_formation(
    rules: &Rules,
    state: &mut State,
    scenario: &Scenario,
    g: usize,
    group: &Group,
    flaws: &mut Flaws,
) {
    let Some(spec) = &group.formation else { return };
    let path = |field: &str| format!("groups[{g}].formation.{field}");
    let own = format!("own {}", g + 1);
    let wanted = if spec.slots.is_some() { Some(&own) } else { spec.layout.as_ref() };
    let layout = wanted.and_then(|name| {
        let found = rules.layouts.iter().position(|l| l.name == *name);
        if found.is_none() {
            let known: Vec<&str> = rules.layouts.iter().map(|l| l.name.as_str()).collect();
            flaws.add(
                path("layout"),
                format!("there is no layout '{name}': {}", known.join(", ")),
                rule::FORMATIONS,
            );
        }
        found
    });
    if let Some(l) = layout
        && rules.layouts[l].slots.len() < group.len()
    {
        let says = format!("{} bombers do not fit into {} slots", group.len(), rules.layouts[l].slots.len());
        flaws.add(path("layout"), says, rule::FORMATIONS);
    }
    let anchor = match (&spec.lead, group.hexes.first().filter(|h| h.as_str() != "-")) {
        (Some(lead), _) => match lead.parse::<Spot>() {
            // The lead slot of a formation in flight may lie beyond the edge.
            Ok(spot) if scenario.start.is_some() => {
                Some(rules.board.grid.hex(spot.column.into(), spot.row.into()))
            }
            _ => flaws.hex(&path("lead"), lead, &rules.board),
        },
        (None, Some(_)) => {
            flaws.add(path("lead"), "give the hex of the lead slot as well", rule::FORMATIONS);
            None
        }
        (None, None) => None,
    };
    if spec.lead.is_some() && layout.is_none() && wanted.is_none() {
        flaws.add(path("layout"), "name a layout, or leave the lead hex to the player too", rule::FORMATIONS);
    }
    let rate = spec.rate.map(|r| flaws.number(&path("rate"), r, 0..=13, rule::FORMATION_RATE) as u8);
    // A layout without a lead hex is kept, so that only the hex is left to the player.
    let layout = layout.map(|l| l as u8);
    state.formations.push(Formation { anchor: anchor.unwrap_or_default(), layout, rate });
}

/// One plane.
fn plane(rules: &Rules, state: &State, scenario: &Scenario, g: usize, n: usize, flaws: &mut Flaws) -> Plane {
    let (group, i) = (&scenario.groups[g], state.planes.len());
    let own = group.state.iter().position(|s| s.plane == n as i32 + 1);
    let none = PlaneState::default();
    let spec = own.map_or(&none, |s| &group.state[s]);
    let path = |field: &str| match own {
        Some(s) => format!("groups[{g}].state[{s}].{field}"),
        None => format!("groups[{g}].{field}"),
    };
    let card = rules.card(i);
    let hex = first_hex(rules, state, scenario, g, n, flaws);
    let facing = match spec.facing {
        Some(facing) => flaws.facing(&path("facing"), facing),
        None => rules.groups[g].facing,
    };
    let mut flags = Flags::default();
    let loaded = spec.bombs.unwrap_or(card.is_bomber() || group.loaded);
    if loaded {
        flags.set(Flags::BOMBS);
    }
    if spec.tanks.unwrap_or(group.tanks) {
        if rules.options.drop_tanks {
            flags.set(Flags::TANKS);
        }
        if !card.tanks {
            flaws.add(path("tanks"), format!("{} carries no drop tanks", card.name), rule::OPT_DROP_TANKS);
        }
    }
    if spec.critical {
        flags.set(Flags::CRITICAL);
    }
    for deed in &spec.done {
        flags.set(flag_of(*deed));
    }
    let armed = group.rockets.contains(&(n as i32 + 1));
    if armed && card.salvos == 0 {
        flaws.add(
            format!("groups[{g}].rockets"),
            format!("{} carries no rockets", card.name),
            rule::NOTES_COLUMN,
        );
    }
    let full = if armed { card.salvos } else { 0 };
    let salvos = spec
        .salvos
        .map_or(full, |s| flaws.number(&path("salvos"), s, 0..=card.salvos.into(), rule::NOTES_COLUMN) as u8);
    let status = status(rules, scenario, spec, hex.is_some(), &path, flaws);
    let flying = matches!(status, Status::OnMap | Status::OffMap { .. } | Status::Unplaced);
    let most_hits = i32::from(card.hits) - i32::from(flying);
    // A single engine is never destroyed by itself: the plane would be out.
    let most_engines = if card.engines < 2 { 0 } else { i32::from(card.engines) - i32::from(flying) };
    let marker = spec.marker.map(|m| {
        let most = i32::from(card.turn) + 1;
        Marker {
            side: m.side,
            run: flaws.number(&path("marker.run"), m.run, 1..=most, rule::DECLARED_TURN) as u8,
        }
    });
    if marker.is_some() && card.is_bomber() && !rules.options.straggler_turns {
        flaws.add(path("marker"), "bombers do not turn without straggler_turns", rule::BOMBER_FORMATION);
    }
    let hex = hex.unwrap_or_default();
    Plane {
        hex,
        facing,
        status,
        hits: flaws.number(&path("hits"), spec.hits, 0..=most_hits, rule::HITS) as u8,
        engines_hit: flaws.number(&path("engines-hit"), spec.engines_hit, 0..=most_engines, rule::ENGINE_LOSS)
            as u8,
        marker: marker.filter(|_| status == Status::OnMap),
        slip: spec.slip.filter(|_| status == Status::OnMap),
        salvos,
        shifts: flaws.number(&path("shifts"), spec.shifts, 0..=20, rule::SHIFT) as u8,
        tank_turns: spec.tank_turns.map_or(0, |t| {
            let most = rules.tables.drop_tanks.turns.into();
            flaws.number(&path("tank-turns"), t, 0..=most, rule::OPT_DROP_TANKS) as u8
        }),
        fuel: spec.fuel.map_or(card.fuel.unwrap_or(0), |f| {
            let most = card.fuel.unwrap_or(0).into();
            flaws.number(&path("fuel"), f, 0..=most, rule::OPT_JET_FUEL) as u8
        }),
        flags,
        trail: trail(rules, hex, &spec.entered, &path("entered"), flaws),
        fate: None,
    }
}

fn flag_of(deed: Deed) -> Flags {
    match deed {
        Deed::Moved => Flags::MOVED,
        Deed::ForwardFired => Flags::FORWARD_FIRED,
        Deed::RearFired => Flags::REAR_FIRED,
        Deed::RocketsFired => Flags::ROCKETS_FIRED,
        Deed::TurretsFired => Flags::TURRETS_FIRED,
        Deed::BoostTried => Flags::BOOST_TRIED,
        Deed::Boosted => Flags::BOOSTED,
        Deed::FiredOnFriend => Flags::FIRED_ON_FRIEND,
        Deed::FiredAt => Flags::FIRED_AT,
        Deed::DropsOut => Flags::DROPS_OUT,
        Deed::MayCreep => Flags::MAY_CREEP,
    }
}

/// Where a plane starts: its own hex, or its slot.
fn first_hex(
    rules: &Rules,
    state: &State,
    scenario: &Scenario,
    g: usize,
    n: usize,
    flaws: &mut Flaws,
) -> Option<Hex> {
    let group = &scenario.groups[g];
    // fast-and-easy/deploy-interceptors: `free` and `random` place them afresh.
    let afresh = scenario.options.interceptor_deployment != Deployment::Fixed && scenario.start.is_none();
    if let Some(text) = group.hexes.get(n) {
        if text == "-" {
            return None;
        }
        let hex = flaws.hex(&format!("groups[{g}].hexes[{n}]"), text, &rules.board);
        return hex.filter(|_| !(afresh && group.side != scenario.escort));
    }
    let f = rules.formations.iter().position(|f| f.group as usize == g)?;
    group.formation.as_ref()?.lead.as_ref()?;
    let (formation, info) = (&state.formations[f], &rules.formations[f]);
    let slot = rules.layouts[formation.layout? as usize].slots.get(n)?;
    let hex = formation.anchor.relative(info.facing, slot[0], slot[1]);
    if !rules.has(hex) {
        let says = format!("slot {} lies off the map at {}", n + 1, rules.hex_name(hex));
        flaws.add(format!("groups[{g}].formation.lead"), says, rule::DEPLOY_BOMBERS);
        return None;
    }
    Some(hex)
}

fn status(
    rules: &Rules,
    scenario: &Scenario,
    spec: &PlaneState,
    has_hex: bool,
    path: &impl Fn(&str) -> String,
    flaws: &mut Flaws,
) -> Status {
    let placed = |flaws: &mut Flaws, status: Status| {
        if !has_hex && scenario.start.is_some() {
            flaws.add(path("status"), "a plane in play needs a hex", rule::BOARD);
        }
        status
    };
    match spec.status {
        None | Some(StatusSpec::OnMap) if has_hex => Status::OnMap,
        None | Some(StatusSpec::OnMap) => placed(flaws, Status::Unplaced),
        Some(StatusSpec::OffMap { edge, turn }) => {
            let most = scenario.start.as_ref().map_or(1, |s| s.turn);
            let turn = flaws.number(&path("status.off-map.turn"), turn, 1..=most.max(1), rule::MAP_EDGE);
            if !has_hex {
                flaws.add(
                    path("status"),
                    "a plane off the map needs the hex that it left from",
                    rule::MAP_EDGE,
                );
            }
            let _ = rules;
            Status::OffMap { edge, turn: turn as u8 }
        }
        Some(StatusSpec::Exited) => Status::Exited,
        Some(StatusSpec::Disengaged) => Status::Disengaged,
        Some(StatusSpec::Out(cause)) => Status::Out(cause),
    }
}

/// Hexes entered, each next to the one before.
fn trail(rules: &Rules, hex: Hex, entered: &[String], path: &str, flaws: &mut Flaws) -> Trail {
    let mut hexes = Vec::new();
    for (n, text) in entered.iter().enumerate() {
        hexes.extend(flaws.hex(&format!("{path}[{n}]"), text, &rules.board));
    }
    let Some(first) = hexes.first() else { return Trail::from(hex) };
    // Where the move began is not told; any neighbour of the first hex serves.
    let mut trail = Trail::from(first.ahead(Direction::default(), -1));
    trail.enter(Direction::default());
    for (n, pair) in hexes.windows(2).enumerate() {
        match pair[0].row_to(pair[1]) {
            Some(d) if pair[0].distance(pair[1]) == 1 => trail.enter(d),
            _ => {
                flaws.add(format!("{path}[{}]", n + 1), "is not next to the hex before it", rule::MOVE_STEPS);
            }
        }
    }
    trail
}

/// Takes a position from the middle of a game as it is.
fn start_at(rules: &Rules, state: &mut State, start: &Start, flaws: &mut Flaws) {
    state.turn = flaws.number("start.turn", start.turn, 1..=rules.turns.into(), rule::GAME_END) as u8;
    let step = flaws.number("start.step", start.step, 1..=7, rule::SEQUENCE);
    if start.bombers.is_some() && step != 3 {
        flaws.add("start.bombers", "belongs to step 3", rule::BOMBER_MOVE_ORDER);
    }
    state.stage = match (step, start.bombers) {
        (1, _) => Stage::EscortsMove,
        (2, _) => Stage::EscortsFire,
        (3, Some(BomberStage::Boosts)) => Stage::Boosts,
        (3, Some(BomberStage::Stragglers)) => Stage::Stragglers,
        (3, _) => Stage::Rates,
        (4, _) => Stage::InterceptorsMove,
        (5, _) => Stage::InterceptorsFire,
        (6, _) => Stage::BombersFire,
        _ => Stage::Bombing,
    };
    state.combat = start.combat;
    state.offer = start.offer;
    let Some(moving) = &start.moving else { return };
    let hex = flaws.hex("start.moving.hex", &moving.hex, &rules.board);
    let facing = flaws.facing("start.moving.facing", moving.facing);
    let most = rules.planes.len() as i32;
    let i = flaws.number("start.moving.aircraft", moving.aircraft, 1..=most, rule::SEQUENCE) as usize - 1;
    let side = rules.stage_side(state.stage);
    let moves = state.stage.is_fighter_move() && rules.planes.get(i).is_some_and(|p| Some(p.side) == side);
    if !moves || rules.bombers.contains(i) || !state.on_map(i) || state.planes[i].flags.has(Flags::MOVED) {
        flaws.add("start.moving.aircraft", "that plane does not move in this step", rule::SEQUENCE);
        return;
    }
    let most = i32::from(crate::movement::speed(rules, state, i, false));
    let spent = flaws.number("start.moving.spent", moving.spent, 0..=most, rule::SPEED_RANGE) as u8;
    let run = flaws.number("start.moving.run", moving.run, 0..=spent.into(), rule::TURN) as u8;
    let trail = trail(rules, state.planes[i].hex, &moving.entered, "start.moving.entered", flaws);
    let walk = Walk::start(hex.unwrap_or_default(), facing, None, moving.slip);
    // A move only ever stops in the middle for an Immelmann.
    let walk = Walk { spent, run, straight_only: true, ..walk };
    state.moving = Some(Moving { plane: i as u8, walk, trail });
}
