//! Copies of a database file: taken while a server writes to it, and put in its place.

use super::file::{Lock, with};
use super::{Connection, failed, options};
use crate::StoreError;
use crate::backup::sync_folder;
use sqlx::Connection as _;
use std::fs::File;
use std::io::ErrorKind::{NotFound, PermissionDenied};
use std::io::Read;
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
        Err(e) if e.kind() != NotFound => Err(e),
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

    /// How many tables it has; nothing if it cannot be read.
    pub(crate) async fn tables(&self) -> Result<Option<i64>, StoreError> {
        if self.is_empty()? {
            return Ok(Some(0));
        }
        if !self.is_a_database() {
            return Ok(None);
        }
        let asked = async {
            let mut connection = Connection::connect_with(&options(&self.path)).await?;
            let tables =
                sqlx::query_scalar("SELECT COUNT(*) FROM game_table").fetch_one(&mut connection).await;
            connection.close().await?;
            tables
        };
        self.unless_open_elsewhere(asked.await)
    }

    fn is_empty(&self) -> Result<bool, StoreError> {
        let file = std::fs::metadata(&self.path);
        Ok(file.map_err(|e| StoreError::File(self.path.clone(), Arc::new(e)))?.len() == 0)
    }

    /// SQLite is not let near another file: it would tidy away what is beside it.
    fn is_a_database(&self) -> bool {
        let mut head = [0; 16];
        let read = File::open(&self.path).and_then(|mut file| file.read_exact(&mut head));
        read.is_ok() && head == *b"SQLite format 3\0"
    }

    /// An answer of SQLite; nothing if the file cannot be read. That somebody else has it open is another matter.
    fn unless_open_elsewhere<T>(&self, asked: sqlx::Result<T>) -> Result<Option<T>, StoreError> {
        match asked {
            Err(e) if is_busy(&e) => Err(StoreError::OpenElsewhere(self.path.clone())),
            asked => Ok(asked.ok()),
        }
    }

    /// Puts all that is in the write-ahead log into the database, and the log away. SQLite does so only if nobody else has the file open.
    async fn settle(&self) -> Result<(), StoreError> {
        let settled = async {
            let mut connection = Connection::connect_with(&options(&self.path)).await?;
            let mode = sqlx::query_scalar("PRAGMA journal_mode = DELETE").fetch_one(&mut connection).await;
            connection.close().await?;
            mode
        };
        let mode: Option<String> = self.unless_open_elsewhere(settled.await)?;
        // Of a file that cannot be read the log goes aside with it.
        match mode.as_deref() {
            Some("delete") | None => Ok(()),
            Some(_) => Err(StoreError::OpenElsewhere(self.path.clone())),
        }
    }

    /// Puts another file into its place at one blow. The one that was there is kept under another name, which is returned. If that fails,
    /// all is as it was.
    pub(crate) async fn replace(self, new: Part) -> Result<Option<PathBuf>, StoreError> {
        let of_file = |e| StoreError::File(self.path.clone(), Arc::new(e));
        let there = !self.is_empty()?;
        if self.is_a_database() {
            self.settle().await?;
        }
        let aside = PutAside { path: self.path.clone(), name: free_name(&self.path) };
        let put = aside.put(there).and_then(|()| sync_folder(&self.path)).map_err(of_file);
        if let Err(error) = put.and_then(|()| new.become_file(&self.path)) {
            aside.put_back();
            return Err(error);
        }
        sync_folder(&self.path).map_err(of_file)?;
        Ok(there.then_some(aside.name))
    }
}

/// SQLite's words for a file that somebody else has open: busy, locked.
fn is_busy(e: &sqlx::Error) -> bool {
    let code = e.as_database_error().and_then(|e| e.code()?.parse::<u32>().ok());
    code.is_some_and(|code| matches!(code & 0xff, 5 | 6))
}

/// A database that is kept under another name.
struct PutAside {
    path: PathBuf,
    name: PathBuf,
}

impl PutAside {
    /// Gives the database, if there is one, its second name first: at no moment is it without one. Then moves what is beside it, because a
    /// log of the old file must not be found beside the new one, even where nothing is left of the old file but its log.
    fn put(&self, there: bool) -> std::io::Result<()> {
        // Not every file system has second names.
        if there && std::fs::hard_link(&self.path, &self.name).is_err() {
            std::fs::copy(&self.path, &self.name)?;
            File::open(&self.name)?.sync_all()?;
        }
        for end in BESIDE {
            rename(&with(&self.path, end), &with(&self.name, end))?;
        }
        Ok(())
    }

    fn put_back(&self) {
        for end in BESIDE {
            let _ = rename(&with(&self.name, end), &with(&self.path, end));
        }
        let _ = remove(&self.name);
    }
}

/// Gives a file another name, if it is there.
fn rename(from: &Path, to: &Path) -> std::io::Result<()> {
    match std::fs::rename(from, to) {
        Err(e) if e.kind() != NotFound => Err(e),
        _ => Ok(()),
    }
}

fn free_name(path: &Path) -> PathBuf {
    let name = |n: u32| with(path, &format!(".before-restore-{n}"));
    let is_free = |name: &PathBuf| !name.exists() && BESIDE.iter().all(|end| !with(name, end).exists());
    (1..).map(name).find(is_free).unwrap_or_else(|| name(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_restore_that_fails_in_the_middle_leaves_all_as_it_was() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().canonicalize().unwrap().join("games.db");
        // Nothing that SQLite could read: its log is all that may help, and stays beside it.
        let was = ["", "-journal", "-wal", "-shm"].map(|end| (with(&file, end), format!("no database{end}")));
        for (name, text) in &was {
            std::fs::write(name, text).unwrap();
        }
        let held = Held::take(&file).unwrap();
        assert_eq!(held.tables().await.unwrap(), None);
        let part = Part::beside(&file).unwrap();
        std::fs::remove_file(part.path()).unwrap();
        assert!(matches!(held.replace(part).await, Err(StoreError::File(..))));
        for (name, text) in &was {
            assert_eq!(std::fs::read_to_string(name).unwrap(), *text, "{}", name.display());
        }
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), was.len());
        let held = Held::take(&file).unwrap();
        let aside = held.replace(Part::beside(&file).unwrap()).await.unwrap().unwrap();
        for ((name, text), end) in was.iter().zip(["", "-journal", "-wal", "-shm"]) {
            assert_eq!(std::fs::read_to_string(with(&aside, end)).unwrap(), *text);
            assert_eq!(name.exists(), end.is_empty());
        }
    }
}
