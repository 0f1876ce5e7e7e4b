//! The steps of a plan (section 26) and their text form: `H[bR] H[tR TT 60] U H!`.

use crate::attitude::Hand;
use crate::turn::Rate;
use arrayvec::ArrayVec;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// The most FPs of a move: no aircraft is faster than 12.5.
pub(crate) const MOST_FPS: usize = 13;

/// How an FP is flown. The order is that of `X.canon`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Into the next hex.
    H,
    /// Up.
    U,
    /// Down.
    D,
}

/// What is done with an FP. The order is that of `X.canon`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Manoeuvre {
    /// Nothing.
    Straight,
    /// Rolls by so many steps.
    Bank {
        /// To this side.
        hand: Hand,
        /// One step or two.
        count: u8,
        /// As a snap roll.
        snap: bool,
    },
    /// Turns.
    Turn {
        /// To this side.
        hand: Hand,
        /// How tightly.
        rate: Rate,
        /// Steps of 60 degrees by which the heading changes at the end of this FP.
        change: u8,
    },
    /// Slips.
    Slip {
        /// To this side.
        hand: Hand,
    },
    /// Skids.
    Skid {
        /// To this side.
        hand: Hand,
        /// Whether the heading changes rather than the place.
        turn: bool,
    },
}

/// One FP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// How it is flown.
    pub kind: Kind,
    /// What is done with it.
    pub act: Manoeuvre,
}

impl Step {
    /// Straight flight.
    pub const fn straight(kind: Kind) -> Step {
        Step { kind, act: Manoeuvre::Straight }
    }
}

/// The FPs of a move in order, and after how many of them the reversal comes.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Course {
    /// The FPs.
    pub steps: ArrayVec<Step, MOST_FPS>,
    /// After how many FPs the heading is reversed, if it is.
    pub reversal: Option<u8>,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.kind)?;
        match self.act {
            Manoeuvre::Straight => Ok(()),
            Manoeuvre::Bank { hand, count, snap } => {
                let letters =
                    if count == 2 { [hand.letter(); 2].iter().collect() } else { hand.letter().to_string() };
                write!(f, "[b{letters}{}]", if snap { "!" } else { "" })
            }
            Manoeuvre::Turn { hand, rate, change: 0 } => write!(f, "[t{} {}]", hand.letter(), rate.word()),
            Manoeuvre::Turn { hand, rate, change } => {
                write!(f, "[t{} {} {}]", hand.letter(), rate.word(), 60 * u16::from(change))
            }
            Manoeuvre::Slip { hand } => write!(f, "[s{}]", hand.letter()),
            Manoeuvre::Skid { hand, turn } => {
                write!(f, "[k{}{}]", hand.letter(), if turn { "*" } else { "" })
            }
        }
    }
}

impl fmt::Display for Course {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.reversal == Some(0) {
            f.write_str("!")?;
        }
        for (n, step) in self.steps.iter().enumerate() {
            let gap = if n > 0 { " " } else { "" };
            let mark = if self.reversal == Some(n as u8 + 1) { "!" } else { "" };
            write!(f, "{gap}{step}{mark}")?;
        }
        // A reversal that the steps so far do not reach yet.
        if let Some(after) = self.reversal.filter(|after| usize::from(*after) > self.steps.len()) {
            let gap = if self.steps.is_empty() { "" } else { " " };
            write!(f, "{gap}!{after}")?;
        }
        Ok(())
    }
}

impl FromStr for Step {
    type Err = String;

    fn from_str(text: &str) -> Result<Step, String> {
        let fault = || format!("'{text}' is no step such as H, U, D, H[bR], H[tL HT 60], H[sL] or H[kL*]");
        let mut letters = text.chars();
        let kind = match letters.next() {
            Some('H') => Kind::H,
            Some('U') => Kind::U,
            Some('D') => Kind::D,
            _ => return Err(fault()),
        };
        let rest = letters.as_str();
        if rest.is_empty() {
            return Ok(Step::straight(kind));
        }
        let inner = rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).ok_or_else(fault)?;
        manoeuvre(inner).map(|act| Step { kind, act }).ok_or_else(fault)
    }
}

fn hand(letter: char) -> Option<Hand> {
    Hand::BOTH.into_iter().find(|hand| hand.letter() == letter)
}

fn manoeuvre(text: &str) -> Option<Manoeuvre> {
    let mut letters = text.chars();
    let what = letters.next()?;
    let hand = hand(letters.next()?)?;
    let rest = letters.as_str();
    match what {
        'b' => {
            let (rest, snap) = rest.strip_suffix('!').map_or((rest, false), |rest| (rest, true));
            match rest.chars().next() {
                None => Some(Manoeuvre::Bank { hand, count: 1, snap }),
                Some(letter) if rest.len() == 1 && letter == hand.letter() => {
                    Some(Manoeuvre::Bank { hand, count: 2, snap })
                }
                Some(_) => None,
            }
        }
        't' => {
            let mut words = rest.strip_prefix(' ')?.split(' ');
            let rate = words.next()?;
            let rate = Rate::ALL.into_iter().find(|r| r.word() == rate)?;
            let change = match words.next() {
                None => 0,
                Some("60") => 1,
                Some("120") => 2,
                Some("180") => 3,
                Some(_) => return None,
            };
            words.next().is_none().then_some(Manoeuvre::Turn { hand, rate, change })
        }
        's' if rest.is_empty() => Some(Manoeuvre::Slip { hand }),
        'k' if rest.is_empty() => Some(Manoeuvre::Skid { hand, turn: false }),
        'k' if rest == "*" => Some(Manoeuvre::Skid { hand, turn: true }),
        _ => None,
    }
}

impl FromStr for Course {
    type Err = String;

    fn from_str(text: &str) -> Result<Course, String> {
        let mut course = Course::default();
        let mut rest = text.trim();
        let twice = || Err("the reversal is marked twice".to_owned());
        if let Some(after) = rest.strip_prefix('!')
            && !after.starts_with(|c: char| c.is_ascii_digit())
        {
            course.reversal = Some(0);
            rest = after.trim_start();
        }
        while !rest.is_empty() {
            if let Some(number) = rest.strip_prefix('!') {
                let after = number.parse().map_err(|_| format!("'{rest}' is no number of FPs"))?;
                if course.reversal.replace(after).is_some() {
                    return twice();
                }
                break;
            }
            let end = match rest.find([' ', '[']) {
                Some(at) if rest[at..].starts_with('[') => {
                    rest.find(']').map(|close| close + 1).ok_or("a bracket is not closed")?
                }
                Some(at) => at,
                None => rest.len(),
            };
            let (mut word, after) = rest.split_at(end);
            let mut after = after;
            let marked = if let Some(unmarked) = word.strip_suffix('!') {
                word = unmarked;
                true
            } else if let Some(unmarked) = after.strip_prefix('!') {
                after = unmarked;
                true
            } else {
                false
            };
            course.steps.try_push(word.parse()?).map_err(|_| "no move has so many FPs")?;
            if marked && course.reversal.replace(course.steps.len() as u8).is_some() {
                return twice();
            }
            rest = after.trim_start();
        }
        Ok(course)
    }
}

impl Serialize for Course {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Course {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Course, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Course {
    fn schema_name() -> Cow<'static, str> {
        "Course".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "Steps of a plan: H, U or D, each with [bR] bank, [tR TT 60] turn, [sR] slip, [kR] skid; ! marks the reversal."
        })
    }
}
