//! Tells players who are away that it is their turn, by mail or by a webhook of theirs.
//!
//! They are told once of each turn that they owe, and only if nobody is at the table for their side. That they were told is on disk before the
//! message goes out: after a crash a message may be missing, but none comes twice. Of several processes that is the one which notes it first. An address is a secret: it is in no answer, on no
//! socket and in no log. A mail address is used only after its reader has confirmed it (`letters.rs`).

use crate::api::{ApiError, AtTable, no_seat, private};
use crate::app::App;
use crate::config::Config;
use crate::gauges::Queue;
use crate::letters;
use crate::limits::{Bucket, Rate};
use crate::make::read_json;
use crate::open_table::{OpenTable, Shut};
use crate::post::{Address, Failed, News};
use crate::relief;
use crate::room::Room;
use axum::Json;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{Aside, ChainEnd, KeptTell, Question, StoreError, Tell};
use table::{Side, SideSet};
use tokio::sync::{Notify, Semaphore};
use wire::live::{TellBy, TellMe, Telling};

/// Messages to one address: somebody with many games, and nobody who wants to flood them.
const TO_ONE: Rate = Rate { most: 12, every: Duration::from_secs(300) };
/// Messages to all addresses.
const TO_ALL: Rate = Rate { most: 120, every: Duration::from_secs(1) };
/// Messages on their way at once.
const AT_ONCE: usize = 8;
/// How often a message is tried.
const ATTEMPTS: u32 = 4;
/// How much longer each wait for the next attempt is.
const LONGER: u32 = 5;
/// The keeper looks at least so often.
const LOOK_EVERY: Duration = Duration::from_secs(60);
/// How long after the end of a game its wishes wait for one more.
const FOR_ONE_MORE: Duration = Duration::from_secs(7 * 24 * 3600);

/// How it stands with telling a player.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stand {
    /// They owe nothing.
    Quiet,
    /// They owe a turn, and are told at that moment. So many attempts have failed.
    Due(Instant, u32),
    /// They were told of the turn that they owe, or saw it.
    Told,
    /// The game is over; until then the wish waits for one more.
    Over(Instant),
}

/// A player's wish to be told.
struct Wish {
    address: String,
    stop: String,
    stand: Stand,
    /// Counts owed turns: what becomes of a message for an earlier one matters no more.
    turn: u64,
}

impl Wish {
    fn of(Tell { address, stop, told }: Tell) -> Wish {
        let stand = if told { Stand::Told } else { Stand::Quiet };
        Wish { address, stop, stand, turn: 0 }
    }

    /// The same, as far as another process knows whether they were told.
    fn heeding(mut self, told: bool) -> Wish {
        self.stand = match (self.stand, told) {
            (Stand::Quiet | Stand::Due(_, 0), true) => Stand::Told,
            // Somebody has noted that the turn is over.
            (Stand::Told | Stand::Due(_, 1..), false) => Stand::Quiet,
            (stand, _) => stand,
        };
        self
    }

    fn kept(&self) -> Tell {
        let told = self.stand == Stand::Told;
        Tell { address: self.address.clone(), stop: self.stop.clone(), told }
    }

    fn by(&self) -> TellBy {
        if self.address.contains("://") { TellBy::Webhook } else { TellBy::Mail }
    }
}

/// All wishes to be told, by table.
pub(crate) struct Tells {
    all: Mutex<BTreeMap<String, [Option<Wish>; 2]>>,
    /// How much was sent lately, to each address and to all.
    sent: Mutex<(BTreeMap<String, Bucket>, Bucket)>,
    changed: Notify,
    turns: Semaphore,
    after: Duration,
    again: Duration,
    limits: bool,
}

