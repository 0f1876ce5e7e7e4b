//! A table as a transcript, and a transcript as a table again.

use crate::play::{Played, Table};
use crate::transcript::{End, FORMAT, RESUMED};
use crate::{
    ActError, DiceSource, Difference, Game, Header, How, Line, Resumed, Seed, Silence, StateHash, Transcript,
};
use serde_json::Value;

impl<G: Game> Table<G> {
    /// What was set up.
    pub fn header(&self) -> Header {
        let header = Header {
            tallyho: if self.resumed.is_empty() { FORMAT } else { RESUMED },
            game: G::ID.to_owned(),
            revision: self.revision,
            // It was written as JSON when the table was made.
            scenario: serde_json::from_str(&self.scenario).unwrap_or(Value::Null),
            commitment: self.commitment.clone(),
            state: StateHash::of(&self.start),
            hash: None,
        };
        Header { hash: self.hashed.then(|| header.own_hash()), ..header }
    }

    /// The whole game. The seeds are in it only once the game is over.
    pub fn transcript(&self) -> Transcript {
        let json = |c: &G::Command| serde_json::to_value(c).unwrap_or(Value::Null);
        let lines = self.played.iter().map(|p| Line {
            side: p.side,
            command: json(&p.command),
            dice: p.dice.to_vec(),
            state: p.state,
        });
        let now = self.resumed.iter().map(|resumed| resumed.seed);
        let mut seeds = std::iter::once(self.seed).chain(now).map(|seed| seed.map(|seed| seed.hex()));
        Transcript {
            header: self.header(),
            lines: lines.collect(),
            resumed: self.resumed.clone(),
            end: self.outcome().map(|outcome| End {
                outcome,
                seed: seeds.next().flatten(),
                resumed: seeds.flatten().collect(),
            }),
        }
    }

    /// Plays a transcript again and stops at the first difference: in the position after any line, in the dice against the
    /// seeds, in the outcome. `seed` is the table's own, for a game that goes on; a finished transcript brings its seeds. A game that was
    /// played by another revision of the rules is as good as any, if these make the same of it.
    pub fn load(data: &G::Data, transcript: &Transcript, seed: Option<Seed>) -> Result<Table<G>, Difference> {
        let header = &transcript.header;
        Table::again(data, transcript, seed).map_err(|mut difference| {
            if header.revision != G::REVISION && difference.how != How::Otherwise {
                let (then, now) = (header.revision, G::REVISION);
                difference.says += &format!(" (begun by revision {then} of the rules, these are {now})");
            }
            difference
        })
    }

    fn again(data: &G::Data, transcript: &Transcript, seed: Option<Seed>) -> Result<Table<G>, Difference> {
        check_header::<G>(transcript).map_err(|says| Difference::new(1, says))?;
        let header = &transcript.header;
        let scenario: G::Scenario = serde_json::from_value(header.scenario.clone())
            .map_err(|e| Difference::new(1, format!("the scenario cannot be read: {e}")))?;
        let seeds = transcript.seeds(seed)?;
        let dice = |n: usize| match seeds[n] {
            Some(seed) => DiceSource::seeded(seed),
            None => DiceSource::Script(transcript.faces_since(n)),
        };
        let mut table = Table::<G>::before_any_command(data, &scenario, dice(0)).map_err(|flaws| {
            Difference::new(1, flaws.first().map_or(String::new(), |f| format!("{}: {}", f.path, f.says)))
        })?;
        table.commitment.clone_from(&header.commitment);
        table.hashed = header.hash.is_some();
        table.revision = header.revision;
        let start = StateHash::of(&table.start);
        if start != header.state {
            let says = format!("position after set-up is {start}, recorded {}", header.state);
            return Err(Difference::new(1, says));
        }
        for command in 1..=transcript.lines.len() + 1 {
            let here = transcript.resumed.iter().enumerate();
            for (n, resumed) in here.filter(|(_, resumed)| resumed.mark.resume as usize == command) {
                table.resume(Resumed { seed: seeds[n + 1], ..resumed.clone() }, dice(n + 1));
            }
            if let Some(line) = transcript.lines.get(command - 1) {
                let at = |(how, says)| Difference { line: transcript.line_of(command), says, how };
                table.replay_line(line).map_err(at)?;
            }
        }
        match (&transcript.end, table.outcome()) {
            (Some(end), outcome) if outcome.as_ref() != Some(&end.outcome) => {
                let ours = outcome.map_or("the game is not over".to_owned(), |o| o.text);
                let says = format!("outcome recorded '{}', by the rules: {ours}", end.outcome.text);
                Err(Difference::new(transcript.last_line(), says))
            }
            _ => Ok(table),
        }
    }

