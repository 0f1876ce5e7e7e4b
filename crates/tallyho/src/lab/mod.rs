//! `tallyho lab`: batches of games between computer pilots, counted and shown.

mod compare;
mod contest;
mod merge;
mod run;
mod version;

use anyhow::Result;
use catalog::Catalog;
use clap::Subcommand;
use std::path::Path;
use std::process::ExitCode;

pub(crate) const EXAMPLES: &str = "\
Examples:
  tallyho lab run fast-and-easy kent-duel --games 1000 --out kent
  tallyho lab run fast-and-easy kent-duel --allies simple --axis random --swap --games 1000 --seed 7 --out kent
  tallyho lab run --resume --out kent
  tallyho lab merge part-1 part-2 --out whole
  tallyho lab match simple random fast-and-easy kent-duel --sprt
  tallyho lab compare spitfire-mk1 bf-109e-3

docs/lab.md tells more.";

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

/// How many games may be played at once: what was asked for, or one on every core.
fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
}

#[derive(Subcommand)]
enum Command {
    /// Play many games of one scenario and write tables and a report
    #[command(after_help = run::EXAMPLES)]
    Run(run::Args),
    /// Find out which of two pilots, or of two versions of a card, is better
    #[command(after_help = contest::EXAMPLES)]
    Match(contest::Args),
    /// Let two types of aircraft meet in every game that has both
    #[command(after_help = compare::EXAMPLES)]
    Compare(compare::Args),
    /// Join parts of a run that were played on several machines
    #[command(after_help = merge::EXAMPLES)]
    Merge(merge::Args),
}

pub(crate) fn run(args: &Args, data: Option<&Path>, catalog: &Catalog) -> Result<ExitCode> {
    match &args.command {
        Command::Run(args) => run::run(args, catalog),
        Command::Match(args) => contest::run(args, data, catalog),
        Command::Compare(args) => compare::run(args, catalog),
        Command::Merge(args) => merge::run(args, catalog),
    }
}
