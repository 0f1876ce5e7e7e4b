//! What crosses a wire, whichever wire it is: standard input and output of `tallyho rpc`, the web server's sockets, files.
//! Requests, replies and errors as plain data, with their JSON Schema and TypeScript. No logic.
//!
//! The shapes of positions, menus and logs are those of [`table`] and are re-exported here.

mod briefing;
mod call;
mod check;
mod envelope;
mod guide;
mod json;
pub mod live;
mod mark;
mod new;
mod params;
mod read;
mod reply;
mod typescript;

pub use briefing::{Briefing, Force, Placed, StartMap};
pub use call::{BadCall, Call, METHODS};
pub use check::{Check, Checked, Format, FormatOf};
pub use envelope::{Code, Error, ErrorData, Id, NeedOne, Pile, Request, Response, Version};
pub use guide::{
    Diagram, DiagramMark, DiagramPath, DiagramPlane, DiagramShape, DiagramShot, DiagramTone, Guide,
};
pub use json::Json;
pub use mark::Mark;
pub use new::{Links, New, Opened, TableDice, Watch};
pub use params::{
    Act, Agree, AircraftRef, AskAgain, BriefingOf, CallMe, Cards, Close, Consent, Games, HintCall, Legal,
    Load, Odds as AskOdds, Pace, Pending as AskPending, PilotCall, Ping, Plans as AskPlans,
    Position as AskPosition, Relieve, Render, Rules, Talk, TranscriptOf, Undo, Until, ViewOf, WhyOf,
};
pub use read::{Misread, read, read_text, with_paths};
pub use reply::{
    Acted, Answer, Called, Candidate, CardList, Closed, Digest, GameList, HintReply, MayTakeBack, MenuNow,
    PaceNow, Pending, Picture, PilotInfo, PilotReply, PlanList, Pong, PositionNow, Relief, Relieved, Seen,
    TakeBackWord, Undone, Why,
};
pub use schemars;
pub use table::digest::Rule;
pub use table::view::{self, Board, Card, Cut, GameInfo, Plan, View};
pub use table::{
    Barred, BriefingText, DiceChoice, Drawing, Edit, Face, Flaw, LogEntry, Menu, Odds, Outcome, PieceId,
    RuleId, Scenery, Seat, Side, StateHash, Transcript,
};
pub use typescript::{schema, typescript};
