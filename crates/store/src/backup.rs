//! Backups: a file with all games as they are at one moment, and such a file put back.

use crate::sqlite::{Held, Part, is_sound};
use crate::{Place, Store, StoreError, Tally, copy, schema};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Writes all games into a new file while servers go on. Of a PostgreSQL each game is copied whole, one after the other. If this fails or
/// is given up, nothing is left of it.
pub async fn backup(
    place: &Place,
    to: &Path,
    told: impl FnMut(&Tally, usize),
) -> Result<Option<Tally>, StoreError> {
    let of_file = |e| StoreError::File(to.to_owned(), Arc::new(e));
    let there = || if to.exists() { Err(of_file(std::io::ErrorKind::AlreadyExists.into())) } else { Ok(()) };
    there()?;
    schema(place).await?;
    let mut part = Part::beside(to)?;
    let tally = match place {
        Place::File(from) => {
            part.snapshot(from).await?;
            None
        }
        Place::Postgres(_) => {
            let from = Store::look(place).await?;
            part.unlock();
            Some(copy_into(&from, part.path(), told).await?)
        }
    };
    there()?;
    part.become_file(to)?;
    sync_folder(to).map_err(of_file)?;
    Ok(tally)
}

/// Has the names in a file's folder outlast a power cut: what is deleted because it was written there must not be lost with them.
pub fn sync_folder(file: &Path) -> std::io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // A folder that cannot be opened, as on Windows, needs none of it.
    File::open(folder).map_or(Ok(()), |folder| folder.sync_all())
}

async fn copy_into(from: &Store, file: &Path, told: impl FnMut(&Tally, usize)) -> Result<Tally, StoreError> {
    let to = Store::open(file).await?;
    let copied = copy(from, &to, told).await;
    let closed = to.close().await;
    copied.and_then(|tally| closed.map(|()| tally))
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
    let schema = schema(&Place::File(backup.to_owned())).await?;
    match schema.found {
        None => {
            let says = "it has no games of Tallyho in it".to_owned();
            return Err(StoreError::Damaged(backup.display().to_string(), says));
        }
        Some(_) if schema.is_newer() => return Err(StoreError::Newer(backup.display().to_string())),
        Some(_) => {}
    }
    is_sound(backup).await?;
    let held = Held::take(to)?;
    let tables = held.tables().await?;
    if tables != Some(0) && !force {
        let has = tables.map_or("cannot be read".to_owned(), |tables| format!("has {tables} tables"));
        let says = format!("{} {has}; use --force to put it aside for the backup", to.display());
        return Err(StoreError::Place(says));
    }
    let mut part = Part::beside(to)?;
    part.snapshot(backup).await?;
    part.unlock();
    let tables = opened_once(part.path()).await?;
    Ok(Restored { tables, aside: held.replace(part).await? })
}

/// Opens a file and closes it again, so that it is known to be good, and brought up to date. Returns how many tables it has.
async fn opened_once(file: &Path) -> Result<usize, StoreError> {
    let store = Store::open(file).await?;
    let ids = store.ids().await;
    store.close().await?;
    ids.map(|ids| ids.len())
}
