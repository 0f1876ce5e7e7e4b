//! 2.5, 3.0, 9.0: from a scenario to a position, or every flaw with the path of its field.

use crate::chart::{Chart, Class};
use crate::combat;
use crate::command::Fire;
use crate::data::{Data, Period};
use crate::placement::{self, Flaws};
use crate::rule;
use crate::scenario::{Kind, Options, Scenario};
use crate::sequence;
use crate::space::{GRID, hex_name, read_hex};
use crate::state::{Formation, Rules, Stage, State};
use crate::{Spitfire, victory};
use arrayvec::ArrayVec;
use sky::{Board, Hex};
use std::sync::Arc;
use table::{Flaw, Position, Side, Silence};

/// Sets the pieces up.
pub(crate) fn set_up(data: &Data, scenario: &Scenario) -> Result<Position<Spitfire>, Vec<Flaw>> {
    let mut flaws = Flaws::default();
    let first = scenario.options.first.unwrap_or(scenario.first);
    let charts = Side::BOTH.map(|side| chart(data, scenario, side, &mut flaws));
    let [Some(allies), Some(axis)] = charts else { return Err(flaws.0) };
    let charts = [allies, axis];
    let period = choose(data, scenario, &charts, first, &mut flaws);
    let map = data.tables.map;
    let board = Board { grid: GRID, columns: map.columns, rows: map.rows };
    let mut rules = Rules {
        title: scenario.title.clone(),
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
    if !flaws.0.is_empty() {
        return Err(flaws.0);
    }
    placement::moves(&rules, scenario, &mut state, &mut flaws);
    if scenario.kind.formations() {
        placement::formations(&mut state, &mut flaws);
    }
    base_points(scenario, &mut rules, &state, &mut flaws);
    declarations(&rules, scenario, &mut state, &mut flaws);
    if !flaws.0.is_empty() {
        return Err(flaws.0);
    }
    if scenario.begun {
        state.stage = Stage::Moving;
    } else {
        sequence::next_corners(&rules, &mut state, &mut Silence);
    }
    Ok(Position { rules, state })
}

/// The chart of a side: the scenario's own, or a built-in one.
fn chart(data: &Data, scenario: &Scenario, side: Side, flaws: &mut Flaws) -> Option<Arc<Chart>> {
    let (id, path) = chosen(scenario, side);
    if let Some((n, own)) = scenario.charts.iter().enumerate().find(|(_, c)| c.id == id) {
        let found = own.flaws();
        let sound = found.is_empty();
        flaws.0.extend(found.into_iter().map(|f| Flaw { path: format!("charts[{n}].{}", f.path), ..f }));
        return sound.then(|| Arc::new(own.clone()));
    }
    let found = data.charts.get(id).cloned();
    let known: Vec<&str> = data.charts.keys().map(String::as_str).collect();
    flaws.unless(
        found.is_some(),
        path,
        format!("there is no chart `{id}`: {}", known.join(", ")),
        rule::CHARTS,
    );
    found
}

/// The type that a side flies, and where it was chosen.
fn chosen(scenario: &Scenario, side: Side) -> (&str, &'static str) {
    let (option, path, field) = match side {
        Side::Allies => (&scenario.options.allies, "options.allies", "types.allies"),
        Side::Axis => (&scenario.options.axis, "options.axis", "types.axis"),
    };
    option.as_deref().map_or((scenario.types.of(side), field), |id| (id, path))
}

/// 9.0: whether the forces may meet. A chart of the scenario's own belongs to every period.
fn choose(
    data: &Data,
    scenario: &Scenario,
    charts: &[Arc<Chart>; 2],
    first: Side,
    flaws: &mut Flaws,
) -> Option<String> {
    let own = |side: Side| scenario.charts.iter().any(|c| c.id == charts[side.index()].id);
    let fits = |period: &Period, side: Side| own(side) || period.of(side).contains(&charts[side.index()].id);
    let asked = scenario.options.period.or(scenario.period);
    // A type chosen as an option may belong to another period than the scenario's.
    let free = scenario.options.period.is_none()
        && (scenario.options.allies.is_some() || scenario.options.axis.is_some());
    let mut candidates = data.periods.iter().filter(|p| free || asked.is_none_or(|n| p.number == n));
    let path = if scenario.options.period.is_some() { "options.period" } else { "period" };
    if let Some(n) = asked
        && !data.periods.iter().any(|p| p.number == n)
    {
        flaws.add(path, format!("there is no period {n}"), rule::CHOOSING);
        return None;
    }
    // Of several the scenario's own, so that a type chosen as an option changes the period only where it must; 9.3.X has its own.
    let common = candidates
        .clone()
        .filter(|p| Side::BOTH.into_iter().all(|s| fits(p, s)))
        .min_by_key(|p| (!in_variant(scenario, p), asked != Some(p.number)));
    if common.is_none() {
        // Name the side that is not in the period asked for; if each is in one, they share none.
        let wrong = Side::BOTH.into_iter().find(|s| !candidates.any(|p| fits(p, *s))).unwrap_or(Side::Axis);
        let says = format!("{} and {} share no such period", charts[0].id, charts[1].id);
        flaws.add(chosen(scenario, wrong).1, says, rule::CHOOSING);
    }
    for side in Side::BOTH {
        let bombs = scenario.kind == Kind::Bombing && side != first;
        let class = charts[side.index()].class;
        let ok = class == Class::FighterBomber || (class == Class::Bomber) == bombs;
        let says = if bombs { "this side needs a bomber" } else { "this side needs a fighter" };
        flaws.unless(ok, chosen(scenario, side).1, says, rule::CHOOSING);
    }
    if let Some(period) = common {
        let path = if asked == Some(period.number) { path } else { chosen(scenario, Side::Axis).1 };
        let says = "the variant is flown with types from August 1940 onward";
        flaws.unless(in_variant(scenario, period), path, says, rule::FORMATION_VARIANT);
    }
    if scenario.kind == Kind::Formations {
        named_types(scenario, charts, first, flaws);
    }
    common.map(|p| format!("{}: {}", p.number, p.title))
}

/// 9.3.X: whether a period is one of the variant's, August 1940 onward.
fn in_variant(scenario: &Scenario, period: &Period) -> bool {
    scenario.kind != Kind::FormationsVariant || period.number >= 3
}

/// 9.3 names its types; a chart of the scenario's own may stand for one.
fn named_types(scenario: &Scenario, charts: &[Arc<Chart>; 2], first: Side, flaws: &mut Flaws) {
    for side in Side::BOTH {
        let id = charts[side.index()].id.as_str();
        let own = scenario.charts.iter().any(|c| c.id == id);
        let named: &[&str] = if side == first { &["Hurricane-I", "D.520"] } else { &["Bf.109E-3"] };
        let says = format!("9.3 is flown with {}", named.join(" or "));
        flaws.unless(own || named.contains(&id), chosen(scenario, side).1, says, rule::FORMATIONS);
    }
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
            let why = combat::judge_shot(rules, state, *side, &fire, *shot);
            flaws.refusals(&path, &why);
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
