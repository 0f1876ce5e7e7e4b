//! Requests on a socket: the methods of the bot protocol at one table, for the seats that a browser holds.

use crate::app::App;
use crate::pilots;
use crate::room::{Room, internal, not_here};
use crate::seats::Held;
use crate::sitting::Sitting;
use crate::socket::Utf8Bytes;
use catalog::Level;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use table::{Seat, Side};
use tokio::runtime::{Handle, RuntimeFlavor};
use wire::live::{Decision, PlansNow, PositionNow, Whole};
use wire::{BadCall, Call, Code, Error, ErrorData, Id, Request, Version};

/// Who asks.
pub(crate) struct Visitor {
    /// The address that the work counts against.
    pub(crate) client: IpAddr,
    /// Number among the listeners.
    pub(crate) number: u64,
    pub(crate) held: Held,
    /// Where they sit.
    pub(crate) seat: Seat,
}

/// Answers one message; a notification gets no answer.
pub(crate) async fn answer(
    app: &Arc<App>,
    room: &Arc<Room>,
    visitor: &mut Visitor,
    text: &str,
) -> Option<Utf8Bytes> {
    let request = match read(text) {
        Ok(request) => request,
        Err((id, error)) => return Some(failed(id, error)),
    };
    let id = request.id;
    let done = carry_out(app, room, visitor, &request.method, request.params).await;
    let id = id?;
    Some(match done {
        Ok(result) => {
            #[derive(Serialize)]
            struct Answer {
                jsonrpc: Version,
                id: Id,
                result: Box<serde_json::value::RawValue>,
            }
            written(&Answer { jsonrpc: Version::Two, id, result })
        }
        Err(error) => failed(id, error),
    })
}

/// The answer to a message that came too fast.
pub(crate) fn too_fast(text: &str, wait: Duration) -> Utf8Bytes {
    let id = read(text).map_or_else(|(id, _)| id, |request| request.id.unwrap_or(Id::Null));
    let retry_ms = wait.as_millis().clamp(1, 60_000) as u32;
    let data = Some(ErrorData::Busy { retry_ms });
    failed(id, Error { code: Code::Busy, message: "too many requests: wait".into(), data })
}

fn read(text: &str) -> Result<Request, (Id, Error)> {
    let wrong = |code, message: String| Error { code, message, data: None };
    let value: Value = serde_json::from_str(text)
        .map_err(|e| (Id::Null, wrong(Code::Parse, format!("this is not JSON: {e}"))))?;
    let id = value.get("id").and_then(|id| serde_json::from_value(id.clone()).ok()).unwrap_or(Id::Null);
    serde_json::from_value(value)
        .map_err(|e| (id, wrong(Code::Request, format!("this is not a JSON-RPC 2.0 request: {e}"))))
}

fn failed(id: Id, error: Error) -> Utf8Bytes {
    #[derive(Serialize)]
    struct Failure {
        jsonrpc: Version,
        id: Id,
        error: Error,
    }
    written(&Failure { jsonrpc: Version::Two, id, error })
}

fn written(answer: &impl Serialize) -> Utf8Bytes {
    // What is sent is made of strings, numbers, lists and string-keyed maps, which always have a JSON form.
    serde_json::to_string(answer).unwrap_or_default().into()
}

type Hand = Box<serde_json::value::RawValue>;

fn hand(result: &impl Serialize) -> Result<Hand, Error> {
    serde_json::value::to_raw_value(result).map_err(|_| internal("an answer has no JSON form"))
}

/// Parameters, with what a socket need not say put in.
struct Params(Map<String, Value>);

impl Params {
    fn of(params: Value) -> Result<Params, Error> {
        match params {
            Value::Null => Ok(Params(Map::new())),
            Value::Object(fields) => Ok(Params(fields)),
            _ => Err(wrong("", "parameters are an object")),
        }
    }

    fn take<T: serde::de::DeserializeOwned>(&mut self, field: &str) -> Result<Option<T>, Error> {
        let value = self.0.remove(field).filter(|v| !v.is_null());
        value.map(|v| serde_json::from_value(v).map_err(|e| wrong(field, &e.to_string()))).transpose()
    }

