//! Somebody who chooses anything that is offered.

use crate::peers::Peers;
use crate::{Tally, list};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use table::{Chooser, Seed, SeededDice};

/// How often a move that leads nowhere is begun again.
const TRIES: u32 = 1000;

/// A stream of choices.
pub(crate) struct Player {
    chance: SeededDice,
}

impl Player {
    /// The choices that follow from `seed`; another stream than that of the dice.
    pub(crate) fn new(seed: u64) -> Player {
        Player { chance: SeededDice::new(Seed::from_number(!seed)) }
    }

    /// True once in `n` times.
    pub(crate) fn one_in(&mut self, n: u32) -> bool {
        self.chance.below(n) == 0
    }

    /// Any of the sides that owe a decision.
    pub(crate) fn pick<'a>(&mut self, sides: &'a [Value]) -> Option<&'a str> {
        let n = (!sides.is_empty()).then(|| self.chance.below(sides.len() as u32))?;
        sides[n as usize].as_str()
    }

    /// A command put together from what is offered, step by step.
    pub(crate) fn command(
        &mut self,
        peers: &mut Peers,
        table: &str,
        seat: &str,
        tally: &mut Tally,
    ) -> Result<Value> {
        for _ in 0..TRIES {
            let mut draft = None;
            loop {
                let mut request = json!({"table": table, "seat": seat});
                if let Some(draft) = &draft {
                    request["draft"] = Value::clone(draft);
                }
                let menu = peers.ask("legal", &request)?;
                tally.menus += 1;
                let steps = self.offered(&menu)?;
                let ready = draft.is_some() && list(&menu["draft"]["barred"])?.is_empty();
                // A draft that can be given as it stands is one more thing to choose.
                let n = self.chance.below((steps.len() + usize::from(ready)).max(1) as u32) as usize;
                match steps.get(n) {
                    Some(step) if step["draft"].is_null() => return self.whole(step),
                    Some(step) => draft = Some(step["draft"].clone()),
                    None if ready => return draft.context("a draft that is ready"),
                    None => break,
                }
            }
            ensure!(draft.is_some(), "{seat} owes a decision and is offered nothing");
            tally.dead_ends += 1;
        }
        anyhow::bail!("{seat} found no way to the end of a move in {TRIES} tries")
    }

    /// What may be chosen. To concede is left out nearly always, or no game would last.
    fn offered(&mut self, menu: &Value) -> Result<Vec<Value>> {
        let gives_up = self.one_in(500);
        let choices = list(&menu["choices"])?.iter();
        let legal = choices.filter(|c| c["barred"].as_array().is_some_and(Vec::is_empty));
        let says = legal.map(|c| c["say"].clone());
        Ok(says.filter(|s| gives_up || !s["command"].to_string().contains("concede")).collect())
    }

    /// The command of a choice, its number chosen where there is a range.
    fn whole(&mut self, say: &Value) -> Result<Value> {
        if !say["command"].is_null() {
            return Ok(say["command"].clone());
        }
        let (mut command, range) = (say["range"][0].clone(), &say["range"][1]);
        let (min, max) = (range["min"].as_i64(), range["max"].as_i64());
        let (min, max) = min.zip(max).with_context(|| format!("a choice without meaning: {say}"))?;
        let pointer = range["field"].as_str().unwrap_or_default();
        let field = command.pointer_mut(pointer).with_context(|| format!("no {pointer} in {say}"))?;
        *field = json!(min + i64::from(self.chance.below((max - min + 1) as u32)));
        Ok(command)
    }

    /// A line that is no request: anything, or a request with one byte changed beyond repair.
    pub(crate) fn noise(&mut self) -> Vec<u8> {
        let mut line = vec![b'!'];
        line.extend((0..self.chance.below(200)).map(|_| self.chance.below(256) as u8));
        line.retain(|b| !matches!(b, b'\n' | b'\r'));
        if self.one_in(2) {
            line = br#"{"jsonrpc":"2.0","id":1,"method":"new","params":{"game":7}}"#.to_vec();
            let at = self.chance.below(line.len() as u32) as usize;
            line.truncate(at.max(1));
        }
        line
    }
}
