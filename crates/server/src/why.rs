//! Why a computer pilot did what it did, for whoever asks once the turn is over, by HTTP or on a socket. `AnyTable::explained` decides who may be
//! told what.

use crate::api::{ApiError, AtTable, in_turn, private};
use crate::app::App;
use crate::calls::{self, Visitor};
use crate::open_table::{OpenTable, Shut};
use crate::room::Room;
use crate::{pilots, replay};
use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use catalog::{AnyTable, Catalog, Fault, Level};
use std::net::IpAddr;
use std::time::Duration;
use table::{Seat, Side, SideSet, Transcript};
use wire::live::{Explained, PastWhy};
use wire::{Answer, Code, Error, ErrorData, WhyOf};

/// A table as it stands, for one who asks about it.
struct Asked {
    whole: Transcript,
    pilots: [Option<Level>; 2],
    seat: Seat,
}

impl Asked {
    /// Nothing where no computer flies, or where the host lets none help people during a game.
    fn of(app: &App, table: &OpenTable, seat: Seat) -> Option<Asked> {
        let pilots = table.sitting.company.pilots;
        let may = app.config.hints || table.is_over();
        (may && pilots != [None; 2]).then(|| Asked { whole: table.sitting.table.transcript(), pilots, seat })
    }

    /// By HTTP it is asked from the best seat that the browser holds.
    async fn by_http(asks: &AtTable) -> Result<Option<Asked>, ApiError> {
        asks.look(|table| Asked::of(&asks.app, table, asks.held.first(&[]))).await
    }

    fn sides(&self) -> SideSet {
        let flown = |side: &Side| self.pilots[side.index()].is_some();
        Side::BOTH.into_iter().filter(flown).fold(SideSet::NONE, SideSet::with)
    }

    /// The pilot that gave a command.
    fn pilot(&self, line: u32) -> Option<Level> {
        let said = self.whole.lines.get(line.checked_sub(1)? as usize)?;
        self.pilots[said.side.index()]
    }

    fn table(self, catalog: &Catalog) -> Result<Box<dyn AnyTable>, Shut> {
        replay::again(catalog, self.whole).map_err(Shut::Broken)
    }
}

/// The commands that may be asked about.
pub(crate) async fn explained(asks: AtTable) -> Result<Response, ApiError> {
    let Some(asked) = Asked::by_http(&asks).await? else { return Ok(private(Json(Explained::default()))) };
    let catalog = asks.app.catalog.clone();
    let work = move || {
        let (seat, sides) = (asked.seat, asked.sides());
        Ok(Explained { lines: asked.table(&catalog)?.explained(seat, sides) })
    };
    Ok(private(Json(in_turn(&asks.app, asks.client, work).await?)))
}

/// Why a pilot gave a command.
pub(crate) async fn why(Path((_, line)): Path<(String, u32)>, asks: AtTable) -> Result<Response, ApiError> {
    let asked = Asked::by_http(&asks).await?;
    let why = told(&asks.app, asks.client, asked, line).await.map_err(as_status)?;
    Ok(private(Json(why)))
}

/// The same from the seat that is named, or the one sat in.
pub(crate) async fn asked_on_a_socket(
    app: &App,
    room: &Room,
    visitor: &Visitor,
    (ask, seat): (&WhyOf, Seat),
) -> Result<Answer, Error> {
    if ask.level.is_some() {
        return Err(desk::error(Fault::param("level", "a server knows which pilot gave a command")));
    }
    let asked = {
        let table = room.enter(app).await?;
        if !visitor.held.may_take(seat, table.is_over()) {
            return Err(calls::not_held());
        }
        Asked::of(app, &table, seat)
    };
    Ok(Answer::Why(Box::new(told(app, visitor.client, asked, ask.line).await?)))
}

/// Lets the pilot think once more that gave a command, unless nobody is told why or this client has asked too often.
async fn told(app: &App, client: IpAddr, asked: Option<Asked>, line: u32) -> Result<PastWhy, Error> {
    let not_told = || desk::error(desk::not_told());
    let asked = asked.ok_or_else(not_told)?;
    let level = asked.pilot(line).ok_or_else(not_told)?;
    calls::not_too_often(app, client)?;
    let turn = app.turn(client).await;
    let catalog = app.catalog.clone();
    let think = move |stop: catalog::Stop<'_>| {
        let (seat, sides) = (asked.seat, asked.sides());
        let table = asked.table(&catalog)?;
        desk::past_why(&*table, (seat, sides), (line, level), stop).map_err(desk::error)
    };
    pilots::aside(app, pilots::within(turn, think)).await?
}

/// What a refusal is called by HTTP.
fn as_status(error: Error) -> ApiError {
    let Error { code, message, data } = error;
    match (code, data) {
        (Code::NotHere, _) => ApiError::new(StatusCode::CONFLICT, "not-told", message),
        (Code::Busy, Some(ErrorData::Busy { retry_ms })) => {
            let wait = Duration::from_millis(retry_ms.into());
            ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-often", message).retry_after(wait)
        }
        _ => ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[tokio::test]
    async fn whoever_has_asked_too_often_waits_by_http_and_on_a_socket() {
        let dir = tempfile::TempDir::new().unwrap();
        let config = crate::Config::new(([127, 0, 0, 1], 0).into(), dir.path().join("games.db"));
        let shelf = || catalog::shelf::<bids::Bids>(&std::collections::BTreeMap::new()).unwrap();
        let running = crate::Running::start(config, Catalog::of(vec![shelf()])).await.unwrap();
        let dice = table::DiceSource::seeded(table::Seed::from_number(1));
        let mut game = shelf().open(&serde_json::json!("three"), None, dice).unwrap();
        let bid = wire::Json::of(&serde_json::json!({ "bid": bids::BIDS[0] }));
        game.act(Side::Allies, &bid, &[]).unwrap();
        let asked = || Asked { whole: game.transcript(), pilots: [Some(Level::Cadet); 2], seat: Seat::Axis };
        let client = IpAddr::from([192, 0, 2, 7]);
        // Whatever has come back by then is taken too, so it does not matter how slow this machine is.
        let later = Instant::now() + Duration::from_secs(24 * 3600);
        while running.app.hints.take(client, later).is_ok() {}
        let refused = told(&running.app, client, Some(asked()), 1).await.unwrap_err();
        assert_eq!(refused.code, Code::Busy);
        let other = told(&running.app, IpAddr::from([198, 51, 100, 7]), Some(asked()), 1).await.unwrap_err();
        assert_eq!(other.code, Code::NotHere, "a bid of a turn that goes on is not told to anybody");
        running.stop().await.unwrap();
    }
}
