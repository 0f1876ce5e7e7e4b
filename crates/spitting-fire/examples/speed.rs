//! How fast random games go: `cargo run --release -p spitting-fire --example speed [SECONDS]`.
//!
//! A transition draws a random legal command, validates it and applies it, with nobody listening. Heap allocations are
//! counted over the action phase alone, where movement and combat must not need any.

use spitting_fire::scenario::Mode;
use spitting_fire::state::Phase;
use spitting_fire::{SpittingFire, data};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use table::{Game, Position, Seed, SeededDice, Silence, validate};

fn main() {
    let seconds = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(3);
    let files: BTreeMap<String, String> =
        SpittingFire::files().iter().map(|(n, t)| ((*n).to_owned(), (*t).to_owned())).collect();
    let data = SpittingFire::load(&files).unwrap_or_else(|flaws| panic!("{flaws:#?}"));
    println!("scenario                 board   transitions/s   games/s   commands/game   state bytes");
    for id in ["duel", "germany-britain-500", "germany-britain-2000"] {
        for mode in [Mode::Hexes, Mode::Open] {
            measure(&data, id, mode, Duration::from_secs(seconds));
        }
    }
}

fn measure(data: &data::Data, id: &str, mode: Mode, time: Duration) {
    let mut scenario = data.scenarios[id].clone();
    scenario.options.mode = mode;
    let Ok(Position { rules, state: start }) = SpittingFire::set_up(data, &scenario) else { return };
    let mut dice = SeededDice::new(Seed::from_number(1));
    let mut chooser = SeededDice::new(Seed::from_number(2));
    let (mut transitions, mut games, mut bytes) = (0u64, 0u64, 0);
    let began = Instant::now();
    while began.elapsed() < time {
        let mut state = start.clone();
        while let Some(side) = SpittingFire::to_act(&rules, &state).iter().next() {
            let command = SpittingFire::sample(&rules, &state, side, &mut chooser);
            let accepted = validate::<SpittingFire>(&rules, &state, side, command);
            let accepted = accepted.unwrap_or_else(|no| panic!("{no:?}"));
            let applied = SpittingFire::apply(&rules, &mut state, &accepted, &mut dice, &mut Silence);
            applied.unwrap_or_else(|need| panic!("{need:?}"));
            transitions += 1;
            if state.phase == Phase::Action {
                bytes = size_of_val(&state)
                    + size_of_val(state.planes.as_slice())
                    + size_of_val(state.groups.as_slice())
                    + size_of_val(state.mover.legs.as_slice());
            }
        }
        games += 1;
    }
    let micros = began.elapsed().as_micros() as u64;
    let per_second = |n: u64| n * 1_000_000 / micros;
    println!(
        "{id:<24} {:<7} {:>13} {:>9} {:>15} {bytes:>13}",
        format!("{mode:?}").to_lowercase(),
        per_second(transitions),
        per_second(games),
        transitions / games.max(1),
    );
}
