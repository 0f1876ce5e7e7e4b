//! A game that went on by other rules: what went out of play, and where its dice come from since.

use crate::{Line, Seed, Transcript};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A line of a transcript: the game went on by other rules from here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Resume {
    /// The first command that went out of play, from 1: the next one has this number again.
    pub resume: u32,
    /// Revision of the rules from here on.
    pub revision: u32,
    /// Digest of those rules and all their data.
    pub rules: String,
    /// SHA-256 of a new seed, where there is one: what the old one would have thrown has been seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
}

/// A resumption with what went out of play by it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Resumed {
    /// Where, and by which rules.
    pub mark: Resume,
    /// What went out of play, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub out: Vec<OutOfPlay>,
    /// The new seed, for whoever may know it.
    #[serde(skip)]
    pub seed: Option<Seed>,
}

/// Something that went out of play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(untagged)]
pub enum OutOfPlay {
    /// A command.
    Line(Line),
    /// An earlier resumption, with what it had put out of play.
    Resumed(Box<Resumed>),
}

impl Resumed {
    /// How many lines of a transcript it takes up.
    fn length(&self) -> usize {
        let length = |out: &OutOfPlay| match out {
            OutOfPlay::Line(_) => 1,
            OutOfPlay::Resumed(earlier) => earlier.length(),
        };
        1 + self.out.iter().map(length).sum::<usize>()
    }

    /// Its lines as JSON, in order.
    pub(crate) fn write(&self, push: &mut impl FnMut(serde_json::Result<String>)) {
        for out in &self.out {
            match out {
                OutOfPlay::Line(line) => push(serde_json::to_string(line)),
                OutOfPlay::Resumed(earlier) => earlier.write(push),
            }
        }
        push(serde_json::to_string(&self.mark));
    }
}

impl Transcript {
    /// Goes on by other rules: commands from the one that it names on go out of play.
    pub fn resume(&mut self, mark: Resume) -> Result<(), String> {
        let first = (mark.resume as usize).checked_sub(1).filter(|first| *first <= self.lines.len());
        let first = first.ok_or_else(|| {
            format!("there are {} commands, and none to resume from at {}", self.lines.len(), mark.resume)
        })?;
        let stays = self.resumed.partition_point(|earlier| earlier.mark.resume <= mark.resume);
        let mut earlier = self.resumed.split_off(stays).into_iter().peekable();
        let mut lines = self.lines.split_off(first).into_iter();
        let mut out = Vec::new();
        for number in mark.resume.. {
            while let Some(earlier) = earlier.next_if(|earlier| earlier.mark.resume == number) {
                out.push(OutOfPlay::Resumed(Box::new(earlier)));
            }
            let Some(line) = lines.next() else { break };
            out.push(OutOfPlay::Line(line));
        }
        self.resumed.push(Resumed { mark, out, seed: None });
        Ok(())
    }

    /// Leaves out commands after the first so many.
    pub fn truncate(&mut self, lines: usize) {
        self.lines.truncate(lines);
        self.resumed.retain(|resumed| resumed.mark.resume as usize <= lines + 1);
    }

    /// The line of the file in which a command stands that is in play; both from 1.
    pub(crate) fn line_of(&self, command: usize) -> usize {
        let before = self.resumed.iter().filter(|resumed| resumed.mark.resume as usize <= command);
        1 + command + before.map(Resumed::length).sum::<usize>()
    }

    /// The command in play that stands in this line of the file; both from 1.
    pub fn command_at(&self, line: usize) -> Option<u32> {
        let command = (1..=self.lines.len()).find(|command| self.line_of(*command) == line);
        command.map(|command| command as u32)
    }

    /// The dice recorded from a command, from 1, to the next resumption after resumption number `n`, 0 for the beginning.
    pub(crate) fn faces_since(&self, n: usize) -> std::collections::VecDeque<u8> {
        let start = |n: usize| self.resumed.get(n).map(|resumed| resumed.mark.resume as usize - 1);
        let first = n.checked_sub(1).and_then(start).unwrap_or(0);
        let end = start(n).unwrap_or(self.lines.len());
        self.lines[first..end].iter().flat_map(|line| line.dice.iter().copied()).collect()
    }
}
