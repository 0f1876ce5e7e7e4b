//! The Game trait: one rule set as a pure function.

use crate::view::{Card, GameInfo, OptionInfo, Plans, ScenarioInfo, View};
use crate::{Chooser, Dice, Listener, Menu, Need, Odds, Refusals, RuleId, Seat, Side, SideSet};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Debug;
use ts_rs::TS;

/// An aircraft's number in set-up order, from 1.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
)]
pub struct PieceId(pub u16);

impl std::fmt::Display for PieceId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// One rule set. All functions are pure and deterministic; the type itself is never made.
pub trait Game: Sized + 'static {
    /// The game's id, the first part of every rule id.
    const ID: &'static str;
    /// The game's title.
    const TITLE: &'static str;
    /// What kind of game it is, for those who do not know it.
    const TEXT: &'static str;
    /// Raised whenever the same commands and dice may lead elsewhere than before.
    const REVISION: u32;
    /// Whether a side ever knows what the other one does not.
    const SECRETS: bool;
    /// Our digest of the rules, one heading per rule id.
    const DIGEST: &'static str;

    /// Aircraft cards, tables and scenarios, read from data files.
    type Data: Send + Sync;
    /// What a scenario file holds. It may set any state that the digest lists under 'State'.
    type Scenario: Clone + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    /// What does not change during a game: options chosen, tables, cards, map.
    type Rules: Clone + Send + Sync;
    /// The position: a plain value with ordered collections and integers only.
    type State: Clone + Debug + Eq + std::hash::Hash + Serialize + Send + Sync;
    /// What a side says. Its JSON is short, stable and readable in a log.
    type Command: Clone + Debug + Eq + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    /// What judging a command has already worked out and its effect need not work out again.
    type Resolved: Clone + Debug;

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
    fn scenario_info(id: &str, scenario: &Self::Scenario) -> ScenarioInfo;
    /// What the players may choose, keys of the scenario's `options`.
    fn options() -> Vec<OptionInfo>;
    /// All aircraft cards.
    fn cards(data: &Self::Data) -> Vec<Card>;
    /// Cards that come with the scenario instead: nobody finds them among those.
    fn scenario_cards(_rules: &Self::Rules) -> Vec<Card> {
        Vec::new()
    }
    /// Sets the pieces up. A flaw names the path of the field in the scenario.
    fn set_up(data: &Self::Data, scenario: &Self::Scenario) -> Result<Position<Self>, Vec<Flaw>>;

    /// Who owes a decision. Empty exactly when the game is over.
    fn to_act(rules: &Self::Rules, state: &Self::State) -> SideSet;
    /// A command that a side owes and that leaves it nothing to choose. When a game is set up the table gives it itself.
    fn forced(_rules: &Self::Rules, _state: &Self::State) -> Option<(Side, Self::Command)> {
        None
    }
    /// Everything that `side` may say now, and what it may not with the reasons. With a draft: its next steps. The
    /// draft's `barred` is empty exactly when the draft would be accepted as a command; its plans are left out.
    fn menu(
        rules: &Self::Rules,
        state: &Self::State,
        side: Side,
        draft: Option<&Self::Command>,
    ) -> Menu<Self::Command>;
    /// Whether `command` is legal: what its effect will need, or all reasons against it. Callers use [`validate`].
    fn judge(
        rules: &Self::Rules,
        state: &Self::State,
        side: Side,
        command: &Self::Command,
    ) -> Result<Self::Resolved, Refusals>;
    /// Carries out an accepted command. When the dice run short, the state is left half-changed and must be thrown
    /// away by the caller, who goes back to the position before.
    fn apply(
        rules: &Self::Rules,
        state: &mut Self::State,
        accepted: &Accepted<Self>,
        dice: &mut impl Dice,
        events: &mut impl Listener,
    ) -> Result<Done, Need>;
    /// Draws one random legal command of a side that owes one, by walking the steps that the menu would offer, without
    /// listing them all. Never concedes.
    fn sample(
        rules: &Self::Rules,
        state: &Self::State,
        side: Side,
        chooser: &mut impl Chooser,
    ) -> Self::Command;
    /// All distinct complete moves of one aircraft in the decision now owed by its side: one shortest way to each result.
    fn plans(rules: &Self::Rules, state: &Self::State, aircraft: PieceId) -> Plans<Self::Command>;
    /// Every end that a draft can still reach, where the game lists them at that step. `draft` is the command of a menu's draft.
    fn draft_plans(rules: &Self::Rules, state: &Self::State, draft: &Self::Command) -> Plans<Self::Command>;
    /// What a simple pilot says where it would be dull to weigh, and so to say the same in every game.
    fn drawn(
        _rules: &Self::Rules,
        _state: &Self::State,
        _side: Side,
        _chooser: &mut impl Chooser,
    ) -> Option<Self::Command> {
        None
    }
    /// Commands worth considering for the decision now owed by `side`: for a pilot, never empty while it owes one.
    fn candidates(rules: &Self::Rules, state: &Self::State, side: Side) -> Vec<Self::Command>;
    /// What a simple pilot thinks a candidate is worth to `side`, higher is better.
    fn appraise(rules: &Self::Rules, state: &Self::State, side: Side, command: &Self::Command) -> i64;
    /// The exact odds of one aircraft firing at another from where they stand. `with` names the weapons in the
    /// game's own words; nothing means what a sensible player would use.
    fn odds(
        rules: &Self::Rules,
        state: &Self::State,
        shooter: PieceId,
        target: PieceId,
        with: Option<&str>,
    ) -> Result<Odds, Refusals>;
    /// The position as far as a seat may know it: what it may not know is left blank, and who owes a decision is as it was.
    /// Whatever thinks for a seat (pilots, odds, plans) thinks on this.
    fn known_to(rules: &Self::Rules, state: &Self::State, seat: Seat) -> Self::State;
    /// The position as a scenario that [`Game::set_up`] makes into the same position again; nothing once the game is over. `known` is
    /// the position as far as `seat` knows it ([`Game::known_to`]): the rest is left out. `scenario` is the one that was set up, which
    /// may hold secrets too.
    fn as_scenario(
        rules: &Self::Rules,
        known: &Self::State,
        scenario: &Self::Scenario,
        seat: Seat,
    ) -> Option<Self::Scenario>;
    /// What a seat may see.
    fn view(rules: &Self::Rules, state: &Self::State, seat: Seat) -> View;
    /// How it ended, once it has.
    fn outcome(rules: &Self::Rules, state: &Self::State) -> Option<Outcome>;
    /// Whether the position is one that the rules can produce; run after every step in tests and fuzzing.
    fn check(rules: &Self::Rules, state: &Self::State) -> Result<(), String>;

    /// The entry in the list of games.
    fn info(data: &Self::Data) -> GameInfo {
        GameInfo {
            id: Self::ID.to_owned(),
            title: Self::TITLE.to_owned(),
            text: Self::TEXT.to_owned(),
            options: Self::options(),
            scenarios: Self::scenarios(data).iter().map(|(id, s)| Self::scenario_info(id, s)).collect(),
            aircraft: Self::cards(data).into_iter().map(|c| c.id).collect(),
        }
    }
}

