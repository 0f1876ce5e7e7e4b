//! The JSON API: games, rules, cards, tables.

use crate::app::{App, now_ms};
use crate::seats::{self, Held};
use crate::sitting::{Shut, Sitting};
use crate::tables::{About, Setup, Summary};
use crate::{chances, pilots, replay};
use axum::body::Bytes;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, RETRY_AFTER, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use catalog::{Fault, Level, Shelf};
use serde_json::json;
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use store::{Entry, Fresh, Kept, Token};
use table::{DiceChoice, DiceSource, Seat, Seed, Side, Transcript};
use tokio::task::JoinError;
use wire::live::{
    DiceKind, Digest, Links, Made, NewTable, Offer, PilotInfo, SideInfo, TableDice, TableInfo, Tables, Watch,
};

/// The longest pause that a table may ask of its pilots.
const SLOWEST_MS: u32 = 10_000;
/// Pause between commands where only pilots fly, so that people can follow.
const WATCHED_MS: u32 = 700;
/// Open tables in a list.
const MOST_OPEN: u32 = 50;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/games", get(games))
        .route("/rules/{game}", get(rules))
        .route("/cards/{game}", get(cards))
        .route("/tables", get(tables).post(make))
        .route("/tables/{id}", get(table_info))
        .route("/tables/{id}/transcript", get(transcript))
        .route("/tables/{id}/replay", get(replay_of))
        .route("/tables/{id}/chances", get(chances_of))
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

    fn field(path: impl Into<String>, says: impl Into<String>) -> ApiError {
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
            Shut::Store(ref e) => {
                tracing::error!(error = %e, "the store failed");
                ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "store", shut.to_string())
            }
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
pub(crate) fn may_watch(held: &Held, watch: Watch, over: bool) -> bool {
    !held.none() || watch == Watch::Anyone || over
}

fn private(body: impl IntoResponse) -> Response {
    let mut response = body.into_response();
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

async fn games(State(app): State<Arc<App>>) -> Json<Offer> {
    let pilots = Level::ALL.map(|level| {
        let (title, text) = match level {
            Level::Random => ("Cadet", "Does anything that the rules allow."),
            Level::Simple => ("Flight lieutenant", "Takes the best shot, and moves towards one."),
        };
        PilotInfo { id: level.word().into(), title: title.into(), text: text.into() }
    });
    Json(Offer {
        games: app.catalog.games().iter().map(|game| game.info()).collect(),
        pilots: pilots.to_vec(),
    })
}

fn shelf<'a>(app: &'a App, game: &str) -> Result<&'a Arc<dyn Shelf>, ApiError> {
    app.catalog.game(game).map_err(|_| no_game())
}

fn no_game() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "unknown-game", "there is no such game")
}

async fn rules(State(app): State<Arc<App>>, Path(game): Path<String>) -> Result<Json<Digest>, ApiError> {
    app.catalog.digest(&game).map(Json).map_err(|_| no_game())
}

async fn cards(State(app): State<Arc<App>>, Path(game): Path<String>) -> Result<Response, ApiError> {
    Ok(Json(json!({ "cards": shelf(&app, &game)?.cards() })).into_response())
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
    let mut mine = Vec::new();
    for row in app.store.rows(&ids).await? {
        let seats = Held::new(held.remove(&row.id).unwrap_or_default());
        mine.extend(listed(&app, &row, &seats).await);
    }
    mine.sort_by_key(|table| std::cmp::Reverse(table.created_ms));
    let mut open = Vec::new();
    for row in app.store.listed(MOST_OPEN).await? {
        let seats = mine.iter().find(|t| t.id == row.id).map(|t| Held::new(t.held.clone()));
        open.extend(listed(&app, &row, &seats.unwrap_or_default()).await);
    }
    let forget = too_many(&cookies, &mine);
    let mut response = private(Json(Tables { mine, open }));
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

/// A table's line in a list, from memory if it is there. One that cannot be set up again is left out; the log says why.
async fn listed(app: &Arc<App>, row: &store::TableRow, held: &Held) -> Option<TableInfo> {
    let summary = row.summary.as_deref().and_then(|text| serde_json::from_str::<Summary>(text).ok());
    if let (None, Some(summary)) = (app.rooms.known(&row.id), summary) {
        let about = About::of(row).inspect_err(|e| tracing::error!(error = %e, "a table is left out"));
        return about.ok().map(|about| about.info(held, row.seq, summary));
    }
    let room = app.rooms.room(&row.id);
    let sitting = room.enter(app).await.ok()?;
    Some(sitting.about.info(held, sitting.seq(), sitting.summary()))
}

async fn table_info(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let held = app.held(&headers, &id).await?;
    let info =
        look_at(&app, &id, &held, |sitting| sitting.about.info(&held, sitting.seq(), sitting.summary()))
            .await?;
    Ok(private(Json(info)))
}

/// Looks at a table that this browser may see.
async fn look_at<T>(
    app: &Arc<App>,
    id: &str,
    held: &Held,
    look: impl FnOnce(&Sitting) -> T,
) -> Result<T, ApiError> {
    if !seats::is_id(id) {
        return Err(Shut::Unknown.into());
    }
    let room = app.rooms.room(id);
    let entered = room.enter(app).await;
    let mut sitting = entered.inspect_err(|_| app.rooms.forget(id))?;
    if !may_watch(held, sitting.about.setup.watch, sitting.is_over()) {
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "no-seat",
            "this browser has no seat at this table",
        ));
    }
    sitting.shown_to(held.plays());
    Ok(look(&sitting))
}

