//! What every request passes: host, rate, headers, request id, log. Nothing secret is ever logged: the log knows routes,
//! not addresses with tokens in them, and neither cookies nor bodies.

use crate::api::ApiError;
use crate::app::App;
use crate::config::Config;
use crate::limits;
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;
use tower_http::request_id::{MakeRequestId, RequestId};
use tracing::Instrument;

/// Only what this server sends may run, no page may frame it, and it may talk to nobody else.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
];

/// Checks host and rate, and puts the safety headers on whatever is answered.
pub(crate) async fn guard(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let client = limits::client(request.headers(), peer.ip(), app.config.trusted_proxies);
    let taken = if app.config.limits { app.requests.take(client, Instant::now()) } else { Ok(()) };
    let mut response = if !known_host(&app.config, request.headers()) {
        metrics::counter!("tallyho_refused_total", "why" => "host").increment(1);
        ApiError::new(StatusCode::MISDIRECTED_REQUEST, "wrong-host", "this server is not known by that name")
            .into_response()
    } else if let Err(wait) = taken {
        metrics::counter!("tallyho_refused_total", "why" => "rate").increment(1);
        let mut refused = ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-many", "too many requests: wait")
            .into_response();
        refused.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait.as_secs() + 1));
        refused
    } else {
        next.run(request).await
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// A server that listens on this machine alone answers only to this machine's names: a page of another name that resolves
/// here must not read it.
fn known_host(config: &Config, headers: &HeaderMap) -> bool {
    if !config.bind.ip().is_loopback() || config.public_url.is_some() {
        return true;
    }
    let Some(host) = headers.get(header::HOST).and_then(|h| h.to_str().ok()) else { return false };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    let loopback = name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
    loopback || name == "localhost" || name.ends_with(".localhost")
}

/// Whether a socket may be opened: browsers say from which page it is asked for, and send cookies along whichever it is.
pub(crate) fn same_origin(config: &Config, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let Some((scheme, host)) = origin.split_once("://") else { return false };
    let asked = headers.get(header::HOST).and_then(|h| h.to_str().ok());
    if let Some(public) = config.public_host()
        && host == public
    {
        return !config.secure() || scheme == "https";
    }
    asked == Some(host)
}

/// Makes request ids: the number of the request, after a number drawn when the process starts.
#[derive(Clone, Copy)]
pub(crate) struct RequestIds;

impl MakeRequestId for RequestIds {
    fn make_request_id<B>(&mut self, _: &axum::http::Request<B>) -> Option<RequestId> {
        use std::sync::LazyLock;
        use std::sync::atomic::{AtomicU64, Ordering};
        static PROCESS: LazyLock<u32> = LazyLock::new(|| getrandom::u32().unwrap_or_default());
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let text = format!("{:08x}-{}", *PROCESS, NEXT.fetch_add(1, Ordering::Relaxed));
        HeaderValue::try_from(text).ok().map(RequestId::new)
    }
}

/// One log line a request, and its metrics.
pub(crate) async fn trace(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or("page", MatchedPath::as_str).to_owned();
    let method = request.method().clone();
    let id = request.extensions().get::<RequestId>();
    let id = id.and_then(|id| id.header_value().to_str().ok()).unwrap_or_default().to_owned();
    let span = tracing::info_span!("request", %id, %method, route);
    async move {
        let began = Instant::now();
        let response = next.run(request).await;
        let status = response.status().as_u16();
        let micros = began.elapsed().as_micros() as u64;
        if response.status().is_server_error() {
            tracing::error!(status, micros, "failed");
        } else {
            tracing::debug!(status, micros, "answered");
        }
        metrics::counter!("tallyho_requests_total", "route" => route, "status" => status.to_string())
            .increment(1);
        response
    }
    .instrument(span)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(n, v)| (HeaderName::from_static(n), HeaderValue::from_static(v))).collect()
    }

    fn config(public: Option<&str>) -> Config {
        let mut config = Config::new(([127, 0, 0, 1], 1940).into(), "games.db".into());
        config.public_url = public.map(str::to_owned);
        config
    }

    #[test]
    fn a_socket_opens_for_this_page_and_for_no_other() {
        let asked = |origin, config: &Config| {
            same_origin(config, &headers(&[("host", "127.0.0.1:1940"), ("origin", origin)]))
        };
        let (here, club) = (config(None), config(Some("https://club.example/")));
        assert!(asked("http://127.0.0.1:1940", &here));
        for foreign in
            ["http://127.0.0.1:8080", "https://evil.example", "null", "http://127.0.0.1:1940.evil.example"]
        {
            assert!(!asked(foreign, &here), "{foreign}");
        }
        assert!(asked("https://club.example", &club));
        assert!(!asked("http://club.example", &club), "not over plain HTTP where there is TLS");
        assert!(same_origin(&here, &headers(&[("host", "127.0.0.1:1940")])), "programs that are no browsers");
    }

    #[test]
    fn a_server_for_this_machine_answers_to_no_other_name() {
        let known = |host| known_host(&config(None), &headers(&[("host", host)]));
        for host in ["127.0.0.1:1940", "localhost:1940", "[::1]:1940", "localhost", "tallyho.localhost:80"] {
            assert!(known(host), "{host}");
        }
        for host in ["evil.example:1940", "192.168.1.7", "localhost.evil.example"] {
            assert!(!known(host), "{host}");
        }
        assert!(known_host(&config(Some("https://club.example")), &headers(&[("host", "club.example")])));
    }
}
