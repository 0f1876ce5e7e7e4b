//! `GET /readyz`: whether games can be kept.

use crate::app::App;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use store::Store;
use tokio::sync::Mutex;

/// For how long a result is good.
const FRESH: Duration = Duration::from_secs(1);
/// How long the disk gets to answer, and how long a database that is somewhere else.
const DISK: Duration = Duration::from_secs(5);
const DATABASE: Duration = Duration::from_secs(3);
/// Of whom nothing was heard for 5 s, others are counted out and their pilots flown on. This process counts itself out before that.
const LAPSE: Duration = Duration::from_secs(3);

/// The last test of the writer. There is one test at a time, so that many who ask cost no more than one.
pub(crate) struct Readiness {
    store: Store,
    last: Mutex<Option<(Instant, Result<(), String>)>>,
    /// Whether a database that is shared with others is away.
    away: AtomicBool,
}

impl Readiness {
    pub(crate) fn of(store: &Store) -> Readiness {
        Readiness { store: store.clone(), last: Mutex::default(), away: AtomicBool::new(false) }
    }

    /// Whether the database did not answer when somebody last asked, and no beat has got through since, or none has for so long that the
    /// others are about to count this process out.
    pub(crate) fn is_away(&self) -> bool {
        self.away.load(Ordering::Acquire) || self.store.beat_age() > LAPSE
    }

    /// It does not answer.
    pub(crate) fn is_silent(&self) {
        self.away.store(true, Ordering::Release);
    }

    /// It answers.
    pub(crate) fn is_back(&self) {
        self.away.store(false, Ordering::Release);
    }

    async fn test(&self) -> Result<(), String> {
        let mut last = self.last.lock().await;
        if let Some((when, result)) = &*last
            && when.elapsed() < FRESH
        {
            return result.clone();
        }
        let (patience, silent) = match self.store.is_shared() {
            true => (DATABASE, "the database does not answer"),
            false => (DISK, "the disk does not answer"),
        };
        let result = match tokio::time::timeout(patience, self.store.probe()).await {
            Ok(probed) => probed.map_err(|e| e.in_short()),
            Err(_) => Err(silent.into()),
        };
        *last = Some((Instant::now(), result.clone()));
        result
    }
}

pub(crate) async fn ready(State(app): State<Arc<App>>) -> Response {
    let unready = |why: String| (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    let mut response = match app.readiness.test().await {
        _ if app.is_draining() => unready("this server stops".into()),
        Ok(()) => "ready".into_response(),
        Err(why) => unready(format!("games cannot be kept: {why}")),
    };
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::{Connection, PgConnection};
    use store::{Options, Place};

    #[tokio::test]
    async fn whoever_has_not_beaten_for_long_counts_themselves_out_until_they_do() {
        let Ok(server) = std::env::var("TALLYHO_POSTGRES") else {
            eprintln!("LEFT OUT: there is no PostgreSQL to test with; run the tests by scripts/postgres");
            return;
        };
        let mut admin = PgConnection::connect(&server).await.unwrap();
        let name = format!("ready_{:016x}", getrandom::u64().unwrap());
        let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::raw_sql(create).execute(&mut admin).await.unwrap();
        let place = Place::Postgres(server.replacen("/postgres?", &format!("/{name}?"), 1));
        let store = Store::open_at(&place, Options::default()).await.unwrap();
        let readiness = Readiness::of(&store);
        assert!(!readiness.is_away());
        while !readiness.is_away() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        store.beat("here").await.unwrap();
        assert!(!readiness.is_away());
    }
}
