//! One game being played: a position, its dice, its log, its transcript and its undo.

use crate::dice::Recorder;
use crate::transcript::{End, FORMAT};
use crate::view::{At, Plan, View};
use crate::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::VecDeque;
use ts_rs::TS;

/// A game being played.
pub struct Table<G: Game> {
    rules: G::Rules,
    start: G::State,
    state: G::State,
    dice: DiceSource,
    header: Header,
    played: Vec<Played<G>>,
    log: Vec<(Audience, LogEntry)>,
    /// Commands before this one cannot be taken back: a die, a card or a secret came out.
    barrier: usize,
    /// Dice given for a command that needs more of them.
    held: Option<Held<G>>,
}

struct Held<G: Game> {
    side: Side,
    command: G::Command,
    faces: Vec<u8>,
    asked: usize,
}

/// A command that was carried out.
pub struct Played<G: Game> {
    /// Who said it.
    pub side: Side,
    /// What was said.
    pub command: G::Command,
    /// The faces used.
    pub dice: Vec<u8>,
    /// Hash of the position after it.
    pub state: String,
}

/// How the players want their dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum DiceChoice {
    /// A seed: a number for repeatable games, or 64 hexadecimal digits.
    Seed(SeedText),
    /// These faces, in order; where they run out, the table asks.
    Script(Vec<Face>),
    /// People throw: the table always asks.
    Ask,
}

/// A seed as people write it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(untagged)]
#[serde(expecting = "a seed is a number or 64 hexadecimal digits")]
pub enum SeedText {
    /// A number.
    Number(u64),
    /// 64 hexadecimal digits.
    Hex(String),
}

/// A face as people write it: a number, or the colour of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(untagged)]
#[serde(expecting = "a face is a number, \"red\" or \"black\"")]
pub enum Face {
    /// A die's face.
    Number(u8),
    /// A card's colour.
    Card(Colour),
}

/// The colour of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    /// Red: face 1.
    Red,
    /// Black: face 2.
    Black,
}

impl Face {
    /// The number that stands for it in transcripts.
    pub fn number(self) -> u8 {
        match self {
            Face::Number(n) => n,
            Face::Card(Colour::Red) => 1,
            Face::Card(Colour::Black) => 2,
        }
    }
}

impl DiceChoice {
    /// The source of chance that it asks for.
    pub fn source(&self) -> Result<DiceSource, Flaw> {
        Ok(match self {
            DiceChoice::Seed(SeedText::Number(n)) => DiceSource::seeded(Seed::from_number(*n)),
            DiceChoice::Seed(SeedText::Hex(text)) => {
                let seed = Seed::from_hex(text)
                    .ok_or_else(|| Flaw::new("dice.seed", "a seed is a number or 64 hexadecimal digits"))?;
                DiceSource::seeded(seed)
            }
            DiceChoice::Script(faces) => DiceSource::Script(faces.iter().map(|f| f.number()).collect()),
            DiceChoice::Ask => DiceSource::Script(VecDeque::new()),
        })
    }
}

impl DiceSource {
    /// Dice from a seed.
    pub fn seeded(seed: Seed) -> DiceSource {
        DiceSource::Seeded { seed, stream: Box::new(SeededDice::new(seed)) }
    }
}

/// A line of the log, as a seat may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct LogEntry {
    /// Number in the log, from 0. A seat that may not see an entry sees a gap in the numbers.
    pub seq: u32,
    /// Number of the command that caused it, from 1; 0 for set-up.
    pub line: u32,
    /// What sort of thing.
    pub kind: EventKind,
    /// The sentence.
    pub text: String,
    /// The rules behind it, the main one first.
    #[ts(type = "string[]")]
    pub rules: Vec<RuleId>,
    /// The aircraft that did it.
    pub actor: Option<PieceId>,
    /// The aircraft that suffered it.
    pub target: Option<PieceId>,
    /// The dice that decided it.
    pub dice: Vec<Rolled>,
    /// The way flown.
    pub path: Vec<At>,
    /// How its number came about.
    pub calculation: Option<Calculation>,
}

/// What a command has caused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acted {
    /// Number of the command in the transcript, from 1.
    pub line: u32,
    /// First log entry that it caused.
    pub first_entry: u32,
    /// The faces used.
    pub dice: Vec<u8>,
    /// Hash of the position after it.
    pub state: String,
}

/// Why a command was not carried out. The position is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActError {
    /// It is illegal.
    Refused(Refusals),
    /// More chance is needed.
    Need(Need),
    /// The faces given cannot be used.
    BadDice(String),
}

/// Why nothing was taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndoError {
    /// Nothing has been said yet.
    Nothing,
    /// A die, a card or a secret has been shown since.
    Shown,
    /// The last command was the other side's.
    NotYours,
}

