//! Seats that strangers take, names of games, games that are left or deleted, and one more game.

use crate::api::{ApiError, AtTable, no_seat, private};
use crate::app::App;
use crate::calls::Visitor;
use crate::make::{self, read_json};
use crate::open_table::{MOST_GOES, OpenTable, Shut};
use crate::room::{Room, internal, not_here};
use crate::seats::{self, OwnSeats};
use crate::tables::Setup;
use crate::{talk, tell, words};
use axum::Json;
use axum::body::Bytes;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use store::{Aside, Token};
use table::{Seat, Side, SideSet};
use wire::live::{Again, Label, Left, Next, Take, Taken};
use wire::{Answer, AskAgain, Error};

/// `POST /api/tables/<id>/take`: somebody takes a seat that is open. Of two who press at once the second is told so.
pub(crate) async fn take(asks: AtTable, headers: HeaderMap, body: Bytes) -> Result<Response, ApiError> {
    let Take { side } = read_json(&headers, &body)?;
    let AtTable { app, client, id, held } = asks;
    app.count_table(client, "seats").await?;
    let room = app.rooms.room(&id);
    // Somebody may have taken it elsewhere.
    room.near.doubt();
    let mut table = room.enter(&app).await.inspect_err(|_| app.rooms.forget(&id))?;
    let conflict = |code, says: &str| Err(ApiError::new(StatusCode::CONFLICT, code, says));
    if held.plays() != SideSet::NONE {
        return conflict("seated", "you already have a seat at this table");
    }
    let token = Token::new(make::random()?);
    let with_token = |mut response: Response| {
        let tokens = seats::with(seats::tokens_for(&headers, &id), token.clone());
        let cookie = seats::cookie(&id, &tokens, app.config.secure());
        response.headers_mut().extend(cookie.map(|v| (SET_COOKIE, v)));
        response
    };
    for go in 1.. {
        if !table.about.setup.people.open.contains(&side) {
            return conflict("taken", "somebody else has taken this seat");
        }
        let mut setup = table.about.setup.clone();
        setup.people.open.retain(|open| *open != side);
        match table.give_seat(&app, setup, (token.hash(), side.into())).await {
            // Or something else has changed, and the seat is still open.
            Err(Shut::Moved) if go < MOST_GOES => table.look_beside(&app, &room).await?,
            Ok(()) => break,
            // Should the seat be theirs, nobody else can ever sit there: whatever gives it is not to be lost.
            Err(shut @ Shut::NotKnown(_)) => return Ok(with_token(ApiError::from(shut).into_response())),
            Err(shut) => return Err(shut.into()),
        }
    }
    room.tell("people", &table.about.setup.people);
    Ok(with_token(private(Json(Taken { table: id.clone() }))))
}

/// `POST /api/tables/<id>/label`: what the players call this game.
pub(crate) async fn label(asks: AtTable, headers: HeaderMap, body: Bytes) -> Result<Response, ApiError> {
    let Label { label } = read_json(&headers, &body)?;
    let wrong = |unfit: words::Unfit| ApiError::field("label", unfit.says(words::LONGEST_LABEL));
    let label = words::label(&label).map_err(wrong)?;
    let AtTable { app, client, id, held } = asks;
    app.count(&app.talk, client, "names")?;
    let room = app.rooms.room(&id);
    let mut table = room.enter(&app).await.inspect_err(|_| app.rooms.forget(&id))?;
    if !owns_a_part(&table.about.setup, &held) {
        return Err(no_seat());
    }
    table.set_up(&app, &room, |setup| setup.people.label.clone_from(&label)).await?;
    room.tell("people", &table.about.setup.people);
    Ok(private(Json(table.info(&held))))
}

/// Whether whoever holds these seats plays at the table, or has made it for computers.
fn owns_a_part(setup: &Setup, held: &OwnSeats) -> bool {
    held.plays() != SideSet::NONE || (setup.only_pilots() && held.holds(Seat::Referee))
}

/// Whether nobody else plays at the table: then whoever holds these seats may delete it.
fn owns_all(setup: &Setup, held: &OwnSeats) -> bool {
    let human = |side: &Side| setup.sides.get(side).is_some_and(|info| info.pilot.is_none());
    // To hold both seats is not enough where two play: whoever made such a table has the links of both.
    let two = Side::BOTH.iter().all(|side| human(side) && setup.people.came.contains(side));
    let alone = if setup.hot_seat { held.plays() == SideSet::BOTH } else { !two };
    owns_a_part(setup, held) && alone
}

