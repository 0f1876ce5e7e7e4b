//! What a seat sees. A side's plots, and its force before both have confirmed, are in its own view and the referee's only;
//! the order of the deck is in nobody's, for it does not exist.

mod printed;

pub(crate) use printed::{card, summary};

use crate::data::Rules;
use crate::field::Field;
use crate::movement::counters;
use crate::placement::in_south;
use crate::rule;
use crate::scenario::Scenario;
use crate::state::{Bank, Group, Phase, Plane, State, Status};
use table::view::{
    Aircraft, At, Board, Gauge, Marker, MarkerKind, OptionInfo, Phase as Where, PhaseStep, Pose,
    ScenarioInfo, Score, Tag, View,
};
use table::{Game, RuleId, Seat, Side};

/// The gauge that counts damage, and the row of boxes that it crosses off.
const DAMAGE: &str = "Damage";

/// What distances are measured in ([`rule::STANDARD_UNIT`]).
pub(crate) const UNIT: &str = "SU";

/// What a seat sees.
pub(crate) fn view(rules: &Rules, state: &State, seat: Seat) -> View {
    let to_act = crate::SpittingFire::to_act(rules, state);
    View {
        game: crate::SpittingFire::ID.to_owned(),
        title: rules.title.clone(),
        seat,
        board: board(rules),
        phase: phase(rules, state),
        aircraft: aircraft(rules, state, seat),
        markers: areas(rules, state),
        to_act: to_act.iter().collect(),
        score: score(rules, state, seat),
        outcome: crate::SpittingFire::outcome(rules, state),
    }
}

/// Whether a seat may know what a side keeps secret.
pub(crate) fn knows(seat: Seat, side: Side) -> bool {
    seat == Seat::Referee || seat.side() == Some(side)
}

/// The position without the other side's force before it is shown. Its markers lie face down ([`rule::MARKERS`]), but that of
/// the group being activated.
pub(crate) fn known_to(rules: &Rules, state: &State, seat: Seat) -> State {
    let mut known = state.clone();
    for side in Side::BOTH.into_iter().filter(|side| !knows(seat, *side)) {
        if !rules.fixed[side.index()] {
            known.forces[side.index()] = None;
        }
    }
    for (n, group) in known.groups.iter_mut().enumerate() {
        if !knows(seat, group.side) && state.active != Some(n as u16) {
            group.face_down = group.plot.take().is_some();
        }
    }
    known
}

fn board(rules: &Rules) -> Board {
    match rules.field {
        Field::Hexes(board) => Board::Hexes {
            pointy: false,
            first: board.grid.first(),
            columns: board.columns,
            rows: board.rows,
            odd_shifted: true,
            rows_from_south: true,
            names: "[C,R]".to_owned(),
            unit: UNIT.to_owned(),
        },
        Field::Open(sheet) => Board::Open { width: sheet.width, height: sheet.height, unit: UNIT.to_owned() },
    }
}

fn phase(rules: &Rules, state: &State) -> Where {
    let step = |name: &str, rule| PhaseStep { name: name.to_owned(), side: None, rule };
    let mut steps = vec![
        step("Choosing forces", rule::POINT_TOTAL),
        step("Set-up", rule::PLACEMENT_DECK),
        step("Plotting", rule::PLOTTING),
        step("Action", rule::ACTION_PHASE),
    ];
    let on = match state.phase {
        Phase::Choosing => 0,
        Phase::Placement => 1,
        Phase::Plotting => 2,
        Phase::Action => 3,
        Phase::Over => 4,
    };
    if let Some(step) = steps.get_mut(on) {
        step.side = state.card;
    }
    Where { turn: state.turn, turns: Some(rules.turns), step: on as u8, steps }
}

/// The corners of the set-up areas, while groups are placed.
fn areas(rules: &Rules, state: &State) -> Vec<Marker> {
    if state.phase != Phase::Placement {
        return Vec::new();
    }
    let depth = rules.tables.set_up.depth;
    let [width, height] = rules.size;
    let mut corners = Vec::new();
    for side in Side::BOTH {
        let [low, high] = if in_south(state, side) { [0, depth] } else { [height - depth, height] };
        for (x, y) in [(0, low), (width, low), (0, high), (width, high)] {
            let at = match rules.field {
                Field::Hexes(_) => At::Hex { col: x.min(width - 1), row: if y == high { y - 1 } else { y } },
                Field::Open(_) => At::Point { x: i32::from(x) * 1000, y: i32::from(y) * 1000 },
            };
            corners.push(Marker {
                kind: MarkerKind::Area,
                at,
                label: format!("{side} set-up area"),
                rule: rule::SETUP_AREAS,
            });
        }
    }
    corners
}

