//! The pages of the client, and the links that give seats.

use crate::app::App;
use crate::assets;
use crate::live;
use crate::seats::{self, OwnSeats};
use axum::extract::{ConnectInfo, Path, Request, State};
use axum::http::header::{CACHE_CONTROL, LOCATION, SET_COOKIE, UPGRADE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use std::net::SocketAddr;
use std::sync::Arc;
use store::Token;

/// Any page: the client finds out by itself what the path means.
pub(crate) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let is_page = !uri.path().rsplit('/').next().unwrap_or_default().contains('.');
    let of_server = ["/api", "/ws", "/assets", "/join"].iter().any(|part| {
        uri.path().strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    if !is_page || of_server || !matches!(method, Method::GET | Method::HEAD) {
        return StatusCode::NOT_FOUND.into_response();
    }
    assets::page(&headers)
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
        return live::open(&app, peer, &id, OwnSeats::new([seat]).given_by(vec![token.hash()]), request)
            .await;
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
