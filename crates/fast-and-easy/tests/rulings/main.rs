//! The rulings of the digest as tests, one file per section, and the laws of every game.

#![allow(clippy::unwrap_used, reason = "a test stops where it goes wrong")]

mod board;
mod bombers;
mod common;
mod corpus;
mod endings;
mod laws;
mod log;
mod movement;
mod odds;
mod positions;
mod shooting;
mod table;