impl UndoError {
    /// The sentence for people.
    pub fn text(self) -> &'static str {
        match self {
            UndoError::Nothing => "there is nothing to take back",
            UndoError::Shown => "a die, a card or a secret has been shown since: it cannot be taken back",
            UndoError::NotYours => "the last command was the other side's",
        }
    }
}

impl<G: Game> Table<G> {
    /// Sets up a game. `scenario` is kept in the transcript as it is.
    pub fn new(data: &G::Data, scenario: &G::Scenario, dice: DiceSource) -> Result<Table<G>, Vec<Flaw>> {
        let Position { rules, state } = G::set_up(data, scenario)?;
        let commitment = match &dice {
            DiceSource::Seeded { seed, .. } => Some(seed.commitment()),
            DiceSource::Script(_) => None,
        };
        let scenario = serde_json::to_value(scenario)
            .map_err(|e| vec![Flaw::new("scenario", format!("has no JSON form: {e}"))])?;
        let header = Header {
            tallyho: FORMAT,
            game: G::ID.to_owned(),
            revision: G::REVISION,
            scenario,
            commitment,
            state: state_hash(&state),
        };
        Ok(Table {
            rules,
            start: state.clone(),
            state,
            dice,
            header,
            played: Vec::new(),
            log: Vec::new(),
            barrier: 0,
            held: None,
        })
    }

    /// What does not change.
    pub fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// The position.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Number of commands carried out.
    pub fn len(&self) -> usize {
        self.played.len()
    }

    /// Whether nothing has been said yet.
    pub fn is_empty(&self) -> bool {
        self.played.is_empty()
    }

    /// The commands carried out.
    pub fn played(&self) -> &[Played<G>] {
        &self.played
    }

    /// Carries out a command, or changes nothing and says why not. `typed` are faces thrown by a person; a table whose dice
    /// come from a seed takes none.
    pub fn act(&mut self, side: Side, command: G::Command, typed: &[u8]) -> Result<Acted, ActError> {
        if !typed.is_empty() && matches!(self.dice, DiceSource::Seeded { .. }) {
            return Err(ActError::BadDice("this table's dice come from its seed; it takes no others".into()));
        }
        let typed = self.with_held(side, &command, typed);
        let accepted = validate::<G>(&self.rules, &self.state, side, command).map_err(ActError::Refused)?;
        let mut state = self.state.clone();
        let mut source = self.dice.clone();
        let mut events: Vec<Event> = Vec::new();
        let mut dice = Recorder { source: &mut source, typed: typed.into(), used: Vec::new(), bad: None };
        let done = G::apply(&self.rules, &mut state, &accepted, &mut dice, &mut events);
        let Recorder { typed: mut left, mut used, bad, .. } = dice;
        if let Some((ask, face)) = bad {
            self.held = None;
            return Err(ActError::BadDice(format!(
                "{face} cannot come up for '{}', which has {} faces",
                ask.why,
                ask.faces()
            )));
        }
        let done = match done {
            Ok(done) => done,
            Err(need) => {
                // Scripted faces stay in the script and are used again; typed ones are kept until the rest is given.
                used.drain(..self.scripted_faces().min(used.len()));
                used.extend(left.drain(..));
                let command = accepted.command().clone();
                self.held = Some(Held { side, command, faces: used, asked: need.count.into() });
                return Err(ActError::Need(need));
            }
        };
        if !left.is_empty() {
            self.held = None;
            return Err(ActError::BadDice(format!(
                "{} dice were given, {} are needed",
                used.len() + left.len(),
                used.len()
            )));
        }
        self.held = None;
        self.state = state;
        self.dice = source;
        let first_entry = self.log.len() as u32;
        let line = self.played.len() as u32 + 1;
        self.write_log(line, events);
        let hash = state_hash(&self.state);
        if done.shown || !used.is_empty() {
            self.barrier = self.played.len() + 1;
        }
        self.played.push(Played {
            side,
            command: accepted.command().clone(),
            dice: used.clone(),
            state: hash.clone(),
        });
        Ok(Acted { line, first_entry, dice: used, state: hash })
    }

    /// Faces typed now, after those already given for the same command. A list that repeats those is taken as the whole.
    fn with_held(&self, side: Side, command: &G::Command, typed: &[u8]) -> Vec<u8> {
        match &self.held {
            Some(held) if held.side == side && held.command == *command => {
                let whole = typed.len() > held.asked && typed.starts_with(&held.faces);
                if whole { typed.to_vec() } else { [&held.faces, typed].concat() }
            }
            _ => typed.to_vec(),
        }
    }

    fn scripted_faces(&self) -> usize {
        match &self.dice {
            DiceSource::Seeded { .. } => 0,
            DiceSource::Script(faces) => faces.len(),
        }
    }

