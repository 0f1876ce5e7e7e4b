//! `tallyho admin backup` and `restore`.

use super::words::count;
use super::{copy, stopped};
use crate::home::{Home, make_folder};
use anyhow::{Context, Result, bail};
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::ExitCode;
use store::{Place, StoreError};

/// The file is readable by its owner only: until a game is over it holds secrets. Of an SQLite file the backup is from one moment. Of a
/// PostgreSQL each game is copied whole, one after the other; `pg_dump` is quicker there and from one moment.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    home: Home,
    /// File to write; it must not be there yet
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(super) async fn run(args: &Args) -> Result<ExitCode> {
    let place = args.home.games()?;
    let done = store::backup(&place, &args.file, copy::told).await;
    let tally = match done {
        Err(StoreError::File(file, e)) if file == args.file && e.kind() == ErrorKind::AlreadyExists => {
            bail!("{} is there already: choose another name", file.display())
        }
        Err(StoreError::InUse(file)) => bail!("{} is being written by another backup", file.display()),
        done => done?,
    };
    println!("{place} is saved in {}", args.file.display());
    tally.map_or(Ok(ExitCode::SUCCESS), |tally| copy::report(&tally))
}

/// The backup is checked first and stays where it is. A database that has games is replaced only with --force, and even then it is kept
/// beside the new one under another name. No server may use the place meanwhile.
#[derive(clap::Args)]
pub(super) struct RestoreArgs {
    #[command(flatten)]
    home: Home,
    /// A backup
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Replace a database that has games, or cannot be read
    #[arg(long)]
    force: bool,
}

pub(super) async fn restore(args: &RestoreArgs) -> Result<ExitCode> {
    let Place::File(to) = args.home.anywhere()? else {
        bail!(
            "a PostgreSQL is restored by its own `pg_restore`, or game by game into an empty database: \
             tallyho admin copy --from {} --to postgres://…",
            args.file.display()
        );
    };
    if !to.exists() {
        to.parent().map_or(Ok(()), make_folder)?;
    }
    let restored = stopped(store::restore(&args.file, &to, args.force).await);
    let restored = restored.with_context(|| format!("{} was not restored", args.file.display()))?;
    let tables = count(restored.tables, "table");
    println!("{} has {tables} now, from {}", to.display(), args.file.display());
    if let Some(aside) = restored.aside {
        println!("what was there before is in {}", aside.display());
    }
    Ok(ExitCode::SUCCESS)
}
