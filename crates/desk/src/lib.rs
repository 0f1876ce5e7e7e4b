//! Every request answered. A [`Desk`] holds tables by id and answers JSON-RPC lines; [`at_table`] answers what concerns
//! one table, for a server that keeps tables, seats and secrets in its own way. Bots and browsers share both.

mod envelope;
mod faults;

pub use envelope::{answer, too_long};
pub use faults::error;

use catalog::{AnyTable, Catalog, Fault, Level};
use serde_json::Value;
use std::collections::BTreeMap;
use table::{DiceSource, Seat, Seed, Side, Transcript};
use wire::{
    Answer, Call, CardList, Closed, Entry, Error, Face, GameList, Opened, Picture, PilotCall, PilotReply,
    PlanList, Rule, RuleList, Seen,
};

/// Tables by id, and everything that can be asked about them.
pub struct Desk {
    catalog: Catalog,
    seeds: Box<dyn FnMut() -> Seed + Send>,
    tables: BTreeMap<String, Box<dyn AnyTable>>,
    opened: u64,
}

impl Desk {
    /// An empty desk. `seeds` draws a fresh secret seed for each table that names no dice.
    pub fn new(catalog: Catalog, seeds: impl FnMut() -> Seed + Send + 'static) -> Desk {
        Desk { catalog, seeds: Box::new(seeds), tables: BTreeMap::new(), opened: 0 }
    }

    /// Answers one call.
    pub fn call(&mut self, call: Call) -> Result<Answer, Error> {
        self.answered(call).map_err(error)
    }

    fn answered(&mut self, call: Call) -> Result<Answer, Fault> {
        match call {
            Call::Games(_) => Ok(Answer::Games(GameList {
                games: self.catalog.games().iter().map(|game| game.info()).collect(),
                pilots: Level::ALL.map(|level| level.word().to_owned()).to_vec(),
            })),
            Call::New(new) => {
                let shelf = self.catalog.game(&new.game)?;
                let dice = match new.dice {
                    Some(dice) => dice.source().map_err(|flaw| Fault::Flaws(vec![flaw]))?,
                    None => DiceSource::seeded((self.seeds)()),
                };
                let table = shelf.open(&new.scenario, new.options.as_ref(), dice)?;
                Ok(self.seat(table))
            }
            Call::Load(load) => {
                let transcript = transcript(load.transcript)?;
                let table = self.catalog.replay(&transcript, None).map_err(Fault::Replay)?;
                Ok(self.seat(table))
            }
            Call::Rules(of) => {
                let rules = self.catalog.digest(&of.game)?.rules;
                Ok(Answer::Rules(RuleList { rules: chosen(&of.game, rules, of.id.as_deref())? }))
            }
            Call::Cards(of) => {
                Ok(Answer::Cards(CardList { cards: self.catalog.game(&of.game)?.cards().to_vec() }))
            }
            Call::Close(close) => {
                self.table(&close.table)?;
                self.tables.remove(&close.table);
                Ok(Answer::Closed(Closed {}))
            }
            Call::Pending(ref c) => at_table(self.table(&c.table)?, &call),
            Call::View(ref c) => at_table(self.table(&c.table)?, &call),
            Call::Position(ref c) => at_table(self.table(&c.table)?, &call),
            Call::Legal(ref c) => at_table(self.table(&c.table)?, &call),
            Call::Act(ref c) => at_table(self.table(&c.table)?, &call),
            Call::Undo(ref c) => at_table(self.table(&c.table)?, &call),
            Call::Odds(ref c) => at_table(self.table(&c.table)?, &call),
            Call::Plans(ref c) => at_table(self.table(&c.table)?, &call),
            Call::Pilot(ref c) => at_table(self.table(&c.table)?, &call),
            Call::Transcript(ref c) => at_table(self.table(&c.table)?, &call),
            Call::Render(ref c) => at_table(self.table(&c.table)?, &call),
        }
    }

    fn seat(&mut self, table: Box<dyn AnyTable>) -> Answer {
        self.opened += 1;
        let id = format!("t{}", self.opened);
        let pending = table.pending();
        self.tables.insert(id.clone(), table);
        Answer::Opened(Opened { table: id, pending })
    }

