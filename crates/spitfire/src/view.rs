//! What a seat may see, and the sentences of the log. Only declared fire is ever secret.

use crate::chart::{Chart, Class, Gun};
use crate::command::{Altitude, Fire, Move, Shot};
use crate::finish::Flown;
use crate::rule;
use crate::scenario::Kind;
use crate::space::{at, hex_name};
use crate::state::{Attitude, Exit, Formation, Plane, Prep, Role, Rules, Stage, State, Status, index, piece};
use crate::{formation, sequence, victory};
use table::view::{
    Aircraft, At, Board, Card, CardRow, CardTable, CardTableKind, CardValue, Gauge, Marker, MarkerKind,
    Phase, PhaseStep, Pose, Score, Tag, View,
};
use table::{Event, EventKind, RuleId, Seat, Side};

/// The position without what the other side has declared and not shown (7.F).
pub(crate) fn known_to(state: &State, seat: Seat) -> State {
    let mut known = state.clone();
    for side in Side::BOTH.into_iter().filter(|side| !seat.knows(*side)) {
        // That something was declared is no secret.
        if let Some(fire) = &mut known.declared[side.index()] {
            fire.clear();
        }
    }
    known
}

/// What a seat may see.
pub(crate) fn view(rules: &Rules, state: &State, seat: Seat) -> View {
    let points = victory::points(rules, state);
    let mut score = Vec::new();
    for side in Side::BOTH {
        if rules.kind.formations() {
            let lost = state.planes.iter().filter(|p| p.side == side && p.lost()).count();
            score.push(Score { side, label: "Aircraft lost".into(), value: lost as i32 });
        } else {
            score.push(Score { side, label: "Victory Points".into(), value: points[side.index()] });
        }
        let passes: i32 = state.planes.iter().filter(|p| p.side == side).map(|p| i32::from(p.passes)).sum();
        if rules.bomber_side() == Some(side) {
            score.push(Score { side, label: "Passes".into(), value: passes });
        }
    }
    View {
        game: "spitfire".into(),
        title: match &rules.period {
            Some(period) => format!("{} ({period})", rules.title),
            None => rules.title.clone(),
        },
        seat,
        board: Board::Hexes {
            pointy: false,
            first: 1,
            columns: rules.board.columns,
            rows: rules.board.rows,
            odd_shifted: false,
            rows_from_south: false,
            names: "CCRR".into(),
            unit: "hexes".into(),
        },
        phase: Phase {
            turn: state.turn,
            turns: (rules.options.turn_cap > 0).then_some(rules.options.turn_cap),
            step: if state.stage == Stage::Over { 4 } else { state.phase },
            steps: steps(rules),
        },
        aircraft: (0..state.planes.len()).map(|n| aircraft(rules, state, n, seat)).collect(),
        markers: markers(rules, state),
        to_act: sequence::to_act(rules, state).iter().collect(),
        score,
        outcome: victory::outcome(rules, state),
    }
}

/// 5.1: the four phases of a turn.
pub(crate) fn steps(rules: &Rules) -> Vec<PhaseStep> {
    let step = |name: &str, side, rule| PhaseStep { name: name.into(), side, rule };
    vec![
        step("First Player Movement", Some(rules.first), rule::PHASES),
        step("Joint Combat", None, rule::FIRST_COMBAT),
        step("Second Player Movement", Some(rules.first.enemy()), rule::SECOND_MOVEMENT),
        step("Joint Combat", None, rule::SECOND_COMBAT),
    ]
}

