//! *Simple Fighting Wings*: the rules of `rules/fighting-wings.md` as pure functions.
//!
//! | section | file |
//! |---|---|
//! | 2 scale, half points | `units.rs` |
//! | 3 log sheets: a move as its sheet has it | `log_sheet.rs` |
//! | 4, 5 aircraft (`sheet.rs`: as the file has them), 20 and 21 figures of damaged and loaded ones | `aircraft.rs` |
//! | 6 headings, frames, arcs; 19.c range | `space.rs` |
//! | 8 throttle, 12 VFP numbers, X.fp | `craft.rs` |
//! | 12 bank and pitch | `attitude.rs` |
//! | 13 VFPs, 15 manoeuvres FP by FP | `walk.rs`, `limits.rs`, `turn.rs` |
//! | 14 transitions | `transition.rs` |
//! | 11, 12.h, 16, 17, 24 the account | `account.rs` |
//! | 18 initiative, formations | `initiative.rs`, `formation.rs` |
//! | 19 combat | `combat.rs`, `fixed.rs`, `flexible.rs`, `head_on.rs`, `volley.rs` |
//! | 20, 21 damage | `damage.rs` |
//! | blind spots | `blind.rs` |
//! | 25 sequence | `sequence.rs` |
//! | 26 plans | `course.rs`, `command.rs`, `flight/`, `plans/` |
//! | 27 state | `state.rs`, `scenario.rs`, `setup/` |
//! | 28 scenarios, victory | `victory.rs` |
//!
//! The scope ([`rule::SCOPE`]) is combat between single aircraft; the log of a move is kept by the table
//! ([`rule::LOG_SHEETS`]).

mod account;
mod aircraft;
mod attitude;
mod blind;
mod cards;
mod check;
mod combat;
mod command;
mod course;
mod craft;
mod damage;
mod data;
mod fixed;
mod flexible;
mod flight;
mod formation;
mod head_on;
mod initiative;
mod limits;
mod log_sheet;
mod menu;
mod odds;
mod options;
mod outlook;
mod pilot;
mod plans;
mod reach;
pub mod rule;
mod rules;
mod sample;
mod scenario;
mod sequence;
mod setup;
mod sheet;
mod space;
mod state;
mod transition;
mod turn;
mod units;
mod victory;
mod view;
mod volley;
mod walk;
mod weigh;
mod words;
mod worth;

pub use aircraft::{BANDS, FLOORS, Position, Type};
pub use attitude::{Bank, Hand, Nose, Pitch};
pub use command::{Act, Altitude, Brief, Burst, Command, Crew, Guns, Mode, Plan, Throttle};
pub use course::{Course, Kind, Manoeuvre, Step};
pub use data::Data;
pub use flight::draft::every_manoeuvre;
pub use log_sheet::{Column, Figures, columns};
pub use options::{AltitudeExchange, LowOdds, OddsRounding, Options, RedPushes};
pub use plans::{Memory, canonical, result_of, short_list};
pub use rules::{Airman, Rules};
pub use scenario::{Entry, Leader, Pilot, Raid, Role, Scenario, Trait};
pub use state::{Now, Plane, Stage, State, Status};
pub use turn::Rate;
pub use units::Halves;

/// The game.
/// Combat between single aircraft ([`crate::rule::SCOPE`]); the log of a move is kept by the table ([`crate::rule::LOG_SHEETS`]).
pub enum FightingWings {}

pub(crate) type Look<'a> = table::Look<'a, FightingWings>;
pub(crate) type Effect<'a, D, L> = table::Effect<'a, FightingWings, D, L>;
