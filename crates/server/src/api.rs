//! The JSON API: games, rules, cards, tables.

use crate::app::{App, now_ms};
use crate::open_table::{Found, OpenTable, Shut};
use crate::seats::{self, OwnSeats};
use crate::studies::{self, Known};
use crate::tables::{About, Summary};
use crate::{carry, gauges, guests, make, replay, runs, scenarios, tell, why};
use axum::extract::{ConnectInfo, FromRequestParts, Path, RawPathParams, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, RETRY_AFTER, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use catalog::Fault;
use serde_json::json;
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use store::Token;
use table::Seat;
use tokio::task::JoinError;
use wire::live::{RuleTitles, TableInfo, Tables};
use wire::{Briefing, CardList, Digest, GameList, Watch};

/// Open tables in a list.
const MOST_OPEN: u32 = 50;
/// How many tables are read for one page of lists because they have changed since they were noted.
const MOST_READ: usize = 4;
/// A seat that nobody has taken for so long is offered no more: whoever offered it has forgotten it too.
const OPEN_FOR_MS: i64 = 14 * 24 * 3600 * 1000;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/games", get(games))
        .route("/rules/{game}", get(rules))
        .route("/titles/{game}", get(titles))
        .route("/cards/{game}", get(cards))
        .route("/briefing/{game}/{scenario}", get(briefing))
        .route("/format/{game}", get(scenarios::format))
        .route("/check", post(scenarios::check))
        .route("/lab", get(runs::offer).post(runs::order))
        .route("/lab/{id}", get(runs::run).delete(runs::stop))
        .route("/lab/{id}/report", get(runs::report))
        .route("/lab/{id}/games.csv", get(runs::games))
        .route("/tables", get(tables).post(make::make))
        .route("/tables/{id}", get(table_info).delete(guests::leave))
        .route("/tables/{id}/take", post(guests::take))
        .route("/tables/{id}/label", post(guests::label))
        .route("/tables/{id}/follow", post(guests::follow))
        .route("/tables/{id}/tell", get(tell::ways).post(tell::set))
        .route("/carry", post(carry::pack))
        .route("/carry/{token}", post(carry::unpack))
        .route("/tables/{id}/transcript", get(transcript))
        .route("/tables/{id}/replay", get(replay_of))
        .route("/tables/{id}/log-sheet/{number}", get(log_sheet_of))
        .route("/tables/{id}/position/{line}", get(scenarios::position))
        .route("/tables/{id}/chances", get(chances_of))
        .route("/tables/{id}/debrief", get(debrief_of))
        .route("/tables/{id}/why", get(why::explained))
        .route("/tables/{id}/why/{line}", get(why::why))
        .fallback(|| async { ApiError::new(StatusCode::NOT_FOUND, "unknown-path", "there is nothing here") })
}

/// A request that was not carried out.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
    path: Option<String>,
    retry_after: Option<Duration>,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError { status, code, message: message.into(), path: None, retry_after: None }
    }

    pub(crate) fn field(path: impl Into<String>, says: impl Into<String>) -> ApiError {
        let error = ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "wrong-field", says);
        ApiError { path: Some(path.into()), ..error }
    }

    /// With the time after which it is worth asking again.
    pub(crate) fn retry_after(self, wait: Duration) -> ApiError {
        ApiError { retry_after: Some(wait), ..self }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut error = json!({ "code": self.code, "message": self.message });
        if let Some(path) = self.path {
            error["path"] = path.into();
        }
        let mut response = (self.status, Json(json!({ "error": error }))).into_response();
        if let Some(wait) = self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(wait.as_secs() + 1));
        }
        response
    }
}

impl From<Shut> for ApiError {
    fn from(shut: Shut) -> ApiError {
        match shut {
            Shut::Unknown => ApiError::new(StatusCode::NOT_FOUND, "unknown-table", shut.to_string()),
            Shut::Store(ref e) | Shut::NotKnown(ref e) => {
                tracing::error!(error = %e, "the store failed");
                let code = if matches!(shut, Shut::Store(_)) { "store" } else { "not-known" };
                ApiError::new(StatusCode::SERVICE_UNAVAILABLE, code, shut.to_string())
            }
            Shut::Moved => ApiError::new(StatusCode::CONFLICT, "moved", shut.to_string()),
            Shut::Newer => ApiError::new(StatusCode::CONFLICT, "newer", shut.to_string()),
            Shut::Parted(_) => ApiError::new(StatusCode::CONFLICT, "parted", shut.to_string()),
            Shut::Broken(_) => {
                ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "broken-table", shut.to_string())
            }
        }
    }
}