    fn write_log(&mut self, line: u32, events: Vec<Event>) {
        for event in events {
            let seq = self.log.len() as u32;
            let entry = LogEntry {
                seq,
                line,
                kind: event.kind,
                text: event.text,
                rules: event.rules.to_vec(),
                actor: event.actor,
                target: event.target,
                dice: event.dice,
                path: event.path,
                calculation: event.calculation,
            };
            self.log.push((event.seen_by, entry));
        }
    }

    /// Takes back the last command, if it was `side`'s and nothing has been shown since. The position is built again from
    /// the transcript.
    pub fn undo(&mut self, side: Side) -> Result<(), UndoError> {
        let last = self.played.last().ok_or(UndoError::Nothing)?;
        if self.played.len() <= self.barrier {
            return Err(UndoError::Shown);
        }
        if last.side != side {
            return Err(UndoError::NotYours);
        }
        self.held = None;
        self.played.pop();
        self.log.retain(|(_, entry)| entry.line as usize <= self.played.len());
        self.state = self.replayed(self.played.len());
        Ok(())
    }

    /// The position after the first `lines` commands, for scrubbing through a replay.
    pub fn replayed(&self, lines: usize) -> G::State {
        let mut state = self.start.clone();
        for played in &self.played[..lines.min(self.played.len())] {
            // These were accepted and had their dice when they were played, so neither can fail now.
            let Ok(accepted) = validate::<G>(&self.rules, &state, played.side, played.command.clone()) else {
                break;
            };
            let mut faces = DiceSource::Script(played.dice.iter().copied().collect());
            let mut dice =
                Recorder { source: &mut faces, typed: VecDeque::new(), used: Vec::new(), bad: None };
            if G::apply(&self.rules, &mut state, &accepted, &mut dice, &mut Silence).is_err() {
                break;
            }
        }
        state
    }

    /// What a seat may see.
    pub fn view(&self, seat: Seat) -> View {
        G::view(&self.rules, &self.state, seat)
    }

    /// What a seat may see of the log from entry `since` on.
    pub fn log(&self, seat: Seat, since: u32) -> Vec<LogEntry> {
        let from = (since as usize).min(self.log.len());
        self.log[from..].iter().filter(|(who, _)| who.includes(seat)).map(|(_, e)| e.clone()).collect()
    }

    /// Number of the next log entry, whoever may see it.
    pub fn next_entry(&self) -> u32 {
        self.log.len() as u32
    }

    /// The whole log with who may see each entry; for the laws, which look behind every seat.
    pub(crate) fn entries(&self) -> &[(Audience, LogEntry)] {
        &self.log
    }

    /// The decision asked of a side.
    pub fn menu(&self, side: Side, draft: Option<&G::Command>) -> Menu<G::Command> {
        G::menu(&self.rules, &self.state, side, draft)
    }

    /// All distinct complete moves of an aircraft.
    pub fn plans(&self, aircraft: PieceId) -> Vec<Plan<G::Command>> {
        G::plans(&self.rules, &self.state, aircraft)
    }

    /// Who owes a decision.
    pub fn to_act(&self) -> SideSet {
        G::to_act(&self.rules, &self.state)
    }

    /// How it ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        G::outcome(&self.rules, &self.state)
    }

    /// The whole game. The seed is in it only once the game is over.
    pub fn transcript(&self) -> Transcript {
        let json = |c: &G::Command| serde_json::to_value(c).unwrap_or(Value::Null);
        let lines = self.played.iter().map(|p| Line {
            side: p.side,
            command: json(&p.command),
            dice: p.dice.clone(),
            state: p.state.clone(),
        });
        let seed = match &self.dice {
            DiceSource::Seeded { seed, .. } => Some(seed.hex()),
            DiceSource::Script(_) => None,
        };
        Transcript {
            header: self.header.clone(),
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
        let scenario: G::Scenario = serde_json::from_value(header.scenario.clone())
            .map_err(|e| at(1, format!("the scenario cannot be read: {e}")))?;
        let shown = transcript.end.as_ref().and_then(|end| end.seed.as_deref());
        let shown = shown.map(|text| Seed::from_hex(text).ok_or("the seed is not 64 hexadecimal digits"));
        let last = transcript.lines.len() + 2;
        let seed = match (seed, shown.transpose().map_err(|e| at(last, e.into()))?) {
            (Some(ours), _) => Some(ours),
            (None, shown) => shown,
        };
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
        let mut table = Table::<G>::new(data, &scenario, dice).map_err(|flaws| {
            at(1, flaws.first().map_or(String::new(), |f| format!("{}: {}", f.path, f.says)))
        })?;
        table.header.commitment.clone_from(&header.commitment);
        if table.header.state != header.state {
            let says = format!("position after set-up is {}, recorded {}", table.header.state, header.state);
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
