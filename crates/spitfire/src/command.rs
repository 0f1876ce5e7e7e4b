//! What a side says: one short command, readable in a log, with the path shorthand of the digest.

use crate::chart::{FASTEST, Gun};
use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use table::PieceId;

/// What a side says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// The whole move of one aircraft; as a draft, the part of it decided so far.
    Move(Move),
    /// 7.F: everything that the side fires in this Joint Combat Phase; an empty list holds fire.
    #[schemars(with = "Vec<Shot>")]
    Fire(Fire),
    /// 9.3: names the Leader, and the slots where there is a choice.
    Formation(Slots),
    /// 10.0: start corners of the aircraft whose facing was given as a hexside, in the order of their numbers.
    #[schemars(with = "Vec<String>")]
    Corners(Corners),
    /// 9.0: gives the game up.
    Resign,
    /// 9.0: offers to stop and to score as things stand.
    OfferStop,
    /// 9.0: accepts that offer.
    AcceptStop,
}

/// The shots of one side.
pub type Fire = ArrayVec<Shot, 8>;
/// Names of corners.
pub type Corners = ArrayVec<CornerName, 4>;

/// The move of one aircraft: altitude decision, speed decision, path, and what is decided at its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Move {
    /// The aircraft.
    pub aircraft: PieceId,
    /// 5.2.1A. Missing only in a draft.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub altitude: Option<Altitude>,
    /// 5.2.1B. Missing only in a draft.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<u8>,
    /// 5.2.1C: `F3 TR F2`.
    #[serde(default, skip_serializing_if = "Path::is_empty")]
    #[schemars(with = "String")]
    pub path: Path,
    /// 6.C: Current Speed after a climb; unchanged if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_speed: Option<u8>,
    /// 11.A: whether the attitude of a climb or dive is kept; kept if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attitude: Option<Levelling>,
}

impl Move {
    /// The beginning of a draft.
    pub fn of(aircraft: PieceId) -> Move {
        Move { aircraft, altitude: None, speed: None, path: Path::default(), end_speed: None, attitude: None }
    }
}

/// 5.2.1A: the altitude decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Altitude {
    /// Level flight.
    Level,
    /// 6.C.
    Climb,
    /// 6.D1: levels lost; one level is the drift.
    HorizontalDive(u8),
    /// 6.D2: levels lost.
    VerticalDive(u8),
}

impl Altitude {
    /// Whether it is a dive of either kind.
    pub fn dives(self) -> bool {
        matches!(self, Altitude::HorizontalDive(_) | Altitude::VerticalDive(_))
    }

    /// Levels lost at the start of the move.
    pub fn levels(self) -> u8 {
        match self {
            Altitude::Level | Altitude::Climb => 0,
            Altitude::HorizontalDive(n) | Altitude::VerticalDive(n) => n,
        }
    }
}

impl fmt::Display for Altitude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Altitude::Level => f.write_str("level flight"),
            Altitude::Climb => f.write_str("climb"),
            Altitude::HorizontalDive(1) => f.write_str("drift of 1 level"),
            Altitude::HorizontalDive(n) => write!(f, "horizontal dive of {n} levels"),
            Altitude::VerticalDive(1) => f.write_str("vertical dive of 1 level"),
            Altitude::VerticalDive(n) => write!(f, "vertical dive of {n} levels"),
        }
    }
}

/// 11.A: what becomes of the attitude after a climb or dive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Levelling {
    /// Keeps climbing or diving attitude.
    Keep,
    /// Levels off.
    LevelOff,
}

/// A gun and its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    /// Who fires.
    pub aircraft: PieceId,
    /// With which gun.
    pub gun: Gun,
    /// At whom.
    pub target: PieceId,
}

/// 9.3: who leads and who flies where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slots {
    /// The Leader.
    pub leader: PieceId,
    /// The left wingman of a Vee of three.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<PieceId>,
    /// The right wingman of a Vee of three.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<PieceId>,
}

/// The name of a corner, for instance `NNE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CornerName(pub crate::Facing);

impl Serialize for CornerName {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.0.name(true))
    }
}

impl<'de> Deserialize<'de> for CornerName {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<CornerName, D::Error> {
        let text = String::deserialize(d)?;
        crate::Facing::corner(&text).map(CornerName).ok_or_else(|| {
            serde::de::Error::custom(format!("`{text}` is not a corner: NNE, E, SSE, SSW, W, NNW"))
        })
    }
}

/// Left or right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Hand {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl Hand {
    /// −1 or 1: hexsides clockwise.
    pub(crate) fn sign(self) -> i8 {
        match self {
            Hand::Left => -1,
            Hand::Right => 1,
        }
    }

    fn letter(self) -> char {
        match self {
            Hand::Left => 'L',
            Hand::Right => 'R',
        }
    }
}

