//! What the entries of a table's log come to.

use catalog::Edition;
use serde_json::Value;
use store::Entry;
use table::{Header, Seed, Side, Transcript};

/// A table as its log tells it, before any rules were asked.
pub(crate) struct Past {
    /// The header, the commands that are in play, and what went out of play when other rules came.
    pub(crate) whole: Transcript,
    /// For each command in play, the number of its entry.
    pub(crate) made_at: Vec<u32>,
    /// Who took something back that the other side had seen, and how many commands stood then.
    pub(crate) notes: Vec<(Side, usize)>,
    /// A command that waits for its dice.
    pub(crate) bound: Option<(Side, Value)>,
    /// The revision of the rules by which it was last played.
    pub(crate) revision: u32,
    /// Their digest, where it is known.
    pub(crate) rules: Option<String>,
    /// The entry by which it went on by other rules, 0 if it never did.
    pub(crate) since: u32,
    /// Who has agreed since to go on by other rules, from which command, and by which.
    agreed: Vec<(Side, u32, String)>,
}

impl Past {
    /// `rules` are those noted with the table.
    pub(crate) fn of(header: Header, rules: Option<String>, entries: Vec<Entry>) -> Result<Past, String> {
        let revision = header.revision;
        let whole = Transcript { header, lines: Vec::new(), resumed: Vec::new(), end: None };
        let mut past = Past {
            whole,
            made_at: Vec::new(),
            notes: Vec::new(),
            bound: None,
            revision,
            rules,
            since: 0,
            agreed: Vec::new(),
        };
        for (entry, seq) in entries.into_iter().zip(1..) {
            past.add(entry, seq)?;
        }
        Ok(past)
    }

    fn add(&mut self, entry: Entry, seq: u32) -> Result<(), String> {
        match entry {
            Entry::Act(line) => {
                self.bound = None;
                self.whole.lines.push(line);
                self.made_at.push(seq);
            }
            Entry::Bound { bound, command } => self.bound = Some((bound, command)),
            Entry::Undo { undo, lines, seen } => {
                let left = self.whole.lines.len().saturating_sub(lines as usize);
                self.whole.lines.truncate(left);
                self.back_to(left);
                self.notes.extend(seen.then_some((undo, left)));
            }
            Entry::Stamp { stamp, rules } => (self.revision, self.rules) = (stamp, Some(rules)),
            Entry::Agree { agree, line, rules } => self.agreed.push((agree, line, rules)),
            Entry::Resume(mark) => {
                (self.revision, self.rules) = (mark.revision, Some(mark.rules.clone()));
                self.since = seq;
                self.agreed.clear();
                self.whole.resume(mark)?;
                self.whole.header.tallyho = 2;
                self.back_to(self.whole.lines.len());
            }
        }
        Ok(())
    }

    fn back_to(&mut self, left: usize) {
        self.bound = None;
        self.made_at.truncate(left);
        for (_, after) in &mut self.notes {
            *after = left.min(*after);
        }
    }

    /// Gives each resumption the seed that it promised.
    pub(crate) fn with_seeds(&mut self, seeds: &[Seed]) {
        for resumed in &mut self.whole.resumed {
            let promised = |seed: &&Seed| Some(seed.commitment()) == resumed.mark.commitment;
            resumed.seed = seeds.iter().find(promised).copied();
        }
    }

    /// Whether these are not the rules by which it was last played.
    pub(crate) fn differs_from(&self, edition: &Edition) -> bool {
        self.rules.as_ref() != Some(&edition.rules)
    }

    /// Who agrees to go on by these rules, from this command.
    pub(crate) fn agreed_to(&self, line: u32, rules: &str) -> Vec<Side> {
        let to_this = |(_, at, by): &&(Side, u32, String)| *at == line && by == rules;
        self.agreed.iter().filter(to_this).map(|(side, ..)| *side).collect()
    }
}
