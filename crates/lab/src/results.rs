//! The files that stand at the end of a run.

use crate::files::{self, Draft};
use crate::folder::{Folder, GAMES};
use crate::line::Line;
use crate::sheet::{self, Sheet};
use crate::summary::Summary;
use crate::{Fault, Result};

/// Writes all results of a run whose games are all played, and removes its batches. `report` makes a page of the summary.
pub fn finish(folder: &Folder, report: impl FnOnce(&Summary) -> String) -> Result<Summary> {
    if let Some(missing) = folder.missing()?.first() {
        return Err(Fault(format!("games {missing} are still to be played")));
    }
    let file = |name: &str| folder.path().join(name);
    let plan = folder.plan();
    let mut games = Sheet::of(&file("games"), sheet::GAMES)?;
    let mut losses = Sheet::of(&file("losses"), sheet::LOSSES)?;
    let mut lines = Draft::of(file(GAMES))?;
    let mut summary = Summary::default();
    folder.each_line(|text| {
        let line = Line::read(text)?;
        summary.add(plan, &line);
        lines.add(text)?;
        games.add(&sheet::game_row(&line))?;
        line.losses.iter().try_for_each(|loss| losses.add(&sheet::loss_row(plan, &line, loss)))
    })?;
    games.finish()?;
    losses.finish()?;
    files::write(file("report.html"), &report(&summary))?;
    // With this file the run is finished, so it comes last.
    lines.finish()?;
    folder.drop_batches()?;
    Ok(summary)
}
