//! `tallyho lab compare`: two types of aircraft in every game that has both.

use crate::plain::plain;
use crate::signal;
use crate::subject;
use anyhow::{Context, Result};
use bot::Terms;
use catalog::{Catalog, Level};
use indicatif::{ProgressBar, ProgressStyle};
use lab::{Crew, Meeting, Standing};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

pub(super) const EXAMPLES: &str = "\
Examples:
  tallyho lab compare spitfire-mk1 bf-109e-3
  tallyho lab compare p-51d fw-190a-8 --pilots cadet --games 400 --out mustang.html

Cards are found by id or by name, however a game writes it: \"ME 109 E\" and \"Bf.109E-3\" are the same aircraft. Each game flies its
smallest usual fight, the starting places exchanged in every second game.";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A type of aircraft, by the id or name of a card of any game
    one: String,
    /// Another one
    other: String,
    /// The pilot of both
    #[arg(long, value_name = "PILOT", default_value = "simple", value_parser = subject::level)]
    pilots: Level,
    /// How many games in each rule set
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// Number from which all chance follows
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A file for the report as one HTML page
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How many games are played at once; as many as there are cores without it
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

pub(super) fn run(args: &Args, catalog: &Catalog) -> Result<ExitCode> {
    let types = [args.one.as_str(), args.other.as_str()];
    let (meetings, absent) = lab::meetings(catalog, types, args.pilots, args.seed)?;
    let stop = signal::asked_to_stop("Stopping after the games under way. Ctrl-C again stops at once.");
    let pairs = args.games.div_ceil(2).max(1);
    let bar = ProgressBar::new(2 * pairs * meetings.len() as u64);
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left")?);
    let mut met = Vec::new();
    for meeting in meetings {
        let threads = super::threads(args.threads);
        let crew = Crew { threads, stop: &stop, played: &|games| bar.inc(games), bots: &Terms::default() };
        let (standing, _) = lab::contest(&meeting.contest, pairs, None, crew, |_| {})?;
        bar.suspend(|| println!("{}", line(&meeting, &standing)));
        met.push((meeting, standing));
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    bar.finish_and_clear();
    let mut output = std::io::stdout().lock();
    for (game, why) in &absent {
        writeln!(output, "{game}: left out, {}", plain(why))?;
    }
    if let Some(file) = &args.out {
        std::fs::write(file, lab::comparison(types, &met, &absent))
            .with_context(|| file.display().to_string())?;
        writeln!(output, "Report: {}", file.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn line(meeting: &Meeting, standing: &Standing) -> String {
    let [one, other] = &meeting.cards;
    format!(
        "{}: {} against {}, {}: {} of {} games' points; lost a game {:.2} to {:.2}; {:.1} turns",
        meeting.game,
        plain(one),
        plain(other),
        meeting.scene,
        standing.first.pairs.interval(),
        standing.games(),
        standing.lost[0].mean(),
        standing.lost[1].mean(),
        standing.turns.mean()
    )
}
