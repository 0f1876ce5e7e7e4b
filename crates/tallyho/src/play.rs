//! `tallyho play`: two computer pilots, the log on the terminal.

use crate::data::fresh_seed;
use crate::plain::plain;
use crate::subject::{level, scenario};
use anyhow::{Context, Result, anyhow, bail};
use catalog::{AnyTable, Catalog, Fault, Level};
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
    /// The pilot of both sides, or of the Allies and of the Axis: simple, random
    #[arg(long, value_name = "PILOT[,PILOT]", default_value = "simple", value_parser = pilots)]
    pilots: [Level; 2],
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
    for n in 0..args.games {
        let seed = first.wrapping_add(n.into());
        let mut table = set_up(catalog, &args.game, &scenario, seed)?;
        if args.games == 1 {
            writeln!(output, "Seed {seed}")?;
            fly(table.as_mut(), args.pilots, seed, &mut |log| tell(&mut output, log))?;
            finish(&mut output, table.as_ref())?;
        } else {
            fly(table.as_mut(), args.pilots, seed, &mut |_| Ok(()))?;
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

/// Plays to the end.
fn fly(
    table: &mut dyn AnyTable,
    pilots: [Level; 2],
    salt: u64,
    tell: &mut dyn FnMut(&[LogEntry]) -> Result<()>,
) -> Result<()> {
    let mut next = 0;
    loop {
        let Some(side) = table.to_act().iter().next() else { return Ok(()) };
        let told = |fault: Fault| anyhow!("{side}: {}", desk::error(fault).message);
        let command = table.pilot(side, pilots[side.index()], salt).map_err(told)?;
        table.act(side, &command, &[]).map_err(told)?;
        let log = table.log(Seat::Referee, next);
        let Some(last) = log.last() else { continue };
        next = last.seq + 1;
        tell(&log)?;
    }
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
