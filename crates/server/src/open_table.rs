//! A table in memory and its place on disk, and how it is read from there.

use crate::app::App;
use crate::seats::OwnSeats;
use crate::tables::{About, Setup, Summary};
use crate::talk::Spoken;
use desk::{Change, ChangeKind, Sitting};
use serde_json::Value;
use store::{ChainEnd, Entry, StoreError};
use table::{Line, Seat, Side, Transcript};
use wire::live::TableInfo;
use wire::{Code, Error, Json};

/// A table that is in memory.
pub(crate) struct OpenTable {
    pub(crate) sitting: Sitting,
    pub(crate) about: About,
    /// Where it ends on disk.
    pub(crate) end: ChainEnd,
    /// What is in memory may not be what is on disk: to be read again before anybody sees it.
    pub(crate) spoiled: bool,
    /// How many commands pilots that wait may still give.
    pub(crate) steps: u32,
    /// What was said at it.
    pub(crate) spoken: Spoken,
}

impl OpenTable {
    pub(crate) fn new(sitting: Sitting, about: About, end: ChainEnd) -> OpenTable {
        OpenTable { sitting, about, end, spoiled: false, steps: 0, spoken: Spoken::default() }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.sitting.table.outcome().is_some()
    }

    /// What lists and pages show of it to whoever holds these seats.
    pub(crate) fn info(&self, held: &OwnSeats) -> TableInfo {
        self.about.info(held, self.sitting.seq(), self.summary())
    }

    pub(crate) fn summary(&self) -> Summary {
        Summary::of(&self.sitting.table.view(Seat::Observer))
    }

    /// Keeps what is known of the table besides its position.
    pub(crate) async fn set_up(&mut self, app: &App, setup: Setup) -> Result<(), Shut> {
        app.store.set_up(self.end, setup.json()).await?;
        self.about.setup = setup;
        Ok(())
    }

    /// A change of this table as it is kept; nothing if the table knows nothing of it.
    pub(crate) fn entry(&self, change: Change) -> Option<String> {
        let table = &self.sitting.table;
        Some(match change.kind {
            ChangeKind::Act => table.last_line()?.into_text(),
            ChangeKind::Bound => {
                let (bound, command) = table.bound()?;
                Entry::Bound { bound, command: command.value() }.text()
            }
            ChangeKind::TakenBack(allowed) => {
                Entry::Undo { undo: change.by, lines: allowed.lines, seen: allowed.seen }.text()
            }
        })
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
pub(crate) async fn read(app: &App, id: &str) -> Result<OpenTable, Shut> {
    let stored = app.store.table(id).await.inspect_err(|e| {
        tracing::error!(table = id, error = %e, "a table cannot be read");
    });
    let stored = stored?.ok_or(Shut::Unknown)?;
    let about = About::of(&stored.row)?;
    let Past { lines, made_at, notes, bound } = Past::of(stored.entries);
    let transcript = Transcript { header: stored.header, lines, end: None };
    let (catalog, seed, end) = (app.catalog.clone(), stored.seed, stored.end);
    let replayed = tokio::task::spawn_blocking(move || catalog.replay(&transcript, seed)).await;
    let mut table = replayed.map_err(|e| Shut::Broken(e.to_string()))?.map_err(|d| {
        tracing::error!(table = id, difference = %d, "a kept table does not replay");
        Shut::Broken(d.to_string())
    })?;
    for (side, after) in notes {
        table.note_take_back(side, after);
    }
    if let Some((side, command)) = bound {
        table.bind(side, &Json::of(&command)).map_err(|fault| Shut::Broken(desk::error(fault).message))?;
    }
    metrics::counter!("tallyho_tables_read_total").increment(1);
    let sitting = Sitting::new(table, about.company()).resumed(end.seq, made_at);
    let spoken = Spoken::of(app.store.talk(end).await?);
    Ok(OpenTable { spoken, ..OpenTable::new(sitting, about, end) })
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
