//! Calls on a socket: who may make them, and where they are worked out. What they mean is the desk's business.

use crate::app::App;
use crate::limits::Bucket;
use crate::open_table::{Found, OpenTable, Shut};
use crate::room::{Room, internal, not_here};
use crate::seats::OwnSeats;
use crate::socket::Utf8Bytes;
use crate::{going_on, guests, pace, pilots, relief, talk, why};
use desk::{Caller, Message};
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::{Seat, Side};
use tokio::runtime::{Handle, RuntimeFlavor};
use wire::{AircraftRef, Answer, Call, Code, Error, ErrorData, HintCall, PilotCall, PilotReply, Response};

/// Who asks.
pub(crate) struct Visitor {
    /// The address that the work counts against.
    pub(crate) client: IpAddr,
    /// Number among the listeners.
    pub(crate) number: u64,
    pub(crate) held: OwnSeats,
    /// Where they sit.
    pub(crate) seat: Seat,
    /// How much they may still say.
    pub(crate) words: Bucket,
    /// How often the table had become another when they came.
    pub(crate) times: u64,
}

/// What a message comes to.
pub(crate) struct Reply {
    /// The answer, if one is wanted.
    pub(crate) text: Option<Utf8Bytes>,
    /// Whether nobody knows if what was asked for was kept.
    pub(crate) not_known: bool,
}

/// Answers one message; a notification gets no answer.
pub(crate) async fn answer(app: &Arc<App>, room: &Arc<Room>, visitor: &mut Visitor, text: &str) -> Reply {
    let Message { id, call } = match desk::read(text.as_bytes()) {
        Ok(message) => message,
        Err(refused) => return Reply { text: Some(desk::written(&refused).into()), not_known: false },
    };
    let answer = match call {
        Ok(call) => carry_out(app, room, visitor, &call).await,
        Err(error) => Err(error),
    };
    let not_known = answer.as_ref().is_err_and(|error| error.code == Code::Unknown);
    let text = id.map(|id| desk::written(&Response::new(id, answer)).into());
    Reply { text, not_known }
}

/// The answer to a message that came too fast.
pub(crate) fn too_fast(text: &str, wait: Duration) -> Utf8Bytes {
    desk::written(&Response::new(desk::id_of(text.as_bytes()), Err(too_often(wait)))).into()
}

pub(crate) fn too_often(wait: Duration) -> Error {
    let retry_ms = wait.as_millis().clamp(1, 60_000) as u32;
    let data = Some(ErrorData::Busy { retry_ms });
    Error { code: Code::Busy, message: "too many requests: wait".into(), data }
}

async fn carry_out(
    app: &Arc<App>,
    room: &Arc<Room>,
    visitor: &mut Visitor,
    call: &Call,
) -> Result<Answer, Error> {
    // Whoever names the table names this one or is mistaken.
    if call.table().is_some_and(|id| !id.is_empty() && id != room.id) {
        return Err(desk::error(catalog::Fault::param("table", "this socket belongs to another table")));
    }
    if let Some(answer) = desk::without_table(&app.catalog, call) {
        return answer.map_err(desk::error);
    }
    let asks = is_question(call);
    still_seated(app, room, visitor, asks).await?;
    let caller = Caller { seat: call.seat().unwrap_or(visitor.seat), plays: visitor.held.plays() };
    match call {
        Call::New(_) | Call::Load(_) | Call::Close(_) => {
            Err(not_here("a socket belongs to one table: others are made by POST /api/tables"))
        }
        Call::Check(_) => Err(not_here("scenarios are checked by POST /api/check")),
        Call::Agree(ask) => going_on::agree(app, room, visitor, ask).await,
        Call::Act(_) | Call::Undo(_) | Call::Consent(_) => {
            playing(visitor, caller.seat)?;
            Ok(room.change(app, call, caller).await?)
        }
        Call::Pilot(ask) => pilot(app, room, visitor, ask, caller).await,
        Call::Hint(ask) => hint(app, room, visitor, ask, caller.seat).await,
        Call::Why(ask) => why::asked_on_a_socket(app, room, visitor, (ask, caller.seat)).await,
        Call::Relieve(ask) => {
            let side = playing(visitor, caller.seat)?;
            if ask.until.is_some() {
                may_be_helped(app, visitor)?;
            }
            relief::set(app, room, side, ask).await
        }
        Call::CallMe(ask) => talk::call_me(app, room, visitor, ask).await,
        Call::Talk(ask) => talk::say(app, room, visitor, ask).await,
        // A table is made with that: in a box of its own, so that a move does not carry room for it.
        Call::Again(ask) => Box::pin(guests::again(app, room, visitor, ask)).await,
        Call::Pace(ask) => pace::set(app, room, visitor, ask).await,
        _ => {
            let _turn = app.turn(visitor.client).await;
            let mut found = room.seen(app).await?;
            match &*found {
                Found::Open(table) => may_ask(visitor, table, call, caller.seat)?,
                Found::Kept(kept) if visitor.held.may_take(caller.seat, kept.is_over()) => {}
                Found::Kept(_) => return Err(not_held()),
            }
            if let Call::Sit(sit) = call {
                visitor.seat = caller.seat;
                room.sit(visitor.number, caller.seat, sit.menus);
                room.tell("presence", &room.presence());
            }
            let table = match &mut *found {
                Found::Open(table) => table,
                Found::Kept(kept) => return kept.answer(call, caller.seat),
            };
            let ask = || table.sitting.answer(call, caller).map_err(desk::error);
            let asked = aside(|| catch_unwind(AssertUnwindSafe(ask)));
            asked.unwrap_or_else(|_| Err(internal("the rules failed on this question")))
        }
    }
}

