//! How fast computer pilots fly that fly both sides: whoever made the table sets it, and lets them wait.

use crate::app::App;
use crate::calls::Visitor;
use crate::make::SLOWEST_MS;
use crate::open_table::OpenTable;
use crate::pilots;
use crate::room::{Room, not_here};
use crate::tables::Setup;
use catalog::Fault;
use std::sync::Arc;
use table::Seat;
use wire::{Answer, Error, Pace, PaceNow};

/// So many single steps may be asked for before they are taken.
const MOST_STEPS: u32 = 20;

/// Sets the pace of a table, keeps it and tells everybody.
pub(crate) async fn set(
    app: &Arc<App>,
    room: &Arc<Room>,
    visitor: &Visitor,
    ask: &Pace,
) -> Result<Answer, Error> {
    let mut table = room.enter(app).await?;
    may_set(visitor, &table)?;
    if let Some(ms) = ask.ms.filter(|ms| *ms > SLOWEST_MS) {
        let says = format!("{ms} milliseconds are asked for; {SLOWEST_MS} may be at most");
        return Err(desk::error(Fault::param("ms", says)));
    }
    let before = table.about.setup.clone();
    let change = |setup: &mut Setup| {
        setup.pace_ms = ask.ms.unwrap_or(setup.pace_ms);
        setup.paused = ask.paused.unwrap_or(setup.paused);
    };
    table.set_up(app, room, change).await?;
    catch_up(room, &mut table, &before);
    let now = told(&table.about.setup);
    if ask.step && now.paused {
        table.steps = MOST_STEPS.min(table.steps + 1);
    }
    pilots::nudge(app, room, &table);
    Ok(Answer::Pace(now))
}

fn told(setup: &Setup) -> PaceNow {
    PaceNow { pace_ms: setup.pace_ms, paused: setup.paused }
}

/// Tells everybody if the pace is another than it was before, here or at another process that has set it; a pilot that waits wakes.
pub(crate) fn catch_up(room: &Room, table: &mut OpenTable, before: &Setup) {
    let now = told(&table.about.setup);
    if now != told(before) {
        table.steps = 0;
        room.changed.notify_waiters();
        room.tell("pace", &now);
    }
}

fn may_set(visitor: &Visitor, table: &OpenTable) -> Result<(), Error> {
    if !table.about.setup.only_pilots() {
        return Err(not_here("people fly at this table: they set the pace"));
    }
    if !visitor.held.holds(Seat::Referee) {
        return Err(not_here("only whoever made this table sets the pace of its pilots"));
    }
    if table.is_over() {
        return Err(not_here("the game is over"));
    }
    Ok(())
}
