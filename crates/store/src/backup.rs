//! Backups: a file with all games as they are at one moment, and such a file put back.

use crate::sqlite::{Held, is_sound, snapshot};
use crate::{Place, Schema, Store, StoreError, Tally, copy, schema};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Writes all games into a new file while servers go on. Of a PostgreSQL each game is copied whole, one after the other.
pub async fn backup(
    place: &Place,
    to: &Path,
    told: impl FnMut(&Tally, usize),
) -> Result<Option<Tally>, StoreError> {
    let of_file = |e| StoreError::File(to.to_owned(), Arc::new(e));
    let there = || if to.exists() { Err(of_file(std::io::ErrorKind::AlreadyExists.into())) } else { Ok(()) };
    there()?;
    let part = beside(to);
    let tally = match place {
        Place::File(from) => {
            schema(place).await?;
            snapshot(from, &part).await?;
            None
        }
        Place::Postgres(_) => Some(copy_into(place, &part, told).await?),
    };
    there()?;
    std::fs::rename(&part, to).map_err(of_file)?;
    Ok(tally)
}

async fn copy_into(place: &Place, part: &Path, told: impl FnMut(&Tally, usize)) -> Result<Tally, StoreError> {
    if part.exists() {
        return Err(StoreError::File(part.to_owned(), Arc::new(std::io::ErrorKind::AlreadyExists.into())));
    }
    let from = Store::look(place).await?;
    let to = Store::open(part).await?;
    let copied = copy(&from, &to, told).await;
    let closed = to.close().await;
    let tally = copied.and_then(|tally| closed.map(|()| tally));
    if tally.is_err() {
        let _ = std::fs::remove_file(part);
    }
    tally
}

/// The name of a file that is being written.
fn beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// What a restored backup took the place of.
#[derive(Debug)]
pub struct Restored {
    /// Tables in the backup.
    pub tables: usize,
    /// Where the file is now that was there before.
    pub aside: Option<PathBuf>,
}

/// Puts a backup in the place of a database file that no server uses. The backup is checked first and stays where it is. If the database
/// has games, or cannot be read, `force` is needed; even then the old file is kept.
pub async fn restore(backup: &Path, to: &Path, force: bool) -> Result<Restored, StoreError> {
    let Schema { found, known } = schema(&Place::File(backup.to_owned())).await?;
    match found {
        None => {
            let says = "it has no games of Tallyho in it".to_owned();
            return Err(StoreError::Damaged(backup.display().to_string(), says));
        }
        Some(found) if found > known => return Err(StoreError::Newer(backup.display().to_string())),
        Some(_) => {}
    }
    is_sound(backup).await?;
    let held = Held::take(to)?;
    let tables = held.tables().await;
    if tables != Some(0) && !force {
        let has = tables.map_or("cannot be read".to_owned(), |tables| format!("has {tables} tables"));
        let says = format!("{} {has}; use --force to put it aside for the backup", to.display());
        return Err(StoreError::Place(says));
    }
    let part = beside(to);
    snapshot(backup, &part).await?;
    let put = match opened_once(&part).await {
        Ok(tables) => held.replace(&part).map(|aside| Restored { tables, aside }),
        Err(e) => Err(e),
    };
    if put.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    put
}

/// Opens a file and closes it again, so that it is known to be good, and brought up to date. Returns how many tables it has.
async fn opened_once(file: &Path) -> Result<usize, StoreError> {
    let store = Store::open(file).await?;
    let ids = store.ids().await;
    store.close().await?;
    ids.map(|ids| ids.len())
}
