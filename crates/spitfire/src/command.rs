//! What a side says: one short command, readable in a log, with the path shorthand of the digest.

use crate::chart::{FASTEST, Gun};
use crate::decide::Decision;
use crate::few::Few;
use crate::finish::Flown;
use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
pub use table::Hand;
use table::{Leave, PieceId};

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
    /// Gives the game up.
    Resign,
    /// Offers to stop and to score as things stand.
    OfferStop,
    /// Accepts that offer.
    AcceptStop,
}

table::leave_by!(Command: Resign, OfferStop, AcceptStop);

/// What a legal command comes to, everything that its effect needs.
#[derive(Clone, Debug)]
pub enum Act {
    /// An aircraft flies its whole move.
    Fly {
        /// What the move comes to.
        flown: Flown,
        /// The way, for the log.
        path: Path,
    },
    /// 7.F: a side's fire is declared, and shown when both sides have.
    Fire(Fire),
    /// 9.3: a Leader and slots are named.
    Formation(Slots),
    /// 10.0: aircraft point at their start corners.
    Corners(Corners),
    /// The game ends before its time, or may.
    Leave(Leave),
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

    /// A move of which altitude and speed are decided.
    pub(crate) fn under(aircraft: PieceId, decision: Decision) -> Move {
        Move { altitude: Some(decision.choice), speed: Some(decision.speed), ..Move::of(aircraft) }
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

/// One step of a path. Forward hexes and climbing points are one step each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Step {
    /// `F`: into the hex ahead.
    #[default]
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

/// A path: steps in order, at most as many as the fastest aircraft has points.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path(pub Few<Step, PATH>);

/// Room for one step per point and the announcement of a vertical dive.
const PATH: usize = FASTEST + 4;

impl Path {
    /// Whether it holds no step.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The path and one more step.
    #[must_use]
    pub fn and(&self, step: Step) -> Path {
        let mut path = self.clone();
        let _ = path.0.try_push(step);
        path
    }

    /// Reads the shorthand: `TR F3 TL C2 RR WL3 V7 FL2`.
    pub fn read(text: &str) -> Result<Path, String> {
        let mut path = Path::default();
        for word in text.split_whitespace() {
            let (step, count) = read_word(word).ok_or_else(|| {
                format!("`{word}` is no step of a path: F3, FL2, FR2, TL, TR, C4, V7, RL, RR, WL3, WR3")
            })?;
            for _ in 0..count {
                path.0.try_push(step).map_err(|_| format!("a path has at most {PATH} steps"))?;
            }
        }
        Ok(path)
    }
}

fn read_word(word: &str) -> Option<(Step, u8)> {
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
        ("F", "") => (Step::Forward, count),
        ("F", h) => (Step::Ahead(hand(h)?), count),
        ("C", "") => (Step::Climb, count),
        ("V", "") => (Step::Vertical(number?), 1),
        ("T", h) if number.is_none() => (Step::Turn(hand(h)?), 1),
        ("R", h) if number.is_none() => (Step::Roll(hand(h)?), 1),
        ("W", h) => (Step::Wing(hand(h)?, number.filter(|n| *n <= 3)?), 1),
        _ => return None,
    })
}

/// A hand in a path.
fn letter(hand: Hand) -> char {
    match hand {
        Hand::Left => 'L',
        Hand::Right => 'R',
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut n = 0;
        while n < self.0.len() {
            let step = self.0[n];
            let runs = matches!(step, Step::Forward | Step::Ahead(_) | Step::Climb);
            let mut count = 1;
            while runs && self.0.get(n + count) == Some(&step) {
                count += 1;
            }
            if n > 0 {
                f.write_str(" ")?;
            }
            match step {
                Step::Forward => write!(f, "F{count}")?,
                Step::Ahead(hand) => write!(f, "F{}{count}", letter(hand))?,
                Step::Turn(hand) => write!(f, "T{}", letter(hand))?,
                Step::Climb => write!(f, "C{count}")?,
                Step::Vertical(cost) => write!(f, "V{cost}")?,
                Step::Roll(hand) => write!(f, "R{}", letter(hand))?,
                Step::Wing(hand, n) => write!(f, "W{}{n}", letter(hand))?,
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
