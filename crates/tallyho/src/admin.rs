//! `tallyho admin`: for whoever runs a server.

use anyhow::{Result, bail};
use clap::Subcommand;
use std::io::Write;
use std::process::ExitCode;
use store::{Options, Place, Store, Tally};

pub(crate) const EXAMPLES: &str = "\
Examples:
  tallyho admin copy --from games.db --to postgres://tallyho@db.example/club
  tallyho admin copy --from postgres://tallyho@db.example/club --to backup.db
See docs/host.md.";

/// How often a copy says how far it is, in tables.
const SAY_EVERY: usize = 100;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Copy all games from one database into another; links and cookies stay good
    #[command(after_help = EXAMPLES)]
    Copy(Copy),
}

/// Each game is copied whole or not at all, and its log is compared afterwards. A game that is there already with the same log is
/// passed over, so a copy that was broken off is just started again. A game that is there with another log is left as it is and
/// named; then the exit status is 1.
#[derive(clap::Args)]
struct Copy {
    /// Where the games are: a FILE, or postgres://USER:PASSWORD@HOST/NAME. No server may use the file meanwhile
    #[arg(long, value_name = "PLACE")]
    from: String,
    /// Where they go: a FILE, which is made if it is not there, or postgres://…
    #[arg(long, value_name = "PLACE")]
    to: String,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    match &args.command {
        Command::Copy(args) => runtime.block_on(copy(args)),
    }
}

async fn copy(args: &Copy) -> Result<ExitCode> {
    let (from, to): (Place, Place) = (args.from.parse()?, args.to.parse()?);
    if let Place::File(file) = &from
        && !file.exists()
    {
        bail!("there is no {}", file.display());
    }
    let from = Store::open_at(&from, Options::default()).await?;
    let to = Store::open_at(&to, Options::default()).await?;
    let told = |tally: &Tally, all: usize| {
        if tally.seen().is_multiple_of(SAY_EVERY) {
            eprintln!("{} of {all} tables", tally.seen());
        }
    };
    let copied = store::copy(&from, &to, told).await;
    to.close().await?;
    from.close().await?;
    let tally = copied?;
    let mut output = std::io::stdout().lock();
    for refused in &tally.refused {
        writeln!(output, "LEFT OUT {refused}")?;
    }
    let Tally { copied, there, refused } = &tally;
    writeln!(output, "{copied} tables copied, {there} were there already, {} left out", refused.len())?;
    Ok(if refused.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
