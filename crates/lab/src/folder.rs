//! The folder of a run. While it goes on, finished batches stand in `batches`, each a file of its own; at the end they become
//! one file of results.

use crate::files::{self, UNFINISHED};
use crate::plan::{Numbers, Plan};
use crate::{Fault, Result, with};
use std::fs::{self, File, TryLockError};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

const PLAN: &str = "run.json";
const BATCHES: &str = "batches";
/// All games, one a line.
pub(crate) const GAMES: &str = "games.jsonl";

/// The folder of a run. As long as it is open, no other program writes to it.
pub struct Folder {
    path: PathBuf,
    plan: Plan,
    /// Locked.
    _plan_file: File,
}

impl Folder {
    /// Makes the folder of a new run.
    pub fn create(path: &Path, plan: &Plan) -> Result<Folder> {
        let file = path.join(PLAN);
        if file.exists() {
            return Err(Fault(format!(
                "{} holds a run already: go on with --resume, or name another folder",
                path.display()
            )));
        }
        // Results without their plan are still somebody's, and must not be taken for the new run's.
        refuse_orphans(path)?;
        fs::create_dir_all(path).map_err(with(path.display()))?;
        let mut text = serde_json::to_string_pretty(plan).map_err(with("the plan cannot be written"))?;
        text.push('\n');
        files::write(file, &text)?;
        Folder::open(path)
    }

    /// Opens the folder of a run that was begun. Batches that are not whole are thrown away; finished results never are.
    pub fn open(path: &Path) -> Result<Folder> {
        let file = path.join(PLAN);
        let told = || with(file.display());
        if !file.exists() {
            refuse_orphans(path)?;
            return Err(Fault(format!("{} holds no run: there is no {PLAN} in it", path.display())));
        }
        let plan_file = File::open(&file).map_err(told())?;
        match plan_file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Fault(format!("{}: another program is writing to it", path.display())));
            }
            Err(TryLockError::Error(e)) => return Err(told()(e)),
        }
        let text = fs::read_to_string(&file).map_err(told())?;
        let plan = serde_json::from_str(&text).map_err(with(file.display()))?;
        let folder = Folder { path: path.to_owned(), plan, _plan_file: plan_file };
        folder.clean()?;
        Ok(folder)
    }

    /// What the run is of.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether all games are played and written together.
    pub fn is_finished(&self) -> bool {
        self.path.join(GAMES).exists()
    }

    /// Removes what was not finished, and batches that are not as they were written.
    fn clean(&self) -> Result<()> {
        for folder in [self.path.clone(), self.path.join(BATCHES)] {
            for path in entries(&folder)? {
                if path.extension().is_some_and(|ending| ending == UNFINISHED) {
                    fs::remove_file(&path).map_err(with(path.display()))?;
                }
            }
        }
        for (numbers, file) in self.batches()? {
            if is_whole(&file, numbers)? {
                continue;
            }
            // A batch is played again in seconds. Finished results may have taken days, and somebody has changed them: they decide.
            if self.is_finished() {
                return Err(Fault(format!(
                    "{} has been changed: it no longer holds games {numbers}, one a line; put a copy of it back, or move it away \
                     and play the games again with `tallyho lab run --resume --out {}`",
                    file.display(),
                    self.path.display()
                )));
            }
            fs::remove_file(&file).map_err(with(file.display()))?;
        }
        Ok(())
    }

    /// The batches, in the order of their games.
    pub(crate) fn batches(&self) -> Result<Vec<(Numbers, PathBuf)>> {
        let finished = self.path.join(GAMES);
        if finished.exists() {
            return Ok(vec![(self.plan.games, finished)]);
        }
        let mut found = Vec::new();
        for path in entries(&self.path.join(BATCHES))? {
            found
                .extend(path.file_name().and_then(|name| numbers(name.to_str()?)).map(|n| (n, path.clone())));
        }
        found.sort();
        Ok(found)
    }

    /// The games that are still to be played.
    pub fn missing(&self) -> Result<Vec<Numbers>> {
        let mut missing = Vec::new();
        let mut next = self.plan.games.from;
        for (numbers, _) in self.batches()? {
            if numbers.from > next {
                missing.push(Numbers { from: next, to: numbers.from });
            }
            next = next.max(numbers.to);
        }
        if next < self.plan.games.to {
            missing.push(Numbers { from: next, to: self.plan.games.to });
        }
        Ok(missing)
    }

    /// Keeps a finished batch.
    pub(crate) fn keep(&self, numbers: Numbers, text: &str) -> Result<()> {
        let folder = self.path.join(BATCHES);
        fs::create_dir_all(&folder).map_err(with(folder.display()))?;
        files::write(folder.join(name(numbers)), text)
    }

    /// Copies the batches of another folder into this one.
    pub(crate) fn take(&self, other: &Folder) -> Result<()> {
        for (numbers, file) in other.batches()? {
            let text = fs::read_to_string(&file).map_err(with(file.display()))?;
            self.keep(numbers, &text)?;
        }
        Ok(())
    }

    /// Shows every line of every batch, in the order of their games.
    pub(crate) fn each_line(&self, mut show: impl FnMut(&str) -> Result<()>) -> Result<()> {
        for (_, file) in self.batches()? {
            let told = || with(file.display());
            let mut reader = BufReader::new(File::open(&file).map_err(told())?);
            let mut line = String::new();
            while reader.read_line(&mut line).map_err(told())? > 0 {
                show(&line)?;
                line.clear();
            }
        }
        Ok(())
    }

    /// Removes the batches, once all games are in one file.
    pub(crate) fn drop_batches(&self) -> Result<()> {
        let folder = self.path.join(BATCHES);
        if folder.exists() { fs::remove_dir_all(&folder).map_err(with(folder.display())) } else { Ok(()) }
    }
}

/// Refuses a folder that has results but no plan.
fn refuse_orphans(path: &Path) -> Result<()> {
    if [GAMES, BATCHES].iter().any(|name| path.join(name).exists()) {
        return Err(Fault(format!(
            "{} holds results whose {PLAN} is missing: put it back, or name another folder",
            path.display()
        )));
    }
    Ok(())
}

/// What is in a folder; nothing if it does not exist.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).map_err(with(folder.display()))?;
    entries.map(|entry| entry.map(|entry| entry.path()).map_err(with(folder.display()))).collect()
}

/// The name of a batch's file. Names sort as the numbers do.
fn name(numbers: Numbers) -> String {
    format!("{:012}-{:012}.jsonl", numbers.from, numbers.to)
}

fn numbers(name: &str) -> Option<Numbers> {
    let (from, to) = name.strip_suffix(".jsonl")?.split_once('-')?;
    Some(Numbers { from: from.parse().ok()?, to: to.parse().ok()? })
}

/// Whether a batch holds the games that its name says, one a line.
fn is_whole(file: &Path, numbers: Numbers) -> Result<bool> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::InvalidData => return Ok(false),
        Err(e) => return Err(with(file.display())(e)),
    };
    let mut expected = numbers.from;
    for line in text.split_inclusive('\n') {
        let is_next = line.starts_with(&format!("{{\"game\":{expected},")) && line.ends_with("}\n");
        if !is_next {
            return Ok(false);
        }
        expected += 1;
    }
    Ok(expected == numbers.to)
}
