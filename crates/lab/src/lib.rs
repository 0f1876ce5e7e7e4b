//! Batches of games between computer pilots. A [`Plan`] says what is played, [`run()`] plays it on every core, a [`Folder`] keeps
//! what came of it, [`Summary`] counts, [`report()`] shows. Whatever the number of threads, and however often it was stopped and
//! taken up again, the same plan gives the same bytes.

#![allow(clippy::float_arithmetic, reason = "statistics, not rules")]

mod batch;
mod compare;
mod contest;
mod crew;
mod files;
mod folder;
mod labels;
mod line;
mod merge;
mod names;
#[cfg(feature = "parquet")]
mod parquet;
mod plan;
mod report;
mod results;
mod run;
mod sheet;
mod sprt;
mod stats;
mod summary;

pub use batch::Pace;
pub use compare::{Absent, Meeting, meetings};
pub use contest::{Contest, Half, Standing, contest};
pub use crew::Crew;
pub use folder::Folder;
pub use labels::Labels;
pub use line::{Forfeit, Line, LostLine};
pub use merge::merge;
pub use names::find;
pub use plan::{Numbers, Pilots, Plan, mixed};
pub use report::{comparison, lone_report, report};
pub use results::finish;
pub use run::{run, tally};
pub use sprt::{Sprt, Verdict, elo_of, share_of};
pub use stats::{Decided, Interval, Pairs, Spread, wilson};
pub use summary::{First, Summary};

/// Why something could not be done, in words.
#[derive(Debug)]
pub struct Fault(pub String);

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

/// A result with a fault in words.
pub type Result<T, E = Fault> = std::result::Result<T, E>;

/// Turns what went wrong into words, saying with what.
pub(crate) fn with<E: std::fmt::Display>(what: impl std::fmt::Display) -> impl FnOnce(E) -> Fault {
    move |e| Fault(format!("{what}: {e}"))
}
