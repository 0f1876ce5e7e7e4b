//! The rulings of the digest as tests, one file per section, and the laws of every game.

#![allow(clippy::unwrap_used, reason = "a test stops where it goes wrong")]

mod attitudes;
mod combat;
mod common;
mod damage;
mod data;
mod energy;
mod initiative;
mod laws;
mod manoeuvres;
mod pilots;
mod plans;
mod scale;
mod scenarios;
mod settings;
mod space;
mod transitions;
