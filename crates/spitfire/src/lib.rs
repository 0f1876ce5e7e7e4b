//! *Spitfire* (SPI, 1973): aerial combat over Western Europe, 1939 to 1942, one counter per aircraft.
//!
//! The rules stand in the order of the book: [`space`] 2.1 and 10.0, `decide` 5.2.1A–B with 6.A and 6.D, `flight` 6.B–6.J,
//! `finish` 6.C and 6.E and 11.A–C, `combat` 7, `sighting` 8, `set_up` and `victory` 9.0–9.2, `formation` 9.3, `sequence` 5.

mod as_scenario;
mod chart;
mod check;
mod combat;
mod command;
mod data;
mod decide;
mod finish;
mod flight;
mod formation;
mod menu;
mod pilot;
mod placement;
mod plans;
mod reach;
#[path = "rules.rs"]
pub mod rule;
mod sample;
mod scenario;
mod sequence;
mod set_up;
mod sighting;
pub mod space;
mod state;
mod victory;
mod view;

pub use chart::{Armament, Chart, Class, Gun, ResultsTable, ResultsTables};
pub use command::{
    Act, Altitude, Command, CornerName, Corners, Fire, Hand, Levelling, Move, Path, Shot, Slots,
};
pub use data::{
    AirSuperiorityFigures, BombingFigures, Data, FormationFigures, MapFigures, MovementFigures, Period,
    ScaleFigures, Tables,
};
pub use scenario::{Aircraft, AnnouncedMove, Kind, Options, Player, Scenario, Start, StartStatus, Types};
pub use sequence::Resolved;
pub use space::Facing;
pub use state::{
    Announced, Attitude, EndedBy, Ending, Exit, Formation, Plane, Prep, Record, Records, Role, Rules, Spent,
    Stage, State, Status,
};

use schemars::{Schema, SchemaGenerator};
use std::collections::BTreeMap;
use table::view::{Card, OptionInfo, Plans, ScenarioInfo, View};
use table::{
    Accepted, Chooser, Dice, Done, Flaw, Game, Listener, Menu, Need, Odds, Outcome, PieceId, Position,
    Refusal, Refusals, Seat, Side, SideSet,
};

/// The game.
pub struct Spitfire;

impl Game for Spitfire {
    const ID: &'static str = "spitfire";
    const TITLE: &'static str = "Spitfire";
    const TEXT: &'static str = "A few fighters in every detail: level, speed and each movement point, a chart for every type, and fire declared in secret.";
    const REVISION: u32 = 1;
    const SECRETS: bool = true;
    const DIGEST: &'static str = include_str!("../../../rules/spitfire.md");

    type Data = Data;
    type Scenario = Scenario;
    type Rules = Rules;
    type State = State;
    type Command = Command;
    type Resolved = Resolved;

    fn files() -> &'static [(&'static str, &'static str)] {
        data::FILES
    }

    fn file_schemas(generator: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
        vec![
            ("aircraft.toml", generator.subschema_for::<data::Charts>()),
            ("availability.toml", generator.subschema_for::<data::Availability>()),
            ("tables.toml", generator.subschema_for::<Tables>()),
        ]
    }

    fn load(files: &BTreeMap<String, String>) -> Result<Data, Vec<Flaw>> {
        data::load(files)
    }

    fn scenarios(data: &Data) -> &BTreeMap<String, Scenario> {
        &data.scenarios
    }

    fn scenario_info(id: &str, scenario: &Scenario) -> ScenarioInfo {
        scenario::info(id, scenario)
    }

    fn options() -> Vec<OptionInfo> {
        scenario::options()
    }

    fn cards(data: &Data) -> Vec<Card> {
        data.charts.values().map(|chart| view::card(chart, data.tables.scale)).collect()
    }

    fn set_up(data: &Data, scenario: &Scenario) -> Result<Position<Spitfire>, Vec<Flaw>> {
        set_up::set_up(data, scenario)
    }

    fn to_act(rules: &Rules, state: &State) -> SideSet {
        sequence::to_act(rules, state)
    }

    fn menu(rules: &Rules, state: &State, side: Side, draft: Option<&Command>) -> Menu<Command> {
        menu::menu(rules, state, side, draft)
    }

    fn judge(rules: &Rules, state: &State, side: Side, command: &Command) -> Result<Resolved, Refusals> {
        sequence::judge(rules, state, side, command)
    }

    fn apply(
        rules: &Rules,
        state: &mut State,
        accepted: &Accepted<Spitfire>,
        dice: &mut impl Dice,
        events: &mut impl Listener,
    ) -> Result<Done, Need> {
        sequence::apply(rules, state, accepted.side(), accepted.command(), accepted.resolved(), dice, events)
    }

    fn sample(rules: &Rules, state: &State, side: Side, chooser: &mut impl Chooser) -> Command {
        sample::sample(rules, state, side, chooser)
    }

    fn plans(rules: &Rules, state: &State, aircraft: PieceId) -> Plans<Command> {
        match state.plane(aircraft) {
            Some(_) => Plans::all(plans::all(rules, state, state::index(aircraft))),
            None => Plans::none(),
        }
    }

    fn draft_plans(rules: &Rules, state: &State, draft: &Command) -> Plans<Command> {
        Plans::all(plans::of_draft(rules, state, draft))
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
        let Some(plane) = state.plane(shooter) else {
            return Err(Refusal::new(rule::COMBAT, "there is no such aircraft").into());
        };
        let guns = rules.of(plane.side).guns();
        let asked = match with {
            None => guns.to_vec(),
            Some(word) => match view::gun_by_word(word) {
                Some(gun) => vec![gun],
                None => {
                    let says = "guns are forward, rear or all-around";
                    return Err(Refusal::new(rule::FIELDS, says).into());
                }
            },
        };
        let mut why = Refusals::none();
        for gun in asked {
            let shot = Shot { aircraft: shooter, gun, target };
            let found = combat::judge_shot(rules, state, plane.side, &[], shot);
            if found.is_empty() {
                return Ok(combat::odds(rules, state, shot.into()));
            }
            if why.is_empty() {
                why = found;
            }
        }
        Err(why)
    }

    fn known_to(_: &Rules, state: &State, seat: Seat) -> State {
        view::known_to(state, seat)
    }

    fn as_scenario(rules: &Rules, state: &State, scenario: &Scenario, seat: Seat) -> Option<Scenario> {
        as_scenario::as_scenario(rules, state, scenario, seat)
    }

    fn view(rules: &Rules, state: &State, seat: Seat) -> View {
        view::view(rules, state, seat)
    }

    fn outcome(rules: &Rules, state: &State) -> Option<Outcome> {
        victory::outcome(rules, state)
    }

    fn check(rules: &Rules, state: &State) -> Result<(), String> {
        check::check(rules, state)
    }
}

/// The built-in data, read.
pub fn built_in() -> Result<Data, Vec<Flaw>> {
    let files = data::FILES.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    data::load(&files)
}
