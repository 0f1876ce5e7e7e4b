//! Chance as an argument: seeded, scripted, typed in by a person, or enumerated. Nothing else is random.

use crate::RuleId;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use ts_rs::TS;

/// One request for chance: a die, or the next card of a pile known only by its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// What is thrown or drawn.
    pub of: Asked,
    /// What for, in the words of the book.
    pub why: &'static str,
    /// The rule that asks.
    pub rule: RuleId,
    /// Bit `n` is set where face `n` may lead to another result than face `n - 1`. Enumeration tries one face of each
    /// run and weighs it; everything else ignores it.
    pub cuts: u32,
}

/// The kind of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A die with faces 1 to `n`.
    Die(u8),
    /// A card: face 1 is red, face 2 is black, weighted by the cards left.
    Card {
        /// Red cards left.
        red: u8,
        /// Black cards left.
        black: u8,
    },
}

impl Ask {
    /// A die with `faces` faces of which every one may matter.
    pub const fn die(faces: u8, why: &'static str, rule: RuleId) -> Ask {
        Ask { of: Asked::Die(faces), why, rule, cuts: u32::MAX }
    }

    /// A six-sided die of which every face may matter.
    pub const fn d6(why: &'static str, rule: RuleId) -> Ask {
        Ask::die(6, why, rule)
    }

    /// The top card of a shuffled pile.
    pub const fn card(red: u8, black: u8, why: &'static str, rule: RuleId) -> Ask {
        Ask { of: Asked::Card { red, black }, why, rule, cuts: u32::MAX }
    }

    /// Says that only these faces start a new result: `from(&[4, 6])` means 1–3, 4–5 and 6 are three results.
    #[must_use]
    pub const fn from(mut self, faces: &[u8]) -> Ask {
        self.cuts = 1 << 1;
        let mut n = 0;
        while n < faces.len() {
            self.cuts |= 1 << faces[n];
            n += 1;
        }
        self
    }

    /// The largest face.
    pub const fn faces(&self) -> u8 {
        match self.of {
            Asked::Die(faces) => faces,
            Asked::Card { .. } => 2,
        }
    }

    /// Whether `face` can come up.
    pub const fn can_show(&self, face: u8) -> bool {
        match self.of {
            Asked::Die(faces) => face >= 1 && face <= faces,
            Asked::Card { red, black } => (face == 1 && red > 0) || (face == 2 && black > 0),
        }
    }
}

/// Chance ran short: what is still needed, in order. The table rolls the position back and asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// The next ask.
    pub ask: Ask,
    /// How many of it are needed, as far as is known now.
    pub count: u8,
}

/// A source of chance.
pub trait Dice {
    /// The next face for `ask`, or what is missing.
    fn roll(&mut self, ask: &Ask) -> Result<u8, Need>;

    /// Fills `faces` with throws of one ask. Sources that can run short tell how many are missing in all.
    fn roll_all(&mut self, ask: &Ask, faces: &mut [u8]) -> Result<(), Need> {
        let count = faces.len();
        for (n, face) in faces.iter_mut().enumerate() {
            *face = self.roll(ask).map_err(|need| Need { count: (count - n) as u8, ..need })?;
        }
        Ok(())
    }
}

impl<D: Dice + ?Sized> Dice for &mut D {
    fn roll(&mut self, ask: &Ask) -> Result<u8, Need> {
        (**self).roll(ask)
    }
}

/// 32 secret bytes from which every die of a game follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// The seed that a small number stands for, for repeatable games: its eight bytes, little end first, then zeros.
    pub fn from_number(n: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&n.to_le_bytes());
        Seed(bytes)
    }

    /// 64 hexadecimal digits.
    pub fn hex(&self) -> String {
        hex(&self.0)
    }

    /// Reads 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Seed> {
        if text.len() != 64 || !text.is_ascii() {
            return None;
        }
        let mut bytes = [0; 32];
        for (n, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * n..2 * n + 2], 16).ok()?;
        }
        Some(Seed(bytes))
    }

    /// What is published before the first throw: the SHA-256 of the seed.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }
}

impl std::fmt::Debug for Seed {
    // A seed must not slip into a log before the game is over.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Seed(commitment {})", self.commitment())
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// Dice from a seed: a ChaCha8 stream, each throw by rejection from 32-bit words, the same on every machine.
#[derive(Clone, Debug)]
pub struct SeededDice {
    stream: ChaCha8Rng,
}

impl SeededDice {
    /// The stream of `seed`, from its beginning.
    pub fn new(seed: Seed) -> SeededDice {
        SeededDice { stream: ChaCha8Rng::from_seed(seed.0) }
    }

    /// A number from 0 to `n - 1`, every one equally likely: words of the last, incomplete run of `n` are thrown away.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        let zone = u32::MAX - (u32::MAX % n + 1) % n;
        loop {
            let word = self.stream.next_u32();
            if word <= zone {
                return word % n;
            }
        }
    }
}

impl Dice for SeededDice {
    #[inline]
    fn roll(&mut self, ask: &Ask) -> Result<u8, Need> {
        Ok(match ask.of {
            Asked::Die(faces) => self.below(u32::from(faces)) as u8 + 1,
            Asked::Card { red, black } => {
                1 + u8::from(self.below(u32::from(red) + u32::from(black)) >= u32::from(red))
            }
        })
    }
}

/// A stream of free choices for random play; not dice, and never part of a game.
pub trait Chooser {
    /// A number from 0 to `n - 1`; `n` is at least 1.
    fn below(&mut self, n: u32) -> u32;

    /// One of a list that is not empty.
    #[inline]
    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len() as u32) as usize]
    }
}

