//! *Spitting Fire* (Majestic Twelve Games, 2006): flights of fighters, secret maneuver markers and a deck of cards, on
//! hexes or on an open table.
//!
//! A module for each section of the rules digest, in its order and in its words: [`field`] (2), [`cards`] (3), [`forces`]
//! (4, 5), [`placement`] (6), [`sequence`] (7), [`movement`] (8), [`combat`] (9), [`losses`] (10). The optional rules of
//! section 11 stand where they change something.

mod as_scenario;
pub mod cards;
mod check;
pub mod combat;
pub mod command;
pub mod data;
pub mod field;
mod files;
pub mod forces;
mod game;
pub mod losses;
mod menu;
pub mod movement;
mod odds;
mod pilot;
pub mod placement;
mod plans;
#[path = "rules.rs"]
pub mod rule;
mod sample;
pub mod scenario;
pub mod sequence;
pub mod setup;
pub mod state;
mod view;

pub use game::{Resolved, SpittingFire};
