//! The clocks of tables: time that a side has left, kept by the server. The games know of no time.
//!
//! A clock runs while its side owes a decision, once people of every side have sat down. It stands while the server is down: it is noted
//! with every change of its game and every few seconds, and goes on from there. Whoever has no time left has resigned (`table/resign`), through the same door as any command.
//!
//! Of several processes one counts: the one that changed the game last, or another that has adopted the clock since. It alone notes the
//! time that goes by, and acts when a flag falls, whether it has the table in memory or not. The others only show the clock.

use crate::app::App;
use crate::hand::{Hand, Moment};
use crate::open_table::{OpenTable, Shut};
use crate::pilots;
use crate::room::Room;
use futures_util::future::join_all;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{ChainEnd, ClockNote, NotedClock, StoreError};
use table::{Quit, Say, Seat, Side, SideSet};
use tokio::sync::Notify;
use wire::live::ClockNow;
use wire::{Error, Json};

/// How often a clock that runs is noted: so much time may be given back after a crash.
const NOTE_EVERY: Duration = Duration::from_secs(10);
/// The keeper looks at least so often, and so often clocks are looked for that nobody counts.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// A note that is older than this was not followed by the next: whoever counts hangs, and the clock stands.
const MOST_AGE: Duration = Duration::from_secs(15);
/// After a flag that could not be acted on, so long until the next look.
const AGAIN_AFTER: Duration = Duration::from_millis(500);

/// Who counts a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counts {
    /// This process, as soon as it is noted that the clock has begun.
    Soon,
    /// This process.
    Here,
    /// Another process, or nobody for a moment.
    Elsewhere,
}

/// A clock that is in memory.
#[derive(Clone, Debug)]
struct Clock {
    hand: Hand,
    /// Until when it was read off.
    read: Instant,
    /// Whether it has seen the table since the start. Until then it stands: the last change of the game may have come after its last note.
    awake: bool,
    noted: Option<Instant>,
    end: ChainEnd,
    counts: Counts,
}

impl Clock {
    /// What is to be noted of it, by whoever has changed its game or, else, counts.
    fn note(&mut self, now: Instant, kind: fn(String) -> ClockNote) -> (ChainEnd, ClockNote) {
        self.read_off(now);
        self.noted = Some(now);
        // Numbers and words always have a JSON form.
        let body = serde_json::to_string(&self.hand).unwrap_or_default();
        let kind = if self.counts == Counts::Soon { ClockNote::Begin } else { kind };
        (self.end, kind(body))
    }

    /// Takes off the time that has gone by.
    fn read_off(&mut self, now: Instant) {
        let gone = now.saturating_duration_since(self.read).as_millis() as i64;
        self.read = now;
        if self.awake {
            self.hand.take_off(gone);
        }
    }

    /// Whether this process acts when its flag falls.
    fn is_counted_here(&self) -> bool {
        self.awake && self.counts != Counts::Elsewhere
    }
}

/// All clocks of games that go on, by table.
#[derive(Default)]
pub(crate) struct Clocks {
    all: Mutex<BTreeMap<String, Clock>>,
    changed: Notify,
    /// Tables at which a flag falls just now.
    falling: Mutex<BTreeSet<String>>,
    /// When clocks were last looked for that nobody counts.
    looked: Mutex<Option<Instant>>,
    /// Whether the database may say that clocks are counted here which are not: it did not answer when they were adopted or left.
    in_doubt: AtomicBool,
}

