//! What many processes on one database would bear, reckoned from costs that were measured on a small machine.
//!
//! A simulation, event after event, of `crates/server` and `crates/store` under load: a move is worked out at one process, waits for that
//! process's writer, shares a statement with whatever waits with it, shares a flush of the disk with other processes, is told by a bell, and
//! is followed at the process where the other player is.

use crate::figures::ms;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What to reckon.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Processors of the database's machine; one table each
    #[arg(long = "cores", default_values_t = [2, 16])]
    cores: Vec<usize>,
    /// Seconds between two moves of a table, from which follows how many tables a rate is
    #[arg(long, default_value_t = 20)]
    pace: u64,
}

/// Costs in microseconds of processor time, as docs/scale.md says how they were measured.
mod cost {
    /// A process works a command out, tells its sockets and answers.
    pub(super) const ACT: u64 = 140;
    /// Another process follows it and tells its sockets.
    pub(super) const FOLLOW: u64 = 100;
    /// A process hears a bell that concerns none of its tables.
    pub(super) const DEAF: u64 = 10;
    /// The database: a statement that appends, and each of its rows.
    pub(super) const APPEND: u64 = 200;
    pub(super) const ROW: u64 = 5;
    /// The database: a bell, and each process that listens.
    pub(super) const BELL: u64 = 25;
    pub(super) const LISTENER: u64 = 13;
    /// The database: looking at tables and reading what is new there, and each table.
    pub(super) const LOOK: u64 = 110;
    pub(super) const LOOK_EACH: u64 = 7;
    /// The database: the look of each second at all tables of a process, each table.
    pub(super) const POLL_EACH: u64 = 3;
    /// A flush of the disk, which takes time and no processor.
    pub(super) const FLUSH: u64 = 150;
}

/// Bells of one process are so far apart, as in `crates/store/src/postgres/bell.rs`.
const APART: u64 = 10_000;
/// Most rows in one statement, as in `crates/store/src/queue.rs`.
const MOST: usize = 1024;
/// A run lasts so long, and its first part is not counted.
const TIME: u64 = 2_500_000;
const WARM: u64 = 500_000;
const SECOND: u64 = 1_000_000;
/// Goals: 99 of 100 acknowledged and seen elsewhere within these times.
const ACKNOWLEDGED: u64 = 10_000;
const SEEN: u64 = 50_000;
/// Rates are tried in steps of this share of them, in hundredths.
const STEP: u64 = 5;

pub(crate) fn run(args: &Args) {
    for cores in &args.cores {
        println!(
            "| processes, database with {cores} processors | moves a second | tables, a move each {} s | acknowledged: median | 99 of 100 | seen elsewhere: 99 of 100 | a process is busy | the database is busy | gives out first |",
            args.pace
        );
        println!("|--:|--:|--:|--:|--:|--:|--:|--:|---|");
        for processes in [1, 2, 4, 8, 16, 32] {
            let (rate, found) = highest(processes, *cores, args.pace);
            let first = if found.process_busy > found.database_busy { "processes" } else { "the database" };
            println!(
                "| {processes} | {rate} | {} | {} | {} | {} | {} % | {} % | {first} |",
                rate * args.pace,
                ms(&found.acknowledged, 500),
                ms(&found.acknowledged, 990),
                ms(&found.seen, 990),
                found.process_busy,
                found.database_busy
            );
        }
        println!();
    }
}

/// The highest rate at which the goals hold, and how it went there.
fn highest(processes: usize, cores: usize, pace: u64) -> (u64, Found) {
    let (mut rate, mut best) = (500, None);
    loop {
        let found = Sky::new(processes, cores, rate, pace).run(rate);
        let holds = found.within(990, ACKNOWLEDGED, SEEN);
        match (holds, best) {
            (true, _) => best = Some((rate, found)),
            (false, Some(best)) => return best,
            (false, None) => return (rate, found),
        }
        rate += (rate * STEP / 100).max(1);
    }
}

/// How a run went: microseconds, sorted; hundredths of the time.
struct Found {
    acknowledged: Vec<u64>,
    seen: Vec<u64>,
    process_busy: u64,
    database_busy: u64,
}

impl Found {
    fn within(&self, thousandths: usize, acknowledged: u64, seen: u64) -> bool {
        let below = |sorted: &[u64], most| crate::figures::below(sorted, thousandths) <= most;
        // Over its limit a queue grows for as long as the run lasts.
        let queue = self.process_busy.max(self.database_busy) < 98;
        queue && below(&self.acknowledged, acknowledged) && below(&self.seen, seen)
    }
}

/// A move: when it was due, and where its two players are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Move {
    due: u64,
    here: usize,
    there: usize,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Due,
    /// It was worked out and waits for the writer.
    Worked(Move),
    /// The database has carried a statement out and waits for the disk.
    Written(usize, Vec<Move>),
    Kept(usize, Vec<Move>),
    Ring(usize),
    Rung(usize, Vec<Move>),
    /// A process has read what is new.
    Looked(usize, Vec<Move>),
    Beat(usize),
}

/// One process.
#[derive(Clone, Default)]
struct Process {
    free_at: u64,
    busy: u64,
    waiting: Vec<Move>,
    writing: bool,
    to_ring: Vec<Move>,
    rings_at: u64,
    ringing: bool,
}

impl Process {
    /// Works; answers when it is done.
    fn work(&mut self, now: u64, cost: u64) -> u64 {
        self.free_at = self.free_at.max(now) + cost;
        self.busy += cost;
        self.free_at
    }
}

