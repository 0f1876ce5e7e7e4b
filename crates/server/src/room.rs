//! One table in memory: its position, those who look at it, and the one way to change it.
//!
//! A change is worked out on the table, put on disk, and only then shown to anybody. The room's lock is held all the while, so
//! that nobody sees the position in between. If the disk refuses, what is in memory is thrown away and read again.

use crate::app::App;
use crate::outbox::Outbox;
use crate::sitting::{Shut, Sitting, read};
use crate::socket::Utf8Bytes;
use crate::tables::Summary;
use catalog::{AnyTable, Fault};
use serde::Serialize;
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{Entry, Kept};
use table::{Seat, Side, SideSet, TakeBack, UndoError};
use tokio::sync::MappedMutexGuard;
use wire::live::{Asked, Changed, Done, LogChange, LogLine, Presence, TakenBack};
use wire::{Code, Error, ErrorData, View};

/// Somebody who looks at the table.
struct Listener {
    number: u64,
    seat: Seat,
    /// The sides that they play, wherever they sit.
    plays: SideSet,
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
    pub(crate) fn join(&self, seat: Seat, plays: SideSet, outbox: Arc<Outbox>) -> u64 {
        let mut audience = self.audience();
        audience.next += 1;
        let number = audience.next;
        audience.listeners.push(Listener { number, seat, plays, outbox });
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
        // Whoever throws the dice of what stands already cannot be late.
        if !sitting.table.is_bound_by(side, command) {
            still_at(&sitting, expected)?;
        }
        let before = self.views(&sitting);
        let from = sitting.table.next_entry();
        let free = sitting.table.bound().is_none();
        let acted = match careful(&mut sitting, |table| table.act(side, command, dice)) {
            Ok(acted) => acted,
            Err(refused) => {
                if let Some((bound, command)) = sitting.table.bound().filter(|_| free) {
                    // On disk before anybody is told which dice it needs (`table/stands`).
                    let news = self.news(&mut sitting, before, Change { by: bound, undo: false, from });
                    self.keep(app, &mut sitting, Entry::Bound { bound, command }, news).await?;
                }
                return Err(refused);
            }
        };
        let line = sitting.table.last_line().ok_or_else(|| internal("a command left no line"))?;
        let made_at = sitting.seq() + 1;
        sitting.made_at.push(made_at);
        let news = self.news(&mut sitting, before, Change { by: side, undo: false, from });
        self.keep(app, &mut sitting, Entry::Act(line), news).await?;
        metrics::counter!("tallyho_commands_total").increment(1);
        Ok(Done { seq: sitting.seq(), line: acted.line, dice: acted.dice })
    }

    /// Takes back the side's last command, and the answers of computer pilots to it. What the other side has seen waits for its consent,
    /// unless `both` sides are in the asking browser.
    pub(crate) async fn undo(&self, app: &App, side: Side, both: bool) -> Result<TakenBack, Refused> {
        let mut sitting = self.enter(app).await.map_err(Error::from)?;
        let (allowed, ask) = sitting.may_take_back(side).map_err(not_taken_back)?;
        if ask && !both {
            if sitting.asked != Some(side) {
                sitting.asked = Some(side);
                self.tell("asked", &Asked { by: Some(side), seq: sitting.seq() });
            }
            let line = sitting.table.pending().line;
            return Ok(TakenBack { asked: true, seq: sitting.seq(), line });
        }
        self.take_back(app, &mut sitting, side, allowed).await
    }

    /// A side's answer to the other one, which asked to take something back at change `seq`.
    pub(crate) async fn consent(
        &self,
        app: &App,
        side: Side,
        seq: u32,
        allow: bool,
    ) -> Result<TakenBack, Refused> {
        let mut sitting = self.enter(app).await.map_err(Error::from)?;
        if sitting.asked != Some(side.enemy()) || seq != sitting.seq() {
            return Err(not_here("nobody asks to take anything back now").into());
        }
        if allow {
            let (allowed, _) = sitting.may_take_back(side.enemy()).map_err(not_taken_back)?;
            return self.take_back(app, &mut sitting, side.enemy(), allowed).await;
        }
        sitting.asked = None;
        self.tell("asked", &Asked { by: None, seq });
        Ok(TakenBack { asked: false, seq, line: sitting.table.pending().line })
    }

    async fn take_back(
        &self,
        app: &App,
        sitting: &mut Sitting,
        side: Side,
        allowed: TakeBack,
    ) -> Result<TakenBack, Refused> {
        let before = self.views(sitting);
        let from = careful(sitting, |table| Ok(table.take_back(allowed)))?;
        let line = sitting.table.pending().line;
        let left = sitting.made_at.len().saturating_sub(allowed.lines as usize);
        sitting.made_at.truncate(left);
        if allowed.seen {
            sitting.table.note_take_back(side, line as usize);
        }
        let news = self.news(sitting, before, Change { by: side, undo: true, from });
        let entry = Entry::Undo { undo: side, lines: allowed.lines, seen: allowed.seen };
        self.keep(app, sitting, entry, news).await?;
        Ok(TakenBack { asked: false, seq: sitting.seq(), line })
    }

