//! Every call answered. A [`Desk`] holds tables by id and answers JSON-RPC lines; a [`Sitting`] answers what concerns one table, for the desk
//! and for a server that keeps tables, seats and secrets in its own way. Bots and browsers share both.

mod envelope;
mod faults;
mod library;
mod news;
mod sitting;

pub use envelope::{Message, answer, guarded, id_of, read, too_long, written};
pub use faults::error;
pub use library::{briefing, cards, check, format, games, rules, without_table};
pub use news::{Told, notice};
pub use sitting::{Caller, Change, ChangeKind, Company, Sitting, given, level, not_told, past_why};

use catalog::{AnyTable, Catalog, Fault};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;
use table::{DiceSource, Seat, Seed, Side, SideSet, Transcript};
use wire::{Answer, Call, Closed, Error, New, Opened, TableDice};

/// Sets an alarm for so long from now: what it returns says whether the time is up.
pub type Alarm = fn(Duration) -> Box<dyn Fn() -> bool>;

/// A seeded game with pilots is the same again on standard input.
const REPEATABLE: u64 = 0;
/// The time that a pilot has for a decision unless somebody says otherwise.
pub const USUAL_BUDGET: Duration = Duration::from_millis(800);
/// The time for one decision about each aircraft of a side: nobody likes to wait longer for a phase of a big battle.
const PHASE_BUDGET: Duration = Duration::from_secs(8);
/// The longest time that whoever holds the pipe can give it.
const LONGEST_BUDGET: Duration = Duration::from_secs(600);

/// The time that a pilot has for a decision of this side, in milliseconds as somebody may have said, `most` at most.
pub fn budget(said: Option<u32>, table: &dyn AnyTable, side: Side, most: Duration) -> Duration {
    let usual = || {
        let own =
            table.view(side.into()).aircraft.iter().filter(|one| one.flying && one.side == side).count();
        PHASE_BUDGET / u32::try_from(own).unwrap_or(u32::MAX).max(1)
    };
    said.map_or_else(|| usual().min(USUAL_BUDGET), |ms| Duration::from_millis(ms.into())).min(most)
}

/// Tables by id, and everything that can be asked about them.
pub struct Desk {
    catalog: Catalog,
    seeds: Box<dyn FnMut() -> Seed + Send>,
    alarm: Alarm,
    tables: BTreeMap<String, Sitting>,
    opened: u64,
}

impl Desk {
    /// An empty desk. `seeds` draws a fresh secret seed for each table that names no dice; `alarm` tells pilots when their time is up.
    pub fn new(catalog: Catalog, seeds: impl FnMut() -> Seed + Send + 'static, alarm: Alarm) -> Desk {
        Desk { catalog, seeds: Box::new(seeds), alarm, tables: BTreeMap::new(), opened: 0 }
    }

    /// Answers one call.
    pub fn call(&mut self, call: &Call) -> Result<Answer, Error> {
        self.answered(call).map_err(error)
    }

    fn answered(&mut self, call: &Call) -> Result<Answer, Fault> {
        if let Some(answer) = without_table(&self.catalog, call) {
            return answer;
        }
        match call {
            Call::New(new) => self.open(new),
            Call::Check(ask) => check(&self.catalog, ask).map(|checked| Answer::Checked(Box::new(checked))),
            Call::Load(load) => {
                let transcript = transcript(&load.transcript)?;
                let table = self.catalog.replay(&transcript, None).map_err(Fault::Replay)?;
                Ok(self.keep(table))
            }
            Call::Close(_) => {
                let table = named(call)?;
                self.tables.remove(table).ok_or_else(|| no_table(table))?;
                Ok(Answer::Closed(Closed {}))
            }
            call => {
                let table = named(call)?;
                let sitting = self.tables.get_mut(table).ok_or_else(|| no_table(table))?;
                let seat = seat_of(call)?;
                match call {
                    Call::Pilot(ask) => {
                        // Who watches flies nothing, as the answer will say.
                        let usual = |side| budget(ask.budget_ms, &*sitting.table, side, LONGEST_BUDGET);
                        let budget = seat.side().map_or(USUAL_BUDGET, usual);
                        sitting.piloted(ask, seat, &*(self.alarm)(budget))
                    }
                    Call::Hint(ask) => {
                        let stop = (self.alarm)(USUAL_BUDGET);
                        Ok(Answer::Hint(Box::new(sitting.advice(ask, seat, REPEATABLE)?(&*stop)?)))
                    }
                    Call::Why(ask) => {
                        let stop = (self.alarm)(USUAL_BUDGET);
                        Ok(Answer::Why(Box::new(sitting.past_why(ask, seat, &*stop)?)))
                    }
                    // Whoever holds the pipe plays both sides.
                    _ => sitting.answer(call, Caller { seat, plays: SideSet::BOTH }),
                }
            }
        }
    }

