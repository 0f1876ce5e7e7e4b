//! Reports: one page of HTML each, without scripts, with every picture's numbers in a table beside it.

mod chart;
mod compare;
mod heat;
mod page;
mod run;

pub use compare::comparison;
pub use run::{lone_report, report};
