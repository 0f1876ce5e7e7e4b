//! A table as a transcript, and a transcript as a table again.

use crate::play::{Played, Table};
use crate::transcript::{End, FORMAT};
use crate::{ActError, DiceSource, Difference, Game, Header, Line, Seed, Silence, StateHash, Transcript};
use serde_json::Value;

impl<G: Game> Table<G> {
    /// What was set up.
    pub fn header(&self) -> Header {
        let header = Header {
            tallyho: FORMAT,
            game: G::ID.to_owned(),
            revision: G::REVISION,
            // It was written as JSON when the table was made.
            scenario: serde_json::from_str(&self.scenario).unwrap_or(Value::Null),
            commitment: self.commitment.clone(),
            state: StateHash::of(&self.start),
            hash: None,
        };
        Header { hash: self.hashed.then(|| header.own_hash()), ..header }
    }

    /// The whole game. The seed is in it only once the game is over.
    pub fn transcript(&self) -> Transcript {
        let json = |c: &G::Command| serde_json::to_value(c).unwrap_or(Value::Null);
        let lines = self.played.iter().map(|p| Line {
            side: p.side,
            command: json(&p.command),
            dice: p.dice.to_vec(),
            state: p.state,
        });
        let seed = match &self.dice {
            DiceSource::Seeded { seed, .. } => Some(seed.hex()),
            DiceSource::Script(_) => None,
        };
        Transcript {
            header: self.header(),
            lines: lines.collect(),
            end: self.outcome().map(|outcome| End { outcome, seed }),
        }
    }

    /// Plays a transcript again and stops at the first difference: in the position after any line, in the dice against the
    /// seed, in the outcome. `seed` is the table's own, for a game that goes on; a finished transcript brings its seed.
    pub fn load(data: &G::Data, transcript: &Transcript, seed: Option<Seed>) -> Result<Table<G>, Difference> {
        let at = |line: usize, says: String| Difference { line, says };
        let header = &transcript.header;
        if header.tallyho != FORMAT {
            let says = format!("format {} is not known, this program reads {FORMAT}", header.tallyho);
            return Err(at(1, says));
        }
        if header.game != G::ID {
            return Err(at(1, format!("a game of {}, not of {}", header.game, G::ID)));
        }
        if header.revision != G::REVISION {
            let says =
                format!("played by revision {} of the rules, these are {}", header.revision, G::REVISION);
            return Err(at(1, says));
        }
        if let Some(recorded) = &header.hash {
            let own = header.own_hash();
            if own != *recorded {
                let says = format!("the header was changed: its hash is {own}, recorded {recorded}");
                return Err(at(1, says));
            }
        }
        let scenario: G::Scenario = serde_json::from_value(header.scenario.clone())
            .map_err(|e| at(1, format!("the scenario cannot be read: {e}")))?;
        let shown = transcript.end.as_ref().and_then(|end| end.seed.as_deref());
        let shown = shown.map(|text| Seed::from_hex(text).ok_or("the seed is not 64 hexadecimal digits"));
        let last = transcript.lines.len() + 2;
        let shown = shown.transpose().map_err(|e| at(last, e.into()))?;
        let seed = seed.or(shown);
        if shown.is_some() && header.commitment.is_none() {
            return Err(at(last, "the end shows a seed that the header did not promise".into()));
        }
        if let (Some(seed), Some(promised)) = (seed, &header.commitment)
            && seed.commitment() != *promised
        {
            let says = format!("the seed's hash is {}, the header promised {promised}", seed.commitment());
            return Err(at(last, says));
        }
        if header.commitment.is_some() && transcript.end.is_some() && seed.is_none() {
            return Err(at(last, "the header promised a seed and the end does not show it".into()));
        }
        let script = || DiceSource::Script(transcript.lines.iter().flat_map(|l| l.dice.clone()).collect());
        let dice = seed.map_or_else(script, DiceSource::seeded);
        let mut table = Table::<G>::before_any_command(data, &scenario, dice).map_err(|flaws| {
            at(1, flaws.first().map_or(String::new(), |f| format!("{}: {}", f.path, f.says)))
        })?;
        table.commitment.clone_from(&header.commitment);
        table.hashed = header.hash.is_some();
        let start = StateHash::of(&table.start);
        if start != header.state {
            let says = format!("position after set-up is {start}, recorded {}", header.state);
            return Err(at(1, says));
        }
        for (n, line) in transcript.lines.iter().enumerate() {
            table.replay_line(line).map_err(|says| at(n + 2, says))?;
        }
        match (&transcript.end, table.outcome()) {
            (Some(end), outcome) if outcome.as_ref() != Some(&end.outcome) => {
                let ours = outcome.map_or("the game is not over".to_owned(), |o| o.text);
                Err(at(last, format!("outcome recorded '{}', by the rules: {ours}", end.outcome.text)))
            }
            _ => Ok(table),
        }
    }

    /// Plays the game again and shows each command with the positions before and after it.
    pub fn play_through(&self, mut see: impl FnMut(&Played<G>, &G::State, &G::State)) {
        let mut before = self.start.clone();
        for played in &self.played {
            let mut after = before.clone();
            if !self.play_again(&mut after, played, &mut Silence) {
                break;
            }
            see(played, &before, &after);
            before = after;
        }
    }

    /// The position after set-up.
    pub fn start(&self) -> &G::State {
        &self.start
    }

    /// Plays one recorded line and compares what comes of it.
    fn replay_line(&mut self, line: &Line) -> Result<(), String> {
        let command: G::Command = serde_json::from_value(line.command.clone())
            .map_err(|e| format!("the command cannot be read: {e}"))?;
        let acted = self.act(line.side, command, &[]).map_err(|e| match e {
            ActError::Refused(all) => {
                all.first().map_or(String::new(), |r| format!("{}: {}", r.rule, r.text()))
            }
            ActError::Need(need) => format!("a die is missing for '{}' ({})", need.ask.why, need.ask.rule),
            ActError::BadDice(says) => says,
        })?;
        if acted.dice != line.dice {
            return Err(format!("dice by the rules {:?}, recorded {:?}", acted.dice, line.dice));
        }
        if acted.state != line.state {
            return Err(format!("position by the rules {}, recorded {}", acted.state, line.state));
        }
        Ok(())
    }
}
