//! The server as a whole: what all requests share, start and stop.

use crate::adopting::Flights;
use crate::api::ApiError;
use crate::clocks::{self, Clocks};
use crate::config::Config;
use crate::drain::Stage;
use crate::letters::{self, Questions};
use crate::limits::{self, Buckets, Crowd, Rate, Turn, Turns};
use crate::post::Post;
use crate::rooms::Rooms;
use crate::runs::Runs;
use crate::seats::{self, OwnSeats};
use crate::studies::Studies;
use crate::tell::{self, Tells};
use crate::{accept, api, assets, doors, gauges, keeping, live, neighbours, pages, ready, retention};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::get;
use catalog::Catalog;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::AtomicUsize;
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
/// How long a new table waits to be counted at all processes.
const COUNT_WITHIN: Duration = Duration::from_secs(1);

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
    pub(crate) secret: [u8; 32],
    /// Turns at thinking: as many pilots think at once as there are processors.
    pub(crate) thinkers: Arc<Semaphore>,
    /// Turns at other work of the rules: setting up, replaying, answering questions.
    pub(crate) work: Turns,
    /// Win chances and debriefs, with a queue of their own.
    pub(crate) studies: Studies,
    /// Runs of the lab, with theirs.
    pub(crate) runs: Runs,
    pub(crate) requests: Buckets,
    pub(crate) files: Buckets,
    pub(crate) new_tables: Buckets,
    pub(crate) checks: Buckets,
    pub(crate) frames: Buckets,
    pub(crate) hints: Buckets,
    pub(crate) talk: Buckets,
    /// Held while a link to another device is used: of two who use it at once here, one finds it used and asks the disk for nothing.
    pub(crate) unpacking: tokio::sync::Mutex<()>,
    pub(crate) tells: Tells,
    pub(crate) post: Post,
    pub(crate) questions: Questions,
    pub(crate) clocks: Clocks,
    pub(crate) connections: Arc<Crowd>,
    pub(crate) seated: Arc<Crowd>,
    pub(crate) sockets: AtomicUsize,
    pub(crate) stage: watch::Sender<Stage>,
    pub(crate) flights: Flights,
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
        share.take(client, Instant::now()).map_err(|wait| too_many(what, wait))
    }

    /// Counts a new table, or a seat, against a client's share of them at all processes together.
    pub(crate) async fn count_table(&self, client: IpAddr, what: &str) -> Result<(), ApiError> {
        self.count(&self.new_tables, client, what)?;
        if !self.config.limits || !self.store.is_shared() {
            return Ok(());
        }
        for (whose, Rate { most, every }) in self.new_tables.shares(client) {
            let drop = self.store.take_drop(&whose, most, every);
            match tokio::time::timeout(COUNT_WITHIN, drop).await {
                Ok(Ok(true)) => {}
                Ok(Ok(false)) => return Err(too_many(what, every)),
                // This process has counted it, and a database that is away keeps no tables either.
                Ok(Err(error)) => {
                    tracing::warn!(%error, "new tables are counted here alone");
                    break;
                }
                Err(_) => {
                    tracing::warn!("new tables are counted here alone: the database does not answer");
                    break;
                }
            }
        }
        Ok(())
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
        let (mut seats, mut by) = (Vec::new(), Vec::new());
        for hash in tokens.iter().map(store::Token::hash) {
            let given = self.store.seats(std::slice::from_ref(&hash)).await?;
            if let Some((_, seat)) = given.into_iter().find(|(at, _)| at == id) {
                seats.push(seat);
                by.push(hash);
            }
        }
        Ok(OwnSeats::new(seats).given_by(by))
    }
}

fn too_many(what: &str, wait: Duration) -> ApiError {
    let says = format!("too many {what}: wait");
    ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-many", says).retry_after(wait)
}

/// A server that runs.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    pub(crate) app: Arc<App>,
    pub(crate) serving: JoinHandle<()>,
    /// What is done by itself as long as the server runs.
    pub(crate) tasks: [JoinHandle<()>; 6],
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
        gauges::register(&catalog);
        let options = store::Options { shrinks: config.keep_finished.is_some(), ..Default::default() };
        let store = Store::open_at(&config.database, options).await?;
        let clocks = Clocks::default();
        clocks.wind(&store).await?;
        let tells = Tells::of(store.tells().await?, &config);
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(ServerError::Random)?;
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        // One address has at most half of them.
        let each = if config.limits { (processors / 2).max(1) } else { processors };
        let (stage, _) = watch::channel(Stage::Serving);
        let connections = Crowd::new(config.most_connections_each);
        let seated = Crowd::new(config.most_sockets_each);
        let runs = Runs::new(processors, config.lab_kept);
        let app = Arc::new(App {
            config,
            catalog,
            readiness: ready::Readiness::of(&store),
            store,
            rooms: Rooms::default(),
            secret,
            thinkers: Arc::new(Semaphore::new(processors)),
            work: Turns::new(processors, each),
            studies: Studies::new(processors),
            runs,
            requests: Buckets::new(limits::REQUESTS),
            files: Buckets::new(limits::FILES),
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
            stage,
            flights: Flights::default(),
            started: Instant::now(),
            metrics,
        });
        neighbours::join(&app).await?;
        let router = router(Arc::clone(&app), csrf);
        let serving = tokio::spawn(accept::serve(Arc::clone(&app), listener, router));
        let tasks = [
            tokio::spawn(sweep(Arc::clone(&app))),
            tokio::spawn(keeping::keep_on(Arc::clone(&app))),
            tokio::spawn(clocks::keep(Arc::clone(&app))),
            tokio::spawn(tell::keep(Arc::clone(&app))),
            tokio::spawn(neighbours::keep(Arc::clone(&app))),
            tokio::spawn(retention::keep(Arc::clone(&app))),
        ];
        tracing::info!(%address, "listening");
        Ok(Running { address, app, serving, tasks })
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
        .route("/assets/{*path}", get(assets::asset))
        .route("/favicon.ico", get(assets::favicon))
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

/// How often it is looked for what can be put away.
pub(crate) fn sweep_every(config: &Config) -> Duration {
    SWEEP_EVERY.min(config.keep_after.max(SOONEST))
}

async fn sweep(app: Arc<App>) {
    let mut tick = tokio::time::interval(sweep_every(&app.config));
    loop {
        tick.tick().await;
        let all =
            [&app.requests, &app.files, &app.new_tables, &app.checks, &app.frames, &app.hints, &app.talk];
        for buckets in all {
            buckets.sweep(Instant::now());
        }
        if let Err(error) = app.store.forget_buckets().await {
            tracing::warn!(%error, "shares of clients could not be forgotten");
        }
        if let Err(error) = app.store.forget_processes().await {
            tracing::warn!(%error, "processes that are gone could not be forgotten");
        }
        if let Err(error) = app.store.forget_runs().await {
            tracing::warn!(%error, "runs of other processes could not be forgotten");
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
        handle
    };
    HANDLE.get_or_init(install).clone()
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as i64
}
