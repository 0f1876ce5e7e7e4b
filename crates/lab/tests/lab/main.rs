//! Runs, their folders and what is counted of them.

#![allow(clippy::unwrap_used, reason = "tests read better without")]
#![allow(clippy::float_arithmetic, reason = "statistics, not rules")]

mod common;
mod contests;
mod parts;
mod records;
mod runs;
mod statistics;
