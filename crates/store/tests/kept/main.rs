//! The store in real databases, on good days and bad ones.

#![allow(clippy::unwrap_used, reason = "a test stops where it goes wrong")]

mod asides;
#[cfg(unix)]
mod away;
#[cfg(unix)]
mod bad_day;
mod common;
mod company;
mod copy;
mod host;
mod restore;
mod rivals;
mod rules;
mod store;
#[cfg(unix)]
mod way;