fn aircraft(rules: &Rules, state: &State, seat: Seat) -> Vec<Aircraft> {
    if state.phase == Phase::Choosing {
        return chosen(rules, state, seat);
    }
    (0..state.planes.len()).map(|n| one(rules, state, seat, n)).collect()
}

/// Forces that a seat may know of before both are shown: its own, and those that the scenario fixes. The numbers are those
/// that the aircraft will have only if both forces are known.
fn chosen(rules: &Rules, state: &State, seat: Seat) -> Vec<Aircraft> {
    let mut known = State { planes: Vec::new(), groups: Vec::new(), ..state.clone() };
    known.forces = [None, None];
    for side in Side::BOTH {
        if (knows(seat, side) || rules.fixed[side.index()])
            && let Some(flights) = &state.forces[side.index()]
        {
            crate::forces::form_up(rules, &mut known, side, flights);
        }
    }
    (0..known.planes.len()).map(|n| one(rules, &known, seat, n)).collect()
}

fn one(rules: &Rules, state: &State, seat: Seat, n: usize) -> Aircraft {
    let plane = &state.planes[n];
    let card = rules.card(plane.card);
    let group = &state.groups[usize::from(plane.group)];
    let status = match plane.status {
        Status::Waiting => "not placed yet",
        Status::Flying => "flying",
        Status::Lost(fate) => fate.word(),
    };
    Aircraft {
        id: State::id(n),
        name: format!("{} {}", card.name(), n + 1),
        group: format!("Group {}", plane.group + 1),
        card: card.entry.id.clone(),
        side: plane.side,
        role: "fighter".to_owned(),
        pose: plane.flying().then(|| pose(rules, plane)),
        status: status.to_owned(),
        flying: plane.flying(),
        gauges: gauges(rules, state, n),
        tags: tags(rules, state, seat, plane, group),
        trail: trail(rules, state, n),
    }
}

/// Where an aircraft is and how it points.
pub(crate) fn pose(rules: &Rules, plane: &Plane) -> Pose {
    Pose { at: rules.field.at(plane.spot), heading: plane.heading, altitude: Some(plane.level) }
}

fn gauge(label: &str, value: impl Into<i32>, max: impl Into<i32>, bad: bool, rule: RuleId) -> Gauge {
    Gauge { label: label.to_owned(), value: value.into(), max: max.into(), bad, rule }
}

fn gauges(rules: &Rules, state: &State, n: usize) -> Vec<Gauge> {
    let plane = &state.planes[n];
    let card = rules.card(plane.card);
    let mut gauges = vec![gauge(DAMAGE, plane.damage, card.boxes, true, rule::DAMAGE_BOXES)];
    if plane.flying() {
        gauges.push(gauge("Level", plane.level, card.alt, false, rule::MAXIMUM_ALTITUDE));
    }
    if state.mover.plane == Some(n as u16) {
        let c = counters(rules, state, n);
        gauges.push(gauge("MPs left", c.left(), c.total, false, rule::MOVEMENT_POINTS));
        gauges.push(gauge("Forward since pivot", c.since, c.total, false, rule::TURN));
    }
    if rules.options.limited_ammo {
        for (battery, left) in card.batteries.iter().zip(plane.ammunition) {
            let label = format!("{} {}", battery.kind, battery.arc.code());
            gauges.push(gauge(&label, left, battery.ammunition, false, rule::OPT_LIMITED_AMMO));
        }
    }
    gauges
}

fn tags(rules: &Rules, state: &State, seat: Seat, plane: &Plane, group: &Group) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut tag = |text: String, rule| tags.push(Tag { text, rule });
    if plane.lost() {
        return tags;
    }
    if group.placed && group.altitude != plane.level {
        tag(format!("altitude marker {}", group.altitude), rule::GROUP_COHERENCY);
    }
    let shown = state.active == Some(plane.group);
    match group.plot {
        Some(marker) if shown || knows(seat, plane.side) => tag(marker.name().to_owned(), rule::PLOTTING),
        None if !group.face_down => {}
        _ => tag("marker face down".to_owned(), rule::MARKERS),
    }
    if group.activated {
        tag("activated".to_owned(), rule::ACTION_PHASE);
    }
    if plane.acted {
        tag("acted".to_owned(), rule::ACTIVATION);
    }
    if rules.options.banking && plane.flying() {
        let bank = match plane.bank {
            Bank::Level => "wings level",
            Bank::Left => "banked left",
            Bank::Right => "banked right",
        };
        tag(bank.to_owned(), rule::OPT_BANKING);
    }
    tags
}

