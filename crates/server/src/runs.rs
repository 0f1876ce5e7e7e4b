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
use wire::live::{LabEnded, LabFirst, LabOffer, LabOrder, LabPilot, LabResult, LabRun, LabSide, LabState};

/// The most games of one run.
const MOST_GAMES: u32 = 1000;
/// Runs that wait or play at once.
const MOST_OPEN: usize = 8;
/// Runs that are remembered: some 250 KiB each, nearly all of it the report and the table of games.
const MOST_KEPT: usize = 64;
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
    Playing { since: Instant },
    Ended { at: Instant, played: Duration, cut: Option<LabEnded>, end: End },
}

/// What came of a run.
#[derive(Clone)]
enum End {
    Done { result: LabResult, report: Bytes, games: Bytes },
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
            Progress::Ended { at, end, .. } => Some((*at, end.clone())),
            Progress::Waiting | Progress::Playing { .. } => None,
        }
    }

    /// A page or a table of it, once there is one.
    fn paper(&self, paper: Paper) -> Option<Bytes> {
        match (self.ended()?.1, paper) {
            (End::Done { report, .. }, Paper::Report) => Some(report),
            (End::Done { games, .. }, Paper::Games) => Some(games),
            (End::Stopped | End::Failed, _) => None,
        }
    }

    fn begin(&self) {
        *locked(&self.progress) = Progress::Playing { since: Instant::now() };
    }

    /// `cut`: why it is to end now, if it has not ended by itself.
    fn end(&self, end: End, cut: Option<LabEnded>) {
        let mut progress = locked(&self.progress);
        let played = match &*progress {
            Progress::Playing { since } => since.elapsed(),
            Progress::Waiting | Progress::Ended { .. } => Duration::ZERO,
        };
        let whole = self.played.load(Ordering::Relaxed) >= self.plan.games.count();
        let cut = if whole { None } else { cut };
        *progress = Progress::Ended { at: Instant::now(), played, cut, end };
    }

    /// What a browser is told of it.
    fn told(&self) -> LabRun {
        let (state, played, ended, result) = match &*locked(&self.progress) {
            Progress::Waiting => (LabState::Waiting, Duration::ZERO, None, None),
            Progress::Playing { since } => (LabState::Playing, since.elapsed(), None, None),
            Progress::Ended { played, cut, end, .. } => {
                let (state, result) = match end {
                    End::Done { result, .. } => (LabState::Done, Some(result.clone())),
                    End::Stopped => (LabState::Stopped, None),
                    End::Failed => (LabState::Failed, None),
                };
                (state, *played, *cut, result)
            }
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
            played_ms: played.as_millis() as u32,
            state,
            ended,
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
        let (summary, games) = lab::tally(self.series.as_ref(), &self.plan, crew)?;
        metrics::counter!("tallyho_lab_games_total").increment(summary.games);
        if summary.games == 0 {
            return Ok(End::Stopped);
        }
        let labels = Labels::new(self.series.as_ref(), title, rules);
        // A run that was stopped is a shorter one, which can be made again as it is.
        let plan = Plan { games: Numbers { from: 0, to: summary.games }, ..self.plan.clone() };
        let report = lab::lone_report(&plan, &labels, &summary, &self.scenario).into();
        Ok(End::Done { result: result(&plan, &labels, &summary), report, games: games.into() })
    }
}

fn result(plan: &Plan, labels: &Labels, summary: &Summary) -> LabResult {
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
        first: plan.swap.then(|| first(summary)),
    }
}

fn first(summary: &Summary) -> LabFirst {
    let [won, drawn, lost] = summary.first.games();
    let share = summary.first.share();
    LabFirst {
        won: won as u32,
        drawn: drawn as u32,
        lost: lost as u32,
        share: share.share,
        low: share.low,
        high: share.high,
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
        most_seconds: app.config.lab_time.as_secs() as u32,
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
        let one = "somebody at your address has a run under way, and an address has one at a time";
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
        () = run.halt.notified() => return run.end(End::Stopped, Some(LabEnded::Asked)),
        () = app.until(Stage::Draining) => return run.end(End::Stopped, Some(LabEnded::Server)),
    };
    run.begin();
    let (playing, catalog) = (Arc::clone(&run), app.catalog.clone());
    let mut work = tokio::task::spawn_blocking(move || {
        let shelf = catalog.game(&playing.plan.game).map_err(|fault| desk::error(fault).message)?;
        playing.play(&shelf.info().title, shelf.rules()).map_err(|fault| fault.to_string())
    });
    let cut = async {
        tokio::select! {
            () = run.halt.notified() => LabEnded::Asked,
            () = tokio::time::sleep(app.config.lab_time) => LabEnded::Time,
            () = app.until(Stage::Draining) => LabEnded::Server,
        }
    };
    let (done, cut) = tokio::select! {
        done = &mut work => (done, None),
        cut = cut => {
            run.stop.store(true, Ordering::Relaxed);
            (work.await, Some(cut))
        }
    };
    // Whoever hears of the end may order the next run.
    drop((turn, asker));
    let end = done.unwrap_or_else(|e| Err(e.to_string())).unwrap_or_else(|error| {
        tracing::error!(error, "a run failed");
        End::Failed
    });
    run.end(end, cut);
}

/// Tells the other processes how far a run is, and hears whether somebody there wants it stopped. Answers whether they know.
async fn share(app: &App, run: &Run) -> bool {
    // Strings, numbers and maps of them by words always have a JSON form.
    let body = serde_json::to_string(&run.told()).unwrap_or_default();
    let told = async {
        // First what is asked for only after the end, so that it is there by then.
        if let Some(games) = run.paper(Paper::Games) {
            app.store.tell_run(&Paper::Games.kept_as(&run.id), &body, Some(&games)).await?;
        }
        app.store.tell_run(&run.id, &body, run.paper(Paper::Report).as_deref()).await
    };
    let told = told.await;
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

/// What there is to open or to save of a run that has ended.
#[derive(Clone, Copy)]
enum Paper {
    Report,
    Games,
}

impl Paper {
    /// Under which id other processes find it.
    fn kept_as(self, run: &str) -> String {
        match self {
            Paper::Report => run.to_owned(),
            Paper::Games => format!("{run}/games.csv"),
        }
    }

    async fn of(self, app: &App, run: &str, kind: &'static str) -> Result<Response, ApiError> {
        let paper = match app.runs.find(run) {
            Some(run) => run.paper(self),
            None => self.of_elsewhere(app, run).await?,
        };
        let Some(paper) = paper else {
            let says = "there is a report once the run has ended with a game";
            return Err(ApiError::new(StatusCode::CONFLICT, "no-report", says));
        };
        let mut response = private(paper);
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
        Ok(response)
    }

    async fn of_elsewhere(self, app: &App, run: &str) -> Result<Option<Bytes>, ApiError> {
        // Of a run that is not over there is only itself.
        let there = match (self, elsewhere(app, run).await?) {
            (Paper::Games, told) if told.report.is_some() => elsewhere(app, &self.kept_as(run)).await?,
            (_, told) => told,
        };
        Ok(there.report.map(Bytes::from))
    }
}

/// The report of a run: one page without scripts, with the figures that `tallyho lab run` writes.
pub(crate) async fn report(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let mut response = Paper::Report.of(&app, &id, "text/html; charset=utf-8").await?;
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    Ok(response)
}

/// The games of a run, one a line, as `tallyho lab run` writes them.
pub(crate) async fn games(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, ApiError> {
    Paper::Games.of(&app, &id, "text/csv; charset=utf-8").await
}
