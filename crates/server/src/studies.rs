//! What is worked out about finished games: win chances and the debrief. That takes seconds, so it is done once for all who ask, in a queue of
//! its own, and kept for a while. Nobody waits for it: whoever asks is told what is known by then, and asks again.

use crate::api::ApiError;
use crate::app::App;
use crate::drain::Stage;
use crate::gauges::Queue;
use crate::limits::{Crowd, Present, Turns};
use axum::http::StatusCode;
use catalog::{AnyTable, Catalog};
use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use table::Transcript;
use tokio::sync::watch;
use wire::live::{Chances, Debrief};

/// Places along a game from which chances are worked out.
const PLACES: u32 = 40;
/// Games that are kept, or worked out, at once: some 5 KiB each.
const MOST_KEPT: usize = 256;
/// Games that one address may have worked out, or have wait for it, at once.
const MOST_OF_ONE: usize = 4;
/// A game that nobody has asked about for so long is not worked out any further: whoever looks at it asks every other second.
const PATIENCE: Duration = Duration::from_secs(20);

/// A finished game: its table, and the number of its last change.
type Finished = (String, u32);

/// What is known of a game so far.
#[derive(Clone, Default)]
pub(crate) struct Known {
    pub(crate) chances: Chances,
    pub(crate) debrief: Debrief,
}

/// A game between those who ask and whoever works it out.
struct Game {
    /// What is known; nothing if it cannot be worked out.
    known: Mutex<Option<Known>>,
    /// When somebody asked last.
    asked: Mutex<Instant>,
}

/// The answers, and the queue for them.
pub(crate) struct Studies {
    turns: Turns,
    askers: Arc<Crowd>,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    games: BTreeMap<Finished, Arc<Game>>,
    /// The oldest first.
    order: VecDeque<Finished>,
}

impl Studies {
    /// A quarter of the processors works on them, so that pilots and requests go on.
    pub(crate) fn new(processors: usize) -> Studies {
        Studies {
            turns: Turns::new((processors / 4).max(1), 1),
            askers: Crowd::new(MOST_OF_ONE),
            kept: Mutex::default(),
        }
    }

    pub(crate) fn sweep(&self) {
        self.turns.sweep();
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is known of a finished game. The first who asks sets the work going, and only then `whole` is asked for. Whoever has too many
/// games at work already is told that nothing is known yet, and takes up no room.
pub(crate) fn ask(
    app: &Arc<App>,
    client: IpAddr,
    game: Finished,
    whole: impl FnOnce() -> Transcript,
) -> Result<Known, ApiError> {
    let mut kept = locked(&app.studies.kept);
    if let Some(kept) = kept.games.get(&game) {
        *locked(&kept.asked) = Instant::now();
        let failed =
            || ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "broken-table", "it cannot be worked out");
        return locked(&kept.known).clone().ok_or_else(failed);
    }
    let Some(asker) = app.studies.askers.enter(client) else { return Ok(Known::default()) };
    let begun = Game { known: Mutex::new(Some(Known::default())), asked: Mutex::new(Instant::now()) };
    let begun = Arc::new(begun);
    kept.games.insert(game.clone(), Arc::clone(&begun));
    kept.order.push_back(game.clone());
    if kept.order.len() > MOST_KEPT
        && let Some(oldest) = kept.order.pop_front()
    {
        kept.games.remove(&oldest);
    }
    let study = Study { told: Told { game: begun, stage: app.stage.subscribe() }, client, _asker: asker };
    tokio::spawn(study.work_out(Arc::clone(app), game, whole()));
    Ok(Known::default())
}

/// One finished game that is being worked out.
struct Study {
    told: Told,
    client: IpAddr,
    _asker: Present,
}

/// Whoever works tells here what is known by now, and hears whether to go on.
#[derive(Clone)]
struct Told {
    game: Arc<Game>,
    stage: watch::Receiver<Stage>,
}

impl Told {
    fn tell(&self, change: impl FnOnce(&mut Known)) {
        locked(&self.game.known).as_mut().map(change);
    }

    /// Whether the server stops, or nobody wants to know any more.
    fn stops(&self) -> bool {
        *self.stage.borrow() >= Stage::Draining || locked(&self.game.asked).elapsed() > PATIENCE
    }
}

impl Study {
    async fn work_out(self, app: Arc<App>, game: Finished, whole: Transcript) {
        metrics::counter!("tallyho_chances_total").increment(1);
        match self.in_turns(&app, whole).await {
            Ok(true) => {}
            // Whoever asks again sets it going again.
            Ok(false) => {
                let mut kept = locked(&app.studies.kept);
                kept.games.remove(&game);
                kept.order.retain(|other| *other != game);
            }
            Err(error) => {
                tracing::error!(table = game.0, error, "a finished game cannot be worked out");
                *locked(&self.told.game.known) = None;
            }
        }
    }

    /// Chances first, then the debrief, each in a turn of its own: the chances of the next game need not wait for this debrief.
    /// Returns whether all was worked out.
    async fn in_turns(&self, app: &App, whole: Transcript) -> Result<bool, String> {
        let (catalog, told) = (app.catalog.clone(), self.told.clone());
        let table = self.in_turn(app, move || chances(&catalog, &whole, &told)).await??;
        let Some(table) = table else { return Ok(false) };
        let told = self.told.clone();
        self.in_turn(app, move || debrief(&*table, &told)).await
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        app: &App,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, String> {
        let _turn = Queue::Studies.wait(app.studies.turns.take(self.client)).await;
        tokio::task::spawn_blocking(work).await.map_err(|e| e.to_string())
    }
}

/// Works out the chances. Returns the game, or nothing if it was stopped.
fn chances(catalog: &Catalog, whole: &Transcript, told: &Told) -> Result<Option<Box<dyn AnyTable>>, String> {
    let table = catalog.replay(whole, None).map_err(|difference| difference.to_string())?;
    let chances = table.chances(PLACES);
    told.tell(|known| known.chances.of = chances.len() as u32);
    for point in chances {
        if told.stops() {
            return Ok(None);
        }
        told.tell(|known| known.chances.points.push(point));
    }
    Ok(Some(table))
}

/// Works out the debrief. Returns whether it was not stopped.
fn debrief(table: &dyn AnyTable, told: &Told) -> bool {
    let mut complete = false;
    table.debrief(&|| told.stops(), &mut |debrief| {
        complete = debrief.done == debrief.of;
        told.tell(|known| known.debrief = debrief.clone());
    });
    complete
}
