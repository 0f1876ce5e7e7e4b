//! `tallyho check`: scenario and data files, with the line of every flaw.

use crate::data::{LARGEST_DATA, expand, read_text};
use crate::plain::{plain, plain_path};
use crate::spans::{json_line, line_at, toml_line};
use anyhow::{Result, bail};
use catalog::{AnyGame, Files, Shelf};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use table::Flaw;

pub(crate) const EXAMPLES: &str = "\
Examples:
  tallyho check my-scenario.toml
  tallyho check --game fast-and-easy my-scenario.json
  tallyho check mydata                 every .toml and .json file below a folder

A file belongs to the game whose id is part of its path (mydata/fast-and-easy/scenarios/x.toml) or that --game names.
aircraft.toml and other files with the name of a built-in data file are checked as such, all others as scenarios, with the
aircraft of their folder if it has any. Each flaw is one line: file:line: field: what is wrong (rule).
A note says what the briefing of a sound scenario does not tell its players. Exit status 1 if there is any flaw, or if there
is no file to check.";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Scenario or data files, or folders of them
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The game that they belong to
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
}

/// Most flaws printed for one file, and most characters of each: nobody reads more, and finding the line of a flaw means reading the whole
/// file.
const MOST_FLAWS: usize = 100;
const LONGEST_FLAW: usize = 2000;

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let mut output = std::io::stdout().lock();
    let named = args.game.as_deref().map(game_of_name).transpose()?;
    let files = expand(&args.paths, "data files", &["toml", "json"])?;
    let mut folders = Folders::default();
    let (mut flaws, mut notes) = (0, 0);
    for file in &files {
        let found = check(file, named, &mut folders);
        let noted = found.iter().filter(|found| found.note).count();
        flaws += found.len() - noted;
        notes += noted;
        let name = plain_path(file);
        for Found { line, says, note } in found.iter().take(MOST_FLAWS) {
            let says: String = says.chars().take(LONGEST_FLAW).collect();
            writeln!(output, "{name}:{line}: {}{}", if *note { "note: " } else { "" }, plain(&says))?;
        }
        if found.len() > MOST_FLAWS {
            writeln!(output, "{name}: and {} more", found.len() - MOST_FLAWS)?;
        }
    }
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    write!(output, "{} file{} checked, {flaws} flaw{}", files.len(), plural(files.len()), plural(flaws))?;
    match notes {
        0 => writeln!(output)?,
        n => writeln!(output, ", {n} note{}", plural(n))?,
    }
    Ok(if flaws == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn game_of_name(id: &str) -> Result<AnyGame> {
    match AnyGame::from_id(id) {
        Some(game) => Ok(game),
        None => bail!("there is no game '{id}'; there are: {}", ids()),
    }
}

fn ids() -> String {
    AnyGame::ALL.iter().map(|game| game.id()).collect::<Vec<_>>().join(", ")
}

/// A flaw and where it stands.
struct Found {
    line: usize,
    says: String,
    /// Whether it is only something that players would miss.
    note: bool,
}

/// All flaws of a file. Only flaws that will be printed get their line.
fn check(file: &Path, named: Option<AnyGame>, folders: &mut Folders) -> Vec<Found> {
    let one = |line: usize, says: String| vec![Found { line, says, note: false }];
    let text = match read_text(file, LARGEST_DATA) {
        Ok(text) => text,
        Err(says) => return one(1, says),
    };
    let json = file.extension().is_some_and(|e| e == "json");
    let value = match parse(&text, json) {
        Ok(value) => value,
        Err((line, says)) => return one(line, says),
    };
    let root = game_folder(file);
    let Some(game) = named.or(root.as_ref().map(|(game, _)| *game)).or_else(only_game) else {
        return one(1, format!("which game is it for? Say --game: {}", ids()));
    };
    let folder = folders.of(game, root.map(|(_, folder)| folder));
    let line = |path: &str| if json { json_line(&text, path) } else { toml_line(&text, path) };
    let found = |(n, flaw): (usize, &Flaw)| {
        let rule = flaw.rule.map_or(String::new(), |rule| format!(" ({rule})"));
        let (at, field, says) = match toml_error(flaw, &text) {
            Some(told) => told,
            None if n < MOST_FLAWS => (line(&flaw.path), flaw.path.clone(), flaw.says.clone()),
            None => (1, flaw.path.clone(), flaw.says.clone()),
        };
        let field = if field.is_empty() { String::new() } else { format!("{field}: ") };
        Found { line: at, says: format!("{field}{says}{rule}"), note: false }
    };
    let flaws = flaws_of(game, file, &text, &value, folder);
    if !flaws.is_empty() || !is_scenario(game, &toml_name(file)) {
        return flaws.iter().enumerate().map(found).collect();
    }
    let untold = folder.shelf.as_ref().map_or_else(|_| Vec::new(), |shelf| shelf.untold(&value));
    untold.iter().enumerate().map(found).map(|found| Found { note: true, ..found }).collect()
}

/// What files are checked against, read once for each folder.
#[derive(Default)]
struct Folders(BTreeMap<(AnyGame, Option<PathBuf>), Folder>);

/// A game's folder: its files beside the scenarios, and the game with them.
struct Folder {
    files: Files,
    shelf: Result<Arc<dyn Shelf>, Vec<Flaw>>,
}

impl Folders {
    fn of(&mut self, game: AnyGame, path: Option<PathBuf>) -> &Folder {
        self.0.entry((game, path)).or_insert_with_key(|(game, path)| {
            let known = game.files().iter().map(|(name, _)| *name).filter(|name| !is_scenario(*game, name));
            let read = |name: &str| {
                let text = read_text(&path.as_ref()?.join(name), LARGEST_DATA).ok()?;
                Some((name.to_owned(), text))
            };
            let files: Files = known.filter_map(read).collect();
            // These flaws are printed when the files themselves are checked; until they are mended, scenarios use the built-in data.
            let shelf = game.load(&files).or_else(|_| game.load(&Files::new()));
            Folder { files, shelf }
        })
    }
}

fn only_game() -> Option<AnyGame> {
    match AnyGame::ALL {
        [only] => Some(*only),
        _ => None,
    }
}

fn parse(text: &str, json: bool) -> Result<Value, (usize, String)> {
    if json {
        return serde_json::from_str(text).map_err(|e| (e.line().max(1), e.to_string()));
    }
    toml::from_str(text).map_err(|e| {
        let line = e.span().map_or(1, |span| line_at(text, span.start));
        (line, e.message().to_owned())
    })
}

/// The folder on the path of a file that has a game's name.
fn game_folder(file: &Path) -> Option<(AnyGame, PathBuf)> {
    let whole = std::path::absolute(file).ok()?;
    let mut folder = PathBuf::new();
    let mut found = None;
    for part in whole.parent()?.components() {
        folder.push(part);
        if let Component::Normal(name) = part
            && let Some(game) = name.to_str().and_then(AnyGame::from_id)
        {
            // In the source tree a game's files are one folder deeper.
            let data = folder.join("data");
            found = Some((game, if whole.starts_with(&data) { data } else { folder.clone() }));
        }
    }
    found
}

/// Whether the data file at this path is a scenario: every file is one unless it has the name of a built-in file of another kind.
fn is_scenario(game: AnyGame, path: &str) -> bool {
    let scenario = |path: &str| path.starts_with("scenarios/");
    scenario(path) || !game.files().iter().any(|(known, _)| !scenario(known) && *known == path)
}

/// The name that a file has, or would have as TOML.
fn toml_name(file: &Path) -> String {
    file.with_extension("toml").file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn flaws_of(game: AnyGame, file: &Path, text: &str, value: &Value, folder: &Folder) -> Vec<Flaw> {
    let name = toml_name(file);
    if is_scenario(game, &name) {
        return folder.shelf.as_ref().map_or_else(Vec::clone, |shelf| shelf.check(value));
    }
    let as_toml = match file.extension() {
        Some(e) if e == "json" => toml::to_string(value).unwrap_or_default(),
        _ => text.to_owned(),
    };
    let mut files = folder.files.clone();
    files.insert(name.clone(), as_toml);
    let flaws = game.load(&files).err().unwrap_or_default();
    let (own, others): (Vec<Flaw>, Vec<Flaw>) =
        flaws.into_iter().partition(|flaw| flaw.file.as_deref() == Some(name.as_str()));
    if !own.is_empty() {
        return own;
    }
    // The file itself is sound, but a file that depends on it is broken by it.
    let from = |flaw: Flaw| {
        let other = flaw.file.clone().unwrap_or_default();
        Flaw { path: String::new(), says: format!("breaks {other}: {}: {}", flaw.path, flaw.says), ..flaw }
    };
    others.into_iter().map(from).collect()
}

/// Line, field and sentence of a flaw that the TOML reader reports; it names the line in its text.
fn toml_error(flaw: &Flaw, text: &str) -> Option<(usize, String, String)> {
    let rest = flaw.says.strip_prefix("TOML parse error at line ")?;
    let line: usize = rest.split(',').next()?.parse().ok()?;
    let says = flaw.says.lines().rfind(|l| !l.trim().is_empty() && !l.contains(" | "))?.trim();
    let written = text.lines().nth(line - 1)?;
    let field = written.split_once('=').map_or(String::new(), |(key, _)| key.trim().to_owned());
    Some((line, field, says.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_read_once_however_many_files_it_holds() {
        let folder = tempfile::tempdir().unwrap();
        let scenarios = folder.path().join("spitting-fire/scenarios");
        std::fs::create_dir_all(&scenarios).unwrap();
        let ours =
            |name: &str| AnyGame::SpittingFire.files().iter().find(|(path, _)| *path == name).unwrap().1;
        let cards = folder.path().join("spitting-fire/cards.toml");
        let kite = "[[card]]\nid = \"kite\"\nname = \"Kite\"\ntype = \"Kite\"\nnation = \"britain\"\npoints = 9\ndef = 3\n\
            boxes = 2\nmin = 2\nclimb = 3\nlevel = 4\ndive = 5\nturn = 2\nalt = 4\nweapons = [\"LMG FF\"]\n";
        std::fs::write(&cards, format!("{}\n{kite}", ours("cards.toml"))).unwrap();
        let duel = ours("scenarios/duel.toml").replace("card = \"spitfire\"", "card = \"kite\"");
        let files: Vec<PathBuf> = (0..3).map(|n| scenarios.join(format!("{n}.toml"))).collect();
        let mut folders = Folders::default();
        for file in &files {
            std::fs::write(file, &duel).unwrap();
            assert!(check(file, None, &mut folders).is_empty());
            // The next file would miss its card if the folder were read again.
            let _ = std::fs::remove_file(&cards);
        }
        assert_eq!(folders.0.len(), 1);
        assert!(!check(&files[0], None, &mut Folders::default()).is_empty());
    }
}