/// 9.2's targets and 9.3's empty slots.
fn markers(rules: &Rules, state: &State) -> Vec<Marker> {
    let mut markers: Vec<Marker> = rules
        .targets
        .iter()
        .map(|hex| Marker {
            kind: MarkerKind::Target,
            at: at(*hex),
            label: format!("Target {}", hex_name(*hex)),
            rule: rule::BOMBING,
        })
        .collect();
    // 9.3: where somebody out of position ought to be.
    for (n, plane) in state.planes.iter().enumerate() {
        if plane.flying()
            && !formation::keeps(rules, state, n)
            && let Some(leader) = formation::leader_of(state, n)
        {
            let lead = &state.planes[leader];
            let astern = lead.hex.ahead(lead.facing.side(3), 1);
            if rules.board.contains(astern) {
                let label = format!("Slot behind {}", name(rules, state, leader));
                markers.push(Marker { kind: MarkerKind::Slot, at: at(astern), label, rule: rule::SCHWARM });
            }
        }
    }
    markers
}

/// What an aircraft is called: its type and number.
pub(crate) fn name(rules: &Rules, state: &State, index: usize) -> String {
    let side = state.planes[index].side;
    let nth = state.planes[..=index].iter().filter(|p| p.side == side).count();
    format!("{} {nth}", rules.charts[side.index()].id)
}

/// Where an aircraft is and how it points.
pub(crate) fn pose(rules: &Rules, plane: &Plane) -> Pose {
    Pose {
        at: at(plane.hex),
        heading: plane.facing.heading(rules.corners()),
        altitude: Some(i16::from(plane.altitude)),
    }
}

/// 2.3: the three chart markers, which are gauges of the aircraft and stand on the tracks of its card.
const CURRENT_SPEED: &str = "Current Speed";
const MAXIMUM_SPEED: &str = "Maximum Speed";
const CLIMB_PROGRESS: &str = "Climb Progress";

fn aircraft(rules: &Rules, state: &State, index: usize, seat: Seat) -> Aircraft {
    let plane = &state.planes[index];
    let ty = rules.of(plane.side);
    let gauge = |label: &str, value: u16, max: u8, bad: bool, rule: RuleId| Gauge {
        label: label.into(),
        value: i32::from(value),
        max: i32::from(max),
        bad,
        rule,
    };
    let hits = u16::from(ty.maximum - ty.destruct) * u16::from(ty.hits_per_step);
    Aircraft {
        id: piece(index),
        name: name(rules, state, index),
        group: group(state, plane),
        card: rules.charts[plane.side.index()].id.clone(),
        side: plane.side,
        role: role(rules, plane),
        pose: plane.flying().then(|| pose(rules, plane)),
        status: status(plane),
        flying: plane.flying(),
        gauges: vec![
            gauge(CURRENT_SPEED, plane.speed.into(), plane.max, false, rule::SPEED_TRACK),
            gauge(MAXIMUM_SPEED, plane.max.into(), ty.maximum, false, rule::DAMAGE),
            gauge("Hits", plane.hits.min(hits), hits as u8, true, rule::DAMAGE),
            gauge(CLIMB_PROGRESS, plane.climb.into(), ty.climb_steps, false, rule::CLIMB_TRACK),
        ],
        tags: tags(rules, plane).into_iter().chain(aims(rules, state, index, seat)).collect(),
        trail: plane.records.iter().map(|r| at(r.hex)).collect(),
    }
}

fn group(state: &State, plane: &Plane) -> String {
    match state.shape[plane.side.index()] {
        Formation::None => format!("{}", plane.side),
        Formation::Vee => "Vee".into(),
        Formation::Schwarm => format!("Section {}", plane.section),
    }
}

fn role(rules: &Rules, plane: &Plane) -> String {
    let word = match plane.role {
        Role::Leader => "Leader",
        Role::Left => "left wingman",
        Role::Right => "right wingman",
        Role::Wing => "wingman",
        Role::None if rules.bomber_side() == Some(plane.side) => "bomber",
        Role::None => "fighter",
    };
    word.into()
}

fn status(plane: &Plane) -> String {
    match plane.status {
        Status::Flying => "flying".into(),
        Status::ShotDown => "shot down".into(),
        Status::Left { by, safe } => {
            let way = exit_words(by);
            if safe { format!("left {way}") } else { format!("lost {way}") }
        }
    }
}

