//! `tallyho lab`: batches of games between computer pilots, counted and shown.

mod merge;
mod run;
mod signal;

use anyhow::Result;
use catalog::Catalog;
use clap::Subcommand;
use std::process::ExitCode;

pub(crate) const EXAMPLES: &str = "\
Examples:
  tallyho lab run fast-and-easy kent-duel --games 1000 --out kent
  tallyho lab run fast-and-easy kent-duel --allies simple --axis random --swap --games 1000 --seed 7 --out kent
  tallyho lab run --resume --out kent
  tallyho lab merge part-1 part-2 --out whole

docs/lab.md tells more.";

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play many games of one scenario and write tables and a report
    #[command(after_help = run::EXAMPLES)]
    Run(run::Args),
    /// Join parts of a run that were played on several machines
    #[command(after_help = merge::EXAMPLES)]
    Merge(merge::Args),
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Result<ExitCode> {
    match &args.command {
        Command::Run(args) => run::run(args, catalog),
        Command::Merge(args) => merge::run(args, catalog),
    }
}
