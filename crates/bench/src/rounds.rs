//! Rounds of measurements that take turns, and the table of their medians.

use crate::instructions::{built_in, per_transition};
use crate::play::{Recorded, Snapshot, Subject};
use crate::thinking::Thoughts;
use crate::{Entry, heap};
use anyhow::Result;
use rustix::time::{ClockId, clock_gettime};
use std::fmt::Write;
use std::time::Duration;
use table::{Game, Seed, SeededDice};

/// How many recorded games are replayed in turn.
const RECORDED: u64 = 16;
/// In how many random games allocations are counted.
const COUNTED_GAMES: u32 = 8;

/// All that is measured.
pub(crate) struct Bench {
    rounds: u32,
    slice: Duration,
    rows: Vec<Row>,
    crowds: Vec<[Row; 2]>,
    enumerations: Vec<Listing>,
    thoughts: Vec<(&'static str, &'static str, Thoughts)>,
}

/// All complete moves of one aircraft, and how many a second were listed in each round.
struct Listing {
    game: &'static str,
    what: &'static str,
    moves_are: &'static str,
    moves: u64,
    measure: Box<dyn FnMut(Duration) -> f64>,
    rounds: Vec<f64>,
}

/// A scenario, and what was found out about it.
struct Row {
    game: &'static str,
    name: String,
    planes: usize,
    bytes: u64,
    allocations: (u64, u64),
    measure: Box<dyn FnMut(Duration) -> Round>,
    rounds: Vec<Round>,
    instructions: Option<[f64; 2]>,
}

/// The rates of one round, each a second of processor time.
#[derive(Clone, Copy, Default)]
struct Round {
    games: f64,
    transitions: f64,
    applies: f64,
    /// Aircraft whose moves were enumerated.
    enumerations: f64,
    /// Moves found for them.
    plans: f64,
    odds: f64,
}

impl Bench {
    /// An empty table; every measurement takes `slice` in each round.
    pub(crate) fn new(rounds: u32, slice: Duration) -> Bench {
        Bench {
            rounds,
            slice,
            rows: Vec::new(),
            crowds: Vec::new(),
            enumerations: Vec::new(),
            thoughts: Vec::new(),
        }
    }

    /// Adds the scenarios of a game, and two crowds of the same density where it has them.
    pub(crate) fn add<G: Game>(&mut self, entry: &Entry) -> Result<()> {
        let data = built_in::<G>()?;
        for id in entry.scenarios {
            self.rows.push(Row::new(id, Subject::<G>::ready_made(&data, id)?));
        }
        for id in entry.thinking {
            self.thoughts.push((G::ID, id, Thoughts::of(&Subject::<G>::ready_made(&data, id)?)));
        }
        if let Some(crowd) = entry.crowd {
            let row = |planes: usize| -> Result<Row> {
                let scenario: G::Scenario = serde_json::from_value((crowd.battle)(planes))?;
                Ok(Row::new(&format!("{planes} planes"), Subject::<G>::new(&data, &scenario)?))
            };
            let [few, many] = crowd.planes;
            self.crowds.push([row(few)?, row(many)?]);
        }
        for enumeration in entry.enumerations {
            let scenario: G::Scenario = serde_json::from_value((enumeration.position)())?;
            let subject = Subject::<G>::new(&data, &scenario)?;
            let moves = subject.first_plans();
            let measure = move |slice| rate(slice, || u64::from(subject.first_plans() > 0));
            let (game, what, moves_are) = (G::ID, enumeration.what, enumeration.moves_are);
            self.enumerations.push(Listing {
                game,
                what,
                moves_are,
                moves,
                measure: Box::new(measure),
                rounds: Vec::new(),
            });
        }
        Ok(())
    }

    /// Measures everything, round after round.
    pub(crate) fn run(&mut self) {
        for round in 1..=self.rounds {
            eprintln!("round {round} of {}", self.rounds);
            for row in self.rows.iter_mut().chain(self.crowds.iter_mut().flatten()) {
                let measured = (row.measure)(self.slice);
                row.rounds.push(measured);
            }
            for listing in &mut self.enumerations {
                let rate = (listing.measure)(self.slice);
                listing.rounds.push(rate);
            }
        }
    }

