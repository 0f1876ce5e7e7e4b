//! Tables whose rules have changed.

use crate::Side;
use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

/// Why a table is shown as it was: the rules have changed since, and make something else of its game. Notification `parted` brings it
/// whenever a side agrees to go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Parted {
    /// The first command of which the rules now make something else, from 1: up to the one before, both agree. Nothing if these rules cannot
    /// set the game up at all.
    pub line: Option<u32>,
    /// What is different, in words.
    pub why: String,
    /// Commands so far.
    pub lines: u32,
    /// Whether play can go on from before that command, with new dice.
    pub may_resume: bool,
    /// Sides that agree to that.
    pub agreed: Vec<Side>,
    /// Sides whose players have still to agree.
    pub missing: Vec<Side>,
}