/// Rules and the position that they govern.
pub struct Position<G: Game> {
    /// What does not change.
    pub rules: G::Rules,
    /// What does.
    pub state: G::State,
}

/// A legal command. Only [`validate`] makes one.
pub struct Accepted<G: Game> {
    side: Side,
    command: G::Command,
    resolved: G::Resolved,
}

impl<G: Game> Accepted<G> {
    /// Who said it.
    pub fn side(&self) -> Side {
        self.side
    }
    /// What was said.
    pub fn command(&self) -> &G::Command {
        &self.command
    }
    /// What judging it worked out.
    pub fn resolved(&self) -> &G::Resolved {
        &self.resolved
    }
}

/// The one door: browser, mail, bot, lab, replay and tests all pass here.
pub fn validate<G: Game>(
    rules: &G::Rules,
    state: &G::State,
    side: Side,
    command: G::Command,
) -> Result<Accepted<G>, Refusals> {
    let resolved = G::judge(rules, state, side, &command)?;
    Ok(Accepted { side, command, resolved })
}

/// What an applied command has done beyond changing the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Something secret was shown to somebody, so that it cannot be taken back. Dice are noticed by the table itself.
    pub shown: bool,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Points of the Allies and of the Axis, where the game has points.
    pub points: [i32; 2],
    /// How, in one sentence.
    pub text: String,
    /// The rule that decides it.
    pub rule: String,
}

/// Something wrong in a data file or scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Flaw {
    /// The file, when it is one of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The path of the field: `aircraft[3].hex`.
    pub path: String,
    /// What is wrong and what is allowed.
    pub says: String,
    /// The rule that forbids it, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
}

impl Flaw {
    /// A flaw in a field.
    pub fn new(path: impl Into<String>, says: impl Into<String>) -> Flaw {
        Flaw { file: None, path: path.into(), says: says.into(), rule: None }
    }

    /// Names the rule that forbids it.
    #[must_use]
    pub fn by(mut self, rule: RuleId) -> Flaw {
        self.rule = Some(rule);
        self
    }

    /// Names the file.
    #[must_use]
    pub fn in_file(mut self, file: &str) -> Flaw {
        self.file = Some(file.to_owned());
        self
    }
}
