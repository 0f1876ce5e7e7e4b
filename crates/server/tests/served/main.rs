//! A real server, asked over HTTP and sockets.

#![allow(clippy::unwrap_used, reason = "a test stops where it goes wrong")]

mod at_once;
mod bad_day;
mod common;
mod doors;
mod edges;
mod guests;
mod hosting;
#[cfg(unix)]
mod in_doubt;
mod lab;
mod left_alone;
mod log_sheets;
mod marks;
mod neighbours;
mod other_rules;
mod people;
mod pilots;
mod scenarios;
mod secrets;
mod tables;
mod taking_back;
mod time;
mod upgrade;
#[cfg(unix)]
#[path = "../../../store/tests/kept/way.rs"]
mod way;
mod why;
mod your_turn;
mod your_turn_anywhere;
