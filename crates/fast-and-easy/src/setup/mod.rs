//! 4. Set-up: from a scenario to a position and back, and what the players place themselves. Every flaw names its field.

mod as_scenario;
mod deploy;
mod edit;
mod place;
mod position;
mod possible;
mod rules;

pub(crate) use as_scenario::as_scenario;
pub(crate) use edit::{drawing, edit};
pub(crate) use place::{FormationStart, PlaneStart};
pub(crate) use place::{
    choices, give_up, judge_done, judge_lead, judge_place, judge_roll, layouts, lead, lead_choices,
    lead_order, leads, place, place_choices, places, roll, settled, unplaced,
};

use crate::command::Spot;
use crate::data::Data;
use crate::scenario::{BomberStage, Scenario};
use crate::state::{Rules, Stage, State};
use crate::{Effect, FastAndEasy, rule, sequence};
use sky::{Board, Direction, Hex};
use table::{Ask, Dice, Flaw, Flaws, Need, Position, Silence};

/// Dice for a set-up that may not throw any.
struct NoDice;

impl Dice for NoDice {
    fn roll(&mut self, ask: &Ask) -> Result<u8, Need> {
        Err(Need { ask: *ask, count: 1 })
    }
}

/// Sets the pieces up.
pub(crate) fn set_up(data: &Data, scenario: &Scenario) -> Result<Position<FastAndEasy>, Vec<Flaw>> {
    let mut flaws = Flaws::default();
    let rules = rules::rules(data, scenario, &mut flaws);
    let mut state = position::state(&rules, scenario, &mut flaws);
    if flaws.is_empty() {
        deploy::check(&rules, &state, scenario, &mut flaws);
        possible::check(&rules, &state, scenario, &mut flaws);
    }
    if flaws.is_empty() {
        state.recount(&rules);
        if scenario.start.as_ref().is_some_and(|start| start.pending.is_some()) {
            in_its_middle(&rules, &state, &mut flaws);
        } else {
            begin(&rules, &mut state, scenario);
        }
    }
    flaws.verdict(Position { rules, state })
}

/// Checks who may still act in a step that has begun: nobody whom the rules do not let act now, everybody where the step asks
/// for it, and somebody.
fn in_its_middle(rules: &Rules, state: &State, flaws: &mut Flaws) {
    let may = sequence::may_act(rules, state);
    let optional =
        state.stage.is_fighter_fire() || matches!(state.stage, Stage::BombersFire | Stage::Bombing);
    let able = state.pending.and(&may) == state.pending;
    let says = "lists a plane that cannot act in this step any more";
    if !able {
        flaws.add("start.pending", says, rule::SEQUENCE);
    } else if !optional && state.pending != may {
        flaws.add("start.pending", "leaves out a plane that has still to act in this step", rule::SEQUENCE);
    } else if sequence::settled(rules, state) {
        flaws.add("start.pending", "nobody has to act any more: the step is over", rule::SEQUENCE);
    }
}

/// Lets the game go on to its first decision. If dice come before that, somebody must say so first.
fn begin(rules: &Rules, state: &mut State, scenario: &Scenario) {
    let waits = state.clone();
    let staged = scenario.start.as_ref().and_then(|s| s.bombers);
    let (mut dice, mut events) = (NoDice, Silence);
    let mut effect = Effect::new(rules, state, &mut dice, &mut events);
    let entered = match staged {
        // Rates already chosen are kept.
        Some(BomberStage::Boosts | BomberStage::Stragglers) => {
            effect.state.pending = sequence::may_act(rules, effect.state);
            Ok(())
        }
        Some(BomberStage::Rates) | None => sequence::open_stage(&mut effect),
    };
    if entered.is_err() || sequence::advance(&mut effect).is_err() {
        *state = State { opening: true, ..waits };
    }
}

/// The direction of a facing, or a flaw.
fn facing(flaws: &mut Flaws, path: &str, value: i32) -> Direction {
    let n = flaws.number(path, value, 0..=5, rule::FACING);
    Direction::new(n as u8).unwrap_or_default()
}

/// A hex of the map, or a flaw.
fn hex(flaws: &mut Flaws, path: &str, text: &str, board: &Board) -> Option<Hex> {
    let spot: Spot = match text.parse() {
        Ok(spot) => spot,
        Err(says) => {
            flaws.add(path, says, rule::HEX_NAMES);
            return None;
        }
    };
    let hex = board.hex(spot.column.into(), spot.row.into());
    if hex.is_none() {
        let says = format!(
            "{spot} is off the map: columns 00 to {:02} and rows 00 to {:02} are on it",
            board.columns - 1,
            board.rows - 1
        );
        flaws.add(path, says, rule::BOARD);
    }
    hex
}
