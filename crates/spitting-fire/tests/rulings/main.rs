//! The rulings of the digest as tests, one file per section, and the laws of every game.

#![allow(clippy::unwrap_used, reason = "a test stops where it goes wrong")]

mod cards;
mod combat;
mod common;
mod corpus;
mod forces;
mod geometry;
mod heap;
mod interface;
mod laws;
mod losses;
mod movement;
mod options;
mod pilot;
mod placement;
mod scenarios;
mod secrecy;
mod sequence;
