//! What a seat sees. All state is public (`17. State`): every seat sees the same.

use crate::bombing::stands;
use crate::command::Command;
use crate::menu::menu;
use crate::movement::{cruises, performance, speed};
use crate::state::{Cause, Flags, Plane, Role, Rules, STEPS, Stage, State, Status, Trail};
use crate::words::fate_word;
use crate::{FastAndEasy, Look, rule, victory};
use sky::{Direction, Hex};
use table::view::{
    Aircraft, At, Board, Gauge, Marker, MarkerKind, Phase, PhaseStep, Pose, Scene, Score, Tag,
};
use table::{PieceId, Question, RuleId, Screen, Seat, Side, SmolStr, format_smolstr};

impl Screen for FastAndEasy {
    const SECRETS: bool = false;

    fn sheet(columns: i16, rows: i16) -> Board {
        Board::Hexes {
            pointy: true,
            first: 0,
            columns,
            rows,
            odd_shifted: true,
            rows_from_south: false,
            names: SmolStr::new_static("CC.RR"),
            unit: SmolStr::new_static("hexes"),
        }
    }

    fn menu(look: Look<'_>, draft: Option<&Command>) -> Question<Command> {
        menu(look, draft)
    }

    fn view(rules: &Rules, known: &State, _: Seat) -> Scene {
        let score = |side| {
            let (value, about) = victory::points_about(rules, known, side);
            Score { side, label: SmolStr::new_static("points"), value, about }
        };
        Scene {
            title: rules.title.as_str().into(),
            board: FastAndEasy::sheet(rules.board.columns, rules.board.rows),
            phase: phase(rules, known),
            aircraft: (0..known.planes.len()).map(|i| aircraft(rules, known, i)).collect(),
            markers: markers(rules, known),
            score: Side::BOTH.map(score).to_vec(),
            level_feet: None,
            altitudes: false,
            scenery: rules.scenery.clone(),
        }
    }
}

impl Rules {
    /// A hex as views show it.
    pub(crate) fn at(&self, hex: Hex) -> At {
        let (col, row) = self.board.grid.printed(hex);
        At::Hex { col, row }
    }

    /// A plane's place as views show it.
    pub(crate) fn pose(&self, hex: Hex, facing: Direction) -> Pose {
        Pose { at: self.at(hex), heading: self.board.grid.heading(facing), altitude: None, attitude: None }
    }
}

fn phase(rules: &Rules, state: &State) -> Phase {
    let stages = [
        Stage::EscortsMove,
        Stage::EscortsFire,
        Stage::Rates,
        Stage::InterceptorsMove,
        Stage::InterceptorsFire,
        Stage::BombersFire,
        Stage::Bombing,
    ];
    let step = |(n, stage): (usize, Stage)| PhaseStep {
        name: SmolStr::new_static(STEPS[n]),
        side: rules.stage_side(stage),
        rule: rule::SEQUENCE,
    };
    Phase {
        turn: state.turn.into(),
        turns: Some(rules.turns.into()),
        step: state.stage.step().saturating_sub(1),
        steps: stages.into_iter().enumerate().map(step).collect(),
    }
}

fn aircraft(rules: &Rules, state: &State, i: usize) -> Aircraft {
    let (info, plane) = (&rules.planes[i], &state.planes[i]);
    let moving = state.moving.filter(|m| m.plane as usize == i);
    let (hex, facing, trail) = match &moving {
        Some(m) => (m.walk.hex, m.walk.facing, m.trail),
        None => (plane.hex, plane.facing, plane.trail),
    };
    let moved = moving.is_some() || trail.entered().next().is_some();
    Aircraft {
        id: PieceId::of(i),
        name: info.name.clone(),
        group: rules.groups[info.group as usize].name.clone(),
        card: rules.card(i).name.clone(),
        side: info.side,
        role: SmolStr::new_static(info.role.word()),
        pose: state.on_map(i).then(|| rules.pose(hex, facing)),
        status: status(rules, plane),
        flying: state.on_map(i),
        gauges: gauges(rules, state, i),
        tags: tags(rules, state, i),
        trail: if moved { way(rules, trail) } else { Vec::new() },
        energy: None,
    }
}

/// Where a trail leads over the map.
fn way(rules: &Rules, trail: Trail) -> Vec<At> {
    let mut way = Vec::with_capacity(1 + trail.entered().len());
    let hexes = std::iter::once(trail.start).chain(trail.entered());
    way.extend(hexes.filter(|hex| rules.has(*hex)).map(|hex| rules.at(hex)));
    way
}

fn status(rules: &Rules, plane: &Plane) -> SmolStr {
    let text: SmolStr = match plane.status {
        Status::Unplaced => "not yet placed".into(),
        Status::OnMap => SmolStr::new_static("flying"),
        Status::OffMap { turn, .. } => {
            let back = turn + rules.tables.movement.return_after_turns;
            format_smolstr!("off the map at {}, may return from turn {back}", rules.hex_name(plane.hex))
        }
        Status::Exited => "exited".into(),
        Status::Disengaged => "disengaged".into(),
        Status::Out(Cause::Engines) => "shot down, all engines destroyed".into(),
        Status::Out(Cause::Hits) => "shot down".into(),
        Status::Out(Cause::Critical) => "out, critical hit".into(),
        Status::Out(Cause::Collision) => "out, collision".into(),
    };
    match plane.fate {
        Some(fate) => format_smolstr!("{text}: {}", fate_word(fate)),
        None => text,
    }
}

