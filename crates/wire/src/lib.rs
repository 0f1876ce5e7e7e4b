//! What crosses a wire, whichever wire it is: standard input and output of `tallyho rpc`, the web server's sockets, files.
//! Requests, replies and errors as plain data, with their JSON Schema and TypeScript. No logic.
//!
//! The shapes of positions, menus and logs are those of [`table`] and are re-exported here.

mod call;
mod envelope;
pub mod live;
mod read;
mod reply;
mod typescript;

pub use call::{
    Act, AircraftRef, BadCall, Call, Cards, Close, Games, Legal, Load, METHODS, New, Odds as AskOdds,
    Pending as AskPending, PilotCall, Plans, Position as AskPosition, Render, Rules, TranscriptOf, Undo,
    ViewOf,
};
pub use envelope::{Code, Error, ErrorData, Id, NeedOne, Pile, Request, Response, Version};
pub use read::{Misread, read};
pub use reply::{
    Acted, Answer, CardList, Closed, Entry, GameList, Opened, Pending, Picture, PilotReply, PlanList,
    RuleList, Seen, Undone,
};
pub use schemars;
pub use table::digest::Rule;
pub use table::view::{self, Card, Cut, GameInfo, Plan, View};
pub use table::{
    Barred, DiceChoice, Face, Flaw, LogEntry, Menu, Odds, Outcome, PieceId, RuleId, Seat, Side, StateHash,
    Transcript,
};
pub use typescript::{schema, typescript};
