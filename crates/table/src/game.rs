//! One rule set as pure functions, cut along their readers: a referee, a library, a screen and a pilot each need a part
//! of it. A [`Game`] is all of them.

use crate::view::{Board, Card, GameInfo, MarkerKind, OptionInfo, Plans, ScenarioInfo, Scene};
use crate::{
    Accepted, Chooser, Dice, Done, Drawing, EarlyEnd, Edit, Effect, Flaw, Heed, Leave, Listener, Look, Need,
    Odds, OddsOf, Outcome, PieceId, Question, Refusals, Seat, Side, SideSet, Style, Told,
};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::Range;

/// One rule set. All functions are pure and deterministic; the type itself is never made.
pub trait Game: Library + Screen + Pilot {}

impl<G: Library + Screen + Pilot> Game for G {}

/// What a referee needs: who may say what, and what comes of it.
pub trait Referee: Sized + 'static {
    /// The game's id, the first part of every rule id.
    const ID: &'static str;

    /// What does not change during a game: options chosen, tables, cards, map.
    type Rules: Clone + Send + Sync;
    /// The position: a plain value with ordered collections and integers only.
    type State: Clone + Debug + Eq + std::hash::Hash + Serialize + Send + Sync;
    /// What a side says. Its JSON is short, stable and readable in a log.
    type Command: Clone + Debug + Eq + From<Leave> + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    /// What a legal command amounts to, everything that it names looked up: all that its effect needs.
    type Act: Clone + Debug;

    /// Who owes a decision. Empty exactly when the game is over.
    fn to_act(rules: &Self::Rules, state: &Self::State) -> SideSet;
    /// A command that a side owes and that leaves it nothing to choose. When a game is set up the table gives it itself.
    fn forced(_rules: &Self::Rules, _state: &Self::State) -> Option<(Side, Self::Command)> {
        None
    }
    /// Whether `command` is legal: the act that it amounts to, or all reasons against it. Callers use [`crate::validate`].
    fn judge(look: Look<'_, Self>, command: &Self::Command) -> Result<Self::Act, Refusals>;
    /// Carries out an act. When the dice run short, the state is left half-changed and must be thrown away by the caller,
    /// who goes back to the position before.
    fn apply(
        effect: &mut Effect<'_, Self, impl Dice, impl Listener>,
        accepted: &Accepted<Self>,
    ) -> Result<Done, Need>;
    /// The side whose offer to end the game stands (`table/offer-end`).
    fn offer(state: &Self::State) -> Option<Side>;
    /// Lets an offer stand, or withdraws it. When it lapses by itself is the game's own affair.
    fn set_offer(state: &mut Self::State, by: Option<Side>);
    /// Ends the game before its time, or with this turn where the game's rules play it out (`table/resign`,
    /// `table/accept-end`).
    fn end_early(
        effect: &mut Effect<'_, Self, impl Dice, impl Listener>,
        why: EarlyEnd,
    ) -> Result<Done, Need>;
    /// What a side is called in this scenario: "RAF".
    fn side_name(rules: &Self::Rules, side: Side) -> String;
    /// How it ended, once it has.
    fn outcome(rules: &Self::Rules, state: &Self::State) -> Option<Outcome>;
    /// Whether the position is one that the rules can produce; run after every step in tests and fuzzing.
    fn check(rules: &Self::Rules, state: &Self::State) -> Result<(), String>;
}

/// What a library needs: what there is to play, and how it is set up.
pub trait Library: Referee {
    /// The game's title.
    const TITLE: &'static str;
    /// What kind of game it is, for those who do not know it.
    const TEXT: &'static str;
    /// Raised whenever the same commands and dice may lead elsewhere than before.
    const REVISION: u32;
    /// Our digest of the rules, one heading per rule id.
    const DIGEST: &'static str;
    /// What players read of each rule: a title and a few plain sentences ([`crate::players`]).
    const PLAYERS: &'static str;
    /// A guide that teaches the game in one sitting, in Markdown with diagrams.
    const GUIDE: &'static str;
    /// What its scenarios may put on the map besides aircraft.
    const MARKERS: &'static [MarkerKind] = &[];

