//! Finished games replay to the same positions and outcomes.

mod common;
use common::data;
use spitfire::{Kind, Spitfire};
use std::collections::BTreeSet;
use std::path::Path;
use table::{Table, Transcript};

#[test]
fn every_game_of_the_corpus_replays() {
    let data = data();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/spitfire");
    let mut games = 0;
    let (mut kinds, mut options) = (BTreeSet::new(), BTreeSet::new());
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let transcript = Transcript::from_lines(&text).unwrap();
        let table = Table::<Spitfire>::load(&data, &transcript, None)
            .unwrap_or_else(|difference| panic!("{}: {difference}", file.display()));
        assert!(table.outcome().is_some(), "{} is not finished", file.display());
        let scenario: spitfire::Scenario = serde_json::from_value(transcript.header.scenario).unwrap();
        kinds.insert(match scenario.kind {
            Kind::AirSuperiority => 1,
            Kind::Bombing => 2,
            Kind::Formations => 3,
            Kind::FormationsVariant => 4,
        });
        let o = scenario.options;
        let chosen =
            [o.opt_hexagonal_space, o.opt_inter_altitude, o.opt_strict_dive_band, o.opt_level_blocking];
        options.extend((0..4).filter(|n| chosen[*n]));
        games += 1;
    }
    assert!(games >= 20, "{games} games");
    assert_eq!((kinds.len(), options.len()), (4, 4));
}
