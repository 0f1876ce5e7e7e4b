//! What a side says, and what it becomes once it is found legal.
//!
//! Commands are small in memory, short and readable as JSON: `{"move":{"aircraft":3,"path":"F F TR F F"}}`.

use crate::movement::Flight;
use crate::setup::{FormationStart, PlaneStart};
use crate::shooting::Shot;
use crate::state::Hand;
use arrayvec::{ArrayString, ArrayVec};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use table::{Leave, PieceId};

/// Most steps in a path; no legal move has more.
pub const PATH_MAX: usize = 24;

/// Most targets that a bomber's fire can be written for; more than two are refused by the rules.
pub const TARGETS: usize = 4;

/// What a side says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Set-up: where a formation's lead bomber starts, and the layout if the scenario leaves it open.
    Lead(Lead),
    /// Set-up: where a plane starts.
    Place(Place),
    /// Set-up: roll where the next interceptor group enters.
    Roll,
    /// Go on from a position whose first step begins with dice.
    Begin,
    /// Move a plane.
    Move(Move),
    /// A plane off the map does not return this turn.
    StayAway(One),
    /// Fire a fighter's guns.
    Fire(Fire),
    /// Fire rockets.
    Rockets(Rockets),
    /// A formation's rate this turn.
    Rate(Rate),
    /// A bomber tries to fly one hex faster.
    Boost(One),
    /// A bomber's turrets fire.
    Turrets(Turrets),
    /// Drop bombs.
    Bomb(Bomb),
    /// Close the step.
    Done,
    /// Resign.
    Concede,
    /// Offer to end the game with this turn.
    OfferEnd,
    /// Accept that offer.
    AcceptEnd,
}

table::leave_by!(Command: Concede, OfferEnd, AcceptEnd);

/// What a legal command amounts to: planes as indices, moves walked through, shots worked out.
#[derive(Clone, Debug)]
pub enum Act {
    /// A formation starts.
    Lead(FormationStart),
    /// A plane starts.
    Place(PlaneStart),
    /// A die says where the next group enters.
    Roll,
    /// The first step begins.
    Begin,
    /// A plane flies.
    Move {
        /// The plane.
        plane: usize,
        /// Whether it first drops what it carries.
        jettison: bool,
        /// Its way.
        flight: Flight,
    },
    /// A plane flies a way that dice decide.
    Immelmann(Move),
    /// A plane does not return.
    StayAway(usize),
    /// A fighter's guns fire.
    Fire {
        /// At whom, with what dice.
        shot: Shot,
        /// Which guns.
        guns: Guns,
    },
    /// Rockets are fired.
    Rockets(Shot),
    /// A formation has its rate.
    Rate {
        /// Index of the formation.
        formation: usize,
        /// Hexes that it flies.
        rate: u8,
    },
    /// A bomber tries to fly faster.
    Boost(usize),
    /// A bomber's turrets fire as declared.
    Turrets(Turrets),
    /// Bombs are dropped.
    Bomb {
        /// The plane.
        plane: usize,
        /// Index of the ground target.
        target: usize,
    },
    /// The step is closed.
    Done,
    /// The game ends, or may.
    Leave(Leave),
}

/// A plane and nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct One {
    /// The plane.
    pub aircraft: PieceId,
}

/// Where a formation starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lead {
    /// Number of the formation, from 1.
    pub formation: u8,
    /// Hex of its lead slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<Spot>,
    /// Its layout by name; only where the scenario leaves it open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub layout: Option<LayoutName>,
}

/// The name of a layout.
pub type LayoutName = ArrayString<16>;

/// Where a plane starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The plane.
    pub aircraft: PieceId,
    /// Its hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<Spot>,
    /// Its facing; left out, its group's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<u8>,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// The plane.
    pub aircraft: PieceId,
    /// Whether it first drops what it carries under its wings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub jettison: bool,
    /// Where it comes back to the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enter: Option<Entry>,
    /// The steps: `F` forward, `SL` `SR` slip, `TL` `TR` turn, `IM` Immelmann, `DL` `DR` declare, `END`.
    #[serde(default)]
    pub path: Path,
}

/// Where a plane comes back to the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The hex.
    pub hex: Spot,
    /// The facing.
    pub facing: u8,
}

/// A fighter's guns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Guns {
    /// Forward guns.
    #[default]
    Forward,
    /// Rear guns.
    Rear,
}

/// Fire a fighter's guns at the one target that they can have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fire {
    /// The plane.
    pub aircraft: PieceId,
    /// Which guns.
    #[serde(default)]
    pub guns: Guns,
}

/// Fire rockets at the one target that they can have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rockets {
    /// The plane.
    pub aircraft: PieceId,
    /// How many salvos.
    pub salvos: u8,
}

/// A formation's rate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// Number of the formation, from 1.
    pub formation: u8,
    /// Hexes that it flies this turn.
    pub rate: u8,
}

/// A bomber's turrets and their targets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Turrets {
    /// The bomber.
    pub aircraft: PieceId,
    /// Targets and the turrets that fire at each.
    #[serde(default)]
    #[schemars(with = "Vec<TurretFire>")]
    pub at: ArrayVec<TurretFire, TARGETS>,
}

/// Turrets that fire at one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurretFire {
    /// The target.
    pub target: PieceId,
    /// The turrets.
    #[schemars(with = "Vec<Turret>")]
    pub turrets: ArrayVec<Turret, 8>,
}

