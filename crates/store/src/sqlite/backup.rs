//! Copies of a database file: taken while a server writes to it, and put in its place.

use super::file::{Lock, open_private, with};
use super::{Connection, failed, options};
use crate::StoreError;
use sqlx::Connection as _;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Writes what a file holds at this moment into a new one, and checks it. Writers go on meanwhile.
pub(crate) async fn snapshot(from: &Path, to: &Path) -> Result<(), StoreError> {
    let of_file = |e| StoreError::File(to.to_owned(), Arc::new(e));
    if to.exists() {
        return Err(of_file(std::io::ErrorKind::AlreadyExists.into()));
    }
    // SQLite takes an empty file for a new one, and leaves its mode as it is.
    drop(open_private(to).map_err(of_file)?);
    let written = async {
        let mut source = look(from).await?;
        let into = sqlx::query("VACUUM INTO $1").bind(to.to_string_lossy().into_owned());
        into.execute(&mut source).await.map_err(|e| failed(from, e))?;
        source.close().await.map_err(|e| failed(from, e))?;
        is_sound(to).await?;
        File::open(to).and_then(|file| file.sync_all()).map_err(of_file)
    };
    let written = written.await;
    if written.is_err() {
        let _ = std::fs::remove_file(to);
    }
    written
}

/// Looks through all pages of a file.
pub(crate) async fn is_sound(file: &Path) -> Result<(), StoreError> {
    let mut connection = look(file).await?;
    let says = sqlx::query_scalar("PRAGMA integrity_check").fetch_all(&mut connection).await;
    let says: Vec<String> = says.map_err(|e| failed(file, e))?;
    connection.close().await.map_err(|e| failed(file, e))?;
    if says == ["ok"] {
        return Ok(());
    }
    let first = says.into_iter().next().unwrap_or_default();
    Err(StoreError::Damaged(file.display().to_string(), first))
}

async fn look(file: &Path) -> Result<Connection, StoreError> {
    Connection::connect_with(&options(file).read_only(true)).await.map_err(|e| failed(file, e))
}

/// A database that nobody else may open until this is dropped.
pub(crate) struct Held {
    path: PathBuf,
    _lock: Lock,
}

impl Held {
    /// Takes a database, which is made if it is not there.
    pub(crate) fn take(file: &Path) -> Result<Held, StoreError> {
        let (lock, path) = Lock::take(file)?;
        Ok(Held { path, _lock: lock })
    }

    /// How many tables it has; nothing if that cannot be told. Its write-ahead log is in the file afterwards.
    pub(crate) async fn tables(&self) -> Option<i64> {
        if std::fs::metadata(&self.path).ok()?.len() == 0 {
            return Some(0);
        }
        let mut connection = Connection::connect_with(&options(&self.path)).await.ok()?;
        let tables = sqlx::query_scalar("SELECT COUNT(*) FROM game_table").fetch_one(&mut connection).await;
        connection.close().await.ok()?;
        tables.ok()
    }

    /// Puts another file into its place at one blow. The one that was there is kept under another name, which is returned.
    pub(crate) fn replace(self, new: &Path) -> Result<Option<PathBuf>, StoreError> {
        let path = &self.path;
        let of_file = |e| StoreError::File(path.clone(), Arc::new(e));
        let mut aside = None;
        if std::fs::metadata(path).map_err(of_file)?.len() > 0 {
            let name = free_name(path);
            // A log of the old file must not be found beside the new one.
            for end in ["-wal", "-shm"] {
                let beside = with(path, end);
                if beside.exists() {
                    std::fs::rename(&beside, with(&name, end)).map_err(of_file)?;
                }
            }
            // Not every file system has second names.
            if std::fs::hard_link(path, &name).is_err() {
                std::fs::copy(path, &name).map_err(of_file)?;
            }
            aside = Some(name);
        }
        std::fs::rename(new, path).map_err(of_file)?;
        if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
            folder.sync_all().map_err(of_file)?;
        }
        Ok(aside)
    }
}

fn free_name(path: &Path) -> PathBuf {
    let name = |n: u32| with(path, &format!(".before-restore-{n}"));
    (1..).map(name).find(|name| !name.exists()).unwrap_or_else(|| name(0))
}
