//! What every request passes: host, rate, headers, request id, log. Nothing secret is ever logged: the log knows routes,
//! not addresses with tokens in them, and neither cookies nor bodies.

use crate::accept::Here;
use crate::api::ApiError;
use crate::app::App;
use crate::assets;
use crate::config::Config;
use axum::Extension;
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
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

/// A proxy or a container asks these under a name of its own. They tell no secret.
const HEALTH: [&str; 2] = ["/healthz", "/readyz"];

/// Checks host and rate, and puts the safety headers on whatever is answered.
pub(crate) async fn guard(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Extension(Here(here)): Extension<Here>,
    request: Request,
    next: Next,
) -> Response {
    let client = app.client(request.headers(), peer);
    let share = if request.uri().path().starts_with(assets::PREFIX) { &app.files } else { &app.requests };
    let taken = if app.config.limits { share.take(client, Instant::now()) } else { Ok(()) };
    let mut response = if let Err(wait) = taken {
        metrics::counter!("tallyho_refused_total", "why" => "rate").increment(1);
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-many", "too many requests: wait")
            .retry_after(wait)
            .into_response()
    } else if !HEALTH.contains(&request.uri().path()) && !known_host(&app.config, here, request.headers()) {
        metrics::counter!("tallyho_refused_total", "why" => "host").increment(1);
        wrong_host(&request)
    } else {
        next.run(request).await
    };
    for (name, value) in HEADERS {
        // A page that needs another policy has brought its own.
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// The name in a `Host` header or in an address, without port, in small letters.
fn name_of(host: &str) -> String {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    name.trim_start_matches('[').trim_end_matches(']').trim_end_matches('.').to_ascii_lowercase()
}

/// The name by which a request calls this server.
fn host_of(headers: &HeaderMap) -> Option<String> {
    headers.get(header::HOST).and_then(|host| host.to_str().ok()).map(name_of)
}

/// A server answers to the names that it was told, to the address that was connected to, and to the loopback names, which every browser
/// resolves by itself: a page of another name that resolves here must not read it.
fn known_host(config: &Config, here: IpAddr, headers: &HeaderMap) -> bool {
    let Some(name) = host_of(headers) else { return false };
    let mut told = config.hosts.iter().map(String::as_str).chain(config.public_host());
    if told.any(|known| name_of(known) == name) {
        return true;
    }
    match name.parse::<IpAddr>() {
        Ok(ip) => ip.is_loopback() || ip == here.to_canonical(),
        Err(_) => name == "localhost" || name.ends_with(".localhost"),
    }
}

/// Refuses a request by a name that is not this server's, and tells its host what to do about it.
fn wrong_host(request: &Request) -> Response {
    let status = StatusCode::MISDIRECTED_REQUEST;
    // Only what looks like a name is repeated on the page.
    let plain = |name: &String| {
        name.len() <= 100 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._:".contains(&b))
    };
    let name = host_of(request.headers()).filter(plain).unwrap_or_else(|| "NAME".to_owned());
    if request.uri().path().starts_with("/api/") {
        let says =
            format!("this server is not known as '{name}'; its host can add the name with --host {name}");
        return ApiError::new(status, "wrong-host", says).into_response();
    }
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Tallyho</title>\
         <p>This Tallyho does not go by the name <b>{name}</b>, so it does not answer to it.</p>\
         <p>If you run it and players should reach it by this name, start it with <code>--host {name}</code> \
         (or <code>hosts = [\"{name}\"]</code> in tallyho.toml), or with <code>--public-url</code> if it stands behind a \
         proxy.</p></html>"
    );
    (status, Html(page)).into_response()
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

/// What counts as one route: all addresses of the page.
pub(crate) const PAGE: &str = "page";

/// One log line a request, and its metrics.
pub(crate) async fn trace(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or(PAGE, MatchedPath::as_str).to_owned();
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
        let mut config = Config::new(([127, 0, 0, 1], 1940).into(), std::path::PathBuf::from("games.db"));
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

    const LOOPBACK: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    #[test]
    fn a_server_for_this_machine_answers_to_no_other_name() {
        let known = |host| known_host(&config(None), LOOPBACK, &headers(&[("host", host)]));
        for host in ["127.0.0.1:1940", "localhost:1940", "[::1]:1940", "LOCALHOST.", "tallyho.localhost:80"] {
            assert!(known(host), "{host}");
        }
        for host in ["evil.example:1940", "192.168.1.7", "localhost.evil.example", ""] {
            assert!(!known(host), "{host}");
        }
    }

    #[test]
    fn a_server_for_everybody_answers_to_its_address_and_to_the_names_it_was_told() {
        let here: IpAddr = [192, 168, 1, 7].into();
        let mut config = config(None);
        config.hosts = vec!["Games.Lan".into()];
        let known = |host| known_host(&config, here, &headers(&[("host", host)]));
        for host in ["192.168.1.7:1940", "games.lan", "GAMES.LAN:1940", "localhost:1940"] {
            assert!(known(host), "{host}");
        }
        for host in ["evil.example", "192.168.1.8", "games.lan.evil.example"] {
            assert!(!known(host), "{host}");
        }
        let mapped: IpAddr = "::ffff:192.168.1.7".parse().unwrap();
        assert!(known_host(&config, mapped, &headers(&[("host", "192.168.1.7")])));
    }

    #[test]
    fn a_public_address_gives_one_more_name_and_not_every_name() {
        let club = config(Some("https://club.example:8443/"));
        let known = |host| known_host(&club, LOOPBACK, &headers(&[("host", host)]));
        assert!(known("club.example:8443") && known("club.example") && known("127.0.0.1:1940"));
        assert!(!known("evil.example"));
    }
}
