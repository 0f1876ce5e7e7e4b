//! `bench`: how fast the games are, as one Markdown table. A busy machine should change little: each figure is the median of
//! several rounds, a second is a second of processor time, and every round measures all scenarios.

#![allow(clippy::float_arithmetic, reason = "rates and ratios, not rules")]

mod crowd;
mod enumeration;
mod heap;
mod instructions;
mod play;
mod rounds;
mod thinking;

use anyhow::{Context, Result};
use clap::Parser;
use crowd::Crowd;
use enumeration::Enumeration;
use fast_and_easy::FastAndEasy;
use fighting_wings::FightingWings;
use rounds::Bench;
use spitfire::Spitfire;
use spitting_fire::SpittingFire;
use std::time::Duration;
use table::Game;

/// Measures the games and prints a table.
#[derive(Parser)]
struct Arguments {
    /// Rounds, of which the median counts.
    #[arg(long, default_value_t = 9)]
    rounds: u32,
    /// Milliseconds of each measurement in a round.
    #[arg(long, default_value_t = 200)]
    milliseconds: u64,
    /// Leaves instruction counts out (they need valgrind).
    #[arg(long)]
    no_instructions: bool,
    /// Only does one piece of work, for instruction counts.
    #[arg(long, num_args = 4, value_names = ["WORK", "GAME", "SCENARIO", "TIMES"])]
    work: Option<Vec<String>>,
}

/// A game to be measured.
struct Entry {
    id: &'static str,
    scenarios: &'static [&'static str],
    crowd: Option<Crowd>,
    enumerations: &'static [Enumeration],
    thinking: &'static [&'static str],
    add: fn(&mut Bench, &Entry) -> Result<()>,
    work: fn(&str, &str, u32) -> Result<()>,
}

const fn entry<G: Game>(
    scenarios: &'static [&'static str],
    thinking: &'static [&'static str],
    crowd: Option<Crowd>,
) -> Entry {
    Entry {
        id: G::ID,
        scenarios,
        crowd,
        enumerations: &[],
        thinking,
        add: Bench::add::<G>,
        work: instructions::work::<G>,
    }
}

/// One line a game: everything else follows.
const GAMES: [Entry; 4] = [
    entry::<FastAndEasy>(
        &["kent-duel", "box-over-germany", "big-box"],
        &["kent-duel", "big-box"],
        Some(crowd::FAST_AND_EASY),
    ),
    Entry {
        enumerations: &enumeration::SPITFIRE,
        ..entry::<Spitfire>(&["air-superiority", "bombing", "formations"], &["air-superiority"], None)
    },
    entry::<SpittingFire>(
        &[
            "duel",
            "duel?mode=open",
            "germany-britain-500",
            "germany-britain-500?mode=open",
            "germany-britain-2000",
        ],
        &["duel"],
        None,
    ),
    Entry {
        enumerations: &enumeration::FIGHTING_WINGS,
        ..entry::<FightingWings>(
            &["kent", "finger-fours", "fortress-box"],
            &["kent"],
            Some(crowd::FIGHTING_WINGS),
        )
    },
];

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if let Some([what, game, scenario, times]) = arguments.work.as_deref() {
        let game = GAMES.iter().find(|g| g.id == game).context("no such game")?;
        return (game.work)(what, scenario, times.parse()?);
    }
    let mut bench = Bench::new(arguments.rounds, Duration::from_millis(arguments.milliseconds));
    for game in &GAMES {
        (game.add)(&mut bench, game)?;
    }
    bench.run();
    if !arguments.no_instructions {
        bench.count_instructions()?;
    }
    print!("{}", bench.table());
    Ok(())
}
