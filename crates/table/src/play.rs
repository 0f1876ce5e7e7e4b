//! One game being played: a position, its dice, its log, its transcript and its undo.

use crate::dice::{COLOUR, Recorder, face_text};
use crate::hold::Held;
use crate::log::written;
use crate::transcript::{End, FORMAT};
use crate::undo::Note;
use crate::view::{Plans, View};
use crate::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::VecDeque;
use ts_rs::TS;

/// Room is made for so many commands at a time.
const GROWTH: usize = 8;

/// A game being played.
pub struct Table<G: Game> {
    pub(crate) rules: G::Rules,
    start: G::State,
    pub(crate) state: G::State,
    pub(crate) dice: DiceSource,
    /// The scenario's JSON, as text: a tree of it would be several times as large.
    scenario: Box<str>,
    commitment: Option<String>,
    /// Whether the header has a hash: one made later would vouch for nothing.
    hashed: bool,
    pub(crate) played: Vec<Played<G>>,
    /// What the last command caused. Older entries are told again from the transcript when somebody asks: thousands of tables could
    /// not all keep theirs in memory.
    pub(crate) fresh: Vec<(Audience, LogEntry)>,
    /// Commands before this one cannot be taken back: a die, a card or a secret came out, or nothing could be chosen.
    pub(crate) barrier: usize,
    /// A command that waits for its dice.
    pub(crate) held: Option<Held<G>>,
    /// Lines of the log that no command caused, in its order.
    pub(crate) notes: Vec<Note>,
}

