//! 4. Set-up: from a scenario to a position, and what the players place themselves.

mod build;
mod deploy;
mod place;
mod position;
mod possible;

pub(crate) use build::set_up;
pub(crate) use place::{
    formation_waits, give_up, judge_done, judge_lead, judge_place, judge_roll, layouts, lead, leads,
    next_part, place, places, roll, sample, settled, unplaced,
};
pub(crate) use position::flag_of;
