//! What can be asked.

use crate::read::{Misread, read};
use crate::reply::{
    Acted, CardList, Closed, Entry, GameList, Opened, Pending as PendingReply, Picture, PilotReply, PlanList,
    RuleList, Seen, Undone,
};
use crate::{DiceChoice, Face, Menu, Odds as OddsReply, PieceId, Seat, Transcript};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::{Config, TS, TypeVisitor};

/// Asks for every game there is.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Games {}

/// Sets up a table.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct New {
    /// The game's id.
    pub game: String,
    /// A scenario's id, or a whole scenario: exactly what a scenario file holds.
    #[schemars(with = "IdOrObject")]
    #[ts(type = "string | Record<string, unknown>")]
    pub scenario: Value,
    /// Options put over those of the scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Record<string, unknown>")]
    pub options: Option<serde_json::Map<String, Value>>,
    /// Where chance comes from; a fresh secret seed when nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub dice: Option<DiceChoice>,
}

/// Asks who owes a decision.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "PendingOf")]
#[schemars(rename = "PendingOf")]
pub struct Pending {
    /// The table.
    pub table: String,
}

/// Asks what a seat sees.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ViewOf {
    /// The table.
    pub table: String,
    /// Who looks.
    pub seat: Seat,
    /// First log entry wanted; 0 for all of the log.
    #[serde(default)]
    #[ts(optional, as = "Option<u32>")]
    pub since: u32,
}

/// Asks for the position as a scenario.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "PositionOf")]
#[schemars(rename = "PositionOf")]
pub struct Position {
    /// The table.
    pub table: String,
    /// Who asks: what this seat does not know is left out.
    pub seat: Seat,
}

/// Asks what a seat may say.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Legal {
    /// The table.
    pub table: String,
    /// Who asks: a seat that plays a side.
    pub seat: Seat,
    /// A half-built command; the answer holds its next steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub draft: Option<Value>,
    /// Whether the draft's plans are wanted: there can be many.
    #[serde(default = "yes")]
    #[ts(optional, as = "Option<bool>")]
    pub plans: bool,
}

fn yes() -> bool {
    true
}

/// Gives a command.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// The table.
    pub table: String,
    /// Who says it: a seat that plays a side.
    pub seat: Seat,
    /// What is said. Aircraft may be named by number, name or slug.
    #[ts(type = "unknown")]
    pub command: Value,
    /// Faces thrown by a person, where the table asks for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Face>>")]
    pub dice: Vec<Face>,
}

/// Takes a seat's last command back.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Undo {
    /// The table.
    pub table: String,
    /// Whose command.
    pub seat: Seat,
}

/// An aircraft, as people name it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(untagged)]
#[serde(expecting = "an aircraft's number or name")]
pub enum AircraftRef {
    /// Its number in set-up order, from 1.
    Number(PieceId),
    /// Its name, as written or as a slug: `Red 1`, `red-1`.
    Name(String),
}

/// Asks for the exact odds of one aircraft firing at another.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "OddsOf")]
#[schemars(rename = "OddsOf")]
pub struct Odds {
    /// The table.
    pub table: String,
    /// Who asks: the odds are as good as this seat can tell. The referee, who knows everything, when nothing is said.
    #[serde(default = "referee")]
    #[ts(optional, as = "Option<Seat>")]
    pub seat: Seat,
    /// Who would fire.
    pub shooter: AircraftRef,
    /// At whom.
    pub target: AircraftRef,
    /// Weapons, in the game's own words; what a sensible player would use when nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub with: Option<String>,
}

/// Asks for all distinct complete moves of an aircraft.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Plans {
    /// The table.
    pub table: String,
    /// Who asks. The referee, who knows everything, when nothing is said.
    #[serde(default = "referee")]
    #[ts(optional, as = "Option<Seat>")]
    pub seat: Seat,
    /// The aircraft.
    pub aircraft: AircraftRef,
}

fn referee() -> Seat {
    Seat::Referee
}

/// Asks a computer pilot.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PilotCall {
    /// The table.
    pub table: String,
    /// For which seat.
    pub seat: Seat,
    /// Which pilot, one of `pilots` in the answer to `games`; the best one when nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub level: Option<String>,
    /// How long it may think, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub budget_ms: Option<u32>,
    /// Whether its command is to be given at once.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub play: bool,
    /// Faces thrown by a person, where the table asks for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Face>>")]
    pub dice: Vec<Face>,
}

/// Asks for the whole game.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TranscriptOf {
    /// The table.
    pub table: String,
}

