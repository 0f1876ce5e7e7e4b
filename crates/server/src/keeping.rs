//! Kept views: the replay of each game as its seats may see it, so that it can be seen whatever becomes of the rules.
//!
//! They are written when a game ends, a minute after its last change, when its room leaves memory and when the server stops.

use crate::app::App;
use crate::open_table::{Memory, OpenTable};
use crate::replay;
use crate::room::Room;
use crate::seats::OwnSeats;
use catalog::Catalog;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::Value;
use std::io::{Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use store::{Aside, ChainEnd, KeptView};
use table::{Seat, Transcript};
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

/// Keeps the views of games that have not changed for a while, or whose rooms nobody has entered since `before_s`.
pub(crate) async fn keep_due(app: &App, before_s: u64) {
    for room in app.rooms.unkept(app.config.keep_after, before_s) {
        keep(app, &room).await;
    }
}

/// Keeps what is not kept yet, because the server stops.
pub(crate) async fn keep_all(app: &App) {
    let all = async {
        for room in app.rooms.unkept(Duration::ZERO, u64::MAX) {
            keep(app, &room).await;
        }
    };
    if tokio::time::timeout(AT_THE_END, all).await.is_err() {
        tracing::warn!("the views of some games could not be kept in time");
    }
}