async fn transcript(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let held = app.held(&headers, &id).await?;
    let text = look_at(&app, &id, &held, |sitting| {
        let whole = sitting.table.transcript();
        if whole.end.is_some() { whole.to_lines() } else { replay::redacted(&whole, &held) }
    })
    .await?;
    let mut response = private(text);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/jsonl"));
    let name = HeaderValue::try_from(format!("attachment; filename=\"tallyho-{id}.jsonl\""));
    headers.extend(name.map(|v| (CONTENT_DISPOSITION, v)));
    Ok(response)
}

async fn replay_of(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let held = app.held(&headers, &id).await?;
    let (whole, info) = look_at(&app, &id, &held, |sitting| {
        (sitting.table.transcript(), sitting.about.info(&held, sitting.seq(), sitting.summary()))
    })
    .await?;
    let catalog = app.catalog.clone();
    let work = move || replay::replay(&catalog, whole, info, &held).map_err(|e| Shut::Broken(e).into());
    let replay = in_turn(&app, app.client(&headers, peer), work).await?;
    Ok(private(Json(replay)))
}

async fn chances_of(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let held = app.held(&headers, &id).await?;
    let client = app.client(&headers, peer);
    let ask = |sitting: &Sitting| {
        if !sitting.is_over() {
            let says = "chances are worked out once the game is over";
            return Err(ApiError::new(StatusCode::CONFLICT, "not-over", says));
        }
        chances::ask(&app, client, (id.clone(), sitting.seq()), || sitting.table.transcript())
    };
    let answer = chances::wait(look_at(&app, &id, &held, ask).await??).await?;
    let mut response = private(answer);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(response)
}

/// Works something out in the client's turn, away from the threads that answer requests.
async fn in_turn<T: Send + 'static>(
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

