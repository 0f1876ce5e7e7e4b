//! The clocks of tables: time that a side has left, kept by the server. The games know of no time.
//!
//! A clock runs while its side owes a decision, once people of every side have sat down. It stands while the server is down: it is noted
//! with every change of its game and every few seconds, and goes on from there. Whoever has no time left has resigned (`table/resign`), through the same door as any command.

use crate::app::App;
use crate::open_table::OpenTable;
use crate::pilots;
use crate::room::Room;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{Aside, ChainEnd, StoreError};
use table::{Quit, Say, Seat, Side, SideSet};
use tokio::sync::Notify;
use wire::Json;
use wire::live::{ClockNow, ClockOrder, ClockPer};

/// How often a clock that runs is noted: so much time may be given back after a crash.
const NOTE_EVERY: Duration = Duration::from_secs(10);
/// The keeper looks at least so often.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// After a flag that could not be acted on, so long until the next look.
const AGAIN_AFTER: Duration = Duration::from_millis(500);

/// What is kept of a clock.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Hand {
    order: ClockOrder,
    left_ms: [i64; 2],
    runs: Vec<Side>,
    /// The furthest that the game has come: what is taken back and played again gives no time.
    turn: u16,
    line: u32,
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
}

impl Clock {
    /// What is to be noted of it.
    fn note(&mut self, now: Instant) -> (ChainEnd, String) {
        self.read_off(now);
        self.noted = Some(now);
        // Numbers and words always have a JSON form.
        (self.end, serde_json::to_string(&self.hand).unwrap_or_default())
    }

    /// Takes off the time that has gone by.
    fn read_off(&mut self, now: Instant) {
        let gone = now.saturating_duration_since(self.read).as_millis() as i64;
        self.read = now;
        if self.awake {
            self.hand.take_off(gone);
        }
    }
}

/// What a game has come to, as far as its clock depends on it.
#[derive(Clone, Copy)]
pub(crate) struct Moment {
    /// People who owe a decision.
    owing: SideSet,
    turn: u16,
    line: u32,
}

impl Hand {
    fn new(order: ClockOrder) -> Hand {
        let all = i64::from(order.seconds) * 1000;
        Hand { order, left_ms: [all; 2], runs: Vec::new(), turn: 0, line: 0 }
    }

    /// Takes time off the clocks that run.
    fn take_off(&mut self, ms: i64) {
        for side in &self.runs {
            self.left_ms[side.index()] -= ms;
        }
    }

    /// The side that has no time left; of two the one whose time ended first.
    fn fallen(&self) -> Option<Side> {
        let left = |side: &Side| self.left_ms[side.index()];
        self.runs.iter().copied().filter(|side| left(side) <= 0).min_by_key(left)
    }

    /// How long until a flag falls.
    fn due(&self) -> Option<Duration> {
        let left = self.runs.iter().map(|side| self.left_ms[side.index()]).min()?;
        Some(Duration::from_millis(left.max(0) as u64))
    }

    /// Goes on from what the game has come to.
    fn follow(&mut self, now: Moment) {
        let all = i64::from(self.order.seconds) * 1000;
        if now.turn > self.turn {
            match self.order.per {
                ClockPer::Turn => self.left_ms = [all; 2],
                ClockPer::Game if self.turn > 0 => {
                    self.left_ms = self.left_ms.map(|left| left + i64::from(self.order.add_s) * 1000);
                }
                ClockPer::Game | ClockPer::Move => {}
            }
        }
        if now.line > self.line && self.order.per == ClockPer::Move {
            for side in now.owing.iter().filter(|side| !self.runs.contains(side)) {
                self.left_ms[side.index()] = all;
            }
        }
        (self.turn, self.line) = (now.turn.max(self.turn), now.line.max(self.line));
        self.runs = now.owing.iter().collect();
    }
}

/// All clocks of games that go on, by table.
#[derive(Default)]
pub(crate) struct Clocks {
    all: Mutex<BTreeMap<String, Clock>>,
    changed: Notify,
}

impl Clocks {
    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Clock>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Winds all clocks that were noted; the time since does not count.
    pub(crate) async fn wind(&self, store: &store::Store) -> Result<(), StoreError> {
        let now = Instant::now();
        for (id, end, body) in store.clocks().await? {
            match serde_json::from_str(&body) {
                Ok(hand) => drop(
                    self.all().insert(id, Clock { hand, read: now, awake: false, noted: Some(now), end }),
                ),
                Err(error) => tracing::error!(table = id, %error, "a clock cannot be read"),
            }
        }
        Ok(())
    }

