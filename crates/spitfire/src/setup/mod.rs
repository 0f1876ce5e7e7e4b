//! 2.5, 3.0, 9.0: from a scenario to a position, or every flaw with the path of its field; and back.

mod as_scenario;
mod choosing;
mod edit;
mod placement;
mod records;

pub(crate) use as_scenario::as_scenario;
pub(crate) use edit::{drawing, edit};

use crate::command::Fire;
use crate::data::Data;
use crate::options::Options;
use crate::rules::Rules;
use crate::scenario::{Kind, Scenario};
use crate::space::{GRID, hex_name, read_hex};
use crate::state::{Formation, Stage, State};
use crate::{Effect, Look, Spitfire, combat, rule, sequence, victory};
use arrayvec::ArrayVec;
use sky::{Board, Hex};
use table::{Flaw, Flaws, Position, Side, Silence};

/// Sets the pieces up.
pub(crate) fn set_up(data: &Data, scenario: &Scenario) -> Result<Position<Spitfire>, Vec<Flaw>> {
    let mut flaws = Flaws::default();
    let first = scenario.options.first.unwrap_or(scenario.first);
    let charts = Side::BOTH.map(|side| choosing::chart(data, scenario, side, &mut flaws));
    let [Some(allies), Some(axis)] = charts else { return Err(flaws.into_vec()) };
    let charts = [allies, axis];
    let period = choosing::choose(data, scenario, &charts, first, &mut flaws);
    let map = data.tables.map;
    let board = Board { grid: GRID, columns: map.columns, rows: map.rows };
    let mut rules = Rules {
        title: scenario.title.clone(),
        scenery: scenario.scenery.clone(),
        kind: scenario.kind,
        period,
        options: Options { period: None, allies: None, axis: None, first: None, ..scenario.options.clone() },
        board,
        tables: data.tables,
        first,
        types: [charts[0].figures(), charts[1].figures()],
        charts,
        targets: targets(scenario, &board, &mut flaws),
        base: [0; 2],
    };
    let mut state = State {
        turn: scenario.turn,
        phase: scenario.phase as u8,
        stage: Stage::Moving,
        planes: ArrayVec::new(),
        moved: ArrayVec::new(),
        asked: [false; 2],
        declared: [None, None],
        stop_offer: scenario.stop_offered_by,
        shape: [Formation::None; 2],
        ending: None,
    };
    flaws.unless(scenario.turn >= 1, "turn", "turns count from 1", rule::PHASES);
    let cap = scenario.options.turn_cap;
    let says = format!("the game ends with turn {cap}");
    flaws.unless(cap == 0 || scenario.turn <= cap, "turn", says, rule::CHOOSING);
    placement::place(&rules, scenario, &mut state, &mut flaws);
    if !flaws.is_empty() {
        return Err(flaws.into_vec());
    }
    placement::moves(&rules, scenario, &mut state, &mut flaws);
    placement::announcements(&rules, scenario, &mut state, &mut flaws);
    if scenario.kind.formations() {
        placement::formations(&mut state, &mut flaws);
    }
    base_points(scenario, &mut rules, &state, &mut flaws);
    declarations(&rules, scenario, &mut state, &mut flaws);
    if !flaws.is_empty() {
        return Err(flaws.into_vec());
    }
    if !scenario.begun {
        // Nobody listens yet, and no die is thrown.
        let (state, dice, events) = (&mut state, &mut (), &mut Silence);
        sequence::next_corners(&mut Effect { rules: &rules, state, dice, events });
    }
    Ok(Position { rules, state })
}

fn targets(scenario: &Scenario, board: &Board, flaws: &mut Flaws) -> ArrayVec<Hex, 8> {
    let mut targets = ArrayVec::new();
    for (n, text) in scenario.targets.iter().enumerate() {
        let path = format!("targets[{n}]");
        match read_hex(text).filter(|h| board.contains(*h)) {
            Some(hex) if targets.contains(&hex) => flaws.add(path, "named twice", rule::BOMBING),
            Some(hex) if targets.is_full() => {
                let says = format!("{} is one more than the {} allowed", hex_name(hex), targets.capacity());
                flaws.add(path, says, rule::BOMBING);
            }
            Some(hex) => targets.push(hex),
            None => flaws.add(path, format!("`{text}` is no hex of the map"), rule::MAP),
        }
    }
    let wanted = scenario.kind == Kind::Bombing;
    let says = if wanted { "9.2 needs a ground target" } else { "ground targets belong to scenario 9.2" };
    flaws.unless(wanted != targets.is_empty(), "targets", says, rule::BOMBING);
    targets
}

/// More points than any game comes to, so that sums of them stay sums.
const MOST_POINTS: i32 = 1_000_000;

/// Points: the head start of 9.1, or what the scenario says stands now.
fn base_points(scenario: &Scenario, rules: &mut Rules, state: &State, flaws: &mut Flaws) {
    if scenario.kind == Kind::AirSuperiority {
        rules.base[rules.first.enemy().index()] = rules.tables.air_superiority.second_player_points;
    }
    let so_far = victory::points(rules, state);
    for (side, points) in &scenario.points {
        if !(-MOST_POINTS..=MOST_POINTS).contains(points) {
            let says = format!("{points} is more than {MOST_POINTS} either way");
            flaws.add(format!("points.{}", side.word()), says, rule::SCENARIOS);
            continue;
        }
        rules.base[side.index()] += points - so_far[side.index()];
    }
}

/// Fire already declared when a combat phase is entered in its middle.
fn declarations(rules: &Rules, scenario: &Scenario, state: &mut State, flaws: &mut Flaws) {
    for (side, shots) in &scenario.declared {
        let path = format!("declared.{}", side.word());
        flaws.unless(state.phase % 2 == 1, &path, "only in a combat phase", rule::PHASES);
        let mut fire = Fire::new();
        for (n, shot) in shots.iter().enumerate() {
            let path = format!("{path}[{n}]");
            let why = combat::judge_shot(Look::new(rules, state, *side), &fire, *shot);
            flaws.refused(&path, &why);
            if why.is_empty() {
                let _ = fire.try_push(*shot);
            }
        }
        state.declared[side.index()] = Some(fire);
    }
    let both = state.declared.iter().all(Option::is_some);
    flaws.unless(!both, "declared", "with both declarations in, the phase is over", rule::DAMAGE);
    for side in scenario.declared.keys() {
        let answer = combat::can_fire(rules, state, side.enemy());
        flaws.unless(both || answer, "declared", "the other side has nothing to declare", rule::DAMAGE);
    }
}
