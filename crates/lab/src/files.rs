//! Files that are either whole or not there.

use crate::{Result, with};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// What a file is called until it is whole.
pub(crate) const UNFINISHED: &str = "unfinished";

/// A file that gets its name when it is whole and on the disk.
pub(crate) struct Draft {
    file: BufWriter<File>,
    at: PathBuf,
    name: PathBuf,
}

impl Draft {
    /// Begins a file.
    pub(crate) fn of(name: PathBuf) -> Result<Draft> {
        let at = name.with_added_extension(UNFINISHED);
        let file = File::create(&at).map_err(with(at.display()))?;
        Ok(Draft { file: BufWriter::with_capacity(1 << 16, file), at, name })
    }

    /// Adds text.
    pub(crate) fn add(&mut self, text: &str) -> Result<()> {
        self.file.write_all(text.as_bytes()).map_err(with(self.at.display()))
    }

    /// Puts it on the disk and gives it its name.
    pub(crate) fn finish(self) -> Result<()> {
        let Draft { file, at, name } = self;
        let told = || with(at.display());
        let file = file.into_inner().map_err(std::io::IntoInnerError::into_error).map_err(told())?;
        keep(&file, &at, &name)
    }
}

/// Puts a file on the disk and gives it its name.
pub(crate) fn keep(file: &File, at: &Path, name: &Path) -> Result<()> {
    file.sync_all().map_err(with(at.display()))?;
    fs::rename(at, name).map_err(with(name.display()))?;
    sync_folder(name)
}

/// Writes a whole file.
pub(crate) fn write(name: PathBuf, text: &str) -> Result<()> {
    let mut draft = Draft::of(name)?;
    draft.add(text)?;
    draft.finish()
}

/// A new name is on the disk only when its folder is.
fn sync_folder(name: &Path) -> Result<()> {
    let Some(folder) = name.parent() else { return Ok(()) };
    // Where folders cannot be opened, the system takes care of their names.
    let Ok(folder) = File::open(folder) else { return Ok(()) };
    folder.sync_all().map_err(with(name.display()))
}
