//! `tallyho admin copy`: all games from one database into another.

use super::{SAY_EVERY, only_if_there, stopped};
use anyhow::{Result, bail};
use std::io::Write;
use std::process::ExitCode;
use store::{Options, Place, Store, Tally};

/// Each game is copied whole or not at all, and its log is compared afterwards. A game that is there already with the same log is
/// passed over, so a copy that was broken off is just started again. A game that is there with another log is left as it is and
/// named; then the exit status is 1.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Where the games are: a FILE, or postgres://USER:PASSWORD@HOST/NAME. No server may use the file meanwhile
    #[arg(long, value_name = "PLACE")]
    from: String,
    /// Where they go: a FILE, which is made if it is not there, or postgres://…
    #[arg(long, value_name = "PLACE")]
    to: String,
}

pub(super) async fn run(args: &Args) -> Result<ExitCode> {
    let (from, to): (Place, Place) = (args.from.parse()?, args.to.parse()?);
    only_if_there(&from)?;
    if is_the_same(&from, &to) {
        bail!("{from} and {to} are the same database");
    }
    let from = stopped(Store::open_at(&from, Options::default()).await)?;
    let to = stopped(Store::open_at(&to, Options::default()).await)?;
    let copied = store::copy(&from, &to, told).await;
    to.close().await?;
    from.close().await?;
    report(&copied?)
}

fn is_the_same(one: &Place, other: &Place) -> bool {
    match (one, other) {
        (Place::File(one), Place::File(other)) => {
            one.canonicalize().ok().is_some_and(|one| other.canonicalize().is_ok_and(|other| one == other))
        }
        (one, other) => one == other,
    }
}

/// Says on standard error how far a copy is.
pub(super) fn told(tally: &Tally, all: usize) {
    if tally.seen().is_multiple_of(SAY_EVERY) {
        eprintln!("{} of {all} tables", tally.seen());
    }
}

/// Prints what became of the tables. The exit status is 1 if any was left out.
pub(super) fn report(tally: &Tally) -> Result<ExitCode> {
    let mut output = std::io::stdout().lock();
    let Tally { copied, there, refused } = tally;
    for refused in refused {
        writeln!(output, "LEFT OUT {refused}")?;
    }
    writeln!(output, "{copied} tables copied, {there} were there already, {} left out", refused.len())?;
    Ok(if refused.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