/// Whether a call changes nothing, and is answered at once.
fn is_question(call: &Call) -> bool {
    let changes = matches!(
        call,
        Call::Act(_)
            | Call::Undo(_)
            | Call::Consent(_)
            | Call::Agree(_)
            | Call::Pilot(_)
            | Call::Hint(_)
            | Call::Why(_)
            | Call::Relieve(_)
            | Call::CallMe(_)
            | Call::Talk(_)
            | Call::Again(_)
            | Call::Pace(_)
    );
    !changes
}

/// Whether nobody has taken this visitor's link back meanwhile, at another process or by `tallyho admin`. While the database is away, nobody
/// can know, and whoever only asks is answered.
async fn still_seated(app: &App, room: &Room, visitor: &Visitor, asks: bool) -> Result<(), Error> {
    if app.store.is_shared() {
        let found = if asks { room.seen(app).await? } else { room.found(app).await? };
        // Of tables that are shown as they were, nobody is told what other processes do.
        if let Found::Kept(kept) = &*found
            && !(asks && app.readiness.is_away())
        {
            room.send_away_all_but(&app.store.tokens(kept.end).await.map_err(Shut::from)?);
        }
        if !room.has(visitor.number) {
            return Err(not_held());
        }
    }
    Ok(())
}

/// Does what may take a while without holding up the other requests of this thread.
fn aside<T>(work: impl FnOnce() -> T) -> T {
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::MultiThread => tokio::task::block_in_place(work),
        // A runtime of one thread, as tests have it, has no other that could go on meanwhile.
        _ => work(),
    }
}

/// A pilot thinks elsewhere, while the table goes on.
async fn pilot(
    app: &Arc<App>,
    room: &Arc<Room>,
    visitor: &Visitor,
    ask: &PilotCall,
    caller: Caller,
) -> Result<Answer, Error> {
    let side = playing(visitor, caller.seat)?;
    may_be_helped(app, visitor)?;
    // Hints of one address must not keep the pilots of others waiting.
    let turn = app.turn(visitor.client).await;
    let table = room.enter(app).await?;
    let seq = table.sitting.seq();
    let thought =
        table.sitting.thought(ask, caller.seat, pilots::salt(app, room, &table)).map_err(desk::error)?;
    let budget = desk::budget(ask.budget_ms, &*table.sitting.table, side, pilots::LONGEST_BUDGET);
    drop(table);
    let thought = pilots::within(turn, thought);
    let command = pilots::think(app, room, side, thought, budget).await?;
    let mut acted = None;
    if ask.play {
        let act = Call::Act(desk::given(ask, &command, Some(seq)));
        if let Answer::Acted(done) = room.change(app, &act, caller).await? {
            acted = Some(*done);
        }
    }
    Ok(Answer::Pilot(Box::new(PilotReply { command, acted })))
}

/// What a pilot finds best, and why. It is worked out elsewhere, while the table goes on.
async fn hint(
    app: &Arc<App>,
    room: &Arc<Room>,
    visitor: &Visitor,
    ask: &HintCall,
    seat: Seat,
) -> Result<Answer, Error> {
    playing(visitor, seat)?;
    may_be_helped(app, visitor)?;
    let turn = app.turn(visitor.client).await;
    let table = room.enter(app).await?;
    let advice = table.sitting.advice(ask, seat, pilots::salt(app, room, &table)).map_err(desk::error)?;
    drop(table);
    let hint = pilots::aside(app, pilots::within(turn, advice)).await?;
    Ok(Answer::Hint(Box::new(hint.map_err(desk::error)?)))
}

/// Whether the host lets pilots help people, and this one not too often.
fn may_be_helped(app: &App, visitor: &Visitor) -> Result<(), Error> {
    if !app.config.hints {
        return Err(not_here("this server gives no hints"));
    }
    not_too_often(app, visitor.client)
}

/// Counts a thought against a client's share of them.
pub(crate) fn not_too_often(app: &App, client: IpAddr) -> Result<(), Error> {
    if !app.config.limits {
        return Ok(());
    }
    app.hints.take(client, Instant::now()).map_err(too_often)
}

/// Whether this visitor may ask that, from that seat.
fn may_ask(visitor: &Visitor, table: &OpenTable, call: &Call, seat: Seat) -> Result<(), Error> {
    match call {
        Call::Legal(_) | Call::Odds(_) => playing(visitor, seat).map(drop),
        Call::Plans(ask) => {
            let side = playing(visitor, seat)?;
            let others = whose(table, seat, &ask.aircraft) == Some(side.enemy());
            if others { Err(not_here("plans are for one's own aircraft")) } else { Ok(()) }
        }
        Call::Transcript(_) if !table.is_over() => {
            Err(not_here("a socket is given the transcript once the game is over"))
        }
        Call::Pending(_) | Call::Transcript(_) => Ok(()),
        _ if visitor.held.may_take(seat, table.is_over()) => Ok(()),
        _ => Err(not_held()),
    }
}

/// Whose an aircraft is, if this seat knows of it at all.
fn whose(table: &OpenTable, seat: Seat, which: &AircraftRef) -> Option<Side> {
    let view = table.sitting.table.view(seat);
    let found = view.aircraft.iter().find(|a| match which {
        AircraftRef::Number(id) => a.id == *id,
        AircraftRef::Name(name) => catalog::same_name(&a.name, name),
    });
    found.map(|a| a.side)
}

/// The side of a seat that this visitor holds.
pub(crate) fn playing(visitor: &Visitor, seat: Seat) -> Result<Side, Error> {
    let side = seat.side().ok_or_else(|| not_here("only 'allies' and 'axis' play; other seats look on"))?;
    if visitor.held.holds(seat) { Ok(side) } else { Err(not_held()) }
}

pub(crate) fn not_held() -> Error {
    not_here("this visitor does not hold that seat")
}
