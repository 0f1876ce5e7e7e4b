//! One table in memory: its position, those who look at it, and the one way to change it.
//!
//! A change is worked out on the table, put on disk, and only then shown to anybody. The room's lock is held all the while, so
//! that nobody sees the position in between. If the disk refuses, what is in memory is thrown away and read again.

use crate::app::App;
use crate::audience::{Audience, Class, Listener};
use crate::clocks;
use crate::counts::COMMANDS;
use crate::keeping::{self, Behind};
use crate::neighbours::Near;
use crate::open_table::{Found, Memory, OpenTable, Shut, read, told};
use crate::outbox::Outbox;
use crate::pilots;
use crate::seats::OwnSeats;
use crate::socket::Utf8Bytes;
use crate::tables::Summary;
use crate::tell;
use catalog::Fault;
use desk::{Caller, Change, ChangeKind, Sitting, Told};
use serde::Serialize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{Aside, ChainEnd, Kept, Mark, StoreError, TokenHash};
use table::{Seat, Side, SideSet};
use wire::live::{Asked, Bye, ByeWhy, Presence};
use wire::{Answer, Call, Code, Error, View};

/// The most names of watchers that everybody is told.
const MOST_NAMES: usize = 20;
/// How often a call is judged again because somebody else was first.
const MOST_GOES: usize = 5;

/// A table's place in memory.
pub(crate) struct Room {
    pub(crate) id: String,
    pub(crate) table: tokio::sync::Mutex<Option<Found>>,
    audience: Mutex<Audience>,
    /// Whether a computer pilot is at work.
    pub(crate) flying: AtomicBool,
    /// Wakes a pilot that thinks or waits for its time to come: the position, the pace or who flies has become another.
    pub(crate) changed: tokio::sync::Notify,
    /// Whether the game was deleted.
    pub(crate) gone: AtomicBool,
    /// When it was last entered, in seconds of the server's life.
    pub(crate) used_s: AtomicU64,
    /// Whether its views are behind.
    pub(crate) behind: Behind,
    /// What is known of other processes.
    pub(crate) near: Near,
    /// How often the table has become another: sockets from before have to come again.
    pub(crate) times: AtomicU64,
}

impl Room {
    pub(crate) fn new(id: &str) -> Room {
        Room {
            id: id.to_owned(),
            table: tokio::sync::Mutex::new(None),
            audience: Mutex::default(),
            flying: AtomicBool::new(false),
            changed: tokio::sync::Notify::new(),
            gone: AtomicBool::new(false),
            used_s: AtomicU64::new(0),
            behind: Behind::default(),
            near: Near::default(),
            times: AtomicU64::new(0),
        }
    }

    /// Puts a table that was just made into an empty room.
    pub(crate) async fn furnish(&self, table: OpenTable) {
        *self.table.lock().await = Some(Found::Open(Box::new(table)));
        self.behind.begin();
    }

    /// Notes up to which entry its views are kept.
    pub(crate) async fn kept_upto(&self, seq: u32) {
        if let Some(Found::Open(table)) = &mut *self.table.lock().await {
            table.kept_upto = seq;
            if table.end.seq == seq {
                self.behind.caught_up();
            }
        }
    }

    /// Deletes the table, and sends everybody away.
    pub(crate) async fn delete(&self, app: &App) -> Result<(), Shut> {
        let mut table = self.table.lock().await;
        let end = match &*table {
            Some(table) => table.end(),
            None => read(app, &self.id).await?.end(),
        };
        self.delete_taken(app, end).await?;
        *table = None;
        Ok(())
    }

    /// Deletes the table that ends there on disk, whether it can be read or not, and sends everybody away.
    pub(crate) async fn delete_at(&self, app: &App, end: ChainEnd) -> Result<(), StoreError> {
        let mut table = self.table.lock().await;
        self.delete_taken(app, end).await?;
        *table = None;
        Ok(())
    }

    async fn delete_taken(&self, app: &App, end: ChainEnd) -> Result<(), StoreError> {
        app.store.aside(end, Aside::Forget).await?;
        app.clocks.leave(&self.id);
        app.tells.forget(&self.id);
        self.gone.store(true, Ordering::Release);
        self.changed.notify_waiters();
        self.tell("bye", &Bye { why: ByeWhy::Deleted });
        Ok(())
    }

    fn audience(&self) -> MutexGuard<'_, Audience> {
        self.audience.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a listener in. To be called with the table taken, so that no change slips in between.
    pub(crate) fn join(&self, seat: Seat, held: &OwnSeats, outbox: Arc<Outbox>) -> u64 {
        let mut audience = self.audience();
        audience.next += 1;
        let (number, plays, by) = (audience.next, held.plays(), held.by().to_vec());
        audience.listeners.push(Listener { number, seat, plays, by, menus: true, name: None, outbox });
        number
    }

    /// Whether a listener has not been sent away.
    pub(crate) fn has(&self, number: u64) -> bool {
        self.audience().listeners.iter().any(|l| l.number == number)
    }

