//! Why a computer pilot did what it did, for whoever asks once the turn is over. `AnyTable::explained` decides who may be told what.

use crate::api::{ApiError, AtTable, in_turn, private};
use crate::open_table::{OpenTable, Shut};
use crate::{pilots, replay};
use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use catalog::{AnyTable, Catalog, Level};
use std::time::Instant;
use table::{Seat, Side, SideSet, Transcript};
use wire::live::Explained;

/// A table as it stands, for one who asks about it.
struct Asked {
    whole: Transcript,
    pilots: [Option<Level>; 2],
    seat: Seat,
}

impl Asked {
    /// Nothing where no computer flies, or where the host lets none help people during a game.
    async fn of(asks: &AtTable) -> Result<Option<Asked>, ApiError> {
        let look = |table: &OpenTable| {
            let pilots = table.sitting.company.pilots;
            let may = asks.app.config.hints || table.is_over();
            (may && pilots != [None; 2]).then(|| {
                let whole = table.sitting.table.transcript();
                Asked { whole, pilots, seat: asks.held.first(&[]) }
            })
        };
        asks.look(look).await
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

    fn table(self, catalog: &Catalog) -> Result<Box<dyn AnyTable>, ApiError> {
        let again = replay::again(catalog, self.whole);
        again.map_err(|says| Shut::Broken(says).into())
    }
}

/// The commands that may be asked about.
pub(crate) async fn explained(asks: AtTable) -> Result<Response, ApiError> {
    let Some(asked) = Asked::of(&asks).await? else { return Ok(private(Json(Explained::default()))) };
    let catalog = asks.app.catalog.clone();
    let work = move || {
        let (seat, sides) = (asked.seat, asked.sides());
        Ok(Explained { lines: asked.table(&catalog)?.explained(seat, sides) })
    };
    Ok(private(Json(in_turn(&asks.app, asks.client, work).await?)))
}

/// Why a pilot gave a command.
pub(crate) async fn why(Path((_, line)): Path<(String, u32)>, asks: AtTable) -> Result<Response, ApiError> {
    let not_told = || {
        let says = "the reasons for this command are not told, or not yet";
        ApiError::new(StatusCode::CONFLICT, "not-told", says)
    };
    let asked = Asked::of(&asks).await?.ok_or_else(not_told)?;
    let level = asked.pilot(line).ok_or_else(not_told)?;
    let AtTable { app, client, .. } = &asks;
    if app.config.limits {
        let too_often = |wait| {
            let says = "pilots are asked too often from this address";
            ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-often", says).retry_after(wait)
        };
        app.hints.take(*client, Instant::now()).map_err(too_often)?;
    }
    let _turn = app.turn(*client).await;
    let catalog = app.catalog.clone();
    let think = move |stop: catalog::Stop<'_>| {
        let (seat, sides) = (asked.seat, asked.sides());
        let table = asked.table(&catalog)?;
        let told = table.explained(seat, sides).contains(&line);
        Ok(told.then(|| table.why(line, level, stop)).flatten())
    };
    let failed = |e: wire::Error| ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", e.message);
    let why: Result<_, ApiError> = pilots::aside(app, think).await.map_err(failed)?;
    Ok(private(Json(why?.ok_or_else(not_told)?)))
}
