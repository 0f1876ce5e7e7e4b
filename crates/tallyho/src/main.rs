//! The binary: a thin skin over the libraries. It alone touches files, standard streams and the machine's randomness.

mod admin;
mod bot_check;
mod check;
mod data;
mod home;
mod lab;
mod plain;
mod play;
mod print;
mod rpc;
mod rules;
mod schema;
mod serve;
mod signal;
mod soak;
mod spans;
mod subject;
mod verify;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

// Thousands of tables come and go in small pieces. With them the system's allocator holds twice the memory in use and takes a quarter of the
// server's time. This one gives back unused memory even while nobody plays; `.cargo/config.toml` says how soon.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// WWII air combat on the tabletop: the rules of several games, enforced and explained.
///
/// Without a command it serves the tables to browsers on this machine.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    /// Folder whose files go over the built-in data: DIR/GAME/aircraft.toml, DIR/GAME/scenarios/*.toml …
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the tables to browsers (the default)
    #[command(after_help = serve::EXAMPLES)]
    Serve(serve::Args),
    /// For whoever runs a server: list, check, save, restore, copy and delete games, take links back
    #[command(after_help = admin::EXAMPLES)]
    Admin(admin::Args),
    /// Answer JSON-RPC 2.0 requests, one a line, on standard input and output: for bots and other programs
    #[command(after_help = rpc::EXAMPLES)]
    Rpc,
    /// Replay recorded games and name the first difference from the rules
    #[command(after_help = verify::EXAMPLES)]
    Verify(verify::Args),
    /// Check whether a bot keeps to the protocol, and say in words what is wrong
    #[command(after_help = bot_check::EXAMPLES)]
    BotCheck(bot_check::Args),
    /// Check scenario and aircraft files: file, line, field, what is wrong and what is allowed
    #[command(after_help = check::EXAMPLES)]
    Check(check::Args),
    /// Print the JSON Schema of every request, answer and file, or TypeScript types
    #[command(after_help = schema::EXAMPLES)]
    Schema(schema::Args),
    /// Print our digest of a rule, or list all rules
    #[command(after_help = rules::EXAMPLES)]
    Rules(rules::Args),
    /// Write log sheets as workbooks
    #[command(after_help = print::EXAMPLES)]
    Print(print::Args),
    /// Let two computer pilots or bots play and print the log
    #[command(after_help = play::EXAMPLES)]
    Play(play::Args),
    /// Play random games through the requests `legal` and `act` alone and check everything on the way
    #[command(after_help = soak::EXAMPLES)]
    Soak(soak::Args),
    /// Batches of games between computer pilots: tables, a report, comparisons
    #[command(after_help = lab::EXAMPLES)]
    Lab(lab::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = data::catalog(cli.data.as_deref()).and_then(|catalog| match &cli.command {
        None => serve::by_default(catalog),
        Some(Command::Serve(args)) => serve::run(args, catalog),
        Some(Command::Admin(args)) => admin::run(args, &catalog),
        Some(Command::Rpc) => rpc::run(catalog),
        Some(Command::Verify(args)) => verify::run(args, &catalog),
        Some(Command::BotCheck(args)) => bot_check::run(args, &catalog),
        Some(Command::Check(args)) => check::run(args),
        Some(Command::Schema(args)) => schema::run(args, &catalog),
        Some(Command::Rules(args)) => rules::run(args, &catalog),
        Some(Command::Print(args)) => print::run(args, &catalog),
        Some(Command::Play(args)) => play::run(args, &catalog),
        Some(Command::Soak(args)) => soak::run(args, &catalog),
        Some(Command::Lab(args)) => lab::run(args, cli.data.as_deref(), &catalog),
    });
    match done {
        Ok(code) => code,
        // Whoever reads our output has closed it, as `head` does: not an error.
        Err(e) if is_closed_pipe(&e) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("tallyho: {}", plain::plain_lines(&format!("{e:#}")));
            ExitCode::FAILURE
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let closed = |kind| kind == Some(std::io::ErrorKind::BrokenPipe);
    closed(error.downcast_ref::<std::io::Error>().map(std::io::Error::kind))
        || closed(error.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind))
}
