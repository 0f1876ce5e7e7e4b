//! The games as one list, with their data, built-in or from a folder's files; and any table behind one object-safe face
//! that takes and gives JSON. Inside the games everything is generic; here is the edge.

mod advice;
mod any_table;
mod bounds;
mod briefing;
mod check;
mod debrief;
mod list;
mod luck;
mod names;
mod part;
mod series;
mod shelf;
mod why;

pub use advice::Advice;
pub use any_table::{AnyTable, Fault, Stop, Thought};
pub use check::Given;
pub use list::{AnyGame, Catalog, Files};
pub use names::same_name;
pub use part::PartThought;
pub use pilot::{Aviator, Level, SKILL};
pub use series::{About, Job, Loss, Record, Series, Thinking, play};
pub use shelf::{Edition, Shelf, shelf};
