//! Computer pilots: they think on a copy of the position, a few at a time, and give their commands through the same door as
//! everybody else.

use crate::adopting;
use crate::app::App;
use crate::drain::Stage;
use crate::gauges::Queue;
use crate::open_table::{OpenTable, Shut};
use crate::relief;
use crate::room::{Refused, Room, internal};
use crate::tell;
use catalog::{Fault, Level, PartThought, Stop};
use desk::Caller;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use table::{Asked, Need, PieceId, Side, SideSet, StateHash};
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use wire::live::{DiceKind, Thinking};
use wire::{Act, Call, Code, Error, Face, Json};

/// How long a pilot waits when its command could not be kept: at first, and after many times.
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(15);
/// Thinking is announced when it takes longer than this.
const MOMENT: Duration = Duration::from_millis(150);
/// A command asks for dice in so many goes at most; more would be a bug in the rules.
const MOST_GOES: usize = 64;

/// The longest time that a pilot has for a decision.
pub(crate) const LONGEST_BUDGET: Duration = Duration::from_secs(1);

/// Tells a pilot when to stop thinking: its time is up, nobody waits for it any more, or the server stops.
struct Alarm {
    due: Instant,
    in_vain: Arc<AtomicBool>,
    stage: watch::Receiver<Stage>,
}

impl Alarm {
    fn rings(&self) -> bool {
        self.in_vain.load(Ordering::Acquire)
            || Instant::now() >= self.due
            || *self.stage.borrow() >= Stage::Draining
    }
}

/// Somebody waits for a thought. Once this is dropped, with a request that was given up or a decision that is no longer owed, the thought is in vain.
#[derive(Default)]
struct Waiting {
    in_vain: Arc<AtomicBool>,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.in_vain.store(true, Ordering::Release);
    }
}

/// A pilot, and the only aircraft that it flies: none for all of its side.
type Flyer = (Level, Vec<PieceId>);

/// Sets the pilots of a table to work if one of them owes a decision and none is at work.
/// Answers whether one is at work.
pub(crate) fn nudge(app: &Arc<App>, room: &Arc<Room>, table: &OpenTable) -> bool {
    let owes = owing(table).is_some();
    if owes && !room.flying.swap(true, Ordering::AcqRel) {
        let (app, room) = (Arc::clone(app), Arc::clone(room));
        tokio::spawn(fly(app, room, table.end.key));
    }
    owes
}

/// A side that owes a decision and is flown by a pilot, its own or one that flies for a person; nothing while the pilots are to wait.
fn owing(table: &OpenTable) -> Option<(Side, Flyer)> {
    if table.about.setup.paused && table.steps == 0 {
        return None;
    }
    table.sitting.table.to_act().iter().find_map(|side| Some((side, flown_by(table, side)?)))
}

/// The pilot that flies a side: its own, or one that flies for a person.
fn flown_by(table: &OpenTable, side: Side) -> Option<Flyer> {
    let own = table.sitting.company.pilots[side.index()].map(|level| (level, Vec::new()));
    own.or_else(|| relief::of(table, side))
}

/// Flies until no pilot owes a decision.
async fn fly(app: Arc<App>, room: Arc<Room>, key: i64) {
    let mut wait = FIRST_WAIT;
    loop {
        let decided = tokio::select! {
            decided = decide(&app, &room) => decided,
            // Other processes take over what a process leaves that is gone.
            () = app.until(Stage::Draining) => return,
        };
        match decided {
            Ok(Decided::Given) => wait = FIRST_WAIT,
            Ok(Decided::Overtaken) => {}
            Ok(Decided::NobodyOwes | Decided::Elsewhere) => return,
            // Somebody took a command back meanwhile: think again.
            Err(error) if error.code == Code::Moved => {}
            // There may be room on the disk again later.
            Err(error) if matches!(error.code, Code::Disk | Code::Unknown) => {
                tracing::warn!(table = room.id, ?wait, "a pilot waits for the disk");
                tokio::select! {
                    () = tokio::time::sleep(wait) => {}
                    () = app.until(Stage::Draining) => return,
                }
                wait = LONGEST_WAIT.min(wait * 2);
            }
            // The game was deleted, or it goes on elsewhere, by newer rules.
            Err(error) if error.code == Code::NotHere => {
                adopting::give_up(&app, key).await;
                break;
            }
            Err(error) => {
                tracing::error!(table = room.id, error = error.message, "a pilot is stuck");
                adopting::give_back(&app, key).await;
                break;
            }
        }
    }
    room.flying.store(false, Ordering::Release);
}