    fn table(&mut self, id: &str) -> Result<&mut dyn AnyTable, Fault> {
        match self.tables.get_mut(id) {
            Some(table) => Ok(table.as_mut()),
            None => Err(Fault::NotHere(format!("there is no table '{id}'"))),
        }
    }
}

/// Answers a call that concerns one table; its `table` field is not looked at. Whether the caller may sit in the seat that
/// the call names is the caller's business, and so is keeping the transcript from those who may not know all of it.
pub fn at_table(table: &mut dyn AnyTable, call: &Call) -> Result<Answer, Fault> {
    Ok(match call {
        Call::Pending(_) => Answer::Pending(table.pending()),
        Call::View(c) => {
            let position = table.as_scenario(c.seat);
            Answer::View(Box::new(Seen { position, ..table.view(c.seat, c.since) }))
        }
        Call::Position(c) => Answer::Position(Box::new(Entry { position: table.as_scenario(c.seat) })),
        Call::Legal(c) => Answer::Legal(Box::new(table.legal(side(c.seat)?, c.draft.as_ref(), c.plans)?)),
        Call::Act(c) => Answer::Acted(Box::new(table.act(side(c.seat)?, &c.command, &faces(&c.dice))?)),
        Call::Undo(c) => Answer::Undone(table.undo(side(c.seat)?)?),
        Call::Odds(c) => {
            Answer::Odds(Box::new(table.odds(c.seat, &c.shooter, &c.target, c.with.as_deref())?))
        }
        Call::Plans(c) => {
            let found = table.plans(c.seat, &c.aircraft)?;
            Answer::Plans(PlanList { plans: found.plans, cut: found.cut })
        }
        Call::Pilot(c) => Answer::Pilot(Box::new(pilot(table, c)?)),
        Call::Transcript(_) => Answer::Transcript(Box::new(table.transcript())),
        Call::Render(c) => {
            let seen = table.view(c.seat, u32::MAX);
            Answer::Render(Picture { svg: print::position(&seen.view, &seen.cards) })
        }
        Call::Games(_) | Call::New(_) | Call::Load(_) | Call::Rules(_) | Call::Cards(_) | Call::Close(_) => {
            return Err(Fault::NotHere("this does not concern one table".into()));
        }
    })
}

fn side(seat: Seat) -> Result<Side, Fault> {
    seat.side().ok_or_else(|| Fault::NotHere("only 'allies' and 'axis' play; other seats look on".into()))
}

fn faces(dice: &[Face]) -> Vec<u8> {
    dice.iter().map(|face| face.number()).collect()
}

fn pilot(table: &mut dyn AnyTable, call: &PilotCall) -> Result<PilotReply, Fault> {
    let side = side(call.seat)?;
    let level = match call.level.as_deref() {
        None => Level::Simple,
        Some(word) => Level::from_word(word).ok_or_else(|| {
            let known = Level::ALL.map(Level::word).join(", ");
            Fault::param("level", format!("there is no pilot '{word}'; there are: {known}"))
        })?,
    };
    // Pilots of these levels answer at once, within any budget. A fixed salt makes a seeded game with pilots repeatable.
    let command = table.pilot(side, level, 0)?;
    let acted = call.play.then(|| table.act(side, &command, &faces(&call.dice))).transpose()?;
    Ok(PilotReply { command, acted })
}

/// A transcript as an object or as the text of its file.
fn transcript(given: Value) -> Result<Transcript, Fault> {
    match given {
        Value::String(text) => Transcript::from_lines(&text).map_err(Fault::Replay),
        other => wire::read(other).map_err(|wrong| {
            let path = if wrong.path.is_empty() { String::new() } else { format!(".{}", wrong.path) };
            Fault::param(format!("transcript{path}"), wrong.says)
        }),
    }
}

fn chosen(game: &str, rules: Vec<Rule>, id: Option<&str>) -> Result<Vec<Rule>, Fault> {
    let Some(id) = id else { return Ok(rules) };
    match rules.into_iter().find(|rule| rule.id == id) {
        Some(rule) => Ok(vec![rule]),
        None => Err(Fault::param("id", format!("{game} has no rule '{id}'"))),
    }
}