/// Makes a table.
async fn make(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ApiError> {
    let client = app.client(&headers, peer);
    if app.config.limits
        && let Err(wait) = app.new_tables.take(client, Instant::now())
    {
        let error = ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-many", "too many tables: wait");
        return Err(error.retry_after(wait));
    }
    let new: NewTable = read_json(&headers, &body)?;
    let pilots = pilots_of(&new)?;
    let (dice, source) = dice(&new.dice)?;
    let seed = match &source {
        DiceSource::Seeded { seed, .. } => Some(*seed),
        DiceSource::Script(_) => None,
    };
    let shelf = Arc::clone(app.catalog.game(&new.game)?);
    let set_up = move || {
        let table = shelf.open(&new.scenario, new.options.as_ref(), source)?;
        let (transcript, view) = (table.transcript(), table.position(Seat::Observer));
        let sides = sides(&*shelf, &new, &pilots);
        Ok((new, table, transcript, view, sides))
    };
    let (new, table, transcript, view, sides) = in_turn(&app, client, set_up).await?;
    let Transcript { header, lines: opening, .. } = transcript;
    let only_pilots = pilots.iter().all(Option::is_some);
    let usual_pace = if only_pilots { WATCHED_MS } else { 0 };
    let setup = Setup {
        sides,
        hot_seat: new.hot_seat,
        dice,
        commitment: header.commitment.clone(),
        seal: seed.map(|seed| header.seal(seed)),
        watch: new.watch,
        pace_ms: new.pace_ms.unwrap_or(usual_pace).min(SLOWEST_MS),
    };
    let id = seats::id_from(random()?);
    let mut tokens: Vec<(Seat, Token)> = Vec::new();
    for side in Side::BOTH.into_iter().filter(|side| pilots[side.index()].is_none()) {
        tokens.push((side.into(), Token::new(random()?)));
    }
    tokens.push((Seat::Observer, Token::new(random()?)));
    let created_ms = now_ms();
    let about =
        About { id: id.clone(), game: new.game.clone(), title: view.title.clone(), created_ms, setup };
    let summary = Summary::of(&view).json();
    let mut place = app
        .store
        .create(Fresh {
            id: id.clone(),
            header,
            title: about.title.clone(),
            created_ms,
            setup: serde_json::to_string(&about.setup).unwrap_or_default(),
            summary: summary.clone(),
            listed: new.watch == Watch::Anyone,
            seed,
            seats: tokens.iter().map(|(seat, token)| (token.hash(), *seat)).collect(),
        })
        .await?;
    if !opening.is_empty() {
        // What the table has said itself, where nothing could be chosen.
        let entries = opening.into_iter().map(Entry::Act).collect();
        place = app
            .store
            .append(Kept { place, at_ms: created_ms, entries, summary, finished: false })
            .await?
            .place;
    }
    let room = app.rooms.room(&id);
    room.furnish(Sitting::new(table, about, place)).await;
    pilots::nudge(&app, &room, &*room.enter(&app).await?);
    metrics::counter!("tallyho_tables_made_total", "game" => new.game.clone()).increment(1);
    let mine = makers_seats(&new, &pilots);
    let own: Vec<Token> =
        tokens.iter().filter(|(seat, _)| mine.contains(seat)).map(|(_, t)| t.clone()).collect();
    let link = |wanted: Seat| {
        let token = tokens.iter().find(|(seat, _)| *seat == wanted).map(|(_, token)| token);
        token.map(|token| format!("/join/{}", token.reveal()))
    };
    let watch = link(Seat::Observer).unwrap_or_default();
    let links = Links { allies: link(Seat::Allies), axis: link(Seat::Axis), watch };
    let cookie = seats::cookie(&id, &own, app.config.secure());
    let mut response = private((StatusCode::CREATED, Json(Made { id, seats: mine, links })));
    response.headers_mut().extend(cookie.map(|v| (SET_COOKIE, v)));
    Ok(response)
}

fn read_json<T: serde::de::DeserializeOwned>(headers: &HeaderMap, body: &[u8]) -> Result<T, ApiError> {
    let kind = headers.get(CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        let says = "the body must be application/json";
        return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type", says));
    }
    let mut json = serde_json::Deserializer::from_slice(body);
    serde_path_to_error::deserialize(&mut json).map_err(|e| {
        let path = e.path().to_string();
        if e.inner().is_syntax() || e.inner().is_eof() {
            return ApiError::new(StatusCode::BAD_REQUEST, "not-json", e.inner().to_string());
        }
        ApiError::field(if path == "." { String::new() } else { path }, e.inner().to_string())
    })
}

fn pilots_of(new: &NewTable) -> Result<[Option<Level>; 2], ApiError> {
    let mut pilots = [None; 2];
    for (side, who) in &new.seats {
        pilots[side.index()] = match who.strip_prefix("pilot:").map(Level::from_word) {
            Some(Some(level)) => Some(level),
            None if who == "human" => None,
            _ => {
                let known = Level::ALL.map(|level| format!("'pilot:{}'", level.word())).join(", ");
                let says = format!("'{who}' flies nothing; there are: 'human', {known}");
                return Err(ApiError::field(format!("seats.{}", side.word()), says));
            }
        };
    }
    Ok(pilots)
}

fn dice(wanted: &TableDice) -> Result<(DiceKind, DiceSource), ApiError> {
    match wanted {
        TableDice::Secret => Ok((DiceKind::Seed, DiceSource::seeded(Seed(random()?)))),
        TableDice::Chosen(DiceChoice::Script(_)) => {
            Err(ApiError::field("dice", "a table's dice are 'seed', 'ask' or {\"seed\": …}"))
        }
        TableDice::Chosen(choice) => {
            let kind = if *choice == DiceChoice::Ask { DiceKind::Ask } else { DiceKind::Chosen };
            let source = choice.source().map_err(|flaw| ApiError::field(flaw.path, flaw.says))?;
            Ok((kind, source))
        }
    }
}

fn sides(shelf: &dyn Shelf, new: &NewTable, pilots: &[Option<Level>; 2]) -> BTreeMap<Side, SideInfo> {
    let ready_made = shelf.info().scenarios.into_iter().find(|s| new.scenario.as_str() == Some(&s.id));
    let names = ready_made.map(|s| s.sides).unwrap_or_default();
    let of = |side: Side| SideInfo {
        name: names.get(&side).cloned().unwrap_or_else(|| side.to_string()),
        pilot: pilots[side.index()].map(|level| level.word().to_owned()),
    };
    Side::BOTH.into_iter().map(|side| (side, of(side))).collect()
}

/// What the maker's own browser gets: every human side in a hot seat, else one; a watcher's seat if there is none.
fn makers_seats(new: &NewTable, pilots: &[Option<Level>; 2]) -> Vec<Seat> {
    let human: Vec<Side> = Side::BOTH.into_iter().filter(|side| pilots[side.index()].is_none()).collect();
    let wanted = new.mine.filter(|side| human.contains(side)).or(human.first().copied());
    match wanted {
        None => vec![Seat::Observer],
        Some(_) if new.hot_seat => human.into_iter().map(Seat::from).collect(),
        Some(side) => vec![side.into()],
    }
}

fn random<const N: usize>() -> Result<[u8; N], ApiError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "no-randomness", "the system gives no randomness")
    })?;
    Ok(bytes)
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
    metrics::gauge!("tallyho_tables_in_memory").set(app.rooms.len() as f64);
    metrics::gauge!("tallyho_sockets").set(app.sockets.load(Ordering::Relaxed) as f64);
    private(app.metrics.render())
}
