//! *Fast and Easy*: WW II aerial combat on one flat hex map, bombers in boxes, fighters around them.
//!
//! The rules are the digest `rules/fast-and-easy.md`; files follow its sections. For every rule the question 'may this be
//! done?' is one predicate (an `object…` or `judge…` function) that offer, refusal and effect share.

mod as_scenario;
mod bombers;
mod bombing;
mod cards;
pub mod command;
mod context;
mod damage;
pub mod data;
mod draft;
mod end;
mod equals;
mod menu;
mod movement;
mod objections;
mod odds;
pub mod options;
mod pilot;
mod rockets;
pub mod rules;
pub mod scenario;
mod sequence;
mod sets;
mod setup;
mod shifts;
mod shooting;
pub mod state;
mod tables;
mod terms;
mod turrets;
mod view;

pub use command::Command;
pub use data::Data;
pub use scenario::Scenario;
pub use state::{Cause, Hand, Rules, State};
pub use turrets::bears;

use schemars::{Schema, SchemaGenerator};
use sky::{Direction, Hex};
use std::collections::BTreeMap;
use table::view::{Card, OptionInfo, Plans, ScenarioInfo, View};
use table::{
    Accepted, Chooser, Dice, Done, Flaw, Game, Listener, Menu, Need, Odds, Outcome, PieceId, Position,
    Refusals, Seat, Side, SideSet,
};

/// The game.
pub struct FastAndEasy;

/// What judging a command has worked out, for its effect alone.
#[derive(Clone, Debug)]
pub struct Resolved(Found);

#[derive(Clone, Debug)]
enum Found {
    /// Nothing that its effect needs.
    Nothing,
    /// A formation's layout and lead hex.
    Lead(usize, usize, Hex),
    /// A plane's hex and facing.
    Place(usize, Hex, Direction),
    /// The flight of a move.
    Flight(movement::Flight),
    /// A shot of guns or rockets.
    Shot(shooting::Shot),
    /// A ground target.
    Target(usize),
}

impl Game for FastAndEasy {
    const ID: &'static str = "fast-and-easy";
    const TITLE: &'static str = "Fast and Easy";
    const TEXT: &'static str = "Bomber formations, escorts and interceptors, few rules and a handful of dice. The quickest to learn, and the one for big battles.";
    const REVISION: u32 = 1;
    const SECRETS: bool = false;
    const DIGEST: &'static str = include_str!("../../../rules/fast-and-easy.md");

    type Data = Data;
    type Scenario = Scenario;
    type Rules = Rules;
    type State = State;
    type Command = Command;
    type Resolved = Resolved;

