//! A table as it stands, what people have seen of it, and how it is read from disk.

use crate::app::App;
use crate::tables::{About, Summary};
use catalog::AnyTable;
use serde_json::Value;
use store::{Entry, Place, StoreError};
use table::{Line, Seat, Side, SideSet, TakeBack, Transcript, UndoError};
use wire::live::MayTakeBack;
use wire::{Code, Error};

/// A table as it stands.
pub(crate) struct Sitting {
    pub(crate) table: Box<dyn AnyTable>,
    pub(crate) about: About,
    pub(crate) place: Place,
    /// For each command that stands, the number of the change that made it.
    pub(crate) made_at: Vec<u32>,
    /// The last change that people of each side have seen.
    pub(crate) seen: [u32; 2],
    /// Who asks the other side to let them take something back. A restart forgets it, and they ask again.
    pub(crate) asked: Option<Side>,
    /// What is in memory may not be what is on disk: to be read again before anybody sees it.
    pub(crate) spoiled: bool,
}

impl Sitting {
    /// A table that was just made: nobody has seen it.
    pub(crate) fn new(table: Box<dyn AnyTable>, about: About, place: Place) -> Sitting {
        Sitting { table, about, place, made_at: Vec::new(), seen: [0; 2], asked: None, spoiled: false }
    }

    /// Notes that people of these sides see the table as it stands.
    pub(crate) fn shown_to(&mut self, sides: SideSet) {
        for side in sides.iter() {
            self.seen[side.index()] = self.seq();
        }
    }

    /// What a side may take back, and whether the other side has to agree (`table/take-back`).
    pub(crate) fn may_take_back(&self, side: Side) -> Result<(TakeBack, bool), UndoError> {
        let enemy = side.enemy();
        let computer = self.about.pilot(enemy).is_some();
        let allowed = self.table.may_take_back(side, computer.then_some(enemy))?;
        let made_at = self.made_at.iter().rev().nth(allowed.lines as usize - 1);
        let looked = made_at.is_none_or(|made_at| self.seen[enemy.index()] >= *made_at);
        let seen = allowed.seen && looked && !computer;
        Ok((TakeBack { seen, ..allowed }, seen && !self.about.setup.hot_seat))
    }

    /// The same, as pages are told of it.
    pub(crate) fn take_back_of(&self, seat: Seat) -> Option<MayTakeBack> {
        Some(match self.may_take_back(seat.side()?) {
            Ok((_, false)) => MayTakeBack::now(),
            Ok((_, true)) => MayTakeBack::ask(),
            Err(e) => MayTakeBack::no(e.text()),
        })
    }

    /// Changes so far.
    pub(crate) fn seq(&self) -> u32 {
        self.place.seq
    }

    pub(crate) fn is_over(&self) -> bool {
        self.table.pending().outcome.is_some()
    }

    pub(crate) fn summary(&self) -> Summary {
        Summary::of(&self.table.position(Seat::Observer))
    }
}

/// Why a table cannot be entered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Shut {
    #[error("there is no such table")]
    Unknown,
    #[error("games cannot be read or kept just now; nothing has changed")]
    Store(#[source] StoreError),
    #[error("the table cannot be set up again: {0}")]
    Broken(String),
}

impl From<StoreError> for Shut {
    fn from(e: StoreError) -> Shut {
        match e {
            // It stays so, and concerns this table alone.
            StoreError::Damaged(..) => Shut::Broken(e.to_string()),
            e => Shut::Store(e),
        }
    }
}

impl From<Shut> for Error {
    fn from(shut: Shut) -> Error {
        let code = match shut {
            Shut::Unknown => Code::NotHere,
            Shut::Store(_) => Code::Disk,
            Shut::Broken(_) => Code::Internal,
        };
        Error { code, message: shut.to_string(), data: None }
    }
}

/// Reads a table from disk and plays it again up to where it stands.
pub(crate) async fn read(app: &App, id: &str) -> Result<Sitting, Shut> {
    let stored = app.store.table(id).await.inspect_err(|e| {
        tracing::error!(table = id, error = %e, "a table cannot be read");
    });
    let stored = stored?.ok_or(Shut::Unknown)?;
    let about = About::of(&stored.row)?;
    let Past { lines, made_at, notes, bound } = Past::of(stored.entries);
    let transcript = Transcript { header: stored.header, lines, end: None };
    let (catalog, seed, place) = (app.catalog.clone(), stored.seed, stored.place);
    let replayed = tokio::task::spawn_blocking(move || catalog.replay(&transcript, seed)).await;
    let mut table = replayed.map_err(|e| Shut::Broken(e.to_string()))?.map_err(|d| {
        tracing::error!(table = id, difference = %d, "a kept table does not replay");
        Shut::Broken(d.to_string())
    })?;
    for (side, after) in notes {
        table.note_take_back(side, after);
    }
    if let Some((side, command)) = bound {
        table.bind(side, &command).map_err(|fault| Shut::Broken(desk::error(fault).message))?;
    }
    metrics::counter!("tallyho_tables_read_total").increment(1);
    // Who has seen what before is not known: everybody everything.
    Ok(Sitting { made_at, seen: [place.seq; 2], ..Sitting::new(table, about, place) })
}

/// What the entries of a table's log come to.
#[derive(Default)]
struct Past {
    /// Commands that were not taken back.
    lines: Vec<Line>,
    /// For each of them, the number of its entry.
    made_at: Vec<u32>,
    /// Who took something back that the other side had seen, and how many commands stood then.
    notes: Vec<(Side, usize)>,
    /// A command that waits for its dice.
    bound: Option<(Side, Value)>,
}

impl Past {
    fn of(entries: Vec<Entry>) -> Past {
        let mut past = Past::default();
        for (entry, seq) in entries.into_iter().zip(1..) {
            past.bound = None;
            match entry {
                Entry::Act(line) => {
                    past.lines.push(line);
                    past.made_at.push(seq);
                }
                Entry::Bound { bound, command } => past.bound = Some((bound, command)),
                Entry::Undo { undo, lines, seen } => {
                    let left = past.lines.len().saturating_sub(lines as usize);
                    past.lines.truncate(left);
                    past.made_at.truncate(left);
                    for (_, after) in &mut past.notes {
                        *after = left.min(*after);
                    }
                    past.notes.extend(seen.then_some((undo, left)));
                }
            }
        }
        past
    }
}
