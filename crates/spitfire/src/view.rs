//! What a seat may see. Only declared fire is ever secret.

use crate::cards::{CLIMB_PROGRESS, CURRENT_SPEED, MAXIMUM_SPEED};
use crate::command::{Command, Shot};
use crate::rules::Rules;
use crate::scenario::Kind;
use crate::space::{at, hex_name};
use crate::state::{Attitude, Formation, Plane, Prep, Role, Stage, State, Status};
use crate::words::{counted, exit_words, name};
use crate::{Look, Spitfire, formation, menu, rule, sequence, victory};
use table::view::{Aircraft, Board, Gauge, Marker, MarkerKind, Phase, Scene, Score, Tag};
use table::{PieceId, Question, RuleId, Screen, Seat, Side, SmolStr, format_smolstr};

impl Screen for Spitfire {
    const SECRETS: bool = true;

    fn sheet(columns: i16, rows: i16) -> Board {
        Board::Hexes {
            pointy: false,
            first: 1,
            columns,
            rows,
            odd_shifted: false,
            rows_from_south: false,
            names: "CCRR".into(),
            unit: "hexes".into(),
        }
    }

    /// The position without what the other side has declared and not shown (7.F). That it has declared is no secret.
    fn known_to(_: &Rules, state: &State, seat: Seat) -> State {
        let mut known = state.clone();
        for side in Side::BOTH.into_iter().filter(|side| !seat.knows(*side)) {
            if let Some(fire) = &mut known.declared[side.index()] {
                fire.clear();
            }
        }
        known
    }

    fn menu(look: Look<'_>, draft: Option<&Command>) -> Question<Command> {
        menu::menu(look, draft)
    }

    fn view(rules: &Rules, known: &State, _: Seat) -> Scene {
        Scene {
            title: match &rules.period {
                Some(period) => format_smolstr!("{}, {period}", rules.title),
                None => rules.title.as_str().into(),
            },
            board: Spitfire::sheet(rules.board.columns, rules.board.rows),
            phase: Phase {
                turn: known.turn,
                turns: (rules.options.turn_cap > 0).then_some(rules.options.turn_cap),
                step: if known.stage == Stage::Over { 4 } else { known.phase },
                steps: sequence::phases(rules),
            },
            aircraft: (0..known.planes.len()).map(|n| aircraft(rules, known, n)).collect(),
            markers: markers(rules, known),
            score: score(rules, known),
            level_feet: None,
            altitudes: true,
            scenery: rules.scenery.clone(),
        }
    }
}

fn score(rules: &Rules, state: &State) -> Vec<Score> {
    let points = victory::points(rules, state);
    let mut score = Vec::new();
    for side in Side::BOTH {
        let of = |side: Side| state.planes.iter().filter(move |p| p.side == side);
        if rules.kind.formations() {
            let lost = of(side.enemy()).filter(|p| p.lost()).count();
            score.push(Score::exact(side, "Enemy aircraft lost", lost as i32));
        } else {
            score.push(Score::exact(side, "Victory Points", points[side.index()]));
        }
        if rules.bomber_side() == Some(side) {
            let passes = of(side).map(|p| i32::from(p.passes)).sum();
            score.push(Score::exact(side, "Passes", passes));
        }
    }
    score
}

/// 9.2's targets and 9.3's empty slots.
fn markers(rules: &Rules, state: &State) -> Vec<Marker> {
    let mut markers: Vec<Marker> = rules
        .targets
        .iter()
        .map(|hex| Marker {
            kind: MarkerKind::Target,
            at: at(*hex),
            label: format_smolstr!("Target {}", hex_name(*hex)),
            side: None,
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
                let label = format_smolstr!("Slot behind {}", name(rules, state, leader));
                markers.push(Marker {
                    kind: MarkerKind::Slot,
                    at: at(astern),
                    label,
                    side: None,
                    rule: rule::SCHWARM,
                });
            }
        }
    }
    markers
}

fn aircraft(rules: &Rules, state: &State, index: usize) -> Aircraft {
    let plane = &state.planes[index];
    let ty = rules.of(plane.side);
    let gauge = |label: &str, value: u16, max: u8, bad: bool, rule: RuleId| Gauge {
        label: label.into(),
        value: i32::from(value),
        max: i32::from(max),
        bad,
        parts: None,
        rule,
    };
    let hits = u16::from(ty.maximum - ty.destruct) * u16::from(ty.hits_per_step);
    Aircraft {
        id: PieceId::of(index),
        name: name(rules, state, index).into(),
        group: group(state, plane),
        card: rules.charts[plane.side.index()].id.as_str().into(),
        side: plane.side,
        role: role(rules, plane),
        pose: plane.flying().then(|| plane.pose(rules)),
        status: status(plane),
        flying: plane.flying(),
        gauges: vec![
            gauge(CURRENT_SPEED, plane.speed.into(), plane.max, false, rule::SPEED_TRACK),
            gauge(MAXIMUM_SPEED, plane.max.into(), ty.maximum, false, rule::DAMAGE),
            gauge("Hits", plane.hits.min(hits), hits as u8, true, rule::DAMAGE),
            gauge(CLIMB_PROGRESS, plane.climb.into(), ty.climb_steps, false, rule::CLIMB_TRACK),
        ],
        tags: tags(rules, plane).into_iter().chain(aims(rules, state, index)).collect(),
        trail: plane.records.iter().map(|r| at(r.hex)).collect(),
        energy: None,
    }
}

fn group(state: &State, plane: &Plane) -> SmolStr {
    match state.shape[plane.side.index()] {
        Formation::None => format_smolstr!("{}", plane.side),
        Formation::Vee => "Vee".into(),
        Formation::Schwarm => format_smolstr!("Section {}", plane.section),
    }
}

fn role(rules: &Rules, plane: &Plane) -> SmolStr {
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

fn status(plane: &Plane) -> SmolStr {
    match plane.status {
        Status::Flying => "flying".into(),
        Status::ShotDown => "shot down".into(),
        Status::Left { by, safe } => {
            let way = exit_words(by);
            if safe { format_smolstr!("left {way}") } else { format_smolstr!("lost {way}") }
        }
    }
}

fn tags(rules: &Rules, plane: &Plane) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut tag = |on: bool, text: SmolStr, rule: RuleId| {
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
    tag(
        plane.joining > 0,
        format_smolstr!("joining, {} left", counted(plane.joining.into(), "phase", "phases")),
        rule::SCHWARM,
    );
    tag(plane.passes > 0, counted(plane.passes.into(), "pass", "passes").into(), rule::BOMBING);
    let mission = rules.tables.air_superiority.mission_phases;
    let home = rules.kind == Kind::AirSuperiority && plane.phases >= mission;
    tag(home, "may go home".into(), rule::LEAVING);
    tags
}

/// 7.A: what an aircraft is to fire at, as far as that is known.
fn aims(rules: &Rules, state: &State, shooter: usize) -> Vec<Tag> {
    let side = state.planes[shooter].side;
    let declared = state.declared[side.index()].iter().flatten();
    let text = |shot: &Shot| format_smolstr!("will fire at {}", name(rules, state, shot.target.index()));
    declared
        .filter(|shot| shot.aircraft.index() == shooter)
        .map(|shot| Tag { text: text(shot), rule: rule::VOLUNTARY })
        .collect()
}
