//! Spitting Fire.
#[path = "rules.rs"]
pub mod rule;
