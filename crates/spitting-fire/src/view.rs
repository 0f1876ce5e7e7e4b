//! What a seat sees. A side's plots, and its force before both have confirmed, are known to itself and the referee only; the
//! order of the deck to nobody, for it does not exist.

use crate::cards::DAMAGE;
use crate::command::Command;
use crate::field::Field;
use crate::forces;
use crate::movement::counters;
use crate::placement::in_south;
use crate::rules::Rules;
use crate::state::{Bank, Phase, Plane, State, Status};
use crate::{Look, SpittingFire, menu, rule, words};
use table::view::{
    Aircraft, At, Board, Gauge, Marker, MarkerKind, Phase as Where, PhaseStep, Pose, Scene, Score, Tag,
};
use table::{PieceId, Question, RuleId, Screen, Seat, Side, format_smolstr};

/// What distances are measured in ([`rule::STANDARD_UNIT`]).
pub(crate) const UNIT: &str = "SU";

impl Screen for SpittingFire {
    const SECRETS: bool = true;

    fn sheet(columns: i16, rows: i16) -> Board {
        Board::Hexes {
            pointy: false,
            first: 0,
            columns,
            rows,
            odd_shifted: true,
            rows_from_south: true,
            names: "[C,R]".into(),
            unit: UNIT.into(),
        }
    }

    /// The position without the other side's force before it is shown. Its markers lie face down ([`rule::MARKERS`]), but
    /// that of the group being activated.
    fn known_to(rules: &Rules, state: &State, seat: Seat) -> State {
        let mut known = state.clone();
        for side in Side::BOTH.into_iter().filter(|side| !seat.knows(*side)) {
            if !rules.fixed[side.index()] {
                known.forces[side.index()] = None;
            }
        }
        for (n, group) in known.groups.iter_mut().enumerate() {
            if !seat.knows(group.side) && state.active != Some(n as u16) {
                group.face_down = group.plot.take().is_some();
            }
        }
        known
    }

    fn menu(look: Look<'_>, draft: Option<&Command>) -> Question<Command> {
        menu::menu(look, draft)
    }

    fn view(rules: &Rules, known: &State, _: Seat) -> Scene {
        Scene {
            title: rules.title.as_str().into(),
            board: board(rules),
            phase: phase(rules, known),
            aircraft: aircraft(rules, known),
            markers: areas(rules, known),
            score: score(rules, known),
            level_feet: None,
            altitudes: true,
            scenery: rules.scenery.clone(),
        }
    }
}

fn board(rules: &Rules) -> Board {
    match rules.field {
        Field::Hexes(board) => SpittingFire::sheet(board.columns, board.rows),
        Field::Open(sheet) => Board::Open { width: sheet.width, height: sheet.height, unit: UNIT.into() },
    }
}

fn phase(rules: &Rules, state: &State) -> Where {
    let step = |name: &str, rule| PhaseStep { name: name.into(), side: None, rule };
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
                side: Some(side),
                label: format_smolstr!("{side} set-up area"),
                rule: rule::SETUP_AREAS,
            });
        }
    }
    corners
}

fn aircraft(rules: &Rules, state: &State) -> Vec<Aircraft> {
    if state.phase == Phase::Choosing {
        return chosen(rules, state);
    }
    (0..state.planes.len()).map(|n| one(rules, state, n)).collect()
}

/// Forces that are known before both are shown. The numbers are those that the aircraft will have only if both forces are
/// known.
fn chosen(rules: &Rules, state: &State) -> Vec<Aircraft> {
    let mut formed = State { forces: [None, None], ..state.clone() };
    for side in Side::BOTH {
        let flights = state.forces[side.index()].as_deref().unwrap_or_default();
        forces::form_up(rules, &mut formed, side, flights);
    }
    (0..formed.planes.len()).map(|n| one(rules, &formed, n)).collect()
}

fn one(rules: &Rules, state: &State, n: usize) -> Aircraft {
    let plane = &state.planes[n];
    let status = match plane.status {
        Status::Waiting => "not placed yet",
        Status::Flying => "flying",
        Status::Lost(fate) => fate.word(),
    };
    Aircraft {
        id: PieceId::of(n),
        name: words::plane(rules, state, n).into(),
        group: format_smolstr!("Group {}", plane.group + 1),
        card: rules.card(plane.card).entry.id.as_str().into(),
        side: plane.side,
        role: "fighter".into(),
        pose: plane.flying().then(|| pose(rules, plane)),
        status: status.into(),
        flying: plane.flying(),
        gauges: gauges(rules, state, n),
        tags: tags(rules, state, plane),
        trail: trail(rules, state, n),
        energy: None,
    }
}

/// Where an aircraft is and how it points.
pub(crate) fn pose(rules: &Rules, plane: &Plane) -> Pose {
    Pose {
        at: rules.field.at(plane.spot),
        heading: plane.heading,
        altitude: Some(plane.level),
        attitude: None,
    }
}

fn gauge(label: &str, value: impl Into<i32>, max: impl Into<i32>, bad: bool, rule: RuleId) -> Gauge {
    Gauge { label: label.into(), value: value.into(), max: max.into(), bad, parts: None, rule }
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

fn tags(rules: &Rules, state: &State, plane: &Plane) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut tag = |text: &str, rule| tags.push(Tag { text: text.into(), rule });
    if plane.lost() {
        return tags;
    }
    let group = &state.groups[usize::from(plane.group)];
    if group.placed && group.altitude != plane.level {
        tag(&format!("altitude marker {}", group.altitude), rule::GROUP_COHERENCY);
    }
    if let Some(marker) = group.plot {
        tag(marker.name(), rule::PLOTTING);
    } else if group.face_down {
        tag("marker face down", rule::MARKERS);
    }
    if group.activated {
        tag("activated", rule::ACTION_PHASE);
    }
    if plane.acted {
        tag("acted", rule::ACTIVATION);
    }
    if rules.options.banking && plane.flying() {
        let bank = match plane.bank {
            Bank::Level => "wings level",
            Bank::Left => "banked left",
            Bank::Right => "banked right",
        };
        tag(bank, rule::OPT_BANKING);
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

fn score(rules: &Rules, state: &State) -> Vec<Score> {
    let mut scores = Vec::new();
    for side in Side::BOTH {
        let mut add = |label: &str, value: i32| scores.push(Score::exact(side, label, value));
        add("VPs", state.points[side.index()]);
        if state.phase == Phase::Choosing {
            add("Point total", rules.points[side.index()]);
            if let Some(flights) = &state.forces[side.index()] {
                add("Points spent", forces::cost(rules, flights));
            }
        } else {
            add("Cards to flip", state.left[side.index()].into());
            add("Cards flipped", state.flipped[side.index()].into());
        }
    }
    scores
}