impl From<store::StoreError> for ApiError {
    fn from(e: store::StoreError) -> ApiError {
        Shut::from(e).into()
    }
}

impl From<Fault> for ApiError {
    fn from(fault: Fault) -> ApiError {
        match fault {
            Fault::Flaws(flaws) => match flaws.into_iter().next() {
                Some(flaw) => ApiError::field(flaw.path, flaw.says),
                None => ApiError::field("", "cannot be used"),
            },
            other => ApiError::field("", desk::error(other).message),
        }
    }
}

/// Whether somebody may see a table at all: by a seat, because it is open, or because it is over.
pub(crate) fn may_watch(held: &OwnSeats, watch: Watch, over: bool) -> bool {
    !held.none() || watch == Watch::Anyone || over
}

/// Nobody comes in without a seat.
pub(crate) fn no_seat() -> ApiError {
    ApiError::new(StatusCode::FORBIDDEN, "no-seat", "this browser has no seat at this table")
}

pub(crate) fn private(body: impl IntoResponse) -> Response {
    let mut response = body.into_response();
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

async fn games(State(app): State<Arc<App>>) -> Json<GameList> {
    Json(GameList { hints: app.config.hints, ..desk::games(&app.catalog) })
}

pub(crate) fn no_game(_: Fault) -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "unknown-game", "there is no such game")
}

async fn rules(State(app): State<Arc<App>>, Path(game): Path<String>) -> Result<Json<Digest>, ApiError> {
    desk::rules(&app.catalog, &game, None).map(Json).map_err(no_game)
}

async fn titles(State(app): State<Arc<App>>, Path(game): Path<String>) -> Result<Json<RuleTitles>, ApiError> {
    app.catalog.titles(&game).map(Json).map_err(no_game)
}

async fn cards(State(app): State<Arc<App>>, Path(game): Path<String>) -> Result<Json<CardList>, ApiError> {
    desk::cards(&app.catalog, &game).map(Json).map_err(no_game)
}

/// The card of a ready-made scenario.
async fn briefing(
    State(app): State<Arc<App>>,
    Path((game, scenario)): Path<(String, String)>,
) -> Result<Json<Briefing>, ApiError> {
    desk::briefing(&app.catalog, &game, &scenario)
        .map(Json)
        .map_err(|_| ApiError::new(StatusCode::NOT_FOUND, "unknown-scenario", "there is no such scenario"))
}

