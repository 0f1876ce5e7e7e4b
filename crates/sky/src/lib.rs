//! Where things are: hexes, directions, lines, printed maps and the [open] table. Integers only, no rules.
//!
//! All hex games share one lattice in axial coordinates and one ring of six directions, clockwise:
//!
//! ```text
//!  pointy-topped            flat-topped
//!      4 NW   5 NE              4 N
//!        \   /            3 NW  |  5 NE
//!  3 W  -- o --  0 E          \ o /
//!        /   \            2 SW / \ 0 SE
//!      2 SW   1 SE              1 S
//! ```
//!
//! A game whose book numbers its facings from another side converts at its own edge.

mod board;
mod hex;
pub mod open;

pub use board::{Board, Edge, Grid};
pub use hex::{Between, Direction, Hex, between};