    /// Goes on with other dice from here: what was said before stands for good.
    fn resume(&mut self, resumed: Resumed, dice: DiceSource) {
        self.dice = dice;
        self.held = None;
        self.barrier = self.played.len();
        self.resumed.push(resumed);
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
    fn replay_line(&mut self, line: &Line) -> Result<(), (How, String)> {
        let command: G::Command = serde_json::from_value(line.command.clone())
            .map_err(|e| (How::Illegal, format!("the command cannot be read: {e}")))?;
        let acted = self.act(line.side, command, &[]).map_err(|e| match e {
            ActError::Refused(all) => {
                (How::Illegal, all.first().map_or(String::new(), |r| format!("{}: {}", r.rule, r.text())))
            }
            ActError::Need(need) => {
                (How::Dice, format!("a die is missing for '{}' ({})", need.ask.why, need.ask.rule))
            }
            ActError::BadDice(says) => (How::Dice, says),
        })?;
        if acted.dice != line.dice {
            return Err((How::Dice, format!("dice by the rules {:?}, recorded {:?}", acted.dice, line.dice)));
        }
        if acted.state != line.state {
            let says = format!("position by the rules {}, recorded {}", acted.state, line.state);
            return Err((How::Position, says));
        }
        Ok(())
    }
}

/// Whether this is a transcript of this game that can be read at all.
fn check_header<G: Game>(transcript: &Transcript) -> Result<(), String> {
    let header = &transcript.header;
    if ![FORMAT, RESUMED].contains(&header.tallyho) {
        return Err(format!(
            "format {} is not known, this program reads {FORMAT} and {RESUMED}",
            header.tallyho
        ));
    }
    if header.tallyho == FORMAT && !transcript.resumed.is_empty() {
        return Err(format!("a game that was resumed has format {RESUMED}, not {FORMAT}"));
    }
    if header.game != G::ID {
        return Err(format!("a game of {}, not of {}", header.game, G::ID));
    }
    let own = header.own_hash();
    match &header.hash {
        Some(recorded) if own != *recorded => {
            Err(format!("the header was changed: its hash is {own}, recorded {recorded}"))
        }
        _ => Ok(()),
    }
}

impl Transcript {
    /// The last line of the file, from 1: the end, if there is one.
    fn last_line(&self) -> usize {
        self.line_of(self.lines.len() + 1)
    }

    /// The seed of the beginning and the one since each resumption, where they are known and as they were promised. `own` is the table's,
    /// from the beginning.
    pub fn seeds(&self, own: Option<Seed>) -> Result<Vec<Option<Seed>>, Difference> {
        let at = |says: String| Difference::new(self.last_line(), says);
        let end = self.end.as_ref();
        let shown = |n: usize| end.and_then(|end| end.resumed.get(n)).map(String::as_str);
        let checked = |who: &str, promised: Option<&str>, own: Option<Seed>, shown: Option<&str>| {
            let shown = shown.map(|text| Seed::from_hex(text).ok_or("the seed is not 64 hexadecimal digits"));
            let shown = shown.transpose().map_err(|e| at(e.into()))?;
            let seed = own.or(shown);
            if shown.is_some() && promised.is_none() {
                return Err(at(format!("the end shows a seed that the {who} did not promise")));
            }
            match (seed, promised) {
                (Some(seed), Some(promised)) if seed.commitment() != *promised => {
                    let own = seed.commitment();
                    Err(at(format!("the seed's hash is {own}, the {who} promised {promised}")))
                }
                (None, Some(_)) if end.is_some() => {
                    Err(at(format!("the {who} promised a seed and the end does not show it")))
                }
                _ => Ok(seed),
            }
        };
        let first = end.and_then(|end| end.seed.as_deref());
        let mut seeds = vec![checked("header", self.header.commitment.as_deref(), own, first)?];
        for (n, Resumed { mark, seed, .. }) in self.resumed.iter().enumerate() {
            seeds.push(checked("resumption", mark.commitment.as_deref(), *seed, shown(n))?);
        }
        Ok(seeds)
    }
}
