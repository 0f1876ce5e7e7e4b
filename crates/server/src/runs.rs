//! The lab in a browser: runs of games between computer pilots. They keep a processor busy for minutes, so they have a queue of their own, one run
//! at a time for an address and few on the server; they are kept in memory, for a while. Where there are other processes, these are told how far
//! each run is: whoever has ordered it may be led to any of them.

use crate::api::{ApiError, in_turn, private};
use crate::app::App;
use crate::drain::Stage;
use crate::gauges::Queue;
use crate::limits::{Crowd, Present, Turns};
use crate::make::{random, read_json};
use crate::seats;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use catalog::{Level, Series};
use lab::{Crew, Labels, Numbers, Plan, Summary};
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::RunThere;
use table::Side;
use tokio::sync::Notify;
use wire::live::{LabOffer, LabOrder, LabPilot, LabResult, LabRun, LabSide, LabState};

/// The most games of one run.
const MOST_GAMES: u32 = 1000;
/// Runs that wait or play at once.
const MOST_OPEN: usize = 8;
/// Runs that are remembered: some 150 KiB each, nearly all of it the report.
const MOST_KEPT: usize = 64;
/// The longest time that a run may play.
const MOST_TIME: Duration = Duration::from_secs(180);
/// How often other processes are told how far a run is.
const SHARED_EVERY: Duration = Duration::from_secs(1);
/// Pilots that choose at once. One that thinks ahead needs minutes for a single large game, which nobody could stop.
const LEVELS: [Level; 5] =
    [Level::Random, Level::Simple, Level::Cadet, Level::PilotOfficer, Level::FlightLieutenant];
/// What a report may do: show itself.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'";

/// All runs, and the queue for them.
pub(crate) struct Runs {
    turns: Turns,
    askers: Arc<Crowd>,
    /// How long a run is remembered after its end.
    kept_for: Duration,
    all: Mutex<BTreeMap<String, Arc<Run>>>,
}

/// One run.
struct Run {
    id: String,
    scenario: String,
    title: String,
    plan: Plan,
    series: Arc<dyn Series>,
    played: AtomicU64,
    stop: AtomicBool,
    /// Told when somebody stops it.
    halt: Notify,
    progress: Mutex<Progress>,
}

/// How far a run is.
enum Progress {
    Waiting,
    Playing,
    Ended { at: Instant, end: End },
}

/// What came of a run.
#[derive(Clone)]
enum End {
    Done { result: LabResult, report: Bytes },
    Stopped,
    Failed,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Runs {
    /// A quarter of the processors works on them, so that people play on.
    pub(crate) fn new(processors: usize, kept_for: Duration) -> Runs {
        Runs {
            turns: Turns::new((processors / 4).max(1), 1),
            askers: Crowd::new(1),
            kept_for,
            all: Mutex::default(),
        }
    }

    /// Forgets runs that ended long ago.
    pub(crate) fn sweep(&self) {
        self.turns.sweep();
        let now = Instant::now();
        locked(&self.all).retain(|_, run| run.ended().is_none_or(|(at, _)| now < at + self.kept_for));
    }

    /// A run of this process.
    fn find(&self, id: &str) -> Option<Arc<Run>> {
        self.sweep();
        locked(&self.all).get(id).cloned()
    }

    /// Takes a run in, if there is room. The oldest that has ended makes room for it.
    fn keep(&self, run: &Arc<Run>) -> Result<(), ApiError> {
        let mut all = locked(&self.all);
        let open = all.values().filter(|run| run.ended().is_none()).count();
        if open >= MOST_OPEN {
            return Err(busy("this server has enough runs to play: try again in a minute"));
        }
        if all.len() >= MOST_KEPT {
            let ended = all.iter().filter_map(|(id, run)| Some((run.ended()?.0, id.clone())));
            if let Some((_, oldest)) = ended.min() {
                all.remove(&oldest);
            }
        }
        all.insert(run.id.clone(), Arc::clone(run));
        Ok(())
    }
}

/// A run of another process. One that was not over when its process ended is lost.
async fn elsewhere(app: &App, id: &str) -> Result<RunThere, ApiError> {
    let none = || ApiError::new(StatusCode::NOT_FOUND, "unknown-run", "this run is over and forgotten");
    let run = app.store.run(id).await?.ok_or_else(none)?;
    let told: serde_json::Value = serde_json::from_str(&run.body).unwrap_or_default();
    let goes_on = ["waiting", "playing"].iter().any(|state| told["state"] == *state);
    if goes_on && !run.is_alive { Err(none()) } else { Ok(run) }
}

fn busy(says: &str) -> ApiError {
    ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", says).retry_after(Duration::from_secs(30))
}

impl Run {
    fn ended(&self) -> Option<(Instant, End)> {
        match &*locked(&self.progress) {
            Progress::Ended { at, end } => Some((*at, end.clone())),
            Progress::Waiting | Progress::Playing => None,
        }
    }

