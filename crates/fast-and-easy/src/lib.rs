//! *Fast and Easy*: WW II aerial combat on one flat hex map, bombers in boxes, fighters around them.
//!
//! The rules are the digest `rules/fast-and-easy.md`; files follow its sections, and what a section's rules offer, refuse and do stands
//! together. For every rule the question 'may this be done?' is one predicate (an `object…` or `judge…` function) that offer, refusal
//! and effect share.
//!
//! | section | file |
//! |---|---|
//! | 1 Board, 2 Aircraft | `data`, `tables`, `rules`, `cards` |
//! | 3 Options, 14 Optional extras | `options`; each is applied where the rule stands that it changes |
//! | 4 Set-up | `scenario`, `setup` |
//! | 5 Turn sequence | `sequence` |
//! | 6 Fighter movement | `movement` |
//! | 7 Bomber movement | `bombers` |
//! | 8 Shooting | `shooting` |
//! | 9 Bomber fire | `turrets` |
//! | 10 Rockets | `rockets` |
//! | 11 Shifts and collisions | `shifts` |
//! | 12 Bombing | `bombing` |
//! | 13 End of the game | `victory` |
//! | 15 Dice and refusal order | `equals`; the order of the tests in each section |
//! | 16 Decision points | `command`, `menu`, `sample`, `plans`, `odds`, `pilot`, `outlook` |
//! | 17 State | `state`, `check`, `setup` |

mod bombers;
mod bombing;
mod cards;
mod check;
pub mod command;
pub mod data;
mod equals;
mod menu;
mod movement;
mod odds;
pub mod options;
mod outlook;
mod pilot;
mod plans;
mod rockets;
pub mod rule;
mod rules;
mod sample;
pub mod scenario;
mod sequence;
mod sets;
mod setup;
mod shifts;
mod shooting;
pub mod state;
mod tables;
mod turrets;
mod victory;
mod view;
mod words;

pub use command::{Act, Command};
pub use data::Data;
pub use scenario::Scenario;
pub use state::{Cause, Hand, Rules, State};
pub use turrets::bears;

/// The game.
pub enum FastAndEasy {}

pub(crate) type Look<'a> = table::Look<'a, FastAndEasy>;
pub(crate) type Effect<'a, D, L> = table::Effect<'a, FastAndEasy, D, L>;