fn exit_words(by: Exit) -> &'static str {
    match by {
        Exit::North => "over the north edge",
        Exit::East => "over the east edge",
        Exit::South => "over the south edge",
        Exit::West => "over the west edge",
        Exit::Ground => "below level 1",
    }
}

fn tags(rules: &Rules, plane: &Plane) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut tag = |on: bool, text: String, rule: RuleId| {
        if on {
            tags.push(Tag { text, rule });
        }
    };
    tag(plane.attitude == Attitude::Climb, "nose up".into(), rule::ATTITUDE_SHOWN);
    tag(plane.attitude == Attitude::Dive, "nose down".into(), rule::ATTITUDE_SHOWN);
    // 6.G2, 6.G3: the preparation is of use only to types with the cost on their chart.
    let turns = rules.of(plane.side).wing_over.is_some();
    tag(turns && plane.prep == Prep::AllClimb, "wing-over ready".into(), rule::WING_OVER);
    tag(turns && plane.prep == Prep::VerticalDive, "split-S ready".into(), rule::SPLIT_S);
    tag(plane.half, "half a hit".into(), rule::DAMAGE);
    tag(plane.joining > 0, format!("joining, {} phases left", plane.joining), rule::SCHWARM);
    tag(plane.passes > 0, format!("{} passes", plane.passes), rule::BOMBING);
    let mission = rules.tables.air_superiority.mission_phases;
    let home = rules.kind == Kind::AirSuperiority && plane.phases >= mission;
    tag(home, "may go home".into(), rule::LEAVING);
    tags
}

/// 7.A: what an aircraft is to fire at, for its own side until both have declared.
fn aims(rules: &Rules, state: &State, shooter: usize, seat: Seat) -> Vec<Tag> {
    let side = state.planes[shooter].side;
    let knows = seat == Seat::Referee || seat.side() == Some(side);
    let declared =
        state.declared[side.index()].iter().flatten().filter(|s| knows && s.aircraft == piece(shooter));
    let text = |shot: &Shot| format!("will fire at {}", name(rules, state, index(shot.target)));
    declared.map(|shot| Tag { text: text(shot), rule: rule::VOLUNTARY }).collect()
}

/// The log line of a declaration, for its own side until both are in.
pub(crate) fn declaration(rules: &Rules, state: &State, side: Side, fire: &Fire) -> String {
    let shots: Vec<String> = fire
        .iter()
        .map(|s| {
            let (from, to) = (name(rules, state, index(s.aircraft)), name(rules, state, index(s.target)));
            format!("{from}, {}, at {to}", s.gun.name())
        })
        .collect();
    if shots.is_empty() {
        format!("The {side} hold fire")
    } else {
        format!("The {side} will fire: {}", shots.join("; "))
    }
}

/// The log line of a move.
pub(crate) fn moved(rules: &Rules, state: &State, order: &Move, flown: &Flown) -> Event {
    let flight = &flown.flight;
    let plane = &state.planes[flown.index];
    let mut text = format!("{}: {}, speed {}", name(rules, state, flown.index), flight.choice, flight.speed);
    if !order.path.is_empty() {
        text += &format!(", {}", order.path);
    }
    if flight.exit.is_none() {
        let facing = flight.facing.name(rules.corners());
        text += &format!(", to {} facing {facing}, level {}", hex_name(flight.hex), flight.altitude);
    }
    if flown.end_speed != flight.speed {
        text += &format!(", slows to {}", flown.end_speed);
    }
    let mut path: Vec<At> = vec![at(plane.hex)];
    for record in &flown.records {
        if path.last() != Some(&at(record.hex)) {
            path.push(at(record.hex));
        }
    }
    let mut event = Event::new(EventKind::Move, rule::MOVEMENT, text).by(piece(flown.index)).along(path);
    let decided = match flight.choice {
        Altitude::Level => rule::POINTS,
        Altitude::Climb => rule::CLIMBING,
        Altitude::HorizontalDive(_) => rule::HORIZONTAL_DIVE,
        Altitude::VerticalDive(_) => rule::VERTICAL_DIVE,
    };
    event = event.and_rule(decided);
    if flight.wing_over || flight.roll.is_some() {
        event = event.and_rule(rule::MANEUVERS);
    }
    event
}