struct Sky {
    events: BinaryHeap<Reverse<(u64, Event)>>,
    processes: Vec<Process>,
    /// When each processor of the database is free.
    cores: BinaryHeap<Reverse<u64>>,
    database_busy: u64,
    /// When the last flush began that was begun or is about to.
    flush_at: u64,
    /// Tables at each process.
    tables: u64,
    random: u64,
    found: Found,
}

impl Sky {
    fn new(processes: usize, cores: usize, rate: u64, pace: u64) -> Sky {
        let found = Found { acknowledged: Vec::new(), seen: Vec::new(), process_busy: 0, database_busy: 0 };
        let mut sky = Sky {
            events: BinaryHeap::new(),
            processes: vec![Process::default(); processes],
            cores: (0..cores).map(|_| Reverse(0)).collect(),
            database_busy: 0,
            flush_at: 0,
            // Each table is at two processes, unless there is only one.
            tables: rate * pace * processes.min(2) as u64 / processes as u64,
            random: 88_172_645_463_325_252,
            found,
        };
        sky.at(0, Event::Due);
        for process in 0..processes {
            sky.at(SECOND * process as u64 / processes as u64, Event::Beat(process));
        }
        sky
    }

    fn at(&mut self, time: u64, event: Event) {
        self.events.push(Reverse((time, event)));
    }

    /// A number below `most`, by xorshift: the same in every run.
    fn draw(&mut self, most: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random % most
    }

    /// Has the database work; answers when it is done.
    fn ask(&mut self, now: u64, cost: u64) -> u64 {
        let Reverse(free) = self.cores.pop().unwrap_or_default();
        let done = free.max(now) + cost;
        self.cores.push(Reverse(done));
        self.database_busy += cost;
        done
    }

    fn run(mut self, rate: u64) -> Found {
        while let Some(Reverse((now, event))) = self.events.pop() {
            if now > TIME {
                break;
            }
            self.happen(now, event, rate);
        }
        let all: u64 = self.processes.iter().map(|process| process.busy).sum();
        self.found.process_busy = all * 100 / TIME / self.processes.len() as u64;
        self.found.database_busy = self.database_busy * 100 / TIME / self.cores.len() as u64;
        self.found.acknowledged.sort_unstable();
        self.found.seen.sort_unstable();
        self.found
    }

    fn happen(&mut self, now: u64, event: Event, rate: u64) {
        match event {
            Event::Due => {
                let many = self.processes.len() as u64;
                let here = self.draw(many) as usize;
                let there = (here + 1 + self.draw((many - 1).max(1)) as usize) % self.processes.len();
                let done = self.processes[here].work(now, cost::ACT);
                self.at(done, Event::Worked(Move { due: now, here, there }));
                // Gaps are even on average and anything from none to twice that.
                let gap = self.draw(2 * SECOND * 1000 / rate) / 1000;
                self.at(now + gap, Event::Due);
            }
            Event::Worked(played) => {
                self.processes[played.here].waiting.push(played);
                self.write(now, played.here);
            }
            Event::Written(process, moves) => {
                if self.flush_at < now {
                    self.flush_at = now.max(self.flush_at + cost::FLUSH);
                }
                self.at(self.flush_at + cost::FLUSH, Event::Kept(process, moves));
            }
            Event::Kept(process, moves) => {
                if now > WARM {
                    self.found.acknowledged.extend(moves.iter().map(|played| now - played.due));
                }
                let own = &mut self.processes[process];
                own.to_ring.extend(moves);
                own.writing = false;
                if !own.ringing {
                    own.ringing = true;
                    let rings_at = own.rings_at.max(now);
                    self.at(rings_at, Event::Ring(process));
                }
                self.write(now, process);
            }
            Event::Ring(process) => {
                let moves = std::mem::take(&mut self.processes[process].to_ring);
                let cost = cost::BELL + cost::LISTENER * self.processes.len() as u64;
                let done = self.ask(now, cost);
                self.at(done, Event::Rung(process, moves));
            }
            Event::Rung(process, moves) => self.rung(now, process, &moves),
            Event::Looked(process, moves) => {
                for played in moves {
                    let done = self.processes[process].work(now, cost::FOLLOW);
                    if now > WARM {
                        self.found.seen.push(done - played.due);
                    }
                }
            }
            Event::Beat(process) => {
                self.ask(now, cost::LOOK + cost::POLL_EACH * self.tables);
                self.at(now + SECOND, Event::Beat(process));
            }
        }
    }

    /// Has a writer send all that waits, unless it waits for an answer itself.
    fn write(&mut self, now: u64, process: usize) {
        let own = &mut self.processes[process];
        if own.writing || own.waiting.is_empty() {
            return;
        }
        own.writing = true;
        let rest = own.waiting.split_off(own.waiting.len().min(MOST));
        let moves = std::mem::replace(&mut own.waiting, rest);
        let done = self.ask(now, cost::APPEND + cost::ROW * moves.len() as u64);
        self.at(done, Event::Written(process, moves));
    }

    /// The others hear a bell, and read what is new of the tables that they have.
    fn rung(&mut self, now: u64, process: usize, moves: &[Move]) {
        let own = &mut self.processes[process];
        own.rings_at = now + APART;
        own.ringing = !own.to_ring.is_empty();
        if own.ringing {
            let rings_at = own.rings_at;
            self.at(rings_at, Event::Ring(process));
        }
        for other in (0..self.processes.len()).filter(|other| *other != process) {
            let known: Vec<Move> = moves.iter().filter(|played| played.there == other).copied().collect();
            if known.is_empty() {
                self.processes[other].work(now, cost::DEAF);
                continue;
            }
            let done = self.ask(now, cost::LOOK + cost::LOOK_EACH * known.len() as u64);
            self.at(done, Event::Looked(other, known));
        }
    }
}
