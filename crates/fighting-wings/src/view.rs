//! What a seat sees. Nothing is secret.

use crate::combat::Stance;
use crate::command::Command;
use crate::rules::Rules;
use crate::scenario::Pilot;
use crate::state::{Stage, State, Status};
use crate::units::BLOCK;
use crate::words::attitude;
use crate::{Bank, FightingWings, Look, Nose, menu, rule, space, victory};
use table::view::{Aircraft, Attitude, Board, Energy, Gauge, Phase, PhaseStep, Pose, Scene, Score, Tag};
use table::{PieceId, Question, RuleId, Screen, Seat, Side};

/// Half the breadth of the sheet that is drawn; play goes on beyond it.
const HALF_SHEET: i16 = 150;
/// The end of the scale on which speeds are shown, in half points: no chart of the book goes beyond it.
const FASTEST: i16 = 25;

impl Screen for FightingWings {
    const SECRETS: bool = false;

    fn sheet(columns: i16, rows: i16) -> Board {
        hexes(0, columns, rows)
    }

    fn menu(look: Look<'_>, draft: Option<&Command>) -> Question<Command> {
        menu::menu(look, draft)
    }

    fn view(rules: &Rules, known: &State, _: Seat) -> Scene {
        let points = victory::points(rules, known);
        let step = |name: &str, rule: RuleId| PhaseStep { name: name.into(), side: None, rule };
        Scene {
            title: (&*rules.title).into(),
            board: window(),
            phase: Phase {
                turn: known.now.turn,
                turns: Some(rules.turns),
                step: match known.now.stage {
                    Stage::Brief(_) | Stage::Lead(_) => 0,
                    Stage::Move(_) => 1,
                    Stage::Fire(_) | Stage::Answer(_) => 2,
                    Stage::Depart(_) => 3,
                    Stage::Over => 4,
                },
                steps: vec![
                    step("Initiative", rule::INITIATIVE),
                    step("Movement", rule::SEQUENCE),
                    step("Combat", rule::COMBAT),
                    step("End", rule::DISENGAGE),
                ],
            },
            aircraft: (0..known.planes.len()).map(|n| aircraft(rules, known, n)).collect(),
            markers: Vec::new(),
            score: Side::BOTH.map(|side| Score::exact(side, "Victory points", points[side.index()])).to_vec(),
            level_feet: Some(INCREMENT_FEET),
            altitudes: true,
            scenery: rules.scenery.clone(),
        }
    }
}

/// The part of the sky that is drawn.
pub(crate) fn window() -> Board {
    hexes(-HALF_SHEET, 2 * HALF_SHEET, 2 * HALF_SHEET)
}

fn hexes(first: i16, columns: i16, rows: i16) -> Board {
    Board::Hexes {
        pointy: true,
        first,
        columns,
        rows,
        odd_shifted: true,
        rows_from_south: false,
        names: "[C,R]".into(),
        unit: "hexes".into(),
    }
}

/// Feet in an increment of altitude (`2`).
pub(crate) const INCREMENT_FEET: u16 = 100;

/// A place, a heading, an altitude and an attitude as shown.
pub(crate) fn pose_of(
    hex: sky::Hex,
    heading: sky::Direction,
    altitude: i16,
    (bank, nose): (Bank, Nose),
) -> Pose {
    let attitude = Attitude {
        bank: match bank {
            Bank::Lvl => 0,
            Bank::Rb => 60,
            Bank::Irb => 120,
            Bank::Inv => 180,
            Bank::Ilb => -120,
            Bank::Lb => -60,
        },
        pitch: match nose {
            Nose::Level => 0,
            Nose::Climb => 30,
            Nose::Dive => -30,
        },
    };
    Pose {
        at: space::at(hex),
        heading: space::degrees(heading),
        altitude: Some(altitude),
        attitude: Some(attitude),
    }
}

fn aircraft(rules: &Rules, state: &State, n: usize) -> Aircraft {
    let (crew, plane) = (&rules.crews[n], &state.planes[n]);
    let stance = Stance::of(rules, state, n);
    let pose = pose_of(stance.hex, stance.heading, stance.altitude, (stance.bank, stance.nose));
    let status = match (plane.status, plane.damaged) {
        (Status::Flying, false) => "flying",
        (Status::Flying, true) => "flying, damaged",
        (Status::Lost, _) => "shot down",
        (Status::Gone, _) => "has left the fight",
    };
    let formation = crew.formation.map(|number| format!("Formation {}", number + 1));
    let leader = crew.leader.map(|(leader, _)| format!("Flight of {}", rules.crews[leader].name));
    Aircraft {
        id: PieceId::of(n),
        name: crew.name.as_str().into(),
        group: formation.or(leader).unwrap_or_default().into(),
        card: crew.ty.id.as_str().into(),
        side: crew.side,
        role: if crew.ty.fighter() { "fighter" } else { "bomber" }.into(),
        pose: plane.flying().then_some(pose),
        status: status.into(),
        flying: plane.flying(),
        gauges: gauges(rules, state, n),
        tags: tags(rules, state, n, &stance),
        trail: plane.trail.iter().map(|hex| space::at(*hex)).collect(),
        energy: plane.flying().then(|| stored(plane.speed.0, stance.altitude)),
    }
}

