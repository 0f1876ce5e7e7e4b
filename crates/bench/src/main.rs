//! `bench`: how fast the games are, as one Markdown table. Each figure is the median of several rounds, a
//! second is a second of processor time, and the rounds of all scenarios take turns: so that a busy machine changes little.

#![allow(clippy::float_arithmetic, reason = "rates and ratios, not rules")]

mod crowd;
mod heap;
mod instructions;
mod play;
mod rounds;

use anyhow::{Result, bail};
use clap::Parser;
use fast_and_easy::FastAndEasy;
use rounds::Bench;
use spitfire::Spitfire;
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
    /// Only does one piece of work, for instruction counts: the game, the work's name, the scenario's id and how often.
    #[arg(long, num_args = 4, value_names = ["GAME", "WORK", "SCENARIO", "TIMES"])]
    work: Option<Vec<String>>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if let Some(work) = &arguments.work {
        let times = work[3].parse()?;
        return match work[0].as_str() {
            FastAndEasy::ID => instructions::work::<FastAndEasy>(&work[1], &work[2], times),
            Spitfire::ID => instructions::work::<Spitfire>(&work[1], &work[2], times),
            other => bail!("there is no game {other}"),
        };
    }
    let mut bench = Bench::new(arguments.rounds, Duration::from_millis(arguments.milliseconds));
    // One line a game: everything else follows.
    bench.game::<FastAndEasy>(&["kent-duel", "box-over-germany", "big-box"], Some(crowd::fast_and_easy))?;
    bench.game::<Spitfire>(&["air-superiority", "bombing", "formations"], None)?;
    bench.run();
    if !arguments.no_instructions {
        bench.count_instructions()?;
    }
    print!("{}", bench.table());
    Ok(())
}
