//! `tallyho admin migrate`: the schema brought up to date.

use super::stopped;
use crate::home::Home;
use anyhow::Result;
use std::process::ExitCode;
use store::{Options, Schema, Store};

/// Steps only add to the schema, so processes of the last release on the same PostgreSQL go on meanwhile. There is no way back but a
/// backup: make one first.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    home: Home,
}

pub(super) async fn run(args: &Args) -> Result<ExitCode> {
    let place = args.home.games()?;
    let Schema { found, known, .. } = store::schema(&place).await?;
    stopped(Store::open_at(&place, Options::default()).await)?.close().await?;
    match found {
        Some(found) if found >= known => println!("{place} has schema {found} already"),
        found => println!("{place} had schema {} and has schema {known} now", found.unwrap_or_default()),
    }
    Ok(ExitCode::SUCCESS)
}