/// `DELETE /api/tables/<id>`: this browser gives its seats up. A game in which nobody else plays is deleted with that.
pub(crate) async fn leave(asks: AtTable) -> Result<Response, ApiError> {
    let AtTable { app, id, held, .. } = asks;
    if held.none() {
        return Err(no_seat());
    }
    let room = app.rooms.room(&id);
    let table = room.found(&app).await.inspect_err(|_| app.rooms.forget(&id))?;
    let deleted = owns_all(&table.about().setup, &held);
    drop(table);
    if deleted {
        room.delete(&app).await?;
        app.rooms.forget(&id);
    } else {
        tell::forget(&app, &room, held.plays()).await?;
    }
    let mut response = private(Json(Left { deleted }));
    response.headers_mut().extend(seats::forget(&id, app.config.secure()).map(|v| (SET_COOKIE, v)));
    Ok(response)
}

/// Offers one more game, accepts it, or takes the offer back.
pub(crate) async fn again(
    app: &Arc<App>,
    room: &Arc<Room>,
    visitor: &mut Visitor,
    ask: &AskAgain,
) -> Result<Answer, Error> {
    let side = crate::calls::playing(visitor, ask.seat.unwrap_or(visitor.seat))?;
    talk::slowly(app, visitor)?;
    let mut table = room.enter(app).await?;
    if !table.is_over() {
        return Err(not_here("the game is not over"));
    }
    let setup = &table.about.setup;
    if setup.hot_seat || setup.sides.values().any(|side| side.pilot.is_some()) {
        return Err(not_here("nobody else plays at this table: make a new one"));
    }
    while table.about.setup.people.next.is_none() {
        let mut setup = table.about.setup.clone();
        let offered = setup.people.again;
        let accepted = offered.filter(|offer| offer.by == side.enemy() && offer.swap == ask.swap && !ask.no);
        setup.people.again = if ask.no { None } else { Some(Again { by: side, swap: ask.swap }) };
        if accepted.is_some() {
            let played = (table.sitting.table.transcript().header, setup.clone());
            let next = make::once_more(app, visitor.client, played, ask.swap).await;
            let next = next.map_err(|e| internal(&format!("the next table could not be made: {e:?}")))?;
            setup.people.again = None;
            setup.people.next = Some(Next { table: next, swap: ask.swap });
        }
        let next = setup.people.next.clone();
        match table.keep(app, setup).await {
            Ok(()) => {
                if let Some(Next { table: next, swap }) = next
                    && let Err(error) = tell::carry(app, &mut table, &next, swap).await
                {
                    tracing::warn!(table = next, %error, "wishes to be told of turns were not carried over");
                }
                room.tell("people", &table.about.setup.people);
                break;
            }
            // Perhaps it was kept, and they are about to be led there.
            Err(shut @ Shut::NotKnown(_)) => return Err(shut.into()),
            Err(shut) => {
                if let Some(Next { table: next, .. }) = next {
                    forget(app, &next).await;
                }
                let Shut::Moved = shut else { return Err(shut.into()) };
                // Somebody has offered or accepted elsewhere.
                table.look_beside(app, room).await?;
            }
        }
    }
    Ok(Answer::People(table.about.setup.people.clone()))
}

/// Deletes a table to which nobody was led.
async fn forget(app: &App, id: &str) {
    if let Err(error) = app.rooms.room(id).delete(app).await {
        tracing::warn!(table = id, %error, "a table that nobody needs could not be deleted");
    }
    app.rooms.forget(id);
}

/// `POST /api/tables/<id>/follow`: a browser gets its seat at the table at which the same people play once more.
pub(crate) async fn follow(asks: AtTable, headers: HeaderMap) -> Result<Response, ApiError> {
    let next = asks.look(|table: &OpenTable| table.about.setup.people.next.clone()).await?;
    let AtTable { app, id, .. } = asks;
    let Some(Next { table: to, swap }) = next else {
        return Err(ApiError::new(StatusCode::CONFLICT, "no-next", "nobody has agreed to play once more"));
    };
    let room = app.rooms.room(&to);
    let end = room.enter(&app).await.inspect_err(|_| app.rooms.forget(&to))?.end;
    let mut own = Vec::new();
    for token in seats::tokens_for(&headers, &id) {
        // One token gives one token, however often it is asked for.
        let at_next = token.next(&to);
        for (_, seat) in app.store.seats(&[token.hash()]).await?.into_iter().filter(|(at, _)| *at == id) {
            let seat = match seat.side() {
                Some(side) if swap => Seat::from(side.enemy()),
                _ => seat,
            };
            app.store.aside(end, Aside::Seat(at_next.hash(), seat)).await?;
            own.push(at_next.clone());
        }
    }
    let mut response = private(Json(Taken { table: to.clone() }));
    response.headers_mut().extend(seats::cookie(&to, &own, app.config.secure()).map(|v| (SET_COOKIE, v)));
    Ok(response)
}