/// Tables of this browser, and tables that anybody may watch.
async fn tables(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, ApiError> {
    let cookies = seats::tokens(&headers);
    let hashes: Vec<_> = cookies.values().flatten().map(Token::hash).collect();
    let mut held: BTreeMap<String, Vec<Seat>> = BTreeMap::new();
    for (id, seat) in app.store.seats(&hashes).await? {
        held.entry(id).or_default().push(seat);
    }
    let ids: Vec<String> = held.keys().cloned().collect();
    let (mut mine, mut reads) = (Vec::new(), MOST_READ);
    for row in app.store.rows(&ids).await? {
        let seats = OwnSeats::new(held.remove(&row.id).unwrap_or_default());
        mine.extend(listed(&app, &row, &seats, &mut reads).await);
    }
    mine.sort_by_key(|table| std::cmp::Reverse(table.created_ms));
    let mut open = Vec::new();
    for row in app.store.listed(MOST_OPEN).await? {
        let seats = mine.iter().find(|t| t.id == row.id).map(|t| OwnSeats::new(t.held.clone()));
        open.extend(listed(&app, &row, &seats.unwrap_or_default(), &mut reads).await);
    }
    let mut seats = Vec::new();
    for row in app.store.with_open_seats(now_ms() - OPEN_FOR_MS, MOST_OPEN).await? {
        if mine.iter().all(|table| table.id != row.id) {
            seats.extend(listed(&app, &row, &OwnSeats::default(), &mut reads).await);
        }
    }
    let forget = too_many(&cookies, &mine);
    let mut response = private(Json(Tables { mine, open, seats }));
    for id in forget {
        response.headers_mut().extend(seats::forget(&id, app.config.secure()).map(|v| (SET_COOKIE, v)));
    }
    Ok(response)
}

/// Cookies that a browser with too many of them should drop: those of no table, then those of the oldest finished games.
fn too_many(cookies: &BTreeMap<String, Vec<Token>>, mine: &[TableInfo]) -> Vec<String> {
    let excess = cookies.len().saturating_sub(seats::MOST_COOKIES);
    let known = |id: &str| mine.iter().any(|table| table.id == id);
    let unknown = cookies.keys().filter(|id| !known(id)).cloned();
    let finished = mine.iter().rev().filter(|table| table.outcome.is_some()).map(|table| table.id.clone());
    unknown.chain(finished).take(excess).collect()
}

/// A table's line in a list, from memory if it is there. Where others play on, what was noted of it lags for some seconds: a few such tables
/// are read, and the rest are shown as they were. One that cannot be set up again is left out; the log says why.
async fn listed(
    app: &Arc<App>,
    row: &store::TableRow,
    held: &OwnSeats,
    reads: &mut usize,
) -> Option<TableInfo> {
    if app.rooms.known(&row.id).is_none() {
        let noted = row.summary.as_ref().or(row.noted.as_ref().filter(|_| *reads == 0));
        if let Some(summary) = noted.and_then(|text| serde_json::from_str::<Summary>(text).ok()) {
            let about = About::of(row).inspect_err(|e| tracing::error!(error = %e, "a table is left out"));
            return about.ok().map(|about| about.info(held, row.seq, summary));
        }
        *reads = reads.saturating_sub(1);
    }
    let room = app.rooms.room(&row.id);
    let table = room.found(app).await.ok()?;
    Some(table.info(held))
}

/// Who asks about one table.
pub(crate) struct AtTable {
    pub(crate) app: Arc<App>,
    pub(crate) client: IpAddr,
    pub(crate) id: String,
    pub(crate) held: OwnSeats,
}

impl FromRequestParts<Arc<App>> for AtTable {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<AtTable, ApiError> {
        let (Ok(path), Ok(ConnectInfo(peer))) = (
            RawPathParams::from_request_parts(parts, app).await,
            ConnectInfo::<SocketAddr>::from_request_parts(parts, app).await,
        ) else {
            return Err(Shut::Unknown.into());
        };
        let id =
            path.iter().find(|(name, _)| *name == "id").map_or_else(String::new, |(_, id)| id.to_owned());
        let held = app.held(&parts.headers, &id).await?;
        Ok(AtTable { app: Arc::clone(app), client: app.client(&parts.headers, peer), id, held })
    }
}

impl AtTable {
    /// Looks at the table, if this browser may see it, whether it goes on or is shown as it was.
    pub(crate) async fn find<T>(&self, look: impl FnOnce(&mut Found) -> T) -> Result<T, ApiError> {
        let AtTable { app, id, held, .. } = self;
        if !seats::is_id(id) {
            return Err(Shut::Unknown.into());
        }
        let room = app.rooms.room(id);
        let found = room.found(app).await;
        let mut found = found.inspect_err(|_| app.rooms.forget(id))?;
        if !may_watch(held, found.about().setup.watch, found.is_over()) {
            return Err(no_seat());
        }
        if let Found::Open(table) = &mut *found {
            table.sitting.shown_to(held.plays());
        }
        Ok(look(&mut found))
    }

    /// Looks at the table, if this browser may see it and the rules can follow it.
    pub(crate) async fn look<T>(&self, look: impl FnOnce(&OpenTable) -> T) -> Result<T, ApiError> {
        self.find(|found| match found {
            Found::Open(table) => Ok(look(table)),
            Found::Kept(kept) => Err(Shut::Parted(kept.parting.why.clone()).into()),
        })
        .await?
    }
}

async fn table_info(asks: AtTable) -> Result<Response, ApiError> {
    Ok(private(Json(asks.find(|table| table.info(&asks.held)).await?)))
}

async fn transcript(asks: AtTable) -> Result<Response, ApiError> {
    let look = |found: &mut Found| match found {
        Found::Kept(kept) => kept.transcript(&asks.held),
        Found::Open(table) => {
            let whole = table.sitting.table.transcript();
            if whole.end.is_some() { whole.to_lines() } else { replay::redacted(&whole, &asks.held) }
        }
    };
    let text = asks.find(look).await?;
    Ok(as_file(text, "application/jsonl", &format!("tallyho-{}.jsonl", asks.id)))
}

/// An answer that a browser keeps as a file.
fn as_file(body: impl IntoResponse, kind: &'static str, name: &str) -> Response {
    let mut response = private(body);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    let name = HeaderValue::try_from(format!("attachment; filename=\"{name}\""));
    headers.extend(name.map(|v| (CONTENT_DISPOSITION, v)));
    response
}

const WORKBOOK: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// A workbook of log sheets. It holds finished moves only, which everybody has seen where nothing is secret.
async fn log_sheet_of(
    Path((_, number)): Path<(String, String)>,
    asks: AtTable,
) -> Result<Response, ApiError> {
    let none = |says: &str| ApiError::new(StatusCode::NOT_FOUND, "no-log-sheet", says);
    let look = |table: &OpenTable| {
        let books = table.info(&asks.held).log_sheets;
        if books == 0 {
            return Err(none("this game has no log sheets"));
        }
        if table.sitting.table.has_secrets() && !table.is_over() {
            let says = "log sheets of a game with secrets are given once it is over";
            return Err(ApiError::new(StatusCode::CONFLICT, "not-over", says));
        }
        Ok((books, table.sitting.table.transcript()))
    };
    let (books, whole) = asks.look(look).await??;
    let number: usize = number.parse().unwrap_or(0);
    let AtTable { app, client, id, .. } = asks;
    let catalog = app.catalog.clone();
    let work = move || replay::log_sheet(&catalog, whole, number).map_err(|e| Shut::Broken(e).into());
    let book = in_turn(&app, client, work).await?;
    let book = book.ok_or_else(|| none(&format!("there are log sheets 1 to {books}")))?;
    let part = if number == 1 { String::new() } else { format!("-{number}") };
    Ok(as_file(book, WORKBOOK, &format!("tallyho-{id}{part}.xlsx")))
}

async fn replay_of(asks: AtTable) -> Result<Response, ApiError> {
    let look = |found: &mut Found| match found {
        Found::Open(table) => Ok((table.sitting.table.transcript(), table.info(&asks.held))),
        Found::Kept(kept) => Err(kept.replay(&asks.held)),
    };
    let (whole, info) = match asks.find(look).await? {
        Ok(going_on) => going_on,
        Err(Some(kept)) => return Ok(private(Json(kept))),
        Err(None) => {
            let says = "nothing but the commands was kept of this game: see its transcript";
            return Err(ApiError::new(StatusCode::CONFLICT, "parted", says));
        }
    };
    let AtTable { app, client, held, .. } = asks;
    let catalog = app.catalog.clone();
    let work = move || replay::replay(&catalog, whole, info, &held).map_err(|e| Shut::Broken(e).into());
    Ok(private(Json(in_turn(&app, client, work).await?)))
}

/// What is known of a finished game by now.
async fn study(asks: AtTable) -> Result<Known, ApiError> {
    let ask = |table: &OpenTable| {
        if !table.is_over() {
            let says = "this is worked out once the game is over";
            return Err(ApiError::new(StatusCode::CONFLICT, "not-over", says));
        }
        let game = (asks.id.clone(), table.sitting.seq());
        studies::ask(&asks.app, asks.client, game, || table.sitting.table.transcript())
    };
    asks.look(ask).await?
}

async fn chances_of(asks: AtTable) -> Result<Response, ApiError> {
    Ok(private(Json(study(asks).await?.chances)))
}

async fn debrief_of(asks: AtTable) -> Result<Response, ApiError> {
    Ok(private(Json(study(asks).await?.debrief)))
}

/// Works something out in the client's turn, away from the threads that answer requests.
pub(crate) async fn in_turn<T: Send + 'static>(
    app: &App,
    client: IpAddr,
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let turn = app.turn(client).await;
    let failed = |e: JoinError| {
        tracing::error!(error = %e, "the rules failed");
        metrics::counter!("tallyho_internal_errors_total").increment(1);
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "the rules failed on this request")
    };
    let work = move || {
        let done = work();
        // The turn lasts as long as the work, also if nobody waits for it any more.
        drop(turn);
        done
    };
    tokio::task::spawn_blocking(work).await.map_err(failed)?
}

/// Prometheus text, for this machine alone unless the host opens it.
pub(crate) async fn metrics(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Response {
    let from_here = peer.ip().is_loopback() && !headers.contains_key("x-forwarded-for");
    if !app.config.open_metrics && !from_here {
        return StatusCode::NOT_FOUND.into_response();
    }
    gauges::read(&app).await;
    private(app.metrics.render())
}
