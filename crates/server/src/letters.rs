//! The links in letters: one confirms that a mail address belongs to whoever gave it, one ends all letters about a game.
//!
//! Anybody can type the address of a stranger. So nobody is told of turns by mail before the reader of that address has said yes, and
//! one address is asked only a few times a day. What waits for an answer is in the database: it may come to another process.

use crate::api::{ApiError, private};
use crate::app::{App, now_ms};
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
use store::{Aside, Question};
use table::Side;

/// How often an address is asked, whoever gives it.
const TO_ONE: Rate = Rate { most: 4, every: Duration::from_secs(6 * 3600) };
/// How long a question waits for its answer.
const PATIENCE: Duration = Duration::from_secs(3 * 24 * 3600);
/// How many questions wait at once, of all players.
const MOST: i64 = 10_000;

/// How much was asked lately, by address.
#[derive(Default)]
pub(crate) struct Questions(Mutex<BTreeMap<String, Bucket>>);

impl Questions {
    fn sent(&self) -> MutexGuard<'_, BTreeMap<String, Bucket>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets who was asked long ago.
    pub(crate) fn sweep(&self, now: Instant) {
        self.sent().retain(|_, bucket| !bucket.is_full(now));
    }

    fn may_ask(&self, address: &str, now: Instant) -> Result<(), Duration> {
        self.sent().entry(address.to_owned()).or_insert_with(|| Bucket::full(TO_ONE, now)).take(now)
    }
}

/// Counts a question to an address, over all processes together.
async fn may_ask(app: &App, address: &str) -> Result<(), ApiError> {
    let too_many = |wait| {
        let says = "this address was asked too often: wait";
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-many", says).retry_after(wait)
    };
    let address = address.to_lowercase();
    app.questions.may_ask(&address, Instant::now()).map_err(too_many)?;
    let Rate { most, every } = TO_ONE;
    match app.store.take_drop(&format!("asked {address}"), most, every).await? {
        true => Ok(()),
        false => Err(too_many(every)),
    }
}

/// A secret for a link, short enough for the link to stay on one line of a letter.
pub(crate) fn secret() -> Result<String, ApiError> {
    Ok(format!("{:032x}", u128::from_be_bytes(make::random()?)))
}

/// Writes to an address that a player has given, and asks whether it is theirs. The letter goes out by itself.
pub(crate) async fn ask(
    app: &Arc<App>,
    table: &mut OpenTable,
    side: Side,
    to: lettre::Address,
) -> Result<(), ApiError> {
    let address = to.to_string();
    if app.config.limits {
        may_ask(app, &address).await?;
    }
    let secret = secret()?;
    let link = format!("{}/told/{secret}", app.post.home);
    let game = app.catalog.game(&table.about.game).map(|shelf| shelf.info().title).unwrap_or_default();
    if app.store.questions().await? >= MOST {
        let says = "too many addresses wait to be confirmed";
        return Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "too-many", says));
    }
    let until_ms = now_ms() + PATIENCE.as_millis() as i64;
    let question = Question { secret, side, address, saw: table.sitting.seq(), until_ms };
    app.store.aside(table.end, Aside::Ask(question)).await?;
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
    let late = "<p>This link is used up or too old. Ask once more at the table.</p>";
    let Some((id, question)) = app.store.question(&secret).await? else {
        return Ok(private(Html(page(late))));
    };
    let room = app.rooms.room(&id);
    let mut table = room.enter(&app).await.inspect_err(|_| app.rooms.forget(&id))?;
    if table.is_over() {
        return Ok(private(Html(page("<p>The game is over by now.</p>"))));
    }
    let told = "<p>You will be told when it is your turn and you are not at the table.</p>";
    let in_time = tell::answer(&app, &mut table, question).await?;
    Ok(private(Html(page(if in_time { told } else { late }))))
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
