//! Other processes that serve the same tables, where the database has room for several. What they did is followed and told, who is with
//! them is counted in, and the pilots of those that are gone are flown on. None of them owns a table: the log decides who was first.

use crate::app::App;
use crate::entering::Glimpse;
use crate::open_table::{Memory, OpenTable, Shut, told};
use crate::room::Room;
use crate::{adopting, clocks, gauges, pace, pilots, relief, talk, tell};
use desk::{Change, Sitting};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{Beside, ChainEnd, Entry, Glance, News, StoreError, Tail};
use table::{Side, TakeBack};
use tokio::sync::mpsc;
use tokio::time::MissedTickBehavior;
use wire::Json;
use wire::live::{Asked, Bye, ByeWhy, DiceKind, Presence};

/// How often this process says that it is alive and looks at its tables, bell or no bell.
const BEAT: Duration = Duration::from_secs(1);
/// A position that was looked up within this time counts as the present one, until somebody is refused by it.
const FRESH: Duration = Duration::from_secs(1);

/// What a room knows of other processes.
#[derive(Default)]
pub(crate) struct Near {
    /// When its position was last found to be the last one.
    looked: Mutex<Option<Instant>>,
    /// Since when it is known that others have gone on from it, until they are followed.
    late: Mutex<Option<Instant>>,
    /// How often something beside the log had changed when somebody last looked.
    beside: AtomicI64,
    /// Whether somebody waits until the table is free, to look at it.
    awaited: AtomicBool,
    /// Who is there elsewhere.
    others: Mutex<Presence>,
    /// Who is here, as the others were last told.
    told: Mutex<Presence>,
    /// Whether that may be gone or never have come, so that it is to be told again in any case: also that nobody is here.
    in_doubt: AtomicBool,
}

fn open<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Near {
    /// Whether the position is to be looked up before anybody relies on it.
    pub(crate) fn is_due(&self) -> bool {
        open(&self.looked).is_none_or(|looked| looked.elapsed() > FRESH)
    }

    /// What is beside the log was read when it had changed so often.
    pub(crate) fn has_looked(&self, times: i64) {
        self.beside.store(times, Ordering::Relaxed);
    }

    /// The position was just found to be the last one.
    pub(crate) fn is_fresh(&self) {
        *open(&self.looked) = Some(Instant::now());
        *open(&self.late) = None;
    }

    /// Has the position looked up the next time.
    pub(crate) fn doubt(&self) {
        *open(&self.looked) = None;
    }

    /// Others have gone on, and are to be followed.
    fn falls_behind(&self) {
        open(&self.late).get_or_insert_with(Instant::now);
        self.doubt();
    }

    /// Others were followed to where they are.
    fn has_caught_up(&self) {
        let late = open(&self.late).take();
        if let Some(since) = late {
            gauges::followed(since.elapsed());
        }
        self.is_fresh();
    }

    /// Whether somebody of this side is elsewhere.
    pub(crate) fn has_player(&self, side: Side) -> bool {
        let others = open(&self.others);
        match side {
            Side::Allies => others.allies > 0,
            Side::Axis => others.axis > 0,
        }
    }

    /// Adds those who are elsewhere to those who are here.
    pub(crate) fn add_others(&self, here: &mut Presence) {
        let others = open(&self.others);
        here.allies += others.allies;
        here.axis += others.axis;
        here.observer += others.observer;
        here.watchers.extend(others.watchers.iter().cloned());
    }
}

/// A [`Presence`] that another process has written.
#[derive(Default, Deserialize)]
#[serde(default)]
struct There {
    allies: u32,
    axis: u32,
    observer: u32,
    watchers: Vec<String>,
}

/// What this process says of itself: its release, and by which rules it plays.
fn about(app: &App) -> String {
    format!("tallyho {}, rules {}", env!("CARGO_PKG_VERSION"), rules(app).join(" "))
}