    /// Sends those away whose seats are given by tokens that are good no more.
    pub(crate) fn send_away_all_but(&self, good: &[(TokenHash, Seat)]) {
        let is_good = |token: &TokenHash| good.iter().any(|(hash, _)| hash == token);
        self.audience().listeners.retain(|listener| {
            let stays = listener.by.iter().all(is_good);
            if !stays {
                listener.outbox.shut(ByeWhy::Reset);
            }
            stays
        });
    }

    /// Gives a listener another seat, and menus there or none. To be called with the table taken.
    pub(crate) fn sit(&self, number: u64, seat: Seat, menus: bool) {
        if let Some(listener) = self.audience().listeners.iter_mut().find(|l| l.number == number) {
            (listener.seat, listener.menus) = (seat, menus);
        }
    }

    /// Gives a listener a name, or takes it away.
    pub(crate) fn call(&self, number: u64, name: Option<String>) {
        if let Some(listener) = self.audience().listeners.iter_mut().find(|l| l.number == number) {
            listener.name = name;
        }
    }

    /// What a listener calls themselves.
    pub(crate) fn name_of(&self, number: u64) -> Option<String> {
        self.audience().listeners.iter().find(|l| l.number == number)?.name.clone()
    }

    pub(crate) fn leave(&self, number: u64) {
        self.audience().listeners.retain(|l| l.number != number);
    }

    /// Whether somebody is here who plays this side, wherever they sit.
    pub(crate) fn has_player(&self, side: Side) -> bool {
        self.audience().listeners.iter().any(|l| l.plays.contains(side)) || self.near.has_player(side)
    }

    /// Who is at the table, here and at other processes.
    pub(crate) fn presence(&self) -> Presence {
        let mut presence = self.here();
        self.near.add_others(&mut presence);
        presence.watchers.truncate(MOST_NAMES);
        presence
    }

    /// Who is here.
    pub(crate) fn here(&self) -> Presence {
        let mut presence = Presence::default();
        for listener in &self.audience().listeners {
            match listener.seat {
                Seat::Allies => presence.allies += 1,
                Seat::Axis => presence.axis += 1,
                Seat::Observer | Seat::Referee => {
                    presence.observer += 1;
                    let room = MOST_NAMES - presence.watchers.len();
                    presence.watchers.extend(listener.name.iter().take(room).cloned());
                }
            }
        }
        presence
    }

    /// Tells those who play certain sides.
    pub(crate) fn tell_those(
        &self,
        who: impl Fn(SideSet) -> bool,
        method: &'static str,
        params: &impl Serialize,
    ) {
        let text = notice(method, params);
        self.audience().listeners.retain(|l| !who(l.plays) || l.outbox.put(text.clone()));
    }

    /// Tells everybody.
    pub(crate) fn tell(&self, method: &'static str, params: &impl Serialize) {
        let text = notice(method, params);
        self.audience().send(|_| Some(text.clone()));
    }

    /// Answers a call that may change the table: works it out, puts the change on disk, tells everybody. If somebody else was first on disk,
    /// the call is judged again by the table as it is then.
    pub(crate) async fn change(
        self: &Arc<Self>,
        app: &Arc<App>,
        call: &Call,
        caller: Caller,
    ) -> Result<Answer, Refused> {
        let mut answer = self.change_once(app, call, caller).await;
        if app.store.is_shared() && matches!(answer, Err(Refused::ByRules(_))) {
            // Nobody is refused by a position that another process has left behind.
            self.near.doubt();
            answer = self.change_once(app, call, caller).await;
        }
        for _ in 1..MOST_GOES {
            if !matches!(answer, Err(Refused::Late)) {
                break;
            }
            self.near.doubt();
            answer = self.change_once(app, call, caller).await;
        }
        answer
    }

    async fn change_once(
        self: &Arc<Self>,
        app: &Arc<App>,
        call: &Call,
        caller: Caller,
    ) -> Result<Answer, Refused> {
        let mut table = self.enter(app).await.map_err(Error::from)?;
        let asked = table.sitting.asked();
        let before = self.views(&table);
        let mark = Mark::draw();
        table.sitting.keep_next_under(told(mark));
        let answer = careful(&mut table, |sitting| sitting.answer(call, caller));
        if let Some(change) = table.sitting.take_change() {
            // Also where the answer asks for dice: a command that stands is on disk before anybody is told which (`table/stands`).
            let news = self.news(&mut table, before, change);
            self.keep(app, &mut table, (change, mark), news).await?;
            pilots::nudge(app, self, &table);
            if table.is_over() {
                keeping::at_once(app, self);
            }
        } else if table.sitting.asked() != asked {
            self.tell_asked(app, &mut table).await;
        }
        answer
    }

    /// Tells who asks to take something back, or that nobody does any more, here and elsewhere.
    async fn tell_asked(&self, app: &App, table: &mut OpenTable) {
        let seq = table.sitting.seq();
        let asked = table.sitting.asked().map(|side| (side, seq));
        if let Err(error) = table.set_up(app, self, |setup| setup.asked = asked).await {
            // Whoever is here can still answer.
            tracing::warn!(table = self.id, %error, "a request to take back is known here alone");
        }
        self.tell("asked", &Asked { by: table.sitting.asked(), seq });
    }

