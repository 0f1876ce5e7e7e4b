//! Scenarios for those who write them: what a file may hold, what is wrong with one, and positions of games as scenarios.

use crate::api::{ApiError, AtTable, in_turn, private};
use crate::app::App;
use crate::make::read_json;
use crate::open_table::Shut;
use crate::replay;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use std::net::SocketAddr;
use std::sync::Arc;
use wire::{Check, Checked, Format};

/// `GET /api/format/<game>`.
pub(crate) async fn format(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
) -> Result<Json<Format>, ApiError> {
    desk::format(&app.catalog, &game).map(Json).map_err(crate::api::no_game)
}

/// `POST /api/check`. It is as much work as setting up a table, and kept within the same bounds.
pub(crate) async fn check(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Checked>, ApiError> {
    let client = app.client(&headers, peer);
    app.count(&app.checks, client, "scenarios")?;
    let ask: Check = read_json(&headers, &body)?;
    let catalog = app.catalog.clone();
    let work = move || desk::check(&catalog, &ask).map_err(ApiError::from);
    in_turn(&app, client, work).await.map(Json)
}

/// `GET /api/tables/<id>/position/<line>`: what if it had gone on differently from there?
pub(crate) async fn position(
    Path((_, line)): Path<(String, String)>,
    asks: AtTable,
) -> Result<Response, ApiError> {
    let whole = asks.look(|table| table.sitting.table.transcript()).await?;
    let line = line.parse().ok().filter(|line| *line <= whole.lines.len());
    let none = || ApiError::new(StatusCode::NOT_FOUND, "unknown-line", "the game has no such command");
    let line = line.ok_or_else(none)?;
    let AtTable { app, client, held, .. } = asks;
    let catalog = app.catalog.clone();
    let work = move || replay::position(&catalog, whole, line, &held).map_err(|e| Shut::Broken(e).into());
    Ok(private(Json(in_turn(&app, client, work).await?)))
}