    /// Its report, once there is one.
    fn report(&self) -> Option<Bytes> {
        match self.ended()?.1 {
            End::Done { report, .. } => Some(report),
            End::Stopped | End::Failed => None,
        }
    }

    fn end(&self, end: End) {
        *locked(&self.progress) = Progress::Ended { at: Instant::now(), end };
    }

    /// What a browser is told of it.
    fn told(&self) -> LabRun {
        let (state, result) = match &*locked(&self.progress) {
            Progress::Waiting => (LabState::Waiting, None),
            Progress::Playing => (LabState::Playing, None),
            Progress::Ended { end: End::Done { result, .. }, .. } => (LabState::Done, Some(result.clone())),
            Progress::Ended { end: End::Stopped, .. } => (LabState::Stopped, None),
            Progress::Ended { end: End::Failed, .. } => (LabState::Failed, None),
        };
        let plan = &self.plan;
        let pilots = [plan.pilots.allies.clone(), plan.pilots.axis.clone()];
        LabRun {
            id: self.id.clone(),
            game: plan.game.clone(),
            scenario: self.scenario.clone(),
            title: self.title.clone(),
            pilots: Side::BOTH.into_iter().zip(pilots).collect(),
            swap: plan.swap,
            seed: plan.seed as u32,
            games: plan.games.count() as u32,
            played: self.played.load(Ordering::Relaxed) as u32,
            state,
            result,
        }
    }

