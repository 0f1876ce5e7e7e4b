//! How any game is played.
//!
//! A tabletop game is a pure function: *position + what a player says + what the dice show → what happened + new
//! position*. [`Game`] is that function, cut into the parts that screens, bots, referees and tests need; [`Table`]
//! is one game being played: a position, its dice, its log, its transcript and its undo.
//!
//! Nothing here does I/O, reads a clock or draws randomness that was not handed in as a seed.

mod chance;
mod dice;
pub mod digest;
mod event;
mod free;
mod game;
mod hold;
mod laws;
mod log;
mod menu;
mod muster;
mod play;
mod refusal;
#[path = "rules.rs"]
pub mod rule;
mod side;
mod transcript;
mod undo;
pub mod view;

pub use chance::{Chance, DamageChance, Distribution, Impact, Odds, enumerate};
pub use dice::{Ask, Asked, Chooser, Dice, DiceSource, Need, Rolled, Seed, SeededDice};
pub use event::{Audience, Calculation, Event, EventKind, Listener, Silence, Term};
pub use free::{Circle, Free, Mended};
pub use game::{Accepted, Done, Flaw, Game, Outcome, PieceId, Position, validate};
pub use laws::{LawReport, play_by_the_laws};
pub use log::LogEntry;
pub use menu::{Barred, Choice, Dial, Draft, Forecast, Menu, Put, Quit, Range, Say};
pub use muster::{Band, BandMove, Muster, Ware};
pub use play::{ActError, Acted, Colour, DiceChoice, Face, Played, SeedText, Table};
pub use refusal::{Refusal, Refusals, RuleId};
pub use side::{Seat, Side, SideSet};
pub use transcript::{Difference, End, Header, Line, StateHash, Transcript};
pub use undo::{TakeBack, UndoError};
