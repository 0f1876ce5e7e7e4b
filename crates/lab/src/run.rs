//! The games of a run.

use crate::batch::{Batch, Pace};
use crate::crew::Crew;
use crate::folder::Folder;
use crate::line::Line;
use crate::plan::Numbers;
use crate::{Fault, Result};
use catalog::Series;
use std::ops::ControlFlow;

/// Plays the games that a folder misses, and keeps them in it. Whether all are there now.
pub fn run(series: &dyn Series, folder: &Folder, crew: Crew<'_>, pace: Pace) -> Result<bool> {
    let (plan, missing) = (folder.plan(), folder.missing()?);
    let levels = plan.levels()?;
    let play = |place: u64| {
        let number = number_at(&missing, place).ok_or_else(|| Fault("there is no such game".into()))?;
        let job = plan.job(number, levels);
        let record = series.play(job).map_err(|why| Fault(format!("game {number}: {why}")))?;
        Ok((number, Line::new(plan, number, job, record).text()?))
    };
    let mut batch = Batch::new(folder, pace);
    let played = crew.play(missing.iter().map(|list| list.count()).sum(), play, |(number, line)| {
        batch.add(number, &line)?;
        Ok(ControlFlow::Continue(()))
    });
    batch.keep()?;
    played?;
    Ok(folder.missing()?.is_empty())
}

/// The number at a place in lists of numbers.
fn number_at(lists: &[Numbers], mut place: u64) -> Option<u64> {
    for list in lists {
        if place < list.count() {
            return Some(list.from + place);
        }
        place -= list.count();
    }
    None
}
