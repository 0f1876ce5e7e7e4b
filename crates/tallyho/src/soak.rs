//! `tallyho soak`: random games through the same requests that a bot would send, everything checked on the way.

use crate::data::alarm;
use crate::plain::plain;
use crate::subject::option;
use anyhow::{Result, anyhow};
use catalog::{Catalog, Shelf};
use desk::Desk;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::{Chooser, Seed, SeededDice};

pub(crate) const EXAMPLES: &str = "\
Examples:
  tallyho soak --games 10000 --game fast-and-easy --scenario kent-duel
  tallyho soak --games 50 --game fast-and-easy --scenario big-box --seed 7
  tallyho soak --games 2 --game spitting-fire --option mode=open      every scenario of the game
  tallyho soak --games 2                                              every scenario of every game
  tallyho soak --games 5 --pilot wing-commander --budget-ms 5         do pilots keep to their time?

Every game is played by asking `legal`, choosing anything that it offers, step by step, and giving it with `act`. Counted
are faults of the program, offered commands that were refused, and transcripts that do not replay. Each scenario's line ends with
one hash over the final positions of all its games: the same arguments must give the same hash in every build.

With --pilot, computer pilots fly instead, each decision within --budget-ms. The line then ends with how far the slowest decision went past
that, in milliseconds, and how many went more than 50 past it: first by the clock on the wall, then by the processor's time that went into it, which leaves out what
else the machine does. A decision that was so late by the processor's time is a failure, where the system can tell that time; by the clock it is none, for a busy machine
adds whatever it likes. All of it depends on the machine, and so do the games.";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many games of each scenario
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// The game's id; every game without it
    #[arg(long)]
    game: Option<String>,
    /// A scenario's id, as often as you like; every scenario without it
    #[arg(long = "scenario", value_name = "SCENARIO", requires = "game")]
    scenarios: Vec<String>,
    /// The first game's seed; the others count up from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// An option of the rules, KEY=VALUE; the value is JSON or a word
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = option, requires = "game")]
    options: Vec<(String, Value)>,
    /// Let computer pilots of this level fly both sides
    #[arg(long, value_name = "LEVEL", requires = "budget_ms")]
    pilot: Option<String>,
    /// How long a pilot may think about a decision, in milliseconds
    #[arg(long, value_name = "MS", requires = "pilot")]
    budget_ms: Option<u32>,
    /// Most commands in a game
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    limit: u64,
}

/// How often a walk through the menus may reach a dead end before that counts as a fault.
const LOST: u32 = 1000;

/// Commands that end a game early. If they were chosen as often as others, games would be short.
const QUITS: [&str; 6] = ["concede", "resign", "offer-end", "accept-end", "offer-stop", "accept-stop"];
/// One walk in this many may choose them.
const RARELY: u32 = 500;

/// A decision this far past its time is counted.
const TOO_LATE: Duration = Duration::from_millis(50);

/// The result of a game.
struct Played {
    state: String,
    commands: u64,
    asked: u64,
    late: [Lateness; 2],
}

/// How far pilots went past their time.
#[derive(Clone, Copy, Default)]
struct Lateness {
    /// In the slowest decision.
    most: Duration,
    /// Decisions that were too late.
    too_late: usize,
}

impl Lateness {
    /// Counts a decision that took `spent` of `budget`.
    fn count(&mut self, spent: Duration, budget: Duration) {
        let late = spent.saturating_sub(budget);
        self.most = self.most.max(late);
        self.too_late += usize::from(late > TOO_LATE);
    }
}

impl std::ops::AddAssign for Lateness {
    fn add_assign(&mut self, more: Lateness) {
        self.most = self.most.max(more.most);
        self.too_late += more.too_late;
    }
}

