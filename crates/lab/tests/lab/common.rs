//! What the tests share: small runs in folders of their own.

use bot::Terms;
use catalog::{Catalog, Level, Series};
use lab::{Crew, Folder, Labels, Numbers, Pace, Plan, Summary};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub(crate) fn series(game: &str, scenario: &str) -> Arc<dyn Series> {
    let catalog = Catalog::built_in().unwrap();
    catalog.game(game).unwrap().series(&scenario.into(), None).unwrap()
}

/// A plan for games of random pilots, who are fast.
pub(crate) fn plan(series: &dyn Series, from: u64, to: u64) -> Plan {
    Plan::new(series.about(), [Level::Random; 2], false, 7, Numbers { from, to })
}

/// Plays what a folder misses, in batches of 10 games.
pub(crate) fn play(series: &dyn Series, folder: &Folder, threads: usize, stop: &AtomicBool) -> bool {
    let crew = Crew { threads, stop, played: &|_| {}, bots: &Terms::default() };
    lab::run(series, folder, crew, Pace { games: 10, time: Duration::from_secs(3600) }).unwrap()
}

pub(crate) fn finish(series: &dyn Series, folder: &Folder) -> Summary {
    let labels = Labels::new(series, "The game", &[]);
    lab::finish(folder, |summary| lab::report(folder.plan(), &labels, summary)).unwrap()
}

/// Makes a whole run.
pub(crate) fn whole(series: &dyn Series, path: &Path, plan: &Plan, threads: usize) -> Summary {
    let folder = Folder::create(path, plan).unwrap();
    assert!(play(series, &folder, threads, &AtomicBool::new(false)));
    finish(series, &folder)
}

/// Every file of a folder.
pub(crate) fn bytes(path: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap());
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_else(|_| "a folder".into());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), read(&entry.path()))).collect()
}
