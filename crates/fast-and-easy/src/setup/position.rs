//! The position of a scenario: planes, formations, and where play starts.

use super::rules::MAX_TARGETS;
use super::{facing, hex};
use crate::data::Aircraft;
use crate::movement::{Moving, Walk, may_return};
use crate::options::Deployment;
use crate::rule;
use crate::scenario::{BomberStage, Deed, Group, MovingSpec, PlaneState, Scenario, Start, StatusSpec};
use crate::state::{
    Bits, Cause, Flags, Formation, Marker, Plane, PlaneSet, Rules, Stage, State, Status, Trail,
};
use sky::{Direction, Hex};
use table::Flaws;

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
    // Groups that are too many have no planes.
    for (g, group) in scenario.groups.iter().enumerate().take(rules.groups.len()) {
        add_formation(rules, &mut state, scenario, g, flaws);
        for n in 0..group.len() {
            let plane = plane(Given { rules, scenario, g, n }, &state, flaws);
            state.planes.push(plane);
        }
    }
    if let Some(start) = &scenario.start {
        start_at(rules, &mut state, start, flaws);
    }
    state
}

/// A group's formation: its layout and its lead slot.
fn add_formation(rules: &Rules, state: &mut State, scenario: &Scenario, g: usize, flaws: &mut Flaws) {
    let group = &scenario.groups[g];
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
            _ => hex(flaws, &path("lead"), lead, &rules.board),
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
    let rate = spec.rate.map(|r| flaws.number(path("rate"), r, 0..=most, rule::FORMATION_RATE) as u8);
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

/// Plane `n` of group `g`, as the scenario gives it.
#[derive(Clone, Copy)]
struct Given<'a> {
    rules: &'a Rules,
    scenario: &'a Scenario,
    g: usize,
    n: usize,
}

impl<'a> Given<'a> {
    fn group(self) -> &'a Group {
        &self.scenario.groups[self.g]
    }

    /// Its card.
    fn card(self) -> &'a Aircraft {
        self.rules.card(self.rules.groups[self.g].first + self.n)
    }

    /// What differs for it from its group, and where that stands.
    fn own(self) -> Option<(usize, &'a PlaneState)> {
        self.group().state.iter().enumerate().find(|(_, s)| s.plane == self.n as i32 + 1)
    }

    /// Whether it carries rockets (`fast-and-easy/rockets`).
    fn armed(self) -> bool {
        self.group().rockets.contains(&(self.n as i32 + 1))
    }

    /// The path of one of its fields.
    fn path(self, field: &str) -> String {
        match self.own() {
            Some((s, _)) => format!("groups[{}].state[{s}].{field}", self.g),
            None => format!("groups[{}].{field}", self.g),
        }
    }
}

/// One plane.
fn plane(given: Given<'_>, state: &State, flaws: &mut Flaws) -> Plane {
    let (rules, card) = (given.rules, given.card());
    let none = PlaneState::default();
    let spec = given.own().map_or(&none, |(_, spec)| spec);
    let path = |field: &str| given.path(field);
    let hex = first_hex(given, state, flaws);
    let facing = match spec.facing {
        Some(number) => facing(flaws, &path("facing"), number),
        None => rules.groups[given.g].facing,
    };
    let status = status(given, spec, hex.is_some(), flaws);
    let flags = flags(given, spec, status, flaws);
    let sound = !given.armed() || card.salvos > 0;
    let says = format!("{} carries no rockets", card.name);
    flaws.unless(sound, format!("groups[{}].rockets", given.g), says, rule::NOTES_COLUMN);
    let full = if given.armed() { card.salvos } else { 0 };
    let mut count = |field, told: Option<i32>, usual: u8, most: u8, rule| match told {
        Some(told) => flaws.number(path(field), told, 0..=most.into(), rule) as u8,
        None => usual,
    };
    let salvos = count("salvos", spec.salvos, full, card.salvos, rule::NOTES_COLUMN);
    let shifts = count("shifts", Some(spec.shifts), 0, MAX_SHIFTS, rule::SHIFT);
    let turns = rules.tables.drop_tanks.turns;
    let tank_turns = count("tank-turns", spec.tank_turns, 0, turns, rule::OPT_DROP_TANKS);
    let tank = card.fuel.unwrap_or(0);
    let fuel = count("fuel", spec.fuel, tank, tank, rule::OPT_JET_FUEL);
    let (hits, engines_hit) = damage(given, spec, status, flaws);
    let marker = marker(given, spec, flaws);
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
        shifts,
        tank_turns,
        fuel,
        flags,
        trail: trail(rules, hex, (spec.from.as_deref(), &spec.entered), &path, flaws),
        fate: None,
    }
}

/// Most shifts that may be pending.
const MAX_SHIFTS: u8 = 20;

/// What a plane carries and has done.
fn flags(given: Given<'_>, spec: &PlaneState, status: Status, flaws: &mut Flaws) -> Flags {
    let (card, group) = (given.card(), given.group());
    let mut flags = Flags::default();
    if spec.bombs.unwrap_or(card.is_bomber() || group.loaded) {
        flags.set(Flags::BOMBS);
    }
    if spec.tanks.unwrap_or(group.tanks) {
        if given.rules.options.drop_tanks {
            flags.set(Flags::TANKS);
        }
        let says = format!("{} carries no drop tanks", card.name);
        flaws.unless(card.tanks, given.path("tanks"), says, rule::OPT_DROP_TANKS);
    }
    for deed in &spec.done {
        flags.set(flag_of(*deed));
    }
    if flags.has(Flags::FIRED) && !spec.done.contains(&Deed::LookedInVain) {
        flags.set(Flags::SHOT);
    }
    if spec.critical || matches!(status, Status::Out(Cause::Critical | Cause::Collision)) {
        flags.set(Flags::CRITICAL);
    }
    flags
}

