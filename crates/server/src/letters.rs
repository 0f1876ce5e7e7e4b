//! The links in letters: one confirms that a mail address belongs to whoever gave it, one ends all letters about a game.
//!
//! Anybody can type the address of a stranger. So nobody is told of turns by mail before the reader of that address has said yes, and
//! one address is asked only a few times a day. What waits for an answer is in memory alone: after a restart one asks again.

use crate::api::{ApiError, private};
use crate::app::App;
use crate::limits::{Bucket, Rate};
use crate::make;
use crate::open_table::OpenTable;
use crate::tell;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{Html, Response};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use table::Side;

/// How often an address is asked, whoever gives it.
const TO_ONE: Rate = Rate { most: 4, every: Duration::from_secs(6 * 3600) };
/// How long a question waits for its answer.
const PATIENCE: Duration = Duration::from_secs(3 * 24 * 3600);
/// How many questions wait at once, of all players.
const MOST: usize = 10_000;

/// An address that is to be confirmed.
struct Question {
    table: String,
    side: Side,
    address: String,
    /// How far the game had come when it was given.
    saw: u32,
    until: Instant,
}

/// All addresses that are to be confirmed, by the secret in their link; and how much was asked lately, by address.
#[derive(Default)]
pub(crate) struct Questions {
    open: Mutex<BTreeMap<String, Question>>,
    sent: Mutex<BTreeMap<String, Bucket>>,
}

impl Questions {
    fn open(&self) -> MutexGuard<'_, BTreeMap<String, Question>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether an address for this side of a table is still to be confirmed.
    pub(crate) fn waits(&self, table: &str, side: Side) -> bool {
        self.open().values().any(|q| q.table == table && q.side == side)
    }

    /// The player wants something else by now.
    pub(crate) fn drop(&self, table: &str, side: Side) {
        self.open().retain(|_, q| q.table != table || q.side != side);
    }

    /// Forgets what nobody has answered, and who was asked long ago.
    pub(crate) fn sweep(&self, now: Instant) {
        self.open().retain(|_, q| q.until > now);
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).retain(|_, bucket| !bucket.is_full(now));
    }

    fn may_ask(&self, address: &str, now: Instant) -> Result<(), Duration> {
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        sent.entry(address.to_lowercase()).or_insert_with(|| Bucket::full(TO_ONE, now)).take(now)
    }
}

/// A secret for a link, short enough for the link to stay on one line of a letter.
pub(crate) fn secret() -> Result<String, ApiError> {
    Ok(format!("{:032x}", u128::from_be_bytes(make::random()?)))
}

/// Writes to an address that a player has given, and asks whether it is theirs. The letter goes out by itself.
pub(crate) fn ask(
    app: &Arc<App>,
    table: &OpenTable,
    side: Side,
    to: lettre::Address,
) -> Result<(), ApiError> {
    let now = Instant::now();
    let address = to.to_string();
    if app.config.limits {
        let too_many = |wait| {
            let says = "this address was asked too often: wait";
            ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-many", says).retry_after(wait)
        };
        app.questions.may_ask(&address, now).map_err(too_many)?;
    }
    let secret = secret()?;
    let link = format!("{}/told/{secret}", app.post.home);
    let game = app.catalog.game(&table.about.game).map(|shelf| shelf.info().title).unwrap_or_default();
    let (table, saw) = (table.about.id.clone(), table.sitting.seq());
    let question = Question { table, side, address, saw, until: now + PATIENCE };
    let mut open = app.questions.open();
    if open.len() >= MOST {
        let says = "too many addresses wait to be confirmed";
        return Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "too-many", says));
    }
    open.insert(secret, question);
    std::mem::drop(open);
    let app = Arc::clone(app);
    tokio::spawn(async move {
        app.tells.persist(|| app.post.ask(&to, &game, &link)).await;
    });
    Ok(())
}

/// `GET /told/<secret>`, the link in a question: only a press answers it, so that no program that looks at links does.
pub(crate) async fn ask_told() -> Response {
    private(Html(page(
        "<form method=\"post\"><p>Shall we write to you when it is your turn in this game?</p>\
         <button>Yes, tell me</button></form>",
    )))
}

/// `POST /told/<secret>`: the reader of an address says that it is theirs.
pub(crate) async fn told(
    State(app): State<Arc<App>>,
    Path(secret): Path<String>,
) -> Result<Response, ApiError> {
    let question = app.questions.open().remove(&secret).filter(|q| q.until > Instant::now());
    let Some(Question { table: id, side, address, saw, .. }) = question else {
        return Ok(private(Html(page(
            "<p>This link is used up or too old. Ask once more at the table.</p>",
        ))));
    };
    let room = app.rooms.room(&id);
    let mut table = room.enter(&app).await.inspect_err(|_| app.rooms.forget(&id))?;
    if table.is_over() {
        return Ok(private(Html(page("<p>The game is over by now.</p>"))));
    }
    tell::take(&app, &mut table, (side, address), saw).await?;
    Ok(private(Html(page("<p>You will be told when it is your turn and you are not at the table.</p>"))))
}

/// `GET /quiet/<secret>`, the link in every message about a turn: here too only a press ends them.
pub(crate) async fn ask_quiet() -> Response {
    private(Html(page(
        "<form method=\"post\"><p>Shall no more messages be sent about this game?</p>\
         <button>Send no more of them</button></form>",
    )))
}

/// `POST /quiet/<secret>`: whoever gets messages ends them.
pub(crate) async fn quiet(
    State(app): State<Arc<App>>,
    Path(secret): Path<String>,
) -> Result<Response, ApiError> {
    tell::end(&app, &secret).await?;
    Ok(private(Html(page("<p>No more messages are sent about this game.</p>"))))
}

fn page(body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Tallyho</title>\
         <meta name=\"viewport\" content=\"width=device-width\">{body}</html>"
    )
}
