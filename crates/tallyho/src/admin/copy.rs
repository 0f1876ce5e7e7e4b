//! `tallyho admin copy`: all games from one database into another.

use super::status::is_alive;
use super::{SAY_EVERY, only_if_there, open, open_or_make};
use anyhow::{Result, bail};
use std::io::Write;
use std::process::ExitCode;
use store::{Place, Store, Tally};

/// Each game is copied whole or not at all, and is compared afterwards. A game that is there already and is the same is passed over, so a
/// copy that was broken off is just started again. A game that is there with another log, or with other links, seats, talk or settings, is
/// left as it is and named; then the exit status is 1. The schema of the database that is copied is left alone.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Where the games are: a FILE, or postgres://USER:PASSWORD@HOST/NAME. No server may use the file meanwhile
    #[arg(long, value_name = "PLACE")]
    from: String,
    /// Where they go: a FILE, which is made if it is not there, or postgres://…
    #[arg(long, value_name = "PLACE")]
    to: String,
    /// Copy from a PostgreSQL though processes serve it. What is played meanwhile may be missing
    #[arg(long)]
    while_served: bool,
}

pub(super) async fn run(args: &Args) -> Result<ExitCode> {
    let (from, to): (Place, Place) = (args.from.parse()?, args.to.parse()?);
    only_if_there(&from)?;
    if is_the_same(&from, &to) {
        bail!("{from} and {to} are the same database");
    }
    let (source, from) = (from.to_string(), open(&from).await?);
    let served = served(&from).await?;
    if served > 0 && !args.while_served {
        from.close().await?;
        let who =
            if served == 1 { "1 process serves".to_owned() } else { format!("{served} processes serve") };
        bail!(
            "{who} {source}, and what is played from now on would be missing: stop first, or say --while-served"
        );
    }
    let to = open_or_make(&to).await?;
    let copied = store::copy(&from, &to, told).await;
    to.close().await?;
    from.close().await?;
    report(&copied?)
}

/// How many processes serve a database that is shared.
async fn served(store: &Store) -> Result<usize> {
    Ok(store.figures().await?.processes.iter().filter(|process| is_alive(process)).count())
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