/// What became of a pilot's decision.
enum Decided {
    Given,
    NobodyOwes,
    /// Another process flies it.
    Elsewhere,
    /// The table has changed while it thought or waited: its position, its pace, who flies. Everything is looked at anew.
    Overtaken,
}

/// What decides where a pilot leaves something to chance. Nobody who has the source may foresee what a pilot keeps secret, nor try it out at
/// another table; where people have chosen the dice, the game is to be repeatable.
pub(crate) fn salt(app: &App, room: &Room, table: &OpenTable) -> u64 {
    let seq = table.sitting.seq();
    match table.about.setup.dice {
        DiceKind::Chosen => seq.into(),
        _ => StateHash::of(&(app.secret, &room.id, seq)).number(),
    }
}

/// One decision of a pilot, if one is owed.
async fn decide(app: &Arc<App>, room: &Arc<Room>) -> Result<Decided, Error> {
    while app.readiness.is_away() {
        // Whoever looks at the table meanwhile does not wait for it.
        tokio::time::sleep(FIRST_WAIT).await;
    }
    let mut table = room.enter(app).await?;
    let Some((side, flyer)) = owing(&table) else {
        // Nobody can make a pilot owe a decision between this look and this word: the table is taken.
        adopting::give_back(app, table.end.key).await;
        room.flying.store(false, Ordering::Release);
        return Ok(Decided::NobodyOwes);
    };
    if !app.store.claim(table.end).await.map_err(Shut::from)? {
        room.flying.store(false, Ordering::Release);
        return Ok(Decided::Elsewhere);
    }
    let seq = table.sitting.seq();
    // A single step is taken at once.
    let pace_ms = if table.about.setup.paused { 0 } else { table.about.setup.pace_ms };
    table.steps = table.steps.saturating_sub(1);
    let salt = salt(app, room, &table);
    let thought: PartThought = match flyer.clone() {
        (level, all) if all.is_empty() => {
            let thought = table.sitting.table.pilot_later(side, level.into(), salt);
            Box::new(|stop| thought(stop).map(Some))
        }
        (level, some) => table.sitting.table.part_later(side, some, level, salt),
    };
    let budget = desk::budget(None, &*table.sitting.table, side, LONGEST_BUDGET);
    // From here on no change is missed.
    let mut changed = pin!(room.changed.notified());
    drop(table);
    let due = Instant::now() + Duration::from_millis(pace_ms.into());
    let command = tokio::select! {
        command = think(app, room, side, thought, budget) => command?,
        () = &mut changed => return Ok(Decided::Overtaken),
    };
    if Instant::now() < due {
        tokio::select! {
            () = tokio::time::sleep_until(due) => {}
            () = changed => return Ok(Decided::Overtaken),
        }
    }
    // A person who took the seat back while it thought decides for themselves.
    let mut table = room.enter(app).await?;
    if table.sitting.seq() != seq || flown_by(&table, side).as_ref() != Some(&flyer) {
        return Ok(Decided::Overtaken);
    }
    let Some(command) = command else {
        relief::leave(room, &mut table, side);
        tell::follow(app, &mut table).await;
        return Ok(Decided::Overtaken);
    };
    drop(table);
    give(app, room, side, command, seq).await?;
    Ok(Decided::Given)
}

/// Waits for a turn at thinking; how many wait is a gauge.
async fn turn(app: &App) -> Result<OwnedSemaphorePermit, Error> {
    let turn = Queue::Pilots.wait(Arc::clone(&app.thinkers).acquire_owned()).await;
    turn.map_err(|_| internal("the server stops"))
}

