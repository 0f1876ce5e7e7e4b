//! `tallyho lab match`: which of two is better?

use super::version::{self, Version};
use crate::signal;
use crate::subject::{self, Patience};
use anyhow::{Result, anyhow, bail};
use bot::Flyer;
use catalog::{AnyGame, Catalog, SKILL};
use indicatif::{ProgressBar, ProgressStyle};
use lab::{Contest, Crew, Sprt, Standing, Verdict};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use table::Side;

pub(super) const EXAMPLES: &str = "\
Examples:
  tallyho lab match simple random fast-and-easy kent-duel --games 400
  tallyho lab match 'cmd:python3 docs/bots/bot.py' random fast-and-easy kent-duel --games 40
  tallyho lab match pilot-officer cadet spitfire air-superiority --sprt --elo0 0 --elo1 50
  tallyho lab match simple simple fast-and-easy kent-duel --side allies --card-a old.toml --card-b new.toml --sprt
  tallyho lab match simple simple spitting-fire duel --side axis --data-a mydata --data-b other --games 1000

Two pilots change sides in every second game, with the same dice. Two versions of a card are used by the same side in turn,
with the same dice and the same pilots: A flies that side, B the other. A card file holds one card as the game's own file does,
[[aircraft]] and so on. With --sprt the match ends as soon as it is sure (a sequential test over pairs of games).";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The first pilot, or `cmd:` and the command of a bot; `wing-commander@30` thinks 30 % as much as usual
    #[arg(value_name = "A", value_parser = subject::flyer)]
    one: Flyer,
    /// The second pilot, or a bot
    #[arg(value_name = "B", value_parser = subject::flyer)]
    other: Flyer,
    #[command(flatten)]
    patience: Patience,
    /// The game's id
    game: String,
    /// A scenario's id, or a scenario file
    scenario: String,
    /// Most games
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    games: u64,
    /// Number from which all chance follows
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// An option of the rules, KEY=VALUE; the value is JSON or a word
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = subject::option)]
    options: Vec<(String, Value)>,
    /// End as soon as it is sure
    #[arg(long)]
    sprt: bool,
    /// What is believed of A if nothing speaks against it, in Elo
    #[arg(long, value_name = "ELO", default_value_t = 0.0, requires = "sprt", allow_negative_numbers = true)]
    elo0: f64,
    /// What is to be shown of A, in Elo
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = 50.0,
        requires = "sprt",
        allow_negative_numbers = true
    )]
    elo1: f64,
    /// How often the test may say better where it is not
    #[arg(long, value_name = "PART", default_value_t = 0.05, requires = "sprt")]
    alpha: f64,
    /// How often the test may say no better where it is
    #[arg(long, value_name = "PART", default_value_t = 0.05, requires = "sprt")]
    beta: f64,
    /// A file with the first version of a card
    #[arg(long, value_name = "FILE", requires_all = ["card_b", "side"], conflicts_with = "data_a")]
    card_a: Option<PathBuf>,
    /// A file with the second version of a card
    #[arg(long, value_name = "FILE", requires = "card_a")]
    card_b: Option<PathBuf>,
    /// A folder with the first version of the data, as --data takes it
    #[arg(long, value_name = "DIR", requires_all = ["data_b", "side"])]
    data_a: Option<PathBuf>,
    /// A folder with the second version of the data
    #[arg(long, value_name = "DIR", requires = "data_a")]
    data_b: Option<PathBuf>,
    /// The side that uses the versions
    #[arg(long, value_parser = side)]
    side: Option<Side>,
    /// How many games are played at once; as many as there are cores without it
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

fn side(word: &str) -> Result<Side, String> {
    let known = Side::BOTH.into_iter().find(|side| side.word() == word);
    known.ok_or_else(|| format!("there is no side '{word}'; there are: allies, axis"))
}

/// What the contestants are called.
type Names = [String; 2];

