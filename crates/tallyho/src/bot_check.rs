//! `tallyho bot-check`: does a bot keep to the protocol?

use crate::plain::plain;
use crate::signal;
use crate::subject::{self, Patience};
use anyhow::{Result, anyhow};
use catalog::Catalog;
use std::io::Write;
use std::process::ExitCode;

pub(crate) const EXAMPLES: &str = "\
Examples:
  tallyho bot-check 'python3 docs/bots/bot.py'
  tallyho bot-check 'node docs/bots/bot.js' --patience 2000
  tallyho bot-check ./mine --game fast-and-easy --scenario kent-duel

It plays whole games, one as each side, against a random pilot; then it sends news that nobody knows, refuses a command, tells the bot
to wait, and closes its input in mid-game. For each fault it says what is wrong, what was expected and which bytes came. docs/bot.md
tells how to write a bot.";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The command that starts the bot, as a shell takes it
    #[arg(value_name = "CMD")]
    command: String,
    /// Only this game; all of them without it
    #[arg(long)]
    game: Option<String>,
    /// A scenario's id, or a scenario file, of that game
    #[arg(long, requires = "game")]
    scenario: Option<String>,
    #[command(flatten)]
    patience: Patience,
}

/// The smallest scenario of each game.
const SMALL: [(&str, &str); 4] = [
    ("fast-and-easy", "kent-duel"),
    ("spitfire", "air-superiority"),
    ("spitting-fire", "duel"),
    ("fighting-wings", "kent"),
];

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Result<ExitCode> {
    let small = |game: &str| SMALL.iter().find(|(id, _)| *id == game).map(|(_, scenario)| *scenario);
    let games: Vec<&str> = match &args.game {
        Some(game) => vec![game],
        None => SMALL.iter().map(|(game, _)| *game).collect(),
    };
    let series = games.into_iter().map(|game| {
        let scenario = args.scenario.as_deref().or_else(|| small(game)).unwrap_or_default();
        subject::series(catalog, game, &subject::scenario(scenario)?, &[])
    });
    let series = series.collect::<Result<Vec<_>>>()?;
    signal::ends_bots();
    let mut output = std::io::stdout().lock();
    let mut told = |checked: &bot::Checked| {
        let good = if checked.complaints.is_empty() { "ok    " } else { "FAILED" };
        writeln!(output, "{good} {}", checked.what).map_err(|e| e.to_string())?;
        for complaint in &checked.complaints {
            writeln!(output, "       {}", plain(&complaint.to_string())).map_err(|e| e.to_string())?;
            if complaint.is_mute {
                writeln!(output, "Nothing else was checked: it would say the same.")
                    .map_err(|e| e.to_string())?;
            }
        }
        Ok(())
    };
    let terms = args.patience.terms(catalog);
    let good = bot::check(&args.command, &series, &terms, &mut told).map_err(|why| anyhow!("{why}"))?;
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
