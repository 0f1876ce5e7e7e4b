//! The files that stand at the end of a run.

use crate::files::{self, Draft};
use crate::folder::{Folder, GAMES};
use crate::line::{Line, whole};
use crate::plan::Plan;
use crate::summary::Summary;
use crate::{Fault, Result};
use table::view::At;

const GAMES_HEAD: &str = "game,seed,allies_pilot,axis_pilot,winner,allies_points,axis_points,turns,commands,\
                          allies_lost,axis_lost,allies_luck,axis_luck\n";
const LOSSES_HEAD: &str = "game,aircraft,side,card,cause,turn,x,y\n";

/// Writes all results of a run whose games are all played, and removes its batches. `report` makes a page of the summary.
pub fn finish(folder: &Folder, report: impl FnOnce(&Summary) -> String) -> Result<Summary> {
    if let Some(missing) = folder.missing()?.first() {
        return Err(Fault(format!("games {missing} are still to be played")));
    }
    let file = |name: &str| folder.path().join(name);
    let plan = folder.plan();
    let mut games = Draft::of(file("games.csv"))?;
    let mut losses = Draft::of(file("losses.csv"))?;
    let mut lines = Draft::of(file(GAMES))?;
    games.add(GAMES_HEAD)?;
    losses.add(LOSSES_HEAD)?;
    let mut summary = Summary::default();
    folder.each_line(|text| {
        let line = Line::read(text)?;
        summary.add(plan, &line);
        lines.add(text)?;
        games.add(&game_row(&line))?;
        losses.add(&loss_rows(plan, &line))
    })?;
    games.finish()?;
    losses.finish()?;
    files::write(file("report.html"), &report(&summary))?;
    // With this file the run is finished, so it comes last.
    lines.finish()?;
    folder.drop_batches()?;
    Ok(summary)
}

fn game_row(line: &Line) -> String {
    let lost = |side| line.losses.iter().filter(|loss| loss.side == side).count();
    let [allies, axis] = table::Side::BOTH.map(lost);
    format!(
        "{},{},{},{},{},{},{},{},{},{allies},{axis},{},{}\n",
        line.game,
        line.seed,
        line.pilots[0],
        line.pilots[1],
        line.winner.map_or("", table::Side::word),
        line.points[0],
        line.points[1],
        line.turns,
        line.commands,
        line.luck[0],
        line.luck[1],
    )
}

fn loss_rows(plan: &Plan, line: &Line) -> String {
    let row = |loss: &crate::LostLine| {
        let (x, y) = match loss.at {
            Some(At::Hex { col, row }) => (col.to_string(), row.to_string()),
            Some(At::Point { x, y }) => (x.to_string(), y.to_string()),
            None => Default::default(),
        };
        format!(
            "{},{},{},{},{},{},{x},{y}\n",
            line.game,
            loss.aircraft,
            loss.side.word(),
            quoted(&loss.card),
            whole(&plan.game, &loss.cause),
            loss.turn
        )
    };
    line.losses.iter().map(row).collect()
}

/// A field of a CSV file: in quotes where it needs them.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