fn rules(app: &App) -> Vec<String> {
    app.catalog.games().iter().map(|shelf| shelf.edition().rules.clone()).collect()
}

/// Tells the others that this process is there, before it opens any table.
pub(crate) async fn join(app: &App) -> Result<(), StoreError> {
    app.store.serve(&rules(app)).await?;
    app.store.beat(&about(app)).await?;
    Ok(())
}

/// Listens to the others, looks at the tables that somebody looks at here, and tells who is here; for as long as the server runs.
pub(crate) async fn keep(app: Arc<App>) {
    let Some(mut news) = app.store.listen() else { return };
    let mut beat = tokio::time::interval(BEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let done = tokio::select! {
            told = news.recv() => match told {
                Some(first) => hear(&app, first, &mut news).await,
                None => return,
            },
            _ = beat.tick() => live(&app).await,
        };
        if let Err(error) = done {
            tracing::warn!(%error, "other processes cannot be heard");
        }
    }
}

/// Looks where the bells tell that wait.
async fn hear(app: &Arc<App>, first: News, more: &mut mpsc::Receiver<News>) -> Result<(), StoreError> {
    let mut at = BTreeSet::new();
    let mut next = Some(first);
    while let Some(news) = next {
        match news {
            News::At(keys) => at.extend(keys),
            News::Look => {
                // What the others were told may be gone with the database.
                for room in app.rooms.all_known() {
                    room.near.in_doubt.store(true, Ordering::Relaxed);
                }
                return look_at_all(app).await;
            }
        }
        next = more.try_recv().ok();
    }
    look_at(app, app.rooms.at(&at)).await
}

/// One beat: this process lives, who is with it, what happened that no bell told, whose pilots are left alone.
async fn live(app: &Arc<App>) -> Result<(), StoreError> {
    let sure = app.store.beat(&about(app)).await.inspect_err(|_| app.readiness.is_silent())?;
    app.readiness.is_back();
    let mut here = Vec::new();
    for room in app.rooms.all_known() {
        let Some(ChainEnd { key, .. }) = room.glimpse().end() else { continue };
        let present = room.here();
        if room.near.in_doubt.load(Ordering::Relaxed) || *open(&room.near.told) != present {
            here.push((room, key, present));
        }
    }
    if !here.is_empty() {
        let says = |(_, key, present): &(Arc<Room>, i64, Presence)| {
            let anybody = *present != Presence::default();
            (*key, anybody.then(|| serde_json::to_string(present).unwrap_or_default()))
        };
        app.store.present(&here.iter().map(says).collect::<Vec<_>>()).await?;
        for (room, _, present) in here {
            room.near.in_doubt.store(false, Ordering::Relaxed);
            *open(&room.near.told) = present;
        }
    }
    look_at_all(app).await?;
    if sure {
        adopting::adopt(app);
        clocks::adopt(app).await?;
    }
    Ok(())
}

/// Looks how all tables stand that are in memory here. Those that somebody has taken have their turn at the next beat.
async fn look_at_all(app: &Arc<App>) -> Result<(), StoreError> {
    look(app, app.rooms.all_known()).await.map(drop)
}

/// Looks at tables of which others have told something, and as soon as they are free at those that somebody has taken: nothing is told twice.
async fn look_at(app: &Arc<App>, rooms: Vec<Arc<Room>>) -> Result<(), StoreError> {
    for room in look(app, rooms).await? {
        // Whoever waits for it already looks at this too.
        if !room.near.awaited.swap(true, Ordering::AcqRel) {
            tokio::spawn(look_when_free(Arc::clone(app), room));
        }
    }
    Ok(())
}

/// In a box, because it may have to wait again.
fn look_when_free(app: Arc<App>, room: Arc<Room>) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    Box::pin(async move {
        drop(room.table.lock().await);
        room.near.awaited.store(false, Ordering::Release);
        if let Err(error) = look_at(&app, vec![room]).await {
            tracing::warn!(%error, "a table that others have changed is followed later");
        }
    })
}

