//! What people say at a table. Who hears it follows from the seats that they hold and not from where they sit: whoever plays a side never
//! hears the watchers, who may see more, and nobody hears a side that they do not hold.

use crate::app::{App, now_ms};
use crate::calls::{Visitor, too_often};
use crate::limits::{Bucket, TALK};
use crate::open_table::{OpenTable, Shut};
use crate::room::{Room, not_here};
use crate::tables::Setup;
use crate::words::{self, LONGEST_LINE, LONGEST_NAME};
use catalog::Fault;
use std::sync::Arc;
use std::time::Instant;
use store::{Aside, MOST_LINES, StoreError, TalkLine};
use table::{Seat, Side, SideSet};
use wire::live::{Said, Speaker, TalkTo, Words};
use wire::{Answer, CallMe, Called, Error, Talk};

/// How often a line gets another number because somebody else was first.
const MOST_GOES: usize = 5;
/// The most lines that a new socket is told.
const MOST_TOLD: usize = 100;

/// What was said at a table, oldest first, as far as it is kept.
#[derive(Debug, Default)]
pub(crate) struct Spoken(Vec<Said>);

impl Spoken {
    /// What was kept. A line that cannot be read any more is left out: no game hangs on it.
    pub(crate) fn of(kept: Vec<TalkLine>) -> Spoken {
        let said = |line: TalkLine| {
            let words: Words = serde_json::from_str(&line.body).ok()?;
            Some(Said { n: line.n, at_ms: line.at_ms, words })
        };
        Spoken(kept.into_iter().filter_map(said).collect())
    }

    /// The last lines that whoever plays these sides hears.
    pub(crate) fn heard_by(&self, plays: SideSet) -> Vec<Said> {
        let mut lines: Vec<Said> =
            self.0.iter().rev().filter(|said| hears(&said.words, plays)).take(MOST_TOLD).cloned().collect();
        lines.reverse();
        lines
    }

    fn next(&self) -> u32 {
        self.0.last().map_or(1, |said| said.n + 1)
    }

    /// Adds a line that is on disk; the oldest of its room makes place for it there and here.
    fn add(&mut self, said: Said) {
        let room = room_of(&said.words);
        self.0.push(said);
        let mut of_room = self.0.iter().enumerate().filter(|(_, line)| room_of(&line.words) == room);
        let oldest = of_room.next().map(|(at, _)| at);
        if of_room.count() >= MOST_LINES {
            oldest.map(|at| self.0.remove(at));
        }
    }
}

/// Whether whoever plays these sides hears what was said.
fn hears(words: &Words, plays: SideSet) -> bool {
    match (words.to, side_of(words.from)) {
        (TalkTo::All, _) => true,
        (TalkTo::Side, Some(side)) => plays.contains(side),
        (TalkTo::Side, None) => false,
        (TalkTo::Watchers, _) => plays == SideSet::NONE,
    }
}

fn side_of(speaker: Speaker) -> Option<Side> {
    match speaker {
        Speaker::Allies => Some(Side::Allies),
        Speaker::Axis => Some(Side::Axis),
        Speaker::Watcher => None,
    }
}

/// The name of those who hear something, under which it is kept.
fn room_of(words: &Words) -> &'static str {
    match (words.to, words.from) {
        (TalkTo::All, _) => "all",
        (TalkTo::Side, Speaker::Allies) => "allies",
        (TalkTo::Side, Speaker::Axis) => "axis",
        (TalkTo::Side | TalkTo::Watchers, _) => "watchers",
    }
}

/// What was said at a table, of which other processes have kept some; those who may hear what is new are told.
pub(crate) fn catch_up(room: &Room, known: &Spoken, kept: Vec<TalkLine>) -> Spoken {
    let spoken = Spoken::of(kept);
    for said in spoken.0.iter().filter(|said| said.n >= known.next()) {
        room.tell_those(|plays| hears(&said.words, plays), "said", said);
    }
    spoken
}

/// A bucket of words for one visitor.
pub(crate) fn bucket() -> Bucket {
    Bucket::full(TALK, Instant::now())
}

/// Says something: it is on disk before anybody hears it.
pub(crate) async fn say(
    app: &Arc<App>,
    room: &Arc<Room>,
    visitor: &mut Visitor,
    ask: &Talk,
) -> Result<Answer, Error> {
    if !app.config.chat {
        return Err(not_here("people cannot talk at this server"));
    }
    let text = words::line(&ask.text).map_err(|unfit| wrong("text", &unfit.says(LONGEST_LINE)))?;
    let from = speaker(visitor, ask.seat.unwrap_or(visitor.seat), ask.to)?;
    slowly(app, visitor)?;
    let mut table = room.enter(app).await?;
    let name = room.name_of(visitor.number);
    let words = Words { from, to: ask.to, name, text };
    let mut said = Said { n: table.spoken.next(), at_ms: now_ms(), words };
    let mut kept = app.store.aside(table.end, Aside::Said(line(&said))).await;
    for _ in 1..MOST_GOES {
        if !kept.as_ref().is_err_and(StoreError::is_taken) {
            break;
        }
        // Another process has given the number away.
        let all = app.store.talk(table.end).await.map_err(Shut::from)?;
        table.spoken = catch_up(room, &table.spoken, all);
        said.n = table.spoken.next();
        kept = app.store.aside(table.end, Aside::Said(line(&said))).await;
    }
    kept.map_err(Shut::from)?;
    table.spoken.add(said.clone());
    room.tell_those(|plays| hears(&said.words, plays), "said", &said);
    Ok(Answer::Said(said))
}

