//! Left and right, as seen from a cockpit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    /// Both.
    pub const BOTH: [Hand; 2] = [Hand::Left, Hand::Right];

    /// The word for it.
    #[inline]
    pub const fn word(self) -> &'static str {
        match self {
            Hand::Left => "left",
            Hand::Right => "right",
        }
    }

    /// −1 or 1: clockwise.
    #[inline]
    pub const fn sign(self) -> i8 {
        match self {
            Hand::Left => -1,
            Hand::Right => 1,
        }
    }
}