impl Chooser for SeededDice {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        SeededDice::below(self, n)
    }
}

/// A face that was used, as the log and the client show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Rolled {
    /// Faces of the die; 0 for a card.
    pub die: u8,
    /// The face that came up; for a card 1 is red, 2 is black.
    pub face: u8,
    /// What for.
    #[serde(rename = "for")]
    pub why: String,
}

/// Where a table's chance comes from.
#[derive(Clone, Debug)]
pub enum DiceSource {
    /// From a seed that is shown when the game is over.
    Seeded {
        /// The seed.
        seed: Seed,
        /// The stream, at the place reached.
        stream: Box<SeededDice>,
    },
    /// These faces, in order; when they are used up, the table asks.
    Script(std::collections::VecDeque<u8>),
}

/// The dice of one command, recorded as they are used: the table's source, then, where that is a script that has run
/// out, the faces typed in with the command.
pub(crate) struct Recorder<'a> {
    pub(crate) source: &'a mut DiceSource,
    pub(crate) typed: std::collections::VecDeque<u8>,
    pub(crate) used: Vec<u8>,
    pub(crate) bad: Option<(Ask, u8)>,
}

/// Set in a face that was given as the colour of a card.
pub(crate) const COLOUR: u8 = 0x80;

/// A face as it was given, read for this ask: a colour is a face of a card and of nothing else.
fn read(ask: &Ask, face: u8) -> u8 {
    match ask.of {
        Asked::Card { .. } => face & !COLOUR,
        Asked::Die(_) => face,
    }
}

/// A face as people write it.
pub(crate) fn face_text(face: u8) -> String {
    match face ^ COLOUR {
        1 => "red".to_owned(),
        2 => "black".to_owned(),
        _ => face.to_string(),
    }
}

impl Recorder<'_> {
    fn next(&mut self, ask: &Ask) -> Option<u8> {
        let face = match self.source {
            DiceSource::Seeded { stream, .. } => stream.roll(ask).ok(),
            DiceSource::Script(faces) => faces.pop_front().or_else(|| self.typed.pop_front()),
        };
        face.map(|face| read(ask, face))
    }

    /// The faces that are there before more must be asked for; nothing where there is no end of them.
    fn in_hand(&self) -> Option<impl Iterator<Item = u8>> {
        match &*self.source {
            DiceSource::Seeded { .. } => None,
            DiceSource::Script(faces) => Some(faces.iter().chain(&self.typed).copied()),
        }
    }
}

impl Dice for Recorder<'_> {
    fn roll(&mut self, ask: &Ask) -> Result<u8, Need> {
        let short = Need { ask: *ask, count: 1 };
        let face = self.next(ask).ok_or_else(|| short.clone())?;
        if !ask.can_show(face) {
            self.bad = Some((*ask, face));
            return Err(short);
        }
        self.used.push(face);
        Ok(face)
    }

    fn roll_all(&mut self, ask: &Ask, faces: &mut [u8]) -> Result<(), Need> {
        let have = self.in_hand().map_or(faces.len(), Iterator::count);
        let short = faces.len().saturating_sub(have);
        if short > 0 {
            // A face that cannot come up is told at once, not when the rest is there.
            let wrong = self.in_hand().into_iter().flatten().find(|face| !ask.can_show(read(ask, *face)));
            self.bad = wrong.map(|face| (*ask, face));
            return Err(Need { ask: *ask, count: short as u8 });
        }
        for face in faces {
            *face = self.roll(ask)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: RuleId = RuleId("game/rule");

    #[test]
    fn a_seed_gives_the_same_dice_on_every_machine() {
        let mut dice = SeededDice::new(Seed::from_number(42));
        let d6 = Ask::d6("test", RULE);
        let d20 = Ask::die(20, "test", RULE);
        let faces: Vec<u8> = (0..20).map(|_| dice.roll(&d6).unwrap()).collect();
        assert_eq!(faces, GOLDEN_D6);
        let faces: Vec<u8> = (0..10).map(|_| dice.roll(&d20).unwrap()).collect();
        assert_eq!(faces, GOLDEN_D20);
    }

    // Worked out by an independent ChaCha8 (RFC 8439's block function with eight rounds).
    const GOLDEN_D6: [u8; 20] = [4, 6, 2, 3, 5, 2, 1, 1, 1, 4, 2, 3, 4, 3, 6, 5, 2, 4, 5, 6];
    const GOLDEN_D20: [u8; 10] = [7, 16, 20, 2, 20, 12, 16, 16, 20, 14];

    #[test]
    fn every_face_is_equally_likely() {
        let mut dice = SeededDice::new(Seed::from_number(7));
        let mut seen = [0u32; 7];
        for _ in 0..60_000 {
            seen[dice.roll(&Ask::d6("test", RULE)).unwrap() as usize] += 1;
        }
        // Six standard deviations of a binomial with p = 1/6: 548.
        assert!(seen[1..].iter().all(|n| n.abs_diff(10_000) < 548), "{seen:?}");
    }

    #[test]
    fn cards_follow_the_colours_left() {
        let mut dice = SeededDice::new(Seed::from_number(1));
        let only_black = Ask::card(0, 3, "flip", RULE);
        assert!((0..50).all(|_| dice.roll(&only_black).unwrap() == 2));
        assert!(!only_black.can_show(1));
    }

    #[test]
    fn seeds_read_back_and_stay_hidden_in_debug_output() {
        let seed = Seed::from_number(0xfeed);
        assert_eq!(Seed::from_hex(&seed.hex()), Some(seed));
        assert_eq!(Seed::from_hex("xyz"), None);
        assert!(!format!("{seed:?}").contains(&seed.hex()));
    }
}
