//! Win chances of finished games. They take seconds, so that each game's are worked out once, for all who ask, in a queue of their own, and
//! kept for a while.

use crate::api::ApiError;
use crate::app::App;
use crate::limits::{Crowd, Present, Turns};
use axum::body::Bytes;
use axum::http::StatusCode;
use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use table::Transcript;
use tokio::sync::watch;
use wire::live::Chances;

/// Places along a game from which chances are worked out.
const PLACES: u32 = 40;
/// Games whose chances are kept, or worked out, at once: some 3 KiB each.
const MOST_KEPT: usize = 256;
/// Games that one address may have worked out at once.
const MOST_OF_ONE: usize = 2;
/// How long an answer is waited for: less than a request may take.
const PATIENCE: Duration = Duration::from_secs(25);

/// A finished game: its table, and the number of its last change.
type Finished = (String, u32);
/// The answer as JSON, once there is one.
type Answer = Option<Result<Bytes, String>>;

/// The answers, and the queue for them.
pub(crate) struct Studies {
    turns: Turns,
    askers: Arc<Crowd>,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    answers: BTreeMap<Finished, watch::Receiver<Answer>>,
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

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn sweep(&self) {
        self.turns.sweep();
    }
}

/// The answer for a finished game to come. `whole` is asked for only if nobody has asked before.
pub(crate) fn ask(
    app: &Arc<App>,
    client: IpAddr,
    game: Finished,
    whole: impl FnOnce() -> Transcript,
) -> Result<watch::Receiver<Answer>, ApiError> {
    let mut kept = app.studies.kept();
    if let Some(answer) = kept.answers.get(&game) {
        return Ok(answer.clone());
    }
    let Some(asker) = app.studies.askers.enter(client) else { return Err(busy()) };
    let (tell, answer) = watch::channel(None);
    kept.answers.insert(game.clone(), answer.clone());
    kept.order.push_back(game.clone());
    if kept.order.len() > MOST_KEPT
        && let Some(oldest) = kept.order.pop_front()
    {
        kept.answers.remove(&oldest);
    }
    // Whoever asked first may lose patience: others wait for the same answer.
    let study = Study { client, asker, game, whole: whole(), tell };
    tokio::spawn(study.work_out(Arc::clone(app)));
    Ok(answer)
}

/// Waits for the answer.
pub(crate) async fn wait(mut answer: watch::Receiver<Answer>) -> Result<Bytes, ApiError> {
    let failed =
        || ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "broken-table", "it cannot be worked out");
    let there = tokio::time::timeout(PATIENCE, answer.wait_for(Option::is_some)).await.map_err(|_| busy())?;
    let there = there.map_err(|_| failed())?.clone();
    there.and_then(Result::ok).ok_or_else(failed)
}

fn busy() -> ApiError {
    ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "chances are being worked out: ask again")
        .retry_after(Duration::from_secs(10))
}

/// One finished game that is being worked out.
struct Study {
    client: IpAddr,
    asker: Present,
    game: Finished,
    whole: Transcript,
    tell: watch::Sender<Answer>,
}

impl Study {
    async fn work_out(self, app: Arc<App>) {
        let Study { client, asker, game, whole, tell } = self;
        let turn = app.studies.turns.take(client).await;
        let catalog = app.catalog.clone();
        let work = move || {
            let table = catalog.replay(&whole, None).map_err(|difference| difference.to_string())?;
            let chances = Chances { points: table.chances(PLACES) };
            serde_json::to_vec(&chances).map(Bytes::from).map_err(|e| e.to_string())
        };
        metrics::counter!("tallyho_chances_total").increment(1);
        let done = tokio::task::spawn_blocking(work).await.unwrap_or_else(|e| Err(e.to_string()));
        drop((turn, asker));
        if let Err(error) = &done {
            tracing::error!(table = game.0, error, "chances cannot be worked out");
            app.studies.kept().answers.remove(&game);
        }
        tell.send_replace(Some(done));
    }
}