/// The log line of an aircraft that has gone out under 6.J.
pub(crate) fn left(rules: &Rules, state: &State, index: usize) -> Event {
    let plane = &state.planes[index];
    let name = name(rules, state, index);
    let lost = plane.lost();
    let text = match plane.status {
        Status::Left { by, safe: true } => format!("{name} goes home {}", exit_words(by)),
        Status::Left { by, safe: false } => format!("{name} goes {} and counts as shot down", exit_words(by)),
        Status::Flying | Status::ShotDown => name,
    };
    let kind = if lost { EventKind::Loss } else { EventKind::Score };
    Event::new(kind, rule::LEAVING, text).by(piece(index))
}

/// An aircraft chart as a card, each figure with its rule and source.
pub(crate) fn card(chart: &Chart, scale: crate::data::ScaleFigures) -> Card {
    let source = |key: &str| chart.source.get(key).cloned();
    let value = |label: &str, value: String, rule, key: &str| CardValue {
        label: label.into(),
        value,
        rule,
        source: source(key),
    };
    let dash = || "–".to_owned();
    let roll = chart.roll_cost.map_or_else(dash, |c| c.to_string());
    let wing = chart.wing_over_cost.map_or_else(dash, |c| format!("{}/{}/{}", c[0], c[1], c[2]));
    let injection = if chart.fuel_injection { "f" } else { "" };
    let kmh = u16::from(chart.level_max) * scale.kmh_per_speed;
    let values = vec![
        value(
            "Turn Mode",
            format!("{}/{}", chart.turn_mode[0], chart.turn_mode[1]),
            rule::TURN_MODE,
            "turn-mode",
        ),
        value("Maximum Acceleration", chart.acceleration.to_string(), rule::ACCELERATION, "acceleration"),
        value("Roll Cost", roll, rule::ROLL_COST, "roll-cost"),
        value("WO/SS Cost", wing, rule::WOSS_COST, "wing-over-cost"),
        value(
            "Vertical Dive Cost",
            format!("{}{injection}", chart.vertical_dive_cost),
            rule::FUEL_INJECTION,
            "vertical-dive-cost",
        ),
        value("Lowest speed", chart.minimum.to_string(), rule::SPEED_TRACK, "minimum"),
        value("Level Max", chart.level_max.to_string(), rule::SPEED_TRACK, "level-max"),
        value("Top speed", chart.maximum.to_string(), rule::SPEED_TRACK, "maximum"),
        value("Level Max in km/h", format!("about {kmh}"), rule::SCALE, "level-max"),
        value("Destruct Point ★", chart.destruct_point.to_string(), rule::DAMAGE, "destruct-point"),
        value("Hits per speed step", chart.hits_per_step.to_string(), rule::DAMAGE, "hits-per-step"),
        value("Climb steps per level", chart.climb_steps.to_string(), rule::CLIMB_TRACK, "climb-steps"),
        value("Points per climb step", chart.climb_cost.to_string(), rule::CLIMBING, "climb-steps"),
        value("Victory Point Value", chart.victory_value.to_string(), rule::AIR_SUPERIORITY, "victory-value"),
        value("Guns", guns(chart), rule::FIELDS, "armament"),
        value(
            "Flew for",
            if chart.nation.is_empty() { dash() } else { chart.nation.clone() },
            rule::SUBJECT,
            "nation",
        ),
        value("Maneuvers", "as 6.G says, not as the notes describe them".into(), rule::NOTES, ""),
        value("Published", "SPI, 1973".into(), rule::CREDITS, ""),
    ];
    Card {
        id: chart.id.clone(),
        name: if chart.name.is_empty() { chart.id.clone() } else { chart.name.clone() },
        nation: (!chart.nation.is_empty()).then(|| chart.nation.clone()),
        class: match chart.class {
            Class::Fighter => "fighter".into(),
            Class::Bomber => "bomber".into(),
            Class::FighterBomber => "fighter-bomber".into(),
        },
        values,
        tables: tables(chart),
        arcs: Vec::new(),
        shape: chart.shape.clone(),
        source: "Spitfire (SPI, 1973). Stated: in the text of the rules, at the place named. Derived: worked out from historical figures, not a printed chart value".into(),
    }
}

