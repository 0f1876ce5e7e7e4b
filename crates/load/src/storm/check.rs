//! What everybody was told, compared with what the database has.

use super::bell::Heard;
use super::heard::{Counts, Seen};
use super::weather::{Event, What};
use super::{Args, replay};
use crate::cluster::Cluster;
use crate::figures::seconds;
use sqlx::Row;
use sqlx::postgres::PgRow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

/// A game that goes on has moved within this time before the end.
const STANDS_STILL_MS: i64 = 20_000;
/// The most faults that are printed.
const MOST_SHOWN: usize = 40;

/// A table as the database has it.
pub(crate) struct Logged {
    pub(crate) key: i64,
    finished: bool,
    created_ms: i64,
    /// The marks of its entries, from entry 0.
    marks: Vec<u64>,
    /// When each was written.
    times: Vec<i64>,
}

/// What was found.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) wrong: Vec<String>,
    tables: usize,
    entries: usize,
    sockets: usize,
    places: usize,
    bells: u64,
    longest_pause_ms: u64,
    /// How long pilots stood still after each event, the longest of all tables, in milliseconds.
    stood_still: Vec<(What, u64)>,
}

/// Checks everything.
pub(crate) async fn all(
    cluster: &Cluster,
    seen: &[Seen],
    heard: &Heard,
    events: &[Event],
    ended_ms: i64,
) -> anyhow::Result<Report> {
    let mut db = cluster.connect().await?;
    let mut report = Report { bells: heard.times, ..Report::default() };
    let mut tables = BTreeMap::new();
    for row in
        sqlx::query("SELECT id, key, finished_ms, created_ms FROM game_table").fetch_all(&mut db).await?
    {
        let finished = row.try_get::<Option<i64>, _>(2)?.is_some();
        let logged = Logged {
            key: row.try_get(1)?,
            finished,
            created_ms: row.try_get(3)?,
            marks: Vec::new(),
            times: Vec::new(),
        };
        tables.insert(row.try_get::<String, _>(0)?, logged);
    }
    let log = "SELECT t.id, m.seq, m.mark, m.at_ms FROM move m JOIN game_table t ON t.key = m.table_key \
               ORDER BY m.table_key, m.seq";
    let mut marks = BTreeSet::new();
    for row in sqlx::query(log).fetch_all(&mut db).await? {
        report.enter(&mut tables, &mut marks, &row)?;
    }
    report.tables = tables.len();
    report.told(&tables, seen);
    report.rung(&tables, heard);
    report.paused(&tables, seen, events, ended_ms);
    report.wrong.extend(replay::all(&mut db, &tables).await?);
    Ok(report)
}

impl Report {
    /// Takes an entry of the log: no hole before it, and no other has its mark.
    fn enter(
        &mut self,
        tables: &mut BTreeMap<String, Logged>,
        marks: &mut BTreeSet<u64>,
        row: &PgRow,
    ) -> anyhow::Result<()> {
        let (id, seq): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
        let mark = row.try_get::<i64, _>(2)?.cast_unsigned();
        let Some(table) = tables.get_mut(&id) else { return Ok(()) };
        if seq != table.marks.len() as i64 {
            self.wrong.push(format!("{id}: entry {seq} stands where entry {} belongs", table.marks.len()));
        }
        if !marks.insert(mark) {
            self.wrong.push(format!("{id}: the mark of entry {seq} is there twice"));
        }
        table.marks.push(mark);
        table.times.push(row.try_get(3)?);
        self.entries += 1;
        Ok(())
    }

    /// Whatever was acknowledged is there, once, and every socket was told one chain of entries that is the log.
    fn told(&mut self, tables: &BTreeMap<String, Logged>, seen: &[Seen]) {
        let mut acknowledged = BTreeSet::new();
        for seen in seen {
            self.wrong.extend(seen.wrong.iter().map(|says| format!("{}: {says}", seen.table)));
            let Some(table) = tables.get(&seen.table) else {
                self.wrong.push(format!("{}: the table is gone", seen.table));
                continue;
            };
            let is_there = |(seq, mark): &(u32, u64)| table.marks.get(*seq as usize) == Some(mark);
            for place in &seen.acknowledged {
                if !is_there(place) {
                    self.wrong
                        .push(format!("{}: entry {} was acknowledged and is not there", seen.table, place.0));
                }
                if !acknowledged.insert((&seen.table, place.0)) {
                    self.wrong.push(format!("{}: entry {} was acknowledged twice", seen.table, place.0));
                }
            }
            for socket in &seen.sockets {
                self.places += socket.len();
                if let Some((seq, _)) = socket.iter().find(|place| !is_there(place)) {
                    self.wrong.push(format!(
                        "{}: a socket was told of an entry {seq} that is not there",
                        seen.table
                    ));
                }
            }
            self.sockets += seen.sockets.len();
        }
    }