/// A gun position of a bomber, in the order in which their dice are thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Turret {
    /// Nose.
    Nose,
    /// Top.
    Top,
    /// Belly.
    Belly,
    /// Left side.
    SideLeft,
    /// Right side.
    SideRight,
    /// Tail.
    Tail,
}

impl Turret {
    /// All, in the order in which their dice are thrown.
    pub const ALL: [Turret; 6] =
        [Turret::Nose, Turret::Top, Turret::Belly, Turret::SideLeft, Turret::SideRight, Turret::Tail];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Turret::Nose => "nose",
            Turret::Top => "top",
            Turret::Belly => "belly",
            Turret::SideLeft => "left side",
            Turret::SideRight => "right side",
            Turret::Tail => "tail",
        }
    }
}

/// Drop bombs on a target that was flown over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bomb {
    /// The plane.
    pub aircraft: PieceId,
    /// The target.
    pub hex: Spot,
}

/// A hex as it is written, `CC.RR`; not necessarily one that the map has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// Column.
    pub column: u8,
    /// Row.
    pub row: u8,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}.{:02}", self.column, self.row)
    }
}

impl FromStr for Spot {
    type Err = String;

    fn from_str(text: &str) -> Result<Spot, String> {
        let number = |part: &str| {
            let digits = (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
            digits.then(|| part.parse().ok()).flatten()
        };
        let parts = text.split_once('.').and_then(|(c, r)| Some((number(c)?, number(r)?)));
        let (column, row) = parts
            .ok_or_else(|| format!("'{text}' is not a hex: write column.row with two digits each, 04.12"))?;
        Ok(Spot { column, row })
    }
}

/// One elementary step of a move (`fast-and-easy/move-steps`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// `F`: forward.
    Forward,
    /// `SL`, `SR`: slip.
    Slip(Hand),
    /// `TL`, `TR`: turn.
    Turn(Hand),
    /// `IM`: Immelmann.
    Immelmann,
    /// `DL`, `DR`: declare a turn.
    Declare(Hand),
    /// `END`: the move ends here.
    End,
}

impl Step {
    /// All steps, in the order in which they are offered.
    pub const ALL: [Step; 9] = [
        Step::Forward,
        Step::Slip(Hand::Left),
        Step::Slip(Hand::Right),
        Step::Turn(Hand::Left),
        Step::Turn(Hand::Right),
        Step::Immelmann,
        Step::Declare(Hand::Left),
        Step::Declare(Hand::Right),
        Step::End,
    ];

    /// How it is written.
    pub const fn token(self) -> &'static str {
        match self {
            Step::Forward => "F",
            Step::Slip(Hand::Left) => "SL",
            Step::Slip(Hand::Right) => "SR",
            Step::Turn(Hand::Left) => "TL",
            Step::Turn(Hand::Right) => "TR",
            Step::Immelmann => "IM",
            Step::Declare(Hand::Left) => "DL",
            Step::Declare(Hand::Right) => "DR",
            Step::End => "END",
        }
    }
}

/// The steps of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path(pub ArrayVec<Step, PATH_MAX>);

impl Path {
    /// The path with one more step, if there is room for it.
    pub fn and(&self, step: Step) -> Option<Path> {
        let mut longer = self.clone();
        longer.0.try_push(step).ok()?;
        Some(longer)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, step) in self.0.iter().enumerate() {
            write!(f, "{}{}", if n == 0 { "" } else { " " }, step.token())?;
        }
        Ok(())
    }
}

impl FromStr for Path {
    type Err = String;

    fn from_str(text: &str) -> Result<Path, String> {
        let mut path = Path::default();
        for word in text.split_whitespace() {
            let step = Step::ALL.into_iter().find(|s| s.token().eq_ignore_ascii_case(word));
            let step = step.ok_or_else(|| {
                format!(
                    "'{word}' is not a step: write F, SL, SR, TL, TR, IM, DL, DR or END, with spaces between"
                )
            })?;
            path.0.try_push(step).map_err(|_| format!("a path has at most {PATH_MAX} steps"))?;
        }
        Ok(path)
    }
}

/// Types that are written as one word or line in JSON.
macro_rules! as_text {
    ($type:ty, $name:literal, $describes:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "description": $describes })
            }
        }
    };
}

as_text!(Spot, "Hex", "A hex, column and row: 04.12");
as_text!(Path, "Path", "Steps of a move: F SL SR TL TR IM DL DR END, with spaces between");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_reads_back_and_rubbish_is_named() {
        let path: Path = "f F tr Sl IM dr".parse().unwrap();
        assert_eq!(path.to_string(), "F F TR SL IM DR");
        assert!("F X".parse::<Path>().unwrap_err().contains("'X' is not a step"));
        assert!("F ".repeat(PATH_MAX + 1).parse::<Path>().is_err());
    }

    #[test]
    fn a_hex_reads_back_and_rubbish_is_named() {
        assert_eq!("4.7".parse::<Spot>().unwrap().to_string(), "04.07");
        for rubbish in ["", "4", "4.", "a.b", "-1.2", "1.2.3", "999.1", "+4.12"] {
            assert!(rubbish.parse::<Spot>().is_err(), "{rubbish}");
        }
    }

    #[test]
    fn commands_are_short_json() {
        let text = r#"{"move":{"aircraft":3,"path":"F F TR F F"}}"#;
        let command: Command = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&command).unwrap(), text);
        assert_eq!(serde_json::to_string(&Command::Done).unwrap(), "\"done\"");
        assert!(serde_json::from_str::<Command>(r#"{"move":{"aircraft":3,"height":1}}"#).is_err());
    }
}