/// One act of a path. Forward hexes and climbing points are one act each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// `F`: into the hex ahead.
    Forward,
    /// `FL`, `FR` (10.0): into the left or right hex ahead.
    Ahead(Hand),
    /// `TL`, `TR`: one hexside.
    Turn(Hand),
    /// `C`: one point of climbing.
    Climb,
    /// `V7`: the vertical dive, which the altitude decision has announced, and its price.
    Vertical(u8),
    /// `RL`, `RR`: a snap roll.
    Roll(Hand),
    /// `WL3`, `WR3`: a wing-over or split-S.
    Wing(Hand, u8),
}

/// A path: acts in order, at most as many as the fastest aircraft has points.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path(pub ArrayVec<Act, PATH>);

/// Room for one act per point and the announcement of a vertical dive.
const PATH: usize = FASTEST + 4;

impl Path {
    /// Whether it holds no act.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The path and one more act.
    #[must_use]
    pub fn and(&self, act: Act) -> Path {
        let mut path = self.clone();
        let _ = path.0.try_push(act);
        path
    }

    /// Reads the shorthand: `TR F3 TL C2 RR WL3 V7 FL2`.
    pub fn read(text: &str) -> Result<Path, String> {
        let mut path = Path::default();
        for word in text.split_whitespace() {
            let (act, count) = read_word(word).ok_or_else(|| {
                format!("`{word}` is no step of a path: F3, FL2, FR2, TL, TR, C4, V7, RL, RR, WL3, WR3")
            })?;
            for _ in 0..count {
                path.0.try_push(act).map_err(|_| format!("a path has at most {PATH} steps"))?;
            }
        }
        Ok(path)
    }
}

fn read_word(word: &str) -> Option<(Act, u8)> {
    let split = word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len());
    let (letters, digits) = word.split_at(split);
    let number: Option<u8> = match digits {
        "" => None,
        digits => Some(digits.parse().ok().filter(|n| *n >= 1)?),
    };
    let hand = |c: &str| match c {
        "L" => Some(Hand::Left),
        "R" => Some(Hand::Right),
        _ => None,
    };
    let count = number.unwrap_or(1);
    let (first, rest) = letters.split_at_checked(1)?;
    Some(match (first, rest) {
        ("F", "") => (Act::Forward, count),
        ("F", h) => (Act::Ahead(hand(h)?), count),
        ("C", "") => (Act::Climb, count),
        ("V", "") => (Act::Vertical(number?), 1),
        ("T", h) if number.is_none() => (Act::Turn(hand(h)?), 1),
        ("R", h) if number.is_none() => (Act::Roll(hand(h)?), 1),
        ("W", h) => (Act::Wing(hand(h)?, number.filter(|n| *n <= 3)?), 1),
        _ => return None,
    })
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut n = 0;
        while n < self.0.len() {
            let act = self.0[n];
            let runs = matches!(act, Act::Forward | Act::Ahead(_) | Act::Climb);
            let mut count = 1;
            while runs && self.0.get(n + count) == Some(&act) {
                count += 1;
            }
            if n > 0 {
                f.write_str(" ")?;
            }
            match act {
                Act::Forward => write!(f, "F{count}")?,
                Act::Ahead(hand) => write!(f, "F{}{count}", hand.letter())?,
                Act::Turn(hand) => write!(f, "T{}", hand.letter())?,
                Act::Climb => write!(f, "C{count}")?,
                Act::Vertical(cost) => write!(f, "V{cost}")?,
                Act::Roll(hand) => write!(f, "R{}", hand.letter())?,
                Act::Wing(hand, n) => write!(f, "W{}{n}", hand.letter())?,
            }
            n += count;
        }
        Ok(())
    }
}

impl Serialize for Path {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Path {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Path, D::Error> {
        let text = String::deserialize(d)?;
        Path::read(&text).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shorthand_reads_back_as_it_is_written() {
        for text in ["TR F3 TR F3 TR F1", "V7 F1", "F2 C6", "WR3 F2", "FL2 FR3 TR FL3", "RR RR", ""] {
            assert_eq!(Path::read(text).unwrap().to_string(), text);
        }
        assert_eq!(Path::read("F F2 C1 C").unwrap().to_string(), "F3 C2");
        for text in ["X", "F0", "T3", "W4", "WL4", "V", "F300", "RL2", "é", "F21 F21"] {
            assert!(Path::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_command_is_short_json() {
        let text = r#"{"move":{"aircraft":1,"altitude":{"vertical-dive":3},"speed":10,"path":"V7 F3"}}"#;
        let command: Command = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&command).unwrap(), text);
        let text = r#"{"fire":[{"aircraft":1,"gun":"all-around","target":4}]}"#;
        let command: Command = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&command).unwrap(), text);
        assert!(serde_json::from_str::<Command>(r#"{"move":{"aircraft":1,"sped":3}}"#).is_err());
    }
}