/// A declared turn. It counted at most Turn - 1 when it was declared, perhaps with a load that is gone by now.
fn marker(given: Given<'_>, spec: &PlaneState, flaws: &mut Flaws) -> Option<Marker> {
    let (rules, card, declared) = (given.rules, given.card(), spec.marker?);
    let tanks = if rules.options.drop_tanks && card.tanks { rules.tables.drop_tanks.turn } else { 0 };
    let load = if card.is_bomber() { 0 } else { rules.tables.load.turn + tanks };
    let most = i32::from(card.turn) + i32::from(load) - 1;
    let run = flaws.number(given.path("marker.run"), declared.run, 1..=most, rule::DECLARED_TURN) as u8;
    let turns = !card.is_bomber() || rules.options.straggler_turns;
    let says = "bombers do not turn without straggler_turns";
    flaws.unless(turns, given.path("marker"), says, rule::BOMBER_FORMATION);
    Some(Marker { side: declared.side, run })
}

/// Hits and engines destroyed. What took a plane out need not be written down as well; everybody else has less than that.
fn damage(given: Given<'_>, spec: &PlaneState, status: Status, flaws: &mut Flaws) -> (u8, u8) {
    let (all_hits, all_engines) = (i32::from(given.card().hits), i32::from(given.card().engines));
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
    let hits = flaws.number(given.path("hits"), hits, may_hits, rule::HITS);
    let engines = flaws.number(given.path("engines-hit"), engines, may_engines, rule::ENGINE_LOSS);
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
fn first_hex(given: Given<'_>, state: &State, flaws: &mut Flaws) -> Option<Hex> {
    let Given { rules, scenario, g, n } = given;
    let group = given.group();
    // fast-and-easy/deploy-interceptors: `free` and `random` place them afresh.
    let afresh = scenario.options.interceptor_deployment != Deployment::Fixed && scenario.start.is_none();
    if let Some(text) = group.hexes.get(n) {
        if text == "-" {
            return None;
        }
        let hex = hex(flaws, &format!("groups[{g}].hexes[{n}]"), text, &rules.board);
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

fn status(given: Given<'_>, spec: &PlaneState, has_hex: bool, flaws: &mut Flaws) -> Status {
    let (scenario, path) = (given.scenario, |field: &str| given.path(field));
    match spec.status {
        None | Some(StatusSpec::OnMap) if has_hex => Status::OnMap,
        None | Some(StatusSpec::OnMap) => {
            let says = "a plane in play needs a hex";
            flaws.unless(!scenario.in_flight(), path("status"), says, rule::BOARD);
            Status::Unplaced
        }
        Some(StatusSpec::OffMap { edge, turn }) => {
            let most = scenario.start.as_ref().map_or(1, |s| s.turn);
            let turn = flaws.number(path("status.off-map.turn"), turn, 1..=most.max(1), rule::MAP_EDGE);
            let says = "a plane off the map needs the hex that it left from";
            flaws.unless(has_hex, path("status"), says, rule::MAP_EDGE);
            Status::OffMap { edge, turn: turn as u8 }
        }
        Some(StatusSpec::Exited) => Status::Exited,
        Some(StatusSpec::Disengaged) => Status::Disengaged,
        Some(StatusSpec::Out(cause)) => Status::Out(cause),
    }
}

/// Hexes entered by a plane that stands on `hex_now`, each next to the one before.
fn trail(
    rules: &Rules,
    hex_now: Hex,
    (from, entered): (Option<&str>, &[String]),
    path: &impl Fn(&str) -> String,
    flaws: &mut Flaws,
) -> Trail {
    let mut hexes = Vec::new();
    for (n, text) in entered.iter().enumerate() {
        hexes.extend(hex(flaws, &path(&format!("entered[{n}]")), text, &rules.board));
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
    let mut trail = Trail::from(start.unwrap_or(hex_now));
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
        let plane = flaws.number(format!("start.pending[{n}]"), *plane, 1..=most, rule::SEQUENCE);
        state.pending.insert(plane as usize - 1);
    }
    if let Some(moving) = &start.moving {
        take_moving(rules, state, moving, flaws);
    }
}

/// Takes the plane in the middle of its move.
fn take_moving(rules: &Rules, state: &mut State, moving: &MovingSpec, flaws: &mut Flaws) {
    let most = rules.planes.len() as i32;
    let hex = hex(flaws, "start.moving.hex", &moving.hex, &rules.board);
    let facing = facing(flaws, "start.moving.facing", moving.facing);
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
    let way = (moving.from.as_deref(), &*moving.entered);
    let trail = trail(rules, state.planes[i].hex, way, &path, flaws);
    let walk = Walk::start(hex.unwrap_or_default(), facing, None, moving.slip);
    // A move only ever stops in the middle for an Immelmann.
    let walk = Walk { spent, run, straight_only: true, ..walk };
    state.moving = Some(Moving { plane: i as u8, walk, trail });
}
