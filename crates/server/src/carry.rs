//! The games of a browser, carried to another device by a link. It works once and for an hour, and gives new tokens for the same seats: those
//! of the first browser are never shown. A link must be opened with a press, so that no program that only looks at it uses it up.

use crate::api::{ApiError, private};
use crate::app::App;
use crate::{make, seats};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{Aside, Token, TokenHash};
use table::Seat;
use wire::live::{Carried, CarryLink};

/// How long a link works.
const KEPT: Duration = Duration::from_secs(3600);
/// The most links that wait at once; the oldest make room.
const MOST: usize = 1000;

struct Load {
    until: Instant,
    seats: Vec<(String, Seat)>,
}

/// What waits to be carried, by the hash of its token. It is in memory alone: a restart ends these links.
#[derive(Default)]
pub(crate) struct Carries(Mutex<BTreeMap<TokenHash, Load>>);

impl Carries {
    fn all(&self) -> MutexGuard<'_, BTreeMap<TokenHash, Load>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets links that work no longer.
    pub(crate) fn sweep(&self, now: Instant) {
        self.all().retain(|_, load| load.until > now);
    }

    fn put(&self, token: &Token, seats: Vec<(String, Seat)>) {
        let mut all = self.all();
        if all.len() >= MOST {
            let oldest = all.iter().min_by_key(|(_, load)| load.until).map(|(hash, _)| hash.clone());
            oldest.and_then(|hash| all.remove(&hash));
        }
        all.insert(token.hash(), Load { until: Instant::now() + KEPT, seats });
    }

    fn take(&self, token: &Token) -> Option<Vec<(String, Seat)>> {
        let load = self.all().remove(&token.hash())?;
        (load.until > Instant::now()).then_some(load.seats)
    }
}

/// `POST /api/carry`: a link for the games of this browser.
pub(crate) async fn pack(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, ApiError> {
    let tokens = seats::tokens(&headers);
    let hashes: Vec<_> = tokens.values().flatten().map(Token::hash).collect();
    let held = app.store.seats(&hashes).await?;
    if held.is_empty() {
        return Err(ApiError::new(StatusCode::CONFLICT, "no-games", "this browser has no games"));
    }
    let token = Token::new(make::random()?);
    app.carries.put(&token, held);
    Ok(private(Json(CarryLink { link: format!("/carry/{}", token.reveal()), minutes: 60 })))
}

/// `POST /api/carry/<token>`: the games come into this browser.
pub(crate) async fn unpack(
    State(app): State<Arc<App>>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let spent =
        || ApiError::new(StatusCode::NOT_FOUND, "spent-link", "this link was used before, or is too old");
    let held = Token::read(&token).and_then(|token| app.carries.take(&token)).ok_or_else(spent)?;
    let mut cookies: BTreeMap<String, Vec<Token>> = seats::tokens(&headers);
    cookies.retain(|id, _| held.iter().any(|(at, _)| at == id));
    for (id, seat) in held {
        let room = app.rooms.room(&id);
        // A game that was deleted meanwhile is not carried.
        let Ok(end) = room.enter(&app).await.map(|table| table.end) else { continue };
        let token = Token::new(make::random()?);
        app.store.aside(end, Aside::Seat(token.hash(), seat)).await?;
        let own = cookies.entry(id).or_default();
        *own = seats::with(std::mem::take(own), token);
    }
    let mut response = private(Json(Carried { tables: cookies.len() as u32 }));
    for (id, tokens) in &cookies {
        response
            .headers_mut()
            .extend(seats::cookie(id, tokens, app.config.secure()).map(|v| (SET_COOKIE, v)));
    }
    Ok(response)
}