    /// The bell told keys of tables and nothing else.
    fn rung(&mut self, tables: &BTreeMap<String, Logged>, heard: &Heard) {
        let keys: BTreeSet<i64> = tables.values().map(|table| table.key).collect();
        let others = heard.keys.difference(&keys).map(i64::to_string);
        self.wrong
            .extend(heard.other.iter().cloned().chain(others).map(|says| format!("the bell said '{says}'")));
    }

    /// How long things stood still, and whether anything still does.
    fn paused(&mut self, tables: &BTreeMap<String, Logged>, seen: &[Seen], events: &[Event], ended_ms: i64) {
        let mut all: Vec<i64> = tables.values().flat_map(|table| table.times.iter().copied()).collect();
        all.sort_unstable();
        self.longest_pause_ms = all.windows(2).map(|two| (two[1] - two[0]) as u64).max().unwrap_or_default();
        let flown: BTreeMap<&String, bool> = seen.iter().map(|seen| (&seen.table, seen.flown)).collect();
        for (id, flown) in &flown {
            let Some(table) = tables.get(*id) else { continue };
            let last = table.times.iter().copied().max().unwrap_or_default().max(table.created_ms);
            if !table.finished && last < ended_ms - STANDS_STILL_MS {
                let who = if *flown { "pilots" } else { "players" };
                let still = (ended_ms - last) / 1000;
                self.wrong.push(format!(
                    "{id}: its {who} have stood still for {still} s at entry {}",
                    table.marks.len() - 1
                ));
            }
        }
        for event in events {
            let after = |id: &&String| {
                let times = &tables.get(*id)?.times;
                let next = times.partition_point(|at| *at <= event.at_ms);
                (next > 1).then(|| times.get(next).map(|at| (at - event.at_ms) as u64)).flatten()
            };
            let longest = flown.iter().filter(|(_, flown)| **flown).filter_map(|(id, _)| after(id)).max();
            self.stood_still.extend(longest.map(|longest| (event.what, longest)));
        }
    }

    /// Prints what happened.
    pub(crate) fn print(&self, counts: &Counts, events: &[Event], args: &Args) {
        let count = |which: fn(&What) -> bool| events.iter().filter(|event| which(&event.what)).count();
        let row = |what: &str, value: String| println!("| {what} | {value} |");
        let of = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed).to_string();
        row("the storm", format!("{} s, 3 processes, {} tables at any time", args.seconds, args.tables));
        println!("|---|--:|");
        row("processes killed", count(|what| matches!(what, What::Kill)).to_string());
        row("processes held still for 10 s", count(|what| matches!(what, What::Hold)).to_string());
        row("processes drained", count(|what| matches!(what, What::Drain)).to_string());
        row("crashes of PostgreSQL", count(|what| matches!(what, What::Crash(_))).to_string());
        row("games", self.tables.to_string());
        row("entries in the log, each in its place, all replayed with their dice", self.entries.to_string());
        row("commands of players that were acknowledged", of(&counts.acknowledged));
        row("commands that somebody else was ahead of", of(&counts.races_lost));
        row("commands refused because the database was away", of(&counts.refused));
        row("commands without an answer, found to be kept", of(&counts.settled_kept));
        row("commands without an answer, found not to be kept", of(&counts.settled_not_kept));
        row(
            "sockets",
            format!(
                "{} opened, {} given up because nothing came",
                of(&counts.sockets),
                of(&counts.abandoned)
            ),
        );
        row("entries that sockets were told of, each with its mark", self.places.to_string());
        row("bells heard, with keys of tables alone", self.bells.to_string());
        row("longest time in which nothing was kept", seconds(self.longest_pause_ms));
        row("longest time that a player waited", seconds(counts.longest_wait_ms.load(Ordering::Relaxed)));
        let still = |which: fn(&What) -> bool| {
            let longest = self.stood_still.iter().filter(|(what, _)| which(what));
            longest.map(|(_, ms)| seconds(*ms)).collect::<Vec<_>>().join(", ")
        };
        row("pilots stood still after each kill, at most", still(|what| matches!(what, What::Kill)));
        row("the same after each time a process was held still", still(|what| matches!(what, What::Hold)));
        row("the same after each drain", still(|what| matches!(what, What::Drain)));
        row("what must not be", self.wrong.len().to_string());
        for wrong in self.wrong.iter().take(MOST_SHOWN) {
            eprintln!("WRONG: {wrong}");
        }
    }
}