pub(super) fn run(args: &Args, data: Option<&Path>, catalog: &Catalog) -> Result<ExitCode> {
    let sprt =
        args.sprt.then_some(Sprt { elo0: args.elo0, elo1: args.elo1, alpha: args.alpha, beta: args.beta });
    if let Some(Sprt { elo0, elo1, alpha, beta }) = sprt {
        let parts = [alpha, beta].iter().all(|part| (0.0..0.5).contains(part) && *part > 0.0);
        if elo0 >= elo1 || !parts {
            bail!("a test needs --elo0 below --elo1, and --alpha and --beta between 0 and 0.5");
        }
    }
    let (contest, names) = contestants(args, data, catalog)?;
    let stop = signal::asked_to_stop("Stopping after the games under way. Ctrl-C again stops at once.");
    let bar = ProgressBar::new(args.games);
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} games at most, {per_sec}")?);
    let bots = &args.patience.terms(catalog);
    let threads = super::threads(args.threads);
    let crew = Crew { threads, stop: &stop, played: &|games| bar.inc(games), bots };
    // What the games depend on besides the arguments: without it nobody could fly them again.
    println!("Seed {}, revision {SKILL} of the pilots' skill", args.seed);
    let tell = |standing: &Standing| {
        if is_milestone(standing.first.pairs.count()) {
            bar.suspend(|| println!("{}", line(&names, standing, sprt)));
        }
    };
    let (standing, verdict) = lab::contest(&contest, args.games.div_ceil(2), sprt, crew, tell)?;
    bar.finish_and_clear();
    let mut output = std::io::stdout().lock();
    writeln!(output, "{}", line(&names, &standing, sprt))?;
    if let [Some(one), Some(other)] = standing.thinking.map(|thinking| thinking.a_decision()) {
        let [one, other] = [one, other].map(|time| time.as_micros());
        writeln!(output, "A decision: {one} µs for {}, {other} µs for {}", names[0], names[1])?;
    }
    writeln!(output, "{}", conclusion(&names, sprt, verdict))?;
    Ok(ExitCode::SUCCESS)
}

fn contestants(args: &Args, data: Option<&Path>, catalog: &Catalog) -> Result<(Contest, Names)> {
    let scenario = subject::scenario(&args.scenario)?;
    let series = |catalog: &Catalog| subject::series(catalog, &args.game, &scenario, &args.options);
    let pilots = [args.one.clone(), args.other.clone()];
    let versions = match (&args.card_a, &args.card_b, &args.data_a, &args.data_b) {
        (Some(a), Some(b), _, _) => Some([Version::Card(a), Version::Card(b)]),
        (_, _, Some(a), Some(b)) => Some([Version::Folder(a), Version::Folder(b)]),
        _ => None,
    };
    let (Some(versions), Some(side)) = (versions, args.side) else {
        if args.one == args.other {
            bail!("a match is between two different pilots, or between two versions of a card");
        }
        let names = pilots.each_ref().map(Flyer::word);
        return Ok((Contest::of_pilots(&series(catalog)?, pilots, args.seed), names));
    };
    let game = AnyGame::from_id(&args.game).ok_or_else(|| anyhow!("there is no game '{}'", args.game))?;
    let [one, other] = versions.map(|version| version::catalog(game, data, version));
    let [one, other] = [series(&one?)?, series(&other?)?];
    let [first, second] = pilots;
    let flown = if side == Side::Allies { [first, second] } else { [second, first] };
    let contest = Contest::of_versions([&one, &other], flown, side, args.seed);
    Ok((contest, ["version A".to_owned(), "version B".to_owned()]))
}

/// Numbers of pairs after which the standing is told: 10, 20, 50, 100 …
fn is_milestone(pairs: u64) -> bool {
    let mut ten = 10;
    while ten <= pairs {
        if [ten, 2 * ten, 5 * ten].contains(&pairs) {
            return true;
        }
        ten *= 10;
    }
    false
}

/// The standing in one line.
fn line(names: &Names, standing: &Standing, sprt: Option<Sprt>) -> String {
    let pairs = &standing.first.pairs;
    let [won, drawn, lost] = [0, 1, 2].map(|n| standing.first.results.iter().map(|r| r[n]).sum::<u64>());
    let test = sprt.map_or(String::new(), |sprt| {
        let (low, high) = sprt.bounds();
        format!(", LLR {:.2} ({low:.2} to {high:.2})", sprt.log_likelihood(pairs))
    });
    // Whoever wins all games, or none, is beyond measure.
    let elo = if won + drawn == 0 || drawn + lost == 0 {
        String::new()
    } else {
        format!(", {:+.0} Elo", lab::elo_of(pairs.mean()))
    };
    let forfeits = match standing.forfeits {
        [0, 0] => String::new(),
        [first, second] => format!(", forfeits {first} to {second}"),
    };
    format!(
        "{} games: {} won {won}, drew {drawn}, lost {lost}: {} of the points, {} of decided games{elo}{test}{forfeits}",
        standing.games(),
        names[0],
        pairs.interval(),
        standing.decided.interval(),
    )
}

/// What the test has found, in words.
fn conclusion([one, other]: &Names, sprt: Option<Sprt>, verdict: Verdict) -> String {
    match (sprt, verdict) {
        (Some(sprt), Verdict::Better) => {
            format!("{one} is better than {other}: by {} Elo rather than by {}", sprt.elo1, sprt.elo0)
        }
        (Some(sprt), Verdict::NoBetter) => {
            format!("{one} is not better than {other} by {} Elo: {} is likelier", sprt.elo1, sprt.elo0)
        }
        (Some(_), Verdict::Open) => "Not sure yet: more games are needed (--games)".into(),
        (None, _) => "In brackets: bounds that hold in 95 of 100 cases; --sprt tests until it is sure".into(),
    }
}
