//! The rule set as one pure function: every command is judged and carried out by the section that it belongs to.

use crate::combat::{self, Moment, Volley};
use crate::command::Command;
use crate::data::{Data, Rules};
use crate::scenario::Scenario;
use crate::state::{Flight, Phase, State};
use crate::{
    as_scenario, check, data, files, forces, losses, menu, movement, odds, pilot, placement, plans, sample,
    sequence,
};
use crate::{setup, view};
use schemars::{Schema, SchemaGenerator};
use std::collections::BTreeMap;
use table::view::{Card, OptionInfo, Plans, ScenarioInfo, View};
use table::{
    Accepted, Chooser, Dice, Done, Flaw, Game, Listener, Menu, Need, Odds, Outcome, PieceId, Position,
    Refusals, Seat, Side, SideSet,
};

/// The game.
#[derive(Clone, Copy, Debug)]
pub enum SpittingFire {}

/// What judging a command has worked out.
#[derive(Clone, Debug)]
pub enum Resolved {
    /// Nothing.
    Nothing,
    /// The groups of a force.
    Force(Vec<Flight>),
    /// Where the aircraft of a group stand and point.
    Stands(crate::placement::Stands),
    /// A group.
    Group(usize),
    /// An aircraft.
    Plane(usize),
    /// An attack.
    Attack {
        /// The attacker.
        plane: usize,
        /// Before or after moving.
        moment: Moment,
        /// Its shots.
        volley: Volley,
    },
}

impl Game for SpittingFire {
    const ID: &'static str = "spitting-fire";
    const TITLE: &'static str = "Spitting Fire";
    const TEXT: &'static str = "Squadrons bought by points: manoeuvres are plotted in secret and cards decide who flies next. On hexes or on an open table.";
    const REVISION: u32 = 1;
    const SECRETS: bool = true;
    const DIGEST: &'static str = include_str!("../../../rules/spitting-fire.md");

    type Data = Data;
    type Scenario = Scenario;
    type Rules = Rules;
    type State = State;
    type Command = Command;
    type Resolved = Resolved;

