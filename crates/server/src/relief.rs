//! A computer pilot that flies for a person: for the rest of a turn, or until the person takes the seat back.

use crate::app::App;
use crate::open_table::OpenTable;
use crate::pilots;
use crate::room::{Room, not_here};
use crate::tables::Setup;
use catalog::{Fault, Level};
use std::sync::Arc;
use table::{PieceId, Seat, Side};
use wire::{Answer, Error, Relief, Relieve, Relieved, Until};

/// The pilot that flies for the person of a side now, and the only aircraft that it flies, none for all. One for a turn that is over flies no more, and
/// one that has left the decision to the person waits for the next.
pub(crate) fn of(table: &OpenTable, side: Side) -> Option<(Level, Vec<PieceId>)> {
    let relief = table.about.setup.sides.get(&side)?.relief.as_ref()?;
    let on = relief.turn.is_none_or(|turn| turn == turn_of(table));
    let waits = relief.waits == Some(table.sitting.seq());
    let level = Level::from_word(&relief.level).filter(|_| on && !waits)?;
    Some((level, relief.aircraft.clone()))
}

/// The pilot of some aircraft leaves the present decision to the person, who is told.
pub(crate) fn leave(room: &Room, table: &mut OpenTable, side: Side) {
    let seq = table.sitting.seq();
    let info = table.about.setup.sides.get_mut(&side);
    if let Some(relief) = info.and_then(|info| info.relief.as_mut()) {
        // Not worth a word on disk: after a restart it would think the same.
        relief.waits = Some(seq);
        room.tell("relieved", &Relieved { side, relief: Some(relief.clone()) });
    }
}

/// Tells everybody which computer pilots fly for people now that did not before, and the other way round, as another process has it.
pub(crate) fn catch_up(room: &Room, table: &mut OpenTable, before: &Setup) {
    for (side, info) in &mut table.about.setup.sides {
        let known = before.sides.get(side).and_then(|info| info.relief.as_ref());
        if let (Some(relief), Some(known)) = (&mut info.relief, known) {
            // That is known here alone.
            relief.waits = relief.waits.max(known.waits);
        }
        if info.relief.as_ref() != known {
            room.changed.notify_waiters();
            room.tell("relieved", &Relieved { side: *side, relief: info.relief.clone() });
        }
    }
}

fn turn_of(table: &OpenTable) -> u16 {
    table.sitting.table.view(Seat::Observer).phase.turn
}

/// Has a pilot fly for a side or takes its seat back, keeps that and tells everybody.
pub(crate) async fn set(
    app: &Arc<App>,
    room: &Arc<Room>,
    side: Side,
    ask: &Relieve,
) -> Result<Answer, Error> {
    let mut table = room.enter(app).await?;
    if table.is_over() {
        return Err(not_here("the game is over"));
    }
    let level = desk::level(ask.level.as_deref(), Level::WingCommander).map_err(desk::error)?;
    let view = table.sitting.table.view(side.into());
    let own = |id: &PieceId| view.aircraft.iter().any(|a| a.id == *id && a.side == side);
    if let Some(other) = ask.aircraft.iter().find(|id| !own(id)) {
        return Err(desk::error(Fault::param("aircraft", format!("{other} is no aircraft of this side"))));
    }
    let relief = ask.until.map(|until| Relief {
        aircraft: ask.aircraft.clone(),
        waits: None,
        level: level.word().to_owned(),
        turn: match until {
            Until::Turn => Some(turn_of(&table)),
            Until::Recalled => None,
        },
    });
    let relieve = |setup: &mut Setup| {
        if let Some(info) = setup.sides.get_mut(&side) {
            info.relief.clone_from(&relief);
        }
    };
    table.set_up(app, room, relieve).await?;
    let now = Relieved { side, relief };
    room.changed.notify_waiters();
    room.tell("relieved", &now);
    pilots::nudge(app, room, &table);
    Ok(Answer::Relieved(now))
}
