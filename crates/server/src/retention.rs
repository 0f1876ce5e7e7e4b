//! Finished games that are old enough are deleted, if the host says so: a few at a time, and by one process of several.

use crate::app::{App, now_ms};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use store::{Aside, ChainEnd, StoreError};
use tokio::time::{Instant, MissedTickBehavior};

pub(crate) const DELETED: &str = "tallyho_tables_deleted_total";
/// How many games are deleted before others are let in.
const AT_A_TIME: u32 = 20;
/// So many games that cannot be deleted are passed over.
const MOST_STUCK: usize = 100;
/// How long others are let in.
const PAUSE: Duration = Duration::from_millis(100);

/// Looks for such games for as long as the server runs.
pub(crate) async fn keep(app: Arc<App>) {
    let Some(keep) = app.config.keep_finished else { return };
    let mut tick = tokio::time::interval(app.config.delete_every);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        match clear(&app, keep).await {
            Ok(0) => {}
            Ok(games) => {
                let days = keep.as_secs() / (24 * 3600);
                tracing::info!(games, days, "deleted games that were finished long ago");
            }
            Err(error) => tracing::warn!(%error, "games that were finished long ago could not be deleted"),
        }
    }
}

/// Deletes what is due, as long as it is this process's turn. Returns how many games.
async fn clear(app: &Arc<App>, keep: Duration) -> Result<u64, StoreError> {
    let every = app.config.delete_every;
    if !app.store.turn("retention", every).await? {
        return Ok(0);
    }
    let until = Instant::now() + every;
    let before = now_ms() - keep.as_millis() as i64;
    let (mut deleted, mut stuck) = (0, BTreeSet::new());
    while Instant::now() < until {
        let mut games = app.store.finished_before(before, AT_A_TIME + stuck.len() as u32).await?;
        games.retain(|(id, _)| !stuck.contains(id));
        for (id, end) in &games {
            match delete(app, id, *end).await {
                Ok(()) => {
                    deleted += 1;
                    metrics::counter!(DELETED).increment(1);
                }
                // It is not the games then.
                Err(error) if stuck.len() >= MOST_STUCK => return Err(error),
                Err(error) => {
                    tracing::warn!(table = id, %error, "a game that was finished long ago could not be deleted");
                    stuck.insert(id.clone());
                }
            }
        }
        tokio::time::sleep(PAUSE).await;
        if games.is_empty() {
            break;
        }
    }
    // Also what an earlier pass has left.
    while app.store.shrink().await? > 0 && Instant::now() < until {
        tokio::time::sleep(PAUSE).await;
    }
    Ok(deleted)
}

async fn delete(app: &Arc<App>, id: &str, end: ChainEnd) -> Result<(), StoreError> {
    let Some(room) = app.rooms.known(id) else { return app.store.aside(end, Aside::Forget).await };
    // Whoever looks at it is told.
    room.delete_at(app, end).await?;
    app.rooms.forget(id);
    Ok(())
}
