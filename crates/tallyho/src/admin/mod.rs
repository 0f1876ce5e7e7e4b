//! `tallyho admin`: for whoever runs a server.

mod backup;
mod check;
mod copy;
mod delete;
mod export;
mod import;
mod list;
mod migrate;
mod revoke;
mod status;
mod words;

use crate::home::{Home, make_folder};
use crate::signal;
use anyhow::{Context, Result, anyhow, bail};
use catalog::Catalog;
use clap::Subcommand;
use serde::Deserialize;
use std::process::ExitCode;
use store::{Options, Place, Store, StoreError, Token};

pub(crate) const EXAMPLES: &str = "\
Examples:
  tallyho admin list --finished --older-than 90
  tallyho admin status --data-dir /var/lib/tallyho
  tallyho admin check                                  before an upgrade, with the new program
  tallyho admin backup /mnt/usb/games-monday.db        while the server runs
  tallyho admin revoke 0123456789ab --seat axis        a link got into the wrong hands
  tallyho admin copy --from games.db --to postgres://tallyho@db.example/club
Where the games are is found as `serve` finds it: --database, --data-dir, the configuration file.
list, status, check, backup and export may be used while a server runs. Of the others a server that has
the games in a FILE must be stopped first; processes on a PostgreSQL go on. See docs/host.md.";

/// How often a long piece of work says how far it is, in tables.
const SAY_EVERY: usize = 100;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List tables: id, game, moves, when they were made, changed and finished, title and label
    List(list::Args),
    /// Tell how the database stands: schema, size, tables, rules, processes
    Status(status::Args),
    /// Play every table again with this program, before an upgrade; exit status 1 unless all come out the same
    Check(check::Args),
    /// Bring the schema up to date; `serve` does it by itself when it starts
    Migrate(migrate::Args),
    /// Write all games into a new file, while servers go on
    Backup(backup::Args),
    /// Put a backup in the place of the database file
    Restore(backup::RestoreArgs),
    /// Write transcripts of games, as `tallyho verify` reads them
    Export(export::Args),
    /// Make tables of transcripts, and print the links to their seats
    Import(import::Args),
    /// Delete games with everything that belongs to them
    Delete(delete::Args),
    /// Take links back, where one got into the wrong hands, and print new ones
    Revoke(revoke::Args),
    /// Copy all games from one database into another; links and cookies stay good
    Copy(copy::Args),
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(async {
        match &args.command {
            Command::List(args) => list::run(args).await,
            Command::Status(args) => status::run(args, catalog).await,
            Command::Check(args) => tidily(check::run(args, catalog)).await,
            Command::Migrate(args) => migrate::run(args).await,
            Command::Backup(args) => tidily(backup::run(args)).await,
            Command::Restore(args) => tidily(backup::restore(args)).await,
            Command::Export(args) => tidily(export::run(args, catalog)).await,
            Command::Import(args) => import::run(args, catalog).await,
            Command::Delete(args) => delete::run(args).await,
            Command::Revoke(args) => revoke::run(args).await,
            Command::Copy(args) => copy::run(args).await,
        }
    });
    // Whatever still works on what was given up is not waited for.
    runtime.shutdown_background();
    done
}

/// Does what writes files. If it is broken off, they are removed.
async fn tidily(work: impl Future<Output = Result<ExitCode>>) -> Result<ExitCode> {
    signal::unless_ended(work).await.unwrap_or_else(|status| Ok(ExitCode::from(status)))
}

/// What the commands read of the configuration file of the server.
#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Settings {
    database: Option<String>,
    public_url: Option<String>,
}

impl Home {
    /// Where the games are; something must be there.
    fn games(&self) -> Result<Place> {
        let place = self.anywhere()?;
        only_if_there(&place)?;
        Ok(place)
    }

    /// Where the games are, or are to be.
    fn anywhere(&self) -> Result<Place> {
        self.place(self.settings::<Settings>()?.database.as_deref())
    }
}

/// SQLite would make a new file.
fn only_if_there(place: &Place) -> Result<()> {
    match place {
        Place::File(file) if matches!(file.try_exists(), Ok(false)) => {
            bail!(
                "there is no {}: `tallyho serve` makes it when it starts, and so does `import`",
                file.display()
            )
        }
        _ => Ok(()),
    }
}

/// Opens a database to change it. Its schema is left alone: other processes may not know what this program would make of it.
async fn open(place: &Place) -> Result<Store> {
    let schema = store::schema(place).await?;
    if schema.is_older() {
        let found = schema.found.unwrap_or_default();
        return Err(StoreError::Older(place.to_string(), found, schema.known).into());
    }
    stopped(Store::open_at(place, Options::default()).await)
}

/// The same, where a database that is not there or has nothing in it is made.
async fn open_or_make(place: &Place) -> Result<Store> {
    let made = match place {
        Place::File(file) if matches!(file.try_exists(), Ok(false)) => {
            file.parent().map_or(Ok(()), make_folder)?;
            true
        }
        place => store::schema(place).await?.found.is_none(),
    };
    if !made {
        return open(place).await;
    }
    let store = stopped(Store::open_at(place, Options::default()).await)?;
    println!("{place} is new");
    Ok(store)
}

/// Says what to do about a server that has the file.
fn stopped<T>(done: Result<T, StoreError>) -> Result<T> {
    done.map_err(|e| match e {
        StoreError::InUse(_) => anyhow!(
            "{e}: stop the server first (`systemctl stop tallyho`, or Ctrl-C where it runs), and start it again afterwards"
        ),
        e => e.into(),
    })
}

/// The address of a secret link. Without the public address of the server only what comes after it is known.
fn link(public_url: Option<&str>, token: &Token) -> String {
    format!("{}/join/{}", public_url.unwrap_or_default().trim_end_matches('/'), token.reveal())
}

/// 32 random bytes from the system.
fn random() -> Result<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).context("the system gives no randomness")?;
    Ok(bytes)
}
