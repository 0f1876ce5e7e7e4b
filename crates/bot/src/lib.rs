//! Programs of others as pilots. A [`Flyer`] is a pilot of ours or the command of such a program; [`play()`] flies a game of a series
//! with any two of them, [`check()`] says in words whether a program keeps to the protocol.

mod check;
mod flyer;
mod party;
mod process;
mod seat;

pub use check::{Checked, Complaint, check};
pub use flyer::{Flyer, Terms};
pub use party::{Ended, fly, play};
pub use process::end_all;
pub use seat::Why;
