//! A table in memory and its place on disk, and how it is read from there.

use crate::app::{App, now_ms};
use crate::as_kept::{AsKept, Parting, Shown};
use crate::clocks;
use crate::going_on;
use crate::past::Past;
use crate::room::Room;
use crate::seats::OwnSeats;
use crate::tables::{About, Setup, Summary};
use crate::talk::Spoken;
use crate::tell;
use catalog::{AnyTable, Catalog, Edition};
use desk::{Change, ChangeKind, Sitting};
use store::{Aside, Beside, ChainEnd, Entry, Kept, Mark, StoreError, TokenHash};
use table::{Seat, Seed};
use wire::live::TableInfo;
use wire::{Code, Error, Json};

/// How often something is changed anew because another process was first.
pub(crate) const MOST_GOES: u32 = 5;

/// Whether what is in memory is what is on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Memory {
    Sound,
    /// A change was worked out and not kept, or nobody knows: to be read again up to what everybody has seen, and followed from there.
    Ahead,
    /// It is not what happened: to be read again, and everybody has to come again.
    Foreign,
}

/// A table that is in memory.
pub(crate) struct OpenTable {
    pub(crate) sitting: Sitting,
    pub(crate) about: About,
    /// What is known of it besides its position, as it is on disk.
    pub(crate) kept: String,
    /// Where it ends on disk.
    pub(crate) end: ChainEnd,
    pub(crate) memory: Memory,
    /// How many commands pilots that wait may still give.
    pub(crate) steps: u32,
    /// What was said at it.
    pub(crate) spoken: Spoken,
    /// Up to which entry its views are kept.
    pub(crate) kept_upto: u32,
    /// The entry by which it went on by other rules, 0 if it never did.
    pub(crate) since: u32,
    /// How often something beside its log had changed when that was last read.
    pub(crate) beside: i64,
}

impl OpenTable {
    pub(crate) fn new(mut sitting: Sitting, about: About, end: ChainEnd) -> OpenTable {
        sitting.kept_under(told(end.mark));
        let (kept, spoken) = (about.setup.json(), Spoken::default());
        let memory = Memory::Sound;
        OpenTable { sitting, about, kept, end, memory, steps: 0, spoken, kept_upto: 0, since: 0, beside: 0 }
    }

    /// Goes on from what is kept beside its log, where other processes may have kept it.
    fn with(mut self, app: &App, beside: Option<Beside>) -> OpenTable {
        if let Some(Beside { times, clock, tells, .. }) = beside {
            self.beside = times;
            clocks::found(app, &self, clock);
            tell::take_over(app, &self, tells);
        }
        self
    }

    pub(crate) fn is_over(&self) -> bool {
        self.sitting.table.outcome().is_some()
    }

    /// What lists and pages show of it to whoever holds these seats.
    pub(crate) fn info(&self, held: &OwnSeats) -> TableInfo {
        self.about.info(held, self.sitting.seq(), self.summary())
    }

    pub(crate) fn summary(&self) -> Summary {
        Summary::of(&self.sitting.table.view(Seat::Observer))
    }

    /// Changes what is known of the table besides its position, and keeps that. If another process was first, what it has kept is told here,
    /// and changed.
    pub(crate) async fn set_up(
        &mut self,
        app: &App,
        room: &Room,
        change: impl Fn(&mut Setup),
    ) -> Result<(), Shut> {
        for _ in 0..MOST_GOES {
            let mut setup = self.about.setup.clone();
            change(&mut setup);
            match self.keep(app, setup).await {
                Err(Shut::Moved) => Box::pin(self.look_beside(app, room)).await?,
                kept => return kept,
            }
        }
        Err(Shut::Moved)
    }

    /// Keeps what is known of the table besides its position, unless another process was first.
    pub(crate) async fn keep(&mut self, app: &App, setup: Setup) -> Result<(), Shut> {
        let text = setup.json();
        if text != self.kept {
            app.store.set_up(self.end, text.clone(), self.kept.clone()).await.map_err(moved)?;
        }
        (self.about.setup, self.kept) = (setup, text);
        Ok(())
    }

    /// Gives the open seat to whoever has a token, unless another process was first.
    pub(crate) async fn give_seat(
        &mut self,
        app: &App,
        setup: Setup,
        seat: (TokenHash, Seat),
    ) -> Result<(), Shut> {
        let take = Aside::Take { setup: setup.json(), knew: self.kept.clone(), seat };
        app.store.aside(self.end, take).await.map_err(moved)?;
        (self.kept, self.about.setup) = (setup.json(), setup);
        Ok(())
    }

