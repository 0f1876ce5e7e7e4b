//! One table in memory: its position, those who look at it, and the one way to change it.
//!
//! A change is worked out on the table, put on disk, and only then shown to anybody. The room's lock is held all the while, so
//! that nobody sees the position in between. If the disk refuses, what is in memory is thrown away and read again.

use crate::app::App;
use crate::outbox::Outbox;
use crate::socket::Utf8Bytes;
use crate::tables::{About, Summary};
use catalog::{AnyTable, Fault};
use serde::Serialize;
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{Entry, Kept, Place, StoreError};
use table::{Seat, Side, Transcript};
use tokio::sync::MappedMutexGuard;
use wire::live::{Changed, Done, LogChange, LogLine, Presence, TakenBack};
use wire::{Code, Error, ErrorData, View};

/// A table as it stands.
pub(crate) struct Sitting {
    pub(crate) table: Box<dyn AnyTable>,
    pub(crate) about: About,
    place: Place,
    /// What is in memory may not be what is on disk: to be read again before anybody sees it.
    spoiled: bool,
}

impl Sitting {
    pub(crate) fn new(table: Box<dyn AnyTable>, about: About, place: Place) -> Sitting {
        Sitting { table, about, place, spoiled: false }
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
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the table cannot be set up again: {0}")]
    Broken(String),
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

/// Somebody who looks at the table.
struct Listener {
    number: u64,
    seat: Seat,
    outbox: Arc<Outbox>,
}

#[derive(Default)]
struct Audience {
    next: u64,
    listeners: Vec<Listener>,
}

/// A table's place in memory.
pub(crate) struct Room {
    pub(crate) id: String,
    sitting: tokio::sync::Mutex<Option<Sitting>>,
    audience: Mutex<Audience>,
    /// Whether a computer pilot is at work.
    pub(crate) flying: AtomicBool,
    /// When it was last entered, in seconds of the server's life.
    pub(crate) used_s: AtomicU64,
}

impl Room {
    pub(crate) fn new(id: &str) -> Room {
        Room {
            id: id.to_owned(),
            sitting: tokio::sync::Mutex::new(None),
            audience: Mutex::default(),
            flying: AtomicBool::new(false),
            used_s: AtomicU64::new(0),
        }
    }

    /// Takes the table, read from disk if it is not in memory.
    pub(crate) async fn enter(&self, app: &App) -> Result<MappedMutexGuard<'_, Sitting>, Shut> {
        let mut sitting = self.sitting.lock().await;
        self.used_s.store(app.started.elapsed().as_secs(), Ordering::Relaxed);
        if sitting.as_ref().is_none_or(|s| s.spoiled) {
            *sitting = Some(read(app, &self.id).await?);
        }
        tokio::sync::MutexGuard::try_map(sitting, Option::as_mut).map_err(|_| Shut::Unknown)
    }

    /// Puts a table that was just made into an empty room.
    pub(crate) async fn furnish(&self, sitting: Sitting) {
        *self.sitting.lock().await = Some(sitting);
    }

    fn audience(&self) -> MutexGuard<'_, Audience> {
        self.audience.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a listener in. To be called with the table taken, so that no change slips in between.
    pub(crate) fn join(&self, seat: Seat, outbox: Arc<Outbox>) -> u64 {
        let mut audience = self.audience();
        audience.next += 1;
        let number = audience.next;
        audience.listeners.push(Listener { number, seat, outbox });
        number
    }

    /// Gives a listener another seat. To be called with the table taken.
    pub(crate) fn sit(&self, number: u64, seat: Seat) {
        if let Some(listener) = self.audience().listeners.iter_mut().find(|l| l.number == number) {
            listener.seat = seat;
        }
    }

    pub(crate) fn leave(&self, number: u64) {
        self.audience().listeners.retain(|l| l.number != number);
    }

    pub(crate) fn presence(&self) -> Presence {
        let mut presence = Presence::default();
        for listener in &self.audience().listeners {
            match listener.seat {
                Seat::Allies => presence.allies += 1,
                Seat::Axis => presence.axis += 1,
                Seat::Observer | Seat::Referee => presence.observer += 1,
            }
        }
        presence
    }

    /// Tells everybody.
    pub(crate) fn tell(&self, method: &'static str, params: &impl Serialize) {
        let text = notice(method, params);
        self.audience().send(|_| Some(text.clone()));
    }

    /// Carries out a command, puts it on disk, tells everybody.
    pub(crate) async fn act(
        &self,
        app: &App,
        side: Side,
        command: &Value,
        dice: &[u8],
        expected: Option<u32>,
    ) -> Result<Done, Refused> {
        let mut sitting = self.enter(app).await.map_err(Error::from)?;
        still_at(&sitting, expected)?;
        let before = self.views(&sitting);
        let from = sitting.table.next_entry();
        let acted = careful(&mut sitting, |table| table.act(side, command, dice))?;
        let line = sitting.table.last_line().ok_or_else(|| internal("a command left no line"))?;
        let news = self.news(&sitting, before, Change { by: side, undo: false, from });
        self.keep(app, &mut sitting, Entry::Act(line), news).await?;
        metrics::counter!("tallyho_commands_total").increment(1);
        Ok(Done { seq: sitting.seq(), line: acted.line, dice: acted.dice })
    }

    /// Takes back the side's last command, and the answers of computer pilots to it.
    pub(crate) async fn undo(&self, app: &App, side: Side) -> Result<TakenBack, Refused> {
        let mut sitting = self.enter(app).await.map_err(Error::from)?;
        let before = self.views(&sitting);
        let mut lines = 0;
        loop {
            let last = sitting.table.last_line().map(|line| line.side);
            let pilots = last.filter(|last| *last != side && sitting.about.pilot(*last).is_some());
            match careful(&mut sitting, |table| table.undo(pilots.unwrap_or(side))) {
                Ok(_) => lines += 1,
                Err(e) => {
                    // Answers already taken back must not stay so if the command itself cannot be.
                    sitting.spoiled |= lines > 0;
                    return Err(e);
                }
            }
            if pilots.is_none() {
                break;
            }
        }
        let from = sitting.table.next_entry();
        let news = self.news(&sitting, before, Change { by: side, undo: true, from });
        self.keep(app, &mut sitting, Entry::Undo { undo: side, lines }, news).await?;
        Ok(TakenBack { seq: sitting.seq(), line: sitting.table.pending().line })
    }

    /// What each seat sees at which somebody sits.
    fn views(&self, sitting: &Sitting) -> Vec<View> {
        let audience = self.audience();
        let seats = [Seat::Allies, Seat::Axis, Seat::Observer, Seat::Referee];
        let taken = seats.into_iter().filter(|seat| audience.listeners.iter().any(|l| l.seat == *seat));
        taken.map(|seat| sitting.table.position(seat)).collect()
    }

    /// What to tell of a change that is yet to be put on disk. Texts alone wait for the disk: the views that they are made from are many
    /// times as large, and a thousand tables may wait at once.
    fn news(&self, sitting: &Sitting, before: Vec<View>, change: Change) -> News {
        let after = self.views(sitting);
        let summary = after.first().map_or_else(|| sitting.summary(), Summary::of);
        let tell = |(old, new): (View, &View)| {
            let entries = sitting.table.log(new.seat, change.from);
            let entries: Vec<LogLine> = entries.into_iter().map(LogLine::from).collect();
            let log =
                (change.undo || !entries.is_empty()).then_some(LogChange { from: change.from, entries });
            let changed = Changed {
                seq: sitting.seq() + 1,
                line: sitting.table.pending().line,
                by: change.by,
                undo: change.undo,
                to_act: new.to_act.clone(),
                patch: wire::live::patch(&old, new),
                log,
            };
            (new.seat, notice("changed", &changed))
        };
        let texts = before.into_iter().zip(&after).map(tell).collect();
        News { finished: summary.outcome.is_some(), summary: summary.json(), texts }
    }

    /// Puts a change on disk and tells everybody, or has the table read again.
    async fn keep(&self, app: &App, sitting: &mut Sitting, entry: Entry, news: News) -> Result<(), Refused> {
        let kept = Kept {
            place: sitting.place,
            at_ms: crate::app::now_ms(),
            entries: vec![entry],
            finished: news.finished,
            summary: news.summary,
        };
        // Should this task be dropped while it waits, nobody knows what became of the change.
        sitting.spoiled = true;
        match app.store.append(kept).await {
            Ok(appended) => {
                sitting.spoiled = false;
                sitting.place = appended.place;
                let text = |seat| news.texts.iter().find(|(s, _)| *s == seat).map(|(_, text)| text.clone());
                self.audience().send(text);
                Ok(())
            }
            Err(e) => {
                tracing::error!(table = self.id, error = %e, "a change could not be kept");
                let message = "it could not be put on disk; nothing has changed".into();
                Err(Error { code: Code::Disk, message, data: None }.into())
            }
        }
    }
}

/// What a change means for the list of tables and for every seat.
struct News {
    finished: bool,
    summary: String,
    texts: Vec<(Seat, Utf8Bytes)>,
}

impl Audience {
    /// Sends to everybody the text for their seat. Whoever does not read is dropped and has to come again.
    fn send(&mut self, text: impl Fn(Seat) -> Option<Utf8Bytes>) {
        self.listeners.retain(|listener| match text(listener.seat) {
            Some(text) => {
                metrics::counter!("tallyho_sent_bytes_total").increment(text.len() as u64);
                listener.outbox.put(text)
            }
            None => true,
        });
    }
}

/// A change about to be told.
#[derive(Clone, Copy)]
struct Change {
    by: Side,
    undo: bool,
    /// First log entry that is new or no longer there.
    from: u32,
}

/// A change that was not made.
#[derive(Debug)]
pub(crate) enum Refused {
    /// The rules saw a fault.
    ByRules(Box<Fault>),
    /// Anything else.
    Otherwise(Box<Error>),
}

impl From<Error> for Refused {
    fn from(error: Error) -> Refused {
        Refused::Otherwise(Box::new(error))
    }
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Error {
        match refused {
            Refused::ByRules(fault) => desk::error(*fault),
            Refused::Otherwise(error) => *error,
        }
    }
}

fn still_at(sitting: &Sitting, expected: Option<u32>) -> Result<(), Refused> {
    match expected {
        Some(seq) if seq != sitting.seq() => Err(Refused::from(Error {
            code: Code::Moved,
            message: format!("the table has moved on to change {}", sitting.seq()),
            data: Some(ErrorData::Moved { seq: sitting.seq() }),
        })),
        _ => Ok(()),
    }
}

/// Lets the rules change a table. A panic in them is a bug, costs the one who hit it an error, and nobody their game.
fn careful<T>(
    sitting: &mut Sitting,
    change: impl FnOnce(&mut dyn AnyTable) -> Result<T, Fault>,
) -> Result<T, Refused> {
    let table = &mut *sitting.table;
    match catch_unwind(AssertUnwindSafe(|| change(table))) {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(fault)) => Err(Refused::ByRules(Box::new(fault))),
        Err(_) => {
            sitting.spoiled = true;
            Err(internal("the rules failed on this command").into())
        }
    }
}

