//! The client's files, embedded in the binary, and the links that give seats.

use crate::app::App;
use crate::live;
use crate::seats::{self, OwnSeats};
use axum::extract::{ConnectInfo, Path, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION, SET_COOKIE, UPGRADE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};
use std::net::SocketAddr;
use std::sync::Arc;
use store::Token;

/// `web/` as it was when the server was built, without what only development needs.
#[derive(Embed)]
#[folder = "../../web/"]
#[include = "*.html"]
#[include = "*.css"]
#[include = "*.js"]
#[include = "table/*.json"]
#[include = "*.svg"]
#[include = "*.png"]
#[include = "*.otf"]
#[include = "*.woff2"]
#[include = "*.webmanifest"]
#[include = "vendor/lit-html/LICENSE"]
#[exclude = "tests/*"]
#[exclude = "node_modules/*"]
struct Web;

/// Any page: the client finds out by itself what the path means.
pub(crate) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let is_page = !uri.path().rsplit('/').next().unwrap_or_default().contains('.');
    let of_server = ["/api", "/ws", "/assets", "/join"].iter().any(|part| {
        uri.path().strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    if !is_page || of_server || !matches!(method, Method::GET | Method::HEAD) {
        return StatusCode::NOT_FOUND.into_response();
    }
    serve("index.html", &headers)
}

pub(crate) async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    serve(&path, &headers)
}

pub(crate) async fn favicon(headers: HeaderMap) -> Response {
    serve("favicon.svg", &headers)
}

fn serve(path: &str, headers: &HeaderMap) -> Response {
    let Some(file) = Web::get(path) else { return StatusCode::NOT_FOUND.into_response() };
    let tag = tag(&file);
    let known = headers.get(IF_NONE_MATCH).and_then(|v| v.to_str().ok());
    // A copy compressed on the way carries the weak form of the same tag.
    let fresh = known.is_some_and(|list| list.split(',').any(|t| t.trim().trim_start_matches("W/") == tag));
    let mut response =
        if fresh { StatusCode::NOT_MODIFIED.into_response() } else { file.data.into_owned().into_response() };
    let kind = file.metadata.mimetype();
    let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind.to_owned() };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    for (name, text) in [(CONTENT_TYPE, kind), (ETAG, tag)] {
        if let Ok(value) = HeaderValue::try_from(text) {
            headers.insert(name, value);
        }
    }
    response
}

fn tag(file: &EmbeddedFile) -> String {
    let hash = file.metadata.sha256_hash();
    let digits: String = hash[..12].iter().map(|b| format!("{b:02x}")).collect();
    format!("\"{digits}\"")
}

const LOST: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Tallyho</title>\
                    <p>This link leads to no table here. <a href=\"/\">To the tables</a></p></html>";

/// A secret link. A browser gets the seat in its cookie and is led on to the table; a program that asks for a WebSocket sits down at once.
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(token): Path<String>,
    request: Request,
) -> Response {
    let lost = || (StatusCode::NOT_FOUND, Html(LOST)).into_response();
    let Some(token) = Token::read(&token) else { return lost() };
    let seat = match app.store.seats(&[token.hash()]).await {
        Ok(mut seats) => seats.pop(),
        Err(e) => return crate::api::ApiError::from(e).into_response(),
    };
    let Some((id, seat)) = seat else { return lost() };
    if request.headers().contains_key(UPGRADE) {
        return live::open(&app, peer, &id, OwnSeats::new([seat]), request).await;
    }
    let tokens = seats::with(seats::tokens_for(request.headers(), &id), token);
    let cookie = seats::cookie(&id, &tokens, app.config.secure());
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.extend(cookie.map(|v| (SET_COOKIE, v)));
    headers.extend(HeaderValue::try_from(format!("/table/{id}")).map(|v| (LOCATION, v)));
    response
}