    /// The call, with the seat given and the table implied.
    fn call(mut self, method: &str, seat: Option<Seat>) -> Result<Call, Error> {
        self.0.insert("table".into(), "".into());
        if let Some(seat) = seat {
            self.0.insert("seat".into(), json!(seat));
        }
        Call::read(method, Value::Object(self.0)).map_err(|bad| match bad {
            BadCall::Method => unknown(method),
            BadCall::Params { path, says } => wrong(&path, &says),
        })
    }
}

fn wrong(path: &str, says: &str) -> Error {
    let data = Some(ErrorData::Params { path: path.to_owned(), flaws: Vec::new() });
    let message = if path.is_empty() { says.to_owned() } else { format!("{path}: {says}") };
    Error { code: Code::Params, message, data }
}

fn unknown(method: &str) -> Error {
    let method: String = method.chars().take(40).collect();
    Error { code: Code::Method, message: format!("there is no method '{method}' at a table"), data: None }
}

async fn carry_out(
    app: &Arc<App>,
    room: &Arc<Room>,
    visitor: &mut Visitor,
    method: &str,
    params: Value,
) -> Result<Hand, Error> {
    let mut params = Params::of(params)?;
    // Whoever names the table names this one or is mistaken.
    if params.take::<String>("table")?.is_some_and(|id| !id.is_empty() && id != room.id) {
        return Err(wrong("table", "this socket belongs to another table"));
    }
    let seat = params.take::<Seat>("seat")?.unwrap_or(visitor.seat);
    match method {
        "ping" => hand(&json!({})),
        "act" => {
            let expected = params.take("seq")?;
            let Call::Act(act) = params.call(method, Some(seat))? else { return Err(unknown(method)) };
            let side = playing(visitor, seat)?;
            let dice: Vec<u8> = act.dice.iter().map(|face| face.number()).collect();
            let done = room.act(app, side, &act.command, &dice, expected).await?;
            after_change(app, room).await;
            hand(&done)
        }
        "undo" => {
            params.call(method, Some(seat))?;
            let side = playing(visitor, seat)?;
            let both = visitor.held.holds(side.enemy().into());
            let done = room.undo(app, side, both).await?;
            after_change(app, room).await;
            hand(&done)
        }
        "consent" => {
            let needed = |field| wrong(field, "is needed");
            let seq = params.take("seq")?.ok_or_else(|| needed("seq"))?;
            let allow = params.take("allow")?.ok_or_else(|| needed("allow"))?;
            let side = playing(visitor, seat)?;
            let done = room.consent(app, side, seq, allow).await?;
            after_change(app, room).await;
            hand(&done)
        }
        "pilot" => {
            let Call::Pilot(ask) = params.call(method, Some(seat))? else { return Err(unknown(method)) };
            let side = playing(visitor, seat)?;
            let level = match ask.level.as_deref() {
                None => Level::Simple,
                Some(word) => {
                    Level::from_word(word).ok_or_else(|| wrong("level", "there is no such pilot"))?
                }
            };
            // Hints of one address must not keep the pilots of others waiting.
            let _turn = app.turn(visitor.client).await;
            let sitting = room.enter(app).await?;
            let (seq, thought) =
                (sitting.seq(), sitting.table.pilot_later(side, level, u64::from(sitting.seq())));
            drop(sitting);
            let command = pilots::think(app, room, side, thought).await?;
            if !ask.play {
                return hand(&json!({ "command": command }));
            }
            let dice: Vec<u8> = ask.dice.iter().map(|face| face.number()).collect();
            let done = room.act(app, side, &command, &dice, Some(seq)).await?;
            after_change(app, room).await;
            hand(&done)
        }
        "pending" => {
            let sitting = room.enter(app).await?;
            let pending = sitting.table.pending();
            hand(&json!({ "seq": sitting.seq(), "to_act": pending.to_act, "outcome": pending.outcome }))
        }
        _ => {
            let _turn = app.turn(visitor.client).await;
            let mut sitting = room.enter(app).await?;
            let look = || look(room, visitor, &mut sitting, method, params, seat);
            let looked = aside(|| catch_unwind(AssertUnwindSafe(look)));
            looked.unwrap_or_else(|_| Err(internal("the rules failed on this question")))
        }
    }
}

