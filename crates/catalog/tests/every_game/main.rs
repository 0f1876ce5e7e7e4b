//! What holds in every game.

#![allow(clippy::unwrap_used, reason = "a test stops where it goes wrong")]

mod briefing;
mod debrief;
mod guarded;
mod part;
mod pilots;
mod scenarios;
mod why;