impl Tells {
    /// The wishes that were kept.
    pub(crate) fn of(kept: Vec<KeptTell>, config: &Config) -> Tells {
        let mut all: BTreeMap<String, [Option<Wish>; 2]> = BTreeMap::new();
        for KeptTell { table, side, tell } in kept {
            all.entry(table).or_default()[side.index()] = Some(Wish::of(tell));
        }
        Tells {
            all: Mutex::new(all),
            sent: Mutex::new((BTreeMap::new(), Bucket::full(TO_ALL, Instant::now()))),
            changed: Notify::new(),
            turns: Semaphore::new(AT_ONCE),
            after: config.tell_after,
            again: config.tell_again,
            limits: config.limits,
        }
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<String, [Option<Wish>; 2]>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(&self, id: &str, side: Side, act: impl FnOnce(&mut Wish) -> T) -> Option<T> {
        self.all().get_mut(id)?[side.index()].as_mut().map(act)
    }

    /// A table was deleted.
    pub(crate) fn forget(&self, id: &str) {
        self.all().remove(id);
    }

    /// Forgets to whom nothing was sent for long enough.
    pub(crate) fn sweep(&self, now: Instant) {
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        sent.0.retain(|_, bucket| !bucket.is_full(now));
    }

    /// Counts a message to an address, or says how long to wait with it.
    fn may_send(&self, address: &str, now: Instant) -> Result<(), Duration> {
        if !self.limits {
            return Ok(());
        }
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        sent.1.take(now)?;
        sent.0.entry(address.to_owned()).or_insert_with(|| Bucket::full(TO_ONE, now)).take(now)
    }

    /// Keeps a wish in mind, or drops it.
    fn put(&self, id: &str, side: Side, new: Option<Wish>) {
        let mut all = self.all();
        let wishes = all.entry(id.to_owned()).or_default();
        wishes[side.index()] = new;
        if wishes.iter().all(Option::is_none) {
            all.remove(id);
        }
    }

    /// Goes on from what is kept of the wishes at a table, by whichever process.
    fn take_over(&self, id: &str, kept: Vec<(Side, Tell)>) {
        let mut all = self.all();
        let mut known = all.remove(id).unwrap_or_default();
        for (side, tell) in kept {
            let old = known[side.index()].take().filter(|wish| wish.stop == tell.stop);
            let told = tell.told;
            let wish = old.map_or_else(|| Wish::of(tell), |old| old.heeding(told));
            all.entry(id.to_owned()).or_default()[side.index()] = Some(wish);
        }
    }

    /// Goes on from what a game has come to. Returns by which secrets those end messages who do not owe any more what they were told of.
    fn follow(&self, table: &OpenTable) -> Vec<(Side, String)> {
        let mut all = self.all();
        let Some(wishes) = all.get_mut(&table.about.id) else { return Vec::new() };
        if table.is_over() {
            let until = Instant::now() + FOR_ONE_MORE;
            for wish in wishes.iter_mut().flatten() {
                if !matches!(wish.stand, Stand::Over(_)) {
                    wish.stand = Stand::Over(until);
                }
            }
            return Vec::new();
        }
        let mut changes = Vec::new();
        for side in Side::BOTH {
            let Some(wish) = &mut wishes[side.index()] else { continue };
            match (owes(table, side), wish.stand) {
                (true, Stand::Quiet) => {
                    wish.stand = Stand::Due(Instant::now() + self.after, 0);
                    wish.turn += 1;
                    self.changed.notify_one();
                }
                (false, Stand::Told) => {
                    wish.stand = Stand::Quiet;
                    changes.push((side, wish.stop.clone()));
                }
                (false, Stand::Quiet | Stand::Due(..)) => wish.stand = Stand::Quiet,
                (true, Stand::Due(..) | Stand::Told) | (_, Stand::Over(_)) => {}
            }
        }
        changes
    }

    /// Sends what is not about a turn: again and again until it is sent, or cannot be.
    pub(crate) async fn persist<F: Future<Output = Result<(), Failed>>>(&self, send: impl Fn() -> F) {
        for failures in 0..ATTEMPTS {
            let turn = self.turns.acquire().await;
            let Err(failed) = count(send().await) else { return };
            drop(turn);
            tracing::warn!(why = failed.why, "an address could not be asked whether it may be told of turns");
            if failed.for_good {
                return;
            }
            tokio::time::sleep(self.again * LONGER.pow(failures)).await;
        }
    }

    /// Who is to be told or forgotten by now, and how long until the next one is.
    fn due(&self, now: Instant) -> (Vec<(String, Side)>, Duration) {
        let (mut due, mut rest) = (Vec::new(), LOOK_EVERY);
        for (id, wishes) in &*self.all() {
            for side in Side::BOTH {
                match wishes[side.index()].as_ref().map(|wish| wish.stand) {
                    Some(Stand::Due(at, _) | Stand::Over(at)) if at <= now => due.push((id.clone(), side)),
                    Some(Stand::Due(at, _) | Stand::Over(at)) => rest = rest.min(at - now),
                    Some(Stand::Quiet | Stand::Told) | None => {}
                }
            }
        }
        (due, rest)
    }
}

/// Counts a message that was sent or not.
fn count(sent: Result<(), Failed>) -> Result<(), Failed> {
    let result = if sent.is_ok() { "sent" } else { "failed" };
    metrics::counter!("tallyho_told_total", "result" => result).increment(1);
    sent
}

/// Whether a person who plays this side owes a decision.
fn owes(table: &OpenTable, side: Side) -> bool {
    let human = table.about.setup.sides.get(&side).is_some_and(|info| info.pilot.is_none());
    human && relief::of(table, side).is_none() && table.sitting.table.to_act().contains(side)
}

/// Goes on from a change of a table, which the caller holds and has made.
pub(crate) async fn follow(app: &App, table: &mut OpenTable) {
    for (side, stop) in app.tells.follow(table) {
        if let Err(error) = app.store.aside(table.end, Aside::Untold(side, stop)).await {
            tracing::warn!(%error, "that a turn is over could not be kept");
        }
    }
}

/// Goes on from a change that another process has made, and keeps.
pub(crate) fn go_on(app: &App, table: &OpenTable) {
    app.tells.follow(table);
}

/// Goes on from what is kept of the wishes at a table.
pub(crate) fn take_over(app: &App, table: &OpenTable, kept: Vec<(Side, Tell)>) {
    app.tells.take_over(&table.about.id, kept);
    go_on(app, table);
}

/// Watches who is to be told. At the start it looks at every table once: whoever came to owe a turn just before a crash is told of it.
pub(crate) async fn keep(app: Arc<App>) {
    let tables: Vec<String> = app.tells.all().keys().cloned().collect();
    for id in tables {
        if let Ok(mut table) = app.rooms.room(&id).enter(&app).await {
            follow(&app, &mut table).await;
        }
    }
    loop {
        let (due, rest) = app.tells.due(Instant::now());
        for (id, side) in due {
            if let Err(error) = tell(&app, &id, side).await {
                tracing::warn!(table = id, %error, "a player could not be told of their turn");
                app.tells.with(&id, side, |wish| wish.stand = Stand::Due(Instant::now() + LOOK_EVERY, 0));
            }
        }
        tokio::select! {
            () = tokio::time::sleep(rest) => {}
            () = app.tells.changed.notified() => {}
        }
    }
}

/// Tells a player of the turn that they owe, unless they are here. The message goes out by itself.
async fn tell(app: &Arc<App>, id: &str, side: Side) -> Result<(), Shut> {
    let room = app.rooms.room(id);
    let mut table = room.enter(app).await?;
    // A computer pilot may fly for them by now.
    follow(app, &mut table).await;
    if let Some(Stand::Over(_)) = app.tells.with(id, side, |wish| wish.stand) {
        wish(app, &mut table, side, None).await?;
        return Ok(());
    }
    let seen = room.has_player(side);
    let start = app.tells.with(id, side, |wish| {
        let Stand::Due(_, failures) = wish.stand else { return None };
        let held_back = if seen { Ok(()) } else { app.tells.may_send(&wish.address, Instant::now()) };
        wish.stand = match held_back {
            Ok(()) => Stand::Told,
            Err(wait) => Stand::Due(Instant::now() + wait, failures),
        };
        held_back.is_ok().then(|| (wish.kept(), wish.turn, failures))
    });
    let Some((tell, turn, failures)) = start.flatten() else { return Ok(()) };
    // After a failure it is known already that this process tells them.
    if failures == 0 {
        match app.store.aside(table.end, Aside::Told(side, tell.stop.clone())).await {
            Err(e) if e.is_taken() => return Ok(()),
            noted => noted?,
        }
    }
    if seen {
        return Ok(());
    }
    let news = News {
        game: app.catalog.game(&table.about.game).map(|shelf| shelf.info().title).unwrap_or_default(),
        side,
        link: format!("{}/table/{id}", app.post.home),
        stop: format!("{}/quiet/{}", app.post.home, tell.stop),
    };
    drop(table);
    let app = Arc::clone(app);
    tokio::spawn(async move {
        let _turn = Queue::Messages.wait(app.tells.turns.acquire()).await;
        let sent = match app.post.read(&tell.address) {
            Ok(address) => app.post.send(&address, &news).await,
            Err(why) => Err(Failed { why, for_good: true }),
        };
        if let Err(failed) = count(sent) {
            tracing::warn!(table = room.id, why = failed.why, "a player could not be told of their turn");
            if !failed.for_good && failures + 1 < ATTEMPTS {
                try_again(&app, &room.id, side, (turn, failures));
            }
        }
    });
    Ok(())
}

/// After a failure: once more later, if the same turn is still owed.
fn try_again(app: &App, id: &str, side: Side, (turn, failures): (u64, u32)) {
    let at = Instant::now() + app.tells.again * LONGER.pow(failures);
    app.tells.with(id, side, |wish| {
        if wish.turn == turn && wish.stand == Stand::Told {
            wish.stand = Stand::Due(at, failures + 1);
            app.tells.changed.notify_one();
        }
    });
}

/// Those who give up their seats are told no more.
pub(crate) async fn forget(app: &App, room: &Room, sides: SideSet) -> Result<(), Shut> {
    let mut table = room.enter(app).await?;
    for side in sides.iter() {
        wish(app, &mut table, side, None).await?;
    }
    Ok(())
}

/// Keeps a wish, or drops it. To be called with the table taken.
async fn wish(app: &App, table: &mut OpenTable, side: Side, new: Option<Wish>) -> Result<(), StoreError> {
    app.store.aside(table.end, Aside::Tell(side, new.as_ref().map(Wish::kept))).await?;
    app.tells.put(&table.about.id, side, new);
    Ok(())
}

/// The wish of somebody who saw the table when it had come so far: a turn that they owe since then is told, none that they saw.
fn new_wish(table: &OpenTable, (side, address): (Side, String), saw: u32) -> Result<Wish, ApiError> {
    let stand = if owes(table, side) && table.sitting.seq() == saw { Stand::Told } else { Stand::Quiet };
    Ok(Wish { address, stop: letters::secret()?, stand, turn: 0 })
}

/// Somebody has said that an address is theirs. Answers whether the question still waited.
pub(crate) async fn answer(app: &App, table: &mut OpenTable, question: Question) -> Result<bool, ApiError> {
    let Question { secret, side, address, saw, .. } = question;
    let new = new_wish(table, (side, address), saw)?;
    match app.store.aside(table.end, Aside::Answer { secret, side, tell: new.kept() }).await {
        Err(e) if e.is_taken() => return Ok(false),
        kept => kept?,
    }
    app.tells.put(&table.about.id, side, Some(new));
    follow(app, table).await;
    Ok(true)
}

/// The same people play once more, on the other sides if they swap: who wanted to be told of their turns still does.
pub(crate) async fn carry(app: &App, from: &mut OpenTable, to: &str, swap: bool) -> Result<(), Shut> {
    let room = app.rooms.room(to);
    let mut next = room.enter(app).await?;
    for side in Side::BOTH {
        let old = app.tells.with(&from.about.id, side, |wish| (wish.address.clone(), wish.stop.clone()));
        let Some((address, stop)) = old else { continue };
        let there = if swap { side.enemy() } else { side };
        let new = Wish { address, stop, stand: Stand::Quiet, turn: 0 };
        wish(app, &mut next, there, Some(new)).await?;
        wish(app, from, side, None).await?;
    }
    follow(app, &mut next).await;
    Ok(())
}

/// Ends the messages in which this secret is, if there are any.
pub(crate) async fn end(app: &App, stop: &str) -> Result<(), Shut> {
    let Some((id, side)) = app.store.told_by(stop).await? else { return Ok(()) };
    let room = app.rooms.room(&id);
    let mut table = room.enter(app).await?;
    Ok(wish(app, &mut table, side, None).await?)
}

/// What a browser is told of the ways, and of its own wishes.
async fn telling(app: &App, (id, end): (&str, ChainEnd), plays: SideSet) -> Result<Response, ApiError> {
    let by = plays.iter().filter_map(|side| Some((side, app.tells.with(id, side, |wish| wish.by())?)));
    let (mail, webhook) = (app.post.mails(), app.post.calls());
    let asked = app.store.asked(end).await?.into_iter().filter(|side| plays.contains(*side)).collect();
    Ok(private(Json(Telling { mail, webhook, by: by.collect(), asked })))
}

/// `GET /api/tables/<id>/tell`: whether players can be told of their turn here, and how this one is.
pub(crate) async fn ways(asks: AtTable) -> Result<Response, ApiError> {
    let plays = asks.held.plays();
    if plays == SideSet::NONE {
        return Err(no_seat());
    }
    let AtTable { app, id, .. } = asks;
    let end = app.rooms.room(&id).found(&app).await.inspect_err(|_| app.rooms.forget(&id))?.end();
    telling(&app, (&id, end), plays).await
}

/// `POST /api/tables/<id>/tell`: where a player wants to be told of their turn, or that they do not any more.
pub(crate) async fn set(asks: AtTable, headers: HeaderMap, body: Bytes) -> Result<Response, ApiError> {
    let TellMe { side, to } = read_json(&headers, &body)?;
    let AtTable { app, client, id, held } = asks;
    if !held.plays().contains(side) {
        return Err(no_seat());
    }
    app.count(&app.talk, client, "addresses")?;
    let to = to.filter(|to| !to.trim().is_empty());
    let read = |to: String| Ok::<_, String>((app.post.read(&to)?, to.trim().to_owned()));
    let to = to.map(read).transpose().map_err(|says| ApiError::field("to", says))?;
    let room = app.rooms.room(&id);
    let mut table = room.enter(&app).await.inspect_err(|_| app.rooms.forget(&id))?;
    if to.is_some() && (table.is_over() || table.about.setup.hot_seat) {
        let says = "nobody is waited for at this table";
        return Err(ApiError::new(StatusCode::CONFLICT, "no-turns", says));
    }
    let confirmed = |to: &str| app.tells.with(&id, side, |wish| wish.address == to) == Some(true);
    match to {
        Some((_, to)) if confirmed(&to) => app.store.aside(table.end, Aside::Unask(side)).await?,
        Some((Address::Mail(mail), _)) => letters::ask(&app, &mut table, side, mail).await?,
        Some((Address::Webhook(_), to)) => {
            let saw = table.sitting.seq();
            let new = new_wish(&table, (side, to), saw)?;
            wish(&app, &mut table, side, Some(new)).await?;
            follow(&app, &mut table).await;
        }
        None => wish(&app, &mut table, side, None).await?,
    }
    telling(&app, (&id, table.end), held.plays()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_waits_a_week_for_one_more_game_and_is_forgotten_then() {
        let tell = Tell { address: "otto@example.org".into(), stop: "secret".into(), told: true };
        let kept = KeptTell { table: "t".into(), side: Side::Axis, tell };
        let tells = Tells::of(
            vec![kept],
            &Config::new(([127, 0, 0, 1], 0).into(), std::path::PathBuf::from("games.db")),
        );
        let now = Instant::now();
        tells.with("t", Side::Axis, |wish| wish.stand = Stand::Over(now + FOR_ONE_MORE));
        assert!(tells.due(now + FOR_ONE_MORE - Duration::from_secs(1)).0.is_empty());
        assert_eq!(tells.due(now + FOR_ONE_MORE).0, [("t".to_owned(), Side::Axis)]);
    }
}