fn gauges(rules: &Rules, state: &State, n: usize) -> Vec<Gauge> {
    let (ty, plane) = (rules.ty(n), &state.planes[n]);
    let gauge = |label: String, value: i32, max: i32, rule: RuleId| Gauge {
        label: label.into(),
        value,
        max,
        bad: false,
        parts: None,
        rule,
    };
    let speed = gauge("Speed".into(), plane.speed.0.into(), FASTEST.into(), rule::SCALE);
    let carry = gauge("Accel carried".into(), plane.carry.into(), i32::from(BLOCK) - 1, rule::CARRY);
    let mut gauges = vec![
        Gauge { parts: Some(2), ..speed },
        Gauge { parts: Some(4), ..carry },
        gauge("Initiative".into(), plane.number.into(), 6, rule::INITIATIVE),
        Gauge { bad: true, ..gauge("Damage".into(), plane.damaged.into(), 2, rule::DAMAGE) },
    ];
    for (group, letter) in ty.groups.iter().zip('A'..) {
        let left = plane.rounds(letter as usize - 'A' as usize);
        gauges.push(gauge(format!("Ammunition {letter}"), left.into(), group.ammo.into(), rule::WEAPONS));
    }
    for (place, position) in ty.positions.iter().enumerate() {
        let left = plane.gun_rounds(place);
        gauges.push(gauge(
            format!("Gun {}", position.name),
            left.into(),
            position.ammo.into(),
            rule::FLEXIBLE_GUNS,
        ));
    }
    gauges
}

/// Height plus speed, in increments of altitude (`16`: 77 increments are worth 64 times the square of a speed point).
pub(crate) fn energy(speed: i16, altitude: i16) -> i32 {
    i32::from(altitude) + 16 * i32::from(speed) * i32::from(speed) / 77
}

/// The same, height and speed apart.
pub(crate) fn stored(speed: i16, altitude: i16) -> Energy {
    Energy { height: altitude.into(), speed: energy(speed, 0), rule: rule::ENERGY_EXCHANGE }
}

fn tags(rules: &Rules, state: &State, n: usize, stance: &Stance) -> Vec<Tag> {
    let (crew, plane) = (&rules.crews[n], &state.planes[n]);
    let mut tags = Vec::new();
    let mut tag = |on: bool, text: String, rule: RuleId| {
        if on {
            tags.push(Tag { text: text.into(), rule });
        }
    };
    tag(true, attitude(stance.bank, stance.nose), rule::ATTITUDES);
    tag(true, format!("{} throttle", plane.throttle.word()), rule::THROTTLE);
    let class = match crew.pilot {
        Pilot::Recruit => "Recruit",
        Pilot::Green => "Green",
        Pilot::Regular => "Regular",
        Pilot::Veteran => "Veteran",
    };
    tag(true, class.into(), rule::PILOTS);
    tag(crew.traits.ace, "Ace".into(), rule::PILOTS);
    tag(crew.traits.hero, "Hero".into(), rule::PILOTS);
    tag(crew.traits.crack, "Crack shot".into(), rule::PILOTS);
    tag(plane.half, "Half an FP carried".into(), rule::FLIGHT_POINTS);
    let turning = plane
        .turning
        .map(|turn| format!("{} FPs of a {} turn {}", turn.fps, turn.rate.word(), turn.hand.word()));
    tag(turning.is_some(), turning.unwrap_or_default(), rule::TURN_CARRY);
    tag(plane.loaded, "Loaded".into(), rule::LOADS);
    tag(plane.damaged, "Damaged".into(), rule::DAMAGE);
    tag(plane.forced_idle, "Must fly at Idle".into(), rule::FORCED_IDLE);
    tag(plane.forced_straight, "Must fly straight".into(), rule::STRESS_STRAIGHT);
    tag(plane.place.is_some(), "In fixed formation".into(), rule::FORMATIONS);
    tag(plane.turned_back, "Turned back".into(), rule::SCENARIOS);
    tag(plane.moved, "Has moved".into(), rule::SEQUENCE);
    tags
}
