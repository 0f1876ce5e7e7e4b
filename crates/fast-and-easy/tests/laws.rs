//! The laws that every game keeps, on random games of every scenario and with every option.

use fast_and_easy::FastAndEasy;
use table::{Game, play_by_the_laws};

fn data() -> fast_and_easy::Data {
    let files = FastAndEasy::files().iter().map(|(path, text)| (path.to_string(), text.to_string()));
    FastAndEasy::load(&files.collect()).unwrap_or_else(|flaws| panic!("{flaws:#?}"))
}

#[test]
fn every_scenario_is_played_to_its_end_by_the_laws() {
    let data = data();
    for (id, scenario) in &data.scenarios {
        let seeds = if id == "big-box" { 0..1 } else { 0..3 };
        for seed in seeds {
            if let Err(why) = play_by_the_laws::<FastAndEasy>(&data, scenario, seed, 20_000) {
                panic!("{id}, seed {seed}: {why}");
            }
        }
    }
}
