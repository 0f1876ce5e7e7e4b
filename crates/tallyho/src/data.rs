//! Data files from a folder, over those built in.

use anyhow::{Context, Result, bail};
use catalog::{AnyGame, Catalog, Files};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use table::{Flaw, Seed};

/// The games, with the files of `folder` over the built-in ones.
pub(crate) fn catalog(folder: Option<&Path>) -> Result<Catalog> {
    let mut more = BTreeMap::new();
    if let Some(folder) = folder {
        if !folder.is_dir() {
            bail!("--data {}: there is no such folder", folder.display());
        }
        for game in AnyGame::ALL {
            more.insert(game.id().to_owned(), files_below(&folder.join(game.id()))?);
        }
    }
    Catalog::with(&more).map_err(|flaws| {
        let lines: Vec<String> = flaws.iter().map(|flaw| format!("\n  {}", describe(flaw))).collect();
        anyhow::anyhow!("the data files have flaws (see `tallyho check`):{}", lines.concat())
    })
}

fn describe(flaw: &Flaw) -> String {
    let file = flaw.file.as_deref().unwrap_or("data");
    let rule = flaw.rule.map_or(String::new(), |rule| format!(" ({rule})"));
    format!("{file}: {}: {}{rule}", flaw.path, flaw.says)
}

/// The TOML files of a game's folder by their paths below it; none if there is no folder.
pub(crate) fn files_below(folder: &Path) -> Result<Files> {
    let mut files = Files::new();
    for path in walk(folder, &["toml"])? {
        let below = path.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
        let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        files.insert(below, text);
    }
    Ok(files)
}

/// All files below a folder that end in one of `endings`, in order of their names.
pub(crate) fn walk(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    if !folder.is_dir() {
        return Ok(found);
    }
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut entries = entries.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            found.extend(walk(&path, endings)?);
        } else if path.extension().is_some_and(|e| endings.iter().any(|wanted| e == *wanted)) {
            found.push(path);
        }
    }
    Ok(found)
}

/// The files that arguments name: files as they are, folders by their contents.
pub(crate) fn expand(paths: &[PathBuf], endings: &[&str]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(walk(path, endings)?);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// A fresh secret seed from the operating system.
pub(crate) fn fresh_seed() -> Seed {
    let mut bytes = [0; 32];
    // Without a source of randomness there are no fair dice; nothing sensible could be done instead.
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    Seed(bytes)
}
