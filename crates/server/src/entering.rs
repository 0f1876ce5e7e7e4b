//! Taking a table, to play at it or to look at it: it is read from disk if it is not in memory, and follows what other processes have done.

use crate::afresh::Before;
use crate::app::App;
use crate::as_kept::AsKept;
use crate::neighbours::Ahead;
use crate::open_table::{Found, OpenTable, Shut};
use crate::room::Room;
use std::sync::atomic::Ordering;
use std::time::Duration;
use store::ChainEnd;
use tokio::sync::{MappedMutexGuard, MutexGuard};

/// How often a table is read again because somebody else was first to write at it.
const MOST_GOES: u32 = 5;
/// How long a question waits for the database before it is answered from memory.
const SOON: Duration = Duration::from_millis(500);

/// What the table is to be good for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum For {
    /// It is as it stands in the database.
    Playing,
    /// As far as is known here, while the database is away.
    Looking,
    /// It follows what others did. Nobody here has asked for it.
    Following,
}

/// How a table stands in memory.
pub(crate) enum Glimpse {
    /// It is not there.
    Absent,
    /// Somebody has taken it just now.
    Taken,
    /// It ends there, and something beside its log had changed so often, if that matters.
    At(ChainEnd, Option<i64>),
}

impl Glimpse {
    /// Where it ends, if that can be told.
    pub(crate) fn end(&self) -> Option<ChainEnd> {
        match self {
            Glimpse::At(end, _) => Some(*end),
            Glimpse::Absent | Glimpse::Taken => None,
        }
    }
}

impl Room {
    /// Takes the table, read from disk if it is not in memory, whether it goes on or is shown as it was.
    pub(crate) async fn found(&self, app: &App) -> Result<MappedMutexGuard<'_, Found>, Shut> {
        self.found_with(app, For::Playing, None).await
    }

    /// Takes the table to answer a question: as it is in memory, if the database is away.
    pub(crate) async fn seen(&self, app: &App) -> Result<MappedMutexGuard<'_, Found>, Shut> {
        self.found_with(app, For::Looking, None).await
    }

    /// The same, with what other processes did if that was read already.
    async fn found_with(
        &self,
        app: &App,
        to: For,
        mut ahead: Option<Ahead>,
    ) -> Result<MappedMutexGuard<'_, Found>, Shut> {
        let mut table = self.table.lock().await;
        if to != For::Following {
            self.used_s.store(app.started.elapsed().as_secs(), Ordering::Relaxed);
        }
        let mut goes = 0;
        loop {
            if table.as_ref().is_none_or(Found::spoiled) {
                let before = Before::of(table.as_ref());
                // In a box of its own, as what others did is: a move needs neither and is not to carry room for them.
                match Box::pin(self.read_again(app, before)).await {
                    // Whoever plays by other rules was first; what they did is read too.
                    Err(Shut::Moved) if goes < MOST_GOES => {
                        goes += 1;
                        continue;
                    }
                    Err(Shut::Newer) => return Err(self.newer_has(app, &mut table).await),
                    read => {
                        let found = read?;
                        app.rooms.note(found.end().key, &self.id);
                        *table = Some(found);
                    }
                }
            }
            if !app.store.is_shared()
                || !self.near.is_due()
                || (to == For::Looking && app.readiness.is_away())
            {
                break;
            }
            let looked = async {
                match &mut *table {
                    Some(Found::Open(open)) => self.catch_up(app, open, ahead.take()).await,
                    Some(Found::Kept(kept)) => self.look_at_kept(app, kept).await,
                    None => Err(Shut::Unknown),
                }
            };
            let looked = match to {
                For::Playing | For::Following => Box::pin(looked).await,
                For::Looking => match Box::pin(tokio::time::timeout(SOON, looked)).await {
                    Err(_) | Ok(Err(Shut::Store(_))) => {
                        app.readiness.is_silent();
                        continue;
                    }
                    Ok(looked) => looked,
                },
            };
            match looked {
                // Whoever plays by newer rules has played on meanwhile.
                Err(Shut::Newer) => return Err(self.newer_has(app, &mut table).await),
                looked => looked?,
            }
        }
        MutexGuard::try_map(table, Option::as_mut).map_err(|_| Shut::Unknown)
    }

    /// Looks whether anything was added to a table that is shown as it was.
    async fn look_at_kept(&self, app: &App, kept: &mut AsKept) -> Result<(), Shut> {
        let tail = app.store.tail(kept.end).await?;
        kept.spoiled = tail.is_none_or(|tail| !tail.is_empty());
        self.near.is_fresh();
        Ok(())
    }

    /// Lets go of a table that newer rules have.
    async fn newer_has(&self, app: &App, table: &mut Option<Found>) -> Shut {
        let end = table.take().map(|found| found.end());
        Box::pin(self.left_to_newer(app, end)).await;
        Shut::Newer
    }

    /// Takes the table to play at it.
    pub(crate) async fn enter(&self, app: &App) -> Result<MappedMutexGuard<'_, OpenTable>, Shut> {
        self.enter_for(app, For::Playing, None).await
    }

    /// Takes the table to follow what other processes did, if that was read already. That keeps no table in memory that nobody here uses.
    pub(crate) async fn follow(
        &self,
        app: &App,
        ahead: Option<Ahead>,
    ) -> Result<MappedMutexGuard<'_, OpenTable>, Shut> {
        self.enter_for(app, For::Following, ahead).await
    }

    async fn enter_for(
        &self,
        app: &App,
        to: For,
        ahead: Option<Ahead>,
    ) -> Result<MappedMutexGuard<'_, OpenTable>, Shut> {
        let found = self.found_with(app, to, ahead).await?;
        MappedMutexGuard::try_map(found, |found| match found {
            Found::Open(table) => Some(&mut **table),
            Found::Kept(_) => None,
        })
        .map_err(|found| match &*found {
            Found::Kept(kept) => Shut::Parted(kept.parting.why.clone()),
            Found::Open(_) => Shut::Unknown,
        })
    }

    /// Looks how the table stands in memory, without waiting for anybody.
    pub(crate) fn glimpse(&self) -> Glimpse {
        match self.table.try_lock().as_deref() {
            Ok(Some(Found::Open(table))) => Glimpse::At(table.end, Some(table.beside)),
            Ok(Some(Found::Kept(kept))) => Glimpse::At(kept.end, None),
            Ok(None) => Glimpse::Absent,
            Err(_) => Glimpse::Taken,
        }
    }

    /// Looks at a table that is in memory and goes on, which does not count as entering.
    pub(crate) async fn look_in<T>(&self, look: impl FnOnce(&OpenTable) -> T) -> Option<T> {
        match &*self.table.lock().await {
            Some(Found::Open(table)) => Some(look(table)),
            Some(Found::Kept(_)) | None => None,
        }
    }
}