/// Plays a transcript again and opens a table with the position reached.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// The transcript: the object that `transcript` answers, or the text of a `.jsonl` file.
    #[schemars(with = "ObjectOrLines")]
    #[ts(as = "ObjectOrLines")]
    pub transcript: Value,
}

/// Asks for a picture of the position.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Render {
    /// The table.
    pub table: String,
    /// Who looks.
    pub seat: Seat,
}

/// Asks for the rules of a game.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The game's id.
    pub game: String,
    /// One rule's id; all rules when nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<String>,
}

/// Asks for the aircraft cards of a game.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Cards {
    /// The game's id.
    pub game: String,
}

/// Closes a table.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Close {
    /// The table.
    pub table: String,
}

/// How a scenario is given: only its schema is used.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes a field that is read by the game")]
enum IdOrObject {
    /// An id.
    Id(String),
    /// A whole scenario.
    Object(serde_json::Map<String, Value>),
}

/// How a transcript is given: only its types are used.
#[derive(JsonSchema, TS)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes a field that is read with better error paths")]
enum ObjectOrLines {
    /// An object.
    Object(Box<Transcript>),
    /// JSON lines.
    Lines(String),
}

/// A call that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadCall {
    /// There is no such method.
    Method,
    /// A parameter is missing or wrong.
    Params {
        /// Path of the field.
        path: String,
        /// What is wrong.
        says: String,
    },
}

macro_rules! methods {
    ($($name:literal $variant:ident($params:ty) -> $reply:ty: $text:literal,)*) => {
        /// Any request.
        #[derive(Clone, Debug, Serialize)]
        #[serde(tag = "method", content = "params", rename_all = "kebab-case")]
        pub enum Call {
            $(#[doc = $text] $variant($params),)*
        }

        /// Every method and what it does.
        pub const METHODS: &[(&str, &str)] = &[$(($name, $text),)*];

        impl Call {
            /// Reads a method's parameters; none count as an empty object.
            pub fn read(method: &str, params: Value) -> Result<Call, BadCall> {
                let params = if params.is_null() { Value::Object(Default::default()) } else { params };
                match method {
                    $($name => read(params).map(Call::$variant).map_err(|Misread { path, says }| BadCall::Params { path, says }),)*
                    _ => Err(BadCall::Method),
                }
            }
        }

        /// The schema of each method's parameters and result.
        pub(crate) fn method_schemas(generator: &mut SchemaGenerator) -> Vec<(&'static str, &'static str, Schema, Schema)> {
            vec![$(($name, $text, generator.subschema_for::<$params>(), generator.subschema_for::<$reply>()),)*]
        }

        /// The TypeScript names of each method's parameters and result.
        pub(crate) fn method_types(
            config: &Config,
            visitor: &mut impl TypeVisitor,
        ) -> Vec<(&'static str, &'static str, String, String)> {
            $(visitor.visit::<$params>(); visitor.visit::<$reply>();)*
            vec![$(($name, $text, <$params>::name(config), <$reply>::name(config)),)*]
        }
    };
}

methods! {
    "games" Games(Games) -> GameList: "Every game: options, scenarios, aircraft, pilots.",
    "new" New(New) -> Opened: "Sets up a table.",
    "pending" Pending(Pending) -> PendingReply: "Who owes a decision, or the outcome.",
    "view" View(ViewOf) -> Seen: "What a seat may see.",
    "position" Position(Position) -> Entry: "The position as a scenario that `new` takes.",
    "legal" Legal(Legal) -> Menu<Value>: "What a seat may say; with a draft, its next steps.",
    "act" Act(Act) -> Acted: "Gives a command.",
    "undo" Undo(Undo) -> Undone: "Takes the seat's last command back, if nothing was shown since.",
    "odds" Odds(Odds) -> OddsReply: "The exact odds of a shot, with every modifier and its rule.",
    "plans" Plans(Plans) -> PlanList: "All distinct complete moves of an aircraft.",
    "pilot" Pilot(PilotCall) -> PilotReply: "What a computer pilot would say; with `play` it is said.",
    "transcript" Transcript(TranscriptOf) -> Transcript: "The whole game: set-up, every command, every die.",
    "load" Load(Load) -> Opened: "Plays a transcript again and opens its table.",
    "render" Render(Render) -> Picture: "The position as SVG.",
    "rules" Rules(Rules) -> RuleList: "Our digest of the rules.",
    "cards" Cards(Cards) -> CardList: "All aircraft cards of a game.",
    "close" Close(Close) -> Closed: "Closes a table.",
}