    /// Counts instructions of the scenarios.
    pub(crate) fn count_instructions(&mut self) -> Result<()> {
        for row in &mut self.rows {
            eprintln!("instructions of {}", row.name);
            let times = if row.planes > 20 { 1 } else { 20 };
            let transition = per_transition(["transition", row.game, &row.name], times)?;
            row.instructions = Some([transition, per_transition(["apply", row.game, &row.name], times)?]);
        }
        Ok(())
    }

    /// The tables in Markdown.
    pub(crate) fn table(&self) -> String {
        let mut text = String::from(
            "| game | scenario | planes | random games/s | transitions/s | validated applies/s | state, bytes | \
             allocations a transition | moves enumerated, aircraft/s (moves/s) | odds/s | instructions a transition | \
             instructions an apply |\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
        );
        for row in self.rows.iter().chain(self.crowds.iter().flatten()) {
            row.write(&mut text);
        }
        for [few, many] in &self.crowds {
            let _ = writeln!(
                text,
                "\n{}: {} planes against {} at the same density: a transition costs {:.2} times as much, a validated \
                 apply {:.2} times.",
                many.game,
                many.planes,
                few.planes,
                ratio(few, many, |r| r.transitions),
                ratio(few, many, |r| r.applies),
            );
        }
        for listing in &self.enumerations {
            let microseconds = 1e6 / median(listing.rounds.clone());
            let _ = writeln!(
                text,
                "\n{}: {}: all {} {} in {} µs.",
                listing.game,
                listing.what,
                grouped(listing.moves as f64),
                listing.moves_are,
                grouped(microseconds),
            );
        }
        text += "\n## Thinking\n\nA wing commander on each side, the first decisions of a game. A flight in the head is one iteration of its search: a \
                 candidate, then the best of all commands that come to mind for everybody, for a turn or two.\n\n\
                 | game | scenario | a decision | flights a second | commands in them a second |\n|---|---|--:|--:|--:|\n";
        text.extend(self.thoughts.iter().map(|(game, scenario, thoughts)| thoughts.row(game, scenario)));
        text += "\n## Random games to their end\n\nWhat a search without knowledge of the game does in each iteration, for comparison with a \
                 library for all games. Goal: five times as many as OpenSpiel.\n\n\
                 | search | games a second | commands in each | commands a second |\n|---|--:|--:|--:|\n";
        for (game, scenario, _) in &self.thoughts {
            if let Some(row) = self.rows.iter().find(|row| row.game == *game && row.name == *scenario) {
                let (games, commands) = (row.median(|r| r.games), row.median(|r| r.transitions));
                let [each, games, commands] = [commands / games, games, commands].map(grouped);
                let _ = writeln!(text, "| {game} {scenario} | {games} | {each} | {commands} |");
            }
        }
        text
    }
}

impl Row {
    fn new<G: Game>(name: &str, subject: Subject<G>) -> Row {
        Row {
            game: G::ID,
            name: name.to_owned(),
            planes: subject.planes,
            bytes: heap::bytes_of_state(&subject),
            allocations: heap::allocations(&subject, COUNTED_GAMES),
            measure: measurer(subject),
            rounds: Vec::new(),
            instructions: None,
        }
    }

    fn median(&self, of: impl Fn(&Round) -> f64) -> f64 {
        median(self.rounds.iter().map(of).collect())
    }

    fn write(&self, text: &mut String) {
        let [per_transition, per_apply] =
            self.instructions.map_or(["–".into(), "–".into()], |counts| counts.map(grouped));
        let (allocations, transitions) = self.allocations;
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} ({} a plane + 256) | {:.3} | {} ({}) | {} | {per_transition} | \
             {per_apply} |",
            self.game,
            self.name,
            self.planes,
            grouped(self.median(|r| r.games)),
            grouped(self.median(|r| r.transitions)),
            grouped(self.median(|r| r.applies)),
            self.bytes,
            self.bytes.saturating_sub(256).div_ceil(self.planes.max(1) as u64),
            allocations as f64 / transitions.max(1) as f64,
            grouped(self.median(|r| r.enumerations)),
            grouped(self.median(|r| r.plans)),
            grouped(self.median(|r| r.odds)),
        );
    }
}

