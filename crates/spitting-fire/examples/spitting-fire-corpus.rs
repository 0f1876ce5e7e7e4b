//! Plays the games of `corpus/spitting-fire/` anew: `cargo run -p spitting-fire --example spitting-fire-corpus DIR`.
//!
//! To be run when the rules' revision is raised, and only then: the corpus shows that old games still replay.

use pilot::Level;
use spitting_fire::SpittingFire;
use spitting_fire::options::Mode;
use spitting_fire::scenario::Scenario;
use std::path::PathBuf;
use table::{DiceSource, Look, Seed, SeededDice, Side, Table};

/// Scenario, point total where forces are chosen, options switched on, and who plays the Allies and the Axis.
type Entry = (&'static str, Option<i32>, &'static [&'static str], [Level; 2]);

const GAMES: [Entry; 10] = [
    ("duel", None, &[], [Level::Simple, Level::Simple]),
    ("duel", None, &["banking", "deflection", "limited-ammo", "tailing"], [Level::Simple, Level::Simple]),
    ("match", Some(150), &["tailing"], [Level::Simple, Level::Simple]),
    ("match-book", Some(200), &["deflection"], [Level::Simple, Level::Random]),
    ("match-pacific", Some(180), &["banking"], [Level::Random, Level::Simple]),
    ("match", None, &["no-crash-vp", "free-withdrawal"], [Level::Random, Level::Random]),
    ("match-all-options", None, &[], [Level::Random, Level::Random]),
    ("vichy-britain-500", None, &["limited-ammo"], [Level::Random, Level::Random]),
    ("japan-united-states-500", None, &["free-withdrawal"], [Level::Random, Level::Random]),
    ("germany-soviet-union-1000", None, &[], [Level::Random, Level::Random]),
];

fn main() {
    let dir = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "corpus/spitting-fire".to_owned()));
    let data = testing::built_in::<SpittingFire>();
    for (mode, board) in [(Mode::Hexes, "hexes"), (Mode::Open, "open")] {
        for (n, (id, points, options, levels)) in GAMES.iter().enumerate() {
            let seed = 1940 + n as u64;
            let scenario = with(data.scenarios[*id].clone(), mode, *points, options);
            let text = play(&data, &scenario, seed, *levels);
            let path = dir.join(format!("{board}-{n:02}-{id}.jsonl"));
            std::fs::write(&path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            println!("{}", path.display());
        }
    }
}

fn with(mut scenario: Scenario, mode: Mode, points: Option<i32>, options: &[&str]) -> Scenario {
    let o = &mut scenario.options;
    o.mode = mode;
    o.points = points.or(o.points);
    for option in options {
        match *option {
            "banking" => o.banking = true,
            "deflection" => o.deflection = true,
            "limited-ammo" => o.limited_ammo = true,
            "tailing" => o.tailing = true,
            "no-crash-vp" => o.no_crash_vp = true,
            "free-withdrawal" => o.free_withdrawal = true,
            other => panic!("there is no option {other}"),
        }
    }
    scenario
}

fn play(data: &spitting_fire::data::Data, scenario: &Scenario, seed: u64, levels: [Level; 2]) -> String {
    let dice = DiceSource::seeded(Seed::from_number(seed));
    let mut table =
        Table::<SpittingFire>::new(data, scenario, dice).unwrap_or_else(|flaws| panic!("{flaws:#?}"));
    let mut chooser = SeededDice::new(Seed::from_number(!seed));
    while let Some(side) = table.to_act().iter().next() {
        let level = levels[usize::from(side == Side::Axis)];
        let look = Look::<SpittingFire>::new(table.rules(), table.state(), side);
        let Some(command) = pilot::choose(look, level, &mut chooser) else { break };
        table.act(side, command, &[]).unwrap_or_else(|e| panic!("{e:?}"));
    }
    table.transcript().to_lines()
}
