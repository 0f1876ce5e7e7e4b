//! `tallyho admin check`: every table played again with this program.

use super::SAY_EVERY;
use super::words::count;
use crate::home::Home;
use crate::plain::plain;
use anyhow::{Result, bail};
use catalog::Catalog;
use server::Verdict;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use store::{Options, Place, Store, StoreError};
use tokio::task::JoinSet;

/// Nothing is changed, and a server may run meanwhile. Only tables that do not come out the same are printed: PARTS (the rules make
/// something else of it: it will be shown as it was, and its players may agree to go on from there), NEWER (a newer program has played
/// on) or DAMAGED. Give the same --data as the server will have.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    home: Home,
    /// Only games that go on: finished ones are shown as they were kept whatever the rules are
    #[arg(long)]
    unfinished: bool,
}

pub(super) async fn run(args: &Args, catalog: &Catalog) -> Result<ExitCode> {
    let place = args.home.games()?;
    let looked = Looked::at(&place).await?;
    let ids = ids(&looked.store, args.unfinished).await?;
    let tally = examine_all(&looked.store, catalog, &ids).await;
    looked.leave().await?;
    let Tally { same, parted, damaged } = tally?;
    let all = same + parted + damaged;
    println!("{same} of {} the same; {parted} otherwise, {damaged} not to be read", count(all, "table"));
    Ok(if same == all { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A database to look at; one of an older schema is copied first, because it may not be changed.
struct Looked {
    store: Store,
    copy: Option<Scrap>,
}

/// A database that is needed for a while. It is removed when it is dropped, with what SQLite keeps beside it.
struct Scrap(PathBuf);

impl Drop for Scrap {
    fn drop(&mut self) {
        remove(&self.0);
    }
}

fn remove(database: &Path) {
    for end in ["", "-wal", "-shm", "-journal"] {
        let mut file = database.as_os_str().to_owned();
        file.push(end);
        let _ = std::fs::remove_file(file);
    }
}

impl Looked {
    async fn at(place: &Place) -> Result<Looked> {
        let schema = store::schema(place).await?;
        match place {
            Place::File(file) if schema.is_older() => {
                let mut file = file.as_os_str().to_owned();
                file.push(".check");
                let file = PathBuf::from(file);
                let copy = Place::File(file.clone());
                if copy.is_in_use()? {
                    bail!("{copy} is in use by another check");
                }
                eprintln!(
                    "schema {} is older than this program's: checking a copy",
                    schema.found.unwrap_or_default()
                );
                // What a check has left that was killed makes way.
                remove(&file);
                store::backup(place, &file, |_, _| {}).await?;
                let scrap = Scrap(file);
                Ok(Looked { store: Store::open_at(&copy, Options::default()).await?, copy: Some(scrap) })
            }
            place => Ok(Looked { store: Store::look(place).await?, copy: None }),
        }
    }

    async fn leave(self) -> Result<()> {
        if self.copy.is_some() {
            self.store.close().await?;
        }
        Ok(())
    }
}

/// All tables, also those whose rows cannot be read; or those that are not finished.
async fn ids(store: &Store, unfinished: bool) -> Result<Vec<String>> {
    if !unfinished {
        return Ok(store.ids().await?);
    }
    let (mut ids, mut after) = (Vec::new(), Some(0));
    while let Some(from) = after {
        let (lines, next) = store.lines(from).await?;
        ids.extend(lines.into_iter().filter(|line| line.row.finished_ms.is_none()).map(|line| line.row.id));
        after = next;
    }
    Ok(ids)
}

#[derive(Default)]
struct Tally {
    same: usize,
    parted: usize,
    damaged: usize,
}

/// Plays tables again, as many at once as there are processors.
async fn examine_all(store: &Store, catalog: &Catalog, ids: &[String]) -> Result<Tally> {
    let at_once = std::thread::available_parallelism().map_or(1, usize::from);
    let catalog = Arc::new(catalog.clone());
    let mut output = std::io::stdout();
    let mut waiting = ids.iter();
    let mut at_work: JoinSet<(String, Result<Verdict, StoreError>)> = JoinSet::new();
    let (mut tally, mut seen) = (Tally::default(), 0);
    loop {
        while at_work.len() < at_once
            && let Some(id) = waiting.next()
        {
            let (store, catalog, id) = (store.clone(), Arc::clone(&catalog), id.clone());
            at_work.spawn(async move {
                let verdict = server::examine(&store, &catalog, &id).await;
                (id, verdict)
            });
        }
        let Some(done) = at_work.join_next().await else { return Ok(tally) };
        let (id, verdict) = done?;
        seen += 1;
        if seen % SAY_EVERY == 0 {
            eprintln!("{seen} of {} tables", ids.len());
        }
        match verdict? {
            // Deleted while others were looked at.
            Verdict::Gone => {}
            Verdict::Same => tally.same += 1,
            Verdict::Parts { line, why } => {
                tally.parted += 1;
                let at = line.map_or(String::new(), |line| format!(" at command {line}"));
                writeln!(output, "PARTS {id}{at}: {}", plain(&why))?;
            }
            Verdict::Newer => {
                tally.parted += 1;
                writeln!(output, "NEWER {id}: a newer Tallyho has played on")?;
            }
            Verdict::Damaged(says) => {
                tally.damaged += 1;
                writeln!(output, "DAMAGED {id}: {}", plain(&says))?;
            }
        }
    }
}
