//! What each method takes.

use crate::live::TalkTo;
use crate::{Face, Json, PieceId, Seat, Transcript};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// To whom a call is addressed.
pub(crate) trait Addressed {
    /// The table that it names.
    fn table(&self) -> Option<&str> {
        None
    }
    /// The seat that it names.
    fn seat(&self) -> Option<Seat> {
        None
    }
}

/// What is asked at a table.
macro_rules! at_a_table {
    ($($(#[$about:meta])* $name:ident { $($(#[$more:meta])* $field:ident: $type:ty,)* })*) => {$(
        #[derive(Clone, Debug, Deserialize, JsonSchema, TS)]
        $(#[$about])*
        #[serde(deny_unknown_fields)]
        #[ts(optional_fields)]
        pub struct $name {
            /// The table. A socket belongs to one and need not name it.
            #[serde(default)]
            pub table: Option<String>,
            /// The seat from which it is asked: what it may not know is left out. On a socket the one sat in when nothing is said; some methods
            /// need none.
            #[serde(default)]
            pub seat: Option<Seat>,
            $($(#[$more])* pub $field: $type,)*
        }

        impl Addressed for $name {
            fn table(&self) -> Option<&str> {
                self.table.as_deref()
            }

            fn seat(&self) -> Option<Seat> {
                self.seat
            }
        }
    )*};
}

at_a_table! {
    /// Asks what a seat sees, or takes it: from then on changes are told as this seat may see them. On standard input, where nobody is told of any,
    /// both are the same.
    ViewOf {
        /// First log entry wanted; 0 for all of the log.
        #[serde(default)]
        #[ts(optional, as = "Option<u32>")]
        since: u32,
        /// Whether the position as a scenario is wanted.
        #[serde(default = "yes")]
        #[ts(optional, as = "Option<bool>")]
        position: bool,
        /// For `sit`: whether changes are to bring the menu of the decision that this seat owes.
        #[serde(default = "yes")]
        #[ts(optional, as = "Option<bool>")]
        menus: bool,
    }

    /// Asks for the position as a scenario.
    #[ts(rename = "PositionOf")]
    #[schemars(rename = "PositionOf")]
    Position {}

    /// Asks for the briefing: what a seat may know of the scenario at the start.
    BriefingOf {}

    /// Asks what a seat may say.
    Legal {
        /// A half-built command; the answer holds its next steps.
        #[serde(default)]
        draft: Option<Json>,
        /// Whether the draft's plans are wanted: there can be many.
        #[serde(default = "yes")]
        #[ts(optional, as = "Option<bool>")]
        plans: bool,
    }

    /// Gives a command.
    Act {
        /// What is said. Aircraft may be named by number, name or slug.
        command: Json,
        /// Faces thrown by a person, where the table asks for them.
        #[serde(default)]
        #[ts(optional, as = "Option<Vec<Face>>")]
        dice: Vec<Face>,
        /// The number of the last change that the caller knows of: the command is refused (−32004) if the table has moved on.
        #[serde(default)]
        seq: Option<u32>,
        /// Whether the log entries that it causes are wanted. Whoever is told of changes has them already.
        #[serde(default = "yes")]
        #[ts(optional, as = "Option<bool>")]
        events: bool,
    }

    /// Takes a seat's last command back.
    Undo {}

    /// Answers the other side, which asks to take something back.
    Consent {
        /// The number of the change at which it was asked.
        seq: u32,
        /// Whether it is allowed.
        allow: bool,
    }

    /// Agrees to go on by the rules as they are now, from before the first command of which they make something else.
    Agree {
        /// That command.
        line: u32,
    }

    /// Asks for the exact odds of one aircraft firing at another.
    #[ts(rename = "OddsOf")]
    #[schemars(rename = "OddsOf")]
    Odds {
        /// Who would fire.
        shooter: AircraftRef,
        /// At whom.
        target: AircraftRef,
        /// Weapons, in the game's own words; what a sensible player would use when nothing is said.
        #[serde(default)]
        with: Option<String>,
    }

    /// Asks for all distinct complete moves of an aircraft.
    Plans {
        /// The aircraft.
        aircraft: AircraftRef,
        /// How many are wanted, 1 to 10000, where the game would give a short list: the long one up to there.
        #[serde(default)]
        most: Option<u32>,
    }

    /// Asks a computer pilot.
    PilotCall {
        /// Which pilot, one of `pilots` in the answer to `games`; `simple` when nothing is said.
        #[serde(default)]
        level: Option<String>,
        /// How long it may think, in milliseconds.
        #[serde(default)]
        budget_ms: Option<u32>,
        /// Whether its command is to be given at once.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        play: bool,
        /// Faces thrown by a person, where the table asks for them.
        #[serde(default)]
        #[ts(optional, as = "Option<Vec<Face>>")]
        dice: Vec<Face>,
    }

    /// Asks what a computer pilot finds best, and why.
    HintCall {
        /// Which pilot, one of `pilots` in the answer to `games`; a wing commander when nothing is said.
        #[serde(default)]
        level: Option<String>,
    }

    /// Asks why a computer pilot gave a command.
    WhyOf {
        /// The number of the command, from 1.
        line: u32,
        /// On standard input, where nobody notes who flew: which pilot is asked, one of `pilots` in the answer to `games`; a wing commander when nothing
        /// is said.
        #[serde(default)]
        level: Option<String>,
    }

    /// Sets how fast computer pilots fly that fly both sides.
    Pace {
        /// The least time between two commands in milliseconds, 10000 at most.
        #[serde(default)]
        ms: Option<u32>,
        /// Whether the pilots wait.
        #[serde(default)]
        paused: Option<bool>,
        /// Lets pilots that wait give one more command.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        step: bool,
    }
    /// Has a computer pilot fly for a seat, or takes the seat back.
    Relieve {
        /// How long it flies; nothing takes the seat back.
        #[serde(default)]
        until: Option<Until>,
        /// Which pilot, one of `pilots` in the answer to `games`; a wing commander when nothing is said.
        #[serde(default)]
        level: Option<String>,
        /// The only aircraft that it flies, for the person flies the others; all when nothing is said.
        #[serde(default)]
        #[ts(optional, as = "Option<Vec<PieceId>>")]
        aircraft: Vec<PieceId>,
    }

    /// Tells what whoever asks wants to be called.
    CallMe {
        /// The name: at most 24 letters. An empty one is none.
        name: String,
    }

    /// Says something to the people at a table.
    Talk {
        /// To whom.
        to: TalkTo,
        /// What: at most 300 letters.
        text: String,
    }

    /// Offers the other side one more game, accepts what it offers, or neither.
    AskAgain {
        /// Whether the players change sides.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        swap: bool,
        /// Takes the offer back, or refuses the other side's.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        no: bool,
    }

    /// Asks for a picture of the position.
    Render {}

    /// Asks who owes a decision.
    #[ts(rename = "PendingOf")]
    #[schemars(rename = "PendingOf")]
    Pending {}

    /// Asks for the whole game.
    TranscriptOf {}

    /// Closes a table.
    Close {}
}

fn yes() -> bool {
    true
}

/// How long a computer pilot flies for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// For the rest of this turn.
    Turn,
    /// Until the seat is taken back.
    Recalled,
}

/// Asks for every game there is.
#[derive(Clone, Debug, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Games {}

/// Asks whether anybody is there.
#[derive(Clone, Debug, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Ping {}

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

/// Plays a transcript again and opens a table with the position reached.
#[derive(Clone, Debug, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// The transcript: the object that `transcript` answers, or the text of a `.jsonl` file.
    #[schemars(with = "ObjectOrLines")]
    #[ts(as = "ObjectOrLines")]
    pub transcript: Value,
}

/// Asks for the rules of a game.
#[derive(Clone, Debug, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct Rules {
    /// The game's id.
    pub game: String,
    /// One rule's id; all rules when nothing is said.
    #[serde(default)]
    pub id: Option<String>,
}

/// Asks for the aircraft cards of a game.
#[derive(Clone, Debug, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Cards {
    /// The game's id.
    pub game: String,
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

macro_rules! to_nobody {
    ($($params:ty),*) => {$(impl Addressed for $params {})*};
}

to_nobody!(Games, crate::New, Ping, Load, Rules, Cards);