/// The program is at fault.
pub(crate) fn internal(says: &str) -> Error {
    tracing::error!(says, "internal error");
    metrics::counter!("tallyho_internal_errors_total").increment(1);
    Error { code: Code::Internal, message: says.into(), data: None }
}

/// A notification as text.
pub(crate) fn notice(method: &'static str, params: &impl Serialize) -> Utf8Bytes {
    #[derive(Serialize)]
    struct Notice<'a, T> {
        jsonrpc: &'static str,
        method: &'static str,
        params: &'a T,
    }
    let text = serde_json::to_string(&Notice { jsonrpc: "2.0", method, params });
    // What is sent is made of strings, numbers, lists and string-keyed maps, which always have a JSON form.
    text.unwrap_or_default().into()
}

/// Reads a table from disk and plays it again up to where it stands.
async fn read(app: &App, id: &str) -> Result<Sitting, Shut> {
    let stored = app.store.table(id).await?.ok_or(Shut::Unknown)?;
    let about = About::of(&stored.row)?;
    let transcript = Transcript { header: stored.header, lines: lines(stored.entries), end: None };
    let (catalog, seed, place) = (app.catalog.clone(), stored.seed, stored.place);
    let replayed = tokio::task::spawn_blocking(move || catalog.replay(&transcript, seed)).await;
    let table = replayed.map_err(|e| Shut::Broken(e.to_string()))?.map_err(|d| {
        tracing::error!(table = id, difference = %d, "a kept table does not replay");
        Shut::Broken(d.to_string())
    })?;
    metrics::counter!("tallyho_tables_read_total").increment(1);
    Ok(Sitting::new(table, about, place))
}

/// What is left of the entries of a table's log: commands taken back are gone.
pub(crate) fn lines(entries: Vec<Entry>) -> Vec<table::Line> {
    let mut lines = Vec::with_capacity(entries.len());
    for entry in entries {
        match entry {
            Entry::Act(line) => lines.push(line),
            Entry::Undo { lines: back, .. } => lines.truncate(lines.len().saturating_sub(back as usize)),
        }
    }
    lines
}
