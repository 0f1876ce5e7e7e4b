//! Section 2: half points as whole numbers. Speeds, powers and strengths are counted in half points, accel and decel in
//! quarter points ([`crate::rule::SCALE`]).

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// A number of half points, written "2.5".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Halves(pub i16);

/// Quarter points of accel in one half point of accel.
pub(crate) const QUARTERS: i16 = 2;
/// Quarter points of accel that change the speed by one half point: 2 accel points.
pub(crate) const BLOCK: i16 = 8;

impl fmt::Display for Halves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{}", self.0.abs() / 2, 5 * (self.0.abs() % 2))
    }
}

impl FromStr for Halves {
    type Err = String;

    fn from_str(text: &str) -> Result<Halves, String> {
        let (whole, half) = match text.split_once('.') {
            Some((whole, "5")) => (whole, 1),
            Some((whole, "0")) => (whole, 0),
            Some(_) => return Err(format!("'{text}' is not a number of half points, such as 2.5")),
            None => (text, 0),
        };
        match whole.parse::<u8>() {
            Ok(whole) if whole < 100 => Ok(Halves(2 * i16::from(whole) + half)),
            _ => Err(format!("'{text}' is not a number of half points, such as 2.5")),
        }
    }
}

impl Serialize for Halves {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Halves {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Halves, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Halves {
    fn schema_name() -> Cow<'static, str> {
        "Halves".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^[0-9]{1,2}([.][05])?$" })
    }
}

/// Quarter points as a person writes them: "-1.25".
pub(crate) fn points(quarters: i32) -> String {
    let (sign, size) = (if quarters < 0 { "-" } else { "+" }, quarters.abs());
    let part = ["0", "25", "5", "75"][size as usize % 4];
    format!("{sign}{}.{part}", size / 4)
}
