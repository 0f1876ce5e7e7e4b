//! Parts of one run, made by ranges of games on several machines, joined.

use crate::folder::Folder;
use crate::plan::{Numbers, Plan};
use crate::{Fault, Result};
use std::path::Path;

/// Joins finished parts into a new folder, which then holds what one machine would have made. Its results are still to be
/// written ([`crate::finish`]).
pub fn merge(parts: &[Folder], to: &Path) -> Result<Folder> {
    let mut parts: Vec<&Folder> = parts.iter().collect();
    parts.sort_by_key(|part| part.plan().games);
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else {
        return Err(Fault("there is nothing to join".into()));
    };
    for part in &parts {
        belongs(first, part)?;
    }
    for pair in parts.windows(2) {
        follows(pair[0], pair[1])?;
    }
    let games = Numbers { from: first.plan().games.from, to: last.plan().games.to };
    let whole = Folder::create(to, &Plan { games, ..first.plan().clone() })?;
    for part in &parts {
        whole.take(part)?;
    }
    Ok(whole)
}

/// Whether a part is of the same run and has all of its games.
fn belongs(first: &Folder, part: &Folder) -> Result<()> {
    if let Some(field) = first.plan().differs(part.plan()) {
        return Err(Fault(format!(
            "{} and {} are not parts of one run: they differ in '{field}'",
            first.path().display(),
            part.path().display()
        )));
    }
    match part.missing()?.first() {
        None => Ok(()),
        Some(missing) => Err(Fault(format!(
            "{} is not finished: games {missing} are missing; go on with `tallyho lab run --resume --out {0}`",
            part.path().display()
        ))),
    }
}

fn follows(one: &Folder, next: &Folder) -> Result<()> {
    let (end, begin) = (one.plan().games.to, next.plan().games.from);
    let (one, next) = (one.path().display(), next.path().display());
    match end.cmp(&begin) {
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Less => Err(Fault(format!(
            "games {} are in none of the parts: {one} ends before them, {next} begins after them",
            Numbers { from: end, to: begin }
        ))),
        std::cmp::Ordering::Greater => Err(Fault(format!("{one} and {next} both have game {begin}"))),
    }
}