fn gauges(rules: &Rules, state: &State, i: usize) -> Vec<Gauge> {
    let (card, plane) = (rules.card(i), &state.planes[i]);
    let mut all = Vec::with_capacity(3);
    let mut add = |label: &'static str, value: u8, max: u8, bad: bool, rule: RuleId| {
        all.push(Gauge {
            label: SmolStr::new_static(label),
            value: value.into(),
            max: max.into(),
            bad,
            parts: None,
            rule,
        });
    };
    add("hits", plane.hits, card.hits, true, rule::HITS);
    if card.engines > 1 {
        add("engines hit", plane.engines_hit, card.engines, true, rule::ENGINE_HITS);
    }
    add("SPEED", speed(rules, state, i, false), card.speed, false, rule::SPEED_RANGE);
    if card.salvos > 0 && (plane.salvos > 0 || plane.flags.has(Flags::ROCKETS_FIRED)) {
        add("salvos", plane.salvos, card.salvos, false, rule::ROCKETS);
    }
    if let (true, Some(fuel)) = (rules.options.jet_fuel, card.fuel) {
        add("fuel", plane.fuel, fuel, false, rule::OPT_JET_FUEL);
    }
    if plane.tank_turns > 0 {
        add("turns left", plane.tank_turns, rules.tables.drop_tanks.turns, false, rule::OPT_DROP_TANKS);
    }
    all
}

fn tags(rules: &Rules, state: &State, i: usize) -> Vec<Tag> {
    let (info, plane) = (&rules.planes[i], &state.planes[i]);
    let mut all: Vec<Tag> = Vec::new();
    let mut add = |text: SmolStr, rule: RuleId| all.push(Tag { text, rule });
    if info.ace {
        add("ace".into(), rule::ACE);
    }
    if info.radar {
        add("radar".into(), rule::OPT_NIGHT);
    }
    if plane.flags.has(Flags::BOMBS) {
        let by = if info.role == Role::Bomber { rule::BOMBING } else { rule::FIGHTER_BOMBER };
        add(if info.role == Role::Bomber { "bombs" } else { "loaded" }.into(), by);
    }
    if plane.flags.has(Flags::TANKS) {
        add("tanks".into(), rule::OPT_DROP_TANKS);
    }
    if let Some(marker) = plane.marker {
        add(format_smolstr!("turn {} {}", marker.side.word(), marker.run), rule::DECLARED_TURN);
    }
    if let Some(hand) = plane.slip {
        add(format_smolstr!("slipped {}", hand.word()), rule::SLIP_SIDE_CHANGE);
    }
    if plane.shifts > 0 {
        add(format_smolstr!("will shift {}", plane.shifts), rule::SHIFT);
    }
    if info.role == Role::Bomber && state.on_map(i) {
        let (word, by) = if state.in_formation(rules, i) {
            ("in formation", rule::IN_FORMATION)
        } else {
            ("single", rule::STRAGGLER)
        };
        add(word.into(), by);
    }
    if state.on_map(i) && cruises(rules, state, i) {
        add("may cruise".into(), rule::ESCORT_CRUISE);
    }
    if state.on_map(i) && performance(rules, state, i, false).no_immelmann == Some(rule::OPT_JET_FUEL) {
        add("no fuel".into(), rule::OPT_JET_FUEL);
    }
    if let Some(player) = &rules.groups[info.group as usize].player {
        add(player.as_str().into(), rule::SEQUENCE);
    }
    all
}

pub(crate) fn markers(rules: &Rules, state: &State) -> Vec<Marker> {
    let mut all = Vec::new();
    for (t, hex) in rules.targets.iter().enumerate() {
        let kind = if stands(state, t) { MarkerKind::Target } else { MarkerKind::DestroyedTarget };
        let label = format_smolstr!("target {}", t + 1);
        all.push(Marker { kind, at: rules.at(*hex), label, side: None, rule: rule::BOMBING });
    }
    if rules.options.clouds {
        let hexes = (0..rules.board.rows).flat_map(|r| (0..rules.board.columns).map(move |c| (c, r)));
        for hex in hexes.map(|(c, r)| rules.board.grid.hex(c, r)).filter(|hex| rules.cloudy(*hex)) {
            let label = "cloud".into();
            all.push(Marker {
                kind: MarkerKind::Cloud,
                at: rules.at(hex),
                label,
                side: None,
                rule: rule::OPT_CLOUDS,
            });
        }
    }
    for (f, info) in rules.formations.iter().enumerate() {
        let Some(layout) = state.formations[f].layout.filter(|_| state.formation_holds(rules, f)) else {
            continue;
        };
        for slot in &rules.layouts[layout as usize].slots {
            let hex = state.formations[f].anchor.relative(info.facing, slot[0], slot[1]);
            let filled = info.members.iter().any(|i| state.on_map(i) && state.planes[i].hex == hex);
            if rules.has(hex) && !filled {
                let label = format_smolstr!("slot of {}", rules.formation_name(f));
                all.push(Marker {
                    kind: MarkerKind::Slot,
                    at: rules.at(hex),
                    label,
                    side: None,
                    rule: rule::IN_FORMATION,
                });
            }
        }
    }
    all
}
