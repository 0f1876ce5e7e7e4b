//! `rule-coverage [ROOT]`: for every game with a digest and a crate, which rules the code cites, which a test exercises,
//! of which players are told, and which examples of the digest are tests; and what is wrong with its guide. Exits with 1
//! when anything is missing.

mod examples;
mod guide;
mod report;
mod source;
mod told;
mod uses;

use anyhow::{Context, Result, anyhow, bail};
use catalog::{AnyGame, Files};
use report::{Report, Texts};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wire::Guide;

fn main() -> ExitCode {
    let root = std::env::args_os().nth(1).map_or_else(|| PathBuf::from("."), PathBuf::from);
    match run(&root) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("rule-coverage: {e:#}");
            ExitCode::FAILURE
        }
    }
}

/// Prints the reports; whether all of them are complete.
fn run(root: &Path) -> Result<bool> {
    let mut reports = Vec::new();
    for game in digests(&root.join("rules"))? {
        let home = root.join("crates").join(&game);
        if home.is_dir() {
            reports.push(report_on(root, &game, &home).with_context(|| format!("game {game}"))?);
        } else {
            println!("{game}: a digest, no crate yet");
        }
    }
    print!("{}", report::render(&reports));
    Ok(reports.iter().all(Report::is_complete))
}

/// The games that have a digest, by name.
fn digests(folder: &Path) -> Result<Vec<String>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut games = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "md") {
            games.extend(path.file_stem().map(|s| s.to_string_lossy().into_owned()));
        }
    }
    games.sort();
    if games.is_empty() {
        bail!("no digest in {}", folder.display());
    }
    Ok(games)
}

fn report_on(root: &Path, game: &str, home: &Path) -> Result<Report> {
    let texts = texts_of(&root.join("rules"), game)?;
    let defined = source::constants(&source::parse(&home.join("src/rule.rs"))?.items);
    let mut sources = source::Sources::default();
    sources.read_crate(home)?;
    for helper in helpers(&root.join("crates"), game)? {
        sources.read_crate(&helper)?;
    }
    Ok(Report::new(game, &texts, defined, &sources))
}

/// What is written about a game's rules; the table itself is no game and has no guide.
fn texts_of(rules: &Path, game: &str) -> Result<Texts> {
    let read = |folder: &str| {
        let path = rules.join(folder).join(format!("{game}.md"));
        std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let guide = match AnyGame::from_id(game) {
        Some(any) => {
            let shelf = any.load(&Files::new()).map_err(|_| anyhow!("its data cannot be read"))?;
            Some(Guide { text: read("guides")?, ..shelf.guide() })
        }
        None => None,
    };
    Ok(Texts { digest: read("")?, players: read("players")?, guide })
}

/// Crates outside the game that hold some of its rules: their manifests say `rules-of = "game"`.
fn helpers(crates: &Path, game: &str) -> Result<Vec<PathBuf>> {
    let mark = format!("rules-of = \"{game}\"");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(crates)? {
        let home = entry?.path();
        let manifest = std::fs::read_to_string(home.join("Cargo.toml")).unwrap_or_default();
        if manifest.lines().any(|line| line == mark) {
            found.push(home);
        }
    }
    found.sort();
    Ok(found)
}
