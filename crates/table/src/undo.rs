//! Taking back: how far it may go, and the line that it leaves in the log.

use crate::log::written;
use crate::play::Table;
use crate::{Audience, Event, EventKind, Game, LogEntry, Side, rule};

/// Why nothing was taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndoError {
    /// Nothing has been said yet.
    Nothing,
    /// The game is over.
    Over,
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
            UndoError::Over => "the game is over: nothing can be taken back",
            UndoError::Shown => "a die, a card or a secret has been shown since: it cannot be taken back",
            UndoError::NotYours => "the last command was the other side's",
        }
    }
}

/// What a side may take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakeBack {
    /// How many commands, the last ones of the transcript.
    pub lines: u32,
    /// Whether the other side was told of any of them.
    pub seen: bool,
}

/// A line of the log that no command caused.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Note {
    /// How many commands stand before it.
    after: usize,
    side: Side,
}

impl Note {
    /// The line as entry number `seq` of the log.
    fn entry(self, seq: u32) -> (Audience, LogEntry) {
        let text = format!("{} take back what they said last", self.side);
        let event = Event::new(EventKind::Decision, rule::TAKE_BACK, text).of(self.side);
        written(self.after as u32, seq, vec![event]).remove(0)
    }
}

impl<G: Game> Table<G> {
    /// What `side` may take back: its last command, and what `answering` (a side that the computer flies) has said since.
    pub fn may_take_back(&self, side: Side, answering: Option<Side>) -> Result<TakeBack, UndoError> {
        // What a transcript shows once the game is over cannot be unseen (`table/take-back`).
        if self.outcome().is_some() {
            return Err(UndoError::Over);
        }
        let answers = self.played.iter().rev().take_while(|p| p.side != side && Some(p.side) == answering);
        let lines = answers.count() + 1;
        let first = self.played.len().checked_sub(lines).ok_or(UndoError::Nothing)?;
        if first < self.barrier {
            return Err(UndoError::Shown);
        }
        if self.played[first].side != side {
            return Err(UndoError::NotYours);
        }
        Ok(TakeBack { lines: lines as u32, seen: self.played[first..].iter().any(|p| p.seen) })
    }

    /// Takes back what [`Table::may_take_back`] allows. The position is built again from the transcript. Returns the number of the
    /// first log entry that is no longer what it was.
    pub fn take_back(&mut self, allowed: TakeBack) -> u32 {
        self.held = None;
        self.played.truncate(self.played.len().saturating_sub(allowed.lines as usize));
        self.fresh.clear();
        self.state = self.replayed(self.played.len());
        for note in &mut self.notes {
            note.after = note.after.min(self.played.len());
        }
        self.first_open_entry()
    }

    /// Takes back the last command, if it was `side`'s and nothing has been shown since.
    pub fn undo(&mut self, side: Side) -> Result<u32, UndoError> {
        self.may_take_back(side, None).map(|allowed| self.take_back(allowed))
    }

    /// Leaves a line in the log that `side` took something back when the first `after` commands stood.
    pub fn note_take_back(&mut self, side: Side, after: usize) {
        self.notes.push(Note { after: after.min(self.played.len()), side });
        self.notes.sort_by_key(|note| note.after);
        // Kept lines would no longer be the last ones.
        self.fresh.clear();
    }

    /// The lines that stand in the log after the first `commands` commands, `first` being the number of the first of them.
    pub(crate) fn notes_after(
        &self,
        commands: usize,
        first: u32,
    ) -> impl Iterator<Item = (Audience, LogEntry)> + '_ {
        let here = self.notes.iter().filter(move |note| note.after == commands);
        (first..).zip(here).map(|(seq, note)| note.entry(seq))
    }

    /// Number of the entry after those of the last command.
    fn first_open_entry(&self) -> u32 {
        self.played.last().map_or(0, |played| played.entries)
    }

    /// Number of the next log entry, whoever may see it.
    pub fn next_entry(&self) -> u32 {
        let last = self.first_open_entry();
        last + self.notes_after(self.played.len(), last).count() as u32
    }
}