/// The way of an aircraft in its present or else its last move.
fn trail(rules: &Rules, state: &State, n: usize) -> Vec<At> {
    let mut trail: Vec<At> = if state.mover.plane == Some(n as u16) {
        state.mover.legs.iter().map(|leg| rules.field.at(leg.from)).collect()
    } else {
        let own = state.tracks.iter().filter(|(plane, _)| usize::from(*plane) == n);
        own.map(|(_, corner)| rules.field.at(*corner)).collect()
    };
    if trail.is_empty() {
        return trail;
    }
    trail.push(rules.field.at(state.planes[n].spot));
    trail.dedup();
    trail
}

fn score(rules: &Rules, state: &State, seat: Seat) -> Vec<Score> {
    let mut scores = Vec::new();
    for side in Side::BOTH {
        let mut add = |label: &str, value: i32| scores.push(Score { side, label: label.to_owned(), value });
        add("VPs", state.points[side.index()]);
        if state.phase == Phase::Choosing {
            add("Point total", rules.points[side.index()]);
            let known = knows(seat, side) || rules.fixed[side.index()];
            if let Some(flights) = state.forces[side.index()].as_ref().filter(|_| known) {
                add("Points spent", crate::forces::cost(rules, flights));
            }
        } else {
            add("Cards to flip", state.left[side.index()].into());
            add("Cards flipped", state.flipped[side.index()].into());
        }
    }
    scores
}

/// The list entry of a scenario.
pub(crate) fn scenario_info(id: &str, scenario: &Scenario) -> ScenarioInfo {
    let aircraft = scenario.groups.iter().map(|g| g.aircraft.count() as u16).sum();
    ScenarioInfo {
        id: id.to_owned(),
        title: scenario.title.clone(),
        text: scenario.text.clone(),
        sides: scenario.sides.clone(),
        aircraft,
        minutes: scenario.minutes,
    }
}

/// What the players may choose.
pub(crate) fn options() -> Vec<OptionInfo> {
    use serde_json::json;
    let option = |id: &str, text: &str, default, values: &[serde_json::Value], rule| OptionInfo {
        id: id.to_owned(),
        text: text.to_owned(),
        default,
        values: values.to_vec(),
        rule,
    };
    let flag = |id, text, rule| option(id, text, json!(false), &[json!(false), json!(true)], rule);
    vec![
        option(
            "mode",
            "Hexes, or the open table with free positions and headings",
            json!("hexes"),
            &[json!("hexes"), json!("open")],
            rule::PLAY_MODE,
        ),
        option("width", "Short side of the board in SU, 24 to 120", json!(24), &[], rule::PLAYING_AREA),
        option("height", "Long side of the board in SU, 36 to 120", json!(36), &[], rule::PLAYING_AREA),
        option(
            "points",
            "Point total of each side",
            json!(500),
            &[json!(500), json!(1000), json!(1500), json!(2000)],
            rule::POINT_TOTAL,
        ),
        option(
            "allies-points",
            "Point total of the Allies, where it differs",
            json!(null),
            &[],
            rule::POINT_TOTAL,
        ),
        option(
            "axis-points",
            "Point total of the Axis, where it differs",
            json!(null),
            &[],
            rule::POINT_TOTAL,
        ),
        option(
            "axis-edge",
            "Where the Axis sets up",
            json!("random"),
            &[json!("random"), json!("south"), json!("north")],
            rule::SETUP_AREAS,
        ),
        option(
            "aircraft",
            "All cards, or only those on the book's contents page",
            json!("all"),
            &[json!("all"), json!("book")],
            rule::CARD,
        ),
        option("turns", "Turn limit", json!(10), &[], rule::GAME_LENGTH),
        flag(
            "banking",
            "Banking: a rolled aircraft turns sooner to one side and later to the other",
            rule::OPT_BANKING,
        ),
        flag("deflection", "Deflection: the target's aspect changes the number to hit", rule::OPT_DEFLECTION),
        flag("limited-ammo", "Limited Ammo: batteries run empty", rule::OPT_LIMITED_AMMO),
        flag("tailing", "Tailing: fire before moving from an enemy's tail", rule::OPT_TAILING),
        flag("no-crash-vp", "Crashed and stalled aircraft give no VPs", rule::OPT_NO_CRASH_VP),
        flag(
            "free-withdrawal",
            "A tight turn or half loop may be given up after the roll",
            rule::OPT_FREE_WITHDRAWAL,
        ),
    ]
}