    fn open(&mut self, new: &New) -> Result<Answer, Fault> {
        if let Some(field) = new.of_a_server() {
            return Err(Fault::param(field, "only a server has seats to give"));
        }
        let shelf = self.catalog.game(&new.game)?;
        let dice = match &new.dice {
            Some(TableDice::Chosen(dice)) => dice.source().map_err(|flaw| Fault::Flaws(vec![flaw]))?,
            Some(TableDice::Secret) | None => DiceSource::seeded((self.seeds)()),
        };
        let table = shelf.open(&new.scenario, new.options.as_ref(), dice)?;
        Ok(self.keep(table))
    }

    fn keep(&mut self, table: Box<dyn AnyTable>) -> Answer {
        self.opened += 1;
        let id = format!("t{}", self.opened);
        let sitting = Sitting::new(table, Company::default());
        let pending = sitting.pending();
        self.tables.insert(id.clone(), sitting);
        Answer::Opened(Opened { table: id, pending, seats: None, links: None })
    }
}

fn named(call: &Call) -> Result<&str, Fault> {
    call.table().ok_or_else(|| missing("table"))
}

fn no_table(id: &str) -> Fault {
    Fault::NotHere(format!("there is no table '{id}'"))
}

fn missing(field: &str) -> Fault {
    Fault::param(field, format!("missing field `{field}`"))
}

/// The seat from which something is asked on standard input.
fn seat_of(call: &Call) -> Result<Seat, Fault> {
    match call {
        Call::Pending(_) | Call::Transcript(_) => Ok(Seat::Observer),
        Call::Odds(_) | Call::Plans(_) => Ok(call.seat().unwrap_or(Seat::Referee)),
        _ => call.seat().ok_or_else(|| missing("seat")),
    }
}

/// A transcript as an object or as the text of its file.
fn transcript(given: &Value) -> Result<Transcript, Fault> {
    match given {
        Value::String(text) => Transcript::from_lines(text).map_err(Fault::Replay),
        other => wire::read(other.clone()).map_err(|wrong| {
            let path = if wrong.path.is_empty() { String::new() } else { format!(".{}", wrong.path) };
            Fault::param(format!("transcript{path}"), wrong.says)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pilot_has_less_time_for_each_of_many_aircraft() {
        let catalog = Catalog::built_in().unwrap_or_else(|flaws| panic!("{flaws:?}"));
        let shelf = catalog.game("fast-and-easy").unwrap_or_else(|fault| panic!("{fault:?}"));
        let time = |scenario: &str, said| {
            let scenario = shelf.scenario(scenario).expect("a ready-made scenario");
            let dice = DiceSource::seeded(Seed::from_number(1));
            let table = shelf.open(&scenario, None, dice).unwrap_or_else(|fault| panic!("{fault:?}"));
            budget(said, &*table, Side::Axis, LONGEST_BUDGET)
        };
        assert_eq!(time("kent-duel", None), USUAL_BUDGET);
        assert!(time("big-box", None) * 52 <= PHASE_BUDGET, "one for each of 52 interceptors");
        assert_eq!(time("big-box", Some(500)), Duration::from_millis(500));
    }
}
