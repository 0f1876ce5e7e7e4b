//! Reading a table again that is not in memory as it is kept, so that those who look on need not come again if they can be told what they
//! have missed.

use crate::app::App;
use crate::open_table::{Found, Memory, Shut, read, read_upto};
use crate::room::Room;
use std::sync::atomic::Ordering;
use store::ChainEnd;

/// What those who look on have of a table that is to be read again.
#[derive(Clone, Copy)]
pub(crate) enum Before {
    Nothing,
    /// Everything up to there.
    Seen(ChainEnd),
    /// The table as it was kept.
    AsKept,
}

impl Before {
    pub(crate) fn of(table: Option<&Found>) -> Before {
        match table {
            Some(Found::Open(open)) if open.memory == Memory::Ahead => Before::Seen(open.end),
            Some(Found::Kept(_)) => Before::AsKept,
            Some(Found::Open(_)) | None => Before::Nothing,
        }
    }
}

impl Room {
    /// Reads the table, which is not in memory, or not as it is kept. Those who look on stay if they can be told what they have missed.
    pub(crate) async fn read_again(&self, app: &App, before: Before) -> Result<Found, Shut> {
        if let Before::Seen(end) = before
            && app.store.is_shared()
        {
            if app.store.tail(end).await?.is_some() {
                self.near.doubt();
                return Ok(self.has_read(read_upto(app, &self.id, Some(end)).await?));
            }
            self.reset();
        }
        let read = self.has_read(read(app, &self.id).await?);
        if matches!(&read, Found::Open(table) if table.kept_upto < table.end.seq) {
            self.behind.begin();
        }
        match (before, &read) {
            (Before::AsKept, Found::Open(_)) => self.reset(),
            (Before::AsKept, Found::Kept(kept)) => self.tell("parted", &kept.parted()),
            _ => {}
        }
        Ok(read)
    }

    /// What is beside the log was read with the table.
    fn has_read(&self, found: Found) -> Found {
        if let Found::Open(table) = &found {
            self.near.has_looked(table.beside);
        }
        found
    }

    /// The table is another than it was: everybody has to come again.
    pub(crate) fn reset(&self) {
        self.times.fetch_add(1, Ordering::AcqRel);
        // Whatever is said wakes the sockets, which then find that they belong to the table as it was.
        self.tell("presence", &self.presence());
    }
}
