//! Going on by other rules: the sides agree, a new seed is drawn, and what the rules make something else of goes out of play.

use crate::app::{App, now_ms};
use crate::as_kept::AsKept;
use crate::calls::{Visitor, playing};
use crate::clocks;
use crate::hand::Hand;
use crate::make::random;
use crate::open_table::{Found, Shut};
use crate::room::{Room, not_here};
use crate::tables::Summary;
use catalog::{Edition, Fault};
use std::sync::Arc;
use store::{Aside, ClockNote, Entry, Kept, Mark, StoreError};
use table::{Resume, Seat, Seed, Side};
use wire::{Agree, Answer, Error};

/// A side agrees to go on. With the last one the game does.
pub(crate) async fn agree(
    app: &Arc<App>,
    room: &Arc<Room>,
    visitor: &Visitor,
    ask: &Agree,
) -> Result<Answer, Error> {
    let side = playing(visitor, ask.seat.unwrap_or(visitor.seat))?;
    let mut found = room.found(app).await?;
    let Found::Kept(kept) = &mut *found else {
        return Err(not_here("these are the rules of this table: there is nothing to agree to"));
    };
    let (line, edition) = may_agree(kept, side, ask.line)?;
    // In a hot seat one person speaks for both.
    let both = kept.about.setup.hot_seat && Side::BOTH.iter().all(|side| visitor.held.holds((*side).into()));
    let missing = kept.missing();
    for side in missing.into_iter().filter(|missing| both || *missing == side) {
        let entry = Entry::Agree { agree: side, line, rules: edition.rules.clone() };
        append(app, kept, entry).await?;
        kept.agreed.push(side);
    }
    let parted = kept.parted();
    if parted.missing.is_empty() {
        // Whatever becomes of it, the table is read again.
        kept.spoiled = true;
        resume(app, kept).await?;
        drop(found);
        if let Found::Open(table) = &mut *room.found(app).await? {
            clocks::follow(app, room, table, None).await;
        }
    } else {
        room.tell("parted", &parted);
    }
    Ok(Answer::Parted(parted))
}

/// Whether a side may agree to go on from before this command.
fn may_agree(kept: &AsKept, side: Side, line: u32) -> Result<(u32, Edition), Error> {
    if kept.is_over() {
        return Err(not_here("the game is over: it can be seen, but not played on"));
    }
    let (Some(parts), Some(edition)) = (kept.parting.line, kept.edition.clone()) else {
        return Err(not_here("these rules cannot set the game up: it can be seen, but not played on"));
    };
    if parts != line {
        let says = format!("the rules make something else of command {parts}");
        return Err(desk::error(Fault::param("line", says)));
    }
    if kept.agreed.contains(&side) {
        return Err(not_here("this side has agreed already"));
    }
    Ok((parts, edition))
}

async fn append(app: &App, kept: &mut AsKept, entry: Entry) -> Result<(), Shut> {
    let end = kept.end;
    // Should this task be dropped while it waits, nobody knows what became of the entry.
    kept.spoiled = true;
    let summary = kept.summary();
    let (mark, at_ms) = (Mark::draw(), now_ms());
    let change = Kept { end, mark, at_ms, entry: entry.text(), summary, finished: false };
    kept.end = app.store.append(change).await?.end;
    kept.spoiled = false;
    Ok(())
}

/// Goes on by the rules as they are now, unless another process does so first. The new seed is on disk before the entry that promises it.
pub(crate) async fn resume(app: &App, kept: &AsKept) -> Result<(), Shut> {
    let (Some(line), Some(Edition { revision, rules })) = (kept.parting.line, kept.edition.clone()) else {
        return Err(Shut::Parted(kept.parting.why.clone()));
    };
    let seed = match &kept.whole.header.commitment {
        Some(_) => Some(Seed(random().map_err(|_| Shut::Broken("the system gives no randomness".into()))?)),
        None => None,
    };
    if let Some(seed) = seed {
        app.store.aside(kept.end, Aside::Seed(seed)).await?;
    }
    let mut agreed = kept.whole.clone();
    agreed.truncate(line as usize - 1);
    let catalog = app.catalog.clone();
    let again = move || {
        crate::replay::again(&catalog, agreed).map(|table| {
            let view = table.view(Seat::Observer);
            (Summary::of(&view), view.phase.turn, table.lines())
        })
    };
    let again = tokio::task::spawn_blocking(again).await;
    let (summary, turn, lines) = again.map_err(|e| Shut::Broken(e.to_string()))?.map_err(Shut::Broken)?;
    // Before the entry: whoever reads that finds the clock so, and after a crash between the two this is done once more.
    set_clock(app, kept, turn, lines).await?;
    let commitment = seed.map(|seed| seed.commitment());
    let resumed = Resume { resume: line, revision, rules: rules.clone(), commitment };
    let change = Kept {
        end: kept.end,
        mark: Mark::draw(),
        at_ms: now_ms(),
        entry: Entry::Resume(resumed).text(),
        summary: summary.json(),
        finished: false,
    };
    let end = match app.store.append(change).await {
        Ok(appended) => appended.end,
        // Another process read of the last agreement just now, and went on: whoever reads the table again finds its game.
        Err(StoreError::Moved) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    app.store.aside(end, Aside::Stamp(rules)).await?;
    metrics::counter!("tallyho_games_resumed_total").increment(1);
    Ok(())
}

/// Notes the clock of a game anew that goes on from an earlier place.
async fn set_clock(app: &App, kept: &AsKept, turn: u16, lines: u32) -> Result<(), Shut> {
    let beside = app.store.beside(kept.end).await?;
    let Some(noted) = beside.and_then(|beside| beside.clock) else { return Ok(()) };
    let hand = serde_json::from_str(&noted.body);
    let mut hand: Hand = hand.map_err(|e| Shut::Broken(format!("its clock cannot be read: {e}")))?;
    hand.resume(turn, lines);
    // Numbers and words always have a JSON form.
    let note = ClockNote::Change(serde_json::to_string(&hand).unwrap_or_default());
    app.store.note_clock(kept.end, note).await?;
    app.clocks.put(&kept.about.id, hand);
    Ok(())
}
