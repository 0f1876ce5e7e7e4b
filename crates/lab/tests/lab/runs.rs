//! The same plan gives the same bytes.

use crate::common::{bytes, finish, plan, play, series, whole};
use bot::Terms;
use catalog::{About, AnyTable, Job, Level, Record, Series, Thinking};
use lab::{Folder, Plan};
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use table::view::{Card, View};
use tempfile::tempdir;

#[test]
fn one_thread_and_three_write_the_same_bytes() {
    let dir = tempdir().unwrap();
    for (game, scenario) in [("fast-and-easy", "kent-duel"), ("spitting-fire", "duel")] {
        let series = series(game, scenario);
        let plan = plan(series.as_ref(), 0, 55);
        let (one, three) = (dir.path().join(format!("{game}-1")), dir.path().join(format!("{game}-3")));
        whole(series.as_ref(), &one, &plan, 1);
        whole(series.as_ref(), &three, &plan, 3);
        let names: Vec<String> = bytes(&one).into_keys().collect();
        assert_eq!(names, ["games.csv", "games.jsonl", "losses.csv", "report.html", "run.json"]);
        assert_eq!(bytes(&one), bytes(&three));
    }
}

/// A series that asks its players to stop in its twentieth game.
struct Stopping<'a> {
    series: &'a dyn Series,
    begun: AtomicU64,
    stop: &'a AtomicBool,
}

impl Series for Stopping<'_> {
    fn about(&self) -> &About {
        self.series.about()
    }
    fn start(&self) -> View {
        self.series.start()
    }
    fn side_names(&self) -> [String; 2] {
        self.series.side_names()
    }
    fn cards(&self) -> Vec<Card> {
        self.series.cards()
    }
    fn play(&self, job: Job) -> Result<Record, String> {
        if self.begun.fetch_add(1, Ordering::Relaxed) == 20 {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.series.play(job)
    }
    fn timed(&self, job: Job) -> Result<(Record, [Thinking; 2]), String> {
        self.series.timed(job)
    }
    fn open(&self, dice: u64) -> Result<Box<dyn AnyTable>, String> {
        self.series.open(dice)
    }
    fn record(&self, dice: u64, table: &dyn AnyTable) -> Result<Record, String> {
        self.series.record(dice, table)
    }
    fn at_table(&self, job: Job) -> Result<Box<dyn AnyTable>, String> {
        self.series.at_table(job)
    }
}

#[test]
fn a_run_that_was_stopped_goes_on_to_the_same_bytes() {
    let dir = tempdir().unwrap();
    let series = series("fast-and-easy", "kent-duel");
    let plan = plan(series.as_ref(), 0, 60);
    let (straight, stopped) = (dir.path().join("straight"), dir.path().join("stopped"));
    whole(series.as_ref(), &straight, &plan, 2);
    {
        let folder = Folder::create(&stopped, &plan).unwrap();
        let stop = AtomicBool::new(false);
        let crew = lab::Crew { threads: 1, stop: &stop, played: &|_| {}, bots: &Terms::default() };
        let stopping = Stopping { series: series.as_ref(), begun: AtomicU64::new(0), stop: &stop };
        assert!(!lab::run(&stopping, &folder, crew, lab::Pace::default()).unwrap());
        assert!(!folder.is_finished());
    }
    let folder = Folder::open(&stopped).unwrap();
    assert!(folder.missing().unwrap()[0].from >= 20);
    assert!(play(series.as_ref(), &folder, 2, &AtomicBool::new(false)));
    finish(series.as_ref(), &folder);
    assert_eq!(bytes(&straight), bytes(&stopped));
}

#[test]
fn batches_that_are_damaged_or_unfinished_are_played_again() {
    let dir = tempdir().unwrap();
    let series = series("fast-and-easy", "kent-duel");
    let plan = plan(series.as_ref(), 0, 50);
    let (straight, damaged) = (dir.path().join("straight"), dir.path().join("damaged"));
    whole(series.as_ref(), &straight, &plan, 1);
    {
        let folder = Folder::create(&damaged, &plan).unwrap();
        assert!(play(series.as_ref(), &folder, 1, &AtomicBool::new(false)));
    }
    let batches = damaged.join("batches");
    let cut = batches.join("000000000010-000000000020.jsonl");
    let text = fs::read_to_string(&cut).unwrap();
    fs::write(&cut, &text[..text.len() / 2]).unwrap();
    fs::remove_file(batches.join("000000000030-000000000040.jsonl")).unwrap();
    fs::write(batches.join("000000000050-000000000060.jsonl.unfinished"), "{\"game\":").unwrap();
    let folder = Folder::open(&damaged).unwrap();
    let missing: Vec<String> = folder.missing().unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(missing, ["10..20", "30..40"]);
    assert!(play(series.as_ref(), &folder, 2, &AtomicBool::new(false)));
    finish(series.as_ref(), &folder);
    assert_eq!(bytes(&straight), bytes(&damaged));
}