    /// How a table's clock stands.
    pub(crate) fn now(&self, id: &str) -> Option<ClockNow> {
        let mut all = self.all();
        let clock = all.get_mut(id)?;
        clock.read_off(Instant::now());
        let left = |side: Side| (side, clock.hand.left_ms[side.index()].max(0));
        Some(ClockNow {
            order: clock.hand.order,
            left_ms: Side::BOTH.into_iter().map(left).collect(),
            runs: clock.hand.runs.clone(),
        })
    }

    /// Sets a table's clock going on from where the game has come. Answers whether there is one.
    fn follow(&self, table: &OpenTable) -> bool {
        let id = &table.about.id;
        let Some(order) = table.about.setup.clock.filter(|_| !table.is_over()) else {
            return self.all().remove(id).is_some();
        };
        let now = Instant::now();
        let mut all = self.all();
        let fresh = || Clock { hand: Hand::new(order), read: now, awake: true, noted: None, end: table.end };
        let clock = all.entry(id.clone()).or_insert_with(fresh);
        clock.read_off(now);
        clock.awake = true;
        clock.hand.follow(moment(table));
        clock.noted = None;
        drop(all);
        self.changed.notify_one();
        true
    }

    /// How long the keeper may sleep.
    fn rest(&self) -> Duration {
        let mut all = self.all();
        let now = Instant::now();
        let due = all.values_mut().filter_map(|clock| {
            clock.read_off(now);
            clock.hand.due()
        });
        due.min().map_or(LOOK_EVERY, |due| due.min(LOOK_EVERY))
    }

    /// Leaves a table's clock to other processes.
    pub(crate) fn leave(&self, id: &str) {
        self.all().remove(id);
    }

    /// Whether a table has a clock.
    fn has(&self, id: &str) -> bool {
        self.all().contains_key(id)
    }

    /// A table's clock, to be noted at once.
    fn to_note_at(&self, id: &str) -> Option<(ChainEnd, String)> {
        Some(self.all().get_mut(id)?.note(Instant::now()))
    }

    /// Clocks to be noted now.
    fn to_note(&self) -> Vec<(ChainEnd, String)> {
        let now = Instant::now();
        let mut all = self.all();
        let late = |clock: &&mut Clock| match clock.noted {
            None => true,
            Some(noted) => !clock.hand.runs.is_empty() && now.duration_since(noted) >= NOTE_EVERY,
        };
        all.values_mut().filter(late).map(|clock| clock.note(now)).collect()
    }

