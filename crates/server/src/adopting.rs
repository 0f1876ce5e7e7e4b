//! Computer pilots that were left alone: those of processes that are gone are flown on here. Who cannot fly them gives them up, so that
//! others may.

use crate::app::App;
use crate::open_table::Shut;
use crate::pilots;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{Flight, StoreError};

/// A table that could not be entered here is left to others for so long.
const LEAVE: Duration = Duration::from_secs(60);

/// What this process knows of the flights that it took, or meant to give back.
#[derive(Default)]
pub(crate) struct Flights {
    /// Tables that could not be entered, by key.
    shut: Mutex<BTreeMap<i64, Instant>>,
    /// Whether the database may count tables as flown here that are not: it did not answer when flights were taken or given back.
    in_doubt: AtomicBool,
}

impl Flights {
    fn shut(&self) -> MutexGuard<'_, BTreeMap<i64, Instant>> {
        self.shut.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table cannot be entered here.
    pub(crate) fn leaves(&self, key: i64) {
        self.shut().insert(key, Instant::now());
    }

    /// Tables that could not be entered lately, by key.
    pub(crate) fn shut_lately(&self) -> Vec<i64> {
        let mut shut = self.shut();
        shut.retain(|_, since| since.elapsed() < LEAVE);
        shut.keys().copied().collect()
    }
}

/// Takes over the pilots that were left alone, each in a task of its own: one table that cannot be read holds up nothing.
pub(crate) async fn adopt(app: &Arc<App>) -> Result<(), StoreError> {
    let adopted = if app.flights.in_doubt.swap(false, Ordering::AcqRel) {
        app.store.flights().await
    } else {
        app.store.adopt(&app.flights.shut_lately()).await
    };
    let adopted = adopted.inspect_err(|_| app.flights.in_doubt.store(true, Ordering::Release))?;
    for flight in adopted {
        tokio::spawn(fly_on(Arc::clone(app), flight));
    }
    Ok(())
}

async fn fly_on(app: Arc<App>, Flight { key, id }: Flight) {
    let room = app.rooms.room(&id);
    match room.enter(&app).await {
        Ok(table) => {
            if !pilots::nudge(&app, &room, &table) {
                give_back(&app, key).await;
            }
        }
        // Nobody can fly it. Once the players agree to go on, its pilots are claimed anew.
        Err(error @ (Shut::Parted(_) | Shut::Unknown)) => {
            tracing::info!(table = id, %error, "a pilot was left alone at a table that does not go on");
            give_back(&app, key).await;
        }
        Err(error) => {
            tracing::warn!(table = id, %error, "a pilot was left alone and cannot be flown here");
            give_up(&app, key).await;
        }
    }
}

/// Ends the flight of a table. Whoever sees its pilots owe a decision may take it.
pub(crate) async fn give_back(app: &App, key: i64) {
    note(app, app.store.release(&[key]).await);
}

/// Leaves the flight of a table, which cannot be entered here, to other processes.
pub(crate) async fn give_up(app: &App, key: i64) {
    app.flights.leaves(key);
    note(app, app.store.disown(key).await);
}

fn note(app: &App, given: Result<(), StoreError>) {
    if let Err(error) = given {
        tracing::warn!(%error, "a pilot could not be given back");
        app.flights.in_doubt.store(true, Ordering::Release);
    }
}
