//! How any game is played.
//!
//! A tabletop game is a pure function: *position + what a player says + what the dice show → what happened + new
//! position*. [`Game`] is that function, cut into the parts that screens, bots, referees and tests need; [`Table`]
//! is one game being played: a position, its dice, its log, its transcript and its undo.
//!
//! Nothing here does I/O, reads a clock or draws randomness that was not handed in as a seed.

mod briefing;
mod chance;
mod dice;
mod dice_choice;
pub mod digest;
mod edit;
mod event;
mod flaw;
mod free;
mod game;
mod hand;
mod hold;
mod laws;
mod leave;
mod log;
mod menu;
mod muster;
mod piece;
mod play;
pub mod players;
mod referee;
mod refusal;
mod replay;
mod resume;
pub mod rule;
mod seen;
mod side;
mod state_text;
mod style;
mod transcript;
mod undo;
pub mod view;

pub use briefing::{BriefingText, Ground, PlaceName, Scenery, Told};
pub use chance::{Chance, DamageChance, Distribution, Impact, Odds, OddsOf, enumerate};
pub use dice::{Ask, Asked, Chooser, Dice, DiceSource, Need, Rolled, Seed, SeededDice};
pub use dice_choice::{Colour, DiceChoice, Face, SeedText};
pub use edit::{Drawing, Drawn, Edit, free_name, nearest_heading, put_marker, take_out};
pub use event::{Audience, Calculation, Event, EventKind, Listener, Silence, SumOnly, Term, Terms};
pub use flaw::{DataFiles, Flaw, Flaws, read_file, read_scenarios};
pub use free::{Circle, Free, Mended};
pub use game::{Game, Library, Outlook, Pilot, Position, Referee, Screen, best_first, both_ways};
pub use hand::Hand;
pub use laws::{LawReport, play_by_the_laws};
pub use leave::{EarlyEnd, Leave};
pub use log::LogEntry;
pub use menu::{Barred, Choice, Dial, Draft, Forecast, Menu, Put, Question, Quit, Range, Say, Sketch};
pub use muster::{Band, BandMove, Muster, Ware};
pub use piece::PieceId;
pub use play::{ActError, Acted, Played, Table};
pub use referee::{Accepted, Done, Effect, Look, Outcome, validate};
pub use refusal::{Reasons, Refusal, Refusals, RuleId, Whether};
pub use resume::{OutOfPlay, Resume, Resumed};
pub use seen::{Once, Seen};
pub use side::{Seat, Side, SideSet};
pub use smol_str::{SmolStr, format_smolstr};
pub use style::{Depth, Heed, Style};
pub use transcript::{Difference, End, Header, How, Line, StateHash, Transcript};
pub use undo::{TakeBack, UndoError};
