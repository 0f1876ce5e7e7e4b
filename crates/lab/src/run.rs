//! The games of a run.

use crate::batch::{Batch, Pace};
use crate::crew::Crew;
use crate::folder::Folder;
use crate::line::Line;
use crate::plan::{Numbers, Plan};
use crate::sheet;
use crate::summary::Summary;
use crate::{Fault, Result};
use bot::Flyer;
use catalog::Series;
use std::ops::ControlFlow;

/// Plays the games that a folder misses, and keeps them in it. Whether all are there now.
pub fn run(series: &dyn Series, folder: &Folder, crew: Crew<'_>, pace: Pace) -> Result<bool> {
    let (plan, missing) = (folder.plan(), folder.missing()?);
    let flyers = plan.flyers()?;
    let play = |place: u64| {
        let number = number_at(&missing, place).ok_or_else(|| Fault("there is no such game".into()))?;
        Ok((number, played(series, plan, &flyers, number, crew)?.text()?))
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

/// Plays the games of a plan and counts them; what `games.csv` holds of them comes with it. No file is written. Where the crew is asked
/// to stop, these are the first games of the plan.
pub fn tally(series: &dyn Series, plan: &Plan, crew: Crew<'_>) -> Result<(Summary, String)> {
    let flyers = plan.flyers()?;
    let (mut summary, mut games) = (Summary::default(), sheet::csv_head(sheet::GAMES));
    let play = |n: u64| played(series, plan, &flyers, plan.games.from + n, crew);
    crew.play(plan.games.count(), play, |line| {
        summary.add(plan, &line);
        games += &sheet::csv_row(&sheet::game_row(&line));
        Ok(ControlFlow::Continue(()))
    })?;
    Ok((summary, games))
}

/// One game.
fn played(
    series: &dyn Series,
    plan: &Plan,
    [allies, axis]: &[Flyer; 2],
    number: u64,
    crew: Crew<'_>,
) -> Result<Line> {
    let job = plan.job(number, [allies, axis]);
    let record = bot::play(series, job, crew.bots).map_err(|why| Fault(format!("game {number}: {why}")))?;
    Ok(Line::new(plan, number, job, record))
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
