//! `tallyho lab run`: many games of one scenario.

use crate::plain::plain;
use crate::signal;
use crate::subject::{self, Patience};
use anyhow::{Result, anyhow, bail};
use bot::Flyer;
use catalog::{Catalog, Level, Series};
use indicatif::{ProgressBar, ProgressStyle};
use lab::{Crew, Folder, Numbers, Pace, Plan, Summary};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use table::Side;

pub(super) const EXAMPLES: &str = "\
Examples:
  tallyho lab run fast-and-easy kent-duel --games 1000 --out kent
  tallyho lab run spitfire air-superiority --allies simple --axis random --swap --games 400 --out pilots
  tallyho lab run fast-and-easy kent-duel --allies 'cmd:python3 docs/bots/bot.py' --games 20 --out bot
  tallyho lab run fast-and-easy my-scenario.toml --option tailing_fire=true --games 500 --out mine
  tallyho lab run fast-and-easy kent-duel --seed 7 --range 5000..10000 --out part-2
  tallyho lab run --resume --out kent

The folder gets games.csv, losses.csv, games.jsonl and report.html. The same arguments give the same bytes on any machine and with
any number of threads. Ctrl-C stops after the games under way; --resume goes on. What is given beside --resume must be what the run was
begun with; what is not given is taken from the folder.";

/// Who flies a side for which no pilot is given.
const PILOT: Level = Level::Simple;
/// Which games are played if neither --games nor --from nor --range says so.
const GAMES: Numbers = Numbers { from: 0, to: 1000 };

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game's id
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    /// A scenario's id, or a scenario file
    #[arg(required_unless_present = "resume")]
    scenario: Option<String>,
    /// The pilot of the Allies, or `cmd:` and the command of a bot; `wing-commander@30` thinks 30 % as much as usual; `simple`
    /// without it
    #[arg(long, value_name = "PILOT", value_parser = subject::flyer)]
    allies: Option<Flyer>,
    /// The pilot of the Axis, or a bot; `simple` without it
    #[arg(long, value_name = "PILOT", value_parser = subject::flyer)]
    axis: Option<Flyer>,
    #[command(flatten)]
    patience: Patience,
    /// Let the pilots change sides in every second game; both games of such a pair have the same dice
    #[arg(long)]
    swap: bool,
    /// How many games; 1000 without it
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Number of the first game, for a part of a run; 0 without it
    #[arg(long, value_name = "A")]
    from: Option<u64>,
    /// Games A to before B, for a part of a run; instead of --games and --from
    #[arg(long, value_name = "A..B", value_parser = range, conflicts_with_all = ["games", "from"])]
    range: Option<Numbers>,
    /// Number from which all chance follows; 1 without it
    #[arg(long)]
    seed: Option<u64>,
    /// An option of the rules, KEY=VALUE; the value is JSON or a word
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = subject::option)]
    options: Vec<(String, Value)>,
    /// Folder for the results
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Go on with a run that was stopped; what is not given is taken from its folder
    #[arg(long)]
    resume: bool,
    /// How many games are played at once; as many as there are cores without it
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Most games in a batch, which is what a sudden end can cost
    #[arg(long, value_name = "N", default_value_t = Pace::default().games)]
    batch: u64,
}

fn range(text: &str) -> Result<Numbers, String> {
    let number = |part: &str| part.parse().map_err(|_| format!("'{part}' is not a number"));
    let (from, to) = text.split_once("..").ok_or("a range is written A..B")?;
    let numbers = Numbers { from: number(from)?, to: number(to)? };
    if numbers.from < numbers.to { Ok(numbers) } else { Err("a range ends after it begins".into()) }
}

pub(super) fn run(args: &Args, catalog: &Catalog) -> Result<ExitCode> {
    let (folder, series) = if args.resume { resumed(args, catalog)? } else { begun(args, catalog)? };
    let labels = subject::labels(catalog, series.as_ref())?;
    if !play(args, catalog, &folder, series.as_ref())? {
        let out = folder.path().display();
        eprintln!("Stopped. Go on with: tallyho lab run --resume --out {out}");
        return Ok(ExitCode::FAILURE);
    }
    let summary = lab::finish(&folder, |summary| lab::report(folder.plan(), &labels, summary))?;
    tell(folder.path(), &labels.sides, &summary)?;
    Ok(ExitCode::SUCCESS)
}

type Begun = (Folder, std::sync::Arc<dyn Series>);

fn begun(args: &Args, catalog: &Catalog) -> Result<Begun> {
    let (Some(game), Some(scenario)) = (&args.game, &args.scenario) else {
        bail!("a run needs a game and a scenario");
    };
    let pilots = [&args.allies, &args.axis].map(|pilot| pilot.clone().unwrap_or_else(|| PILOT.into()));
    if args.swap && pilots[0] == pilots[1] {
        bail!("--swap is for two different pilots; both are '{}'", pilots[0].word());
    }
    let series = subject::series(catalog, game, &subject::scenario(scenario)?, &args.options)?;
    let games = numbers(args, GAMES)?;
    let plan = Plan::new(series.about(), pilots, args.swap, args.seed.unwrap_or(1), games);
    Ok((Folder::create(&args.out, &plan)?, series))
}

