//! Kept views: the replay of each game as its seats may see it, so that it can be seen whatever becomes of the rules.
//!
//! They are written when a game ends, a minute after its last change, when its room leaves memory and when the server stops.

use crate::app::{App, sweep_every};
use crate::open_table::{Memory, OpenTable};
use crate::replay;
use crate::room::Room;
use crate::seats::OwnSeats;
use catalog::Catalog;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use futures_util::StreamExt;
use serde_json::Value;
use std::cmp::Reverse;
use std::io::{Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use store::{Aside, ChainEnd, KeptView};
use table::{Seat, Transcript};
use tokio::time::MissedTickBehavior;
use wire::live::TableInfo;

/// How long a server that stops may write views. What is missing then was changed within the last minute.
const AT_THE_END: Duration = Duration::from_secs(10);

/// Since when the views of a game have been behind, if they are.
#[derive(Default)]
pub(crate) struct Behind(Mutex<Option<Instant>>);

impl Behind {
    /// Notes that the game has just changed.
    pub(crate) fn begin(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    pub(crate) fn since(&self) -> Option<Instant> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that its views are kept, or need not be.
    pub(crate) fn caught_up(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// The seats whose views are kept: everybody sees all of a game that is over.
pub(crate) fn seats(over: bool) -> Vec<Seat> {
    if over { vec![Seat::Referee] } else { vec![Seat::Allies, Seat::Axis, Seat::Observer] }
}

/// The replay of a game as each of these seats may see it, without commands, which are in the log, and without what is known of its table.
pub(crate) fn replays(
    catalog: &Catalog,
    whole: &Transcript,
    info: &TableInfo,
    seats: &[Seat],
) -> Result<Vec<(Seat, Value)>, String> {
    let replay = |seat: &Seat| {
        let told = replay::seen_by(catalog, whole.clone(), info.clone(), *seat, |_| false)?;
        let mut told = serde_json::to_value(&told).map_err(|e| e.to_string())?;
        told.as_object_mut().map(|fields| fields.remove("table"));
        Ok((*seat, told))
    };
    seats.iter().map(replay).collect()
}

fn packed(replay: &Value) -> Result<Vec<u8>, String> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    let text = replay.to_string();
    gzip.write_all(text.as_bytes()).and_then(|()| gzip.finish()).map_err(|e| e.to_string())
}

/// A replay as it was kept.
pub(crate) fn unpacked(body: &[u8]) -> Result<Value, String> {
    let mut text = String::new();
    GzDecoder::new(body).read_to_string(&mut text).map_err(|e| e.to_string())?;
    serde_json::from_str(&text).map_err(|e| e.to_string())
}

/// A game whose views are to be kept.
struct Unkept {
    end: ChainEnd,
    since: u32,
    rules: String,
    whole: Transcript,
    info: TableInfo,
}

impl Unkept {
    /// Nothing if they are kept already.
    fn of(app: &App, table: &OpenTable) -> Option<Unkept> {
        let rules = app.catalog.edition(&table.about.game)?.rules.clone();
        (table.memory == Memory::Sound && table.kept_upto < table.end.seq).then(|| Unkept {
            end: table.end,
            since: table.since,
            rules,
            whole: table.sitting.table.transcript(),
            info: table.info(&OwnSeats::default()),
        })
    }

    fn views(self, catalog: &Catalog) -> Result<Vec<KeptView>, String> {
        let Unkept { end, since, rules, whole, info } = self;
        let replays = replays(catalog, &whole, &info, &seats(whole.end.is_some()))?;
        let view = |(seat, replay): (Seat, Value)| {
            let rules = rules.clone();
            Ok(KeptView { seat, since_seq: since, upto_seq: end.seq, rules, body: packed(&replay)? })
        };
        replays.into_iter().map(view).collect()
    }
}

/// Keeps the views of a game, if it has changed since they were kept.
pub(crate) async fn keep(app: &App, room: &Room) {
    let Some(unkept) = room.look_in(|table| Unkept::of(app, table)).await.flatten() else {
        room.behind.caught_up();
        return;
    };
    let (end, catalog) = (unkept.end, app.catalog.clone());
    let made = tokio::task::spawn_blocking(move || unkept.views(&catalog)).await;
    let kept = match made.map_err(|e| e.to_string()).and_then(|made| made) {
        Ok(views) => app.store.aside(end, Aside::Views(views)).await.map_err(|e| e.to_string()),
        Err(error) => Err(error),
    };
    match kept {
        Ok(()) => room.kept_upto(end.seq).await,
        Err(error) => tracing::warn!(table = room.id, error, "the views of a game could not be kept"),
    }
}

/// Keeps the views of a game that has just ended.
pub(crate) fn at_once(app: &Arc<App>, room: &Arc<Room>) {
    let (app, room) = (Arc::clone(app), Arc::clone(room));
    tokio::spawn(async move { keep(&app, &room).await });
}

/// Keeps the views of games that have not changed for a while, or whose rooms nobody has entered for long; those rooms leave memory then.
/// This takes as long as it takes: nothing else waits for it.
pub(crate) async fn keep_on(app: Arc<App>) {
    let mut tick = tokio::time::interval(sweep_every(&app.config));
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        let idle_since = app.started.elapsed().as_secs().saturating_sub(app.config.idle.as_secs());
        keep_each(&app, app.rooms.unkept(app.config.keep_after, idle_since)).await;
        app.rooms.sweep(idle_since);
        app.clocks.sweep(|id| app.rooms.known(id).is_some());
    }
}

/// Keeps what is not kept yet, because the server stops.
pub(crate) async fn keep_all(app: &App) {
    let all = keep_each(app, app.rooms.unkept(Duration::ZERO, u64::MAX));
    if tokio::time::timeout(AT_THE_END, all).await.is_err() {
        tracing::warn!("the views of some games could not be kept in time");
    }
}

/// Keeps the views of games, as many at once as there are processors. The newest changes come first: of games that wait longest, most is
/// kept already.
async fn keep_each(app: &App, mut rooms: Vec<Arc<Room>>) {
    rooms.sort_by_key(|room| Reverse(room.behind.since()));
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let all = futures_util::stream::iter(rooms);
    all.for_each_concurrent(processors, |room| async move { keep(app, &room).await }).await;
}
