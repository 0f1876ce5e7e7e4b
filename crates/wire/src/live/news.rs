//! What a socket is told without asking.

use super::{ClockNow, Patch, Said, TableInfo, brief};
use crate::{Json, LogEntry, Mark, MayTakeBack, Menu, Seat, Side};
use serde::Serialize;
use ts_rs::TS;

/// Notification `hello`: the first on every socket.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Hello {
    /// Version of what a socket says.
    pub version: u32,
    /// Version of the server.
    pub server: String,
    /// What may be given as `seat`.
    pub seats: Vec<Seat>,
    /// The seat for which changes come.
    pub seat: Seat,
    /// Changes so far.
    pub seq: u32,
    /// The last of them, at a server's table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mark: Option<Mark>,
    /// The table.
    pub table: TableInfo,
    /// Sockets per seat.
    pub presence: Presence,
    /// Who asks the other side to let them take something back.
    pub asked: Option<Side>,
    /// What was said lately and these seats may hear, oldest first; nothing where people cannot talk.
    pub talk: Option<Vec<Said>>,
    /// How the clocks stand, where there are any.
    pub clock: Option<ClockNow>,
}

/// Notification `asked`: a side asks the other one to let it take something back, or no longer does. A change withdraws it too.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct Asked {
    /// Who asks; nobody when the other side has refused.
    pub by: Option<Side>,
    /// Changes so far, to be sent back with `consent`.
    pub seq: u32,
}

/// Notification `presence`: sockets per seat, and who watches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
pub struct Presence {
    /// With a seat of the Allies.
    pub allies: u32,
    /// With a seat of the Axis.
    pub axis: u32,
    /// With neither.
    pub observer: u32,
    /// What those with neither call themselves, as far as they have told a name; the first twenty.
    pub watchers: Vec<String>,
}

/// Notification `thinking`: a computer pilot is at work.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct Thinking {
    /// For which side.
    pub side: Side,
    /// Whether it has begun or ended.
    pub on: bool,
}

/// Notification `bye`: the server is about to close the socket.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct Bye {
    /// Why.
    pub why: ByeWhy,
}

/// Why a socket is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum ByeWhy {
    /// The server stops.
    Shutdown,
    /// The client does not read what it is sent.
    Slow,
    /// The client sends too much, or what it may not send.
    Flood,
    /// The game was deleted.
    Deleted,
    /// The game has been played on by a newer program than this server.
    Newer,
    /// The table has another history now: come back and look at all of it.
    Reset,
    /// The database went away, and nobody knows whether a change was kept: come back and compare number and mark.
    Store,
}

/// Notification `changed`: after each command or undo, once it is on disk. What several seats share is written once, so that its parts
/// are JSON already.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Changed {
    /// Number of the change, one more than the last.
    pub seq: u32,
    /// Its mark, at a server's table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mark: Option<Mark>,
    /// Commands in the transcript.
    pub line: u32,
    /// Whose command or undo.
    pub by: Side,
    /// Whether commands were taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub undo: bool,
    /// Who owes a decision now.
    pub to_act: Vec<Side>,
    /// What changed in the view.
    #[ts(as = "Patch")]
    pub patch: Json,
    /// Whether this seat may take its last command back; nothing for a seat that plays no side.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub take_back: Option<MayTakeBack>,
    /// What changed in the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<LogChange>")]
    pub log: Option<Json>,
    /// The decision that the seat's side owes now: what `legal` without a draft would answer. Nothing for every other seat, and for a
    /// socket that wants none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<Menu<Json>>")]
    pub menu: Option<Json>,
}

/// New entries of the log.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LogChange {
    /// They replace everything from this number on.
    pub from: u32,
    /// The entries.
    #[serde(serialize_with = "brief::entries")]
    #[ts(type = "Partial<LogEntry>[]")]
    pub entries: Vec<LogEntry>,
}