    /// Aircraft cards, tables and scenarios, read from data files.
    type Data: Send + Sync;
    /// What a scenario file holds. It may set any state that the digest lists under 'State'.
    type Scenario: Clone + Serialize + DeserializeOwned + JsonSchema + Send + Sync;

    /// The built-in data files: path below `data/<game>/` and text.
    fn files() -> &'static [(&'static str, &'static str)];
    /// Reads data files. A flaw names its file and field.
    fn load(files: &BTreeMap<String, String>) -> Result<Self::Data, Vec<Flaw>>;
    /// The JSON Schema of its data files other than scenarios, by file name.
    fn file_schemas(_generator: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
        Vec::new()
    }
    /// The ready-made scenarios by id.
    fn scenarios(data: &Self::Data) -> &BTreeMap<String, Self::Scenario>;
    /// The list entry of a scenario.
    fn scenario_info(data: &Self::Data, id: &str, scenario: &Self::Scenario) -> ScenarioInfo;
    /// What players are told of a scenario.
    fn told(scenario: &Self::Scenario) -> Told<'_>;
    /// How the game is won and when it ends, in plain sentences that hold for these rules and options.
    fn objectives(rules: &Self::Rules) -> Vec<String>;
    /// What the players may choose, keys of the scenario's `options`.
    fn options() -> Vec<OptionInfo>;
    /// All aircraft cards.
    fn cards(data: &Self::Data) -> Vec<Card>;
    /// Cards that come with the scenario instead: nobody finds them among those.
    fn scenario_cards(_rules: &Self::Rules) -> Vec<Card> {
        Vec::new()
    }
    /// The game's smallest usual fight between two types, by their cards: twice, with the starting places exchanged, each with
    /// the side that flies the first. None where the two cannot meet.
    fn duels(_data: &Self::Data, _cards: [&str; 2]) -> Vec<(Side, Self::Scenario)> {
        Vec::new()
    }
    /// Sets the pieces up. A flaw names the path of the field in the scenario.
    fn set_up(data: &Self::Data, scenario: &Self::Scenario) -> Result<Position<Self>, Vec<Flaw>>;
    /// The position as a scenario that [`Library::set_up`] makes into the same position again; nothing once the game is
    /// over. `known` is the position as far as `seat` knows it ([`Screen::known_to`]): the rest is left out. `scenario` is
    /// the one that was set up, which may hold secrets too.
    fn as_scenario(
        rules: &Self::Rules,
        known: &Self::State,
        scenario: &Self::Scenario,
        seat: Seat,
    ) -> Option<Self::Scenario>;
    /// The scenario as an editor draws it, however unfinished it is.
    fn drawing(data: &Self::Data, scenario: &Self::Scenario) -> Drawing;
    /// Changes a scenario by hand, and answers whether there was anything to change. Whether the result can be played is for
    /// [`Library::set_up`] to say.
    fn edit(data: &Self::Data, scenario: &mut Self::Scenario, edit: &Edit) -> bool;

    /// The entry in the list of games.
    fn info(data: &Self::Data) -> GameInfo {
        GameInfo {
            id: Self::ID.to_owned(),
            title: Self::TITLE.to_owned(),
            text: Self::TEXT.to_owned(),
            options: Self::options(),
            scenarios: Self::scenarios(data).iter().map(|(id, s)| Self::scenario_info(data, id, s)).collect(),
            aircraft: Self::cards(data).into_iter().map(|c| c.id).collect(),
        }
    }
}

/// What a player sees. The table asks only about positions as far as the player knows them ([`Screen::known_to`]), and
/// fills in what follows from the referee.
pub trait Screen: Referee {
    /// Whether a side ever knows what the other one does not.
    const SECRETS: bool;

