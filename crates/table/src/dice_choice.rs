//! Where a table's chance comes from, as people write it.

use crate::dice::COLOUR;
use crate::{DiceSource, Flaw, Seed, SeededDice};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use ts_rs::TS;

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
