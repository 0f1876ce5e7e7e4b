//! The games of a browser, carried to another device by a link. It works once and for an hour, and gives new tokens for the same seats: those
//! of the first browser are never shown. A link must be opened with a press, so that no program that only looks at it uses it up.

use crate::api::{ApiError, private};
use crate::app::{App, now_ms};
use crate::{make, seats};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use std::collections::BTreeMap;
use std::sync::Arc;
use store::{Aside, StoreError, Token};
use table::Seat;
use wire::live::{Carried, CarryLink};

/// How long a link works.
const MINUTES: u32 = 60;

/// `POST /api/carry`: a link for the games of this browser. It is on disk before it is shown.
pub(crate) async fn pack(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, ApiError> {
    let tokens = seats::tokens(&headers);
    let hashes: Vec<_> = tokens.values().flatten().map(Token::hash).collect();
    let held = app.store.seats(&hashes).await?;
    if held.is_empty() {
        return Err(ApiError::new(StatusCode::CONFLICT, "no-games", "this browser has no games"));
    }
    let token = Token::new(make::random()?);
    let now = now_ms();
    app.store.pack(token.hash(), (now, now + i64::from(MINUTES) * 60_000), &held).await?;
    Ok(private(Json(CarryLink { link: format!("/carry/{}", token.reveal()), minutes: MINUTES })))
}

/// Uses a link up: of two who do so at once, here or at two processes, one gets the seats.
async fn spend(app: &App, token: &Token) -> Result<Option<Vec<(String, Seat)>>, StoreError> {
    let _one_at_a_time = app.unpacking.lock().await;
    let held = app.store.packed(&token.hash(), now_ms()).await?;
    let first = held.is_some() && app.store.spend(token.hash()).await?;
    Ok(held.filter(|_| first))
}

/// `POST /api/carry/<token>`: the games come into this browser.
pub(crate) async fn unpack(
    State(app): State<Arc<App>>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let spent =
        || ApiError::new(StatusCode::NOT_FOUND, "spent-link", "this link was used before, or is too old");
    let token = Token::read(&token).ok_or_else(spent)?;
    let held = spend(&app, &token).await?.ok_or_else(spent)?;
    let mut cookies: BTreeMap<String, Vec<Token>> = seats::tokens(&headers);
    cookies.retain(|id, _| held.iter().any(|(at, _)| at == id));
    for (id, seat) in held {
        let room = app.rooms.room(&id);
        // A game that was deleted meanwhile is not carried.
        let Ok(end) = room.found(&app).await.map(|table| table.end()) else { continue };
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
