//! Copies of a database file: taken while a server writes to it, and put in its place.

use super::file::{Lock, with};
use super::{Connection, failed, options};
use crate::StoreError;
use sqlx::Connection as _;
use std::fs::File;
use std::io::ErrorKind::PermissionDenied;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What SQLite keeps beside a database.
const BESIDE: [&str; 3] = ["-journal", "-wal", "-shm"];

/// A database that is written under a name of its own until it is whole. Nothing is left of it if it is dropped before it gets its place.
pub(crate) struct Part {
    path: PathBuf,
    /// Nothing while a store has it.
    lock: Option<Lock>,
    /// Whether what is there under its name is to go with it.
    ours: bool,
}

impl Part {
    /// Begins one beside `file`. What is left of one that was broken off makes way; one that is being written does not.
    pub(crate) fn beside(file: &Path) -> Result<Part, StoreError> {
        let path = with(file, ".part");
        let lock = Part::take(&path)?;
        let of_file = |e| StoreError::File(path.clone(), Arc::new(e));
        // SQLite takes an empty file for a new one, and leaves its mode as it is.
        lock.empty().map_err(of_file)?;
        for end in BESIDE {
            remove(&with(&path, end)).map_err(of_file)?;
        }
        Ok(Part { path, lock: Some(lock), ours: true })
    }

    fn take(path: &Path) -> Result<Lock, StoreError> {
        let (lock, _) = Lock::take(path).map_err(|e| match e {
            // Whoever may not write here need not be the user of the server.
            StoreError::Forbidden(_) => StoreError::File(path.to_owned(), Arc::new(PermissionDenied.into())),
            e => e,
        })?;
        // Whoever had the lock may have given the file another name before it was free.
        if lock.is_of(path) { Ok(lock) } else { Err(StoreError::InUse(path.to_owned())) }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Lets somebody else lock it, who writes it as a store.
    pub(crate) fn unlock(&mut self) {
        self.lock = None;
    }

    /// Gives it its name at one blow. It stays locked until then, so that nobody takes it for one that was broken off.
    pub(crate) fn become_file(mut self, name: &Path) -> Result<(), StoreError> {
        if self.lock.is_none() {
            self.ours = false;
            self.lock = Some(Part::take(&self.path)?);
            self.ours = true;
        }
        std::fs::rename(&self.path, name).map_err(|e| StoreError::File(name.to_owned(), Arc::new(e)))?;
        self.ours = false;
        Ok(())
    }

    /// Writes what a file holds at this moment, and checks it. Writers of the file go on meanwhile.
    pub(crate) async fn snapshot(&self, from: &Path) -> Result<(), StoreError> {
        let to = self.path.as_path();
        let mut source = look(from).await?;
        let into = sqlx::query("VACUUM INTO $1").bind(to.to_string_lossy().into_owned());
        let written = into.execute(&mut source).await;
        written.map_err(|e| failed(if is_of_the_target(&e) { to } else { from }, e))?;
        source.close().await.map_err(|e| failed(from, e))?;
        is_sound(to).await?;
        File::open(to)
            .and_then(|file| file.sync_all())
            .map_err(|e| StoreError::File(to.to_owned(), Arc::new(e)))
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if self.ours {
            // The last one is there where the database itself cannot be locked.
            for end in BESIDE.into_iter().chain(["", ".lock"]) {
                let _ = remove(&with(&self.path, end));
            }
        }
    }
}

/// Removes a file if it is there.
fn remove(file: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(file) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(e),
        _ => Ok(()),
    }
}

/// Whether a copy failed because of the file that was written. The numbers are SQLite's: full, not to be opened, not to be written; of its
/// errors of input and output those of writing, flushing and cutting short.
fn is_of_the_target(e: &sqlx::Error) -> bool {
    let code = e.as_database_error().and_then(|e| e.code()?.parse::<u32>().ok());
    code.is_some_and(|code| matches!(code & 0xff, 8 | 13 | 14) || matches!(code, 778 | 1034 | 1290 | 1546))
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
    pub(crate) fn replace(self, new: Part) -> Result<Option<PathBuf>, StoreError> {
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
        new.become_file(path)?;
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
