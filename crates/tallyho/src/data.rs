//! Data files from a folder, over those built in.

use crate::plain::{plain, plain_path};
use anyhow::{Context, Result, anyhow, bail};
use catalog::{AnyGame, Catalog, Files};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use table::{Flaw, Seed};

/// Most bytes of a data file; the largest built-in one has some twenty thousand.
pub(crate) const LARGEST_DATA: u64 = 1 << 20;
/// Most bytes of a transcript; the longest game has fewer.
pub(crate) const LARGEST_TRANSCRIPT: u64 = 64 << 20;

/// The games, with the files of `folder` over the built-in ones.
pub(crate) fn catalog(folder: Option<&Path>) -> Result<Catalog> {
    catalog_with(&files_over(folder)?)
}

/// The files of a folder that go over built-in ones, by game.
pub(crate) fn files_over(folder: Option<&Path>) -> Result<BTreeMap<String, Files>> {
    let mut more = BTreeMap::new();
    if let Some(folder) = folder {
        if !folder.is_dir() {
            bail!("--data {}: there is no such folder", plain_path(folder));
        }
        for game in AnyGame::ALL {
            more.insert(game.id().to_owned(), files_below(&folder.join(game.id()))?);
        }
    }
    Ok(more)
}

/// The games with files over the built-in ones.
pub(crate) fn catalog_with(more: &BTreeMap<String, Files>) -> Result<Catalog> {
    Catalog::with(more).map_err(|flaws| {
        let lines: Vec<String> = flaws.iter().map(|flaw| format!("\n  {}", describe(flaw))).collect();
        anyhow!("the data files have flaws (see `tallyho check`):{}", lines.concat())
    })
}

fn describe(flaw: &Flaw) -> String {
    let file = flaw.file.as_deref().unwrap_or("data");
    let rule = flaw.rule.map_or(String::new(), |rule| format!(" ({rule})"));
    // The TOML reader's further lines only quote the file.
    let says = flaw.says.lines().next().unwrap_or_default();
    plain(&format!("{file}: {}: {says}{rule}", flaw.path))
}

/// The TOML files of a game's folder, by their paths below it; none if the folder does not exist.
fn files_below(folder: &Path) -> Result<Files> {
    let mut files = Files::new();
    for path in walk(folder, &["toml"])? {
        let below = path.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
        let text = read_text(&path, LARGEST_DATA).map_err(|says| anyhow!("{}: {says}", plain_path(&path)))?;
        files.insert(below, text);
    }
    Ok(files)
}

/// The text of a file of at most `largest` bytes, or why it is not read. Only regular files are: a device or a pipe might never end.
pub(crate) fn read_text(path: &Path, largest: u64) -> Result<String, String> {
    if !std::fs::metadata(path).map_err(|e| e.to_string())?.is_file() {
        return Err("not a regular file: it is not read".into());
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|e| e.to_string())?;
    // The file may grow while it is read, so the limit applies to what is read.
    file.take(largest + 1).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
    if bytes.len() as u64 > largest {
        return Err(format!("larger than {} MiB: it is not read", largest >> 20));
    }
    String::from_utf8(bytes).map_err(|e| format!("not text: {e}"))
}

/// All files below a folder that end in one of `endings`, sorted by name. Linked folders are left out: a link may lead back to a folder
/// above it.
fn walk(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    if !folder.is_dir() {
        return Ok(found);
    }
    let entries = std::fs::read_dir(folder).with_context(|| plain_path(folder))?;
    let mut entries = entries.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            found.extend(walk(&path, endings)?);
        } else if path.extension().is_some_and(|e| endings.iter().any(|wanted| e == *wanted)) {
            found.push(path);
        }
    }
    Ok(found)
}

/// The files that arguments name. A folder stands for the files in it; one without any is an error.
pub(crate) fn expand(paths: &[PathBuf], what: &str, endings: &[&str]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let found = walk(path, endings)?;
            if found.is_empty() {
                let endings: Vec<String> = endings.iter().map(|ending| format!(".{ending}")).collect();
                bail!("no {what} in {}: no file ends in {}", plain_path(path), endings.join(" or "));
            }
            files.extend(found);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// A fresh secret seed from the operating system.
pub(crate) fn fresh_seed() -> Seed {
    let mut bytes = [0; 32];
    // Without randomness there are no fair dice, and nothing sensible could be done instead.
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    Seed(bytes)
}

/// Says whether so much time has passed since.
pub(crate) fn alarm(after: Duration) -> Box<dyn Fn() -> bool> {
    let due = Instant::now() + after;
    Box::new(move || Instant::now() >= due)
}