/// A game's id and a scenario's.
type Pick = (&'static str, String);

/// The scenarios that the arguments ask for.
fn picks(args: &Args, catalog: &Catalog) -> Result<Vec<Pick>> {
    let told = |fault| anyhow!("{}", desk::error(fault).message);
    let games = match &args.game {
        Some(id) => std::slice::from_ref(catalog.game(id).map_err(told)?),
        None => catalog.games(),
    };
    let of_game = |shelf: &Arc<dyn Shelf>| {
        let ids: Vec<String> = match &args.scenarios[..] {
            [] => shelf.info().scenarios.into_iter().map(|scenario| scenario.id).collect(),
            named => named.to_vec(),
        };
        ids.into_iter().map(|id| (shelf.id(), id)).collect::<Vec<Pick>>()
    };
    Ok(games.iter().flat_map(of_game).collect())
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Result<ExitCode> {
    let picks = picks(args, catalog)?;
    let bar = ProgressBar::new(args.games * picks.len() as u64);
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left")?);
    // One list of all games, so that no processor waits for the last game of a scenario.
    let games: Vec<(&Pick, u64)> = picks
        .iter()
        .flat_map(|pick| (0..args.games).map(move |n| (pick, args.seed.wrapping_add(n))))
        .collect();
    let played: Vec<Result<Played, String>> = games
        .into_par_iter()
        .map(|(pick, seed)| {
            let played = Soak::new(catalog.clone(), seed).play(pick, args);
            bar.inc(1);
            played.map_err(|why| format!("seed {seed}: {why}"))
        })
        .collect();
    bar.finish_and_clear();
    let mut output = std::io::stdout().lock();
    let mut failed = 0;
    for (n, (game, scenario)) in picks.iter().enumerate() {
        let first = n * args.games as usize;
        write!(output, "{game} {}: ", plain(scenario))?;
        failed += report(&mut output, &played[first..first + args.games as usize], args)?;
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints the results of a scenario's games. Returns how many games failed and decisions came too late by processor time.
fn report(output: &mut impl Write, played: &[Result<Played, String>], args: &Args) -> Result<usize> {
    let mut all = Sha256::new();
    let (mut commands, mut asked, mut late) = (0, 0, [Lateness::default(); 2]);
    for game in played.iter().flatten() {
        all.update(&game.state);
        commands += game.commands;
        asked += game.asked;
        late.iter_mut().zip(game.late).for_each(|(late, more)| *late += more);
    }
    let failures: Vec<&String> = played.iter().filter_map(|game| game.as_ref().err()).collect();
    let hash: String = all.finalize()[..8].iter().map(|b| format!("{b:02x}")).collect();
    let (games, failed) = (played.len(), failures.len());
    if args.pilot.is_some() {
        let [wall, own] = late.map(|Lateness { most, too_late }| {
            format!("{} ms past the budget at most, {too_late} too late", most.as_millis())
        });
        writeln!(
            output,
            "{games} games, {commands} commands, {failed} failed, {wall}; by processor time {own}"
        )?;
    } else {
        writeln!(
            output,
            "{games} games, {commands} commands, {asked} menus, {failed} failed, positions {hash}"
        )?;
    }
    for why in failures {
        writeln!(output, "FAILED {}", plain(why))?;
    }
    let [_, own] = late;
    Ok(failed + own.too_late)
}

/// One game at a desk of its own.
struct Soak {
    desk: Desk,
    chance: SeededDice,
    seed: u64,
    asked: u64,
    /// How far pilots went past their time by the clock on the wall, and by processor time.
    late: [Lateness; 2],
}

impl Soak {
    fn new(catalog: Catalog, seed: u64) -> Soak {
        // Choices must not come from the stream of the game's own dice.
        let chance = SeededDice::new(Seed::from_number(!seed));
        let desk = Desk::new(catalog, || Seed::from_number(0), alarm);
        Soak { desk, chance, seed, asked: 0, late: Default::default() }
    }

    /// Sends a request and takes its answer apart.
    fn ask(&mut self, method: &str, params: &Value) -> Result<Value, String> {
        let line = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
        let answer = desk::answer(&mut self.desk, line.as_bytes()).ok_or("no answer")?;
        let mut answer: Value = serde_json::from_str(&answer).map_err(|e| e.to_string())?;
        match answer.get_mut("result") {
            Some(result) => Ok(result.take()),
            None => Err(format!("{method} {params}: {}", answer["error"])),
        }
    }

    fn play(mut self, (game, scenario): &Pick, args: &Args) -> Result<Played, String> {
        let dice = json!({"seed": self.seed});
        let options: Map<String, Value> = args.options.iter().cloned().collect();
        let order = json!({"game": game, "scenario": scenario, "options": options, "dice": dice});
        let opened = self.ask("new", &order)?;
        let table = opened["table"].clone();
        let mut pending = opened["pending"].clone();
        let (mut state, mut commands) = (String::new(), 0);
        while let Some(sides) = pending["to_act"].as_array().filter(|sides| !sides.is_empty()) {
            if commands == args.limit {
                return Err(format!("not over after {commands} commands"));
            }
            let seat = sides[self.chance.below(sides.len() as u32) as usize].clone();
            let command = match (&args.pilot, args.budget_ms) {
                (Some(level), Some(budget)) => self.think(&table, &seat, level, budget)?,
                _ => self.choose(&table, &seat)?,
            };
            let mut acted = self.ask("act", &json!({"table": table, "seat": seat, "command": command}))?;
            commands += 1;
            pending = acted["pending"].take();
            state = acted["state"].as_str().unwrap_or_default().to_owned();
        }
        if pending["outcome"].is_null() {
            return Err("nobody owes a decision and there is no outcome".into());
        }
        let transcript = self.ask("transcript", &json!({"table": table}))?;
        self.ask("load", &json!({"transcript": transcript}))?;
        Ok(Played { state, commands, asked: self.asked, late: self.late })
    }

    /// Asks a pilot, and times it.
    fn think(&mut self, table: &Value, seat: &Value, level: &str, budget: u32) -> Result<Value, String> {
        let params = json!({"table": table, "seat": seat, "level": level, "budget_ms": budget});
        let (begun, worked) = (Instant::now(), processor_time());
        let mut said = self.ask("pilot", &params)?;
        let wall = begun.elapsed();
        let own = processor_time().zip(worked).map_or(Duration::ZERO, |(now, then)| now.saturating_sub(then));
        let budget = Duration::from_millis(budget.into());
        self.late.iter_mut().zip([wall, own]).for_each(|(late, spent)| late.count(spent, budget));
        Ok(said["command"].take())
    }

    /// Chooses at random, step by step, until the command is complete.
    fn choose(&mut self, table: &Value, seat: &Value) -> Result<Value, String> {
        let mut draft = None;
        let mut lost = 0;
        let quits = self.chance.below(RARELY) == 0;
        loop {
            // Nobody looks at the plans here, and they would be most of the work.
            let mut params = json!({"table": table, "seat": seat, "plans": false});
            if let Some(draft) = draft.take() {
                params["draft"] = draft;
            }
            let mut menu = self.ask("legal", &params)?;
            self.asked += 1;
            let done = menu["draft"]["barred"].as_array().is_some_and(Vec::is_empty);
            let whole = menu["draft"]["command"].take();
            let mut legal: Vec<&mut Value> = match &mut menu["choices"] {
                Value::Array(choices) => choices.iter_mut().filter(|c| is_open(c, quits)).collect(),
                _ => Vec::new(),
            };
            if done && (legal.is_empty() || self.chance.below(4) == 0) {
                return Ok(whole);
            }
            if legal.is_empty() {
                // A dead end is no fault as long as there are other ways.
                lost += 1;
                if lost == LOST {
                    return Err(format!("{seat}: no way through the menus leads to a command"));
                }
                continue;
            }
            let n = self.chance.below(legal.len() as u32) as usize;
            match legal[n]["say"].take() {
                Value::Object(mut say) if say.contains_key("draft") => draft = say.remove("draft"),
                Value::Object(mut say) if say.contains_key("command") => {
                    return Ok(say["command"].take());
                }
                Value::Object(say) if say.contains_key("range") => return self.in_range(&say["range"]),
                other => return Err(format!("a choice says {other}")),
            }
        }
    }

    fn in_range(&mut self, range: &Value) -> Result<Value, String> {
        let mut command = range[0].clone();
        let bound = |name: &str| range[1][name].as_i64().ok_or("a range without bounds");
        let (min, max) = (bound("min")?, bound("max")?);
        let field = range[1]["field"].as_str().ok_or("a range without a field")?;
        let slot = command.pointer_mut(field).ok_or("a range whose field is not in its command")?;
        *slot = (min + i64::from(self.chance.below((max - min + 1) as u32))).into();
        Ok(command)
    }
}

/// Processor time of this thread so far, which is where pilots think.
#[cfg(unix)]
fn processor_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32))
}

/// Nobody can tell on this system.
#[cfg(not(unix))]
fn processor_time() -> Option<Duration> {
    None
}

/// Whether a choice may be made at random: it must be legal, and may end the game early only if `quits` says so.
fn is_open(choice: &Value, quits: bool) -> bool {
    let legal = choice["barred"].as_array().is_some_and(Vec::is_empty);
    let command = &choice["say"]["command"];
    legal && (quits || !QUITS.iter().any(|word| command == word || command.get(word).is_some()))
}
