//! One socket: greets, listens, answers, and passes on what the room tells.

use crate::api::{self, ApiError};
use crate::app::App;
use crate::calls::{self, Visitor};
use crate::counts::SENT_BYTES;
use crate::doors;
use crate::limits::{Bucket, FRAMES, Present};
use crate::open_table::{Found, OpenTable, Shut, told};
use crate::outbox::Outbox;
use crate::room::{Room, notice};
use crate::seats::{self, OwnSeats};
use crate::socket::{self, Message, Socket, Utf8Bytes, agree};
use crate::tables::Setup;
use crate::{clocks, pilots, talk};
use axum::extract::{ConnectInfo, Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use table::{Side, SideSet};
use wire::live::{Bye, ByeWhy, Hello, LIVE_VERSION};

const PING_EVERY: Duration = Duration::from_secs(20);
/// A client that neither sends nor answers pings for this long is gone.
const GONE_AFTER: Duration = Duration::from_secs(65);
/// How long a client gets to answer a goodbye.
const LAST_WORDS: Duration = Duration::from_millis(400);
/// Messages refused for coming too fast before the socket is closed.
const MOST_REFUSED: u32 = 200;

/// `GET /ws/<table id>`: a socket for the seats in the browser's cookie.
pub(crate) async fn upgrade(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    if !seats::is_id(&id) {
        return ApiError::from(Shut::Unknown).into_response();
    }
    match app.held(request.headers(), &id).await {
        Ok(held) => open(&app, peer, &id, held, request).await,
        Err(e) => ApiError::from(e).into_response(),
    }
}

/// Opens a socket at a table for whoever holds these seats.
pub(crate) async fn open(
    app: &Arc<App>,
    peer: SocketAddr,
    id: &str,
    held: OwnSeats,
    request: Request,
) -> Response {
    if !doors::same_origin(&app.config, request.headers()) {
        metrics::counter!("tallyho_refused_total", "why" => "origin").increment(1);
        return (StatusCode::FORBIDDEN, "foreign origin").into_response();
    }
    if app.is_draining() {
        return (StatusCode::SERVICE_UNAVAILABLE, "this server stops: come again").into_response();
    }
    let room = match admit(app, id, &held).await {
        Ok(Some(room)) => room,
        Ok(None) => return turn_away(request),
        Err(refused) => return refused.into_response(),
    };
    let client = app.client(request.headers(), peer);
    let (answer, agreed) = match agree(request) {
        Ok(agreed) => agreed,
        Err(e) => return (StatusCode::BAD_REQUEST, format!("this is a WebSocket: {e}")).into_response(),
    };
    let seated = match Seated::take(app, client) {
        Ok(seated) => seated,
        Err(status) => {
            metrics::counter!("tallyho_refused_total", "why" => "sockets").increment(1);
            return (status, "too many sockets").into_response();
        }
    };
    let app = Arc::clone(app);
    tokio::spawn(async move {
        if let Ok(socket) = Socket::open(agreed).await
            && let Some(number) = converse(&app, &room, client, held, socket).await
        {
            room.leave(number);
            room.tell("presence", &room.presence());
        }
        drop(seated);
    });
    answer
}

/// A socket's place among all sockets and among those of its address, until dropped.
struct Seated {
    app: Arc<App>,
    _of_address: Option<Present>,
}

impl Seated {
    /// A proxy may ask another process where this one has no room. Whoever has too many of their own is to be told so by the first.
    fn take(app: &Arc<App>, client: IpAddr) -> Result<Seated, StatusCode> {
        let enter = || app.seated.enter(client).ok_or(StatusCode::TOO_MANY_REQUESTS);
        let of_address = app.config.limits.then(enter).transpose()?;
        let sockets = app.sockets.fetch_add(1, Ordering::AcqRel);
        let seated = Seated { app: Arc::clone(app), _of_address: of_address };
        if sockets < app.config.most_sockets { Ok(seated) } else { Err(StatusCode::SERVICE_UNAVAILABLE) }
    }
}

impl Drop for Seated {
    fn drop(&mut self) {
        self.app.sockets.fetch_sub(1, Ordering::AcqRel);
    }
}

/// The room, if whoever holds these seats may come in at all; nothing if only a newer program can open the table.
async fn admit(app: &Arc<App>, id: &str, held: &OwnSeats) -> Result<Option<Arc<Room>>, ApiError> {
    let room = app.rooms.room(id);
    let table = match room.found(app).await.inspect_err(|_| app.rooms.forget(id)) {
        Err(Shut::Newer) => return Ok(None),
        found => found?,
    };
    if !api::may_watch(held, table.about().setup.watch, table.is_over()) {
        return Err(api::no_seat());
    }
    drop(table);
    Ok(Some(room))
}

/// Opens a socket only to say that a newer program is needed: a browser is not told why a socket was refused.
fn turn_away(request: Request) -> Response {
    let (answer, agreed) = match agree(request) {
        Ok(agreed) => agreed,
        Err(e) => return (StatusCode::BAD_REQUEST, format!("this is a WebSocket: {e}")).into_response(),
    };
    tokio::spawn(async move {
        if let Ok(mut socket) = Socket::open(agreed).await {
            goodbye(&mut socket, ByeWhy::Newer).await;
        }
    });
    answer
}

/// The last words on a socket.
async fn goodbye(socket: &mut Socket, why: ByeWhy) {
    let _ = socket.send(&VecDeque::from([notice("bye", &Bye { why })])).await;
    let _ = socket.close().await;
    // Closing over words not yet read would reset the connection, and the goodbye with it.
    let hear_out = async { while socket.receive().await.is_some() {} };
    let _ = tokio::time::timeout(LAST_WORDS, hear_out).await;
}

/// From greeting to goodbye. Returns the listener's number, if it got as far as listening.
async fn converse(
    app: &Arc<App>,
    room: &Arc<Room>,
    client: IpAddr,
    held: OwnSeats,
    mut socket: Socket,
) -> Option<u64> {
    let outbox = Arc::new(Outbox::default());
    // In a box of its own, so that a socket does not keep room for its greeting as long as it is open.
    let (mut visitor, hello) = Box::pin(greet(app, room, client, held, Arc::clone(&outbox))).await?;
    let number = visitor.number;
    room.tell("presence", &room.presence());
    if socket.send(&VecDeque::from([hello])).await.is_err() {
        return Some(number);
    }
    // Waited for once and not anew after every message: all sockets wait for it together.
    let mut stopping = pin!(app.time_to_go());
    let mut ping = tokio::time::interval_at(tokio::time::Instant::now() + PING_EVERY, PING_EVERY);
    let mut talk = Talk { seen: Instant::now(), bucket: Bucket::full(FRAMES, Instant::now()), refused: 0 };
    let end = loop {
        let happened = tokio::select! {
            // In this order: what was told first is sent first, and no lot is drawn for every message.
            biased;
            told = outbox.take() => Happened::Told(told),
            received = socket.receive() => Happened::Received(received),
            _ = ping.tick() => Happened::Tick,
            () = &mut stopping => Happened::Stop,
        };
        let went = match happened {
            Happened::Told(Ok(texts)) => socket.send(&texts).await.map_err(End::from),
            // The room dropped this listener, because it does not read or has no right to be here any more.
            Happened::Told(Err(why)) => Err(End::Bye(why)),
            Happened::Received(Some(Message::Text(text))) => match talk.hears(app, client) {
                Ok(()) => {
                    // In a box of its own, so that a quiet socket does not keep room for a question's whole course.
                    let reply = Box::pin(calls::answer(app, room, &mut visitor, &text)).await;
                    // A command's effect comes before its acknowledgement.
                    let mut texts = outbox.empty();
                    if let Some(answer) = reply.text {
                        SENT_BYTES.increment(answer.len() as u64);
                        texts.push_back(answer);
                    }
                    let sent = socket.send(&texts).await.map_err(End::from);
                    if reply.not_known { sent.and(Err(End::Bye(ByeWhy::Store))) } else { sent }
                }
                Err(_) if talk.refused > MOST_REFUSED => Err(End::Bye(ByeWhy::Flood)),
                Err(wait) => {
                    let wait = VecDeque::from([calls::too_fast(&text, wait)]);
                    socket.send(&wait).await.map_err(End::from)
                }
            },
            // They are answered by themselves and cannot be told to wait.
            Happened::Received(Some(Message::Ping(_) | Message::Pong(_))) => match talk.hears(app, client) {
                Err(_) if talk.refused > MOST_REFUSED => Err(End::Bye(ByeWhy::Flood)),
                _ => Ok(()),
            },
            Happened::Received(Some(Message::Binary(_) | Message::Frame(_))) => Err(End::Bye(ByeWhy::Flood)),
            Happened::Received(Some(Message::Close(_)) | None) => Err(End::Gone),
            Happened::Tick if talk.seen.elapsed() > GONE_AFTER => Err(End::Gone),
            Happened::Tick => socket.ping().await.map_err(End::from),
            Happened::Stop => Err(End::Bye(ByeWhy::Shutdown)),
        };
        if let Err(end) = went {
            break end;
        }
        if room.gone.load(Ordering::Acquire) {
            break End::Gone;
        }
        if room.times.load(Ordering::Acquire) != visitor.times {
            break End::Bye(ByeWhy::Reset);
        }
    };
    if let End::Bye(why) = end {
        goodbye(&mut socket, why).await;
    }
    Some(number)
}

/// What a socket waits for.
enum Happened {
    Told(Result<VecDeque<Utf8Bytes>, ByeWhy>),
    Received(Option<Message>),
    Tick,
    Stop,
}

/// Why a conversation ends.
enum End {
    /// The client has gone.
    Gone,
    /// The server ends it.
    Bye(ByeWhy),
}

impl From<socket::Error> for End {
    fn from(_: socket::Error) -> End {
        End::Gone
    }
}

/// How much a client has said.
struct Talk {
    seen: Instant,
    bucket: Bucket,
    refused: u32,
}

impl Talk {
    /// Counts a frame, or says how long to wait with the next.
    fn hears(&mut self, app: &App, client: IpAddr) -> Result<(), Duration> {
        self.seen = Instant::now();
        if !app.config.limits {
            return Ok(());
        }
        let own = self.bucket.take(self.seen);
        own.and_then(|()| app.frames.take(client, self.seen)).inspect_err(|_| self.refused += 1)
    }
}

/// Lets a visitor in and says hello: nothing can change between the two.
async fn greet(
    app: &Arc<App>,
    room: &Arc<Room>,
    client: IpAddr,
    held: OwnSeats,
    outbox: Arc<Outbox>,
) -> Option<(Visitor, Utf8Bytes)> {
    // Whoever comes from another process must not see less here than there.
    room.near.doubt();
    let mut found = room.found(app).await.ok()?;
    let (mut to_act, mut asked) = (Vec::new(), None);
    if let Found::Open(table) = &mut *found {
        (to_act, asked) = (table.sitting.pending().to_act, table.sitting.asked());
        table.sitting.shown_to(held.plays());
        come(app, room, table, held.plays()).await;
    }
    let seat = held.first(&to_act);
    let number = room.join(seat, &held, outbox);
    if app.store.is_shared() {
        // A link that was taken back between the question who comes and now.
        room.send_away_all_but(&app.store.tokens(found.end()).await.ok()?);
    }
    let hello = Hello {
        version: LIVE_VERSION,
        server: env!("CARGO_PKG_VERSION").to_owned(),
        seats: held.allowed(found.is_over()),
        seat,
        seq: found.end().seq,
        mark: Some(told(found.end().mark)),
        table: found.info(&held),
        presence: room.presence(),
        asked,
        clock: app.clocks.now(&room.id),
        talk: app.config.chat.then(|| found.spoken().heard_by(held.plays())),
    };
    if let Found::Open(table) = &*found {
        pilots::nudge(app, room, table);
    }
    let words = talk::bucket();
    let times = room.times.load(Ordering::Acquire);
    Some((Visitor { client, number, held, seat, words, times }, notice("hello", &hello)))
}

/// Notes that people of these sides have sat down. Once every side has, clocks run. If it cannot be kept just now, they are noted when they
/// come again.
async fn come(app: &App, room: &Room, table: &mut OpenTable, plays: SideSet) {
    let sat_down = |setup: &mut Setup| {
        let came = &mut setup.people.came;
        let new: Vec<Side> = plays.iter().filter(|side| !came.contains(side)).collect();
        came.extend(new);
    };
    let news = plays.iter().any(|side| !table.about.setup.people.came.contains(&side));
    if news && table.set_up(app, room, sat_down).await.is_ok() {
        room.tell("people", &table.about.setup.people);
        clocks::follow(app, room, table, None).await;
    } else if clocks::is_missing(app, table) {
        clocks::follow(app, room, table, None).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How much room what a function begins takes as long as it lasts.
    fn room_for<Asks, Course>(_: impl FnOnce(Asks) -> Course) -> usize {
        size_of::<Course>()
    }

    type Here = (&'static Arc<App>, &'static Arc<Room>);

    /// Whatever is awaited without a box of its own counts in, be it ever so seldom.
    #[test]
    fn sockets_and_moves_are_small() {
        let socket =
            |((app, room), client, held, socket): (Here, _, _, _)| converse(app, room, client, held, socket);
        assert!(room_for(socket) <= 2 * 1024, "{} bytes a socket", room_for(socket));
        let message = |((app, room), visitor, text): (Here, &'static mut Visitor, &'static str)| {
            calls::answer(app, room, visitor, text)
        };
        assert!(room_for(message) <= 4 * 1024, "{} bytes a message", room_for(message));
    }
}
