//! The log: what happened, as each seat may read it.

use crate::view::At;
use crate::{Audience, Calculation, Event, EventKind, PieceId, Rolled, RuleId, Side};
use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

/// A line of the log, as a seat may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct LogEntry {
    /// Number in the log, from 0. A seat that may not see an entry sees a gap in the numbers.
    pub seq: u32,
    /// Number of the command that caused it, from 1; 0 for set-up.
    pub line: u32,
    /// What sort of thing.
    pub kind: EventKind,
    /// The sentence.
    pub text: String,
    /// The rules behind it, the main one first.
    #[ts(type = "string[]")]
    pub rules: Vec<RuleId>,
    /// The side that did it, where no aircraft did.
    pub side: Option<Side>,
    /// The aircraft that did it.
    pub actor: Option<PieceId>,
    /// The aircraft that suffered it.
    pub target: Option<PieceId>,
    /// The dice that decided it.
    pub dice: Vec<Rolled>,
    /// The way flown.
    pub path: Vec<At>,
    /// How its number came about.
    pub calculation: Option<Calculation>,
}

/// What command number `line` caused, as entries of the log from `first` on.
pub(crate) fn written(line: u32, first: u32, events: Vec<Event>) -> Vec<(Audience, LogEntry)> {
    let entry = |(seq, event): (u32, Event)| {
        let entry = LogEntry {
            seq,
            line,
            kind: event.kind,
            text: event.text,
            rules: event.rules.to_vec(),
            side: event.side,
            actor: event.actor,
            target: event.target,
            dice: event.dice,
            path: event.path,
            calculation: event.calculation,
        };
        (event.seen_by, entry)
    };
    (first..).zip(events).map(entry).collect()
}
