//! The people at a table: what they are called and what they say to each other.

use crate::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// What everybody may know of the people at a table. Notification `people` brings it whenever it changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(default)]
pub struct People {
    /// What the players of each side call themselves.
    pub names: BTreeMap<Side, String>,
    /// Sides of which anybody may take the seat.
    pub open: Vec<Side>,
    /// Sides at which people have sat down.
    pub came: Vec<Side>,
    /// What the players call this game.
    pub label: Option<String>,
    /// Who offers one more game.
    pub again: Option<Again>,
    /// The table at which the same people play once more.
    pub next: Option<Next>,
    /// Whose time ran out.
    pub late: Option<Side>,
}

/// An offer to play once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Again {
    /// Who offers it.
    pub by: Side,
    /// Whether the players change sides.
    pub swap: bool,
}

/// The next table of the same people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Next {
    /// Its id.
    pub table: String,
    /// Whether the players have changed sides.
    pub swap: bool,
}

/// How much time players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ClockOrder {
    /// Seconds of each side, 31 days at most.
    pub seconds: u32,
    /// For what.
    pub per: ClockPer,
    /// Seconds that each side gets with each new turn of the game, where the time is for the whole game.
    #[serde(default)]
    #[ts(optional, as = "Option<u32>")]
    pub add_s: u32,
}

/// For what a side has its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum ClockPer {
    /// For the whole game.
    Game,
    /// For each turn of the game.
    Turn,
    /// Whenever it is asked for decisions, until the other side is.
    Move,
}

/// Notification `clock`: how the clocks stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ClockNow {
    /// How much time there is.
    #[serde(flatten)]
    pub order: ClockOrder,
    /// What each side has left, in milliseconds.
    pub left_ms: BTreeMap<Side, i64>,
    /// Sides whose clocks run.
    pub runs: Vec<Side>,
}

/// Body of `POST /api/tables/<id>/take`: takes an open seat.
#[derive(Clone, Copy, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Take {
    /// Of which side.
    pub side: Side,
}

/// Answer to `take` and `follow`: a seat that came with a cookie.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Taken {
    /// At which table.
    pub table: String,
}

/// Body of `POST /api/tables/<id>/label`: gives a game a name.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// The name, at most 40 letters. An empty one is none.
    pub label: String,
}

/// Body of `POST /api/tables/<id>/tell`: where the player of a side wants to be told of their turn.
#[derive(Clone, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TellMe {
    /// Whose turn.
    pub side: Side,
    /// A mail address, or the `https` address of a webhook. Nothing: not any more.
    #[serde(default)]
    pub to: Option<String>,
}

/// How a player is told of their turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum TellBy {
    /// By mail.
    Mail,
    /// By a webhook.
    Webhook,
}

/// Answer to `GET` and `POST /api/tables/<id>/tell`. Addresses are never shown again.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Telling {
    /// Whether the server sends mail.
    pub mail: bool,
    /// Whether the server calls webhooks.
    pub webhook: bool,
    /// How players of the sides that this browser holds are told.
    pub by: BTreeMap<Side, TellBy>,
    /// Those of them whose mail address was given, and is still to be confirmed by the link in a letter.
    pub asked: Vec<Side>,
}

/// Answer to `DELETE /api/tables/<id>`.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct Left {
    /// Whether the game is deleted: nobody else plays in it. Otherwise it only left this browser.
    pub deleted: bool,
}

/// Answer to `POST /api/carry`.
#[derive(Clone, Debug, Serialize, TS)]
pub struct CarryLink {
    /// The link, as a path. It works once.
    pub link: String,
    /// For how long it works.
    pub minutes: u32,
}

/// Answer to `POST /api/carry/<token>`.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct Carried {
    /// How many games have come.
    pub tables: u32,
}

/// Who hears what is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum TalkTo {
    /// The players of one's own side.
    Side,
    /// Everybody at the table.
    All,
    /// Those who play no side. Players never hear it, or it could help one of them.
    Watchers,
}

/// Who has said something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Speaker {
    /// A player of the Allies.
    Allies,
    /// A player of the Axis.
    Axis,
    /// Somebody who plays no side.
    Watcher,
}

/// Something that was said: the answer to `talk`, and notification `said` to whoever hears it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Said {
    /// Its number at the table. Numbers that are missing were not for these ears.
    pub n: u32,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// What was said, and by whom.
    #[serde(flatten)]
    pub words: Words,
}

/// What was said, by whom and to whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Words {
    /// By whom.
    pub from: Speaker,
    /// To whom.
    pub to: TalkTo,
    /// What the speaker called themselves; nothing for whoever has told no name.
    pub name: Option<String>,
    /// The text, without markup.
    pub text: String,
}