    /// Tables at which somebody has no time left.
    fn fallen(&self) -> Vec<(String, Side)> {
        let mut all = self.all();
        let now = Instant::now();
        let fallen = all.iter_mut().filter_map(|(id, clock)| {
            clock.read_off(now);
            Some((id.clone(), clock.hand.fallen()?))
        });
        fallen.collect()
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

fn moment(table: &OpenTable) -> Moment {
    let here = all_came(table);
    let owing = table.sitting.table.to_act().iter().filter(|side| here && human(table, *side));
    Moment {
        owing: owing.fold(SideSet::NONE, SideSet::with),
        turn: table.sitting.table.view(Seat::Observer).phase.turn,
        line: table.sitting.table.lines(),
    }
}

/// Lets a table's clock go on after a change, notes it, and tells everybody how it stands.
pub(crate) async fn follow(app: &App, room: &Room, table: &mut OpenTable) {
    if table.about.setup.clock.is_none() || !app.clocks.follow(table) {
        return;
    }
    if let Some(clock) = app.clocks.to_note_at(&room.id) {
        write(app, clock).await;
    }
    match app.clocks.now(&room.id) {
        Some(now) => room.tell("clock", &now),
        // The game is over. Should the note stay, the clock of a finished game is found at the next start and stopped.
        None => drop(app.store.aside(table.end, Aside::Clock(None)).await),
    }
}

/// Lets a table's clock go on after a change that another process made and noted.
pub(crate) fn go_on(app: &App, table: &OpenTable) {
    if table.about.setup.clock.is_some() {
        app.clocks.follow(table);
    }
}

/// Goes on from what another process has noted of a table's clock, and tells everybody how it stands.
pub(crate) fn take_over(app: &App, room: &Room, table: &OpenTable, noted: Option<&str>) {
    let hand = noted.and_then(|body| serde_json::from_str(body).ok());
    let Some(hand) = hand.filter(|_| table.about.setup.clock.is_some() && !table.is_over()) else { return };
    let now = Instant::now();
    let clock = Clock { hand, read: now, awake: true, noted: Some(now), end: table.end };
    app.clocks.all().insert(room.id.clone(), clock);
    app.clocks.changed.notify_one();
    if let Some(now) = app.clocks.now(&room.id) {
        room.tell("clock", &now);
    }
}

/// Watches all clocks: notes them, and acts when a flag falls. At the start every clock looks at its table.
pub(crate) async fn keep(app: Arc<App>) {
    let tables: Vec<String> = app.clocks.all().keys().cloned().collect();
    for id in tables {
        match app.rooms.room(&id).enter(&app).await {
            Ok(table) => {
                app.clocks.follow(&table);
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
            if let Err(error) = fall(&app, &id, side).await {
                tracing::warn!(table = id, error, "a flag fell and nobody could be told");
            }
        }
        rest =
            app.clocks.rest().max(if app.clocks.fallen().is_empty() { Duration::ZERO } else { AGAIN_AFTER });
    }
}

/// Notes how clocks stand. One that cannot be noted is tried again with the next.
pub(crate) async fn note(app: &App) {
    for clock in app.clocks.to_note() {
        write(app, clock).await;
    }
}

async fn write(app: &App, (end, body): (ChainEnd, String)) {
    if let Err(error) = app.store.aside(end, Aside::Clock(Some(body))).await {
        tracing::warn!(%error, "a clock could not be noted");
    }
}

/// A side has no time left: it resigns. Nothing is done if it has said something meanwhile.
async fn fall(app: &Arc<App>, id: &str, side: Side) -> Result<(), String> {
    let room = app.rooms.room(id);
    let mut table = room.enter(app).await.map_err(|shut| shut.to_string())?;
    app.clocks.follow(&table);
    if !app.clocks.fallen().iter().any(|(at, who)| at == id && *who == side) {
        return Ok(());
    }
    let mut setup = table.about.setup.clone();
    setup.people.late = Some(side);
    table.set_up(app, setup).await.map_err(|shut| shut.to_string())?;
    let (command, seq) = (resigning(&table, side)?, table.sitting.seq());
    drop(table);
    pilots::give(app, &room, side, command, seq)
        .await
        .map_err(|refused| wire::Error::from(refused).message)?;
    let table = room.enter(app).await.map_err(|shut| shut.to_string())?;
    room.tell("people", &table.about.setup.people);
    Ok(())
}

/// The command by which a side resigns.
fn resigning(table: &OpenTable, side: Side) -> Result<Json, String> {
    let menu = table.sitting.menu(side).ok_or("there is no menu")?;
    let resign = menu.choices.into_iter().find(|choice| choice.quit == Some(Quit::GiveUp));
    match resign.map(|choice| choice.say) {
        Some(Say::Command(command)) => Ok(command),
        Some(Say::Draft(_) | Say::Range(..)) | None => Err("this game cannot be given up now".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALLIES: SideSet = SideSet::only(Side::Allies);
    const AXIS: SideSet = SideSet::only(Side::Axis);

    fn hand(per: ClockPer) -> Hand {
        Hand::new(ClockOrder { seconds: 60, per, add_s: 5 })
    }

    fn at(owing: SideSet, turn: u16, line: u32) -> Moment {
        Moment { owing, turn, line }
    }

    #[test]
    fn a_clock_for_the_game_gets_its_addition_once_with_each_new_turn() {
        let mut hand = hand(ClockPer::Game);
        hand.follow(at(ALLIES, 1, 0));
        hand.left_ms[0] -= 20_000;
        for turn in [2, 1, 2] {
            hand.follow(at(AXIS, turn, 1));
        }
        assert_eq!(hand.left_ms, [45_000, 65_000], "what is taken back and played again adds nothing");
    }

    #[test]
    fn a_clock_for_each_turn_is_full_again_with_the_next() {
        let mut hand = hand(ClockPer::Turn);
        hand.follow(at(ALLIES, 1, 0));
        hand.left_ms = [1, 2];
        hand.follow(at(AXIS, 1, 1));
        assert_eq!(hand.left_ms, [1, 2]);
        hand.follow(at(AXIS, 2, 2));
        assert_eq!(hand.left_ms, [60_000; 2]);
    }

    #[test]
    fn a_clock_for_each_move_is_full_again_when_one_is_owed_that_was_never_owed_before() {
        let mut hand = hand(ClockPer::Move);
        hand.follow(at(ALLIES, 1, 0));
        hand.left_ms[0] = 1;
        hand.follow(at(AXIS, 1, 1));
        hand.follow(at(ALLIES, 1, 0));
        assert_eq!(hand.left_ms[0], 1, "to take back and move again wins no time");
        hand.follow(at(AXIS, 1, 1));
        hand.follow(at(ALLIES, 1, 2));
        assert_eq!(hand.left_ms[0], 60_000);
    }

    #[test]
    fn only_the_clock_that_runs_falls() {
        let mut hand = hand(ClockPer::Game);
        hand.follow(at(AXIS, 1, 0));
        hand.take_off(59_999);
        assert_eq!((hand.fallen(), hand.due()), (None, Some(Duration::from_millis(1))));
        hand.take_off(1_001);
        assert_eq!((hand.fallen(), hand.left_ms), (Some(Side::Axis), [60_000, -1_000]));
    }
}
