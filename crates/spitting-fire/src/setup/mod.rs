//! From a scenario to a position and back: match settings, fixed forces, and any state of section 14. What the rules cannot
//! produce is refused with the path of the field.

mod as_scenario;
mod chosen;
mod edit;
mod groups;
mod moving;
mod settings;
mod standing;

pub(crate) use as_scenario::as_scenario;
pub(crate) use edit::{drawing, edit};

use crate::data::Data;
use crate::options::AxisEdge;
use crate::rules::Rules;
use crate::scenario::{Members, Scenario, StateEntry};
use crate::state::{Mover, Phase, State};
use crate::{SpittingFire, rule};
use settings::settings;
use table::{Flaw, Flaws, Position};

/// A position as far as the file has been read.
struct Reading<'a> {
    rules: &'a Rules,
    scenario: &'a Scenario,
    start: &'a StateEntry,
    state: State,
    flaws: Flaws,
}

/// Sets a match up.
pub(crate) fn set_up(data: &Data, scenario: &Scenario) -> Result<Position<SpittingFire>, Vec<Flaw>> {
    let rules = settings(data, scenario)?;
    let start = scenario.state.clone().unwrap_or_default();
    let mut reading = Reading::new(&rules, scenario, &start);
    let flights = reading.flights();
    reading.stop_at_flaws()?;
    if reading.state.phase == Phase::Choosing {
        reading.choosing(&flights);
    } else {
        let flaws = &mut reading.flaws;
        flaws.unless(start.forces.is_empty(), "state.forces", "forces have been shown", rule::SEQUENCE);
        reading.groups(&flights);
        reading.stop_at_flaws()?;
        reading.standing();
    }
    let Reading { state, flaws, .. } = reading;
    flaws.verdict(Position { rules, state })
}

impl<'a> Reading<'a> {
    /// What does not depend on groups: phase, turn, edges, points, an offer.
    fn new(rules: &'a Rules, scenario: &'a Scenario, start: &'a StateEntry) -> Reading<'a> {
        let phase = start.phase.unwrap_or_else(|| {
            let placed = scenario.groups.iter().all(|g| matches!(g.aircraft, Members::Each(_)));
            if placed && !scenario.groups.is_empty() { Phase::Plotting } else { Phase::Choosing }
        });
        let mut flaws = Flaws::default();
        let turn = start.turn.unwrap_or(1);
        let last = i32::from(rules.turns);
        flaws.unless((1..=last).contains(&turn), "state.turn", "no such turn", rule::GAME_LENGTH);
        // Forces are chosen and set up before the first turn, and nothing can have happened to them.
        let begun = !matches!(phase, Phase::Choosing | Phase::Placement);
        flaws.unless(begun || turn == 1, "state.turn", "the first turn has not begun", rule::SEQUENCE);
        let settled = start.axis_edge != Some(AxisEdge::Random);
        flaws.unless(settled, "state.axis-edge", "south or north: the lottery is over", rule::SETUP_AREAS);
        let open = start.offer.is_none() || phase != Phase::Over;
        flaws.unless(open, "state.offer", "the game is over", table::rule::OFFER_END);
        let mut state = State {
            phase,
            turn: turn.clamp(1, last) as u16,
            forces: [None, None],
            confirmed: [false; 2],
            axis_south: start.axis_edge.unwrap_or(rules.options.axis_edge).without_a_die(),
            planes: Vec::new(),
            groups: Vec::new(),
            left: [0; 2],
            flipped: [0; 2],
            card: None,
            points: [0; 2],
            active: None,
            mover: Mover::default(),
            offer: start.offer,
            resigned: None,
            tracks: Vec::new(),
        };
        for (side, points) in &start.points {
            let path = format!("state.points.{}", side.word());
            flaws.unless((0..=1_000_000).contains(points), &path, "VPs are 0 to 1000000", rule::VICTORY);
            flaws.unless(begun || *points == 0, &path, "the first turn has not begun", rule::VICTORY);
            state.points[side.index()] = *points;
        }
        Reading { rules, scenario, start, state, flaws }
    }

    /// What comes next would only find more flaws of the same kind.
    fn stop_at_flaws(&mut self) -> Result<(), Vec<Flaw>> {
        std::mem::take(&mut self.flaws).verdict(())
    }
}
