//! Every method, as one table: from it follow the reading of calls, the schema and the TypeScript.

use crate::check::{Check, Checked, Format, FormatOf};
use crate::live::{Parted, PastWhy, People, Said};
use crate::params::*;
use crate::read::{Misread, read_text};
use crate::reply::{
    Acted, Called, CardList, Closed, Digest, GameList, HintReply, MenuNow, PaceNow, Pending as PendingReply,
    Picture, PilotReply, PlanList, Pong, PositionNow, Relieved, Seen, Undone,
};
use crate::{Briefing, New, Odds as OddsReply, Opened, Seat, Transcript};
use schemars::{Schema, SchemaGenerator};
use ts_rs::{Config, TS, TypeVisitor};

/// A call that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadCall {
    /// There is no such method.
    Method,
    /// A parameter is missing or wrong.
    Params(Misread),
}

macro_rules! methods {
    ($($name:literal $variant:ident($params:ty) -> $reply:ty: $text:literal,)*) => {
        /// Any request.
        #[derive(Clone, Debug)]
        pub enum Call {
            $(#[doc = $text] $variant($params),)*
        }

        /// Every method and what it does.
        pub const METHODS: &[(&str, &str)] = &[$(($name, $text),)*];

        impl Call {
            /// Reads a method's parameters; none count as an empty object.
            pub fn read(method: &str, params: &str) -> Result<Call, BadCall> {
                match method {
                    $($name => read_text(params).map(Call::$variant).map_err(BadCall::Params),)*
                    _ => Err(BadCall::Method),
                }
            }

            /// The table that it names.
            pub fn table(&self) -> Option<&str> {
                match self { $(Call::$variant(params) => params.table(),)* }
            }

            /// The seat that it names.
            pub fn seat(&self) -> Option<Seat> {
                match self { $(Call::$variant(params) => params.seat(),)* }
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
    "sit" Sit(ViewOf) -> Seen: "Takes a seat, and answers what it may see.",
    "position" Position(Position) -> PositionNow: "The position as a scenario that `new` takes.",
    "briefing" Briefing(BriefingOf) -> Briefing: "The scenario's card: story, tasks, how it is won, forces and map at the start.",
    "legal" Legal(Legal) -> MenuNow: "What a seat may say; with a draft, its next steps.",
    "act" Act(Act) -> Acted: "Gives a command.",
    "undo" Undo(Undo) -> Undone: "Takes the seat's last command back, if nothing was shown since.",
    "consent" Consent(Consent) -> Undone: "Lets the other side take something back that one has seen, or not.",
    "agree" Agree(Agree) -> Parted: "Agrees to go on by rules that have changed, at a server's table.",
    "odds" Odds(Odds) -> OddsReply: "The exact odds of a shot, with every modifier and its rule.",
    "plans" Plans(Plans) -> PlanList: "All distinct complete moves of an aircraft.",
    "pilot" Pilot(PilotCall) -> PilotReply: "What a computer pilot would say; with `play` it is said.",
    "hint" Hint(HintCall) -> HintReply: "What a computer pilot finds best here, and why.",
    "why" Why(WhyOf) -> PastWhy: "Why a computer pilot gave a command, once it may be told.",
    "pace" Pace(Pace) -> PaceNow: "How fast computer pilots fly that fly both sides; has them wait, and take single steps.",
    "relieve" Relieve(Relieve) -> Relieved: "Has a computer pilot fly for a seat for this turn or for good, or takes the seat back.",
    "call-me" CallMe(CallMe) -> Called: "What whoever asks is called at a server's table.",
    "talk" Talk(Talk) -> Said: "Says something to the people at a server's table.",
    "again" Again(AskAgain) -> People: "Offers one more game at a server's table, or accepts it.",
    "transcript" Transcript(TranscriptOf) -> Transcript: "The whole game: set-up, every command, every die.",
    "load" Load(Load) -> Opened: "Plays a transcript again and opens its table.",
    "render" Render(Render) -> Picture: "The position as SVG.",
    "rules" Rules(Rules) -> Digest: "Our digest of the rules.",
    "cards" Cards(Cards) -> CardList: "All aircraft cards of a game.",
    "format" Format(FormatOf) -> Format: "What a scenario of a game may hold, as JSON Schema.",
    "check" Check(Check) -> Checked: "What is wrong with a scenario, and how it is drawn.",
    "close" Close(Close) -> Closed: "Closes a table.",
    "ping" Ping(Ping) -> Pong: "Nothing, to see whether anybody is there.",
}