/// Which games are asked for; what is not said is taken from `usual`.
fn numbers(args: &Args, usual: Numbers) -> Result<Numbers> {
    if let Some(range) = args.range {
        return Ok(range);
    }
    let from = args.from.unwrap_or(usual.from);
    let to = from.checked_add(args.games.unwrap_or(usual.count()));
    let to = to.ok_or_else(|| anyhow!("so many games cannot be counted"))?;
    Ok(Numbers { from, to })
}

fn resumed(args: &Args, catalog: &Catalog) -> Result<Begun> {
    let folder = Folder::open(&args.out)?;
    let plan = folder.plan();
    if let Some(difference) = difference(args, catalog, plan)? {
        bail!(
            "the run in {} was begun with {difference}: leave that out to go on with it, or name another folder for another run",
            args.out.display()
        );
    }
    let series = subject::series_of(catalog, plan)?;
    Ok((folder, series))
}

/// In what the arguments differ from the plan of a run, in words. Whoever repeats the command that began it differs in nothing.
fn difference(args: &Args, catalog: &Catalog, plan: &Plan) -> Result<Option<String>> {
    let word = |flyer: &Option<Flyer>| flyer.as_ref().map(Flyer::word);
    let given = [
        ("game", args.game.clone(), plan.game.clone()),
        ("--allies", word(&args.allies), plan.pilots.allies.clone()),
        ("--axis", word(&args.axis), plan.pilots.axis.clone()),
        ("--seed", args.seed.map(|seed| seed.to_string()), plan.seed.to_string()),
        ("games", Some(numbers(args, plan.games)?.to_string()), plan.games.to_string()),
    ];
    for (what, asked, begun) in given {
        if let Some(asked) = asked.filter(|asked| *asked != begun) {
            return Ok(Some(format!("{what} {begun}, not {asked}")));
        }
    }
    if args.swap && !plan.swap {
        return Ok(Some("no --swap".into()));
    }
    let scenario = args.scenario.as_deref().map(subject::scenario).transpose()?;
    let scenario = scenario.as_ref().unwrap_or(&plan.scenario);
    let series = subject::series(catalog, &plan.game, scenario, &args.options)?;
    Ok((series.about().scenario != plan.scenario).then(|| "another scenario or other options".into()))
}

/// Plays what is missing. Whether all games are there now.
fn play(args: &Args, catalog: &Catalog, folder: &Folder, series: &dyn Series) -> Result<bool> {
    let stop = signal::asked_to_stop("Stopping after the games under way. Ctrl-C again stops at once.");
    let left: u64 = folder.missing()?.iter().map(|numbers| numbers.count()).sum();
    let all = folder.plan().games.count();
    // The bar hides itself where there is no terminal.
    let bar = ProgressBar::new(all).with_position(all - left);
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left")?);
    bar.reset_eta();
    let begun = Instant::now();
    let bots = &args.patience.terms(catalog);
    let threads = super::threads(args.threads);
    let crew = Crew { threads, stop: &stop, played: &|games| bar.inc(games), bots };
    let pace = Pace { games: args.batch.max(1), ..Pace::default() };
    let whole = lab::run(series, folder, crew, pace)?;
    bar.finish_and_clear();
    let seconds = begun.elapsed().as_millis().max(1) as u64;
    let played = left - folder.missing()?.iter().map(|numbers| numbers.count()).sum::<u64>();
    eprintln!(
        "{played} games in {}.{} s, {} a second",
        seconds / 1000,
        seconds % 1000 / 100,
        played * 1000 / seconds
    );
    Ok(whole)
}

/// The result in a few lines.
pub(super) fn tell(out: &Path, sides: &[String; 2], summary: &Summary) -> Result<()> {
    let mut output = std::io::stdout().lock();
    writeln!(output, "{} games, {} drawn", summary.games, summary.draws())?;
    for side in Side::BOTH {
        let (points, lost) = (&summary.points[side.index()], &summary.lost[side.index()]);
        writeln!(
            output,
            "{} ({}): {} won, {} with draws as halves; {:.1} points and {:.2} aircraft lost a game",
            plain(&sides[side.index()]),
            side.word(),
            summary.wins[side.index()],
            summary.share(side),
            points.mean(),
            lost.mean(),
        )?;
    }
    for ((side, why), games) in &summary.forfeits {
        writeln!(output, "{games} games forfeited by the {side}: {}", plain(why))?;
    }
    writeln!(output, "Report: {}", out.join("report.html").display())?;
    Ok(())
}
