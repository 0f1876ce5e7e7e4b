//! HTTP and WebSocket around the tables.
//!
//! A [`Running`] server keeps one room per table in memory, lets seats in by secret links, carries commands to the rules and to
//! the store, and tells every socket of the table what changed, once it is on disk and no sooner. Each seat is sent what
//! its side may know and nothing else. `docs/protocol.md` describes it from outside.

mod accept;
mod adopting;
mod afresh;
mod api;
mod app;
mod archive;
mod as_kept;
mod assets;
mod audience;
mod calls;
mod carry;
mod clocks;
mod config;
mod counts;
mod doors;
mod drain;
mod entering;
mod gauges;
mod going_on;
mod guests;
mod hand;
mod keeping;
mod letters;
mod limits;
mod live;
mod mail;
mod make;
mod neighbours;
mod open_table;
mod outbox;
mod pace;
mod pages;
mod past;
mod pilots;
mod post;
mod ready;
mod relief;
mod replay;
mod retention;
mod room;
mod rooms;
mod runs;
mod scenarios;
mod seats;
mod socket;
mod studies;
mod tables;
mod talk;
mod tell;
mod webhook;
mod why;
mod words;

pub use app::{Running, ServerError};
pub use archive::{Imported, Verdict, examine, imported, label, next_table, transcript};
pub use config::{Config, Secret, Webhooks};
pub use store::Place;