impl Clocks {
    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Clock>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn falling(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.falling.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(&self, id: &str, act: impl FnOnce(&mut Clock) -> T) -> Option<T> {
        self.all().get_mut(id).map(act)
    }

    /// Winds all clocks that were noted; the time since does not count. Where there are other processes, clocks are adopted instead.
    pub(crate) async fn wind(&self, store: &store::Store) -> Result<(), StoreError> {
        if store.is_shared() {
            return Ok(());
        }
        let now = Instant::now();
        for (id, end, body) in store.clocks().await? {
            match serde_json::from_str(&body) {
                Ok(hand) => {
                    let (noted, counts) = (Some(now), Counts::Here);
                    self.all().insert(id, Clock { hand, read: now, awake: false, noted, end, counts });
                }
                Err(error) => tracing::error!(table = id, %error, "a clock cannot be read"),
            }
        }
        Ok(())
    }

    /// Puts another hand on a table's clock, which stands until somebody follows.
    pub(crate) fn put(&self, id: &str, hand: Hand) {
        self.with(id, |clock| (clock.hand, clock.awake) = (hand, false));
    }

    /// How a table's clock stands.
    pub(crate) fn now(&self, id: &str) -> Option<ClockNow> {
        self.with(id, |clock| {
            clock.read_off(Instant::now());
            let left = |side: Side| (side, clock.hand.left_ms[side.index()].max(0));
            ClockNow {
                order: clock.hand.order,
                left_ms: Side::BOTH.into_iter().map(left).collect(),
                runs: clock.hand.runs.clone(),
            }
        })
    }

    /// Sets a table's clock going on from where the game has come, by a command of a side if that is known. Answers whether there is one.
    fn follow(&self, table: &OpenTable, acted: Option<Side>) -> bool {
        let id = &table.about.id;
        let Some(order) = table.about.setup.clock.filter(|_| !table.is_over()) else {
            return self.all().remove(id).is_some();
        };
        let now = Instant::now();
        let mut all = self.all();
        let (noted, end, counts) = (None, table.end, Counts::Soon);
        let fresh = || Clock { hand: Hand::new(order), read: now, awake: true, noted, end, counts };
        let clock = all.entry(id.clone()).or_insert_with(fresh);
        clock.read_off(now);
        clock.awake = true;
        clock.hand.follow(moment(table, acted));
        drop(all);
        self.changed.notify_one();
        true
    }

    /// Goes on from how a table's clock was noted, by whichever process. Answers whether there is anything to go on from.
    fn take_over(&self, table: &OpenTable, noted: Option<NotedClock>) -> bool {
        let Some(NotedClock { body, here, age }) = noted else { return false };
        if table.about.setup.clock.is_none() || table.is_over() {
            return false;
        }
        let mut hand: Hand = match serde_json::from_str(&body) {
            Ok(hand) => hand,
            Err(error) => {
                tracing::error!(table = table.about.id, %error, "a clock cannot be read");
                return false;
            }
        };
        hand.take_off(age.min(MOST_AGE).as_millis() as i64);
        // The game may have come further than its note: whoever changed it notes it next.
        hand.follow(moment(table, None));
        let (now, counts) = (Instant::now(), if here { Counts::Here } else { Counts::Elsewhere });
        let clock = Clock { hand, read: now, awake: true, noted: Some(now), end: table.end, counts };
        self.all().insert(table.about.id.clone(), clock);
        self.changed.notify_one();
        true
    }

    /// How long the keeper may sleep.
    fn rest(&self) -> Duration {
        let now = Instant::now();
        let due = |clock: &mut Clock| {
            clock.read_off(now);
            let due = clock.hand.due()?;
            Some(if due.is_zero() { AGAIN_AFTER } else { due })
        };
        let mut all = self.all();
        let counted = all.values_mut().filter(|clock| clock.is_counted_here());
        counted.filter_map(due).min().map_or(LOOK_EVERY, |due| due.min(LOOK_EVERY))
    }

    /// Forgets a table's clock. Answers where its game ended when it was last seen.
    pub(crate) fn leave(&self, id: &str) -> Option<ChainEnd> {
        self.all().remove(id).map(|clock| clock.end)
    }

    /// Forgets clocks that other processes count, of tables that nobody has taken here for long.
    pub(crate) fn sweep(&self, is_known: impl Fn(&str) -> bool) {
        self.all().retain(|id, clock| clock.counts != Counts::Elsewhere || is_known(id));
    }

    /// Whether a table has a clock.
    fn has(&self, id: &str) -> bool {
        self.all().contains_key(id)
    }

    /// Counts a table's clock here from now on. Answers whether it has one.
    fn count_here(&self, id: &str) -> bool {
        let has = self.with(id, |clock| clock.counts = Counts::Here).is_some();
        self.changed.notify_one();
        has
    }

    /// Whether a table's clock is counted here.
    fn counts(&self, id: &str) -> bool {
        self.all().get(id).is_some_and(Clock::is_counted_here)
    }

    /// Clocks to be noted now because time has gone by.
    fn to_note(&self) -> Vec<(String, (ChainEnd, ClockNote))> {
        let now = Instant::now();
        let mut all = self.all();
        let late = |clock: &Clock| match clock.noted {
            _ if clock.counts == Counts::Elsewhere => false,
            None => true,
            Some(noted) => !clock.hand.runs.is_empty() && now.duration_since(noted) >= NOTE_EVERY,
        };
        let late = all.iter_mut().filter(|(_, clock)| late(clock));
        late.map(|(id, clock)| (id.clone(), clock.note(now, ClockNote::Count))).collect()
    }

    /// Tables at which somebody has no time left, as far as this process counts it.
    fn fallen(&self) -> Vec<(String, Side)> {
        let now = Instant::now();
        let fallen = |(id, clock): (&String, &mut Clock)| {
            clock.read_off(now);
            let side = clock.hand.fallen().filter(|_| clock.is_counted_here())?;
            Some((id.clone(), side))
        };
        self.all().iter_mut().filter_map(fallen).collect()
    }

    fn has_fallen(&self, id: &str, side: Side) -> bool {
        self.fallen().iter().any(|(at, who)| at == id && *who == side)
    }

    /// Whether it is time to look for clocks that nobody counts.
    fn is_time_to_look(&self) -> bool {
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        let due = looked.is_none_or(|looked| looked.elapsed() >= LOOK_EVERY);
        if due {
            *looked = Some(Instant::now());
        }
        due
    }
}

fn human(table: &OpenTable, side: Side) -> bool {
    table.about.setup.sides.get(&side).is_some_and(|info| info.pilot.is_none())
}

/// Whether people of every side have sat down.
fn all_came(table: &OpenTable) -> bool {
    let came = &table.about.setup.people.came;
    Side::BOTH.iter().filter(|side| human(table, **side)).all(|side| came.contains(side))
}

/// Whether a table's clock should run and there is none: the server was killed just when it began.
pub(crate) fn is_missing(app: &App, table: &OpenTable) -> bool {
    table.about.setup.clock.is_some()
        && !table.is_over()
        && all_came(table)
        && !app.clocks.has(&table.about.id)
}

/// What a game has come to, by a command of a side if that is known.
fn moment(table: &OpenTable, acted: Option<Side>) -> Moment {
    let here = all_came(table);
    let owing = table.sitting.table.to_act().iter().filter(|side| here && human(table, *side));
    Moment {
        owing: owing.fold(SideSet::NONE, SideSet::with),
        acted,
        turn: table.sitting.table.view(Seat::Observer).phase.turn,
        line: table.sitting.table.lines(),
    }
}

/// Lets a table's clock go on after a change that was made here, notes it, and tells everybody how it stands.
pub(crate) async fn follow(app: &App, room: &Room, table: &mut OpenTable, acted: Option<Side>) {
    if table.about.setup.clock.is_none() || !app.clocks.follow(table, acted) {
        return;
    }
    let note = app.clocks.with(&room.id, |clock| clock.note(Instant::now(), ClockNote::Change));
    if let Some(note) = note
        && write(app, &room.id, note).await
    {
        app.clocks.count_here(&room.id);
    }
    match app.clocks.now(&room.id) {
        Some(now) => room.tell("clock", &now),
        // The game is over. Should the note stay, the clock of a finished game is found later and stopped.
        None => stop(app, table.end).await,
    }
}

async fn stop(app: &App, end: ChainEnd) {
    if let Err(error) = app.store.note_clock(end, ClockNote::Stop).await {
        tracing::warn!(%error, "the clock of a finished game could not be stopped");
    }
}

/// Lets a table's clock go on after a change that another process made and notes.
pub(crate) fn go_on(app: &App, table: &OpenTable, acted: Side) {
    if table.about.setup.clock.is_some() {
        app.clocks.follow(table, Some(acted));
    }
}

/// Goes on from how the clock of a table was noted that was just read.
pub(crate) fn found(app: &App, table: &OpenTable, noted: Option<NotedClock>) {
    app.clocks.take_over(table, noted);
}

/// Goes on from what another process has noted of a table's clock, and tells everybody how it stands.
pub(crate) fn take_over(app: &App, room: &Room, table: &OpenTable, noted: Option<NotedClock>) {
    if app.clocks.take_over(table, noted)
        && let Some(now) = app.clocks.now(&room.id)
    {
        room.tell("clock", &now);
    }
}

/// Watches all clocks: notes them, and acts when a flag falls. At the start every clock looks at its table.
pub(crate) async fn keep(app: Arc<App>) {
    let tables: Vec<String> = app.clocks.all().keys().cloned().collect();
    for id in tables {
        match app.rooms.room(&id).enter(&app).await {
            Ok(table) => {
                app.clocks.follow(&table, None);
            }
            Err(error) => tracing::warn!(table = id, %error, "a clock stands: its table cannot be read"),
        }
    }
    let mut rest = Duration::ZERO;
    loop {
        tokio::select! {
            () = tokio::time::sleep(rest) => {}
            () = app.clocks.changed.notified() => {}
        }
        note(&app).await;
        for (id, side) in app.clocks.fallen() {
            // In a task of its own: a table that somebody holds holds up no other.
            if app.clocks.falling().insert(id.clone()) {
                let app = Arc::clone(&app);
                tokio::spawn(async move {
                    if let Err(Error { message, .. }) = fall(&app, &id, side).await {
                        tracing::warn!(table = id, error = message, "a flag fell and nobody was told");
                    }
                    app.clocks.falling().remove(&id);
                });
            }
        }
        rest = app.clocks.rest();
    }
}

/// Notes how clocks stand, all at once. One that cannot be noted is tried again with the next.
pub(crate) async fn note(app: &App) {
    let late = app.clocks.to_note();
    join_all(late.into_iter().map(|(id, note)| async move { write(app, &id, note).await })).await;
}

/// Writes a note. Answers whether it is on disk; if it is not because another process counts, that is heeded.
async fn write(app: &App, id: &str, (end, note): (ChainEnd, ClockNote)) -> bool {
    let begins = matches!(note, ClockNote::Begin(_));
    let noted = app.store.note_clock(end, note).await;
    match &noted {
        Ok(()) if begins => {
            app.clocks.count_here(id);
        }
        Ok(()) => {}
        Err(e) if e.is_taken() => drop(app.clocks.with(id, |clock| clock.counts = Counts::Elsewhere)),
        Err(error) => {
            tracing::warn!(table = id, %error, "a clock could not be noted");
            app.clocks.with(id, |clock| clock.noted = None);
        }
    }
    noted.is_ok()
}

/// A side has no time left: it resigns. Nothing is done if it has said something meanwhile, here or elsewhere.
async fn fall(app: &Arc<App>, id: &str, side: Side) -> Result<(), Error> {
    if app.store.is_shared() {
        // Whoever has changed the game elsewhere counts since then.
        let note = app.clocks.with(id, |clock| clock.note(Instant::now(), ClockNote::Count));
        let Some(note) = note else { return Ok(()) };
        write(app, id, note).await;
    }
    let room = app.rooms.room(id);
    room.near.doubt();
    let table = match room.enter(app).await {
        Ok(table) => table,
        Err(shut) => return no_table(app, id, shut).await,
    };
    app.clocks.follow(&table, None);
    if !app.clocks.has_fallen(id, side) {
        return Ok(());
    }
    let (command, seq) = (resigning(&table, side)?, table.sitting.seq());
    drop(table);
    pilots::give(app, &room, side, command, seq).await?;
    let mut table = room.enter(app).await?;
    table.set_up(app, &room, |setup| setup.people.late = Some(side)).await?;
    room.tell("people", &table.about.setup.people);
    Ok(())
}

/// The table of a clock cannot be entered. Where it does not go on here, its clock does not either.
async fn no_table(app: &App, id: &str, shut: Shut) -> Result<(), Error> {
    match shut {
        Shut::Unknown => drop(app.clocks.leave(id)),
        Shut::Newer | Shut::Parted(_) if app.store.is_shared() => {
            give_up(app, id).await;
        }
        shut => return Err(shut.into()),
    }
    Ok(())
}

/// The command by which a side resigns.
fn resigning(table: &OpenTable, side: Side) -> Result<Json, Error> {
    let menu = table.sitting.menu(side);
    let choices = menu.into_iter().flat_map(|menu| menu.choices);
    let resign = choices.into_iter().find(|choice| choice.quit == Some(Quit::GiveUp));
    match resign.map(|choice| choice.say) {
        Some(Say::Command(command)) => Ok(command),
        Some(Say::Draft(_) | Say::Range(..)) | None => {
            Err(crate::room::not_here("this game cannot be given up now"))
        }
    }
}

/// Counts on where nobody else does, each clock in a task of its own: one table that cannot be read holds up nothing.
pub(crate) async fn adopt(app: &Arc<App>) -> Result<(), StoreError> {
    if !app.clocks.is_time_to_look() {
        return Ok(());
    }
    let adopted = if app.clocks.in_doubt.swap(false, Ordering::AcqRel) {
        app.store.own_clocks().await
    } else {
        app.store.adopt_clocks(&app.flights.shut_lately()).await
    };
    let adopted = adopted.inspect_err(|_| app.clocks.in_doubt.store(true, Ordering::Release))?;
    for (id, end) in adopted.into_iter().filter(|(id, _)| !app.clocks.counts(id)) {
        tokio::spawn(count_on(Arc::clone(app), id, end));
    }
    Ok(())
}

async fn count_on(app: Arc<App>, id: String, end: ChainEnd) {
    let room = app.rooms.room(&id);
    match room.enter(&app).await {
        Ok(table) => {
            app.clocks.follow(&table, None);
            if !app.clocks.count_here(&id) {
                stop(&app, end).await;
            }
        }
        Err(error) => {
            tracing::warn!(table = id, %error, "a clock stands: its table cannot be read here");
            app.clocks.leave(&id);
            leave(&app, &id, end).await;
        }
    }
}

/// Leaves the clock of a table that does not go on here to other processes.
pub(crate) async fn give_up(app: &App, id: &str) {
    if let Some(end) = app.clocks.leave(id) {
        leave(app, id, end).await;
    }
}

async fn leave(app: &App, id: &str, end: ChainEnd) {
    app.flights.leaves(end.key);
    if let Err(error) = app.store.note_clock(end, ClockNote::Leave).await {
        tracing::warn!(table = id, %error, "a clock could not be left to others");
        app.clocks.in_doubt.store(true, Ordering::Release);
    }
}