    /// A sheet of this game's hexes, of any size.
    fn sheet(columns: i16, rows: i16) -> Board;
    /// The position as far as a seat may know it: what it may not know is left blank, and who owes a decision is as it was.
    /// The one place where anything is kept from anybody; never asked in a game without secrets.
    fn known_to(_rules: &Self::Rules, state: &Self::State, _seat: Seat) -> Self::State {
        state.clone()
    }
    /// What is asked of a side, and everything that it may say now, and what it may not with the reasons. With a draft: its
    /// next steps, and what the draft amounts to so far.
    fn menu(look: Look<'_, Self>, draft: Option<&Self::Command>) -> Question<Self::Command>;
    /// The map and what is on it, for a seat that knows `known`.
    fn view(rules: &Self::Rules, known: &Self::State, seat: Seat) -> Scene;
}

/// What a pilot needs: something to choose from, and what it is worth.
pub trait Pilot: Outlook {
    /// What a pilot keeps in mind while it thinks about one decision: it saves time and changes nothing else.
    type Memory: Default;

    /// Draws one random legal command of a side that owes one, by walking the steps that the menu would offer, without
    /// listing them all. Never resigns.
    fn sample(look: Look<'_, Self>, chooser: &mut impl Chooser) -> Self::Command;
    /// All distinct complete moves of one aircraft in the decision now owed by its side: one shortest way to each result.
    fn plans(rules: &Self::Rules, state: &Self::State, aircraft: PieceId) -> Plans<Self::Command>;
    /// As many distinct complete moves as `most`. Where [`Pilot::plans`] is a short list, this is the long one.
    fn every_plan(
        rules: &Self::Rules,
        state: &Self::State,
        aircraft: PieceId,
        most: usize,
    ) -> Plans<Self::Command> {
        Self::plans(rules, state, aircraft).at_most(most)
    }
    /// Every end that a draft can still reach, where the game lists them at that step. `draft` is the command of a menu's draft.
    fn draft_plans(rules: &Self::Rules, state: &Self::State, draft: &Self::Command) -> Plans<Self::Command>;
    /// The exact odds of one aircraft firing at another from where they stand.
    fn odds(rules: &Self::Rules, state: &Self::State, of: OddsOf<'_>) -> Result<Odds, Refusals>;
    /// What a simple pilot says where it would be dull to weigh, and so to say the same in every game.
    fn drawn(_look: Look<'_, Self>, _chooser: &mut impl Chooser) -> Option<Self::Command> {
        None
    }
    /// Whether the enemy learns only later what is said now, and how much less than the best a choice may then be worth
    /// ([`Pilot::appraise`]) to be drawn now and then: who always says what looks best there can be read by everybody who knows the program.
    fn guarded(_look: Look<'_, Self>) -> Option<i64> {
        None
    }
    /// Commands worth considering for the decision now owed: never empty while one is owed.
    fn candidates(look: Look<'_, Self>) -> Vec<Self::Command>;
    /// What a simple pilot thinks a candidate is worth to its side, higher is better.
    fn appraise(look: Look<'_, Self>, command: &Self::Command) -> i64 {
        Self::appraised_by(look, command, Heed::ALL)
    }
    /// The same, by a pilot who heeds only so much of what the enemy could do after it.
    fn appraised_by(look: Look<'_, Self>, command: &Self::Command, heed: Heed) -> i64;
    /// The best candidates with what they are worth, at most `most`, best first; of equals the one that is named first.
    fn ranked(look: Look<'_, Self>, most: usize) -> Vec<(i64, Self::Command)> {
        Self::ranked_until(look, most, Heed::ALL, &|| false)
    }
    /// The same by a pilot who heeds so much, cut short once `stop` says so: then it is the best of what was seen until then, one command at least.
    fn ranked_until(
        look: Look<'_, Self>,
        most: usize,
        heed: Heed,
        stop: &dyn Fn() -> bool,
    ) -> Vec<(i64, Self::Command)> {
        best_first(look, Self::candidates(look), most, heed, stop)
    }
    /// What a pilot says who only flies on in its head: as good as can be had cheaply.
    fn quick(look: Look<'_, Self>, chooser: &mut impl Chooser) -> Option<Self::Command> {
        let drawn = Self::drawn(look, chooser);
        drawn.or_else(|| Self::ranked(look, 1).pop().map(|(_, command)| command))
    }
    /// What a pilot who thinks ahead expects to be said next, and how many nodes of its budget that takes; if more than one, the command must
    /// follow from the position alone. Once `stop` says so, anything will do: the thought is given up.
    fn foresee(
        look: Look<'_, Self>,
        chooser: &mut impl Chooser,
        _memory: &mut Self::Memory,
        _stop: &dyn Fn() -> bool,
    ) -> Option<(Self::Command, u32)> {
        Self::quick(look, chooser).map(|command| (command, 1))
    }
}

/// What a pilot reckons with who thinks ahead, all in thousandths of a victory point.
pub trait Outlook: Referee {
    /// How the four levels think, the weakest first: cadet, pilot officer, flight lieutenant, wing commander.
    const LEVELS: [Style; 4];
    /// How much of [`Pilot::appraise`] makes a thousandth of a victory point, in hundredths.
    const APPRAISED: i64;
    /// How much [`Outlook::clock`] grows in a turn.
    const CYCLE: u32;
    /// A number that only grows: how far the game has come.
    fn clock(rules: &Self::Rules, state: &Self::State) -> u32;
    /// What a side has done to the other so far, in thousandths of a victory point: damage and losses by fire, as far as
    /// they will count.
    fn material(rules: &Self::Rules, state: &Self::State, side: Side) -> i64;
    /// What the dice of a command bring on average: the change of [`Outlook::material`], the enemy's taken away from its own. 0 for
    /// whatever is not fire.
    fn stake(look: Look<'_, Self>, command: &Self::Command) -> i64;
    /// What a side's place is worth besides, in thousandths of a victory point: the mission as far as it has come, what is lost
    /// without a shot, who stands behind whom.
    fn calm(rules: &Self::Rules, state: &Self::State, side: Side) -> i64;
    /// The aircraft that a command is about, by their places in the state. Nothing if it is about all, or where so few fight that
    /// everything concerns everybody.
    fn party(_: Look<'_, Self>, _: &Self::Command) -> Option<Range<usize>> {
        None
    }
    /// [`Outlook::stake`] as far as a party fires or is fired at.
    fn stake_of(look: Look<'_, Self>, command: &Self::Command, _party: &Range<usize>) -> i64 {
        Self::stake(look, command)
    }
    /// How much better a side stands than the enemy, as far as it concerns a party of that side.
    fn calm_of(rules: &Self::Rules, state: &Self::State, side: Side, _party: &Range<usize>) -> i64 {
        Self::calm(rules, state, side) - Self::calm(rules, state, side.enemy())
    }
    /// A whole position that agrees with what a side knows: what is blank is filled in as the enemy might have chosen.
    fn imagine(look: Look<'_, Self>, _chooser: &mut impl Chooser) -> Self::State {
        look.state.clone()
    }
}

/// Commands by what they are worth ([`Pilot::appraised_by`]), of those seen until `stop` says so; one at least where there are any.
pub fn best_first<G: Pilot>(
    look: Look<'_, G>,
    commands: Vec<G::Command>,
    most: usize,
    heed: Heed,
    stop: &dyn Fn() -> bool,
) -> Vec<(i64, G::Command)> {
    let mut all = Vec::with_capacity(commands.len());
    for command in commands {
        all.push((G::appraised_by(look, &command, heed), command));
        if stop() {
            break;
        }
    }
    all.sort_by_key(|(worth, _)| Reverse(*worth));
    all.truncate(most);
    all
}

/// Both ways to give two cards to the Allies and to the Axis, each with the side that gets the first.
pub fn both_ways([first, second]: [&str; 2]) -> [(Side, [&str; 2]); 2] {
    [(Side::Allies, [first, second]), (Side::Axis, [second, first])]
}

/// Rules and the position that they govern.
pub struct Position<G: Referee> {
    /// What does not change.
    pub rules: G::Rules,
    /// What does.
    pub state: G::State,
}