/// A closure that measures one round of a scenario; the streams go on from round to round.
fn measurer<G: Game>(subject: Subject<G>) -> Box<dyn FnMut(Duration) -> Round> {
    let mut chance = SeededDice::new(Seed::from_number(1));
    let recorded: Vec<Vec<Recorded<G>>> = (0..RECORDED).map(|seed| subject.record(seed)).collect();
    let snapshots = subject.snapshots();
    Box::new(move |slice| {
        let mut round = Round::default();
        random(&subject, &mut chance, slice, &mut round);
        round.applies = replay(&subject, &recorded, slice);
        enumerate(&subject, &snapshots, slice, &mut round);
        round.odds = rate(slice, || subject.odds(&snapshots));
        round
    })
}

/// Processor time of this thread so far: what the work costs, whatever else the machine does.
pub(crate) fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

fn random<G: Game>(subject: &Subject<G>, chance: &mut SeededDice, slice: Duration, round: &mut Round) {
    let (mut games, mut transitions) = (0u64, 0u64);
    let (begin, mut spent) = (now(), Duration::ZERO);
    while spent < slice {
        transitions += subject.random_game(&mut subject.start(), chance);
        games += 1;
        spent = now() - begin;
    }
    round.games = games as f64 / spent.as_secs_f64();
    round.transitions = transitions as f64 / spent.as_secs_f64();
}

/// Commands validated and applied a second. Copies of the commands are made before the clock starts.
fn replay<G: Game>(subject: &Subject<G>, recorded: &[Vec<Recorded<G>>], slice: Duration) -> f64 {
    let (mut commands, mut spent) = (0u64, Duration::ZERO);
    while spent < slice {
        for game in recorded {
            let (given, faces) = Recorded::split(game);
            let mut state = subject.start();
            let begin = now();
            commands += subject.replay(&mut state, given, &faces);
            spent += now() - begin;
        }
    }
    commands as f64 / spent.as_secs_f64()
}

fn enumerate<G: Game>(subject: &Subject<G>, snapshots: &[Snapshot<G>], slice: Duration, round: &mut Round) {
    let (mut aircraft, mut plans) = (0, 0);
    let begin = now();
    while now() - begin < slice {
        let (a, p) = subject.plans(snapshots);
        (aircraft, plans) = (aircraft + a, plans + p);
    }
    let seconds = (now() - begin).as_secs_f64();
    (round.enumerations, round.plans) = (aircraft as f64 / seconds, plans as f64 / seconds);
}

fn rate(slice: Duration, mut work: impl FnMut() -> u64) -> f64 {
    let mut done = 0;
    let begin = now();
    while now() - begin < slice {
        done += work();
    }
    done as f64 / (now() - begin).as_secs_f64()
}

/// How much more something costs in `many` than in `few`: the median of the ratios within each round.
fn ratio(few: &Row, many: &Row, of: impl Fn(&Round) -> f64) -> f64 {
    median(few.rounds.iter().zip(&many.rounds).map(|(f, m)| of(f) / of(m)).collect())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// `1 234 567`; small figures with one digit after the point.
pub(crate) fn grouped(value: f64) -> String {
    if value < 100.0 {
        return format!("{value:.1}");
    }
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_grouped_in_thousands() {
        assert_eq!(grouped(1_234_567.4), "1 234 567");
        assert_eq!(grouped(999.0), "999");
        assert_eq!(grouped(12.34), "12.3");
    }

    #[test]
    fn the_median_ignores_one_bad_round() {
        assert_eq!(median(vec![2.0, 900.0, 1.0]).to_bits(), 2f64.to_bits());
    }
}
