//! Somebody at a table: plays or watches, and goes to another process whenever the one that they are with is gone.

use super::crew::Crew;
use super::ear::{Ear, Heard};
use super::heard::{Counts, Place, Seen};
use super::passed;
use crate::games::Recorded;
use crate::socket::Made;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use table::Side;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// What somebody does at a table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Plays one side of a recorded game.
    Plays(Side),
    /// Plays both sides of a recorded game, and so does somebody else.
    Rivals,
    /// Plays a side, and asks a pilot what to do.
    Asks(Side),
    Watches,
}

/// The pause before somebody turns to the next process.
const PAUSE: Duration = Duration::from_millis(150);
/// Codes of errors.
const MOVED: i64 = -32004;
const DISK: i64 = -32005;
const UNKNOWN: i64 = -32007;

pub(crate) struct Guest {
    pub(crate) table: Arc<Made>,
    pub(crate) recorded: Option<Arc<Recorded>>,
    pub(crate) role: Role,
    /// Whether computers fly both sides.
    pub(crate) flown: bool,
    /// The process where they begin; how patient they are follows from it as well.
    pub(crate) number: usize,
    pub(crate) crew: Arc<Crew>,
    pub(crate) pace: Duration,
    pub(crate) over: watch::Receiver<bool>,
    pub(crate) counts: Arc<Counts>,
    pub(crate) course: Course,
}

/// How far somebody has come, over all their sockets.
#[derive(Default)]
pub(crate) struct Course {
    /// The last entry that they know of.
    last: Option<Place>,
    /// A command of which nobody said what became of it, by the changes before it.
    unknown: Option<u32>,
    /// A command of which was said that it is not kept, by the changes before it.
    refused: Option<u32>,
    /// Since when they have wanted to give a command.
    since: Option<Instant>,
    seen: Seen,
    /// Sockets that were given up while they were still open.
    left: Vec<JoinHandle<Ear>>,
}

/// Why somebody leaves a process.
enum Leave {
    /// The game or the storm is over.
    Done,
    /// The process is gone, or has sent them away.
    Gone,
    /// It does not answer.
    Silent,
}

impl Guest {
    /// Stays at the table until its game or the storm is over.
    pub(crate) async fn stay(mut self) -> Seen {
        let mut at = self.number;
        loop {
            let address = self.crew.address(at);
            let opened = tokio::time::timeout(self.patience(), Ear::open(&address, &self.table)).await;
            if let Ok(Ok(mut ear)) = opened {
                Counts::one_more(&self.counts.sockets);
                let why = self.converse(&mut ear).await;
                self.course.unknown = ear
                    .asked
                    .as_ref()
                    .filter(|asked| asked.act)
                    .map(|asked| asked.seq)
                    .or(self.course.unknown);
                match why {
                    Leave::Silent => {
                        Counts::one_more(&self.counts.abandoned);
                        self.course.left.push(tokio::spawn(linger(ear, self.over.clone())));
                    }
                    Leave::Done | Leave::Gone => self.course.note(ear),
                }
                if matches!(why, Leave::Done) {
                    break;
                }
            }
            if *self.over.borrow() {
                break;
            }
            tokio::time::sleep(PAUSE).await;
            at += 1;
        }
        for left in std::mem::take(&mut self.course.left) {
            if let Ok(ear) = left.await {
                self.course.note(ear);
            }
        }
        self.course.seen.table.clone_from(&self.table.id);
        self.course.seen.flown = self.flown;
        self.course.seen
    }

    /// How long they wait for an answer: some less and some more than a server waits for its database.
    fn patience(&self) -> Duration {
        Duration::from_secs(3 + 3 * (self.number as u64 % 5))
    }

