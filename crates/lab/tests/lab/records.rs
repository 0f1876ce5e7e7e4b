//! What is kept of a game is what happened in it.

use crate::common::series;
use catalog::{Job, Level};
use std::collections::{BTreeMap, BTreeSet};
use table::{Seat, Side};

/// Scenarios of every game, with secrets and without, and one whose forces are bought while it is played.
const SCENARIOS: [(&str, &str); 5] = [
    ("fast-and-easy", "kent-duel"),
    ("fighting-wings", "kent"),
    ("spitfire", "air-superiority"),
    ("spitting-fire", "duel"),
    ("spitting-fire", "match"),
];

fn job(n: u64, level: Level) -> Job {
    Job { dice: 100 + n, choices: 200 + n, pilots: [level.into(); 2] }
}

#[test]
fn a_record_agrees_with_the_table_of_the_same_game() {
    for (game, scenario) in SCENARIOS {
        let series = series(game, scenario);
        for (n, level) in [(1, Level::Random), (2, Level::Random), (3, Level::Simple)] {
            if level == Level::Simple && game == "fighting-wings" {
                // It thinks for seconds in a build without optimisation.
                continue;
            }
            let job = job(n, level);
            let record = series.play(job).unwrap();
            let table = series.at_table(job).unwrap();
            let outcome = table.outcome().unwrap();
            assert_eq!((record.winner, record.points), (outcome.winner, outcome.points), "{game} {scenario}");
            assert_eq!(record.commands, table.lines());
            let view = table.view(Seat::Referee);
            assert_eq!(record.turns, view.phase.turn);
            let mut rules: BTreeMap<&str, u32> = BTreeMap::new();
            let log = table.log(Seat::Referee, 0);
            for rule in log.iter().flat_map(|entry| &entry.rules) {
                *rules.entry(rule.0).or_default() += 1;
            }
            let counted: BTreeMap<&str, u32> = record.rules.iter().map(|(rule, n)| (rule.0, *n)).collect();
            assert_eq!(counted, rules, "{game} {scenario}");
            for loss in &record.losses {
                let aircraft = view.aircraft.iter().find(|a| a.id == loss.aircraft).unwrap();
                assert!(!aircraft.flying);
                assert_eq!((loss.side, &loss.card), (aircraft.side, &aircraft.card));
                assert!(loss.at.is_some());
            }
        }
    }
}

#[test]
fn an_aircraft_is_lost_once() {
    let series = series("fast-and-easy", "kent-duel");
    let records = (0..40).map(|n| series.play(job(n, Level::Simple)).unwrap());
    let mut lost = 0;
    for record in records {
        let who: BTreeSet<_> = record.losses.iter().map(|loss| loss.aircraft).collect();
        assert_eq!(who.len(), record.losses.len());
        lost += who.len();
        for side in Side::BOTH {
            assert!(record.losses.iter().filter(|loss| loss.side == side).count() <= 4);
        }
    }
    assert!(lost > 0);
}

#[test]
fn the_same_job_gives_the_same_record() {
    for (game, scenario) in SCENARIOS {
        let series = series(game, scenario);
        let [one, again] = [(); 2].map(|()| series.play(job(5, Level::Random)).unwrap());
        assert_eq!(one, again);
    }
}