fn guns(chart: &Chart) -> String {
    let names: Vec<&str> = chart.armament.guns().iter().map(|g| g.name()).collect();
    names.join(", ")
}

/// The tracks of 2.47 to 2.49 with the gauges that stand on them, and 2.46's table of each gun.
fn tables(chart: &Chart) -> Vec<CardTable> {
    let speeds: Vec<u8> = (chart.minimum..=chart.maximum).collect();
    let row = |head: &str, cells: Vec<String>| CardRow { head: head.into(), cells };
    let heads = |items: &[u8]| items.iter().map(u8::to_string).collect::<Vec<_>>();
    let space = |s: &u8| match *s {
        s if s == chart.destruct_point => "★",
        s if s > chart.level_max => "Dive",
        s if s == chart.level_max => "Level Max",
        _ => "",
    };
    let steps: Vec<u8> = (0..chart.climb_steps).collect();
    let round = |s: &u8| if s + 1 == chart.climb_steps { "then +1 level" } else { "" };
    let track = |title: &str, head: &str, columns: &[u8], line, gauges: &[&str], rule, key: &str| CardTable {
        kind: CardTableKind::Track,
        title: title.into(),
        head: head.into(),
        columns: heads(columns),
        rows: vec![line],
        gauges: gauges.iter().map(|&g| g.to_owned()).collect(),
        rule,
        source: chart.source.get(key).cloned(),
    };
    let mut tables = vec![
        track(
            "Speed Track",
            "speed",
            &speeds,
            row("", speeds.iter().map(|s| space(s).to_owned()).collect()),
            &[CURRENT_SPEED, MAXIMUM_SPEED],
            rule::SPEED_TRACK,
            "dive-speeds",
        ),
        track(
            "Vertical Dive Track",
            "speed",
            &speeds,
            row("levels", heads(&chart.vertical_dive_track)),
            &[CURRENT_SPEED],
            rule::DIVE_TRACK,
            "vertical-dive-track",
        ),
        track(
            "Climb Progress Track",
            "step",
            &steps,
            row("", steps.iter().map(|s| round(s).to_owned()).collect()),
            &[CLIMB_PROGRESS],
            rule::CLIMB_TRACK,
            "climb-steps",
        ),
    ];
    for gun in chart.armament.guns() {
        if let Some(table) = chart.table(*gun) {
            let ranges: Vec<u8> = (1..=table.rows[0].len() as u8).collect();
            let rows = table.rows.iter().enumerate();
            tables.push(CardTable {
                kind: CardTableKind::Table,
                title: format!("Combat Results, {}", gun.name()),
                head: "range".into(),
                columns: heads(&ranges),
                rows: rows.map(|(n, cells)| row(&format!("die {}", n + 1), heads(cells))).collect(),
                gauges: Vec::new(),
                rule: rule::RESULTS_TABLE,
                source: Some(table.source.clone()),
            });
        }
    }
    tables
}

/// The word for a gun in odds queries.
pub(crate) fn gun_by_word(word: &str) -> Option<Gun> {
    [("forward", Gun::Forward), ("rear", Gun::Rear), ("all-around", Gun::AllAround)]
        .into_iter()
        .find(|(w, _)| *w == word)
        .map(|(_, gun)| gun)
}