fn line(said: &Said) -> TalkLine {
    TalkLine {
        n: said.n,
        room: room_of(&said.words).to_owned(),
        at_ms: said.at_ms,
        // Strings and words always have a JSON form.
        body: serde_json::to_string(&said.words).unwrap_or_default(),
    }
}

/// As whom a visitor speaks to these ears, if they may.
fn speaker(visitor: &Visitor, seat: Seat, to: TalkTo) -> Result<Speaker, Error> {
    let plays = visitor.held.plays();
    let side = seat.side().filter(|side| plays.contains(*side)).or_else(|| plays.iter().next());
    match (side, to) {
        (Some(_), TalkTo::Watchers) => Err(not_here("watchers talk among themselves")),
        (None, TalkTo::Side) => Err(not_here("only players of a side talk to it")),
        (None, TalkTo::All) => Err(not_here("watchers talk among themselves: players must not be helped")),
        (Some(Side::Allies), _) => Ok(Speaker::Allies),
        (Some(Side::Axis), _) => Ok(Speaker::Axis),
        (None, TalkTo::Watchers) => Ok(Speaker::Watcher),
    }
}

/// Takes a name, and shows it to everybody. A player's name stays with the table.
pub(crate) async fn call_me(
    app: &Arc<App>,
    room: &Arc<Room>,
    visitor: &mut Visitor,
    ask: &CallMe,
) -> Result<Answer, Error> {
    let name = words::name(&ask.name).map_err(|unfit| wrong("name", &unfit.says(LONGEST_NAME)))?;
    if room.name_of(visitor.number) != name {
        slowly(app, visitor)?;
        let mut table = room.enter(app).await?;
        keep_name(app, room, &mut table, visitor, name.as_ref()).await?;
        room.call(visitor.number, name.clone());
        room.tell("people", &table.about.setup.people);
        room.tell("presence", &room.presence());
    }
    Ok(Answer::Called(Called { name }))
}

/// Keeps the name of the player of one side. Whoever plays both in one browser is two people, of whom nobody knows which this is.
async fn keep_name(
    app: &App,
    room: &Room,
    table: &mut OpenTable,
    visitor: &Visitor,
    name: Option<&String>,
) -> Result<(), Error> {
    let mut sides = visitor.held.plays().iter();
    let (Some(side), None) = (sides.next(), sides.next()) else { return Ok(()) };
    if table.about.setup.people.names.get(&side) == name {
        return Ok(());
    }
    let call = |setup: &mut Setup| {
        match name {
            Some(name) => setup.people.names.insert(side, name.clone()),
            None => setup.people.names.remove(&side),
        };
    };
    Ok(table.set_up(app, room, call).await?)
}

/// Counts something that others are shown against whoever says it.
pub(crate) fn slowly(app: &App, visitor: &mut Visitor) -> Result<(), Error> {
    if !app.config.limits {
        return Ok(());
    }
    let now = Instant::now();
    visitor.words.take(now).and_then(|()| app.talk.take(visitor.client, now)).map_err(too_often)
}

fn wrong(field: &str, says: &str) -> Error {
    desk::error(Fault::param(field, says))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(n: u32, from: Speaker, to: TalkTo) -> Said {
        Said { n, at_ms: 0, words: Words { from, to, name: None, text: n.to_string() } }
    }

    #[test]
    fn a_flood_in_one_room_pushes_nothing_out_of_another() {
        let mut spoken = Spoken::default();
        spoken.add(said(1, Speaker::Allies, TalkTo::Side));
        for n in 2..500 {
            spoken.add(said(n, Speaker::Axis, TalkTo::Side));
        }
        let allies = spoken.heard_by(SideSet::only(Side::Allies));
        assert_eq!(allies.iter().map(|s| s.n).collect::<Vec<_>>(), [1]);
        let axis = spoken.heard_by(SideSet::only(Side::Axis));
        assert_eq!((axis.len(), axis[0].n), (MOST_LINES, 400));
        assert_eq!(spoken.next(), 500);
    }

    #[test]
    fn everybody_hears_their_own_room_and_what_is_for_all() {
        let mut spoken = Spoken::default();
        spoken.add(said(1, Speaker::Allies, TalkTo::Side));
        spoken.add(said(2, Speaker::Axis, TalkTo::Side));
        spoken.add(said(3, Speaker::Axis, TalkTo::All));
        spoken.add(said(4, Speaker::Watcher, TalkTo::Watchers));
        let heard = |plays| spoken.heard_by(plays).iter().map(|s| s.n).collect::<Vec<_>>();
        assert_eq!(heard(SideSet::only(Side::Allies)), [1, 3]);
        assert_eq!(heard(SideSet::only(Side::Axis)), [2, 3]);
        assert_eq!(heard(SideSet::BOTH), [1, 2, 3]);
        assert_eq!(heard(SideSet::NONE), [3, 4]);
    }
}
