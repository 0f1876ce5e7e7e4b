//! Win chances of finished games. They take seconds, so each game's are worked out once, for all who ask, in a queue of their own, and
//! kept for a while. Nobody waits for them: whoever asks is told what is known by then, and asks again.

use crate::api::ApiError;
use crate::app::App;
use crate::limits::{Crowd, Present, Turns};
use axum::http::StatusCode;
use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use table::Transcript;
use wire::live::Chances;

/// Places along a game from which chances are worked out.
const PLACES: u32 = 40;
/// Games whose chances are kept, or worked out, at once: some 3 KiB each.
const MOST_KEPT: usize = 256;
/// Games that one address may have worked out, or have wait for it, at once.
const MOST_OF_ONE: usize = 2;

/// A finished game: its table, and the number of its last change.
type Finished = (String, u32);
/// What is known of a game so far; nothing if it cannot be worked out.
type Known = Arc<Mutex<Option<Chances>>>;

/// The answers, and the queue for them.
pub(crate) struct Studies {
    turns: Turns,
    askers: Arc<Crowd>,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    answers: BTreeMap<Finished, Known>,
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
) -> Result<Chances, ApiError> {
    let mut kept = locked(&app.studies.kept);
    if let Some(known) = kept.answers.get(&game) {
        let failed =
            || ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "broken-table", "it cannot be worked out");
        return locked(known).clone().ok_or_else(failed);
    }
    let Some(asker) = app.studies.askers.enter(client) else { return Ok(Chances::default()) };
    let known = Known::new(Mutex::new(Some(Chances::default())));
    kept.answers.insert(game.clone(), Arc::clone(&known));
    kept.order.push_back(game.clone());
    if kept.order.len() > MOST_KEPT
        && let Some(oldest) = kept.order.pop_front()
    {
        kept.answers.remove(&oldest);
    }
    let study = Study { client, asker, game, whole: whole(), known };
    tokio::spawn(study.work_out(Arc::clone(app)));
    Ok(Chances::default())
}

/// One finished game that is being worked out.
struct Study {
    client: IpAddr,
    asker: Present,
    game: Finished,
    whole: Transcript,
    known: Known,
}

impl Study {
    async fn work_out(self, app: Arc<App>) {
        let Study { client, asker, game, whole, known } = self;
        let turn = app.studies.turns.take(client).await;
        let (catalog, stop) = (app.catalog.clone(), app.stop.subscribe());
        let told = Arc::clone(&known);
        let work = move || {
            let table = catalog.replay(&whole, None).map_err(|difference| difference.to_string())?;
            let chances = table.chances(PLACES);
            let tell = |say: &dyn Fn(&mut Chances)| locked(&told).iter_mut().for_each(say);
            tell(&|known| known.of = chances.len() as u32);
            for point in chances.take_while(|_| !*stop.borrow()) {
                tell(&|known| known.points.push(point));
            }
            Ok(())
        };
        metrics::counter!("tallyho_chances_total").increment(1);
        let done = tokio::task::spawn_blocking(work).await.unwrap_or_else(|e| Err(e.to_string()));
        drop((turn, asker));
        if let Err(error) = done {
            tracing::error!(table = game.0, error, "chances cannot be worked out");
            *locked(&known) = None;
        }
    }
}
