//! What the server bears. Each command starts servers as processes of their own on this machine and plays there over loopback.

mod client;
mod cluster;
mod disk;
mod figures;
mod games;
mod one;
mod scale;
mod server;
mod several;
mod socket;
mod storm;

use clap::Parser;
use std::process::ExitCode;

/// Measure and try the server, on loopback only.
#[derive(Parser)]
enum Command {
    /// How much load one process takes that keeps its games in a file
    One(one::Args),
    /// How long moves take over several processes on one PostgreSQL (run it by scripts/postgres)
    Several(several::Args),
    /// What many processes would bear, reckoned from measured costs
    Scale(scale::Args),
    /// Whether several processes on one PostgreSQL lose anything when everything fails (run it by scripts/postgres)
    Storm(storm::Args),
}

#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    match Command::parse() {
        Command::One(args) => one::run(args).await.map(|()| ExitCode::SUCCESS),
        Command::Several(args) => several::run(args).await.map(|()| ExitCode::SUCCESS),
        Command::Scale(args) => {
            scale::run(&args);
            Ok(ExitCode::SUCCESS)
        }
        Command::Storm(args) => storm::run(args).await,
    }
}