/// Looks how tables stand, and follows where they have moved on. Answers which of them somebody has taken just now.
async fn look(app: &Arc<App>, all: Vec<Arc<Room>>) -> Result<Vec<Arc<Room>>, StoreError> {
    let (mut rooms, mut taken) = (Vec::new(), Vec::new());
    for room in all {
        match room.glimpse() {
            Glimpse::At(end, beside) => rooms.push((room, end, beside)),
            Glimpse::Taken => taken.push(room),
            Glimpse::Absent => {}
        }
    }
    let keys: Vec<i64> = rooms.iter().map(|(_, end, _)| end.key).collect();
    if keys.is_empty() {
        return Ok(taken);
    }
    let glances = app.store.glance(&keys).await?;
    let glances: BTreeMap<i64, Glance> = glances.into_iter().map(|glance| (glance.key, glance)).collect();
    let mut behind = Vec::new();
    for (room, end, beside) in rooms {
        match glances.get(&end.key) {
            Some(glance) if heed(&room, (end, beside), glance) => {}
            Some(_) => behind.push((room, end)),
            None => room.was_deleted(app),
        }
    }
    follow_all(app, behind).await?;
    Ok(taken)
}

/// Follows tables that have moved on, each in a task of its own: its room may be taken. What happened there is read for all of them at once.
async fn follow_all(app: &Arc<App>, behind: Vec<(Arc<Room>, ChainEnd)>) -> Result<(), StoreError> {
    if behind.is_empty() {
        return Ok(());
    }
    let ends: Vec<ChainEnd> = behind.iter().map(|(_, end)| *end).collect();
    let mut tails: BTreeMap<i64, Ahead> = BTreeMap::new();
    for (end, tail) in app.store.tails(&ends).await? {
        tails.insert(end.key, Ahead { end, tail });
    }
    for (room, end) in behind {
        let (app, ahead) = (Arc::clone(app), tails.remove(&end.key));
        tokio::spawn(async move {
            if let Ok(table) = room.follow(&app, ahead).await {
                pilots::nudge(&app, &room, &table);
            }
        });
    }
    Ok(())
}

/// What other processes did at a table since it ended there, read before the room was entered.
pub(crate) struct Ahead {
    end: ChainEnd,
    tail: Tail,
}

/// Takes in how a table stands. Answers whether it stands as it does here.
fn heed(room: &Room, (end, beside): (ChainEnd, Option<i64>), glance: &Glance) -> bool {
    let mut others = Presence::default();
    for body in glance.present.values() {
        let there: There = serde_json::from_str(body).unwrap_or_default();
        others.allies += there.allies;
        others.axis += there.axis;
        others.observer += there.observer;
        others.watchers.extend(there.watchers);
    }
    let changed = std::mem::replace(&mut *open(&room.near.others), others.clone()) != others;
    if changed {
        room.tell("presence", &room.presence());
    }
    room.near.beside.store(glance.beside, Ordering::Relaxed);
    let beside = beside.unwrap_or(glance.beside);
    let current = (end.seq, end.mark, beside) == (glance.seq, glance.mark, glance.beside);
    if current {
        room.near.is_fresh();
    } else {
        room.near.falls_behind();
    }
    current
}

impl Room {
    /// Goes on from what other processes have done since, and tells those who are here.
    pub(crate) async fn catch_up(
        &self,
        app: &App,
        table: &mut OpenTable,
        ahead: Option<Ahead>,
    ) -> Result<(), Shut> {
        let tail = match ahead.filter(|ahead| ahead.end == table.end) {
            Some(ahead) => Some(ahead.tail),
            None => app.store.tail(table.end).await?,
        };
        let Some(tail) = tail else {
            self.another_history(table);
            return Ok(());
        };
        for (entry, end) in tail {
            let before = self.views(table);
            table.sitting.keep_next_under(told(end.mark));
            let Some(change) = follow(&mut table.sitting, table.about.setup.dice, &entry) else {
                self.another_history(table);
                return Ok(());
            };
            let news = self.news(table, before, change);
            table.end = end;
            self.changed.notify_waiters();
            self.send(&news.texts);
            clocks::go_on(app, table, change.by);
        }
        let beside = self.near.beside.load(Ordering::Relaxed);
        if beside != table.beside {
            table.look_beside(app, self).await?;
        }
        tell::go_on(app, table);
        self.near.has_caught_up();
        Ok(())
    }