#[test]
fn finished_results_that_somebody_changed_are_refused_and_left_alone() {
    let dir = tempdir().unwrap();
    let series = series("fast-and-easy", "kent-duel");
    let path = dir.path().join("run");
    whole(series.as_ref(), &path, &plan(series.as_ref(), 0, 10), 1);
    let games = path.join("games.jsonl");
    let written = fs::read_to_string(&games).unwrap();
    for changed in [format!("{written}\n"), written[..written.len() / 2].to_owned(), String::new()] {
        fs::write(&games, &changed).unwrap();
        let before = bytes(&path);
        let says = Folder::open(&path).err().unwrap().to_string();
        assert!(says.starts_with(&format!("{} has been changed", games.display())), "{says}");
        assert!(says.contains("--resume --out"), "{says}");
        assert_eq!(bytes(&path), before);
    }
    // Moved away, they are made again.
    fs::remove_file(&games).unwrap();
    let folder = Folder::open(&path).unwrap();
    assert!(play(series.as_ref(), &folder, 2, &AtomicBool::new(false)));
    finish(series.as_ref(), &folder);
    assert_eq!(fs::read_to_string(&games).unwrap(), written);
}

#[test]
fn a_folder_takes_one_run_and_one_writer() {
    let dir = tempdir().unwrap();
    let series = series("fast-and-easy", "kent-duel");
    let plan = plan(series.as_ref(), 0, 10);
    let path = dir.path().join("run");
    let says = |result: lab::Result<Folder>| result.err().unwrap().to_string();
    assert!(says(Folder::open(&path)).contains("holds no run"));
    let folder = Folder::create(&path, &plan).unwrap();
    assert!(says(Folder::create(&path, &plan)).contains("holds a run already: go on with --resume"));
    assert!(says(Folder::open(&path)).contains("another program is writing to it"));
    drop(folder);
    assert_eq!(*Folder::open(&path).unwrap().plan(), plan);
}

#[test]
fn results_whose_plan_is_missing_are_called_so() {
    let dir = tempdir().unwrap();
    let series = series("fast-and-easy", "kent-duel");
    let plan = plan(series.as_ref(), 0, 10);
    let (finished, begun) = (dir.path().join("finished"), dir.path().join("begun"));
    whole(series.as_ref(), &finished, &plan, 1);
    play(series.as_ref(), &Folder::create(&begun, &plan).unwrap(), 1, &AtomicBool::new(false));
    for path in [finished, begun] {
        fs::remove_file(path.join("run.json")).unwrap();
        let before = bytes(&path);
        for result in [Folder::create(&path, &plan), Folder::open(&path)] {
            let says = result.err().unwrap().to_string();
            assert!(
                says.ends_with(
                    "holds results whose run.json is missing: put it back, or name another folder"
                ),
                "{says}"
            );
        }
        assert_eq!(bytes(&path), before);
    }
}

#[test]
fn pilots_that_change_sides_have_the_same_dice_in_both_games_of_a_pair() {
    let series = series("fast-and-easy", "kent-duel");
    let levels = [Level::Simple, Level::Random];
    let plan = Plan { swap: true, ..plan(series.as_ref(), 0, 10) };
    let [one, two, three] = [0, 1, 2].map(|n| plan.job(n, levels));
    assert_eq!(one.dice, two.dice);
    assert_ne!(one.choices, two.choices);
    assert_ne!(one.dice, three.dice);
    assert_eq!((one.pilots, two.pilots), (levels, [Level::Random, Level::Simple]));
    let straight = Plan { swap: false, ..plan };
    assert_ne!(straight.job(0, levels).dice, straight.job(1, levels).dice);
}