/// Does what may take a while without holding up the other requests of this thread.
fn aside<T>(work: impl FnOnce() -> T) -> T {
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::MultiThread => tokio::task::block_in_place(work),
        // A runtime of one thread, as tests have it, has no other that could go on meanwhile.
        _ => work(),
    }
}

/// Questions that change nothing but where the visitor sits.
fn look(
    room: &Room,
    visitor: &mut Visitor,
    sitting: &mut Sitting,
    method: &str,
    mut params: Params,
    seat: Seat,
) -> Result<Hand, Error> {
    let seq = sitting.seq();
    match method {
        "view" | "sit" => {
            let since = params.take("since")?.unwrap_or(0);
            looking(visitor, sitting, seat)?;
            if method == "sit" {
                visitor.seat = seat;
                room.sit(visitor.number, seat);
                room.tell("presence", &room.presence());
            }
            hand(&whole(sitting, seat, since))
        }
        "legal" => {
            let Call::Legal(ask) = params.call(method, Some(seat))? else { return Err(unknown(method)) };
            let side = playing(visitor, seat)?;
            let decision = sitting.table.legal(side, ask.draft.as_ref(), ask.plans).map_err(desk::error)?;
            hand(&Decision { seq, decision })
        }
        "odds" => {
            let Call::Odds(ask) = params.call(method, Some(seat))? else { return Err(unknown(method)) };
            playing(visitor, seat)?;
            let odds = sitting.table.odds(seat, &ask.shooter, &ask.target, ask.with.as_deref());
            hand(&odds.map_err(desk::error)?)
        }
        "plans" => {
            let Call::Plans(ask) = params.call(method, Some(seat))? else { return Err(unknown(method)) };
            let side = playing(visitor, seat)?;
            if whose(sitting, seat, &ask.aircraft) == Some(side.enemy()) {
                return Err(not_here("plans are for one's own aircraft"));
            }
            let found = sitting.table.plans(seat, &ask.aircraft).map_err(desk::error)?;
            hand(&PlansNow { seq, plans: found.plans, cut: found.cut })
        }
        "position" => {
            params.call(method, Some(seat))?;
            looking(visitor, sitting, seat)?;
            hand(&PositionNow { seq, position: sitting.table.as_scenario(seat) })
        }
        "render" => {
            let call = params.call(method, Some(seat))?;
            looking(visitor, sitting, seat)?;
            hand(&desk::at_table(&mut *sitting.table, &call).map_err(desk::error)?)
        }
        _ => Err(unknown(method)),
    }
}

fn whole(sitting: &Sitting, seat: Seat, since: u32) -> Whole {
    let seen = sitting.table.view(seat, since);
    Whole {
        seq: sitting.seq(),
        line: seen.line,
        decision: seen.decision.filter(|menu| menu.owed),
        view: seen.view,
        cards: seen.cards,
        log: seen.log,
        next_seq: seen.next_seq,
        take_back: sitting.take_back_of(seat),
        asked: sitting.asked,
    }
}

/// Whose an aircraft is, if this seat knows of it at all.
fn whose(sitting: &Sitting, seat: Seat, which: &wire::AircraftRef) -> Option<Side> {
    let view = sitting.table.position(seat);
    let found = view.aircraft.iter().find(|a| match which {
        wire::AircraftRef::Number(id) => a.id == *id,
        wire::AircraftRef::Name(name) => catalog::same_name(&a.name, name),
    });
    found.map(|a| a.side)
}

/// Pilots may have to answer.
async fn after_change(app: &Arc<App>, room: &Arc<Room>) {
    if let Ok(sitting) = room.enter(app).await {
        pilots::nudge(app, room, &sitting);
    }
}

/// The side of a seat that this visitor holds.
fn playing(visitor: &Visitor, seat: Seat) -> Result<Side, Error> {
    let side = seat.side().ok_or_else(|| not_here("only 'allies' and 'axis' play; other seats look on"))?;
    if visitor.held.holds(seat) { Ok(side) } else { Err(not_here("this browser does not hold that seat")) }
}

fn looking(visitor: &Visitor, sitting: &Sitting, seat: Seat) -> Result<(), Error> {
    if visitor.held.may_take(seat, sitting.is_over()) {
        Ok(())
    } else {
        Err(not_here("this browser does not hold that seat"))
    }
}