    /// Newer rules have the table now, and this process follows it no more: whoever is here has to come again, elsewhere.
    pub(crate) async fn left_to_newer(&self, app: &App, known: Option<ChainEnd>) {
        clocks::give_up(app, &self.id).await;
        let Some(end) = known else { return };
        self.reset();
        *open(&self.near.told) = Presence::default();
        if let Err(error) = app.store.present(&[(end.key, None)]).await {
            self.near.in_doubt.store(true, Ordering::Relaxed);
            tracing::warn!(table = self.id, %error, "the others could not be told that nobody is here");
        }
    }

    /// Another process has deleted the table.
    fn was_deleted(&self, app: &App) {
        app.clocks.leave(&self.id);
        app.tells.forget(&self.id);
        self.gone.store(true, Ordering::Release);
        self.changed.notify_waiters();
        self.tell("bye", &Bye { why: ByeWhy::Deleted });
    }

    /// What is in memory is not what happened.
    fn another_history(&self, table: &mut OpenTable) {
        table.memory = Memory::Foreign;
        self.reset();
    }
}

impl OpenTable {
    /// Reads what is kept beside the log, and tells what is new.
    pub(crate) async fn look_beside(&mut self, app: &App, room: &Room) -> Result<(), Shut> {
        let Beside { times, setup, clock, tells } = app.store.beside(self.end).await?.ok_or(Shut::Unknown)?;
        if setup != self.kept {
            let new = serde_json::from_str(&setup).map_err(|e| Shut::Broken(e.to_string()))?;
            let before = std::mem::replace(&mut self.about.setup, new);
            self.kept = setup;
            pace::catch_up(room, self, &before);
            relief::catch_up(room, self, &before);
            self.sitting.company = self.about.company();
            room.tell("people", &self.about.setup.people);
            let seq = self.sitting.seq();
            let asked = self.about.setup.asked.filter(|(_, at)| *at == seq).map(|(side, _)| side);
            if asked != self.sitting.asked() {
                self.sitting.ask_for(asked);
                room.tell("asked", &Asked { by: asked, seq });
            }
        }
        room.send_away_all_but(&app.store.tokens(self.end).await?);
        self.spoken = talk::catch_up(room, &self.spoken, app.store.talk(self.end).await?);
        clocks::take_over(app, room, self, clock);
        tell::take_over(app, self, tells);
        self.beside = times;
        room.near.has_looked(times);
        Ok(())
    }
}

/// Does again what was done elsewhere. Nothing if it comes to something else here.
fn follow(sitting: &mut Sitting, dice: DiceKind, entry: &Entry) -> Option<Change> {
    match entry {
        Entry::Act(line) => {
            let thrown: &[u8] = if dice == DiceKind::Ask { &line.dice } else { &[] };
            let (change, state) = sitting.follow(line.side, &Json::of(&line.command), thrown).ok()?;
            (state == line.state).then_some(change)
        }
        Entry::Bound { bound, command } => sitting.follow_bound(*bound, &Json::of(command)).ok(),
        Entry::Undo { undo, lines, seen } => {
            Some(sitting.follow_undo(*undo, TakeBack { lines: *lines, seen: *seen }))
        }
        // The rules are others now.
        Entry::Stamp { .. } | Entry::Agree { .. } | Entry::Resume(_) => None,
    }
}
