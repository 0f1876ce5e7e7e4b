//! What the desk answers: to requests that make sense, and to anything else.

#![allow(clippy::needless_pass_by_value, clippy::unwrap_used, reason = "tests read better without")]

mod common;
mod noise;
mod positions;
mod requests;
mod spitting_fire;
