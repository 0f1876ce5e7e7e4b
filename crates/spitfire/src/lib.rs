//! *Spitfire* (SPI, 1973): aerial combat over Western Europe, 1939 to 1942, one counter per aircraft.
//!
//! In the order of the book: [`space`] 2.1 and 10.0, `chart` 2.4, `setup` 3.0 and 9.0, `sequence` 5, `mover` 6.0, `decide`
//! 5.2.1A–B with 6.A and 6.D, `path` 5.2.1C, `flight` 6.B–6.J, `finish` 6.C, 6.E and 11.A–C, `trial` 6.H, `combat` 7 and
//! 11.D–F, `sighting` 8, `victory` 9.0–9.3, `formation` 9.3, `corners` 10.0. What a side may choose stands beside what judges
//! it and what comes of it.

mod cards;
mod chart;
mod check;
mod combat;
mod command;
mod corners;
mod data;
mod decide;
mod few;
mod finish;
mod flight;
mod formation;
mod menu;
mod mover;
mod odds;
mod options;
mod outlook;
mod path;
mod pilot;
mod plans;
mod reach;
pub mod rule;
mod rules;
mod sample;
mod scenario;
mod sequence;
mod setup;
mod sighting;
pub mod space;
mod state;
mod trial;
mod victory;
mod view;
mod words;

pub use chart::{Armament, Chart, Class, Gun, ResultsTable, ResultsTables};
pub use command::{
    Act, Altitude, Command, CornerName, Corners, Fire, Hand, Levelling, Move, Path, Shot, Slots, Step,
};
pub use data::{
    AirSuperiorityFigures, BombingFigures, Data, FormationFigures, MapFigures, MovementFigures, Period,
    ScaleFigures, Tables,
};
pub use few::Few;
pub use options::Options;
pub use rules::Rules;
pub use scenario::{Aircraft, AnnouncedMove, Kind, Player, Scenario, Start, StartStatus, Types};
pub use space::Facing;
pub use state::{
    Announced, Attitude, EndedBy, Ending, Exit, Formation, Plane, Prep, Record, Records, Role, Spent, Stage,
    State, Status,
};

/// The game.
pub enum Spitfire {}

/// A position and the side that looks at it.
pub(crate) type Look<'a> = table::Look<'a, Spitfire>;
/// What an effect works on.
pub(crate) type Effect<'a, D, L> = table::Effect<'a, Spitfire, D, L>;
/// Something to choose.
pub(crate) type Choice = table::Choice<Command>;
