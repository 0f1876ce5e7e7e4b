//! What `/metrics` tells beside the counters: gauges read when somebody asks, and every counter from the start, 0 included, so that the
//! first refusal or failure is seen as a step.

use crate::app::App;
use crate::doors::PAGE;
use crate::retention;
use catalog::Catalog;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Reasons to refuse a client; each has its own line in `tallyho_refused_total`.
const REFUSALS: [&str; 7] = ["connections", "host", "origin", "rate", "sockets", "unread", "upload"];
const COUNTERS: [&str; 9] = [
    "tallyho_accept_errors_total",
    "tallyho_chances_total",
    "tallyho_commands_total",
    "tallyho_games_resumed_total",
    "tallyho_internal_errors_total",
    "tallyho_lab_games_total",
    "tallyho_sent_bytes_total",
    retention::DELETED,
    "tallyho_tables_read_total",
];

/// How long a database gets to tell its size.
const PATIENCE: Duration = Duration::from_secs(1);

const FOLLOW_LAG: &str = "tallyho_follow_lag_seconds";

/// Where something waits for its turn; how much, is a gauge.
#[derive(Clone, Copy)]
pub(crate) enum Queue {
    /// Computer pilots, at thinking.
    Pilots,
    /// Finished games, at win chances and debriefs.
    Studies,
    /// Mail and webhooks.
    Messages,
    /// Runs of the lab.
    Runs,
}

impl Queue {
    const ALL: [Queue; 4] = [Queue::Pilots, Queue::Studies, Queue::Messages, Queue::Runs];

    fn gauge(self) -> metrics::Gauge {
        match self {
            Queue::Pilots => metrics::gauge!("tallyho_pilots_waiting"),
            Queue::Studies => metrics::gauge!("tallyho_studies_waiting"),
            Queue::Messages => metrics::gauge!("tallyho_messages_waiting"),
            Queue::Runs => metrics::gauge!("tallyho_lab_runs_waiting"),
        }
    }

    /// Waits for a turn, and is counted until it comes or is given up.
    pub(crate) async fn wait<T>(self, turn: impl Future<Output = T>) -> T {
        let _in_line = InLine::join(self);
        turn.await
    }
}

struct InLine(Queue);

impl InLine {
    fn join(queue: Queue) -> InLine {
        queue.gauge().increment(1.0);
        InLine(queue)
    }
}

impl Drop for InLine {
    fn drop(&mut self) {
        self.0.gauge().decrement(1.0);
    }
}

/// Brings all counters of the server into being, and the line that tells its version.
pub(crate) fn register(catalog: &Catalog) {
    for name in COUNTERS {
        metrics::counter!(name).increment(0);
    }
    for game in catalog.games() {
        metrics::counter!("tallyho_tables_made_total", "game" => game.id()).increment(0);
    }
    // Of all pairs of a route and a status, the one that there always is.
    metrics::counter!("tallyho_requests_total", "route" => PAGE, "status" => "200").increment(0);
    for why in REFUSALS {
        metrics::counter!("tallyho_refused_total", "why" => why).increment(0);
    }
    for result in ["sent", "failed"] {
        metrics::counter!("tallyho_told_total", "result" => result).increment(0);
    }
    for queue in Queue::ALL {
        queue.gauge().increment(0.0);
    }
    metrics::gauge!(FOLLOW_LAG).increment(0.0);
    metrics::gauge!("tallyho_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
}

/// Other processes were followed, so long after it was known that they had gone on.
pub(crate) fn followed(late: Duration) {
    metrics::gauge!(FOLLOW_LAG).set(late.as_secs_f64());
}

/// Reads all gauges anew.
pub(crate) async fn read(app: &Arc<App>) {
    metrics::gauge!("tallyho_tables_in_memory").set(app.rooms.len() as f64);
    metrics::gauge!("tallyho_sockets").set(app.sockets.load(Ordering::Relaxed) as f64);
    metrics::gauge!("tallyho_store_queue").set(app.store.waiting() as f64);
    metrics::gauge!("tallyho_beat_age_seconds").set(app.store.beat_age().as_secs_f64());
    // While PostgreSQL is away the last answer stands: whoever asks wants to know the rest.
    if app.store.is_shared()
        && let Ok(Ok(bytes)) = tokio::time::timeout(PATIENCE, app.store.bytes()).await
    {
        metrics::gauge!("tallyho_database_bytes").set(bytes as f64);
    }
    let database = app.store.file().map(Path::to_owned);
    // A disk that hangs keeps whoever asks for metrics waiting, and nobody else.
    let files = tokio::task::spawn_blocking(move || read_system(database.as_deref())).await;
    if let Err(e) = files {
        tracing::error!(error = %e, "the files of the database could not be looked at");
    }
}

/// What the system has left for us, and the files of the database if it has any here; what the system does not tell is left out.
fn read_system(database: Option<&Path>) {
    if let Some(database) = database {
        let length = |path: &Path| std::fs::metadata(path).map_or(0, |file| file.len()) as f64;
        let mut log = database.as_os_str().to_owned();
        log.push("-wal");
        metrics::gauge!("tallyho_database_bytes").set(length(database));
        metrics::gauge!("tallyho_database_wal_bytes").set(length(Path::new(&log)));
        #[cfg(unix)]
        read_disk(database);
    }
    #[cfg(unix)]
    read_descriptors();
}

#[cfg(unix)]
fn read_disk(database: &Path) {
    let folder = database.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(disk) = rustix::fs::statvfs(folder) {
        metrics::gauge!("tallyho_disk_free_bytes").set((disk.f_bavail * disk.f_frsize) as f64);
    }
}

#[cfg(unix)]
fn read_descriptors() {
    use rustix::process::{Resource, getrlimit};
    if let Ok(open) = std::fs::read_dir("/proc/self/fd") {
        metrics::gauge!("tallyho_descriptors_open").set(open.count() as f64);
    }
    if let Some(most) = getrlimit(Resource::Nofile).current {
        metrics::gauge!("tallyho_descriptors_allowed").set(most as f64);
    }
}