/// Sets a thought to work on a thread of its own. Its turn lasts as long as it thinks, also if nobody waits for it any more.
async fn begin<T: Send + 'static>(
    app: &App,
    thought: impl FnOnce(Stop<'_>) -> T + Send + 'static,
    budget: Duration,
) -> Result<(JoinHandle<T>, Waiting), Error> {
    let thought = within(turn(app).await?, thought);
    let waiting = Waiting::default();
    let in_vain = Arc::clone(&waiting.in_vain);
    let alarm = Alarm { due: Instant::now() + budget, in_vain, stage: app.stage.subscribe() };
    Ok((tokio::task::spawn_blocking(move || thought(&|| alarm.rings())), waiting))
}

/// A thought that holds a turn until it is done.
pub(crate) fn within<T: 'static>(
    turn: impl Send + 'static,
    thought: impl FnOnce(Stop<'_>) -> T + Send + 'static,
) -> impl FnOnce(Stop<'_>) -> T + Send + 'static {
    move |stop| {
        let done = thought(stop);
        drop(turn);
        done
    }
}

/// Everybody is told that a pilot thinks, and that it does no more, also if nobody waits for it to the end.
struct Announced<'a> {
    room: &'a Room,
    side: Side,
}

impl<'a> Announced<'a> {
    fn new(room: &'a Room, side: Side) -> Announced<'a> {
        room.tell("thinking", &Thinking { side, on: true });
        Announced { room, side }
    }
}

impl Drop for Announced<'_> {
    fn drop(&mut self) {
        self.room.tell("thinking", &Thinking { side: self.side, on: false });
    }
}

/// Lets a pilot think for a table. If this is dropped, the thought stops.
pub(crate) async fn think<T: Send + 'static>(
    app: &App,
    room: &Room,
    side: Side,
    thought: impl FnOnce(Stop<'_>) -> Result<T, Fault> + Send + 'static,
    budget: Duration,
) -> Result<T, Error> {
    let (mut work, _waiting) = begin(app, thought, budget).await?;
    let thought = match tokio::time::timeout(MOMENT, &mut work).await {
        Ok(thought) => thought,
        Err(_) => {
            let _announced = Announced::new(room, side);
            work.await
        }
    };
    thought.map_err(|_| internal("a pilot failed"))?.map_err(desk::error)
}

/// Lets a pilot think for somebody who asks. Nobody else is told of it. If this is dropped, the thought stops.
pub(crate) async fn aside<T: Send + 'static>(
    app: &App,
    thought: impl FnOnce(Stop<'_>) -> T + Send + 'static,
) -> Result<T, Error> {
    let (work, _waiting) = begin(app, thought, desk::USUAL_BUDGET).await?;
    work.await.map_err(|_| internal("a pilot failed"))
}

/// Gives a pilot's command. Where people throw the dice, a pilot throws its own.
pub(crate) async fn give(
    app: &Arc<App>,
    room: &Arc<Room>,
    side: Side,
    command: Json,
    seq: u32,
) -> Result<(), Refused> {
    let caller = Caller { seat: side.into(), plays: SideSet::only(side) };
    let mut act = Act { table: None, seat: None, command, dice: Vec::new(), seq: Some(seq), events: false };
    for _ in 0..MOST_GOES {
        match room.change(app, &Call::Act(act.clone()), caller).await {
            Err(Refused::ByRules(fault)) => match *fault {
                Fault::Need(need) => act.dice = throw(&need)?,
                fault => return Err(Refused::ByRules(Box::new(fault))),
            },
            given => return given.map(drop),
        }
    }
    Err(internal("a command asks for dice without end").into())
}

fn throw(need: &Need) -> Result<Vec<Face>, Error> {
    let face = || {
        let random = getrandom::u32().map_err(|_| internal("no randomness"))?;
        let face = match need.ask.of {
            Asked::Die(faces) => (random % u32::from(faces.max(1))) as u8 + 1,
            Asked::Card { red, black } => {
                1 + u8::from(random % (u32::from(red) + u32::from(black)).max(1) >= u32::from(red))
            }
        };
        Ok(Face::Number(face))
    };
    (0..need.count).map(|_| face()).collect()
}

#[cfg(test)]
mod tests;