    fn files() -> &'static [(&'static str, &'static str)] {
        files::FILES
    }

    fn file_schemas(generator: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
        vec![
            ("cards.toml", generator.subschema_for::<data::CardFile>()),
            ("tables.toml", generator.subschema_for::<data::Tables>()),
        ]
    }

    fn load(files: &BTreeMap<String, String>) -> Result<Data, Vec<Flaw>> {
        data::load(files)
    }

    fn scenarios(data: &Data) -> &BTreeMap<String, Scenario> {
        &data.scenarios
    }

    fn scenario_info(id: &str, scenario: &Scenario) -> ScenarioInfo {
        view::scenario_info(id, scenario)
    }

    fn options() -> Vec<OptionInfo> {
        view::options()
    }

    fn cards(data: &Data) -> Vec<Card> {
        data.cards.iter().map(|card| view::card(&data.tables, card)).collect()
    }

    fn scenario_cards(rules: &Rules) -> Vec<Card> {
        rules.cards[rules.data_cards..].iter().map(|card| view::card(&rules.tables, card)).collect()
    }

    fn set_up(data: &Data, scenario: &Scenario) -> Result<Position<SpittingFire>, Vec<Flaw>> {
        setup::set_up(data, scenario).map(|(rules, state)| Position { rules, state })
    }

    fn to_act(_: &Rules, state: &State) -> SideSet {
        match state.phase {
            Phase::Choosing | Phase::Plotting => Side::BOTH
                .into_iter()
                .filter(|s| !state.confirmed[s.index()])
                .fold(SideSet::NONE, SideSet::with),
            Phase::Placement | Phase::Action => state.card.map_or(SideSet::NONE, SideSet::only),
            Phase::Over => SideSet::NONE,
        }
    }

    fn forced(rules: &Rules, state: &State) -> Option<(Side, Command)> {
        sequence::forced(rules, state).map(|side| (side, Command::Confirm))
    }

    fn menu(rules: &Rules, state: &State, side: Side, draft: Option<&Command>) -> Menu<Command> {
        menu::menu(rules, state, side, draft)
    }

    #[inline]
    fn judge(rules: &Rules, state: &State, side: Side, command: &Command) -> Result<Resolved, Refusals> {
        match command {
            Command::Force(list) => forces::judge(rules, state, side, list).map(Resolved::Force),
            Command::Confirm => sequence::may_confirm(state, side).map(|()| Resolved::Nothing),
            Command::Place(place) => placement::judge(rules, state, side, place).map(Resolved::Stands),
            Command::Plot { group, .. } => sequence::may_plot(state, side, *group).map(Resolved::Group),
            Command::Activate { group } => sequence::may_activate(state, side, *group).map(Resolved::Group),
            Command::Pass => Err(sequence::no_pass(state, side)),
            Command::Forward { aircraft, n } => {
                movement::judge_forward(rules, state, side, *aircraft, *n).map(Resolved::Plane)
            }
            Command::Turn { aircraft, side: to, angle } => {
                movement::judge_turn(rules, state, side, *aircraft, *to, *angle).map(Resolved::Plane)
            }
            Command::TightTurn { aircraft, side: to } => {
                movement::judge_tight_turn(rules, state, side, *aircraft, *to).map(Resolved::Plane)
            }
            Command::HalfLoop { aircraft } => {
                movement::judge_half_loop(rules, state, side, *aircraft).map(Resolved::Plane)
            }
            Command::Pivot { aircraft, side: to, angle } => {
                movement::judge_pivot(rules, state, side, *aircraft, *to, *angle).map(Resolved::Plane)
            }
            Command::Decline { aircraft } => {
                movement::judge_decline(rules, state, side, *aircraft).map(Resolved::Plane)
            }
            Command::EndMove { aircraft } => {
                movement::judge_end(rules, state, side, *aircraft).map(Resolved::Plane)
            }
            Command::Attack { aircraft, at } => {
                let (plane, moment, volley) = combat::judge(rules, state, side, *aircraft, at)?;
                Ok(Resolved::Attack { plane, moment, volley })
            }
            Command::NoAttack { aircraft } => {
                combat::judge_no_attack(rules, state, side, *aircraft).map(Resolved::Plane)
            }
        }
    }

    #[inline]
    fn apply(
        rules: &Rules,
        state: &mut State,
        accepted: &Accepted<SpittingFire>,
        dice: &mut impl Dice,
        events: &mut impl Listener,
    ) -> Result<Done, Need> {
        let side = accepted.side();
        match (accepted.command(), accepted.resolved()) {
            (Command::Confirm, _) => {
                let shown = sequence::confirm(rules, state, side, dice, events)?;
                return Ok(Done { shown });
            }
            (Command::Activate { .. }, Resolved::Group(g)) => {
                sequence::activate(rules, state, *g, dice, events)?;
                return Ok(Done { shown: true });
            }
            (Command::Force(_), Resolved::Force(flights)) => {
                forces::choose(rules, state, side, flights, events);
            }
            (Command::Place(place), Resolved::Stands(spots)) => {
                placement::place(rules, state, place, spots, dice, events)?;
            }
            (Command::Plot { group, marker }, _) => sequence::plot(state, side, *group, *marker, events),
            (Command::Forward { n, .. }, Resolved::Plane(plane)) => {
                movement::forward(rules, state, *plane, *n, dice, events)?;
            }
            (Command::Turn { side, angle, .. }, Resolved::Plane(plane)) => {
                movement::turn(rules, state, *plane, *side, *angle, events);
            }
            (Command::TightTurn { side, .. }, Resolved::Plane(plane)) => {
                movement::tight_turn(rules, state, *plane, *side, dice, events)?;
            }
            (Command::HalfLoop { .. }, Resolved::Plane(plane)) => {
                movement::half_loop(rules, state, *plane, dice, events)?;
            }
            (Command::Pivot { side, angle, .. }, Resolved::Plane(plane)) => {
                movement::pivot(rules, state, *plane, *side, *angle, events);
            }
            (Command::Decline { .. }, Resolved::Plane(plane)) => {
                movement::decline(rules, state, *plane, events);
            }
            (Command::EndMove { .. }, Resolved::Plane(plane)) => {
                movement::end(rules, state, *plane, dice, events)?;
            }
            (Command::Attack { .. }, Resolved::Attack { plane, moment, volley }) => {
                combat::attack(rules, state, *plane, *moment, volley, dice, events)?;
            }
            (Command::NoAttack { .. }, Resolved::Plane(plane)) => {
                combat::hold_fire(rules, state, *plane, dice, events)?;
            }
            // `judge` never accepts Pass and pairs every other command with its own kind of result.
            _ => {}
        }
        Ok(Done::default())
    }

    #[inline]
    fn sample(rules: &Rules, state: &State, side: Side, chooser: &mut impl Chooser) -> Command {
        sample::sample(rules, state, side, chooser)
    }

    fn plans(rules: &Rules, state: &State, aircraft: PieceId) -> Plans<Command> {
        plans::plans(rules, state, aircraft)
    }

    // A draft is one step; the plans of its aircraft are asked for.
    fn draft_plans(_: &Rules, _: &State, _: &Command) -> Plans<Command> {
        Plans::none()
    }

    fn drawn(rules: &Rules, state: &State, side: Side, chooser: &mut impl Chooser) -> Option<Command> {
        pilot::drawn(rules, state, side, chooser)
    }

    fn candidates(rules: &Rules, state: &State, side: Side) -> Vec<Command> {
        pilot::candidates(rules, state, side)
    }

    fn appraise(rules: &Rules, state: &State, side: Side, command: &Command) -> i64 {
        pilot::appraise(rules, state, side, command)
    }

    fn odds(
        rules: &Rules,
        state: &State,
        shooter: PieceId,
        target: PieceId,
        with: Option<&str>,
    ) -> Result<Odds, Refusals> {
        odds::odds(rules, state, shooter, target, with)
    }

    fn known_to(rules: &Rules, state: &State, seat: Seat) -> State {
        view::known_to(rules, state, seat)
    }

    fn as_scenario(rules: &Rules, state: &State, scenario: &Scenario, seat: Seat) -> Option<Scenario> {
        as_scenario::as_scenario(rules, state, scenario, seat)
    }

    fn view(rules: &Rules, state: &State, seat: Seat) -> View {
        view::view(rules, state, seat)
    }

    fn outcome(_: &Rules, state: &State) -> Option<Outcome> {
        (state.phase == Phase::Over).then(|| losses::verdict(state))
    }

    fn check(rules: &Rules, state: &State) -> Result<(), String> {
        check::check(rules, state)
    }
}
