//! One game being played: a position, its dice, its log, its transcript and its undo.

use crate::dice::{Recorder, face_text};
use crate::hold::Waiting;
use crate::log::written;
use crate::undo::Note;
use crate::view::View;
use crate::*;
use std::borrow::Cow;
use std::collections::VecDeque;

/// The list of commands grows by this many.
const GROWTH: usize = 8;

/// A game being played.
pub struct Table<G: Game> {
    pub(crate) rules: G::Rules,
    pub(crate) start: G::State,
    pub(crate) state: G::State,
    pub(crate) dice: DiceSource,
    /// The seed of the beginning.
    pub(crate) seed: Option<Seed>,
    /// The revision of the rules by which it began.
    pub(crate) revision: u32,
    /// Where it went on by other rules.
    pub(crate) resumed: Vec<Resumed>,
    /// The scenario's JSON, as text: a tree of it would be several times as large.
    pub(crate) scenario: Box<str>,
    pub(crate) commitment: Option<String>,
    /// Whether the header has a hash: one made later would vouch for nothing.
    pub(crate) hashed: bool,
    pub(crate) played: Vec<Played<G>>,
    /// What the last command caused. Older entries are told again from the transcript when somebody asks: thousands of tables could
    /// not all keep theirs in memory.
    pub(crate) fresh: Vec<(Audience, LogEntry)>,
    /// Commands before this one cannot be taken back: a die, a card or a secret came out, or nothing could be chosen.
    pub(crate) barrier: usize,
    /// A command that waits for its dice.
    pub(crate) held: Option<Waiting<G>>,
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

/// The position as far as a seat knows it: in a game without secrets, the position.
pub(crate) fn known_to<'a, G: Screen>(
    rules: &G::Rules,
    state: &'a G::State,
    seat: Seat,
) -> Cow<'a, G::State> {
    if G::SECRETS { Cow::Owned(G::known_to(rules, state, seat)) } else { Cow::Borrowed(state) }
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

    pub(crate) fn before_any_command(
        data: &G::Data,
        scenario: &G::Scenario,
        dice: DiceSource,
    ) -> Result<Table<G>, Vec<Flaw>> {
        let Position { rules, state } = G::set_up(data, scenario)?;
        let seed = match &dice {
            DiceSource::Seeded { seed, .. } => Some(*seed),
            DiceSource::Script(_) => None,
        };
        let scenario = serde_json::to_string(scenario)
            .map_err(|e| vec![Flaw::new("scenario", format!("has no JSON form: {e}"))])?;
        Ok(Table {
            rules,
            start: state.clone(),
            state,
            dice,
            seed,
            revision: G::REVISION,
            resumed: Vec::new(),
            scenario: scenario.into(),
            commitment: seed.map(|seed| seed.commitment()),
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
        let look = Look::new(&self.rules, &self.state, side);
        let accepted = validate::<G>(look, &command).map_err(ActError::Refused)?;
        let mut state = self.state.clone();
        let mut source = self.dice.clone();
        let mut events: Vec<Event> = Vec::new();
        let mut dice = Recorder { source: &mut source, typed: typed.into(), used: Vec::new(), bad: None };
        let done = accepted.carry_out(&self.rules, &mut state, &mut dice, &mut events);
        let Recorder { typed: mut left, mut used, bad, .. } = dice;
        if let Some((ask, face)) = bad {
            let says = format!(
                "{} cannot come up for '{}', which has {} faces",
                face_text(face),
                ask.why,
                ask.faces()
            );
            self.hold(Waiting::without_dice(side, command));
            return Err(ActError::BadDice(says));
        }
        let done = match done {
            Ok(done) => done,
            Err(need) => {
                // Scripted faces stay in the script and are used again; typed ones are kept until the rest is given.
                used.drain(..self.scripted_faces().min(used.len()));
                used.extend(left.drain(..));
                self.hold(Waiting::new(side, command, used, need.count.into()));
                return Err(ActError::Need(need));
            }
        };
        if !left.is_empty() {
            let says = format!("{} dice were given, {} are needed", used.len() + left.len(), used.len());
            self.hold(Waiting::without_dice(side, command));
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

    /// Every command that was carried out, each with the position before it.
    pub fn positions(&self) -> impl Iterator<Item = (G::State, &Played<G>)> {
        let mut state = self.start.clone();
        self.played.iter().map_while(move |played| {
            let before = state.clone();
            self.play_again(&mut state, played, &mut Silence).then_some((before, played))
        })
    }

    /// Carries out a command that was carried out before, with the dice that it had then.
    pub(crate) fn play_again(
        &self,
        state: &mut G::State,
        played: &Played<G>,
        listener: &mut impl Listener,
    ) -> bool {
        // It was accepted and had its dice when it was played, so neither can fail now.
        let look = Look::new(&self.rules, state, played.side);
        let Ok(accepted) = validate::<G>(look, &played.command) else { return false };
        let mut faces = DiceSource::Script(played.dice.iter().copied().collect());
        let mut dice = Recorder { source: &mut faces, typed: VecDeque::new(), used: Vec::new(), bad: None };
        accepted.carry_out(&self.rules, state, &mut dice, listener).is_ok()
    }

    /// The position as far as a seat knows it. Whatever is shown to a seat, or thought for it, is made from this.
    pub fn known_to(&self, seat: Seat) -> Cow<'_, G::State> {
        known_to::<G>(&self.rules, &self.state, seat)
    }

    /// What a seat may see.
    pub fn view(&self, seat: Seat) -> View {
        View::of::<G>(&self.rules, &self.state, seat)
    }

    /// What a seat may see of the position after the first `lines` commands.
    pub fn replayed_view(&self, lines: usize, seat: Seat) -> View {
        View::of::<G>(&self.rules, &self.replayed(lines), seat)
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
        let menu = Menu::of(Look::<G>::new(&self.rules, &self.known_to(side.into()), side), draft);
        if self.bound().is_some() { self.bound_menu(menu) } else { menu }
    }

    /// The scenario that was set up. It may hold secrets.
    pub fn scenario(&self) -> Option<G::Scenario> {
        serde_json::from_str(&self.scenario).ok()
    }

    /// The position as a scenario that can be set up again, as far as a seat knows it; nothing once the game is over.
    pub fn as_scenario(&self, seat: Seat) -> Option<G::Scenario> {
        // It was written as JSON when the table was made.
        G::as_scenario(&self.rules, &self.known_to(seat), &self.scenario()?, seat)
    }

    /// Who owes a decision.
    pub fn to_act(&self) -> SideSet {
        G::to_act(&self.rules, &self.state)
    }

    /// How it ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        G::outcome(&self.rules, &self.state)
    }
}
