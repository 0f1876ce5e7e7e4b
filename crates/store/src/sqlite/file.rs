//! The database's files: readable by their owner only, locked against a second server, and watched in case somebody replaces them.

use crate::StoreError;
use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The lock on a database, until it is dropped or its process dies.
///
/// The database file itself is locked, so the lock holds under every name of the file and cannot be deleted on its own. Only on
/// Linux does that not interfere with SQLite's own locks; elsewhere a file beside it is locked.
///
/// Drop it after SQLite has closed the file: closing any handle of a file ends SQLite's locks on it too.
pub(crate) struct Lock {
    database: File,
    _beside: Option<File>,
}

impl Lock {
    /// Locks a database, which is created if it does not exist. Also returns its canonical path.
    pub(crate) fn take(file: &Path) -> Result<(Lock, PathBuf), StoreError> {
        let failed = |e: std::io::Error| StoreError::not_opened(file, e);
        let database = open_private(file).map_err(failed)?;
        let path = file.canonicalize().map_err(failed)?;
        let beside = if cfg!(target_os = "linux") {
            None
        } else {
            Some(open_private(&with(&path, ".lock")).map_err(failed)?)
        };
        match beside.as_ref().unwrap_or(&database).try_lock() {
            Ok(()) => Ok((Lock { database, _beside: beside }, path)),
            Err(std::fs::TryLockError::WouldBlock) => Err(StoreError::InUse(file.to_owned())),
            Err(std::fs::TryLockError::Error(e)) => Err(failed(e)),
        }
    }
}

impl Lock {
    /// Whether it is the lock of the file that has this name now.
    pub(super) fn is_of(&self, path: &Path) -> bool {
        let (locked, there) = (self.database.metadata(), path.symlink_metadata());
        locked.ok().zip(there.ok()).is_some_and(|(locked, there)| identity(&locked) == identity(&there))
    }

    /// Takes everything out of the file, and other users' rights to it away.
    pub(super) fn empty(&self) -> std::io::Result<()> {
        #[cfg(unix)]
        self.database.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
        self.database.set_len(0)
    }
}

/// Whether a server has a database open. Asked before SQLite opens the file here: closing a handle would end SQLite's locks.
pub(crate) fn is_in_use(file: &Path) -> std::io::Result<bool> {
    let path = if cfg!(target_os = "linux") { file.to_owned() } else { with(file, ".lock") };
    if !path.exists() {
        return Ok(false);
    }
    match File::open(path)?.try_lock() {
        Ok(()) => Ok(false),
        Err(std::fs::TryLockError::WouldBlock) => Ok(true),
        Err(std::fs::TryLockError::Error(e)) => Err(e),
    }
}

/// Opens a file for reading and writing. A new file is readable by its owner only.
pub(super) fn open_private(path: &Path) -> std::io::Result<File> {
    let mut options = File::options();
    options.create(true).truncate(false).read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// The name of a file that SQLite keeps beside the database.
pub(super) fn with(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(OsStr::new(end));
    name.into()
}

/// Takes other users' rights to the database away: until a game is over, the file holds secrets. The folder is left as it is,
/// because it may have other purposes.
#[cfg(unix)]
pub(crate) fn keep_to_owner(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    for file in [path.to_owned(), with(path, "-wal"), with(path, "-shm")] {
        let Ok(found) = file.symlink_metadata() else { continue };
        let mode = found.permissions().mode();
        if found.is_file() && mode & 0o077 != 0 {
            let private = std::fs::Permissions::from_mode(mode & 0o700);
            if let Err(error) = std::fs::set_permissions(&file, private) {
                tracing::warn!(file = %file.display(), %error, "other users can read the games, and this cannot be changed");
            }
        }
    }
    let folder = path.parent().and_then(|folder| Some((folder, folder.metadata().ok()?)));
    if let Some((folder, _)) = folder.filter(|(_, found)| found.permissions().mode() & 0o077 != 0) {
        tracing::warn!(
            folder = %folder.display(),
            "other users can enter the folder with the games; one for the server alone (chmod 700) is safer"
        );
    }
}

#[cfg(not(unix))]
pub(crate) fn keep_to_owner(_: &Path) {}

/// What tells one file from another, whatever its name.
#[cfg(unix)]
fn identity(found: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (found.dev(), found.ino())
}

// Elsewhere an open file cannot be removed or renamed.
#[cfg(not(unix))]
fn identity(_: &Metadata) -> (u64, u64) {
    (0, 0)
}

/// The files that SQLite has open. If one is removed or replaced, what is written to it is lost when the server stops.
pub(crate) struct Watch {
    path: PathBuf,
    log: PathBuf,
    identities: [(u64, u64); 2],
    /// The longest that the database has been, where it never gets shorter: SQLite keeps the room of what is deleted, unless it is told
    /// to give it back.
    length: Option<AtomicU64>,
}

impl Watch {
    /// Notes which files SQLite has open, once it has opened them.
    pub(crate) fn begin(path: PathBuf, lock: &Lock, shrinks: bool) -> Result<Watch, StoreError> {
        let log = with(&path, "-wal");
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |e: std::io::Error| StoreError::File(path, Arc::new(e))
        };
        let locked = lock.database.metadata().map_err(failed(&path))?;
        let written = log.metadata().map_err(failed(&log))?;
        let identities = [identity(&locked), identity(&written)];
        let watch = Watch { path, log, identities, length: (!shrinks).then(AtomicU64::default) };
        watch.in_place()?;
        Ok(watch)
    }

    /// Whether both files are still found under their names, and the database has not been overwritten by a shorter one.
    pub(crate) fn in_place(&self) -> Result<(), StoreError> {
        // Read first, because the file may grow meanwhile.
        let length = self.length.as_ref().map_or(0, |length| length.load(Ordering::Relaxed));
        if let (Ok(database), Ok(log)) = (self.path.metadata(), self.log.metadata())
            && [identity(&database), identity(&log)] == self.identities
            && database.len() >= length
        {
            if let Some(length) = &self.length {
                length.fetch_max(database.len(), Ordering::Relaxed);
            }
            return Ok(());
        }
        Err(StoreError::Replaced(self.path.clone()))
    }
}
