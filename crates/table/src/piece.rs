//! The number by which everybody names an aircraft.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An aircraft's number in set-up order, from 1.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
)]
pub struct PieceId(pub u16);

impl PieceId {
    /// The number of the aircraft at a place in a list, counted from 0.
    #[inline]
    pub const fn of(index: usize) -> PieceId {
        PieceId(index as u16 + 1)
    }

    /// Its place in a list, counted from 0; beyond any list for number 0, which nobody has.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 as usize).wrapping_sub(1)
    }
}

impl std::fmt::Display for PieceId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}
