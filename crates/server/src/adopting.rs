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
use tokio::sync::Semaphore;

/// A table that could not be entered here is left to others for so long.
const LEAVE: Duration = Duration::from_secs(60);
/// So many tables are entered at a time to fly their pilots on.
const AT_A_TIME: usize = 32;
/// After a crash of the database the others get so long to claim again what they fly.
const CLAIM: Duration = Duration::from_secs(3);
/// Whoever seeks then what nobody has claimed seeks for all, and not again for so long.
const SEEK: Duration = Duration::from_secs(60);
/// A pilot that is at work says something within this time: whichever stood still for longer when another flew last was not.
const AT_WORK: Duration = Duration::from_secs(600);
/// By these words of its setup it is known that pilots fly at a table: for a side, or for a person.
const FLOWN: [&str; 2] = ["\"pilot\":\"", "\"relief\":{"];

/// What this process knows of the flights that it took, or meant to give back.
pub(crate) struct Flights {
    /// Tables that could not be entered, by key.
    shut: Mutex<BTreeMap<i64, Instant>>,
    /// Whether the database may count tables as flown here that are not: it did not answer when flights were taken or given back.
    in_doubt: AtomicBool,
    /// Whether flights are being taken over.
    taking: AtomicBool,
    /// Turns at entering their tables.
    turns: Arc<Semaphore>,
    /// When it was noticed that nobody knows who flies what, until what nobody has claimed was sought.
    crashed: Mutex<Option<Instant>>,
}

impl Default for Flights {
    fn default() -> Flights {
        let (in_doubt, taking) = Default::default();
        let turns = Arc::new(Semaphore::new(AT_A_TIME));
        Flights { shut: Mutex::default(), in_doubt, taking, turns, crashed: Mutex::default() }
    }
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

/// Takes over the pilots that were left alone, beside everything else that is done at a beat.
pub(crate) fn adopt(app: &Arc<App>) {
    if !app.flights.taking.swap(true, Ordering::AcqRel) {
        let app = Arc::clone(app);
        tokio::spawn(async move {
            if let Err(error) = adopt_all(&app).await {
                tracing::warn!(%error, "pilots that were left alone could not be taken over");
            }
            app.flights.taking.store(false, Ordering::Release);
        });
    }
}

/// Some at a time, until there are no more: meanwhile other processes take their share. Each is entered in a task of its own, so one table
/// that cannot be read holds up nothing.
async fn adopt_all(app: &Arc<App>) -> Result<(), StoreError> {
    mend(app).await?;
    let mut more = true;
    while more && !app.is_draining() {
        let adopted = if app.flights.in_doubt.swap(false, Ordering::AcqRel) {
            app.store.flights().await.map(|own| (own, true))
        } else {
            app.store.adopt(&app.flights.shut_lately()).await
        };
        let (flights, are_more) =
            adopted.inspect_err(|_| app.flights.in_doubt.store(true, Ordering::Release))?;
        for flight in flights {
            // It is never closed.
            let Ok(turn) = Arc::clone(&app.flights.turns).acquire_owned().await else { return Ok(()) };
            let app = Arc::clone(app);
            tokio::spawn(async move {
                fly_on(app, flight).await;
                drop(turn);
            });
        }
        more = are_more;
    }
    Ok(())
}

/// After a crash of the database nobody knows who flies what. Whoever is alive claims again what it flies, and what is left then was flown by
/// a process that is gone. The same holds at the start where nobody flies anything: a machine may have gone down with all of them.
async fn mend(app: &Arc<App>) -> Result<(), StoreError> {
    let crashed = || app.flights.crashed.lock().unwrap_or_else(PoisonError::into_inner);
    if app.store.was_emptied() {
        let flown = app.rooms.all_known().into_iter().filter(|room| room.flying.load(Ordering::Acquire));
        let keys: Vec<i64> = flown.filter_map(|room| Some(room.glimpse().end()?.key)).collect();
        app.store.claim_again(&keys).await?;
        *crashed() = Some(Instant::now());
    }
    let is_due = crashed().is_some_and(|since| since.elapsed() >= CLAIM);
    if is_due {
        if app.store.turn("flights", SEEK).await? {
            let found = app.store.seek_flights(&FLOWN, AT_WORK).await?;
            tracing::info!(
                tables = found,
                "nobody knows who flies what; looking for pilots that were left alone"
            );
        }
        *crashed() = None;
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