    async fn converse(&mut self, ear: &mut Ear) -> Leave {
        let mut over = self.over.clone();
        let mut due = Instant::now() + self.patience();
        let mut greeted = false;
        loop {
            if greeted && ear.to_act.is_empty() {
                return Leave::Done;
            }
            let own = greeted && ear.asked.is_none() && self.owes(ear);
            let wait = match &ear.asked {
                Some(asked) => Instant::from_std(asked.at) + self.patience(),
                None if own || !greeted => due,
                None => Instant::now() + Duration::from_secs(3600),
            };
            let heard = tokio::select! {
                heard = ear.next() => heard,
                () = tokio::time::sleep_until(wait) => {
                    if !own {
                        return Leave::Silent;
                    }
                    self.course.since.get_or_insert_with(Instant::now);
                    self.course.refused = None;
                    if self.give(ear).await.is_err() {
                        return Leave::Gone;
                    }
                    continue;
                }
                () = passed(&mut over) => return Leave::Done,
            };
            match heard {
                Err(_) => return Leave::Gone,
                Ok(Heard::Greeted) => {
                    greeted = true;
                    if self.sit(ear).await.is_err() {
                        return Leave::Gone;
                    }
                    self.course.come(ear.place(), self.role, &self.counts);
                    due = Instant::now() + self.pace;
                }
                Ok(Heard::Changed) => {
                    self.course.come(ear.place(), self.role, &self.counts);
                    due = Instant::now() + self.pace;
                }
                Ok(Heard::Acknowledged) => Counts::one_more(&self.counts.acknowledged),
                Ok(Heard::Advised(command)) => {
                    let Role::Asks(side) = self.role else { continue };
                    let seq = ear.place().0;
                    let act = json!({ "seat": side.word(), "command": command, "seq": seq, "events": false });
                    if ear.ask("act", act).await.is_err() {
                        return Leave::Gone;
                    }
                }
                Ok(Heard::Refused(fault)) => {
                    due = Instant::now() + PAUSE;
                    self.course.refused_at(ear.place().0, fault.code, &fault.message, &self.counts);
                }
                Ok(Heard::Nothing) => {}
            }
        }
    }

    /// Whether they are to give a command.
    fn owes(&self, ear: &Ear) -> bool {
        let next = || self.recorded.as_ref()?.lines.get(ear.place().0 as usize);
        match self.role {
            Role::Plays(side) => next().is_some_and(|(of, _)| *of == side),
            Role::Rivals => next().is_some(),
            Role::Asks(side) => ear.to_act.contains(&side),
            Role::Watches => false,
        }
    }

    async fn sit(&self, ear: &mut Ear) -> anyhow::Result<()> {
        match self.role {
            Role::Plays(side) | Role::Asks(side) => {
                ear.say("sit", json!({ "seat": side.word(), "menus": false })).await
            }
            Role::Rivals | Role::Watches => {
                ear.say("sit", json!({ "seat": "observer", "menus": false })).await
            }
        }
    }

    /// Gives the next command, or asks which it should be.
    async fn give(&self, ear: &mut Ear) -> anyhow::Result<()> {
        let seq = ear.place().0;
        match (self.role, &self.recorded) {
            (Role::Asks(side), _) => {
                ear.ask("pilot", json!({ "seat": side.word(), "level": "random" })).await
            }
            (_, Some(recorded)) => {
                let Some((side, command)) = recorded.lines.get(seq as usize) else { return Ok(()) };
                let act = json!({ "seat": side.word(), "command": command, "seq": seq, "events": false });
                ear.ask("act", act).await
            }
            (_, None) => Ok(()),
        }
    }
}

impl Course {
    /// The table stands there now.
    fn come(&mut self, (seq, mark): Place, role: Role, counts: &Counts) {
        if let Some((last, known)) = self.last
            && (seq < last || seq == last && mark != known)
        {
            self.seen.wrong.push(format!("shown entry {seq} after entry {last}, or another in its place"));
        }
        self.last = Some((seq, mark));
        if let Some(sent) = self.unknown.take() {
            Counts::one_more(if seq > sent { &counts.settled_kept } else { &counts.settled_not_kept });
        }
        if let Some(refused) = self.refused.take()
            && seq > refused
            && role != Role::Rivals
        {
            self.seen.wrong.push(format!("told that nothing has changed at {refused}, and it had"));
        }
        if let Some(since) = self.since.take() {
            counts.longest_wait_ms.fetch_max(since.elapsed().as_millis() as u64, Ordering::Relaxed);
        }
    }

    /// A command was refused.
    fn refused_at(&mut self, seq: u32, code: i64, says: &str, counts: &Counts) {
        match code {
            MOVED => Counts::one_more(&counts.races_lost),
            UNKNOWN => self.unknown = Some(seq),
            DISK => {
                Counts::one_more(&counts.refused);
                self.refused = Some(seq);
            }
            _ => self.seen.wrong.push(format!("a command at {seq} was refused: {code} {says}")),
        }
    }

    /// A socket is done with.
    fn note(&mut self, ear: Ear) {
        self.seen.sockets.push(ear.chain);
        self.seen.acknowledged.extend(ear.acknowledged);
        self.seen.wrong.extend(ear.wrong);
    }
}

/// Goes on hearing what a socket says that was given up: its process may only have slept.
async fn linger(mut ear: Ear, mut over: watch::Receiver<bool>) -> Ear {
    let hear = async { while ear.next().await.is_ok() {} };
    tokio::select! {
        () = hear => {}
        () = passed(&mut over) => {}
    }
    ear
}
