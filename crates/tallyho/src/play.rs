//! `tallyho play`: two computer pilots or bots, the log on the terminal.

use crate::data::fresh_seed;
use crate::plain::plain;
use crate::signal;
use crate::subject::{Patience, flyer, level, scenario};
use anyhow::{Context, Result, anyhow, bail};
use bot::{Ended, Flyer};
use catalog::{AnyTable, Catalog, Level};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use table::{DiceSource, EventKind, LogEntry, Seat, Seed, Side};

pub(crate) const EXAMPLES: &str = "\
Examples:
  tallyho play fast-and-easy kent-duel
  tallyho play fast-and-easy kent-duel --seed 7 --transcript game.jsonl
  tallyho play fast-and-easy kent-duel --games 100 --pilots simple,random
  tallyho play fast-and-easy kent-duel --allies 'cmd:python3 docs/bots/bot.py' --axis random
  tallyho play fast-and-easy my-scenario.toml";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game's id
    game: String,
    /// A scenario's id, or a scenario file
    scenario: String,
    /// Number from which all dice follow; a fresh one is drawn and printed without it
    #[arg(long)]
    seed: Option<u64>,
    /// File for the transcript; with several games a number is put before its ending
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    /// How many games; of more than one only the results are printed
    #[arg(long, value_name = "N", default_value_t = 1)]
    games: u32,
    /// The pilot of both sides, or of the Allies and of the Axis: a level, simple, random
    #[arg(long, value_name = "PILOT[,PILOT]", default_value = "simple", value_parser = pilots)]
    pilots: [Level; 2],
    /// The pilot of the Allies, or `cmd:` and the command of a bot; instead of --pilots
    #[arg(long, value_name = "PILOT", value_parser = flyer)]
    allies: Option<Flyer>,
    /// The pilot of the Axis, or a bot
    #[arg(long, value_name = "PILOT", value_parser = flyer)]
    axis: Option<Flyer>,
    #[command(flatten)]
    patience: Patience,
}

fn pilots(text: &str) -> Result<[Level; 2], String> {
    match text.split_once(',') {
        Some((allies, axis)) => Ok([level(allies)?, level(axis)?]),
        None => level(text).map(|both| [both, both]),
    }
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Result<ExitCode> {
    let mut output = std::io::stdout().lock();
    let scenario = scenario(&args.scenario)?;
    let first = args.seed.unwrap_or_else(|| u64::from(u32::from_le_bytes(first_bytes(fresh_seed()))));
    let mut results: BTreeMap<String, u32> = BTreeMap::new();
    let named = [&args.allies, &args.axis];
    let flyers = Side::BOTH
        .map(|side| named[side.index()].clone().unwrap_or_else(|| args.pilots[side.index()].into()));
    let terms = args.patience.terms(catalog);
    signal::ends_bots();
    for n in 0..args.games {
        let seed = first.wrapping_add(n.into());
        let table = set_up(catalog, &args.game, &scenario, seed)?;
        let alone = args.games == 1;
        if alone {
            writeln!(output, "Seed {seed}")?;
        }
        let mut said = Ok(());
        let mut next = 0;
        let mut told = |table: &dyn AnyTable| {
            let log = if alone { table.log(Seat::Referee, next) } else { Vec::new() };
            next = log.last().map_or(next, |last| last.seq + 1);
            said = tell(&mut output, &log);
            // The error itself is kept: whoever closes our output early is not an error.
            if said.is_ok() { Ok(()) } else { Err(String::new()) }
        };
        let ended = bot::fly(table, flyers.each_ref(), seed, &terms, &mut told);
        said?;
        let Ended { table, forfeit } = ended.map_err(|why| anyhow!("{why}"))?;
        if alone {
            finish(&mut output, table.as_ref())?;
        }
        if let Some((side, why)) = &forfeit {
            writeln!(output, "Game {}: forfeited by the {side}: {}", n + 1, plain(&why.to_string()))?;
        }
        let winner = table.outcome().and_then(|outcome| outcome.winner);
        *results.entry(winner.map_or("drawn".into(), |side| format!("won by the {side}"))).or_default() += 1;
        if let Some(file) = &args.transcript {
            let file = if args.games == 1 { file.clone() } else { numbered(file, n + 1) };
            std::fs::write(&file, table.transcript().to_lines())
                .with_context(|| file.display().to_string())?;
        }
    }
    if args.games > 1 {
        let results: Vec<String> = results.iter().map(|(how, n)| format!("{n} {how}")).collect();
        writeln!(output, "{} games from seed {first}: {}", args.games, results.join(", "))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn first_bytes(seed: Seed) -> [u8; 4] {
    [seed.0[0], seed.0[1], seed.0[2], seed.0[3]]
}

fn set_up(catalog: &Catalog, game: &str, scenario: &Value, seed: u64) -> Result<Box<dyn AnyTable>> {
    let dice = DiceSource::seeded(Seed::from_number(seed));
    let table = catalog.game(game).and_then(|shelf| shelf.open(scenario, None, dice));
    table.map_err(|fault| anyhow!("{}", desk::error(fault).message))
}

fn tell(output: &mut impl Write, log: &[LogEntry]) -> Result<()> {
    for entry in log {
        let rules: Vec<&str> = entry.rules.iter().map(|rule| rule.0).collect();
        match entry.kind {
            EventKind::Phase => writeln!(output, "{}", plain(&entry.text))?,
            _ => writeln!(output, "  {} [{}]", plain(&entry.text), rules.join(", "))?,
        }
    }
    Ok(())
}

fn finish(output: &mut impl Write, table: &dyn AnyTable) -> Result<()> {
    let lines = table.lines();
    let Some(outcome) = table.outcome() else { bail!("nobody owes a decision and there is no outcome") };
    let view = table.replayed(lines, Seat::Referee);
    for side in Side::BOTH {
        let own = || view.aircraft.iter().filter(|a| a.side == side);
        writeln!(
            output,
            "{side}: {} of {} aircraft still on the map",
            own().filter(|a| a.flying).count(),
            own().count()
        )?;
    }
    writeln!(output, "{} ({} commands, turn {})", plain(&outcome.text), lines, view.phase.turn)?;
    Ok(())
}

/// `game.jsonl` becomes `game-003.jsonl`.
fn numbered(file: &Path, n: u32) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let ending = file.extension().map_or(String::new(), |e| format!(".{}", e.to_string_lossy()));
    file.with_file_name(format!("{stem}-{n:03}{ending}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_transcripts_get_numbers_before_their_ending() {
        assert_eq!(numbered(Path::new("a/game.jsonl"), 3), Path::new("a/game-003.jsonl"));
    }

    #[test]
    fn one_pilot_flies_both_sides_and_two_fly_one_each() {
        assert_eq!(pilots("simple"), Ok([Level::Simple; 2]));
        assert_eq!(pilots("random,simple"), Ok([Level::Random, Level::Simple]));
        assert!(pilots("ace").unwrap_err().contains("random, simple"));
    }
}