    /// Plays it on this thread, until it is over or stopped.
    fn play(&self, title: &str, rules: &[table::digest::Rule]) -> lab::Result<End> {
        let played = |games| {
            self.played.fetch_add(games, Ordering::Relaxed);
        };
        // There are no bots here: a stranger's word never starts a program.
        let bots = &bot::Terms::default();
        let crew = Crew { threads: 1, stop: &self.stop, played: &played, bots };
        let summary = lab::tally(self.series.as_ref(), &self.plan, crew)?;
        metrics::counter!("tallyho_lab_games_total").increment(summary.games);
        if summary.games == 0 {
            return Ok(End::Stopped);
        }
        let labels = Labels::new(self.series.as_ref(), title, rules);
        // A run that was stopped is a shorter one, which can be made again as it is.
        let plan = Plan { games: Numbers { from: 0, to: summary.games }, ..self.plan.clone() };
        let report = lab::report(&plan, &labels, &summary).into();
        Ok(End::Done { result: result(&labels, &summary), report })
    }
}

fn result(labels: &Labels, summary: &Summary) -> LabResult {
    let side = |side: Side| {
        let share = summary.share(side);
        LabSide {
            name: labels.sides[side.index()].clone(),
            won: summary.wins[side.index()] as u32,
            share: share.share,
            low: share.low,
            high: share.high,
            points: summary.points[side.index()].mean(),
            lost: summary.lost[side.index()].mean(),
        }
    };
    LabResult {
        games: summary.games as u32,
        draws: summary.draws() as u32,
        turns: summary.turns.mean(),
        sides: Side::BOTH.into_iter().map(|one| (one, side(one))).collect(),
    }
}

/// What may be ordered.
pub(crate) async fn offer(State(app): State<Arc<App>>) -> Json<LabOffer> {
    let pilot = |level: Level| LabPilot {
        id: level.word().to_owned(),
        title: level.title().to_owned(),
        text: level.text().to_owned(),
    };
    Json(LabOffer {
        on: app.config.lab,
        pilots: LEVELS.map(pilot).to_vec(),
        most_games: MOST_GAMES,
        most_seconds: MOST_TIME.as_secs() as u32,
    })
}

/// Orders a run.
pub(crate) async fn order(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ApiError> {
    if !app.config.lab {
        return Err(ApiError::new(StatusCode::FORBIDDEN, "lab-off", "this server has no lab"));
    }
    let order: LabOrder = read_json(&headers, &body)?;
    let pilots = pilots(&order)?;
    if order.games == 0 || order.games > MOST_GAMES {
        return Err(ApiError::field("games", format!("a run has 1 to {MOST_GAMES} games")));
    }
    let client = app.client(&headers, peer);
    let asker = if app.config.limits {
        let one = "you have a run under way: wait for it, or stop it";
        let error = || ApiError::new(StatusCode::TOO_MANY_REQUESTS, "one-at-a-time", one);
        Some(app.runs.askers.enter(client).ok_or_else(|| error().retry_after(Duration::from_secs(10)))?)
    } else {
        None
    };
    let shelf = Arc::clone(app.catalog.game(&order.game)?);
    let id = seats::id_from(random()?);
    let set_up = move || {
        let series = shelf.series(&order.scenario.as_str().into(), None)?;
        let games = Numbers { from: 0, to: order.games.into() };
        let plan = Plan::new(series.about(), pilots, order.swap, order.seed.into(), games);
        let (title, progress) = (series.start().title.to_string(), Mutex::new(Progress::Waiting));
        let (played, stop, halt) = (AtomicU64::new(0), AtomicBool::new(false), Notify::new());
        let scenario = order.scenario;
        Ok(Arc::new(Run { id, scenario, title, plan, series, played, stop, halt, progress }))
    };
    let run = in_turn(&app, client, set_up).await?;
    app.runs.keep(&run)?;
    let told = run.told();
    if app.store.is_shared() {
        share(&app, &run).await;
        tokio::spawn(keep_sharing(Arc::clone(&app), Arc::clone(&run)));
    }
    tokio::spawn(take_turn(Arc::clone(&app), run, client, asker));
    Ok(private((StatusCode::CREATED, Json(told))))
}

fn pilots(order: &LabOrder) -> Result<[Level; 2], ApiError> {
    let pilot = |field: &str, word: &str| {
        let known = LEVELS.into_iter().find(|level| level.word() == word);
        let words = LEVELS.map(Level::word).join(", ");
        known.ok_or_else(|| ApiError::field(field, format!("the lab's pilots are: {words}")))
    };
    let pilots = [pilot("allies", &order.allies)?, pilot("axis", &order.axis)?];
    if order.swap && pilots[0] == pilots[1] {
        return Err(ApiError::field("swap", "only two different pilots can change sides"));
    }
    Ok(pilots)
}

/// Waits for a turn and plays a run, until it is over, takes too long or is stopped.
async fn take_turn(app: Arc<App>, run: Arc<Run>, client: IpAddr, asker: Option<Present>) {
    let turn = tokio::select! {
        turn = Queue::Runs.wait(app.runs.turns.take(client)) => turn,
        () = run.halt.notified() => return run.end(End::Stopped),
        () = app.until(Stage::Draining) => return run.end(End::Stopped),
    };
    *locked(&run.progress) = Progress::Playing;
    let (playing, catalog) = (Arc::clone(&run), app.catalog.clone());
    let mut work = tokio::task::spawn_blocking(move || {
        let shelf = catalog.game(&playing.plan.game).map_err(|fault| desk::error(fault).message)?;
        playing.play(&shelf.info().title, shelf.rules()).map_err(|fault| fault.to_string())
    });
    let done = tokio::select! {
        done = &mut work => done,
        () = async {
            tokio::select! {
                () = run.halt.notified() => {}
                () = tokio::time::sleep(MOST_TIME) => {}
                () = app.until(Stage::Draining) => {}
            }
        } => {
            run.stop.store(true, Ordering::Relaxed);
            work.await
        }
    };
    // Whoever hears of the end may order the next run.
    drop((turn, asker));
    run.end(done.unwrap_or_else(|e| Err(e.to_string())).unwrap_or_else(|error| {
        tracing::error!(error, "a run failed");
        End::Failed
    }));
}

/// Tells the other processes how far a run is, and hears whether somebody there wants it stopped. Answers whether they know.
async fn share(app: &App, run: &Run) -> bool {
    // Strings, numbers and maps of them by words always have a JSON form.
    let body = serde_json::to_string(&run.told()).unwrap_or_default();
    let told = app.store.tell_run(&run.id, &body, run.report().as_deref()).await;
    match &told {
        Ok(true) => run.halt.notify_one(),
        Ok(false) => {}
        Err(error) => tracing::warn!(run = run.id, %error, "the other processes cannot be told of a run"),
    }
    told.is_ok()
}

/// Does so until they know that it is over.
async fn keep_sharing(app: Arc<App>, run: Arc<Run>) {
    loop {
        tokio::time::sleep(SHARED_EVERY).await;
        let over = run.ended().is_some();
        if share(&app, &run).await && over {
            return;
        }
    }
}

/// How far a run is.
pub(crate) async fn run(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, ApiError> {
    match app.runs.find(&id) {
        Some(run) => Ok(private(Json(run.told()))),
        None => Ok(as_told(elsewhere(&app, &id).await?)),
    }
}

/// Stops a run after the game under way.
pub(crate) async fn stop(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let Some(run) = app.runs.find(&id) else {
        let run = elsewhere(&app, &id).await?;
        app.store.stop_run(&id).await?;
        return Ok(as_told(run));
    };
    run.halt.notify_one();
    Ok(private(Json(run.told())))
}

/// What another process told of a run.
fn as_told(run: RunThere) -> Response {
    let mut response = private(run.body);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// The report of a run: one page without scripts, as `tallyho lab run` writes it.
pub(crate) async fn report(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let report = match app.runs.find(&id) {
        Some(run) => run.report(),
        None => elsewhere(&app, &id).await?.report.map(Bytes::from),
    };
    let Some(report) = report else {
        let says = "there is a report once the run has ended with a game";
        return Err(ApiError::new(StatusCode::CONFLICT, "no-report", says));
    };
    let mut response = private(report);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    Ok(response)
}