    fn files() -> &'static [(&'static str, &'static str)] {
        data::files()
    }

    fn file_schemas(generator: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
        vec![
            ("aircraft.toml", generator.subschema_for::<data::AircraftFile>()),
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
        scenario::info(id, scenario)
    }

    fn options() -> Vec<OptionInfo> {
        options::list()
    }

    fn cards(data: &Data) -> Vec<Card> {
        cards::all(data)
    }

    fn set_up(data: &Data, scenario: &Scenario) -> Result<Position<FastAndEasy>, Vec<Flaw>> {
        setup::set_up(data, scenario)
    }

    fn to_act(rules: &Rules, state: &State) -> SideSet {
        sequence::to_act(rules, state)
    }

    fn menu(rules: &Rules, state: &State, side: Side, draft: Option<&Command>) -> Menu<Command> {
        menu::menu(rules, state, side, draft)
    }

    #[inline]
    fn judge(rules: &Rules, state: &State, side: Side, command: &Command) -> Result<Resolved, Refusals> {
        let nothing = |()| Found::Nothing;
        let found = match command {
            Command::Move(order) => movement::judge(rules, state, side, order).map(Found::Flight),
            Command::Fire(order) => shooting::judge(rules, state, side, order).map(Found::Shot),
            Command::Done => sequence::judge_done(rules, state, side).map(nothing),
            Command::StayAway(order) => movement::judge_stay_away(rules, state, side, order).map(nothing),
            Command::Rockets(order) => rockets::judge(rules, state, side, order).map(Found::Shot),
            Command::Rate(order) => bombers::judge_rate(rules, state, side, order).map(nothing),
            Command::Boost(order) => bombers::judge_boost(rules, state, side, order).map(nothing),
            Command::Turrets(order) => turrets::judge(rules, state, side, order).map(nothing),
            Command::Bomb(order) => bombing::judge(rules, state, side, order).map(Found::Target),
            Command::Lead(order) => {
                setup::judge_lead(rules, state, side, order).map(|(f, l, hex)| Found::Lead(f, l, hex))
            }
            Command::Place(order) => {
                setup::judge_place(rules, state, side, order).map(|(i, hex, d)| Found::Place(i, hex, d))
            }
            Command::Roll => setup::judge_roll(rules, state, side).map(nothing),
            Command::Begin => sequence::judge_begin(rules, state, side).map(nothing),
            Command::Concede | Command::OfferEnd | Command::AcceptEnd => {
                sequence::judge_any_time(state, side, command).map(nothing)
            }
        };
        found.map(Resolved)
    }

    #[inline]
    fn apply(
        rules: &Rules,
        state: &mut State,
        accepted: &Accepted<FastAndEasy>,
        dice: &mut impl Dice,
        events: &mut impl Listener,
    ) -> Result<Done, Need> {
        let side = accepted.side();
        match (accepted.command(), &accepted.resolved().0) {
            (Command::Move(order), Found::Flight(flight)) => {
                movement::fly(rules, state, order, *flight, dice, events)?;
            }
            (Command::Fire(order), Found::Shot(shot)) => {
                shooting::fire(rules, state, shot, order.guns, dice, events)?;
            }
            (Command::Rockets(_), Found::Shot(shot)) => rockets::fire(rules, state, shot, dice, events)?,
            (Command::Turrets(order), _) => turrets::fire(rules, state, order, dice, events)?,
            (Command::Bomb(order), Found::Target(target)) => {
                bombing::bomb(rules, state, order.aircraft.0 as usize - 1, *target, dice, events)?;
            }
            (Command::Lead(_), Found::Lead(f, layout, hex)) => {
                setup::lead(rules, state, *f, *layout, *hex, events);
            }
            (Command::Place(_), Found::Place(i, hex, facing)) => {
                setup::place(rules, state, *i, *hex, *facing, events);
            }
            (Command::StayAway(order), _) => movement::stay_away(rules, state, order, events),
            (Command::Rate(order), _) => bombers::set_rate(rules, state, order, events),
            (Command::Boost(order), _) => bombers::boost(rules, state, order, dice, events)?,
            (Command::Roll, _) => setup::roll(rules, state, dice, events)?,
            (Command::Begin, _) => sequence::begin(rules, state, dice, events)?,
            (Command::Done, _) => sequence::done(rules, state, side),
            (Command::Concede, _) => {
                end::finish(rules, state, state::EndReason::Conceded(side), dice, events)?;
            }
            (Command::OfferEnd | Command::AcceptEnd, _) => {
                sequence::agree(rules, state, side, accepted.command(), events);
            }
            // A command always comes with what judging it worked out.
            _ => {}
        }
        if !state.opening {
            sequence::advance(rules, state, dice, events)?;
        }
        Ok(Done::default())
    }

    #[inline]
    fn sample(rules: &Rules, state: &State, side: Side, chooser: &mut impl Chooser) -> Command {
        pilot::sample(rules, state, side, chooser)
    }

    fn plans(rules: &Rules, state: &State, aircraft: PieceId) -> Plans<Command> {
        match rules.index(aircraft) {
            Some(i) if menu::moves_now(state, i) => movement::plans(rules, state, i),
            _ => Plans::none(),
        }
    }

    fn draft_plans(rules: &Rules, state: &State, command: &Command) -> Plans<Command> {
        draft::plans(rules, state, command)
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

    // Nothing is secret in this game.
    fn known_to(_: &Rules, state: &State, _: Seat) -> State {
        state.clone()
    }

    fn as_scenario(rules: &Rules, state: &State, scenario: &Scenario, _: Seat) -> Option<Scenario> {
        as_scenario::as_scenario(rules, state, scenario)
    }

    fn view(rules: &Rules, state: &State, seat: Seat) -> View {
        view::view(rules, state, seat)
    }

    fn outcome(rules: &Rules, state: &State) -> Option<Outcome> {
        end::outcome(rules, state)
    }

    fn check(rules: &Rules, state: &State) -> Result<(), String> {
        sequence::check(rules, state)
    }
}
