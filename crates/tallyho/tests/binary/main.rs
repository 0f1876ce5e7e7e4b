//! The binary, from outside.

#![allow(clippy::unwrap_used, reason = "tests read better without")]

mod admin;
mod bots;
mod commands;
mod common;
mod designer;
mod files;
mod hosting;
mod lab;
mod lab_report;
mod print;
mod rpc;
mod schema;
mod upkeep;
