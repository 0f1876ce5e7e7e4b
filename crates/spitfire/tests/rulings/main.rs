//! The rulings of the digest as tests, one file per section, and the laws of every game.

#![allow(clippy::unwrap_used, reason = "a test stops where it goes wrong")]

mod combat;
mod common;
mod corpus;
mod experimental;
mod formations;
mod interface;
mod laws;
mod movement;
mod pilots;
mod plans;
mod reasons;
mod records;
mod scenarios;
mod setup;
mod sighting;