    /// A change of this table as it is kept; nothing if the table knows nothing of it.
    pub(crate) fn entry(&self, change: Change) -> Option<String> {
        let table = &self.sitting.table;
        Some(match change.kind {
            ChangeKind::Act => table.last_line()?.into_text(),
            ChangeKind::Bound => {
                let (bound, command) = table.bound()?;
                Entry::Bound { bound, command: command.value() }.text()
            }
            ChangeKind::TakenBack(allowed) => {
                Entry::Undo { undo: change.by, lines: allowed.lines, seen: allowed.seen }.text()
            }
        })
    }
}

/// Somebody else was first.
fn moved(e: StoreError) -> Shut {
    if e.is_taken() { Shut::Moved } else { e.into() }
}

/// Why a table cannot be entered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Shut {
    #[error("there is no such table")]
    Unknown,
    #[error("games cannot be read or kept just now; nothing has changed")]
    Store(#[source] StoreError),
    #[error("the database went away; whether it was kept is not known, so look again")]
    NotKnown(#[source] StoreError),
    #[error("the table cannot be set up again: {0}")]
    Broken(String),
    #[error("the table has moved on; look again")]
    Moved,
    #[error("this game was played on by a newer Tallyho than this server")]
    Newer,
    #[error("the rules changed, so this table is shown as it was: {0}")]
    Parted(String),
}

impl From<StoreError> for Shut {
    fn from(e: StoreError) -> Shut {
        match e {
            // It stays so, and concerns this table alone.
            StoreError::Damaged(..) => Shut::Broken(e.to_string()),
            StoreError::NewerTable(_) => Shut::Newer,
            StoreError::Moved => Shut::Moved,
            StoreError::Unknown(..) => Shut::NotKnown(e),
            e => Shut::Store(e),
        }
    }
}

impl From<Shut> for Error {
    fn from(shut: Shut) -> Error {
        let code = match shut {
            Shut::Unknown | Shut::Newer | Shut::Parted(_) => Code::NotHere,
            Shut::Store(_) => Code::Disk,
            Shut::Moved => Code::Moved,
            Shut::NotKnown(_) => Code::Unknown,
            Shut::Broken(_) => Code::Internal,
        };
        Error { code, message: shut.to_string(), data: None }
    }
}

/// A mark as clients are told it.
pub(crate) fn told(mark: Mark) -> wire::Mark {
    wire::Mark(mark.bits())
}

/// A table as it was read: it goes on, or it is shown as it was.
pub(crate) enum Found {
    Open(Box<OpenTable>),
    Kept(Box<AsKept>),
}

impl Found {
    pub(crate) fn about(&self) -> &About {
        match self {
            Found::Open(table) => &table.about,
            Found::Kept(kept) => &kept.about,
        }
    }

    pub(crate) fn end(&self) -> ChainEnd {
        match self {
            Found::Open(table) => table.end,
            Found::Kept(kept) => kept.end,
        }
    }

    pub(crate) fn spoiled(&self) -> bool {
        match self {
            Found::Open(table) => table.memory != Memory::Sound,
            Found::Kept(kept) => kept.spoiled,
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        match self {
            Found::Open(table) => table.is_over(),
            Found::Kept(kept) => kept.is_over(),
        }
    }

    pub(crate) fn spoken(&self) -> &Spoken {
        match self {
            Found::Open(table) => &table.spoken,
            Found::Kept(kept) => &kept.spoken,
        }
    }

    /// What lists and pages show of it to whoever holds these seats.
    pub(crate) fn info(&self, held: &OwnSeats) -> TableInfo {
        match self {
            Found::Open(table) => table.info(held),
            Found::Kept(kept) => kept.info(held),
        }
    }
}

/// Reads a table from disk and plays it again up to where it stands. If the rules have changed and make the same of it, that is noted and
/// nobody notices; if they make something else of it, it is shown as it was.
pub(crate) async fn read(app: &App, id: &str) -> Result<Found, Shut> {
    read_upto(app, id, None).await
}

/// Reads a table as it stood at an earlier end of its log, or as it stands now.
pub(crate) async fn read_upto(app: &App, id: &str, upto: Option<ChainEnd>) -> Result<Found, Shut> {
    let stored = app.store.table(id).await.inspect_err(|e| {
        tracing::error!(table = id, error = %e, "a table cannot be read");
    });
    let mut stored = stored?.ok_or(Shut::Unknown)?;
    if let Some(upto) = upto {
        stored.entries.truncate(upto.seq as usize);
        stored.end = upto;
        stored.row.finished_ms = None;
    }
    let beside = match app.store.is_shared() {
        true => Some(app.store.beside(stored.end).await?.ok_or(Shut::Unknown)?),
        false => None,
    };
    if let Some(beside) = &beside {
        stored.row.setup.clone_from(&beside.setup);
    }
    let mut about = About::of(&stored.row)?;
    let past = Past::of(stored.header, stored.rules, stored.entries);
    let mut past = past.map_err(|says| Shut::Broken(format!("its log cannot be followed: {says}")))?;
    if past.since > 0 {
        past.with_seeds(&app.store.resumed_seeds(stored.end).await?);
        about.setup.promise_of(&past.whole);
    }
    let edition = app.catalog.edition(&about.game).cloned();
    let finished = stored.row.finished_ms.is_some();
    if let Some(own) = edition.as_ref().filter(|_| !finished)
        && belongs_to_newer(app, &past, own).await?
    {
        tracing::warn!(table = id, revision = past.revision, "a table was played on by newer rules");
        return Err(Shut::Newer);
    }
    metrics::counter!("tallyho_tables_read_total").increment(1);
    let spoken = Spoken::of(app.store.talk(stored.end).await?);
    match set_up_again(&app.catalog, &past, stored.seed).await {
        Ok(table) => {
            // What stood earlier is not stamped: what came after it tells by which rules it went on.
            let stamped = |edition: &Edition| !finished && upto.is_none() && past.differs_from(edition);
            let end = match edition.filter(stamped) {
                Some(edition) => {
                    let summary = Summary::of(&table.view(Seat::Observer)).json();
                    stamp(app, stored.end, summary, edition).await?
                }
                None => stored.end,
            };
            let mut sitting = Sitting::new(table, about.company()).resumed(end.seq, past.made_at);
            sitting.ask_for(about.setup.asked.filter(|(_, at)| *at == end.seq).map(|(side, _)| side));
            let kept_upto = app.store.kept_upto(end).await?;
            let table = OpenTable::new(sitting, about, end);
            let kept = stored.row.setup;
            let table = OpenTable { kept, spoken, kept_upto, since: past.since, ..table };
            Ok(Found::Open(Box::new(table.with(app, beside))))
        }
        Err(parting) => {
            tracing::warn!(table = id, why = parting.why, "the rules make something else of a kept table");
            let shown = Shown { about, end: stored.end, seed: stored.seed, row: stored.row, spoken };
            let kept = AsKept::read(app, shown, past, parting, edition).await?;
            if kept.may_resume() && kept.missing().is_empty() {
                going_on::resume(app, &kept).await?;
                return Box::pin(read(app, id)).await;
            }
            Ok(Found::Kept(Box::new(kept)))
        }
    }
}

/// Whether a table is to be left to newer rules than these. Of one revision those are newer that came to the database later, and they have
/// the table as long as somebody plays by them: a host may go back.
async fn belongs_to_newer(app: &App, past: &Past, own: &Edition) -> Result<bool, StoreError> {
    match &past.rules {
        _ if past.revision != own.revision => Ok(past.revision > own.revision),
        Some(rules) if *rules != own.rules => app.store.is_outranked(rules, &own.rules).await,
        _ => Ok(false),
    }
}

/// Plays a table again by the rules as they are now.
pub(crate) async fn set_up_again(
    catalog: &Catalog,
    past: &Past,
    seed: Option<Seed>,
) -> Result<Box<dyn AnyTable>, Parting> {
    let (catalog, whole) = (catalog.clone(), past.whole.clone());
    let replayed = tokio::task::spawn_blocking(move || catalog.replay(&whole, seed)).await;
    let replayed = replayed.map_err(|_| Parting { line: None, why: "the rules fail on this game".into() })?;
    let mut table = replayed.map_err(|difference| Parting::of(&past.whole, &difference))?;
    for (side, after) in &past.notes {
        table.note_take_back(*side, *after);
    }
    if let Some((side, command)) = &past.bound {
        let line = Some(past.whole.lines.len() as u32 + 1);
        table.bind(*side, &Json::of(command)).map_err(|fault| Parting {
            line,
            why: format!("a command that waits for its dice cannot be read: {}", desk::error(fault).message),
        })?;
    }
    Ok(table)
}

/// Notes that a table agrees with the rules as they are now. From this entry on, processes with older rules leave it alone as long as there
/// is one with these.
async fn stamp(app: &App, end: ChainEnd, summary: String, edition: Edition) -> Result<ChainEnd, Shut> {
    let Edition { revision, rules } = edition;
    let kept = Kept {
        end,
        mark: Mark::draw(),
        at_ms: now_ms(),
        entry: Entry::Stamp { stamp: revision, rules: rules.clone() }.text(),
        summary,
        finished: false,
    };
    let end = app.store.append(kept).await?.end;
    app.store.aside(end, Aside::Stamp(rules)).await?;
    Ok(end)
}
