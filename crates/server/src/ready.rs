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

/// The last test of the writer. There is one test at a time, so that many who ask cost no more than one.
#[derive(Default)]
pub(crate) struct Readiness {
    last: Mutex<Option<(Instant, Result<(), String>)>>,
    /// Whether a database that is shared with others is away.
    away: AtomicBool,
}

impl Readiness {
    /// Whether the database did not answer when somebody last asked, and no beat has got through since.
    pub(crate) fn is_away(&self) -> bool {
        self.away.load(Ordering::Acquire)
    }

    /// It does not answer.
    pub(crate) fn is_silent(&self) {
        self.away.store(true, Ordering::Release);
    }

    /// It answers.
    pub(crate) fn is_back(&self) {
        self.away.store(false, Ordering::Release);
    }

    async fn test(&self, store: &Store) -> Result<(), String> {
        let mut last = self.last.lock().await;
        if let Some((when, result)) = &*last
            && when.elapsed() < FRESH
        {
            return result.clone();
        }
        let (patience, silent) = match store.is_shared() {
            true => (DATABASE, "the database does not answer"),
            false => (DISK, "the disk does not answer"),
        };
        let result = match tokio::time::timeout(patience, store.probe()).await {
            Ok(probed) => probed.map_err(|e| e.in_short()),
            Err(_) => Err(silent.into()),
        };
        *last = Some((Instant::now(), result.clone()));
        result
    }
}

pub(crate) async fn ready(State(app): State<Arc<App>>) -> Response {
    let unready = |why: String| (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    let mut response = match app.readiness.test(&app.store).await {
        _ if app.is_draining() => unready("this server stops".into()),
        Ok(()) => "ready".into_response(),
        Err(why) => unready(format!("games cannot be kept: {why}")),
    };
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