    /// What each seat sees at which somebody sits.
    fn views(&self, sitting: &Sitting) -> Vec<View> {
        let audience = self.audience();
        let seats = [Seat::Allies, Seat::Axis, Seat::Observer, Seat::Referee];
        let taken = seats.into_iter().filter(|seat| audience.listeners.iter().any(|l| l.seat == *seat));
        taken.map(|seat| sitting.table.position(seat)).collect()
    }

    /// What to tell of a change that is yet to be put on disk, to the seats that were taken `before` it: whoever leaves meanwhile changes nothing.
    /// Texts alone wait for the disk: the views that they are made from are many times as large, and a thousand tables may wait at once.
    fn news(&self, sitting: &mut Sitting, before: Vec<View>, change: Change) -> News {
        let seq = sitting.seq() + 1;
        for side in self.audience().listeners.iter().flat_map(|listener| listener.plays.iter()) {
            sitting.seen[side.index()] = seq;
        }
        let sitting = &*sitting;
        let mut summary = None;
        let tell = |old: View| {
            let new = sitting.table.position(old.seat);
            let entries = sitting.table.log(new.seat, change.from);
            let entries: Vec<LogLine> = entries.into_iter().map(LogLine::from).collect();
            let log =
                (change.undo || !entries.is_empty()).then_some(LogChange { from: change.from, entries });
            summary.get_or_insert_with(|| Summary::of(&new));
            let changed = Changed {
                seq,
                line: sitting.table.pending().line,
                by: change.by,
                undo: change.undo,
                to_act: new.to_act.clone(),
                patch: wire::live::patch(&old, &new),
                take_back: sitting.take_back_of(new.seat),
                log,
            };
            (new.seat, notice("changed", &changed))
        };
        let texts = before.into_iter().map(tell).collect();
        let summary = summary.unwrap_or_else(|| sitting.summary());
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
                sitting.asked = None;
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

/// Why nothing is taken back.
fn not_taken_back(why: UndoError) -> Error {
    not_here(why.text())
}

/// It is not possible here and now.
pub(crate) fn not_here(says: &str) -> Error {
    Error { code: Code::NotHere, message: says.to_owned(), data: None }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::{About, Setup};
    use serde_json::json;
    use store::{Fresh, Store};
    use wire::live::{DiceKind, Watch};

    async fn sitting(store: &Store, id: String) -> Sitting {
        let shelf = catalog::shelf::<bids::Bids>(&std::collections::BTreeMap::new()).unwrap();
        let dice = table::DiceSource::seeded(table::Seed::from_number(1));
        let table = shelf.open(&json!("three"), None, dice).unwrap();
        let setup = Setup {
            sides: Default::default(),
            hot_seat: false,
            dice: DiceKind::Seed,
            commitment: None,
            seal: None,
            watch: Watch::Link,
            pace_ms: 0,
        };
        let fresh = Fresh {
            id: id.clone(),
            header: table.transcript().header,
            title: String::new(),
            created_ms: 0,
            setup: String::new(),
            summary: String::new(),
            listed: false,
            seed: None,
            seats: Vec::new(),
        };
        let place = store.create(fresh).await.unwrap();
        let about = About { id, game: "bids".into(), title: String::new(), created_ms: 0, setup };
        Sitting::new(table, about, place)
    }

    /// Between the views before a command and those after it anybody may leave: sockets close when they like.
    #[tokio::test]
    async fn whoever_leaves_while_a_command_is_worked_out_mixes_up_nobodys_seat() {
        let dir = tempfile::TempDir::new().unwrap();
        let store = Store::open(&dir.path().join("games.db")).await.unwrap();
        let seats = [Seat::Allies, Seat::Axis, Seat::Observer];
        for leaver in 0..seats.len() {
            let mut sitting = sitting(&store, format!("table-{leaver}")).await;
            let room = Room::new(&sitting.about.id);
            let numbers = seats.map(|seat| room.join(seat, SideSet::NONE, Arc::default()));
            let before = room.views(&sitting);
            sitting.table.act(Side::Allies, &json!({ "bid": bids::SECRET }), &[]).unwrap();
            room.leave(numbers[leaver]);
            let news = room.news(&mut sitting, before, Change { by: Side::Allies, undo: false, from: 0 });
            for (seat, text) in news.texts {
                let told = text.as_str().contains(&bids::SECRET.to_string());
                assert_eq!(told, seat == Seat::Allies, "{leaver} leaves, {seat:?} is told {text}");
            }
        }
    }
}
