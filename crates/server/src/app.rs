//! The server as a whole: what all requests share, start and stop.

use crate::api::ApiError;
use crate::clocks::{self, Clocks};
use crate::config::Config;
use crate::letters::{self, Questions};
use crate::limits::{self, Buckets, Crowd, Turn, Turns};
use crate::post::Post;
use crate::rooms::Rooms;
use crate::runs::Runs;
use crate::seats::{self, OwnSeats};
use crate::studies::Studies;
use crate::tell::{self, Tells};
use crate::{accept, api, doors, gauges, keeping, live, neighbours, pages, ready};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::get;
use catalog::Catalog;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant, SystemTime};
use store::{Store, StoreError};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::csrf::CsrfLayer;
use tower_http::request_id::{PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::timeout::TimeoutLayer;

/// The largest body of a request: a whole scenario of hundreds of aircraft fits.
const MOST_BYTES: usize = 512 * 1024;
const TIMEOUT: Duration = Duration::from_secs(30);
const SWEEP_EVERY: Duration = Duration::from_secs(20);
const SOONEST: Duration = Duration::from_millis(20);
/// How long sockets and requests get to end when the server stops.
const GRACE: Duration = Duration::from_secs(5);

/// Why a server could not start or stop.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The address cannot be listened on.
    #[error("cannot listen on {0}: {1}")]
    Bind(SocketAddr, std::io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system has no randomness.
    #[error("no randomness: {0}")]
    Random(getrandom::Error),
    /// The public address is not one.
    #[error("the public address '{0}' is not of the form https://host: {1}")]
    PublicUrl(String, String),
    /// Players cannot be told of their turn as the settings say.
    #[error("players cannot be told of their turn: {0}")]
    Tell(String),
}

/// What all requests share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) catalog: Catalog,
    pub(crate) store: Store,
    pub(crate) readiness: ready::Readiness,
    pub(crate) rooms: Rooms,
    /// What nobody outside knows: from it come the choices of computer pilots that are kept from people.
    pub(crate) secret: u64,
    /// Turns at thinking: as many pilots think at once as there are processors.
    pub(crate) thinkers: Semaphore,
    /// Turns at other work of the rules: setting up, replaying, answering questions.
    pub(crate) work: Turns,
    /// Win chances and debriefs, with a queue of their own.
    pub(crate) studies: Studies,
    /// Runs of the lab, with theirs.
    pub(crate) runs: Runs,
    pub(crate) requests: Buckets,
    pub(crate) new_tables: Buckets,
    pub(crate) checks: Buckets,
    pub(crate) frames: Buckets,
    pub(crate) hints: Buckets,
    pub(crate) talk: Buckets,
    /// Held while a link to another device is used, so that of two who use it at once one is too late.
    pub(crate) unpacking: tokio::sync::Mutex<()>,
    pub(crate) tells: Tells,
    pub(crate) post: Post,
    pub(crate) questions: Questions,
    pub(crate) clocks: Clocks,
    pub(crate) connections: Arc<Crowd>,
    pub(crate) seated: Arc<Crowd>,
    pub(crate) sockets: AtomicUsize,
    pub(crate) stop: watch::Sender<bool>,
    pub(crate) started: Instant,
    pub(crate) metrics: PrometheusHandle,
}

impl App {
    /// Waits for a client's turn at work of the rules.
    pub(crate) async fn turn(&self, client: IpAddr) -> Turn {
        self.work.take(client).await
    }

    /// Counts one of something against a client's share of it, or says how long to wait.
    pub(crate) fn count(&self, share: &Buckets, client: IpAddr, what: &str) -> Result<(), ApiError> {
        if !self.config.limits {
            return Ok(());
        }
        let too_many = |wait| {
            let says = format!("too many {what}: wait");
            ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-many", says).retry_after(wait)
        };
        share.take(client, Instant::now()).map_err(too_many)
    }

    /// The address that a request counts against.
    pub(crate) fn client(&self, headers: &HeaderMap, peer: SocketAddr) -> IpAddr {
        limits::client(headers, peer.ip(), self.config.trusted_proxies)
    }

    /// The seats that a request's cookie gives at one table.
    pub(crate) async fn held(&self, headers: &HeaderMap, id: &str) -> Result<OwnSeats, StoreError> {
        let tokens = seats::tokens_for(headers, id);
        if tokens.is_empty() {
            return Ok(OwnSeats::default());
        }
        let hashes: Vec<_> = tokens.iter().map(store::Token::hash).collect();
        let seats = self.store.seats(&hashes).await?;
        Ok(OwnSeats::new(seats.into_iter().filter(|(at, _)| at == id).map(|(_, seat)| seat)))
    }
}

/// A server that runs.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    app: Arc<App>,
    serving: JoinHandle<()>,
    sweeping: JoinHandle<()>,
    keeping: JoinHandle<()>,
    telling: JoinHandle<()>,
    hearing: JoinHandle<()>,
}