    /// What each seat sees at which somebody sits. Where there are no secrets all of them see the same, so that one view is enough.
    pub(crate) fn views(&self, table: &OpenTable) -> Vec<View> {
        let taken = self.audience().seats();
        let table = &table.sitting.table;
        let different = if table.has_secrets() { taken.len() } else { taken.len().min(1) };
        taken.into_iter().take(different).map(|seat| table.view(seat)).collect()
    }

    /// What to tell of a change that is yet to be put on disk, to the seats that were taken `before` it: whoever leaves meanwhile changes nothing.
    /// Texts alone wait for the disk: the views that they are made from are many times as large, and a thousand tables may wait at once.
    pub(crate) fn news(&self, table: &mut OpenTable, before: Vec<View>, change: Change) -> News {
        let sitting = &mut table.sitting;
        let audience = self.audience();
        for listener in &audience.listeners {
            sitting.shown_to(listener.plays);
        }
        // Whoever is elsewhere sees it there.
        for side in Side::BOTH.into_iter().filter(|side| self.near.has_player(*side)) {
            sitting.shown_to(SideSet::only(side));
        }
        let classes = audience.classes();
        drop(audience);
        let secrets = sitting.table.has_secrets();
        let mut summary = None;
        let mut texts = Vec::with_capacity(classes.len());
        for old in before {
            let new = sitting.table.view(old.seat);
            let told = Told::of(sitting, &old, &new, change);
            for class in classes.iter().filter(|class| !secrets || class.seat == old.seat) {
                texts.push((*class, notice("changed", &told.to(sitting, class.seat, class.menus))));
            }
            summary.get_or_insert_with(|| Summary::of(&new));
        }
        let summary = summary.unwrap_or_else(|| table.summary());
        News { finished: summary.outcome.is_some(), summary: summary.json(), texts }
    }

    /// Tells everybody of a change.
    pub(crate) fn send(&self, texts: &[(Class, Utf8Bytes)]) {
        let text = |of: Class| texts.iter().find(|(class, _)| *class == of).map(|(_, t)| t.clone());
        self.audience().send(text);
    }

    /// Puts a change on disk and tells everybody, or has the table read again.
    async fn keep(
        &self,
        app: &App,
        table: &mut OpenTable,
        (change, mark): (Change, Mark),
        news: News,
    ) -> Result<(), Refused> {
        // Should this task be dropped while it waits, nobody knows what became of the change.
        table.memory = Memory::Ahead;
        let entry = table.entry(change).ok_or_else(|| internal("a change left nothing to keep"))?;
        let kept = Kept {
            end: table.end,
            mark,
            at_ms: crate::app::now_ms(),
            entry,
            finished: news.finished,
            summary: news.summary,
        };
        match app.store.append(kept).await {
            Ok(appended) => {
                table.memory = Memory::Sound;
                table.end = appended.end;
                self.near.is_fresh();
                self.behind.begin();
                self.changed.notify_waiters();
                if change.kind == ChangeKind::Act {
                    COMMANDS.increment(1);
                }
                self.send(&news.texts);
                clocks::follow(app, self, table, Some(change.by)).await;
                tell::follow(app, table).await;
                Ok(())
            }
            Err(StoreError::Moved) => Err(Refused::Late),
            Err(e @ StoreError::Unknown(..)) => {
                tracing::error!(table = self.id, error = %e, "a change may be kept or not");
                Err(Error::from(Shut::from(e)).into())
            }
            Err(e) => {
                tracing::error!(table = self.id, error = %e, "a change could not be kept");
                let message = "it could not be put on disk; nothing has changed".into();
                Err(Error { code: Code::Disk, message, data: None }.into())
            }
        }
    }
}

/// What a change means for the list of tables and for everybody.
pub(crate) struct News {
    finished: bool,
    summary: String,
    pub(crate) texts: Vec<(Class, Utf8Bytes)>,
}

/// A change that was not made.
#[derive(Debug)]
pub(crate) enum Refused {
    /// The rules saw a fault.
    ByRules(Box<Fault>),
    /// Somebody else was first on disk.
    Late,
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
            Refused::Late => {
                Error { code: Code::Moved, message: "the table has moved on".into(), data: None }
            }
            Refused::Otherwise(error) => *error,
        }
    }
}

/// Lets the rules at a table. A panic in them is a bug, costs the one who hit it an error, and nobody their game.
fn careful<T>(
    table: &mut OpenTable,
    change: impl FnOnce(&mut Sitting) -> Result<T, Fault>,
) -> Result<T, Refused> {
    let sitting = &mut table.sitting;
    match catch_unwind(AssertUnwindSafe(|| change(sitting))) {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(fault)) => Err(Refused::ByRules(Box::new(fault))),
        Err(_) => {
            table.memory = Memory::Ahead;
            Err(internal("the rules failed on this command").into())
        }
    }
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
    desk::notice(method, params).into()
}

#[cfg(test)]
mod tests;
