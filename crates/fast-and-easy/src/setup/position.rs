//! The position of a scenario: planes, formations, and where play starts.

use super::build::{Flaws, MAX_TARGETS};
use crate::data::Aircraft;
use crate::movement::{Moving, Walk, may_return};
use crate::options::Deployment;
use crate::rules as rule;
use crate::scenario::{BomberStage, Deed, Group, PlaneState, Scenario, Start, StatusSpec};
use crate::state::{
    Bits, Cause, Flags, Formation, Marker, Plane, PlaneSet, Rules, Stage, State, Status, Trail,
};
use sky::{Direction, Hex};

/// The position.
pub(super) fn state(rules: &Rules, scenario: &Scenario, flaws: &mut Flaws) -> State {
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
        let field = if spec.slots.is_some() { "slots" } else { "layout" };
        flaws.add(path(field), says, rule::FORMATIONS);
    }
    let anchor = match (&spec.lead, group.hexes.first().filter(|h| h.as_str() != "-")) {
        (Some(lead), _) => match anywhere(lead) {
            // The lead slot of a formation in flight may lie beyond the edge.
            Some((column, row)) if scenario.in_flight() => Some(rules.board.grid.hex(column, row)),
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
    let most = crate::movement::MAX_SPEED.into();
    let rate = spec.rate.map(|r| flaws.number(&path("rate"), r, 0..=most, rule::FORMATION_RATE) as u8);
    // A layout without a lead hex is kept, so that only the hex is left to the player.
    let layout = layout.map(|l| l as u8);
    state.formations.push(Formation { anchor: anchor.unwrap_or_default(), layout, rate });
}

/// Column and row of a hex, on the map or not; those beyond the west and north edges are written with a minus.
fn anywhere(text: &str) -> Option<(i16, i16)> {
    let number = |part: &str| {
        let digits = part.strip_prefix('-').unwrap_or(part);
        let sound = (1..=4).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        part.parse::<i16>().ok().filter(|_| sound)
    };
    let (column, row) = text.split_once('.')?;
    Some((number(column)?, number(row)?))
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
    if flags.has(Flags::FIRED) && !spec.done.contains(&Deed::LookedInVain) {
        flags.set(Flags::SHOT);
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
    let status = status(scenario, spec, hex.is_some(), &path, flaws);
    if let Status::Out(Cause::Critical | Cause::Collision) = status {
        flags.set(Flags::CRITICAL);
    }
    let (hits, engines_hit) = damage(card, spec, status, &path, flaws);
    let marker = spec.marker.map(|m| {
        // It counted at most Turn - 1 when it was declared, perhaps with a load that is gone by now.
        let tanks = if rules.options.drop_tanks && card.tanks { rules.tables.drop_tanks.turn } else { 0 };
        let load = if card.is_bomber() { 0 } else { rules.tables.load.turn + tanks };
        let most = i32::from(card.turn) + i32::from(load) - 1;
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
        hits,
        engines_hit,
        marker,
        slip: spec.slip,
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
        trail: trail(rules, hex, spec.from.as_deref(), &spec.entered, &path, flaws),
        fate: None,
    }
}

/// Hits and engines destroyed. What took a plane out need not be written down as well; everybody else has less than that.
fn damage(
    card: &Aircraft,
    spec: &PlaneState,
    status: Status,
    path: &impl Fn(&str) -> String,
    flaws: &mut Flaws,
) -> (u8, u8) {
    let (all_hits, all_engines) = (i32::from(card.hits), i32::from(card.engines));
    let told = |number: i32, all: i32| if number == 0 { all } else { number };
    let (hits, may_hits, engines, may_engines) = match status {
        Status::Out(Cause::Engines) => {
            (spec.hits, 0..=all_hits, told(spec.engines_hit, all_engines), all_engines..=all_engines)
        }
        Status::Out(Cause::Hits) => {
            (told(spec.hits, all_hits), all_hits..=all_hits, spec.engines_hit, 0..=all_engines - 1)
        }
        _ => (spec.hits, 0..=all_hits - 1, spec.engines_hit, 0..=all_engines - 1),
    };
    let hits = flaws.number(&path("hits"), hits, may_hits, rule::HITS);
    let engines = flaws.number(&path("engines-hit"), engines, may_engines, rule::ENGINE_LOSS);
    (hits as u8, engines as u8)
}

/// The mark that a deed leaves.
pub(crate) fn flag_of(deed: Deed) -> Flags {
    match deed {
        Deed::Moved => Flags::MOVED,
        Deed::ForwardFired => Flags::FORWARD_FIRED,
        Deed::RearFired => Flags::REAR_FIRED,
        Deed::RocketsFired => Flags::ROCKETS_FIRED,
        Deed::TurretsFired => Flags::TURRETS_FIRED,
        Deed::BoostTried => Flags::BOOST_TRIED,
        Deed::Boosted => Flags(Flags::BOOSTED.0 | Flags::BOOST_TRIED.0),
        Deed::FiredOnFriend => Flags::FIRED_ON_FRIEND,
        Deed::FiredAt => Flags::FIRED_AT,
        Deed::DropsOut => Flags::DROPS_OUT,
        Deed::MayCreep => Flags::MAY_CREEP,
        // It is told by a mark that is missing.
        Deed::LookedInVain => Flags::default(),
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
    scenario: &Scenario,
    spec: &PlaneState,
    has_hex: bool,
    path: &impl Fn(&str) -> String,
    flaws: &mut Flaws,
) -> Status {
    let placed = |flaws: &mut Flaws, status: Status| {
        if !has_hex && scenario.in_flight() {
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
            Status::OffMap { edge, turn: turn as u8 }
        }
        Some(StatusSpec::Exited) => Status::Exited,
        Some(StatusSpec::Disengaged) => Status::Disengaged,
        Some(StatusSpec::Out(cause)) => Status::Out(cause),
    }
}

/// Hexes entered by a plane that stands on `hex`, each next to the one before.
fn trail(
    rules: &Rules,
    hex: Hex,
    from: Option<&str>,
    entered: &[String],
    path: &impl Fn(&str) -> String,
    flaws: &mut Flaws,
) -> Trail {
    let mut hexes = Vec::new();
    for (n, text) in entered.iter().enumerate() {
        hexes.extend(flaws.hex(&path(&format!("entered[{n}]")), text, &rules.board));
    }
    let told = from.and_then(|text| {
        let found = anywhere(text);
        if found.is_none() {
            flaws.add(path("from"), format!("'{text}' is not a hex: write column.row"), rule::HEX_NAMES);
        }
        found.map(|(column, row)| rules.board.grid.hex(column, row))
    });
    // Where it is not told where the move began, any neighbour of the first hex serves.
    let start = told.or_else(|| hexes.first().map(|first| first.ahead(Direction::default(), -1)));
    let mut trail = Trail::from(start.unwrap_or(hex));
    let mut last = trail.start;
    for (n, next) in hexes.into_iter().enumerate() {
        match last.row_to(next) {
            Some(d) if last.distance(next) == 1 => trail.enter(d),
            _ => {
                let says = "is not next to the hex before it";
                flaws.add(path(&format!("entered[{n}]")), says, rule::MOVE_STEPS);
            }
        }
        last = next;
    }
    trail
}

/// Takes a position from the middle of a game as it is.
fn start_at(rules: &Rules, state: &mut State, start: &Start, flaws: &mut Flaws) {
    state.turn = flaws.number("start.turn", start.turn, 1..=rules.turns.into(), rule::GAME_END) as u8;
    let step = flaws.number("start.step", start.step, 0..=7, rule::SEQUENCE);
    if start.bombers.is_some() && step != 3 {
        flaws.add("start.bombers", "belongs to step 3", rule::BOMBER_MOVE_ORDER);
    }
    state.stage = match (step, start.bombers) {
        (0, _) => Stage::PlaceBombers,
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
    state.agreed = start.agreed;
    let most = rules.planes.len() as i32;
    for (n, plane) in start.pending.iter().flatten().enumerate() {
        let plane = flaws.number(&format!("start.pending[{n}]"), *plane, 1..=most, rule::SEQUENCE);
        state.pending.insert(plane as usize - 1);
    }
    let Some(moving) = &start.moving else { return };
    let hex = flaws.hex("start.moving.hex", &moving.hex, &rules.board);
    let facing = flaws.facing("start.moving.facing", moving.facing);
    let i = flaws.number("start.moving.aircraft", moving.aircraft, 1..=most, rule::SEQUENCE) as usize - 1;
    let side = rules.stage_side(state.stage);
    let moves = state.stage.is_fighter_move() && rules.planes.get(i).is_some_and(|p| Some(p.side) == side);
    let in_play = state.on_map(i) || may_return(rules, state, i);
    if !moves || rules.bombers.contains(i) || !in_play || state.planes[i].flags.has(Flags::MOVED) {
        flaws.add("start.moving.aircraft", "that plane does not move in this step", rule::SEQUENCE);
        return;
    }
    let most = i32::from(crate::movement::speed(rules, state, i, false));
    let spent = flaws.number("start.moving.spent", moving.spent, 0..=most, rule::SPEED_RANGE) as u8;
    let run = flaws.number("start.moving.run", moving.run, 0..=spent.into(), rule::TURN) as u8;
    let path = |field: &str| format!("start.moving.{field}");
    let trail = trail(rules, state.planes[i].hex, moving.from.as_deref(), &moving.entered, &path, flaws);
    let walk = Walk::start(hex.unwrap_or_default(), facing, None, moving.slip);
    // A move only ever stops in the middle for an Immelmann.
    let walk = Walk { spent, run, straight_only: true, ..walk };
    state.moving = Some(Moving { plane: i as u8, walk, trail });
}
