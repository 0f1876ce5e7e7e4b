//! How much a wing commander thinks: flights in the head, and the commands in them.

use crate::play::Subject;
use crate::rounds::{grouped, now};
use pilot::Level;
use std::time::Duration;
use table::{Game, Seed, SeededDice};

/// Decisions that are thought about.
const DECISIONS: u64 = 40;

/// What wing commanders on both sides thought of the first decisions of a game.
#[derive(Default)]
pub(crate) struct Thoughts {
    /// Decisions with more than one candidate.
    pub(crate) decisions: u64,
    /// Flights in the head.
    pub(crate) flights: u64,
    /// Commands in them.
    pub(crate) commands: u64,
    spent: Duration,
}

impl Thoughts {
    /// Measures them.
    pub(crate) fn of<G: Game>(subject: &Subject<G>) -> Thoughts {
        let style = Level::WingCommander.style::<G>();
        let mut chance = SeededDice::new(Seed::from_number(3));
        let mut state = subject.start();
        let mut thoughts = Thoughts::default();
        for _ in 0..DECISIONS {
            let begin = now();
            let Some(considered) = subject.step(&mut state, &style, &mut chance) else { break };
            thoughts.spent += now() - begin;
            thoughts.decisions += u64::from(considered.tried().len() > 1);
            thoughts.flights += considered.tried().iter().map(|one| one.flights.unsigned_abs()).sum::<u64>();
            thoughts.commands += u64::from(considered.nodes);
        }
        thoughts
    }

    /// A row of a table.
    pub(crate) fn row(&self, game: &str, scenario: &str) -> String {
        let a_second = |n: u64| grouped(n as f64 / self.spent.as_secs_f64());
        let a_decision = 1e3 * self.spent.as_secs_f64() / self.decisions.max(1) as f64;
        let (flights, commands) = (a_second(self.flights), a_second(self.commands));
        format!("| {game} | {scenario} | {a_decision:.1} ms | {flights} | {commands} |\n")
    }
}