/// A command that was carried out.
pub struct Played<G: Game> {
    /// Who said it.
    pub side: Side,
    /// What was said.
    pub command: G::Command,
    /// The faces used.
    pub dice: Box<[u8]>,
    /// Hash of the position after it.
    pub state: StateHash,
    /// Log entries up to and with those that it caused.
    pub(crate) entries: u32,
    /// Whether the other side was told of it.
    pub(crate) seen: bool,
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
    /// The number that stands for it where a table takes faces. A colour is no face of a die.
    pub fn number(self) -> u8 {
        match self {
            // No die has as many faces.
            Face::Number(n) => n.min(COLOUR - 1),
            Face::Card(Colour::Red) => COLOUR | 1,
            Face::Card(Colour::Black) => COLOUR | 2,
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
    pub state: StateHash,
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

impl<G: Game> Table<G> {
    /// Sets up a game and gives the commands that leave nothing to choose. Where people throw the dice, one that needs some
    /// waits for them. `scenario` is kept in the transcript as it is.
    pub fn new(data: &G::Data, scenario: &G::Scenario, dice: DiceSource) -> Result<Table<G>, Vec<Flaw>> {
        let mut table = Table::before_any_command(data, scenario, dice)?;
        while let Some((side, command)) = G::forced(&table.rules, &table.state) {
            if table.act(side, command, &[]).is_err() {
                table.held = None;
                break;
            }
        }
        Ok(table)
    }

    fn before_any_command(
        data: &G::Data,
        scenario: &G::Scenario,
        dice: DiceSource,
    ) -> Result<Table<G>, Vec<Flaw>> {
        let Position { rules, state } = G::set_up(data, scenario)?;
        let commitment = match &dice {
            DiceSource::Seeded { seed, .. } => Some(seed.commitment()),
            DiceSource::Script(_) => None,
        };
        let scenario = serde_json::to_string(scenario)
            .map_err(|e| vec![Flaw::new("scenario", format!("has no JSON form: {e}"))])?;
        Ok(Table {
            rules,
            start: state.clone(),
            state,
            dice,
            scenario: scenario.into(),
            commitment,
            hashed: true,
            played: Vec::new(),
            fresh: Vec::new(),
            barrier: 0,
            held: None,
            notes: Vec::new(),
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

    /// The hash of the dice's seed, which everybody may know.
    pub fn commitment(&self) -> Option<&str> {
        self.commitment.as_deref()
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
        self.free_to_say(side, &command)?;
        let typed = self.with_held(side, &command, typed);
        // Where nothing could be chosen there is nothing to choose again.
        let forced = G::forced(&self.rules, &self.state).is_some_and(|only| only == (side, command.clone()));
        let accepted = validate::<G>(&self.rules, &self.state, side, command).map_err(ActError::Refused)?;
        let mut state = self.state.clone();
        let mut source = self.dice.clone();
        let mut events: Vec<Event> = Vec::new();
        let mut dice = Recorder { source: &mut source, typed: typed.into(), used: Vec::new(), bad: None };
        let done = G::apply(&self.rules, &mut state, &accepted, &mut dice, &mut events);
        let Recorder { typed: mut left, mut used, bad, .. } = dice;
        let command = accepted.command().clone();
        if let Some((ask, face)) = bad {
            let says = format!(
                "{} cannot come up for '{}', which has {} faces",
                face_text(face),
                ask.why,
                ask.faces()
            );
            self.hold(Held::without_dice(side, command));
            return Err(ActError::BadDice(says));
        }
        let done = match done {
            Ok(done) => done,
            Err(need) => {
                // Scripted faces stay in the script and are used again; typed ones are kept until the rest is given.
                used.drain(..self.scripted_faces().min(used.len()));
                used.extend(left.drain(..));
                self.hold(Held::new(side, command, used, need.count.into()));
                return Err(ActError::Need(need));
            }
        };
        if !left.is_empty() {
            let says = format!("{} dice were given, {} are needed", used.len() + left.len(), used.len());
            self.hold(Held::without_dice(side, command));
            return Err(ActError::BadDice(says));
        }
        self.held = None;
        self.state = state;
        self.dice = source;
        let first_entry = self.next_entry();
        let line = self.played.len() as u32 + 1;
        let seen = events.iter().any(|event| event.seen_by.includes(side.enemy().into()));
        self.fresh = written(line, first_entry, events);
        let hash = StateHash::of(&self.state);
        // An end shows the transcript, and with it whatever was secret (`table/take-back`).
        if done.shown || !used.is_empty() || forced || self.outcome().is_some() {
            self.barrier = self.played.len() + 1;
        }
        if self.played.len() == self.played.capacity() {
            // Doubling would leave a long game's table half empty.
            self.played.reserve_exact(GROWTH);
        }
        self.played.push(Played {
            side,
            command,
            dice: used.as_slice().into(),
            state: hash,
            entries: first_entry + self.fresh.len() as u32,
            seen,
        });
        Ok(Acted { line, first_entry, dice: used, state: hash })
    }

    /// The position after the first `lines` commands, for scrubbing through a replay.
    pub fn replayed(&self, lines: usize) -> G::State {
        let mut state = self.start.clone();
        for played in self.played.iter().take(lines) {
            if !self.play_again(&mut state, played, &mut Silence) {
                break;
            }
        }
        state
    }

    /// Carries out a command that was carried out before, with the dice that it had then.
    fn play_again(&self, state: &mut G::State, played: &Played<G>, listener: &mut impl Listener) -> bool {
        // It was accepted and had its dice when it was played, so neither can fail now.
        let Ok(accepted) = validate::<G>(&self.rules, state, played.side, played.command.clone()) else {
            return false;
        };
        let mut faces = DiceSource::Script(played.dice.iter().copied().collect());
        let mut dice = Recorder { source: &mut faces, typed: VecDeque::new(), used: Vec::new(), bad: None };
        G::apply(&self.rules, state, &accepted, &mut dice, listener).is_ok()
    }

    /// What a seat may see.
    pub fn view(&self, seat: Seat) -> View {
        G::view(&self.rules, &self.state, seat)
    }

    /// What a seat may see of the log from entry `since` on. All but what the last command caused is told again from the transcript.
    pub fn log(&self, seat: Seat, since: u32) -> Vec<LogEntry> {
        let next = self.next_entry();
        let kept_from = next - self.fresh.len() as u32;
        let mut log = Vec::new();
        let mut add = |entries: &[(Audience, LogEntry)]| {
            let seen = entries.iter().filter(|(who, entry)| entry.seq >= since && who.includes(seat));
            log.extend(seen.map(|(_, entry)| entry.clone()));
        };
        if since < kept_from {
            let mut state = self.start.clone();
            let mut first = 0;
            for n in 0..=self.played.len() {
                for note in self.notes_after(n, first) {
                    add(&[note]);
                    first += 1;
                }
                let Some(played) = self.played.get(n).filter(|p| p.entries <= kept_from) else { break };
                let mut events: Vec<Event> = Vec::new();
                let again = if played.entries <= since {
                    self.play_again(&mut state, played, &mut Silence)
                } else {
                    self.play_again(&mut state, played, &mut events)
                };
                if !again {
                    break;
                }
                add(&written(n as u32 + 1, first, events));
                first = played.entries;
            }
        }
        add(&self.fresh);
        log
    }

    /// The decision asked of a side, without the plans of its draft.
    pub fn menu(&self, side: Side, draft: Option<&G::Command>) -> Menu<G::Command> {
        let menu = G::menu(&self.rules, &self.state, side, draft);
        if self.bound().is_some() { self.bound_menu(menu) } else { menu }
    }

    /// The position as a scenario that can be set up again, as far as a seat knows it; nothing once the game is over.
    pub fn as_scenario(&self, seat: Seat) -> Option<G::Scenario> {
        // It was written as JSON when the table was made.
        let scenario = serde_json::from_str(&self.scenario).ok()?;
        G::as_scenario(&self.rules, &G::known_to(&self.rules, &self.state, seat), &scenario, seat)
    }

    /// All distinct complete moves of an aircraft.
    pub fn plans(&self, aircraft: PieceId) -> Plans<G::Command> {
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
