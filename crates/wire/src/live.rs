//! What the web server adds to the methods: tables with seats, and changes as they happen. `docs/protocol.md` explains it.

mod brief;
mod lab;
mod news;
mod patch;
mod people;
mod rules;
mod tables;

pub use lab::{LabEnded, LabFirst, LabOffer, LabOrder, LabPilot, LabResult, LabRun, LabSide, LabState};
pub use news::{Asked, Bye, ByeWhy, Changed, Hello, LogChange, Presence, Thinking};
pub use patch::{AircraftPatch, MarkerPatch, Patch, PhasePatch, patch};
pub use people::{
    Again, Carried, CarryLink, ClockNow, ClockOrder, ClockPer, Label, Left, Next, People, Said, Speaker,
    Take, Taken, TalkTo, TellBy, TellMe, Telling, Words,
};
pub use rules::Parted;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
pub use tables::{
    Chances, ChancesAt, Costly, Debrief, DiceKind, Explained, PastPosition, PastWhy, Replay, ReplayStep,
    SideDebrief, SideInfo, TableInfo, Tables,
};
use ts_rs::TS;

/// What a game's rules are called.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, TS)]
pub struct RuleTitles {
    /// Titles by rule id.
    pub titles: BTreeMap<String, String>,
}

/// The version of what a socket says.
pub const LIVE_VERSION: u32 = 2;