impl Running {
    /// Opens the store and begins to answer.
    pub async fn start(config: Config, catalog: Catalog) -> Result<Running, ServerError> {
        let bind = config.bind;
        let csrf = csrf(&config)?;
        let post = Post::of(&config).map_err(ServerError::Tell)?;
        let listener = TcpListener::bind(bind).await.map_err(|e| ServerError::Bind(bind, e))?;
        let address = listener.local_addr().map_err(|e| ServerError::Bind(bind, e))?;
        // Before the store, whose metrics are there from the start.
        let metrics = recorder();
        let store = Store::open_at(&config.database, store::Options::default()).await?;
        let clocks = Clocks::default();
        clocks.wind(&store).await?;
        let tells = Tells::of(store.tells().await?, &config);
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        // One address has at most half of them.
        let each = if config.limits { (processors / 2).max(1) } else { processors };
        let (stop, _) = watch::channel(false);
        let connections = Crowd::new(config.most_connections_each);
        let seated = Crowd::new(config.most_sockets_each);
        let runs = Runs::new(processors, config.lab_kept);
        let app = Arc::new(App {
            config,
            catalog,
            store,
            readiness: ready::Readiness::default(),
            rooms: Rooms::default(),
            secret: getrandom::u64().map_err(ServerError::Random)?,
            thinkers: Semaphore::new(processors),
            work: Turns::new(processors, each),
            studies: Studies::new(processors),
            runs,
            requests: Buckets::new(limits::REQUESTS),
            new_tables: Buckets::new(limits::NEW_TABLES),
            checks: Buckets::new(limits::CHECKS),
            frames: Buckets::new(limits::FRAMES_OF_ALL),
            hints: Buckets::new(limits::HINTS),
            talk: Buckets::new(limits::TALK_OF_ALL),
            unpacking: tokio::sync::Mutex::default(),
            tells,
            post,
            questions: Questions::default(),
            clocks,
            connections,
            seated,
            sockets: AtomicUsize::new(0),
            stop,
            started: Instant::now(),
            metrics,
        });
        let router = router(Arc::clone(&app), csrf);
        let serving = tokio::spawn(accept::serve(Arc::clone(&app), listener, router));
        let sweeping = tokio::spawn(sweep(Arc::clone(&app)));
        let keeping = tokio::spawn(clocks::keep(Arc::clone(&app)));
        let telling = tokio::spawn(tell::keep(Arc::clone(&app)));
        let hearing = tokio::spawn(neighbours::keep(Arc::clone(&app)));
        tracing::info!(%address, "listening");
        Ok(Running { address, app, serving, sweeping, keeping, telling, hearing })
    }

    /// Says goodbye to every socket, lets requests end, closes the store. Everything acknowledged was on disk before.
    pub async fn stop(self) -> Result<(), ServerError> {
        tracing::info!("stopping");
        self.app.stop.send_replace(true);
        self.sweeping.abort();
        self.keeping.abort();
        self.telling.abort();
        self.hearing.abort();
        let ended = async {
            let _ = self.serving.await;
            while self.app.sockets.load(Ordering::Acquire) > 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        if tokio::time::timeout(GRACE, ended).await.is_err() {
            tracing::warn!("some connections did not end in time");
        }
        clocks::note(&self.app).await;
        keeping::keep_all(&self.app).await;
        if let Err(error) = self.app.store.part().await {
            tracing::warn!(%error, "the other processes could not be told that this one stops");
        }
        self.app.store.close().await?;
        Ok(())
    }
}

fn csrf(config: &Config) -> Result<CsrfLayer, ServerError> {
    let layer = CsrfLayer::new();
    match &config.public_url {
        None => Ok(layer),
        Some(url) => layer
            .add_trusted_origin(url.trim_end_matches('/'))
            .map_err(|e| ServerError::PublicUrl(url.clone(), e.to_string())),
    }
}

fn router(app: Arc<App>, csrf: CsrfLayer) -> Router {
    let id = axum::http::HeaderName::from_static("x-request-id");
    Router::new()
        .nest("/api", api::routes())
        .route("/ws/{id}", get(live::upgrade))
        .route("/join/{token}", get(pages::join))
        .route("/quiet/{token}", get(letters::ask_quiet).post(letters::quiet))
        .route("/told/{token}", get(letters::ask_told).post(letters::told))
        .route("/assets/{*path}", get(pages::asset))
        .route("/favicon.ico", get(pages::favicon))
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(ready::ready))
        .route("/metrics", get(api::metrics))
        .fallback(pages::page)
        .layer(CompressionLayer::new())
        .layer(csrf)
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, TIMEOUT))
        .layer(CatchPanicLayer::new())
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), doors::guard))
        .layer(PropagateRequestIdLayer::new(id.clone()))
        .layer(axum::middleware::from_fn(doors::trace))
        .layer(SetRequestIdLayer::new(id, doors::RequestIds))
        .with_state(app)
}

async fn sweep(app: Arc<App>) {
    let mut tick = tokio::time::interval(SWEEP_EVERY.min(app.config.keep_after.max(SOONEST)));
    loop {
        tick.tick().await;
        let idle_since = app.started.elapsed().as_secs().saturating_sub(app.config.idle.as_secs());
        keeping::keep_due(&app, idle_since).await;
        app.rooms.sweep(idle_since);
        let all = [&app.requests, &app.new_tables, &app.checks, &app.frames, &app.hints, &app.talk];
        for buckets in all {
            buckets.sweep(Instant::now());
        }
        app.tells.sweep(Instant::now());
        app.questions.sweep(Instant::now());
        app.work.sweep();
        app.studies.sweep();
        app.runs.sweep();
        app.metrics.run_upkeep();
    }
}

/// The recorder of this process; servers started one after the other in one process share it.
fn recorder() -> PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    let install = || {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("this process already has a metrics recorder");
        }
        gauges::register();
        handle
    };
    HANDLE.get_or_init(install).clone()
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as i64
}
